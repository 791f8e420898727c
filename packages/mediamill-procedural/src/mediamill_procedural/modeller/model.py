"""The register of objects: each builder says what it is called, how big it is, and what may stand on it."""

from collections.abc import Callable
from dataclasses import dataclass

from mediamill_procedural.modeller.bench import Bench

Build = Callable[[Bench], None]


@dataclass(frozen=True, slots=True)
class Model:
    """One kind of object; `reach` is its usual longest side in metres."""

    name: str
    family: str
    reach: float
    words: tuple[str, ...]  # all that it is called, its name first
    build: Build
    takes: frozenset[str] = frozenset()  # other objects that become a feature of this one ("a tree with apples")
    seats: bool = False  # stands around a table
    host: bool = False  # small things stand on it rather than beside it
    holds: bool = False  # small things lie in it
    natural: bool = False  # no two are quite the same


MODELS: dict[str, Model] = {}


def model(
    words: str,
    reach: float,
    *,
    family: str = "",
    takes: str = "",
    seats: bool = False,
    host: bool = False,
    holds: bool = False,
    natural: bool = False,
) -> Callable[[Build], Build]:
    """Register a builder under words parted by commas, its name first."""

    def register(build: Build) -> Build:
        names = tuple(word.strip() for word in words.split(","))
        assert names[0] not in MODELS, f"{names[0]} is there twice"
        MODELS[names[0]] = Model(
            names[0],
            family or build.__module__.rpartition(".")[2],
            reach,
            names,
            build,
            frozenset(word.strip() for word in takes.split(",") if word.strip()),
            seats,
            host,
            holds,
            natural,
        )
        return build

    return register
