"""The words that engines share, and how an engine reads the tables in its `data` folder."""

from mediamill_procedural.lexicon.tables import Table, table
from mediamill_procedural.lexicon.words import Lists, called, irregular_plurals, meanings, shared, word_lists, words_of

__all__ = [
    "Lists",
    "Table",
    "called",
    "irregular_plurals",
    "meanings",
    "shared",
    "table",
    "word_lists",
    "words_of",
]
