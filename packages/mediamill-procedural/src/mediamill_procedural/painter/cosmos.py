"""Far from the earth: space with nebulae and planets, the ground of an alien planet; and open sky."""

import numpy as np

from mediamill_procedural.painter.canvas import (
    Colour,
    Pixels,
    blurred,
    f32,
    mix,
    noise,
    resized,
    rgb,
    ridged,
    sampled,
    step,
)
from mediamill_procedural.painter.easel import Easel, Stand
from mediamill_procedural.painter.land import Ground, Relief, Surface, flecked, lay_ground
from mediamill_procedural.painter.layer import Motion
from mediamill_procedural.painter.openland import stand_on
from mediamill_procedural.painter.palette import choices
from mediamill_procedural.painter.sky import opaque, paint_sky, veiled
from mediamill_procedural.painter.weather import add_comet

NEBULAE, WORLDS = choices("nebulae"), choices("worlds")


def build_space(easel: Easel) -> None:
    """Stars, clouds of gas, one large planet and a small one."""
    chance = easel.chance("space")
    easel.add("sky", opaque(_nebula(easel, chance)), 0.0, Motion.SKY)
    _star_field(easel)
    hues = WORLDS[int(chance.integers(len(WORLDS)))]
    x, y = (0.74, 0.30) if easel.light.x < 0.5 else (0.26, 0.30)
    named = [thing for thing in easel.scene.things if thing.name == "planet"]
    earth = "earth" in easel.scene.understood
    ringed = "saturn" in easel.scene.understood or "ringed planet" in easel.scene.understood or chance.random() < 0.35
    base = (named[0].colour if named else None) or easel.scene.tint
    colours = WORLDS[1] if earth else hues
    large = 0.21 if named or not easel.scene.things else 0.15
    if named and len(easel.scene.things) == 1:
        x, y, large = 0.5 + (x - 0.5) * 0.35, 0.46, 0.27
    planet(easel, "planet", x, y, large, colours, base=base, ringed=ringed and not earth, depth=0.2)
    planet(easel, "moon", 1.0 - x, 0.72, 0.045, ("9a958c", "6f6a64", "b8b2a8"), base=None, ringed=False, depth=0.3)
    if easel.scene.shows("comet"):
        add_comet(easel)
    easel.stands["ground"] = Stand(
        lambda _x, nearness: 0.62 + 0.22 * nearness, lambda nearness: 0.6 + 0.3 * nearness, shadow=False
    )


def _nebula(easel: Easel, chance: np.random.Generator) -> Pixels:
    frame = easel.frame
    rows, columns = frame.rows // 2, frame.columns // 2
    first, second, third = (f32(rgb(hue)) for hue in NEBULAE[int(chance.integers(len(NEBULAE)))])
    if easel.scene.tint is not None:
        second = f32(easel.scene.tint)
    bend_x = noise(chance, rows, columns, cells=3, octaves=4) - 0.5
    bend_y = noise(chance, rows, columns, cells=3, octaves=4) - 0.5
    gas = noise(chance, rows, columns, cells=4, octaves=7, gain=0.58)
    down, across = np.mgrid[0:rows, 0:columns].astype(np.float32)
    gas = sampled(gas, across + bend_x * columns * 0.35, down + bend_y * rows * 0.35)
    dust = ridged(
        sampled(
            noise(chance, rows, columns, cells=5, octaves=6),
            across - bend_y * columns * 0.3,
            down + bend_x * rows * 0.3,
        )
    )
    slope = float(chance.uniform(-0.8, 0.8))
    band = np.exp(-np.square((down / rows - 0.5 - slope * (across / columns - 0.5)) * 2.3))
    thick = np.clip((gas - 0.40) * 3.0, 0, 1) * (0.35 + 0.75 * band)
    colour = f32([0.012, 0.014, 0.045]) + first * f32(thick)[..., None] * 0.75
    colour = colour + second * f32(np.clip((gas - 0.52) * 3.4, 0, 1) ** 1.5 * band)[..., None] * 0.85
    colour = colour + third * f32(np.clip((gas - 0.63) * 4.2, 0, 1) ** 2 * band)[..., None] * 0.8
    colour = colour * f32(1.0 - 0.62 * dust * step(0.35, 0.7, gas))[..., None]
    return f32(np.maximum(resized(f32(colour), frame.rows, frame.columns), 0.0))


