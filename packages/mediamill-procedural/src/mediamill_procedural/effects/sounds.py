"""Everything that can be asked for, by family: the tables of `data/sounds`."""

from collections.abc import Mapping
from importlib import import_module

from mediamill_procedural.effects.sound import Maker, Sound
from mediamill_procedural.kit.data import DataError, Readers, load

PACKAGE = "mediamill_procedural.effects"


def _maker(name: str) -> Maker:
    """`fire.campfire` is the function `campfire` of `makers/fire.py`."""
    module, _, function = name.partition(".")
    try:
        maker: Maker = getattr(import_module(f"{PACKAGE}.makers.{module}"), function)
    except (ImportError, AttributeError):
        raise DataError(f"no function of the package makers is called {name!r}") from None
    return maker


def _families() -> dict[str, tuple[Sound, ...]]:
    titles = load(PACKAGE, "families.toml", dict[str, str])
    readers = Readers({Maker: _maker})
    return {
        title: tuple(load(PACKAGE, f"sounds/{name}.toml", dict[str, Sound], readers).values())
        for name, title in titles.items()
    }


FAMILIES: Mapping[str, tuple[Sound, ...]] = _families()
SOUNDS: Mapping[str, Sound] = {sound.name: sound for family in FAMILIES.values() for sound in family}
