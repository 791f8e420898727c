"""AVIF pictures say that they were generated, however their tables of items are written."""

import io
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mediamill.codecs import TRAINED_ALGORITHMIC_MEDIA, MarkState, mark_generated
from mediamill.codecs.marking.avif import ByteReader, Item, read_places
from mediamill.codecs.marking.boxes import box, read_boxes
from mediamill.formats import NotMedia
from tests.codecs.test_marking import (
    ADDED,
    packet,
    pixels,
    saved,
    source_types,
    xmp_of,
)

Change = Callable[[bytes], bytes]


def in_meta(data: bytes, kind: bytes, change: Change) -> bytes:
    """The file with one box of its items' table changed; places are as they were, so it keeps its length."""
    at = data.index(kind) - 4
    (length,) = struct.unpack_from(">I", data, at)
    content = change(data[at + 8 : at + length])
    assert len(content) <= length - 8, "there is no room"
    return data[: at + 8] + content.ljust(length - 8, b"\0") + data[at + length :]


def with_places(data: bytes, write: Callable[[list[Item]], bytes]) -> bytes:
    """The file with its places written in another way, all of them further on by what that takes."""
    found = [item for item in places(data) if item.method == 0]
    assert found == places(data)
    at = data.index(b"iloc") - 4
    meta = data.index(b"meta") - 4
    (length,) = struct.unpack_from(">I", data, at)
    for _ in range(2):  # the second time with the right places
        table = box(b"iloc", write(found))
        grown = len(table) - length
        found = [item.moved(0, grown) for item in places(data)]
    (whole,) = struct.unpack_from(">I", data, meta)
    data = data[:at] + box(b"iloc", write(found)) + data[at + length :]
    return data[:meta] + struct.pack(">I", whole + grown) + data[meta + 4 :]


def places(data: bytes) -> list[Item]:
    at = data.index(b"iloc")
    (length,) = struct.unpack_from(">I", data, at - 4)
    return read_places(ByteReader(data[at + 4 : at - 4 + length]))


def from_a_base(items: list[Item]) -> bytes:
    """Version 0: a place is a base of eight bytes, and what is added to it."""
    rows = b"".join(
        struct.pack(">HHQH", item.id, 0, at - 10, 1) + struct.pack(">II", 10, size)
        for item in items
        for at, size in item.extents
    )
    return struct.pack(">BxxxHH", 0, 0x4480, len(items)) + rows


def in_two_pieces(items: list[Item]) -> bytes:
    """Version 2: long ids, an index before each extent, the bytes in two pieces."""
    rows = b"".join(
        struct.pack(">IHHH", item.id, 0, 0, 2) + struct.pack(">IQIIQI", 1, at, 3, 1, at + 3, size - 3)
        for item in items
        for at, size in item.extents
    )
    return struct.pack(">BxxxHI", 2, 0x8404, len(items)) + rows


@pytest.mark.parametrize("write", [from_a_base, in_two_pieces])
@pytest.mark.parametrize("own", [None, packet()], ids=["no xmp", "xmp"])
def test_places_are_found_however_they_are_written(
    tmp_path: Path, write: Callable[[list[Item]], bytes], own: bytes | None
) -> None:
    before = with_places(saved("AVIF", xmp=own), write)
    path = tmp_path / "picture.avif"
    path.write_bytes(before)

    assert mark_generated(path) == ADDED
    assert pixels(path.read_bytes()) == pixels(before) == pixels(saved("AVIF"))
    assert source_types(xmp_of(path)) == [TRAINED_ALGORITHMIC_MEDIA]
    assert (b"Paper &amp; pencil" in xmp_of(path)) == (own is not None)


def test_a_last_box_without_an_end_gets_one(tmp_path: Path) -> None:
    before = saved("AVIF")
    last = before.index(b"mdat") - 4
    path = tmp_path / "picture.avif"
    path.write_bytes(before[:last] + bytes(4) + before[last + 4 :])

    assert mark_generated(path) == ADDED
    assert pixels(path.read_bytes()) == pixels(before)
    assert source_types(xmp_of(path)) == [TRAINED_ALGORITHMIC_MEDIA]
    kinds = [one.kind for one in read_boxes(io.BytesIO(path.read_bytes()), path.stat().st_size)]
    assert kinds == [b"ftyp", b"meta", b"mdat", b"mdat"]