def _star_field(easel: Easel) -> None:
    frame, chance = easel.frame, easel.chance("stars")
    dots = np.zeros((frame.rows, frame.columns, 3), np.float32)
    count = frame.rows * frame.columns // 700
    rows, columns = chance.integers(0, frame.rows, count), chance.integers(0, frame.columns, count)
    bright = chance.random(count) ** 7
    warm = chance.normal(0, 0.14, count)
    dots[rows, columns] = np.stack([1 + warm, np.ones(count), 1.04 - warm], axis=1) * (0.18 + 2.0 * bright)[:, None]
    grain = frame.unit / 1024
    large = np.where(dots.max(axis=2, keepdims=True) > 1.2, dots, np.float32(0.0))
    light = np.minimum(blurred(dots, 0.6 * grain) * 1.5 + blurred(f32(large), 2.4 * grain) * 9.0, 2.0)
    easel.add("stars", f32(np.dstack([light, np.zeros(light.shape[:2], np.float32)])), 0.02, Motion.STARS)


def planet(
    easel: Easel,
    name: str,
    x: float,
    y: float,
    radius: float,
    hues: tuple[str, ...],
    *,
    base: Colour | None,
    ringed: bool,
    depth: float,
) -> None:
    """A ball with bands or continents, a night side, a rim of air and perhaps a ring."""
    frame, chance = easel.frame, easel.chance(f"planet {name}")
    pixels = radius * frame.unit
    half = int(pixels * (2.35 if ringed else 1.25)) + 3
    down, across = np.mgrid[-half:half, -half:half].astype(np.float32) / np.float32(pixels)
    away = np.hypot(across, down)
    z = np.sqrt(np.clip(1.0 - away**2, 0, 1))
    tilt = 0.35
    latitude = np.arcsin(np.clip(down * np.cos(tilt) + across * np.sin(tilt), -1, 1))
    longitude = np.arctan2(across * np.cos(tilt) - down * np.sin(tilt), np.maximum(z, 1e-3))
    texture = noise(chance, 512, 512, cells=7, octaves=6, gain=0.55)
    swirl = sampled(texture, 256 + longitude * 90, 256 + latitude * 90)
    banded = hues == WORLDS[0] or ringed
    pattern = sampled(texture, 256 + longitude * 16 + swirl * 18, 256 + latitude * 210) if banded else swirl
    main = f32(base) if base is not None else f32(rgb(hues[0]))
    second = main * 0.6 if base is not None else f32(rgb(hues[1]))
    third = main * 0.5 + 0.5 if base is not None else f32(rgb(hues[2]))
    colour = mix(mix(second[None, None], main, step(0.36, 0.52, pattern)), third, step(0.55, 0.68, pattern) * 0.85)
    side = -0.85 if easel.light.x < 0.5 else 0.85
    lit = np.clip(across * side - down * 0.42 + z * 0.32, 0, 1) ** 0.8
    alpha = np.clip((1.0 - away) * pixels + 0.5, 0, 1)
    colour = f32(colour * (0.03 + 1.12 * lit)[..., None])
    air: Pixels = f32(rgb("8fc8ff")) if base is None else main
    colour = colour + air * f32(np.clip(1.0 - z, 0, 1) ** 3 * lit * 0.75)[..., None]
    halo = (
        np.exp(-np.clip(away - 1.0, 0, 9) * 16.0)
        * (away > 0.985)
        * np.clip(across * side - down * 0.4 + 0.35, 0, 1)
        * 0.45
    )
    out = veiled(f32(colour), f32(alpha))
    out[..., :3] += air * f32(halo * (1 - alpha))[..., None]
    if ringed:
        _ring(out, across, down, away, main, texture)
    easel.add(
        name,
        out,
        depth,
        Motion.HOVER,
        left=int(frame.column(x)) - half,
        top=int(frame.row(y)) - half,
        pace=0.2,
        thing=name == "planet",
    )


