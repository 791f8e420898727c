"""The painter's figures in motion: legs that step without sliding, wheels that roll on the ground."""

import math
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from itertools import groupby, pairwise
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from mediamill_procedural.lexicon import table
from mediamill_procedural.painter.figure import Figure, Outline, Part
from mediamill_procedural.painter.giants import standing_cat
from mediamill_procedural.painter.inventory import ALL_THINGS
from mediamill_procedural.painter.layer import Drawn, Layer, Motion
from mediamill_procedural.painter.modelling import FINE, PAD

Point = NDArray[np.float64]
Picture = NDArray[Any]  # as painted, or in the 8 bits of a film

PICTURES_MAX = 40  # of one stride; each is a frame, so that a standing foot is where it was in the last one
STRAIGHT = 0.985  # of a leg's length: it is never stretched more
SOFT = 0.14  # of a leg's length, around knee and ankle, in which its outline bends
FLESH, FLESH_LEAST = 0.45, 4.0  # of a limb's length, and more: what is further from its bones belongs to another part
TOES_DOWN, TOES_UP = -34.0, 14.0  # degrees of a foot that leaves the ground, and of one that comes down
HANGS = 0.8  # how far an arm that swings hangs straight, and not as it was drawn
TAKES_UP = 0.8  # of the frame's width: what goes does not leave it
STANDING = {"cat": standing_cat}  # the painter's own sits


@dataclass(frozen=True, slots=True)
class Gait:
    """How legs go; the fields are explained in data/limbs.toml."""

    duty: float
    reach: float
    lift: float
    hertz: float
    arms: float = 0.0
    elbow: float = 0.0
    bounce: float = 0.0
    near: float = 0.0
    far: float = 0.5
    near_hind: float = 0.0
    near_front: float = 0.75
    far_hind: float = 0.5
    far_front: float = 0.25


