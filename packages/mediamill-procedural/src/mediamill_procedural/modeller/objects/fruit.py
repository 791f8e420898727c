"""Fruit and vegetables."""

import math

from manifold3d import Manifold

from mediamill_procedural.modeller.bench import Bench
from mediamill_procedural.modeller.curves import Flat
from mediamill_procedural.modeller.model import model
from mediamill_procedural.modeller.shapes import Vec, around, hull, union


def _stalk(b: Bench, y: float, h: float, r: float = 0.003) -> None:
    b.trim(
        "stem",
        b.tube([(0, y, 0), (0.002, y + h * 0.6, 0), (0.008, y + h, 0.002)], [r, r * 0.8, r * 1.25]),
        "brown wood",
    )


def _leaf(b: Bench, y: float, size: float) -> None:
    blade = hull(
        b.ball(size * 0.06, (0, 0, 0)),
        b.ball(size * 0.28, (size * 0.5, size * 0.12, 0), (1, 0.12, 0.75)),
        b.ball(size * 0.02, (size, size * 0.1, 0)),
    )
    b.trim("leaf", blade.rotate((0, 30, 0)).translate((0.003, y, 0)), "green wax")


@model("apple")
def _apple(b: Bench) -> None:
    half: Flat = [
        (0, 0.008),
        (0.01, 0.003),
        (0.02, 0.001),
        (0.033, 0.016),
        (0.04, 0.04),
        (0.037, 0.06),
        (0.024, 0.075),
        (0.01, 0.073),
        (0.004, 0.066),
        (0, 0.063),
    ]
    b.main("apple", b.lathe(half, curve=True), "red wax")
    _stalk(b, 0.064, 0.02, 0.0018)
    _leaf(b, 0.078, 0.03)


@model("pear")
def _pear(b: Bench) -> None:
    half: Flat = [
        (0, 0.004),
        (0.012, 0.0),
        (0.03, 0.012),
        (0.037, 0.034),
        (0.03, 0.06),
        (0.018, 0.084),
        (0.012, 0.097),
        (0.004, 0.102),
        (0, 0.1),
    ]
    b.main("pear", b.lathe(half, curve=True), "#b9c43c wax")
    _stalk(b, 0.099, 0.022, 0.0018)
    _leaf(b, 0.112, 0.028)


@model("banana")
def _banana(b: Bench) -> None:
    count = 3 if b.has("bunch") else 1
    for k in range(count):
        path: list[Vec] = [
            (0.09 * math.cos(t), 0.1 - 0.085 * math.sin(t), 0.0) for t in (0.05, 0.35, 0.8, 1.5708, 2.35, 2.8, 3.05)
        ]
        turn = 24 * (k - (count - 1) / 2)

        def place(solid: Manifold, turn: float = turn) -> Manifold:
            return solid.translate((-0.09, -0.1, 0)).rotate((turn, 0, 0)).translate((0.09, 0.1, 0))

        b.main("banana", place(b.tube(path, [0.005, 0.012, 0.017, 0.0185, 0.017, 0.012, 0.006])), "yellow wax")
        b.trim(
            "tips",
            place(b.tube([(0.0898, 0.0957, 0), (0.089, 0.108, 0), (0.087, 0.12, 0)], [0.0056, 0.0052, 0.0064])),
            "#7a6a28 wax",
        )
        b.trim("tips", place(b.ball(0.0068, (-0.0896, 0.0925, 0))), "#4a3a20 wax")


@model("orange")
def _orange(b: Bench) -> None:
    b.main("orange", b.ball(0.039, (0, 0.038, 0), (1, 0.97, 1)), "orange leather")
    b.trim("navel", around(b.ball(0.003, (0, 0.0755, 0.003), (0.7, 0.5, 1.4)), 5), "green wax")


@model("lemon")
def _lemon(b: Bench) -> None:
    half: Flat = [
        (0, -0.045),
        (0.005, -0.042),
        (0.009, -0.036),
        (0.024, -0.02),
        (0.028, 0),
        (0.024, 0.02),
        (0.009, 0.036),
        (0.006, 0.042),
        (0, 0.046),
    ]
    b.main("lemon", b.lathe(half, (0, 0.028, 0), "x", curve=True), "yellow leather")


@model("strawberry")
def _strawberry(b: Bench) -> None:
    half: Flat = [(0, 0), (0.004, 0.001), (0.013, 0.014), (0.019, 0.03), (0.016, 0.041), (0.006, 0.044), (0, 0.043)]
    b.main("strawberry", b.lathe(half, curve=True), "red wax")
    seeds = []
    for k in range(44):
        t = (k + 0.5) / 44
        y, turn = 0.004 + 0.034 * t, 2.4 * k
        r = 0.0195 * math.sin(math.pi * min(0.62, 0.12 + 0.52 * t)) * (1.0 if t > 0.2 else 0.9)
        seeds.append(b.ball(0.0011, (r * math.sin(turn), y, r * math.cos(turn)), (1, 1.4, 1)))
    b.trim("seeds", union(seeds), "yellow")
    leaf = hull(
        b.ball(0.0015, (0, 0.0435, 0)), b.ball(0.004, (0, 0.043, 0.009), (1, 0.3, 1)), b.ball(0.0008, (0, 0.04, 0.018))
    )
    b.trim("leaves", around(leaf, 6) + b.rod((0, 0.043, 0), (0.001, 0.051, 0), 0.0012), "green wax")


