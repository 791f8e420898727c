"""Words and what they mean: the shared entries, and lists of words that name them."""

from collections.abc import Mapping
from functools import cache

from mediamill_procedural.lexicon.tables import Table, table

ENTRY = "@"  # before the name of a shared entry

Lists = Mapping[str, tuple[str, ...]]  # what is meant -> the words that mean it


@cache
def shared() -> Lists:
    """The entries that engines share: each a meaning, and the words for it that none of them takes apart."""
    found: dict[str, tuple[str, ...]] = {}
    for _, subject in table("lexicon", "words").sections():
        for name, line in subject.texts().items():
            if name in found:
                raise subject.error(name, "another subject has an entry of that name")
            found[name] = _parted(line, subject, name)
    return found


@cache
def irregular_plurals() -> Mapping[str, str]:
    """Plurals that no rule gives, with their singulars."""
    return table("lexicon", "plurals").texts()


def word_lists(source: Table) -> Lists:
    """The lists of a table, their words parted by commas; `@name` stands for all words of that shared entry."""
    return {key: words_of(line, source, key) for key, line in source.texts().items()}


def called(source: Table) -> Lists:
    """The lists that the entries of a table begin with, before their facts."""
    return {key: words_of(line.partition(";")[0], source, key) for key, line in source.texts().items()}


def words_of(line: str, source: Table, key: str) -> tuple[str, ...]:
    """One list of words; `source` and `key` say where it stands."""
    found: list[str] = []
    for word in _parted(line, source, key):
        if not word.startswith(ENTRY):
            found.append(word)
        elif word[1:] in shared():
            found += shared()[word[1:]]
        else:
            raise source.error(key, f"the lexicon has no entry {word[1:]!r}")
    return _each_once(tuple(found), source, key)


def meanings(lists: Lists, source: Table) -> dict[str, str]:
    """Every word of some lists with what it means; a word that stands in two of them is refused."""
    found: dict[str, str] = {}
    for key, words in lists.items():
        for word in words:
            if word in found:
                raise source.error(key, f"{word!r} already means {found[word]!r}")
            found[word] = key
    return found


def _parted(line: str, source: Table, key: str) -> tuple[str, ...]:
    words = tuple(" ".join(word.split()) for word in line.split(","))
    if "" in words:
        raise source.error(key, "a word is empty")
    return _each_once(words, source, key)


def _each_once(words: tuple[str, ...], source: Table, key: str) -> tuple[str, ...]:
    if len(set(words)) < len(words):
        raise source.error(key, "a word stands there twice")
    return words