@dataclass(frozen=True, slots=True)
class Limb:
    """A leg or an arm of a figure: three joints from the body outwards, and what it is called."""

    name: str
    joints: tuple[Point, ...]

    @property
    def is_arm(self) -> bool:
        """Otherwise it is a leg."""
        return self.name.endswith("arm")

    @property
    def length(self) -> float:
        """Of both bones."""
        return float(sum(np.linalg.norm(b - a) for a, b in pairwise(self.joints)))


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of what rolls, its axle and radius in pixels; a rod keeps upright on a circle of `crank`."""

    pixels: Picture
    axle: tuple[float, float] = (0.0, 0.0)
    radius: float = 0.0
    crank: float = 0.0


@dataclass(frozen=True, slots=True)
class Going(Layer):
    """A layer with legs: its pictures over a stride of so many pixels, `hertz` times a second; or one on wheels."""

    pictures: tuple[Picture, ...] = ()
    stride: float = 0.0
    hertz: float = 0.0
    shift: float = 0.0  # pixels from where it was painted to the middle of its way
    pieces: tuple[Piece, ...] = ()


_TABLE = table("film", "limbs")
GAITS = _TABLE.section("gaits").records(Gait)
ROLLERS = _TABLE.section("wheels")


def limbs_of(name: str) -> tuple[Limb, ...]:
    """The limbs of a figure that can walk; none for others."""
    walkers = _TABLE.section("walkers")
    if name not in walkers.entries:
        return ()
    return tuple(Limb(kind, tuple(np.array(value.split(), float).reshape(3, 2))) for kind, value in walkers.facts(name))


def stepping(layer: Layer, pace: str, width: int, margin: int, seconds: float, rate: float) -> Layer:
    """The layer as it walks or runs, `rate` pictures a second; itself where it has no legs.

    It goes no faster than it may to be in a frame `width` pixels wide, within its margin, for all of `seconds`.
    """
    limbs, drawn = limbs_of(layer.name), layer.drawn
    if drawn is None or not limbs or layer.pivot is None:
        return layer
    figure = STANDING.get(layer.name, lambda: drawn.figure)()
    limbs = tuple(limb for limb in limbs if drawn.carried is None or not limb.is_arm)  # hands that hold keep still
    legs = [limb for limb in limbs if not limb.is_arm]
    gait = GAITS[f"{pace} on {'two' if len(legs) == 2 else 'four'}"]
    long = float(np.mean([leg.length for leg in legs]))
    metres = ALL_THINGS[layer.name].metres * long / (drawn.figure.box[3] - drawn.figure.box[1])
    hertz = gait.hertz / math.sqrt(metres)
    slower = min(1.0, math.sqrt(TAKES_UP * width / seconds / (_stride(gait, long) * drawn.unit * hertz)))
    gait = replace(gait, reach=gait.reach * slower)
    wider = max(0.0, figure.box[2] - figure.box[0] - drawn.figure.box[2] + drawn.figure.box[0]) / 2
    canvas = _Canvas(layer, drawn, wider + 0.5 * long, gait.bounce * long)
    count = min(PICTURES_MAX, max(1, round(rate / (hertz * slower))))
    poses = (_strided(figure, limbs, gait, each / count) for each in range(count))
    pictures = tuple(canvas.with_carried(canvas.drawn_as(posed, 1), rise).astype(np.float16) for posed, rise in poses)
    told = {**_as_told(layer), **canvas.place(pictures[0]), "motion": Motion.WALK}
    stride, hertz = _stride(gait, long) * drawn.unit, rate / count
    half, middle = stride * hertz * seconds / 2, layer.left + layer.pivot[0] - margin
    least = min(half + 0.5 * long * drawn.unit, width / 2)
    shift = min(max(middle, least), width - least) - middle
    return Going(**told, pictures=pictures, stride=stride, hertz=hertz, shift=shift)


class _Canvas:
    """What a figure in motion is drawn on: as large as it gets, with room for what it carries."""

    def __init__(self, layer: Layer, drawn: Drawn, aside: float = 0.0, up: float = 0.0) -> None:
        left, bottom, right, top = drawn.figure.box
        foot = layer.pivot or (0.0, 0.0)
        half, high = (right - left) / 2, top
        if drawn.carried is not None:
            half = max(half, foot[0] / drawn.unit, (layer.pixels.shape[1] - foot[0]) / drawn.unit)
            high = max(high, foot[1] / drawn.unit)
        middle = (left + right) / 2
        self.layer, self.drawn = layer, drawn
        self.box = (middle - half - aside, bottom, middle + half + aside, high + up)
        self.foot = (0.0, 0.0)

    def drawn_as(self, figure: Figure, fine: int) -> Picture:
        """The figure, in pixels; all are of one size."""
        picture = self.drawn.again(figure, self.box, fine)
        self.foot = (picture.shape[1] / 2, PAD + self.box[3] * self.drawn.unit)
        return picture

    def with_carried(self, picture: Picture, rise: float) -> Picture:
        """The picture with what the figure carries over it, moved up with its body."""
        if self.drawn.carried is None or self.layer.pivot is None:
            return picture
        across, down = self.foot[0] - self.layer.pivot[0], self.foot[1] - self.layer.pivot[1] - rise * self.drawn.unit
        shift = np.array([[1.0, 0.0, across], [0.0, 1.0, down]])
        over = cv2.warpAffine(self.drawn.carried, shift, picture.shape[1::-1], flags=cv2.INTER_LINEAR)
        return np.asarray(over + picture * (1 - over[..., 3:4]), np.float32)

    def place(self, picture: Picture) -> dict[str, Any]:
        """Where the pictures stand, as fields of a layer."""
        pivot = self.layer.pivot or (0.0, 0.0)
        left, top = round(self.layer.left + pivot[0] - self.foot[0]), round(self.layer.top + pivot[1] - self.foot[1])
        return {"pixels": picture.astype(np.float32), "left": left, "top": top, "pivot": self.foot}


def _as_told(layer: Layer) -> dict[str, Any]:
    return {each.name: getattr(layer, each.name) for each in fields(Layer)} | {"drawn": None}


def _stride(gait: Gait, long: float) -> float:
    """How far a whole stride goes: as far as a standing foot is passed, and as much longer as it is in the air."""
    return 2 * gait.reach * long / gait.duty


def _strided(figure: Figure, limbs: tuple[Limb, ...], gait: Gait, phase: float) -> tuple[Figure, float]:
    """The figure at a share of its stride, and how far its body has risen.

    Feet on the ground go back with it as fast as it goes forward.
    """
    goals = {limb.name: _goal(limb, gait, phase) for limb in limbs if not limb.is_arm}
    down = max(_drop(limb, goals[limb.name]) for limb in limbs if limb.name in goals)
    air = abs(math.sin(2 * math.pi * phase)) if "near" in goals else max(0.0, math.sin(2 * math.pi * phase))
    rise = np.array([0.0, gait.bounce * air * limbs[0].length - down])
    moves = {
        limb.name: _step(limb, goals[limb.name], rise) if limb.name in goals else _swing(limb, gait, phase, rise)
        for limb in limbs
    }

    def moved(outline: Outline) -> Outline:
        limb = _owner(outline, limbs)
        return outline + rise if limb is None else moves[limb.name](outline)

    parts = tuple(replace(each, outlines=tuple(moved(outline) for outline in each.outlines)) for each in figure.parts)
    return replace(figure, parts=parts), float(rise[1])


def _goal(leg: Limb, gait: Gait, phase: float) -> tuple[Point, float]:
    """Where a foot is at a share of the stride, and its degrees."""
    share = (phase + getattr(gait, leg.name)) % 1.0
    middle, reach = (leg.joints[0][0] + leg.joints[2][0]) / 2, gait.reach * leg.length
    if share < gait.duty:
        return np.array([middle + reach * (1 - 2 * share / gait.duty), leg.joints[2][1]]), 0.0
    air = (share - gait.duty) / (1 - gait.duty)
    across = middle - reach * math.cos(math.pi * air)
    up = gait.lift * leg.length * math.sin(math.pi * air) ** 1.5
    toes = TOES_DOWN * math.sin(math.pi * min(1.0, air * 1.4)) + TOES_UP * math.sin(math.pi * air) * air
    return np.array([across, leg.joints[2][1] + up]), toes


def _drop(leg: Limb, goal: tuple[Point, float]) -> float:
    """How far the body has to come down for a leg to reach its goal."""
    hip, (foot, _) = leg.joints[0], goal
    tall = math.sqrt(max((STRAIGHT * leg.length) ** 2 - (foot[0] - hip[0]) ** 2, 0.0))
    return max(0.0, float(hip[1] - foot[1]) - tall)


def _step(leg: Limb, goal: tuple[Point, float], rise: Point) -> Callable[[Outline], Outline]:
    """Bend a leg to its goal: the knee forwards, the hock of a hind leg backwards."""
    hip, knee, foot = leg.joints
    there, toes = goal
    first, second = float(np.linalg.norm(knee - hip)), float(np.linalg.norm(foot - knee))
    way = there - hip - rise
    far = min(float(np.linalg.norm(way)), STRAIGHT * leg.length)
    bend = math.acos(max(-1.0, min(1.0, (first**2 + far**2 - second**2) / (2 * first * far))))
    thigh = _angle(way) + (-bend if leg.name.endswith("hind") else bend)
    bent = hip + rise + first * np.array([math.cos(thigh), math.sin(thigh)])
    shank = _angle(there - bent)
    end = bent + second * np.array([math.cos(shank), math.sin(shank)])
    bones = (
        (hip, hip + rise, thigh - _angle(knee - hip)),
        (knee, bent, shank - _angle(foot - knee)),
        (foot, end, math.radians(toes)),
    )
    return lambda outline: _bent(outline, bones, SOFT * leg.length)


def _swing(arm: Limb, gait: Gait, phase: float, rise: Point) -> Callable[[Outline], Outline]:
    """Swing an arm with the leg of the other side."""
    other = "far" if arm.name.startswith("near") else "near"
    swing = math.cos(2 * math.pi * (phase + getattr(gait, other)))
    shoulder, elbow, hand = arm.joints
    upright = HANGS * (_angle(elbow - shoulder) + math.pi / 2)
    angle, fold = math.radians(gait.arms * swing) - upright, math.radians(gait.elbow * (0.7 + 0.3 * swing))
    bent = shoulder + rise + _turned(elbow - shoulder, angle)
    end = bent + _turned(hand - elbow, angle + fold)
    bones = ((shoulder, shoulder + rise, angle), (elbow, bent, angle + fold), (hand, end, angle + fold))
    return lambda outline: _bent(outline, bones, SOFT * arm.length)


def _bent(outline: Outline, bones: tuple[tuple[Point, Point, float], ...], soft: float) -> Outline:
    """Points go with the bone above them or below; around a joint, with both."""
    moved = bones[0][1] + _turned(outline - bones[0][0], bones[0][2])
    for joint, there, angle in bones[1:]:
        share = np.clip((joint[1] + soft - outline[:, 1:]) / (2 * soft), 0.0, 1.0)
        moved = moved + (there + _turned(outline - joint, angle) - moved) * share * share * (3 - 2 * share)
    return np.asarray(moved, np.float64)


def _owner(outline: Outline, limbs: tuple[Limb, ...]) -> Limb | None:
    """The limb whose flesh an outline is: near its bones all over, and reaching below its middle joint."""
    near: dict[str, float] = {}
    for limb in limbs:
        away = np.min([_distance(outline, *bone) for bone in pairwise(limb.joints)], axis=0)
        if away.max() < FLESH * limb.length + FLESH_LEAST and outline[:, 1].min() < limb.joints[1][1]:
            near[limb.name] = float(away.mean())
    return min((limb for limb in limbs if limb.name in near), key=lambda limb: near[limb.name], default=None)


def _distance(points: Outline, start: Point, end: Point) -> NDArray[np.float64]:
    along = end - start
    share = np.clip((points - start) @ along / (along @ along), 0.0, 1.0)
    return np.asarray(np.linalg.norm(points - start - share[:, None] * along, axis=1))


def _angle(way: Point) -> float:
    return math.atan2(float(way[1]), float(way[0]))


def _turned(points: Outline, angle: float) -> Outline:
    cosine, sine = math.cos(angle), math.sin(angle)
    return np.asarray(points @ np.array([[cosine, sine], [-sine, cosine]]))


def rolling(layer: Layer) -> Layer:
    """The layer taken apart into what turns and what is between; itself where it has no wheels."""
    drawn = layer.drawn
    if drawn is None or layer.name not in ROLLERS.entries:
        return layer
    canvas, unit = _Canvas(layer, drawn), drawn.unit
    wheels = [(kind, np.array(value.split(), float)) for kind, value in ROLLERS.facts(layer.name)]
    owned = [
        (number, replace(part, outlines=tuple(group)))
        for part in drawn.figure.parts
        for number, group in groupby(part.outlines, key=lambda outline: _wheel_of(outline, part, wheels))
    ]
    whole = canvas.with_carried(canvas.drawn_as(drawn.figure, FINE), 0.0)
    left, _, right, top = canvas.box
    pieces = []
    for number, group in groupby(owned, key=lambda each: each[0]):
        pixels = canvas.drawn_as(replace(drawn.figure, parts=tuple(part for _, part in group)), FINE)
        if number is None:
            pieces.append(Piece(pixels))
            continue
        kind, (x, y, reach, radius) = wheels[number]
        across = PAD + ((x - left) if drawn.facing > 0 else (right - x)) * unit
        crank = reach * unit if kind == "rod" else 0.0
        pieces.append(Piece(pixels, (across, PAD + (top - y) * unit), radius * unit, crank))
    if drawn.carried is not None:
        pieces.append(Piece(canvas.with_carried(np.zeros_like(whole), 0.0)))
    return Going(**{**_as_told(layer), **canvas.place(whole)}, pieces=tuple(pieces))


def _wheel_of(outline: Outline, part: Part, wheels: list[tuple[str, Point]]) -> int | None:
    """The number of the wheel that an outline turns with; the body is what has the main colour."""
    if part.colour.startswith("main"):
        return None
    for number, (kind, (x, y, reach, _)) in enumerate(wheels):
        away = np.hypot(*(outline - (x, y)).T)
        middle = np.hypot(*(outline.mean(axis=0) - (x, y)))
        if away.max() <= reach + 1 if kind == "wheel" else middle < reach / 2:
            return number
    return None
