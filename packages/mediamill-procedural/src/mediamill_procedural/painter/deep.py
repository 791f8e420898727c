"""Under water: light from above, sand with coral and weed, bubbles, fishes far off."""

import math

import cv2
import numpy as np

from mediamill_procedural.painter.canvas import (
    Pixels,
    blend,
    blurred,
    f32,
    from_bytes,
    mix,
    noise,
    rgb,
    ridged,
    step,
)
from mediamill_procedural.painter.easel import Easel, Stand
from mediamill_procedural.painter.flora import set_sprite
from mediamill_procedural.painter.gallery import figure_of
from mediamill_procedural.painter.layer import Motion
from mediamill_procedural.painter.modelling import FRACTION_BITS, Sprite, sculpt
from mediamill_procedural.painter.sky import opaque, veiled

CORALS = ("e2566a", "f08a4a", "c86ac0", "f2b84a", "e87fa8", "7fb0e0")
FLOOR = 0.76


def build_deep(easel: Easel) -> None:
    """Paint the world under water."""
    frame, chance = easel.frame, easel.chance("deep")
    easel.horizon = FLOOR
    night = easel.night
    top = blend(easel.scene.tint or rgb("5fd0e0"), (0.02, 0.08, 0.2), 0.75 * night)
    low = blend(rgb("083a66"), (0.0, 0.02, 0.08), 0.7 * night)
    x = float(np.clip(easel.light.x, 0.25, 0.75))
    away = np.hypot((frame.xs - x) * 0.8, frame.ys + 0.05)
    water = mix(f32(top)[None, None], f32(low), step(0.0, 1.05, f32(away)))
    easel.add("sky", opaque(f32(water)), 0.0, Motion.SKY)
    _beams(easel, x)
    for number in range(9):
        colour = rgb(CORALS[int(chance.integers(len(CORALS)))])
        sprite = sculpt(
            figure_of("fish"),
            frame.unit * float(chance.uniform(0.018, 0.036)),
            easel.palette,
            easel.light,
            chance,
            colour=blend(colour, low, 0.55),
            mirrored=number % 3 == 0,
        )
        set_sprite(
            easel,
            "far fish",
            sprite,
            float(chance.uniform(0.05, 0.95)),
            float(chance.uniform(0.2, 0.66)),
            0.3,
            Motion.SWIM,
            heading=-1 if number % 3 == 0 else 1,
        )
    _sand(easel, low)
    _growth(easel, low)
    _bubbles(easel)
    easel.stands["deep"] = Stand(
        lambda _x, nearness: 0.34 + 0.36 * nearness, lambda nearness: 0.5 + 0.3 * nearness, shadow=False
    )
    easel.stands["ground"] = Stand(
        lambda _x, nearness: FLOOR + 0.06 + 0.12 * nearness, lambda nearness: 0.6 + 0.25 * nearness
    )
    easel.stands["water"] = Stand(lambda _x, nearness: FLOOR + 0.05 + 0.08 * nearness, lambda _nearness: 0.55)


def _beams(easel: Easel, x: float) -> None:
    frame = easel.frame
    angle = np.arctan2(frame.xs - x, frame.ys + 0.35)
    fan = noise(easel.chance("beams"), 4, 2_048, cells=40, octaves=3, stretch=0.01)[1]
    beams = step(0.50, 0.75, fan[np.clip((angle / math.pi + 0.5) * 2_047, 0, 2_047).astype(np.int32)])
    light = blurred(f32(beams * np.exp(-np.clip(frame.ys, 0, 2) * 2.0) * 0.34 * (1 - 0.7 * easel.night)), 4.0)
    easel.add(
        "beams",
        f32(np.dstack([light[..., None] * f32([0.8, 1.0, 0.95]), np.zeros_like(light)])),
        0.1,
        Motion.GLOW,
        pace=0.6,
    )


def _sand(easel: Easel, deep: tuple[float, float, float]) -> None:
    frame, chance = easel.frame, easel.chance("sea floor")
    edge = FLOOR + 0.05 * (noise(chance, 4, frame.columns, cells=2.2, octaves=4, stretch=0.01)[1][None, :] - 0.5)
    below = frame.ys - edge
    ripples = noise(chance, frame.rows, frame.columns, cells=16, octaves=5, stretch=3.2)
    net = ridged(noise(chance, frame.rows, frame.columns, cells=13, octaves=2, stretch=1.9)) ** 2
    light = 0.50 + 0.55 * (ripples - 0.5) + 0.60 * net * (1 - 0.8 * easel.night)
    sand = easel.palette.lit(f32(rgb("d9cba0")), f32(light)) * f32([0.62, 0.95, 1.0])
    sand = mix(sand, f32(deep), f32(np.clip(0.62 - below * 2.6, 0.06, 0.72)))
    easel.add("sea floor", veiled(sand, step(0.0, 0.006, f32(below))), 0.45, Motion.LAND)


