"""Things are set into the scenery: where they look best, as large as their distance lets them, with shadows."""

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np

from mediamill_procedural.painter.canvas import Pixels, blurred, f32
from mediamill_procedural.painter.easel import Easel, Stand
from mediamill_procedural.painter.gallery import FIGURES, figure_of
from mediamill_procedural.painter.heads import PORTRAYED
from mediamill_procedural.painter.inventory import ALL_THINGS, DEEP, GROUND, SKY, SPACE, TABLE, WATER, Entry
from mediamill_procedural.painter.layer import Drawn, Motion
from mediamill_procedural.painter.modelling import Sprite
from mediamill_procedural.painter.relating import JOINED, clear_below, has_anyway, joined, relative
from mediamill_procedural.painter.scene import Thing
from mediamill_procedural.painter.sprites import drawing_of, sprite_of

SUBJECT = 0.42  # of the frame's unit: how tall what the picture is about stands
SMALLEST, LARGEST = 0.05, 0.62
RELATION = 0.42  # power of the real proportion of two things that is kept
FRONTAL = ("butterfly", "heart", "star", "jellyfish", "octopus", "owl", "snowman", "party balloon", "balloon")
ALONE = 1.25  # times as large as usual: a small thing that is all that was asked for
AFLOAT = 0.72  # of what swims at the surface of water: how much of it is above
TOWERS = 1.25  # times as tall as what it stands behind: it is seen above it
VISIBLE = 1 / 64  # of full light: less is no difference
ROOM_BELOW = 0.40  # of a thing's height: less is no room for what stands under it
TALL = 3.5  # metres: buildings and trees stand farther away than animals and people
WIDE = ("fish", "lemon", "train", "bridge", "whale", "bus", "truck", "ship", "airship")


@dataclass(frozen=True, slots=True)
class _Spot:
    x: float
    row: float
    nearness: float
    size: float  # of the frame's unit


@dataclass(frozen=True, slots=True)
class _Cast:
    """A thing ready to be set: its sprite, with all that it carries, and where it stands."""

    spot: _Spot
    thing: Thing
    stand: Stand
    sprite: Sprite
    mirrored: bool
    drawn: Drawn | None = None


def place_things(easel: Easel) -> None:
    """Add every thing of the scene as layers, far ones first."""
    posed = PORTRAYED if easel.scene.kind == "portrait" else ()
    things = easel.scene.things
    shown = [at for at, thing in enumerate(things) if thing.name in ALL_THINGS and thing.name not in posed]
    roots = [at for at in shown if _root(easel, at) == at]
    taken: list[float] = []
    casts: list[_Cast] = []
    for at in roots:
        thing, stand = things[at], _stand_of(easel, ALL_THINGS[things[at].name])
        for number in range(thing.count):
            spot = _spot(easel, thing, number, things[roots[0]], stand, taken)
            taken.append(spot.x)
            cast = _cast(easel, at, spot, stand, number)
            near = [other for other in shown if things[other].anchor == at and things[other].relation not in JOINED]
            beside = [other for other in near if number == 0 and other not in roots]
            casts += [cast, *(_near(easel, other, cast, one) for other in beside for one in range(things[other].count))]
    for cast in sorted(casts, key=lambda each: (each.spot.nearness, each.spot.x)):
        _set(easel, cast)


def _root(easel: Easel, at: int) -> int:
    """What a thing goes with in the end: itself, where it is related to nothing that is shown."""
    seen = [at]
    while (anchor := easel.scene.things[seen[-1]].anchor) is not None:
        if anchor in seen or easel.scene.things[anchor].name not in ALL_THINGS:
            return at
        seen.append(anchor)
    return seen[-1]


def _cast(easel: Easel, at: int, spot: _Spot, stand: Stand, number: int = 0) -> _Cast:
    """One of a thing, with what sits on it and what it holds and wears."""
    thing = easel.scene.things[at]
    chance = easel.chance(f"thing {at} {number} {thing.name}")
    height = spot.size * easel.frame.unit * (1.0 if thing.count == 1 else float(chance.uniform(0.88, 1.08)))
    mirrored = spot.x > 0.5 if thing.count == 1 else bool(chance.random() < 0.4)
    mirrored = mirrored and thing.name not in FRONTAL
    sprite = _grouped(easel, at, height, mirrored, with_others=number == 0)
    carries = number == 0 and any(one.anchor == at and one.relation in JOINED for one in easel.scene.things)
    alone = _grouped(easel, at, height, mirrored, with_others=False) if carries else sprite
    drawn = drawing_of(easel, thing, alone, f"again {at} {number}", mirrored)
    if drawn and carries:
        drawn = replace(drawn, carried=_carried(sprite, alone))
    return _Cast(spot, thing, stand, sprite, mirrored, drawn)


