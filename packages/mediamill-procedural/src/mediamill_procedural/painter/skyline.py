"""Buildings in rows: towers of a city near and far, gabled houses, a street that runs into the distance."""

import math

import cv2
import numpy as np

from mediamill_procedural.painter.canvas import (
    Bytes,
    Colour,
    Pixels,
    blend,
    blurred,
    f32,
    from_bytes,
    mix,
    rgb,
    scaled,
    step,
)
from mediamill_procedural.painter.easel import Easel, Stand
from mediamill_procedural.painter.flora import veil
from mediamill_procedural.painter.layer import Motion
from mediamill_procedural.painter.modelling import FRACTION_BITS
from mediamill_procedural.painter.sky import paint_sky, veiled

LAMP: Colour = (1.0, 0.84, 0.52)
WALLS = ("c9b79c", "b8624a", "d8c9a8", "8fa3a8", "d09a6a", "a9b58f", "c4847a", "dfe0d8")
ROOFS = ("8a3f30", "6b4a3f", "9a5238", "54525a")


def build_city(easel: Easel) -> None:
    """A skyline in three depths, by the water if the prompt says so, with lit windows after dark."""
    paint_sky(easel)
    far_skyline(easel)
    veil(easel, easel.horizon - 0.02, 0.10, 0.55, 0.22)
    towers(easel, "towers", base=easel.horizon + 0.09, count=15, low=0.16, high=0.42, distance=0.32, depth=0.32)
    veil(easel, easel.horizon + 0.06, 0.08, 0.35, 0.33)
    towers(easel, "near towers", base=1.10, count=8, low=0.34, high=0.62, distance=0.06, depth=0.5)
    roof = _terrace(easel)
    easel.stands["ground"] = Stand(
        lambda _x, nearness: roof + 0.03 + 0.06 * nearness, lambda nearness: 0.7 + 0.2 * nearness
    )


def far_skyline(easel: Easel) -> None:
    """Towers on the horizon, half lost in the air."""
    towers(easel, "far towers", base=easel.horizon + 0.02, count=30, low=0.06, high=0.26, distance=0.58, depth=0.16)


def _terrace(easel: Easel) -> float:
    """A flat roof in front to stand on; returns its row fraction."""
    frame = easel.frame
    top = 0.87
    rows = frame.ys
    alpha = step(top, top + 0.003, rows) * np.ones_like(frame.xs)
    tile = 0.5 + 0.5 * np.sign(
        np.sin(frame.xs * 60 / np.maximum(rows - 0.5, 0.1)) * np.sin(20 / np.maximum(rows - top + 0.12, 0.05))
    )
    base = mix(f32(rgb("7d7f86"))[None, None], f32(rgb("8d8f96")), f32(tile * 0.7))
    colour = easel.palette.lit(base, f32(np.broadcast_to(0.62 - 0.2 * step(top + 0.012, top, rows), alpha.shape)))
    easel.add("roof", veiled(colour, f32(alpha)), 0.62, Motion.LAND)
    return top


def towers(
    easel: Easel, name: str, *, base: float, count: int, low: float, high: float, distance: float, depth: float
) -> None:
    """One row of towers: walls with a lit and a dark side, windows, some spires."""
    frame, chance, palette = easel.frame, easel.chance(name), easel.palette
    sheet = np.zeros((frame.rows, frame.columns, 4), np.uint8)
    lamps = np.zeros((frame.rows, frame.columns, 3), np.uint8)
    lit_side = -1 if easel.light.side < 0 else 1
    x = -0.06
    while x < 1.04:
        wide = float(chance.uniform(0.65, 1.4)) / count
        tall = (
            float(chance.uniform(low, high))
            * (1.3 if chance.random() < 0.15 else 1.0)
            * (0.72 + 0.42 * math.exp(-(((x - 0.5) / 0.33) ** 2)))
        )
        wall = blend(rgb(str(chance.choice(["8fa0b2", "a39a90", "77879a", "b5aaa0", "9a8f98"]))), palette.zenith, 0.25)
        box = (frame.column(x), frame.row(base - tall), wide * frame.width, frame.row(base))
        _tower(easel, sheet, lamps, box, wall, distance, lit_side, chance)
        x += wide * float(chance.uniform(0.80, 1.05))
    _add_lit(easel, name, sheet, lamps, depth, reach=0.010, strength=0.8)


