"""What the commonest languages of Europe call signs and abbreviations that espeak-ng reads wrongly."""

from collections.abc import Mapping
from dataclasses import dataclass

from mediamill_procedural.kit.data import load


@dataclass(frozen=True, slots=True)
class Wording:
    """The words of one language for signs inside addresses, and its abbreviations with what they stand for."""

    dot: str
    at: str
    slash: str
    to: str  # between two numbers
    abbreviations: Mapping[str, str]
    units: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _Table:
    german_months: tuple[str, ...]
    german_ordinals: tuple[str, ...]
    languages: dict[str, Wording]


_TABLE = load("mediamill_procedural.speech", "european.toml", _Table)
WORDINGS: Mapping[str, Wording] = _TABLE.languages
GERMAN_MONTHS = _TABLE.german_months
GERMAN_ORDINALS = _TABLE.german_ordinals
