"""Where PNG, JPEG and WebP files have their XMP and C2PA manifests, and how XMP is put there."""

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from mediamill.codecs.marking.xmp import PACKET_BYTES_MAX, without_padding
from mediamill.formats import NotMedia

PNG_XMP = b"XML:com.adobe.xmp"
PNG_START = 8  # behind the signature
JPEG_XMP = b"http://ns.adobe.com/xap/1.0/\0"
JPEG_MORE_XMP = b"http://ns.adobe.com/xmp/extension/\0"
JPEG_SEGMENT_MAX = 0xFFFF - 2  # bytes behind the length
SOI_BYTES = 2
APP0, APP1, APP2, APP11, SOS, EOI = 0xE0, 0xE1, 0xE2, 0xEB, 0xDA, 0xD9
WEBP_HAS_XMP, WEBP_HAS_ALPHA = 0x04, 0x10
WEBP_START = 12  # behind the RIFF header
DAMAGED = "its picture is cut off or damaged"


@dataclass(frozen=True, slots=True)
class Pocket:
    """The place of XMP in a file."""

    start: int  # where the packet's chunk or segment is, or a new one can be
    end: int  # the same as `start` where there is none
    packet: bytes | None = None  # None where there is none; empty where it cannot be read
    is_signed: bool = False  # the file has a C2PA manifest
    is_closed: bool = False  # nothing may be added here


def png_pocket(data: bytes) -> Pocket:
    """The chunk of its own, or the place behind the header. Raises NotMedia."""
    pockets = []
    is_signed = False
    for kind, start, end in png_chunks(data):
        content = data[start + 8 : end - 4]
        is_signed |= kind == b"caBX"
        if kind == b"iTXt" and content.startswith(PNG_XMP + b"\0"):
            pockets.append(Pocket(start, end, png_text(content)))
    found = next(iter(pockets), None) or Pocket(PNG_START + 25, PNG_START + 25)
    return Pocket(found.start, found.end, found.packet, is_signed)


