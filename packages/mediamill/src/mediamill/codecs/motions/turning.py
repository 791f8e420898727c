"""Rotations as files tell them, as (…, 3, 3) matrices that turn column vectors."""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

SMALL = 1e-9  # what is shorter has no direction
# From a room whose third axis is up to one whose second is.
Z_UP_TO_Y_UP: Array = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]])


def from_quaternions(quaternions: Array) -> Array:
    """Of (…, 4) as x, y, z, w; of any length, none is no rotation."""
    length = np.linalg.norm(quaternions, axis=-1, keepdims=True)
    unit = np.where(length > SMALL, quaternions / np.maximum(length, SMALL), [0.0, 0.0, 0.0, 1.0])
    x, y, z, w = np.moveaxis(unit, -1, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def from_axis_angles(vectors: Array) -> Array:
    """Of (…, 3) axes whose lengths are the angles in radians."""
    angle = np.linalg.norm(vectors, axis=-1, keepdims=True)
    axis = vectors / np.maximum(angle, SMALL)
    return from_quaternions(np.concatenate([axis * np.sin(angle / 2), np.cos(angle / 2)], axis=-1))


def from_six_numbers(numbers: Array) -> Array:
    """Of (…, 6): the first column, then the second, of matrices (Zhou et al. 2019)."""
    return from_columns(numbers[..., :3], numbers[..., 3:])


def from_columns(first: Array, second: Array) -> Array:
    """Of two directions (…, 3), of which the second is made square to the first."""
    x = _unit(first, [1.0, 0.0, 0.0])
    across = second - x * np.sum(x * second, axis=-1, keepdims=True)
    spare = np.where(np.abs(x[..., :1]) < 0.9, [1.0, 0.0, 0.0], [0.0, 1.0, 0.0])
    y = _unit(across, spare - x * np.sum(x * spare, axis=-1, keepdims=True))
    y = y / np.linalg.norm(y, axis=-1, keepdims=True)
    return np.stack([x, y, np.cross(x, y)], axis=-1)


def from_matrices(matrices: Array) -> Array:
    """Of (…, 3, 3) that may also scale: the rotation in them."""
    return from_columns(matrices[..., :, 0], matrices[..., :, 1])


def about(axis: int, degrees: Array) -> Array:
    """About x (0), y (1) or z (2)."""
    vectors = np.zeros((*degrees.shape, 3))
    vectors[..., axis] = np.radians(degrees)
    return from_axis_angles(vectors)


def _unit(vectors: Array, otherwise: list[float] | Array) -> Array:
    length = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.where(length > SMALL, vectors / np.maximum(length, SMALL), otherwise)
