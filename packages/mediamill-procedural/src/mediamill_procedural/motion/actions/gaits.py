"""Going somewhere on two feet: each foot is put down where the hips will pass over it, and stays there.

The body moves along a path at an even cadence; the length of the steps swells and fades with the speed, so that a gait
begins and ends in standing. Timing after Perry (1992, "Gait analysis").
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from mediamill_procedural.lexicon import table
from mediamill_procedural.motion.skeleton import HIP_HALF_WIDTH, SIDES
from mediamill_procedural.motion.take import Take
from mediamill_procedural.motion.track import Track, eased, held

Array = NDArray[np.float64]

CIRCLE_RADIUS = 140.0  # cm
TURN_STEPS = 2.5  # strides for turning into a direction
RAMP_STRIDES = 0.75  # from standing to full speed
FINE = 64  # points per stride of the path


@dataclass(frozen=True, slots=True)
class Gait:
    """The habits of one way of going."""

    speed: float  # cm/s
    stride: float  # cm, two steps
    duty: float = 0.61  # share of the stride that a foot stands
    lift: float = 9.0  # cm of the swinging foot
    arm: float = 26.0  # degrees of swing to either side
    elbow: float = 18.0
    bob: float = 2.0  # cm up and down
    sway: float = 2.4  # cm to the standing side
    lean: float = 3.0  # degrees forward
    crouch: float = 0.0  # cm
    roll: float = 1.0  # share of the foot's rolling
    width: float = 6.5  # cm of each foot from the middle
    twist: float = 1.0  # of shoulders against hips
    airborne: bool = False
    limp: float = 0.0  # of the asked side
    weave: float = 0.0  # cm to either side
    stamp: float = 0.0  # how hard the foot comes down
    hop: float = 0.0  # skipping: how much of the lift is on every step


GAITS = table("motion", "gaits").records(Gait)


def zombie_as(take: Take, name: str) -> Track:
    """Arms held out ahead, hands hanging: nobody home."""
    track = go_as(take, name)
    for side, swing in (("left", 78.0), ("right", 70.0)):
        track[f"{side}_swing"] = swing + 0.3 * track[f"{side}_swing"]
        track[f"{side}_wrist"] = 42.0
    track.add(tilt=13.0, nod=8.0, both_spread=-6.0)
    return track


def tiptoe_as(take: Take, name: str) -> Track:
    """Heels never down, hands up like paws."""
    track = go_as(take, name)
    track.add(both_foot_pitch=36.0, y=3.5, both_wrist=34.0, both_swing=12.0, both_elbow=24.0, both_shrug=6.0)
    return track


def go_as(take: Take, name: str) -> Track:
    """Travel in one gait, in the take's direction, for as long as it lasts."""
    gait = GAITS[name]
    back = take.direction == "backward"
    strafing = {"sideways left": 1.0, "sideways right": -1.0}.get(take.direction, 0.0)
    if back or strafing:
        gait = replace(
            gait, speed=gait.speed * 0.62, stride=gait.stride * 0.62, arm=gait.arm * 0.6, lean=0.0, roll=0.35
        )
        if strafing:
            gait = replace(gait, stride=gait.stride * 0.6, speed=gait.speed * 0.6, width=13.0, arm=gait.arm * 0.5)
    gait = _mannered(gait, take)
    cadence = gait.speed / gait.stride * take.tempo * take.size
    phase = take.times * cadence
    first = 0.0 if take.rising else 0.25
    phase = phase + first
    track = held(take.frames)
    forward = -1.0 if back else 1.0
    path = _Path(take, gait, first, float(phase[-1]), forward, strafing)
    _hips(track, gait, phase, path, forward)
    for side, _, sign in SIDES:
        _foot(track, gait, phase, path, side, sign, take)
        _arm(track, gait, phase, path, side, sign)
    if gait.limp:
        _limp(track, gait, phase, take)
    x, z, yaw = path.at(phase[-1:])
    track.end = (float(x[0]), float(z[0]), float(yaw[0]))
    return track


def _mannered(gait: Gait, take: Take) -> Gait:
    manner = take.manner
    return replace(
        gait,
        stride=gait.stride * take.size,
        lift=gait.lift * (0.5 + 0.5 * take.size) * manner.lift,
        arm=gait.arm * (0.4 + 0.6 * take.size),
        bob=gait.bob + manner.bounce,
        sway=gait.sway + manner.sway,
        crouch=gait.crouch + manner.crouch,
        width=gait.width + manner.width,
        weave=gait.weave + manner.weave,
        stamp=gait.stamp + manner.stamp,
    )


