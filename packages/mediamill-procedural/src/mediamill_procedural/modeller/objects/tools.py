"""Tools of workshop and garden."""

import math

from manifold3d import Manifold

from mediamill_procedural.modeller.bench import Bench
from mediamill_procedural.modeller.curves import Flat, arc, mirrored, rounded
from mediamill_procedural.modeller.model import model
from mediamill_procedural.modeller.shapes import Points, Vec, around, both, hull, union


@model("hammer")
def _hammer(b: Bench) -> None:
    mallet = b.has("mallet", "war", "sledgehammer", "thor")
    b.second(
        "handle",
        b.lathe(
            [
                (0, 0),
                (0.016, 0.002),
                (0.0165, 0.03),
                (0.0135, 0.08),
                (0.012, 0.14),
                (0.014, 0.24),
                (0.011, 0.3),
                (0, 0.31),
            ],
            curve=True,
        ).scale((1, 1, 0.8)),
        "oak",
    )
    if mallet:
        b.main("head", b.box(0.16, 0.085, 0.085, (0, 0.25, 0), 0.012), "oak" if b.has("mallet") else "iron")
        b.trim("bands", both(b.box(0.014, 0.089, 0.089, (0.058, 0.248, 0), 0.01)), "steel")
        return
    b.main(
        "head",
        b.box(0.045, 0.034, 0.03, (0.0, 0.276, 0), 0.006)
        + b.rod((0.018, 0.293, 0), (0.05, 0.293, 0), 0.0125, 0.011)
        + b.cyl(0.02, 0.0165, at=(0.046, 0.293, 0), axis="x", soft=0.003),
        "steel",
    )
    claw = hull(
        b.box(0.012, 0.03, 0.03, (-0.02, 0.277, 0), 0.003), b.box(0.01, 0.022, 0.032, (-0.045, 0.278, 0), 0.003)
    )
    tip = hull(b.box(0.01, 0.022, 0.032, (-0.045, 0.278, 0), 0.003), b.box(0.003, 0.004, 0.036, (-0.085, 0.262, 0)))
    b.main(
        "claw",
        claw + tip - hull(b.box(0.002, 0.1, 0.002, (-0.045, 0.25, 0)), b.box(0.002, 0.1, 0.012, (-0.09, 0.25, 0))),
        "steel",
    )
    b.trim(
        "grip",
        b.lathe(
            [(0, 0.004), (0.0185, 0.008), (0.019, 0.03), (0.0165, 0.07), (0.0155, 0.115), (0, 0.118)], curve=True
        ).scale((1, 1, 0.85)),
        "rubber",
    )


@model("axe")
def _axe(b: Bench) -> None:
    b.second(
        "handle",
        b.tube(
            [(0.02, 0, 0), (0.0, 0.1, 0), (-0.006, 0.35, 0), (0.0, 0.72, 0)], [0.022, 0.018, 0.016, 0.018], flat=0.75
        ),
        "oak",
    )
    outline: Flat = [
        (0.015, 0.6),
        (0.06, 0.6),
        (0.15, 0.535),
        (0.178, 0.56),
        (0.19, 0.625),
        (0.178, 0.69),
        (0.15, 0.72),
        (0.06, 0.67),
        (0.015, 0.675),
    ]
    blade = b.prism(outline, 0.05)
    taper = hull(
        b.box(0.002, 0.4, 0.05, (-0.06, 0.45, 0)),
        b.box(0.002, 0.4, 0.045, (0.03, 0.45, 0)),
        b.box(0.001, 0.4, 0.002, (0.192, 0.45, 0)),
    )
    head = (blade + b.box(0.09, 0.08, 0.05, (-0.01, 0.598, 0), 0.008)) ^ taper
    double = b.has("battle", "double", "viking")
    b.main("head", both(blade ^ taper) + b.box(0.06, 0.09, 0.052, (0, 0.594, 0), 0.008) if double else head, "steel")
    b.trim("wedge", b.box(0.03, 0.006, 0.012, (0, 0.718, 0), 0.002), "brown wood")
    if double:
        b.trim("wraps", union([b.ring(0.0205, 0.004, (0.003, 0.06 + 0.02 * k, 0)) for k in range(8)]), "leather")


