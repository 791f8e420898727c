"""Where people and plants keep close: woods, village, castle hill, garden, park, road, volcano."""

from collections.abc import Callable
from functools import partial

import numpy as np

from mediamill_procedural.painter import woods as woodland
from mediamill_procedural.painter.canvas import Pixels, blurred, f32, mix, noise, rgb, step
from mediamill_procedural.painter.easel import Easel, Stand
from mediamill_procedural.painter.flora import (
    Foot,
    air_before,
    plant_row,
    set_sprite,
    strew_flowers,
)
from mediamill_procedural.painter.gallery import figure_of
from mediamill_procedural.painter.land import FOCUS, Ground, Relief, Surface, flecked, lay_ground
from mediamill_procedural.painter.layer import Motion
from mediamill_procedural.painter.modelling import sculpt
from mediamill_procedural.painter.openland import far_mountains, foreground, grass_of, rolling, stand_on, woods
from mediamill_procedural.painter.sky import paint_sky, veiled


def build_settled(easel: Easel) -> None:
    """Paint one of the kinds of this room."""
    paint_sky(easel)
    relief = Relief(easel.chance("relief"))
    RECIPES[easel.scene.kind](easel, relief)


def _village(easel: Easel, relief: Relief) -> None:
    if easel.scene.has("mountains"):
        far_mountains(easel, relief, tall=0.85)
    rolling(
        easel,
        relief,
        "far hills",
        near=7.0,
        far=22.0,
        high=3.2,
        size=26.0,
        depth=0.16,
        colours=grass_of(easel),
        level=0.4,
    )
    foot = rolling(
        easel,
        relief,
        "village hill",
        near=3.0,
        far=9.0,
        high=1.2,
        size=16.0,
        depth=0.3,
        colours=grass_of(easel),
        level=0.2,
    )
    chance, frame = easel.chance("village"), easel.frame
    church = float(chance.uniform(0.4, 0.6))
    places = [(church, 5.4, "church", 2.0)]
    for number in range(15):
        x = float(np.clip(0.08 + 0.84 * number / 14 + chance.normal(0, 0.02), 0.03, 0.97))
        away = float(chance.uniform(3.7, 5.6))
        places.append((x, away, "cottage" if chance.random() < 0.4 else "house", float(chance.uniform(0.62, 0.85))))
    for x, away, name, tall in sorted(places, key=lambda place: -place[1]):
        colour = (
            rgb(str(chance.choice(["e6d6b8", "d9c2a0", "e9e2d4", "d8b08a", "cfd3cc"]))) if name != "cottage" else None
        )
        figure = figure_of(name)
        sprite = sculpt(
            figure,
            tall * FOCUS * frame.height / away,
            easel.palette,
            easel.light,
            chance,
            colour=colour,
            mirrored=bool(chance.random() < 0.5),
            distance=air_before(easel, away),
        )
        set_sprite(easel, name, sprite, x, foot(x, away), 0.32, Motion.STILL)
    woods(easel, ("tree",), foot, distance=3.6, count=12, height=0.6, depth=0.38)
    foreground(easel, relief)


