"""Water in the picture: sea, coast, beach, lake, river, waterfall, harbour, island, ice."""

from collections.abc import Callable

import numpy as np

from mediamill_procedural.lexicon import table
from mediamill_procedural.painter.canvas import Colour, Pixels, f32, mix, noise, rgb, step
from mediamill_procedural.painter.cascades import bank, float_on, river, waterfall
from mediamill_procedural.painter.easel import Easel, Stand
from mediamill_procedural.painter.flora import Foot, plant_row, veil
from mediamill_procedural.painter.inventory import ALL_THINGS, GROUND
from mediamill_procedural.painter.land import FOCUS, Ground, Relief, Surface, flecked, lay_ground
from mediamill_procedural.painter.layer import Motion
from mediamill_procedural.painter.openland import (
    ROCK,
    SNOW_WHITE,
    far_mountains,
    grass_of,
    rolling,
    stand_on,
    woods,
)
from mediamill_procedural.painter.sky import paint_sky, veiled
from mediamill_procedural.painter.skyline import far_skyline, gabled_row
from mediamill_procedural.painter.walls import board_floor
from mediamill_procedural.painter.water import BREEZE, CALM, GALE, lay_water

SEA, LAKE, LAGOON = rgb("17567f"), rgb("24566a"), rgb("1f8fa0")
QUAY = 0.80  # the row where the stone begins on which those stand who do not swim
SAND = (rgb("e2c893"), rgb("f0dfb6"))
Height = Callable[[Pixels, Pixels], Pixels]


def build_water(easel: Easel) -> None:
    """Paint one of the kinds with water."""
    paint_sky(easel)
    relief = Relief(easel.chance("relief"))
    if easel.scene.has("mountains"):
        far_mountains(easel, relief, tall=0.85)
    if easel.scene.has("city"):
        far_skyline(easel)
    RECIPES[easel.scene.kind](easel, relief)


def _waves(easel: Easel) -> float:
    rough = easel.scene.weather == "storm" or any(
        word in easel.scene.understood for word in ("rough sea", "tsunami", "waves")
    )
    return GALE if rough else BREEZE


def cliff(
    easel: Easel,
    relief: Relief,
    *,
    side: int,
    name: str = "headland",
    near: float = 2.6,
    far: float = 5.2,
    high: float = 1.7,
    reach: float = 0.52,
    sand: bool = False,
) -> Foot:
    """Land that comes in from one side (-1 left, 1 right), rocky below and green on top."""
    aspect = easel.frame.width / easel.frame.height

    def height(across: Pixels, away: Pixels) -> Pixels:
        x = across / away * FOCUS / aspect + 0.5
        inward = (x if side < 0 else 1.0 - x) + 0.14 * (relief.soft(across, away, 8.0) - 0.5)
        rise = step(reach + 0.06, reach - 0.13, f32(inward)) * step(near, near + 0.3, away) * step(far, far - 0.5, away)
        top = high * (0.80 + 0.5 * (relief.soft(across, away, 9.0) - 0.5)) + 0.10 * relief.crests(across, away, 2.5)
        return f32(rise * top - 0.03)

    def colour(place: Surface) -> Pixels:
        rock = flecked(rgb(ROCK[0]), rgb("9a8a74"), place.relief.soft(place.across, place.away, 2.0))
        bands = 0.86 + 0.2 * place.relief.soft(place.across * 0.3, place.height * 6.0, 3.0)
        green = flecked(*(SAND if sand else grass_of(easel)), place.relief.soft(place.across, place.away, 3.0))
        return mix(rock * bands[..., None], green, step(0.46, 0.30, place.slope) * step(0.3, 0.7, place.height))

    return lay_ground(easel, Ground(name, near, far, height, colour, 0.42, shine=1.4, sunk=0.0), relief)


def _sea(easel: Easel, relief: Relief) -> None:
    if any(thing.name in LAND_THINGS for thing in easel.scene.things):
        _coast(easel, relief)
        return
    lay_water(easel, line=easel.horizon, body=SEA, waves=_waves(easel))
    float_on(easel)


