"""Things that have to do with each other: who rides, sits on, holds or wears something is joined with it."""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from mediamill_procedural.lexicon import table
from mediamill_procedural.painter.canvas import Pixels, f32
from mediamill_procedural.painter.inventory import ALL_THINGS
from mediamill_procedural.painter.modelling import Sprite
from mediamill_procedural.painter.scene import Thing

JOINED = ("on", "held", "worn")  # make one sprite of two; the other relations only say where things stand
# Power of the real proportion that is kept.
NATURE = {"on": 0.75, "held": 0.7, "under": 0.6, "behind": 0.5, "front": 0.3}
SMALLEST, LARGEST = 0.30, 1.25  # times the size of the anchor
SEAT = 0.47  # of a chair's height
SUNK = 0.03  # of its own height: how far what sits on something sinks in
OVERHEAD = ("balloon", "kite", "party balloon", "umbrella")  # is seen behind who holds it
GRIP = 0.08  # of its own height: where a thing is held
MOUTHFUL = 0.4  # times as tall as itself, at most: what an animal holds
LEG_THICK = 0.095  # of a rider's height
KNEE, FOOT = (0.17, 0.08), (0.11, 0.36)  # of a rider's height, ahead of the hip and below it
CHAIR_KNEE, CHAIR_FOOT = (0.20, 0.02), (0.21, 0.30)

Make = Callable[[float], Sprite]  # the sprite of the thing, so many pixels tall


@dataclass(frozen=True, slots=True)
class Anchors:
    """Where others meet a figure; see `data/anchors.toml`."""

    hand: tuple[float, float] = (0.96, 0.62)
    crown: tuple[float, float] = (0.0, 0.0)  # none: the highest place of the side where it looks
    head: float = 0.34
    waist: float = 0.0  # 0: it does not sit down
    has: str = ""
    saddle: float = 0.5


ANCHORS = table("painter", "anchors").records(Anchors)


def has_anyway(holder: Thing, thing: Thing) -> bool:
    """Whether a figure holds or wears the thing as it is."""
    return thing.name in ANCHORS.get(holder.name, Anchors()).has.split()


def relative(thing: Thing, anchor: Thing, relation: str) -> float:
    """How tall a thing is beside its anchor."""
    metres = ALL_THINGS[thing.name].metres * thing.size
    ratio = metres / (ALL_THINGS[anchor.name].metres * anchor.size)
    return float(np.clip(ratio ** NATURE[relation], SMALLEST, LARGEST))


def joined(
    base: Sprite, anchor: Thing, thing: Thing, height: float, make: Make, *, mirrored: bool, place: float | None = None
) -> Sprite:
    """`thing` on, in the hand or on the head of its anchor, which is `height` pixels tall and shown by `base`.

    `place` is a share of the anchor's width, for one of several on it. The whole stands on the anchor's foot.
    """
    left, top, wide, tall = _box(base)
    way = -1 if mirrored else 1
    marks = ANCHORS.get(anchor.name, Anchors())

    def at(x: float, y: float) -> tuple[float, float]:
        return left + wide * (1 - x if mirrored else x), top + tall * (1 - y)

    if thing.relation == "worn":
        crown = at(*marks.crown) if marks.crown[1] else _highest(base, mirrored)
        trial = make(height * 0.3)
        fit = 1.25 * marks.head * min(wide, tall) / max(1, _box(trial)[2])
        sprite = make(height * 0.3 * fit)
        return _over(base, sprite, (crown[0], crown[1] + 0.12 * sprite.pixels.shape[0]))
    if thing.relation == "held":
        sprite = make(height * min(relative(thing, anchor, "held"), 1.0 if anchor.name in ANCHORS else MOUTHFUL))
        hand = at(*marks.hand)
        grip = (hand[0], hand[1] + GRIP * sprite.pixels.shape[0])
        return _over(base, sprite, grip, behind=thing.name in OVERHEAD)
    sprite = make(height * relative(thing, anchor, "on"))
    seats = ALL_THINGS[anchor.name].seats
    x = marks.saddle if place is None else place
    seat = at(x, SEAT) if seats else _contour(base, at(x, 0)[0], wide)
    waist = ANCHORS.get(thing.name, Anchors()).waist
    if not waist:
        return _over(base, sprite, (seat[0], seat[1] + SUNK * sprite.pixels.shape[0]))
    return _seated(base, sprite, seat, waist, way, chair=seats)


