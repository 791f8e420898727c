"""The records of a binary FBX 7.1 to 7.7 file. The file is untrusted: every number in it is checked."""

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mediamill.formats import NotMedia

FILE_BYTES_MAX = 512 << 20
RECORDS_MAX = 200_000  # looked at
DEPTH_MAX = 12
NUMBERS_MAX = 30_000_000  # unpacked, in the whole file: 240 MB as doubles
VERSIONS = range(7_100, 7_800)
LONG_RECORDS_FROM = 7_500
# What a file that cannot be believed raises on the way.
DAMAGE = (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, struct.error, zlib.error)
_SCALARS = {b"Y": "<h", b"C": "<b", b"B": "<b", b"I": "<i", b"F": "<f", b"D": "<d", b"L": "<q"}
_ARRAYS = {b"f": "<f4", b"d": "<f8", b"l": "<i8", b"i": "<i4", b"b": "i1", b"c": "u1"}


@dataclass(frozen=True, slots=True)
class Packed:
    """An array as it lies in the file."""

    kind: str
    count: int
    compressed: bool
    start: int
    size: int


@dataclass(frozen=True, slots=True)
class FbxRecord:
    """A node of the file: a name, properties, and records inside."""

    name: bytes
    properties: list[Any]
    inside: list["FbxRecord"] = field(default_factory=list)

    def named(self, name: bytes) -> Iterator["FbxRecord"]:
        """The records of that name inside."""
        return (record for record in self.inside if record.name == name)


def open_fbx(path: Path, within: frozenset[bytes]) -> "FbxFile":
    """The file's records. Raises NotMedia, and what DAMAGE names."""
    if path.stat().st_size > FILE_BYTES_MAX:
        raise NotMedia(reason=f"it is larger than {FILE_BYTES_MAX >> 20} MB")
    return FbxFile(path.read_bytes(), within)


class FbxFile:
    """The records of a file: all of those at the top, of others what is inside records of the names `within`."""

    def __init__(self, content: bytes, within: frozenset[bytes]) -> None:
        self.content = content
        self._within = within
        (version,) = struct.unpack_from("<I", content, 23)
        if version not in VERSIONS:
            raise NotMedia(reason=f"FBX version {version} is not read here")
        self._head = struct.Struct("<QQQB" if version >= LONG_RECORDS_FROM else "<IIIB")
        self._records = 0
        self._unpacked = 0
        self.top = FbxRecord(b"", [], list(self._list(27, len(content), 0)))

    def objects(self, name: bytes) -> dict[int, FbxRecord]:
        """The objects of that name, by their ids."""
        found = (record for group in self.top.named(b"Objects") for record in group.inside)
        return {record.properties[0]: record for record in found if record.name == name and record.properties}

    def links(self) -> list[list[Any]]:
        """Which object (first) hangs on which (second)."""
        found = [record for group in self.top.named(b"Connections") for record in group.named(b"C")]
        return [link.properties[1:3] for link in found if len(link.properties) >= 3]

    def array(self, packed: Any) -> NDArray[Any]:
        """An array's numbers."""
        if not isinstance(packed, Packed):
            raise ValueError("no array where one belongs")
        kind = np.dtype(packed.kind)
        wanted = packed.count * kind.itemsize
        self._unpacked += packed.count
        if self._unpacked > NUMBERS_MAX:
            raise NotMedia(reason="its 3D content is too large")
        data = self.content[packed.start : packed.start + packed.size]
        if packed.compressed:
            data = zlib.decompressobj().decompress(data, wanted or 1)
        return np.frombuffer(data, kind, packed.count)

    def _list(self, at: int, end: int, depth: int) -> Iterator[FbxRecord]:
        """Records that follow each other, up to an empty one."""
        while at + self._head.size <= end:
            after, count, size, name_size = self._head.unpack_from(self.content, at)
            if after == 0:
                return
            start = at + self._head.size + name_size
            self._records += 1
            if not start + size <= after <= end or self._records > RECORDS_MAX or depth > DEPTH_MAX:
                raise ValueError("records overlap")
            name = self.content[start - name_size : start]
            properties = list(self._properties(start, start + size, count))
            inside = self._list(start + size, after, depth + 1) if name in self._within or depth > 1 else ()
            yield FbxRecord(name, properties, list(inside))
            at = after

    def _properties(self, at: int, end: int, count: int) -> Iterator[Any]:
        for _ in range(count):
            code = self.content[at : at + 1]
            at += 1
            if code in _SCALARS:
                yield struct.unpack_from(_SCALARS[code], self.content, at)[0]
                at += struct.calcsize(_SCALARS[code])
            elif code in (b"S", b"R"):
                (size,) = struct.unpack_from("<I", self.content, at)
                yield self.content[at + 4 : at + 4 + size] if code == b"S" else b""
                at += 4 + size
            else:
                length, encoding, size = struct.unpack_from("<III", self.content, at)
                kind = _ARRAYS[code]
                stored = size if encoding else length * np.dtype(kind).itemsize
                yield Packed(kind, length, bool(encoding), at + 12, stored)
                at += 12 + stored
            if at > end:
                raise ValueError("properties are longer than their record")


def settings_of(record: FbxRecord) -> dict[bytes, list[Any]]:
    """The values of a record's Properties70, by name."""
    return {
        entry.properties[0]: entry.properties[4:]
        for group in record.named(b"Properties70")
        for entry in group.named(b"P")
        if len(entry.properties) > 4
    }
