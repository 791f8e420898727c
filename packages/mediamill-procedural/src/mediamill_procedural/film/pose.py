"""How a plate is shown at one moment: moved, bent, lighter or darker; and the painting of it into a frame."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from mediamill_procedural.film.plates import Bytes, Plate

Matrix = NDArray[np.float64]
Grid = NDArray[np.float32]
# Canvas positions (columns, rows) -> the canvas positions whose paint is seen there.
Bend = Callable[[Grid, Grid], tuple[Grid, Grid]]
Box = tuple[int, int, int, int]  # left, top, right, bottom
Image = NDArray[np.integer[Any] | np.floating[Any]]  # as OpenCV's functions are declared; here always uint8
Shade = Callable[[Grid, Grid], Grid]  # canvas positions -> factor of brightness

CELL = 8  # pixels between two points at which a bend is worked out; straight in between
SHADE_UNIT = 128.0
SHADE_CELL = 4


@dataclass(frozen=True, slots=True)
class Pose:
    """What happens to a plate at one moment; the first bend alone, or two that fade into each other."""

    matrix: Matrix = field(default_factory=lambda: np.eye(3))  # canvas to canvas
    gain: float = 1.0  # of its opacity and light
    bends: tuple[tuple[Bend, float], ...] = ()  # with weights that sum to 1
    shade: Shade | None = None
    pixels: Bytes | None = None  # instead of the plate's own


def paint(picture: Bytes, plate: Plate, pose: Pose, camera: Matrix) -> None:
    """Lay a plate into the frame `picture`, in place, as `camera` (canvas to frame) sees it."""
    source = plate.pixels if pose.pixels is None else pose.pixels
    whole = camera @ pose.matrix
    box = _box(plate, whole, picture, spread=bool(pose.bends))
    if box is None or pose.gain <= 0.0:
        return
    left, top, right, bottom = box
    seen: Image = _seen(source, plate, pose, whole, box)
    if pose.gain < 1.0:
        seen = cv2.convertScaleAbs(seen, alpha=pose.gain)
    colour: Image = cv2.cvtColor(seen, cv2.COLOR_RGBA2RGB)
    if pose.gain > 1.0:
        colour = cv2.convertScaleAbs(colour, alpha=pose.gain)
    if pose.shade is not None:
        colour = cv2.multiply(colour, _shading(pose.shade, whole, box), scale=1.0 / SHADE_UNIT)
    through = cv2.cvtColor(cv2.bitwise_not(cv2.extractChannel(seen, 3)), cv2.COLOR_GRAY2RGB)
    target = picture[top:bottom, left:right]
    target[...] = cv2.add(cv2.multiply(target, through, scale=1.0 / 255.0), colour)


def _box(plate: Plate, whole: Matrix, picture: Bytes, *, spread: bool) -> Box | None:
    """The part of the frame (left, top, right, bottom) in which the plate can be seen."""
    rows, columns = picture.shape[:2]
    room = 24 if spread else 0  # a bend may carry paint beyond the plate's own corners
    corners = np.array(
        [[x, y, 1.0] for x in (plate.left - room, plate.right + room) for y in (plate.top - room, plate.bottom + room)]
    ).T
    seen = whole @ corners
    across, down = seen[0] / seen[2], seen[1] / seen[2]
    left, right = max(0, int(np.floor(across.min())) - 1), min(columns, int(np.ceil(across.max())) + 1)
    top, bottom = max(0, int(np.floor(down.min())) - 1), min(rows, int(np.ceil(down.max())) + 1)
    return (left, top, right, bottom) if left < right and top < bottom else None


def _seen(source: Bytes, plate: Plate, pose: Pose, whole: Matrix, box: Box) -> Image:
    """The plate in a part of the frame: premultiplied RGBA."""
    left, top, right, bottom = box
    size = (right - left, bottom - top)
    if not pose.bends:
        placed = _shift(-left, -top) @ whole @ _shift(plate.left, plate.top)
        return cv2.warpPerspective(source, placed, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    back: Matrix = np.linalg.inv(whole).astype(np.float64)
    mixed: Image | None = None
    total = 0.0
    for bend, weight in pose.bends:
        if weight <= 0.0:
            continue
        across, down = _positions(back, bend, plate, box)
        one = cv2.remap(source, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        total += weight
        mixed = one if mixed is None else cv2.addWeighted(mixed, 1.0 - weight / total, one, weight / total, 0.0)
    assert mixed is not None, "weights sum to 1"
    return mixed


def _positions(back: Matrix, bend: Bend, plate: Plate, box: Box) -> tuple[Grid, Grid]:
    """Where in the plate's pixels each pixel of the box is looked up."""
    across, down = _grid(back, box, CELL)
    across, down = bend(across, down)
    size = ((across.shape[1]) * CELL, (across.shape[0]) * CELL)
    rows, columns = box[3] - box[1], box[2] - box[0]
    fine = [
        cv2.resize(values, size, interpolation=cv2.INTER_LINEAR) for values in (across - plate.left, down - plate.top)
    ]
    cut = [values[CELL : CELL + rows, CELL : CELL + columns].astype(np.float32) for values in fine]
    return cut[0], cut[1]


def _shading(shade: Shade, whole: Matrix, box: Box) -> Bytes:
    """The factors for each pixel of the box, three channels, `SHADE_UNIT` for 1."""
    factors = shade(*_grid(np.linalg.inv(whole).astype(np.float64), box, SHADE_CELL))
    coarse = np.clip(factors * SHADE_UNIT + 0.5, 0, 255).astype(np.uint8)
    size = (coarse.shape[1] * SHADE_CELL, coarse.shape[0] * SHADE_CELL)
    rows, columns = box[3] - box[1], box[2] - box[0]
    fine = cv2.resize(coarse, size, interpolation=cv2.INTER_LINEAR)
    cut = fine[SHADE_CELL : SHADE_CELL + rows, SHADE_CELL : SHADE_CELL + columns]
    return np.asarray(cv2.cvtColor(cut, cv2.COLOR_GRAY2RGB), np.uint8)


def _grid(back: Matrix, box: Box, cell: int) -> tuple[Grid, Grid]:
    """Canvas positions of points `cell` pixels apart, one more on every side than the box needs."""
    left, top, right, bottom = box
    middle = (cell - 1) / 2
    xs = np.arange(-1, (right - left) // cell + 2) * cell + left + middle
    ys = np.arange(-1, (bottom - top) // cell + 2) * cell + top + middle
    across, down = xs[None, :], ys[:, None]
    under = back[2, 0] * across + back[2, 1] * down + back[2, 2]
    canvas_x = (back[0, 0] * across + back[0, 1] * down + back[0, 2]) / under
    canvas_y = (back[1, 0] * across + back[1, 1] * down + back[1, 2]) / under
    return canvas_x.astype(np.float32), canvas_y.astype(np.float32)


def _shift(across: float, down: float) -> Matrix:
    return np.array([[1.0, 0.0, across], [0.0, 1.0, down], [0.0, 0.0, 1.0]])
