"""Pictures are written with their origin, without loss where the format has none, always the same."""

import json
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from mediamill.codecs import Tags, encode_image

TAGS = Tags(
    title="Picture", artist="Ada", provenance={"engine": "procedural.painter", "seed": 7, "unknown": ["flümph", "狐"]}
)


def gradient(channels: int) -> NDArray[np.uint8]:
    down, across = np.mgrid[0:48, 0:64]
    planes = [across * 4, down * 5, (across + down) * 2, 255 - down * 3][:channels]
    return np.stack(planes, axis=2).astype(np.uint8)


@pytest.mark.parametrize("channels", [3, 4])
def test_a_png_keeps_every_pixel(tmp_path: Path, channels: int) -> None:
    encode_image(gradient(channels), tmp_path / "a.png", tags=TAGS)

    with Image.open(tmp_path / "a.png") as image:
        assert np.array_equal(gradient(channels), np.asarray(image))


def test_a_png_tells_its_origin_in_any_script(tmp_path: Path) -> None:
    encode_image(gradient(3), tmp_path / "a.png", tags=TAGS)
    with Image.open(tmp_path / "a.png") as image:
        image.load()
        text = image.info

    assert text["Title"] == "Picture"
    assert text["Author"] == "Ada"
    assert json.loads(text["Comment"]) == dict(TAGS.provenance)


@pytest.mark.parametrize("suffix", [".webp", ".jpg"])
def test_others_tell_their_origin_in_exif(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a{suffix}"
    encode_image(gradient(3), path, tags=TAGS)
    with Image.open(path) as image:
        exif = image.getexif()
        comment = exif.get_ifd(0x8769)[0x9286]

    assert exif[0x010E] == "Picture"
    assert comment.startswith(b"UNICODE\x00")
    assert json.loads(comment[8:].decode("utf-16-le")) == dict(TAGS.provenance)


@pytest.mark.parametrize("suffix", [".webp", ".jpg"])
def test_others_look_like_what_went_in(tmp_path: Path, suffix: str) -> None:
    encode_image(gradient(3), tmp_path / f"a{suffix}", tags=TAGS)
    with Image.open(tmp_path / f"a{suffix}") as image:
        seen = np.asarray(image.convert("RGB"), np.int16)

    assert np.abs(seen - gradient(3)).mean() < 6


@pytest.mark.parametrize("suffix", [".png", ".webp", ".jpg"])
def test_the_same_picture_gives_the_same_bytes(tmp_path: Path, suffix: str) -> None:
    for name in "ab":
        encode_image(gradient(3), tmp_path / f"{name}{suffix}", tags=TAGS)

    assert (tmp_path / f"a{suffix}").read_bytes() == (tmp_path / f"b{suffix}").read_bytes()


def test_a_jpeg_has_no_alpha(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="alpha"):
        encode_image(gradient(4), tmp_path / "a.jpg", tags=TAGS)
