"""The montage for the README: a tile with a caption for every result, in one small WebP."""

import io
from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont, ImageOps

from mediamill.formats import MediaKind
from scripts.demos.making import Result
from scripts.demos.sheet import kind_of
from scripts.demos.sounds import samples_of, sound_picture

COLUMNS = 6
TILE_WIDTH, TILE_HEIGHT, CAPTION, GAP = 268, 201, 42, 14  # pixels
PAPER, INK, GREY, DARK = (250, 249, 246), (38, 36, 46), (122, 119, 132), (19, 15, 38)
TITLE_POINTS, TEXT_POINTS = 15, 12
ROUNDING = 10
BYTES_MAX = 250_000
QUALITIES = range(88, 29, -4)  # the best that fits is taken


def write_montage(results: Sequence[Result], path: Path) -> None:
    """Draw what was made, in order; at most BYTES_MAX."""
    made = [result for result in results if result.file is not None]
    rows = -(-len(made) // COLUMNS)
    columns = min(COLUMNS, len(made))
    size = (GAP + columns * (TILE_WIDTH + GAP), GAP + rows * (TILE_HEIGHT + CAPTION + GAP))
    picture = Image.new("RGB", size, PAPER)
    for number, result in enumerate(made):
        row, column = divmod(number, COLUMNS)
        place_tile(picture, GAP + column * (TILE_WIDTH + GAP), GAP + row * (TILE_HEIGHT + CAPTION + GAP), result)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(small_enough(picture))


def place_tile(picture: Image.Image, left: int, top: int, result: Result) -> None:
    """One result and its caption."""
    corners = Image.new("L", (TILE_WIDTH * 2, TILE_HEIGHT * 2))
    ImageDraw.Draw(corners).rounded_rectangle((0, 0, *corners.size), ROUNDING * 2, fill=255)
    picture.paste(tile(result), (left, top), corners.resize((TILE_WIDTH, TILE_HEIGHT), Image.Resampling.LANCZOS))
    pen = ImageDraw.Draw(picture)
    pen.text((left + 2, top + TILE_HEIGHT + 4), result.wish.tool, INK, ImageFont.load_default(TITLE_POINTS))
    font = ImageFont.load_default(TEXT_POINTS)
    pen.text((left + 2, top + TILE_HEIGHT + 23), fitting(result.wish.said, font), GREY, font)


def tile(result: Result) -> Image.Image:
    """What can be seen of a result."""
    assert result.file is not None, "a tile shows what was made"
    size = (TILE_WIDTH, TILE_HEIGHT)
    match kind_of(result):
        case MediaKind.AUDIO:
            return sound_picture(samples_of(result.file), size)
        case MediaKind.IMAGE:
            source = result.file
        case _:
            assert result.thumbnail is not None, f"{result.wish.name} has no thumbnail"
            source = result.thumbnail
    with Image.open(source) as image:
        return ImageOps.fit(image.convert("RGB"), size, Image.Resampling.LANCZOS)


def fitting(text: str, font: ImageFont.FreeTypeFont | ImageFont.ImageFont) -> str:
    """The text, its end cut off where it is wider than a tile."""
    cut = text
    while font.getlength(cut) > TILE_WIDTH - 4:
        cut = cut[:-2].rstrip(" ,.…") + "…"
    return cut


def small_enough(picture: Image.Image) -> bytes:
    """A WebP of at most BYTES_MAX."""
    for quality in QUALITIES:
        stream = io.BytesIO()
        picture.save(stream, "WEBP", quality=quality, method=6)
        if stream.tell() <= BYTES_MAX:
            return stream.getvalue()
    raise ValueError(f"the montage is larger than {BYTES_MAX} bytes at any quality")
