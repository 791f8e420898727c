"""Gymnastics and work: squats, lunges, push-ups, lifting, pushing, pulling, climbing, balance."""

import numpy as np
from numpy.typing import NDArray

from mediamill_procedural.motion.actions.phrasing import alive, during, raised, rhythm
from mediamill_procedural.motion.poses import preset
from mediamill_procedural.motion.take import Take
from mediamill_procedural.motion.track import Track, eased, held, keyed, pose

Array = NDArray[np.float64]

# Hands and toes on the floor, the body a straight line.
PUSHED_UP = preset("stances", "pushed up")


def plank(take: Take) -> Track:
    """The straight line, held, trembling a little at the end."""
    track = held(take.frames, **PUSHED_UP)
    late = take.times / take.seconds
    track.add(y=-1.0 + 1.2 * np.sin(2 * np.pi * take.times / 3.1) + 0.35 * late * np.sin(2 * np.pi * 5.2 * take.times))
    return track


def arm_circles(take: Take) -> Track:
    """Straight arms out to the sides, drawing circles."""
    track = raised(take, pose(both_spread=86, both_elbow=4, both_wrist=0, both_twist=20))
    share, beat = during(take), rhythm(take, 0.8)
    track.add(
        both_spread=20 * share * np.sin(beat), both_swing=24 * share * np.cos(beat), bend=-1.5 * share * np.cos(beat)
    )
    return track


def balance(take: Take) -> Track:
    """On one leg, arms out, wavering and catching it."""
    stork = take.sided(**preset("balance", "stork"))
    track = raised(take, stork, 0.8, 0.8)
    share = during(take, 0.8, 0.8)
    waver = np.sin(2.6 * take.times) + 0.6 * np.sin(4.3 * take.times + 1)
    track.add(lean=3.4 * waver * share, x=0.9 * waver * share, tilt=-2 * waver * share, roll=0.8 * waver * share)
    track["left_spread"] = track["left_spread"] + 9 * waver * share
    track["right_spread"] = track["right_spread"] - 9 * waver * share
    return track


def climb(take: Take) -> Track:
    """Up a ladder, hand and opposite foot together; down again when something follows."""
    rung = 26.0
    moves = max(2, 2 * round(take.seconds * take.tempo / 1.5))
    done = take.times / take.seconds * moves
    if take.ending:
        done = moves / 2 - np.abs(done - moves / 2)
    track = held(take.frames, **preset("climb", "held"))
    for side, shift in (("left", 0.0), ("right", 1.0)):
        own = (done + shift) / 2
        number = np.floor(own)
        moved = eased((own - number) * 2 - 0.1)
        height = np.maximum((number + moved) * 2 - shift, 0.0) * rung
        track[f"{side}_foot_y"] = height + 9 * np.sin(np.pi * moved) * (height > 0)
        track[f"{side}_foot_z"] = 8 - 15 * np.sin(np.pi * moved) * (height > 0)
        track[f"{side}_foot_yaw"] = 0.0
        hand = "right" if side == "left" else "left"
        track[f"{hand}_plant"] = during(take, 0.3, 0.3)
        track[f"{hand}_plant_x"] = 17.0 if hand == "left" else -17.0
        track[f"{hand}_plant_y"] = height + 132 + 4 * np.sin(np.pi * moved)
        track[f"{hand}_plant_z"] = 22 - 6 * np.sin(np.pi * moved)
    body = (track["left_foot_y"] + track["right_foot_y"]) / 2
    track.add(y=np.convolve(np.pad(body, 4, mode="edge"), np.ones(9) / 9, "valid") - 7)
    track.add(x=2.5 * np.sin(np.pi * done), lean=-3 * np.sin(np.pi * done), roll=2 * np.sin(np.pi * done))
    return track


def dribble(take: Take) -> Track:
    """A ball bounced beside the knee."""
    track = raised(take, take.sided(**preset("dribble", "held")))
    share, beat = during(take), rhythm(take, 0.55)
    track.add(
        **{f"{take.side}_elbow": 26 * np.sin(beat) * share, f"{take.side}_wrist": 26 * np.sin(beat - 0.9) * share}
    )
    track.add(y=-1.6 * np.sin(beat) * share)
    return alive(track, take, 0.6)


def step_up(take: Take) -> Track:
    """Up on a low step with one foot, the other, and down again."""
    up, both = {"left_foot_y": 18.0, "left_foot_z": 28.0}, {"right_foot_y": 18.0, "right_foot_z": 28.0}
    high = {"left_foot_y": 24.0, "left_foot_z": 18.0}
    second = {"right_foot_y": 26.0, "right_foot_z": 12.0, "right_foot_pitch": 24.0}
    keys: list[tuple[float, Array]] = [
        (0.0, pose()),
        (0.12, pose(**high, x=-4, both_elbow=40)),
        (0.2, pose(**up, z=6)),
        (0.36, pose(**up, **second, z=24, y=15, x=5, bend=8)),
        (0.46, pose(**up, **both, z=28, y=17)),
        (0.54, pose(**up, **both, z=28, y=17)),
        (0.66, pose(**up, **second, z=22, y=9, x=5, bend=8)),
        (0.76, pose(**up, z=6, y=-3)),
        (0.88, pose(**high, x=-4)),
        (1.0, pose()),
    ]
    return keyed(take.phase(2.4) % 1.0, keys)