def fill(sheet: Bytes, points: list[tuple[float, float]], colour: Pixels | Colour) -> None:
    """A polygon in one colour, by its corners in pixels."""
    red, green, blue = (float(min(1.0, part)) * 255 for part in colour[:3])
    fixed = np.round(np.array(points) * (1 << FRACTION_BITS)).astype(np.int32)
    cv2.fillPoly(sheet, [fixed], (red, green, blue, 255.0), lineType=cv2.LINE_AA, shift=FRACTION_BITS)


def _tower(
    easel: Easel,
    sheet: Bytes,
    lamps: Bytes,
    box: tuple[float, float, float, float],
    wall: Colour,
    distance: float,
    lit_side: int,
    chance: np.random.Generator,
) -> None:
    left, top, wide, bottom = box
    palette = easel.palette
    edge = left + wide * (0.66 if lit_side < 0 else 0.34)
    for start, end, light in (
        (left, edge, 0.9 if lit_side < 0 else 0.3),
        (edge, left + wide, 0.3 if lit_side < 0 else 0.9),
    ):
        _slab(sheet, start, top, end, bottom, palette.seen(wall, light, distance))
    dark = palette.seen(scaled(wall, 0.8), 0.3, distance)
    roof = chance.random()
    if roof < 0.25:
        _slab(sheet, left + wide * 0.2, top - wide * 0.3, left + wide * 0.8, top, dark)
    elif roof < 0.42:
        _slab(sheet, left + wide * 0.48, top - wide * 1.3, left + wide * 0.52, top, dark)
    elif roof < 0.55:
        fill(sheet, [(left, top + 0.5), (left + wide, top + 0.5), (left + wide * 0.5, top - wide * 0.55)], dark)
    _panes(easel, sheet, lamps, box, wall, distance, chance)


def _panes(
    easel: Easel,
    sheet: Bytes,
    lamps: Bytes,
    box: tuple[float, float, float, float],
    wall: Colour,
    distance: float,
    chance: np.random.Generator,
) -> None:
    """The windows of a tower, some of them lit after dark."""
    left, top, wide, bottom = box
    palette = easel.palette
    cell = max(3.2, wide / int(chance.integers(5, 9)))
    high = cell * float(chance.uniform(1.1, 1.6))
    share = float(chance.uniform(0.25, 0.62)) * palette.night
    hue = LAMP if chance.random() < 0.72 else (0.72, 0.86, 1.0)
    if easel.scene.style == "neon" or "neon" in easel.scene.moods:
        hue = [(0.2, 0.95, 1.0), (1.0, 0.25, 0.85), (1.0, 0.7, 0.35)][int(chance.integers(3))]
    pane = palette.seen(blend(scaled(wall, 0.55), palette.middle, 0.4), 0.6, distance)
    row = top + high * 0.5
    while row < min(bottom, sheet.shape[0]):
        column = left + cell * 0.3
        while column < left + wide - cell * 0.5:
            spot = (int(column), int(row)), (int(column + cell * 0.45), int(row + high * 0.45))
            if chance.random() < share:
                strength = float(chance.uniform(0.45, 1.0)) * (1 - 0.6 * distance)
                cv2.rectangle(lamps, *spot, tuple(float(part * strength * 255) for part in hue), -1)
            else:
                cv2.rectangle(sheet, *spot, (*(float(min(1.0, part)) * 255 for part in pane), 255.0), -1)
            column += cell
        row += high


def _slab(sheet: Bytes, left: float, top: float, right: float, bottom: float, colour: Colour) -> None:
    """An upright rectangle."""
    fill(sheet, [(left, top), (right, top), (right, bottom), (left, bottom)], colour)


