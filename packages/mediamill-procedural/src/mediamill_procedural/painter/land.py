"""Land as height fields seen in perspective: mountains, hills, dunes, plains; lit by slope, veiled by air.

The eye is 1 above the ground and looks at the horizon; distances are in heights of the eye.
"""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from mediamill_procedural.painter.canvas import Colour, Pixels, f32, mix, noise, ridged, sampled, step
from mediamill_procedural.painter.easel import Easel
from mediamill_procedural.painter.layer import Motion

FOCUS = 0.5  # heights of the frame: what lies 1 below the eye at distance 1 is seen so far below the horizon
SLICES = 230  # distances at which the ground is known; between them it is interpolated
TEXTURE = 768  # pixels of the noise that terrain is made of
SMOOTH, SMOOTH_FROM = 0.005, 4.0  # of the unit: teeth that are narrower go from ridges that are so far away
OVER = 2  # rows drawn for each row shown: smooth outlines

Field = Callable[[Pixels, Pixels], Pixels]  # (across, distance) -> value


class Relief:
    """Noise in world coordinates, without seams: it is mirrored where it ends."""

    def __init__(self, chance: np.random.Generator) -> None:
        self.plain = noise(chance, TEXTURE, TEXTURE, cells=6, octaves=7, gain=0.5)
        fine = noise(chance, TEXTURE, TEXTURE, cells=8, octaves=6, gain=0.45)
        self.sharp = f32(
            0.72 * ridged(noise(chance, TEXTURE, TEXTURE, cells=5, octaves=3, gain=0.4)) + 0.28 * ridged(fine)
        )
        self.offset = (float(chance.uniform(0, TEXTURE)), float(chance.uniform(0, TEXTURE)))

    def soft(self, across: Pixels, away: Pixels, size: float) -> Pixels:
        """Rolling forms about `size` / 6 wide, 0 to 1."""
        return self._at(self.plain, across, away, size)

    def crests(self, across: Pixels, away: Pixels, size: float) -> Pixels:
        """Crests and gullies about `size` / 5 wide, 0 to 1."""
        return self._at(self.sharp, across, away, size)

    def _at(self, texture: Pixels, across: Pixels, away: Pixels, size: float) -> Pixels:
        scale = TEXTURE / size
        return sampled(texture, across * scale + self.offset[0], away * scale + self.offset[1])


@dataclass(frozen=True, slots=True)
class Ground:
    """One stretch of land: its heights, what it looks like and how far it reaches."""

    name: str
    near: float
    far: float
    height: Field
    colour: Callable[["Surface"], Pixels]  # -> RGB of the surface without light
    depth: float
    grain: float = 0.0  # contrast of the fine texture
    grain_size: float = 0.35  # of the texture's tile, in heights of the eye
    shine: float = 1.0  # how much of the light and shade shows
    haze: float = 1.0  # how much of the air between shows
    sunk: float | None = None  # below this height there is nothing: an island, a cliff in the sea
    motion: Motion = Motion.LAND


@dataclass(frozen=True, slots=True)
class Surface:
    """What a ground's colour may depend on; arrays of (slices, columns)."""

    across: Pixels
    away: Pixels
    height: Pixels
    slope: Pixels  # 0 level … 1 steep
    relief: Relief


def lay_ground(easel: Easel, ground: Ground, relief: Relief) -> Callable[[float, float], float]:
    """Add the land as a layer; returns the row fraction of its surface at (x fraction, distance)."""
    frame, horizon = easel.frame, easel.horizon
    aspect = frame.width / frame.height
    away = np.geomspace(ground.near, ground.far, SLICES).astype(np.float32)[:, None]
    across = f32((frame.xs - 0.5) * aspect / FOCUS * away)
    deep = f32(np.broadcast_to(away, across.shape))
    height = ground.height(across, deep)
    far = step(SMOOTH_FROM, 2 * SMOOTH_FROM, away)
    even = cv2.GaussianBlur(height, (0, 0), SMOOTH * frame.unit, sigmaY=1e-3, borderType=cv2.BORDER_REFLECT)
    rows = frame.margin + (horizon + FOCUS * (1.0 - (height + (even - height) * far)) / away) * frame.height
    level = f32(np.broadcast_to(frame.margin + (horizon + FOCUS / away) * frame.height, rows.shape))
    if ground.sunk is not None:
        rows = np.where(height < ground.sunk, np.float32(4 * frame.rows), rows)
    seen = np.minimum.accumulate(rows, axis=0)
    slope, light = _lighting(easel, height, across, away)
    surface = Surface(across, deep, height, slope, relief)
    colour = easel.palette.lit(ground.colour(surface), f32(0.5 + (light - 0.5) * ground.shine))
    air = 1.0 - np.exp(-np.maximum(away - 1.5, 0.0) * easel.palette.haze_density * ground.haze)
    colour = mix(colour, f32(easel.palette.haze), f32(np.broadcast_to(air, across.shape)))
    top = max(0, int(np.floor(float(seen.min()))) - 1)
    if top < frame.rows:
        pixels = _projected(seen, colour, top, frame.rows, level if ground.sunk is not None else None)
        if ground.grain > 0:
            pixels = _grained(easel, ground, relief, pixels, top)
        easel.add(ground.name, pixels, ground.depth, ground.motion, top=top)

    def surface_row(x: float, distance: float) -> float:
        wide = f32([[(x - 0.5) * aspect / FOCUS * distance]])
        lift = float(ground.height(wide, f32([[distance]]))[0, 0])
        return horizon + FOCUS * (1.0 - lift) / distance

    return surface_row


