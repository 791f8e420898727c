"""What a prompt means: which sounds, in what manner, at once or one after the other, where."""

from dataclasses import dataclass, replace

from mediamill_procedural.effects.sound import Motion, Sound, Space
from mediamill_procedural.effects.stage.treatments import Treatment

INTENSITY_MAX = 0.5
OCTAVES_MAX = 1.5  # "very very high" is still the same sound
LEVEL_DB_MAX = 15.0


@dataclass(frozen=True, slots=True)
class Manner:
    """How a sound is to be: steps away from its usual self, all zero or None where nothing was said."""

    intensity: float = 0.0  # -0.5 light to 0.5 heavy
    pace: float = 0.0  # octaves of speed
    pitch: float = 0.0  # octaves
    level_db: float = 0.0
    distance: float = 0.0  # 1 far away, -1 at the ear
    lasting: float = 0.0  # octaves of length
    place: float | None = None  # -1 left to 1 right
    place_until: float | None = None  # where it ends, when it crosses
    motion: Motion | None = None
    space: Space | None = None
    treatments: tuple[Treatment, ...] = ()

    def __add__(self, other: "Manner") -> "Manner":
        """Both at once: steps add up within their bounds, of places and motions the later counts."""
        return Manner(
            intensity=_within(self.intensity + other.intensity, INTENSITY_MAX),
            pace=_within(self.pace + other.pace, OCTAVES_MAX),
            pitch=_within(self.pitch + other.pitch, OCTAVES_MAX),
            level_db=_within(self.level_db + other.level_db, LEVEL_DB_MAX),
            distance=_within(self.distance + other.distance, 1.0),
            lasting=_within(self.lasting + other.lasting, OCTAVES_MAX),
            place=self.place if other.place is None else other.place,
            place_until=self.place_until if other.place_until is None else other.place_until,
            motion=other.motion or self.motion,
            space=other.space or self.space,
            treatments=self.treatments + tuple(new for new in other.treatments if new not in self.treatments),
        )

    def times(self, strength: float) -> "Manner":
        """The same, with every step so many times as large."""
        return replace(
            self,
            intensity=_within(self.intensity * strength, INTENSITY_MAX),
            pace=_within(self.pace * strength, OCTAVES_MAX),
            pitch=_within(self.pitch * strength, OCTAVES_MAX),
            level_db=_within(self.level_db * strength, LEVEL_DB_MAX),
            distance=_within(self.distance * strength, 1.0),
        )


def _within(value: float, limit: float) -> float:
    return max(-limit, min(limit, value))


@dataclass(frozen=True, slots=True)
class Part:
    """One sound of a scene."""

    sound: Sound
    manner: Manner = Manner()
    events: int | None = None  # how many, where the prompt counts them
    individuals: int | None = None  # how many who make them, where the prompt counts those
    background: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """Sounds in steps that follow each other; the parts of a step sound together."""

    steps: tuple[tuple[Part, ...], ...]
    space: Space | None = None  # where all of it is, when the prompt says so
    seconds: float | None = None  # how long, when the prompt says so

    @property
    def parts(self) -> tuple[Part, ...]:
        """All parts, in order."""
        return tuple(part for step in self.steps for part in step)
