"""What people do all day: drink, telephone, read, type, yawn; and instruments they play."""

import numpy as np
from numpy.typing import NDArray

from mediamill_procedural.motion.actions.floor import SEAT
from mediamill_procedural.motion.actions.phrasing import alive, during, raised, rhythm, rounds, weighted
from mediamill_procedural.motion.poses import preset
from mediamill_procedural.motion.take import Take
from mediamill_procedural.motion.track import Track, pose

Array = NDArray[np.float64]


def eat(take: Take) -> Track:
    """From a plate to the mouth, chewing between."""
    plate = preset("eat", "plate")
    low = take.sided(**plate, **preset("eat", "low"))
    bite = take.sided(**plate, **preset("eat", "bite"))
    keys = [(0.0, low), (0.3, bite), (0.42, bite), (0.68, low), (1.0, low)]
    track = rounds(take, 1.9, keys)
    track.add(nod=1.8 * np.sin(2 * np.pi * 2.2 * take.times))
    return alive(track, take, 0.7)


def phone(take: Take) -> Track:
    """A telephone at the ear, the other hand talking along, weight on one leg."""
    call = take.sided(**preset("phone", "call"))
    track = raised(take, call + weighted(take.other), 0.8, 0.7)
    share, t = during(take, 0.8, 0.7), take.times
    track.add(**{f"{take.other}_elbow": 20 * np.sin(2.2 * t) * share, f"{take.other}_palm": -30 * share})
    track.add(**{f"{take.other}_swing": 9 * np.sin(1.7 * t + 1) * share})
    track.add(look=12 * np.sin(1.3 * t) * share, nod=4 * np.sin(3.7 * t) * share)
    return alive(track, take)


def texting(take: Take) -> Track:
    """A screen held before the chest, thumbs busy, head bowed."""
    low = pose(**preset("texting", "low"))
    track = raised(take, low + weighted(take.side), 0.7, 0.6)
    share, t = during(take, 0.7, 0.6), take.times
    track.add(
        both_wrist=5 * np.sin(11 * t) * share,
        both_reach_y=0.5 * np.sin(7.3 * t) * share,
        nod=2 * np.sin(1.9 * t) * share,
    )
    return alive(track, take, 0.8)


def read(take: Take) -> Track:
    """An open book, the head following the lines."""
    book = pose(**preset("read", "book"))
    track = raised(take, book, 0.7, 0.6)
    share = during(take, 0.7, 0.6)
    line = (take.times / 1.5) % 1.0
    track.add(look=(7 - 14 * np.minimum(line / 0.85, (1 - line) / 0.15)) * share)
    return alive(track, take, 0.8)


def type_(take: Take) -> Track:
    """Sitting at a keyboard, fingers going up and down."""
    desk = pose(**{**SEAT, "both_reach_x": 11, "both_reach_y": 108, "both_reach_z": 36, "nod": 10, "both_elbow_out": 6})
    track = Track(np.tile(desk, (take.frames, 1)))
    t = take.times * take.tempo
    for number, side in enumerate(("left", "right")):
        track.add(**{f"{side}_reach_y": 1.4 * np.sin(19 * t + 2 * number) + 0.7 * np.sin(27 * t + number)})
        track.add(
            **{f"{side}_reach_x": 2.2 * np.sin(2.3 * t + 1.4 * number), f"{side}_wrist": 6 * np.sin(16 * t + number)}
        )
    return alive(track, take, 0.8)


def cough(take: Take) -> Track:
    """A fist at the mouth, the chest shaken."""
    low = take.sided(**preset("cough", "low"))
    track = raised(take, low, 0.45, 0.5)
    share, beat = during(take, 0.45, 0.5), rhythm(take, 0.7)
    jolt = np.maximum(np.sin(beat), 0) ** 3
    track.add(bend=9 * jolt * share, nod=7 * jolt * share, both_shrug=8 * jolt * share)
    return track


