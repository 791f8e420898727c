"""Whether a file is built as its first bytes claim: its own structure is walked, nothing is decoded.

First bytes alone prove little: a page of HTML may begin with `GIF89a`. Everything here is bounded and pure Python, so
that the service may look into untrusted files itself; whether they can really be decoded is for an engine process.
"""

import mmap
import re
import struct
import zlib
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from mediamill.formats.sniff import ID3_HEADER_BYTES, aac_frame_bytes, id3_bytes, mp3_frame_bytes
from mediamill.formats.table import Container

PIECES_MAX = 200_000  # chunks, blocks, boxes or pages of one file: an honest one of 50 MB has fewer
FRAMES_WALKED = 16  # of a recording that has nothing but frames
PADDING_BYTES_MAX = 4_096  # of zeros behind an ID3 tag

PNG_DEPTHS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}  # by colour type
JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}  # markers that begin a picture
# A marker within the pixels of a JPEG that is neither a stuffed zero, nor a restart, nor a fill byte.
JPEG_MARKER = re.compile(rb"\xff[\x01-\xcf\xd8-\xfe]")
OGG_SOUNDS = (b"\x01vorbis", b"OpusHead", b"\x7fFLAC", b"Speex   ")
ENDINGS = (b"TAG", b"APETAGEX", b"LYRICSBEGIN")  # tags behind the last frame of a recording

Pieces = Iterator[int]  # one is taken for each piece


class Broken(Exception):
    """The file's structure contradicts its headers."""


def structure_end(path: Path, container: Container) -> int | None:
    """Where the file ends by its own structure, in bytes; None when it is not built as this container.

    What follows that end is no part of the picture; recordings end with their file.
    """
    walk = WALKS.get(container)
    if walk is None or not path.stat().st_size:
        return None
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        try:
            return walk(data, so_many_pieces())
        except (Broken, struct.error, IndexError):
            return None  # it contradicts itself, has too many pieces, or ends in the middle of one


def so_many_pieces() -> Pieces:
    """PIECES_MAX of them. Raises Broken when one more is wanted."""
    yield from range(PIECES_MAX)
    raise Broken


def png_end(data: mmap.mmap, pieces: Pieces) -> int:
    """Chunks from IHDR to IEND (PNG, 5 and 11.2)."""
    at, has_pixels = 8, False
    while True:
        next(pieces)
        length, kind = struct.unpack_from(">I4s", data, at)
        end: int = at + 12 + length
        require(end <= len(data) and kind.isalpha())
        if at == 8:
            width, height, depth, colour, *methods = struct.unpack_from(">IIBBBBB", data, 16)
            (checksum,) = struct.unpack_from(">I", data, 29)
            require(kind == b"IHDR" and length == 13 and checksum == zlib.crc32(data[12:29]))
            require(0 < width < 2**31 and 0 < height < 2**31 and depth in PNG_DEPTHS.get(colour, ()))
            require(methods in ([0, 0, 0], [0, 0, 1]))
        has_pixels = has_pixels or kind == b"IDAT"
        if kind == b"IEND":
            require(has_pixels)
            return end
        at = end


def gif_end(data: mmap.mmap, pieces: Pieces) -> int:
    """Extensions and pictures up to the trailer, which some writers forget (GIF89a, appendix B)."""
    width, height, flags = struct.unpack_from("<HHB", data, 6)
    at, pictures = 13 + color_table_bytes(flags), 0
    require(width and height)
    while at < len(data):
        next(pieces)
        kind = data[at]
        if kind == 0x3B:
            require(pictures)
            return at + 1
        if kind == 0x21:
            at = behind_blocks(data, at + 2, pieces)
        else:
            require(kind == 0x2C)
            codes_at = at + 10 + color_table_bytes(data[at + 9])
            require(2 <= data[codes_at] <= 8)
            at, pictures = behind_blocks(data, codes_at + 1, pieces), pictures + 1
    require(pictures)
    return at


def color_table_bytes(flags: int) -> int:
    """The length of the colour table that a GIF announces."""
    return 3 << (flags & 7) + 1 if flags & 0x80 else 0


def behind_blocks(data: mmap.mmap, at: int, pieces: Pieces) -> int:
    """Where a GIF's row of blocks ends: behind the empty one."""
    while size := data[at]:
        next(pieces)
        at += 1 + size
    return at + 1


