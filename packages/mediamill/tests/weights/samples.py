"""Small weights, sound and unsound, and rows that ask for them."""

import pickle
import struct
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
