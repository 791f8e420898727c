"""Woods: trees from the far mist to trunks close by, with a clearing in the middle."""

import numpy as np

from mediamill_procedural.painter.canvas import Colour, blend, blurred, f32, noise, rgb, step
from mediamill_procedural.painter.easel import Easel
from mediamill_procedural.painter.flora import Foot, grow_grass, plant_row, set_sprite, veil
from mediamill_procedural.painter.land import Relief
from mediamill_procedural.painter.layer import Motion
from mediamill_procedural.painter.openland import grass_of, rolling, stand_on
from mediamill_procedural.painter.trees import tree


def _floor(easel: Easel, relief: Relief, colours: tuple[Colour, Colour]) -> Foot:
    return rolling(
        easel, relief, "forest floor", near=0.72, far=9.0, high=0.45, size=9.0, depth=0.5, colours=colours, grain=0.45
    )


def _wood(easel: Easel, relief: Relief, species: tuple[str, ...], *, count: int, name: str) -> None:
    """Trees from the far mist to trunks close by, with a clearing in the middle."""
    winter, autumn = easel.scene.season == "winter", easel.scene.season == "autumn"
    colours = (
        grass_of(easel) if winter else (rgb("9a5a26"), rgb("c98a35")) if autumn else (rgb("3f6a2e"), rgb("6d8f3c"))
    )
    air = easel.palette
    haze = blend(air.haze, air.horizon, 0.4)
    rows = ((8.5, 48, 2.4, 0.62, 0.20), (6.4, 36, 2.3, 0.36, 0.26), (4.6, 24, 2.3, 0.15, 0.34))
    foot = _floor(easel, relief, colours)
    ground = easel.layers.pop()
    for number, (distance, trees, high, strength, depth) in enumerate(rows):
        plant_row(
            easel,
            f"{name} {number + 1}",
            species,
            foot,
            distance=distance,
            spread=distance * 0.14,
            count=trees,
            height=high,
            depth=depth,
        )
        if strength > 0.1:
            veil(easel, easel.horizon - 0.02 + 0.02 * number, 0.16 - 0.03 * number, strength, depth + 0.01)
    easel.layers.append(ground)
    plant_row(
        easel,
        f"{name} near",
        species,
        foot,
        distance=3.0,
        spread=0.45,
        count=count,
        height=2.3,
        depth=0.52,
        gap=(0.30, 0.70),
    )
    if not winter:
        grow_grass(
            easel,
            foot,
            near=1.0,
            far=4.2,
            count=320,
            base=colours[1] if autumn else rgb("5f8f36"),
            depth=0.58,
            height=0.08,
        )
    _trunks(easel, species, foot)
    if "dramatic" in easel.scene.moods or easel.scene.time in ("dawn", "sunset"):
        _rays(easel, haze)
    stand_on(easel, foot, near=1.25, far=2.9, depth=0.6)


def _trunks(easel: Easel, species: tuple[str, ...], foot: Foot) -> None:
    """Two large trees at the sides, cut by the frame."""
    chance, frame = easel.chance("near trunks"), easel.frame
    for side in (0, 1):
        kind = species[int(chance.integers(len(species)))]
        x = float(chance.uniform(0.0, 0.07)) if side == 0 else float(chance.uniform(0.93, 1.0))
        sprite = tree(easel, kind, 0.5 * frame.height / 1.75 * 3.1, chance)
        set_sprite(easel, f"near {kind}", sprite, x, min(0.96, foot(x, 1.75)), 0.72, Motion.SWAY)


def _rays(easel: Easel, colour: Colour) -> None:
    """Beams of light that fall through leaves."""
    frame, light = easel.frame, easel.light
    across = (frame.xs - light.x) * frame.width / frame.unit
    down = (frame.ys - min(light.y, 0.15) + 0.2) * frame.height / frame.unit
    angle = np.arctan2(across, down)
    fan = noise(easel.chance("rays"), 4, 2_048, cells=34, octaves=3, stretch=0.01)[1]
    place = np.clip((angle / np.pi + 0.5) * 2_047, 0, 2_047).astype(np.int32)
    beams = step(0.52, 0.74, fan[place]) * np.exp(-np.hypot(across, down) * 1.3) * step(1.05, 0.4, frame.ys) * 0.45
    warm = f32(blend(easel.light.colour, colour, 0.3)) * easel.palette.sun_strength
    pixels = f32(blurred(f32(beams), 3.0))[..., None] * warm
    easel.add("rays", f32(np.dstack([pixels, np.zeros(pixels.shape[:2], np.float32)])), 0.57, Motion.GLOW, pace=0.3)


def forest(easel: Easel, relief: Relief) -> None:
    """Pines where it is cold or high, else leaves with a few pines."""
    heard = " ".join(easel.scene.understood)
    conifers = (
        any(word in heard for word in ("pine", "fir", "spruce", "taiga", "redwood"))
        or easel.scene.season == "winter"
        or easel.scene.has("mountains")
    )
    _wood(easel, relief, ("pine",) if conifers else ("tree", "tree", "pine"), count=9, name="wood")


def birches(easel: Easel, relief: Relief) -> None:
    """A wood of birches."""
    _wood(easel, relief, ("birch",), count=13, name="birches")


def jungle(easel: Easel, relief: Relief) -> None:
    """Palms and broad leaves, ferns in front."""
    _wood(easel, relief, ("palm", "tree", "tree"), count=14, name="jungle")
    foot = easel.stands["ground"].foot
    chance = easel.chance("ferns")
    for number in range(7):
        x = float(chance.uniform(-0.02, 0.30) if number % 2 else chance.uniform(0.70, 1.02))
        sprite = tree(easel, "bush", easel.frame.unit * float(chance.uniform(0.08, 0.16)), chance, colour=rgb("2f7a3a"))
        set_sprite(easel, "fern", sprite, x, min(1.02, foot(x, 0.8) + 0.05), 0.8, Motion.SWAY)
