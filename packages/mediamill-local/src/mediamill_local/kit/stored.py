"""What a folder of weights holds, read from the heads of its files alone."""

import json
import math
import struct
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# Names of numbers in safetensors, and in torch.
NUMBERS = {"BF16": "bfloat16", "F16": "float16", "F32": "float32", "F64": "float64"}
OWN_FOLDER = "."  # of a model that is not cut into parts


@dataclass(frozen=True, slots=True)
class Stored:
    """The weights of a folder, by part (`transformer`, `text_encoder`, `vae`, …)."""

    floats: Mapping[str, int]  # how many numbers each part has
    numbers: str  # what most of them are: "bfloat16"

    @property
    def bytes(self) -> int:
        """Of all of them in 16 bits, as they are published."""
        return sum(self.floats.values()) * 2


def stored_in(folder: Path) -> Stored:
    """The parts of a folder that `mediamill models pull` made."""
    floats: Counter[str] = Counter()
    numbers: Counter[str] = Counter()
    for path in sorted(folder.rglob("*.safetensors")):
        part = path.relative_to(folder).parts[0] if path.parent != folder else OWN_FOLDER
        for kind, count in tensors_of(path):
            floats[part] += count
            numbers[NUMBERS.get(kind, kind)] += count
    return Stored(dict(floats), max(numbers, key=lambda kind: (numbers[kind], kind), default=""))


def tensors_of(path: Path) -> Iterator[tuple[str, int]]:
    """The kind of numbers of each tensor, and how many it has."""
    with path.open("rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        head: dict[str, Any] = json.loads(file.read(length))
    for name, tensor in head.items():
        if name != "__metadata__":
            yield tensor["dtype"], math.prod(tensor["shape"])
