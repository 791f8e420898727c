"""What tells languages that share a script apart: the commonest small words, and letters few others write."""

from collections.abc import Mapping
from dataclasses import dataclass

from mediamill_procedural.kit.data import load


@dataclass(frozen=True, slots=True)
class Evidence:
    """Signs of one language among those of its script."""

    words: frozenset[str]
    letters: frozenset[str] = frozenset()


# Script -> language -> its signs.
SHARED_SCRIPTS: Mapping[str, Mapping[str, Evidence]] = load(
    "mediamill_procedural.speech", "small_words.toml", dict[str, dict[str, Evidence]]
)
