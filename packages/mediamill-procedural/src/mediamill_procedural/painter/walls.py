"""What rooms are made of: walls with light on them, floors of boards and tiles, plain rectangles."""

import cv2
import numpy as np

from mediamill_procedural.painter.canvas import Colour, Pixels, f32, noise, step
from mediamill_procedural.painter.easel import Easel
from mediamill_procedural.painter.layer import Motion
from mediamill_procedural.painter.sky import opaque, veiled


def plain_wall(easel: Easel, colour: Colour, name: str = "wall") -> None:
    """A wall with the light of a window lying on it."""
    frame, chance, light = easel.frame, easel.chance("wall"), easel.light
    rough = noise(chance, frame.rows, frame.columns, cells=40, octaves=5, gain=0.6)
    broad = noise(chance, frame.rows, frame.columns, cells=3, octaves=3)
    side = frame.xs if light.side > 0 else 1.0 - frame.xs
    bright = 0.30 + 0.50 * side + 0.10 * (1.0 - frame.ys) + 0.14 * (broad - 0.5) + 0.10 * (rough - 0.5)
    easel.add(name, opaque(easel.palette.lit(f32(colour), f32(bright))), 0.0, Motion.SKY)


def board_floor(easel: Easel, top: float, base: Colour, name: str, depth: float, *, planks: float = 9.0) -> None:
    """Wooden boards that run away from the eye, below a row of the picture."""
    frame, chance = easel.frame, easel.chance(name)
    start = max(0, int(frame.row(top)))
    ys = frame.ys[start:]
    away = 0.5 / np.maximum(ys - top + 0.34, 0.05)
    across = (frame.xs - 0.5) * frame.width / frame.unit * away * planks / 1.6
    plank = np.floor(across)
    tone = np.asarray(chance.random(256), np.float32)[(plank.astype(np.int64) * 37) % 256]
    grain = noise(chance, 700, 700, cells=90, octaves=5, gain=0.6, stretch=0.06)
    veins = cv2.remap(
        grain,
        f32(np.mod(across * 40 + tone * 300, 690.0)),
        f32(np.clip(np.broadcast_to(away, across.shape) * 260 + tone * 80, 0, 690)),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REFLECT,
    )
    joint = np.minimum(across - plank, plank + 1 - across)
    value = 0.80 + 0.30 * (tone - 0.5) + 0.55 * (f32(veins) - 0.5)
    value = value * (0.62 + 0.38 * step(0.0, 0.035, f32(joint)))
    colour = easel.palette.lit(f32(base) * f32(value)[..., None], f32(np.full(value.shape, 0.66, np.float32)))
    sheen = np.exp(-np.square((frame.xs - np.clip(easel.light.x, 0.1, 0.9)) / 0.30)) * np.exp(-(ys - top) * 3.0) * 0.20
    colour = colour + f32(easel.palette.sunlight) * f32(sheen)[..., None]
    easel.add(name, opaque(f32(colour)), depth, Motion.LAND, top=start)


def tile_floor(easel: Easel, top: float, first: Colour, second: Colour) -> None:
    """A floor of square tiles in two colours, below a row of the picture."""
    frame = easel.frame
    start = max(0, int(frame.row(top)))
    ys = frame.ys[start:]
    away = 0.5 / np.maximum(ys - top + 0.34, 0.05)
    across = (frame.xs - 0.5) * frame.width / frame.unit * away * 7.0
    down = np.broadcast_to(away * 11.0, across.shape)
    even = (np.floor(across) + np.floor(down)) % 2
    joint = np.minimum(np.abs(across - np.round(across)), np.abs(down - np.round(down)))
    value = f32(0.72 + 0.28 * step(0.0, 0.04, f32(joint)))
    colour = (f32(first) * even[..., None] + f32(second) * (1 - even[..., None])) * value[..., None]
    lit = easel.palette.lit(f32(colour), f32(np.broadcast_to(0.55 + 0.3 * (ys - top), value.shape)))
    easel.add("floor", opaque(f32(lit)), 0.4, Motion.LAND, top=start)


def tiled_wall(easel: Easel, top: float, bottom: float, colour: Colour) -> None:
    """Glazed tiles on a wall between two rows."""
    frame = easel.frame
    side = 0.052 * frame.unit
    across, down = frame.xs * frame.width / side, frame.ys * frame.height / side
    joint = np.minimum(np.abs(across - np.round(across)), np.abs(down - np.round(down)))
    value = f32(0.80 + 0.20 * step(0.0, 0.06, f32(joint)))
    there = step(top - 0.001, top, frame.ys) * step(bottom, bottom - 0.001, frame.ys) * np.ones_like(frame.xs)
    shine = 0.55 + 0.25 * (frame.xs if easel.light.side > 0 else 1.0 - frame.xs) * np.ones_like(frame.ys)
    lit = easel.palette.lit(f32(colour) * value[..., None], f32(shine))
    easel.add("wall tiles", veiled(f32(lit), f32(there)), 0.05, Motion.LAND)


def rectangle(
    easel: Easel,
    name: str,
    box: tuple[float, float, float, float],
    colour: Pixels | Colour,
    depth: float,
    motion: Motion = Motion.STILL,
) -> None:
    """One plain rectangle, by left, top, right, bottom in fractions of the frame."""
    frame = easel.frame
    left, top = round(frame.column(box[0])), round(frame.row(box[1]))
    rows, columns = max(1, round(frame.row(box[3])) - top), max(1, round(frame.column(box[2])) - left)
    pixels = np.ones((rows, columns, 4), np.float32)
    pixels[..., :3] = f32(colour)[:3]
    easel.add(name, pixels, depth, motion, left=left, top=top)