def _carried(whole: Sprite, alone: Sprite) -> Pixels:
    """What the whole shows that the thing alone does not."""
    left, top = (round(there - here) for there, here in zip(whole.foot, alone.foot, strict=True))
    own = np.zeros_like(whole.pixels)
    own[top : top + alone.pixels.shape[0], left : left + alone.pixels.shape[1]] = alone.pixels
    other = np.abs(whole.pixels - own).max(axis=2, keepdims=True) > VISIBLE
    return f32(whole.pixels * other)


def _grouped(easel: Easel, at: int, height: float, mirrored: bool, *, with_others: bool = True) -> Sprite:
    things = easel.scene.things
    thing = things[at]
    sprite = sprite_of(easel, thing, height, easel.chance(f"sprite {at} {height:.1f}"), mirrored)
    for other, carried in enumerate(things):
        if not with_others or carried.anchor != at or carried.relation not in JOINED or has_anyway(thing, carried):
            continue
        for number in range(carried.count):
            place = None if carried.count == 1 else (number + 1) / (carried.count + 1)

            def make(tall: float, other: int = other) -> Sprite:
                return _grouped(easel, other, tall, mirrored)

            sprite = joined(sprite, thing, carried, height, make, mirrored=mirrored, place=place)
    return sprite


def _near(easel: Easel, at: int, anchor: _Cast, number: int) -> _Cast:
    """What stands under, behind or in front of something else that is set already."""
    thing, spot, unit = easel.scene.things[at], anchor.spot, easel.frame.unit
    rows, columns = anchor.sprite.pixels.shape[:2]
    size = spot.size * relative(thing, anchor.thing, thing.relation or "front")
    shift, down, nearer = {"behind": (0.25, -0.05, -1e-3), "front": (-0.28, 0.10, 1e-3)}.get(
        thing.relation or "", (0.06, -0.08, -1e-3)
    )
    if thing.relation == "under":
        clear = clear_below(anchor.sprite)
        if clear < ROOM_BELOW:  # nothing fits under it: before it, then
            shift, down, nearer = 0.2, 0.06, 1e-3
        size = min(size, max(clear, ROOM_BELOW) * 0.80 * rows / unit)
    row = spot.row + down * min(rows, columns) / easel.frame.height
    cast = _cast(easel, at, _Spot(spot.x, min(row, 0.97), spot.nearness + nearer, max(SMALLEST, size)), anchor.stand)
    aside = shift * columns
    if thing.relation == "behind" and cast.sprite.pixels.shape[0] < TOWERS * rows:  # seen beside it, not above it
        aside = 0.5 * columns + 0.1 * cast.sprite.pixels.shape[1]
    aside += (number + 1) // 2 * cast.sprite.pixels.shape[1]
    away = 1.0 if (spot.x < 0.5) == (number % 2 == 0) else -1.0
    return replace(cast, spot=replace(cast.spot, x=spot.x + away * aside / easel.frame.width))


def _stand_of(easel: Easel, entry: Entry) -> Stand:
    wanted = {
        GROUND: ("ground", "table", "water"),
        WATER: ("water", "ground", "table"),
        TABLE: ("table", "ground", "water"),
        DEEP: ("deep", "water", "sky"),
    }
    if entry.habitat == GROUND and entry.metres > TALL and "far shore" in easel.stands:
        return easel.stands["far shore"]
    for habitat in wanted.get(entry.habitat, (entry.habitat, "sky")):
        if habitat in easel.stands:
            return easel.stands[habitat]
    if entry.habitat in (SKY, SPACE, DEEP):
        high = max(0.30, easel.horizon * 0.78)
        return Stand(
            lambda _x, nearness: 0.20 + (high - 0.20) * (0.35 + 0.65 * nearness),
            lambda nearness: 0.35 + 0.4 * nearness,
            shadow=False,
        )
    return Stand(lambda _x, nearness: 0.80 + 0.12 * nearness, lambda nearness: 0.6 + 0.3 * nearness)


