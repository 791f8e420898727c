"""A prompt cut into clauses, and how each follows the one before it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mediamill_procedural.effects.reading.matching import Lexis, ordered_places
from mediamill_procedural.effects.reading.modifiers import Modifier
from mediamill_procedural.effects.reading.small_words import LINK_WORDS_MAX, LINKS, Link
from mediamill_procedural.effects.reading.words import Token

CLAUSE_WORDS_MAX = 24


@dataclass(frozen=True, slots=True)
class Saying:
    """A modifier and the places of its words."""

    modifier: Modifier
    at: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Clause:
    """The words from one link to the next, by their places."""

    link: Link
    start: int
    stop: int


def sayings(words: Sequence[Token], bases: Sequence[tuple[str, ...]], lexis: Lexis) -> list[Saying]:
    """All modifiers of a prompt, longest first where several begin at one word; none crosses a dividing mark."""
    found: list[Saying] = []
    used: set[int] = set()
    for start in range(len(words)):
        stop = next((at for at in range(start, len(words)) if words[at].divides), len(words))
        for base in bases[start]:
            for phrase, modifier in lexis.modifiers.get(base, ()):
                places = ordered_places(phrase, bases, start, stop)
                if places is not None and not used & set(places):
                    found.append(Saying(modifier, places))
                    used |= {at for at in places if bases[at] != ("in",)}
                    break
    return found


def clauses(words: Sequence[Token], taken: set[int]) -> list[Clause]:
    """The clauses of a prompt; links within `taken` (as in "closer and closer") do not cut."""
    found: list[Clause] = []
    link, start, at = Link.SENTENCE, 0, 0
    while at < len(words):
        length, next_link = _link(words, at, taken)
        if next_link is None:
            at += 1
            continue
        if start < at:
            found.append(Clause(link, start, at))
            link = next_link
        elif _stronger(next_link, link):
            # "a bang, then": of two links in a row the clearer one counts.
            link = next_link
        at += length
        start = at
    if start < len(words):
        found.append(Clause(link, start, len(words)))
    return [piece for clause in found for piece in _pieces(clause)]


def _pieces(clause: Clause) -> Iterator[Clause]:
    """A clause, or what has no end in pieces: nobody means words together that stand so far apart."""
    for number, start in enumerate(range(clause.start, clause.stop, CLAUSE_WORDS_MAX)):
        link = clause.link if number == 0 else Link.LISTED
        yield Clause(link, start, min(clause.stop, start + CLAUSE_WORDS_MAX))


def _link(words: Sequence[Token], at: int, taken: set[int]) -> tuple[int, Link | None]:
    if at in taken:
        return 1, None
    for length in range(LINK_WORDS_MAX, 0, -1):
        text = tuple(word.text for word in words[at : at + length])
        if len(text) == length and text in LINKS:
            return length, LINKS[text]
    return 1, None


_STRENGTH = (Link.LISTED, Link.SENTENCE, Link.TOGETHER, Link.THEN, Link.AFTER)


def _stronger(one: Link, other: Link) -> bool:
    return _STRENGTH.index(one) >= _STRENGTH.index(other)
