"""One movement, written as others write it: GLB, BVH, rotations; and where its joints are, by scipy."""

import io
import json
import struct
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

Array = NDArray[np.float64]

RATE, FRAMES = 30.0, 31
NAMES = ("Hips", "Spine", "Head", "LeftArm", "LeftHand", "RightLeg")
PARENTS = (-1, 0, 1, 1, 3, 0)
OFFSETS: Array = np.array([[0, 96, 0], [0, 25, -2], [1, 40, 3], [15, 30, 0], [55, -1, 0.5], [-9, -85, 1]], np.float64)
BLENDER: Rotation = Rotation.from_euler("x", -90, degrees=True)  # how its exporter sets an armature upright
FLOAT, MAGIC = 5126, 0x46546C67


@dataclass(frozen=True)
class Movement:
    """Rotations by joint, each of all frames, seen from the parent; and where the hips are, in centimetres."""

    turns: tuple[Rotation, ...]
    hips: Array
    rate: float = RATE

    @property
    def times(self) -> Array:
        return np.arange(len(self.hips)) / self.rate

    def places(self) -> dict[str, Array]:
        """(frames, 3) of every joint in the room, in centimetres."""
        in_room, found = list(self.turns), [self.hips]
        for joint, parent in enumerate(PARENTS[1:], start=1):
            in_room[joint] = in_room[parent] * self.turns[joint]
            found.append(found[parent] + in_room[parent].apply(OFFSETS[joint]))
        return dict(zip(NAMES, found, strict=True))


def movement(frames: int = FRAMES, rate: float = RATE) -> Movement:
    """Everything turns, about every axis, by more than a half turn where it can."""
    time = np.arange(frames) / rate
    turns = [
        Rotation.from_euler(
            "ZYX", np.stack([200 * time, 40 * np.sin(5 * time + joint), 70 * time * joint], 1), degrees=True
        )
        for joint in range(len(NAMES))
    ]
    hips = OFFSETS[0] + np.stack([80 * time, 6 * np.sin(9 * time), -30 * time**2], axis=1)
    return Movement(tuple(turns), hips, rate)


# --- BVH


def bvh(moved: Movement, orders: Mapping[str, str] | None = None, unit: float = 1.0) -> bytes:
    """With the order of axes that `orders` tells for a joint, else ZXY; `unit` centimetres are one of the file."""
    orders = orders or {}
    lines = ["HIERARCHY"]

    def tell(joint: int, depth: int) -> None:
        pad = "\t" * depth
        numbers = " ".join(f"{value / unit:.6f}" for value in OFFSETS[joint])
        order = orders.get(NAMES[joint], "ZXY")
        channels = [f"{axis}rotation" for axis in order]
        if joint == 0:
            channels = ["Xposition", "Yposition", "Zposition", *channels]
        head = "ROOT" if joint == 0 else "JOINT"
        lines.extend([f"{pad}{head} {NAMES[joint]}", f"{pad}{{", f"{pad}\tOFFSET {numbers}"])
        lines.append(f"{pad}\tCHANNELS {len(channels)} {' '.join(channels)}")
        below = [other for other, parent in enumerate(PARENTS) if parent == joint]
        for other in below:
            tell(other, depth + 1)
        if not below:
            lines.extend([f"{pad}\tEnd Site", f"{pad}\t{{", f"{pad}\t\tOFFSET 0 {5 / unit} 0", f"{pad}\t}}"])
        lines.append(f"{pad}}}")

    tell(0, 0)
    told = walk(0)
    angles = {joint: moved.turns[joint].as_euler(orders.get(NAMES[joint], "ZXY"), degrees=True) for joint in told}
    lines += ["MOTION", f"Frames: {len(moved.hips)}", f"Frame Time: {1 / RATE:.6f}"]
    for frame, hips in enumerate(moved.hips):
        numbers = [*(hips / unit), *(angle for joint in told for angle in angles[joint][frame])]
        lines.append(" ".join(f"{number:.6f}" for number in numbers))
    return ("\r\n".join(lines) + "\r\n").encode()


def walk(joint: int) -> list[int]:
    """A joint and those below it, as a hierarchy tells them."""
    below = [other for other, parent in enumerate(PARENTS) if parent == joint]
    return [joint, *(one for other in below for one in walk(other))]


# --- rotations of joints


