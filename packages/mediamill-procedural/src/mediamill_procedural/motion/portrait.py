"""The thumbnail: the figure in the frame that tells its motion, seen a little from the side."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mediamill.codecs import Drawn, draw_meshes
from mediamill_procedural.motion.figure import Body
from mediamill_procedural.motion.jointing import Motion
from mediamill_procedural.motion.moment import heading, posed, telling_frame

BESIDE = 34.0  # degrees off its front


def drawn(body: Body, motion: Motion, path: Path) -> Path:
    """Draw a WebP of the telling frame to `path`."""
    frame = telling_frame(motion)
    meshes = [
        Drawn(vertices=part.vertices, faces=part.faces, normals=part.normals, colours=_linear(part.colour))
        for part in posed(body, motion, frame)
    ]
    draw_meshes(meshes, path, azimuth=heading(motion, frame) + BESIDE, ground=0.0)
    return path


def _linear(colour: tuple[float, float, float]) -> NDArray[np.float64]:
    """From sRGB to linear light (IEC 61966-2-1)."""
    told = np.array(colour)
    return np.asarray(np.where(told <= 0.04045, told / 12.92, ((told + 0.055) / 1.055) ** 2.4))
