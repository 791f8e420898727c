"""What is eaten at a table."""

import math

import numpy as np
from manifold3d import Manifold

from mediamill_procedural.modeller.bench import Bench
from mediamill_procedural.modeller.curves import Flat, arc
from mediamill_procedural.modeller.model import model
from mediamill_procedural.modeller.organic import Egg
from mediamill_procedural.modeller.shapes import Points, around, union


@model("burger")
def _burger(b: Bench) -> None:
    b.main(
        "bun",
        b.lathe([(0, 0), (0.05, 0), (0.056, 0.008), (0.056, 0.018), (0.05, 0.024), (0, 0.024)], curve=True),
        "#c98a45 bread",
    )
    b.trim(
        "patty",
        b.lathe([(0, 0.03), (0.052, 0.03), (0.058, 0.036), (0.056, 0.046), (0.05, 0.05), (0, 0.05)], curve=True),
        "#5a3420 mud",
    )
    frill = b.cyl(0.005, 0.058, at=(0, 0.0245, 0)).refine_to_length(0.008)
    b.trim("lettuce", frill.warp_batch(_frilled), "lime wax")
    cheese = b.box(0.098, 0.003, 0.098, (0, 0.05, 0)).refine_to_length(0.012).rotate((0, 45, 0))
    b.trim("cheese", cheese.warp_batch(_draped), "cheese")
    b.trim("tomato", b.cyl(0.007, 0.047, at=(0, 0.053, 0), soft=0.002), "red wax")
    b.main(
        "bun",
        b.lathe([(0, 0.06), (0.053, 0.06), (0.058, 0.066), (0.054, 0.084), (0.035, 0.1), (0, 0.106)], curve=True),
        "#c98a45 bread",
    )
    seeds = []
    for k in range(34 if b.fine else 22):
        r = 0.0088 * math.sqrt(k)
        t = 2.4 * k
        if r < 0.047:
            y = 0.106 - 0.0075 * (r / 0.035) ** 2 - 0.004 * (r / 0.045) ** 4
            seeds.append(b.ball(0.0022, (r * math.sin(t), y, r * math.cos(t)), (0.8, 0.55, 1.3)))
    b.trim("seeds", union(seeds), "ivory")


def _frilled(vertices: Points) -> Points:
    r = np.hypot(vertices[:, 0], vertices[:, 2])
    turn = np.arctan2(vertices[:, 0], vertices[:, 2])
    far = np.clip((r - 0.042) / 0.016, 0, 1)
    vertices[:, 1] += far * (0.0035 * np.sin(13 * turn) - 0.002)
    grow = 1 + far * (0.1 + 0.05 * np.sin(9 * turn + 1))
    vertices[:, 0] *= grow
    vertices[:, 2] *= grow
    return vertices


def _draped(vertices: Points) -> Points:
    r = np.hypot(vertices[:, 0], vertices[:, 2])
    over = np.clip(r - 0.054, 0, 1)
    vertices[:, 1] -= over * 1.5
    shrink = (r - over * 0.55) / np.maximum(r, 1e-9)
    vertices[:, 0] *= shrink
    vertices[:, 2] *= shrink
    return vertices


@model("hot dog")
def _hot_dog(b: Bench) -> None:
    bun = b.blob(
        [
            Egg((0, 0.026, 0.026), (0.08, 0.026, 0.024)),
            Egg((0, 0.026, -0.026), (0.08, 0.026, 0.024)),
            Egg((0, 0.014, 0), (0.078, 0.014, 0.03)),
        ],
        0.01,
    )
    b.main("bun", bun, "#d19a55 bread")
    b.trim(
        "sausage",
        b.tube(
            [(-0.092, 0.046, 0), (-0.085, 0.042, 0), (0, 0.038, 0), (0.085, 0.042, 0), (0.092, 0.046, 0)],
            [0.008, 0.0165, 0.017, 0.0165, 0.008],
        ),
        "#a8452c wax",
    )
    b.trim("mustard", b.tube([(-0.075 + 0.015 * k, 0.058, 0.0075 * (-1) ** k) for k in range(11)], 0.003), "yellow")


