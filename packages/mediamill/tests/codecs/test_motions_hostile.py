"""Motions that are no motions: refused by what they tell first, before memory or time is spent on them."""

import io
import json
import os
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mediamill.codecs import Animation, NotMedia, motion_facts, read_motion, write_fbx
from mediamill.codecs.motions import fields
from mediamill.codecs.motions.bounds import FAR, JOINTS_MAX
from tests.codecs.motion_sources import (
    RATE,
    Channel,
    as_json,
    as_npz,
    bvh,
    glb,
    movement,
    rotations,
    skinned_glb,
)

ONE = b"HIERARCHY\nROOT Hips\n{\nOFFSET 0 90 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n}\nMOTION\n"
MOVED = movement(4)
KEYS = np.array([0.0, 1.0])


def refused(folder: Path, content: bytes) -> str:
    path = folder / "motion.bin"
    path.write_bytes(content)
    with pytest.raises(NotMedia) as caught:
        read_motion(path)
    return str(caught.value)


def test_a_small_one_is_taken(tmp_path: Path) -> None:
    """What the others below differ from by one thing each."""
    path = tmp_path / "motion.bvh"
    path.write_bytes(ONE + b"Frames: 2\nFrame Time: 0.05\n1 2 3\n4 5 6\n")

    animation, _ = read_motion(path)

    assert (len(animation.skeleton.names), animation.rate, len(animation.times)) == (1, 20.0, 2)


@pytest.mark.parametrize(
    "motion",
    [
        b"Frames: 2\nFrame Time: 0.05\n1 2 3\n4 5\n",
        b"Frames: 2\nFrame Time: 0.05\n1 2 3\n4 5 6 7\n",
        b"Frames: 2\nFrame Time: 0.05\n1 2 nan\n4 5 6\n",
        b"Frames: 2\nFrame Time: 0.05\n1 2 1e999\n4 5 6\n",
        b"Frames: 2\nFrame Time: 0.05\n1 2 zero\n4 5 6\n",
        b"Frames: 1\nFrame Time: 0.05\n1 2 3\n",
        b"Frames: -2\nFrame Time: 0.05\n1 2 3\n",
        b"Frames: 999999999999\nFrame Time: 0.05\n1 2 3\n",
        b"Frames: 2\nFrame Time: 0\n1 2 3\n4 5 6\n",
        b"Frames: 2\nFrame Time: nan\n1 2 3\n4 5 6\n",
        b"Frames: 2\nFrame Time: -0.05\n1 2 3\n4 5 6\n",
        b"Frames: 2\nFrame Time: 1e-9\n1 2 3\n4 5 6\n",
        b"Frames: 2\n",
        b"",
    ],
)
def test_frames_that_are_not_there(tmp_path: Path, motion: bytes) -> None:
    assert refused(tmp_path, ONE + motion)


@pytest.mark.parametrize(
    ("instead_of", "put"),
    [
        (b"CHANNELS 3", b"CHANNELS 999999999"),
        (b"CHANNELS 3", b"CHANNELS -1"),
        (b"Zrotation", b"Wrotation"),
        (b"Zrotation", b"Zscale"),
        (b"OFFSET 0 90 0", b""),
        (b"OFFSET 0 90 0", b"OFFSET nan 90 0"),
        (b"OFFSET 0 90 0", f"OFFSET 0 {FAR * 2} 0".encode()),
        (b"}\n", b""),
        (b"}\n", b"}\n}\n"),
        (b"ROOT Hips", b"ROOT " + b"a " * 100_000),
        (b"ROOT Hips", b"ROOT Hips\n{\nROOT"),
        (b"HIERARCHY", b"HIERARCHYX"),
    ],
)
def test_a_hierarchy_that_is_none(tmp_path: Path, instead_of: bytes, put: bytes) -> None:
    content = ONE + b"Frames: 2\nFrame Time: 0.05\n1 2 3\n4 5 6\n"

    assert refused(tmp_path, content.replace(instead_of, put))


def test_a_million_joints_are_refused_at_the_first_too_many(tmp_path: Path) -> None:
    deep = b"HIERARCHY\n" + b"".join(b"JOINT a\n{\nOFFSET 0 1 0\n" for _ in range(1_000_000))

    assert f"1 to {JOINTS_MAX:,} joints" in refused(tmp_path, deep)


