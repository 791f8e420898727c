"""Legs and arms of two bones: where the middle joint goes when the ends are known."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mediamill_procedural.motion.rotations import about_x, about_y, about_z, between, frame_of, turned, unit, wrapped
from mediamill_procedural.motion.skeleton import (
    ANKLE_HEIGHT,
    BALL_AHEAD,
    BALL_HEIGHT,
    FOREARM,
    HEEL_BEHIND,
    SHANK,
    THIGH,
    UPPER_ARM,
)

Array = NDArray[np.float64]

SOFT = 1.2  # cm before full length at which a limb stops following: a straight one would snap
LEG_LENGTH = THIGH + SHANK
KNEE_FOLDED_MAX, ELBOW_FOLDED_MAX = 152.0, 148.0  # degrees
DORSIFLEXION_MAX, PLANTARFLEXION_MAX = 38.0, 62.0  # degrees of the ankle
TOES_BENT_MAX = 66.0
TOES_POINTED, TOES_FADE = 112.0, 25.0  # degrees of the foot
TOE_LENGTH, TOE_CLEARANCE = 8.0, 1.3  # cm: a foot on its toes goes up for them
TOES_FREE = 8.0  # cm above the ground from which the toes are straight
KNEE_FOLLOWS_FOOT = 0.4  # share of the foot's direction in the knee's
ELBOW_HANGS = np.array([0.62, -0.55, -0.56])  # where the left elbow wants to be, seen from shoulder to hand


@dataclass(frozen=True, slots=True)
class Leg:
    """Rotations in the room of thigh, shank, foot; `toes` is seen from the foot."""

    thigh: Array
    shank: Array
    foot: Array
    toes: Array


def ankle_place(sole: Array, yaw: Array, pitch: Array) -> Array:
    """(frames, 3) of the ankle: a foot rises over its ball and tips back over its heel, which stay where they are."""
    ball = np.array([0.0, BALL_HEIGHT, BALL_AHEAD])
    heel = np.array([0.0, 0.0, -HEEL_BEHIND])
    ankle = np.array([0.0, ANKLE_HEIGHT, 0.0])
    tilt = about_x(pitch)
    over = np.where(
        (wrapped(pitch) > 0)[:, np.newaxis], ball + turned(tilt, ankle - ball), heel + turned(tilt, ankle - heel)
    )
    return np.asarray(sole + turned(about_y(yaw), over))


def leg(hip: Array, pelvis: Array, sole: Array, foot: dict[str, Array]) -> Leg:
    """A leg from its hip joint to a sole; `foot` has pitch, yaw, roll, knee_out (outwards to +X) in degrees."""
    yaw, pitch = foot["yaw"], wrapped(foot["pitch"])
    heading = about_y(yaw) @ about_z(foot["roll"])
    across = (1 - KNEE_FOLLOWS_FOOT) * pelvis[:, :, 0] + KNEE_FOLLOWS_FOOT * heading[:, :, 0]
    sole = sole.copy()
    toes = _toes_bent(pitch, sole[:, 1])
    for _ in range(4):  # an ankle at its end lifts the heel, which moves the ankle
        thigh, shank = _leg_bones(hip, ankle_place(sole, yaw, pitch), across, foot["knee_out"])
        down = -shank[:, :, 1]
        ahead, up = (np.sum(down * heading[:, :, axis], axis=1) for axis in (2, 1))
        flexion = wrapped(pitch - np.degrees(np.arctan2(-ahead, -up)))
        pitch = pitch + np.clip(flexion, -DORSIFLEXION_MAX, PLANTARFLEXION_MAX) - flexion
        toes = _toes_bent(pitch, sole[:, 1])
        tip = sole[:, 1] + TOE_CLEARANCE - TOE_LENGTH * np.sin(np.radians(np.maximum(pitch - toes, 0)))
        sole[:, 1] += np.maximum(-tip, 0)
    return Leg(thigh, shank, heading @ about_x(pitch), about_x(-toes))


def _toes_bent(pitch: Array, height: Array) -> Array:
    """Degrees that toes stay behind on the ground; a foot lying on its back has straight ones."""
    on_ground = np.clip(1 - height / TOES_FREE, 0, 1)
    upright = np.clip((TOES_POINTED - pitch) / TOES_FADE, 0, 1)
    return np.asarray(np.clip(pitch, 0, TOES_BENT_MAX) * on_ground * upright)


def _leg_bones(hip: Array, ankle: Array, across: Array, knee_out: Array) -> tuple[Array, Array]:
    towards = unit(ankle - hip)
    reach = soft_reach(np.linalg.norm(ankle - hip, axis=1), THIGH, SHANK, KNEE_FOLDED_MAX)
    side = unit(across - towards * np.sum(across * towards, axis=1, keepdims=True))
    ahead = np.cross(towards, side)
    angle = np.radians(knee_out)[:, np.newaxis]
    ahead, side = ahead * np.cos(angle) + side * np.sin(angle), side * np.cos(angle) - ahead * np.sin(angle)
    bend = _first_angle(reach, THIGH, SHANK)[:, np.newaxis]
    knee = towards * THIGH * np.cos(bend) + ahead * THIGH * np.sin(bend)
    return frame_of(knee, side), frame_of(towards * reach[:, np.newaxis] - knee, side)


def soft_reach(distance: Array, first: float, second: float, folded_max: float) -> Array:
    """The distance two bones span: as asked, never quite straight, never folded too far."""
    longest = first + second
    begins = longest - SOFT
    eased = longest - SOFT * np.exp(-np.maximum(distance - begins, 0) / SOFT)
    nearest = np.sqrt(first**2 + second**2 + 2 * first * second * np.cos(np.radians(folded_max)))
    return np.asarray(np.maximum(np.where(distance > begins, eased, distance), nearest))


def _first_angle(reach: Array, first: float, second: float) -> Array:
    """Radians between the first bone and the line to the end (law of cosines)."""
    return np.arccos(np.clip((first**2 + reach**2 - second**2) / (2 * first * reach), -1, 1))


def hanging_arm(sign: float, swing: Array, spread: Array, twist: Array) -> Array:
    """An upper arm told by angles, seen from the chest: forwards first, then out to its side, turned about itself."""
    return np.asarray(
        about_z(sign * spread) @ about_x(-swing) @ about_y(sign * twist) @ about_z(np.full(len(swing), -90 * sign))
    )


def reaching_arm(sign: float, to_hand: Array, chest: Array, elbow_out: Array) -> tuple[Array, Array]:
    """An upper arm in the room and its elbow's degrees, for a hand at `to_hand` from the shoulder."""
    towards = unit(to_hand)
    reach = soft_reach(np.linalg.norm(to_hand, axis=1), UPPER_ARM, FOREARM, ELBOW_FOLDED_MAX)
    wish = turned(chest, ELBOW_HANGS * np.array([sign, 1.0, 1.0]))
    pole = unit(wish - towards * np.sum(wish * towards, axis=1, keepdims=True))
    angle = np.radians(elbow_out * sign)[:, np.newaxis]
    pole = pole * np.cos(angle) + np.cross(towards, pole) * np.sin(angle)
    bend = _first_angle(reach, UPPER_ARM, FOREARM)[:, np.newaxis]
    along = towards * np.cos(bend) + pole * np.sin(bend)
    hinge = np.cross(pole, towards)
    x, y = along * sign, -hinge * sign
    cosine = (UPPER_ARM**2 + FOREARM**2 - reach**2) / (2 * UPPER_ARM * FOREARM)
    return np.stack([x, y, np.cross(x, y)], axis=-1), 180 - np.degrees(np.arccos(np.clip(cosine, -1, 1)))


def mixed_arm(first: tuple[Array, Array], second: tuple[Array, Array], share: Array) -> tuple[Array, Array]:
    """`share` of the way from one arm (rotation, elbow) to another."""
    if not share.any():
        return first
    return between(first[0], second[0], share), first[1] + (second[1] - first[1]) * share
