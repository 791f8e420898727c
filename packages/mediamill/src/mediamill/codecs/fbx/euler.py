"""Rotation matrices as the angles that FBX animates."""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

LOCKED = 1e-6  # a matrix that its angles miss by more was turned by 90 degrees about y, where x and z are one


def euler_degrees(local: Array) -> Array:
    """(frames, joints, 3) angles about x, then y, then z; each the one nearest to the frame before."""
    y = -np.arcsin(np.clip(local[..., 2, 0], -1, 1))
    x = np.arctan2(local[..., 2, 1], local[..., 2, 2])
    z = np.arctan2(local[..., 1, 0], local[..., 0, 0])
    angles = np.stack([x, y, z], axis=-1)
    locked = np.abs(_matrices(angles) - local).max(axis=(-1, -2)) > LOCKED
    angles[locked] = _without_z(local[locked])
    twins = np.stack([angles[..., 0] + np.pi, np.pi - angles[..., 1], angles[..., 2] + np.pi], axis=-1)  # the same turn
    for frame in range(1, len(angles)):
        before = angles[frame - 1]
        ways = [way - 2 * np.pi * np.round((way - before) / (2 * np.pi)) for way in (angles[frame], twins[frame])]
        nearer = np.abs(ways[0] - before).sum(-1) <= np.abs(ways[1] - before).sum(-1)
        angles[frame] = np.where(nearer[:, np.newaxis], ways[0], ways[1])
    return np.asarray(np.degrees(angles))


def _matrices(angles: Array) -> Array:
    """Rotations about x, then y, then z, in radians."""
    (sx, sy, sz), (cx, cy, cz) = np.moveaxis(np.sin(angles), -1, 0), np.moveaxis(np.cos(angles), -1, 0)
    rows = [
        [cz * cy, cz * sy * sx - sz * cx, cz * sy * cx + sz * sx],
        [sz * cy, sz * sy * sx + cz * cx, sz * sy * cx - cz * sx],
        [-sy, cy * sx, cy * cx],
    ]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def _without_z(locked: Array) -> Array:
    """The angles (n, 3) of rotations by 90 degrees about y, all else told by x."""
    up = np.where(locked[:, 2, 0] < 0, 1.0, -1.0)
    x = np.arctan2(up * locked[:, 0, 1], locked[:, 1, 1])
    return np.stack([x, up * np.pi / 2, np.zeros_like(x)], axis=-1)
