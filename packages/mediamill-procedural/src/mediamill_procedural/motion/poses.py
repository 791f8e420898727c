"""Poses that are tables of numbers: `data/poses.toml`, by action and name."""

from collections.abc import Mapping
from functools import cache

import numpy as np
from numpy.typing import NDArray

from mediamill_procedural.lexicon import table
from mediamill_procedural.motion.track import CHANNELS, pose

_SINGLE = frozenset(CHANNELS)
_BOTH = frozenset(f"both_{channel.removeprefix('left_')}" for channel in CHANNELS if channel.startswith("left_"))


@cache
def preset(action: str, name: str) -> Mapping[str, float]:
    """The channels of one pose."""
    source = table("motion", "poses").section(action)
    found: dict[str, float] = {}
    for channel, value in source.facts(name):
        if channel not in _SINGLE | _BOTH or channel in found:
            raise source.error(name, f"{channel!r} is no channel, or there twice")
        try:
            found[channel] = float(value)
        except ValueError:
            raise source.error(name, f"{channel!r} cannot be {value!r}") from None
    return found


def timed(action: str) -> list[tuple[float, NDArray[np.float64]]]:
    """The poses of an action whose names say when they are reached."""
    return [(float(name), pose(**preset(action, name))) for name in table("motion", "poses").section(action).entries]
