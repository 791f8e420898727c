"""Sentences for callers."""

import pytest

from mediamill.engines import RunFailure
from mediamill.engines.host.outcome import FAILED, REFUSED, SENTENCE_CHARACTERS_MAX, presentable

FOLDER = "/spool/gen_ada"


@pytest.mark.parametrize("sentence", [*FAILED.values(), REFUSED])
def test_every_sentence_tells_what_to_do_in_one_line_without_insides(sentence: str) -> None:
    assert presentable(sentence, instead="", secret=FOLDER) == sentence
    assert sentence.endswith(".")
    assert not {"/", "_", "Error"} & {*sentence, *sentence.split()}


def test_every_reason_has_its_sentence() -> None:
    assert set(FAILED) == set(RunFailure)


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Write English.", "Write English."),
        ("  Write\n\tEnglish.\x00\x1b[31m ", "Write English. [31m"),
        ("", "instead"),
        ("\n\u200b\n", "instead"),
        (f"Cannot read {FOLDER}/a.wav", "instead"),
    ],
)
def test_an_engines_sentence_is_made_fit_to_show(said: str, shown: str) -> None:
    assert presentable(said, instead="instead", secret=FOLDER) == shown


def test_an_engines_sentence_has_an_end() -> None:
    shown = presentable("heron " * 1_000, instead="instead", secret=FOLDER)

    assert len(shown) == SENTENCE_CHARACTERS_MAX
    assert shown.endswith("…")