@model("pizza")
def _pizza(b: Bench) -> None:
    r = 0.15
    wedge = b.prism([(0, 0), (0.11, 0.4), (-0.11, 0.4)], 0.2, (0, -0.1, 0), axis="y") if b.has("slice") else None

    def put(name: str, solid: Manifold, paint: str, *, main: bool = False) -> None:
        solid = solid ^ wedge if wedge is not None else solid
        if not solid.is_empty():
            (b.main if main else b.trim)(name, solid, paint)

    put("base", b.cyl(0.01, r), "#d9a860 bread", main=True)
    put("crust", b.ring(r, 0.013, (0, 0.011, 0)).scale((1, 0.95, 1)), "#c98c48 bread", main=True)
    put("sauce", b.cyl(0.0035, r - 0.006, at=(0, 0.009, 0)), "#b02c1c wax")
    put("cheese", b.cyl(0.004, r - 0.014, at=(0, 0.0105, 0), soft=0.0015), "cheese")
    spots = [
        (0.0, 0.0),
        *[(0.06 * math.sin(t), 0.06 * math.cos(t)) for t in (0.4, 1.7, 2.9, 4.2, 5.4)],
        *[(0.11 * math.sin(t), 0.11 * math.cos(t)) for t in (0.0, 0.8, 1.5, 2.3, 3.1, 3.9, 4.7, 5.5)],
    ]
    put("pepperoni", union([b.cyl(0.0035, 0.017, at=(x, 0.0135, z), soft=0.001) for x, z in spots]), "#a83226 wax")
    put(
        "olives",
        union(
            [
                b.ring(0.005, 0.0024, (0.088 * math.sin(t), 0.016, 0.088 * math.cos(t)))
                for t in (0.2, 1.1, 2.0, 2.7, 3.5, 4.4, 5.1, 5.9)
            ]
        ),
        "black wax",
    )
    put(
        "basil",
        union(
            [
                b.ball(0.011, (0.036 * math.sin(t), 0.0155, 0.036 * math.cos(t)), (0.6, 0.14, 1)).rotate((0, 0, 0))
                for t in (1.0, 3.3, 5.0)
            ]
            + [
                b.ball(0.011, (0.125 * math.sin(t), 0.0155, 0.125 * math.cos(t)), (1, 0.14, 0.6))
                for t in (0.4, 1.9, 3.5, 5.1)
            ]
        ),
        "green wax",
    )


@model("cheese")
def _cheese(b: Bench) -> None:
    wedge = b.prism([(0, 0), (0.2, 0.07), (0.2, -0.07)], 0.075, axis="y").translate((-0.1, 0, 0)) ^ b.cyl(
        0.2, 0.2, at=(-0.1, -0.01, 0)
    )
    holes = [
        b.ball(r, (x, y, z))
        for x, y, z, r in (
            (0.03, 0.075, 0.02, 0.016),
            (0.06, 0.04, 0.052, 0.014),
            (0.0, 0.03, 0.036, 0.011),
            (-0.02, 0.076, 0.0, 0.01),
            (0.07, 0.075, -0.025, 0.012),
            (0.098, 0.045, 0.0, 0.017),
            (0.095, 0.02, -0.04, 0.011),
            (0.02, 0.055, -0.045, 0.013),
            (-0.045, 0.045, 0.02, 0.008),
            (0.098, 0.058, 0.042, 0.009),
        )
    ]
    b.main("cheese", wedge - union(holes), "cheese")


@model("bread")
def _bread(b: Bench) -> None:
    if b.has("toast"):
        outline: Flat = [
            (-0.05, 0),
            (0.05, 0),
            (0.052, 0.07),
            *arc(0.026, -20, 140, 7, (0.033, 0.085)),
            *arc(0.026, 40, 200, 7, (-0.033, 0.085)),
            (-0.052, 0.07),
        ]
        b.main("toast", b.prism(outline, 0.014, r=0.004), "#c98a48 bread")
        b.trim("crumb", b.prism([(x * 0.86, 0.007 + y * 0.87) for x, y in outline], 0.0146, r=0.001), "#eccf94 bread")
        return
    long = b.has("baguette")
    rx, r = (0.3, 0.036) if long else (0.15, 0.062)
    loaf = b.blob([Egg((x * rx, r * 0.82, 0), (rx * 0.55, r, r)) for x in (-0.5, -0.15, 0.2, 0.5)], r * 0.8)
    flat = loaf - b.box(2, 1, 2, (0, -1, 0))
    cuts = [
        b.ball(r * 0.42, (x * rx, r * 1.82, 0), (0.32, 0.35, 2.0)).rotate((0, 0, 0))
        for x in ((-0.7, -0.35, 0.0, 0.35, 0.7) if long else (-0.55, -0.05, 0.45))
    ]
    b.main("crust", flat - union(cuts), "#b8732f bread")
    b.trim("crumb", flat.scale((0.985, 0.97, 0.975)) ^ union(cuts), "#ecc98a bread")


@model("egg")
def _food_egg(b: Bench) -> None:
    half: Flat = [(0, 0), (0.008, 0.001), (0.018, 0.01), (0.0215, 0.022), (0.018, 0.038), (0.009, 0.05), (0, 0.053)]
    if b.has("fried"):
        white = b.blob(
            [Egg((0.02 * math.cos(k), 0, 0.022 * math.sin(1.7 * k)), (0.04, 0.006, 0.036)) for k in range(5)], 0.02
        )
        b.main("white", white - b.box(1, 1, 1, (0, -1.0, 0)), "white wax")
        b.trim("yolk", b.ball(0.017, (0, 0.006, 0), (1, 0.6, 1)), "#f4b020 wax")
        return
    whole = b.lathe(half, curve=True)
    if b.has("easter", "painted", "decorated"):
        zig = union([b.lathe([(0, y), (0.03, y), (0.03, y + 0.006), (0, y + 0.006)]) for y in (0.012, 0.036)])
        b.main("egg", whole - zig, "sky blue ceramic")
        b.second("bands", whole ^ zig, "yellow ceramic")
        b.trim("dots", around(b.ball(0.0028, (0, 0.027, 0.0212), (1, 1, 0.5)), 10), "pink ceramic")
        return
    b.main("egg", whole, "#e8cfae ceramic")
