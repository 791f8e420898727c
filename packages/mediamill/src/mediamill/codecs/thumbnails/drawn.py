"""What the renderer draws: triangles with one material."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]
Truths = NDArray[np.bool_]
Texels = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """A mesh: +y up, +z front, right-handed, any unit; shown from both sides. Colours are linear light, 0..1.

    `uv` is glTF's: (0, 0) is the upper left corner of the textures, which repeat.
    """

    vertices: Floats  # (n, 3)
    faces: NDArray[np.integer[Any]]  # (m, 3), counter-clockwise seen from outside
    normals: Floats | None = None  # (n, 3); None: found, with sharp edges kept sharp
    colours: Floats | None = None  # (3 or 4,) for all, or (n, 3 or 4) for each vertex; None is white
    face_colours: Floats | None = None  # (m, 3 or 4) for each face, instead of `colours`
    uv: Floats | None = None  # (n, 2)
    texture: Texels | None = None  # (h, w, 3 or 4) sRGB, times the colours
    shine: Texels | None = None  # (h, w, 3): roughness in green and metal in blue, times the numbers below
    glow: Texels | None = None  # (h, w, 3) sRGB, times `emissive`
    metallic: float = 0.0
    roughness: float = 0.7
    emissive: tuple[float, float, float] = (0.0, 0.0, 0.0)
    cutoff: float | None = None  # alpha below it is a hole, above it is solid; None: alpha is translucency
