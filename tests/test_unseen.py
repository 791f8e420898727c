"""Prompts that nobody tuned to stay as they were drawn."""

import tomllib
from pathlib import Path

import pytest

from scripts.unseen import judge, prompts
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


def test_judges_scores_go_back_to_the_side_that_they_were_for(tmp_path: Path) -> None:
    """Shuffled, everything of before is given 1, of after 0 and 3 in turn."""
    cells = judge.order_of("film", 40)
    scores = [1 if cell.side == "before" else 3 * (cell.prompt % 2) for cell in cells]
    (tmp_path / "film.scores").write_text("".join(f"{number} {score}\n" for number, score in enumerate(scores)))

    read = judge.scores_in(tmp_path / "film.scores", 80)
    assert judge.told("film", read, 40) == "| film | 40 | 1.00 | 1.50 | 0 % | 50 % |"
    assert {cell.side for cell in cells[:20]} == {"before", "after"}


def test_a_missing_score_is_named(tmp_path: Path) -> None:
    (tmp_path / "film.scores").write_text("0 3\n1 4\n")

    with pytest.raises(ValueError, match="for each of 80 cells"):
        judge.scores_in(tmp_path / "film.scores", 80)
