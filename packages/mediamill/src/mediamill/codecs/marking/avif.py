"""Where AVIF files have their XMP, and how it is put there: an item of the picture, its bytes at the file's end.

What an item's place is counted from moves with the table that is written anew, so every place is (ISO 14496-12, 8.11).
"""

import io
import struct
from collections.abc import Iterable
from dataclasses import dataclass, replace

from mediamill.codecs.marking.boxes import C2PA_BOX, SIZE_MAX, Box, box, read_boxes
from mediamill.codecs.marking.pictures import Pocket
from mediamill.codecs.marking.xmp import PACKET_BYTES_MAX
from mediamill.formats import NotMedia

FULL_BOX_BYTES = 4  # version and flags
XMP_ITEM = b"mime", b"application/rdf+xml"
IN_FILE, IN_META = 0, 1  # construction methods: what places are counted from
SHORT_ID_MAX = 0xFFFF
MOVING = {b"moov", b"moof"}  # whose places are in other tables
NEEDED = (b"pitm", b"iloc", b"iinf")


class CannotAdd(Exception):
    """The picture is built in a way to which nothing is added here."""


@dataclass(frozen=True, slots=True)
class Item:
    """Where the bytes of an item are."""

    id: int
    method: int
    extents: tuple[tuple[int, int], ...]  # place and length

    def moved(self, behind: int, by: int) -> "Item":
        """With the places behind a byte of the file further on."""
        if self.method != IN_FILE:
            return self
        return replace(self, extents=tuple((at + by if at >= behind else at, size) for at, size in self.extents))


@dataclass(frozen=True, slots=True)
class PictureItems:
    """The box that has the items of the picture."""

    start: int
    end: int
    head: bytes  # version and flags
    parts: tuple[tuple[bytes, bytes], ...]  # kind and content of each box inside
    items: tuple[Item, ...]
    picture: int  # id of the primary item
    xmp: int | None  # id of the item with its XMP
    is_plain: bool  # that one can be read as it stands

    def part(self, kind: bytes) -> bytes | None:
        """The content of the first of a kind."""
        return next((content for name, content in self.parts if name == kind), None)


@dataclass
class ByteReader:
    """Numbers one after another."""

    data: bytes
    at: int = 0

    def number(self, size: int) -> int:
        """Of so many bytes. Raises NotMedia."""
        return int.from_bytes(self.take(size), "big")

    def take(self, size: int) -> bytes:
        """So many bytes. Raises NotMedia."""
        self.at += size
        if self.at > len(self.data):
            raise NotMedia(reason="its table of items is cut off")
        return self.data[self.at - size : self.at]

    def text(self) -> bytes:
        """Up to a zero byte, or to the end."""
        found, _, _ = self.data[self.at :].partition(b"\0")
        self.at = min(len(self.data), self.at + len(found) + 1)
        return found


def avif_pocket(data: bytes) -> Pocket:
    """The item of its own. Nothing is added where the file has more than its boxes. Raises NotMedia."""
    try:
        boxes = read_boxes(io.BytesIO(data), len(data))
    except NotMedia:
        return Pocket(0, 0, is_closed=True)
    is_signed = any(one.uuid == C2PA_BOX for one in boxes)
    try:
        meta = read_meta(data, boxes)
        packet = None if meta.xmp is None else content_of(data, meta, meta.xmp) if meta.is_plain else b""
    except CannotAdd:
        return Pocket(0, 0, None, is_signed, is_closed=True)
    return Pocket(meta.start, meta.end, packet, is_signed)


def avif_with(data: bytes, pocket: Pocket, packet: bytes) -> bytes | None:
    """The file with this packet as its XMP; None where its places would be too far."""
    boxes = read_boxes(io.BytesIO(data), len(data))
    meta = read_meta(data, boxes)
    xmp = max((item.id for item in meta.items), default=0) + 1 if meta.xmp is None else meta.xmp
    grown = len(written(meta, xmp, meta.items, 0, 0)) - (pocket.end - pocket.start)
    last = boxes[-1]
    if len(data) + grown + len(packet) + 8 > SIZE_MAX or xmp > SHORT_ID_MAX:
        return None
    if last.is_open:  # it ends where it ended
        data = data[: last.start] + struct.pack(">I", last.end - last.start) + data[last.start + 4 :]
    items = [item.moved(pocket.end, grown) for item in meta.items]
    table = written(meta, xmp, items, len(data) + grown + 8, len(packet))
    return data[: pocket.start] + table + data[pocket.end :] + box(b"mdat", packet)


def read_meta(data: bytes, boxes: Iterable[Box]) -> PictureItems:
    """Raises CannotAdd, NotMedia."""
    boxes = list(boxes)
    found = [one for one in boxes if one.kind == b"meta"]
    if len(found) != 1 or any(one.kind in MOVING for one in boxes):
        raise CannotAdd
    outer = found[0]
    inside = data[outer.content + FULL_BOX_BYTES : outer.end]
    parts = [(one.kind, inside[one.content : one.end]) for one in read_boxes(io.BytesIO(inside), len(inside))]
    named = dict(reversed(parts))  # the first of each
    if any(kind not in named for kind in NEEDED):
        raise CannotAdd
    items = read_places(ByteReader(named[b"iloc"]))
    pieces = [piece for item in items if item.method == IN_FILE for piece in item.extents]
    if any(at + size > len(data) or (outer.start < at + size and at < outer.end) for at, size in pieces):
        raise CannotAdd
    pitm = ByteReader(named[b"pitm"])
    picture = pitm.number(2 if not pitm.take(FULL_BOX_BYTES)[0] else 4)
    described = described_by(named.get(b"iref"), picture)
    xmps = {id: plain for id, plain in xmp_items(ByteReader(named[b"iinf"])) if id in described}
    xmp = next(iter(xmps), None)
    head = data[outer.content : outer.content + FULL_BOX_BYTES]
    is_plain = xmp is not None and xmps[xmp]
    return PictureItems(outer.start, outer.end, head, tuple(parts), tuple(items), picture, xmp, is_plain)


