"""What files of weights hold: numbers and settings. What would run code, or is not what it is called, is refused."""

import math
import re
import struct
from array import array
from collections.abc import Collection
from pathlib import Path, PurePosixPath
from typing import Any

import orjson

from mediamill.errors import MediamillError
from mediamill.weights.onnx import onnx_fault
from mediamill.weights.paths import CTRANSLATE2_FILE, ONNX_SUFFIX, STYLES_SUFFIX
from mediamill.weights.safetensors import safetensors_fault

JSON_BYTES_MAX = 100_000_000  # the largest vocabularies have a third of it
HEAD_BYTES = 512
# How archives and pickles begin, whatever they are called. Pickles of protocols 0 and 1 are texts without a mark.
DISGUISES = {
    b"PK\x03\x04": "a zip archive, as PyTorch pickles are",
    b"PK\x05\x06": "a zip archive",
    b"\x80\x02": "a pickle",
    b"\x80\x03": "a pickle",
    b"\x80\x04": "a pickle",
    b"\x80\x05": "a pickle",
    b"\x1f\x8b": "a gzip archive",
    b"BZh": "a bzip2 archive",
    b"\xfd7zXZ": "an xz archive",
    b"(\xb5/\xfd": "a zstandard archive",
    b"7z\xbc\xaf": "a 7z archive",
    b"Rar!": "a rar archive",
    b"\x7fELF": "a program",
    b"\x89HDF": "an HDF5 file",
    b"\x93NUMPY": "a NumPy file",
}
TAR_MARK, TAR_MARK_AT = b"ustar", 257
PIPELINE_INDEX = "model_index.json"
MODULAR_INDEX = "modular_model_index.json"
# What the parts of a pipeline may come from: some are defined in the modules of diffusers' own pipelines.
LIBRARIES = frozenset({"diffusers", "transformers", "ace_step", "ltx2", "stable_audio_3"})
# Keys by which a configuration names code of its repository.
CODE_KEYS = frozenset({"auto_map", "custom_pipelines", "custom_pipeline"})
SHARD_INDEX = ".index.json"
SHARD = re.compile(r"[^/\\]+\.safetensors")
CTRANSLATE2_VERSION_MAX = 20  # of its files; 6 in 2026
STYLES_BYTES = 510 * 256 * 4  # of a voice: for each number of phonemes 256 numbers of 32 bits
STYLES_MAX = 1_000.0  # none of those numbers is larger; other files' bytes, read as such, nearly always have one


class UnsafeWeights(MediamillError):
    """Refused: {path} {fault}. Only safetensors and plain settings are taken (docs/weights.md)."""

    code = "unsafe_weights"


def refuse_unsafe(folder: Path, path: str, others: Collection[str]) -> None:
    """Raises UnsafeWeights for a file that may run code or is not what its name says; `others` are all paths."""
    file = folder / path
    with file.open("rb") as opened:
        head = opened.read(HEAD_BYTES)
    name = PurePosixPath(path).name
    if name != CTRANSLATE2_FILE and name.endswith(STYLES_SUFFIX):  # judged whole: how numbers begin says nothing
        fault = styles_fault(file)
    else:
        fault = disguise_of(head, name) or content_fault(file, path, head, others)
    if fault is not None:
        raise UnsafeWeights(path=path, fault=fault)


def content_fault(file: Path, path: str, head: bytes, others: Collection[str]) -> str | None:
    """What is wrong with a file of the kind that its name says."""
    name = PurePosixPath(path).name
    if name.endswith(".safetensors"):
        wrong = safetensors_fault(file)
        return wrong and f"is not a sound safetensors file: {wrong}"
    if name.endswith(".json"):
        return json_fault(file, path, others)
    if name.endswith(ONNX_SUFFIX):
        return onnx_fault(file)
    if name == CTRANSLATE2_FILE and not is_ctranslate2(head):
        return "is not a CTranslate2 model"
    return None


def styles_fault(file: Path) -> str | None:
    """Why a file cannot be the numbers of a voice, which have neither head nor names: size and range say it."""
    if file.stat().st_size != STYLES_BYTES:
        return f"does not have the {STYLES_BYTES:,} bytes of a voice"
    numbers = array("f")
    numbers.frombytes(file.read_bytes())
    if not all(math.isfinite(number) and abs(number) < STYLES_MAX for number in numbers):
        return "holds something else than the numbers of a voice"
    return None


def disguise_of(head: bytes, name: str) -> str | None:
    """What else a file is, by how it begins; the length that safetensors begin with is nobody's mark but by chance."""
    if head[TAR_MARK_AT:].startswith(TAR_MARK):
        return "is a tar archive"
    is_sound = name.endswith(".safetensors") and head[8:9] == b"{"
    found = next((what for mark, what in DISGUISES.items() if head.startswith(mark)), None)
    return None if found is None or is_sound else f"is {found}"


def is_ctranslate2(head: bytes) -> bool:
    """Whether a file begins as CTranslate2 writes it: a version, then the name of a specification as text."""
    if len(head) < 8:
        return False
    version, length = struct.unpack("<IH", head[:6])
    return 0 < version <= CTRANSLATE2_VERSION_MAX and bool(
        re.fullmatch(rb"[A-Za-z0-9]{1,60}Spec\x00", head[6 : 6 + length])
    )


def json_fault(file: Path, path: str, others: Collection[str]) -> str | None:
    """What is wrong with a file of settings."""
    if file.stat().st_size > JSON_BYTES_MAX:
        return f"has more than {JSON_BYTES_MAX:,} bytes"
    try:
        value = orjson.loads(file.read_bytes())
    except ValueError:
        return "is not JSON"
    name = PurePosixPath(path).name
    if name == PIPELINE_INDEX:
        return pipeline_fault(value)
    if name == MODULAR_INDEX:
        return "describes a modular pipeline, whose parts come from elsewhere"
    if name.endswith(SHARD_INDEX):
        return shards_fault(value, PurePosixPath(path).parent, others)
    if name.endswith("config.json"):
        return code_fault(value)
    return None


def pipeline_fault(value: Any) -> str | None:
    """What a `model_index.json` names besides classes of diffusers and transformers."""
    if not isinstance(value, dict):
        return "is not a JSON object"
    if not isinstance(value.get("_class_name"), str):
        return "names a custom pipeline"
    for part, named in value.items():
        if isinstance(named, list) and named and isinstance(named[0], str) and named[0] not in LIBRARIES:
            return f"takes its {part[:80]} from {named[0][:80]!r}, which is neither diffusers nor transformers"
    return code_fault(value)


def code_fault(value: Any) -> str | None:
    """Which key of a configuration names code, however deep it stands."""
    if isinstance(value, dict):
        named = next((key for key in value if key in CODE_KEYS), None)
        if named is not None:
            return f"names code of its own ({named})"
    below = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return next((fault for fault in map(code_fault, below) if fault), None)


def shards_fault(value: Any, folder: PurePosixPath, others: Collection[str]) -> str | None:
    """Which shard of an index is no safetensors file beside it."""
    shards = value.get("weight_map") if isinstance(value, dict) else None
    if not isinstance(shards, dict) or not shards:
        return "is not an index of shards"
    for shard in set(shards.values()) if all(isinstance(one, str) for one in shards.values()) else {""}:
        if not SHARD.fullmatch(shard):
            return f"names {shard[:80]!r}, which is no safetensors file beside it"
        if str(folder / shard) not in others:
            return f"names {shard[:80]!r}, which is not there"
    return None
