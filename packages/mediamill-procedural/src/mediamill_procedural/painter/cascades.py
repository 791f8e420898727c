"""Running water: a river between its banks, a waterfall in a wall of rock; the near bank of a lake."""

from dataclasses import replace

import numpy as np

from mediamill_procedural.painter.canvas import Pixels, f32, mix, noise, rgb, step
from mediamill_procedural.painter.easel import Easel, Stand
from mediamill_procedural.painter.flora import plant_row
from mediamill_procedural.painter.land import FOCUS, Ground, Relief, Surface, flecked, lay_ground
from mediamill_procedural.painter.layer import Motion
from mediamill_procedural.painter.openland import grass_of, rolling, woods
from mediamill_procedural.painter.sky import veiled
from mediamill_procedural.painter.water import lay_water


def bank(easel: Easel, relief: Relief) -> None:
    """A grassy corner in front on which things of the land may stand."""
    side = -1 if easel.light.x > 0.5 else 1
    aspect = easel.frame.width / easel.frame.height

    def height(across: Pixels, away: Pixels) -> Pixels:
        x = across / away * FOCUS / aspect + 0.5
        inward = (x if side < 0 else 1.0 - x) + 0.16 * (relief.soft(across, away, 5.0) - 0.5) + 0.10 * (away - 1.3)
        return f32(0.22 - 0.75 * step(0.30, 0.62, f32(inward)))

    colours = grass_of(easel)

    def colour(place: Surface) -> Pixels:
        return flecked(*colours, place.relief.soft(place.across, place.away, 3.0)) * 0.92

    layers = len(easel.layers)
    foot = lay_ground(easel, Ground("bank", 0.7, 3.4, height, colour, 0.6, grain=0.3), relief)
    _cut(easel, layers, side)
    low, high = (0.04, 0.30) if side < 0 else (0.70, 0.96)
    easel.stands["ground"] = Stand(
        lambda x, nearness: min(0.96, foot(x, 1.75 - 0.5 * nearness)), lambda _nearness: 0.66, left=low, right=high
    )
    away = (0.50, 0.92) if side < 0 else (0.08, 0.50)
    easel.stands["water"] = replace(easel.stands["water"], left=away[0], right=away[1])


def _cut(easel: Easel, index: int, side: int) -> None:
    """Let the bank end where it dips below the water."""
    layer = easel.layers[index]
    frame, chance = easel.frame, easel.chance("bank")
    wobble = noise(chance, frame.rows, 4, cells=0.5, octaves=5, gain=0.5, stretch=40)[:, 1:2]
    ys = frame.ys[layer.top : layer.top + layer.pixels.shape[0]]
    slope = np.clip((ys - 0.70) / 0.30, 0.0, 1.2)
    reach = 0.02 + 0.44 * np.sqrt(slope) + 0.05 * (wobble[layer.top : layer.top + len(ys)] - 0.5)
    inward = frame.xs if side < 0 else 1.0 - frame.xs
    alpha = step(0.0, 0.004, f32(reach - inward)) * (ys > 0.70)
    layer.pixels[...] *= alpha[..., None]


RIVER = rgb("35605f")


def river(easel: Easel, relief: Relief) -> None:
    """A river that winds towards the eye."""
    foot = rolling(
        easel,
        relief,
        "far hills",
        near=4.5,
        far=15.0,
        high=2.6,
        size=24.0,
        depth=0.2,
        colours=grass_of(easel),
        level=0.3,
    )
    woods(easel, ("tree", "pine"), foot, distance=6.6, count=44, height=0.85, depth=0.25, name="far trees")
    lay_water(easel, line=easel.horizon + 0.03, body=RIVER, waves=0.6, depth=0.35)
    float_on(easel, far=0.10, near=0.33, depth=0.4)
    shore = easel.horizon + 0.033
    easel.stands["far shore"] = Stand(lambda _x, _nearness: shore, lambda _nearness: 0.36, shadow=False)
    _banks(easel, relief)