def method_of_first(method: int) -> Change:
    return lambda table: table[:10] + struct.pack(">H", method) + table[12:]


def in_another_file(table: bytes) -> bytes:
    return table[:12] + b"\0\1" + table[14:]


def beyond_the_end(table: bytes) -> bytes:
    return table[:-4] + b"\0\1\0\0"


def to_the_end(table: bytes) -> bytes:
    return table[:-4] + bytes(4)


def as_version_1(data: bytes) -> bytes:
    """So that a construction method can be said."""
    return with_places(data, lambda items: struct.pack(">BxxxHH", 1, 0x4400, len(items)) + rows_of(items))


def rows_of(items: list[Item]) -> bytes:
    return b"".join(
        struct.pack(">HHHH", item.id, 0, 0, 1) + struct.pack(">II", at, size)
        for item in items
        for at, size in item.extents
    )


@pytest.mark.parametrize(
    "before",
    [
        in_meta(as_version_1(saved("AVIF")), b"iloc", method_of_first(2)),
        in_meta(as_version_1(saved("AVIF")), b"iloc", in_another_file),
        in_meta(as_version_1(saved("AVIF")), b"iloc", beyond_the_end),
        in_meta(as_version_1(saved("AVIF")), b"iloc", to_the_end),
        saved("AVIF").replace(b"infe\x02", b"infe\x01", 1),
        saved("AVIF").replace(b"pitm", b"skip", 1),
        saved("AVIF") + box(b"moov", b""),
        saved("AVIF") + box(b"meta", bytes(4) + box(b"free", b"")),
        saved("AVIF") + b"tail",
    ],
    ids=[
        "places in items",
        "another file",
        "too long",
        "to the end",
        "old entries",
        "no primary",
        "moving",
        "two tables",
        "a tail",
    ],
)
def test_a_picture_that_is_built_in_another_way_is_left(tmp_path: Path, before: bytes) -> None:
    path = tmp_path / "picture.avif"
    path.write_bytes(before)

    assert mark_generated(path).state is MarkState.LEFT
    assert path.read_bytes() == before


def protected(data: bytes) -> bytes:
    at = data.index(b"mime") - 2
    return data[:at] + b"\0\1" + data[at + 2 :]


def test_xmp_that_cannot_be_read_is_not_put_aside(tmp_path: Path) -> None:
    before = protected(saved("AVIF", xmp=packet()))
    path = tmp_path / "picture.avif"
    path.write_bytes(before)

    assert mark_generated(path).state is MarkState.LEFT
    assert path.read_bytes() == before


def test_xmp_that_is_about_something_else_in_the_picture_stays_beside_the_new(tmp_path: Path) -> None:
    before = saved("AVIF", xmp=packet())
    at = before.index(b"cdsc")
    source, _, target = struct.unpack_from(">HHH", before, at + 4)
    before = before[: at + 4] + struct.pack(">HHH", source, 1, target + 50) + before[at + 10 :]
    path = tmp_path / "picture.avif"
    path.write_bytes(before)

    assert mark_generated(path) == ADDED
    assert source_types(xmp_of(path)) == [TRAINED_ALGORITHMIC_MEDIA]
    assert b"Paper" not in xmp_of(path)
    assert b"Paper" in path.read_bytes()


@given(
    changes=st.lists(st.tuples(st.integers(0, 400), st.integers(0, 255)), min_size=1, max_size=4),
    own=st.sampled_from([None, packet()]),
)
def test_a_damaged_picture_is_refused_left_or_shows_what_it_showed(
    tmp_path_factory: pytest.TempPathFactory, changes: list[tuple[int, int]], own: bytes | None
) -> None:
    content = bytearray(saved("AVIF", xmp=own))
    for at, value in changes:
        content[at] = value
    path = tmp_path_factory.mktemp("picture") / "picture.avif"
    path.write_bytes(content)

    try:
        state = mark_generated(path).state
    except NotMedia:
        state = MarkState.LEFT
    if state is not MarkState.ADDED:
        assert path.read_bytes() == content
    else:
        assert shown(path.read_bytes()) == shown(bytes(content))


def shown(content: bytes) -> Any:
    """What Pillow shows; None for nothing."""
    try:
        return pixels(content)
    except (OSError, RuntimeError, ValueError, SyntaxError):
        return None