class _Path:
    """Where the body is (x, z) and looks (yaw) when so many strides are done."""

    def __init__(self, take: Take, gait: Gait, first: float, last: float, forward: float, strafing: float) -> None:
        count = max(8, int((last - first + 2) * FINE))
        self.phases = np.linspace(first - 1, last + 1, count)
        pace = np.ones(count)
        if take.rising:
            pace = pace * eased((self.phases - first) / RAMP_STRIDES)
        if take.ending:
            pace = pace * eased((last - 0.25 - self.phases) / RAMP_STRIDES)
        self.pace = pace * (0.0 if take.on_the_spot else 1.0)
        self.liveliness = np.maximum(pace, 0.0)
        step = np.gradient(self.phases)
        gone = np.cumsum(self.pace * step) * gait.stride
        yaw = _heading(take, gait, self.phases - first, gone)
        course = np.radians(yaw + 90.0 * strafing)
        move = self.pace * step * gait.stride * forward
        self.x, self.z = np.cumsum(move * np.sin(course)), np.cumsum(move * np.cos(course))
        self.yaw = yaw
        x, z, yaw0 = self.at(np.array([first]))
        self.x, self.z = self.x - x[0], self.z - z[0]
        self.yaw = self.yaw - yaw0[0]

    def at(self, phase: Array) -> tuple[Array, Array, Array]:
        return (
            np.interp(phase, self.phases, self.x),
            np.interp(phase, self.phases, self.z),
            np.interp(phase, self.phases, self.yaw),
        )

    def life(self, phase: Array) -> Array:
        """0 while standing still, 1 in full swing."""
        return np.asarray(np.interp(phase, self.phases, self.liveliness))


def _heading(take: Take, gait: Gait, strides: Array, gone: Array) -> Array:
    turn = {"left": 90.0, "right": -90.0, "away": 180.0, "around": 180.0}.get(take.direction)
    if turn is not None:
        share = strides / TURN_STEPS * (110.0 / abs(turn)) ** 0.5
        return np.asarray(turn * eased(share))
    if take.direction in ("circle", "circle right"):
        sign = -1.0 if take.direction == "circle right" else 1.0
        radius = max(CIRCLE_RADIUS * gait.speed / 125.0, 60.0)
        return np.asarray(sign * np.degrees(gone / radius))
    if take.direction == "zigzag":
        return np.asarray(40.0 * np.sin(2 * np.pi * strides / 4))
    return np.zeros(len(strides))


def _hips(track: Track, gait: Gait, phase: Array, path: _Path, forward: float) -> None:
    x, z, yaw = path.at(phase)
    life = path.life(phase)
    wave = 2 * np.pi * phase
    middle = gait.duty / 2  # of the left foot's stance, when the body is highest (walking) or lowest (running)
    aside = gait.sway * np.cos(wave - 2 * np.pi * middle) * (0.3 + 0.7 * life)
    aside = aside + gait.weave * np.sin(wave / 2.7 + 1) * life + 0.3 * gait.weave * np.sin(wave / 1.1)
    way = np.radians(yaw)
    track["x"], track["z"] = x + aside * np.cos(way), z - aside * np.sin(way)
    up = np.cos(2 * wave - 4 * np.pi * middle) * gait.bob * (-1.0 if gait.airborne else 1.0)
    hop = gait.hop * np.abs(np.sin(wave + 0.6)) ** 1.5
    track["y"] = -1.6 - (gait.crouch + gait.bob * 0.8) * (0.35 + 0.65 * life) + (up + hop) * life
    swing = np.cos(wave - 0.15) * life * gait.twist
    track["yaw"] = yaw - 6.5 * swing * forward
    track["turn"] = 12.0 * swing * forward
    track["look"] = -5.5 * swing * forward
    drop = np.cos(wave - 2 * np.pi * middle)
    track["roll"] = -2.6 * drop * life * (0.5 if gait.airborne else 1.0)
    track["lean"] = 2.2 * drop * life + gait.weave * 0.5 * np.sin(wave / 2.7) * life
    lean = gait.lean * (0.4 + 0.6 * life)
    track["pitch"] = lean * 0.35 + 1.2 * np.sin(2 * wave) * life
    track["bend"] = lean * 0.75 + 1.0 * np.cos(2 * wave) * life
    track["nod"] = -lean * 0.75 - 1.0 * np.cos(2 * wave - 0.6) * life + gait.weave * 0.5 * np.sin(wave / 1.7)


