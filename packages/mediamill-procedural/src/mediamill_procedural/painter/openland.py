"""Open country: mountains, hills, meadows, deserts, fields, snow; stacks of grounds and what grows on them."""

from collections.abc import Callable

import numpy as np

from mediamill_procedural.painter.canvas import Colour, Pixels, blend, f32, mix, rgb, step
from mediamill_procedural.painter.easel import Easel, Stand
from mediamill_procedural.painter.flora import Foot, grow_grass, plant_row, strew_flowers, veil
from mediamill_procedural.painter.land import Field, Ground, Relief, Surface, flecked, lay_ground, snow_cover
from mediamill_procedural.painter.sky import paint_sky

NEAREST, FARTHEST = 1.22, 4.6  # distances at which things may stand
SNOW_WHITE = rgb("eff4fa")
GRASS = ("4f8a36", "86a648")
DRY = ("b39a4c", "d2bb6c")
ROCK = ("6a625c", "948b80")
SAND = ("d9a860", "e8c384")
RED_ROCK = ("a85432", "d08a58")


def build_land(easel: Easel) -> None:
    """Paint one of the open kinds."""
    paint_sky(easel)
    relief = Relief(easel.chance("relief"))
    RECIPES[easel.scene.kind](easel, relief)


def far_mountains(
    easel: Easel, relief: Relief, *, tall: float = 1.0, snow_line: float | None = None, reds: bool = False
) -> None:
    """A range across the background, alpine, with snow above a line."""
    line = snow_line if snow_line is not None else (0.6 if easel.scene.season == "winter" else 3.0)

    def height(across: Pixels, away: Pixels) -> Pixels:
        rise = step(7.0, 12.0, away) * step(27.0, 16.0, away)
        crest = relief.crests(across, away, 26.0) * 3.0 + relief.soft(across, away, 44.0) * 5.4 - 1.0
        return f32((crest + relief.crests(across, away, 6.0) * 0.34) * rise * tall)

    def colour(place: Surface) -> Pixels:
        rock = flecked(rgb(ROCK[0]), rgb(ROCK[1]), place.relief.soft(place.across, place.away, 4.0))
        if reds:
            rock = flecked(rgb(RED_ROCK[0]), rgb(RED_ROCK[1]), place.relief.soft(place.across, place.away, 4.0))
        green = flecked(*grass_of(easel), place.relief.soft(place.across, place.away, 3.0))
        base = mix(green * 0.8, rock, step(0.7, 2.0, place.height + place.slope * 1.6))
        return mix(base, f32([0.95, 0.97, 1.0]), snow_cover(place, line))

    lay_ground(easel, Ground("far mountains", 6.5, 27.0, height, colour, 0.14, shine=1.45), relief)


def grass_of(easel: Easel) -> tuple[Colour, Colour]:
    """The two greens of the season's grass; snow in winter."""
    season = easel.scene.season
    if season == "winter":
        return SNOW_WHITE, rgb("dde7f2")
    if season == "autumn":
        return rgb("8f8a3c"), rgb("b79a4a")
    if season == "spring":
        return rgb("5f9a38"), rgb("9cc24e")
    return rgb(GRASS[0]), rgb(GRASS[1])


def rolling(
    easel: Easel,
    relief: Relief,
    name: str,
    *,
    near: float,
    far: float,
    high: float,
    size: float,
    depth: float,
    colours: tuple[Colour, Colour],
    grain: float = 0.3,
    level: float = 0.0,
    paint: Callable[[Surface], Pixels] | None = None,
) -> Foot:
    """Soft hills from near to far; returns where their surface is."""

    def height(across: Pixels, away: Pixels) -> Pixels:
        form = (relief.soft(across, away, size) - 0.47) * high + level
        return f32(form * step(near * 0.9, near + (far - near) * 0.35, away))

    def colour(place: Surface) -> Pixels:
        patches = step(0.36, 0.68, place.relief.soft(place.across + 31.0, place.away, 7.0))
        return flecked(colours[0], colours[1], patches)

    snowy = min(colours[0]) > 0.8
    ground = Ground(
        name,
        near,
        far,
        height,
        paint or colour,
        depth,
        grain=grain * (0.25 if snowy else 1.0),
        shine=1.2 if snowy else 1.0,
    )
    return lay_ground(easel, ground, relief)


