"""The nouns of the craft: a sound that can be asked for, and one take of it."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from mediamill_procedural.effects.synthesis.waveform import Stereo, samples
from mediamill_procedural.kit.waves import RATE, Wave

STRAY_LIMIT = 2.0  # standard deviations: no take is further off than that


class Kind(StrEnum):
    """How a sound goes through time."""

    SUSTAINED = "goes on"
    REPEATED = "comes again and again"
    ONCE = "happens once"


class Space(StrEnum):
    """Where it is heard."""

    NOWHERE = "no room"
    OPEN = "open air"
    ROOM = "room"
    BATHROOM = "bathroom"
    HALL = "hall"
    CAVE = "cave"
    CATHEDRAL = "cathedral"
    TUNNEL = "tunnel"
    FOREST = "forest"
    STREET = "street"
    CANYON = "canyon"


class Motion(StrEnum):
    """How a source moves past the listener."""

    APPROACHING = "approaching"
    PASSING = "passing"
    RECEDING = "receding"
    CIRCLING = "circling"


class Setting(StrEnum):
    """What may be heard around a sound when the prompt is followed loosely."""

    NONE = "nothing"
    INDOORS = "a room"
    NATURE = "nature"
    TOWN = "a town"


@dataclass(frozen=True, slots=True)
class Take:
    """What a maker works from: how long, how strong, how fast, and its dice."""

    length: int  # samples: sustained sounds fill it exactly, events may be shorter
    rng: np.random.Generator  # of this event
    body: np.random.Generator  # of whoever sounds: drawn alike for each of its events
    intensity: float = 0.5  # 0 light or small, 1 heavy or violent
    pace: float = 1.0  # how many times as fast as usual
    looseness: float = 1.0  # how far parameters may stray from their centre
    number: int = 0  # which event of a row it is

    @property
    def seconds(self) -> float:
        """How long the take lasts at most."""
        return self.length / RATE

    def vary(self, centre: float, spread: float = 0.1) -> float:
        """A parameter of whoever sounds: near its centre, nearer the closer the prompt is followed."""
        return _strayed(self.body, centre, spread * self.looseness)

    def stray(self, centre: float, spread: float = 0.1) -> float:
        """A parameter of this event: no two strokes are alike, however strictly a prompt is followed."""
        return _strayed(self.rng, centre, spread * (0.6 + 0.4 * self.looseness))

    def between(self, light: float, heavy: float) -> float:
        """A value for this intensity, evenly in octaves; both ends above zero."""
        return light * math.pow(heavy / light, self.intensity)

    def within(self, seconds: float) -> int:
        """So many seconds in samples, at most the length of the take."""
        return min(self.length, samples(seconds))


def _strayed(rng: np.random.Generator, centre: float, spread: float) -> float:
    return centre * math.exp(spread * float(np.clip(rng.standard_normal(), -STRAY_LIMIT, STRAY_LIMIT)))


Maker = Callable[[Take], Wave | Stereo]  # mono (n,) or stereo (2, n), at any level


@dataclass(frozen=True, slots=True)
class Sound:
    """A sound that can be asked for: what names it, how it is made, how it goes through time, where it belongs.

    `phrases` are base forms of words; a phrase of several words is named by them in any order.
    `?` marks a phrase that counts only where nothing clearer is said. `sources` are words for who sounds: "two dogs"
    are two of them, "two barks" two events of one.
    """

    name: str
    make: Maker
    phrases: tuple[str, ...]
    kind: Kind
    seconds: float  # how long it lasts where nobody says
    gap: tuple[float, float] = (1.0, 1.0)  # seconds from one event to the next; of ONCE, its rest before it comes again
    ring: float = 0.5  # seconds one event lasts, about
    level_db: float = 0.0  # how loud beside others
    sources: frozenset[str] = frozenset()
    individuals: int = 1  # how many sound where nobody says
    spread: float = 0.0  # how far apart events lie in the image, 0 to 1
    space: Space = Space.NOWHERE  # where it is usually heard
    setting: Setting = Setting.NONE
    motion: Motion | None = None
    companions: tuple[str, ...] = ()  # sounds that may join when the prompt is followed loosely
    uneven: float = 0.06  # how uneven a row of events is
