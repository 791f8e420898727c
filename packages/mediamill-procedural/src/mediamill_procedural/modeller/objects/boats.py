"""What floats or dives; all look toward +Z."""

import math
from itertools import pairwise

import numpy as np
from manifold3d import Manifold

from mediamill_procedural.modeller.bench import Bench
from mediamill_procedural.modeller.curves import Flat
from mediamill_procedural.modeller.model import model
from mediamill_procedural.modeller.shapes import Points, around, both, hull, union


def _hull_shape(length: float, width: float, depth: float) -> list[tuple[float, float, float]]:
    """Half frames of a boat from stern to bow: (z, half width, keel height)."""
    stations = (
        (-0.5, 0.72, 0.25),
        (-0.25, 0.95, 0.05),
        (0.05, 1.0, 0.0),
        (0.3, 0.75, 0.06),
        (0.45, 0.3, 0.25),
        (0.5, 0.04, 0.5),
    )
    return [(length * z, width / 2 * w, depth * keel) for z, w, keel in stations]


def _boat_hull(b: Bench, length: float, width: float, depth: float, *, inset: float = 0.0) -> Manifold:
    """A boat's body, its deck at `depth`; with an inset the space inside it."""
    slices = []
    for z, half, keel in _hull_shape(length, width, depth):
        w = max(half - inset, 0.02)
        low = keel + inset
        rise = depth + (0.12 * depth if z > 0.28 * length else 0.0) + (0.0 if not inset else depth)
        slices.append((z - inset * (1 if z > 0 else -1), w, low, rise))
    parts = []
    for (z0, w0, k0, t0), (z1, w1, k1, t1) in pairwise(slices):
        ends = []
        for z, w, k, t in ((z0, w0, k0, t0), (z1, w1, k1, t1)):
            ring: Flat = [
                (-w, t),
                (-w * 0.92, k + (depth - k) * 0.45),
                (-w * 0.5, k + 0.04 * depth),
                (0, k),
                (w * 0.5, k + 0.04 * depth),
                (w * 0.92, k + (depth - k) * 0.45),
                (w, t),
            ]
            ends.append(b.prism(ring, 0.004, (0, 0, z)))
        parts.append(hull(*ends))
    return union(parts)


@model("boat")
def _boat(b: Bench) -> None:
    outer = _boat_hull(b, 3.6, 1.4, 0.55)
    b.main("hull", outer - _boat_hull(b, 3.6, 1.4, 0.55, inset=0.05), "#2a5a8c wood")
    for z in (-1.0, -0.1, 0.75):
        seat = b.box(1.5, 0.04, 0.28, (0, 0.36, z)) ^ _boat_hull(b, 3.6, 1.4, 0.55, inset=0.02)
        b.second("seats", seat, "oak")
    rim = outer ^ b.box(3, 0.05, 5, (0, 0.52, 0))
    b.second("rim", rim - _boat_hull(b, 3.6, 1.4, 0.55, inset=0.06), "oak")
    oar = b.rod((0.3, 0.62, -0.6), (1.3, 0.5, 0.2), 0.02) + hull(
        b.ball(0.03, (1.25, 0.505, 0.16)), b.ball(0.07, (1.75, 0.45, 0.56), (1, 0.25, 1))
    )
    b.trim("oars", both(oar), "light brown wood")


@model("sailboat")
def _sailboat(b: Bench) -> None:
    pirate = b.has("pirate", "galleon", "ship") and not b.has("yacht")
    outer = _boat_hull(b, 7.0, 2.2, 1.1)
    b.main(
        "hull",
        outer - _boat_hull(b, 7.0, 2.2, 1.1, inset=0.08) - b.box(6, 3, 9, (0, 1.3, 0)),
        "walnut" if pirate else "white",
    )
    b.second("deck", _boat_hull(b, 7.0, 2.2, 1.1, inset=0.04) ^ b.box(6, 0.06, 9, (0, 0.85, 0)), "teak")
    b.second(
        "stripe",
        (outer.scale((1.012, 1, 1.003)) ^ b.box(6, 0.12, 9, (0, 0.85, 0))) - outer,
        "red" if not pirate else "gold",
    )
    masts = ((0.6, 6.0), (-1.6, 5.0)) if pirate else ((0.5, 7.2),)
    for z, h in masts:
        b.trim("mast", b.rod((0, 0.5, z), (0, h, z), 0.075, 0.04), "oak")
    if pirate:
        b.main(
            "cabin", b.box(1.5, 0.9, 1.3, (0, 0.85, -2.6), 0.03) + b.box(1.7, 0.08, 1.5, (0, 1.7, -2.6), 0.03), "walnut"
        )
        for z, h in masts:
            for y, w, tall in ((1.7, 2.6, 1.7), (3.6, 1.9, 1.1)):
                if y + tall < h:
                    bent = _billowed(b, w, y, tall).translate((0, 0, z))
                    b.second("sails", bent, "black linen" if b.has("pirate") else "linen")
                    b.trim("yards", b.rod((-w * 0.48, y + tall, z), (w * 0.48, y + tall, z), 0.045), "oak")
        b.trim("flag", b.box(0.03, 0.45, 0.7, (0, 6.0 - 0.5, 0.6 - 0.38)), "black fabric")
        ports = union([b.cyl(0.4, 0.1, at=(0.82, 0.72, z), axis="x") for z in (-1.7, -0.9, -0.1, 0.7)])
        b.trim("cannons", both(ports), "iron")
        b.trim("bowsprit", b.rod((0, 1.1, 3.0), (0, 1.9, 4.6), 0.07, 0.03), "oak")
        return
    b.trim("boom", b.rod((0, 1.75, 0.5), (0, 1.65, -2.9), 0.05), "silver")
    b.second("sails", b.prism([(-0.42, 1.85), (2.85, 1.75), (-0.4, 7.0)], 0.03, axis="x").warp_batch(_bellied), "linen")
    b.second("sails", b.prism([(-0.62, 6.2), (-0.75, 1.5), (-3.2, 1.35)], 0.03, axis="x").warp_batch(_bellied), "linen")
    b.main(
        "cabin",
        hull(b.box(1.1, 0.05, 2.0, (0, 0.88, -0.1), 0.02), b.box(0.8, 0.05, 1.5, (0, 1.35, -0.2), 0.02)),
        "white",
    )
    b.trim(
        "windows",
        both(union([b.ball(0.11, (0.49, 1.12, -0.7 + 0.5 * k), (0.35, 0.8, 1.4)) for k in range(3)])),
        "#1c2a36 porcelain",
    )
    b.trim("flag", b.prism([(0, 6.95), (0.0, 7.2), (0.5, 7.08)], 0.02, axis="x").translate((0, 0, 0.45)), "red")