def _foot(track: Track, gait: Gait, phase: Array, path: _Path, side: str, sign: float, take: Take) -> None:
    own = phase + (0.0 if sign > 0 else 0.5)
    step = np.floor(own)
    share = own - step
    late = phase - own + gait.duty / 2  # from a stride's number to the phase of its mid-stance
    here, there = _plant(path, step + late, gait, sign), _plant(path, step + 1 + late, gait, sign)
    swinging = np.clip((share - gait.duty) / (1 - gait.duty), 0, 1)
    moved = eased(swinging)
    length = np.hypot(there[0] - here[0], there[1] - here[1])
    lively = np.clip(length / (0.5 * gait.stride), 0, 1)
    if take.on_the_spot:
        lively = path.life(step + late + 0.5) * 1.25
    lively = np.maximum(lively, np.clip(np.abs(there[2] - here[2]) / 30, 0, 0.7))
    for number, name in enumerate(("foot_x", "foot_z")):
        track[f"{side}_{name}"] = here[number] + (there[number] - here[number]) * moved
    toes = sign * (7.0 if gait.width < 12 else 14.0)
    track[f"{side}_foot_yaw"] = here[2] + (there[2] - here[2]) * moved + toes
    height = np.sin(np.pi * swinging) ** 1.4 * (1 - 0.25 * np.cos(2 * np.pi * swinging))
    if gait.stamp:
        height = np.sin(np.pi * swinging**0.75) ** 0.8
    track[f"{side}_foot_y"] = gait.lift * height * lively
    track[f"{side}_foot_pitch"] = _rolling(gait, share, swinging, lively, take) * gait.roll


def _plant(path: _Path, phase: Array, gait: Gait, sign: float) -> tuple[Array, Array, Array]:
    x, z, yaw = path.at(phase)
    way, aside = np.radians(yaw), sign * (HIP_HALF_WIDTH + (gait.width - HIP_HALF_WIDTH) * path.life(phase))
    return x + aside * np.cos(way), z - aside * np.sin(way), yaw


def _rolling(gait: Gait, share: Array, swinging: Array, lively: Array, take: Take) -> Array:
    """Degrees of the foot: the heel comes down first, rises before the toes leave, hangs behind, and toes up again."""
    strike = (0.0 if gait.airborne else 17.0) * np.clip(1 - share / (gait.duty * 0.2), 0, 1)
    rise = (34.0 if not gait.airborne else 42.0) * eased((share / gait.duty - 0.58) / 0.42)
    hanging = (34.0 if not gait.airborne else 42.0) * (1 - eased(swinging / 0.62))
    hanging = hanging + (16.0 if not gait.airborne else 22.0) * np.sin(np.pi * np.clip(swinging / 0.6, 0, 1)) ** 2
    lifted = (0.0 if gait.airborne else 17.0) * eased((swinging - 0.55) / 0.45)
    if take.on_the_spot or gait.roll < 0.5:
        strike, lifted = strike * 0.0, lifted * 0.0
    return np.asarray(np.where(swinging > 0, hanging - lifted, rise - strike) * np.clip(lively, 0, 1))


def _arm(track: Track, gait: Gait, phase: Array, path: _Path, side: str, sign: float) -> None:
    life = path.life(phase)
    own = 2 * np.pi * (phase + (0.0 if sign > 0 else 0.5))
    forth = -np.cos(own - 0.35)  # against the leg of its side, a little late
    track[f"{side}_swing"] = (gait.arm * forth + gait.arm * 0.12) * life + 2 + gait.lean * 0.4
    later = -np.cos(own - 0.85)
    bent = gait.elbow + gait.arm * 0.42 * (1 + later) * (0.45 if gait.airborne else 1.0)
    track[f"{side}_elbow"] = 15 + (bent - 15) * life
    track[f"{side}_spread"] = 8.5 + (3.5 if gait.airborne else 0.0)
    track[f"{side}_wrist"] = 6 - 7 * np.cos(own - 1.5) * life
    track[f"{side}_twist"] = (-14.0 if gait.airborne else -6.0) * life


def _limp(track: Track, gait: Gait, phase: Array, take: Take) -> None:
    """Little time and little weight on the hurt leg; the body dips towards it and the arm guards."""
    own = 2 * np.pi * (phase + (0.0 if take.side == "left" else 0.5) - gait.duty / 2)
    onto = np.maximum(np.cos(own), 0) ** 1.5 * gait.limp
    track.add(y=-5.5 * onto, lean=-7.0 * take.sign * onto, bend=7.0 * onto, nod=4 * onto, roll=3.0 * take.sign * onto)
    for name, share in (("foot_y", 0.3), ("foot_pitch", 0.45)):
        track[f"{take.side}_{name}"] = track[f"{take.side}_{name}"] * share
    track.add(**{f"{take.other}_spread": 16 * onto, f"{take.other}_swing": 10 * onto})
    track[f"{take.side}_elbow"] = 40.0