@model("saw")
def _saw(b: Bench) -> None:
    teeth = 44
    edge = [
        (0.02 + 0.38 * k / teeth + (0.38 / teeth / 2) * (s == 1), 0.012 + 0.0 * k if s == 0 else 0.0)
        for k in range(teeth)
        for s in (0, 1)
    ]
    b.main("blade", b.prism([*edge, (0.402, 0.012), (0.402, 0.05), (0.02, 0.1)], 0.003), "steel")
    grip = b.prism(list(rounded(0.12, 0.13, 0.03, 6, (-0.03, 0.055))), 0.024, r=0.006) - b.prism(
        list(rounded(0.042, 0.075, 0.02, 6, (-0.045, 0.055))), 0.1
    )
    b.second("handle", grip, "oak")
    b.trim(
        "screws",
        union([b.cyl(0.027, 0.006, at=(x, y, -0.0135), axis="z") for x, y in ((0.012, 0.03), (0.012, 0.078))]),
        "brass",
    )


@model("screwdriver")
def _screwdriver(b: Bench) -> None:
    handle = b.lathe(
        [(0, 0), (0.01, 0.0), (0.0155, 0.006), (0.016, 0.04), (0.0135, 0.075), (0.015, 0.09), (0.009, 0.1), (0, 0.1)],
        curve=True,
    )
    b.main("handle", handle - around(b.rod((0, 0.012, 0.0172), (0, 0.075, 0.0165), 0.003), 8), "yellow plastic")
    b.trim(
        "shaft",
        b.cyl(0.11, 0.0038, at=(0, 0.095, 0))
        + hull(
            b.cyl(0.004, 0.0038, at=(0, 0.203, 0)),
            b.box(0.0095, 0.006, 0.002, (0, 0.216, 0)),
            b.box(0.0075, 0.004, 0.001, (0, 0.226, 0)),
        ),
        "steel",
    )


@model("wrench")
def _wrench(b: Bench) -> None:
    body = b.prism(list(rounded(0.022, 0.15, 0.009, 5, (0, 0.1))), 0.008, r=0.0025)
    jaw = b.prism(arc(0.026, 0, 345, 24, (0, 0.19)), 0.011, r=0.003) - b.prism(
        [(-0.011, 0.183), (0.011, 0.183), (0.013, 0.25), (-0.013, 0.25)], 0.1
    )
    eye = b.cyl(0.011, 0.022, at=(0, 0.022, -0.0055), axis="z", soft=0.002) - b.prism(
        [(0.012 * math.cos(t), 0.022 + 0.012 * math.sin(t)) for t in [math.pi / 3 * k for k in range(6)]], 0.1
    )
    b.main("wrench", (body - b.cyl(1, 0.021, at=(0, 0.022, -0.5), axis="z")) + jaw + eye, "chrome")


@model("shovel")
def _shovel(b: Bench) -> None:
    b.second("handle", b.rod((0, 0.3, 0), (0, 1.0, 0), 0.018), "oak")
    b.trim(
        "grip",
        b.limb((-0.06, 1.07, 0), (0.06, 1.07, 0), 0.017) + both(b.limb((0.055, 1.06, 0), (0.0, 0.97, 0), 0.014)),
        "oak",
    )
    outline = mirrored([(0.0, 0.0), (0.04, 0.03), (0.085, 0.12), (0.095, 0.2), (0.095, 0.29), (0.02, 0.31)])
    blade = b.prism(outline, 0.006).refine_to_length(0.03)

    def dish(v: Points) -> Points:
        v[:, 2] += 3.2 * v[:, 0] ** 2 + 0.35 * (0.3 - v[:, 1]) ** 2
        return v

    b.main("blade", blade.warp_batch(dish), "steel")
    b.main("socket", b.rod((0, 0.2, 0.004), (0, 0.45, 0), 0.012, 0.022), "steel")


@model("pickaxe")
def _pickaxe(b: Bench) -> None:
    b.second("handle", b.tube([(0, 0, 0), (0, 0.4, 0), (0, 0.82, 0)], [0.022, 0.018, 0.024], flat=0.8), "oak")
    path: list[Vec] = [(-0.34, 0.66, 0), (-0.2, 0.745, 0), (0, 0.78, 0), (0.2, 0.745, 0), (0.34, 0.66, 0)]
    b.main(
        "head",
        b.tube(path, [0.004, 0.022, 0.032, 0.022, 0.004]) + b.box(0.08, 0.08, 0.06, (0, 0.738, 0), 0.012),
        "iron",
    )


