"""Motions in binary glTF 2.0: the first animation of a skin's joints or, without a skin, of the nodes that it moves."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mediamill.codecs.animation import Animation, Skeleton
from mediamill.codecs.glb_file import DAMAGE, Glb, natural, open_glb
from mediamill.codecs.motions.bounds import JOINTS_MAX, SECONDS_MAX, check_size, checked, plain_names
from mediamill.codecs.motions.curves import Curve, curves_of
from mediamill.codecs.motions.turning import from_matrices, from_quaternions
from mediamill.formats import NotMedia

Array = NDArray[np.float64]

RATE = 30.0  # frames per second: the curves of a GLB have keys where they like
CM_PER_METRE = 100.0
NODES_MAX = 20_000  # of a scene around the skeleton
MOVED = 1e-3  # cm: a joint that strays less from its offset keeps it
LAST_GAP = 1e-4  # of a frame: the end is no frame of its own where it is so near to one


def read_glb_motion(path: Path) -> Animation:
    """The skeleton and its first animation, 30 frames a second from 0 to its last key.

    Nodes between joints, scales and shears are worked into the joints' places; meshes are left out. Raises NotMedia.
    """
    try:
        with np.errstate(all="ignore"):
            return checked(_animation(open_glb(path)))
    except DAMAGE as error:
        raise NotMedia(reason="its 3D content is damaged") from error


def _animation(glb: Glb) -> Animation:
    nodes, animations = glb.all("nodes"), glb.all("animations")
    if not animations:
        raise NotMedia(reason="it has no animation")
    if len(nodes) > NODES_MAX:
        raise NotMedia(reason="it holds too many parts")
    curves = curves_of(glb, animations[0])
    parents = _parents(nodes)
    order = _order(nodes, parents)
    found = _joints(glb, curves, order, parents)
    joints = [node for node in order if node in found]
    if len(joints) > JOINTS_MAX:
        raise NotMedia(reason=f"a motion has 1 to {JOINTS_MAX:,} joints")
    carriers = {node for joint in joints for node in _line(joint, parents)}
    if not carriers & {node for node, _ in curves}:
        raise NotMedia(reason="its animation moves no skeleton")
    times = _times(max(float(curve.times[-1]) for curve in curves.values()))
    check_size(len(carriers), len(times), RATE)
    names = plain_names([str(nodes[joint].get("name", f"Joint{joint}")) for joint in joints])
    place = {joint: number for number, joint in enumerate(joints)}
    above = [next((place[node] for node in _line(parents[joint], parents) if node in place), -1) for joint in joints]
    at_rest = _in_room([node for node in order if node in carriers], nodes, parents, {}, np.zeros(1))
    turns, places = _seen_from_parents([at_rest[joint] for joint in joints], above)
    skeleton = Skeleton(names, tuple(above), places[0], turns[0])
    in_room = _in_room([node for node in order if node in carriers], nodes, parents, curves, times)
    turns, places = _seen_from_parents([in_room[joint] for joint in joints], above)
    strays = np.abs(places - skeleton.offsets).max(axis=(0, 2)) > MOVED
    moved = {joint: places[:, joint] for joint in np.flatnonzero(strays).tolist()}
    return Animation(skeleton, times, turns, moved, RATE)


def _parents(nodes: list[Any]) -> dict[int, int]:
    """Each node's parent, -1 for none. Raises ValueError where a node has two."""
    parents = dict.fromkeys(range(len(nodes)), -1)
    for number, node in enumerate(nodes):
        for child in node.get("children", []):
            if parents[natural(child)] >= 0:
                raise ValueError("a node with two parents")
            parents[child] = number
    return parents


def _order(nodes: list[Any], parents: Mapping[int, int]) -> list[int]:
    """All nodes that hang on a root, each after its parent: what turns in a circle is not among them."""
    waiting = [number for number in reversed(range(len(nodes))) if parents[number] < 0]
    order = []
    while waiting:
        order.append(waiting.pop())
        waiting += reversed(nodes[order[-1]].get("children", []))
    return order


