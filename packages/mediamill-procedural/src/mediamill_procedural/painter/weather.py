"""What falls and drifts between the eye and the scene: rain, snow, mist, leaves, petals, lightning, fireflies."""

import math

import cv2
import numpy as np

from mediamill_procedural.lexicon import table
from mediamill_procedural.painter.canvas import blurred, f32, from_bytes, rgb
from mediamill_procedural.painter.easel import Easel
from mediamill_procedural.painter.flora import veil
from mediamill_procedural.painter.layer import Motion
from mediamill_procedural.painter.modelling import FRACTION_BITS

INDOORS = table("painter", "scenes").text("indoors").split()


def add_weather(easel: Easel) -> None:
    """Lay the scene's weather over everything that is outdoors."""
    scene = easel.scene
    if scene.kind in INDOORS:
        return
    if scene.weather == "mist":
        veil(easel, easel.horizon + 0.02, 0.10, 0.62, 0.45, "mist far")
        veil(easel, easel.horizon + 0.20, 0.12, 0.42, 0.75, "mist near")
    if scene.shows("lightning") or (
        scene.weather == "storm" and "storm" not in scene.moods and easel.chance("bolt").random() < 0.6
    ):
        _lightning(easel)
    if scene.weather in ("rain", "storm"):
        _rain(easel)
    if scene.weather == "snowfall" or (
        scene.season == "winter" and scene.weather == "fair" and "first snow" in scene.understood
    ):
        _flakes(easel, "snow", ["ffffff"], 1.0)
    if scene.season == "autumn" and scene.has("forest", "birches", "park", "garden"):
        _flakes(easel, "leaves", ["c8501e", "e08a22", "d9b02e"], 0.25)
    if scene.shows("cherry tree") or "cherry blossom" in scene.understood:
        _flakes(easel, "petals", ["f6c6d8", "fbe2ea"], 0.35)
    if (
        "fireflies" in scene.understood
        or "firefly" in scene.understood
        or ("dreamy" in scene.moods and easel.night > 0.5)
    ):
        _sparks(easel)
    if scene.shows("comet"):
        add_comet(easel)


def _rain(easel: Easel) -> None:
    frame, chance = easel.frame, easel.chance("rain")
    lean = 0.12 if easel.scene.weather == "rain" else 0.30
    for name, count, long, strength, depth in (
        ("far rain", 900, 0.035, 0.20, 0.5),
        ("near rain", 260, 0.085, 0.30, 0.95),
    ):
        sheet = np.zeros((frame.rows, frame.columns), np.uint8)
        for x, y, part in chance.random((count, 3)):
            reach = long * (0.6 + 0.8 * part) * frame.unit
            start = (int(x * frame.columns * 1.2 - 0.1 * frame.columns), int((y * 1.1 - 0.05) * frame.rows))
            end = (int(start[0] - lean * reach), int(start[1] + reach))
            cv2.line(sheet, start, end, int(120 + 135 * part), 1, cv2.LINE_AA)
        alpha = blurred(from_bytes(sheet), 0.6) * strength
        colour = f32(easel.palette.horizon) * 0.5 + f32([0.5, 0.53, 0.56]) * (1.0 - 0.5 * easel.night)
        easel.add(name, f32(np.dstack([colour * alpha[..., None], alpha])), depth, Motion.RAIN, pace=1.0 + depth)


def _flakes(easel: Easel, name: str, hues: list[str], many: float) -> None:
    frame, chance = easel.frame, easel.chance(name)
    one = 1 << FRACTION_BITS
    for part, count, size, depth in (
        ("far", 620, 0.0016, 0.5),
        ("middle", 260, 0.0032, 0.75),
        ("near", 60, 0.0070, 0.97),
    ):
        sheet = np.zeros((frame.rows, frame.columns, 4), np.uint8)
        for x, y, pick, turn in chance.random((int(count * many), 4)):
            colour = easel.palette.lit(f32(rgb(hues[int(pick * len(hues))])), 0.95)
            shade = tuple(float(min(1.0, each)) * 255 for each in colour)
            radius = size * frame.unit * (0.6 + 0.8 * turn) * (1.8 if name != "snow" else 1.0)
            centre = (int(x * frame.columns * one), int(y * frame.rows * one))
            axes = (int(radius * one), int(radius * one * (1.0 if name == "snow" else 0.5)))
            cv2.ellipse(sheet, centre, axes, turn * 360, 0, 360, (*shade, 255.0), -1, cv2.LINE_AA, FRACTION_BITS)
        pixels = blurred(from_bytes(sheet), size * frame.unit * 0.45) * np.float32(0.88)
        easel.add(f"{part} {name}", pixels, depth, Motion.SNOW, pace=0.6 + depth)