def _banks(easel: Easel, relief: Relief, bend: float = 0.35) -> None:
    """Meadows on both sides of water that winds into the distance."""
    frame, chance = easel.frame, easel.chance("banks")
    horizon = easel.horizon
    count = len(easel.layers)
    colours = grass_of(easel)
    foot = rolling(
        easel, relief, "banks", near=0.72, far=9.0, high=0.35, size=12.0, depth=0.5, colours=colours, grain=0.34
    )
    layer = easel.layers[count]
    ys = frame.ys[layer.top : layer.top + layer.pixels.shape[0]]
    t = np.clip((ys - horizon - 0.025) / (1.0 - horizon), 0.0, 1.3)
    swing = float(chance.uniform(0.7, 1.0)) * bend * (1 if chance.random() < 0.5 else -1)

    def channel(down: Pixels) -> tuple[Pixels, Pixels]:
        middle = 0.5 + swing * np.sin(np.sqrt(down) * 5.2) * (0.12 + 0.55 * down) - swing * 0.2
        return f32(middle), f32(0.012 + 0.26 * down**1.25)

    def at_row(row: float) -> tuple[float, float]:
        middle, half = channel(f32(np.clip((row - horizon - 0.025) / (1.0 - horizon), 0.0, 1.3)))
        return float(middle), float(half)

    middle, half = channel(t)
    easel.stands["water"] = replace(easel.stands["water"], channel=at_row)
    ragged = noise(chance, len(ys), 8, cells=0.4, octaves=5, gain=0.55, stretch=60)[:, 3:4] - 0.5
    away = np.abs(frame.xs - middle) - half + 0.05 * ragged * (0.2 + t)
    layer.pixels[...] *= step(0.0, 0.006, f32(away))[..., None]
    shade = np.exp(-np.clip(away, 0, 1) / (0.006 + 0.02 * t)) * (away > 0)
    layer.pixels[..., :3] *= f32(1.0 - 0.35 * shade)[..., None]
    easel.stands["ground"] = Stand(
        lambda x, nearness: min(0.96, foot(x, 2.4 * (1.3 / 2.4) ** nearness)),
        lambda _nearness: 0.6,
        left=0.04,
        right=0.22,
    )
    plant_row(
        easel,
        "trees on the bank",
        ("willow", "tree"),
        foot,
        distance=2.9,
        spread=0.4,
        count=6,
        height=1.0,
        depth=0.56,
        gap=(0.12, 0.9),
    )


def waterfall(easel: Easel, relief: Relief) -> None:
    """Water that falls into a pool."""
    frame, chance = easel.frame, easel.chance("fall")
    centre, half = float(chance.uniform(0.44, 0.56)), 0.085
    green, horizon = grass_of(easel), easel.horizon

    def height(across: Pixels, away: Pixels) -> Pixels:
        x = across / away * FOCUS / (frame.width / frame.height) + 0.5
        gap = 0.9 * np.exp(-np.square((x - centre) / (half * 1.25)))
        wall = 2.5 + 1.3 * (relief.soft(across, away, 5.0) - 0.5) + 0.5 * relief.crests(across, away, 2.2)
        return f32(wall * step(4.4, 4.75, away) * (1.0 - 0.35 * gap))

    def colour(place: Surface) -> Pixels:
        rock = flecked(rgb("4d4a45"), rgb("8a8074"), place.relief.crests(place.across * 1.5, place.height * 3.0, 6.0))
        grown = flecked(green[0], rgb("3f6a30"), place.relief.soft(place.across, place.away, 2.0))
        return mix(rock, grown, step(0.50, 0.30, place.slope))

    foot = lay_ground(easel, Ground("rock wall", 4.3, 7.0, height, colour, 0.3, shine=1.4), relief)
    woods(easel, ("pine", "tree"), foot, distance=5.6, count=26, height=0.8, depth=0.31, name="trees above")
    top = min(foot(centre, 4.72), foot(centre, 4.9))
    xs = (frame.xs - centre) / (half * (0.85 + 0.35 * np.clip((frame.ys - top) / (horizon - top), 0, 1)))
    streaks = noise(chance, frame.rows, frame.columns, cells=60, octaves=4, gain=0.6, stretch=0.10)
    alpha = (
        step(1.0, 0.72, f32(np.abs(xs) + 0.5 * (streaks - 0.5)))
        * step(top - 0.004, top + 0.01, frame.ys)
        * step(horizon + 0.075, horizon + 0.05, frame.ys)
    )
    white = easel.palette.lit(f32([0.93, 0.97, 1.0]), f32(0.55 + 0.75 * (streaks - 0.35)))
    lay_water(easel, line=horizon + 0.055, body=rgb("2f7a80"), waves=0.8, depth=0.35)
    easel.add("waterfall", veiled(white, f32(alpha)), 0.36, Motion.FALLING_WATER)
    spray = (
        np.exp(-np.square((frame.xs - centre) / 0.17)) * np.exp(-np.square((frame.ys - horizon - 0.055) / 0.045)) * 0.75
    )
    easel.add("spray", veiled(easel.palette.lit(f32([0.96, 0.98, 1.0]), 0.8), f32(spray)), 0.37, Motion.MIST)
    float_on(easel, far=0.14, near=0.30)
    bank(easel, relief)


def float_on(easel: Easel, *, far: float = 0.05, near: float = 0.30, depth: float = 0.45) -> None:
    """Boats lie on the water between two rows below the horizon; those on land may stand there if nowhere else."""

    def row(_x: float, nearness: float) -> float:
        return easel.horizon + far + (near - far) * nearness

    stand = Stand(row, lambda nearness: depth + 0.25 * nearness, mirrored=True, shadow=False)
    easel.stands["water"] = stand
    easel.stands.setdefault("ground", stand)
