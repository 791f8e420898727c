"""A text cut into what is spoken in one breath: one language each, never too long, with the pause that follows."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from mediamill_procedural.speech.languages import stretches
from mediamill_procedural.speech.plain import paragraphs
from mediamill_procedural.speech.spoken import as_spoken

PHRASE_CHARACTERS_MAX = 280  # a long sentence is cut at a comma: bounds what one synthesis takes, and feeds progress
PHRASES_MAX = 150  # each costs 40 ms of starting a process: of more, short neighbours are said together
# Seconds of silence after a phrase, at the usual pace.
PARAGRAPH_PAUSE, SENTENCE_PAUSE, CLAUSE_PAUSE, WORD_PAUSE = 0.75, 0.42, 0.2, 0.05
SENTENCE_MARKS = ".!?…。！？؟।"
CLAUSE_MARKS = ",;:，、；：،؛"
SENTENCE_END = re.compile(r"(?<=[.!?…؟।])\s+|(?<=[。！？])\s*")
CLAUSE_ENDS = (re.compile(r"(?<=[;:；：؛])\s*"), re.compile(r"(?<=[,，、،])\s*"), re.compile(r"\s+"))


@dataclass(frozen=True, slots=True)
class Phrase:
    """What one synthesis says."""

    text: str
    language: str  # code of `languages.py`
    pause: float  # seconds after it


@dataclass(frozen=True, slots=True)
class Reading:
    """A whole text ready to be spoken, and the scripts in it that cannot be."""

    phrases: tuple[Phrase, ...]
    unreadable: tuple[str, ...]  # Unicode's names of scripts, such as "THAI"
    unreadable_share: float  # of the letters, 0 to 1

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages spoken, in the order they come."""
        return tuple(dict.fromkeys(phrase.language for phrase in self.phrases))


def reading_of(text: str) -> Reading:
    """What has to be said, phrase by phrase."""
    phrases: list[Phrase] = []
    unreadable: dict[str, int] = {}
    letters = 0
    for paragraph in paragraphs(text):
        said: list[Phrase] = []
        for stretch in stretches(paragraph):
            count = sum(character.isalpha() for character in stretch.text)
            letters += count
            if stretch.language is None:
                unreadable[stretch.script] = unreadable.get(stretch.script, 0) + count
            else:
                said += phrases_of(as_spoken(stretch.text, stretch.language), stretch.language)
        if said:
            phrases += [*said[:-1], Phrase(said[-1].text, said[-1].language, PARAGRAPH_PAUSE)]
    if len(phrases) > PHRASES_MAX:
        phrases = list(together(phrases))
    return Reading(tuple(phrases), tuple(unreadable), sum(unreadable.values()) / max(1, letters))


def together(phrases: list[Phrase]) -> Iterator[Phrase]:
    """Neighbouring short phrases of one language as one, with the pauses that the synthesizer makes between them."""
    waiting = phrases[0]
    for phrase in phrases[1:]:
        joined = f"{waiting.text} {phrase.text}"
        fits = len(joined) <= PHRASE_CHARACTERS_MAX and phrase.language == waiting.language
        if fits and waiting.pause <= SENTENCE_PAUSE:
            waiting = Phrase(joined, phrase.language, phrase.pause)
        else:
            yield waiting
            waiting = phrase
    yield waiting


def phrases_of(text: str, language: str) -> Iterator[Phrase]:
    """The sentences of a stretch, long ones in parts."""
    for sentence in filter(None, map(str.strip, SENTENCE_END.split(text))):
        for part in parts_of(sentence):
            yield Phrase(part, language, pause_after(part))


def parts_of(sentence: str) -> Iterator[str]:
    """A sentence in pieces of at most PHRASE_CHARACTERS_MAX, cut where a reader would pause."""
    while len(sentence) > PHRASE_CHARACTERS_MAX:
        cut = best_cut(sentence)
        yield sentence[:cut].strip()
        sentence = sentence[cut:].strip()
    if sentence:
        yield sentence


def best_cut(sentence: str) -> int:
    """Where to cut: after a semicolon, else a comma, else a word, in the second half of what fits; else right there."""
    for ends in CLAUSE_ENDS:
        cuts = [match.end() for match in ends.finditer(sentence, PHRASE_CHARACTERS_MAX // 2, PHRASE_CHARACTERS_MAX)]
        if cuts and cuts[-1] > 0:
            return cuts[-1]
    return PHRASE_CHARACTERS_MAX


def pause_after(phrase: str) -> float:
    """The silence that the last mark of a phrase stands for."""
    if phrase[-1] in SENTENCE_MARKS:
        return SENTENCE_PAUSE
    return CLAUSE_PAUSE if phrase[-1] in CLAUSE_MARKS else WORD_PAUSE
