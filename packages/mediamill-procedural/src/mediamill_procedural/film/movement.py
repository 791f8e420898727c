"""How each kind of plate moves: clouds drift, water rolls, plants sway, cars drive. One function for each motion."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import cv2
import numpy as np

from mediamill_procedural.film.bends import (
    Curtain,
    Drift,
    Flames,
    Fronds,
    Meadow,
    Ripple,
    Rising,
    Undulation,
    swell,
)
from mediamill_procedural.film.clock import Clock
from mediamill_procedural.film.plates import Bytes, Plate
from mediamill_procedural.film.pose import Image, Matrix, Pose
from mediamill_procedural.film.strides import Piece
from mediamill_procedural.film.twinkling import Streaming, Twinkle, sparkle, stars, streaming
from mediamill_procedural.painter.layer import Motion

FLAPPING = frozenset({"bird", "butterfly", "bat", "dragon", "eagle", "owl"})

WAVES_FROM = 0.8  # pace: calmer water only ripples
WAVES_COME, SURF_COMES = 0.11, 0.16  # how far waves roll before they fade into the next ones, in their distance
# Of the frame's width in a second, at pace 1.
SPEEDS = {
    Motion.DRIVE: 0.075,
    Motion.FLY: 0.055,
    Motion.SWIM: 0.032,
    Motion.WALK: 0.022,
    Motion.FLOAT: 0.011,
    Motion.HOVER: 0.008,
}
WHOLE = 1e-3  # of a picture: less before the next one is the next one
ROUND = frozenset({Motion.DRIVE, Motion.FLY})  # in a loop these leave on one side and come back on the other


@dataclass(slots=True)
class Mover:
    """Poses the plates of one film; what costs time is prepared once for each plate."""

    clock: Clock
    width: int
    height: int
    margin: int
    horizon: float  # canvas row
    stormy: bool = False
    backdrop: float = 0.0  # how strongly a painted backdrop flows: nebulae, swirls of colour
    _prepared: dict[int, Twinkle | Streaming] = field(default_factory=dict)

    def pose(self, plate: Plate, at: float) -> Pose:
        """How the plate is after `at` seconds; in the middle of the film it is where it was painted."""
        return _MANNERS[plate.motion](self, plate, at)

    @property
    def unit(self) -> float:
        """Pixels: the side of a square of the frame's area."""
        return math.sqrt(self.width * self.height)

    def prepared(self, plate: Plate, make: Callable[[Plate], Twinkle | Streaming]) -> Twinkle | Streaming:
        """What `make` makes of a plate, made once."""
        if plate.number not in self._prepared:
            self._prepared[plate.number] = make(plate)
        return self._prepared[plate.number]

    def start(self, plate: Plate) -> float:
        """Where in its swing a plate starts: two neighbours never swing together."""
        return plate.number * 2.399963  # the golden angle

    def along(self, plate: Plate, at: float) -> float:
        """Pixels that a plate has gone along its heading."""
        if not plate.heading:
            return 0.0
        if not self.clock.loops:
            speed = SPEEDS[plate.motion] * plate.pace * self.width
            return plate.heading * speed * self.clock.from_middle(at)
        if plate.motion not in ROUND:
            return -plate.heading * 0.012 * self.width * self.clock.wave(at, 0.2)
        wide, middle = plate.pixels.shape[1], (plate.left + plate.right) / 2
        span = self.width + 2 * self.margin + wide
        rounds = plate.heading * span * (self.clock.part(at) - 0.5)
        return float((middle + wide / 2 + rounds) % span - wide / 2 - middle)


def _still(_mover: Mover, _plate: Plate, _at: float) -> Pose:
    return Pose()


def _sky(mover: Mover, _plate: Plate, at: float) -> Pose:
    if not mover.backdrop:
        return Pose()
    return Pose(bends=((Curtain(mover.clock, at, mover.unit, mover.backdrop), 1.0),))


def _stars(mover: Mover, plate: Plate, at: float) -> Pose:
    return Pose(pixels=mover.prepared(plate, stars).pixels(mover.clock, at))


def _sun(mover: Mover, _plate: Plate, at: float) -> Pose:
    """Sinks by less than its own glow would show."""
    sunk = 0.0 if mover.clock.loops else 0.0012 * mover.height * mover.clock.from_middle(at)
    return Pose(matrix=moved(0.0, sunk))


