"""Dances: a pulse in the knees, hips against shoulders, arms with a mind of their own."""

import numpy as np
from numpy.typing import NDArray

from mediamill_procedural.motion.actions.phrasing import rhythm
from mediamill_procedural.motion.poses import preset
from mediamill_procedural.motion.take import Take
from mediamill_procedural.motion.track import Track, eased, held, keyed, pose

Array = NDArray[np.float64]


def _stepping(track: Track, beat: Array, wide: float, lift: float, ahead: float = 0.0) -> None:
    """Each foot on its own beat: out, in, out; the hips over the one that stands."""
    for side, sign in (("left", 1.0), ("right", -1.0)):
        own = beat / (2 * np.pi) / 2 + (0.0 if sign > 0 else 0.5)
        number, share = np.floor(own), own - np.floor(own)
        moving = np.clip((share - 0.55) / 0.4, 0, 1)
        place = (number + eased(moving)) % 2
        out = np.where(place <= 1, place, 2 - place)
        track.add(**{f"{side}_foot_x": sign * wide * out, f"{side}_foot_z": ahead * (out - 0.5)})
        track.add(
            **{f"{side}_foot_y": lift * np.sin(np.pi * moving), f"{side}_foot_pitch": 16 * np.sin(np.pi * moving)}
        )
    track.add(x=4.5 * np.sin(beat / 2 + 0.3))


def dance(take: Take) -> Track:
    """Side to side on the beat, the arms pumping and now and then thrown up."""
    track = held(take.frames)
    beat = rhythm(take, 0.52)
    half = beat / 2
    _stepping(track, beat, 9.0, 7.0)
    up = eased(2.2 * np.sin(beat / 16 - 0.6)) * take.size
    track.add(
        y=-6 - 3.2 * np.cos(beat) * take.size, roll=6 * np.sin(half), lean=-8 * np.sin(half), yaw=12 * np.sin(half / 2)
    )
    track.add(
        turn=13 * np.sin(half + 0.7), look=-8 * np.sin(half / 2), nod=6 * np.cos(beat - 0.5), tilt=5 * np.sin(half)
    )
    for side, shift in (("left", 0.0), ("right", np.pi)):
        lead = np.maximum(np.sin(half + shift), 0)
        track[f"{side}_swing"] = 34 + 24 * np.sin(half + shift) + 74 * up * (0.6 + 0.4 * lead)
        track[f"{side}_spread"] = 22 + 10 * np.sin(beat + shift) + 12 * up
        track[f"{side}_elbow"] = 78 + 26 * np.sin(beat + shift - 0.5) - 40 * up
        track[f"{side}_wrist"] = 16 * np.sin(beat + shift - 1.2)
        track[f"{side}_palm"] = 20 * np.sin(half + shift)
    return track


def hip_hop(take: Take) -> Track:
    """Low and heavy: a deep bounce, crossing arms, a stamp to the side."""
    track = held(take.frames)
    beat = rhythm(take, 0.62)
    half = beat / 2
    _stepping(track, beat, 15.0, 10.0, 8.0)
    drop = np.maximum(np.cos(beat), -0.4)
    track.add(
        y=-14 - 7 * drop,
        bend=16 + 8 * drop,
        nod=-8 + 12 * np.cos(beat - 0.7),
        lean=-9 * np.sin(half),
        roll=4 * np.sin(half),
    )
    track.add(turn=20 * np.sin(half + 0.4), yaw=-9 * np.sin(half), both_foot_x=4, pitch=5)
    cross = (1 + np.sin(half - 0.4)) / 2
    for side, shift in (("left", 0.0), ("right", np.pi / 2)):
        track[f"{side}_swing"] = 46 + 18 * np.sin(half + shift)
        track[f"{side}_spread"] = 46 * (1 - cross) - 4
        track[f"{side}_twist"] = -50 * cross + 12
        track[f"{side}_elbow"] = 62 + 30 * np.cos(beat + shift)
        track[f"{side}_wrist"] = -14 * np.cos(beat - 0.9)
    return track


