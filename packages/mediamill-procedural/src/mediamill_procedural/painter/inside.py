"""Under a roof or in the dark: a room, a table with still life, a stage, a cave, the ground of a portrait."""

from collections.abc import Callable

import cv2
import numpy as np

from mediamill_procedural.painter.canvas import (
    Colour,
    Pixels,
    blend,
    blurred,
    f32,
    mix,
    noise,
    rgb,
    ridged,
    scaled,
    step,
)
from mediamill_procedural.painter.easel import Easel, Stand
from mediamill_procedural.painter.flora import set_sprite
from mediamill_procedural.painter.gallery import figure_of
from mediamill_procedural.painter.heads import paint_head
from mediamill_procedural.painter.layer import Motion
from mediamill_procedural.painter.modelling import sculpt
from mediamill_procedural.painter.palette import TIMES
from mediamill_procedural.painter.sky import opaque, veiled
from mediamill_procedural.painter.water import CALM, lay_water

PLASTER = ("d9c6a5", "b7c4b8", "c9b3a8", "a9b8c6", "d8cbb5")
BOARD = rgb("8a5a34")


def build_inside(easel: Easel) -> None:
    """Paint one of the kinds of this room."""
    RECIPES[easel.scene.kind](easel)


def _wall(easel: Easel, colour: Colour, name: str = "wall") -> None:
    """A wall with the light of a window lying on it."""
    frame, chance, light = easel.frame, easel.chance("wall"), easel.light
    rough = noise(chance, frame.rows, frame.columns, cells=40, octaves=5, gain=0.6)
    broad = noise(chance, frame.rows, frame.columns, cells=3, octaves=3)
    side = frame.xs if light.side > 0 else 1.0 - frame.xs
    bright = 0.30 + 0.50 * side + 0.10 * (1.0 - frame.ys) + 0.14 * (broad - 0.5) + 0.10 * (rough - 0.5)
    easel.add(name, opaque(easel.palette.lit(f32(colour), f32(bright))), 0.0, Motion.SKY)


def _boards(easel: Easel, top: float, base: Colour, name: str, depth: float, *, planks: float = 9.0) -> None:
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


def _room(easel: Easel) -> None:
    chance, frame = easel.chance("room"), easel.frame
    wall = easel.scene.tint or rgb(PLASTER[int(chance.integers(len(PLASTER)))])
    _wall(easel, wall)
    floor = 0.70
    _window(easel, 0.26 if easel.light.side < 0 else 0.74)
    if any(word in easel.scene.understood for word in ("library", "study", "office", "bookshop")):
        _shelves(easel, 0.74 if easel.light.side < 0 else 0.26)
    else:
        _picture(easel, 0.72 if easel.light.side < 0 else 0.28)
    _boards(easel, floor, BOARD, "floor", 0.4)
    skirting = (
        step(floor - 0.028, floor - 0.026, frame.ys) * step(floor + 0.002, floor, frame.ys) * np.ones_like(frame.xs)
    )
    easel.add(
        "skirting",
        veiled(easel.palette.lit(f32([0.93, 0.91, 0.86]), f32(0.6 * np.ones_like(skirting))), f32(skirting)),
        0.41,
        Motion.LAND,
    )
    _rug(easel, floor)
    for name, x, tall in (("lamp", 0.88, 0.26), ("vase", 0.12, 0.22)):
        if not easel.scene.shows(name):
            sprite = sculpt(figure_of(name), tall * frame.unit, easel.palette, easel.light, chance)
            set_sprite(easel, name, sprite, x if easel.light.side < 0 else 1 - x, floor + 0.05, 0.5, Motion.STILL)
    easel.stands["ground"] = Stand(
        lambda _x, nearness: floor + 0.10 + 0.16 * nearness, lambda nearness: 0.6 + 0.3 * nearness
    )


