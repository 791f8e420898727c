"""A stranger's picture becomes upright pixels, or one sentence says why not."""

import io
import random
import struct
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from mediamill.codecs import decode_image
from mediamill.formats import NotMedia
from mediamill.formats.table import Container
from tests.codecs.samples import flat_png, glb, sound_file, video_file

Pixels = NDArray[np.uint8]

RED, GREEN, BLUE, WHITE = (220, 30, 30), (30, 190, 60), (40, 60, 210), (250, 250, 250)
QUARTERS = (RED, GREEN, BLUE, WHITE)  # top left, top right, bottom left, bottom right
MEMORY_KB_MAX = 400_000  # of a process that refuses a bomb: numpy, Pillow and PyAV themselves take a part of it
SEEING = """
import sys
from pathlib import Path
from mediamill.codecs import decode_image
from mediamill.formats import NotMedia
try:
    print(decode_image(Path(sys.argv[1])).pixels.shape)
except NotMedia as error:
    print(error)
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""
linux_only = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")


def quarters(width: int = 60, height: int = 40) -> Image.Image:
    """A picture whose four corners are told apart."""
    image = Image.new("RGB", (width, height))
    for number, colour in enumerate(QUARTERS):
        left, top = number % 2 * width // 2, number // 2 * height // 2
        image.paste(colour, (left, top, left + width // 2, top + height // 2))
    return image


def corners(pixels: Pixels) -> list[tuple[int, ...]]:
    """The colour in the middle of each quarter."""
    height, width = pixels.shape[:2]
    return [tuple(pixels[y, x, :3].tolist()) for y in (height // 4, -height // 4) for x in (width // 4, -width // 4)]


def near(found: list[tuple[int, ...]], expected: tuple[tuple[int, ...], ...], *, off: int = 12) -> bool:
    return bool(np.abs(np.array(found) - np.array(expected)).max() <= off)


def saved(path: Path, image: Image.Image, **options: Any) -> Path:
    image.save(path, **options)
    return path


def refusal(path: Path, **limits: int) -> str:
    with pytest.raises(NotMedia) as refused:
        decode_image(path, **limits)
    sentence = str(refused.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert str(path.parent) not in sentence
    return sentence


@pytest.mark.parametrize("suffix", ["png", "jpg", "webp", "gif", "avif"])
def test_each_format_is_told_by_its_content_and_not_by_its_name(tmp_path: Path, suffix: str) -> None:
    path = saved(tmp_path / f"picture.{suffix}", quarters()).rename(tmp_path / "picture.txt")

    picture = decode_image(path)

    assert (picture.width, picture.height) == (60, 40)
    assert picture.pixels.shape == (40, 60, 3)
    assert near(corners(picture.pixels), QUARTERS)


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("side_max", [None, 20])
def test_a_photo_stands_upright_whatever_way_the_camera_was_held(
    tmp_path: Path, orientation: int, side_max: int | None
) -> None:
    turned = {
        1: quarters(),
        2: quarters().transpose(Image.Transpose.FLIP_LEFT_RIGHT),
        3: quarters().transpose(Image.Transpose.ROTATE_180),
        4: quarters().transpose(Image.Transpose.FLIP_TOP_BOTTOM),
        5: quarters().transpose(Image.Transpose.TRANSPOSE),
        6: quarters().transpose(Image.Transpose.ROTATE_90),
        7: quarters().transpose(Image.Transpose.TRANSVERSE),
        8: quarters().transpose(Image.Transpose.ROTATE_270),
    }[orientation]
    exif = Image.Exif()
    exif[0x0112] = orientation

    picture = decode_image(saved(tmp_path / "held.jpg", turned, exif=exif, quality=95), side_max=side_max)

    assert (picture.width, picture.height) == (60, 40)
    assert picture.pixels.shape[1] == (60 if side_max is None else 20)
    assert near(corners(picture.pixels), QUARTERS, off=20)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "PA", "RGBA", "I;16", "CMYK", "YCbCr"])
def test_odd_kinds_of_pixels_become_plain_colours(tmp_path: Path, mode: str) -> None:
    grey = Image.linear_gradient("L").resize((64, 48))
    if mode == "I;16":
        image = Image.fromarray(np.asarray(grey).astype(np.uint16) * 257)
    elif mode == "PA":
        image = grey.convert("P")
        image.info["transparency"] = 255
    else:
        image = grey.convert(mode)
    path = tmp_path / ("odd.jpg" if mode in ("CMYK", "YCbCr") else "odd.png")

    pixels = decode_image(saved(path, image)).pixels

    assert pixels.dtype == np.uint8
    assert pixels.shape[:2] == (48, 64)
    assert pixels[2, :, :3].mean() < 20
    assert pixels[-8, :, :3].mean() > 180
    if mode != "1":
        assert 90 < pixels[24, :, :3].mean() < 165


def test_sixteen_bits_of_grey_are_scaled_and_not_clipped(tmp_path: Path) -> None:
    deep = np.linspace(0, 65_535, 64 * 8).reshape(8, 64).astype(np.uint16)

    pixels = decode_image(saved(tmp_path / "deep.png", Image.fromarray(deep))).pixels

    assert np.abs(pixels[..., 0].astype(int) - deep / 257).max() <= 1.0


def test_a_see_through_colour_of_a_png_becomes_alpha(tmp_path: Path) -> None:
    path = saved(tmp_path / "clear.png", quarters(), transparency=GREEN)

    pixels = decode_image(path).pixels

    assert pixels.shape[2] == 4
    assert [int(pixels[y, x, 3]) for y in (5, -5) for x in (5, -5)] == [255, 0, 255, 255]


def test_a_palette_with_see_through_entries_becomes_alpha(tmp_path: Path) -> None:
    image = Image.new("P", (40, 40), 1)
    image.putpalette([0, 0, 0, *RED, *BLUE])
    image.paste(2, (0, 0, 20, 40))

    pixels = decode_image(saved(tmp_path / "palette.gif", image, transparency=2)).pixels

    assert pixels.shape[2] == 4
    assert (pixels[5, 5, 3], pixels[5, -5, 3]) == (0, 255)
    assert tuple(pixels[5, -5, :3].tolist()) == RED


def test_an_alpha_channel_that_says_nothing_is_dropped(tmp_path: Path) -> None:
    path = saved(tmp_path / "opaque.png", quarters().convert("RGBA"))

    assert decode_image(path).pixels.shape[2] == 3


def test_colours_of_clear_pixels_do_not_bleed_when_a_picture_is_made_smaller(tmp_path: Path) -> None:
    image = Image.new("RGBA", (400, 400), (0, 255, 0, 0))
    image.paste((200, 30, 30, 255), (100, 100, 300, 300))

    pixels = decode_image(saved(tmp_path / "clear.png", image), side_max=50).pixels

    assert pixels.shape == (50, 50, 4)
    seen = pixels[pixels[..., 3] > 8]
    assert seen[:, 0].min() > 170
    assert seen[:, 1].max() < 60


@pytest.mark.parametrize("suffix", ["gif", "webp", "png", "avif"])
def test_only_the_first_frame_is_read(tmp_path: Path, suffix: str) -> None:
    others = [Image.new("RGB", (60, 40), colour) for colour in ("black", "yellow")]
    path = saved(tmp_path / f"moving.{suffix}", quarters(), save_all=True, append_images=others)

    if suffix == "avif":  # a sequence is a film, not a picture
        assert "picture" in refusal(path)
    else:
        assert near(corners(decode_image(path).pixels), QUARTERS)


@pytest.mark.parametrize(("side_max", "size"), [(None, (300, 900)), (900, (300, 900)), (90, (30, 90)), (1, (1, 1))])
def test_a_large_picture_is_made_to_fit(tmp_path: Path, side_max: int | None, size: tuple[int, int]) -> None:
    picture = decode_image(saved(tmp_path / "tall.jpg", quarters(300, 900)), side_max=side_max)

    assert picture.pixels.shape[1::-1] == size
    assert (picture.width, picture.height) == (300, 900)
    assert picture.container is Container.JPEG


def test_too_many_pixels_are_refused_at_the_callers_limit(tmp_path: Path) -> None:
    path = saved(tmp_path / "large.png", quarters(200, 100))

    assert "0.0199 megapixels; send a smaller one" in refusal(path, pixels_max=19_900)
    assert decode_image(path, pixels_max=20_000).pixels.shape == (100, 200, 3)


@linux_only
@pytest.mark.parametrize(("width", "height"), [(7_000, 7_000), (20_000, 20_000), (60_000, 60_000), (2**31 - 1, 1)])
def test_a_bomb_is_refused_before_it_takes_memory(tmp_path: Path, width: int, height: int) -> None:
    bomb = tmp_path / "bomb.png"
    bomb.write_bytes(flat_png(width, height) if width < 10_000 else claimed(width, height))

    run = subprocess.run([sys.executable, "-c", SEEING, str(bomb)], capture_output=True, text=True, check=True)
    sentence, kilobytes = run.stdout.splitlines()

    assert "40 megapixels" in sentence
    assert int(kilobytes) < MEMORY_KB_MAX


def claimed(width: int, height: int) -> bytes:
    """A PNG that says it is large, with the pixels of a small one."""
    small = flat_png(1, 1)
    header = b"IHDR" + struct.pack(">II", width, height) + small[24:29]
    return small[:12] + header + struct.pack(">I", zlib.crc32(header)) + small[33:]


def test_gif_and_webp_bombs_are_refused_too(tmp_path: Path) -> None:
    gif = tmp_path / "bomb.gif"
    gif.write_bytes(b"GIF89a" + struct.pack("<HHBBB", 65_535, 65_535, 0, 0, 0) + b"," + b"\0" * 9 + b"\2\2\x4c\1\0;")
    webp = tmp_path / "bomb.webp"
    image = io.BytesIO()
    Image.new("L", (16_000, 2_600)).save(image, "WEBP", quality=1, method=0)
    webp.write_bytes(image.getvalue())

    assert "megapixels" in refusal(gif)
    assert "megapixels" in refusal(webp)


@pytest.mark.parametrize("suffix", ["png", "jpg", "webp", "gif", "avif"])
def test_a_cut_off_file_is_refused(tmp_path: Path, suffix: str) -> None:
    noise = Image.fromarray(np.random.default_rng(1).integers(0, 255, (90, 120, 3), np.uint8))
    path = saved(tmp_path / f"cut.{suffix}", noise)
    whole = path.read_bytes()

    for share in (0.02, 0.3, 0.6):
        path.write_bytes(whole[: max(int(len(whole) * share), 12)])

        assert refusal(path)


@pytest.mark.parametrize("suffix", ["png", "jpg", "webp", "gif", "avif"])
def test_a_damaged_file_is_read_or_refused_and_nothing_else(tmp_path: Path, suffix: str) -> None:
    path = saved(tmp_path / f"damaged.{suffix}", quarters())
    whole = path.read_bytes()
    chance = random.Random(7)
    outcomes = set()
    for _ in range(150):
        damaged = bytearray(whole)
        for _ in range(chance.randint(1, 6)):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        path.write_bytes(damaged)
        outcomes.add(outcome(path))

    assert outcomes == {"pixels", "refused"}


def outcome(path: Path) -> str:
    try:
        return "pixels" if decode_image(path, pixels_max=1_000_000).pixels.ndim == 3 else "odd"
    except NotMedia:
        return "refused"


def test_what_is_no_picture_is_refused(tmp_path: Path) -> None:
    strangers = {
        "empty.png": b"",
        "page.png": b"<!doctype html><script>alert(1)</script>",
        "drawing.svg": b'<svg xmlns="http://www.w3.org/2000/svg"/>',
        "print.eps": b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 10 10\n",
        "object.glb": glb(),
        "bitmap.bmp": b"BM" + b"\0" * 60,
    }
    for name, content in strangers.items():
        path = tmp_path / name
        path.write_bytes(content)

        assert ("it is empty" if not content else "no PNG, JPEG, WebP, GIF or AVIF") in refusal(path)
    assert "picture" in refusal(sound_file(tmp_path / "sound.wav"))
    assert "picture" in refusal(video_file(tmp_path / "film.mp4"))


def test_odd_metadata_is_no_reason_to_refuse_a_picture(tmp_path: Path) -> None:
    path = saved(tmp_path / "odd.jpg", quarters(), exif=b"Exif\0\0MM\0*\0\0\0\x08\xff\xff\x01\x12\x99\x99")

    assert near(corners(decode_image(path).pixels), QUARTERS)


@linux_only
def test_a_text_chunk_that_inflates_to_gigabytes_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "text.png"
    picture = flat_png(8, 8)
    body = b"Comment\0\0" + zlib.compress(b" " * 80_000_000, 9)
    chunk = struct.pack(">I", len(body)) + b"zTXt" + body + struct.pack(">I", zlib.crc32(b"zTXt" + body))
    path.write_bytes(picture[:33] + chunk + picture[33:])

    run = subprocess.run([sys.executable, "-c", SEEING, str(path)], capture_output=True, text=True, check=True)

    assert int(run.stdout.splitlines()[1]) < MEMORY_KB_MAX