def _ring(out: Pixels, across: Pixels, down: Pixels, away: Pixels, base: Pixels, texture: Pixels) -> None:
    turn = -0.32
    u = across * np.cos(turn) + down * np.sin(turn)
    v = (-across * np.sin(turn) + down * np.cos(turn)) / 0.26
    radius = np.hypot(u, v)
    grooves = sampled(texture, radius * 190, np.full_like(radius, 40.0))
    alpha = (
        step(1.30, 1.34, f32(radius)) * step(2.15, 2.08, f32(radius)) * (0.35 + 0.6 * step(0.34, 0.6, grooves)) * 0.9
    )
    behind = (v < 0) & (away < 1.0)
    cover = f32(np.where(behind, 0.0, alpha))
    colour = (base * 0.45 + 0.5) * f32(0.55 + 0.7 * grooves)[..., None]
    out *= 1.0 - cover[..., None]
    out += veiled(f32(colour), cover)


def build_planet(easel: Easel) -> None:
    """The ground of another world, with craters and a large planet in its sky."""
    chance = easel.chance("world")
    easel.add("sky", opaque(_nebula(easel, chance) * 0.8), 0.0, Motion.SKY)
    _star_field(easel)
    x = 0.72 if easel.light.x < 0.5 else 0.28
    planet(
        easel,
        "planet",
        x,
        0.24,
        0.13,
        WORLDS[int(chance.integers(len(WORLDS)))],
        base=None,
        ringed=bool(chance.random() < 0.5),
        depth=0.1,
    )
    heard = " ".join(easel.scene.understood)
    lunar = "moon" in heard or "lunar" in heard
    hues = (
        ("8f8c88", "b5b1aa")
        if lunar
        else ("a8552f", "d08a52")
        if "mars" in heard
        else (("6a4a7a", "a07aa8"), ("8a4f3a", "c98a5a"), ("3f6a6a", "7aa89a"))[int(chance.integers(3))]
    )
    relief = Relief(easel.chance("relief"))
    centres = chance.uniform((-9, 2.2, 0.3), (9, 11, 1.5), (26, 3))

    def height(across: Pixels, away: Pixels) -> Pixels:
        form = (relief.soft(across, away, 14.0) - 0.5) * 0.9 + relief.crests(across, away, 20.0) * 2.6 * step(
            7.5, 12.0, away
        )
        for a, b, radius in centres:
            far = np.hypot(across - a, away - b) / radius
            form = form + 0.22 * radius * (
                np.exp(-np.square((far - 1.0) / 0.22)) - 0.9 * np.exp(-np.square(far / 0.75))
            )
        return f32(form * step(0.7, 1.6, away))

    def colour(place: Surface) -> Pixels:
        return flecked(rgb(hues[0]), rgb(hues[1]), place.relief.soft(place.across, place.away, 5.0))

    foot = lay_ground(
        easel, Ground("alien ground", 0.72, 24.0, height, colour, 0.5, grain=0.25, shine=1.6, haze=0.35), relief
    )
    stand_on(easel, foot)


def build_sky(easel: Easel) -> None:
    """Above the clouds: a sea of cloud below, towers of cloud beside, wide air."""
    paint_sky(easel)
    chance, palette = easel.chance("cloud sea"), easel.palette
    relief = Relief(chance)
    white = f32(np.minimum(f32(palette.disc) * 0.62 + f32(palette.horizon) * 0.42, 1.0))

    def height(across: Pixels, away: Pixels) -> Pixels:
        puffs = 1.0 - np.abs(2.0 * relief.soft(across, away, 9.0) - 1.0)
        large = step(0.45, 0.72, relief.soft(across, away, 26.0))
        return f32(
            (np.sqrt(np.clip(puffs, 0, 1)) * 0.9 + 0.35 * relief.soft(across, away, 2.6))
            * (0.35 + 1.5 * large)
            * step(1.0, 4.0, away)
            - 0.6
        )

    def colour(place: Surface) -> Pixels:
        return f32(np.broadcast_to(white, (*place.height.shape, 3)))

    easel.horizon = 0.72
    lay_ground(
        easel,
        Ground("sea of clouds", 0.8, 26.0, height, colour, 0.3, shine=0.85, haze=0.8, motion=Motion.CLOUDS),
        relief,
    )
    layer = easel.layers[-1]
    layer.pixels[...] = blurred(layer.pixels, 2.2 * easel.frame.unit / 1024)
    easel.horizon = 0.80
