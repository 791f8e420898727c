"""Every genre by its name: `data/genres.toml` says what each is called, the files of `data/genres` what it is."""

from collections.abc import Mapping

from mediamill_procedural.drums.rhythm import Style
from mediamill_procedural.kit.data import Readers, Shelf, choice, load
from mediamill_procedural.music.genres.beats import DRUMMERS
from mediamill_procedural.music.genres.genre import BARS, NOBODY, Figures, Genre, Hall, Metre

PACKAGE = "mediamill_procedural.music"
_READERS = Readers({Style: choice(DRUMMERS), Metre: choice(BARS)})


def genres_in(file: str) -> dict[str, Genre]:
    """The genres of one file."""
    return load(PACKAGE, f"genres/{file}.toml", dict[str, Genre], _READERS)


# File -> genre -> what it is called.
CALLED: Mapping[str, Mapping[str, tuple[str, ...]]] = load(
    PACKAGE, "genres.toml", dict[str, dict[str, tuple[str, ...]]]
)
GENRES: Mapping[str, Genre] = Shelf({name: file for file, names in CALLED.items() for name in names}, genres_in)

__all__ = ["CALLED", "GENRES", "NOBODY", "Figures", "Genre", "Hall", "Metre", "genres_in"]
