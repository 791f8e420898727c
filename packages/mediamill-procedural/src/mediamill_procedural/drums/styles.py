"""All ways of playing, from the files of `data/styles`."""

from dataclasses import fields
from typing import Any

from mediamill_procedural.drums.kits import KITS, PACKAGE, kit_of
from mediamill_procedural.drums.rhythm import Fill, Kit, Layer, Style
from mediamill_procedural.kit.data import Read, Readers, choice, entries, inside, load

# In an order that never changes: a seed chooses by place.
FILES = ("club", "street", "band", "jazz", "tropics")


def styles_of(package: str, name: str) -> dict[str, Style]:
    """The styles of one data file, by name; one that is `like` another takes from it what it does not say itself."""
    return load(package, name, dict[str, Style], Readers({dict[str, Style]: _styles}))


def _styles(written: Any) -> dict[str, Style]:
    tables: dict[str, dict[str, Any]] = {}
    for name, table in entries(written).items():
        own = dict(inside(entries, table, name))
        like = inside(choice(tables), own.pop("like"), f"{name}: like") if "like" in own else {}
        tables[name] = {**like, **own, "name": name}
    return {name: inside(_READERS.of(Style), table, name) for name, table in tables.items()}


def _with_pattern(shape: type) -> Read:
    """What stands beside the pattern has names of its own; all other keys are voices of the pattern."""
    names = {field.name for field in fields(shape)}

    def read(written: Any) -> Any:
        given = entries(written)
        pattern = {key: value for key, value in given.items() if key not in names}
        beside = {key: value for key, value in given.items() if key in names}
        return _PLAIN.of(shape)({**beside, "pattern": pattern})

    return read


_PLAIN = Readers()
_READERS = Readers({Kit: lambda written: kit_of(written, KITS), Fill: _with_pattern(Fill), Layer: _with_pattern(Layer)})
STYLES: tuple[Style, ...] = tuple(
    style for name in FILES for style in styles_of(PACKAGE, f"styles/{name}.toml").values()
)
