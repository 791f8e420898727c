"""Weapons and armour, as they stand in a museum."""

import math

from mediamill_procedural.modeller.bench import Bench
from mediamill_procedural.modeller.curves import Flat
from mediamill_procedural.modeller.model import model
from mediamill_procedural.modeller.shapes import Points, Vec, around, both, hull, union


def _blade(b: Bench, length: float, half: float, thick: float, y: float, paint: str = "steel") -> None:
    section: Flat = [(-half, 0), (0, thick), (half, 0), (0, -thick)]
    straight = b.prism(section, length * 0.86, (0, y, 0), axis="y")
    tip = hull(b.prism(section, 0.002, (0, y + length * 0.86 - 0.001, 0), axis="y"), b.ball(0.001, (0, y + length, 0)))
    groove = both(b.rod((0, y + 0.02, thick * 1.05), (0, y + length * 0.66, thick * 1.05), half * 0.18)).rotate(
        (0, 0, 0)
    )
    groove = groove + groove.mirror((0, 0, 1))
    b.main("blade", straight + tip - groove, paint)


@model("sword")
def _sword(b: Bench) -> None:
    if b.has("katana", "scimitar", "saber"):
        path: list[Vec] = [(0.0, 0.24, 0), (0.004, 0.5, 0), (0.022, 0.75, 0), (0.055, 0.98, 0)]
        b.main("blade", b.tube(path, [0.017, 0.016, 0.015, 0.003], flat=0.22), "steel")
        b.second("guard", b.cyl(0.008, 0.042, at=(0, 0.23, 0), soft=0.002), "gold")
        b.second(
            "handle",
            b.tube([(0, 0, 0), (0.0, 0.12, 0), (0, 0.232, 0)], [0.0165, 0.0155, 0.0165], flat=0.8),
            "black leather",
        )
        b.trim(
            "wrap",
            union(
                [
                    b.ring(0.0168, 0.002, (0, 0.02 + 0.02 * k, 0)).scale((1, 1, 0.82)).rotate((0, 0, 0))
                    for k in range(10)
                ]
            ),
            "ivory fabric",
        )
        return
    _blade(b, 0.8, 0.026, 0.006, 0.22)
    b.second(
        "guard",
        b.tube(
            [(-0.11, 0.225, 0), (-0.05, 0.207, 0), (0, 0.21, 0), (0.05, 0.207, 0), (0.11, 0.225, 0)],
            [0.009, 0.011, 0.014, 0.011, 0.009],
        )
        + both(b.ball(0.0165, (0.113, 0.226, 0))),
        "gold",
    )
    b.trim(
        "grip",
        b.lathe([(0, 0.04), (0.012, 0.04), (0.0145, 0.1), (0.0125, 0.2), (0, 0.2)], curve=True).scale((1.15, 1, 0.85)),
        "leather",
    )
    b.trim(
        "wrap",
        union([b.ring(0.0138, 0.0024, (0, 0.055 + 0.0165 * k, 0)).scale((1.15, 1, 0.85)) for k in range(9)]),
        "leather",
    )
    b.second("pommel", b.ball(0.025, (0, 0.025, 0), (1, 1, 0.7)), "gold")
    if b.fine or b.has("ornate"):
        b.trim(
            "gems",
            b.ball(0.009, (0, 0.025, 0.0145), (1, 1, 0.6)) + b.ball(0.008, (0, 0.211, 0.0115), (1, 1, 0.6)),
            "ruby",
        )


@model("dagger")
def _dagger(b: Bench) -> None:
    _blade(b, 0.23, 0.017, 0.005, 0.13)
    b.second(
        "guard", b.limb((-0.05, 0.126, 0), (0.05, 0.126, 0), 0.008) + both(b.ball(0.011, (0.05, 0.126, 0))), "gold"
    )
    b.trim("grip", b.lathe([(0, 0.03), (0.01, 0.03), (0.0125, 0.07), (0.0105, 0.12), (0, 0.12)], curve=True), "ebony")
    b.second("pommel", b.ball(0.0165, (0, 0.02, 0)), "gold")


