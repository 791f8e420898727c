"""Every genre by its name, from `data/genres`."""

from collections.abc import Mapping

from mediamill_procedural.drums.rhythm import Style
from mediamill_procedural.kit.data import Readers, choice, load
from mediamill_procedural.music.genres.beats import DRUMMERS
from mediamill_procedural.music.genres.genre import BARS, NOBODY, Figures, Genre, Hall, Metre

FILES = ("concert", "bands", "clubs", "world")


def _genres() -> dict[str, Genre]:
    readers = Readers({Style: choice(DRUMMERS), Metre: choice(BARS)})
    found: dict[str, Genre] = {}
    for name in FILES:
        found |= load("mediamill_procedural.music", f"genres/{name}.toml", dict[str, Genre], readers)
    return found


GENRES: Mapping[str, Genre] = _genres()

__all__ = ["GENRES", "NOBODY", "Figures", "Genre", "Hall", "Metre"]
