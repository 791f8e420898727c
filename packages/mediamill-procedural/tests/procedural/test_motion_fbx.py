"""The file as others read it: ufbx, an old and a new three.js see the joints where the solver put them."""

import struct
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from mediamill.codecs import write_fbx
from mediamill.codecs.fbx.euler import euler_degrees
from mediamill_procedural.motion.clip import Clip, clip_of
from mediamill_procedural.motion.fbx import animation_of, skin_of
from mediamill_procedural.motion.figure import body
from mediamill_procedural.motion.rotations import about_x, about_y, about_z
from mediamill_procedural.motion.skeleton import JOINTS, PLACE
from tests.codecs.fbx_readers import NEEDS_UFBX, Reading, read_by_old_three, read_by_three, read_by_ufbx
from tests.sampling import one_in

PROMPTS = ["walk in a circle then jump and wave", "fall, then get up and kick", "crawl then dance", "spin three times"]
SECONDS = 5.3
READERS = [
    pytest.param(read_by_ufbx, marks=NEEDS_UFBX, id="ufbx"),
    pytest.param(read_by_three, id="three.js"),
    pytest.param(read_by_old_three, id="old three.js"),
]
APART_MOST = 0.02  # cm; keys are 32-bit floats
TICKS = 46_186_158_000

Read = Callable[[Path, Sequence[float]], Reading]


@dataclass(frozen=True, slots=True)
class Node:
    """A record, read back by the format's own rules."""

    name: str
    values: list[object]
    children: list["Node"]
    scoped: bool

    def all(self, name: str) -> Iterator["Node"]:
        """Every record of that name at or below this one."""
        if self.name == name:
            yield self
        for child in self.children:
            yield from child.all(name)


def parsed(raw: bytes) -> Node:
    assert raw[:23] == b"Kaydara FBX Binary  \x00\x1a\x00"
    assert struct.unpack_from("<I", raw, 23) == (7400,)
    place, nodes = 27, list[Node]()
    while True:
        node, place = record(raw, place)
        if node is None:
            return Node("", [], nodes, scoped=True)
        nodes.append(node)


def record(raw: bytes, place: int) -> tuple[Node | None, int]:
    end, count, length, name_length = struct.unpack_from("<IIIB", raw, place)
    place += 13
    if end == 0:
        return None, place
    name = raw[place : place + name_length].decode()
    place += name_length
    inside = place + length
    values = []
    for _ in range(count):
        value, place = value_of(raw, place)
        values.append(value)
    assert place == inside
    children, scoped = [], place < end
    while place < end:
        child, place = record(raw, place)
        if child is not None:
            children.append(child)
    assert place == end
    return Node(name, values, children, scoped), end


def value_of(raw: bytes, place: int) -> tuple[object, int]:
    kind, place = chr(raw[place]), place + 1
    if kind in "CYILFD":
        form = {"C": "<?", "Y": "<h", "I": "<i", "L": "<q", "F": "<f", "D": "<d"}[kind]
        return struct.unpack_from(form, raw, place)[0], place + struct.calcsize(form)
    if kind in "SR":
        (length,) = struct.unpack_from("<I", raw, place)
        data = raw[place + 4 : place + 4 + length]
        return (data.decode() if kind == "S" else data), place + 4 + length
    size, deflated, length = struct.unpack_from("<III", raw, place)
    data = raw[place + 12 : place + 12 + length]
    array = np.frombuffer(
        zlib.decompress(data) if deflated else data, {"f": "<f4", "d": "<f8", "i": "<i4", "l": "<i8"}[kind]
    )
    assert len(array) == size
    return array, place + 12 + length


def written(folder: Path, prompt: str, seconds: float = SECONDS) -> tuple[Clip, Path]:
    clip = clip_of(prompt, seconds)
    path = folder / "motion.fbx"
    facts = {"engine": "procedural.motion", "version": "1"}
    write_fbx(animation_of(clip.times, clip.motion), path, facts=facts, skin=skin_of(body()))
    return clip, path


@pytest.mark.slow
@pytest.mark.parametrize("prompt", one_in(4, PROMPTS))
@pytest.mark.parametrize("read", READERS)
def test_a_reader_sees_the_joints_where_they_are(tmp_path: Path, prompt: str, read: Read) -> None:
    clip, path = written(tmp_path, prompt)
    frames = [0, 1, 29, 63, 100, len(clip.times) - 2, len(clip.times) - 1]
    reading = read(path, [float(clip.times[frame]) for frame in frames])

    for joint in JOINTS:
        told = clip.motion.places[frames, PLACE[joint.name]]
        assert np.abs(reading.places[joint.name] - told).max() < APART_MOST, joint.name


@pytest.mark.parametrize("read", READERS)
def test_a_reader_finds_all_of_the_figure(tmp_path: Path, read: Read) -> None:
    _, path = written(tmp_path, "walk and wave")
    facts = read(path, [0.0]).facts

    assert facts["seconds"] == pytest.approx(SECONDS, abs=1e-3)
    assert facts["bones"] == len(JOINTS)
    assert facts["warnings"] == 0
    if read is read_by_ufbx:
        assert (facts["rate"], facts["metres"], facts["poses"]) == (30.0, 0.01, 1)
        assert facts["vertices"] == len(body().vertices)
        assert facts["application"] == "procedural.motion"
        assert facts["clusters"] == int((body().weights > 1e-4).any(axis=0).sum())
    else:
        assert (facts["meshes"], facts["materials"]) == (1, 3)
        assert float(facts["weights"]) < 1e-4  # each vertex's weights sum to one within four bones


