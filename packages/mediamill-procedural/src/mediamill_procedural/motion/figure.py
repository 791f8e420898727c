"""The figure's body: a jointed mannequin of lofted parts, skinned to the bones with smooth weights."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import PchipInterpolator

from mediamill_procedural.lexicon import table
from mediamill_procedural.motion.skeleton import JOINTS, PLACE, REST, SIDES

Array = NDArray[np.float64]
Faces = NDArray[np.int32]
Weigh = Callable[[Array], Array]  # (vertices, 3) in the T pose -> (vertices, joints)

AROUND = 16  # vertices around a part
RINGS_BETWEEN = 2  # rings from one told ring to the next
BODY, ACCENT, DARK = 0, 1, 2
MATERIALS = (("Shell", (0.82, 0.85, 0.89)), ("Joints", (0.96, 0.52, 0.16)), ("Visor", (0.13, 0.15, 0.20)))
SQUARE = 2.6  # exponent of the sections: 2 is an ellipse, more is boxier


@dataclass(frozen=True, slots=True)
class Part:
    """A closed surface in the T pose: quads and triangles around it, one material, (vertices, joints) of weights."""

    vertices: Array
    normals: Array
    faces: Faces  # (faces, 4); a triangle repeats its last corner
    materials: NDArray[np.int32]  # of each face
    weights: Array


@dataclass(frozen=True, slots=True)
class Body:
    """All parts as one mesh."""

    vertices: Array
    normals: Array
    faces: Faces
    materials: NDArray[np.int32]
    weights: Array


def body() -> Body:
    """The whole mannequin; about 3,000 vertices."""
    parts = [*_trunk(), *_head()]
    for _, joint, sign in SIDES:
        parts += [*_arm(joint, sign), *_leg(joint)]
    bases = np.cumsum([0] + [len(part.vertices) for part in parts])
    return Body(
        np.concatenate([part.vertices for part in parts]),
        np.concatenate([part.normals for part in parts]),
        np.concatenate([part.faces + base for part, base in zip(parts, bases, strict=False)]).astype(np.int32),
        np.concatenate([part.materials for part in parts]),
        np.concatenate([part.weights for part in parts]),
    )


def _trunk() -> list[Part]:
    origin, up, across, ahead = np.zeros(3), _axis(1), _axis(0), _axis(2)
    spine = ("Hips", "Spine", "Spine1", "Spine2", "Neck", "Head")
    return [
        _loft("pelvis", origin, up, across, ahead, BODY, lambda v: _along(v[:, 1], spine, 1)),
        _loft("belly", origin, up, across, ahead, DARK, lambda v: _along(v[:, 1], spine, 1)),
        _loft("chest", origin, up, across, ahead, BODY, lambda v: _along(v[:, 1], spine, 1)),
        _loft("neck", origin, up, across, ahead, DARK, lambda v: _along(v[:, 1], spine, 1)),
    ]


def _head() -> list[Part]:
    skull = _loft("head", np.zeros(3), _axis(1), _axis(0), _axis(2), BODY, lambda v: _rigid(len(v), "Head"))
    middle = skull.vertices[skull.faces].mean(axis=1)
    visor = (np.abs(middle[:, 1] - 165.4) < 3.4) & (middle[:, 2] > 3.4)
    skull.materials[visor] = DARK
    ears = [
        _ball(np.array([7.4 * sign, 164.5, 0.6]), np.array([1.6, 2.9, 2.9]), ACCENT, _rigid_of("Head"))
        for _, _, sign in SIDES
    ]
    return [skull, *ears]


def _arm(joint: str, sign: float) -> list[Part]:
    along, ahead, up = _axis(0) * sign, _axis(2), _axis(1)
    shoulder, elbow, hand = (REST[PLACE[f"{joint}{bone}"]] for bone in ("Arm", "ForeArm", "Hand"))
    upper = (f"{joint}Shoulder", f"{joint}Arm", f"{joint}ForeArm")
    lower = (*upper[1:], f"{joint}Hand")
    thumb_way = np.array([0.62 * sign, -0.25, 0.74])
    thumb_way = thumb_way / np.linalg.norm(thumb_way)
    flat = np.cross(thumb_way, up)
    return [
        _ball(shoulder, np.array([6.0, 6.0, 6.0]), ACCENT, _mixed_of({f"{joint}Shoulder": 0.35, f"{joint}Arm": 0.65})),
        _loft("upper arm", shoulder, along, ahead, up, BODY, lambda v: _along(v[:, 0] * sign, upper, sign)),
        _ball(elbow, np.array([4.2, 4.2, 4.2]), ACCENT, _mixed_of({f"{joint}Arm": 0.5, f"{joint}ForeArm": 0.5})),
        _loft(
            "forearm",
            elbow,
            along,
            ahead,
            up,
            BODY,
            lambda v: _along(v[:, 0] * sign, lower, sign),
        ),
        _ball(hand, np.array([2.6, 2.4, 2.6]), ACCENT, _mixed_of({f"{joint}ForeArm": 0.5, f"{joint}Hand": 0.5})),
        _loft("palm", hand, along, ahead, up, BODY, _rigid_of(f"{joint}Hand")),
        _loft("fingers", hand, along, ahead, up, BODY, _rigid_of(f"{joint}Hand")),
        _loft(
            "thumb",
            hand + along * 3 + ahead * 2.6,
            thumb_way,
            flat,
            np.cross(flat, thumb_way),
            BODY,
            _rigid_of(f"{joint}Hand"),
        ),
    ]


def _leg(joint: str) -> list[Part]:
    down, across, ahead = -_axis(1), _axis(0), _axis(2)
    hip, knee, ankle = (REST[PLACE[f"{joint}{bone}"]] for bone in ("UpLeg", "Leg", "Foot"))
    chain = ("Hips", f"{joint}UpLeg", f"{joint}Leg", f"{joint}Foot")
    ground = np.array([ankle[0], 0.0, ankle[2]])
    foot, toes = f"{joint}Foot", f"{joint}ToeBase"

    def rolls(v: Array) -> Array:
        share = np.clip((v[:, 2] - ankle[2] - 11.5) / 4.0, 0, 1)
        return _shared({foot: 1 - share, toes: share}, len(v))

    return [
        _loft("thigh", hip, down, across, ahead, BODY, lambda v: _along(-v[:, 1], chain, -1)),
        _ball(knee, np.array([5.5, 5.5, 5.7]), ACCENT, _mixed_of({chain[1]: 0.5, chain[2]: 0.5})),
        _loft("shank", knee, down, across, ahead, BODY, lambda v: _along(-v[:, 1], chain, -1)),
        _ball(ankle, np.array([3.3, 3.3, 3.5]), ACCENT, _mixed_of({chain[2]: 0.5, foot: 0.5})),
        _loft("foot", ground, ahead, across, _axis(1), BODY, rolls, standing=True),
        _loft("toes", ground, ahead, across, _axis(1), DARK, rolls, standing=True),
    ]


def _axis(number: int) -> Array:
    return np.asarray(np.eye(3)[number])


def _loft(
    name: str,
    origin: Array,
    along: Array,
    across: Array,
    deep: Array,
    material: int,
    weigh: Weigh,
    *,
    standing: bool = False,
) -> Part:
    """A tube through the rings of a part, closed at both ends by a point."""
    told = np.array([ring.split() for ring in table("motion", "body").text(name).split(";")], np.float64)
    steps = np.linspace(0, len(told) - 1, (len(told) - 1) * RINGS_BETWEEN + 1)
    rows = PchipInterpolator(np.arange(len(told)), told)(steps)
    angle = 2 * np.pi * np.arange(AROUND) / AROUND
    cosine = np.sign(np.cos(angle)) * np.abs(np.cos(angle)) ** (2 / SQUARE)
    sine = np.sign(np.sin(angle)) * np.abs(np.sin(angle)) ** (2 / SQUARE)
    shift = rows[:, 3] + (rows[:, 2] if standing else 0.0)
    middles = origin + rows[:, :1] * along + shift[:, np.newaxis] * deep
    sides = rows[:, 1, np.newaxis, np.newaxis] * cosine[:, np.newaxis] * across
    sides = sides + rows[:, 2, np.newaxis, np.newaxis] * sine[:, np.newaxis] * deep
    vertices = np.concatenate([(middles[:, np.newaxis] + sides).reshape(-1, 3), middles[:1], middles[-1:]])
    faces = _tube(len(rows), bool(np.dot(np.cross(across, deep), along) > 0))
    return _part(vertices, faces, material, weigh(vertices))


def _tube(rings: int, outwards: bool) -> Faces:
    faces = []
    for ring in range(rings - 1):
        for spoke in range(AROUND):
            after = (spoke + 1) % AROUND
            low, high = ring * AROUND, (ring + 1) * AROUND
            faces.append((low + spoke, low + after, high + after, high + spoke))
    first, last = rings * AROUND, rings * AROUND + 1
    for spoke in range(AROUND):
        after = (spoke + 1) % AROUND
        top = (rings - 1) * AROUND
        faces += [(first, after, spoke, spoke), (last, top + spoke, top + after, top + after)]
    told = np.array(faces, np.int32)
    return told if outwards else np.stack([told[:, 0], told[:, 3], told[:, 2], told[:, 1]], axis=1)


def _ball(middle: Array, radii: Array, material: int, weigh: Weigh) -> Part:
    height = np.cos(np.linspace(np.pi, 0, 9)[1:-1])
    rings = np.sqrt(1 - height**2)
    angle = 2 * np.pi * np.arange(AROUND) / AROUND
    around = np.stack([np.cos(angle), np.zeros(AROUND), -np.sin(angle)], axis=1)
    unit = (rings[:, np.newaxis, np.newaxis] * around + height[:, np.newaxis, np.newaxis] * _axis(1)).reshape(-1, 3)
    unit = np.concatenate([unit, [-_axis(1), _axis(1)]])
    vertices = middle + unit * radii
    return _part(vertices, _tube(len(height), outwards=True), material, weigh(vertices))


def _part(vertices: Array, faces: Faces, material: int, weights: Array) -> Part:
    normals = np.zeros_like(vertices)
    for corners in (faces[:, :3], faces[:, (0, 2, 3)]):
        a, b, c = (vertices[corners[:, number]] for number in range(3))
        areas = np.cross(b - a, c - a)
        for number in range(3):
            np.add.at(normals, corners[:, number], areas)
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-9)
    return Part(vertices, normals, faces, np.full(len(faces), material, np.int32), weights)


def _along(places: Array, chain: tuple[str, ...], sign: float) -> Array:
    """Weights of bones that follow each other along an axis, blending half over into the next around each joint."""
    axis = 1 if chain[0] == "Hips" else 0
    starts = [REST[PLACE[name]][axis] * sign for name in chain]
    shares = np.zeros((len(places), len(chain)))
    shares[:, 0] = 1.0
    for number in range(1, len(chain)):
        before, here = starts[number - 1], starts[number]
        after = starts[number + 1] if number + 1 < len(chain) else here + (here - before)
        blend = 0.36 * min(abs(here - before), abs(after - here))
        share = np.clip((places - here) / (2 * blend) + 0.5, 0, 1)
        share = share * share * (3 - 2 * share)
        shares[:, number] = share * shares[:, :number].sum(axis=1)
        shares[:, :number] *= (1 - share)[:, np.newaxis]
    return _shared({name: shares[:, number] for number, name in enumerate(chain)}, len(places))


def _shared(shares: dict[str, Array], count: int) -> Array:
    weights = np.zeros((count, len(JOINTS)))
    for name, share in shares.items():
        weights[:, PLACE[name]] += share
    return weights


def _rigid(count: int, name: str) -> Array:
    return _shared({name: np.ones(count)}, count)


def _rigid_of(name: str) -> Weigh:
    return lambda vertices: _rigid(len(vertices), name)


def _mixed_of(shares: dict[str, float]) -> Weigh:
    return lambda vertices: _shared(
        {name: np.full(len(vertices), share) for name, share in shares.items()}, len(vertices)
    )
