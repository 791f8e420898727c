"""English as phonemes: sentences, accents, what is left out and what is refused."""

import numpy as np
import pytest

from mediamill.engines.sdk import EngineRefused
from mediamill_local.speech.english import (
    PARAGRAPH_PAUSE,
    PHONEMES_MAX,
    SENTENCE_PAUSE,
    in_parts,
    read,
)
from mediamill_local.speech.sound import joined, trimmed

pytest.importorskip("hibari", reason="hibari-tts, of the extra `speech`, is not installed")


def test_each_sentence_is_a_breath_with_its_pause() -> None:
    reading = read("Dr. Grace Hopper paid $9.99. She smiled!\n\nThe end.", british=False)

    assert [breath.pause for breath in reading.breaths] == [SENTENCE_PAUSE, PARAGRAPH_PAUSE, PARAGRAPH_PAUSE]
    assert reading.breaths[2].phonemes == "ði ˈɛnd."
    assert reading.unreadable == ()


def test_british_voices_have_british_words() -> None:
    americans, britons = (read("The tomato is in the bath.", british=british).breaths for british in (False, True))

    assert "bˈæθ" in americans[0].phonemes
    assert "bˈɑːθ" in britons[0].phonemes


def test_marks_are_no_orders() -> None:
    marked = read("Say [hello](/ɡʊdbˈI/) to **Ada**.", british=False)

    assert "həlˈO" in marked.breaths[0].phonemes


def test_words_of_another_script_are_left_out_and_told() -> None:
    reading = read("Ada wrote the word привет on a postcard for Grace.", british=False)

    assert reading.unreadable == ("привет",)


@pytest.mark.parametrize(
    "text",
    [
        "Der Müller am Bach mahlt seit zweihundert Jahren das Korn der Bauern.",
        "Le moulin au bord de la rivière tourne depuis deux cents ans.",
        "El molino junto al río lleva doscientos años girando.",
        "Młyn nad rzeką obraca się od dwustu lat.",
        "Kincir di tepi sungai telah berputar selama dua ratus tahun.",
        "Мельница у реки",
        "川辺の水車",
        "طاحونة",
    ],
)
def test_other_languages_are_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(EngineRefused, match="English only"):
        read(text, british=False)


@pytest.mark.parametrize(
    "text",
    [
        "Kubernetes pods fetch yaml from the registry via kubectl and helm charts.",
        "'Twas brillig, and the slithy toves did gyre and gimble in the wabe.",
        "He said the ciabatta and gnocchi were delizioso at the trattoria.",
        "colourless green ideas sleep furiously in the neighbourhood",
        "42",
    ],
)
def test_rare_words_are_english_all_the_same(text: str) -> None:
    assert read(text, british=False).breaths


@pytest.mark.parametrize("text", ["…", " \n ", "🎉", "***", "!?"])
def test_a_text_without_a_word_is_refused(text: str) -> None:
    with pytest.raises(EngineRefused, match="nothing to say"):
        read(text, british=False)


def test_long_sentences_are_cut_after_clauses_else_between_words_else_anywhere() -> None:
    clauses = list(in_parts("a b c, " * 100))
    words = list(in_parts("abc " * 300))
    letters = list(in_parts("a" * 1_000))

    assert {clause[-1] for clause in clauses} == {","}
    assert {part[-1] for part in words} == {"c"}
    assert [len(part) for part in letters] == [400, 400, 200]
    assert all(len(part) <= PHONEMES_MAX for part in (*clauses, *words))
    assert sum(part.count("a") for part in clauses) == 100


def test_breaths_are_joined_with_their_pauses_and_without_their_silence() -> None:
    rate = 1_000
    tone = np.sin(np.arange(500, dtype=np.float32))
    breath = trimmed(np.concatenate([np.zeros(300, np.float32), tone, np.zeros(400, np.float32)]), rate)
    whole = joined([(breath, 0.2), (breath, 0.5)], rate)

    assert 500 <= len(breath) <= 570
    assert len(whole) == 100 + 2 * len(breath) + 200 + 250
    assert not len(trimmed(np.zeros(300, np.float32), rate))
