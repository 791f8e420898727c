"""The finished clip and its figure as what the codecs write FBX from."""

import numpy as np
from numpy.typing import NDArray

from mediamill.codecs import Animation, Skeleton, Skin
from mediamill_procedural.motion.figure import MATERIALS, Body
from mediamill_procedural.motion.jointing import Motion
from mediamill_procedural.motion.skeleton import JOINTS, OFFSETS

RATE = 30.0  # frames per second

SKELETON = Skeleton(tuple(joint.name for joint in JOINTS), tuple(joint.parent for joint in JOINTS), OFFSETS)


def animation_of(times: NDArray[np.float64], motion: Motion) -> Animation:
    """The skeleton over time; its hips travel."""
    return Animation(SKELETON, times, motion.local, {0: motion.root}, RATE)


def skin_of(body: Body) -> Skin:
    """The mannequin in its three materials."""
    return Skin(body.vertices, body.normals, body.faces, body.weights, body.materials, MATERIALS)
