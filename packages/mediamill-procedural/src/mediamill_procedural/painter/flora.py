"""What grows on land: rows of trees, blades of grass, flowers, all smaller and paler with distance."""

import math
from collections.abc import Callable, Sequence

import cv2
import numpy as np

from mediamill_procedural.painter.canvas import Bytes, Colour, Pixels, blurred, f32, from_bytes, rgb
from mediamill_procedural.painter.easel import Easel
from mediamill_procedural.painter.layer import Motion
from mediamill_procedural.painter.modelling import FRACTION_BITS, Sprite
from mediamill_procedural.painter.trees import hazed, tree

VARIANTS = 5  # different trees in one row
Foot = Callable[[float, float], float]  # (x fraction, distance) -> row fraction of the ground
FLOWER_HUES = ("e2453a", "f2c12e", "f4f1ea", "b65fc4", "ee7fb0", "5f7fe0")


def stamp(canvas: Pixels, pixels: Pixels, left: int, top: int) -> None:
    """Lay a sprite over a canvas, in place, where they meet."""
    rows, columns = pixels.shape[:2]
    y0, x0 = max(0, top), max(0, left)
    y1, x1 = min(canvas.shape[0], top + rows), min(canvas.shape[1], left + columns)
    if y0 >= y1 or x0 >= x1:
        return
    source = pixels[y0 - top : y1 - top, x0 - left : x1 - left]
    target = canvas[y0:y1, x0:x1]
    target *= 1.0 - source[..., 3:4]
    target += source


def air_before(easel: Easel, distance: float) -> float:
    """The share of haze before something at a distance."""
    return float(1.0 - math.exp(-max(distance - 1.5, 0.0) * easel.palette.haze_density))


