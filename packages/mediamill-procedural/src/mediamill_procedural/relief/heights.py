"""How thick a thing is behind each cell of its outline: inflated like a balloon, or turned where it is round.

Heights are kept squared: a square runs into the outline in a straight line, so that its zero is the outline itself.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy import ndimage, sparse
from scipy.sparse.linalg import spsolve

from mediamill_procedural.relief.plan import CELLS, Body, Plan

Plane = NDArray[np.float32]
Mask = NDArray[np.bool_]

FULLNESS = 0.8  # of the squared height: between a round rod (0.5) and a full ball (1)
# Thickness to each side at most, as a share of the shorter side of the outline, and how steeply it gets there.
SOFT, BOXY = (0.34, 1.0), (0.17, 1.6)
ROD = 9  # cells: what has a smaller radius is a rod
STRAIGHT_MIN = 0.6  # of the outline, straight up or across: what is put together from boxes
STRAIGHT_OFF, STRAIGHT_LENGTH_MIN = 1.5, 8.0  # cells
BACK = 0.85  # the back of a thing is flatter than its front; a round one is round all around
DETAIL = 15.0  # cells for a step of lightness from black to white
DETAIL_MAX = 0.12  # of that step
EDGE = 0.07  # of the radius: how far the flat ends of a turned body are rounded
REST_SHARE_MIN = 0.01  # of the outline: less beside a turned body is the roughness of its edge


@dataclass(frozen=True, slots=True)
class Heights:
    """Squared heights over and under the plane of the picture, in cells; negative outside the outline."""

    front: Plane
    back: Plane


def raise_heights(plan: Plan) -> Heights:
    """The heights of front and back for a plan."""
    cover, flatter = (plan.cover, BACK**2) if plan.body is None else (_even_cover(plan.cover, plan.body), 1.0)
    mask = cover > 0.5
    squared = _beyond(_inflated(mask) if plan.body is None else _turned(mask, plan.body), cover)
    front = squared
    if plan.body is None:
        inside = np.sqrt(np.maximum(squared, 0.0))
        lifted = np.maximum(inside + _detail(plan), 0.6 * inside)
        front = np.where(squared > 0, lifted**2, squared).astype(np.float32)
    return Heights(_soft(front), _soft(squared * np.where(mask, flatter, 1.0)))


def _soft(plane: Plane) -> Plane:
    return np.asarray(cv2.GaussianBlur(plane.astype(np.float32), (0, 0), 1.0), np.float32)


def _inflated(mask: Mask) -> Plane:
    """What a membrane under pressure would do: Poisson's equation, zero at the outline, its root the height."""
    index = np.full(mask.shape, -1)
    count = int(mask.sum())
    index[mask] = np.arange(count)
    down, across = np.nonzero(mask)
    rows, columns = [], []
    for step_down, step_across in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        neighbour = index[down + step_down, across + step_across]
        inside = neighbour >= 0
        rows.append(np.flatnonzero(inside))
        columns.append(neighbour[inside])
    row, column = np.concatenate(rows), np.concatenate(columns)
    matrix = 4.0 * sparse.eye(count) - sparse.csr_matrix((np.ones(len(row)), (row, column)), (count, count))
    solved = spsolve(matrix.tocsc(), np.full(count, 4.0), permc_spec="MMD_AT_PLUS_A")
    height = np.sqrt(FULLNESS * np.maximum(solved, 0.0))
    extent = min(np.ptp(down), np.ptp(across)) + 1
    thickness, steepness = BOXY if _straight_share(mask) >= STRAIGHT_MIN else SOFT
    limit = thickness * extent
    heights = np.zeros(mask.shape, np.float32)
    heights[mask] = limit * np.tanh(steepness * height / limit)
    return np.asarray((heights * _roundness_of_rods(mask, heights)) ** 2, np.float32)


def _roundness_of_rods(mask: Mask, heights: Plane) -> Plane:
    """Factors that make rods about as deep as they are wide, and leave alone what is thicker."""
    depth = np.asarray(cv2.distanceTransform(mask.astype(np.uint8), cv2.DIST_L2, 5))
    around = np.ones((2 * ROD + 1, 2 * ROD + 1), np.uint8)
    radius, highest = np.asarray(cv2.dilate(depth, around)), np.asarray(cv2.dilate(heights, around))
    factor = np.minimum(1.0, 1.1 * radius / np.maximum(highest, 1e-3))
    thick = np.clip((radius - ROD) / (0.7 * ROD), 0.0, 1.0)
    return np.asarray(cv2.GaussianBlur((factor * (1 - thick) + thick).astype(np.float32), (0, 0), 3.0))