@model("scissors")
def _scissors(b: Bench) -> None:
    blade = b.prism([(-0.006, 0.085), (0.008, 0.085), (0.0065, 0.13), (0.001, 0.195), (-0.004, 0.15)], 0.003, r=0.0008)
    for side in (-1, 1):
        turn = 13 * side
        half = blade if side > 0 else blade.mirror((1, 0, 0))

        def place(solid: Manifold, turn: float = turn, side: float = side) -> Manifold:
            return solid.translate((0, -0.092, 0.0016 * side)).rotate((0, 0, turn)).translate((0, 0.092, 0))

        b.trim("blades", place(half), "steel")
        shank = b.tube([(0, 0.09, 0), (-0.006 * side, 0.07, 0), (-0.012 * side, 0.052, 0)], [0.005, 0.005, 0.0055])
        loop = (
            b.ring(0.018, 0.0052, (-0.012 * side, 0.032, 0), "z")
            .scale((0.85, 1.15, 1))
            .translate((-0.002 * side, -0.004, 0))
        )
        b.main("handles", place(shank + loop), "red plastic")
    b.trim("screw", b.cyl(0.009, 0.0045, at=(0, 0.092, -0.0045), axis="z", soft=0.001), "silver")


@model("ladder")
def _ladder(b: Bench) -> None:
    h = 2.5
    b.main("sides", both(b.box(0.05, h, 0.08, (0.22, 0, 0), 0.008)), "oak")
    count = b.count("rung", 8, most=14)
    b.main(
        "rungs",
        union([b.cyl(0.44, 0.017, at=(-0.22, h * (k + 0.7) / (count + 0.4), 0), axis="x") for k in range(count)]),
        "oak",
    )


@model("broom")
def _broom(b: Bench) -> None:
    b.second("handle", b.tube([(0, 0.3, 0), (0.012, 0.8, 0), (0, 1.4, 0)], [0.016, 0.014, 0.013]), "oak")
    straws = []
    for k in range(90 if b.fine else 54):
        t, r = 2.4 * k, 0.0046 * math.sqrt(k) * (54 / 54 if not b.fine else 0.78)
        straws.append(
            b.rod(
                (r * math.sin(t), 0.42, r * math.cos(t)),
                (2.9 * r * math.sin(t), b.chance(0, 0.04), 2.9 * r * math.cos(t)),
                0.005,
                0.004,
            )
        )
    b.main("bristles", union([*straws, b.cyl(0.3, 0.075, 0.03, (0, 0.12, 0))]), "straw")
    b.trim("ties", b.ring(0.034, 0.006, (0, 0.4, 0)) + b.ring(0.044, 0.006, (0, 0.34, 0)), "red fabric")


@model("anchor")
def _anchor(b: Bench) -> None:
    arms = b.tube(
        [
            (-0.48, 0.42, 0),
            (-0.4, 0.2, 0),
            (-0.2, 0.06, 0),
            (0, 0.02, 0),
            (0.2, 0.06, 0),
            (0.4, 0.2, 0),
            (0.48, 0.42, 0),
        ],
        [0.03, 0.045, 0.06, 0.07, 0.06, 0.045, 0.03],
    )
    fluke = hull(
        b.ball(0.02, (0.54, 0.56, 0)),
        b.ball(0.02, (0.36, 0.4, 0), (1, 1, 3.2)),
        b.ball(0.02, (0.56, 0.34, 0), (1, 1, 3.2)),
    )
    b.main("anchor", arms + both(fluke) + b.rod((0, 0, 0), (0, 1.15, 0), 0.065, 0.045), "iron")
    b.main("stock", b.limb((-0.34, 1.02, 0), (0.34, 1.02, 0), 0.035) + both(b.ball(0.055, (0.36, 1.02, 0))), "iron")
    b.main("ring", b.ring(0.11, 0.025, (0, 1.27, 0), "z"), "iron")


@model("magnet")
def _magnet(b: Bench) -> None:
    bow = b.ring(0.045, 0.016, (0, 0.075, 0), "z", 180) + both(b.cyl(0.04, 0.016, at=(0.045, 0.036, 0)))
    b.main("magnet", bow, "red")
    b.trim("poles", both(b.cyl(0.037, 0.0161, at=(0.045, 0, 0))), "steel")
