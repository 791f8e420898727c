"""Small pictures that would keep a decoder busy for seconds are refused before one opens them."""

import io
import struct
import zlib
from pathlib import Path

import pytest
from PIL import Image

from mediamill.codecs.effort import (
    AVIF_BOXES_MAX,
    GIF_BLOCKS_MAX,
    JPEG_SCANS_MAX,
    JPEG_SEGMENTS_MAX,
    PNG_CHUNKS_MAX,
    WEBP_CHUNKS_MAX,
    refuse_costly,
)
from mediamill.codecs.image_decoding import decode_image
from mediamill.formats import NotMedia
from mediamill.formats.sniff import sniff

SIZE = (64, 48)


def picture(kind: str, **options: object) -> bytes:
    written = io.BytesIO()
    gradient = Image.radial_gradient("L").resize(SIZE)
    Image.merge("RGB", (gradient, gradient.rotate(90), gradient)).save(written, kind, **options)
    return written.getvalue()


def jpeg_of_scans(count: int) -> bytes:
    """A progressive JPEG whose last scan is followed by empty ones, each of which refines nothing."""
    progressive = picture("JPEG", progressive=True)
    assert progressive.endswith(b"\xff\xd9")
    own = progressive.count(b"\xff\xda")
    empty = b"\xff\xda" + struct.pack(">HBBBBBB", 8, 1, 1, 0x11, 1, 63, 0x00) + b"\x00"
    return progressive[:-2] + empty * (count - own) + b"\xff\xd9"


def jpeg_of_comments(count: int) -> bytes:
    plain = picture("JPEG")
    return plain[:2] + b"\xff\xfe\x00\x02" * count + plain[2:]


def png_of_chunks(count: int) -> bytes:
    plain = picture("PNG")
    nothing = struct.pack(">I", 0) + b"teSt" + struct.pack(">I", zlib.crc32(b"teSt"))
    return plain[:33] + nothing * count + plain[33:]


def gif_of_blocks(count: int) -> bytes:
    plain = picture("GIF")
    first = plain.index(b",", 13 + (3 << (plain[10] & 7) + 1))
    return plain[:first] + b"!\xfe" + b"\x01x" * count + b"\x00" + plain[first:]


def webp_of_chunks(count: int) -> bytes:
    plain = picture("WEBP")
    body = plain[12:] + (b"teSt" + bytes(4)) * count
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body


def avif_of_boxes(count: int) -> bytes:
    plain = picture("AVIF")
    return plain + (struct.pack(">I", 8) + b"free") * count


BUSY = {
    "scans": (jpeg_of_scans, JPEG_SCANS_MAX, "scans"),
    "comments": (jpeg_of_comments, JPEG_SEGMENTS_MAX, "segments"),
    "chunks": (png_of_chunks, PNG_CHUNKS_MAX, "chunks"),
    "blocks": (gif_of_blocks, GIF_BLOCKS_MAX, "blocks"),
    "riff": (webp_of_chunks, WEBP_CHUNKS_MAX, "chunks"),
    "boxes": (avif_of_boxes, AVIF_BOXES_MAX, "boxes"),
}


@pytest.mark.parametrize("name", BUSY)
def test_a_picture_in_too_many_pieces_is_refused_with_a_sentence(tmp_path: Path, name: str) -> None:
    made, most, word = BUSY[name]
    path = tmp_path / "busy"
    path.write_bytes(made(most + 30))

    with pytest.raises(NotMedia, match=f"more than [0-9,]+ {word}") as refused:
        decode_image(path)
    assert "send it again" in str(refused.value)


@pytest.mark.parametrize("name", BUSY)
def test_a_picture_in_some_pieces_is_read(tmp_path: Path, name: str) -> None:
    made, most, _ = BUSY[name]
    path = tmp_path / "fine"
    path.write_bytes(made(min(most, 60)))

    assert SIZE == (decode_image(path).width, decode_image(path).height)


def test_thirty_thousand_empty_scans_are_told_by_their_outline_alone(tmp_path: Path) -> None:
    path = tmp_path / "scans.jpg"
    path.write_bytes(jpeg_of_scans(30_000))

    with pytest.raises(NotMedia, match="more than 100 scans"):
        refuse_costly(path, sniff(path) or pytest.fail("a JPEG"))


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "GIF", "WEBP", "AVIF"])
@pytest.mark.parametrize("end", [0, 1, 5, 12, 40, 100])
def test_a_file_cut_anywhere_is_no_trouble(tmp_path: Path, kind: str, end: int) -> None:
    path = tmp_path / "cut"
    whole = picture(kind)
    path.write_bytes(whole)
    container = sniff(path) or pytest.fail("a picture")
    path.write_bytes(whole[:end])

    refuse_costly(path, container)  # it may be refused later, for what it is
