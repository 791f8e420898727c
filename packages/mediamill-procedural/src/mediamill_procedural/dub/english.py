"""What a recogniser wrote down, as English is written: capitals, a mark at the end; without them Apertium errs more."""

import re

QUESTION_STARTS = frozenset(
    "am are can could did do does had has have how is may shall should was were what what's when where where's which "
    "who who's whom whose why will would".split()
)
# Also the start of statements: "when it rains …", "what a day".
ASKED_ONLY_WITH = frozenset("am are can could did do does has have is shall should was were will would".split())
OPEN_STARTS = frozenset("how what when where which who whom whose why".split())
SPELLED = (
    (re.compile(r"\bi\b"), "I"),
    (re.compile(r"\b(mister|mrs|doctor) ([a-z]+)"), lambda found: f"{found[1].title()} {found[2].title()}"),
    (
        re.compile(
            r"\b(?:(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)s?"
            r"|january|february|april|june|july|september|october|november|december"
            r"|english|spanish|french|german|italian|portuguese|american|british|europe|america|london|paris)\b"
        ),
        lambda found: found[0].title(),
    ),
    (re.compile(r"\s+(but|so) (?=(?:i|you|he|she|it|we|they)\b)", re.IGNORECASE), r", \1 "),
    (re.compile(r"\s+please$"), ", please"),
)


def as_written(words: str) -> str:
    """A sentence of the words of one breath, with "?" where it starts like a question."""
    sentence = words
    for pattern, replacement in SPELLED:
        sentence = pattern.sub(replacement, sentence)
    mark = "?" if _asks(words.split()) else "."
    return f"{sentence[:1].upper()}{sentence[1:]}{mark}"


def _asks(words: list[str]) -> bool:
    if not words or words[0] not in QUESTION_STARTS:
        return False
    return words[0] not in OPEN_STARTS or (len(words) > 1 and words[1] in ASKED_ONLY_WITH)