def _spot(easel: Easel, thing: Thing, number: int, subject: Thing, stand: Stand, taken: list[float]) -> _Spot:
    """Where one of a thing's number stands: the subject on a third line away from the light, others around it."""
    chance = easel.chance(f"place {thing.name} {number}")
    entry, first = ALL_THINGS[thing.name], thing == subject and number == 0
    proportion = (entry.metres * thing.size) / (ALL_THINGS[subject.name].metres * subject.size)
    size = SUBJECT * proportion**RELATION * thing.size**0.5 / max(1.0, thing.count) ** 0.28
    if thing.name in WIDE:
        size *= 0.78
    if entry.habitat == SKY and entry.metres < 1.0 and easel.scene.kind != "abstract":
        size *= 0.62
    if len(easel.scene.things) > 3:
        size *= 0.85
    elif entry.habitat == TABLE and len(easel.scene.things) == thing.count == 1:
        size *= ALONE
    nearness = 0.72 if first else float(chance.uniform(0.25, 0.95))
    if entry.metres > TALL and entry.habitat == GROUND:
        nearness = 0.30 if first else float(chance.uniform(0.05, 0.35))
    nearness = {"far": 0.0, "near": 1.0}.get(thing.place or "", nearness)
    size *= (0.62 + 0.52 * nearness) if thing.count > 1 or not first else 1.0
    if thing.place == "far":
        size *= 0.55
    x = _column(easel, thing, number, stand, taken, chance, first)
    size = float(np.clip(size, SMALLEST, LARGEST))
    x = 0.5 + (x - 0.5) * (1.0 - stand.narrows * (1.0 - nearness))
    row = stand.foot(x, nearness)
    if stand.channel is not None:
        middle, half = stand.channel(row)
        x = middle + (x - 0.5) * 1.6 * half
    if entry.habitat in (SKY, SPACE, DEEP) and not (entry.habitat == DEEP and stand.mirrored):
        row = min(row + float(chance.uniform(-0.10, 0.10)), 0.97)
        row = max(row, size * easel.frame.unit / easel.frame.height + 0.05)
    return _Spot(x, row, nearness, size)


def _column(
    easel: Easel, thing: Thing, number: int, stand: Stand, taken: list[float], chance: np.random.Generator, first: bool
) -> float:
    low, high = stand.left, stand.right
    fixed = {"left": 0.26, "right": 0.74, "centre": 0.5}
    if thing.place in fixed and number == 0:
        return float(np.clip(fixed[thing.place], low, high))
    if first and thing.count == 1:
        third = 0.38 if easel.light.x > 0.5 else 0.62
        if easel.scene.kind in ("stage", "portrait", "space", "room", "table"):
            third = 0.5
        return float(np.clip(third + chance.uniform(-0.03, 0.03), low, high))
    tries = [float(chance.uniform(low + 0.04, high - 0.04)) for _ in range(14)]
    if not taken:
        return tries[0]
    return max(tries, key=lambda x: min(abs(x - other) for other in taken) - 0.12 * abs(x - 0.5))


def _set(easel: Easel, cast: _Cast) -> None:
    spot, thing, stand, sprite, mirrored = cast.spot, cast.thing, cast.stand, cast.sprite, cast.mirrored
    entry = ALL_THINGS[thing.name]
    if entry.habitat == DEEP and stand.mirrored:  # at the surface: what is below it is not seen
        sprite = Sprite(sprite.pixels[: round(AFLOAT * sprite.foot[1])], (sprite.foot[0], AFLOAT * sprite.foot[1]))
    row = min(max(spot.row, sprite.foot[1] / easel.frame.height + 0.01), 0.975)  # riders keep their heads
    left, top = round(easel.frame.column(spot.x) - sprite.foot[0]), round(easel.frame.row(row) - sprite.foot[1])
    left = _inside(easel, left, sprite.pixels.shape[1])
    depth = stand.depth(spot.nearness)
    if stand.mirrored and entry.habitat not in (SKY, SPACE):
        _reflect(easel, sprite, left, top, depth, thing.name)
    elif stand.shadow and entry.habitat not in (SKY, SPACE, DEEP):
        _shadow(easel, sprite, left, top, depth)
    heading = (
        0 if entry.motion in (Motion.STILL, Motion.SWAY, Motion.FLICKER, Motion.BREATHE) else (-1 if mirrored else 1)
    )
    easel.add(
        thing.name,
        sprite.pixels,
        depth,
        entry.motion,
        left=left,
        top=top,
        heading=heading,
        pivot=sprite.foot,
        thing=True,
        drawn=cast.drawn,
    )
    _shine(easel, thing, sprite, left, top, depth, mirrored)


def _inside(easel: Easel, left: int, columns: int) -> int:
    """Nothing that was asked for is cut off at the sides."""
    low, high = easel.frame.margin + 2, easel.frame.margin + easel.frame.width - columns - 2
    return int(np.clip(left, min(low, high), max(low, high)))


