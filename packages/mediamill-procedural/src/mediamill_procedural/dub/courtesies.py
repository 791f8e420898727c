"""Set phrases that a rule-based translator takes word by word ("thank you for" becomes a command): said as usual."""

from collections.abc import Mapping

from mediamill_procedural.kit.data import load

# English words as recognised -> language -> what is said.
SET_PHRASES: Mapping[str, Mapping[str, str]] = load(
    "mediamill_procedural.dub", "courtesies.toml", dict[str, dict[str, str]]
)
_LONGEST = max(len(phrase.split()) for phrase in SET_PHRASES)
# What follows them makes them part of a sentence: "thank you for the music", "please the crowd".
_GO_ON = frozenset({"for", "to", "of", "the", "that", "how", "if", "not", "it", "him", "her", "them"})
_SUBJECTS = frozenset("a an can could he i it may my she the there they this we will would you your".split())


def with_courtesies(words: str, language: str) -> tuple[str, str, str]:
    """(set phrases at the start, the words between, set phrases at the end), those translated into the language."""
    left = words.split()
    opening: list[str] = []
    closing: list[str] = []
    while (count := _longest(left, from_start=True)) and not _GO_ON.intersection(left[count : count + 1]):
        opening.append(SET_PHRASES[" ".join(left[:count])][language])
        asking = left[:count] == ["please"]
        left = left[count:]
        if asking and left and left[0] not in _SUBJECTS:
            left = ["you", *left]  # "you open the window": a bare "open" is taken for anything but a request
    while count := _longest(left, from_start=False):
        closing.insert(0, SET_PHRASES[" ".join(left[-count:])][language])
        left = left[:-count]
    return ", ".join(opening), " ".join(left), ", ".join(closing)


def _longest(words: list[str], *, from_start: bool) -> int:
    """How many words make the longest set phrase at the start or the end; 0 for none."""
    for count in range(min(_LONGEST, len(words)), 0, -1):
        some = words[:count] if from_start else words[-count:]
        if " ".join(some) in SET_PHRASES:
            return count
    return 0
