"""Where WebM files say of their origin what others say in XMP: a tag of the whole file (RFC 8794, RFC 9559).

No byte of a picture or sound is encoded anew, and nothing that a table points to moves.
"""

import io
import shutil
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from mediamill.codecs.marking.xmp import TRAINED_ALGORITHMIC_MEDIA
from mediamill.formats import NotMedia

SEGMENT, SEEK_HEAD, VOID, CLUSTER, CUES, TAGS = 0x18538067, 0x114D9B74, 0xEC, 0x1F43B675, 0x1C53BB6B, 0x1254C367
INFO, TRACKS, ATTACHMENTS, CHAPTERS = 0x1549A966, 0x1654AE6B, 0x1941A469, 0x1043A770
TOP = {SEEK_HEAD, CLUSTER, CUES, TAGS, INFO, TRACKS, ATTACHMENTS, CHAPTERS}
TAG, TARGETS, SIMPLE_TAG, TAG_NAME, TAG_STRING = 0x7373, 0x63C0, 0x67C8, 0x45A3, 0x4487
OF_A_PART = {0x63C5, 0x63C9, 0x63C4, 0x63C6}  # a target: a track, an edition, a chapter, an attachment
SEEK, SEEK_ID, SEEK_POSITION, CHECKSUM = 0x4DBB, 0x53AB, 0x53AC, 0xBF
NAME = "DIGITAL_SOURCE_TYPE"  # as Matroska writes names; the IPTC calls it digitalSourceType
ELEMENTS_MAX = 1_000_000  # of a file: an hour of blocks in one cluster
TABLE_BYTES_MAX = 1 << 20  # of tags, or of a seek head, that are read
ID_WIDTH_MAX, WIDTH_MAX = 4, 8  # bytes of an id, of a size
DAMAGED = "its film is cut off or damaged"


@dataclass(frozen=True, slots=True)
class Element:
    """One element among its neighbours."""

    id: int
    start: int
    content: int
    end: int
    is_endless: bool  # its size is not said: it reaches to the next that cannot be inside

    @property
    def size_width(self) -> int:
        """Bytes that its size takes."""
        return self.content - self.start - len(id_bytes(self.id))


@dataclass(frozen=True, slots=True)
class Webm:
    """What a file has at its top level."""

    size: int
    segment: Element
    parts: tuple[Element, ...]  # of the segment
    source_type: str | None  # that it states

    def first(self, id: int) -> Element | None:
        """The first part of a kind."""
        return next((part for part in self.parts if part.id == id), None)


def read_webm(path: Path) -> Webm:
    """Raises NotMedia for a file whose elements are cut off."""
    size = path.stat().st_size
    with path.open("rb") as file:
        segment = next((one for one in elements(file, 0, size) if one.id == SEGMENT), None)
        if segment is None:
            raise NotMedia(reason=DAMAGED)
        parts = tuple(elements(file, segment.content, segment.end))
        stated = [source_type_in(content_of(file, part)) for part in parts if part.id == TAGS]
    return Webm(size, segment, parts, next((one for one in stated if one), None))


def elements(file: BinaryIO, at: int, end: int) -> Iterator[Element]:
    """One behind the other. Raises NotMedia."""
    for _ in range(ELEMENTS_MAX):
        if at >= end:
            return
        found = element_at(file, at, end)
        yield found
        at = found.end
    raise NotMedia(reason=DAMAGED)


def element_at(file: BinaryIO, at: int, end: int) -> Element:
    """The element that begins there. Raises NotMedia."""
    id, content, length = head_at(file, at, end)
    if length is not None:
        return Element(id, at, content, content + length, is_endless=False)
    if id == SEGMENT:
        return Element(id, at, content, end, is_endless=True)
    if id != CLUSTER:
        raise NotMedia(reason=DAMAGED)
    reached = content
    for _ in range(ELEMENTS_MAX):
        if reached >= end:
            break
        inner, start, length = head_at(file, reached, end)
        if inner in TOP:
            break
        if length is None:
            raise NotMedia(reason=DAMAGED)
        reached = start + length
    return Element(id, at, content, reached, is_endless=True)


def head_at(file: BinaryIO, at: int, end: int) -> tuple[int, int, int | None]:
    """Id, place of the content, and its length; None where that is not said. Raises NotMedia."""
    file.seek(at)
    head = file.read(min(ID_WIDTH_MAX + WIDTH_MAX, end - at))
    id_width = width_of(head, 0)
    size_width = width_of(head, id_width)
    if id_width > ID_WIDTH_MAX or len(head) < id_width + size_width:
        raise NotMedia(reason=DAMAGED)
    content = at + id_width + size_width
    length = int.from_bytes(head[id_width : id_width + size_width], "big") & unsaid(size_width)
    if length == unsaid(size_width):
        return int.from_bytes(head[:id_width], "big"), content, None
    if content + length > end:
        raise NotMedia(reason=DAMAGED)
    return int.from_bytes(head[:id_width], "big"), content, length


def unsaid(width: int) -> int:
    """The size that stands for none, in so many bytes."""
    return (1 << 7 * width) - 1


