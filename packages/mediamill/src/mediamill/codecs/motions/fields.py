"""The named arrays and texts of a JSON or NPZ file. Nothing in it is run: no pickles, no numbers that are not there."""

import struct
import tokenize
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import IO, BinaryIO

import numpy as np
import orjson
from numpy.typing import NDArray

from mediamill.formats import NotMedia

JSON_BYTES_MAX = 24 << 20  # parsed, at most twenty times as much
NPZ_BYTES_MAX = 64 << 20
ARRAY_BYTES_MAX = 64 << 20  # unpacked
MEMBERS_MAX = 64
FIELDS_MAX = 64
COMPRESSIONS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
NUMBERS, LETTERS = "fiu", "US"  # kinds of numpy's types
ZIP_MAGIC = b"PK\x03\x04"
# What a file that cannot be believed raises on the way.
DAMAGE = (
    ValueError, TypeError, LookupError, ArithmeticError, EOFError, OSError, RuntimeError, SyntaxError,
    struct.error, zipfile.BadZipFile, zlib.error, tokenize.TokenError,
)  # fmt: skip

Numbers = NDArray[np.float64]


class MotionFields:
    """What a file tells, by name."""

    def __init__(self, told: Mapping[str, object]) -> None:
        self._told = told

    def __contains__(self, name: str) -> bool:
        return name in self._told

    def numbers(self, name: str) -> Numbers:
        """An array of numbers. Raises what DAMAGE names."""
        found = np.asarray(self._told[name])
        if found.dtype.kind not in NUMBERS:
            raise ValueError(f"{name} is no array of numbers")
        if not np.isfinite(found).all():
            raise ValueError(f"{name} has numbers that are none")
        return found.astype(np.float64)

    def number(self, name: str) -> float:
        """One number, on its own or in an array."""
        return float(self.numbers(name).reshape(1)[0])

    def text(self, name: str, otherwise: str) -> str:
        """A text."""
        found = np.asarray(self._told.get(name, otherwise))
        if found.dtype.kind not in LETTERS or found.size != 1:
            raise ValueError(f"{name} is no text")
        return _text(found.reshape(1)[0])

    def texts(self, name: str) -> list[str]:
        """Several texts."""
        found = np.asarray(self._told[name])
        if found.dtype.kind not in LETTERS or found.ndim != 1:
            raise ValueError(f"{name} is no list of texts")
        return [_text(one) for one in found]


def _text(value: object) -> str:
    return value.decode(errors="replace") if isinstance(value, bytes) else str(value)


def read_fields(path: Path) -> MotionFields:
    """The fields of a JSON object, or the arrays of an NPZ file. Raises NotMedia, and what DAMAGE names."""
    with path.open("rb") as file:
        head = file.read(len(ZIP_MAGIC))
        if head == ZIP_MAGIC:
            return MotionFields(_npz(file, path.stat().st_size))
    if path.stat().st_size > JSON_BYTES_MAX:
        raise NotMedia(reason="the motion is too large")
    told = orjson.loads(path.read_bytes())
    if not isinstance(told, dict) or len(told) > FIELDS_MAX:
        raise ValueError("no object")
    return MotionFields(told)


def _npz(file: BinaryIO, size: int) -> dict[str, NDArray[np.generic]]:
    """The arrays of numbers and texts; others, such as objects that Python would have to run, are left out."""
    if size > NPZ_BYTES_MAX:
        raise NotMedia(reason="the motion is too large")
    found: dict[str, NDArray[np.generic]] = {}
    with zipfile.ZipFile(file) as archive:
        members = archive.infolist()
        if len(members) > MEMBERS_MAX or sum(member.file_size for member in members) > ARRAY_BYTES_MAX:
            raise NotMedia(reason="the motion is too large")
        for member in members:
            if member.compress_type not in COMPRESSIONS or member.flag_bits & 1 or not member.filename.endswith(".npy"):
                continue
            with archive.open(member) as content:
                array = _array(content, member.file_size)
            if array is not None:
                found[member.filename.removesuffix(".npy")] = array
    return found


def _array(content: IO[bytes], size: int) -> NDArray[np.generic] | None:
    """An array in NPY, by its head and as many bytes as that asks for; None for one of objects."""
    version = np.lib.format.read_magic(content)
    read_head = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
    shape, by_columns, kind = read_head(content)
    if kind.kind not in NUMBERS + LETTERS or any(length < 0 for length in shape):
        return None
    count = int(np.prod([int(length) for length in shape], dtype=object)) if shape else 1
    if count * kind.itemsize > size:
        raise ValueError("fewer numbers than promised")
    data = content.read(count * kind.itemsize)
    return np.frombuffer(data, kind, count).reshape(shape, order="F" if by_columns else "C")
