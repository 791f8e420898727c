"""A list of words and phrases that no text of an input may have."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

REFUSAL = "“{words}” is not allowed here. Write it without, or ask the operator of this service."
COMMENT = "#"
WORD = re.compile(r"[^\W_]+")
# Marks on letters, and what is not seen at all, such as a soft hyphen within a word.
IGNORED = frozenset({"Mn", "Cf"})


class WordList:
    """Refuses inputs with any of these words or phrases: whole words, in any case, with accents or without."""

    def __init__(self, phrases: Iterable[str]) -> None:
        """Raises ValueError where there is nothing to look for."""
        self.phrases = {phrase: spelled for spelled in phrases if (phrase := words_of(spelled))}
        if not self.phrases:
            raise ValueError("there is no word in it")

    @classmethod
    def read(cls, file: Path) -> "WordList":
        """From a UTF-8 file: one word or phrase in a line, `#` begins a comment. Raises OSError, ValueError."""
        lines = file.read_text(encoding="utf-8").splitlines()
        return cls(line.partition(COMMENT)[0].strip() for line in lines)

    def judge(self, tool: str, model: str, input: Mapping[str, Any]) -> str | None:  # noqa: ARG002 (all tools alike)
        """The first that is found in any text of the input."""
        for text in texts_in(input):
            words = words_of(text)
            found = next((spelled for phrase, spelled in self.phrases.items() if phrase in words), None)
            if found is not None:
                return REFUSAL.format(words=found)
        return None


def words_of(text: str) -> str:
    """The words of a text, plain, each with a blank on both sides: one is found in another as whole words."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(character for character in decomposed if unicodedata.category(character) not in IGNORED)
    words = WORD.findall(plain.casefold())
    return f" {' '.join(words)} " if words else ""


def texts_in(value: object) -> Iterator[str]:
    """Every text of an input, however deep."""
    if isinstance(value, str):
        yield value
    for inner in value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ():
        yield from texts_in(inner)
