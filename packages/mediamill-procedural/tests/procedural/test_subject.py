"""A picture painted here tells where its subject is, and its object is made from that."""

import io
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from mediamill.codecs import copy_image, decode_image
from mediamill.engines.engine import Request
from mediamill_procedural.kit.subject import mark_subject, marked_subject
from mediamill_procedural.painter.engine import PainterEngine
from mediamill_procedural.relief.cutout import cut_out
from tests.procedural.painting import SIDE
from tests.procedural.relief_drawings import art, photographed
from tests.procedural.relief_workshop import Quiet

Pixels = NDArray[np.uint8]
ORANGE = (5, 20)  # OpenCV's hues of a fox


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mediamill_procedural.painter.engine.SIZES", {"1:1": (SIDE, SIDE)})


def painted(folder: Path, prompt: str) -> Pixels:
    """The picture as the engine of the object gets it: a copy of its pixels, nothing of its file."""
    request = Request(
        "gen_1", "create-image", "nano-banana", {"prompt": prompt, "aspect_ratio": "1:1", "seed": 7}, folder
    )
    copy = folder / "copy.png"
    copy_image(PainterEngine().generate(request, Quiet()).path, copy, decoded=lambda: None)
    return decode_image(copy).pixels


def test_the_subject_comes_back_as_it_was_marked_and_nobody_sees_it() -> None:
    picture = photographed(art("chair"), "gradient")
    mask = art("chair")[..., 3] > 127

    marked = mark_subject(picture, mask)

    assert np.abs(marked.astype(int) - picture).max() <= 1
    found = marked_subject(marked)
    assert found is not None
    assert (found == mask).all()


@pytest.mark.parametrize("ground", ["plain", "busy"])
def test_other_pictures_tell_nothing(ground: str) -> None:
    assert marked_subject(photographed(art("mug"), ground)) is None
    assert marked_subject(np.zeros((64, 64, 3), np.uint8)) is None


def test_the_fox_of_a_painted_wood_is_cut_out_without_the_wood(tmp_path: Path) -> None:
    picture = painted(tmp_path, "a red fox in a snowy forest")

    found = cut_out(picture)

    hues = cv2.cvtColor(picture, cv2.COLOR_RGB2HSV)
    orange = (hues[..., 0] >= ORANGE[0]) & (hues[..., 0] <= ORANGE[1]) & (hues[..., 1] > 120)
    assert found.trusted
    assert (orange & found.mask).sum() > 0.9 * orange.sum()
    assert orange[found.mask].mean() > 0.5


def test_a_painted_landscape_has_no_subject(tmp_path: Path) -> None:
    assert not cut_out(painted(tmp_path, "mountains behind a lake at dawn")).trusted


def test_a_painting_stored_as_jpeg_is_a_picture_like_others(tmp_path: Path) -> None:
    stored = io.BytesIO()
    Image.fromarray(painted(tmp_path, "a red fox in a snowy forest")).save(stored, "JPEG", quality=95)

    assert marked_subject(np.asarray(Image.open(stored), np.uint8)) is None


def test_what_is_cut_off_at_two_sides_is_doubted() -> None:
    picture = np.zeros((200, 200, 4), np.uint8)
    cv2.rectangle(picture, (0, 70), (200, 130), (40, 90, 160, 255), -1)

    assert not cut_out(photographed(picture, "plain")).trusted
