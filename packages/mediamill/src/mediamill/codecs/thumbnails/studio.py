"""The room things are photographed in: a soft key light from the left, a bright sky, a rim light, a seamless floor."""

from dataclasses import dataclass

import numpy as np

from mediamill.codecs.thumbnails.camera import Camera
from mediamill.codecs.thumbnails.drawn import Floats
from mediamill.codecs.thumbnails.geometry import along, unit

KEY = np.array([1.20, 1.145, 1.07], np.float32)  # radiance times pi of the key light, slightly warm
KEY_SPREAD = 0.16  # tangent of its half width: the softness of shadows
SKY = np.array([0.43, 0.46, 0.51], np.float32)  # light from above, slightly cool
BOUNCE = np.array([0.21, 0.205, 0.20], np.float32)  # light from the floor
BOUNCE_FULL = 0.5  # height above the floor, in radii, from which on it is that bright
RIM = np.array([0.34, 0.37, 0.42], np.float32)  # from behind, on the right
BACKDROP_TOP = np.array([0.905, 0.915, 0.935], np.float32)  # linear
BACKDROP_GLOW = np.array([0.985, 0.988, 0.995], np.float32)
BACKDROP_BOTTOM = np.array([0.72, 0.735, 0.765], np.float32)
FLOOR_SHADOW = np.array([0.84, 0.81, 0.76], np.float32)  # what the shadow takes away; less of blue
FLOOR_FADE = (1.5, 2.8)  # radii from the middle between which the floor's shadows end


@dataclass(frozen=True, slots=True, eq=False)
class Studio:
    """The lights, placed relative to the camera."""

    key: Floats  # unit directions towards the lights
    rim: Floats
    strip: Floats

    def surroundings(self, directions: Floats, roughness: Floats) -> Floats:
        """Radiance (k, 3) that a surface of that roughness (k,) mirrors from a direction (k, 3)."""
        blur = roughness[:, None]
        height = directions[:, 1:2]
        horizon = 0.06 + 0.5 * blur
        sky = _step((height + horizon) / (2 * horizon))
        wall = 0.26 + 0.62 * _step(height * 0.9 + 0.1 * blur) + 0.1 * blur
        light = (0.50 * (1 - sky) + wall * sky) * np.array([0.98, 1.0, 1.03], np.float32)
        for lamp, inner, strength in ((self.key, 0.90, 3.4), (self.rim, 0.93, 2.2), (self.strip, 0.95, 1.6)):
            spread = 0.03 + 0.55 * blur**1.5
            seen = _step((along(directions, lamp)[:, None] - (inner - spread)) / (2 * spread))
            light = light + strength * seen / (1 + 12 * blur**2)
        return np.asarray(light, np.float32)

    def sky_light(self, normals: Floats, above_floor: Floats) -> Floats:
        """Diffuse light (k, 3) from all around, at heights (k,) above the floor, which lies in the dark close by."""
        height = 0.5 + 0.5 * normals[:, 1:2]
        bounce = BOUNCE * (0.3 + 0.7 * _step(above_floor[:, None] / BOUNCE_FULL))
        return np.asarray(bounce * (1 - height) + SKY * height, np.float32)


def studio_for(camera: Camera) -> Studio:
    """The lights for this camera."""
    up = np.array([0, 1, 0], np.float32)
    flat = unit(np.array([camera.towards[0], 0, camera.towards[2]], np.float32))
    level = camera.right if not flat.any() else flat
    return Studio(
        key=unit(-camera.right * 0.72 + up * 1.0 - level * 0.46),
        rim=unit(camera.right * 0.85 + up * 0.45 + level * 0.75),
        strip=unit(camera.right * 0.95 + up * 0.12 - level * 0.45),
    )


def backdrop(places: Floats) -> Floats:
    """Light (k, 3) of the empty room at picture places (k, 2): bright behind the object, darker towards the corners."""
    x, y = places[:, :1], places[:, 1:]
    rise = _step((y + 1.1) / 1.7)
    base = BACKDROP_BOTTOM * (1 - rise) + BACKDROP_TOP * rise
    glow = np.exp(-((x * 0.85) ** 2 + ((y - 0.12) * 0.95) ** 2) * 1.6)
    return (base + (BACKDROP_GLOW - base) * glow * 0.85).astype(np.float32)


def floor_light(points: Floats, open_sky: Floats, lit: Floats) -> Floats:
    """What shadows leave (k, 3) of the floor's light at points (k, 3)."""
    away = np.sqrt(points[:, 0] ** 2 + points[:, 2] ** 2)[:, None]
    near = 1 - _step((away - FLOOR_FADE[0]) / (FLOOR_FADE[1] - FLOOR_FADE[0]))
    dark = 1 - (0.10 + 0.90 * open_sky[:, None] ** 1.3) * (0.62 + 0.38 * lit[:, None])
    return np.asarray(1 - FLOOR_SHADOW * dark * near, np.float32)


def developed(light: Floats) -> Floats:
    """Light (k, 3) within 0..1, base colours kept (Khronos PBR Neutral tone mapping)."""
    low = light.min(axis=1, keepdims=True)
    light = light - np.where(low < 0.08, low - 6.25 * low * low, 0.04)
    start = 0.76
    peak = light.max(axis=1, keepdims=True)
    room = 1 - start
    lowered = 1 - room * room / (np.maximum(peak, start) + room - start)
    washed = 1 - 1 / (0.15 * (np.maximum(peak, start) - lowered) + 1)
    pressed = light * (lowered / np.maximum(peak, 1e-6))
    pressed = pressed + (lowered - pressed) * washed
    return np.where(peak > start, pressed, np.maximum(light, 0)).astype(np.float32)


def _step(value: Floats) -> Floats:
    """0 below 0, 1 above 1, smooth between."""
    inside = np.clip(value, 0, 1)
    return inside * inside * (3 - 2 * inside)
