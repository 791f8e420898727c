"""WordNet's files as Debian installs them (package wordnet-base): which words stand for a kind of thing."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

FOLDER = Path("/usr/share/wordnet")
HYPONYM = "~"
USED_MIN = 2  # in the texts that were counted


@dataclass(frozen=True, slots=True)
class Meaning:
    """A set of words that mean the same, and the offsets of what is a kind of it."""

    words: tuple[str, ...]
    kinds: tuple[str, ...]


class WordNet:
    """The words of one part of speech: `noun` or `verb`."""

    def __init__(self, part: str, folder: Path = FOLDER) -> None:
        self.part = part
        self.folder = folder

    def kinds_of(self, root: str) -> list[str]:
        """Single words that mostly mean a kind of this, and that people use; in the order of the alphabet."""
        found: set[str] = set()
        seen: set[str] = set()
        waiting = [self.first_meaning[root]]
        while waiting:
            offset = waiting.pop()
            if offset in seen:
                continue
            seen.add(offset)
            meaning = self.meanings[offset]
            waiting += meaning.kinds
            found |= {word for word in meaning.words if self.first_meaning.get(word) == offset and word in self.used}
        return sorted(word for word in found if word.isascii() and word.isalpha() and word.islower() and word != root)

    @cached_property
    def meanings(self) -> dict[str, Meaning]:
        """By offset."""
        return {fields[0]: meaning_of(fields) for fields in lines_of(self.folder / f"data.{self.part}")}

    @cached_property
    def first_meaning(self) -> dict[str, str]:
        """The offset of what each word mostly means."""
        found = {}
        for word, *fields in lines_of(self.folder / f"index.{self.part}"):
            count = int(fields[1])
            found[word] = fields[-count]
        return found

    @cached_property
    def used(self) -> set[str]:
        """Words that WordNet's authors met again and again in the texts that they counted."""
        kind = {"noun": "1", "verb": "2"}[self.part]
        counted = ((*key.partition("%"), int(count)) for key, _, count in lines_of(self.folder / "cntlist.rev"))
        return {word for word, _, rest, count in counted if rest.startswith(kind) and count >= USED_MIN}


def meaning_of(fields: list[str]) -> Meaning:
    """From a line of a data file: offset, file, type, words in hexadecimal number, words, pointers."""
    count = int(fields[3], 16)
    words = tuple(fields[4 : 4 + 2 * count : 2])
    first = 4 + 2 * count + 1
    pointers = range(first, first + 4 * int(fields[first - 1]), 4)
    return Meaning(words, tuple(fields[at + 1] for at in pointers if fields[at] == HYPONYM))


def lines_of(file: Path) -> Iterator[list[str]]:
    """The fields of each line; what begins with a space is the licence."""
    with file.open() as lines:
        yield from (line.split("|")[0].split() for line in lines if not line.startswith(" "))
