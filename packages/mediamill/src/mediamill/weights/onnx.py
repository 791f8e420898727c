"""What an ONNX model may hold: a graph with all its numbers inside, of operators that the runtime itself has.

The file is a protocol buffer; its fields are walked without the package `onnx`, and none of its numbers is read.
"""

import mmap
from collections.abc import Iterator
from pathlib import Path

FIELDS_MAX = 5_000_000  # a model of a gigabyte has some thousands; numbers stored one by one would be a field each
# Of onnx.proto: which fields of a message hold messages that are looked into.
WITHIN = {
    "model": {7: "graph", 20: "training", 25: "function"},
    "training": {1: "graph", 2: "graph"},
    "function": {7: "node", 11: "attribute"},
    "graph": {1: "node", 5: "tensor", 15: "sparse"},
    "node": {5: "attribute"},
    "attribute": {5: "tensor", 6: "graph", 10: "tensor", 11: "graph", 22: "sparse", 23: "sparse"},
    "sparse": {1: "tensor", 2: "tensor"},
}
IR_VERSION, GRAPH = 1, 7  # of a model
DOMAIN_OF = {"node": 7, "function": 10}
EXTERNAL_DATA, DATA_LOCATION = 13, 14  # of a tensor
# Operators of ONNX and of ONNX Runtime; those of any other domain are functions of the model, or somebody's library.
DOMAINS = frozenset({"", "ai.onnx", "ai.onnx.ml", "com.microsoft", "com.microsoft.nchwc", "com.ms.internal.nhwc"})
DOMAIN_BYTES_MAX = 200
VARINT, LONG, BYTES, SHORT = 0, 1, 2, 5  # how a field is written

Span = tuple[int, int]


class NotOnnx(ValueError):
    """The file is no protocol buffer, or no model."""


def onnx_fault(file: Path) -> str | None:
    """What is wrong with an ONNX model; None where it can be loaded without any other file and without foreign code."""
    size = file.stat().st_size
    if not size:
        return "is no ONNX model"
    with file.open("rb") as opened, mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) as data:
        try:
            return fault_within(data, size)
        except NotOnnx:
            return "is no ONNX model"


def fault_within(data: mmap.mmap, size: int) -> str | None:
    """Walks the whole model. Raises NotOnnx."""
    waiting: list[tuple[str, Span]] = [("model", (0, size))]
    top: set[int] = set()
    used: set[str] = set()
    own: set[str] = set()
    seen = 0
    while waiting:
        kind, span = waiting.pop()
        for number, value in fields(data, span):
            seen += 1
            if seen > FIELDS_MAX:
                return f"has more than {FIELDS_MAX:,} parts"
            if kind == "model":
                top.add(number)
            if kind == "tensor" and (number == EXTERNAL_DATA or (number == DATA_LOCATION and value != 0)):
                return "keeps its numbers in another file"
            if number == DOMAIN_OF.get(kind):
                (used if kind == "node" else own).add(text(data, value))
            elif (inner := WITHIN.get(kind, {}).get(number)) is not None:
                waiting.append((inner, as_span(value)))
    if not {IR_VERSION, GRAPH} <= top:
        raise NotOnnx
    foreign = sorted(used - own - DOMAINS)
    return f"needs operators of {foreign[0]!r}, which come as code" if foreign else None


def fields(data: mmap.mmap, span: Span) -> Iterator[tuple[int, int | Span]]:
    """(number, value) of every field of a message; of text and messages where they stand. Raises NotOnnx."""
    at, end = span
    while at < end:
        key, at = varint(data, at, end)
        number, written = key >> 3, key & 7
        value: int | Span
        if written == VARINT:
            value, at = varint(data, at, end)
        elif written == BYTES:
            length, at = varint(data, at, end)
            value, at = (at, at + length), at + length
        elif written in (LONG, SHORT):
            at += 8 if written == LONG else 4
            value = 0
        else:
            raise NotOnnx
        if not number or at > end:
            raise NotOnnx
        yield number, value


def varint(data: mmap.mmap, at: int, end: int) -> tuple[int, int]:
    """A number and where it ends. Raises NotOnnx."""
    value = 0
    for place in range(10):
        if at >= end:
            raise NotOnnx
        byte = data[at]
        at += 1
        value |= (byte & 127) << (7 * place)
        if byte < 128:
            return value, at
    raise NotOnnx


def as_span(value: int | Span) -> Span:
    """Where a message stands. Raises NotOnnx for a number."""
    if isinstance(value, int):
        raise NotOnnx
    return value


def text(data: mmap.mmap, value: int | Span) -> str:
    """The name of a domain. Raises NotOnnx."""
    start, end = as_span(value)
    if end - start > DOMAIN_BYTES_MAX:
        raise NotOnnx
    try:
        return data[start:end].decode()
    except UnicodeDecodeError:
        raise NotOnnx from None