def _clouds(mover: Mover, plate: Plate, at: float) -> Pose:
    if plate.name == "aurora":
        glow = 0.90 + 0.10 * mover.clock.wave(at, 0.21, mover.start(plate))
        return Pose(gain=glow, bends=((Curtain(mover.clock, at, mover.unit), 1.0),))
    speed = 0.011 * mover.width * plate.pace * (plate.heading or 1)
    return _drifting(mover, plate, at, speed, perspective=True)


def _mist(mover: Mover, plate: Plate, at: float) -> Pose:
    speed = 0.016 * mover.width * plate.pace * (plate.heading or 0.4)
    breath = 0.90 + 0.09 * mover.clock.wave(at, 0.11, mover.start(plate))
    return _drifting(mover, plate, at, speed, perspective=False, gain=breath)


def _drifting(mover: Mover, plate: Plate, at: float, speed: float, *, perspective: bool, gain: float = 1.0) -> Pose:
    """Along the sky; in a loop one drift fades into the next."""
    clock = mover.clock
    columns, horizon = mover.width + 2 * mover.margin, mover.horizon if perspective else None

    def drift(seconds: float) -> Drift:
        return Drift(speed * seconds, columns, horizon, plate.left, plate.right)

    if not clock.loops:
        return Pose(gain=gain, bends=((drift(clock.from_middle(at)), 1.0),))
    part = clock.part(at) % 1.0
    later = (part + 0.5) % 1.0
    weight = 1.0 - abs(2.0 * part - 1.0)
    length = clock.seconds * clock.pace
    return Pose(
        gain=gain, bends=((drift((part - 0.5) * length), weight), (drift((later - 0.5) * length), 1.0 - weight))
    )


def _water(mover: Mover, plate: Plate, at: float) -> Pose:
    """Ripples, and where there are waves they roll towards the eye."""
    clock, rows = mover.clock, mover.margin + mover.height - mover.horizon
    wide = plate.pixels.shape[1] > 0.9 * mover.width
    surf = wide and plate.name == "surf" and not plate.heading  # on a beach, not around a cliff
    open_water = wide and plate.name == "water" and plate.bottom >= mover.height
    top = float(plate.top) if open_water else mover.horizon
    height = (0.5 + 0.5 * min(plate.pace, 2.2)) * mover.unit
    pixels = _glittering(mover, plate, at)
    if not (surf or (open_water and plate.pace >= WAVES_FROM)):
        return Pose(bends=((Ripple(clock, at, top, rows, height, 0.0), 1.0),), pixels=pixels)
    part = clock.hertz(0.42) * at % 1.0
    weight = 1.0 - abs(2.0 * part - 1.0)
    come = SURF_COMES if surf else WAVES_COME
    bends = tuple(
        (Ripple(clock, at, top, rows, height, (each - 0.5) * come), share)
        for each, share in ((part, weight), ((part + 0.5) % 1.0, 1.0 - weight))
    )
    shade = swell(top, rows, clock.phase(at, 0.45), 0.0 if surf else 0.05 * min(plate.pace, 2.2))
    return Pose(bends=bends, shade=shade, pixels=pixels)


def _glittering(mover: Mover, plate: Plate, at: float) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]] | None:
    if plate.pixels.shape[1] < 0.9 * mover.width or plate.name != "water":
        return None
    return mover.prepared(plate, sparkle).pixels(mover.clock, at)


def _falling_water(mover: Mover, plate: Plate, at: float) -> Pose:
    return Pose(pixels=mover.prepared(plate, streaming).pixels(mover.clock, at))


def _sway(mover: Mover, plate: Plate, at: float) -> Pose:
    """A whole meadow waves; what grows from one foot bends around it."""
    start = mover.start(plate)
    if plate.pivot[1] > mover.margin + 0.97 * mover.height and plate.pixels.shape[1] > 0.9 * mover.width:
        reach = 0.0045 * mover.unit * plate.pace
        return Pose(bends=((Meadow(mover.clock, at, mover.horizon, mover.height, reach, start), 1.0),))
    tall = max(1.0, plate.pivot[1] - plate.top)
    reach = min(0.0085 * mover.unit, 0.022 * tall) * plate.pace
    return Pose(bends=((Fronds(mover.clock, at, plate.pivot[1], tall, reach, start, mover.unit), 1.0),))


