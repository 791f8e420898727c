"""One stream of random numbers per concern, all from one input: a change in one place never shifts another."""

import hashlib
import json
from collections.abc import Mapping
from enum import IntEnum

import numpy as np

from mediamill.engines.sdk import InputValue

SEED_BYTES = 8  # enough that no two prompts share their dice, short enough to write into a tag


class Concern(IntEnum):
    """What is drawn; the numbers are part of every input's result and never change."""

    PLAN = 0
    TIMING = 1
    BODY = 2
    EVENT = 3
    PLACE = 4
    SPACE = 5
    TREATMENT = 6
    MOTION = 7


class Chance:
    """The dice of one seed, a whole number that is not negative."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def of(self, concern: Concern, *details: int) -> np.random.Generator:
        """A fresh stream; the same concern and details always start it anew."""
        sequence = np.random.SeedSequence(self.seed, spawn_key=(int(concern), *details))
        return np.random.Generator(np.random.PCG64(sequence))


def seed_of(tool: str, model: str, input: Mapping[str, InputValue]) -> int:
    """The seed of a request: a hash of its input as JSON with sorted keys, so that equal requests sound alike."""
    canonical = json.dumps([tool, model, dict(input)], sort_keys=True, ensure_ascii=True)
    return int.from_bytes(hashlib.sha256(canonical.encode()).digest()[:SEED_BYTES], "big")