def _rectangle(
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


def _window(easel: Easel, x: float) -> None:
    """A window with the sky of the hour in it, and its light on the wall."""
    palette, frame = easel.palette, easel.frame
    sky = TIMES[easel.scene.time]
    half, top, bottom = 0.135 * frame.unit / frame.width, 0.14, 0.52
    white = palette.lit(f32([0.94, 0.92, 0.87]), 0.72)
    _rectangle(easel, "window frame", (x - half - 0.014, top - 0.016, x + half + 0.014, bottom + 0.016), white, 0.2)
    left, right = round(frame.column(x - half)), round(frame.column(x + half))
    y0, y1 = round(frame.row(top)), round(frame.row(bottom))
    t = np.linspace(0, 1, y1 - y0, dtype=np.float32)[:, None] * np.ones((1, right - left), np.float32)
    view = mix(mix(f32(sky.zenith)[None, None], f32(sky.middle), step(0, 0.7, t)), f32(sky.horizon), step(0.4, 1.0, t))
    cloud = noise(easel.chance("view"), *t.shape, cells=3, octaves=5)
    view = mix(view, f32(sky.disc), f32(step(0.55, 0.72, cloud) * 0.6 * (1 - sky.night)))
    hills = step(
        -0.01,
        0.01,
        f32(
            t
            - 0.82
            - 0.10
            * (noise(easel.chance("view hills"), 4, t.shape[1], cells=2, octaves=4, stretch=0.01)[1][None, :] - 0.5)
        ),
    )
    view = mix(view, sky.lit(f32(rgb("4f7a4a")), 0.5), hills)
    easel.add("view", opaque(view), 0.1, Motion.SKY, left=left, top=y0)
    for a, b, c, d in (
        (x - 0.006, top, x + 0.006, bottom),
        (x - half, (top + bottom) / 2 - 0.005, x + half, (top + bottom) / 2 + 0.005),
    ):
        _rectangle(easel, "window bar", (a, b, c, d), white, 0.21)
    _rectangle(
        easel,
        "sill",
        (x - half - 0.03, bottom + 0.010, x + half + 0.03, bottom + 0.032),
        palette.lit(f32([0.96, 0.94, 0.9]), 0.95),
        0.22,
    )
    lean = 0.30 if x < 0.5 else -0.30
    beam = np.abs(frame.xs - x - lean * (frame.ys - 0.3)) / (half * 1.2)
    glow = (
        step(1.15, 0.85, f32(beam))
        * step(0.52, 0.60, frame.ys)
        * step(1.1, 0.7, frame.ys)
        * 0.16
        * palette.sun_strength
    )
    easel.add(
        "window light",
        f32(np.dstack([glow[..., None] * f32(palette.sunlight), np.zeros_like(glow)])),
        0.45,
        Motion.GLOW,
        pace=0.2,
    )


def _picture(easel: Easel, x: float) -> None:
    chance, frame = easel.chance("picture"), easel.frame
    half = 0.085 * frame.unit / frame.width
    _rectangle(
        easel,
        "picture frame",
        (x - half - 0.012, 0.22, x + half + 0.012, 0.46),
        easel.palette.lit(f32(rgb("6b4526")), 0.6),
        0.2,
    )
    hues = [
        rgb(str(hue)) for hue in chance.choice(["d9a05a", "4f7a8a", "b0503f", "6a8a4f", "e8d5a8"], 3, replace=False)
    ]
    for number, hue in enumerate(hues):
        _rectangle(
            easel,
            "picture",
            (x - half, 0.232 + 0.072 * number, x + half, 0.232 + 0.072 * (number + 1)),
            easel.palette.lit(f32(hue), 0.65),
            0.21,
        )


def _shelves(easel: Easel, x: float) -> None:
    """Books from floor to ceiling."""
    chance, frame = easel.chance("shelves"), easel.frame
    half = 0.20 * frame.unit / frame.width
    _rectangle(easel, "shelves", (x - half, 0.05, x + half, 0.72), easel.palette.lit(f32(rgb("4a2f1c")), 0.45), 0.2)
    for shelf in range(5):
        bottom = 0.05 + 0.134 * (shelf + 1) - 0.012
        at = x - half + 0.012
        while at < x + half - 0.022:
            wide, tall = float(chance.uniform(0.008, 0.020)), float(chance.uniform(0.070, 0.108))
            hue = scaled(
                rgb(str(chance.choice(["8a2f2a", "2f4f7a", "3f6a4a", "b08a3a", "6a4a7a", "c8b890", "54402f"]))),
                float(chance.uniform(0.8, 1.2)),
            )
            _rectangle(
                easel,
                "book spine",
                (at, bottom - tall, at + wide * 0.92, bottom),
                easel.palette.lit(f32(hue), float(chance.uniform(0.45, 0.75))),
                0.21,
            )
            at += wide
        _rectangle(
            easel,
            "shelf",
            (x - half, bottom, x + half, bottom + 0.012),
            easel.palette.lit(f32(rgb("7a5230")), 0.7),
            0.22,
        )


def _rug(easel: Easel, floor: float) -> None:
    frame, chance = easel.frame, easel.chance("rug")
    hue, second = rgb(str(chance.choice(["9a3f38", "3f5f7a", "5f6a3f", "7a4a6a"]))), rgb("e3d2b0")
    across = (frame.xs - 0.5) / 0.36
    down = (frame.ys - floor - 0.17) / 0.105
    radius = np.hypot(across, down)
    rings = 0.5 + 0.5 * np.sin(radius * 26.0)
    colour = mix(f32(hue)[None, None], f32(second), f32(step(0.55, 0.75, f32(rings)) * 0.75))
    weave = noise(chance, frame.rows, frame.columns, cells=220, octaves=2)
    easel.add(
        "rug",
        veiled(easel.palette.lit(colour, f32(0.55 + 0.25 * (weave - 0.5))), step(1.0, 0.985, f32(radius))),
        0.42,
        Motion.LAND,
    )


def _table(easel: Easel) -> None:
    """A table before a wall in soft light from the side, for a still life."""
    chance = easel.chance("table")
    wall = easel.scene.tint or rgb(str(chance.choice(["5a6a66", "7a6656", "4f5868", "8a7a62"])))
    _wall(easel, wall)
    top = 0.66
    _boards(easel, top, rgb("9a6a3f"), "table top", 0.5, planks=5.0)
    _rectangle(
        easel, "table edge", (-1.0, top - 0.004, 2.0, top + 0.002), easel.palette.lit(f32(rgb("c49560")), 0.9), 0.51
    )
    easel.stands["table"] = Stand(
        lambda _x, nearness: top + 0.07 + 0.17 * nearness, lambda nearness: 0.6 + 0.3 * nearness, left=0.14, right=0.86
    )
    if not easel.scene.things:
        for name, x, nearness, tall in (
            ("vase", 0.36, 0.1, 0.40),
            ("bowl", 0.62, 0.45, 0.17),
            ("apple", 0.44, 0.85, 0.105),
            ("pear", 0.80, 0.7, 0.15),
        ):
            sprite = sculpt(figure_of(name), tall * easel.frame.unit, easel.palette, easel.light, chance)
            set_sprite(easel, name, sprite, x, top + 0.07 + 0.17 * nearness, 0.6 + 0.3 * nearness, Motion.STILL)


def _stage(easel: Easel) -> None:
    """A plain ground that curves up into a backdrop, and a beam of light from above."""
    frame, chance = easel.frame, easel.chance("stage")
    base = easel.scene.tint or rgb(str(chance.choice(["5a6f8f", "8f6a7a", "6a8a80", "8a7a9a", "b08a6a"])))
    white = any(word in easel.scene.understood for word in ("white background", "product photo", "product shot"))
    base = (0.93, 0.93, 0.94) if white else base
    pool = np.exp(-np.square((frame.xs - 0.5) / 0.42) - np.square((frame.ys - 0.62) / 0.50))
    floor = step(0.66, 0.80, frame.ys)
    light = 0.20 + 0.75 * pool + 0.12 * floor
    easel.add("backdrop", opaque(easel.palette.lit(f32(base), f32(light))), 0.0, Motion.SKY)
    disc = np.hypot((frame.xs - 0.5) / (0.34 * frame.unit / frame.width), (frame.ys - 0.80) / 0.10)
    side = step(
        1.0, 0.985, f32(np.hypot((frame.xs - 0.5) / (0.34 * frame.unit / frame.width), (frame.ys - 0.84) / 0.10))
    ) + step(1.0, 0.985, f32(disc))
    easel.add(
        "podium side",
        veiled(easel.palette.lit(f32(base), f32(np.full(side.shape, 0.30, np.float32))), f32(np.clip(side, 0, 1))),
        0.4,
        Motion.STILL,
    )
    easel.add(
        "podium",
        veiled(
            easel.palette.lit(f32(blend(base, (1, 1, 1), 0.25)), f32(0.62 + 0.25 * pool)), step(1.0, 0.985, f32(disc))
        ),
        0.41,
        Motion.STILL,
    )
    beam = (
        step(1.0, 0.35, f32(np.abs(frame.xs - 0.5) / (0.07 + 0.30 * frame.ys)))
        * (1.0 - 0.75 * frame.ys).clip(0, 1)
        * 0.22
    )
    easel.add(
        "spotlight",
        f32(np.dstack([beam[..., None] * f32(easel.palette.sunlight), np.zeros_like(beam)])),
        0.5,
        Motion.GLOW,
        pace=0.3,
    )
    easel.stands["ground"] = Stand(
        lambda _x, nearness: 0.78 + 0.06 * nearness, lambda nearness: 0.6 + 0.2 * nearness, left=0.3, right=0.7
    )
    easel.stands["table"] = easel.stands["ground"]


def _portrait(easel: Easel) -> None:
    """A soft ground, darker at the edges, with the head and shoulders of whoever is meant."""
    frame, chance = easel.frame, easel.chance("portrait")
    base = easel.scene.tint or rgb(str(chance.choice(["4f6a72", "6a5a48", "5a4a5f", "6f7a5a", "7a4f48"])))
    cloud = noise(chance, frame.rows, frame.columns, cells=3.5, octaves=5, gain=0.55)
    away = np.hypot((frame.xs - 0.5) * 1.1, frame.ys - 0.42)
    light = 0.75 - 0.75 * away + 0.35 * (cloud - 0.5)
    easel.add("backdrop", opaque(easel.palette.lit(f32(base), f32(np.clip(light, 0.05, 1.0)))), 0.0, Motion.SKY)
    easel.stands["ground"] = Stand(lambda _x, _nearness: 0.96, lambda _nearness: 0.9)
    paint_head(easel)


def _cave(easel: Easel) -> None:
    """Rock on all sides, a bright mouth, still water, crystals that glow."""
    frame, chance = easel.frame, easel.chance("cave")
    centre = 0.42 if easel.light.x > 0.5 else 0.58
    rock = ridged(noise(chance, frame.rows, frame.columns, cells=6, octaves=6, gain=0.55))
    broad = noise(chance, frame.rows, frame.columns, cells=3, octaves=4)
    radius = np.hypot(
        (frame.xs - centre) * frame.width / frame.unit / 0.23, (frame.ys - 0.44) * frame.height / frame.unit / 0.26
    )
    ragged = radius + 0.55 * (broad - 0.5) + 0.16 * (rock - 0.5)
    sky = mix(
        f32(easel.palette.horizon)[None, None],
        f32(easel.palette.middle),
        step(0.6, 0.2, frame.ys) * np.ones_like(frame.xs),
    )
    easel.add("sky", opaque(f32(sky * 1.08)), 0.0, Motion.SKY)
    rise_down, rise_across = np.gradient(blurred(f32(rock), 2.5 * frame.unit / 1024))
    shape = (rise_across * easel.light.side - rise_down) * 26.0 * frame.unit / 1024
    for name, edge, depth, tone in (("inner rock", 1.0, 0.3, 1.0), ("outer rock", 1.75, 0.7, 0.55)):
        alpha = step(edge - 0.02, edge + 0.02, f32(ragged + (0.3 * (rock - 0.5) if depth > 0.5 else 0.0)))
        near = np.exp(-np.clip(radius - edge * 0.8, 0, 9) * 0.95)
        base = f32(rgb("7a6a5c")) * f32(0.7 + 0.6 * rock)[..., None]
        colour = (
            base
            * (
                f32([0.10, 0.12, 0.18])
                + f32(easel.palette.sunlight) * f32(near * (0.55 + shape) * 1.1)[..., None].clip(0, 1.4)
            )
            * tone
        )
        easel.add(name, veiled(f32(colour), f32(alpha)), depth, Motion.LAND)
    easel.horizon = 0.66
    lay_water(easel, line=0.72, body=rgb("1f5f70"), waves=CALM, depth=0.5)
    for number in range(6):
        x = float(chance.uniform(0.04, 0.30) if number % 2 else chance.uniform(0.70, 0.96))
        hue = [(0.35, 0.75, 1.0), (0.65, 0.45, 1.0), (0.3, 0.95, 0.8)][number % 3]
        sprite = sculpt(
            figure_of("crystal"),
            frame.unit * float(chance.uniform(0.07, 0.15)),
            TIMES["night"],
            easel.light,
            chance,
            colour=hue,
        )
        set_sprite(easel, "crystals", sprite, x, 0.74 + 0.04 * number, 0.7, Motion.GLOW)
    easel.stands["water"] = Stand(
        lambda _x, nearness: 0.78 + 0.14 * nearness,
        lambda nearness: 0.6 + 0.2 * nearness,
        left=0.3,
        right=0.7,
        mirrored=True,
        shadow=False,
    )
    easel.stands["ground"] = easel.stands["water"]


RECIPES: dict[str, Callable[[Easel], None]] = {
    "cave": _cave,
    "portrait": _portrait,
    "room": _room,
    "stage": _stage,
    "table": _table,
}