def test_the_records_hold_what_readers_stumble_over(tmp_path: Path) -> None:
    clip, path = written(tmp_path, "walk")
    root = parsed(path.read_bytes())

    for name in ("AnimationStack", "AnimationLayer", "References"):
        assert all(node.scoped for node in root.all(name)), name  # else some readers drop all animation
    stack = next(node for node in root.all("AnimationStack") if node.values)
    spans = {node.values[0]: node.values[4] for node in stack.all("P")}
    assert (spans["LocalStart"], spans["LocalStop"]) == (0, round(SECONDS * TICKS))
    settings = next(root.all("GlobalSettings"))
    told = {node.values[0]: node.values[4] for node in settings.all("P")}
    assert (told["UpAxis"], told["FrontAxis"], told["CoordAxis"]) == (1, 2, 0)
    assert (told["UnitScaleFactor"], told["TimeMode"]) == (1.0, 6)
    keys = [np.asarray(node.values[0]) for node in root.all("KeyTime")]
    assert max(len(key) for key in keys) == len(clip.times)
    assert all((np.diff(key) > 0).all() for key in keys)
    bind = next(root.all("Pose"))
    assert len(list(bind.all("PoseNode"))) == len(JOINTS) + 1


@pytest.mark.slow
@pytest.mark.parametrize("prompt", ["walk", "kick twice", "squat, then sit down"])
def test_each_channel_has_as_many_keys_on_every_axis(tmp_path: Path, prompt: str) -> None:
    clip, path = written(tmp_path, prompt)
    root = parsed(path.read_bytes())
    keys = {node.values[0]: next(node.all("KeyTime")).values[0] for node in root.all("AnimationCurve")}
    channels = {node.values[0]: dict[str, NDArray[np.int64]]() for node in root.all("AnimationCurveNode")}
    for link in root.all("C"):
        if link.values[1] in keys and link.values[2] in channels:
            channels[link.values[2]][str(link.values[3])] = np.asarray(keys[link.values[1]])

    assert len(channels) == 1 + sum(not joint.name.endswith("_End") for joint in JOINTS)
    for axes in channels.values():
        assert sorted(axes) == ["d|X", "d|Y", "d|Z"]
        np.testing.assert_array_equal(axes["d|X"], axes["d|Y"])
        np.testing.assert_array_equal(axes["d|X"], axes["d|Z"])
        assert len(axes["d|X"]) in (2, len(clip.times))


def test_every_connection_joins_objects_that_are_there(tmp_path: Path) -> None:
    _, path = written(tmp_path, "walk")
    root = parsed(path.read_bytes())
    objects = next(root.all("Objects")).children
    ids = [node.values[0] for node in objects]
    definitions = {node.values[0]: node.children[0].values[0] for node in root.all("ObjectType")}

    assert len(set(ids)) == len(ids)
    for link in root.all("C"):
        assert link.values[1] in ids
        assert link.values[2] in [0, *ids]
    for kind in {node.name for node in objects}:
        assert definitions[kind] == sum(node.name == kind for node in objects)


def test_angles_are_unrolled_and_give_back_the_rotation() -> None:
    degrees = np.linspace(0, 720, 200)
    turning = (about_y(degrees) @ about_x(30 * np.sin(np.radians(degrees))) @ about_z(degrees / 3))[:, np.newaxis]
    angles = euler_degrees(turning)[:, 0]
    again = about_z(angles[:, 2]) @ about_y(angles[:, 1]) @ about_x(angles[:, 0])

    np.testing.assert_allclose(again, turning[:, 0], atol=1e-9)
    assert np.abs(np.diff(angles, axis=0)).max() < 45


def test_angles_of_a_quarter_turn_about_y_give_back_the_rotation() -> None:
    """Where x and z turn about one axis; the matrices have the noise of 32-bit floats."""
    degrees = np.linspace(-170, 170, 35)
    for quarter in (90.0, -90.0):
        turns = (about_z(degrees) @ about_y(np.full(35, quarter)) @ about_x(degrees / 2))[:, np.newaxis]
        angles = euler_degrees(turns.astype(np.float32).astype(np.float64))[:, 0]
        again = about_z(angles[:, 2]) @ about_y(angles[:, 1]) @ about_x(angles[:, 0])

        np.testing.assert_allclose(again, turns[:, 0], atol=1e-3)


def test_angles_of_real_motion_do_not_wind_up() -> None:
    clip = clip_of("spin three times, roll, dance, salute", 9.0)
    angles: NDArray[np.float64] = euler_degrees(clip.motion.local)

    assert np.abs(np.diff(angles[:, 1:], axis=0)).max() < 120  # the root may turn on
    assert np.isfinite(angles).all()
