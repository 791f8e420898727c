"""The boxes of which MP4 and AVIF files are made (ISO 14496-12, 4.2)."""

import struct
from dataclasses import dataclass
from typing import BinaryIO
from uuid import UUID

from mediamill.formats import NotMedia

C2PA_BOX = UUID("d8fec3d6-1b0e-483c-9297-5828877ec481").bytes
BOXES_MAX = 200_000  # a film in fragments of a second has two each
SIZE_MAX = 2**32 - 1  # of a box with a short length
HEADER_BYTES_MAX = 32  # a long length and a UUID


@dataclass(frozen=True, slots=True)
class Box:
    """One box among its neighbours."""

    kind: bytes
    start: int
    content: int  # where it begins, behind the UUID of a `uuid` box
    end: int
    uuid: bytes | None
    is_open: bool  # it says that it reaches to the end of the file, however long that is


def read_boxes(file: BinaryIO, size: int) -> tuple[Box, ...]:
    """The boxes of so many bytes, one behind the other. Raises NotMedia where they are cut off."""
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
            raise NotMedia(reason="it is cut off or damaged")
        boxes.append(Box(kind, at, at + content, at + length, uuid, is_open))
        at += length
    if not boxes:
        raise NotMedia(reason="it is empty")
    return tuple(boxes)


def box(kind: bytes, content: bytes) -> bytes:
    """A box with a short length."""
    return struct.pack(">I4s", 8 + len(content), kind) + content