def plant_row(
    easel: Easel,
    name: str,
    species: Sequence[str],
    foot: Foot,
    *,
    distance: float,
    spread: float,
    count: int,
    height: float,
    depth: float,
    gap: tuple[float, float] | None = None,
    colour: Colour | None = None,
) -> None:
    """A row of trees around a distance; `height` is in heights of the eye, `gap` a clearing (from, to)."""
    frame, chance = easel.frame, easel.chance(name)
    canvas = np.zeros((frame.rows, frame.columns, 4), np.float32)
    unit = 0.5 * frame.height / distance
    grown = [
        tree(easel, species[number % len(species)], max(6.0, height * unit * 1.2), chance, colour=colour)
        for number in range(min(count, max(VARIANTS, len(species))))
    ]
    places = sorted(
        (float(distance + chance.uniform(-spread, spread)), float(chance.uniform(-0.08, 1.08))) for _ in range(count)
    )
    for away, x in reversed(places):
        sprite = grown[int(chance.integers(len(grown)))]
        scale = float(chance.uniform(0.62, 1.0)) * distance / away
        flip = chance.random() < 0.5
        if gap is not None and gap[0] < x < gap[1]:
            continue
        pixels = cv2.resize(sprite.pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        pixels = hazed(f32(pixels[:, ::-1] if flip else pixels), easel.palette.haze, air_before(easel, away))
        left = int(frame.column(x) - pixels.shape[1] / 2)
        top = int(frame.row(foot(x, away)) - sprite.foot[1] * scale + 0.012 * pixels.shape[0])
        stamp(canvas, pixels, left, top)
    easel.add(name, canvas, depth, Motion.SWAY, pivot=(frame.columns / 2, frame.row(foot(0.5, distance))), pace=0.4)


def grow_grass(
    easel: Easel, foot: Foot, *, near: float, far: float, count: int, base: Colour, depth: float, height: float = 0.10
) -> None:
    """Blades of grass in clumps, from far to near."""
    frame, chance = easel.frame, easel.chance("grass")
    sheet = np.zeros((frame.rows, frame.columns, 4), np.uint8)
    count = int(count * easel.detail)
    distances = np.sort(1.0 / chance.uniform(1.0 / far, 1.0 / near, count))[::-1]
    shades = [easel.palette.lit(f32(base), light) for light in np.linspace(0.25, 1.1, 12)]
    for away in distances:
        x = float(chance.uniform(-0.05, 1.05))
        y = frame.row(foot(x, float(away)))
        if y < 0 or y > frame.rows + 40:
            continue
        long = height * 0.5 * frame.height / float(away) * float(chance.uniform(0.5, 1.25))
        root = frame.column(x)
        red, green, blue = (float(min(1.0, part)) * 255 for part in shades[int(chance.integers(12))])
        for _ in range(3):
            lean = float(chance.normal(0, 0.28))
            base_x, tip_x = root + float(chance.normal(0, long * 0.2)), root + lean * long
            wide = max(0.6, long * 0.045)
            points = [
                (base_x - wide, y),
                (base_x + lean * long * 0.35, y - long * 0.6),
                (tip_x, y - long),
                (base_x + wide, y),
            ]
            fixed = np.round(np.array(points) * (1 << FRACTION_BITS)).astype(np.int32)
            cv2.fillPoly(sheet, [fixed], (red, green, blue, 255.0), lineType=cv2.LINE_AA, shift=FRACTION_BITS)
    easel.add("grass", from_bytes(sheet), depth, Motion.SWAY, pivot=(frame.columns / 2, float(frame.rows)), pace=0.8)


def strew_flowers(
    easel: Easel,
    foot: Foot,
    *,
    near: float,
    far: float,
    count: int,
    depth: float,
    hues: Sequence[Colour] | None = None,
    size: float = 0.075,
) -> None:
    """Flowers all over a meadow: dots far away, petals near."""
    frame, chance = easel.frame, easel.chance("flowers")
    sheet = np.zeros((frame.rows, frame.columns, 4), np.uint8)
    colours = list(hues) if hues else [rgb(hue) for hue in FLOWER_HUES]
    count = int(count * easel.detail**0.5)
    drift = chance.uniform(0, 6.28, 2)
    for away in np.sort(1.0 / chance.uniform(1.0 / far, 1.0 / near, count))[::-1]:
        x = float(chance.uniform(-0.05, 1.05))
        if hues is None and chance.random() < 0.45 + 0.4 * math.sin(6 * x + float(away) * 1.5 + drift[0]):
            continue
        radius = max(0.7, size * 0.25 * frame.height / float(away) * float(chance.uniform(0.6, 1.2)))
        y = frame.row(foot(x, float(away))) - radius * float(chance.uniform(1.5, 4.0))
        base = colours[int(chance.integers(len(colours)))]
        _flower(easel, sheet, frame.column(x), y, radius, base, chance)
    easel.add("flowers", from_bytes(sheet), depth, Motion.SWAY, pivot=(frame.columns / 2, float(frame.rows)), pace=0.7)


def _flower(
    easel: Easel, sheet: Bytes, x: float, y: float, radius: float, base: Colour, chance: np.random.Generator
) -> None:
    def paint(light: float, colour: Colour = base) -> tuple[float, ...]:
        return (*(float(min(1.0, part)) * 255 for part in easel.palette.lit(f32(colour), light)), 255.0)

    def fixed(px: float, py: float) -> tuple[int, int]:
        return int(px * (1 << FRACTION_BITS)), int(py * (1 << FRACTION_BITS))

    one = 1 << FRACTION_BITS
    if radius < 3.0:
        cv2.circle(
            sheet,
            fixed(x, y),
            int(radius * one),
            paint(float(chance.uniform(0.5, 1.05))),
            -1,
            cv2.LINE_AA,
            FRACTION_BITS,
        )
        return
    cv2.line(
        sheet,
        fixed(x, y),
        fixed(x + radius * 0.2, y + radius * 4),
        paint(0.5, (0.25, 0.45, 0.2)),
        max(1, int(radius * 0.2)),
        cv2.LINE_AA,
        FRACTION_BITS,
    )
    turn = float(chance.uniform(0, 6.28))
    for petal in range(6):
        angle = turn + petal * math.pi / 3
        light = 0.66 - 0.3 * math.sin(angle) + 0.2 * math.cos(angle) * easel.light.side
        centre = fixed(x + radius * 0.55 * math.cos(angle), y + radius * 0.45 * math.sin(angle))
        axes = (int(radius * 0.5 * one), int(radius * 0.34 * one))
        cv2.ellipse(
            sheet,
            centre,
            axes,
            math.degrees(math.atan2(0.45 * math.sin(angle), 0.55 * math.cos(angle))),
            0,
            360,
            paint(light),
            -1,
            cv2.LINE_AA,
            FRACTION_BITS,
        )
    heart = (0.95, 0.78, 0.2) if max(base) - min(base) < 0.75 or base[2] > 0.4 else (0.35, 0.2, 0.1)
    cv2.circle(sheet, fixed(x, y), int(radius * 0.26 * one), paint(0.8, heart), -1, cv2.LINE_AA, FRACTION_BITS)


def veil(easel: Easel, row: float, thick: float, strength: float, depth: float, name: str = "mist") -> None:
    """A bank of mist that lies around a row of the picture."""
    frame, chance = easel.frame, easel.chance(f"{name} {row:.3f}")
    small_rows, small_columns = frame.rows // 6, frame.columns // 6
    lattice = chance.random((6, 9), np.float32)
    drift = cv2.resize(lattice, (small_columns, small_rows), interpolation=cv2.INTER_CUBIC)
    full = f32(cv2.resize(blurred(f32(drift), 3), (frame.columns, frame.rows), interpolation=cv2.INTER_LINEAR))
    alpha = strength * np.exp(-np.square((frame.ys - row) / thick)) * np.clip(0.45 + 0.85 * full, 0, 1)
    colour = f32(easel.palette.haze) * 1.03
    easel.add(name, f32(np.dstack([colour * alpha[..., None], alpha])), depth, Motion.MIST, heading=1, pace=0.5)


def set_sprite(
    easel: Easel,
    name: str,
    sprite: Sprite,
    x: float,
    row: float,
    depth: float,
    motion: Motion,
    *,
    thing: bool = False,
    heading: int = 0,
) -> None:
    """A sprite as a layer of its own, standing at (x, row), fractions of the frame."""
    left = round(easel.frame.column(x) - sprite.foot[0])
    top = round(easel.frame.row(row) - sprite.foot[1])
    easel.add(name, sprite.pixels, depth, motion, left=left, top=top, heading=heading, pivot=sprite.foot, thing=thing)
