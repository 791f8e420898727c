"""English as it is said aloud: what espeak-ng would read wrongly written out in words, the rest left as it is."""

import re

from mediamill_procedural.speech.english_numbers import RULES as NUMBER_RULES
from mediamill_procedural.speech.english_numbers import Rule, alternatives
from mediamill_procedural.speech.english_words import (
    ABBREVIATIONS,
    BEFORE_NUMBER,
    PLAIN_WORDS,
    REGNAL_NAMES,
    SENTENCE_STARTERS,
    SIGN_PATTERNS,
    SIGNS,
    SPELLED,
    TITLES,
)
from mediamill_procedural.speech.numerals import ordinal, roman

SHOUTED_WORDS_MIN = 4  # fewer words in capitals are emphasis or initials
NEXT_WORD = re.compile(r"\W*(\w+)")


def in_english_words(text: str) -> str:
    """The text ready for an English voice."""
    text = without_shouting(text)
    for pattern, replacement in RULES:
        text = pattern.sub(replacement, text)
    return text


def without_shouting(text: str) -> str:
    """A text all in capitals in small letters, so that "US" in it is a word and not two letters."""
    words = re.findall(r"[^\W\d_]{2,}", text)
    if len(words) < SHOUTED_WORDS_MIN or not all(word.isupper() for word in words):
        return text
    lowered = re.sub(r"\bA\b|[^\W\d_]{2,}", lambda word: kept(word.group()), text)
    return re.sub(r"(?:^|[.!?] )[a-z]", lambda start: start.group().upper(), lowered)


def kept(word: str) -> str:
    """A word in capitals in small letters, unless it is known to be initials."""
    return word if word in SPELLED else word.lower()


def title(match: re.Match[str]) -> str:
    """Dr. Smith -> Doctor Smith."""
    return TITLES[match.group(1)]


def saint_or_street(match: re.Match[str]) -> str:
    """St. Mary is a saint, Main St. a street; so with Dr."""
    name = {"St": "Street", "Dr": "Drive"}[match.group(2)]
    return f"{match.group(1)} {name}" + ("." if ends_sentence(match) else "")


def abbreviation(match: re.Match[str]) -> str:
    """e.g. -> for example, keeping the full stop of a sentence that ends there."""
    return ABBREVIATIONS[match.group(1)] + ("." if ends_sentence(match) else "")


def initials(match: re.Match[str]) -> str:
    """U.S. -> U S, J. R. R. Tolkien -> J R R Tolkien."""
    return " ".join(re.findall(r"\w", match.group())) + ("." if ends_sentence(match) else "")


def ends_sentence(match: re.Match[str]) -> bool:
    """Whether a sentence ends with the match: nothing follows, or a word that often begins one."""
    following = NEXT_WORD.match(match.string, match.end())
    return following is None or following.group(1) in SENTENCE_STARTERS


def roman_numeral(match: re.Match[str]) -> str:
    """Henry VIII -> Henry the eighth; Chapter IV -> Chapter 4."""
    name, numeral = match.groups()
    value = roman(numeral)
    if value is None:
        return match.group()
    return f"{name} the {ordinal(value)}" if name in REGNAL_NAMES else f"{name} {value}"


def lone_roman(match: re.Match[str]) -> str:
    """XIV -> 14."""
    value = roman(match.group())
    return match.group() if value is None else str(value)


def apart(name: str) -> str:
    """snake_case and camelCase as words."""
    return re.sub(r"(?<=[a-z\d])(?=[A-Z])", " ", name.replace("_", " "))


RULES: tuple[Rule, ...] = (
    (re.compile(rf"(?<![\w/])(?:{alternatives(PLAIN_WORDS)})(?![\w/])"), lambda m: PLAIN_WORDS[m.group()]),
    (re.compile(rf"\b({alternatives(BEFORE_NUMBER)})\. ?(?=\d)"), lambda m: f"{BEFORE_NUMBER[m.group(1)]} "),
    (re.compile(r"\b([A-Z][a-z]+|\d+(?:st|nd|rd|th)) (St|Dr)\.(?! ?[A-Z][a-z]+ [A-Z][a-z])"), saint_or_street),
    (re.compile(r"\bSt\.(?= ?[A-Z])"), "Saint"),
    (re.compile(rf"\b({alternatives(TITLES)})\.(?= ?[A-Z]| and )"), title),
    (re.compile(r"\b(Mr|Mrs|Ms|Dr|Prof)(?= [A-Z])"), title),
    (re.compile(r"(?<![\w&#])#(?=\d)"), "number "),
    (re.compile(r"(?<![\w&])#(\w+)"), lambda m: f"hashtag {apart(m.group(1))}"),
    *NUMBER_RULES,
    (re.compile(rf"(?<![\w.])({alternatives(ABBREVIATIONS)})\.(?!\w)"), abbreviation),
    (re.compile(r"(?<![\w.])(?:[A-Za-z]\.){2,}(?!\w)|(?<![\w.])(?:[A-Z]\. ?)*[A-Z]\.(?= ?[A-Z][a-z])"), initials),
    (re.compile(r"\bvs\b"), "versus"),
    (re.compile(r"\b([A-Z][a-z]+) ([IVX]{2,}|[VX])\b(?!['’-])"), roman_numeral),
    (
        re.compile(r"\b(?:Chapter|Part|Act|Scene|Volume|Book|Phase|Type|Class|Section) (I)\b"),
        lambda m: m.group()[:-1] + "1",
    ),
    (re.compile(r"(?<![\w'’.-])[IVX]{2,}(?![\w'’-])"), lone_roman),
    *((re.compile(found), said) for found, said in SIGN_PATTERNS.items()),
    (re.compile(r"(?<!\w)@(?=\w)"), "at "),
    (re.compile(r"\b[a-z]+_\w+\b|\b[a-z]+[A-Z]\w*[a-z]\b(?<!iPhone)(?<!iPad)"), lambda m: apart(m.group())),
    (re.compile("|".join(map(re.escape, SIGNS))), lambda m: SIGNS[m.group()]),
)