def test_a_bvh_that_is_cut_off_anywhere(tmp_path: Path) -> None:
    whole = bvh(MOVED).rstrip()

    for end in range(20, len(whole) - 20, 97):
        refused(tmp_path, whole[:end])


# --- GLB


def nodes(*more: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"name": "Hips", "children": [1]}, {"name": "Spine", "translation": [0, 1, 0]}, *more]


def turning(*times: float) -> Channel:
    return Channel(0, "rotation", np.array(times), np.tile([0.0, 0.0, 0.0, 1.0], (len(times), 1)))


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (lambda: glb(nodes()), "no animation"),
        (lambda: glb(nodes(), [turning(0, 1e9)]), "lasts at most"),
        (lambda: glb(nodes(), [turning(0, 0.001)]), "lasts"),
        (lambda: glb(nodes(), [turning(0, float("nan"))]), "damaged"),
        (lambda: glb(nodes(), [turning(1, 0)]), "damaged"),
        (lambda: glb(nodes(), [turning(-1, 1)]), "damaged"),
        (lambda: glb(nodes(), [Channel(9, "rotation", KEYS, np.zeros((2, 4)))]), "moves no skeleton"),
        (lambda: glb(nodes(), [Channel(0, "rotation", KEYS, np.zeros((2, 3)))]), "damaged"),
        (lambda: glb(nodes(), [Channel(0, "rotation", KEYS, np.zeros((3, 4)))]), "damaged"),
        (lambda: glb(nodes(), [Channel(0, "rotation", KEYS, np.zeros((2, 4)), "MAGIC")]), "damaged"),
        (lambda: glb(nodes(), [Channel(0, "translation", KEYS, np.full((2, 3), np.inf))]), "damaged"),
        (lambda: glb(nodes(), [Channel(0, "rotation", KEYS, np.full((2, 4), np.nan))]), "damaged"),
        (lambda: glb(nodes(), [Channel(0, "translation", KEYS, np.full((2, 3), 1e9))]), "nowhere"),
        (lambda: glb(nodes({"children": [1]}), [turning(0, 1)]), "damaged"),
        (lambda: glb([{"children": [1]}, {"children": [0]}], [turning(0, 1)]), "moves no skeleton"),
        (lambda: glb([{"matrix": np.eye(4).ravel().tolist()}], [turning(0, 1)]), "damaged"),
        (lambda: glb(nodes({"name": "Lamp"}), [turning(0, 1)], skins=[{"joints": [2]}]), "moves no skeleton"),
        (lambda: glb([{} for _ in range(30_000)], [turning(0, 1)]), "too many parts"),
        (lambda: glb([{} for _ in range(2_000)], [turning(0, 1)], skins=[{"joints": list(range(2_000))}]), "joints"),
    ],
)
def test_an_animation_that_is_none(tmp_path: Path, content: Callable[[], bytes], reason: str) -> None:
    assert reason in refused(tmp_path, content())


def test_one_long_curve_that_is_named_ten_thousand_times(tmp_path: Path) -> None:
    many = glb(nodes(), [turning(*np.arange(100_000) / 1000)])
    head = struct.unpack_from("<I", many, 12)[0]
    scene = json.loads(many[20 : 20 + head])
    scene["animations"][0]["channels"] *= 9_000
    text = json.dumps(scene).encode()
    text += b" " * (-len(text) % 4)
    binary = many[20 + head :]
    total = struct.pack("<III", 0x46546C67, 2, 20 + len(text) + len(binary))

    assert "too many keys" in refused(tmp_path, total + struct.pack("<II", len(text), 0x4E4F534A) + text + binary)


# --- rotations


class Witness:
    """What a pickle would run."""

    def __reduce__(self) -> tuple[Callable[[str], object], tuple[str]]:
        return os.mkdir, ("pickled",)


def test_a_pickle_is_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    stream = io.BytesIO()
    np.savez(stream, allow_pickle=True, **{**rotations(MOVED), "rotations": np.array([Witness()], object)})

    assert refused(tmp_path, stream.getvalue())
    assert not (tmp_path / "pickled").exists()


