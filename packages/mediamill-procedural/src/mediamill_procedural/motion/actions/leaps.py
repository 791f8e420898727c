"""Off the ground: the body flies as a thrown stone does, and knees take up the landing."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import CubicHermiteSpline

from mediamill_procedural.lexicon import table
from mediamill_procedural.motion.poses import preset
from mediamill_procedural.motion.take import Take
from mediamill_procedural.motion.track import Track, eased, keyed, pose

Array = NDArray[np.float64]

GRAVITY = 981.0  # cm/s²
FLIGHT_SHARE_MAX = 0.42  # of a round, so that there is time to crouch and land
TOES_AT_TAKE_OFF = 40.0  # degrees


@dataclass(frozen=True, slots=True)
class Leap:
    """One way of jumping; heights and lengths in cm, times in shares of what is spent on the ground."""

    height: float = 34.0
    length: float = 0.0
    seconds: float = 1.75  # of a round at ordinary tempo
    crouch: float = 30.0
    landing: float = 24.0
    tuck: float = 7.0
    arms_back: float = -48.0
    arms_up: float = 150.0
    push: float = 0.17  # seconds from the deepest crouch to leaving the ground
    spread: float = 14.0
    turn: float = 0.0  # degrees in the air


@dataclass(frozen=True, slots=True)
class Moments:
    """When in each round what happens, in seconds."""

    number: Array  # of the round, at each moment
    now: Array  # since it began
    period: float
    off: float  # the feet leave the ground
    flight: float
    push: float
    soak: float
    depth: float  # share of the full crouch

    @property
    def air(self) -> Array:
        """0 before the flight, 1 after it."""
        return np.asarray(np.clip((self.now - self.off) / self.flight, 0, 1))


LEAPS = table("motion", "leaps").records(Leap)


def jump_as(take: Take, name: str) -> Track:
    """As many leaps of one kind as asked for or as fit, each from standing to standing."""
    leap = LEAPS[name]
    moments = moments_of(take, leap)
    number = moments.number
    track = keyed(moments.now, _poses(leap, moments))
    track["y"] = _height(leap, moments)
    air = moments.air
    flying = GRAVITY * moments.flight**2 / 2 * air * (1 - air) + leap.tuck * np.sin(np.pi * air) ** 2
    track.add(both_foot_y=flying)
    gone = (number + air) * leap.length * take.size * {"backward": -0.6}.get(take.direction, 1.0)
    aside = {"left": 1.0, "right": -1.0, "sideways left": 1.0, "sideways right": -1.0}.get(take.direction, 0.0)
    if take.on_the_spot:
        gone = gone * 0.0
    if aside:
        gone = (number + air) * max(leap.length, 45.0) * aside
    axis = "x" if aside else "z"
    track.add(**{axis: gone, f"left_foot_{axis}": gone, f"right_foot_{axis}": gone})
    end = float(gone[-1])
    track.end = (end, 0.0, 0.0) if aside else (0.0, 0.0, end)
    if leap.turn:
        _turned(track, leap.turn * take.sign * (number + eased(air)))
    return track


def moments_of(take: Take, leap: Leap) -> Moments:
    """The rounds of a leap: what time there is, is shared between the ground and as high a flight as it allows."""
    count = take.rounds(leap.seconds)
    period = take.seconds / count
    height = min(leap.height * take.size, GRAVITY * (FLIGHT_SHARE_MAX * period) ** 2 / 8)
    flight = float(np.sqrt(8 * height / GRAVITY))
    ground = period - flight
    off = max(0.46 * ground, min(ground * 0.7, 0.3))
    number = np.minimum(np.floor(take.times / period), count - 1)
    return Moments(
        number,
        take.times - number * period,
        period,
        off,
        flight,
        min(leap.push, 0.45 * off),
        min(0.22, 0.45 * (ground - off)),
        min(1.0, height / (0.55 * leap.height) + 0.15),
    )


def _poses(leap: Leap, moments: Moments) -> list[tuple[float, Array]]:
    off, push, flight, soak, depth = moments.off, moments.push, moments.flight, moments.soak, moments.depth
    low = pose(pitch=20 * depth, bend=24 * depth, nod=-22 * depth, both_swing=leap.arms_back * depth, both_elbow=16)
    up = leap.arms_up
    toes = TOES_AT_TAKE_OFF
    return [
        (0.0, pose()),
        (off - push, low),
        (
            off,
            pose(both_swing=0.72 * up, both_elbow=26, both_foot_pitch=toes, bend=-6, nod=-8, both_spread=leap.spread),
        ),
        (
            off + 0.45 * flight,
            pose(both_swing=up, both_elbow=30, both_foot_pitch=34, bend=-3, both_spread=leap.spread + 4, nod=6),
        ),
        (
            off + flight,
            pose(
                both_swing=0.45 * up, both_elbow=36, both_foot_pitch=22, pitch=6, bend=8, both_spread=leap.spread + 14
            ),
        ),
        (
            off + flight + 0.3 * soak,
            pose(both_swing=0.3 * up, **preset("jump", "held")),
        ),
        (
            off + flight + soak,
            pose(both_swing=6, both_elbow=30, both_spread=20, pitch=15 * depth, bend=21 * depth, nod=-16 * depth),
        ),
        (moments.period, pose()),
    ]


def _height(leap: Leap, moments: Moments) -> Array:
    """Hips above standing: slow into the crouch, thrown, falling, taken up; speeds meet where feet leave and land."""
    off, push, flight, soak, depth = moments.off, moments.push, moments.flight, moments.soak, moments.depth
    speed = GRAVITY * flight / 2
    stand, tip = pose()[1], 5.0
    deep = tip - max(leap.crouch * depth, speed * push / 2.6)
    land = tip - max(leap.landing * depth, speed * soak / 2.6)
    knots = np.array([0.0, off - push, off, off + flight, off + flight + soak, moments.period])
    curve = CubicHermiteSpline(knots, [stand, deep, tip, tip, land, stand], [0, 0, speed, -speed, 0, 0])
    air = moments.now - off
    thrown = tip + speed * air - GRAVITY * air**2 / 2
    return np.asarray(np.where((air > 0) & (air < flight), thrown, curve(moments.now)))


def _turned(track: Track, yaw: Array) -> None:
    """Turn the whole figure, feet and all, about where it stands."""
    track.add(yaw=yaw)
    way = np.radians(yaw)
    for side in ("left", "right"):
        x, z = track[f"{side}_foot_x"] - track["x"], track[f"{side}_foot_z"] - track["z"]
        track[f"{side}_foot_x"] = track["x"] + x * np.cos(way) + z * np.sin(way)
        track[f"{side}_foot_z"] = track["z"] - x * np.sin(way) + z * np.cos(way)
        track.add(**{f"{side}_foot_yaw": yaw})
    track.end = (track.end[0], track.end[1], float(yaw[-1]))


def jumping_jacks(take: Take) -> Track:
    """Feet and arms out in one small jump, and in with the next."""
    half = take.rounds(1.0) * 2 * take.times / take.seconds
    period = take.seconds / take.rounds(1.0) / 2
    flight = min(0.5 * period, 0.24)
    air = np.clip((half % 1.0) * period / flight - 0.3, 0, 1)
    out = np.floor(half) % 2
    share = eased(air)
    apart = np.where(out == 0, share, 1 - share)
    apart = np.where(half >= 2 * take.rounds(1.0), 0.0, apart)
    arms = eased(np.clip((half % 1.0) / 0.72, 0, 1))
    arms = np.where(out == 0, arms, 1 - arms)
    arms = np.where(half >= 2 * take.rounds(1.0), 0.0, arms)
    hop = GRAVITY * flight**2 / 2 * air * (1 - air)
    track = Track(np.tile(pose(), (take.frames, 1)))
    soft = np.sin(np.pi * np.clip(((half % 1.0) * period / flight - 1.3) / (period / flight - 1.0), 0, 1)) ** 2
    track["y"] = -2.5 - 5.0 * apart + hop - 4.5 * soft
    track.add(
        both_foot_x=23 * apart, both_foot_y=hop, both_foot_pitch=26 * np.sin(np.pi * air), both_foot_yaw=6 * apart
    )
    for side in ("left", "right"):
        track[f"{side}_spread"] = 9 + 146 * arms
        track[f"{side}_elbow"] = 12 + 14 * np.sin(np.pi * arms)
        track[f"{side}_twist"] = 30 * arms
    track.add(bend=2.5 * soft, nod=-2 * soft)
    return track


def hop(take: Take) -> Track:
    """Small springing jumps on one leg."""
    return _hops(take, one_leg=True)


def bounce(take: Take) -> Track:
    """Small springing jumps on both legs."""
    return _hops(take, one_leg=False)


def jump_rope(take: Take) -> Track:
    """Small springing jumps over a rope."""
    return _hops(take, one_leg=False, rope=True)


def _hops(take: Take, one_leg: bool, rope: bool = False) -> Track:
    count = take.rounds(0.55)
    period = take.seconds / count
    flight = min(0.55 * period, 0.3 if not rope else 0.26)
    number = np.minimum(np.floor(take.times / period), count - 1)
    now = take.times - number * period
    air = np.clip((now - (period - flight) / 2) / flight, 0, 1)
    rise = GRAVITY * flight**2 / 2 * air * (1 - air)
    ground = 1 - np.sin(np.pi * np.clip(now / period, 0, 1))
    travel = 0.0 if (rope or take.on_the_spot) else {"backward": -22.0}.get(take.direction, 30.0)
    gone = (number + air) * travel
    begin = eased(take.times / 0.3)
    if not one_leg:
        stance = pose(both_elbow=70 if rope else 45, both_spread=18, bend=3)
    else:
        stance = take.sided(**preset("hops", "stance"))
    row = stance - pose()
    track = Track(pose() + row * begin[:, np.newaxis])
    track.add(y=-3 - 7.0 * ground * begin + rise, z=gone, both_foot_z=gone, bend=6 * ground, nod=-4 * ground)
    tip = 30 * np.sin(np.pi * np.clip(air * 1.0, 0, 1))
    track.add(both_foot_y=rise, both_swing=14 * np.sin(np.pi * air), both_foot_pitch=tip)
    if rope:
        spin = 2 * np.pi * now / period
        track.add(both_twist=-20 + 14 * np.cos(spin), both_elbow=8 * np.sin(spin), both_wrist=18 * np.sin(spin))
    track.end = (0.0, float(gone[-1]), 0.0)
    return track
