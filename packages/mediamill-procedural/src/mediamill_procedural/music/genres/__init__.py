"""Every genre by its name."""

from mediamill_procedural.music.genres.bands import BANDS
from mediamill_procedural.music.genres.clubs import CLUBS
from mediamill_procedural.music.genres.concert import CONCERT
from mediamill_procedural.music.genres.genre import Figures, Genre, Hall, Metre
from mediamill_procedural.music.genres.world import WORLD

GENRES: dict[str, Genre] = {genre.name: genre for genre in (*CONCERT, *BANDS, *CLUBS, *WORLD)}

__all__ = ["GENRES", "Figures", "Genre", "Hall", "Metre"]