def npz(head: bytes, data: bytes = b"") -> bytes:
    """A file whose one array, `poses`, has this head."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("poses.npy", b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head + data)
    return stream.getvalue()


@pytest.mark.parametrize(
    "head",
    [
        b"{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000000, 66)}\n",
        b"{'descr': '<f8', 'fortran_order': False, 'shape': (-4, -66)}\n",
        b"{'descr': '<U0', 'fortran_order': False, 'shape': (1000000000000,)}\n",
        b"{'descr': '|O', 'fortran_order': False, 'shape': (4,)}\n",
        b"{'descr': __import__('os').getcwd(), 'fortran_order': False, 'shape': (4,)}\n",
        b"no head",
        b"(" * 9_000,
    ],
)
def test_arrays_that_promise_what_is_not_there(tmp_path: Path, head: bytes) -> None:
    assert refused(tmp_path, npz(head, b"\0" * 64))


def test_an_archive_that_grows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fields, "ARRAY_BYTES_MAX", 1 << 20)
    head = b"{'descr': '<f8', 'fortran_order': False, 'shape': (200000,)}\n"

    assert "too large" in refused(tmp_path, npz(head, b"\0" * 1_600_000))


def test_an_archive_that_is_cut_off_or_altered(tmp_path: Path) -> None:
    whole = as_npz(rotations(MOVED))

    for end in range(4, len(whole), 211):
        refused(tmp_path, whole[:end])


@pytest.mark.parametrize(
    "altered",
    [
        {"fps": 0},
        {"fps": "30"},
        {"fps": 1e9},
        {"parents": [0, 0, 1, 1, 3, 0]},
        {"parents": [-1, 0, 9, 1, 3, 0]},
        {"parents": [-1, 0, 1, 1, 3]},
        {"joints": ["Hips"]},
        {"joints": [1, 2, 3, 4, 5, 6]},
        {"offsets": [[0, 0, 0]]},
        {"rotation": "euler"},
        {"rotation": "axis_angle"},
        {"rotations": []},
        {"rotations": [[[0, 0, 0, 1]]]},
        {"rotations": [[[0, 0, 0, None]]] * 4},
        {"root": [[0, 0, 0]]},
        {"unit": "inch"},
        {"up": "x"},
    ],
)
def test_fields_that_do_not_fit(tmp_path: Path, altered: dict[str, Any]) -> None:
    assert refused(tmp_path, as_json({**rotations(MOVED), **altered}))


@pytest.mark.parametrize("lost", ["fps", "joints", "parents", "offsets", "rotation", "rotations"])
def test_a_field_that_is_missing(tmp_path: Path, lost: str) -> None:
    told = rotations(MOVED)
    del told[lost]

    assert refused(tmp_path, as_json(told))


@pytest.mark.parametrize(
    "content",
    [b"", b"{}", b"[]", b"{" * 100_000, b"HIERARCHY", b"PK\x03\x04", b"<!doctype html>", b"\x80\x04\x95", b"glTF"],
)
def test_what_is_nothing_of_the_kind(tmp_path: Path, content: bytes) -> None:
    assert refused(tmp_path, content)


@pytest.mark.parametrize("write", [bvh, skinned_glb, lambda moved: as_npz(rotations(moved), packed=False)])
def test_altered_bytes_are_refused_or_read_and_nothing_else(tmp_path: Path, write: Callable[[Any], bytes]) -> None:
    chance = np.random.default_rng(7)
    whole = bytearray(write(MOVED))
    path = tmp_path / "motion.bin"
    taken = 0
    for _ in range(120):
        altered = bytearray(whole)
        for place in chance.integers(0, len(whole), 6):
            altered[place] = chance.integers(0, 256)
        path.write_bytes(bytes(altered))
        try:
            animation, _ = read_motion(path)
        except NotMedia:
            continue
        taken += 1
        assert all_finite(animation)
    assert taken < 120


def test_an_fbx_that_is_altered_is_refused_or_its_facts_are_plausible(tmp_path: Path) -> None:
    chance = np.random.default_rng(7)
    source, path = tmp_path / "motion.bvh", tmp_path / "motion.fbx"
    source.write_bytes(bvh(MOVED))
    write_fbx(read_motion(source)[0], path, facts={})
    whole = path.read_bytes()
    for _ in range(150):
        altered = bytearray(whole)
        for place in chance.integers(27, len(whole), 8):
            altered[place] = chance.integers(0, 256)
        path.write_bytes(bytes(altered))
        try:
            facts = motion_facts(path)
        except NotMedia:
            continue
        assert facts is None or (0 < facts.seconds <= 3_600 and facts.joints >= 0)


def all_finite(animation: Animation) -> bool:
    arrays = [animation.skeleton.offsets, animation.turns, *animation.places.values()]
    return all(bool(np.isfinite(array).all()) for array in arrays) and RATE > 0