def laugh(take: Take) -> Track:
    """Holding the belly, thrown back, then doubled up."""
    back = pose(**preset("laugh", "back"))
    fore = pose(**preset("laugh", "fore"))
    keys = [(0.0, pose()), (0.22, back), (0.4, back), (0.62, fore), (0.8, fore), (1.0, pose())]
    track = rounds(take, 3.4, keys)
    shaking = np.sin(2 * np.pi * 4.6 * take.times) * during(take, 0.4, 0.5)
    track.add(both_shrug=3.5 * shaking, bend=1.6 * shaking, nod=-1.6 * shaking)
    return track


def knock(take: Take) -> Track:
    """Knuckles on a door."""
    ready = take.sided(**preset("knock", "ready"))
    track = raised(take, ready, 0.45, 0.5)
    share, beat = during(take, 0.45, 0.5), rhythm(take, 0.42)
    hit = (1 - np.cos(beat)) / 2
    track.add(
        **{
            f"{take.side}_reach_z": 11 * hit * share,
            f"{take.side}_wrist": 14 * (hit - 0.5) * share,
            "bend": 1.5 * hit * share,
        }
    )
    return alive(track, take, 0.7)


def shake_hands(take: Take) -> Track:
    """A hand offered, taken, shaken."""
    given = take.sided(**preset("shake hands", "given"))
    track = raised(take, given, 0.6, 0.6)
    share, beat = during(take, 0.6, 0.6), rhythm(take, 0.5)
    track.add(**{f"{take.side}_reach_y": 6 * np.sin(beat) * share, "nod": 2 * np.sin(beat) * share})
    return alive(track, take, 0.7)


def hug(take: Take) -> Track:
    """Arms wide, and closed around somebody."""
    wide = pose(**preset("hug", "wide"))
    closed = pose(**preset("hug", "closed"))
    keys = [(0.0, pose()), (0.2, wide), (0.3, wide), (0.5, closed), (0.8, closed), (1.0, pose())]
    track = rounds(take, 3.6, keys)
    track.add(roll=1.5 * np.sin(3.2 * take.times), lean=2.0 * np.sin(3.2 * take.times))
    return track


def guitar(take: Take) -> Track:
    """One hand on the neck, one strumming, a foot and the head keeping time."""
    hold = preset("guitar", "hold")
    track = Track(np.tile(take.sided(**hold) + weighted(take.other, 0.6), (take.frames, 1)))
    beat = rhythm(take, 0.52)
    track.add(**{f"{take.side}_reach_y": 6.5 * np.sin(beat), f"{take.side}_wrist": 16 * np.sin(beat - 0.6)})
    neck = 5 * np.tanh(3 * np.sin(beat / 8))
    track.add(**{f"{take.other}_reach_x": neck * (1 if take.other == "left" else -1)})
    track.add(
        nod=5 * np.cos(beat / 2), y=-1.0 + 1.0 * np.cos(beat), roll=2 * np.sin(beat / 4), lean=2.5 * np.sin(beat / 4)
    )
    track.add(**{f"{take.side}_foot_pitch": np.maximum(-11 * np.cos(beat / 2), 0) * -1.0})
    return track


def drums(take: Take) -> Track:
    """Seated, sticks in both hands, a foot on the pedal."""
    track = Track(
        np.tile(
            pose(**{**SEAT, "both_reach_y": 112, "both_reach_z": 43, "both_reach_x": 16, "nod": 2}), (take.frames, 1)
        )
    )
    beat = rhythm(take, 0.5)
    for side, shift in (("left", 0.0), ("right", np.pi)):
        up = (1 + np.sin(beat + shift)) / 2
        track.add(**{f"{side}_reach_y": 17 * up**1.5, f"{side}_wrist": 26 * (0.5 - up)})
    accent = np.sin(beat / 8)
    track.add(
        right_reach_x=-9 * accent, left_reach_x=-6 * accent, turn=10 * accent, look=-8 * accent, nod=4 * np.cos(beat)
    )
    track.add(right_foot_pitch=np.minimum(0.0, 9 * np.sin(beat)), bend=2 * np.cos(beat))
    return track


