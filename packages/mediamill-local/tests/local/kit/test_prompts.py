"""Prompts longer than a model reads: cut between words, and what was cut is told."""

import pytest

from mediamill_local.kit import fitted

SAID = "a red fox asleep under birches in the first snow"


def test_a_prompt_that_fits_stays_as_it_is() -> None:
    assert fitted(SAID, 100, len).text == SAID
    assert fitted(SAID, len(SAID), len).left_out == ()


@pytest.mark.parametrize("tokens_max", range(len(SAID)))
def test_whole_words_are_kept_and_the_rest_is_told(tokens_max: int) -> None:
    kept = fitted(SAID, tokens_max, len)

    assert len(kept.text) <= tokens_max
    if tokens_max >= 1:
        assert (*kept.text.split(), *kept.left_out) == tuple(SAID.split())


def test_a_language_without_spaces_is_cut_between_letters() -> None:
    kept = fitted("初雪の中で眠る狐", 4, len)

    assert kept.text == "初雪の中"
    assert kept.left_out == ("で眠る狐",)
