"""An outline laid on a square grid: found axis of symmetry, judged roundness, so that shapes can be built on it."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

Pixels = NDArray[np.uint8]
Plane = NDArray[np.float32]
Mask = NDArray[np.bool_]

CELLS = 288  # of the longest side of the object
MARGIN = 8  # cells around it
AXIS_REACH = 0.06  # of the width, to both sides of the middle: where an axis is looked for
MIRRORED_MIN = 0.965  # overlap (IoU) with its mirror image from which a thing is meant to be symmetric
ROWS_MIN = 24  # cells: nothing flatter is taken for a turned body
ROWS_SHARE_MIN = 0.97  # of all rows that the body of a round thing crosses
BODY_SHARE_MIN = 0.62  # of the area that it covers: the rest are handles and spouts
SIDE_VIEW_OVERLAP_MAX = 0.85  # of a trunk with its mirror image
TRUNK = 0.35  # of the greatest depth: what is thinner is a leg or a tail
CURVED_MIN = 0.08  # deviation of its radius, against the mean: a profile that is turned, not sawn
JUMPS_MAX = 0.2  # of all change of its radius that may happen in steps
SHADED_MIN = 0.09  # how much lighter the middle of its rows is than their sides
PAINT_OFF_MAX = 0.045  # of lightness, beside the light and shade across a row
PLAIN_ROWS_MIN = 0.5  # of the rows that have to be of one paint
SHADED_ROWS_MIN = 0.75  # of the rows that have to agree


@dataclass(frozen=True, slots=True)
class Body:
    """A turned body about the middle column: its radius in each row of the plan, in cells."""

    axis: float  # column
    radius: Plane


@dataclass(frozen=True, slots=True)
class Plan:
    """The outline on a grid of square cells, the longest side of the object being CELLS."""

    cover: Plane  # (rows, columns): share of each cell that the object covers
    light: Plane  # (rows, columns): lightness 0 to 1
    affine: NDArray[np.float64]  # (2, 3): from pixels of the picture to cells
    mirrored: bool  # left and right are meant to be the same
    side_view: bool  # a thing seen from its side, as animals and vehicles are shown: its other side is a twin
    body: Body | None

    @property
    def mask(self) -> Mask:
        """Cells of the object."""
        return np.asarray(self.cover > 0.5)


def lay_out(mask: Mask, pixels: Pixels, *, thinnest: float) -> Plan:
    """The outline and the lightness of a picture on the grid, an axis of symmetry in its middle if there is one.

    No part of the outline is thinner than `thinnest` cells.
    """
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    top, bottom, left, right = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
    scale = CELLS / max(bottom - top, right - left)
    mask = _thickened(mask, thinnest / 2 / scale)
    axis, overlap = _axis(mask[top:bottom, left:right])
    mirrored = overlap >= MIRRORED_MIN
    middle = left + axis if mirrored else (left + right) / 2
    half = max(middle - left, right - middle) * scale + MARGIN
    size = 2 * int(np.ceil(half)), int(np.ceil((bottom - top) * scale)) + 2 * MARGIN
    # Pixel centres are at halves, in cells as in pixels.
    across, down = size[0] / 2 - middle * scale, MARGIN - top * scale
    affine = np.array(((scale, 0.0, across + (scale - 1) / 2), (0.0, scale, down + (scale - 1) / 2)))
    cover = _sampled(mask.astype(np.float32), affine, scale, size, cv2.BORDER_CONSTANT)
    grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY), np.float32) / np.float32(255)
    light = _sampled(grey, affine, scale, size, cv2.BORDER_REPLICATE)
    if mirrored:
        cover = np.asarray((cover + cover[:, ::-1]) / 2, np.float32)
    return Plan(cover, light, affine, mirrored, _seen_from_side(cover > 0.5), _body(cover, light, mirrored))


def _thickened(mask: Mask, radius: float) -> Mask:
    """With wires and strokes of at least this radius, in pixels; corners stay as they are."""
    depth = cv2.distanceTransform(np.pad(mask, 1).astype(np.uint8), cv2.DIST_L2, 5)[1:-1, 1:-1]
    away = cv2.distanceTransform((depth <= radius).astype(np.uint8), cv2.DIST_L2, 5) if (depth > radius).any() else None
    solid = np.zeros_like(mask) if away is None else np.asarray(away <= radius)
    labels, count = ndimage.label(mask & ~solid, np.ones((3, 3)))
    if not count:
        return mask
    beyond = np.full(mask.shape, np.inf) if away is None else np.asarray(away) - radius
    reach = ndimage.maximum(beyond, labels, np.arange(1, count + 1))
    thin = np.isin(labels, 1 + np.flatnonzero(np.asarray(reach) > max(radius, 1.0)))
    ridge = thin & (depth >= ndimage.maximum_filter(depth, 3) - 0.5)
    if not ridge.any():
        return mask
    return np.asarray(mask | (cv2.distanceTransform((~ridge).astype(np.uint8), cv2.DIST_L2, 5) < radius))


def _sampled(plane: Plane, affine: NDArray[np.float64], scale: float, size: tuple[int, int], border: int) -> Plane:
    soft = cv2.GaussianBlur(plane, (0, 0), 0.45 / scale) if scale < 1.0 else plane
    return np.asarray(cv2.warpAffine(soft, affine, size, flags=cv2.INTER_LINEAR, borderMode=border), np.float32)


def _axis(mask: Mask) -> tuple[float, float]:
    """The column (in half pixels) about which an outline is most like its mirror image, and how much (IoU)."""
    width = mask.shape[1]
    reach = max(int(AXIS_REACH * width), 1)
    padded = np.pad(mask, ((0, 0), (2 * reach, 2 * reach)))
    flipped = padded[:, ::-1]
    best = (width / 2, 0.0)
    for shift in sorted(range(-2 * reach, 2 * reach + 1), key=abs):
        moved = np.roll(flipped, shift, axis=1)
        overlap = float(np.sum(padded & moved) / np.sum(padded | moved))
        if overlap > best[1]:
            best = ((width + shift) / 2, overlap)
    return best


def _seen_from_side(mask: Mask) -> bool:
    """Long, and its trunk (without tails and legs) not the same to the left and to the right."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if np.ptp(columns) < np.ptp(rows):
        return False
    depth = np.asarray(cv2.distanceTransform(mask.astype(np.uint8), cv2.DIST_L2, 5))
    core = depth > TRUNK * depth.max()
    trunk = cv2.distanceTransform((~core).astype(np.uint8), cv2.DIST_L2, 5) < TRUNK * depth.max()
    return _axis(np.asarray(trunk))[1] < SIDE_VIEW_OVERLAP_MAX