def piano(take: Take) -> Track:
    """Seated at the keys, hands wandering over them, the body leaning into the phrase."""
    track = Track(
        np.tile(pose(**{**SEAT, "both_reach_y": 110, "both_reach_z": 42, "both_reach_x": 18}), (take.frames, 1))
    )
    t = take.times * take.tempo
    track.add(
        left_reach_x=9 * np.sin(1.1 * t),
        right_reach_x=10 * np.sin(0.8 * t + 2),
        bend=5 * np.sin(0.9 * t),
        lean=4 * np.sin(0.7 * t),
    )
    track.add(left_reach_y=1.8 * np.sin(9 * t), right_reach_y=1.8 * np.sin(12 * t + 1), nod=4 * np.sin(1.8 * t))
    track.add(
        left_wrist=7 * np.sin(9 * t + 1), right_wrist=7 * np.sin(12 * t + 2), right_foot_pitch=-5 + 5 * np.cos(1.6 * t)
    )
    return track


def violin(take: Take) -> Track:
    """Chin on the instrument, the bow arm in long strokes."""
    hold = preset("violin", "hold")
    track = Track(np.tile(take.sided(**hold), (take.frames, 1)))
    stroke = np.sin(rhythm(take, 1.5))
    towards = -1.0 if take.side == "right" else 1.0
    track.add(**{f"{take.side}_reach_x": towards * 13 * (1 + stroke), f"{take.side}_reach_y": -5 * (1 + stroke)})
    track.add(
        **{f"{take.side}_wrist": -12 * stroke}, lean=3 * np.sin(take.times), bend=2 * stroke, x=1.5 * np.sin(take.times)
    )
    return track


def conduct(take: Take) -> Track:
    """Four in a bar: down, in, out, up; the other hand shapes the phrase."""
    beat = rhythm(take, 0.62)
    bar = beat / 4
    track = Track(np.tile(pose(**preset("conduct", "held")), (take.frames, 1)))
    across = 9 * np.sin(bar * 2) + 3 * np.sin(bar)
    up = 9 * np.cos(bar) + 7 * np.abs(np.cos(beat / 2))
    track.add(**{f"{take.side}_reach_x": across, f"{take.side}_reach_y": up})
    track.add(
        **{f"{take.other}_reach_y": 8 * np.sin(bar / 2) + 4 * up / 10, f"{take.other}_reach_x": 4 * np.sin(bar / 2)}
    )
    track.add(nod=3 * np.cos(beat), bend=3 * np.cos(bar), lean=2 * np.sin(bar), y=-0.8 * np.abs(np.sin(beat / 2)))
    return alive(track, take, 0.8)


def drive(take: Take) -> Track:
    """Seated at a wheel, turning it this way and that."""
    track = Track(
        np.tile(
            pose(**{**SEAT, "pitch": -12, "nod": 6, "both_reach_y": 124, "both_reach_z": 44, "both_reach_x": 17}),
            (take.frames, 1),
        )
    )
    wheel = 34 * np.sin(1.3 * take.times * take.tempo) * np.sin(0.4 * take.times + 0.5)
    way = np.radians(wheel)
    for side, sign in (("left", 1.0), ("right", -1.0)):
        track[f"{side}_reach_x"] = sign * 17 * np.cos(way)
        track[f"{side}_reach_y"] = 122 - sign * 17 * np.sin(way)
    track.add(
        look=-0.5 * wheel, lean=0.12 * wheel, turn=-0.1 * wheel, right_foot_pitch=-4 + 4 * np.sin(0.9 * take.times)
    )
    return alive(track, take, 0.8)