def _castle(easel: Easel, relief: Relief) -> None:
    rolling(
        easel,
        relief,
        "far hills",
        near=8.0,
        far=22.0,
        high=3.0,
        size=28.0,
        depth=0.16,
        colours=grass_of(easel),
        level=0.4,
    )
    centre = 0.40 if easel.light.x > 0.5 else 0.60
    aspect = easel.frame.width / easel.frame.height

    def height(across: Pixels, away: Pixels) -> Pixels:
        x = (across / away * FOCUS / aspect + 0.5 - centre) * aspect
        mound = np.exp(-np.square(x / 0.28)) * 1.5 * step(3.4, 5.0, away)
        return f32(mound + (relief.soft(across, away, 9.0) - 0.5) * 0.5)

    def colour(place: Surface) -> Pixels:
        rock = flecked(rgb("6a625c"), rgb("948b80"), place.relief.soft(place.across, place.away, 2.5))
        green = flecked(*grass_of(easel), place.relief.soft(place.across, place.away, 4.0))
        return mix(green, rock, step(0.14, 0.4, place.slope))

    foot = lay_ground(easel, Ground("castle hill", 3.2, 9.0, height, colour, 0.3, shine=1.2), relief)
    if not easel.scene.shows("castle"):
        sprite = sculpt(
            figure_of("castle"),
            0.34 * easel.frame.unit,
            easel.palette,
            easel.light,
            easel.chance("castle"),
            distance=0.12,
        )
        set_sprite(easel, "castle", sprite, centre, foot(centre, 5.0) + 0.015, 0.32, Motion.STILL)
    woods(easel, ("pine", "tree"), foot, distance=4.4, count=22, height=0.42, depth=0.36)
    foreground(easel, relief)


def _beside(foot: Foot, side: float, _x: float, distance: float) -> float:
    """The ground along one edge of the picture."""
    return foot(side, distance)


def _garden(easel: Easel, relief: Relief) -> None:
    foot = rolling(
        easel, relief, "lawn", near=0.72, far=8.0, high=0.25, size=11.0, depth=0.4, colours=grass_of(easel), grain=0.26
    )
    plant_row(
        easel,
        "garden trees",
        ("tree", "cherry tree") if easel.scene.season == "spring" else ("tree",),
        foot,
        distance=5.2,
        spread=0.6,
        count=14,
        height=1.5,
        depth=0.42,
    )
    plant_row(easel, "hedge", ("bush",), foot, distance=4.0, spread=0.25, count=34, height=0.42, depth=0.44)
    _path(easel)
    if easel.scene.season != "winter":
        for side in (0.13, 0.87):
            plant_row(
                easel,
                f"flower bushes {side}",
                ("bush",),
                partial(_beside, foot, side),
                distance=2.6,
                spread=0.8,
                count=7,
                height=0.30,
                depth=0.5,
                gap=(0.22, 0.78),
            )
        strew_flowers(easel, foot, near=1.3, far=4.2, count=420, depth=0.52, size=0.07)
    stand_on(easel, foot, near=1.35, far=3.0, depth=0.6)


def _park(easel: Easel, relief: Relief) -> None:
    foot = rolling(
        easel, relief, "lawn", near=0.72, far=9.0, high=0.35, size=12.0, depth=0.4, colours=grass_of(easel), grain=0.28
    )
    woods(easel, ("tree",), foot, distance=7.0, count=36, height=1.3, depth=0.42, name="far trees")
    _path(easel)
    plant_row(
        easel, "avenue", ("tree",), foot, distance=3.6, spread=1.0, count=9, height=1.9, depth=0.46, gap=(0.28, 0.72)
    )
    chance = easel.chance("park")
    for name, x, away, tall in (("lamppost", 0.69, 2.6, 0.85), ("bench", 0.29, 2.2, 0.30)):
        if not easel.scene.shows(name):
            sprite = sculpt(
                figure_of(name), tall * FOCUS * easel.frame.height / away, easel.palette, easel.light, chance
            )
            set_sprite(easel, name, sprite, x, foot(x, away), 0.55, Motion.STILL)
    stand_on(easel, foot, near=1.35, far=3.0, depth=0.6)