def stand_on(easel: Easel, foot: Foot, *, near: float = NEAREST, far: float = FARTHEST, depth: float = 0.6) -> None:
    """Things of the ground may stand on this surface."""

    def row(x: float, nearness: float) -> float:
        return min(0.97, foot(x, far * (near / far) ** nearness))

    easel.stands["ground"] = Stand(row, lambda nearness: depth + 0.3 * nearness)


def foreground(
    easel: Easel, relief: Relief, *, flowers: bool = False, tall_grass: bool = True, depth: float = 0.6
) -> Foot:
    """The meadow in front, with grass (not in winter) and sometimes flowers; things stand here."""
    colours = grass_of(easel)
    foot = rolling(
        easel, relief, "meadow", near=0.72, far=9.0, high=0.75, size=13.0, depth=depth, colours=colours, grain=0.34
    )
    if easel.scene.season != "winter" and tall_grass:
        grow_grass(
            easel, foot, near=1.0, far=5.0, count=800, base=blend(*colours, 0.35), depth=depth + 0.02, height=0.065
        )
    if flowers and easel.scene.season != "winter":
        strew_flowers(easel, foot, near=1.0, far=6.5, count=900, depth=depth + 0.03, hues=flower_hues(easel))
    stand_on(easel, foot, depth=depth + 0.03)
    return foot


def flower_hues(easel: Easel) -> list[Colour] | None:
    """The colours of the flowers that the prompt names; None for a mixture."""
    heard = " ".join(easel.scene.understood)
    for words, hues in (
        ("lavender", ("7a55b8", "9a78d0", "6a48a8")),
        ("poppy poppies", ("d8261e", "e8402c", "c01c18")),
        ("sunflower", ("f2b81c", "e8a512", "f6c838")),
        ("tulip", ("e0364a", "f2c12e", "ee7fb0", "f4f1ea")),
        ("rose", ("d81e45", "e8527a", "f4d3da")),
        ("daisy daisies", ("f7f5ee", "f4f1ea")),
    ):
        if any(word in heard for word in words.split()):
            return [rgb(hue) for hue in hues]
    named = [
        thing.colour
        for thing in easel.scene.things
        if thing.colour and thing.name in ("flower", "tulip", "rose", "sunflower")
    ]
    named += [easel.scene.tint] if easel.scene.tint and easel.scene.kind == "flowers" else []
    return [
        colour for each in named for colour in (each, blend(each, (1, 1, 1), 0.2), blend(each, (0, 0, 0), 0.15))
    ] or None


def woods(
    easel: Easel,
    species: tuple[str, ...],
    foot: Foot,
    *,
    distance: float,
    count: int,
    height: float,
    depth: float,
    name: str = "trees",
) -> None:
    """A belt of trees at a distance."""
    plant_row(
        easel, name, species, foot, distance=distance, spread=distance * 0.16, count=count, height=height, depth=depth
    )


def _mountains(easel: Easel, relief: Relief) -> None:
    far_mountains(easel, relief)
    foot = rolling(
        easel,
        relief,
        "foothills",
        near=3.4,
        far=10.0,
        high=1.3,
        size=18.0,
        depth=0.3,
        colours=grass_of(easel),
        level=0.1,
    )
    veil(easel, easel.horizon - 0.01, 0.05, 0.45, 0.31)
    woods(easel, ("pine",), foot, distance=6.2, count=46, height=1.15, depth=0.34, name="far pines")
    foot = foreground(easel, relief)
    plant_row(
        easel, "pines", ("pine",), foot, distance=3.0, spread=0.5, count=9, height=1.35, depth=0.62, gap=(0.24, 0.76)
    )


