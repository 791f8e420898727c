"""The one frame that tells the motion, and the figure as it stands in it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter1d

from mediamill_procedural.lexicon import table
from mediamill_procedural.motion.figure import MATERIALS, Body, Faces
from mediamill_procedural.motion.jointing import Motion
from mediamill_procedural.motion.skeleton import HIPS_HEIGHT, PLACE, REST

Array = NDArray[np.float64]

# What tells a pose, and how much: seen from the hips, with the arms hanging and the legs straight as at rest.
TELLING = table("motion", "body").section("telling").numbers()
HANGING = table("motion", "body").section("hanging").numbers()
HEIGHT_TELLS = 1.5  # of the hips' way up or down
CALM_FRAMES = 1.5


@dataclass(frozen=True, slots=True)
class Posed:
    """Triangles of one material: (vertices, 3) in cm, (faces, 3), its colour as sRGB from 0 to 1."""

    vertices: Array
    faces: Faces
    normals: Array
    colour: tuple[float, float, float]


def telling_frame(motion: Motion) -> int:
    """The frame whose pose is furthest from standing at rest."""
    hips = motion.places[:, 0]
    turn = motion.turns[:, 0]
    ahead = np.arctan2(turn[:, 0, 2], turn[:, 2, 2])
    cosine, sine = np.cos(ahead), np.sin(ahead)
    score = HEIGHT_TELLS * np.abs(hips[:, 1] - HIPS_HEIGHT)
    for name, (weight,) in TELLING.items():
        seen = motion.places[:, PLACE[name]] - hips
        own = np.stack(
            [seen[:, 0] * cosine - seen[:, 2] * sine, seen[:, 1], seen[:, 0] * sine + seen[:, 2] * cosine], axis=1
        )
        rest = np.array(HANGING.get(name, REST[PLACE[name]])) - REST[0]
        score = score + weight * np.linalg.norm(own - rest, axis=1)
    return int(np.argmax(gaussian_filter1d(score, CALM_FRAMES, mode="nearest")))


def heading(motion: Motion, frame: int) -> float:
    """Degrees that the figure has turned to its left; 0 looks along +Z."""
    turn = motion.turns[frame, 0]
    return float(np.degrees(np.arctan2(turn[0, 2], turn[2, 2])))


def posed(body: Body, motion: Motion, frame: int) -> list[Posed]:
    """The skinned figure of one frame, a mesh for each material."""
    blend = np.einsum("vj,jab->vab", body.weights, motion.turns[frame])
    offsets = motion.places[frame] - np.einsum("jab,jb->ja", motion.turns[frame], REST)
    vertices = np.einsum("vab,vb->va", blend, body.vertices) + body.weights @ offsets
    normals = np.einsum("vab,vb->va", blend, body.normals)
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-9)
    parts = []
    for number, (_, colour) in enumerate(MATERIALS):
        quads = body.faces[body.materials == number]
        halves = np.concatenate([quads[:, :3], quads[quads[:, 2] != quads[:, 3]][:, (0, 2, 3)]])
        used, faces = np.unique(halves, return_inverse=True)
        parts.append(Posed(vertices[used], faces.reshape(-1, 3).astype(np.int32), normals[used], colour))
    return parts
