"""From a picture to the parts of a 3D scene, and what there is to say about them."""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from mediamill.codecs import Material, Node, Surface
from mediamill_procedural.relief import framed
from mediamill_procedural.relief.cutout import Cutout, cut_out
from mediamill_procedural.relief.heights import raise_heights
from mediamill_procedural.relief.plan import CELLS, lay_out
from mediamill_procedural.relief.skin import dress
from mediamill_procedural.relief.solid import solidify

Pixels = NDArray[np.uint8]

LONGEST_SIDE = 1.0  # metres
WALNUT = (0.085, 0.040, 0.020, 1.0)  # linear, of the frame
CARD = (0.22, 0.17, 0.12, 1.0)  # linear, of the sheet behind the picture
SLATE = (0.045, 0.042, 0.040, 1.0)  # linear, of its support
PAPER = 255  # what a see-through picture is laid on where its outline cannot be used
THINNEST = 2.4  # cells of a level's grid: thinner parts would break up
FORM_TURNED = "turned body"
FORM_INFLATED = "inflated outline"
FORM_FRAMED = "framed relief of the whole picture: no object could be told from its ground"


@dataclass(frozen=True, slots=True)
class Level:
    """How fine a model works."""

    cells: int  # of the grid along the longest side
    triangles: int  # budget
    texture: int  # pixels along the longest side


@dataclass(frozen=True, slots=True)
class Sculpture:
    """The parts, standing on the ground with the front to +Z, and what was understood."""

    nodes: tuple[Node, ...]
    form: str
    mask: str
    confidence: float
    symmetric: bool


def sculpt(pixels: Pixels, level: Level, progress: Callable[[float, str], None]) -> Sculpture:
    """A textured object of the picture, its longest side LONGEST_SIDE; a framed relief where no object is found."""
    cv2.ipp.setUseIPP(False)  # some of its results hang by addresses: not the same bytes in every process
    progress(0.1, "finding the object")
    cutout = cut_out(pixels)
    if not cutout.trusted:
        progress(0.4, "carving a relief")
        return _framed(_on_paper(pixels), level, cutout)
    progress(0.4, "finding its form")
    colours = np.ascontiguousarray(pixels[..., :3])
    plan = lay_out(cutout.mask, colours, thinnest=THINNEST * CELLS / level.cells)
    heights = raise_heights(plan)
    progress(0.5, "building the mesh")
    mesh = solidify(heights, cells=level.cells, triangles=level.triangles)
    progress(0.7, "colouring")
    skin = dress(mesh, plan, cutout.mask, colours, side=level.texture)
    low, high = skin.points.min(axis=0), skin.points.max(axis=0)
    origin = np.array(((low[0] + high[0]) / 2, low[1], (low[2] + high[2]) / 2))
    surface = Surface(
        np.asarray((skin.points - origin) * (LONGEST_SIDE / (high - low).max()), np.float32),
        skin.faces,
        skin.normals.astype(np.float32),
        Material("picture", (1.0, 1.0, 1.0, 1.0), roughness=0.7, texture=skin.texture),
        skin.uv.astype(np.float32),
    )
    form = FORM_INFLATED if plan.body is None else FORM_TURNED
    return Sculpture((Node("object", (surface,)),), form, cutout.method, cutout.confidence, plan.mirrored)


def _framed(pixels: Pixels, level: Level, cutout: Cutout) -> Sculpture:
    height, width = (length / max(pixels.shape[:2]) for length in pixels.shape[:2])
    panel = framed.carve(pixels, triangles=level.triangles, side=level.texture)
    around = framed.frame(width, height), framed.cover(width, height), framed.foot(height)
    scale = LONGEST_SIDE / (1.0 + 2 * framed.FRAME_WIDTH)
    bottom = height / 2 + framed.FRAME_WIDTH

    def placed(points: NDArray[np.float64]) -> NDArray[np.float32]:
        return np.asarray((points + np.array((0.0, bottom, 0.0))) * scale, np.float32)

    picture = Material("picture", (1.0, 1.0, 1.0, 1.0), roughness=0.75, texture=panel.texture)
    nodes = [
        Node(
            "picture",
            (
                Surface(
                    placed(panel.points),
                    panel.faces,
                    panel.normals.astype(np.float32),
                    picture,
                    panel.uv.astype(np.float32),
                ),
            ),
        )
    ]
    for name, solid, color in zip(("frame", "cover", "support"), around, (WALNUT, CARD, SLATE), strict=True):
        material = Material(name, color, roughness=0.6)
        surface = Surface(placed(solid.points), solid.faces, solid.normals.astype(np.float32), material)
        nodes.append(Node(name, (surface,)))
    return Sculpture(tuple(nodes), FORM_FRAMED, cutout.method, cutout.confidence, symmetric=False)


def _on_paper(pixels: Pixels) -> Pixels:
    """Without an alpha channel."""
    if pixels.shape[2] == 3:
        return pixels
    share = pixels[..., 3:].astype(np.float32) / 255
    return np.asarray((pixels[..., :3] * share + PAPER * (1 - share)).round(), np.uint8)
