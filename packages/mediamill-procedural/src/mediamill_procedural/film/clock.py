"""The time of a film: swings and travels that, in a loop, end where they began."""

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Clock:
    """How long a film is and whether its end runs into its beginning."""

    seconds: float
    loops: bool = False
    pace: float = 1.0  # slow motion, time lapse

    def hertz(self, wanted: float) -> float:
        """A frequency near the wanted one; whole swings in a loop, at least one."""
        wanted *= self.pace
        return max(1, round(wanted * self.seconds)) / self.seconds if self.loops else wanted

    def phase(self, at: float, hertz: float) -> float:
        """Radians of a swing that goes `hertz` times a second."""
        return 2.0 * math.pi * self.hertz(hertz) * at

    def wave(self, at: float, hertz: float, start: float = 0.0) -> float:
        """-1 … 1, swinging `hertz` times a second."""
        return math.sin(self.phase(at, hertz) + start)

    def part(self, at: float) -> float:
        """0 at the beginning, 1 at the end."""
        return at / self.seconds

    def from_middle(self, at: float) -> float:
        """Seconds that things have moved since the middle of the film, when they are where they were painted."""
        return (at - self.seconds / 2) * self.pace
