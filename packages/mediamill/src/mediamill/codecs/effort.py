"""How much work a picture file asks of a decoder, counted from its outline before any decoder opens it.

A small file can ask for seconds: each scan of a progressive JPEG goes over the whole picture, and readers handle every
chunk or comment block on its own. Honest files stay far below these counts.
"""

import mmap
import re
import struct
from collections.abc import Callable
from pathlib import Path

from mediamill.formats import Container, NotMedia

JPEG_SCANS_MAX = 100  # encoders write about 10
JPEG_SEGMENTS_MAX = 5_000  # 20 MB of the longest are 320; a reader written in Python looks at each
PNG_CHUNKS_MAX = 20_000  # 20 MB in pieces of 4 KiB are 5,000
GIF_BLOCKS_MAX = 20_000  # before the first picture: comments and application data in pieces of at most 255 bytes
WEBP_CHUNKS_MAX = 20_000  # a frame of an animation each
AVIF_BOXES_MAX = 1_000  # at the outermost level

JPEG_MARKER = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")  # within compressed data: FF 00 is a byte, D0 to D7 go on
JPEG_SCAN, JPEG_END = 0xDA, 0xD9
JPEG_WITHOUT_LENGTH = {0x01, 0xD8, *range(0xD0, 0xD8)}
GIF_EXTENSION, GIF_IMAGE = 0x21, 0x2C


def refuse_costly(path: Path, container: Container) -> None:
    """Return for a picture that a decoder may be given. Raises NotMedia for one that would keep it busy."""
    count = _COUNTS.get(container)
    if count is None or not path.stat().st_size:
        return
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        count(data)


def _jpeg(data: mmap.mmap) -> None:
    """Marker after marker (ITU-T T.81, annex B); a scan's compressed data ends at the next one."""
    at, scans, segments = 0, 0, 0
    while found := JPEG_MARKER.search(data, at):
        marker, at = data[found.start() + 1], found.end()
        if marker == JPEG_END:
            return
        if marker in JPEG_WITHOUT_LENGTH:
            continue
        if marker == JPEG_SCAN and (scans := scans + 1) > JPEG_SCANS_MAX:
            _refuse(f"it is a JPEG of more than {JPEG_SCANS_MAX} scans; save it as a baseline JPEG or a PNG")
        if (segments := segments + 1) > JPEG_SEGMENTS_MAX:
            _refuse(f"it is a JPEG of more than {JPEG_SEGMENTS_MAX:,} segments; save it anew")
        at += int.from_bytes(data[at : at + 2], "big")


def _png(data: mmap.mmap) -> None:
    """Length, name, content, checksum, again and again."""
    at, chunks = 8, 0
    while at + 8 <= len(data):
        if (chunks := chunks + 1) > PNG_CHUNKS_MAX:
            _refuse(f"it is a PNG of more than {PNG_CHUNKS_MAX:,} chunks; save it anew")
        at += 12 + int.from_bytes(data[at : at + 4], "big")


def _gif(data: mmap.mmap) -> None:
    """Extensions made of small blocks stand before the first picture (GIF89a, 23 to 26)."""
    flags = data[10] if len(data) > 10 else 0
    at, blocks = 13 + (3 << (flags & 7) + 1 if flags & 0x80 else 0), 0
    while at + 2 < len(data) and data[at] != GIF_IMAGE:
        if data[at] != GIF_EXTENSION:
            at += 1
            continue
        at += 2
        while at < len(data) and data[at]:
            at += 1 + data[at]
            if (blocks := blocks + 1) > GIF_BLOCKS_MAX:
                _refuse(f"it is a GIF with more than {GIF_BLOCKS_MAX:,} blocks before its picture; save it anew")
        at += 1


def _webp(data: mmap.mmap) -> None:
    """RIFF chunks of even length."""
    at, chunks = 12, 0
    while at + 8 <= len(data):
        if (chunks := chunks + 1) > WEBP_CHUNKS_MAX:
            _refuse(f"it is a WebP of more than {WEBP_CHUNKS_MAX:,} chunks; save it as a single picture")
        (length,) = struct.unpack_from("<I", data, at + 4)
        at += 8 + length + (length & 1)


def _avif(data: mmap.mmap) -> None:
    """Boxes (ISO 14496-12, 4.2); 0 is a box up to the end, 1 has a longer length."""
    at, boxes = 0, 0
    while at + 8 <= len(data):
        if (boxes := boxes + 1) > AVIF_BOXES_MAX:
            _refuse(f"it is an AVIF of more than {AVIF_BOXES_MAX:,} boxes; save it anew")
        length = int.from_bytes(data[at : at + 4], "big")
        if length == 1:
            length = int.from_bytes(data[at + 8 : at + 16], "big")
        if length < 8:
            return
        at += length


def _refuse(reason: str) -> None:
    raise NotMedia(reason=f"{reason} and send it again")


_COUNTS: dict[Container, Callable[[mmap.mmap], None]] = {
    Container.JPEG: _jpeg,
    Container.PNG: _png,
    Container.GIF: _gif,
    Container.WEBP: _webp,
    Container.AVIF: _avif,
}
