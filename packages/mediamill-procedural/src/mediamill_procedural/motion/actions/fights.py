"""Blows and weapons: wound up from the hips, thrown through the shoulder, back to guard."""

import numpy as np
from numpy.typing import NDArray

from mediamill_procedural.motion.actions.phrasing import rounds
from mediamill_procedural.motion.poses import preset
from mediamill_procedural.motion.take import Take
from mediamill_procedural.motion.track import Track, pose

Array = NDArray[np.float64]

GUARD = preset("stances", "guard")


def _guard(take: Take, **changes: float) -> Array:
    """The boxer's stance of a right-handed figure, changed; mirrored for the left."""
    return take.sided(**{**GUARD, **changes})


def guard(take: Take) -> Track:
    """Ready to fight, springing lightly."""
    up = _guard(take, y=-6.5, both_foot_pitch=16)
    down = _guard(take, y=-10)
    return rounds(take, 0.8, [(0.0, down), (0.5, up), (1.0, down)])


def punch(take: Take) -> Track:
    """A straight from the back hand: hip, shoulder, fist, one after the other, and back."""
    wind = _guard(take, **preset("punch", "wind"))
    hit = _guard(take, **preset("punch", "hit"))
    back = _guard(take, yaw=-16, turn=4, right_reach_z=32, right_foot_pitch=20)
    keys = [(0.0, _guard(take)), (0.26, wind), (0.42, hit), (0.52, hit), (0.72, back), (1.0, _guard(take))]
    return rounds(take, 1.1, keys)


def combination(take: Take) -> Track:
    """Jab, cross, hook: boxing."""
    jab = _guard(take, **preset("combination", "jab"))
    cross = _guard(take, **preset("combination", "cross"))
    load = _guard(take, **preset("combination", "load"))
    hook = _guard(take, **preset("combination", "hook"))
    keys = [
        (0.0, _guard(take)),
        (0.13, jab),
        (0.17, jab),
        (0.3, _guard(take, turn=-10)),
        (0.43, cross),
        (0.48, cross),
        (0.62, load),
        (0.74, hook),
        (0.79, hook),
        (1.0, _guard(take)),
    ]
    return rounds(take, 2.4, keys)


def kick(take: Take) -> Track:
    """Front kick: knee up, leg out, knee back, foot down."""
    over = _guard(take, x=5, z=8, y=-7)
    chamber = _guard(take, **preset("kick", "chamber"))
    out = _guard(take, **preset("kick", "out"))
    keys = [
        (0.0, _guard(take)),
        (0.2, over),
        (0.4, chamber),
        (0.5, out),
        (0.56, out),
        (0.7, chamber),
        (1.0, _guard(take)),
    ]
    return rounds(take, 1.6, keys)


def side_kick(take: Take) -> Track:
    """The body turned away, the heel driven out to the side."""
    chamber = take.sided(**preset("side kick", "chamber"))
    out = take.sided(**preset("side kick", "out"))
    ready = take.sided(**preset("side kick", "ready"))
    keys = [(0.0, ready), (0.34, chamber), (0.5, out), (0.57, out), (0.72, chamber), (1.0, ready)]
    return rounds(take, 1.7, keys)


def block(take: Take) -> Track:
    """Both forearms before the face, the body giving way, then back."""
    cover = _guard(take, **preset("block", "cover"))
    shaken = _guard(take, **preset("block", "shaken"))
    keys = [(0.0, _guard(take)), (0.24, cover), (0.36, cover), (0.44, shaken), (0.7, cover), (1.0, _guard(take))]
    return rounds(take, 1.6, keys)


def dodge(take: Take) -> Track:
    """Down and away to one side and the other."""
    left = _guard(take, **preset("dodge", "left"))
    right = _guard(take, **preset("dodge", "right"))
    keys = [(0.0, _guard(take)), (0.25, left), (0.36, left), (0.66, right), (0.77, right), (1.0, _guard(take))]
    return rounds(take, 1.8, keys)