def _joints(
    glb: Glb, curves: Mapping[tuple[int, str], Curve], order: list[int], parents: Mapping[int, int]
) -> set[int]:
    """The joints of all skins; without one, what is animated and hangs on that."""
    skins = glb.all("skins")
    if skins:
        return {natural(joint) for skin in skins for joint in skin["joints"]}
    found = {node for node, _ in curves}
    for node in order:  # each after its parent
        if parents[node] in found:
            found.add(node)
    return found


def _line(node: int, parents: Mapping[int, int]) -> list[int]:
    """A node and all above it."""
    line = []
    while node >= 0:
        line.append(node)
        node = parents[node]
    return line


def _times(seconds: float) -> Array:
    """Of frames from 0, the last at the end, whether a whole number of them fits or not."""
    if not seconds <= SECONDS_MAX:
        raise NotMedia(reason=f"a motion lasts at most {SECONDS_MAX:g} seconds")
    even = np.arange(int(seconds * RATE + LAST_GAP) + 1) / RATE
    return np.append(even, seconds) if seconds - even[-1] > LAST_GAP / RATE else even


def _in_room(
    order: list[int],
    nodes: list[Any],
    parents: Mapping[int, int],
    curves: Mapping[tuple[int, str], Curve],
    times: Array,
) -> dict[int, Array]:
    """The matrices (frames, 4, 4) of nodes into the room, in metres."""
    found: dict[int, Array] = {}
    for number in order:
        own = _matrices(nodes[number], number, curves, times)
        found[number] = found[parents[number]] @ own if parents[number] >= 0 else own
    return found


def _matrices(node: Mapping[str, Any], number: int, curves: Mapping[tuple[int, str], Curve], times: Array) -> Array:
    """A node's own matrices (frames, 4, 4)."""
    if "matrix" in node:
        if any((number, path) in curves for path in ("translation", "rotation", "scale")):
            raise ValueError("a matrix that is animated")
        return np.repeat(_finite(node["matrix"], 16).reshape(1, 4, 4).transpose(0, 2, 1), len(times), axis=0)
    parts = []
    for path, otherwise in (("translation", [0, 0, 0]), ("rotation", [0, 0, 0, 1]), ("scale", [1, 1, 1])):
        curve = curves.get((number, path))
        told = _finite(node.get(path, otherwise), len(otherwise))
        parts.append(np.repeat(told, len(times), axis=0) if curve is None else curve.at(times))
    matrices = np.zeros((len(times), 4, 4))
    matrices[:, :3, :3] = from_quaternions(parts[1]) * parts[2][:, np.newaxis]
    matrices[:, :3, 3], matrices[:, 3, 3] = parts[0], 1.0
    return matrices


def _finite(told: Any, count: int) -> Array:
    """So many numbers, as one row."""
    row = np.array(told, np.float64).reshape(1, count)
    if not np.isfinite(row).all():
        raise ValueError("numbers that are none")
    return row


def _seen_from_parents(in_room: list[Array], above: list[int]) -> tuple[Array, Array]:
    """(frames, joints, 3, 3) rotations and (frames, joints, 3) places in centimetres, of matrices into the room."""
    turns = np.stack([from_matrices(matrices[:, :3, :3]) for matrices in in_room], axis=1)
    places = np.stack([matrices[:, :3, 3] for matrices in in_room], axis=1) * CM_PER_METRE
    own_turns, own_places = turns.copy(), places.copy()
    for joint, parent in enumerate(above):
        if parent >= 0:
            back = np.swapaxes(turns[:, parent], 1, 2)
            own_turns[:, joint] = back @ turns[:, joint]
            own_places[:, joint] = (back @ (places[:, joint] - places[:, parent])[..., np.newaxis])[..., 0]
    return own_turns, own_places
