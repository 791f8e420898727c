"""One stream of random numbers per concern, all from one seed: a change in one place never shifts another."""

import hashlib
from collections.abc import Sequence
from enum import IntEnum

import numpy as np

SEED_BYTES = 8  # enough that no two prompts share their dice, short enough to write into a tag


class Chance:
    """The dice of one seed: a whole number that is not negative, or several."""

    def __init__(self, seed: int | Sequence[int]) -> None:
        self._seed = seed

    def of(self, concern: IntEnum, *details: int) -> np.random.Generator:
        """A fresh stream; the same concern and details always start it anew."""
        sequence = np.random.SeedSequence(self._seed, spawn_key=(int(concern), *details))
        return np.random.Generator(np.random.PCG64(sequence))


def seed_of(text: str) -> int:
    """The seed of a text: equal texts get equal seeds, on every machine."""
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:SEED_BYTES], "big")