def read_places(table: ByteReader) -> list[Item]:
    """The `iloc` box. Raises CannotAdd for places in other files or items."""
    version = table.take(FULL_BOX_BYTES)[0]
    sizes = table.number(2)
    place, length, base, index = (sizes >> shift & 15 for shift in (12, 8, 4, 0))
    index = index if version else 0
    items = []
    for _ in range(table.number(2 if version < 2 else 4)):
        id = table.number(2 if version < 2 else 4)
        method = table.number(2) & 15 if version else IN_FILE
        is_elsewhere, start = table.number(2) != 0, table.number(base)
        extents = []
        for _ in range(table.number(2)):
            table.number(index)
            at = start + table.number(place)
            extents.append((at, table.number(length)))
        # A length of 0 reaches to the end of the file, which will be another.
        if is_elsewhere or method not in (IN_FILE, IN_META) or any(not size for _, size in extents):
            raise CannotAdd
        items.append(Item(id, method, tuple(extents)))
    return items


def xmp_items(table: ByteReader) -> Iterable[tuple[int, bool]]:
    """Ids of the items that are XMP in the `iinf` box, and whether each is neither protected nor compressed."""
    version = table.take(FULL_BOX_BYTES)[0]
    table.take(4 if version else 2)  # how many
    rest = table.data[table.at :]
    for entry in read_boxes(io.BytesIO(rest), len(rest)) if rest else ():
        item = ByteReader(rest[entry.content : entry.end])
        version = item.take(FULL_BOX_BYTES)[0]
        if version < 2:
            raise CannotAdd
        id = item.number(2 if version == 2 else 4)
        protection, kind = item.number(2), item.take(4)
        item.text()  # its name
        if (kind, item.text()) == XMP_ITEM:
            yield id, not protection and not item.text()


def described_by(table: bytes | None, picture: int) -> set[int]:
    """Ids of the items that the `iref` box says describe the picture."""
    if table is None:
        return set()
    found = set()
    size = 4 if table[:1] != b"\0" else 2
    rest = table[FULL_BOX_BYTES:]
    for reference in read_boxes(io.BytesIO(rest), len(rest)) if rest else ():
        ids = ByteReader(rest[reference.content : reference.end])
        source = ids.number(size)
        if picture in {ids.number(size) for _ in range(ids.number(2))} and reference.kind == b"cdsc":
            found.add(source)
    return found


def content_of(data: bytes, meta: PictureItems, id: int) -> bytes:
    """The bytes of an item, empty where they cannot be read."""
    item = next((one for one in meta.items if one.id == id), None)
    if item is None:
        return b""
    source = data if item.method == IN_FILE else meta.part(b"idat") or b""
    if sum(size for _, size in item.extents) > PACKET_BYTES_MAX:
        return b""
    return b"".join(source[at : at + size] for at, size in item.extents)


def written(meta: PictureItems, xmp: int, items: Iterable[Item], place: int, length: int) -> bytes:
    """The `meta` box with its items where they are now, and the item `xmp` at that place of the file."""
    others = [item for item in items if item.id != xmp]
    parts = dict.fromkeys(range(len(meta.parts)), b"")
    for number, (kind, content) in enumerate(meta.parts):
        if kind == b"iloc":
            content = places_of([*others, Item(xmp, IN_FILE, ((place, length),))])
        elif meta.xmp is None and kind == b"iinf":
            content = with_item(content, xmp)
        elif meta.xmp is None and kind == b"iref":
            content += reference(content[:1] != b"\0", xmp, meta.picture)
        parts[number] = box(kind, content)
    if meta.xmp is None and meta.part(b"iref") is None:
        is_wide = meta.picture > SHORT_ID_MAX
        parts[len(parts)] = box(b"iref", bytes([is_wide, 0, 0, 0]) + reference(is_wide, xmp, meta.picture))
    return box(b"meta", meta.head + b"".join(parts.values()))


def places_of(items: Iterable[Item]) -> bytes:
    """An `iloc` box's content: four bytes for each place and length."""
    items = list(items)
    wide = any(item.id > SHORT_ID_MAX for item in items)
    count, head = (">I", ">IHHH") if wide else (">H", ">HHHH")
    written = [struct.pack(">BxxxH", 2 if wide else 1, 0x4400), struct.pack(count, len(items))]
    for item in items:
        written.append(struct.pack(head, item.id, item.method, 0, len(item.extents)))
        written += [struct.pack(">II", at, size) for at, size in item.extents]
    return b"".join(written)


def with_item(table: bytes, id: int) -> bytes:
    """An `iinf` box's content with one item more."""
    count = ">I" if table[0] else ">H"
    (number,) = struct.unpack_from(count, table, FULL_BOX_BYTES)
    rest = table[FULL_BOX_BYTES + struct.calcsize(count) :]
    kind, media_type = XMP_ITEM
    entry = struct.pack(">BBxxHH4s", 2, 0, id, 0, kind) + b"XMP\0" + media_type + b"\0"
    return table[:FULL_BOX_BYTES] + struct.pack(count, number + 1) + rest + box(b"infe", entry)


def reference(is_wide: bool, source: int, target: int) -> bytes:
    """That one item describes another."""
    return box(b"cdsc", struct.pack(">IHI" if is_wide else ">HHH", source, 1, target))
