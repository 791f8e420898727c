"""Water: what stands behind it mirrored in waves that widen towards the eye, and the path of the light."""

import numpy as np

from mediamill_procedural.painter.canvas import Colour, Pixels, blurred, f32, mix, noise, sampled, step
from mediamill_procedural.painter.easel import Easel
from mediamill_procedural.painter.land import FOCUS
from mediamill_procedural.painter.layer import Motion
from mediamill_procedural.painter.sky import opaque

CALM, BREEZE, GALE = 0.35, 1.0, 2.2  # how high the waves are


def lay_water(
    easel: Easel, *, line: float, body: Colour, waves: float = BREEZE, clear: float = 0.0, depth: float = 0.4
) -> None:
    """Cover everything below `line` with water that mirrors all layers so far.

    `body` is the colour of deep water in daylight; `clear` how far the near water shows a light ground (tropics).
    """
    frame = easel.frame
    start = max(0, min(frame.rows - 2, round(frame.row(line))))
    rows = frame.rows - start
    below = f32((frame.ys[start:] - line) / (1.0 - line))
    away = f32(FOCUS / np.maximum(frame.ys[start:] - easel.horizon, 0.006))
    height, glint = _waves(easel, away, rows)
    mirrored = _mirror(easel, start, rows, below, height, waves)
    sea = _body(easel, body, below, clear)
    # Looking down one sees into the water, looking far one sees the sky in it.
    mirror = np.clip(0.90 - 0.62 * np.sqrt(np.clip(below, 0, 1)) - 0.30 * waves * (height - 0.5), 0.10, 0.92)
    colour = mix(sea, mirrored, f32(mirror))
    crest = (height - 0.5) * (0.16 + 0.10 * waves) * np.clip(below * 3.0, 0.15, 1.0)
    colour = colour * f32(1.0 + crest)[..., None]
    colour += f32(easel.palette.disc) * _path(easel, start, below, glint, waves)[..., None]
    if waves >= GALE:
        foam = step(0.72, 0.86, height) * np.clip(below * 2.0, 0, 1) * 0.8
        colour = mix(colour, easel.palette.lit(f32([0.92, 0.95, 0.97]), 0.8), f32(foam))
    easel.add("water", opaque(f32(colour)), depth, Motion.WATER, top=start, pace=waves)


def _waves(easel: Easel, away: Pixels, rows: int) -> tuple[Pixels, Pixels]:
    """Heights of the waves, and of finer ones, both 0 to 1, in perspective."""
    frame, chance = easel.frame, easel.chance("waves")
    swell = noise(chance, 512, 512, cells=7, octaves=6, gain=0.55)
    ripple = noise(chance, 512, 512, cells=24, octaves=5, gain=0.6)
    across = (frame.xs - 0.5) * frame.width / frame.height / FOCUS * away
    broad = np.broadcast_to(away, across.shape)
    # Waves are wider than they are deep; far ones melt together.
    height = sampled(swell, across * 46.0 + 256, np.log(broad) * 330.0 + 40)
    fine = sampled(ripple, across * 74.0 + 100, np.log(broad) * 520.0 + 9)
    long = sampled(swell, across * 9.0 + 60, broad * 30.0)
    mixed = 0.45 * height + 0.30 * fine + 0.25 * long
    assert mixed.shape[0] == rows
    return _spread(mixed), _spread(f32(0.35 * height + 0.65 * fine))


def _spread(values: Pixels) -> Pixels:
    return f32(np.clip(0.5 + (values - values.mean()) / max(float(values.std()) * 4.2, 1e-6), 0.0, 1.0))


def _mirror(easel: Easel, start: int, rows: int, below: Pixels, height: Pixels, waves: float) -> Pixels:
    """The picture above the water line upside down, drawn out and broken by the waves."""
    frame = easel.frame
    above = easel.flat()[: max(2, start)][::-1]
    above = f32(np.ascontiguousarray(above))
    sway = (height - 0.5) * (0.010 + 0.075 * waves * below) * frame.height
    down = np.arange(rows, dtype=np.float32)[:, None] * 1.06 + sway * 1.7
    down = np.clip(down, 0.0, None)
    across = np.arange(frame.columns, dtype=np.float32)[None, :] + sway * 0.45
    soft = blurred(above, 1.2 * frame.unit / 1024 * (1 + waves))
    limit = above.shape[0] - 1
    # A mirror shows no more sky than there is: beyond it stays at the zenith.
    return sampled(soft, across, np.minimum(down, limit))


def _body(easel: Easel, body: Colour, below: Pixels, clear: float) -> Pixels:
    palette = easel.palette
    deep = palette.lit(f32(body), 0.42) * 0.72 + f32(palette.zenith) * 0.24
    flat = f32(np.broadcast_to(deep, (below.shape[0], easel.frame.columns, 3)))
    if clear <= 0:
        return flat
    light = palette.lit(f32([0.36, 0.86, 0.80]), 0.85)
    return mix(flat, light, f32(np.broadcast_to(clear * step(0.05, 0.9, below), flat.shape[:2])))


def _path(easel: Easel, start: int, below: Pixels, glint: Pixels, waves: float) -> Pixels:
    """Sparks on the water under the light."""
    frame, palette = easel.frame, easel.palette
    strength = max(palette.sun_strength, 0.12) if easel.light.behind else 0.0
    width = 0.022 + (0.05 + 0.05 * waves) * np.clip(below, 0, 1.2)
    across = (frame.xs - easel.light.x) * frame.width / frame.unit
    lobe = np.exp(-np.square(across / width))
    cut = 0.50 + 0.16 * np.clip(below, 0, 1)
    sparks = step(0.0, 0.16, f32(glint - cut + 0.22 * lobe - 0.08))
    soft = np.exp(-np.square(across / (width * 3.2))) * 0.16
    assert sparks.shape[0] == frame.rows - start
    return f32((lobe * sparks * 0.95 + soft) * strength * (0.8 if palette.night > 0.8 else 1.0))
