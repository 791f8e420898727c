"""Where one thing takes another: the seat it stands or sits on, the head that is covered, the hand that holds."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from manifold3d import Manifold
from PIL import Image, ImageDraw

from mediamill_procedural.modeller.pieces import Piece
from mediamill_procedural.modeller.shapes import union

SEATS = ("cushions", "cushion", "mattress", "seat", "saddle")
HANDS = ("hands", "gloves", "claws")
TOOLS = ("sword", "staff", "scepter", "shield")  # what a hand may have already
MOUTHS = ("beak", "snout", "nose", "mouth")
EYES = ("eyes", "visor", "sockets", "face")
OFF_HEAD = ("ears", "inner ears", "antenna", "antennae", "bulb", "horns", "horn", "antlers", "plume", "wings", "hands")
GRID = 24  # cells along a seat, of which the free ones are looked for
LEVEL = 0.05  # of the height: what is higher than the lowest of them by this is not sat on
FREE_MIN = 0.1  # of a seat: less is no room
ABOVE = (0.02, 0.5)  # of the seat's width: the layer of air over it that has to be free
ARMS = (0.28, 0.5)  # of the height: where the arms of a body of one piece end at its sides
STAFF = 0.35  # of its width: what is thinner at its lower end is held there
LEGS = 0.3  # of the height: below it an animal has legs alone, and its back is above the middle of them


@dataclass(frozen=True, slots=True)
class Place:
    """A place on a thing, in the thing's own coordinates, and how wide and deep it is there."""

    x: float
    y: float
    z: float
    width: float
    depth: float


def seat_of(piece: Piece) -> Place | None:
    """The part of a seat that no back and no arm stands on."""
    solids = next((found for name in SEATS if (found := _solids(piece, name))), None)
    if solids is None:
        return None
    lowest = min(solid.bounding_box()[4] for solid in solids) + LEVEL * float(piece.size[1])
    level = union([solid for solid in solids if solid.bounding_box()[4] <= lowest])  # other cushions are at the back
    x0, _, z0, x1, top, z1 = level.bounding_box()
    low, high = (top + share * (x1 - x0) for share in ABOVE)
    air = Manifold.cube((x1 - x0, high - low, z1 - z0)).translate((x0, low, z0)) ^ piece.solid()
    taken = Image.new("1", (GRID, GRID))
    pen = ImageDraw.Draw(taken)
    for outline in air.rotate((-90, 0, 0)).project().to_polygons():
        cells = [((x - x0) / (x1 - x0) * (GRID - 1), (z - z0) / (z1 - z0) * (GRID - 1)) for x, z in outline]
        pen.polygon(cells, fill=1)
    left, back, right, front = _free(np.asarray(taken))
    dx, dz = (x1 - x0) / GRID, (z1 - z0) / GRID
    return Place(
        x0 + dx * (left + right) / 2, top, z0 + dz * (back + front) / 2, dx * (right - left), dz * (front - back)
    )


def back_of(piece: Piece) -> Place:
    """The middle of an animal's back, above its legs; of other things the middle."""
    w, h, d = (float(side) for side in piece.size)
    legs = piece.solid() ^ Manifold.cube((2 * w, LEGS * h, 2 * d)).translate((-w, 0.0, -d))
    if legs.is_empty() or piece.model is None or piece.model.family != "animals":
        return Place(0.0, h, 0.0, w, d)
    _, _, back, _, _, front = legs.bounding_box()
    return Place(0.0, h, (back + front) / 2, w, front - back)


def head_of(piece: Piece) -> Place | None:
    """The top of the head, found above the eyes; None for what has none."""
    eyes = next((found for name in EYES if (found := _named(piece, name)) is not None), None)
    if eyes is None:
        return None
    x0, y0, _, x1, _, z1 = eyes.bounding_box()
    span = max(x1 - x0, 0.1 * float(piece.size[1]))
    covered = union([part.solid for part in piece.parts if part.name not in OFF_HEAD])
    box = Manifold.cube((2.2 * span, 1e3, 2.4 * span)).translate(((x0 + x1) / 2 - 1.1 * span, y0, z1 - 2.2 * span))
    left, _, back, right, top, front = (covered ^ box).bounding_box()
    return Place((left + right) / 2, top, (back + front) / 2, right - left, front - back)