def disco(take: Take) -> Track:
    """One hand on the hip, the other from the floor to the ceiling and back."""
    track = held(take.frames)
    beat = rhythm(take, 0.52)
    half = beat / 2
    sign = take.sign
    point = (1 - np.cos(half)) / 2
    low, high = (
        take.sided(right_swing=26, right_spread=-26, right_elbow=8),
        take.sided(right_spread=144, right_elbow=6, right_swing=12),
    )
    row = low + (high - low) * eased(point)[:, np.newaxis]
    track.rows[:] = row
    track.add(**{f"{take.other}_reach": 1.0})
    track[f"{take.other}_reach_x"], track[f"{take.other}_reach_y"] = -17.0 * sign, 101.0
    track[f"{take.other}_reach_z"] = 3.0
    track[f"{take.other}_elbow_out"] = 18.0
    wave = 2 * point - 1
    track.add(
        x=-6 * sign * wave, roll=-7 * sign * wave, lean=9 * sign * wave, turn=16 * sign * wave, look=18 * sign * wave
    )
    track.add(y=-6 - 2.5 * np.cos(beat), both_foot_x=8, nod=-12 * wave, yaw=8 * sign * wave)
    track.add(
        **{f"{take.other}_foot_pitch": 26 * np.clip(wave, 0, 1), f"{take.side}_foot_pitch": 20 * np.clip(-wave, 0, 1)}
    )
    return track


def robot(take: Take) -> Track:
    """From pose to pose in jerks, each stopping dead."""
    poses = [preset("robot", str(number)) for number in range(1, 7)]
    still = {"both_palm": 0.0, "both_wrist": 0.0, "both_foot_x": 4.0, "both_swing": 0.0, "both_spread": 6.0}
    step = 0.55 / take.tempo
    count = max(2, int(np.ceil(take.seconds / step)) + 1)
    keys: list[tuple[float, Array]] = []
    for number in range(count):
        told = {**still, **poses[number % len(poses)], "y": -4.0 - 3.0 * (number % 2)}
        keys += [(number * step, pose(**told)), (number * step + 0.6 * step, pose(**told))]
    return keyed(take.times, keys)


def ballet(take: Take) -> Track:
    """On the toes, arms opening and closing overhead, a leg drawn up to the knee."""
    closed = {"both_foot_yaw": 32.0, "both_foot_x": -5.0, "both_knee_out": 14.0, "bend": -3.0}
    low = pose(**closed, **preset("ballet", "low"))
    plie = pose(**{**closed, "both_knee_out": 34.0}, y=-17, both_spread=66, both_elbow=26, both_reach=0)
    up = pose(**closed, **preset("ballet", "up"))
    passe = take.sided(**{**closed, "both_knee_out": 20.0}, **preset("ballet", "passe"))
    keys = [(0.0, low), (0.16, plie), (0.32, up), (0.42, up), (0.56, passe), (0.72, passe), (0.84, up), (1.0, low)]
    phase = take.phase(4.4)
    every = [(number + moment, row) for number in range(take.rounds(4.4)) for moment, row in keys[:-1]]
    return keyed(phase, [*every, (float(take.rounds(4.4)), low)])


def waltz(take: Take) -> Track:
    """With an unseen partner: one long step and two short ones, rising and turning."""
    track = held(take.frames)
    beat = rhythm(take, 0.6)
    bar = beat / 3
    hold = pose(**preset("waltz", "hold"))
    track.rows += hold - pose()
    for side, sign in (("left", 1.0), ("right", -1.0)):
        own = bar / (2 * np.pi) / 2 + (0.0 if sign > 0 else 0.5)
        share = own - np.floor(own)
        out = eased((share - 0.0) / 0.14) * (1 - eased((share - 0.5) / 0.14))
        moving = np.clip(share / 0.14, 0, 1) * (share < 0.14) + np.clip((share - 0.5) / 0.14, 0, 1) * (
            (share > 0.5) & (share < 0.64)
        )
        track.add(**{f"{side}_foot_z": 20 * out - 10, f"{side}_foot_x": sign * 5 * out})
        track.add(**{f"{side}_foot_y": 6 * np.sin(np.pi * moving)})
    rise = np.sin(bar - 0.5)
    track.add(
        y=-7 + 5 * rise, z=8 * np.sin(bar / 2), yaw=14 * np.sin(bar / 2), lean=4 * np.sin(bar), roll=3 * np.sin(bar)
    )
    track.add(turn=-8 * np.sin(bar / 2), nod=-3 * rise)
    return track