def _path(easel: Easel, *, wide: float = 0.30, hue: str = "cdb48a", name: str = "path", bend: float = 0.30) -> None:
    """A way that winds from the foreground to the horizon."""
    frame, horizon, chance = easel.frame, easel.horizon, easel.chance(name)
    t = np.clip((frame.ys - horizon - 0.03) / (1.0 - horizon - 0.03), 0.0, 1.25)
    swing = float(chance.choice([-1.0, 1.0])) * bend
    middle = 0.5 + swing * np.sin(np.sqrt(t) * 4.4) * (0.10 + 0.35 * t) * (1.3 - t)
    half = (0.006 + wide * 0.5 * t**1.35) * frame.height / frame.width
    grain = noise(chance, frame.rows, frame.columns, cells=70, octaves=4, stretch=1.6)
    edge = np.abs(frame.xs - middle) / half + 0.35 * (grain - 0.5)
    alpha = step(1.04, 0.94, f32(edge)) * (frame.ys > horizon + 0.03) * step(0.0, 0.05, t)
    base = f32(rgb(hue)) * f32(0.88 + 0.34 * (grain - 0.5))[..., None]
    if easel.scene.season == "winter":
        base = mix(base, f32([0.86, 0.89, 0.94]), 0.8)
    easel.add(
        name, veiled(easel.palette.lit(f32(base), f32(0.62 + 0.3 * (grain - 0.5))), f32(alpha)), 0.45, Motion.LAND
    )


def _road(easel: Easel, relief: Relief) -> None:
    far_mountains(easel, relief, tall=0.6) if easel.scene.has("mountains", "road") else None
    rolling(
        easel,
        relief,
        "far hills",
        near=7.0,
        far=20.0,
        high=1.8,
        size=28.0,
        depth=0.18,
        colours=grass_of(easel),
        level=0.1,
    )
    foot = rolling(
        easel, relief, "plain", near=0.72, far=9.0, high=0.12, size=13.0, depth=0.4, colours=grass_of(easel), grain=0.32
    )
    woods(easel, ("tree", "pine"), foot, distance=6.5, count=20, height=0.8, depth=0.42)
    frame, horizon, chance = easel.frame, easel.horizon, easel.chance("road")
    away = f32(FOCUS / np.maximum(frame.ys - horizon - 0.004, 0.004))
    across = (frame.xs - 0.5) * frame.width / frame.height / FOCUS * away + 0.10 * np.sin(
        np.log(np.clip(away, 0.5, 40)) * 2.2
    ) * np.clip(away - 1.2, 0, 9)
    grain = noise(chance, frame.rows, frame.columns, cells=90, octaves=3)
    alpha = step(0.93, 0.90, f32(np.abs(across))) * (frame.ys > horizon + 0.006)
    base = f32(rgb("5a5b60")) * f32(0.92 + 0.3 * (grain - 0.5) * np.clip(2 / away, 0, 1))[..., None]
    dashes = step(0.030, 0.022, f32(np.abs(across))) * (np.sin(away * 5.0) > 0.0) + step(
        0.86, 0.85, f32(np.abs(across))
    ) * step(0.82, 0.83, f32(np.abs(across)))
    base = mix(f32(base), f32([0.92, 0.90, 0.84]), f32(np.clip(dashes, 0, 1) * np.clip(7 / away, 0, 1)))
    colour = easel.palette.lit(base, f32(np.full(alpha.shape, 0.62, np.float32)))
    easel.add("road", veiled(colour, f32(alpha)), 0.45, Motion.LAND)
    plant_row(
        easel, "roadside", ("tree",), foot, distance=3.0, spread=0.6, count=7, height=1.5, depth=0.5, gap=(0.14, 0.86)
    )
    easel.stands["ground"] = Stand(
        lambda _x, nearness: horizon + 0.13 + 0.20 * nearness, lambda nearness: 0.6 + 0.25 * nearness
    )