def _body(cover: Plane, light: Plane, mirrored: bool) -> Body | None:
    """The turned body of vases, bottles and mugs; None for what is not round."""
    mask = cover > 0.5
    rows = np.flatnonzero(mask.any(axis=1))
    axis = cover.shape[1] / 2 if mirrored else _body_axis(mask)
    radius = np.array([_reach(row, axis) for row in cover], np.float32)
    inside = radius[rows][1:-1]  # the first and the last row are covered in part
    if len(inside) < ROWS_MIN or np.mean(inside > 0) < ROWS_SHARE_MIN or 2 * inside.sum() < BODY_SHARE_MIN * mask.sum():
        return None
    if not (_turned(inside) or _lit_as_round(light, radius, axis)) or not _alike_around(light, radius, axis):
        return None
    return Body(axis, _even_profile(radius, rows))


def _body_axis(mask: Mask) -> float:
    """The middle of the broadest part, without what is thin: handles."""
    depth = cv2.distanceTransform(mask.astype(np.uint8), cv2.DIST_L2, 5)
    thick = np.asarray(depth > 0.6 * depth.max())
    return float(np.median([np.flatnonzero(row).mean() + 0.5 for row in thick if row.any()]))


def _reach(row: Plane, axis: float) -> float:
    """How far a row of cells goes on without a gap from the axis to the nearer side, in parts of cells."""
    start = int(axis)
    if row[start] <= 0.5:
        return 0.0
    right, left = row[start:], row[start::-1]
    to_right = right[: int(np.argmin(right > 0.02))].sum() - (axis - start)
    to_left = left[: int(np.argmin(left > 0.02))].sum() - (start + 1 - axis)
    return max(float(min(to_right, to_left)), 0.0)


def _even_profile(radius: Plane, rows: NDArray[np.int64]) -> Plane:
    """Without the steps of pixels; first and last row keep their neighbours' radius, so that ends are no points."""
    first, last = rows[0], rows[-1]
    radius[first], radius[last] = radius[first + 1], radius[last - 1]
    known = radius[first : last + 1]
    soft = cv2.GaussianBlur(known[:, np.newaxis], (0, 0), 2.5, borderType=cv2.BORDER_REPLICATE)[:, 0]
    steep = np.abs(np.gradient(known)) > 1.5
    result = radius.copy()
    result[first : last + 1] = np.where(steep, known, soft)
    return result


def _turned(radius: Plane) -> bool:
    """Whether a profile is curved, without the steps of things put together from boxes."""
    change = np.abs(np.diff(radius))
    steps = change[change > 0.03 * CELLS].sum() / max(float(change.sum()), 1.0)
    return bool(radius.std() / radius.mean() > CURVED_MIN and steps < JUMPS_MAX)


def _alike_around(light: Plane, radius: Plane, axis: float) -> bool:
    """Whether most rows are of one paint from side to side, as a look into a cup from above is not."""
    plain = []
    for row, reach in zip(light, radius, strict=True):
        if reach < 4:
            continue
        inside = np.abs(np.arange(len(row)) + 0.5 - axis) < 0.8 * reach
        slope = np.polyfit(np.arange(int(inside.sum())), row[inside], 2)
        plain.append(
            float(np.mean(np.abs(row[inside] - np.polyval(slope, np.arange(int(inside.sum())))))) < PAINT_OFF_MAX
        )
    return bool(np.mean(plain) > PLAIN_ROWS_MIN) if plain else False


def _lit_as_round(light: Plane, radius: Plane, axis: float) -> bool:
    """Whether the rows get darker to both sides, as a cylinder does."""
    falls = []
    for row, reach in zip(light, radius, strict=True):
        if reach < 4:
            continue
        place = np.abs(np.arange(len(row)) + 0.5 - axis) / reach
        centre, side = row[place < 0.35].mean(), row[(place > 0.72) & (place < 0.92)].mean()
        falls.append((centre - side) / max(centre, 0.05))
    return bool(len(falls) and np.median(falls) > SHADED_MIN and np.mean(np.array(falls) > 0) > SHADED_ROWS_MIN)
