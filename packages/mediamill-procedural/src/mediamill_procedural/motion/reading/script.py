"""What a prompt asks for, in order."""

from dataclasses import dataclass

from mediamill_procedural.motion.manners import PLAIN, Manner


@dataclass(frozen=True, slots=True)
class Beat:
    """One thing that is done, and how."""

    action: str
    manner: Manner = PLAIN
    direction: str = ""
    count: int | None = None
    seconds: float | None = None  # asked for in words
    side: str = ""
    on_the_spot: bool = False
    treadmill: bool = False
    overlay: str | None = None  # what the arms do meanwhile
    overlay_count: int | None = None


@dataclass(frozen=True, slots=True)
class Script:
    """All beats, and which words were not known or were taken for another."""

    beats: tuple[Beat, ...]
    unknown: tuple[str, ...] = ()
    taken_as: tuple[tuple[str, str], ...] = ()
