"""Prompts that nobody tuned to stay as they were drawn."""

import tomllib

import pytest

from scripts.unseen import prompts
from scripts.unseen.wordnet import FOLDER


@pytest.mark.skipif(not FOLDER.exists(), reason="Debian's package wordnet-base is not installed")
def test_wordnet_gives_these_prompts_and_no_others() -> None:
    assert prompts.written(prompts.prompts()) == prompts.FILE.read_text()


def test_there_are_as_many_as_are_judged_and_none_twice() -> None:
    found = tomllib.loads(prompts.FILE.read_text())

    assert {kind: len(set(texts)) for kind, texts in found.items()} == {
        "picture": 200,
        "object": 100,
        "motion": 60,
        "film": 40,
    }
