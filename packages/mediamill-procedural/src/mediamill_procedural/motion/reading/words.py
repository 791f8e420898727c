"""What people call things, phrases of stems by what they ask for: `data/words.toml`, `data/small_words.toml`."""

from collections.abc import Mapping

from mediamill_procedural.lexicon import Lists, meanings, table, word_lists, words_of

_SMALL = table("motion", "small_words")


def _plain(key: str) -> frozenset[str]:
    return frozenset(words_of(_SMALL.text(key), _SMALL, key))


def _meanings(section: str) -> Mapping[str, str]:
    part = _SMALL.section(section)
    return meanings(word_lists(part), part)


# For each kind ("action", "manner" …) the phrases for each of its meanings; earlier kinds win over later ones.
WORDS: Mapping[str, Lists] = {kind: word_lists(section) for kind, section in table("motion", "words").sections()}
NUMBERS = {word: int(number) for word, number in _meanings("numbers").items()}
SMALL_WORDS = {
    kind: _plain(kind) for kind in ("articles", "dropped", "prepositions", "light verbs", "plurals", "linking")
}
IRREGULAR = {**_meanings("irregular"), **dict.fromkeys(SMALL_WORDS["dropped"], "")}
COUNTS = frozenset({"once", "twice", "thrice", "repeatedly"})  # of what is done; other numbers may be of things
PLAIN_WORDS, PLAIN_THINGS, LASTING_MANNERS = _plain("plain"), _plain("plain things"), _plain("lasting manners")