def _bellied(vertices: Points) -> Points:
    """A sail stands full of wind: more so in its middle."""
    middle = np.clip((vertices[:, 1] - 1.3) * (7.2 - vertices[:, 1]) / 9.0, 0, 1)
    vertices[:, 0] += 0.35 * middle * np.clip(-vertices[:, 2], 0, 1)
    return vertices


def _billowed(b: Bench, w: float, y: float, tall: float) -> Manifold:
    """A square sail, bulging forward."""
    n = 8 if b.fine else 5
    outer, inner = [], []
    for k in range(n + 1):
        t = k / n
        bulge = 0.42 * math.sin(math.pi * (0.12 + 0.8 * t))
        outer.append((bulge, y + tall * t))
        inner.append((bulge - 0.035, y + tall * t))
    figure = b.prism([(-z, h) for z, h in [*outer, *reversed(inner)]], w, axis="x")
    taper = b.prism([(-w / 2, y - 0.1), (w / 2, y - 0.1), (w * 0.42, y + tall + 0.1), (-w * 0.42, y + tall + 0.1)], 3.0)
    return figure ^ taper


@model("submarine")
def _submarine(b: Bench) -> None:
    b.main(
        "hull",
        b.lathe(
            [(0, -3.0), (0.3, -2.85), (0.75, -1.8), (0.95, -0.4), (0.95, 1.4), (0.75, 2.3), (0.4, 2.75), (0, 2.9)],
            (0, 1.2, 0),
            "z",
            curve=True,
        ),
        "yellow",
    )
    tower = hull(
        b.cyl(0.05, 0.4, at=(0, 1.9, 0.5)),
        b.cyl(0.05, 0.4, at=(0, 1.9, -0.3)),
        b.cyl(0.05, 0.3, at=(0, 2.9, 0.4)),
        b.cyl(0.05, 0.3, at=(0, 2.9, -0.3)),
    )
    b.main("tower", tower, "yellow")
    b.trim("periscope", b.tube([(0, 2.8, 0), (0, 3.5, 0), (0, 3.68, 0.05), (0, 3.7, 0.3)], 0.07), "steel")
    portholes = union([b.ring(0.22, 0.05, (0.9, 1.4, z), "x") for z in (-0.8, 0.1, 1.0)])
    b.trim("portholes", both(portholes), "brass")
    b.trim(
        "windows",
        both(union([b.ball(0.21, (0.88, 1.4, z), (0.4, 1, 1)) for z in (-0.8, 0.1, 1.0)])),
        "#3f8fc8 porcelain",
    )
    b.second(
        "fins",
        both(b.box(1.0, 0.08, 0.6, (0.6, 1.16, -2.4), 0.03)) + b.box(0.08, 2.0, 0.6, (0, 0.2, -2.4), 0.03),
        "red",
    )
    blades = (
        around(b.ball(0.36, (0, 0, 0.3), (0.4, 0.15, 1)).rotate((0, 0, 35)), 4)
        .rotate((90, 0, 0))
        .translate((0, 1.2, -3.1))
    )
    b.trim("propeller", blades + b.ball(0.16, (0, 1.2, -3.05), (1, 1, 1.6)), "brass")
    b.trim(
        "keel",
        b.box(0.3, 0.2, 2.2, (0, 0.14, 0), 0.05)
        + b.box(1.3, 0.16, 0.3, (0, 0, 0.9), 0.04)
        + b.box(1.3, 0.16, 0.3, (0, 0, -0.9), 0.04),
        "dark grey metal",
    )
