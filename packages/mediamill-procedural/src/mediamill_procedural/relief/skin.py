"""The colours of a solid: the picture on its front, a guess without a face on its back, in one texture."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from mediamill_procedural.relief.plan import CELLS, Body, Plan
from mediamill_procedural.relief.solid import Mesh, normals_of

Pixels = NDArray[np.uint8]
Mask = NDArray[np.bool_]
Plane = NDArray[np.float32]

JPEG_QUALITY = 88
RIM = 0.012  # of the longest side: colours this near to the outline are mixed with the ground
FADE = 0.07  # of the longest side: over which the colours of the front give way to those of the back
BACK_SIDE = 192  # pixels of the longest side: the back of what is not round needs no more
BACK_RIM = 0.045  # of the longest side: what is nearer to the outline than this goes on around it
BACK_SOFTNESS = 0.015  # of the longest side
SPREADS = (2.0, 4.0, 8.0, 16.0, 32.0, 64.0)  # pixels of the small back over which the colours of its rim are mixed
OVERLAP = 1.04  # of the radius of a turned body: what is coloured with it
SHADE_STEPS = 24  # across a turned body
SHADE_LIMITS = (0.3, 1.25)  # of the light taken out of a turned body: a side is darker for its paint, too


@dataclass(frozen=True, slots=True)
class Skin:
    """A textured mesh, points doubled where front and back meet; uv as in glTF, v down from the top."""

    points: NDArray[np.float64]
    faces: NDArray[np.int64]
    normals: NDArray[np.float64]
    uv: NDArray[np.float64]
    texture: bytes  # JPEG


def dress(mesh: Mesh, plan: Plan, mask: Mask, pixels: Pixels, *, side: int) -> Skin:
    """The mesh in the colours of the picture, `side` texture pixels for its longest side: front left, back right."""
    scale = side / CELLS
    height, width = (round(cells * scale) for cells in plan.cover.shape)
    front = _front(mask, pixels, plan, scale, (width, height))
    if plan.body is not None:
        front = _unlit(front, plan.body, scale)
        back = _around(front, plan.body, scale)
    elif plan.side_view:
        back = front
    else:
        back = _back(front, plan, (width, height))
    atlas = np.hstack((front, back))
    done, jpeg = cv2.imencode(
        ".jpg", cv2.cvtColor(atlas, cv2.COLOR_RGB2BGR), [int(cv2.IMWRITE_JPEG_QUALITY), JPEG_QUALITY]
    )
    assert done, "a picture of 8 bits can be written"
    rows, columns = plan.cover.shape
    place = np.stack((mesh.points[:, 0] / columns, -mesh.points[:, 1] / rows), axis=1)
    at_front = mesh.points[mesh.faces].mean(axis=1)[:, 2] >= 0
    normals = normals_of(mesh)
    ahead, ahead_faces = np.unique(mesh.faces[at_front], return_inverse=True)
    behind, behind_faces = np.unique(mesh.faces[~at_front], return_inverse=True)
    used = np.concatenate((ahead, behind))
    halves = np.repeat((0.0, 1.0), (len(ahead), len(behind)))
    return Skin(
        mesh.points[used],
        np.concatenate((ahead_faces.reshape(-1, 3), behind_faces.reshape(-1, 3) + len(ahead))),
        normals[used],
        np.stack(((place[used, 0] + halves) / 2, place[used, 1]), axis=1),
        jpeg.tobytes(),
    )


def _front(mask: Mask, pixels: Pixels, plan: Plan, scale: float, size: tuple[int, int]) -> Pixels:
    """The picture on the plan, colours of the object pushed outward over its outline and the ground."""
    affine = plan.affine * scale
    affine[:, 2] += (scale - 1) / 2
    finer = affine[0, 0] > 1.0
    if not finer:
        pixels = np.asarray(cv2.GaussianBlur(pixels, (0, 0), 0.45 / affine[0, 0]), np.uint8)
    flags = cv2.INTER_CUBIC if finer else cv2.INTER_LINEAR
    colours = cv2.warpAffine(pixels, affine, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    cover = cv2.warpAffine(mask.astype(np.float32), affine, size, flags=cv2.INTER_LINEAR)
    depth = cv2.distanceTransform((cover > 0.5).astype(np.uint8), cv2.DIST_L2, 5)
    # Thin parts keep at least their middle line: it is what their rim is coloured with.
    ridge = (depth >= ndimage.maximum_filter(depth, 5) - 0.5) & (depth > 0.9)
    sure = (depth > RIM * CELLS * scale) | ridge
    down, across = ndimage.distance_transform_edt(~sure, return_distances=False, return_indices=True)
    pushed = np.asarray(colours)[down, across]
    soft = cv2.GaussianBlur(pushed, (0, 0), 0.5 * RIM * CELLS * scale)
    return np.asarray(np.where(sure[..., np.newaxis], colours, soft), np.uint8)


def _unlit(front: Pixels, body: Body, scale: float) -> Pixels:
    """A turned body without the light and shade across it: the viewer's own light will come again."""
    lightness = cv2.cvtColor(front, cv2.COLOR_RGB2GRAY).astype(np.float32) + 2.0
    place, inside = _across(body, lightness.shape, scale)
    step = np.round((place + 1) / 2 * (SHADE_STEPS - 1)).astype(np.int64)
    rows = np.flatnonzero(inside.any(axis=1))[:: max(len(lightness) // 200, 1)]
    relative = np.full((len(rows), SHADE_STEPS), np.nan)
    for number, row in enumerate(rows):
        steps, values = step[row][inside[row]], lightness[row][inside[row]]
        counts = np.bincount(steps, minlength=SHADE_STEPS)
        sums = np.bincount(steps, values, SHADE_STEPS)
        relative[number, counts > 0] = sums[counts > 0] / counts[counts > 0] / np.median(values)
    known = ~np.isnan(relative).all(axis=0)
    shade = np.interp(np.arange(SHADE_STEPS), np.flatnonzero(known), np.nanmedian(relative[:, known], axis=0))
    shade = ndimage.gaussian_filter1d(shade, 1.2, mode="nearest")
    light = np.interp(place, np.linspace(-1, 1, SHADE_STEPS), np.clip(shade, *SHADE_LIMITS))
    light = np.where(inside, light, 1.0)
    return np.asarray((front / light[..., np.newaxis]).round().clip(0, 255), np.uint8)


def _around(front: Pixels, body: Body, scale: float) -> Pixels:
    """Stripes go around a turned body; a label, a handle or a face that ends before its sides does not."""
    result = front.copy()
    place, inside = _across(body, front.shape[:2], scale)
    side = inside & (np.abs(place) > 0.5) & (np.abs(place) < 0.9)
    for row in np.flatnonzero(inside.any(axis=1)):
        colour = np.median(front[row, side[row]], axis=0) if side[row].any() else front[row, inside[row]].mean(axis=0)
        result[row, inside[row]] = colour.round().astype(np.uint8)
    fade = np.clip((1.0 - np.abs(place)) / 0.25, 0.0, 1.0)[..., np.newaxis]
    soft = cv2.GaussianBlur(result, (0, 0), 1.5)
    return np.asarray(
        np.where(inside[..., np.newaxis], front + (soft - front.astype(np.float32)) * fade, front), np.uint8
    )


def _across(body: Body, shape: tuple[int, ...], scale: float) -> tuple[Plane, Mask]:
    """For each pixel its place across the turned body, -1 to 1 from side to side, and whether it is inside."""
    radius = np.interp((np.arange(shape[0]) + 0.5) / scale - 0.5, np.arange(len(body.radius)), body.radius)[
        :, np.newaxis
    ]
    off = (np.arange(shape[1]) + 0.5) / scale - body.axis
    inside = np.abs(off) < OVERLAP * radius
    return np.asarray(np.clip(off / np.maximum(radius, 0.5), -1, 1), np.float32), np.asarray(inside)


def _back(front: Pixels, plan: Plan, size: tuple[int, int]) -> Pixels:
    """The colours along the outline, run together over the middle: no eyes and no buttons."""
    factor = BACK_SIDE / CELLS
    rows, columns = plan.cover.shape
    small_size = round(columns * factor), round(rows * factor)
    small = np.asarray(cv2.resize(front, small_size, interpolation=cv2.INTER_AREA), np.uint8)
    inside = np.asarray(cv2.resize(plan.cover, small_size, interpolation=cv2.INTER_AREA)) > 0.5
    depth = cv2.distanceTransform(np.pad(inside, 1).astype(np.uint8), cv2.DIST_L2, 5)[1:-1, 1:-1]
    rim = (depth > 0) & (depth <= BACK_RIM * BACK_SIDE)
    guess = cv2.GaussianBlur(_spread(small, rim), (0, 0), BACK_SOFTNESS * BACK_SIDE)
    inward = np.clip(depth / (FADE * BACK_SIDE), 0.0, 1.0).astype(np.float32)
    share = np.asarray(cv2.resize(inward, size, interpolation=cv2.INTER_LINEAR))[..., np.newaxis]
    large = np.asarray(cv2.resize(guess, size, interpolation=cv2.INTER_CUBIC), np.float32)
    return np.asarray((front * (1 - share) + large * share).round().clip(0, 255), np.uint8)


def _spread(colours: Pixels, known: Mask) -> Plane:
    """The known colours everywhere: each place takes them from as near as there are enough of them."""
    weight, weighted = known.astype(np.float32), colours * known[..., np.newaxis].astype(np.float32)
    result = np.zeros(colours.shape, np.float32)
    missing = np.ones(known.shape, np.float32)
    for spread in SPREADS:
        near = np.asarray(cv2.GaussianBlur(weight, (0, 0), spread))
        mean = np.asarray(cv2.GaussianBlur(weighted, (0, 0), spread)) / np.maximum(near, 1e-6)[..., np.newaxis]
        share = missing * np.clip(near / 0.15, 0.0, 1.0)
        result += mean * share[..., np.newaxis]
        missing -= share
    return np.asarray(result + mean * missing[..., np.newaxis], np.float32)