@model("cherry")
def _cherry(b: Bench) -> None:
    b.main(
        "cherries",
        b.ball(0.012, (-0.015, 0.012, 0), (1, 0.95, 1)) + b.ball(0.012, (0.015, 0.012, 0.006), (1, 0.95, 1)),
        "cherry red wax",
    )
    b.trim(
        "stems",
        b.tube([(-0.015, 0.022, 0), (-0.011, 0.04, 0), (0, 0.06, 0)], 0.0009)
        + b.tube([(0.015, 0.022, 0.006), (0.012, 0.04, 0.003), (0, 0.06, 0)], 0.0009),
        "green wax",
    )
    _leaf(b, 0.06, 0.026)


@model("grapes")
def _grapes(b: Bench) -> None:
    balls = []
    for row, (y, count, r) in enumerate(
        (
            (0.112, 6, 0.026),
            (0.098, 8, 0.036),
            (0.082, 8, 0.037),
            (0.066, 7, 0.031),
            (0.05, 6, 0.025),
            (0.035, 4, 0.017),
            (0.02, 3, 0.01),
            (0.009, 1, 0.0),
        )
    ):
        balls += [
            b.ball(
                0.0115, (r * math.cos(2 * math.pi * k / count + row), y, r * math.sin(2 * math.pi * k / count + row))
            )
            for k in range(count)
        ]
    b.main("grapes", union([*balls, b.ball(0.025, (0, 0.09, 0), (1, 1.3, 1))]), "#5a2a6e wax")
    b.trim("stem", b.tube([(0, 0.11, 0), (0.002, 0.13, 0), (0.01, 0.15, 0)], 0.0025), "brown wood")
    _leaf(b, 0.128, 0.045)


@model("watermelon")
def _watermelon(b: Bench) -> None:
    if b.has("slice"):

        def half(r: float, w: float) -> Manifold:
            return b.cyl(w, r, at=(0, 0.15, -w / 2), axis="z") ^ b.box(1, 0.15, 1, (0, 0, 0))

        b.trim("rind", half(0.15, 0.03) - b.cyl(1, 0.14, at=(0, 0.15, -0.5), axis="z"), "dark green wax")
        b.trim("white", (half(0.1405, 0.0299) - b.cyl(1, 0.132, at=(0, 0.15, -0.5), axis="z")), "ivory wax")
        b.main("flesh", half(0.1325, 0.0298), "#e0424e wax")
        b.trim(
            "seeds",
            union(
                [
                    b.ball(0.005, (r * math.cos(t), 0.15 - r * math.sin(t), 0), (0.7, 1.2, 3.3))
                    for r, t in ((0.1, 0.6), (0.1, 1.2), (0.1, 1.9), (0.1, 2.5), (0.06, 0.9), (0.06, 1.6), (0.06, 2.3))
                ]
            ),
            "black",
        )
        return
    body = b.ball(0.15, (0, 0.148, 0), (1.2, 1, 1))
    wedge = b.prism([(0, 0), (0.3, 0.035), (0.3, -0.035)], 0.8, axis="x")
    bands = union([wedge.rotate((36 * k, 0, 0)) for k in range(10)]).translate((0, 0.148, 0))
    b.main("melon", body - bands, "dark green wax")
    b.second("stripes", body ^ bands, "light green wax")


@model("pineapple")
def _pineapple(b: Bench) -> None:
    half: Flat = [(0, 0), (0.035, 0), (0.05, 0.015), (0.058, 0.09), (0.052, 0.16), (0.03, 0.19), (0, 0.195)]
    bumps = []
    for row in range(9):
        y = 0.018 + 0.02 * row
        r = 0.052 * math.sin(math.pi * (0.28 + 0.055 * row)) + 0.004
        bumps.append(around(b.ball(0.0115, (0, y, r), (1, 1, 0.6)), 12, 15 * row))
    b.main("fruit", union([b.lathe(half, curve=True), *bumps]), "#d99a2b wax")
    leaves = []
    for ring, (count, lean, h) in enumerate(((7, 46, 0.075), (7, 28, 0.11), (5, 13, 0.14))):
        leaf = hull(
            b.ball(0.006, (0, 0, 0)), b.ball(0.011, (0, h * 0.4, 0), (1, 1, 0.35)), b.ball(0.0012, (0, h, 0))
        ).rotate((lean, 0, 0))
        leaves.append(around(leaf.translate((0, 0.188, 0.012)), count, 25 * ring))
    b.trim("leaves", union(leaves), "#3f7a3a wax")


@model("carrot")
def _carrot(b: Bench) -> None:
    half: Flat = [(0, 0), (0.003, 0.004), (0.012, 0.06), (0.019, 0.12), (0.021, 0.145), (0.014, 0.155), (0, 0.156)]
    rings = union([b.ring(0.007 + 0.0125 * k / 5, 0.0012, (0, 0.028 + 0.022 * k, 0)) for k in range(5)])

    def lay(solid: Manifold) -> Manifold:
        return solid.rotate((0, 0, 84)).translate((0.1, 0.021, 0))

    b.main("carrot", lay(b.lathe(half, curve=True) - rings), "orange wax")
    b.trim(
        "leaves",
        lay(
            union(
                [
                    b.tube(
                        [
                            (0, 0.15, 0),
                            (0.01 * math.sin(t), 0.185, 0.01 * math.cos(t)),
                            (0.028 * math.sin(t), 0.22, 0.028 * math.cos(t)),
                        ],
                        [0.002, 0.0035, 0.0008],
                    )
                    for t in (0, 1.2, 2.5, 3.7, 5.0)
                ]
            )
        ),
        "green wax",
    )
