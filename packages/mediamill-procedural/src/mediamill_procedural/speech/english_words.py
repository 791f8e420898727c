"""What English abbreviations, units, currencies, numbers and signs are called: `data/english.toml`."""

from collections.abc import Mapping
from dataclasses import dataclass

from mediamill_procedural.kit.data import load

PACKAGE = "mediamill_procedural.speech"
ABBREVIATED_MONTH_LETTERS = 3


@dataclass(frozen=True, slots=True)
class _Numbers:
    ones: tuple[str, ...]
    tens: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """The file as it stands."""

    months: tuple[str, ...]
    month_spellings: dict[str, str]
    sentence_starters: frozenset[str]
    spelled: frozenset[str]
    regnal_names: frozenset[str]
    currencies: dict[str, tuple[str, ...]]
    scales: dict[str, str]
    units: dict[str, str]
    irregular_units: dict[str, tuple[str, str]]
    numbers: _Numbers
    ordinals: dict[str, str]
    fractions: dict[str, tuple[int, int]]
    titles: dict[str, str]
    abbreviations: dict[str, str]
    before_number: dict[str, str]
    plain_words: dict[str, str]
    signs: dict[str, str]
    sign_patterns: dict[str, str]


_TABLE = load(PACKAGE, "english.toml", Table)
MONTHS = _TABLE.months
MONTH_SPELLINGS: Mapping[str, str] = {
    **{month[:ABBREVIATED_MONTH_LETTERS]: month for month in MONTHS},
    **{month: month for month in MONTHS},
    **_TABLE.month_spellings,
}
# Symbol -> one, many and, where there are any, one hundredth and hundredths.
CURRENCIES: Mapping[str, tuple[str, ...]] = _TABLE.currencies
SCALES: Mapping[str, str] = _TABLE.scales
# Symbol -> one, many.
UNITS: Mapping[str, tuple[str, str]] = {
    **{symbol: (name, f"{name}s") for symbol, name in _TABLE.units.items()},
    **_TABLE.irregular_units,
}
ONES, TENS = _TABLE.numbers.ones, _TABLE.numbers.tens
IRREGULAR_ORDINALS: Mapping[str, str] = _TABLE.ordinals
FRACTION_CHARACTERS: Mapping[str, tuple[int, int]] = _TABLE.fractions  # numerator, denominator
TITLES: Mapping[str, str] = _TABLE.titles
ABBREVIATIONS: Mapping[str, str] = _TABLE.abbreviations
BEFORE_NUMBER: Mapping[str, str] = _TABLE.before_number
SENTENCE_STARTERS = _TABLE.sentence_starters
SPELLED = _TABLE.spelled
REGNAL_NAMES = _TABLE.regnal_names
PLAIN_WORDS: Mapping[str, str] = _TABLE.plain_words
SIGNS: Mapping[str, str] = _TABLE.signs
SIGN_PATTERNS: Mapping[str, str] = _TABLE.sign_patterns
