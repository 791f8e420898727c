"""A prompt as a musician reads it: genre, mood, tempo, key, metre, instruments; what was not understood is kept."""

import re
import unicodedata
from dataclasses import dataclass, replace
from itertools import pairwise

from mediamill_procedural.kit.wording import left_over
from mediamill_procedural.music.reading.words import (
    COUNTS,
    ENSEMBLES,
    FILLERS,
    GENRE_WORDS,
    INSTRUMENT_WORDS,
    LEAVING_OUT,
    LINKS,
    LONELY,
    METRES,
    MOOD_WORDS,
    NEGATIONS,
    SINGING_ALONE,
    SIZES,
    TEMPO_FACTORS,
    TEMPO_MARKS,
    VAGUE,
    Ensemble,
    Mood,
)

CHARACTERS_MAX = 8_000  # of a prompt are read: far more than anybody describes one piece with
PHRASE_WORDS_MAX = 4
BPM_RANGE = (40.0, 220.0)  # outside, nobody hears a beat
WORD = re.compile(r"[^\W_]+(?:[-'&][^\W_]+)*|\d+/\d+")
TEMPO = re.compile(r"(\d{2,3}(?:\.\d+)?)\s*-?\s*(?:bpm|beats?\b)|(?:tempo|bpm)\s*(?:of|:|=)?\s*(\d{2,3})", re.I)
METRE = re.compile(r"\b(2/4|3/4|4/4|5/4|6/8|7/8|12/8)\b")
KEY = re.compile(
    r"\b([A-Ga-g])(?:[ -]?(sharp|flat|#|b(?=[ -])))?[ -]?(major|minor|maj|min|dur|moll|mayor|menor)\b"
    r"(?![ -]*(?:key|mood|tonality|scale|chord|third))"
)
KEY_OF = re.compile(r"\bkey of ([A-Ga-g])(?:[ -]?(sharp|flat|#|b\b))?(?:[ -]?(major|minor|maj|min)\b)?")
LATIN_ACCENTS = re.compile("[\u0300-\u036f]")
THIRD = re.compile(r"\b(?:(minor|moll|menor|mineur|minore)|(major|dur|mayor|majeur|maggiore))\b", re.I)
TONICS = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
MINOR_WORDS = frozenset({"minor", "min", "moll", "menor"})
USED_ALONE = NEGATIONS | LONELY | LINKS
CLAUSES = re.compile(r"[,;.!?\n]")
EITHER = frozenset({"or", "nor", "oder", "ou"})


@dataclass(frozen=True, slots=True)
class Reading:
    """What a prompt asks for; nothing where it is silent."""

    genres: tuple[str, ...] = ()  # clear names before vague ones
    moods: tuple[Mood, ...] = ()
    instruments: tuple[str, ...] = ()  # DRUMS among them
    without: tuple[str, ...] = ()
    alone: bool = False  # nothing but the instruments named
    ensemble: Ensemble | None = None
    size: str | None = None  # the word that says how many play
    bpm: float | None = None
    tempo: float = 1.0  # times the usual
    tonic: int | None = None
    minor: bool | None = None
    metre: str | None = None
    not_understood: tuple[str, ...] = ()
    named: tuple[tuple[str, str], ...] = ()  # instruments and genres, and the words that named them

    @property
    def understood(self) -> bool:
        """Whether anything in it says what music is meant; if not, everything is drawn."""
        return replace(self, alone=False, not_understood=(), named=()) != Reading()


@dataclass(slots=True)
class _Found:
    """What has been read so far."""

    genres: list[str]
    moods: list[Mood]
    instruments: list[str]
    without: list[str]
    used: set[str]
    named: list[tuple[str, str]]
    bpm: float | None = None
    tempo: float = 1.0
    alone: bool = False
    ensemble: Ensemble | None = None


def read(prompt: str) -> Reading:
    """What a prompt asks for; never fails, the same for the same words."""
    text = _plain(prompt[:CHARACTERS_MAX])
    tonic, minor, text = _key(text)
    bpm, text = _cut(TEMPO, text)
    metre, text = _cut(METRE, text)
    words = [word.lower() for word in WORD.findall(text)]
    found = _Found([], [], [], [], set(), [])
    denied = False
    for clause in CLAUSES.split(text):
        said = [word.lower() for word in WORD.findall(clause)]
        # "Without drums, bass or piano" is one list; "no drums, piano and flute" are two things.
        denied = _read_clause(said, found, denied and not EITHER.isdisjoint(said))
    if found.bpm is None and bpm:
        found.bpm = min(max(float(bpm), BPM_RANGE[0]), BPM_RANGE[1])
    if metre is None:
        metre = next((METRES[word] for word in words if word in METRES), None)
    return Reading(
        genres=tuple(sorted(dict.fromkeys(found.genres), key=lambda name: name in VAGUE)),
        moods=tuple({mood.name: mood for mood in found.moods}.values()),
        instruments=tuple(name for name in dict.fromkeys(found.instruments) if name not in found.without),
        without=tuple(dict.fromkeys(found.without)),
        alone=found.alone,
        bpm=found.bpm,
        tempo=found.tempo,
        tonic=tonic,
        minor=minor,
        metre=metre,
        ensemble=found.ensemble,
        size=next((word for word in words if word in SIZES), None),
        not_understood=(
            *(count for count, named in pairwise(words) if count in COUNTS and named in INSTRUMENT_WORDS),
            *left_over(words, found.used | set(SIZES), FILLERS),
        ),
        named=tuple(dict.fromkeys(found.named)),
    )


