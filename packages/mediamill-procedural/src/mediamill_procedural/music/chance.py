"""One stream of random numbers per concern, all from one prompt: a change in one place never shifts another."""

import hashlib
from enum import IntEnum

import numpy as np

SEED_BYTES = 8  # enough that no two prompts share their dice, short enough to write into a tag


class Concern(IntEnum):
    """What is drawn; the numbers are part of every prompt's result and never change."""

    PLAN = 0
    HARMONY = 1
    MELODY = 2
    ACCOMPANIMENT = 3
    BASS = 4
    DRUMS = 5
    TOUCH = 6
    SOUND = 7
    STROKES = 8
    ROOM = 9


class Chance:
    """The dice of one seed, a whole number that is not negative."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def of(self, concern: Concern, *details: int) -> np.random.Generator:
        """A fresh stream; the same concern and details always start it anew."""
        sequence = np.random.SeedSequence(self.seed, spawn_key=(int(concern), *details))
        return np.random.Generator(np.random.PCG64(sequence))


def seed_of(prompt: str) -> int:
    """The seed of a prompt: another length of the same prompt is the same music in another form."""
    digest = hashlib.sha256(prompt.encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:SEED_BYTES], "big")
