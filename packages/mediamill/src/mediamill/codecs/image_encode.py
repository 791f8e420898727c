"""Pixels in, one delivered picture out: lossless PNG, WebP or JPEG with tags that tell its origin, always the same."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, PngImagePlugin

from mediamill.codecs.encode import Tags

PNG_LEVEL = 6  # of zlib: 9 takes four times as long for 1 % less
WEBP_QUALITY, JPEG_QUALITY = 90, 92
TITLE, COMMENT, SOFTWARE = 0x010E, 0x9286, 0x0131  # Exif: ImageDescription, UserComment, Software
EXIF_IFD = 0x8769
UNICODE_MARK = b"UNICODE\x00"  # how UserComment says that its text is not ASCII; UTF-16 in the order of the header
EXIF_BYTES_MAX = 60_000  # a JPEG holds at most 65,533 bytes of Exif


def encode_image(pixels: NDArray[np.uint8], path: Path, *, tags: Tags) -> None:
    """Write (height, width, 3 or 4) 8-bit pixels as .png, .webp or .jpg (no alpha); the tags as PNG text or Exif.

    The same pixels and tags give the same bytes.
    """
    assert pixels.dtype == np.uint8, "8-bit pixels"
    assert pixels.ndim == 3, "rows, columns, channels"
    assert pixels.shape[2] in (3, 4), f"no mode for {pixels.shape[2]} channels"
    image = Image.fromarray(np.ascontiguousarray(pixels), "RGB" if pixels.shape[2] == 3 else "RGBA")
    if path.suffix == ".png":
        image.save(path, "PNG", pnginfo=_png_text(tags), compress_level=PNG_LEVEL)
    elif path.suffix == ".webp":
        image.save(path, "WEBP", quality=WEBP_QUALITY, method=4, exif=_exif(tags))
    else:
        assert path.suffix == ".jpg", f"no encoder for {path.suffix}"
        assert pixels.shape[2] == 3, "a JPEG has no alpha"
        image.save(path, "JPEG", quality=JPEG_QUALITY, subsampling=0, exif=_exif(tags))


def _png_text(tags: Tags) -> PngImagePlugin.PngInfo:
    """Title and comment as iTXt (UTF-8), as PNG 1.2 names them."""
    text = PngImagePlugin.PngInfo()
    text.add_itxt("Title", tags.title)
    if tags.artist:
        text.add_itxt("Author", tags.artist)
    text.add_itxt("Comment", tags.comment)
    return text


def _exif(tags: Tags) -> bytes:
    exif = Image.Exif()
    exif[TITLE] = tags.title
    exif[SOFTWARE] = str(tags.provenance.get("engine", "mediamill"))
    comment = UNICODE_MARK + tags.comment.encode("utf-16-le")
    exif.get_ifd(EXIF_IFD)[COMMENT] = comment[:EXIF_BYTES_MAX]
    return exif.tobytes()
