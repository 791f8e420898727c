"""Rotations of many frames at once: (frames, 3, 3) matrices that turn column vectors, angles in degrees."""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def about_x(degrees: Array | float) -> Array:
    """Rotation that takes Y towards Z."""
    return _about(degrees, 1, 2)


def about_y(degrees: Array | float) -> Array:
    """Rotation that takes Z towards X."""
    return _about(degrees, 2, 0)


def about_z(degrees: Array | float) -> Array:
    """Rotation that takes X towards Y."""
    return _about(degrees, 0, 1)


def _about(degrees: Array | float, first: int, second: int) -> Array:
    angle = np.radians(np.atleast_1d(np.asarray(degrees, np.float64)))
    matrix = np.zeros((len(angle), 3, 3))
    matrix[:, range(3), range(3)] = 1.0
    matrix[:, first, first] = matrix[:, second, second] = np.cos(angle)
    matrix[:, second, first] = np.sin(angle)
    matrix[:, first, second] = -np.sin(angle)
    return matrix


def wrapped(degrees: Array) -> Array:
    """The same angles, from -180 to 180."""
    return np.asarray((degrees + 180.0) % 360.0 - 180.0)


def turned(matrix: Array, vectors: Array) -> Array:
    """(frames, 3) vectors, or one for all, turned by (frames, 3, 3)."""
    return np.asarray(np.einsum("fij,fj->fi", matrix, np.broadcast_to(vectors, (len(matrix), 3))))


def unit(vectors: Array) -> Array:
    """(frames, 3) of length one."""
    return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-9))


def frame_of(along: Array, across: Array) -> Array:
    """Matrices whose columns are x = `across` made square to y, y = -`along`, and z: a bone that hangs down."""
    y = -unit(along)
    x = unit(across - y * np.sum(across * y, axis=-1, keepdims=True))
    return np.stack([x, y, np.cross(x, y)], axis=-1)


def between(first: Array, second: Array, share: Array) -> Array:
    """The rotation that lies `share` (frames,) of the way from one to the other."""
    vector = rotation_vector(np.swapaxes(first, -1, -2) @ second)
    return np.asarray(first @ from_rotation_vector(vector * share[:, np.newaxis]))


def rotation_vector(matrix: Array) -> Array:
    """(…, 3) axes whose lengths are the angles in radians, of (…, 3, 3) rotations."""
    axis = np.stack(
        [
            matrix[..., 2, 1] - matrix[..., 1, 2],
            matrix[..., 0, 2] - matrix[..., 2, 0],
            matrix[..., 1, 0] - matrix[..., 0, 1],
        ],
        axis=-1,
    )
    sine = np.linalg.norm(axis, axis=-1) / 2
    cosine = (np.trace(matrix, axis1=-2, axis2=-1) - 1) / 2
    angle = np.arctan2(sine, cosine)
    return np.asarray(axis * (angle / np.maximum(2 * sine, 1e-12))[..., np.newaxis])


def from_rotation_vector(vector: Array) -> Array:
    """Rodrigues' formula, back from `rotation_vector`."""
    angle = np.linalg.norm(vector, axis=-1)[:, np.newaxis, np.newaxis]
    axis = vector / np.maximum(angle[:, :, 0], 1e-12)
    cross = np.zeros((len(vector), 3, 3))
    cross[:, 2, 1], cross[:, 0, 2], cross[:, 1, 0] = axis[:, 0], axis[:, 1], axis[:, 2]
    cross -= np.swapaxes(cross, -1, -2)
    return np.asarray(np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * (cross @ cross))


def angles_between(first: Array, second: Array) -> Array:
    """Degrees from one rotation to the other, of (…, 3, 3)."""
    return np.asarray(np.degrees(np.linalg.norm(rotation_vector(np.swapaxes(first, -1, -2) @ second), axis=-1)))
