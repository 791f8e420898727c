"""English text as phonemes, sentence by sentence, by the lexicon and rules that come with hibari (misaki's, ported)."""

import functools
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from mediamill.engines.sdk import EngineRefused

PHONEMES_MAX = 400  # of what is spoken at once: Kokoro takes 510, and hurries through more than this
SENTENCE_PAUSE, PARAGRAPH_PAUSE, CLAUSE_PAUSE = 0.3, 0.6, 0.1  # seconds
FOREIGN_LETTERS_MAX = 0.2  # of the letters: leaving out more than this would be another text
# Of words in small letters, those that no English lexicon has: names, which have a capital, say nothing of a language.
# Ten other languages in Latin letters have half of them and more, English at most a third, nonsense verse included.
STRANGE_WORDS_MAX, WORDS_MIN = 0.4, 5
IN_LEXICON = 3  # hibari's rating of a word that was found there; guesses have less
MARKS = re.compile(
    r"[\[\]()*_#`~|<>{}\\]+"
)  # hibari takes [word](/phonemes/) for a pronunciation; a text is never obeyed
CLAUSE_END = re.compile(r"(?<=[,;:—])\s+")
NOTHING_TO_SAY = "There is nothing to say in this text: write at least one word or number."
ENGLISH_ONLY = "This voice speaks English only, and the text is in another language or script."


@dataclass(frozen=True, slots=True)
class Breath:
    """What is spoken at once, and the pause after it in seconds."""

    phonemes: str
    pause: float


@dataclass(frozen=True, slots=True)
class Reading:
    """A text as it will be spoken, and the words of it that cannot be."""

    breaths: tuple[Breath, ...]
    unreadable: tuple[str, ...]


def read(text: str, *, british: bool) -> Reading:
    """The phonemes of a text. Raises EngineRefused where there is nothing to say, or hardly anything in English."""
    kept, unreadable = readable(text)
    spoken = _spoken(kept, british)
    if spoken.words >= WORDS_MIN and spoken.strange > STRANGE_WORDS_MAX * spoken.words:
        raise EngineRefused(sentence=ENGLISH_ONLY)
    if not spoken.breaths:
        raise EngineRefused(sentence=NOTHING_TO_SAY)
    return Reading(spoken.breaths, unreadable)


def breaths_of(text: str) -> tuple[Breath, ...]:
    """The phonemes of a text that is known to be English, or should be; none where there is nothing to say."""
    return _spoken(_without_foreign(text)[0], british=False).breaths


def readable(text: str) -> tuple[str, tuple[str, ...]]:
    """The text without marks and words of other scripts, and those words. Raises EngineRefused for too many of them."""
    letters = [one for one in unicodedata.normalize("NFKC", text) if one.isalpha()]
    if sum(not is_latin(one) for one in letters) > FOREIGN_LETTERS_MAX * len(letters):
        raise EngineRefused(sentence=ENGLISH_ONLY)
    return _without_foreign(text)


@functools.cache
def is_latin(letter: str) -> bool:
    """Whether a letter is one of the Latin script."""
    return unicodedata.name(letter, "").startswith(("LATIN", "FULLWIDTH LATIN", "MODIFIER LETTER"))


def in_parts(phonemes: str) -> Iterator[str]:
    """At most PHONEMES_MAX each, cut after a clause where there is one, else between words, else anywhere."""
    rest = phonemes.strip()
    while len(rest) > PHONEMES_MAX:
        ends = [found.end() for found in CLAUSE_END.finditer(rest, 0, PHONEMES_MAX)]
        cut = ends[-1] if ends else rest.rfind(" ", 1, PHONEMES_MAX) + 1 or PHONEMES_MAX
        yield rest[:cut].strip()
        rest = rest[cut:].strip()
    if any(one.isalpha() for one in rest):
        yield rest


@dataclass(frozen=True, slots=True)
class _Spoken:
    breaths: tuple[Breath, ...]
    words: int  # in small letters
    strange: int  # of these


def _without_foreign(text: str) -> tuple[str, tuple[str, ...]]:
    """The text without marks, controls and words of other scripts, and those words."""
    plain = unicodedata.normalize("NFKC", MARKS.sub(" ", text))
    plain = "".join(one for one in plain if unicodedata.category(one)[0] != "C" or one.isspace())
    words = dict.fromkeys(re.findall(r"\w+", plain))
    foreign = tuple(word for word in words if not all(map(is_latin, filter(str.isalpha, word))))
    for word in foreign:
        plain = plain.replace(word, " ")
    return plain, foreign


def _spoken(text: str, british: bool) -> _Spoken:
    """The breaths of a text, and how many of its words are known."""
    from hibari import Hibari

    breaths: list[Breath] = []
    words, strange = 0, 0
    for paragraph in filter(None, map(str.strip, text.split("\n"))):
        sentences = Hibari.split_sentences(paragraph)
        for place, sentence in enumerate(sentences, start=1):
            phonemes, ratings = _sentence(sentence, british)
            words, strange = words + len(ratings), strange + sum(rating < IN_LEXICON for rating in ratings)
            after = PARAGRAPH_PAUSE if place == len(sentences) else SENTENCE_PAUSE
            parts = list(in_parts(phonemes))
            breaths += [Breath(part, CLAUSE_PAUSE) for part in parts[:-1]]
            breaths += [Breath(part, after) for part in parts[-1:]]
    return _Spoken(tuple(breaths), words, strange)


def _sentence(sentence: str, british: bool) -> tuple[str, list[int]]:
    """The phonemes of a sentence, as G2P.__call__ joins them, and the rating of each of its words in small letters."""
    from hibari.g2p import normalize

    tokens = _lexicon(british).phonemize_tokens(_lexicon(british).tokenize(normalize(sentence)))
    phonemes = "".join((token.phonemes or "") + (" " if token.whitespace else "") for token in tokens)
    return phonemes, [token.rating or 0 for token in tokens if token.text[:1].islower()]


@functools.cache
def _lexicon(british: bool) -> Any:
    """Of an accent; half a second and 60 MB, once in a process."""
    from hibari.g2p import G2P

    return G2P(british=british)
