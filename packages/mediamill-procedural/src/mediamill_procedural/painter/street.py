"""A street between house fronts that runs into the distance."""

import cv2
import numpy as np

from mediamill_procedural.painter.canvas import (
    Bytes,
    Colour,
    blend,
    blurred,
    f32,
    from_bytes,
    mix,
    noise,
    rgb,
    step,
)
from mediamill_procedural.painter.easel import Easel, Stand
from mediamill_procedural.painter.layer import Motion
from mediamill_procedural.painter.modelling import FRACTION_BITS
from mediamill_procedural.painter.sky import paint_sky, veiled
from mediamill_procedural.painter.skyline import LAMP, ROOFS, WALLS, far_skyline, fill, gabled_row


def build_street(easel: Easel) -> None:
    """House fronts on both sides of a street that runs to the horizon, with lamps after dark, shining in rain."""
    paint_sky(easel)
    far_skyline(easel) if easel.scene.has("city") else gabled_row(
        easel, easel.horizon + 0.01, tall=0.10, depth=0.2, distance=0.45
    )
    frame, palette = easel.frame, easel.palette
    sheet = np.zeros((frame.rows, frame.columns, 4), np.uint8)
    lamps = np.zeros((frame.rows, frame.columns, 3), np.uint8)
    for side in (-1, 1):
        _fronts(easel, sheet, lamps, side)
    pixels, glow = from_bytes(sheet), from_bytes(lamps)
    pixels[..., :3] = pixels[..., :3] * (1 - glow.max(axis=2, keepdims=True)) + glow
    easel.add("fronts", pixels, 0.4, Motion.LAND)
    if palette.night > 0.2:
        halo = blurred(glow, 0.014 * frame.unit) * palette.night
        easel.add(
            "light of windows", f32(np.dstack([halo, np.zeros(halo.shape[:2], np.float32)])), 0.4, Motion.GLOW, pace=0.3
        )
    _pavement(easel)
    horizon = easel.horizon
    easel.stands["ground"] = Stand(
        lambda _x, nearness: horizon + 0.10 + (0.93 - horizon - 0.10) * nearness**1.2,
        lambda nearness: 0.5 + 0.4 * nearness,
        left=0.2,
        right=0.8,
        narrows=0.7,
    )


def _fronts(easel: Easel, sheet: Bytes, lamps: Bytes, side: int) -> None:
    frame, chance, palette = easel.frame, easel.chance(f"fronts {side}"), easel.palette
    away, horizon = 9.0, easel.horizon
    while away > 0.8:
        nearer = away * float(chance.uniform(0.74, 0.86))
        wall = rgb(WALLS[int(chance.integers(len(WALLS)))])
        high = float(chance.uniform(1.3, 2.1)) * (1.8 if easel.scene.has("city") else 1.0)
        air = min(0.6, 0.055 * away)
        light = 0.80 if side * easel.light.side < 0 else 0.42

        def at(distance: float, level: float) -> tuple[float, float]:
            x = 0.5 + side * 0.62 / distance * frame.height / frame.width
            return frame.column(x), frame.row(horizon + 0.5 * (1.0 - level) / distance)

        fill(
            sheet,
            [at(away, 0), at(nearer, 0), at(nearer, high + 1), at(away, high + 1)],
            _fronts_colour(easel, wall, light, air),
        )
        roof = rgb(ROOFS[int(chance.integers(len(ROOFS)))])
        fill(
            sheet,
            [at(away, high + 1), at(nearer, high + 1), at(nearer * 1.02, high + 1.32), at(away * 0.99, high + 1.32)],
            palette.seen(roof, 0.5, air),
        )
        floors, bays = max(2, int(high * 1.5)), 3
        for floor in range(floors):
            for bay in range(bays):
                a = away + (nearer - away) * (0.14 + 0.29 * bay)
                b = away + (nearer - away) * (0.14 + 0.29 * bay + 0.16)
                base = 0.14 + (high + 0.75) * floor / floors
                top = base + (high + 0.75) / floors * 0.58
                quad = [at(a, base), at(b, base), at(b, top), at(a, top)]
                shop = floor == 0 and chance.random() < 0.6
                if chance.random() < (0.75 if shop else 0.45) * max(
                    palette.night, 0.75 * (easel.scene.weather == "rain")
                ):
                    hue = (
                        LAMP
                        if easel.scene.style != "neon"
                        else [(0.2, 0.95, 1.0), (1.0, 0.3, 0.85)][int(chance.integers(2))]
                    )
                    strength = float(chance.uniform(0.7, 1.0))
                    fixed = np.round(np.array(quad) * (1 << FRACTION_BITS)).astype(np.int32)
                    cv2.fillPoly(
                        lamps, [fixed], tuple(float(part * 255 * strength) for part in hue), cv2.LINE_AA, FRACTION_BITS
                    )
                else:
                    fill(sheet, quad, palette.seen((0.28, 0.36, 0.44), 0.7, air))
        away = nearer


