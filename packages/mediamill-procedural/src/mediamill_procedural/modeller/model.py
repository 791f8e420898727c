"""The register of objects: a builder for each entry of `data/objects.toml` and for each of `data/beasts.toml`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from mediamill_procedural.lexicon import called, table
from mediamill_procedural.modeller.bench import Bench

Build = Callable[[Bench], None]


@dataclass(frozen=True, slots=True)
class Entry:
    """What a data file says of one kind of object; `reach` is its usual longest side in metres."""

    family: str
    reach: float
    takes: str = ""  # other objects that become a feature of this one ("a tree with apples"), parted by commas
    seats: bool = False  # stands around a table
    host: bool = False  # small things stand on it rather than beside it
    holds: bool = False  # small things lie in it
    natural: bool = False  # no two are quite the same


@dataclass(frozen=True, slots=True)
class Model:
    """One kind of object and how it is built."""

    name: str
    words: tuple[str, ...]  # all that it is called
    entry: Entry
    takes: frozenset[str]
    build: Build

    @property
    def family(self) -> str:
        """What it belongs to: "animals", "furniture" …"""
        return self.entry.family

    @property
    def reach(self) -> float:
        """Its usual longest side in metres."""
        return self.entry.reach


MODELS: dict[str, Model] = {}


def model(name: str) -> Callable[[Build], Build]:
    """Register the builder of an entry of `data/objects.toml`."""

    def register(build: Build) -> Build:
        add(name, _words()[name], _entries()[name], build)
        return build

    return register


def add(name: str, words: tuple[str, ...], entry: Entry, build: Build) -> None:
    """Register a builder."""
    assert name not in MODELS, f"{name} is there twice"
    takes = frozenset(word.strip() for word in entry.takes.split(",") if word.strip())
    MODELS[name] = Model(name, words, entry, takes, build)


@cache
def _entries() -> Mapping[str, Entry]:
    families = table("modeller", "objects").sections()
    return {
        name: entry
        for family, section in families
        for name, entry in section.records(Entry, worded=True, family=family).items()
    }


@cache
def _words() -> Mapping[str, tuple[str, ...]]:
    return {
        name: words for _, section in table("modeller", "objects").sections() for name, words in called(section).items()
    }
