"""Small weights, sound and unsound, and rows that ask for them."""

import pickle
import struct
from array import array
from typing import Any

import orjson

from mediamill.weights import Licence, WeightsRow

REPOSITORY = "acme/heron-image"
COMMIT, OTHER_COMMIT = "1" * 40, "2" * 40
ROW = WeightsRow(
    name="heron",
    engine="local.heron",
    repository=REPOSITORY,
    files=("*.json", "*/*.json", "*/*.safetensors"),
    licence=Licence("Apache-2.0", "https://www.apache.org/licenses/LICENSE-2.0"),
    source="the test",
)
CONDITIONS = "Free below a million of revenue"
TOML = f"""
[heron]
engine = "local.heron"
repository = "{REPOSITORY}"
files = ["*.json", "*/*.json", "*/*.safetensors"]
licence = "Apache-2.0"
licence_url = "https://www.apache.org/licenses/LICENSE-2.0"
"""


def safetensors(numbers: int = 50_000, seed: int = 1) -> bytes:
    """Two tensors of that many bytes each."""
    span = {"dtype": "U8", "shape": [numbers]}
    head = {
        "__metadata__": {"format": "pt"},
        "a": span | {"data_offsets": [0, numbers]},
        "b": span | {"data_offsets": [numbers, 2 * numbers]},
    }
    pattern = bytes((number * seed + number // 251) % 256 for number in range(4_096))
    return with_head(head, (pattern * (2 * numbers // 4_096 + 1))[: 2 * numbers])


def with_head(head: Any, data: bytes) -> bytes:
    """A safetensors file with that head."""
    text = head if isinstance(head, bytes) else orjson.dumps(head)
    return struct.pack("<Q", len(text)) + text + data


def model() -> dict[str, bytes]:
    """A repository as diffusers writes it, with what repositories have besides."""
    index = {"_class_name": "HeronPipeline", "transformer": ["diffusers", "HeronModel"], "scheduler": [None, None]}
    return {
        ".gitattributes": b"*.safetensors filter=lfs\n",
        "README.md": b"# Heron\n",
        "model_index.json": orjson.dumps(index),
        "transformer/config.json": orjson.dumps({"layers": 2}),
        "transformer/model.safetensors": safetensors(),
        "transformer/model.bin": pickle.dumps({"a": 1}),
        "vae/model.safetensors": safetensors(20_000, seed=7),
        "heron.safetensors": safetensors(10),
    }


LARGE = "transformer/model.safetensors"
WANTED = (
    "model_index.json",
    "transformer/config.json",
    LARGE,
    "vae/model.safetensors",
)


def ctranslate2() -> bytes:
    """The head of a model as CTranslate2 writes it, and something behind."""
    name = b"WhisperSpec\x00"
    return struct.pack("<IH", 6, len(name)) + name + struct.pack("<II", 3, 1) + bytes(1_000)


def field(number: int, value: int | bytes | str) -> bytes:
    """A field of a protocol buffer: a number, or bytes."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    content = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(content)) + content


def varint(value: int) -> bytes:
    """Seven bits a byte, the lowest first."""
    return bytes([value]) if value < 128 else bytes([value & 127 | 128]) + varint(value >> 7)


def onnx_model(*nodes: bytes, tensor: bytes = b"", more: bytes = b"") -> bytes:
    """A model with these nodes, one tensor of four numbers with `tensor` in it, and `more` of the model itself."""
    numbers = field(1, 4) + field(2, 1) + field(8, "w") + field(9, bytes(16)) + tensor
    graph = b"".join(field(1, node) for node in nodes) + field(2, "g") + field(5, numbers)
    return field(1, 8) + field(2, "test") + field(7, graph) + field(8, field(2, 17)) + more


def onnx_node(operator: str, domain: str = "", attribute: bytes = b"") -> bytes:
    """One step of a graph."""
    return field(1, "w") + field(2, "y") + field(4, operator) + field(7, domain) + attribute


def styles(value: float = 0.25) -> bytes:
    """The numbers of a voice."""
    return array("f", [value] * (510 * 256)).tobytes()