def _fronts_colour(easel: Easel, wall: Colour, light: float, air: float) -> Colour:
    """A wall that lamps reach after dark."""
    seen = easel.palette.seen(wall, light, air)
    warm = (wall[0] * 0.42, wall[1] * 0.30, wall[2] * 0.20)
    return blend(seen, (seen[0] + warm[0], seen[1] + warm[1], seen[2] + warm[2]), easel.palette.night)


def _pavement(easel: Easel) -> None:
    frame, horizon, palette = easel.frame, easel.horizon, easel.palette
    top = max(0, int(frame.row(horizon)))
    ys = frame.ys[top:]
    away = f32(0.5 / np.maximum(ys - horizon, 0.004))
    across = f32((frame.xs - 0.5) * frame.width / frame.height / 0.5 * away)
    stones = 0.5 + 0.5 * np.sin(across * 38.0) * np.sin(np.log(away) * 60.0 + 3.1 * np.round(across * 6.0))
    grain = noise(easel.chance("pavement"), len(ys), frame.columns, cells=60, octaves=4)
    fade = np.clip(2.2 / away, 0, 1)
    base = (
        f32(rgb("77757a"))[None, None]
        * f32(0.9 + 0.16 * (stones - 0.5) * fade + 0.25 * (grain - 0.5) * fade)[..., None]
    )
    walk = step(0.90, 0.93, f32(np.abs(across)))
    base = mix(base, f32(rgb("a39d94"))[None, None] * f32(0.92 + 0.2 * (grain - 0.5))[..., None], walk)
    if easel.scene.season == "winter":
        base = mix(base, f32([0.93, 0.95, 0.99]), f32(0.55 + 0.4 * (grain > 0.45)))
    colour = palette.lit(base, f32(np.broadcast_to(0.62 + 0.1 * (ys - horizon), base.shape[:2])))
    wet = 0.55 if easel.scene.weather in ("rain", "storm") else 0.16 if palette.night > 0.5 else 0.05
    above = easel.flat()[:top][::-1]
    rows = len(ys)
    mirror = f32(
        cv2.resize(
            blurred(f32(np.ascontiguousarray(above)), 4.0), (frame.columns, rows), interpolation=cv2.INTER_LINEAR
        )
    )
    mirror = blurred(mirror, 6.0)
    colour = mix(colour, mirror * 1.05, f32(wet * np.clip(0.45 + 1.1 * (grain - 0.35), 0, 1)))
    dark = 1.0 - 0.45 * np.exp(-np.clip(1.22 - np.abs(across), 0, 2) * 6.0) * (1 - walk * 0.5)
    between = step(1.26, 1.235, f32(np.abs(across)))
    easel.add("street", veiled(f32(colour * dark[..., None]), between), 0.5, Motion.LAND, top=top)
