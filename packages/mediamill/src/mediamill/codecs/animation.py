"""A skeleton that moves: what motions are read into, and what FBX is written from.

Centimetres, Y up. Rotations are (3, 3) matrices that turn column vectors, seen from a joint's parent.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Skeleton:
    """Joints at rest, each after its parent: names, parents (-1 for none), (joints, 3) offsets seen from the parent,
    and (joints, 3, 3) rotations; without them every joint's axes are the world's.
    """

    names: tuple[str, ...]
    parents: tuple[int, ...]
    offsets: Array
    turns: Array | None = None

    @property
    def rest_turns(self) -> Array:
        """The rotations, whether told or not."""
        return np.broadcast_to(np.eye(3), (len(self.names), 3, 3)) if self.turns is None else self.turns


@dataclass(frozen=True, slots=True, eq=False)
class Animation:
    """Its joints over time: (frames,) seconds from 0, (frames, joints, 3, 3) rotations, and (frames, 3) places of those
    joints that do not keep the skeleton's offset.
    """

    skeleton: Skeleton
    times: Array
    turns: Array
    places: Mapping[int, Array] = field(default_factory=dict)
    rate: float = 30.0  # frames per second; the last may follow sooner

    @property
    def seconds(self) -> float:
        """When the last frame is."""
        return float(self.times[-1])


@dataclass(frozen=True, slots=True, eq=False)
class Skin:
    """A surface that the joints carry, as they stand at rest: (n, 3) vertices and normals, (m, 4) faces (a triangle
    repeats its last corner), (n, joints) weights, and for each face its material: a name and a colour (sRGB).
    """

    vertices: Array
    normals: Array
    faces: NDArray[np.int32]
    weights: Array
    materials: NDArray[np.int32]
    palette: tuple[tuple[str, tuple[float, float, float]], ...]


def world_of(parents: tuple[int, ...], offsets: Array, turns: Array) -> tuple[Array, Array]:
    """Rotations (…, joints, 3, 3) and places (…, joints, 3) in the room, of those seen from the parent."""
    in_room, places = turns.copy(), np.broadcast_to(offsets, turns.shape[:-1]).copy()
    for joint, parent in enumerate(parents):
        if parent >= 0:
            in_room[..., joint, :, :] = in_room[..., parent, :, :] @ turns[..., joint, :, :]
            carried = in_room[..., parent, :, :] @ places[..., joint, :, np.newaxis]
            places[..., joint, :] = carried[..., 0] + places[..., parent, :]
    return in_room, places