def _seated(base: Sprite, rider: Sprite, seat: tuple[float, float], waist: float, way: int, *, chair: bool) -> Sprite:
    """A person down to the waist behind the anchor's back, or before that of a chair, and the near leg before it."""
    _, top, _, tall = _box(rider)
    cut = round(top + tall * (1 - waist) + 0.05 * tall)
    upper = Sprite(f32(rider.pixels[:cut]), (rider.foot[0], cut - 0.05 * tall))
    riding = _over(base, upper, seat) if chair else _over(base, upper, seat, behind=True)
    knee, foot = (CHAIR_KNEE, CHAIR_FOOT) if chair else (KNEE, FOOT)
    cloth = _colour(rider.pixels[round(top + tall * 0.62) : round(top + tall * 0.80)])
    shoe = _colour(rider.pixels[round(top + tall * 0.965) : round(top + tall)])
    shift = (riding.foot[0] - base.foot[0], riding.foot[1] - base.foot[1])
    hip = np.array(seat) + shift
    bends = [hip + tall * np.array([x * way, y]) for x, y in ((-0.01, -0.03), knee, foot)]
    toe = bends[2] + tall * np.array([0.055 * way, 0.012])
    pixels = riding.pixels.copy()
    for points, thick, colour in ((bends, LEG_THICK, cloth), ([bends[2], toe], LEG_THICK * 0.8, shoe)):
        mask = np.zeros(pixels.shape[:2], np.uint8)
        line = np.round(np.array(points) * 16).astype(np.int32)
        cv2.polylines(mask, [line], False, 255, max(1, round(tall * thick)), cv2.LINE_AA, 4)
        cover = f32(mask)[..., None] / 255
        pixels = f32(pixels * (1 - cover) + f32([*colour, 1.0]) * cover)
    return Sprite(pixels, riding.foot)


def _over(base: Sprite, other: Sprite, place: tuple[float, float], *, behind: bool = False) -> Sprite:
    """Both as one, the other's foot at a place of the base; the foot stays the base's."""
    x, y = round(place[0] - other.foot[0]), round(place[1] - other.foot[1])
    left, top = min(0, x), min(0, y)
    rows = max(base.pixels.shape[0], y + other.pixels.shape[0]) - top
    columns = max(base.pixels.shape[1], x + other.pixels.shape[1]) - left
    canvas = np.zeros((rows, columns, 4), np.float32)
    order = [(base.pixels, -left, -top), (other.pixels, x - left, y - top)]
    for pixels, column, row in reversed(order) if behind else order:
        window = canvas[row : row + pixels.shape[0], column : column + pixels.shape[1]]
        window *= 1.0 - pixels[..., 3:4]
        window += pixels
    return Sprite(canvas, (base.foot[0] - left, base.foot[1] - top))


def clear_below(sprite: Sprite) -> float:
    """The share of a thing's height, from the ground, that is open in its middle: under a table, under a crown."""
    left, top, wide, tall = _box(sprite)
    middle = sprite.pixels[top : top + tall, left + wide // 4 : left + max(wide - wide // 4, wide // 4 + 1), 3]
    full = np.flatnonzero((middle > 0.5).mean(axis=1)[::-1] > 0.5)
    return float(full[0]) / tall if len(full) else 1.0


def _box(sprite: Sprite) -> tuple[int, int, int, int]:
    """Left, top, columns and rows of what is opaque."""
    left, top, wide, tall = cv2.boundingRect((sprite.pixels[..., 3] > 0.3).astype(np.uint8))
    return left, top, max(1, wide), max(1, tall)


def _contour(sprite: Sprite, x: float, wide: int) -> tuple[float, float]:
    """The upper edge at a column."""
    reach = max(1, round(wide * 0.05))
    column = round(x)
    window = sprite.pixels[:, max(0, column - reach) : column + reach + 1, 3] > 0.5
    tops = window.argmax(axis=0)[window.any(axis=0)]
    return x, float(np.median(tops)) if len(tops) else float(_box(sprite)[1])


def _highest(sprite: Sprite, mirrored: bool) -> tuple[float, float]:
    """The top of the head: the highest place in the half where it looks."""
    left, _, wide, _ = _box(sprite)
    start = left if mirrored else left + wide // 2
    half = sprite.pixels[:, start : start + max(1, wide // 2), 3] > 0.5
    rows = np.where(half.any(axis=0), half.argmax(axis=0), half.shape[0])
    return float(start + np.median(np.flatnonzero(rows <= rows.min() + 2))), float(rows.min())


def _colour(pixels: Pixels) -> Pixels:
    """The median colour of what is opaque."""
    solid = pixels[pixels[..., 3] > 0.9]
    return f32(np.median(solid[:, :3], axis=0)) if len(solid) else f32([0.2, 0.2, 0.2])
