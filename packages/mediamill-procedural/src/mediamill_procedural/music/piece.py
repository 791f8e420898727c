"""The whole way from a prompt to a finished piece and what there is to say about it."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mediamill.codecs import master
from mediamill_procedural.kit.chance import Chance, seed_of
from mediamill_procedural.music.composing import compose
from mediamill_procedural.music.instruments import Role
from mediamill_procedural.music.instruments.wave import RATE
from mediamill_procedural.music.mixing import mix
from mediamill_procedural.music.plan import Plan, plan_of
from mediamill_procedural.music.reading import Reading, read
from mediamill_procedural.music.reading.words import SIZES

LOUDNESS_LUFS = -16.0


@dataclass(frozen=True, slots=True)
class Piece:
    """A finished piece of music."""

    seed: int
    reading: Reading
    plan: Plan
    samples: NDArray[np.float32]  # (n, 2)
    rate: int  # Hz

    @property
    def instruments(self) -> tuple[str, ...]:
        """Who plays, the melody first, drums last."""
        names = [self.plan.band[role] for role in Role if role in self.plan.band]
        return (*dict.fromkeys(names), *(("drums",) if self.plan.drums else ()))

    @property
    def not_understood(self) -> tuple[str, ...]:
        """Words that changed nothing: unknown ones, and names of players and genres that had no place."""
        heard = {*self.instruments, *self.reading.genres[:2], *self.reading.without}
        unheard = {phrase for name, phrase in self.reading.named if name not in heard}
        heard_too = {phrase for name, phrase in self.reading.named if name in heard}
        left_out = tuple(word for phrase in sorted(unheard - heard_too) for word in phrase.split())
        size = self.reading.size
        if size and not self.reading.ensemble and len(self.instruments) != SIZES[size]:
            left_out = (*left_out, size)
        return tuple(dict.fromkeys((*self.reading.not_understood, *left_out)))


def make_piece(prompt: str, seconds: float, progress: Callable[[float, str], None]) -> Piece:
    """The music of a prompt, always the same: exactly so long, -16 LUFS, peaks below -1 dBTP once it is an mp3."""
    # Another length of the same prompt is the same music in another form.
    seed = seed_of(prompt)
    chance = Chance(seed)
    reading = read(prompt)
    plan = plan_of(reading, seconds, chance)
    progress(0.05, "composing")
    score = compose(plan, chance)
    progress(0.1, "playing")
    mixed = mix(plan, score, chance)
    progress(0.6, "mastering")
    return Piece(seed, reading, plan, master(mixed, RATE, lufs=LOUDNESS_LUFS), RATE)