LAND_THINGS = table("painter", "scenes").text("land things").split()


def _coast(easel: Easel, relief: Relief) -> None:
    side = 1 if easel.light.x < 0.5 else -1
    lay_water(easel, line=easel.horizon, body=SEA, waves=_waves(easel), depth=0.3)
    foot = cliff(easel, relief, side=side)
    _surf(easel, side)
    float_on(easel, depth=0.45)
    low, high = (0.06, 0.22) if side < 0 else (0.78, 0.94)
    easel.stands["ground"] = Stand(
        lambda x, nearness: foot(x, 4.15 - 0.5 * nearness), lambda _nearness: 0.44, left=low, right=high, shadow=False
    )


def _surf(easel: Easel, side: int) -> None:
    """Foam where the land meets the water."""
    frame, chance = easel.frame, easel.chance("surf")
    land = next(layer for layer in easel.layers if layer.name == "headland")
    cover = np.zeros((frame.rows, frame.columns), np.float32)
    rows = min(land.pixels.shape[0], frame.rows - land.top)
    cover[land.top : land.top + rows] = land.pixels[:rows, :, 3]
    bottom = frame.rows - 1 - np.argmax(cover[::-1] > 0.5, axis=0)
    present = cover.max(axis=0) > 0.5
    rough = noise(chance, frame.rows, frame.columns, cells=46, octaves=4, stretch=2.2)
    below = (np.arange(frame.rows)[:, None] - bottom[None, :]) / frame.unit
    foam = np.exp(-np.square(below / 0.010)) * step(0.40, 0.62, rough) * present[None, :]
    colour = easel.palette.lit(f32([0.95, 0.97, 1.0]), 0.85)
    easel.add("surf", veiled(colour, f32(foam)), 0.43, Motion.WATER, heading=side)


def _beach(easel: Easel, relief: Relief) -> None:
    tropic = easel.scene.kind == "tropics"
    if tropic:
        rolling(
            easel,
            relief,
            "far island",
            near=12.0,
            far=26.0,
            high=5.0,
            size=24.0,
            depth=0.15,
            colours=(rgb("3f7a44"), rgb("6a9a4c")),
            level=-1.0,
        )
    lay_water(
        easel, line=easel.horizon, body=LAGOON if tropic else SEA, waves=0.7, clear=0.85 if tropic else 0.45, depth=0.3
    )
    float_on(easel, far=0.03, near=0.14, depth=0.35)
    side = 1 if easel.light.x < 0.5 else -1
    foot = _sand(easel, relief, side)
    stand_on(easel, foot, near=1.25, far=1.9, depth=0.6)
    if tropic or easel.scene.shows("palm"):
        low, high = (0.55, 1.2) if side > 0 else (-0.2, 0.45)
        plant_row(
            easel,
            "palms",
            ("palm",),
            foot,
            distance=1.75,
            spread=0.2,
            count=7,
            height=1.55,
            depth=0.66,
            gap=(-0.3, low) if side > 0 else (high, 1.3),
        )


