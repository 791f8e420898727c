"""Poses that are tables of numbers: `data/poses.toml`, by action and name."""

from collections.abc import Mapping
from functools import cache

from mediamill_procedural.lexicon import Table, table
from mediamill_procedural.motion.track import CHANNELS

_SINGLE = frozenset(CHANNELS)
_BOTH = frozenset(f"both_{channel.removeprefix('left_')}" for channel in CHANNELS if channel.startswith("left_"))


@cache
def preset(action: str, name: str) -> Mapping[str, float]:
    """The channels of one pose."""
    return channels(table("motion", "poses").section(action), name)


def channels(source: Table, name: str) -> Mapping[str, float]:
    """The channels of an entry, checked."""
    found: dict[str, float] = {}
    for channel, value in source.facts(name):
        if channel not in _SINGLE | _BOTH or channel in found:
            raise source.error(name, f"{channel!r} is no channel, or there twice")
        try:
            found[channel] = float(value)
        except ValueError:
            raise source.error(name, f"{channel!r} cannot be {value!r}") from None
    return found
