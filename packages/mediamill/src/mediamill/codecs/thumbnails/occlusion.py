"""How much of the sky and of the key light a point sees: traced at half size, smoothed along surfaces, looked up."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mediamill.codecs.thumbnails.drawn import Floats, Truths
from mediamill.codecs.thumbnails.geometry import unit
from mediamill.codecs.thumbnails.rays import LIFT, RayTracer
from mediamill.codecs.thumbnails.studio import KEY_SPREAD, Studio

SKY_RAYS = 14  # per point; 16 neighbours use different ones and share them
KEY_RAYS = 8
SKY_REACH = 1.1  # radii of the scene
KEY_REACH = 10.0  # beyond everything
CLEAR_SHADE = 0.35  # how dark the shadow of something translucent is
PLANE_TOLERANCE = 0.012  # radii by which neighbours may lie off a point's plane
GOLDEN = 0.618_033_988_75
_PATTERN = 4  # points side by side before the directions repeat


@dataclass(frozen=True, slots=True, eq=False)
class Occlusion:
    """What was seen from the points of every second pixel, as (h, w) arrays and (h, w, 3) of places."""

    points: Floats
    normals: Floats
    sky: Floats  # share of the sky seen
    key: Floats  # share of the key light seen

    def at(self, pixels: Floats, points: Floats, normals: Floats) -> tuple[Floats, Floats]:
        """Sky and key shares (k,) for points (k, 3) seen at pixels (k, 2), from neighbours on the same surface."""
        rows, columns = self.sky.shape
        row, column = pixels[:, 1] / 2, pixels[:, 0] / 2
        top, left = np.floor(row).astype(np.int32), np.floor(column).astype(np.int32)
        down, across = row - top, column - left
        sky, key = np.zeros(len(points), np.float32), np.zeros(len(points), np.float32)
        total = np.full(len(points), 1e-9, np.float32)
        flat = [a.reshape(rows * columns, -1) for a in (self.points, self.normals)]
        for below in (0, 1):
            for beside in (0, 1):
                index = np.clip(top + below, 0, rows - 1) * columns + np.clip(left + beside, 0, columns - 1)
                near = (down if below else 1 - down) * (across if beside else 1 - across) + 0.02
                weight = near * _likeness(points - flat[0][index], normals, flat[1][index])
                sky += weight * self.sky.ravel()[index]
                key += weight * self.key.ravel()[index]
                total += weight
        return sky / total, key / total


def traced(
    tracer: RayTracer, studio: Studio, points: Floats, normals: Floats, shading: Floats, wanted: Truths
) -> Occlusion:
    """The occlusion of points (h, w, 3) with their face normals and shading normals; others than wanted see all."""
    rows, columns = wanted.shape
    sky, key = np.ones((rows, columns), np.float32), np.ones((rows, columns), np.float32)
    row, column = np.nonzero(wanted)
    pattern = (row % _PATTERN) * _PATTERN + column % _PATTERN
    start = points[row, column] + normals[row, column] * LIFT
    sky[row, column] = 1 - _sky_blocked(tracer, start, normals[row, column], pattern)
    key[row, column] = 1 - _key_blocked(tracer, start, studio.key, pattern)
    return Occlusion(points, shading, *_smoothed(points, shading, sky, key))


def _sky_blocked(tracer: RayTracer, start: Floats, normals: Floats, pattern: NDArray[np.intp]) -> Floats:
    """Share of a cosine-weighted hemisphere that is blocked, by stratified rays turned from point to point."""
    side, other = _axes(normals)
    blocked = np.zeros(len(start), np.float32)
    for ray in range(SKY_RAYS):
        across, along, outward = _on_disc(ray, SKY_RAYS, pattern)
        direction = side * across + other * along + normals * np.sqrt(np.maximum(1 - outward**2, 1e-3))
        blocked += tracer.blocked(start, direction, reach=SKY_REACH, clear=CLEAR_SHADE)
    return blocked / SKY_RAYS


def _key_blocked(tracer: RayTracer, start: Floats, key: Floats, pattern: NDArray[np.intp]) -> Floats:
    side, other = (axis[0] for axis in _axes(key[None]))
    blocked = np.zeros(len(start), np.float32)
    for ray in range(KEY_RAYS):
        across, along, _ = _on_disc(ray, KEY_RAYS, pattern)
        direction = unit(key + KEY_SPREAD * (side * across + other * along))
        blocked += tracer.blocked(start, direction, reach=KEY_REACH, clear=CLEAR_SHADE)
    return blocked / KEY_RAYS


def _on_disc(ray: int, rays: int, pattern: NDArray[np.intp]) -> tuple[Floats, Floats, Floats]:
    """Places (k, 1) on the unit disc and their distances from its middle.

    All rays of all patterns together are a sunflower's seeds, and each pattern has every radius.
    """
    seed = ray * _PATTERN**2 + pattern[:, None]
    outward = np.sqrt((seed + 0.5) / (rays * _PATTERN**2)).astype(np.float32)
    turn = (2 * np.pi * np.mod(seed * GOLDEN, 1.0)).astype(np.float32)
    return outward * np.cos(turn), outward * np.sin(turn), outward


def _smoothed(points: Floats, normals: Floats, sky: Floats, key: Floats) -> tuple[Floats, Floats]:
    """Averages over five by five points of the same surface; the outer ones count half, so all patterns count alike."""
    rows, columns = sky.shape
    taps = ((-2, 0.5), (-1, 1.0), (0, 1.0), (1, 1.0), (2, 0.5))
    padded = [np.pad(a, ((2, 2), (2, 2)) + ((0, 0),) * (a.ndim - 2), mode="edge") for a in (points, normals, sky, key)]
    sums, total = [np.zeros_like(sky), np.zeros_like(key)], np.zeros_like(sky)
    for down, row_weight in taps:
        for across, column_weight in taps:
            window = np.s_[2 + down : 2 + down + rows, 2 + across : 2 + across + columns]
            place, normal, near_sky, near_key = (a[window] for a in padded)
            weight = row_weight * column_weight * _likeness(points - place, normals, normal)
            sums[0] += weight * near_sky
            sums[1] += weight * near_key
            total += weight
    return sums[0] / total, sums[1] / total


def _likeness(offset: Floats, normals: Floats, others: Floats) -> Floats:
    """How much two points belong to one smooth surface, from 0 to 1."""
    off_plane = np.einsum("...i,...i->...", offset, normals) / PLANE_TOLERANCE
    turned = np.clip(np.einsum("...i,...i->...", normals, others), 0, 1)
    return np.asarray(turned**8 / (1 + off_plane**2) ** 2 + 1e-6, np.float32)


def _axes(normals: Floats) -> tuple[Floats, Floats]:
    """Two unit vectors at right angles to each normal (Duff et al. 2017)."""
    x, y, z = normals[:, 0], normals[:, 1], normals[:, 2]
    sign = np.where(z < 0, -1.0, 1.0).astype(np.float32)
    a = -1 / (sign + z)
    b = x * y * a
    side = np.stack([1 + sign * x * x * a, sign * b, -sign * x], axis=1)
    return side, np.stack([b, sign + y * y * a, -y], axis=1)
