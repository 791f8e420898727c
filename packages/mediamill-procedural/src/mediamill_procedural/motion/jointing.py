"""From channels to joints: trunk by angles, legs to their soles, arms by angles or to where the hands belong."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mediamill_procedural.motion.limbs import hanging_arm, leg, mixed_arm, reaching_arm
from mediamill_procedural.motion.rotations import about_x, about_y, about_z, between, turned
from mediamill_procedural.motion.skeleton import HIPS_HEIGHT, JOINTS, OFFSETS, PLACE, REST, SIDES
from mediamill_procedural.motion.track import Track

Array = NDArray[np.float64]

SPINE_SHARES = (("Spine", 0.3), ("Spine1", 0.35), ("Spine2", 0.35))
HEAD_SHARES = (("Neck", 0.4), ("Head", 0.6))
CLAVICLE_SHARE, CLAVICLE_FROM = 0.22, 50.0  # of the arm's elevation above so many degrees


@dataclass(frozen=True, slots=True)
class Motion:
    """Joints over time, (frames, joints, …): `local` turns seen from the parent, `turns` and `places` in the room."""

    local: Array
    turns: Array
    places: Array

    @property
    def root(self) -> Array:
        """(frames, 3) of the hips."""
        return np.asarray(self.places[:, 0])

    def hang(self, name: str, own: Array) -> Array:
        """Hang a joint on its parent, `own` seen from there; its rotation in the room."""
        number = PLACE[name]
        parent = JOINTS[number].parent
        self.local[:, number] = own
        self.turns[:, number] = self.turns[:, parent] @ own
        self.places[:, number] = self.end_of(name)
        return np.asarray(self.turns[:, number])

    def end_of(self, name: str) -> Array:
        """(frames, 3) where a joint is, its parent known."""
        number = PLACE[name]
        parent = JOINTS[number].parent
        return np.asarray(self.places[:, parent] + turned(self.turns[:, parent], OFFSETS[number]))


def pelvis_turn(track: Track) -> Array:
    """(frames, 3, 3) of the hips."""
    return np.asarray(about_y(track["yaw"]) @ about_x(track["pitch"]) @ about_z(track["roll"]))


def root_place(track: Track) -> Array:
    """(frames, 3) of the hips."""
    return np.stack([track["x"], HIPS_HEIGHT + track["y"], track["z"]], axis=1)


def sole_place(track: Track, side: str) -> Array:
    """(frames, 3) of the ground under an ankle whose foot is flat."""
    return np.stack([track[f"{side}_foot_{axis}"] for axis in "xyz"], axis=1)


def joints_of(track: Track) -> Motion:
    """All joints of a track."""
    count = len(track)
    still = np.tile(np.eye(3), (count, len(JOINTS), 1, 1))
    motion = Motion(still.copy(), still.copy(), np.zeros((count, len(JOINTS), 3)))
    motion.local[:, 0] = motion.turns[:, 0] = pelvis_turn(track)
    motion.places[:, 0] = root_place(track)
    for shares, turn, bend, lean in ((SPINE_SHARES, "turn", "bend", "lean"), (HEAD_SHARES, "look", "nod", "tilt")):
        for name, share in shares:
            motion.hang(
                name, about_y(track[turn] * share) @ about_x(track[bend] * share) @ about_z(track[lean] * share)
            )
    motion.hang("HeadTop_End", still[:, 0])
    for side, joint, sign in SIDES:
        _hang_leg(motion, track, side, joint, sign)
        _hang_arm(motion, track, side, joint, sign)
    return motion


def _hang_leg(motion: Motion, track: Track, side: str, joint: str, sign: float) -> None:
    pelvis = motion.turns[:, 0]
    foot = {name: track[f"{side}_foot_{name}"] for name in ("pitch", "yaw", "roll")}
    foot["knee_out"] = track[f"{side}_knee_out"] * sign
    bones = leg(motion.end_of(f"{joint}UpLeg"), pelvis, sole_place(track, side), foot)
    thigh = motion.hang(f"{joint}UpLeg", np.swapaxes(pelvis, 1, 2) @ bones.thigh)
    shank = motion.hang(f"{joint}Leg", np.swapaxes(thigh, 1, 2) @ bones.shank)
    motion.hang(f"{joint}Foot", np.swapaxes(shank, 1, 2) @ bones.foot)
    motion.hang(f"{joint}ToeBase", bones.toes)
    motion.hang(f"{joint}Toe_End", motion.local[:, PLACE["HeadTop_End"]])


def _hang_arm(motion: Motion, track: Track, side: str, joint: str, sign: float) -> None:
    arm = {name: track[f"{side}_{name}"] for name in ("swing", "spread", "twist", "elbow", "wrist", "palm", "shrug")}
    chest, heart = motion.turns[:, PLACE["Spine2"]], motion.places[:, PLACE["Spine2"]]
    reach, plant = (np.clip(track[f"{side}_{kind}"], 0, 1) for kind in ("reach", "plant"))  # gestures overshoot
    told = np.stack([track[f"{side}_reach_{axis}"] for axis in "xyz"], axis=1)
    in_chest = heart + turned(chest, told - REST[PLACE["Spine2"]])
    in_room = np.stack([track[f"{side}_plant_{axis}"] for axis in "xyz"], axis=1)
    swung = hanging_arm(sign, arm["swing"], arm["spread"], arm["twist"])
    # The collar bone goes up with the arm, however that is told.
    hand = in_chest + (in_room - in_chest) * plant[:, np.newaxis]
    from_shoulder = hand - motion.end_of(f"{joint}Shoulder")
    height = np.sum(from_shoulder * chest[:, :, 1], axis=1) / np.linalg.norm(from_shoulder, axis=1)
    by_hand = np.maximum(reach, plant)
    height = swung[:, 1, 0] * sign * (1 - by_hand) + height * by_hand
    elevation = np.degrees(np.arcsin(np.clip(height, -1, 1))) + 90
    collar = motion.hang(
        f"{joint}Shoulder",
        about_z(sign * (arm["shrug"] + CLAVICLE_SHARE * np.maximum(elevation - CLAVICLE_FROM, 0))),
    )
    shoulder = motion.end_of(f"{joint}Arm")
    out = track[f"{side}_elbow_out"]
    way = chest @ swung, arm["elbow"]
    for place, weight in ((in_chest, reach), (in_room, plant)):
        way = mixed_arm(way, reaching_arm(sign, place - shoulder, chest, out), weight)
    motion.hang(f"{joint}Arm", np.swapaxes(collar, 1, 2) @ way[0])
    fore = motion.hang(f"{joint}ForeArm", about_y(-sign * way[1]))
    free = fore @ about_x(arm["palm"]) @ about_z(-sign * arm["wrist"])
    if plant.any():
        free = between(free, about_y(track["yaw"] - 90 * sign), plant)
    motion.hang(f"{joint}Hand", np.swapaxes(fore, 1, 2) @ free)
    motion.hang(f"{joint}Hand_End", motion.local[:, PLACE["HeadTop_End"]])
