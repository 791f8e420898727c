"""Where MP4 files have their XMP and C2PA manifests, and how XMP is put there: no byte of a picture or sound moves."""

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO
from uuid import UUID

from mediamill.codecs.marking.xmp import PACKET_BYTES_MAX
from mediamill.formats import NotMedia

XMP_BOX = UUID("be7acfcb-97a9-42e8-9c71-999491e3afac").bytes
C2PA_BOX = UUID("d8fec3d6-1b0e-483c-9297-5828877ec481").bytes
QUICKTIME = b"qt  "  # its files have their XMP elsewhere, among the offsets of samples
BOXES_MAX = 200_000  # a film in fragments of a second has two each
SIZE_MAX = 2**32 - 1  # of a box with a short length
HEADER_BYTES_MAX = 32  # a long length and a UUID


@dataclass(frozen=True, slots=True)
class Box:
    """One box of the file's top level."""

    kind: bytes
    start: int
    content: int  # where it begins, behind the UUID of a `uuid` box
    end: int
    uuid: bytes | None
    is_open: bool  # it says that it reaches to the end of the file, however long that is


@dataclass(frozen=True, slots=True)
class Film:
    """What a file has at its top level."""

    boxes: tuple[Box, ...]
    packet: bytes | None  # None where there is none; empty where it cannot be read
    is_signed: bool
    is_closed: bool  # nothing may be added here


def read_film(path: Path) -> Film:
    """Raises NotMedia for a file whose boxes are cut off."""
    with path.open("rb") as file:
        boxes = read_boxes(file, path.stat().st_size)
        xmp = xmp_box(boxes)
        packet = None
        if xmp is not None:
            file.seek(xmp.content)
            packet = file.read(xmp.end - xmp.content) if xmp.end - xmp.content <= PACKET_BYTES_MAX else b""
        file.seek(8)
        brand = file.read(4)
    last = boxes[-1]
    is_closed = brand == QUICKTIME or (last.is_open and last.end - last.start > SIZE_MAX)
    return Film(boxes, packet, any(box.uuid == C2PA_BOX for box in boxes), is_closed)


def read_boxes(file: BinaryIO, size: int) -> tuple[Box, ...]:
    """The boxes, one behind the other (ISO 14496-12, 4.2)."""
    boxes: list[Box] = []
    at = 0
    while at < size:
        file.seek(at)
        head = file.read(HEADER_BYTES_MAX).ljust(HEADER_BYTES_MAX, b"\0")
        length, kind = struct.unpack_from(">I4s", head)
        content = 8
        is_open = length == 0
        if length == 1:
            (length,) = struct.unpack_from(">Q", head, 8)
            content = 16
        length = size - at if is_open else length
        uuid = head[content : content + 16] if kind == b"uuid" else None
        content += 16 if uuid else 0
        if length < content or at + length > size or len(boxes) >= BOXES_MAX:
            raise NotMedia(reason="its film is cut off or damaged")
        boxes.append(Box(kind, at, at + content, at + length, uuid, is_open))
        at += length
    if not boxes:
        raise NotMedia(reason="it is empty")
    return tuple(boxes)


def write_xmp(path: Path, film: Film, packet: bytes) -> None:
    """Put the packet at the end of the file; a packet that was there becomes free space."""
    box = struct.pack(">I4s16s", 24 + len(packet), b"uuid", XMP_BOX) + packet
    with path.open("r+b") as file:
        if (old := xmp_box(film.boxes)) is not None:
            write_at(file, old.start + 4, b"free")
        last = film.boxes[-1]
        if last.is_open:
            write_at(file, last.start, struct.pack(">I", last.end - last.start))
        # The index of fragments is found from the end of the file, so it stays there.
        place = last.start if last.kind == b"mfra" else last.end
        file.seek(place)
        index = file.read()
        write_at(file, place, box + index)


def xmp_box(boxes: tuple[Box, ...]) -> Box | None:
    """The first that holds XMP."""
    return next((box for box in boxes if box.uuid == XMP_BOX), None)


def write_at(file: BinaryIO, place: int, content: bytes) -> None:
    """Write there."""
    file.seek(place)
    file.write(content)
