"""The nouns of a finished composition: notes, parts, strokes."""

from dataclasses import dataclass

from mediamill_procedural.drums.rhythm import Style, Voice
from mediamill_procedural.music.instruments import Role


@dataclass(frozen=True, slots=True)
class Note:
    """One note as it is played."""

    start: float  # seconds
    seconds: float  # until it is released
    pitch: int  # MIDI
    velocity: float  # above 0, up to 1


@dataclass(frozen=True, slots=True)
class Written:
    """One note as it is written: in steps of the grid, before anybody plays it."""

    at: float  # steps from the start of the piece
    steps: float
    pitch: int
    velocity: float


@dataclass(frozen=True, slots=True)
class Part:
    """What one instrument plays."""

    role: Role
    instrument: str
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class Stroke:
    """One stroke of the drummer."""

    voice: Voice
    start: float  # seconds
    velocity: float


@dataclass(frozen=True, slots=True)
class Drumming:
    """All strokes and the kit they are played on."""

    style: Style
    strokes: tuple[Stroke, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """Everything that is played in a piece."""

    seconds: float
    parts: tuple[Part, ...]
    drumming: Drumming | None