def png_chunks(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Kind, start and end of each chunk up to the last."""
    at, kind = PNG_START, b""
    while kind != b"IEND":
        if at + 12 > len(data):
            raise NotMedia(reason=DAMAGED)
        length, kind = struct.unpack_from(">I4s", data, at)
        end = at + 12 + length
        if end > len(data) or (at == PNG_START and (kind, length) != (b"IHDR", 13)):
            raise NotMedia(reason=DAMAGED)
        yield kind, at, end
        at = end


def png_text(content: bytes) -> bytes:
    """The text of an iTXt chunk, empty where it cannot be read (PNG, 11.3.3.4)."""
    flags, rest = content[len(PNG_XMP) + 1 :][:2], content[len(PNG_XMP) + 3 :]
    parts = rest.split(b"\0", 2)  # language, translated keyword, text
    if len(parts) < 3 or flags not in (b"\0\0", b"\1\0"):
        return b""
    if flags == b"\0\0":
        return parts[2]
    squeezed = zlib.decompressobj()
    try:
        text = squeezed.decompress(parts[2], PACKET_BYTES_MAX)
    except zlib.error:
        return b""
    return text if squeezed.eof else b""


def png_with(data: bytes, pocket: Pocket, packet: bytes) -> bytes:
    """The file with this packet in its pocket."""
    chunk = b"iTXt" + PNG_XMP + bytes(5) + packet  # not compressed, no language, no translation
    whole = struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk))
    return data[: pocket.start] + whole + data[pocket.end :]


def jpeg_pocket(data: bytes) -> Pocket:
    """The segment of its own, or the place behind the leading JFIF and Exif segments. Raises NotMedia."""
    place, leads, found = SOI_BYTES, True, None
    is_signed = is_closed = False
    for marker, start, end in jpeg_segments(data):
        content = data[start + 4 : end]
        leads = leads and (marker == APP0 or (marker == APP1 and content.startswith(b"Exif\0")))
        place = end if leads else place
        # JUMBF in APP11 (ISO 19566-5), whose description box begins with the type `c2pa`.
        is_signed |= marker == APP11 and content.startswith(b"JP") and b"jumdc2pa" in content
        # Its lengths would be wrong in a longer file: several pictures in one.
        is_closed |= marker == APP2 and content.startswith(b"MPF\0")
        if marker == APP1 and content.startswith(JPEG_MORE_XMP):
            is_closed |= b"DigitalSourceType" in content
        elif marker == APP1 and content.startswith(JPEG_XMP) and found is None:
            found = (start, end, content[len(JPEG_XMP) :])
    start, end, packet = found or (place, place, None)
    return Pocket(start, end, packet, is_signed, is_closed)


def jpeg_segments(data: bytes) -> Iterator[tuple[int, int, int]]:
    """Marker, start and end of each segment before the first scan."""
    at = SOI_BYTES
    while True:
        marker = data[at : at + 2]
        if marker == b"\xff\xff":  # a fill byte
            at += 1
            continue
        if len(data) < at + 4 or marker[0] != 0xFF or marker[1] in (0x00, EOI):
            raise NotMedia(reason=DAMAGED)
        end = at + 2 + int.from_bytes(data[at + 2 : at + 4], "big")
        if marker[1] == SOS:
            return
        if end < at + 4 or end > len(data):
            raise NotMedia(reason=DAMAGED)
        yield marker[1], at, end
        at = end


def jpeg_with(data: bytes, pocket: Pocket, packet: bytes) -> bytes | None:
    """The file with this packet in its pocket; None where it is too long for a segment."""
    content = JPEG_XMP + packet
    if len(content) > JPEG_SEGMENT_MAX:
        content = JPEG_XMP + without_padding(packet)
    if len(content) > JPEG_SEGMENT_MAX:
        return None
    segment = struct.pack(">BBH", 0xFF, APP1, len(content) + 2) + content
    return data[: pocket.start] + segment + data[pocket.end :]


def webp_pocket(data: bytes) -> Pocket:
    """The chunk of its own, or the end of the RIFF file. Raises NotMedia."""
    chunks = list(webp_chunks(data))
    if not chunks or chunks[0][0] not in (b"VP8 ", b"VP8L", b"VP8X"):
        raise NotMedia(reason=DAMAGED)
    is_signed = any(kind == b"C2PA" for kind, _, _ in chunks)
    for kind, start, end in chunks:
        if kind == b"XMP ":
            (length,) = struct.unpack_from("<I", data, start + 4)
            return Pocket(start, end, data[start + 8 : start + 8 + length], is_signed)
    return Pocket(chunks[-1][2], chunks[-1][2], None, is_signed)


def webp_chunks(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Kind, start and end of each chunk, its padding included."""
    (size,) = struct.unpack_from("<I", data, 4)
    at, riff_end = WEBP_START, 8 + size
    if riff_end > len(data):
        raise NotMedia(reason=DAMAGED)
    while at + 8 <= riff_end:
        kind, length = struct.unpack_from("<4sI", data, at)
        end = at + 8 + length + length % 2
        if end > riff_end:
            raise NotMedia(reason=DAMAGED)
        yield kind, at, end
        at = end


def webp_with(data: bytes, pocket: Pocket, packet: bytes) -> bytes:
    """The file with this packet in its pocket, and a header that says so (RFC 9649, 2.7)."""
    riff_end = 8 + int(struct.unpack_from("<I", data, 4)[0])
    whole = struct.pack("<4sI", b"XMP ", len(packet)) + packet + bytes(len(packet) % 2)
    chunks = data[WEBP_START : pocket.start] + whole + data[pocket.end : riff_end]
    if chunks.startswith(b"VP8X"):
        chunks = chunks[:8] + bytes([chunks[8] | WEBP_HAS_XMP]) + chunks[9:]
    else:
        chunks = webp_header(chunks) + chunks
    return struct.pack("<4sI4s", b"RIFF", len(chunks) + 4, b"WEBP") + chunks + data[riff_end:]


def webp_header(chunks: bytes) -> bytes:
    """The VP8X chunk that a file without one gets: the size and transparency of its picture."""
    if chunks.startswith(b"VP8L"):
        (bits,) = struct.unpack_from("<I", chunks, 9)
        width, height, alpha = bits & 0x3FFF, bits >> 14 & 0x3FFF, WEBP_HAS_ALPHA * (bits >> 28 & 1)
    else:
        across, down = struct.unpack_from("<HH", chunks, 14)
        width, height, alpha = (across & 0x3FFF) - 1, (down & 0x3FFF) - 1, 0
    sizes = b"".join(int(side).to_bytes(3, "little") for side in (width, height))  # each one less than it is
    return struct.pack("<4sIB3x", b"VP8X", 10, WEBP_HAS_XMP | alpha) + sizes
