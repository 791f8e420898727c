"""What words name: the phrases of all sounds and modifiers, and where in a clause they stand."""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mediamill_procedural.effects.reading.modifiers import MODIFIERS, Modifier
from mediamill_procedural.effects.reading.small_words import (
    DENYING,
    LINKS,
    MEASURES,
    NOT_MISSPELT,
    NUMBERS,
    PLACING,
    SILENT,
    SYNONYMS,
    THROUGH,
    TIMES,
    UNITS,
)
from mediamill_procedural.effects.reading.words import distance, lexicon
from mediamill_procedural.effects.sound import Sound
from mediamill_procedural.effects.sounds import SOUNDS

GAP_WORDS_MAX = 3  # between two words of one phrase
INFLECTED_LENGTH_MIN = 4  # shorter synonyms are mostly exclamations
SPELLING_LENGTH_MIN = 4  # shorter words are too easily taken for SYNONYMS
SPELLING_TRIES_MAX = 24  # misspelt words that are looked up: keeps long nonsense quick


@dataclass(frozen=True, slots=True)
class Phrase:
    """Base forms that together name a sound; a weak one counts only where nothing clearer is said."""

    words: tuple[str, ...]
    sound: Sound
    weak: bool


@dataclass(frozen=True, slots=True)
class Lexis:
    """All that can be understood."""

    bases: Mapping[str, str]  # every form of every known word
    synonyms: Mapping[str, tuple[str, ...]]  # every form of other words, and the bases they stand for
    by_word: Mapping[str, tuple[Phrase, ...]]  # phrases by their first word, longest first
    modifiers: Mapping[str, tuple[tuple[tuple[str, ...], Modifier], ...]]  # by their first word, longest first
    known: frozenset[str]  # everything that needs no guess
    small: frozenset[str]  # words that say nothing about a sound by themselves
    spelling: frozenset[str]  # what a misspelt word may be taken for: names of sounds in all forms, manners in one

    def bases_of(self, word: str) -> tuple[str, ...]:
        """The base forms a word stands for; none if it is not known."""
        if word in THROUGH:
            return ("through",)
        if word in PLACING:
            return ("in", word)
        own = (self.bases[word],) if word in self.bases else ()
        return tuple(dict.fromkeys(own + self.synonyms.get(word, ())))


@functools.lru_cache(maxsize=1)
def lexis() -> Lexis:
    """Everything that can be understood, put together once."""
    phrases = [phrase for sound in SOUNDS.values() for phrase in phrases_of(sound)]
    spoken = [(tuple(text.split()), modifier) for modifier in MODIFIERS for text in modifier.phrases]
    named = {word for phrase in phrases for word in phrase.words}
    bases = set(named)
    bases |= {word for words, _ in spoken for word in words}
    bases |= {word for sound in SOUNDS.values() for word in sound.sources}
    # Phrases of modifiers stand as they are said: "backwards" is no form that could be derived.
    forms = lexicon(bases - {"in", "through"})
    # "Pow" has a plural, but "power" is something else.
    long = lexicon(word for word in SYNONYMS if len(word) >= INFLECTED_LENGTH_MIN)
    short = {form: word for word in SYNONYMS if len(word) < INFLECTED_LENGTH_MIN for form in (word, f"{word}s")}
    derived = {form: SYNONYMS[word] for form, word in (short | long).items()}
    by_word: dict[str, list[Phrase]] = {}
    for phrase in phrases:
        for word in set(phrase.words):
            by_word.setdefault(word, []).append(phrase)
    by_first: dict[str, list[tuple[tuple[str, ...], Modifier]]] = {}
    for words, modifier in spoken:
        by_first.setdefault(words[0], []).append((words, modifier))
    small = {word for words in LINKS for word in words} | set(NUMBERS) | set(UNITS)
    small |= TIMES | DENYING | SILENT | PLACING | THROUGH | MEASURES
    return Lexis(
        bases=forms,
        synonyms=derived,
        by_word={word: tuple(sorted(found, key=lambda one: -len(one.words))) for word, found in by_word.items()},
        modifiers={word: tuple(sorted(found, key=lambda one: -len(one[0]))) for word, found in by_first.items()},
        known=frozenset(forms) | frozenset(derived) | small,
        small=frozenset(small),
        spelling=frozenset(lexicon(named)) | frozenset(bases) | frozenset(SYNONYMS),
    )


def phrases_of(sound: Sound) -> list[Phrase]:
    """The phrases that name a sound."""
    return [Phrase(tuple(text.lstrip("?").split()), sound, text.startswith("?")) for text in sound.phrases]


@functools.lru_cache(maxsize=1_024)
def respelt(word: str, loose: bool) -> str | None:
    """The known word a misspelt one probably is: one letter off, two in long words, more when `loose`."""
    if len(word) < SPELLING_LENGTH_MIN or not word.isalpha() or word in NOT_MISSPELT:
        return None
    allowed = (1 if len(word) < 8 else 2) + (1 if loose and len(word) > 6 else 0)
    best: tuple[int, int, str] | None = None
    for known in _candidates(word[0]):
        if abs(len(known) - len(word)) > allowed or len(known) < SPELLING_LENGTH_MIN:
            continue
        off = distance(word, known)
        # Of short words only what has letters swapped or one left out is taken for misspelt.
        if off <= allowed and (len(word) > 4 or sorted(word) == sorted(known) or len(known) > len(word)):
            # Of words equally near the one of the same length is meant, then the first of the alphabet.
            rank = (off, abs(len(known) - len(word)), known)
            best = rank if best is None or rank < best else best
    return best[2] if best else None


@functools.lru_cache(maxsize=64)
def _candidates(letter: str) -> tuple[str, ...]:
    return tuple(sorted(word for word in lexis().spelling if word[0] == letter))


def says_where(bases: Sequence[str]) -> bool:
    """Whether a word only says where something is: "in", "on", "behind"."""
    return bool(bases) and bases[0] in ("in", "through")


def places(
    words: Sequence[str], bases: Sequence[tuple[str, ...]], free: Sequence[bool], steps: Sequence[int]
) -> tuple[int, ...] | None:
    """Where all these words stand close together, in any order; None where they do not.

    `steps` counts up to each word those that mean something: "the roof of a car" is as close as "car roof".
    """
    options = [[at for at, here in enumerate(bases) if free[at] and word in here] for word in words]
    if not all(options):
        return None
    for start in options[0]:
        chosen = [start]
        for choices in options[1:]:
            left = [at for at in choices if at not in chosen]
            if not left:
                break
            chosen.append(min(left, key=lambda at: (abs(at - start), at)))
        if len(chosen) == len(words) and steps[max(chosen)] - steps[min(chosen)] <= GAP_WORDS_MAX + len(words) - 1:
            return tuple(sorted(chosen))
    return None


def ordered_places(
    words: Sequence[str], bases: Sequence[tuple[str, ...]], start: int, stop: int
) -> tuple[int, ...] | None:
    """Where these words stand in this order from a place on, each close to the one before; None where they do not."""
    found = [start]
    for word in words[1:]:
        ahead = range(found[-1] + 1, min(stop, found[-1] + 2 + GAP_WORDS_MAX))
        place = next((at for at in ahead if word in bases[at]), None)
        if place is None:
            return None
        found.append(place)
    return tuple(found)