def _drive(mover: Mover, plate: Plate, at: float) -> Pose:
    """Wheels turn as far as they go; nothing that has some leaves the ground."""
    along = mover.along(plate, at)
    return Pose(matrix=moved(along, 0.0), pixels=rolled(plate.going.pieces, along) if plate.going else None)


def rolled(pieces: tuple[Piece, ...], along: float) -> Bytes:
    """What rolls, `along` pixels further than painted."""
    whole: Bytes = np.zeros_like(pieces[0].pixels)
    for piece in pieces:
        shown: Image = piece.pixels
        if piece.radius:
            angle = along / piece.radius
            turn = turned(angle, piece.axle)
            if piece.crank:
                turn = moved(piece.crank * (math.cos(angle) - 1.0), piece.crank * math.sin(angle))
            shown = cv2.warpAffine(shown, turn[:2], shown.shape[1::-1], flags=cv2.INTER_LINEAR)
        clear = 255 - shown[..., 3:4].astype(np.uint16)
        whole = np.asarray(shown + whole * clear // 255, np.uint8)
    return whole


def _walk(mover: Mover, plate: Plate, at: float) -> Pose:
    """Step by step where it has legs: in a loop on the spot. Else the body rises and rocks."""
    if plate.going:
        clock, going = mover.clock, plate.going
        strides = clock.hertz(going.hertz) * at if clock.loops else going.hertz * clock.from_middle(at)
        along = 0.0 if clock.loops else going.shift + plate.heading * strides * going.stride
        picture = going.pictures[math.floor(strides * len(going.pictures) + WHOLE) % len(going.pictures)]
        return Pose(matrix=moved(along, 0.0), pixels=picture)
    step = mover.clock.phase(at, 0.9) + mover.start(plate)
    tall = plate.pixels.shape[0]
    return Pose(
        matrix=moved(mover.along(plate, at), -0.012 * tall * abs(math.sin(step)))
        @ turned(0.018 * math.sin(step), plate.pivot)
    )


def _breathe(mover: Mover, plate: Plate, at: float) -> Pose:
    breath = mover.clock.wave(at, 0.34, mover.start(plate))
    lean = 0.004 * mover.clock.wave(at, 0.21, mover.start(plate) + 1.0)
    return Pose(matrix=leaning(lean, plate.pivot) @ stretched(1.0 - 0.003 * breath, 1.0 + 0.008 * breath, plate.pivot))


def _float(mover: Mover, plate: Plate, at: float) -> Pose:
    start = mover.start(plate)
    rock = 0.022 * mover.clock.wave(at, 0.29, start)
    heave = 0.0035 * mover.unit * mover.clock.wave(at, 0.37, start + 0.9)
    return Pose(matrix=moved(mover.along(plate, at), heave) @ turned(rock, plate.pivot))


def _hover(mover: Mover, plate: Plate, at: float) -> Pose:
    start, slow = mover.start(plate), min(1.0, plate.pace + 0.3)
    lift = 0.011 * mover.unit * slow * mover.clock.wave(at, 0.16, start)
    tip = 0.02 * slow * mover.clock.wave(at, 0.13, start + 2.0)
    return Pose(matrix=moved(mover.along(plate, at), lift) @ turned(tip, _middle(plate)))


def _fly(mover: Mover, plate: Plate, at: float) -> Pose:
    start = mover.start(plate)
    bob = 0.005 * mover.unit * mover.clock.wave(at, 0.45, start)
    way = moved(mover.along(plate, at), bob)
    if plate.name == "rocket":
        way = moved(0.0, -0.05 * mover.height * (0 if mover.clock.loops else mover.clock.from_middle(at)))
    if plate.name not in FLAPPING:
        return Pose(matrix=way)
    beat = mover.clock.wave(at, 1.9 if plate.name != "butterfly" else 3.4, start)
    return Pose(matrix=way @ stretched(1.0, 0.80 + 0.20 * beat, _middle(plate)))


def _swim(mover: Mover, plate: Plate, at: float) -> Pose:
    start = mover.start(plate)
    bob = 0.006 * mover.unit * mover.clock.wave(at, 0.23, start)
    wave = Undulation(mover.clock, at, plate.left, max(1, plate.pixels.shape[1]), plate.heading or 1, start)
    return Pose(matrix=moved(mover.along(plate, at), bob), bends=((wave, 1.0),))


def _rise(mover: Mover, plate: Plate, at: float) -> Pose:
    """Smoke climbs away from where it starts, one stretch fading into the next."""
    clock = mover.clock
    period = 1.0 / clock.hertz(0.4)
    part = at / period % 1.0
    weight = 1.0 - abs(2.0 * part - 1.0)
    tall = max(1.0, float(plate.pixels.shape[0]))
    bends = tuple(
        (Rising(clock, at, float(plate.bottom), tall, each - 0.5, mover.unit), share)
        for each, share in ((part, weight), ((part + 0.5) % 1.0, 1.0 - weight))
    )
    return Pose(bends=bends)


def _flicker(mover: Mover, plate: Plate, at: float) -> Pose:
    """Fire; lightning is dark but for a few strokes."""
    if plate.name == "lightning":
        return Pose(gain=lightning(mover.clock, at))
    start = mover.start(plate)
    wave = mover.clock.wave
    gain = 0.90 + 0.06 * wave(at, 2.3, start) + 0.04 * wave(at, 5.1, 2.0 * start)
    flames = Flames(mover.clock, at, float(plate.bottom), max(1.0, float(plate.pixels.shape[0])), start)
    return Pose(gain=min(1.0, gain), bends=((flames, 1.0),))


def _glow(mover: Mover, plate: Plate, at: float) -> Pose:
    return Pose(gain=0.96 + 0.13 * min(1.0, plate.pace) * mover.clock.wave(at, 0.37, mover.start(plate)))


def _spin(mover: Mover, plate: Plate, at: float) -> Pose:
    return Pose(matrix=turned(mover.clock.phase(at, 0.10 * plate.pace), plate.pivot))


def lightning(clock: Clock, at: float) -> float:
    """0 … 1: three strokes in a film, each a double flash that fades."""
    light = 0.0
    for moment, strength in ((0.22, 1.0), (0.255, 0.7), (0.58, 0.85), (0.80, 1.0), (0.826, 0.6)):
        since = at - moment * clock.seconds
        if since >= 0.0:
            light = max(light, strength * math.exp(-since / 0.11))
    return light if light > 0.01 else 0.0


def moved(across: float, down: float) -> Matrix:
    """A shift, in pixels."""
    return np.array([[1.0, 0.0, across], [0.0, 1.0, down], [0.0, 0.0, 1.0]])


def turned(angle: float, around: tuple[float, float]) -> Matrix:
    """A turn, in radians, around a point that stays."""
    cosine, sine = math.cos(angle), math.sin(angle)
    turn = np.array([[cosine, -sine, 0.0], [sine, cosine, 0.0], [0.0, 0.0, 1.0]])
    whole: Matrix = moved(*around) @ turn @ moved(-around[0], -around[1])
    return whole


def stretched(across: float, down: float, around: tuple[float, float]) -> Matrix:
    """Wider and taller around a point that stays."""
    whole: Matrix = moved(*around) @ np.diag([across, down, 1.0]) @ moved(-around[0], -around[1])
    return whole


def leaning(slope: float, around: tuple[float, float]) -> Matrix:
    """Leaning to the side around a foot that stays."""
    lean = np.array([[1.0, slope, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    whole: Matrix = moved(*around) @ lean @ moved(-around[0], -around[1])
    return whole


def _middle(plate: Plate) -> tuple[float, float]:
    return (plate.left + plate.right) / 2, (plate.top + plate.bottom) / 2


_MANNERS: dict[Motion, Callable[[Mover, Plate, float], Pose]] = {
    Motion.SKY: _sky,
    Motion.STARS: _stars,
    Motion.SUN: _sun,
    Motion.CLOUDS: _clouds,
    Motion.MIST: _mist,
    Motion.LAND: _still,
    Motion.WATER: _water,
    Motion.FALLING_WATER: _falling_water,
    Motion.STILL: _still,
    Motion.SWAY: _sway,
    Motion.DRIVE: _drive,
    Motion.WALK: _walk,
    Motion.BREATHE: _breathe,
    Motion.FLOAT: _float,
    Motion.HOVER: _hover,
    Motion.FLY: _fly,
    Motion.SWIM: _swim,
    Motion.RISE: _rise,
    Motion.FLICKER: _flicker,
    Motion.GLOW: _glow,
    Motion.SPIN: _spin,
}
