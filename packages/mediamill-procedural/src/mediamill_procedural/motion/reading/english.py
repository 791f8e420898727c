"""Which words are English: the pronunciation dictionary that comes with the recogniser knows 134,000 of them."""

import importlib.util
from functools import cache
from pathlib import Path

DICTIONARY = Path("model", "en-us", "cmudict-en-us.dict")  # of pocketsphinx: a word and its sounds on each line
ENDINGS = ("", "s", "es", "ed", "d", "ing", "er", "ly")


def is_english(word: str) -> bool:
    """Whether a word, or the word that it is a form of, stands in the dictionary; without one, every word does."""
    text = _dictionary()
    return not text or any(
        f"\n{word.removesuffix(ending)} ".encode() in text for ending in ENDINGS if word.endswith(ending)
    )


@cache
def _dictionary() -> bytes:
    found = importlib.util.find_spec("pocketsphinx")  # its text alone is read: nothing of it is imported
    path = Path(found.origin).parent / DICTIONARY if found and found.origin else None
    return b"\n" + path.read_bytes() if path and path.is_file() else b""
