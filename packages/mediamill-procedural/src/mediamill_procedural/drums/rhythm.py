"""The nouns of a groove: voices, hits, patterns written as text, fills, styles."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

import numpy as np

from mediamill_procedural.kit.waves import Wave

# How hard each letter of a pattern is struck. `?` is struck now and then; 2, 3 and 4 are rolls inside one step.
STROKES = {"X": 1.0, "x": 0.80, "o": 0.60, "g": 0.34, "?": 0.38, "2": 0.66, "3": 0.64, "4": 0.62}
REST = "."
MAYBE = "?"
MAYBE_CHANCE = 0.4
STRAY_LIMIT = 2.5  # standard deviations: nobody is further off than that
ROLLS = {"2": 2, "3": 3, "4": 4}


class Voice(StrEnum):
    """What can be struck."""

    KICK = "kick"
    SNARE = "snare"
    RIM = "rim"
    CLAP = "clap"
    HAT = "closed hat"
    PEDAL = "pedal hat"
    OPEN = "open hat"
    RIDE = "ride"
    CUP = "ride bell"
    CRASH = "crash"
    TOM_HIGH = "high tom"
    TOM_MID = "middle tom"
    TOM_LOW = "low tom"
    SHAKER = "shaker"
    TAMBOURINE = "tambourine"
    COWBELL = "cowbell"
    AGOGO_HIGH = "high agogo"
    AGOGO_LOW = "low agogo"
    CLAVE = "clave"
    CONGA_HIGH = "high conga"
    CONGA_LOW = "low conga"
    CONGA_SLAP = "conga slap"
    SURDO = "surdo"
    BRUSH = "brush tap"
    SWEEP = "brush sweep"


# Each of these is one thing: struck anew, it does not ring on from before.
BODIES = (frozenset({Voice.HAT, Voice.PEDAL, Voice.OPEN}), frozenset({Voice.KICK}), frozenset({Voice.SURDO}))


class Instrument(Protocol):
    """Something that sounds when struck: its parameters are fields, `strike` makes a new wave each time."""

    def strike(self, velocity: float, rng: np.random.Generator) -> Wave:
        """One stroke, 0 < velocity <= 1."""


@dataclass(frozen=True, slots=True)
class Sound:
    """An instrument in its place in the mix."""

    instrument: Instrument
    level_db: float  # loudness of its hardest stroke; 0 is a kick in front
    pan: float = 0.0  # -1 left to 1 right, as the audience sees the kit
    room: float = 1.0  # how much of it the room hears
    width: float = 0.0  # 0 is a point, 1 fills both sides


Kit = Mapping[Voice, Sound]
Pattern = Mapping[Voice, str]  # bars divided by `|`, repeated as long as the loop lasts; blanks are for the eye


@dataclass(frozen=True, slots=True)
class Fill:
    """What replaces the last steps of a phrase; voices that are not named rest, but for those kept."""

    pattern: Pattern  # right-aligned: the last step is the last of the bar
    keep: frozenset[Voice] = frozenset()
    crash_after: bool = True  # whether the next downbeat deserves one


@dataclass(frozen=True, slots=True)
class Layer:
    """Something that may join the groove: from the start, or for its second half."""

    pattern: Pattern
    chance: float = 0.5
    replaces: frozenset[Voice] = frozenset()


@dataclass(frozen=True, slots=True)
class Room:
    """Where the kit stands."""

    seconds: float = 0.35  # to -60 dB
    level_db: float = -17.0
    bright_hz: float = 6_500.0


@dataclass(frozen=True, slots=True)
class Bus:
    """What the whole kit runs through."""

    squeeze_db: float = 4.0  # how far the loudest moments are held down
    drive: float = 0.6
    bits: int | None = None  # the grit of an early sampler
    top_hz: float | None = None  # what lies above is gone, as on an old record


@dataclass(frozen=True, slots=True)
class Style:
    """A way of playing: patterns, feel, instruments, room."""

    name: str
    bpm: tuple[int, int]
    kit: Kit
    grooves: tuple[Pattern, ...]
    fills: tuple[Fill, ...]  # at the end of the loop
    turns: tuple[Fill, ...]  # smaller, in the middle of a longer loop
    layers: tuple[Layer, ...] = ()
    steps: int = 16  # of a bar of four beats; 12 are triplets
    swing: tuple[float, float] = (
        0.5,
        0.5,
    )  # where the off-beat sixteenth lies between its neighbours; 2/3 is a triplet
    loose_ms: float = 4.0  # how far strokes stray from the grid (standard deviation)
    loose_velocity: float = 0.06
    lean_ms: Mapping[Voice, float] = field(default_factory=dict)  # behind the beat; negative is ahead
    room: Room = field(default_factory=Room)
    bus: Bus = field(default_factory=Bus)
    crash_chance: float = 0.6


@dataclass(frozen=True, slots=True)
class Hit:
    """One stroke."""

    voice: Voice
    beat: float  # from the start of the loop, before feel and humanising
    velocity: float
    seconds: float  # when it is heard


def bars_of(text: str, steps: int) -> list[str]:
    """The bars of a pattern line, each of `steps` letters."""
    bars = [bar.replace(" ", "") for bar in text.split("|")]
    assert all(len(bar) == steps for bar in bars), f"a bar is not {steps} steps long: {text}"
    assert set("".join(bars)) <= set(STROKES) | {REST}, f"unknown letter: {text}"
    return bars


def rests(letter: str, rng: np.random.Generator) -> bool:
    """Whether a letter of a pattern is not struck this time."""
    return letter == REST or (letter == MAYBE and bool(rng.random() > MAYBE_CHANCE))


def stray_ms(style: Style, rng: np.random.Generator) -> float:
    """How far off its place one stroke is played, in milliseconds."""
    return float(np.clip(rng.normal(0.0, 0.8), -STRAY_LIMIT, STRAY_LIMIT) * style.loose_ms)