@model("shield")
def _shield(b: Bench) -> None:
    if b.has("round", "viking", "buckler"):
        disc = b.ball(1, (0, 0.35, -0.55), (0.62, 0.62, 0.6)) ^ b.cyl(1, 0.34, at=(0, 0.35, -0.1), axis="z")
        b.main("board", disc ^ b.box(2, 2, 0.2, (0, -0.5, 0.02)), "oak")
        b.second("rim", b.ring(0.34, 0.018, (0, 0.35, -0.05), "z"), "iron")
        b.second("boss", b.ball(0.085, (0, 0.35, 0.045), (1, 1, 0.7)), "iron")
        b.trim(
            "rivets",
            union(
                [
                    b.ball(0.012, (0.3 * math.sin(t), 0.35 + 0.3 * math.cos(t), -0.012))
                    for t in [2 * math.pi * k / 12 for k in range(12)]
                ]
            ),
            "brass",
        )
        return
    half: Flat = [(0.0, 0.0), (0.14, 0.1), (0.24, 0.3), (0.27, 0.5), (0.27, 0.68), (0.13, 0.66), (0.0, 0.69)]
    line = [*half, *[(-x, y) for x, y in reversed(half) if x > 0]]

    def curve(v: Points) -> Points:
        return _bowed(v)

    board = b.prism(line, 0.03, r=0.008).refine_to_length(0.06).warp_batch(curve)
    inner = [(x * 0.87, 0.36 + (y - 0.36) * 0.89) for x, y in line]
    front = b.prism(inner, 0.02, (0, 0, 0.012)).refine_to_length(0.06).warp_batch(curve)
    b.second("rim", board, "steel")
    b.main("field", front, "blue")
    cross = (b.box(0.07, 0.9, 0.02, (0, -0.05, 0.016)) + b.box(0.9, 0.07, 0.02, (0, 0.4, 0.016))).refine_to_length(
        0.06
    ) ^ b.prism(inner, 1.0)
    b.second("cross", cross.warp_batch(curve), "gold")
    b.trim(
        "rivets",
        union([b.ball(0.011, (x * 0.935, 0.36 + (y - 0.36) * 0.945, 0.018 - 1.1 * x * x * 0.87)) for x, y in line]),
        "brass",
    )


def _bowed(vertices: Points) -> Points:
    """A shield bends around who holds it."""
    vertices[:, 2] -= 1.1 * vertices[:, 0] ** 2
    return vertices


@model("bow")
def _bow(b: Bench) -> None:
    path: list[Vec] = [
        (-0.28, 0.0, 0),
        (-0.22, 0.06, 0),
        (-0.08, 0.35, 0),
        (0, 0.7, 0),
        (0.0, 0.8, 0),
        (-0.08, 1.15, 0),
        (-0.22, 1.44, 0),
        (-0.28, 1.5, 0),
    ]
    b.main("bow", b.tube(path, [0.009, 0.013, 0.02, 0.025, 0.025, 0.02, 0.013, 0.009]), "walnut")
    b.trim("grip", b.tube([(-0.003, 0.67, 0), (0.004, 0.75, 0), (-0.003, 0.83, 0)], 0.028), "leather")
    b.trim("string", b.rod((-0.27, 0.02, 0), (-0.27, 1.48, 0), 0.003), "ivory")
    b.trim("arrow", b.rod((-0.27, 0.75, 0.032), (0.5, 0.75, 0.032), 0.006), "birch")
    b.trim(
        "arrowhead", b.prism([(0.5, 0.735), (0.59, 0.75), (0.5, 0.765), (0.515, 0.75)], 0.008, (0, 0, 0.032)), "steel"
    )
    b.trim(
        "feathers",
        around(
            b.prism([(-0.25, 0.0), (-0.15, 0.0), (-0.17, 0.028), (-0.25, 0.032)], 0.002).rotate((0, 0, 0)), 1
        ).translate((0, 0.755, 0.032))
        + b.prism([(-0.25, 0.745), (-0.15, 0.745), (-0.17, 0.717), (-0.25, 0.713)], 0.002, (0, 0, 0.032)),
        "red",
    )


@model("arrow")
def _arrow(b: Bench) -> None:
    b.second("shaft", b.rod((-0.36, 0.05, 0), (0.34, 0.05, 0), 0.007), "birch")
    b.main("head", b.prism([(0.33, 0.03), (0.43, 0.05), (0.33, 0.07), (0.35, 0.05)], 0.01, r=0.003), "steel")
    vane = b.prism([(-0.34, 0.005), (-0.22, 0.005), (-0.24, 0.04), (-0.34, 0.045)], 0.003)
    b.trim("feathers", union([vane.rotate((120 * k, 0, 0)) for k in range(3)]).translate((0, 0.05, 0)), "red")


@model("spear")
def _spear(b: Bench) -> None:
    b.second("shaft", b.cyl(1.7, 0.016), "oak")
    if b.has("trident"):
        tines = b.tube([(0, 1.68, 0), (0.07, 1.72, 0), (0.085, 1.8, 0), (0.085, 1.98, 0)], [0.014, 0.014, 0.012, 0.002])
        b.main("head", both(tines) + b.rod((0, 1.65, 0), (0, 2.05, 0), 0.015, 0.002), "gold")
    else:
        b.main(
            "head",
            hull(b.ball(0.008, (0, 1.68, 0)), b.ball(0.03, (0, 1.78, 0), (1, 1, 0.25)), b.ball(0.002, (0, 1.98, 0))),
            "steel",
        )
    b.trim("binding", union([b.ring(0.017, 0.004, (0, 1.6 + 0.014 * k, 0)) for k in range(6)]), "leather")