def gabled_row(
    easel: Easel, base: float, *, name: str = "houses", tall: float = 0.15, depth: float = 0.3, distance: float = 0.16
) -> None:
    """Old houses wall to wall, each with its own colour, gable and windows."""
    frame, chance = easel.frame, easel.chance(name)
    sheet = np.zeros((frame.rows, frame.columns, 4), np.uint8)
    lamps = np.zeros((frame.rows, frame.columns, 3), np.uint8)
    x = -0.05
    while x < 1.05:
        wide = float(chance.uniform(0.055, 0.085)) * tall / 0.15 * frame.unit / frame.width
        high = tall * float(chance.uniform(0.75, 1.15)) * frame.unit
        left, bottom, span = frame.column(x), frame.row(base), wide * frame.width
        wall, roof = rgb(WALLS[int(chance.integers(len(WALLS)))]), rgb(ROOFS[int(chance.integers(len(ROOFS)))])
        _house(easel, sheet, lamps, (left, bottom, span, high), wall, roof, distance, chance)
        x += wide * float(chance.uniform(0.97, 1.25))
    _add_lit(easel, name, sheet, lamps, depth, reach=0.012, strength=0.9)


def _house(
    easel: Easel,
    sheet: Bytes,
    lamps: Bytes,
    place: tuple[float, float, float, float],
    wall: Colour,
    roof: Colour,
    distance: float,
    chance: np.random.Generator,
) -> None:
    left, bottom, wide, high = place
    palette, eaves = easel.palette, bottom - high * 0.66
    _slab(sheet, left, eaves, left + wide, bottom, palette.seen(wall, 0.72, distance))
    shade = left if easel.light.side > 0 else left + wide * 0.82
    _slab(sheet, shade, eaves, shade + wide * 0.18, bottom, palette.seen(wall, 0.45, distance))
    tiles = palette.seen((0.94, 0.96, 1.0) if easel.scene.season == "winter" else roof, 0.62, distance)
    if chance.random() < 0.6:
        peak = (left + wide * 0.5, eaves - high * 0.36)
        fill(sheet, [(left - wide * 0.05, eaves), peak, (left + wide * 1.05, eaves)], tiles)
    else:
        ridge = eaves - high * 0.27
        ends = [(left - wide * 0.06, eaves), (left + wide * 0.12, ridge), (left + wide * 0.88, ridge)]
        fill(sheet, [*ends, (left + wide * 1.06, eaves)], tiles)
        chimney = palette.seen(roof, 0.4, distance)
        _slab(sheet, left + wide * 0.7, eaves - high * 0.42, left + wide * 0.84, eaves - high * 0.2, chimney)
    pane = palette.seen((0.30, 0.38, 0.46), 0.6, distance)
    for row in range(2):
        for column in range(3):
            x0, y0 = left + wide * (0.14 + 0.28 * column), eaves + high * (0.09 + 0.28 * row)
            corner = (int(x0 + wide * 0.15), int(y0 + high * 0.15))
            if row == 1 and column == 1:
                door = palette.seen(scaled(roof, 0.7), 0.5, distance)
                fill(sheet, [(x0, y0), (x0 + wide * 0.17, y0), (x0 + wide * 0.17, bottom), (x0, bottom)], door)
            elif chance.random() < 0.62 * palette.night:
                cv2.rectangle(lamps, (int(x0), int(y0)), corner, tuple(float(part * 245) for part in LAMP), -1)
            else:
                cv2.rectangle(sheet, (int(x0), int(y0)), corner, (*(float(part) * 255 for part in pane), 255.0), -1)


def _add_lit(
    easel: Easel, name: str, sheet: Bytes, lamps: Bytes, depth: float, *, reach: float, strength: float
) -> None:
    """Buildings with their lamps; at night these shine `reach` of the frame around them."""
    night = easel.palette.night
    pixels = from_bytes(sheet)
    glow = from_bytes(lamps)
    pixels[..., :3] = pixels[..., :3] * (1 - glow.max(axis=2, keepdims=True)) + glow
    easel.add(name, pixels, depth, Motion.LAND)
    if night > 0.3:
        halo = blurred(glow, reach * easel.frame.unit) * strength * night
        easel.add(
            f"light of {name}",
            f32(np.dstack([halo, np.zeros(halo.shape[:2], np.float32)])),
            depth,
            Motion.GLOW,
            pace=0.3,
        )
