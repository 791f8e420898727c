"""What an engine reports about its result beside the file: bounded before it is sent, validated when it is received."""

import math
import re
from collections.abc import Mapping, Sequence

from mediamill.engines.engine import Fact

FACTS_MAX = 32  # of a provenance
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,39}")
FACT_CHARACTERS_MAX = 200
WHOLE_MAX = 2**53  # beyond it a JSON number is not exact for every reader
WORDS_MAX = 64  # that were not understood; nobody reads more
WORD_CHARACTERS_MAX = 60


class WrongFindings(Exception):
    """Provenance or words that are not what the SDK promises."""


def bounded_facts(given: Mapping[str, Fact]) -> dict[str, Fact]:
    """An engine's provenance with long texts shortened. Raises WrongFindings for what is no plain fact."""
    if len(given) > FACTS_MAX:
        raise WrongFindings(f"a provenance has at most {FACTS_MAX} entries")
    return {
        name: plain_fact(name, printable(value)[:FACT_CHARACTERS_MAX] if isinstance(value, str) else value)
        for name, value in given.items()
    }


def bounded_words(given: Sequence[str]) -> tuple[str, ...]:
    """The first words that were not understood, each once and shortened. Raises WrongFindings for what is no text."""
    if not isinstance(given, list | tuple) or not all(isinstance(word, str) for word in given):
        raise WrongFindings("the words that were not understood are texts")
    words = (printable(word)[:WORD_CHARACTERS_MAX] for word in given)
    return tuple(dict.fromkeys(word for word in words if word))[:WORDS_MAX]


def facts_in(received: object) -> dict[str, Fact]:
    """Validate the provenance that an engine process sent. Raises WrongFindings."""
    if not isinstance(received, dict) or len(received) > FACTS_MAX:
        raise WrongFindings("no provenance")
    return {name: plain_fact(name, value) for name, value in received.items()}


def words_in(received: object) -> tuple[str, ...]:
    """Validate the words not understood that an engine process sent. Raises WrongFindings."""
    if not isinstance(received, list) or len(received) > WORDS_MAX:
        raise WrongFindings("no list of words")
    if not all(is_plain(word, WORD_CHARACTERS_MAX) and word for word in received):
        raise WrongFindings("no short words")
    return tuple(received)


def plain_fact(name: object, value: object) -> Fact:
    """The value of one fact, found to be what any JSON reader and any database takes."""
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise WrongFindings(f"{name!r} is not a name of letters, digits, `_`, `.` and `-`")
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and is_plain(value, FACT_CHARACTERS_MAX):
        return value
    if isinstance(value, int) and abs(value) <= WHOLE_MAX:
        return int(value)
    if isinstance(value, float) and math.isfinite(value):
        return float(value)
    raise WrongFindings(f"{name} is neither a short text nor a number nor a truth value")


def printable(text: str) -> str:
    """The text without control characters and lone surrogates."""
    return "".join(letter for letter in text if letter.isprintable())


def is_plain(text: object, characters_max: int) -> bool:
    """A printable text of at most so many characters."""
    return isinstance(text, str) and len(text) <= characters_max and text.isprintable()