def jpeg_end(data: mmap.mmap, pieces: Pieces) -> int:
    """Segments and scans up to the end marker, which some cameras forget (ISO 10918-1, B.1)."""
    at, has_frame, has_scan = 2, False, False
    while at < len(data):
        next(pieces)
        require(data[at] == 0xFF)
        marker = data[at + 1]
        if marker == 0xD9:
            require(has_scan)
            return at + 2
        if marker == 0xFF or marker == 0x01 or 0xD0 <= marker <= 0xD7:
            at += 1 if marker == 0xFF else 2
            continue
        (length,) = struct.unpack_from(">H", data, at + 2)
        require(length >= 2 and at + 2 + length <= len(data))
        if marker in JPEG_FRAMES:
            precision, height, width, components = struct.unpack_from(">BHHB", data, at + 4)
            require(precision in (8, 12) and height and width and 1 <= components <= 4)
            require(length == 8 + 3 * components)
            has_frame = True
        at += 2 + length
        if marker == 0xDA:
            require(has_frame)
            has_scan = True
            found = JPEG_MARKER.search(data, at)
            at = found.start() if found else len(data)
    require(has_scan)
    return at


def webp_end(data: mmap.mmap, pieces: Pieces) -> int:
    """Chunks as long as the RIFF header says, with a picture or an animation among them (RFC 9649)."""
    (size,) = struct.unpack_from("<I", data, 4)
    end: int = 8 + size
    has_picture = False
    require(end <= len(data) and data[12:16] in (b"VP8 ", b"VP8L", b"VP8X"))
    for kind, at, _ in chunks(data, 12, end, pieces, "<"):
        lossy = kind == b"VP8 " and data[at + 3 : at + 6] == b"\x9d\x01\x2a"
        lossless = kind == b"VP8L" and data[at] == 0x2F
        require(lossy or lossless or kind not in (b"VP8 ", b"VP8L"))
        has_picture = has_picture or lossy or lossless or kind == b"ANMF"
    require(has_picture)
    return end


def avif_end(data: mmap.mmap, pieces: Pieces) -> int:
    """Boxes up to the end, one of which describes a picture (ISO 14496-12, 4.2 and 8.4.3)."""
    found = {kind: (start, end) for kind, start, end in boxes(data, 0, len(data), pieces)}
    require(b"mdat" in found or b"idat" in found)
    start, end = found.get(b"meta", (0, 0))
    handlers = [data[at + 8 : at + 12] for kind, at, _ in boxes(data, start + 4, end, pieces) if kind == b"hdlr"]
    require(handlers == [b"pict"])
    return len(data)


def mp4_end(data: mmap.mmap, pieces: Pieces) -> int:
    """Boxes up to the end, and a track with sound."""
    tracks = [
        data[at + 8 : at + 12]
        for moov, moov_at, moov_end in boxes(data, 0, len(data), pieces)
        if moov == b"moov"
        for trak, trak_at, trak_end in boxes(data, moov_at, moov_end, pieces)
        if trak == b"trak"
        for mdia, mdia_at, mdia_end in boxes(data, trak_at, trak_end, pieces)
        if mdia == b"mdia"
        for hdlr, at, _ in boxes(data, mdia_at, mdia_end, pieces)
        if hdlr == b"hdlr"
    ]
    require(b"soun" in tracks)
    return len(data)


def boxes(data: mmap.mmap, at: int, end: int, pieces: Pieces) -> Iterator[tuple[bytes, int, int]]:
    """The kind of each box, where its content begins and where it ends."""
    while at < end:
        next(pieces)
        size, kind = struct.unpack_from(">I4s", data, at)
        start = at + 8
        if size == 1:
            (size,) = struct.unpack_from(">Q", data, start)
            start += 8
        elif size == 0:
            size = end - at
        require(start <= at + size <= end)
        yield kind, start, at + size
        at += size


def wav_end(data: mmap.mmap, pieces: Pieces) -> int:
    """A format, then samples; how many those are is often wrong, and taken from the file's length by readers."""
    has_format = False
    for kind, at, _ in chunks(data, 12, len(data), pieces, "<"):
        if kind == b"fmt ":
            _, channels, rate = struct.unpack_from("<HHI", data, at)
            require(channels and rate)
            has_format = True
        if kind == b"data":
            require(has_format)
            return len(data)
    raise Broken