def _straight_share(mask: Mask) -> float:
    """How much of the outline runs straight across or straight down."""
    outlines, _ = cv2.findContours(mask.astype(np.uint8), cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    straight, whole = 0.0, 1e-6
    for outline in outlines:
        corners = cv2.approxPolyDP(outline, STRAIGHT_OFF, True).reshape(-1, 2).astype(np.float64)
        sides = np.abs(np.roll(corners, -1, axis=0) - corners)
        lengths = np.hypot(*sides.T)
        along = sides.min(axis=1) <= np.maximum(0.06 * sides.max(axis=1), 1.0)
        straight += float(lengths[along & (lengths > STRAIGHT_LENGTH_MIN)].sum())
        whole += float(lengths.sum())
    return straight / whole


def _turned(mask: Mask, body: Body) -> Plane:
    """A solid of revolution, and what sticks out of it inflated on its own."""
    place = np.arange(mask.shape[1], dtype=np.float32) + 0.5 - body.axis
    radius = body.radius[:, np.newaxis]
    within = np.abs(place) < radius
    rows = np.flatnonzero(within.any(axis=1))
    from_end = np.minimum(np.arange(len(radius)) - rows[0], rows[-1] - np.arange(len(radius)))[:, np.newaxis] + 0.5
    ends = radius**2 * np.clip(from_end / (EDGE * np.maximum(radius, 1.0)), 0.0, 1.0)
    squared = np.where(within, np.minimum(radius**2 - place**2, ends), 0.0).astype(np.float32)
    core = ndimage.binary_erosion(within, iterations=round(0.02 * CELLS))
    rest = mask & ~core
    if np.sum(mask & ~ndimage.binary_dilation(within, iterations=2)) > REST_SHARE_MIN * mask.sum():
        squared = np.maximum(squared, _inflated(rest) * (~core))
    thin = np.asarray(cv2.distanceTransform(mask.astype(np.uint8), cv2.DIST_L2, 5), np.float32)
    return np.asarray(np.where(mask, np.maximum(squared, thin), 0.0), np.float32)


def _even_cover(cover: Plane, body: Body) -> Plane:
    """The outline without the roughness of its pixels where it is that of the turned body."""
    off = np.abs(np.arange(cover.shape[1], dtype=np.float32) + 0.5 - body.axis)
    turned = np.clip(body.radius[:, np.newaxis] - off + 0.5, 0.0, 1.0)
    near = ndimage.binary_dilation(turned > 0.5, iterations=2)
    beside = (cover > 0.5) & ~near
    if beside.sum() <= REST_SHARE_MIN * (cover > 0.5).sum():
        return np.asarray(turned, np.float32)
    return np.asarray(
        np.where(ndimage.binary_dilation(beside, iterations=4), np.maximum(turned, cover), turned), np.float32
    )


def _beyond(squared: Plane, cover: Plane) -> Plane:
    """Continued outside the outline as steeply as it comes from inside, below zero; exact within the cells it cuts."""
    mask = cover > 0.5
    rim = (mask & ~ndimage.binary_erosion(mask)).astype(np.float32)
    around = np.maximum(cv2.GaussianBlur(rim, (0, 0), 3.0), 1e-6)
    steep = np.maximum(cv2.GaussianBlur(squared * rim, (0, 0), 3.0) / around, 0.5)
    away, (down, across) = ndimage.distance_transform_edt(~mask, return_indices=True)
    slope = steep[down, across]  # height of the nearest cells inside: half a cell from the outline
    outside = np.where(mask, squared, -2.0 * slope * (away - 0.5))
    cut = (cover > 0.03) & (cover < 0.97) & ndimage.binary_dilation(rim > 0)
    return np.asarray(np.where(cut, 2.0 * slope * (cover - 0.5), outside), np.float32)


def _detail(plan: Plan) -> Plane:
    """Small relief by lightness: what is lighter than its surroundings stands out. Nothing at the outline."""
    light = cv2.GaussianBlur(plan.light, (0, 0), 1.6)
    local = np.clip(light - cv2.GaussianBlur(plan.light, (0, 0), 9.0), -DETAIL_MAX, DETAIL_MAX)
    inward = cv2.distanceTransform(plan.mask.astype(np.uint8), cv2.DIST_L2, 5)
    return np.asarray(local * DETAIL * np.clip((inward - 4.0) / 12.0, 0.0, 1.0), np.float32)