def twist(take: Take) -> Track:
    """On the balls of the feet, hips one way and arms the other, sinking and rising."""
    track = held(take.frames)
    beat = rhythm(take, 0.56)
    way = np.sin(beat)
    sink = (1 - np.cos(beat / 8)) / 2
    track.add(
        y=-8 - 15 * sink,
        yaw=24 * way,
        turn=-34 * way,
        look=12 * way,
        bend=8 + 8 * sink,
        nod=-8 * sink,
        x=2.5 * np.sin(beat / 2),
    )
    track.add(both_foot_x=3, left_foot_yaw=24 * way, right_foot_yaw=24 * way, both_foot_pitch=14 + 6 * sink)
    for side, shift in (("left", 0.0), ("right", np.pi)):
        track[f"{side}_elbow"] = 84 + 12 * np.sin(beat + shift)
        track[f"{side}_swing"] = 24 + 26 * np.sin(beat + shift)
        track[f"{side}_spread"] = 18.0
    return track


def salsa(take: Take) -> Track:
    """Quick, quick, slow, forward and back, the hips leading."""
    track = held(take.frames)
    beat = rhythm(take, 0.5)
    half = beat / 2
    for side, sign in (("left", 1.0), ("right", -1.0)):
        own = beat / (2 * np.pi) / 4 + (0.0 if sign > 0 else 0.5)
        share = own - np.floor(own)
        out = eased(share / 0.11) * (1 - eased((share - 0.3) / 0.11))
        moving = np.where(
            share < 0.11, share / 0.11, np.where((share > 0.3) & (share < 0.41), (share - 0.3) / 0.11, 0.0)
        )
        track.add(**{f"{side}_foot_z": sign * 22 * out, f"{side}_foot_y": 4.5 * np.sin(np.pi * moving)})
        track.add(**{f"{side}_foot_pitch": 14 * np.sin(np.pi * moving)})
        track[f"{side}_elbow"] = 82 + 12 * np.sin(half + sign)
        track[f"{side}_swing"] = 14 + 16 * np.sin(half + (0 if sign > 0 else np.pi))
        track[f"{side}_spread"] = 20 + 6 * np.sin(beat)
    track.add(
        x=5 * np.sin(half),
        roll=9 * np.sin(half),
        lean=-10 * np.sin(half),
        y=-5 - 1.4 * np.cos(beat),
        yaw=9 * np.sin(half + 0.6),
    )
    track.add(turn=-11 * np.sin(half + 0.6), z=5 * np.sin(beat / 4), look=4 * np.sin(half), nod=-3)
    return track


def headbang(take: Take) -> Track:
    """Wide stance, the head thrown down on every beat, fists at the sides."""
    track = held(take.frames, **preset("headbang", "held"))
    beat = rhythm(take, 0.62)
    down = (1 - np.cos(beat)) / 2
    track.add(
        bend=8 + 24 * down, nod=-20 + 54 * np.clip((1 - np.cos(beat - 0.5)) / 2, 0, 1), y=-4 * down, pitch=5 * down
    )
    track.add(both_swing=18 * down, both_elbow=8 * np.sin(beat))
    return track


def macarena(take: Take) -> Track:
    """Hand by hand: out, over, shoulder, head, hips."""
    out, over = {"swing": 84.0, "spread": 6.0, "elbow": 4.0, "palm": 0.0}, {"palm": -80.0}
    shoulder = {"reach": 1.0, "reach_x": -14.0, "reach_y": 138.0, "reach_z": 17.0, "elbow_out": 20.0}
    head = {"reach": 1.0, "reach_x": 12.0, "reach_y": 164.0, "reach_z": -3.0, "elbow_out": 50.0}
    hip = {"reach": 1.0, "reach_x": 18.0, "reach_y": 99.0, "reach_z": 5.0, "elbow_out": 14.0}
    places = [out, {**out, **over}, shoulder, head, hip]
    arms: dict[str, dict[str, float]] = {"right": {}, "left": {}}
    keys: list[tuple[float, Array]] = []
    for number in range(10):
        side = "right" if number % 2 == 0 else "left"
        sign = 1.0 if side == "left" else -1.0
        told = {
            f"{side}_{name}": value * (sign if name == "reach_x" else 1.0)
            for name, value in places[number // 2].items()
        }
        arms[side] = told
        row = pose(
            **{**arms["right"], **arms["left"]},
            roll=4 * (-1) ** number,
            lean=-5 * (-1) ** number,
            y=-3 - 2 * (number % 2),
        )
        keys += [(number / 11, row), (number / 11 + 0.055, row)]
    count = take.rounds(5.6)
    every = [(turn + moment, row) for turn in range(count) for moment, row in keys]
    return keyed(take.phase(5.6), [*every, (float(count), pose())])
