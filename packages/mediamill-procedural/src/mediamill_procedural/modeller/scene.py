"""Where things stand: small ones on tables, seats around them, the rest side by side; nothing inside another."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from manifold3d import Manifold

from mediamill_procedural.modeller.anchors import Place, back_of, hand_of, head_of, is_staff, lap_of, seat_of, top_at
from mediamill_procedural.modeller.pieces import Piece
from mediamill_procedural.modeller.shapes import union

GAP = 0.1  # of the smaller one's width: between neighbours on the ground
TABLE_GAP = 0.04  # metres between a seat and its table
SMALL = 0.5  # of its host's width and depth: what is put on it rather than beside it
SMALL_METRES = 0.7  # the same, in height
NEIGHBOURS = 10  # of those on the ground last, beside which a place is looked for
LIFT = 5e-4  # metres: contact that no rounding turns into intersection
SETTLE_STEPS = 9  # halvings of the way down to what a thing lands on
RING, RING_PLACES = (
    0.58,
    3,
)  # of its width: how far from the middle things lie in a vessel, and how many beside each other
UNDER = (0.0, 0.15, 0.3, 0.42)  # of the host's size: how far from its middle a place under it is looked for
PEEP = 0.4  # of the host's width: how far what stands behind it looks out at its side
WORN = ("crown", "hat", "helmet")
WORN_DEPTH = 0.18  # of a hat's height: how far the head is in it
GRIP = 0.08  # of a staff's height: how far up it is held
DROP_STEP = 0.4  # of its height: how far a thing is let down at once
FOOT_SHARE = 0.8  # of the host's top: kept free at its edges


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """A piece at its place, turned by `turn` degrees about the vertical."""

    piece: Piece
    x: float
    y: float
    z: float
    turn: float = 0.0

    @property
    def footprint(self) -> tuple[float, float, float, float]:
        """Left, back, right and front on the ground."""
        w, _, d = (float(side) for side in self.piece.size)
        if round(self.turn / 90) % 2:
            w, d = d, w
        return self.x - w / 2, self.z - d / 2, self.x + w / 2, self.z + d / 2

    def solid(self) -> Manifold:
        """The piece where it stands."""
        return self.piece.solid().rotate((0, self.turn, 0)).translate((self.x, self.y, self.z))


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Pieces of one item, and what they are to another."""

    pieces: Sequence[Piece]
    relation: str = ""
    anchor: int | None = None
    measured: bool = False  # its size was asked for in metres


def placed(groups: Sequence[Group]) -> list[list[Placed]]:
    """Every piece of every group at a place of its own; the first thing stands in the middle."""
    return _Stage(groups).arranged()


