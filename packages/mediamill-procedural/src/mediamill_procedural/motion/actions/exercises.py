"""Gymnastics and work: squats, lunges, push-ups, lifting, pushing, pulling, climbing, balance."""

import numpy as np
from numpy.typing import NDArray

from mediamill_procedural.motion.actions.phrasing import alive, during, raised, rhythm, rounds
from mediamill_procedural.motion.poses import preset
from mediamill_procedural.motion.take import Take
from mediamill_procedural.motion.track import Track, eased, held, keyed, pose

Array = NDArray[np.float64]

# Hands and toes on the floor, the body a straight line.
PUSHED_UP = preset("stances", "pushed up")


def squat(take: Take) -> Track:
    """Hips back and down, arms out ahead, heels on the floor."""
    apart = {"both_foot_x": 8.0, "both_foot_yaw": 20.0, "both_knee_out": 8.0}
    low = pose(**preset("squat", "low"), **apart)
    up = pose(**apart)
    return rounds(take, 1.9, [(0.0, up), (0.44, low), (0.54, low), (0.9, up), (1.0, up)])


def lunge(take: Take) -> Track:
    """A long step, down till the back knee is near the floor, and back; one leg after the other."""
    keys = []
    for begin, side in ((0.0, "right"), (0.5, "left")):
        other = "left" if side == "right" else "right"
        sign = 1.0 if side == "left" else -1.0
        lifted = {
            f"{side}_foot_y": 16.0,
            f"{side}_foot_z": 34.0,
            f"{side}_foot_pitch": -4.0,
            "z": 8.0,
            "x": -3.0 * sign,
        }
        down = {
            f"{side}_foot_z": 68.0,
            f"{other}_foot_pitch": 44.0,
            "z": 34.0,
            "y": -40.0,
            "bend": 3.0,
            "both_elbow": 30.0,
        }
        keys += [
            (begin, pose()),
            (begin + 0.12, pose(**lifted)),
            (begin + 0.24, pose(**down)),
            (begin + 0.3, pose(**down)),
            (begin + 0.41, pose(**{**lifted, "z": 12.0})),
        ]
    return rounds(take, 4.0, [*keys, (1.0, pose())])


def push_up(take: Take) -> Track:
    """Chest to the floor and up again."""
    up = pose(**PUSHED_UP)
    down = pose(**{**PUSHED_UP, "y": -71, "pitch": 84, "nod": -30, "z": 3})
    return rounds(take, 1.6, [(0.0, up), (0.42, down), (0.52, down), (0.9, up), (1.0, up)])


def plank(take: Take) -> Track:
    """The straight line, held, trembling a little at the end."""
    track = held(take.frames, **PUSHED_UP)
    late = take.times / take.seconds
    track.add(y=-1.0 + 1.2 * np.sin(2 * np.pi * take.times / 3.1) + 0.35 * late * np.sin(2 * np.pi * 5.2 * take.times))
    return track


def sit_up(take: Take) -> Track:
    """From the back to the knees, hands at the head."""
    lying = pose(**preset("sit up", "lying"))
    rising = lying + (pose(pitch=-66, bend=34, nod=34, y=0) - pose(pitch=-88, nod=8, y=0))
    up = lying + (pose(pitch=-30, bend=54, nod=18, y=2) - pose(pitch=-88, nod=8, y=0))
    return rounds(take, 2.2, [(0.0, lying), (0.2, rising), (0.44, up), (0.54, up), (0.78, rising), (1.0, lying)])


def burpee(take: Take) -> Track:
    """Down to the hands, legs back, forward, and up with the arms."""
    crouched = pose(**preset("burpee", "crouched"))
    hop = {"both_foot_y": 9.0, "both_foot_z": -52.0, "both_foot_pitch": 50.0}
    between = crouched + (pose(**hop, y=-42, pitch=46, bend=32) - pose(y=-53, pitch=24, bend=62, both_foot_pitch=30))
    back = pose(**{**PUSHED_UP, "both_plant_x": 22, "both_plant_z": 38, "z": -8, "both_foot_z": -101, "nod": -20})
    tall = pose(**preset("burpee", "tall"))
    keys = [
        (0.0, pose()),
        (0.2, crouched),
        (0.28, between),
        (0.36, back),
        (0.46, back),
        (0.54, between),
        (0.62, crouched),
        (0.82, tall),
        (0.87, tall),
        (1.0, pose()),
    ]
    return rounds(take, 3.0, keys)


