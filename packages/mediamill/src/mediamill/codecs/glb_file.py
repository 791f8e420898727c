"""A binary glTF 2.0 file: its description and its numbers. The file is untrusted: every number in it is checked."""

import json
import struct
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mediamill.formats import NotMedia

FILE_BYTES_MAX = 1 << 30
JSON_BYTES_MAX = 64 << 20
POINTS_MAX = 12_000_000  # rows of an accessor
NUMBERS_MAX = 18_000_000  # the same where each is one number
# What a file that cannot be believed raises on the way.
DAMAGE = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError, struct.error)
_TYPES = {5120: "i1", 5121: "u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
_WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}

Numbers = NDArray[Any]


def open_glb(path: Path) -> "Glb":
    """The file. Raises NotMedia, and what DAMAGE names."""
    if path.stat().st_size > FILE_BYTES_MAX:
        raise NotMedia(reason=f"it is larger than {FILE_BYTES_MAX >> 20} MB")
    return Glb(path.read_bytes())


class Glb:
    """A file in memory: its description and its numbers."""

    def __init__(self, content: bytes) -> None:
        json_bytes, kind = struct.unpack_from("<12xII", content)
        if kind != 0x4E4F534A or json_bytes > min(JSON_BYTES_MAX, len(content) - 20):
            raise NotMedia(reason="its 3D content is damaged")
        self.scene: dict[str, Any] = json.loads(content[20 : 20 + json_bytes])
        start = 20 + json_bytes
        size = struct.unpack_from("<I", content, start)[0] if len(content) >= start + 8 else 0
        self.numbers = memoryview(content)[start + 8 : start + 8 + size]

    def all(self, name: str) -> list[Any]:
        """The list of that name; empty where the file has none."""
        found = self.scene.get(name, [])
        return found if isinstance(found, list) else []

    def view(self, number: int) -> memoryview:
        """The bytes of a buffer view that lies in this file."""
        view = self.all("bufferViews")[natural(number)]
        buffer = self.all("buffers")[natural(view["buffer"])]
        if view["buffer"] != 0 or "uri" in buffer:
            raise NotMedia(reason="its 3D content lies in other files")
        if "EXT_meshopt_compression" in view.get("extensions", {}):
            raise NotMedia(reason="its 3D content is packed in a way that is not read here")
        start = natural(view.get("byteOffset", 0))
        end = start + natural(view["byteLength"])
        if end > len(self.numbers):
            raise NotMedia(reason="its 3D content is cut off")
        return self.numbers[start:end]

    def accessor(self, number: int) -> Numbers:
        """The numbers (count, width) of an accessor, normalised ones as fractions."""
        accessor = self.all("accessors")[natural(number)]
        kind, width = np.dtype(_TYPES[accessor["componentType"]]), _WIDTHS[accessor["type"]]
        count = natural(accessor["count"])
        if count > NUMBERS_MAX or (count > POINTS_MAX and width > 1):
            raise NotMedia(reason="it holds too many points")
        if "bufferView" in accessor:
            view = self.all("bufferViews")[natural(accessor["bufferView"])]
            numbers = _strided(self.view(accessor["bufferView"]), accessor, view, kind, (count, width))
        else:
            numbers = np.zeros((count, width), kind)
        if "sparse" in accessor:
            numbers = self._with_exceptions(numbers, accessor["sparse"])
        if accessor.get("normalized") and kind.kind in "iu":
            return np.maximum(numbers / np.iinfo(kind).max, -1.0)
        return numbers

    def _with_exceptions(self, numbers: Numbers, sparse: dict[str, Any]) -> Numbers:
        count, numbers = natural(sparse["count"]), numbers.copy()
        where, what = sparse["indices"], sparse["values"]
        index_kind = np.dtype(_TYPES[where["componentType"]])
        indices = _strided(self.view(where["bufferView"]), where, {}, index_kind, (count, 1))
        values = _strided(self.view(what["bufferView"]), what, {}, numbers.dtype, (count, numbers.shape[1]))
        numbers[indices[:, 0]] = values
        return numbers


def _strided(
    data: memoryview, accessor: dict[str, Any], view: dict[str, Any], kind: np.dtype[Any], shape: tuple[int, int]
) -> Numbers:
    start = natural(accessor.get("byteOffset", 0))
    step = natural(view.get("byteStride", 0)) or kind.itemsize * shape[1]
    if shape[0] and start + (shape[0] - 1) * step + kind.itemsize * shape[1] > len(data):
        raise NotMedia(reason="its 3D content is cut off")
    return np.ndarray(shape, kind, data, start, (step, kind.itemsize)).copy()


def natural(value: Any) -> int:
    """A number that may be an index or a length; anything else is damage."""
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError(f"{value!r} is no index")
    return value
