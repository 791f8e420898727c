"""Which language a stretch of text is in: by its script, and in a shared script by its small words and own letters."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from mediamill_procedural.kit.data import load
from mediamill_procedural.speech.small_words import SHARED_SCRIPTS

ENGLISH = "en"
SCRIPT_LANGUAGE: Mapping[str, str] = load("mediamill_procedural.speech", "scripts.toml", dict[str, str])
SAME_SCRIPT = {"KATAKANA": "HIRAGANA", "ANGSTROM": "LATIN", "KELVIN": "LATIN", "MICRO": "LATIN"}
CANTONESE = re.compile("[嘅咗唔喺佢冇哋嗰啲嚟]")
# What a word counts: one that several languages have, one that is this language's alone, one with a letter of its own.
WORD_WEIGHT, OWN_WORD_WEIGHT, LETTER_WEIGHT = 1.0, 1.5, 0.7
OWN_WORD_LETTERS = 4  # shorter ones are too often something else
# What the whole text says about a single sentence of it, against what the sentence says itself.
CONTEXT_WEIGHT = 0.35
# The script's first language is assumed until another is ahead by this much: in Latin letters one small word may be
# part of a name ("El Paso").
EVIDENCE_MIN, EVIDENCE_MIN_LATIN = 0.9, 1.4
WORD = re.compile(r"[^\s\d.,;:!?…¡¿。、，।؟؛،()\[\]{}<>\"“”„«»*_/|–—-]+")
KANA = re.compile("[\u3041-\u3096\u30a1-\u30fa]")
# Not after a number or an abbreviation ("am 3. Mai", "z. B. hier", "Dr. Who"): those have few letters and no vowel.
SENTENCE_END = re.compile(
    r"(?:(?<=[^\W\d_]{3}\.)|(?<=\b[a-z][aeiouyàéèü]\.)|(?<=\b[aeiou][a-z]\.)|(?<=[!?…。！？؟।]))"
    r"[\"'”’»)\]]*\s+(?![a-zà-ÿ\d])|(?<=[。！？])"
)
SHORT_UNIT = re.compile(r"(?<=\d)\s?[A-Za-z]{1,3}(?![A-Za-z])")


@dataclass(frozen=True, slots=True)
class Stretch:
    """A piece of the text in one language; the pieces of a text joined are that text."""

    text: str
    language: str | None  # None: a script that is not spoken here
    script: str  # the first word of its letters' Unicode names


def stretches(text: str) -> list[Stretch]:
    """The text cut where its language changes."""
    context = {script: votes(text, script) for script in SHARED_SCRIPTS}
    found: list[Stretch] = []
    for sentence in sentences_of(text):
        for piece, script in script_runs(sentence):
            language = language_of(piece, script, text, context)
            if found and (found[-1].language, found[-1].script) == (language, script):
                found[-1] = Stretch(found[-1].text + piece, language, script)
            else:
                found.append(Stretch(piece, language, script))
    return found


def sentences_of(text: str) -> Iterator[str]:
    """The text in rough sentences, nothing lost."""
    start = 0
    for match in SENTENCE_END.finditer(text):
        yield text[start : match.end()]
        start = match.end()
    if start < len(text):
        yield text[start:]


def script_runs(text: str) -> Iterator[tuple[str, str]]:
    """(piece, script) for each run of one script; digits, spaces and signs go with the letters before them."""
    start, current = 0, ""
    inside_others = {index for unit in SHORT_UNIT.finditer(text) for index in range(*unit.span())}
    for index, character in enumerate(text):
        script = script_of(character)
        if not script or script == current or (current and index in inside_others):
            continue
        if current:
            yield text[start:index], current
            start, current = index, script
        else:
            current = script
    yield text[start:], current or "LATIN"


@cache
def script_of(character: str) -> str:
    """The script of a letter or mark ("LATIN"), empty for everything that belongs to no script."""
    if unicodedata.category(character)[0] not in "LM" and character != "々":
        return ""
    name = unicodedata.name(character, "").split(" ")[0]
    if name in ("COMBINING", "MODIFIER", "FEMININE", "MASCULINE", "KATAKANA-HIRAGANA", "VARIATION", ""):
        return ""
    return SAME_SCRIPT.get(name, name)


def language_of(piece: str, script: str, text: str, context: Mapping[str, Mapping[str, float]]) -> str | None:
    """The language code of a piece in one script, None where no voice can read it."""
    if script == "CJK" and KANA.search(text):
        return None  # Japanese: espeak-ng has no readings of kanji
    if script == "CJK" and CANTONESE.search(text):
        return "yue"
    if script not in SHARED_SCRIPTS:
        return SCRIPT_LANGUAGE.get(script)
    assumed = SCRIPT_LANGUAGE[script]
    own = votes(piece, script)
    weight = CONTEXT_WEIGHT if own else 1.0  # what says nothing of its own is in the language of the rest
    scores = {
        language: own.get(language, 0.0) + weight * context[script].get(language, 0.0)
        for language in SHARED_SCRIPTS[script]
    }
    best = max(scores, key=lambda language: scores[language])
    needed = EVIDENCE_MIN_LATIN if script == "LATIN" else EVIDENCE_MIN
    return best if scores[best] - scores[assumed] >= needed else assumed


def votes(text: str, script: str) -> dict[str, float]:
    """How much speaks for each language of a script: small words found and letters that few others write."""
    words = {word.replace("’", "'").strip("'") for word in WORD.findall(text.lower())}
    found: dict[str, float] = {}
    for language, evidence in SHARED_SCRIPTS[script].items():
        own = own_words(script, language)
        score = sum(OWN_WORD_WEIGHT if word in own else WORD_WEIGHT for word in words & evidence.words)
        score += LETTER_WEIGHT * sum(bool(evidence.letters.intersection(word)) for word in words)
        if score:
            found[language] = score
    return found


@cache
def own_words(script: str, language: str) -> frozenset[str]:
    """The longer small words of a language that no other one of its script has."""
    others = Counter(word for evidence in SHARED_SCRIPTS[script].values() for word in evidence.words)
    words = SHARED_SCRIPTS[script][language].words
    return frozenset(word for word in words if others[word] == 1 and len(word) >= OWN_WORD_LETTERS)