def _read_clause(words: list[str], found: _Found, denied: bool) -> bool:
    """Read the words between two marks; returns whether they end in a list of what is left out."""
    at = 0
    while at < len(words):
        if words[at] in LEAVING_OUT:
            found.without.append(LEAVING_OUT[words[at]])
            found.used.add(words[at])
        count = _phrase(words, at, found, denied)
        if count:
            found.used.update(words[at : at + count])
            listed = at + count == len(words) or words[at + count] in LINKS
            denied = denied and listed and " ".join(words[at : at + count]) in INSTRUMENT_WORDS
        else:
            denied = words[at] in NEGATIONS or (denied and words[at] in LINKS)
            found.alone = found.alone or words[at] in LONELY
            if words[at] in USED_ALONE or THIRD.fullmatch(words[at]):
                found.used.add(words[at])
        at += count or 1
    return denied


def _plain(text: str) -> str:
    """Without accents, so that "flöte" and "flote" are one word; musical signs stay."""
    kept = text.replace("♭", " flat").replace("♯", " sharp")
    decomposed = unicodedata.normalize("NFKD", kept)
    return unicodedata.normalize("NFC", LATIN_ACCENTS.sub("", decomposed))


def _key(text: str) -> tuple[int | None, bool | None, str]:
    """Tonic, whether it is minor, and the text without them; "in a minor key" names no tonic."""
    for pattern in (KEY, KEY_OF):
        for match in pattern.finditer(text):
            letter, sign, third = match.groups()
            if letter == "a" and pattern is KEY and not sign and not _names_a(text, match):
                continue
            shift = {"sharp": 1, "#": 1, "flat": -1, "b": -1}.get(sign or "", 0)
            tonic = (TONICS[letter.upper()] + shift) % 12
            minor = None if third is None else third.lower() in MINOR_WORDS
            return tonic, minor, text[: match.start()] + " " + text[match.end() :]
    third_match = THIRD.search(text)
    return None, None if third_match is None else bool(third_match[1]), text


def _names_a(text: str, match: re.Match[str]) -> bool:
    """A small a before "minor" is the note only at the end of a clause: "in a minor, slow"."""
    return re.match(r"\s*(?:$|[,.;:!?)]|(?:with|and|at|for|slow|fast)\b)", text[match.end() :]) is not None


def _cut(pattern: re.Pattern[str], text: str) -> tuple[str | None, str]:
    """The first group that a pattern finds, and the text without it."""
    match = pattern.search(text)
    if match is None:
        return None, text
    return next(group for group in match.groups() if group), text[: match.start()] + " " + text[match.end() :]


def _phrase(words: list[str], at: int, found: _Found, denied: bool) -> int:
    """Take the longest known phrase that begins here; how many words it has, 0 for none."""
    for count in range(min(PHRASE_WORDS_MAX, len(words) - at), 0, -1):
        phrase = " ".join(words[at : at + count])
        genre, instrument = GENRE_WORDS.get(phrase), INSTRUMENT_WORDS.get(phrase)
        if denied:
            if instrument:
                found.without.append(instrument)
                return count
            continue
        if phrase in ENSEMBLES:
            found.ensemble = ENSEMBLES[phrase]
            return count
        if genre:
            found.genres.append(genre)
            found.named.append((genre, phrase))
        if instrument:
            found.instruments.append(instrument)
            found.named.append((instrument, phrase))
        if phrase in MOOD_WORDS:
            found.moods.append(MOOD_WORDS[phrase])
        if phrase in TEMPO_FACTORS:
            found.tempo *= TEMPO_FACTORS[phrase]
        if phrase in TEMPO_MARKS and found.bpm is None:
            found.bpm = float(TEMPO_MARKS[phrase])
        if genre or instrument or phrase in MOOD_WORDS or phrase in TEMPO_FACTORS or phrase in TEMPO_MARKS:
            found.alone = found.alone or phrase in SINGING_ALONE
            return count
    return 0