def aiff_end(data: mmap.mmap, pieces: Pieces) -> int:
    """A description and samples, in any order."""
    kinds = {kind for kind, _, _ in chunks(data, 12, len(data), pieces, ">")}
    require({b"COMM", b"SSND"} <= kinds)
    return len(data)


def chunks(data: mmap.mmap, at: int, end: int, pieces: Pieces, order: str) -> Iterator[tuple[bytes, int, int]]:
    """The kind of each RIFF or IFF chunk, where its content begins and how long it says it is."""
    while at + 8 <= end:
        next(pieces)
        kind, size = struct.unpack_from(f"{order}4sI", data, at)
        require(all(0x20 <= letter < 0x7F for letter in kind))
        yield kind, at + 8, size
        at += 8 + size + size % 2


def flac_end(data: mmap.mmap, pieces: Pieces) -> int:
    """Its description first, then further blocks, then a frame (RFC 9639, 8 and 9.1)."""
    at = behind_id3(data)
    require(data[at : at + 4] == b"fLaC" and data[at + 4] & 0x7F == 0)
    (described,) = struct.unpack_from(">I", data, at + 18)
    require(described >> 12)  # a rate of 0 is none
    at += 4
    while True:
        next(pieces)
        (head,) = struct.unpack_from(">I", data, at)
        at += 4 + (head & 0xFFFFFF)
        if head >> 31:
            break
    (sync,) = struct.unpack_from(">H", data, at)
    require(sync & 0xFFFE == 0xFFF8)
    return len(data)


def ogg_end(data: mmap.mmap, pieces: Pieces) -> int:
    """Pages that follow each other, the first of a stream with sound (RFC 3533, 6)."""
    at, heads = 0, []
    for _ in islice(pieces, FRAMES_WALKED):
        if at >= len(data):
            break
        name, version, flags = struct.unpack_from("<4sBB", data, at)
        require(name == b"OggS" and version == 0)
        start = at + 27 + data[at + 26]
        if flags & 2:
            heads.append(data[start : start + 8])
        at = start + sum(data[at + 27 : start])
    require(any(head.startswith(OGG_SOUNDS) for head in heads))
    return len(data)


def mp3_end(data: mmap.mmap, pieces: Pieces) -> int:
    """Frames of Layer III."""
    return frames_end(data, pieces, mp3_frame_bytes)


def aac_end(data: mmap.mmap, pieces: Pieces) -> int:
    """ADTS frames."""
    return frames_end(data, pieces, aac_frame_bytes)


def frames_end(data: mmap.mmap, pieces: Pieces, length_of: Callable[[bytes], int]) -> int:
    """Frames that follow each other, so many or up to the end of the file; the last may be cut off."""
    at = behind_id3(data)
    for _ in islice(pieces, FRAMES_WALKED):
        if at >= len(data) or data[at : at + 16].startswith(ENDINGS):
            break
        length = length_of(data[at : at + 7])
        require(length)
        at += length
    return len(data)


def behind_id3(data: mmap.mmap) -> int:
    """Where a recording begins that may have tags, and zeros behind them, in front."""
    at = 0
    while length := id3_bytes(data[at : at + ID3_HEADER_BYTES]):
        at += length
    padding = data[at : at + PADDING_BYTES_MAX] if at else b""
    return at + len(padding) - len(padding.lstrip(b"\0"))


def require(holds: object) -> None:
    """Raises Broken."""
    if not holds:
        raise Broken


WALKS: dict[Container, Callable[[mmap.mmap, Pieces], int]] = {
    Container.PNG: png_end,
    Container.JPEG: jpeg_end,
    Container.WEBP: webp_end,
    Container.GIF: gif_end,
    Container.AVIF: avif_end,
    Container.MP3: mp3_end,
    Container.WAV: wav_end,
    Container.FLAC: flac_end,
    Container.OGG: ogg_end,
    Container.M4A: mp4_end,
    Container.MP4: mp4_end,
    Container.AAC: aac_end,
    Container.AIFF: aiff_end,
}
