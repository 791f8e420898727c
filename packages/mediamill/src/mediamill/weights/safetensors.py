"""The head of a safetensors file: read before anything loads the file."""

import os
import struct
from math import prod
from pathlib import Path
from typing import Any

import orjson

HEADER_BYTES_MAX = 100_000_000  # the format's own limit
LENGTH_BYTES = 8
METADATA = "__metadata__"
# What a number takes, by the name of its type. A type that is not here is of a later version: its size is believed.
BITS = {
    "BOOL": 8, "U8": 8, "I8": 8, "F8_E5M2": 8, "F8_E4M3": 8, "F8_E8M0": 8, "F8_E4M3FNUZ": 8, "F8_E5M2FNUZ": 8,
    "I16": 16, "U16": 16, "F16": 16, "BF16": 16, "I32": 32, "U32": 32, "F32": 32, "I64": 64, "U64": 64, "F64": 64,
    "C64": 64, "F4": 4, "F6_E2M3": 6, "F6_E3M2": 6,
}  # fmt: skip


def safetensors_fault(file: Path) -> str | None:
    """What is wrong with the file's head, or with its length; None where it is sound."""
    with file.open("rb") as opened:
        size = os.fstat(opened.fileno()).st_size
        start = opened.read(LENGTH_BYTES)
        if len(start) < LENGTH_BYTES:
            return "it is too short"
        (length,) = struct.unpack("<Q", start)
        if length > min(HEADER_BYTES_MAX, size - LENGTH_BYTES):
            return "its head is longer than the file, or than any head may be"
        head = opened.read(length)
    try:
        tensors = orjson.loads(head)
    except ValueError:
        return "its head is not JSON"
    if not head.startswith(b"{") or not isinstance(tensors, dict):
        return "its head is not a JSON object"
    return tensors_fault(tensors, size - LENGTH_BYTES - length)


def tensors_fault(tensors: dict[str, Any], room: int) -> str | None:
    """What is wrong with the table of tensors: they have to fill the rest of the file, one after the other."""
    metadata = tensors.pop(METADATA, {})
    if not isinstance(metadata, dict) or not all(isinstance(value, str) for value in metadata.values()):
        return f"its {METADATA} are not texts"
    spans = []
    for name, tensor in tensors.items():
        span = span_of(tensor)
        if span is None:
            return f"its head does not say where {name[:80]!r} lies"
        spans.append(span)
    end = 0
    for begins, ends in sorted(spans):
        if begins != end:
            return "its tensors overlap, or leave gaps"
        end = ends
    return None if end == room else "its tensors do not end where the file ends"


def span_of(tensor: object) -> tuple[int, int] | None:
    """Where a tensor begins and ends; None where that is not said, or is not the size of its shape."""
    if not isinstance(tensor, dict):
        return None
    kind: Any = tensor.get("dtype")
    shape: Any = tensor.get("shape")
    span: Any = tensor.get("data_offsets")
    if not isinstance(kind, str) or not are_sizes(shape) or not are_sizes(span) or len(span) != 2 or span[0] > span[1]:
        return None
    if kind in BITS and prod(shape) * BITS[kind] != (span[1] - span[0]) * 8:
        return None
    return span[0], span[1]


def are_sizes(value: Any) -> bool:
    """Whether it is a list of whole numbers from 0 on."""
    return isinstance(value, list) and all(type(one) is int and one >= 0 for one in value)
