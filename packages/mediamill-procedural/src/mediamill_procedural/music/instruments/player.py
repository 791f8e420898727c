"""An instrument in somebody's hands: what it can play, and what happens to its sound on the way."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

import numpy as np

from mediamill_procedural.music.instruments.wave import Wave


class Role(StrEnum):
    """What a part does in a piece."""

    LEAD = "lead"  # the melody
    CHORDS = "chords"  # the accompaniment in its rhythm
    BASS = "bass"
    PAD = "pad"  # chords that lie
    FIGURE = "figure"  # broken chords, riffs
    ANSWER = "answer"  # a second voice in long notes


class Instrument(Protocol):
    """Something that sounds when played."""

    def play(self, pitch: int, seconds: float, velocity: float, rng: np.random.Generator, /) -> Wave:
        """One note, (n,) or (n, 2): held for `seconds`, then released; 0 < velocity <= 1."""


@dataclass(frozen=True, slots=True)
class Player:
    """An instrument, its range and its place."""

    name: str
    instrument: Instrument
    range: tuple[int, int]  # MIDI pitches, both included
    roles: tuple[Role, ...]  # what it does best first
    trim_db: float = 0.0  # against others of the same power: shrill ones are turned down
    spread: float = 0.0  # how far its low notes sit left and its high ones right
    drive: float = 0.0  # of an amplifier: 1 is warm, 8 is metal
    top_hz: float = 0.0  # of a loudspeaker; 0: none
    chorus: float = 0.0  # depth in milliseconds