def _hills(easel: Easel, relief: Relief) -> None:
    if easel.scene.has("mountains"):
        far_mountains(easel, relief, tall=0.8)
    rolling(
        easel,
        relief,
        "far hills",
        near=8.0,
        far=26.0,
        high=6.4,
        size=30.0,
        depth=0.16,
        colours=grass_of(easel),
        level=0.8,
    )
    foot = rolling(
        easel, relief, "hills", near=3.2, far=11.0, high=3.2, size=15.0, depth=0.3, colours=grass_of(easel), level=0.25
    )
    woods(easel, ("tree",), foot, distance=6.0, count=15, height=0.62, depth=0.33, name="far trees")
    foreground(easel, relief, flowers=easel.scene.has("flowers") or easel.scene.season == "spring")


def _meadow(easel: Easel, relief: Relief) -> None:
    if easel.scene.has("mountains"):
        far_mountains(easel, relief, tall=0.85)
    foot = rolling(
        easel,
        relief,
        "far hills",
        near=5.0,
        far=16.0,
        high=1.6,
        size=26.0,
        depth=0.2,
        colours=grass_of(easel),
        level=0.1,
    )
    woods(
        easel, ("tree", "tree", "pine"), foot, distance=6.5, count=34, height=0.85, depth=0.3, name="edge of the wood"
    )
    foreground(easel, relief, flowers=easel.scene.kind == "flowers" or easel.scene.season == "spring")


def _flowers(easel: Easel, relief: Relief) -> None:
    _meadow(easel, relief)
    foot = easel.stands["ground"].foot
    hues = flower_hues(easel)

    def at(x: float, away: float) -> float:
        nearness = np.log(FARTHEST / max(away, 1e-3)) / np.log(FARTHEST / NEAREST)
        return foot(x, float(nearness))

    if easel.scene.season != "winter":
        strew_flowers(
            easel,
            at,
            near=0.95,
            far=9.0,
            count=1_500,
            depth=0.66,
            hues=hues or [rgb("e2453a"), rgb("f2c12e"), rgb("f4f1ea"), rgb("b65fc4")],
            size=0.085,
        )


def _farm(easel: Easel, relief: Relief) -> None:
    wheat = (rgb("d3ac4e"), rgb("e6c66e")) if easel.scene.season != "winter" else grass_of(easel)
    foot = rolling(
        easel,
        relief,
        "far hills",
        near=6.0,
        far=20.0,
        high=2.0,
        size=26.0,
        depth=0.18,
        colours=grass_of(easel),
        level=0.15,
    )
    woods(easel, ("tree",), foot, distance=7.5, count=22, height=0.8, depth=0.25, name="far trees")
    light, dark = wheat[1], blend(wheat[0], rgb("7a5a2a"), 0.35)

    def furrows(place: Surface) -> Pixels:
        lines = 0.5 + 0.5 * np.sin(place.across * 9.0 + 0.6 * place.relief.soft(place.across, place.away, 9.0))
        fade = np.clip(3.4 / place.away, 0.0, 1.0)
        return mix(f32(light)[None, None], f32(dark), f32(0.5 + (lines - 0.5) * fade) * 0.75)

    foot = rolling(
        easel,
        relief,
        "field",
        near=0.72,
        far=8.0,
        high=0.5,
        size=15.0,
        depth=0.6,
        colours=wheat,
        paint=furrows,
        grain=0.30,
    )
    if easel.scene.season != "winter":
        grow_grass(easel, foot, near=0.95, far=4.0, count=750, base=wheat[1], depth=0.62, height=0.16)
    stand_on(easel, foot, depth=0.63)


def _desert(easel: Easel, relief: Relief) -> None:
    sand = (rgb(SAND[0]), rgb(SAND[1]))

    def dunes(size: float, high: float, start: float) -> Field:
        def height(across: Pixels, away: Pixels) -> Pixels:
            bend = relief.soft(across, away, size * 2.2) * size * 0.5
            fold = 1.0 - np.abs(2.0 * relief.soft(across + bend, away * 0.62, size) - 1.0)
            return f32(np.power(np.clip(fold, 0, 1), 1.4) * high * step(start, 2.2 * start, away))

        return height

    def paint(place: Surface) -> Pixels:
        return flecked(sand[0], sand[1], place.relief.soft(place.across, place.away, 11.0))

    lay_ground(easel, Ground("far dunes", 6.0, 24.0, dunes(44.0, 2.6, 6.0), paint, 0.2, shine=1.5), relief)
    foot = lay_ground(
        easel,
        Ground("dunes", 0.72, 8.0, dunes(17.0, 0.9, 1.6), paint, 0.6, grain=0.12, grain_size=0.2, shine=1.5),
        relief,
    )
    stand_on(easel, foot, depth=0.62)