def _volcano(easel: Easel, relief: Relief) -> None:
    aspect = easel.frame.width / easel.frame.height
    centre = 0.42 if easel.light.x > 0.5 else 0.58

    def height(across: Pixels, away: Pixels) -> Pixels:
        x, z = across - (centre - 0.5) * aspect / FOCUS * 13.0, away - 13.0
        radius = np.hypot(x, z) + (relief.soft(across, away, 9.0) - 0.5) * 1.1
        cone = 8.6 * np.exp(-radius / 4.4)
        return f32(
            np.minimum(cone, 6.3 + 0.5 * relief.crests(across, away, 2.0))
            + relief.crests(across, away, 5.0) * 0.5 * step(6.0, 9.0, away)
            - 0.3
        )

    def colour(place: Surface) -> Pixels:
        rock = flecked(rgb("3a302e"), rgb("6a5148"), place.relief.soft(place.across, place.away, 3.0))
        return mix(
            rock,
            flecked(*grass_of(easel), place.relief.soft(place.across, place.away, 4.0)) * 0.7,
            step(2.0, 0.4, place.height),
        )

    _smoke(easel, centre)
    foot = lay_ground(easel, Ground("volcano", 6.5, 24.0, height, colour, 0.2, shine=1.3, haze=0.6), relief)
    rolling(
        easel, relief, "plain", near=3.4, far=10.0, high=1.0, size=15.0, depth=0.3, colours=grass_of(easel), level=0.15
    )
    top = min(foot(centre, away) for away in (11.5, 12.0, 12.5, 13.0))
    _lava(easel, centre, top)
    foreground(easel, relief)


def _smoke(easel: Easel, centre: float) -> None:
    frame, chance = easel.frame, easel.chance("smoke")
    top = 0.24
    rise = np.clip((top + 0.03 - frame.ys) / 0.5, 0, 1.2)
    billow = noise(chance, frame.rows, frame.columns, cells=9, octaves=6, gain=0.55)
    lean = 0.22 * rise**1.4
    away = np.abs(frame.xs - centre - lean) / (0.035 + 0.26 * rise)
    alpha = step(1.0, 0.45, f32(away + 1.0 * (billow - 0.5))) * (frame.ys < top + 0.04) * step(1.2, 0.5, rise) * 0.93
    shade = 0.30 + 0.55 * (billow - 0.3)
    colour = easel.palette.lit(f32([0.42, 0.38, 0.38]), f32(shade + 0.3))
    glow = np.exp(
        -np.hypot((frame.xs - centre) * frame.width / frame.unit, (frame.ys - top) * frame.height / frame.unit) * 9.0
    )
    colour = colour + f32([1.0, 0.38, 0.10]) * f32(glow * (0.45 + 0.5 * easel.night))[..., None]
    easel.add("smoke", veiled(f32(colour), f32(alpha)), 0.18, Motion.RISE, heading=1, pace=0.4)


def _lava(easel: Easel, centre: float, top: float) -> None:
    frame, chance = easel.frame, easel.chance("lava")
    lines = np.zeros((frame.rows, frame.columns), np.float32)
    for number in range(4):
        t = np.clip((frame.ys - top) / (easel.horizon - top), 0, 1)
        wobble = noise(chance, frame.rows, 4, cells=0.6, octaves=5, gain=0.5, stretch=30)[:, 1:2] - 0.5
        middle = centre + (number - 1.5) * 0.018 + (number - 1.5) * 0.085 * t + 0.06 * wobble * t
        half = 0.0045 + 0.004 * np.sin(9 * t + number)
        end = 0.55 + 0.13 * number % 0.4
        lines = np.maximum(
            lines,
            step(1.3, 0.5, f32(np.abs(frame.xs - middle) / half)) * (frame.ys > top) * step(end + 0.2, end, f32(t)),
        )
    hot = (
        f32(lines)[..., None] * f32([1.0, 0.42, 0.10])
        + blurred(f32(lines), 0.008 * frame.unit)[..., None] * f32([1.0, 0.35, 0.08]) * 1.6
    )
    easel.add("lava", f32(np.dstack([hot, lines * 0.9])), 0.22, Motion.GLOW, pace=0.5)


RECIPES: dict[str, Callable[[Easel, Relief], None]] = {
    "birches": woodland.birches,
    "castle": _castle,
    "forest": woodland.forest,
    "garden": _garden,
    "jungle": woodland.jungle,
    "park": _park,
    "road": _road,
    "village": _village,
    "volcano": _volcano,
}