def stretch(take: Take) -> Track:
    """Arms over the head, up on the toes, then leaning to either side."""
    tall = pose(**preset("stretch", "tall"))
    aside = {"both_swing": 168.0, "both_elbow": 16.0, "both_spread": 10.0, "both_shrug": 10.0}
    left = pose(lean=-26, roll=-4, x=-6, tilt=-10, **aside)
    right = pose(lean=26, roll=4, x=6, tilt=10, **aside)
    keys = [
        (0.0, pose()),
        (0.2, tall),
        (0.34, tall),
        (0.5, left),
        (0.58, left),
        (0.76, right),
        (0.84, right),
        (1.0, pose()),
    ]
    return rounds(take, 5.0, keys)


def toe_touch(take: Take) -> Track:
    """Straight knees, fingers to the toes."""
    low = pose(**preset("toe touch", "low"))
    return rounds(take, 2.4, [(0.0, pose()), (0.42, low), (0.58, low), (1.0, pose())])


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


def pick_up(take: Take) -> Track:
    """Down by the knees to something on the floor, up with it to the waist."""
    low = take.sided(**preset("pick up", "low"))
    bent = take.sided(**preset("pick up", "bent"))
    up = take.sided(**preset("pick up", "up"))
    keys = [(0.0, pose()), (0.18, bent), (0.4, low), (0.5, low), (0.72, bent), (0.86, up), (1.0, up)]
    return rounds(take, 2.8, keys)


def lift(take: Take) -> Track:
    """A heavy thing from the floor over the head: legs first, then arms."""
    base = {"both_foot_x": 6.0, "both_foot_yaw": 16.0, "both_knee_out": 8.0, "both_reach": 1.0}
    low = pose(**preset("lift", "low"), **base)
    thigh = pose(**preset("lift", "thigh"), **base)
    chest = pose(**preset("lift", "chest"), **base)
    over = pose(**preset("lift", "over"), **base)
    keys = [
        (0.0, pose()),
        (0.18, low),
        (0.26, low),
        (0.42, thigh),
        (0.54, chest),
        (0.6, chest),
        (0.72, over),
        (0.84, over),
        (0.92, chest),
        (1.0, thigh),
    ]
    return rounds(take, 4.0, keys)


def push(take: Take) -> Track:
    """Leaning with all weight against something that gives way slowly."""
    brace = take.sided(**preset("push", "brace"))
    shove = take.sided(**preset("push", "shove"))
    return rounds(take, 2.0, [(0.0, brace), (0.5, shove), (0.64, shove), (1.0, brace)])


def pull(take: Take) -> Track:
    """Leaning back on a rope, hand over hand in long heaves."""
    out = take.sided(**preset("pull", "out"))
    heave = take.sided(**preset("pull", "heave"))
    return rounds(take, 1.8, [(0.0, out), (0.46, heave), (0.6, heave), (1.0, out)])


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


def row(take: Take) -> Track:
    """Sitting, legs, back, arms; arms, back, legs."""
    base = preset("row", "base")
    reach = pose(
        **{**base, "z": 14.0, "pitch": -10.0, "bend": 52.0, "both_reach_y": 122.0, "both_reach_z": 56.0, "nod": -20}
    )
    drive = pose(**{**base, "z": -22.0, "pitch": -8.0, "bend": 10.0, "both_reach_y": 118.0, "both_reach_z": 52.0})
    finish = pose(
        **{**base, "z": -24.0, "pitch": -26.0, "bend": -2.0, "both_reach_y": 116.0, "both_reach_z": 17.0, "nod": 8}
    )
    return rounds(take, 2.0, [(0.0, reach), (0.34, drive), (0.48, finish), (0.58, finish), (0.72, drive), (1.0, reach)])


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
