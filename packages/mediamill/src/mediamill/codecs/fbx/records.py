"""Binary FBX 7.4 as its readers take it: nested records of typed properties, zlib over long arrays.

A record: end offset, number and length of properties (32 bits each), length of the name, name, properties, and, if
there are children, those and a record of 13 zeros. Long arrays are deflated.
"""

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

VERSION = 7400
HEAD = b"Kaydara FBX Binary  \x00\x1a\x00"
SCOPE_END = b"\0" * 13
DEFLATED_FROM = 128  # bytes of an array
# File id, creation time and footer belong together; readers that check refuse others.
FILE_ID = bytes.fromhex("28b32aebb624ccc2bfc8b02aa92bfcf1")
CREATION_TIME = "1970-01-01 10:00:00:000"
FOOT_CODE = bytes.fromhex("fabcab09d0c8d466b176fb831cf7267e")
FOOT_END = bytes.fromhex("f85a8c6adef5d97eece90ce3758f290b")
# Without an (empty) scope some readers drop all animation.
ALWAYS_SCOPED = frozenset({"AnimationStack", "AnimationLayer", "References"})

Value = (
    bool | int | float | str | bytes | NDArray[np.float64] | NDArray[np.float32] | NDArray[np.int32] | NDArray[np.int64]
)


class Int32(int):
    """An integer of 32 bits; a plain int is written with 64."""


@dataclass(slots=True)
class WrittenRecord:
    """One node of the file."""

    name: str
    values: Sequence[Value] = ()
    children: list["WrittenRecord"] = field(default_factory=list)

    def add(self, name: str, *values: Value) -> "WrittenRecord":
        """A new child."""
        child = WrittenRecord(name, values)
        self.children.append(child)
        return child

    def prop(self, name: str, kind: str, label: str, flags: str, *values: Value) -> None:
        """One entry of a `Properties70` record."""
        self.add("P", name, kind, label, flags, *values)


def file_of(records: Sequence[WrittenRecord]) -> bytes:
    """The whole file; the same records give the same bytes."""
    out = bytearray(HEAD + struct.pack("<I", VERSION))
    for record in records:
        out += _bytes(record, len(out))
    out += SCOPE_END + FOOT_CODE + b"\0" * 4
    out += b"\0" * (16 - len(out) % 16) + struct.pack("<I", VERSION) + b"\0" * 120 + FOOT_END
    return bytes(out)


def _bytes(record: WrittenRecord, start: int) -> bytes:
    values = b"".join(_value(value) for value in record.values)
    name = record.name.encode()
    place = start + 13 + len(name) + len(values)
    inside = b""
    if record.children or not record.values or record.name in ALWAYS_SCOPED:
        parts = []
        for child in record.children:
            parts.append(_bytes(child, place))
            place += len(parts[-1])
        inside = b"".join(parts) + SCOPE_END
        place += len(SCOPE_END)
    return struct.pack("<IIIB", place, len(record.values), len(values), len(name)) + name + values + inside


def _value(value: Value) -> bytes:
    if isinstance(value, np.ndarray):
        return _array(value)
    if isinstance(value, bool):
        return b"C" + struct.pack("<?", value)
    if isinstance(value, Int32):
        return b"I" + struct.pack("<i", value)
    if isinstance(value, int):
        return b"L" + struct.pack("<q", value)
    if isinstance(value, float):
        return b"D" + struct.pack("<d", value)
    raw = value.encode() if isinstance(value, str) else value
    return (b"S" if isinstance(value, str) else b"R") + struct.pack("<I", len(raw)) + raw


def _array(values: NDArray[np.float64] | NDArray[np.float32] | NDArray[np.int32] | NDArray[np.int64]) -> bytes:
    code = {"float64": b"d", "float32": b"f", "int64": b"l", "int32": b"i"}[values.dtype.name]
    raw = np.ascontiguousarray(values).astype(values.dtype.newbyteorder("<")).tobytes()
    deflated = len(raw) > DEFLATED_FROM
    stored = zlib.compress(raw, 9) if deflated else raw
    return code + struct.pack("<III", values.size, int(deflated), len(stored)) + stored