def hand_of(piece: Piece) -> Place:
    """The free hand, else the mouth, else the middle of the front."""
    taken = [part.solid.bounding_box() for part in piece.parts if part.name in TOOLS]
    side = -1.0 if sum(box[0] + box[3] for box in taken) > 0 else 1.0
    for name in HANDS:
        found = _named(piece, name)
        if found is not None:
            hands = sorted(found.decompose(), key=lambda solid: side * (solid.bounding_box()[0]))
            return _front(hands[-1])
    for name in MOUTHS:
        found = _named(piece, name)
        if found is not None and piece.model is not None and piece.model.family == "animals":
            return _front(found)
    w, h, d = (float(side) for side in piece.size)
    low, high = (share * h for share in ARMS)
    arms = piece.solid() ^ Manifold.cube((2 * w, high - low, 2 * d)).translate((-w, low, -d))
    end = arms.bounding_box()[3]
    return _front(arms ^ Manifold.cube((w, 2 * h, 2 * d)).translate((0.85 * end, 0.0, -d)))


def is_staff(piece: Piece) -> bool:
    """Whether a thing is held at its lower end, as umbrellas and balloons are."""
    w, h, d = (float(side) for side in piece.size)
    end = piece.solid() ^ Manifold.cube((2 * w, 0.15 * h, 2 * d)).translate((-w, 0.0, -d))
    left, _, back, right, _, front = end.bounding_box()
    return h > 0.6 * w and max(right - left, front - back) < STAFF * max(w, 0.3 * h)


def lap_of(piece: Piece) -> Place:
    """The lowest place of the middle of a body, between its legs."""
    w, h, d = (float(side) for side in piece.size)
    middle = piece.solid() ^ Manifold.cube((0.04 * w, 2 * h, 2 * d), True)
    if middle.is_empty():
        return Place(0.0, 0.0, 0.0, w, d)
    low = middle.bounding_box()[1]
    _, _, back, _, _, front = (middle ^ Manifold.cube((w, 2 * low + 0.2 * h, 2 * d), True)).bounding_box()
    return Place(0.0, low, (back + front) / 2, w, front - back)


def top_at(piece: Piece, place: Place) -> float:
    """How high a thing is in the middle of a place."""
    w, h, _ = (float(side) for side in piece.size)
    column = Manifold.cube((0.04 * w, 2 * h, 0.04 * w)).translate((place.x - 0.02 * w, 0.0, place.z - 0.02 * w))
    found = column ^ piece.solid()
    return place.y if found.is_empty() else float(found.bounding_box()[4])


def _front(solid: Manifold) -> Place:
    x0, y0, _, x1, y1, z1 = solid.bounding_box()
    return Place((x0 + x1) / 2, (y0 + y1) / 2, z1, x1 - x0, y1 - y0)


def _named(piece: Piece, name: str) -> Manifold | None:
    solids = _solids(piece, name)
    return union(solids) if solids else None


def _solids(piece: Piece, name: str) -> list[Manifold]:
    return [part.solid for part in piece.parts if part.name == name]


def _free(taken: np.ndarray) -> tuple[int, int, int, int]:
    """Left, back, right and front of the largest rectangle of free cells; all of them where there is none."""
    rows, columns = taken.shape
    found = []
    for back in range(rows):
        for front in range(back + 1, rows + 1):
            bars = [-1, *np.flatnonzero(taken[back:front].any(axis=0)), columns]
            found += [
                ((front - back) * (right - left - 1), left + 1, back, right, front) for left, right in pairwise(bars)
            ]
    area, left, back, right, front = max(found)
    return (left, back, right, front) if area > FREE_MIN * taken.size else (0, 0, columns, rows)
