"""Meshes to a picture: one ray for every pixel, more along edges, shaded like a product photograph."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from mediamill.codecs.thumbnails.camera import fitted
from mediamill.codecs.thumbnails.drawn import Drawn, Floats
from mediamill.codecs.thumbnails.geometry import Geometry, gathered
from mediamill.codecs.thumbnails.lens import scene_of

SIZE = 512  # pixels
AZIMUTH = 34.0  # degrees
QUALITY = 88  # of WebP: smooth gradients without bands
EDGE_RAYS = 6  # more for each pixel on an edge
EDGE_PIXELS_MAX = 60_000  # with more edges than this, each gets fewer rays
_JITTER = np.array([[-0.42, -0.08], [-0.2, 0.36], [-0.1, -0.4], [0.12, 0.1], [0.26, -0.24], [0.4, 0.42]], np.float32)


def draw_meshes(
    meshes: Sequence[Drawn],
    path: Path,
    *,
    azimuth: float = AZIMUTH,
    elevation: float | None = None,
    ground: float | None = None,
    size: int = SIZE,
) -> None:
    """Draw the meshes on a light floor, `size` pixels square, into a .webp or .png file.

    Azimuth in degrees from the front (+z) towards +x, elevation above the horizon (None chooses); `ground` is the
    floor's height (None: the lowest vertex). The same meshes give the same bytes. Raises NotMedia: nothing to draw.
    """
    assert path.suffix in (".webp", ".png"), f"no encoder for {path.suffix}"
    picture = Image.fromarray(drawn_picture(gathered(meshes, ground=ground), azimuth, elevation, size))
    if path.suffix == ".png":
        picture.save(path, "PNG")
    else:
        picture.save(path, "WEBP", quality=QUALITY, method=4)


def drawn_picture(geometry: Geometry, azimuth: float, elevation: float | None, size: int) -> NDArray[np.uint8]:
    """The picture, (size, size, 3) sRGB."""
    camera = fitted(geometry.vertices[np.unique(geometry.faces)], azimuth=azimuth, elevation=elevation)
    scene = scene_of(geometry, camera, size)
    row, column = np.divmod(np.arange(size * size), size)
    pixels = np.stack([column, row], axis=1).astype(np.float32)
    light = scene.light(pixels, scene.first)
    edges = np.flatnonzero(scene.edges(light).ravel())
    rays = EDGE_RAYS if len(edges) <= EDGE_PIXELS_MAX else 2
    for jitter in _JITTER[:: EDGE_RAYS // rays]:
        light[edges] += scene.light(pixels[edges] + jitter)
    light[edges] /= 1 + len(_JITTER[:: EDGE_RAYS // rays])
    return _encoded(light, pixels).reshape(size, size, 3)


def _encoded(light: Floats, pixels: Floats) -> NDArray[np.uint8]:
    """Linear light as sRGB bytes (IEC 61966-2-1), dithered so that the backdrop has no rings."""
    inside = np.clip(light, 0, 1)
    curve = np.where(inside <= 0.0031308, inside * 12.92, 1.055 * np.maximum(inside, 1e-6) ** (1 / 2.4) - 0.055)
    noise = np.mod(52.9829189 * np.mod(pixels[:, 0] * 0.06711056 + pixels[:, 1] * 0.00583715, 1.0), 1.0)  # Jimenez 2014
    return np.asarray(curve * 255 + noise[:, None], np.uint8)