def _canyon(easel: Easel, relief: Relief) -> None:
    def height(across: Pixels, away: Pixels) -> Pixels:
        form = relief.soft(across, away, 30.0) * 1.5 + 0.16 * relief.crests(across, away, 5.0) - 0.42
        steps = np.clip(form, 0.0, 1.0) * 4.0
        whole = np.floor(steps)
        terrace = (whole + step(0.0, 0.28, f32(steps - whole))) / 4.0
        return f32(terrace * 3.8 * step(5.5, 8.5, away))

    def paint(place: Surface) -> Pixels:
        bands = 0.5 + 0.5 * np.sin(place.height * 7.0 + 2.0 * place.relief.soft(place.across, place.away, 8.0))
        return flecked(rgb(RED_ROCK[0]), rgb(RED_ROCK[1]), f32(bands))

    lay_ground(easel, Ground("mesas", 5.0, 26.0, height, paint, 0.2, shine=1.5), relief)
    colours = (rgb("b8683e"), rgb("d09a62"))
    foot = rolling(
        easel, relief, "desert floor", near=0.72, far=6.5, high=0.5, size=11.0, depth=0.6, colours=colours, grain=0.4
    )
    grow_grass(easel, foot, near=1.1, far=5.0, count=110, base=rgb("8f8a4a"), depth=0.62)
    stand_on(easel, foot, depth=0.63)


def _snow(easel: Easel, relief: Relief) -> None:
    if easel.scene.has("mountains"):
        far_mountains(easel, relief, snow_line=0.4)
    white = (SNOW_WHITE, rgb("dbe6f2"))
    rolling(easel, relief, "far hills", near=7.0, far=22.0, high=2.8, size=28.0, depth=0.18, colours=white, level=0.3)
    foot = rolling(
        easel, relief, "snowy hills", near=3.2, far=9.0, high=1.5, size=17.0, depth=0.3, colours=white, level=0.1
    )
    woods(easel, ("pine",), foot, distance=5.6, count=40, height=1.0, depth=0.33, name="far pines")
    foot = rolling(easel, relief, "snow", near=0.72, far=8.0, high=0.7, size=12.0, depth=0.6, colours=white, grain=0.2)
    plant_row(
        easel, "pines", ("pine",), foot, distance=2.7, spread=0.5, count=8, height=1.4, depth=0.62, gap=(0.2, 0.8)
    )
    stand_on(easel, foot, depth=0.63)


def _savanna(easel: Easel, relief: Relief) -> None:
    colours = (rgb(DRY[0]), rgb(DRY[1]))
    rolling(easel, relief, "far hills", near=9.0, far=24.0, high=2.2, size=36.0, depth=0.15, colours=colours, level=0.1)
    foot = rolling(
        easel, relief, "plain", near=0.72, far=10.0, high=0.4, size=14.0, depth=0.5, colours=colours, grain=0.35
    )
    woods(easel, ("tree",), foot, distance=6.0, count=9, height=0.85, depth=0.52, name="far trees")
    grow_grass(easel, foot, near=1.0, far=5.0, count=700, base=blend(*colours, 0.4), depth=0.56, height=0.14)
    stand_on(easel, foot, depth=0.6)


RECIPES: dict[str, Callable[[Easel, Relief], None]] = {
    "canyon": _canyon,
    "desert": _desert,
    "farm": _farm,
    "flowers": _flowers,
    "hills": _hills,
    "meadow": _meadow,
    "mountains": _mountains,
    "savanna": _savanna,
    "snow": _snow,
}
