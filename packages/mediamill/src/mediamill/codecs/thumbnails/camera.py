"""Where the picture is taken from."""

import math
from dataclasses import dataclass

import numpy as np

from mediamill.codecs.thumbnails.drawn import Floats
from mediamill.codecs.thumbnails.geometry import along, unit

VIEW_ANGLE = 26.0  # degrees: a long lens, so that nothing looks stretched
FILL = 0.70  # share of the picture that the object's longer side covers
ELEVATION = 17.0  # degrees: a little from above
ELEVATION_FLAT = 38.0  # for what lies flat


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """A pinhole. Picture coordinates run from -1 to 1, to the right and upwards."""

    eye: Floats
    towards: Floats  # unit vectors
    right: Floats
    up: Floats
    reach: float  # half the picture's width at distance 1

    def directions(self, places: Floats) -> Floats:
        """Unit directions (k, 3) of the rays through picture places (k, 2)."""
        ahead = places[:, :1] * (self.right * self.reach) + places[:, 1:] * (self.up * self.reach) + self.towards
        return unit(ahead).astype(np.float32)


def fitted(vertices: Floats, *, azimuth: float, elevation: float | None) -> Camera:
    """The camera that shows the vertices (within the unit ball) in the middle, as large as FILL says."""
    size = vertices.max(axis=0) - vertices.min(axis=0)
    if elevation is None:
        upright = min(1.0, float(size[1]) / (0.35 * float(max(size[0], size[2])) + 1e-9))
        elevation = ELEVATION_FLAT + (ELEVATION - ELEVATION_FLAT) * upright
    turn, tilt = math.radians(azimuth), math.radians(elevation)
    back = np.array([math.sin(turn) * math.cos(tilt), math.sin(tilt), math.cos(turn) * math.cos(tilt)])
    right = np.array([math.cos(turn), 0.0, -math.sin(turn)])
    up = np.cross(back, right)
    reach = math.tan(math.radians(VIEW_ANGLE / 2))
    x, y, z = (along(vertices.astype(np.float64), axis) for axis in (right, up, back))
    shift_x = shift_y = 0.0
    distance = 1.0 / reach + 1.0
    for _ in range(6):  # the middle of what is seen moves with the distance
        over_x, over_y = (x - shift_x) / (distance - z), (y - shift_y) / (distance - z)
        shift_x += (over_x.max() + over_x.min()) / 2 * distance
        shift_y += (over_y.max() + over_y.min()) / 2 * distance
        needed = [np.abs(offset) / (reach * FILL) + z for offset in (x - shift_x, y - shift_y)]
        distance = max(float(np.max(needed)), float(z.max()) + 0.05)
    eye = right * shift_x + up * shift_y + back * distance
    single = np.float32
    return Camera(eye.astype(single), -back.astype(single), right.astype(single), up.astype(single), reach)
