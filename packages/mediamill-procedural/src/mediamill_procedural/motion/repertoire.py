"""Everything the figure can do, by name: `data/actions.toml`."""

from dataclasses import dataclass
from types import ModuleType

from mediamill_procedural.lexicon import table
from mediamill_procedural.motion.actions import (
    acrobatics,
    daily,
    dances,
    exercises,
    floor,
    gaits,
    gestures,
    leaps,
    phrasing,
)
from mediamill_procedural.motion.take import Take
from mediamill_procedural.motion.track import Track

_ROOMS: dict[str, ModuleType] = {
    room.__name__.rpartition(".")[2]: room
    for room in (acrobatics, daily, dances, exercises, floor, gaits, gestures, leaps, phrasing)
}


@dataclass(frozen=True, slots=True)
class Action:
    """One thing to do; the fields are explained in data/actions.toml."""

    name: str
    make: str
    seconds: float
    least: float = 0.7
    lasting: bool = False
    upper: bool = False
    gait: bool = False
    low: bool = False
    starts: str = "up"
    ends: str = "up"

    def made(self, take: Take) -> Track:
        """A performance of it; one way of going or jumping among several is told by its name."""
        room, verb = self.make.split(".")
        make = getattr(_ROOMS[room], verb)
        track: Track = make(take, self.name) if verb.endswith("_as") else make(take)
        return track


ACTIONS = table("motion", "actions").records(Action)
