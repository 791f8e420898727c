"""A long text in breaths: no phrase too long, no word lost, pauses where a reader makes them."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from mediamill_procedural.speech.phrases import (
    CLAUSE_PAUSE,
    PARAGRAPH_PAUSE,
    PHRASE_CHARACTERS_MAX,
    SENTENCE_PAUSE,
    Phrase,
    reading_of,
)


def test_sentences_and_paragraphs_have_pauses_of_their_own() -> None:
    reading = reading_of("Hello there. How are you?\n\nFine!")

    assert (
        Phrase("Hello there.", "en", SENTENCE_PAUSE),
        Phrase("How are you?", "en", PARAGRAPH_PAUSE),
        Phrase("Fine!", "en", PARAGRAPH_PAUSE),
    ) == reading.phrases


def test_abbreviations_do_not_end_a_sentence() -> None:
    reading = reading_of("Dr. Smith met Mr. J. R. Jones at 5 p.m. in the U.S. Army. They left.")

    assert 2 == len(reading.phrases)


def test_chinese_sentences_need_no_spaces() -> None:
    assert ["你好。", "世界！"] == [phrase.text for phrase in reading_of("你好。世界！").phrases]


def test_a_long_sentence_is_cut_at_its_commas() -> None:
    clause = "the heron stood in the reeds and waited for the morning to come"
    reading = reading_of(", ".join([clause] * 12) + ".")

    assert all(len(phrase.text) <= PHRASE_CHARACTERS_MAX for phrase in reading.phrases)
    assert [CLAUSE_PAUSE] * (len(reading.phrases) - 1) == [phrase.pause for phrase in reading.phrases[:-1]]
    assert 12 == " ".join(phrase.text for phrase in reading.phrases).count(clause)


def test_a_text_without_any_mark_is_cut_between_words() -> None:
    reading = reading_of("word " * 600)

    assert ["word"] * 600 == " ".join(phrase.text for phrase in reading.phrases).split()
    assert all(PHRASE_CHARACTERS_MAX // 2 < len(phrase.text) for phrase in reading.phrases[:-1])


def test_hundreds_of_tiny_sentences_are_said_several_at_a_time() -> None:
    few, many = reading_of("Hi. Да. " * 20), reading_of("Hi. Ho. " * 300 + "\n\nEnd.")

    assert 40 == len(few.phrases)
    assert 5 < len(many.phrases) < 20
    assert "Hi. Ho. " * 300 + "End." == " ".join(phrase.text for phrase in many.phrases)
    assert ["End."] == [phrase.text for phrase in many.phrases[-1:]]


def test_what_cannot_be_read_is_named_and_weighed() -> None:
    reading = reading_of("Hello สวัสดี")

    assert ["Hello"] == [phrase.text for phrase in reading.phrases]
    assert ("THAI",) == reading.unreadable
    assert 0.4 < reading.unreadable_share < 0.6


def test_languages_come_in_the_order_they_are_spoken() -> None:
    reading = reading_of("Guten Tag, wie geht es dir? Привет! Nicht schlecht, und wie geht es euch?")

    assert ("de", "ru") == reading.languages


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=400))
def test_any_text_can_be_read(text: str) -> None:
    reading = reading_of(text)

    assert all(0 < len(phrase.text) <= PHRASE_CHARACTERS_MAX for phrase in reading.phrases)
    assert not any(re.search(r"[\x00-\x08]", phrase.text) for phrase in reading.phrases)
    assert 0.0 <= reading.unreadable_share <= 1.0


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from("heron reed water morning stone light over under quiet river".split()), min_size=1))
def test_no_plain_word_is_lost(words: list[str]) -> None:
    said = " ".join(phrase.text for phrase in reading_of(" ".join(words)).phrases)

    assert words == said.split()