def _lightning(easel: Easel) -> None:
    frame, chance = easel.frame, easel.chance("lightning")
    bolt = np.zeros((frame.rows, frame.columns), np.uint8)

    def fork(x: float, y: float, end: float, width: float) -> None:
        while y < end:
            next_x, next_y = x + float(chance.normal(0, 0.018)), y + float(chance.uniform(0.012, 0.03))
            start, stop = (int(frame.column(x)), int(frame.row(y))), (int(frame.column(next_x)), int(frame.row(next_y)))
            cv2.line(bolt, start, stop, 255, max(1, round(width * frame.unit / 1024)), cv2.LINE_AA)
            if width > 1.6 and chance.random() < 0.16:
                fork(next_x, next_y, y + (end - y) * 0.55, width * 0.5)
            x, y = next_x, next_y

    fork(float(chance.uniform(0.25, 0.75)), -0.02, easel.horizon + 0.005, 3.2)
    core = from_bytes(bolt)
    glow = blurred(core, 0.010 * frame.unit) * 2.6 + blurred(core, 0.05 * frame.unit) * 4.0
    light = core[..., None] * f32([1.0, 1.0, 1.0]) + glow[..., None] * f32([0.55, 0.60, 1.0])
    easel.add("lightning", f32(np.dstack([light, core])), 0.2, Motion.FLICKER, pace=2.0)


def _sparks(easel: Easel) -> None:
    frame, chance = easel.frame, easel.chance("sparks")
    dots = np.zeros((frame.rows, frame.columns), np.float32)
    for x, y, part in chance.random((70, 3)):
        row = (easel.horizon - 0.12 + (1.05 - easel.horizon) * y) * frame.height + frame.margin
        if 0 <= row < frame.rows:
            dots[int(row), int(x * (frame.columns - 1))] = 0.4 + part
    light = blurred(dots, 1.4 * frame.unit / 1024) * 14 + blurred(dots, 6 * frame.unit / 1024) * 70
    easel.add(
        "fireflies", f32(np.dstack([light[..., None] * f32([1.0, 0.92, 0.45]), np.zeros_like(light)])), 0.8, Motion.GLOW
    )


def add_comet(easel: Easel) -> None:
    """A comet, or a shooting star, with its tail."""
    frame, chance = easel.frame, easel.chance("comet")
    x, y, angle, long = (
        float(chance.uniform(0.25, 0.5)),
        float(chance.uniform(0.12, 0.3)),
        float(chance.uniform(0.3, 0.7)),
        0.42,
    )
    across = (frame.xs - x) * frame.width / frame.unit
    down = (frame.ys - y) * frame.height / frame.unit
    along = across * math.cos(angle) - down * math.sin(angle)
    aside = across * math.sin(angle) + down * math.cos(angle)
    tail = (
        np.where(
            along > 0,
            np.exp(-along / (long * 0.4)) * np.exp(-np.square(aside / (0.003 + 0.05 * np.clip(along, 0, 1)))),
            0.0,
        )
        * 0.8
    )
    head = np.exp(-np.square(np.hypot(across, down) / 0.008)) + 0.5 * np.exp(-np.hypot(across, down) / 0.02)
    light = f32(tail)[..., None] * f32([0.7, 0.85, 1.0]) + f32(head)[..., None]
    easel.add("comet", f32(np.dstack([light, np.zeros(light.shape[:2], np.float32)])), 0.02, Motion.FLY, heading=-1)