def _lighting(easel: Easel, height: Pixels, across: Pixels, away: Pixels) -> tuple[Pixels, Pixels]:
    """How steep and how well lit every place is, 0 to 1."""
    spacing = (across[:, -1:] - across[:, :1]) / (across.shape[1] - 1)
    rise_across = np.gradient(height, axis=1) / spacing
    rise_away = np.gradient(height, away[:, 0], axis=0)
    length = np.sqrt(1.0 + np.square(rise_across) + np.square(rise_away))
    light = easel.light
    toward = f32([light.side * 1.1, 0.35 + 0.75 * light.height, 0.30 if light.behind else -0.45])
    toward /= np.linalg.norm(toward)
    shade = (-rise_across * toward[0] + toward[1] - rise_away * toward[2]) / length
    level = float(toward[1])
    lit = np.clip(0.62 + (shade - level) * 0.95, 0.0, 1.15)
    return f32(1.0 - 1.0 / length), f32(lit)


def _projected(seen: Pixels, colour: Pixels, top: int, rows: int, level: Pixels | None) -> Pixels:
    """The surface as the eye meets it: for every row the first slice that reaches up to it; nothing below `level`."""
    slices, columns = seen.shape
    tall = (rows - top) * OVER
    marks = np.full((tall + 1, columns), slices, np.int32)
    at = np.clip(np.ceil((seen - top) * OVER - 0.5), 0, tall).astype(np.int32)
    number = np.arange(columns)
    for index in range(slices - 1, -1, -1):
        marks[at[index], number] = index
    first = np.minimum.accumulate(marks[:-1], axis=0)
    inside = first < slices
    here = np.minimum(first, slices - 1)
    before = np.maximum(here - 1, 0)
    line = (np.arange(tall, dtype=np.float32)[:, None] + 0.5) / OVER + top
    upper = np.take_along_axis(seen, here, axis=0)
    lower = np.take_along_axis(seen, before, axis=0)
    part = np.clip((lower - line) / np.maximum(lower - upper, 1e-3), 0.0, 1.0)
    position = f32(before + part * (here - before))
    looked = cv2.remap(
        colour,
        np.ascontiguousarray(np.broadcast_to(number.astype(np.float32), position.shape)),
        position,
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    alpha = inside.astype(np.float32)
    if level is not None:
        alpha *= line <= np.take_along_axis(level, before, axis=0)
    full = np.dstack([f32(looked) * alpha[..., None], alpha])
    return f32(cv2.resize(full, (columns, rows - top), interpolation=cv2.INTER_AREA))


def _grained(easel: Easel, ground: Ground, relief: Relief, pixels: Pixels, top: int) -> Pixels:
    """Fine texture that shrinks into the distance, sampled at every pixel as if the land were level."""
    frame = easel.frame
    below = np.maximum(frame.ys[top:] - easel.horizon, 0.012)
    away = f32(FOCUS / below)
    across = f32((frame.xs - 0.5) * frame.width / frame.height / FOCUS * away)
    broad = np.broadcast_to(away, across.shape)
    fine = relief.soft(across, f32(broad), ground.grain_size) - 0.5
    coarse = relief.soft(across, f32(broad), ground.grain_size * 7.3) - 0.5
    strength = ground.grain * np.clip(2.6 / away, 0.0, 1.0)
    factor = 1.0 + strength * (fine * 1.5 + coarse * 1.1)
    return f32(np.dstack([pixels[..., :3] * factor[..., None], pixels[..., 3]]))


def flecked(base: Colour, other: Colour, part: Pixels) -> Pixels:
    """One colour with patches of another."""
    return mix(f32(base)[None, None], f32(other), part)


def snow_cover(surface: Surface, line: float, soft: float = 0.6) -> Pixels:
    """How much snow lies, 0 to 1: above a height, less where it is steep."""
    uneven = surface.relief.soft(surface.across, surface.away, 9.0) - 0.5
    high = step(line, line + soft, surface.height + 1.2 * uneven)
    return f32(high * step(0.74, 0.44, surface.slope))