def _growth(easel: Easel, deep: tuple[float, float, float]) -> None:
    """Coral heads and fans, rocks and weed on both sides."""
    frame, chance = easel.frame, easel.chance("growth")
    for number in range(16):
        x = float(chance.uniform(-0.03, 0.34) if number % 2 else chance.uniform(0.66, 1.03))
        row = FLOOR + 0.02 + 0.22 * number / 16
        tall = frame.unit * float(chance.uniform(0.07, 0.17)) * (0.7 + 0.6 * number / 16)
        hue = blend(rgb(CORALS[int(chance.integers(len(CORALS)))]), deep, 0.30 * (1 - number / 16))
        sprite = _weed(easel, tall * 1.5, chance) if number % 3 == 2 else _coral(easel, tall, hue, chance)
        set_sprite(
            easel,
            "weed" if number % 3 == 2 else "coral",
            sprite,
            x,
            min(row, 1.0),
            0.5 + 0.02 * number,
            Motion.SWAY if number % 3 == 2 else Motion.STILL,
        )


def _coral(easel: Easel, tall: float, hue: tuple[float, float, float], chance: np.random.Generator) -> Sprite:
    sheet = np.zeros((int(tall * 2.2), int(tall * 2.8), 4), np.uint8)
    fine = 2.0

    def grow(x: float, y: float, angle: float, length: float, width: float, level: int) -> None:
        end_x, end_y = x + length * math.cos(angle), y - length * math.sin(angle)
        light = 0.45 + 0.5 * (1.0 - end_y / sheet.shape[0]) + 0.2 * math.cos(angle) * easel.light.side
        colour = easel.palette.lit(f32(hue), float(np.clip(light, 0.1, 1.1)))
        paint = (*(float(min(1.0, each)) * 255 for each in colour), 255.0)
        one = 1 << FRACTION_BITS
        cv2.line(
            sheet,
            (int(x * one), int(y * one)),
            (int(end_x * one), int(end_y * one)),
            paint,
            max(1, int(width)),
            cv2.LINE_AA,
            FRACTION_BITS,
        )
        cv2.circle(
            sheet, (int(end_x * one), int(end_y * one)), int(width * 0.5 * one), paint, -1, cv2.LINE_AA, FRACTION_BITS
        )
        if level > 0:
            for turn in (-0.45, 0.42) if level % 2 else (-0.5, 0.02, 0.5):
                grow(end_x, end_y, angle + turn + float(chance.normal(0, 0.12)), length * 0.74, width * 0.76, level - 1)

    grow(sheet.shape[1] / 2, sheet.shape[0] - 2.0, math.pi / 2, tall * fine * 0.27, tall * fine * 0.085, 4)
    pixels = f32(cv2.resize(from_bytes(sheet), None, fx=1 / fine, fy=1 / fine, interpolation=cv2.INTER_AREA))
    return Sprite(pixels, (pixels.shape[1] / 2, pixels.shape[0] - 1.0))


def _weed(easel: Easel, tall: float, chance: np.random.Generator) -> Sprite:
    rows, columns = int(tall * 1.05), int(tall * 0.6)
    sheet = np.zeros((rows, columns, 4), np.uint8)
    for blade in range(7):
        foot = columns / 2 + (blade - 3) * tall * 0.045
        sway, high = float(chance.uniform(0, 6.28)), tall * float(chance.uniform(0.55, 1.0))
        t = np.linspace(0, 1, 14)
        x = foot + np.sin(t * 4.2 + sway) * tall * 0.05 * t + (blade - 3) * tall * 0.03 * t
        y = rows - 1 - t * high
        half = tall * 0.022 * np.sin(np.pi * np.clip(t * 0.92 + 0.08, 0, 1))
        points = np.concatenate([np.stack([x - half, y], 1), np.stack([x + half, y], 1)[::-1]])
        colour = easel.palette.lit(f32(rgb("3f8a4a")), float(chance.uniform(0.25, 0.75)))
        fixed = np.round(points * (1 << FRACTION_BITS)).astype(np.int32)
        cv2.fillPoly(sheet, [fixed], (*(float(each) * 255 for each in colour), 255.0), cv2.LINE_AA, FRACTION_BITS)
    return Sprite(from_bytes(sheet), (columns / 2, rows - 1.0))


def _bubbles(easel: Easel) -> None:
    frame, chance = easel.frame, easel.chance("bubbles")
    pixels: Pixels = np.zeros((frame.rows, frame.columns, 4), np.float32)
    for column in chance.uniform(0.08, 0.92, 6):
        for _ in range(9):
            radius = frame.unit * float(chance.uniform(0.0025, 0.010))
            x, y = frame.column(float(column + chance.normal(0, 0.012))), frame.row(float(chance.uniform(0.05, 0.85)))
            half = int(radius) + 2
            grid = np.mgrid[-half : half + 1, -half : half + 1].astype(np.float32) / np.float32(radius)
            away = np.hypot(grid[0], grid[1])
            rim = np.clip((1.0 - away) * radius + 0.5, 0, 1) * (0.10 + 0.75 * np.clip(away, 0, 1) ** 5)
            rim += 0.8 * np.exp(-np.square(np.hypot(grid[0] + 0.4, grid[1] + 0.4) / 0.2)) * (away < 1)
            top, left = int(y) - half, int(x) - half
            if 0 <= top and top + 2 * half + 1 <= frame.rows and 0 <= left and left + 2 * half + 1 <= frame.columns:
                pixels[top : top + 2 * half + 1, left : left + 2 * half + 1, :3] += (
                    f32(rim)[..., None] * f32([0.75, 0.95, 1.0]) * 0.75
                )
    easel.add("bubbles", pixels, 0.8, Motion.RISE)