def _sand(easel: Easel, relief: Relief, side: int) -> Foot:
    """Sand in front that runs down into the water, with a seam of foam."""
    frame, chance, horizon = easel.frame, easel.chance("shore"), easel.horizon
    start = horizon + (1.0 - horizon) * 0.50
    curve = noise(chance, 4, frame.columns, cells=2.2, octaves=4, gain=0.4, stretch=0.01)[1]
    edge = start + 0.16 * (0.5 - frame.xs[0]) * side + 0.09 * (curve - 0.5)
    away = f32(FOCUS / np.maximum(frame.ys - horizon, 0.02))
    across = f32((frame.xs - 0.5) * frame.width / frame.height / FOCUS * away)
    broad = np.broadcast_to(away, across.shape)
    grain = relief.soft(across, f32(broad), 0.5) * 0.4 + relief.soft(across, f32(broad), 2.4) * 0.6
    inland = (frame.ys - edge[None, :]) / 0.10
    dry = step(0.1, 1.1, f32(inland))
    sand = mix(f32(SAND[0])[None, None] * 0.70, mix(f32(SAND[0])[None, None], f32(SAND[1]), grain), dry)
    light = 0.72 + 0.5 * (grain - 0.5)
    colour = easel.palette.lit(sand, f32(light))
    wet = mix(colour, f32(easel.palette.horizon), f32((1 - dry) * 0.35))
    alpha = step(-0.02, 0.03, f32(inland))
    easel.add("sand", veiled(wet, alpha), 0.55, Motion.LAND)
    lace = noise(chance, frame.rows, frame.columns, cells=34, octaves=5, gain=0.6, stretch=1.6)
    foam = np.zeros_like(alpha)
    for shift, thick in ((0.0, 0.09), (-0.55, 0.07), (-1.15, 0.05)):
        line = np.exp(-np.square((inland - shift) / thick)) + 0.55 * step(shift - 0.42, shift, f32(inland)) * step(
            shift + 0.02, shift, f32(inland)
        )
        foam = np.maximum(foam, f32(line * step(0.34 - shift * 0.1, 0.60, lace)))
    easel.add(
        "surf",
        veiled(easel.palette.lit(f32([0.97, 0.98, 1.0]), 0.9), f32(np.clip(foam, 0, 0.95))),
        0.56,
        Motion.WATER,
        pace=0.5,
    )
    return lambda _x, distance: min(0.97, start + (0.97 - start) * min(1.0, max(0.25, 1.2 / distance * 1.3 - 0.45)))


def _lake(easel: Easel, relief: Relief) -> None:
    foot = rolling(
        easel,
        relief,
        "far shore",
        near=4.0,
        far=14.0,
        high=2.0,
        size=24.0,
        depth=0.22,
        colours=grass_of(easel),
        level=0.35,
    )
    species = (
        ("birch",) if easel.scene.has("birches") else ("pine", "tree") if easel.scene.season != "winter" else ("pine",)
    )
    woods(
        easel,
        species,
        foot,
        distance=6.4,
        count=64 if easel.scene.has("forest", "birches") else 40,
        height=0.9,
        depth=0.25,
        name="trees on the shore",
    )
    veil(easel, easel.horizon + 0.015, 0.02, 0.3, 0.26)
    ice = easel.scene.season == "winter"
    lay_water(
        easel, line=easel.horizon + 0.035, body=rgb("9fc0d6") if ice else LAKE, waves=0.15 if ice else CALM, depth=0.35
    )
    float_on(easel, far=0.07, near=0.30, depth=0.4)
    shore = easel.horizon + 0.037
    easel.stands["far shore"] = Stand(lambda _x, _nearness: shore, lambda _nearness: 0.36, mirrored=True, shadow=False)
    bank(easel, relief)


def _island(easel: Easel, relief: Relief) -> None:
    frame = easel.frame
    aspect = frame.width / frame.height
    centre = 0.60 if easel.light.x < 0.5 else 0.40
    line = easel.horizon

    def height(across: Pixels, away: Pixels) -> Pixels:
        x = (across / away * FOCUS / aspect + 0.5 - centre) * aspect
        round_ = np.square(x / 0.34) + np.square((away - 5.2) / 1.5) + 0.5 * (relief.soft(across, away, 5.0) - 0.5)
        return f32(np.clip(1.0 - round_, -0.1, 1) * 1.15 - 0.04)

    def colour(place: Surface) -> Pixels:
        green = flecked(*grass_of(easel), place.relief.soft(place.across, place.away, 2.0))
        return mix(f32(SAND[1])[None, None], green, step(0.10, 0.24, place.height))

    lay_water(easel, line=line, body=LAGOON, waves=0.8, clear=0.6, depth=0.3)
    foot = lay_ground(easel, Ground("headland", 3.6, 7.0, height, colour, 0.42, sunk=0.0), relief)
    _surf(easel, 0)
    float_on(easel, far=0.16, near=0.32, depth=0.5)
    low, high = centre - 0.14, centre + 0.14
    easel.stands["ground"] = Stand(
        lambda x, _nearness: foot(x, 5.0), lambda _nearness: 0.45, left=low, right=high, shadow=False
    )


