"""Decodes untrusted images: the one guarded reader of what callers send. First frame, upright, 8 bits a channel.

To be run in an engine child: decoders are large, and a broken file may break them.
"""

import struct
import warnings
import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps

from mediamill.codecs.effort import refuse_costly
from mediamill.formats import Container, NotMedia, sniff

Pixels = NDArray[np.uint8]

PIXELS_MAX = 40_000_000  # 160 MB as RGBA, and one copy of it on the way
_DECODERS = {
    Container.PNG: "PNG",
    Container.JPEG: "JPEG",
    Container.WEBP: "WEBP",
    Container.GIF: "GIF",
    Container.AVIF: "AVIF",
}
_WITH_ALPHA = {"RGBA", "RGBa", "LA", "La", "PA"}
_SIXTEEN_BITS = {"I", "I;16", "I;16B", "I;16L", "I;16N"}
# What Pillow's readers raise on damaged files, seen in fuzzing; MemoryError and the like are not the file's fault.
_DAMAGE = (
    OSError,
    SyntaxError,
    ValueError,
    EOFError,
    IndexError,
    KeyError,
    TypeError,
    RuntimeError,  # of AVIF
    struct.error,
    zlib.error,
)


@dataclass(frozen=True, slots=True)
class Picture:
    """A decoded picture and what its file was."""

    pixels: Pixels  # (h, w, 4) where anything is see-through, else (h, w, 3); sRGB, alpha not multiplied in
    container: Container
    width: int  # in the file, upright: larger than `pixels` where `side_max` made them smaller
    height: int


def decode_image(path: Path, *, pixels_max: int = PIXELS_MAX, side_max: int | None = None) -> Picture:
    """The first frame, turned upright as its EXIF orientation says; made smaller so that no side is over `side_max`.

    PNG, JPEG, WebP, GIF and AVIF, recognised by content. Raises NotMedia: anything else, damaged, or over `pixels_max`
    pixels or scans, which is found out before anything is decoded.
    """
    assert side_max is None or side_max >= 1, f"no picture has sides of {side_max}"
    container = sniff(path)
    if container not in _DECODERS:
        raise NotMedia(reason="it is no PNG, JPEG, WebP, GIF or AVIF picture" if path.stat().st_size else "it is empty")
    refuse_costly(path, container)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # odd metadata is no reason to refuse a picture
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with path.open("rb") as file, Image.open(file, formats=[_DECODERS[container]]) as opened:
                _refuse_larger(opened, pixels_max)
                return _decoded(opened, container, side_max)
    except (Image.DecompressionBombWarning, Image.DecompressionBombError) as error:
        raise _too_large(pixels_max) from error
    except _DAMAGE as error:
        raise NotMedia(
            reason=f"its picture is cut off, damaged or no {container}; save it anew and send it again"
        ) from (error)


def _refuse_larger(opened: Image.Image, pixels_max: int) -> None:
    width, height = opened.size
    if not 1 <= width * height <= pixels_max:
        raise _too_large(pixels_max)


def _too_large(pixels_max: int) -> NotMedia:
    return NotMedia(reason=f"its picture has more than {pixels_max / 1e6:g} megapixels; send a smaller one")


def _decoded(opened: Image.Image, container: Container, side_max: int | None) -> Picture:
    width, height = opened.size
    if side_max is not None and opened.format == "JPEG":
        opened.draft(None, (side_max, side_max))  # a JPEG can be read at a half, quarter or eighth at once
    opened.load()
    orientation = opened.getexif().get(0x0112, 1)
    if orientation in (5, 6, 7, 8):
        width, height = height, width
    upright = ImageOps.exif_transpose(opened)
    pixels = _fitted(_in_eight_bits(upright), side_max)
    return Picture(pixels, container, width, height)


def _in_eight_bits(image: Image.Image) -> Image.Image:
    """RGB, or RGBA where the file has an alpha channel, a see-through colour or a palette with either."""
    if image.mode in _SIXTEEN_BITS:
        return _from_sixteen_bits(image)
    if image.mode in _WITH_ALPHA or "transparency" in image.info:
        return image if image.mode == "RGBA" else image.convert("RGBA")
    return image if image.mode == "RGB" else image.convert("RGB")


def _from_sixteen_bits(image: Image.Image) -> Image.Image:
    """Grey of 16 bits; Pillow's own conversion would clip it at 255."""
    deep = np.asarray(image).clip(0, 65_535)
    grey = Image.fromarray((deep // 257).astype(np.uint8))
    clear = image.info.get("transparency")
    if not isinstance(clear, int):
        return grey.convert("RGB")
    alpha = Image.fromarray(np.where(deep == clear, 0, 255).astype(np.uint8))
    return Image.merge("LA", (grey, alpha)).convert("RGBA")


def _fitted(image: Image.Image, side_max: int | None) -> Pixels:
    """Made smaller where it is too large, without the colours of clear pixels bleeding; an idle alpha is dropped."""
    if image.mode == "RGBA" and image.getchannel("A").getextrema() == (255, 255):
        image = image.convert("RGB")
    if side_max is not None and max(image.size) > side_max:
        scale = side_max / max(image.size)
        size = (max(round(image.width * scale), 1), max(round(image.height * scale), 1))
        if image.mode == "RGBA":
            image = image.convert("RGBa").resize(size, Image.Resampling.LANCZOS, reducing_gap=3.0).convert("RGBA")
        else:
            image = image.resize(size, Image.Resampling.LANCZOS, reducing_gap=3.0)
    return np.array(image, np.uint8)
