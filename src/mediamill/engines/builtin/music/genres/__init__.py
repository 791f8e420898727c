"""Every genre by its name."""

from mediamill.engines.builtin.music.genres.bands import BANDS
from mediamill.engines.builtin.music.genres.clubs import CLUBS
from mediamill.engines.builtin.music.genres.concert import CONCERT
from mediamill.engines.builtin.music.genres.genre import Figures, Genre, Hall, Metre
from mediamill.engines.builtin.music.genres.world import WORLD

GENRES: dict[str, Genre] = {genre.name: genre for genre in (*CONCERT, *BANDS, *CLUBS, *WORLD)}

__all__ = ["GENRES", "Figures", "Genre", "Hall", "Metre"]