def width_of(data: bytes, at: int) -> int:
    """Bytes of the number that begins there; more than there may be where none does."""
    return WIDTH_MAX + 1 - data[at].bit_length() if at < len(data) and data[at] else WIDTH_MAX + 1


def content_of(file: BinaryIO, part: Element) -> bytes:
    """What is inside, empty where it is too much."""
    file.seek(part.content)
    length = part.end - part.content
    return file.read(length) if length <= TABLE_BYTES_MAX else b""


def source_type_in(tags: bytes) -> str | None:
    """What a file's tags say of the whole of it."""
    for tag in inside(tags, TAG):
        if any(part in OF_A_PART for target in inside(tag, TARGETS) for part, _ in split(target)):
            continue
        for simple in inside(tag, SIMPLE_TAG):
            names = [name.decode(errors="replace") for name in inside(simple, TAG_NAME)]
            if NAME.replace("_", "") in (name.upper().replace("_", "").replace(" ", "") for name in names):
                return next((text.decode(errors="replace") for text in inside(simple, TAG_STRING)), None)
    return None


def inside(content: bytes, id: int) -> list[bytes]:
    """The contents of the elements of a kind."""
    return [part for name, part in split(content) if name == id]


def split(content: bytes) -> list[tuple[int, bytes]]:
    """Elements in memory: id and content. Raises NotMedia."""
    return [(one.id, content[one.content : one.end]) for one in elements(io.BytesIO(content), 0, len(content))]


def write_tag(path: Path, webm: Webm) -> bool:
    """State in the file that it was generated; whether there was a place for it."""
    tag = source_type_tag()
    head, cluster = webm.first(SEEK_HEAD), webm.first(CLUSTER)
    segment_size = resized(webm.segment, len(tag))
    if segment_size is None or cluster is None or webm.segment.end != webm.size:
        return False
    if head is None and webm.first(CUES) is None:
        write_before(path, cluster.start, tag)  # nothing points to what is behind
    else:
        table = with_entry(path, webm, head) if head else None
        if head is None or table is None:
            return False
        with path.open("r+b") as file:
            write_at(file, head.start, table)
            write_at(file, webm.size, tag)
    with path.open("r+b") as file:
        write_at(file, webm.segment.content - len(segment_size), segment_size)
    return True


def source_type_tag() -> bytes:
    """A `Tags` element that says it."""
    simple = element(TAG_NAME, NAME.encode()) + element(TAG_STRING, TRAINED_ALGORITHMIC_MEDIA.encode())
    return element(TAGS, element(TAG, element(TARGETS, b"") + element(SIMPLE_TAG, simple)))


def with_entry(path: Path, webm: Webm, head: Element) -> bytes | None:
    """The seek head and the room behind it, with an entry for tags at the end of the file; None without the room."""
    void = next((part for part in webm.parts if part.start == head.end and part.id == VOID), None)
    with path.open("rb") as file:
        content = content_of(file, head)
    if void is None or not content:
        return None
    room = void.end - head.start
    seeks = b"".join(element(id, part) for id, part in split(content) if id != CHECKSUM)
    place = webm.size - webm.segment.content
    for width in (4, 5):  # a void has two bytes at least
        seek = element(SEEK_ID, id_bytes(TAGS)) + element(SEEK_POSITION, place.to_bytes(width, "big"))
        entries = seeks + element(SEEK, seek)
        has_checksum = any(id == CHECKSUM for id, _ in split(content))
        checksum = element(CHECKSUM, zlib.crc32(entries).to_bytes(4, "little")) if has_checksum else b""
        table = element(SEEK_HEAD, checksum + entries)
        if len(table) == room:
            return table
        if len(table) + 2 <= room:
            return table + empty(room - len(table))
    return None


def empty(length: int) -> bytes:
    """A void of so many bytes, two at least."""
    width = 1 if length < 2 + 0x7F else WIDTH_MAX
    return bytes([VOID]) + size_bytes(length - 1 - width, width) + bytes(length - 1 - width)


def resized(segment: Element, by: int) -> bytes | None:
    """The segment's size once it is longer, as long as it was written before; None where that cannot be."""
    width = segment.size_width
    if segment.is_endless:
        return size_bytes(unsaid(width), width)
    length = segment.end - segment.content + by
    return size_bytes(length, width) if length < unsaid(width) else None


def element(id: int, content: bytes) -> bytes:
    """One element."""
    width = next(width for width in range(1, WIDTH_MAX + 1) if len(content) < unsaid(width))
    return id_bytes(id) + size_bytes(len(content), width) + content


def id_bytes(id: int) -> bytes:
    """An id as it is written."""
    return id.to_bytes((id.bit_length() + 7) // 8, "big")


def size_bytes(length: int, width: int) -> bytes:
    """A size as it is written."""
    return (length | 1 << 7 * width).to_bytes(width, "big")


def write_before(path: Path, place: int, content: bytes) -> None:
    """Put something in the middle of a file."""
    longer = path.with_name(f"{path.name}.marked")
    with path.open("rb") as source, longer.open("xb") as target:
        target.write(source.read(place))
        target.write(content)
        shutil.copyfileobj(source, target)
    longer.replace(path)


def write_at(file: BinaryIO, place: int, content: bytes) -> None:
    """Write there."""
    file.seek(place)
    file.write(content)