def sword(take: Take) -> Track:
    """Two hands on the hilt: over the shoulder, down across the body, up again the other way."""
    hold = preset("sword", "hold")

    def hands(aside: float, up: float, ahead: float, **more: float) -> Array:
        return take.sided(
            **{
                **hold,
                "right_reach_x": aside - 2,
                "right_reach_y": up + 4,
                "right_reach_z": ahead,
                "left_reach_x": aside + 3,
                "left_reach_y": up - 5,
                "left_reach_z": ahead - 2,
                **more,
            }
        )

    ready = hands(0, 118, 36, bend=5)
    over = hands(-17, 164, 8, turn=-30, yaw=-14, look=34, bend=-6, z=-5, right_wrist=-30, both_elbow_out=20)
    cut = hands(12, 106, 44, turn=30, yaw=12, look=-30, bend=24, z=10, y=-17, right_wrist=24, right_foot_pitch=28)
    away = hands(19, 100, 22, turn=40, yaw=16, look=-40, bend=20, z=9, y=-15, right_foot_pitch=22)
    keys = [(0.0, ready), (0.3, over), (0.4, over), (0.56, cut), (0.66, away), (0.76, away), (1.0, ready)]
    return rounds(take, 1.7, keys)


def bow_and_arrow(take: Take) -> Track:
    """Side on, one arm towards the mark, the other drawing to the cheek, and loosed."""
    stand = {"left_foot_x": 6.0, "right_foot_x": -6.0, "left_foot_yaw": 10.0, "y": -3.0}

    def archer(draw: float, height: float = 139.0, **more: float) -> Array:
        return take.sided(
            **{
                **stand,
                "both_reach": 1.0,
                "left_reach_x": 68.0,
                "left_reach_y": height,
                "left_reach_z": 8.0,
                "look": 64.0,
                "right_reach_x": 42.0 - draw,
                "right_reach_y": height + 5,
                "right_reach_z": 16.0 - 0.05 * draw,
                "right_elbow_out": 55.0,
                "left_palm": -60.0,
                "left_wrist": 0.0,
                "turn": -16.0,
                **more,
            }
        )

    nock = take.sided(**stand, **preset("bow and arrow", "nock"))
    loosed = archer(62, right_reach_y=147, lean=3, right_reach_z=2)
    keys = [
        (0.0, nock),
        (0.22, archer(0)),
        (0.48, archer(48, lean=2)),
        (0.66, archer(50, lean=2)),
        (0.7, loosed),
        (0.8, loosed),
        (1.0, nock),
    ]
    return rounds(take, 3.0, keys)


def shoot(take: Take) -> Track:
    """A pistol in both hands, kicking with each shot."""
    aim = preset("shoot", "aim")
    steady = take.sided(**aim)
    kicked = take.sided(
        **{**aim, "both_reach_y": 150.0, "both_reach_z": 48.0, "bend": 2.0, "right_wrist": -16.0, "left_wrist": -16.0}
    )
    return rounds(take, 0.9, [(0.0, steady), (0.45, steady), (0.55, kicked), (0.85, steady), (1.0, steady)])


def throw(take: Take) -> Track:
    """Wound up over the back foot, a step, the arm whipping over and through."""
    hold = take.sided(**preset("throw", "hold"))
    wind = take.sided(**preset("throw", "wind"))
    stride = take.sided(**preset("throw", "stride"))
    release = take.sided(**preset("throw", "release"))
    through = take.sided(**preset("throw", "through"))
    keys = [(0.0, hold), (0.28, wind), (0.42, stride), (0.52, release), (0.62, through), (0.72, through), (1.0, hold)]
    return rounds(take, 2.1, keys)


def catch(take: Take) -> Track:
    """Hands up to meet it, drawn in to the chest with it."""
    ready = pose(**preset("catch", "ready"))
    meet = pose(**preset("catch", "meet"))
    caught = pose(**preset("catch", "caught"))
    keys = [(0.0, ready), (0.4, meet), (0.47, meet), (0.64, caught), (0.8, caught), (1.0, ready)]
    return rounds(take, 1.7, keys)


def golf(take: Take) -> Track:
    """Address, back swing, through the ball, high finish."""
    base = preset("golf", "base")

    def club(aside: float, up: float, ahead: float, **more: float) -> Array:
        told = {
            **base,
            "right_reach_x": aside - 3,
            "left_reach_x": aside + 2,
            "both_reach_y": up,
            "both_reach_z": ahead,
            **more,
        }
        return take.sided(**told)

    address = club(0, 98, 38, nod=14)
    back = club(-28, 150, 8, turn=-46, yaw=-18, look=60, nod=14)
    hit = club(8, 99, 40, turn=14, yaw=14, look=-14, nod=14, right_foot_pitch=14, x=5)
    finish = club(26, 158, 10, turn=46, yaw=34, look=-4, pitch=8, bend=2, x=10, right_foot_pitch=44, right_foot_yaw=24)
    keys = [(0.0, address), (0.36, back), (0.44, back), (0.56, hit), (0.7, finish), (0.84, finish), (1.0, address)]
    return rounds(take, 2.6, keys)
