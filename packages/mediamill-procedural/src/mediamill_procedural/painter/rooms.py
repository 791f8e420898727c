"""Rooms: walls, a floor, what is on the wall, and furniture, most of which the modeller makes."""

from dataclasses import dataclass

import numpy as np

from mediamill_procedural.lexicon import called, table
from mediamill_procedural.painter.canvas import WHITE, blend, f32, mix, noise, rgb, scaled, step
from mediamill_procedural.painter.easel import Easel, Stand
from mediamill_procedural.painter.flora import set_sprite
from mediamill_procedural.painter.gallery import figure_of
from mediamill_procedural.painter.layer import Motion
from mediamill_procedural.painter.modelling import sculpt
from mediamill_procedural.painter.palette import TIMES
from mediamill_procedural.painter.scene import Thing
from mediamill_procedural.painter.sky import opaque, veiled
from mediamill_procedural.painter.sprites import sprite_of
from mediamill_procedural.painter.walls import board_floor, plain_wall, rectangle, tile_floor, tiled_wall

BOARD = rgb("8a5a34")
FLOOR = 0.70  # the row where it begins
MIDDLE = 0.26  # beside the subject: what stands nearer to the middle gives way to it
UNSAID = "room"  # the one that is meant where no other is named


@dataclass(frozen=True, slots=True)
class _Room:
    """One kind of room; see `data/rooms.toml`."""

    walls: str
    floor: str
    tiled: float = 0.0
    window: bool = False
    picture: bool = False
    shelves: bool = False
    more: bool = False  # shelves on the other side too
    rug: bool = False


@dataclass(frozen=True, slots=True)
class _Furniture:
    x: float
    down: float
    tall: float
    made: str = ""
    figure: str = ""


_ROOMS = table("painter", "rooms").section("rooms")
ROOMS = _ROOMS.records(_Room, worded=True)
ROOM_WORDS = called(_ROOMS)
FURNITURE = {
    name: section.records(_Furniture) for name, section in table("painter", "rooms").section("furniture").sections()
}


def build_room(easel: Easel) -> None:
    """The room that the prompt names; what it asks for stands in the middle, and furniture around it."""
    chance, frame, heard = easel.chance("room"), easel.frame, easel.scene.understood
    name = next((name for name, words in ROOM_WORDS.items() if any(word in heard for word in words)), UNSAID)
    room, walls = ROOMS[name], ROOMS[name].walls.split()
    wall = easel.scene.tint or rgb(walls[int(chance.integers(len(walls)))])
    plain_wall(easel, wall)
    if room.tiled:
        tiled_wall(easel, room.tiled, FLOOR, blend(wall, WHITE, 0.6))
    lit = easel.light.side < 0
    if room.window:
        _window(easel, 0.26 if lit else 0.74)
    if room.more:
        _shelves(easel, 0.22)
    if room.shelves:
        _shelves(easel, 0.74 if lit else 0.26)
    if room.picture:
        _picture(easel, 0.72 if lit else 0.28)
    if room.floor == "boards":
        board_floor(easel, FLOOR, BOARD, "floor", 0.4)
    else:
        first, second = room.floor.split()
        tile_floor(easel, FLOOR, rgb(first), rgb(second))
    edge = step(FLOOR - 0.028, FLOOR - 0.026, frame.ys) * step(FLOOR + 0.002, FLOOR, frame.ys) * np.ones_like(frame.xs)
    white = easel.palette.lit(f32([0.93, 0.91, 0.86]), f32(0.6 * np.ones_like(edge)))
    easel.add("skirting", veiled(white, f32(edge)), 0.41, Motion.LAND)
    if room.rug:
        _rug(easel, FLOOR)
    for piece, furniture in FURNITURE[name].items():
        _furnish(easel, piece, furniture, furniture.x if lit else 1 - furniture.x)
    easel.stands["ground"] = Stand(
        lambda _x, nearness: FLOOR + 0.10 + 0.16 * nearness, lambda nearness: 0.6 + 0.3 * nearness
    )


def _furnish(easel: Easel, piece: str, furniture: _Furniture, x: float) -> None:
    """One piece of furniture, unless the prompt names one itself, or needs its place."""
    if easel.scene.shows(piece) or (easel.scene.things and abs(x - 0.5) < MIDDLE):
        return
    tall, chance = furniture.tall * easel.frame.unit, easel.chance(f"furniture {piece}")
    if furniture.figure:
        sprite = sculpt(figure_of(furniture.figure), tall, easel.palette, easel.light, chance)
    else:
        thing = Thing(piece, words=furniture.made)
        sprite = sprite_of(easel, thing, tall, chance, mirrored=x > 0.5)
    set_sprite(easel, piece, sprite, x, FLOOR + furniture.down, 0.5 + furniture.down, Motion.STILL)


def _window(easel: Easel, x: float) -> None:
    """A window with the sky of the hour in it, and its light on the wall."""
    palette, frame = easel.palette, easel.frame
    sky = TIMES[easel.scene.time]
    half, top, bottom = 0.135 * frame.unit / frame.width, 0.14, 0.52
    white = palette.lit(f32([0.94, 0.92, 0.87]), 0.72)
    rectangle(easel, "window frame", (x - half - 0.014, top - 0.016, x + half + 0.014, bottom + 0.016), white, 0.2)
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
        rectangle(easel, "window bar", (a, b, c, d), white, 0.21)
    rectangle(
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
    rectangle(
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
        rectangle(
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
    rectangle(easel, "shelves", (x - half, 0.05, x + half, 0.72), easel.palette.lit(f32(rgb("4a2f1c")), 0.45), 0.2)
    for shelf in range(5):
        bottom = 0.05 + 0.134 * (shelf + 1) - 0.012
        at = x - half + 0.012
        while at < x + half - 0.022:
            wide, tall = float(chance.uniform(0.008, 0.020)), float(chance.uniform(0.070, 0.108))
            hue = scaled(
                rgb(str(chance.choice(["8a2f2a", "2f4f7a", "3f6a4a", "b08a3a", "6a4a7a", "c8b890", "54402f"]))),
                float(chance.uniform(0.8, 1.2)),
            )
            rectangle(
                easel,
                "book spine",
                (at, bottom - tall, at + wide * 0.92, bottom),
                easel.palette.lit(f32(hue), float(chance.uniform(0.45, 0.75))),
                0.21,
            )
            at += wide
        rectangle(
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