def _shadow(easel: Easel, sprite: Sprite, left: int, top: int, depth: float) -> None:
    """A cast shadow: the outline laid down away from the light, softer when the sky is grey."""
    light, alpha = easel.light, f32(sprite.pixels[..., 3])
    rows, columns = alpha.shape
    flat = max(3, int(sprite.foot[1] * (0.16 if light.height > 0.5 else 0.26)))
    lean = -light.side * (0.55 if light.height > 0.5 else 1.25) * sprite.foot[1] * 0.8
    pad = int(abs(lean)) + 24
    wide = columns + 2 * pad
    source = f32([[0, 0], [columns, 0], [0, sprite.foot[1]]])
    front = -1.0 if light.behind else 1.0
    target = f32(
        [
            [pad + lean, flat if front < 0 else 0],
            [pad + columns + lean, flat if front < 0 else 0],
            [pad, 0 if front < 0 else flat],
        ]
    )
    target[:, 1] += 12
    laid = f32(cv2.warpAffine(alpha, cv2.getAffineTransform(source, target), (wide, flat + 24)))
    contact = np.zeros_like(laid)
    line = 12 if front < 0 else flat + 12
    foot = alpha[int(max(0, sprite.foot[1] - rows * 0.06)) :].max(axis=0)
    contact[max(0, line - 3) : line + 3, pad : pad + columns] = foot
    strength = 0.20 + 0.34 * min(1.0, easel.palette.sun_strength)
    soft = np.clip(
        blurred(laid, 2.5 + 5.0 * (1 - min(1.0, light.strength))) * strength + blurred(contact, 4.0) * 0.45, 0, 0.8
    )
    colour = f32(easel.palette.shadow) * 0.16
    pixels = f32(np.dstack([colour * soft[..., None], soft]))
    row = top + round(sprite.foot[1])
    easel.add("shadow", pixels, depth - 0.005, Motion.LAND, left=left - pad, top=row - line)


def _reflect(easel: Easel, sprite: Sprite, left: int, top: int, depth: float, name: str) -> None:
    """What floats is seen again upside down, broken by ripples."""
    rows = max(2, int(sprite.foot[1]))
    image = f32(np.ascontiguousarray(sprite.pixels[:rows][::-1]))
    down = np.arange(rows, dtype=np.float32)[:, None]
    wave = (
        np.sin(down * (0.55 * 1024 / easel.frame.unit) + 0.9 * np.sin(down * 0.13))
        * (0.6 + 0.035 * down)
        * easel.frame.unit
        / 1024
    )
    columns = np.arange(image.shape[1], dtype=np.float32)[None, :] + wave
    moved = f32(
        cv2.remap(
            image,
            f32(np.broadcast_to(columns, image.shape[:2])).copy(),
            f32(np.broadcast_to(down, image.shape[:2])).copy(),
            cv2.INTER_LINEAR,
        )
    )
    fade = np.linspace(0.62, 0.10, rows, dtype=np.float32)[:, None]
    easel.add(
        f"reflection of {name}",
        f32(moved * fade[..., None]),
        depth - 0.005,
        Motion.WATER,
        left=left,
        top=top + rows - 1,
    )


def _shine(easel: Easel, thing: Thing, sprite: Sprite, left: int, top: int, depth: float, mirrored: bool) -> None:
    """The light that lamps and fires give to the air around them after dark."""
    if thing.name not in FIGURES or easel.night < 0.2:
        return
    figure = figure_of(thing.name, thing.pose)
    low_x, low_y, high_x, high_y = figure.box
    scale = sprite.pixels.shape[0] / (high_y - low_y)
    for x, y, radius in figure.lights:
        across = (high_x - x if mirrored else x - low_x) * scale
        centre_x, centre_y = left + across, top + (high_y - y) * scale
        reach = radius * scale * 1.6
        half = math.ceil(reach)
        grid = np.hypot(*np.mgrid[-half : half + 1, -half : half + 1].astype(np.float32)) / max(reach, 1.0)
        strength: Pixels = f32(np.clip(1.0 - grid, 0, 1) ** 2 * np.exp(-grid * 1.8)) * 0.62 * easel.night
        light = strength[..., None] * f32([1.0, 0.74, 0.36])
        pixels = f32(np.dstack([light, np.zeros_like(strength)]))
        motion = Motion.FLICKER if thing.name in ("campfire", "candle", "lantern") else Motion.GLOW
        easel.add(
            f"light of {thing.name}", pixels, depth + 0.002, motion, left=int(centre_x) - half, top=int(centre_y) - half
        )
