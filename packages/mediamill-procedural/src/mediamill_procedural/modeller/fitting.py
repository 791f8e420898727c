"""What is related is made to fit: sizes that can be seen together, and the legs of who rides or sits."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from manifold3d import Manifold

from mediamill_procedural.modeller.anchors import head_of, seat_of
from mediamill_procedural.modeller.pieces import Piece, scaled, standing
from mediamill_procedural.modeller.scene import Group

LARGER_MAX = 8.0  # times: what is farther from the size of its neighbour could not be seen beside it
RIDER_MAX = 1.6  # times the length of what carries it
HELD_SIZES = (0.22, 0.8)  # of the height of who holds it
INSIDE = (0.38, 0.7)  # of the width of what it lies in: what is smaller could not be seen over the rim
OVERHANG = 1.3  # times as long as a seat: what sits on it may look over its edge
WORN = {"crown": 1.05, "hat": 1.7, "helmet": 1.25}  # times as wide as the head
ROBES = ("robe", "dress")  # over the legs, which cannot be seen
LETTERS, CARRYING = 0.8, 2.5  # times as long as the known thing: beside it, and where it is beside them
CARRIED = ("on", "riding", "sitting")
LEGS = ("trousers", "skirt", "legs", "shins", "feet", "shoes", "boots", "knees")
SPREAD, FORWARD = 42.0, 30.0  # degrees: the legs of a rider
SITTING = 82.0  # degrees: the legs of who sits
HIP = 0.86  # of the height of the legs


def fitted(groups: Sequence[Group]) -> list[Group]:
    """The groups with pieces of sizes and postures that go together; what was measured in the prompt stays."""
    found = list(groups)
    known = [group.pieces[0] for group in groups if group.pieces[0].model is not None]
    for index, group in enumerate(found):
        if group.pieces[0].model is None and known:
            first = index == 0 or any(other.anchor == index for other in groups)
            size = (CARRYING if first else LETTERS) * max(known[0].size)
            found[index] = _scaled(group, size / max(group.pieces[0].size))
    for index, group in enumerate(found):
        anchor = index - 1 if group.relation == "of" and group.anchor is None else group.anchor
        if anchor is None or anchor < 0:
            continue
        host = found[anchor]
        if group.relation in ("wearing", "holding", "with"):
            found[index] = _scaled(group, _held(group.pieces[0], host.pieces[0], group.relation))
            continue
        vessel = host.pieces[0].model
        if group.relation in ("in", "of"):
            if vessel is not None and vessel.entry.holds:
                room, wide = (max(piece.size[0], piece.size[2]) for piece in (host.pieces[0], group.pieces[0]))
                found[index] = _scaled(group, float(np.clip(wide / room, *INSIDE)) * room / wide)
            continue
        carried = group.relation in CARRIED
        size, room = max(group.pieces[0].size), max(host.pieces[0].size)
        if carried and size > RIDER_MAX * room:
            found[index] = _scaled(group, RIDER_MAX * room / size)
        elif max(size, room) > LARGER_MAX * min(size, room) and not (carried and _is_furniture(host.pieces[0])):
            if size > room:
                found[index] = _scaled(group, LARGER_MAX * room / size)
            else:
                found[anchor] = _scaled(host, LARGER_MAX * size / room)
        if carried:
            found[index] = _postured(found[index], found[anchor].pieces[0])
    return found


def _is_furniture(piece: Piece) -> bool:
    return piece.model is not None and (piece.model.entry.host or piece.model.entry.seats)


def _scaled(group: Group, factor: float) -> Group:
    if group.measured or factor == 1.0:
        return group
    return replace(group, pieces=[scaled(piece, float(factor)) for piece in group.pieces])


def _held(piece: Piece, host: Piece, relation: str) -> float:
    """How much larger a thing is when it is worn or held."""
    head = head_of(host)
    if relation != "holding" and head is not None and piece.name in WORN:
        wide = WORN[piece.name] * min(head.width, 1.3 * head.depth)
        return float(wide / max(piece.size[0], piece.size[2]))
    if relation == "with":
        return 1.0
    low, high = (share * float(max(host.size[1], 0.6 * max(host.size))) for share in HELD_SIZES)
    longest = float(max(piece.size))
    return min(max(longest, low), high) / longest


def _postured(group: Group, host: Piece) -> Group:
    """People sit on seats and straddle what they ride; what is too large for a seat is made smaller."""
    seat = seat_of(host)
    ridden = host.model is not None and (host.model.family == "animals" or (seat and not _is_furniture(host)))
    person = group.pieces[0].model is not None and group.pieces[0].model.family == "characters"
    if person and (ridden or group.relation == "riding"):
        return replace(group, relation="riding", pieces=[_legs(piece, SPREAD, FORWARD) for piece in group.pieces])
    if person and (group.relation == "sitting" or (seat is not None and group.relation == "on")):
        return replace(group, relation="sitting", pieces=[_legs(piece, 0.0, SITTING) for piece in group.pieces])
    if seat is not None and not person and group.pieces[0].model is not None:
        w, _, d = group.pieces[0].size
        wide = seat.width / len(group.pieces)
        return _scaled(group, min(1.0, OVERHANG * wide / float(w), OVERHANG * seat.depth / float(d)))
    return group


def _legs(piece: Piece, spread: float, forward: float) -> Piece:
    """The legs turned at the hip; a body without legs of its own stays as it is."""
    legs = [part.solid for part in piece.parts if part.name in LEGS]
    if not legs or any(part.name in ROBES for part in piece.parts):
        return piece
    hip = HIP * max(solid.bounding_box()[4] for solid in legs)
    w, h, d = (2 * float(side) for side in piece.size)
    parts = []
    for part in piece.parts:
        if part.name not in LEGS:
            parts.append(part)
            continue
        below = part.solid ^ Manifold.cube((2 * w, hip, 2 * d)).translate((-w, 0.0, -d))
        turned = part.solid - below
        for side in (-1, 1):
            half = below ^ Manifold.cube((w, 2 * h, 2 * d)).translate((min(0.0, side * w), -h, -d))
            turned += half.translate((0, -hip, 0)).rotate((-forward, 0, side * spread)).translate((0, hip, 0))
        parts.append(replace(part, solid=turned))
    return standing(piece, parts)