class _Stage:
    def __init__(self, groups: Sequence[Group]) -> None:
        self.groups = groups
        self.spots: dict[int, list[Placed]] = {}
        self.on_ground: list[Placed] = []
        self.carried: dict[int, list[Placed]] = {}  # by id of the place they stand on

    def arranged(self) -> list[list[Placed]]:
        for index in self._order():
            self._arrange(index)
        return [self.spots[index] for index in range(len(self.groups))]

    def _order(self) -> Iterator[int]:
        """Hosts before what stands on them."""
        done: set[int] = set()

        def visit(index: int, above: frozenset[int]) -> Iterator[int]:
            anchor = self.groups[index].anchor
            if anchor is not None and anchor not in done and anchor not in above:
                yield from visit(anchor, above | {index})
            if index not in done:
                done.add(index)
                yield index

        # The widest hosts come first: what is small looks for one of them.
        hosts = [
            index
            for index, group in enumerate(self.groups)
            if group.pieces[0].model and group.pieces[0].model.entry.host and group.anchor is None
        ]
        for index in [*hosts, *range(len(self.groups))]:
            yield from visit(index, frozenset())

    def _arrange(self, index: int) -> None:
        group = self.groups[index]
        host, inside = self._host(index)
        self.spots[index] = []
        for number, piece in enumerate(group.pieces):
            spot = None
            if host is not None and group.relation == "under":
                spot = self._under(piece, host)
            elif host is not None and group.relation in ("wearing", "holding", "with") and group.anchor is not None:
                spot = self._had(piece, host, group.relation)
            elif host is not None and group.relation in ("on", "riding", "sitting"):
                spot = self._carried(piece, host, group.relation, number, len(group.pieces))
            elif host is not None:
                place = self._inside if inside else self._on
                spot = place(piece, host, number, len(group.pieces))
            elif piece.model is not None and piece.model.entry.seats:
                spot = self._at_table(piece, len(group.pieces))
            self.spots[index].append(spot or self._beside(piece, group))

    def _host(self, index: int) -> tuple[Placed | None, bool]:
        """What the group stands on or lies in."""
        group = self.groups[index]
        if group.anchor is not None and group.anchor in self.spots and self.spots[group.anchor]:
            anchor = self.spots[group.anchor][0]
            if group.relation == "in" and anchor.piece.model is not None:
                return anchor, _holds(anchor)
            return (anchor if group.relation not in ("beside", "behind", "front", "in") else None), False
        if group.relation == "of" and self.spots.get(index - 1):
            anchor = self.spots[index - 1][0]
            return anchor, _holds(anchor)
        first = group.pieces[0]
        if group.relation in ("with", "and", "") and not (first.model and first.model.entry.seats):
            for other, spots in self.spots.items():
                model = spots[0].piece.model if spots else None
                if other != index and model is not None and model.entry.host and self._is_small(first, spots[0].piece):
                    return spots[0], False
        return None, False

    def _is_small(self, piece: Piece, host: Piece) -> bool:
        w, h, d = piece.size
        return bool(w <= SMALL * host.size[0] and d <= SMALL * host.size[2] and h <= SMALL_METRES)

    def _on(self, piece: Piece, host: Placed, number: int, count: int) -> Placed | None:
        """The first free place on top of the host; None when it is full."""
        left, back, right, front = host.footprint
        w, _, d = piece.size
        carried = self.carried.setdefault(id(host), [])
        reach_x, reach_z = (right - left) * FOOT_SHARE / 2 - w / 2, (front - back) * FOOT_SHARE / 2 - d / 2
        alone = not carried and count == 1
        turn = 0.0 if alone else float(number * 37 % 30 - 15)
        for x, z in [(0.0, 0.0)] if alone else _grid(max(0.0, reach_x), max(0.0, reach_z), w, d):
            spot = Placed(piece, host.x + x, 0.0, host.z + z, turn)
            if not any(_overlap(spot, other, 0.01) for other in carried):
                settled = replace(spot, y=_top_under(spot, host.solid()))
                carried.append(settled)
                return settled
        return None

    def _inside(self, piece: Piece, host: Placed, number: int, count: int) -> Placed:
        """The lowest place in the host, between what lies there already."""
        carried = self.carried.setdefault(id(host), [])
        below = union([host.solid(), *(other.solid() for other in carried)])
        r = RING * float(max(piece.size[0], piece.size[2])) * (count > 1)
        turns = [
            2 * math.pi * (k + 0.5 * (number // RING_PLACES)) / RING_PLACES for k in range(RING_PLACES if r else 1)
        ]
        tried = [Placed(piece, host.x + r * math.sin(t), 0.0, host.z + r * math.cos(t), 40.0 * number) for t in turns]
        lowest = min((_dropped(spot, below, inside=True) for spot in tried), key=lambda spot: round(spot.y, 4))
        carried.append(lowest)
        return lowest

    def _under(self, piece: Piece, host: Placed) -> Placed | None:
        """The free place below the host that is nearest to its middle."""
        left, back, right, front = host.footprint
        solid = host.solid()
        for share in UNDER:
            for x, z in ((0.0, share), (share, 0.0), (-share, 0.0)):
                spot = Placed(piece, host.x + x * (right - left), 0.0, host.z + z * (front - back))
                if (spot.solid() ^ solid).volume() < 1e-12:
                    return spot
        return None

    def _carried(self, piece: Piece, host: Placed, relation: str, number: int = 0, count: int = 1) -> Placed | None:
        """Let down onto the seat, the back or the middle of its host until it touches."""
        carried = self.carried.setdefault(id(host), [])
        seat = seat_of(host.piece) if piece.model is not None else None
        if seat is not None:
            seat = replace(seat, x=seat.x + seat.width * ((number + 0.5) / count - 0.5))
        elif carried or count > 1:
            return self._on(piece, host, number, count + 1)
        place = seat or back_of(host.piece)
        below = union([host.solid(), *(other.solid() for other in carried)])
        x, z = _turned(place, host)
        spot = replace(Placed(piece, x, 0.0, z), turn=host.turn)
        if relation in ("riding", "sitting") and piece.model is not None and piece.model.family == "characters":
            lap = lap_of(piece)
            x, z = _turned(replace(place, z=place.z - lap.z), host)
            carried.append(
                replace(spot, x=x, y=max(0.0, host.y + (seat.y if seat else top_at(host.piece, place)) - lap.y), z=z)
            )
            return carried[-1]
        if seat is not None:
            x, z = _turned(replace(seat, z=seat.z + max(0.0, float(piece.size[2]) - seat.depth) / 2), host)
            spot = replace(spot, x=x, y=host.y + seat.y + LIFT, z=z)
            if (spot.solid() ^ below).volume() < 1e-9:
                carried.append(spot)
                return spot
        carried.append(_dropped(spot, below))
        return carried[-1]

    def _had(self, piece: Piece, host: Placed, relation: str) -> Placed | None:
        """On the head that wears it, or in the hand that holds it; else on top."""
        if piece.model is None and relation == "wearing":
            return None
        head = head_of(host.piece) if piece.name in WORN and relation != "holding" else None
        if head is not None:
            x, z = _turned(head, host)
            return Placed(piece, x, host.y + head.y - WORN_DEPTH * float(piece.size[1]), z, host.turn)
        if relation == "holding":
            hand = hand_of(host.piece)
            _, h, d = (float(side) for side in piece.size)
            tall = is_staff(piece)
            x, z = _turned(replace(hand, z=hand.z + (0.0 if tall else d * 0.45)), host)
            return Placed(piece, x, host.y + max(0.0, hand.y - h * (GRIP if tall else 0.5)), z, host.turn)
        alone = host.piece.model is not None and host.piece.model.family in ("vessels", "containers")
        return self._carried(piece, host, "on") if alone or relation == "wearing" else None

    def _at_table(self, piece: Piece, count: int) -> Placed | None:
        """A place at the first table, looking at it: the long sides first."""
        tables = [
            spots[0]
            for spots in self.spots.values()
            if spots and spots[0].piece.model and spots[0].piece.model.name in ("table", "desk")
        ]
        if not tables:
            return None
        table = tables[0]
        left, back, right, front = table.footprint
        d = float(piece.size[2])
        wide = right - left
        per_side = max(1, math.ceil(max(0, count - 2) / 2)) if count > 2 else 1
        for side in ("front", "back", "left", "right"):
            for place in range(per_side if side in ("front", "back") else 1):
                along = (place + 0.5) / per_side - 0.5
                if side in ("front", "back"):
                    near = front + TABLE_GAP + d / 2 if side == "front" else back - TABLE_GAP - d / 2
                    spot = Placed(piece, table.x + along * wide * 0.9, 0.0, near, 180.0 if side == "front" else 0.0)
                else:
                    near = left - TABLE_GAP - d / 2 if side == "left" else right + TABLE_GAP + d / 2
                    spot = Placed(piece, near, 0.0, table.z, 90.0 if side == "left" else 270.0)
                if not any(_overlap(spot, other, 0.02) for other in self.on_ground):
                    self.on_ground.append(spot)
                    return spot
        return None

    def _beside(self, piece: Piece, group: Group) -> Placed:
        """The free place on the ground that is nearest to the middle, or to its anchor on the side asked for."""
        spot = Placed(piece, 0.0, 0.0, 0.0)
        if self.on_ground:
            anchors = self.spots.get(group.anchor, []) if group.anchor is not None else []
            near = (
                anchors[:1]
                if group.relation in ("beside", "behind", "front") and anchors
                else self.on_ground[-NEIGHBOURS:]
            )
            spot = min(self._free(piece, near, group.relation), key=lambda free: _far(free, self.on_ground))
        self.on_ground.append(spot)
        return spot

    def _free(self, piece: Piece, near: Sequence[Placed], relation: str) -> Iterator[Placed]:
        w, _, d = (float(side) for side in piece.size)
        for other in near:
            left, back, right, front = other.footprint
            gap = GAP * min(w + d, right - left + front - back) / 2 + 0.01
            hides = w < right - left and piece.size[1] < other.piece.size[1]
            sides = {
                "right": (right + gap + w / 2, other.z),
                "left": (left - gap - w / 2, other.z),
                "front": (other.x, front + gap + d / 2),
                "behind": (other.x + PEEP * (right - left) * hides, back - gap - d / 2),
            }
            # Nothing stands before letters, and no letters behind a thing: they are to be read.
            hidden = "front" if other.piece.model is None else "behind" if piece.model is None else ""
            for side, (x, z) in sides.items():
                if relation in ("behind", "front") and side != relation:
                    continue
                if relation not in ("behind", "front") and side == hidden:
                    continue
                spot = Placed(piece, x, 0.0, z)
                while any(_overlap(spot, taken, gap * 0.9) for taken in self.on_ground):
                    x, z = spot.x + (w + gap) * (side == "right") - (w + gap) * (side == "left"), spot.z
                    z += (d + gap) * (side == "front") - (d + gap) * (side == "behind")
                    spot = Placed(piece, x, 0.0, z)
                yield spot


def _turned(place: Place, host: Placed) -> tuple[float, float]:
    """Where a place on the host is in the scene, (x, z)."""
    turn = math.radians(host.turn)
    return (
        host.x + place.x * math.cos(turn) + place.z * math.sin(turn),
        host.z - place.x * math.sin(turn) + place.z * math.cos(turn),
    )


def _holds(spot: Placed) -> bool:
    return spot.piece.model is not None and spot.piece.model.entry.holds


def _grid(reach_x: float, reach_z: float, w: float, d: float) -> list[tuple[float, float]]:
    """Places within the reach, the middle first."""
    across = max(1, int(2 * reach_x / (w * 1.15)) + 1)
    deep = max(1, int(2 * reach_z / (d * 1.15)) + 1)
    xs = np.linspace(-reach_x, reach_x, across) if across > 1 else np.zeros(1)
    zs = np.linspace(-reach_z, reach_z, deep) if deep > 1 else np.zeros(1)
    spots = [(float(x), float(z)) for x in xs for z in zs]
    return sorted(spots, key=lambda spot: (round(math.hypot(*spot), 6), spot))


def _top_under(spot: Placed, below: Manifold) -> float:
    """The height of what is highest under the piece, a hair above it."""
    left, back, right, front = spot.footprint
    column = Manifold.cube((right - left, 2_000.0, front - back)).translate((left, -1_000.0, back)) ^ below
    return LIFT if column.is_empty() else max(0.0, column.bounding_box()[4]) + LIFT


def _dropped(spot: Placed, below: Manifold, *, inside: bool = False) -> Placed:
    """The piece let down from above until it touches, in steps in which it could not fall through what is thin.

    With `inside` it is at the lowest place that is free, under handles too, as if it were convex.
    """
    left, back, right, front = spot.footprint
    column = Manifold.cube((right - left, 2_000.0, front - back)).translate((left, -1_000.0, back)) ^ below
    solid, step = replace(spot, y=0.0).solid(), DROP_STEP * float(spot.piece.size[1])
    solid = solid.hull() if inside else solid

    def hits(y: float) -> bool:
        return bool((solid.translate((0, y, 0)) ^ column).volume() > 1e-12)

    low, top = 0.0, _top_under(spot, below)
    if inside:
        while low < top and hits(low):
            low += step / 2
        low, top = max(0.0, low - step / 2), min(low, top)
    else:
        while top > step and not hits(top - step):
            top -= step
        low = max(0.0, top - step)
    for _ in range(SETTLE_STEPS):
        middle = (low + top) / 2
        low, top = (middle, top) if hits(middle) else (low, middle)
    return replace(spot, y=top + LIFT)


def _overlap(one: Placed, other: Placed, gap: float) -> bool:
    a, b = one.footprint, other.footprint
    return a[0] < b[2] + gap and b[0] < a[2] + gap and a[1] < b[3] + gap and b[1] < a[3] + gap


def _far(spot: Placed, others: Sequence[Placed]) -> float:
    """From the middle of all; a step to the front or back counts more: a row is easier to see."""
    x = sum(other.x for other in others) / len(others)
    z = sum(other.z for other in others) / len(others)
    return round(math.hypot(spot.x - x, 1.35 * (spot.z - z)), 6)
