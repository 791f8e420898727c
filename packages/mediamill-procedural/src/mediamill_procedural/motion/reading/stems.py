"""Words as people write them, cut down to what the lists know."""

import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass

from mediamill_procedural.motion.reading.words import IRREGULAR

WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?|[,.;:!?\n→>&+/]")
_ENDINGS = (
    ("ies", "y"),
    ("ied", "y"),
    ("ing", ""),
    ("ing", "e"),
    ("s", ""),
    ("es", ""),
    ("ed", ""),
    ("ed", "e"),
    ("er", ""),
)
_DOUBLED = re.compile(r"([bdglmnprt])\1$")


@dataclass(frozen=True, slots=True)
class Word:
    """A word as it was said, and the known word that it is a form of; that is empty where it says nothing."""

    said: str
    stem: str

    @property
    def form(self) -> str:
        """Its ending: "s", "ing", "ed" (also of "ran"), "ly" of an adverb; empty for a bare word."""
        if self.said.endswith("ily") or (self.said.endswith("ly") and self.said != self.stem):
            return "ly"
        for ending in ("ing", "ed"):
            if self.said.endswith(ending) and self.said != self.stem:
                return ending
        if self.said.endswith("s") and not self.said.endswith(("ss", "us")):
            return "s"
        return "ed" if IRREGULAR.get(self.said) and self.said != self.stem else ""


def words_of(text: str) -> list[str]:
    """Lower-case words and the marks that part clauses."""
    plain = unicodedata.normalize("NFKC", text).lower().replace("’", "'").replace("-", " ")
    return WORD.findall(plain)


def stem(word: str, known: Collection[str]) -> str:
    """The known word this is a form of; itself when there is none."""
    word = word.removesuffix("'s")
    if word in IRREGULAR:
        return IRREGULAR[word]
    for ending, instead in _ENDINGS:
        if not word.endswith(ending) or len(word) - len(ending) < 2:
            continue
        cut = word[: -len(ending)]
        for guess in (cut + instead, _DOUBLED.sub(r"\1", cut)):
            if guess in known:
                return guess
    return word
