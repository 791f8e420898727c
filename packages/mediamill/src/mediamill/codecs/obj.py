"""Objects in Wavefront's OBJ: the triangles of a file, with the colours of their corners where it tells them."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mediamill.codecs.glb import Material, Points, Surface
from mediamill.formats import NotMedia

FILE_BYTES_MAX = 256 * 1024 * 1024
VERTICES_MAX = 3_000_000
FACES_MAX = 6_000_000
FAR = 1e6  # metres: no object is that large
NUMBERS_MAX = 7  # of a vertex: x, y, z, and w or r, g, b
PAINT = Material("painted", (1.0, 1.0, 1.0, 1.0), roughness=0.9, double_sided=True)
PLAIN = Material("plain", roughness=0.9, double_sided=True)


def read_obj(path: Path) -> Surface:
    """All faces of the file as one surface; materials and textures, which are files of their own, are left out.

    Raises NotMedia for what is no such file.
    """
    if path.stat().st_size > FILE_BYTES_MAX:
        raise NotMedia(reason="the object is too large")
    vertices: list[list[float]] = []
    faces: list[tuple[int, int, int]] = []
    try:
        with path.open(encoding="utf-8") as lines:
            for line in lines:
                word, *rest = line.split(None, 1) or [""]
                if word == "v":
                    vertices.append([float(number) for number in rest[0].split()[:NUMBERS_MAX]])
                elif word == "f":
                    faces.extend(triangles(rest[0], len(vertices)))
                if len(vertices) > VERTICES_MAX or len(faces) > FACES_MAX:
                    raise NotMedia(reason="the object has too many faces")
    except (ValueError, IndexError):
        raise NotMedia(reason="it is no object in OBJ") from None
    return surface_of(vertices, faces)


def triangles(corners: str, vertices: int) -> Iterator[tuple[int, int, int]]:
    """A face as a fan of triangles. Raises ValueError for a corner that is no vertex so far."""
    first, *others = [vertex_of(corner, vertices) for corner in corners.split()]
    for second, third in pairwise(others):
        yield first, second, third


def vertex_of(corner: str, vertices: int) -> int:
    """The vertex of a corner such as "7", "7/1/3" or "-1": they count from 1, and backwards from the last."""
    number = int(corner.partition("/")[0])
    index = number - 1 if number > 0 else vertices + number
    if number == 0 or not 0 <= index < vertices:
        raise ValueError(corner)
    return index


def surface_of(written: list[list[float]], triangles: list[tuple[int, int, int]]) -> Surface:
    """The surface, its normals those of the faces around each vertex. Raises NotMedia when there is none."""
    if not triangles or len({len(one) for one in written}) != 1 or len(written[0]) < 3:
        raise NotMedia(reason="it is no object in OBJ")
    exact, faces = np.asarray(written, np.float64), np.asarray(triangles, np.uint32)
    if not (np.abs(exact) <= FAR).all():  # what is no number is not, either
        raise NotMedia(reason="the object has corners that are nowhere")
    numbers = exact.astype(np.float32)
    vertices = numbers[:, :3]
    colors = linear(numbers[:, 3:6]) if numbers.shape[1] >= 6 else None
    return Surface(vertices, faces, normals_of(vertices, faces), PLAIN if colors is None else PAINT, colors=colors)


def normals_of(vertices: Points, faces: NDArray[np.uint32]) -> Points:
    """For each vertex the mean direction of its faces, larger ones counting more."""
    first, second, third = (vertices[faces[:, corner]] for corner in range(3))
    directions = np.cross(second - first, third - first)
    normals = np.zeros_like(vertices)
    for corner in range(3):
        np.add.at(normals, faces[:, corner], directions)
    return normals


def linear(colors: Points) -> Points:
    """Colours as light adds up, of colours as screens are sent them (IEC 61966-2-1)."""
    bounded = np.clip(colors, 0.0, 1.0)
    return np.where(bounded <= 0.04045, bounded / 12.92, ((bounded + 0.055) / 1.055) ** 2.4).astype(np.float32)