@model("helmet")
def _helmet(b: Bench) -> None:
    outer: Flat = [(0.115, 0.0), (0.12, 0.06), (0.125, 0.14), (0.1, 0.22), (0.05, 0.262), (0, 0.275)]
    shell = b.lathe(
        [*outer, (0, 0.262), (0.048, 0.25), (0.092, 0.21), (0.113, 0.14), (0.108, 0.06), (0.105, 0.0)], curve=True
    )
    if b.has("viking"):
        b.main(
            "cap",
            b.lathe(
                [
                    (0.128, 0.1),
                    (0.128, 0.14),
                    (0.1, 0.22),
                    (0.05, 0.262),
                    (0, 0.275),
                    (0, 0.26),
                    (0.09, 0.21),
                    (0.115, 0.1),
                ]
            ),
            "iron",
        )
        b.second(
            "band",
            b.lathe([(0.115, 0.095), (0.134, 0.095), (0.134, 0.13), (0.115, 0.13)])
            + b.box(0.03, 0.12, 0.02, (0, 0.02, 0.122), 0.006),
            "brass",
        )
        b.trim(
            "horns",
            both(
                b.tube([(0.11, 0.15, 0), (0.19, 0.17, 0), (0.22, 0.24, 0), (0.2, 0.32, 0)], [0.034, 0.029, 0.02, 0.003])
            ),
            "bone",
        )
        return
    slits = both(b.box(0.07, 0.012, 0.2, (0.042, 0.135, 0.12))) + both(
        union(
            [
                b.cyl(0.2, 0.006, at=(0.03 + 0.022 * k, 0.06 + 0.02 * r, 0.05), axis="z")
                for k in range(2)
                for r in range(3)
            ]
        )
    )
    b.main("helmet", shell - slits, "steel")
    b.second(
        "cross",
        (b.box(0.022, 0.22, 0.3, (0, 0.01, 0.05)) + b.box(0.3, 0.022, 0.3, (0, 0.148, 0.05)))
        ^ (b.lathe(outer, curve=True).scale((1.03, 1.0, 1.03)) - b.lathe(outer, curve=True))
        ^ b.box(1, 1, 0.5, (0, 0, 0.25)),
        "brass",
    )
    b.trim(
        "plume",
        b.tube(
            [(0, 0.27, 0.05), (0, 0.34, 0.0), (0, 0.33, -0.1), (0, 0.24, -0.17)], [0.015, 0.03, 0.035, 0.01], flat=1.6
        ),
        "red fur",
    )


@model("cannon")
def _cannon(b: Bench) -> None:
    barrel = b.lathe(
        [
            (0, -0.85),
            (0.05, -0.85),
            (0.07, -0.78),
            (0.04, -0.72),
            (0.2, -0.68),
            (0.21, -0.4),
            (0.17, -0.38),
            (0.16, 0.1),
            (0.14, 0.12),
            (0.125, 0.75),
            (0.16, 0.8),
            (0.16, 0.86),
            (0.08, 0.86),
            (0.08, 0.2),
            (0, 0.2),
        ],
        (0, 0, 0),
        "z",
    )
    b.main("barrel", barrel.rotate((-8, 0, 0)).translate((0, 0.62, 0.1)), "iron")
    b.second(
        "carriage",
        both(
            b.prism(
                [(-0.35, 0.3), (-0.35, 0.62), (0.1, 0.62), (0.9, 0.16), (0.9, 0.06), (0.7, 0.06)],
                0.08,
                (0.2, 0, 0),
                0.01,
                "x",
            )
        )
        + b.cyl(0.5, 0.05, at=(-0.25, 0.45, 0.1), axis="x"),
        "oak",
    )
    for side in (1,):
        rim = b.lathe([(0.34, -0.04), (0.42, -0.04), (0.42, 0.04), (0.34, 0.04)], (0.33 * side, 0.42, 0.1), "x")
        spokes = union([b.box(0.04, 0.36, 0.04).rotate((360 * k / 10, 0, 0)) for k in range(10)]).translate(
            (0.33, 0.42, 0.1)
        )
        b.second("wheels", both(rim + spokes + b.cyl(0.14, 0.07, at=(0.26, 0.42, 0.1), axis="x")), "oak")
        b.trim(
            "tyres",
            both(b.lathe([(0.41, -0.042), (0.432, -0.042), (0.432, 0.042), (0.41, 0.042)], (0.33, 0.42, 0.1), "x")),
            "iron",
        )
    balls = [(-0.85, 0, 0.5), (-0.65, 0, 0.5), (-0.75, 0, 0.67), (-0.75, 0.15, 0.56)]
    b.trim("balls", union([b.ball(0.1, (x, y + 0.1, z)) for x, y, z in balls]), "iron")
