"""Pictures by the real classes with random numbers: sizes, seeds, prompts, and what the files say."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from mediamill_local.kit import fitted, tokens_in
from mediamill_local.pictures.engine import PictureEngine
from tests.standins.visual.studio import PICTURES, Cancelled, Ear, Studio, told_in

pytestmark = [pytest.mark.xdist_group("visual"), pytest.mark.parametrize("row", PICTURES)]
Studios = Callable[[str], Studio]


def pixels(path: Path) -> NDArray[np.uint8]:
    with Image.open(path) as picture:
        return np.asarray(picture)


def test_pictures_are_as_large_as_their_aspect_ratio_says(row: str, studio_of: Studios) -> None:
    studio = studio_of(row)
    engine = studio.engine
    assert isinstance(engine, PictureEngine)

    for ratio in ("1:1", "16:9", "3:4"):
        with Image.open(studio.make(aspect_ratio=ratio).path) as picture:
            assert picture.format == "PNG"
            assert picture.mode == "RGB"
            assert picture.size == engine.size_of(ratio)


def test_seed_and_prompt_decide(row: str, studio_of: Studios) -> None:
    studio = studio_of(row)
    first = studio.make().path.read_bytes()

    assert studio.make().path.read_bytes() == first
    assert (pixels(studio.make(seed=8).path) != pixels(studio.make().path)).mean() > 0.2
    assert (pixels(studio.make(prompt="a grey wolf").path) != pixels(studio.make().path)).any()


def test_a_prompt_that_is_too_long_is_cut_and_what_was_left_out_is_told(row: str, studio_of: Studios) -> None:
    studio = studio_of(row)
    engine = studio.engine
    assert isinstance(engine, PictureEngine)
    prompt = " ".join(f"fox{number}" for number in range(330))
    made = studio.make(prompt=prompt)
    read = fitted(prompt, engine.model.tokens, tokens_in(studio.opened.pipeline, engine.model.wording))

    assert made.not_understood
    assert (*read.text.split(), *made.not_understood) == tuple(prompt.split())
    assert told_in(made.path)["not_understood"] == list(made.not_understood)
    assert np.array_equal(pixels(made.path), pixels(studio.make(prompt=read.text).path))


def test_a_picture_says_how_it_was_made(row: str, studio_of: Studios) -> None:
    studio = studio_of(row)
    made = studio.make(aspect_ratio="4:3")
    told = told_in(made.path)

    assert told["engine"] == studio.engine.name
    assert told["weights"] == studio.engine.folders.origin_of(row)
    assert told["weights"].endswith("at no known commit, Apache-2.0")  # brought by hand, not pulled
    assert (told["dtype"], told["memory"], told["steps"], told["seed"]) == ("float32", "resident", 2, 7)
    assert (told["width"], told["height"]) == Image.open(made.path).size
    assert made.provenance["weights"] == told["weights"]


def test_a_cancelled_run_ends_at_its_step_and_the_next_is_as_ever(row: str, studio_of: Studios) -> None:
    studio = studio_of(row)
    before, ear = studio.make().path.read_bytes(), Ear(words_max=1)

    with pytest.raises(Cancelled):
        studio.make(ear)
    assert [stage for _, stage in ear.heard] == ["reading the prompt", "denoising"]
    assert studio.make().path.read_bytes() == before
