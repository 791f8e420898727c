"""Under a roof or in the dark: a room, a table with still life, a stage, a cave, the ground of a portrait."""

from collections.abc import Callable

import numpy as np

from mediamill_procedural.painter.canvas import (
    blend,
    blurred,
    f32,
    mix,
    noise,
    rgb,
    ridged,
    step,
)
from mediamill_procedural.painter.easel import Easel, Stand
from mediamill_procedural.painter.flora import set_sprite
from mediamill_procedural.painter.gallery import figure_of
from mediamill_procedural.painter.heads import paint_head
from mediamill_procedural.painter.layer import Motion
from mediamill_procedural.painter.modelling import sculpt
from mediamill_procedural.painter.palette import TIMES
from mediamill_procedural.painter.rooms import build_room
from mediamill_procedural.painter.sky import opaque, veiled
from mediamill_procedural.painter.walls import board_floor, plain_wall, rectangle
from mediamill_procedural.painter.water import CALM, lay_water


def build_inside(easel: Easel) -> None:
    """Paint one of the kinds of this room."""
    RECIPES[easel.scene.kind](easel)


def _table(easel: Easel) -> None:
    """A table before a wall in soft light from the side, for a still life."""
    chance = easel.chance("table")
    wall = easel.scene.tint or rgb(str(chance.choice(["5a6a66", "7a6656", "4f5868", "8a7a62"])))
    plain_wall(easel, wall)
    top = 0.66
    board_floor(easel, top, rgb("9a6a3f"), "table top", 0.5, planks=5.0)
    rectangle(
        easel, "table edge", (-1.0, top - 0.004, 2.0, top + 0.002), easel.palette.lit(f32(rgb("c49560")), 0.9), 0.51
    )
    easel.stands["table"] = Stand(
        lambda _x, nearness: top + 0.07 + 0.17 * nearness, lambda nearness: 0.6 + 0.3 * nearness, left=0.14, right=0.86
    )
    if not (easel.scene.things or easel.scene.letters):
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
    "room": build_room,
    "stage": _stage,
    "table": _table,
}
