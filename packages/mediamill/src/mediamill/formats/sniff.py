"""What a file really is, by its first bytes: pure Python, nothing decoded, nothing heavy imported."""

import re
from pathlib import Path
from typing import BinaryIO

import orjson

from mediamill.errors import MediamillError
from mediamill.formats.table import Container, MediaKind, format_of

HEAD_BYTES = 4_096  # enough for every signature, two MPEG frames and the EBML document type
ID3_HEADER_BYTES = 10  # and of its footer
ID3_MAX_BYTES = 16 << 20  # a tag with cover art; a longer one is no music file of ours

TEXT_BYTES_MAX = 16 << 20  # read as a whole

_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f]")  # all but tab, line and page breaks
_FBX_MAGIC = b"Kaydara FBX Binary  \x00\x1a\x00"
_EBML_MAGIC = b"\x1aE\xdf\xa3"
_EBML_DOCTYPE = b"\x42\x82"
_MP4_BRANDS_OF_AUDIO = {b"M4A ", b"M4B ", b"F4A "}
_MP4_BRANDS_OF_IMAGES = {b"avif": Container.AVIF}  # HEIC and other relatives are not taken
_MP4_BRANDS_REFUSED = {b"avis", b"heic", b"heix", b"hevc", b"mif1", b"msf1", b"crx "}
_MPEG_BIT_RATES = {  # kb/s by (MPEG-1?, index), Layer III; ISO 11172-3 2.4.2.3, ISO 13818-3 2.4.2.3
    True: (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320),
    False: (0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160),
}
_MPEG_SAMPLE_RATES = {3: (44_100, 48_000, 32_000), 2: (22_050, 24_000, 16_000), 0: (11_025, 12_000, 8_000)}


class NotMedia(MediamillError):
    """This file cannot be used: {reason}."""

    code = "not_media"


def sniff(path: Path) -> Container | None:
    """The container that the file's first bytes prove; None for all else (text, playlists, HTML, nothing)."""
    with path.open("rb") as file:
        head = file.read(HEAD_BYTES)
        if head.startswith(b"ID3"):
            return _behind_id3(file, head)
    return container_of(head)


def content_matches(path: Path, suffix: str) -> bool:
    """Whether the file holds what its suffix promises; False for a suffix outside the table."""
    known = format_of(suffix)
    if known is not None and known.kind is MediaKind.TEXT:
        return _reads_as(path, known.containers)
    return known is not None and sniff(path) in known.containers


def _reads_as(path: Path, containers: frozenset[Container]) -> bool:
    """Whether the whole file is UTF-8 text without control characters, and JSON where it says so: text has no
    signature, and what only begins like it is shown as something else by some reader.
    """
    if path.stat().st_size > TEXT_BYTES_MAX:
        return False
    content = path.read_bytes()
    try:
        text = content.decode()
        if Container.JSON in containers:
            orjson.loads(content)
    except ValueError:
        return False
    return _CONTROLS.search(text) is None


def container_of(head: bytes) -> Container | None:
    """The container with the signature of these first bytes (4 KiB are enough), or None."""
    if head.startswith(b"\x89PNG\r\n\x1a\n"):
        return Container.PNG
    if head.startswith(b"\xff\xd8\xff"):
        return Container.JPEG
    if head[:6] in (b"GIF87a", b"GIF89a"):
        return Container.GIF
    if head.startswith(b"fLaC"):
        return Container.FLAC
    if head.startswith(b"OggS\x00"):
        return Container.OGG
    if head.startswith(b"glTF\x02\x00\x00\x00"):
        return Container.GLB
    if head.startswith(_FBX_MAGIC):
        return Container.FBX
    if head.startswith(_EBML_MAGIC):
        return _ebml(head)
    if head[4:8] == b"ftyp":
        return _mp4(head)
    return _chunked(head) or _mpeg_audio(head)


def _chunked(head: bytes) -> Container | None:
    """RIFF, RF64 and IFF files name their kind after the first length."""
    family, kind = head[:4], head[8:12]
    if family in (b"RIFF", b"RF64") and kind == b"WAVE":
        return Container.WAV
    if family == b"RIFF" and kind == b"WEBP":
        return Container.WEBP
    if family == b"FORM" and kind in (b"AIFF", b"AIFC"):
        return Container.AIFF
    return None


def _ebml(head: bytes) -> Container | None:
    at = head.find(_EBML_DOCTYPE)
    if at < 0:
        return None
    name = head[at + 3 : at + 3 + (head[at + 2 : at + 3] or b"\x80")[0] - 0x80 if at + 3 < len(head) else at]
    return {b"webm": Container.WEBM, b"matroska": Container.MATROSKA}.get(name.rstrip(b"\x00"))


def _mp4(head: bytes) -> Container | None:
    brand = head[8:12]
    if brand in _MP4_BRANDS_OF_IMAGES:
        return _MP4_BRANDS_OF_IMAGES[brand]
    if brand in _MP4_BRANDS_REFUSED or len(brand) < 4:
        return None
    return Container.M4A if brand in _MP4_BRANDS_OF_AUDIO else Container.MP4


def _behind_id3(file: BinaryIO, head: bytes) -> Container | None:
    """What follows the ID3v2 tags."""
    start = 0
    while (length := id3_bytes(head)) and start <= ID3_MAX_BYTES:
        start += length
        file.seek(start)
        head = file.read(HEAD_BYTES)
    head = head.lstrip(b"\x00")  # some writers pad behind the tag
    return container_of(head) if head[:1] in (b"\xff", b"f") else None


def id3_bytes(head: bytes) -> int:
    """The length of an ID3v2 tag, four 7-bit bytes in its head (ID3v2.4, section 3.1); 0 where there is none."""
    if not head.startswith(b"ID3") or len(head) < ID3_HEADER_BYTES:
        return 0
    size = (head[6] & 127) << 21 | (head[7] & 127) << 14 | (head[8] & 127) << 7 | head[9] & 127
    return ID3_HEADER_BYTES + size + (ID3_HEADER_BYTES if head[5] & 0x10 else 0)


def _mpeg_audio(head: bytes) -> Container | None:
    """MP3 or AAC: no signature, so two frames in a row have to follow each other."""
    for length_of, container in ((mp3_frame_bytes, Container.MP3), (aac_frame_bytes, Container.AAC)):
        first = length_of(head)
        if first and (second := head[first : first + 7]) and length_of(second):
            return container
    return None


def mp3_frame_bytes(frame: bytes) -> int:
    """Length of a Layer III frame from its header, 0 when it is none."""
    if len(frame) < 4 or frame[0] != 0xFF or frame[1] & 0xE6 != 0xE2:
        return 0
    version, bit_rate, rate = frame[1] >> 3 & 3, frame[2] >> 4, frame[2] >> 2 & 3
    if version == 1 or bit_rate in (0, 15) or rate == 3:
        return 0
    kbps = _MPEG_BIT_RATES[version == 3][bit_rate]
    return (144_000 if version == 3 else 72_000) * kbps // _MPEG_SAMPLE_RATES[version][rate] + (frame[2] >> 1 & 1)


def aac_frame_bytes(frame: bytes) -> int:
    """Length of an ADTS frame from its header (ISO 13818-7, 6.2), 0 when it is none."""
    if len(frame) < 7 or frame[0] != 0xFF or frame[1] & 0xF6 != 0xF0 or frame[2] >> 2 & 15 > 12:
        return 0
    length = (frame[3] & 3) << 11 | frame[4] << 3 | frame[5] >> 5
    return length if length > 7 else 0