def rotations(moved: Movement, rotation: str = "quaternion", **more: Any) -> dict[str, Any]:
    """The fields of our own form, in metres."""
    read: Mapping[str, Callable[[Rotation], Array]] = {
        "quaternion": lambda turn: turn.as_quat(),
        "quaternion_wxyz": lambda turn: turn.as_quat(scalar_first=True),
        "axis_angle": lambda turn: turn.as_rotvec(),
        "six_d": lambda turn: np.swapaxes(turn.as_matrix()[:, :, :2], 1, 2).reshape(-1, 6),
    }
    return {
        "fps": RATE,
        "joints": list(NAMES),
        "parents": list(PARENTS),
        "offsets": OFFSETS / 100,
        "rotation": rotation,
        "rotations": np.stack([read[rotation](turn) for turn in moved.turns], axis=1),
        "root": moved.hips / 100,
        **more,
    }


def as_json(fields: Mapping[str, Any]) -> bytes:
    plain = {name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in fields.items()}
    return json.dumps(plain).encode()


def as_npz(fields: Mapping[str, Any], *, packed: bool = True) -> bytes:
    stream = io.BytesIO()
    if packed:
        np.savez_compressed(stream, **fields)
    else:
        np.savez(stream, **fields)
    return stream.getvalue()


# --- GLB


@dataclass(frozen=True)
class Channel:
    """Keys of one node: what of it is animated, seconds, values; how it goes on between them."""

    node: int
    path: str
    times: Array
    values: Array
    how: str = "LINEAR"


def glb(nodes: Sequence[Mapping[str, Any]], *animations: Sequence[Channel], **more: Any) -> bytes:
    """A file with these nodes and animations."""
    binary, views, accessors = bytearray(), list[dict[str, Any]](), list[dict[str, Any]]()

    def put(values: Array) -> int:
        content = np.ascontiguousarray(values, "<f4").tobytes()
        views.append({"buffer": 0, "byteOffset": len(binary), "byteLength": len(content)})
        binary.extend(content)
        kind = {1: "SCALAR", 3: "VEC3", 4: "VEC4"}[values.shape[1] if values.ndim > 1 else 1]
        accessors.append({"bufferView": len(views) - 1, "componentType": FLOAT, "count": len(values), "type": kind})
        return len(accessors) - 1

    told = []
    for channels in animations:
        samplers = [{"input": put(one.times), "output": put(one.values), "interpolation": one.how} for one in channels]
        targets = [{"sampler": at, "target": {"node": one.node, "path": one.path}} for at, one in enumerate(channels)]
        told.append({"samplers": samplers, "channels": targets})
    document = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": list(nodes),
        "animations": told,
        "bufferViews": views,
        "accessors": accessors,
        "buffers": [{"byteLength": len(binary)}],
        **more,
    }
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    binary.extend(b"\0" * (-len(binary) % 4))
    total = 12 + 8 + len(text) + 8 + len(binary)
    chunks = [struct.pack("<III", MAGIC, 2, total), struct.pack("<II", len(text), 0x4E4F534A), text]
    return b"".join([*chunks, struct.pack("<II", len(binary), 0x004E4942), bytes(binary)])


def glb_nodes(moved: Movement) -> list[dict[str, Any]]:
    """As Blender writes an armature in centimetres: node 0 turns and shrinks the joints, which are nodes 1 and on."""
    nodes: list[dict[str, Any]] = [
        {"name": "Armature", "children": [1], "rotation": BLENDER.as_quat().tolist(), "scale": [0.01, 0.01, 0.01]}
    ]
    for joint, name in enumerate(NAMES):
        below = [other + 1 for other, parent in enumerate(PARENTS) if parent == joint]
        place = BLENDER.inv().apply(OFFSETS[0]) if joint == 0 else OFFSETS[joint]
        turn = BLENDER.inv() if joint == 0 else Rotation.identity()
        node = {"name": name, "translation": place.tolist(), "rotation": turn.as_quat().tolist()}
        nodes.append({**node, "children": below} if below else node)
    return nodes


def glb_channels(moved: Movement) -> list[Channel]:
    """A key on every frame."""
    turns = [BLENDER.inv() * moved.turns[0], *moved.turns[1:]]
    hips = Channel(1, "translation", moved.times, BLENDER.inv().apply(moved.hips))
    return [hips, *(Channel(joint + 1, "rotation", moved.times, turn.as_quat()) for joint, turn in enumerate(turns))]


def skinned_glb(moved: Movement) -> bytes:
    skins = [{"joints": list(range(1, len(NAMES) + 1))}]
    return glb(glb_nodes(moved), glb_channels(moved), skins=skins)