def _arctic(easel: Easel, relief: Relief) -> None:
    def height(across: Pixels, away: Pixels) -> Pixels:
        form = np.clip(relief.soft(across, away, 18.0) - 0.48, 0.0, 1.0) * 14.0
        block = np.minimum(form, 1.3 + 1.2 * relief.soft(across, away, 11.0)) + 0.5 * relief.crests(
            across, away, 4.0
        ) * (form > 0.05)
        return f32(block * step(5.0, 8.0, away) - 0.02)

    def colour(place: Surface) -> Pixels:
        return mix(f32(rgb("a9cfe8"))[None, None], f32(SNOW_WHITE), step(0.75, 0.25, place.slope))

    lay_ground(easel, Ground("icebergs", 5.0, 22.0, height, colour, 0.2, shine=1.3), relief)
    lay_water(easel, line=easel.horizon + 0.02, body=rgb("1f5f86"), waves=0.45, depth=0.3)
    float_on(easel, far=0.05, near=0.16, depth=0.4)
    foot = _floe(easel, relief)
    easel.stands["ground"] = Stand(
        lambda x, nearness: foot(x, 2.4 * (1.3 / 2.4) ** nearness), lambda _nearness: 0.62, left=0.12, right=0.88
    )


def _floe(easel: Easel, relief: Relief) -> Foot:
    frame, chance = easel.frame, easel.chance("floe")
    count = len(easel.layers)
    colours: tuple[Colour, Colour] = (SNOW_WHITE, rgb("d4e4f2"))
    foot = rolling(
        easel, relief, "ice", near=0.72, far=3.2, high=0.12, size=8.0, depth=0.55, colours=colours, grain=0.2
    )
    layer = easel.layers[count]
    ys = frame.ys[layer.top : layer.top + layer.pixels.shape[0]]
    edge = noise(chance, 4, frame.columns, cells=5, octaves=5, gain=0.5, stretch=0.01)[1]
    line = easel.horizon + 0.235 + 0.07 * (edge - 0.5)
    alpha = step(0.0, 0.004, f32(ys - line[None, :]))
    layer.pixels[...] *= alpha[..., None]
    rim = np.exp(-np.clip(ys - line[None, :], 0, 1) / 0.008) * alpha
    ice = easel.palette.lit(f32(rgb("7fb6d8")), 0.5)
    layer.pixels[..., :3] = mix(layer.pixels[..., :3], ice * alpha[..., None], f32(rim * 0.8))
    return foot


def _harbour(easel: Easel, relief: Relief) -> None:
    rolling(
        easel,
        relief,
        "far hills",
        near=8.0,
        far=22.0,
        high=3.0,
        size=26.0,
        depth=0.16,
        colours=grass_of(easel),
        level=0.5,
    )
    gabled_row(easel, easel.horizon + 0.052)
    lay_water(easel, line=easel.horizon + 0.05, body=rgb("2a5f74"), waves=CALM, depth=0.35)
    float_on(easel, far=0.10, near=0.36, depth=0.42)
    if any(ALL_THINGS[thing.name].habitat == GROUND for thing in easel.scene.things if thing.name in ALL_THINGS):
        board_floor(easel, QUAY, rgb("8c867c"), "quay", 0.55, planks=3.0)
        easel.stands["ground"] = Stand(
            lambda _x, nearness: QUAY + 0.05 + 0.12 * nearness, lambda nearness: 0.6 + 0.3 * nearness
        )


RECIPES: dict[str, Callable[[Easel, Relief], None]] = {
    "arctic": _arctic,
    "beach": _beach,
    "coast": _coast,
    "harbour": _harbour,
    "island": _island,
    "lake": _lake,
    "river": river,
    "sea": _sea,
    "tropics": _beach,
    "waterfall": waterfall,
}
