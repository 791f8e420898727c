"""Where MP4 files have their XMP and C2PA manifests, and how XMP is put there: no byte of a picture or sound moves."""

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO
from uuid import UUID

from mediamill.codecs.marking.boxes import C2PA_BOX, SIZE_MAX, Box, read_boxes
from mediamill.codecs.marking.xmp import PACKET_BYTES_MAX

XMP_BOX = UUID("be7acfcb-97a9-42e8-9c71-999491e3afac").bytes
QUICKTIME = b"qt  "  # its files have their XMP elsewhere, among the offsets of samples


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
