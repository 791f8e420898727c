"""Musical instruments."""

import math

from mediamill_procedural.modeller.bench import Bench
from mediamill_procedural.modeller.curves import Flat, mirrored, smooth
from mediamill_procedural.modeller.model import model
from mediamill_procedural.modeller.shapes import Vec, both, union


@model("guitar")
def _guitar(b: Bench) -> None:
    violin = b.has("violin", "cello")
    right: Flat = [
        (0.0, 0.0),
        (0.1, 0.012),
        (0.18, 0.085),
        (0.185, 0.17),
        (0.13, 0.25),
        (0.128, 0.29),
        (0.145, 0.37),
        (0.11, 0.44),
        (0.03, 0.465),
        (0.0, 0.467),
    ]
    line = [(float(x), float(y)) for x, y in smooth(mirrored(right), b.detail.steps, closed=True)]
    b.main(
        "body",
        b.prism(line, 0.1, r=0.006) - b.cyl(0.2, 0.05, at=(0, 0.3, 0.02), axis="z")
        if not violin
        else b.prism([(x * 0.8, y) for x, y in line], 0.06, r=0.012),
        "#c07a34 varnish",
    )
    b.trim(
        "hole",
        b.cyl(0.01, 0.05, at=(0, 0.3, 0.015), axis="z") + b.ring(0.054, 0.003, (0, 0.3, 0.05), "z")
        if not violin
        else both(b.tube([(0.05, 0.2, 0.03), (0.06, 0.235, 0.031), (0.045, 0.27, 0.03)], 0.004)),
        "ebony",
    )
    b.trim(
        "binding",
        b.prism(line, 0.004, (0, 0, 0.0475))
        - b.prism([(x * 0.965, 0.232 + (y - 0.232) * 0.975) for x, y in line], 0.1),
        "ivory",
    ) if not violin else None
    _guitar_neck(b, violin)


def _guitar_neck(b: Bench, violin: bool) -> None:
    z = 0.05 if not violin else 0.034
    b.second(
        "neck",
        b.box(0.054, 0.44, 0.022, (0, 0.44, z - 0.01), 0.008) + b.box(0.056, 0.5, 0.008, (0, 0.385, z + 0.004), 0.003),
        "ebony",
    )
    b.second(
        "head",
        b.prism(
            [(-0.03, 0.87), (0.03, 0.87), (0.042, 1.02), (0.02, 1.03), (-0.02, 1.03), (-0.042, 1.02)],
            0.018,
            (0, 0, z - 0.006),
            0.004,
        ),
        "ebony",
    )
    b.trim(
        "pegs",
        both(
            union(
                [
                    b.rod((0.03, y, z - 0.004), (0.06, y, z - 0.004), 0.005)
                    + b.ball(0.0095, (0.062, y, z - 0.004), (0.6, 1, 1))
                    for y in (0.91, 0.95, 0.99)
                ]
            )
        ),
        "silver",
    )
    frets = 14 if b.fine else 9
    b.trim(
        "frets",
        union(
            [b.box(0.055, 0.0022, 0.003, (0, 0.865 - 0.44 * (1 - 0.945**k) * 1.6, z + 0.0105)) for k in range(1, frets)]
        ),
        "silver",
    )
    b.trim("bridge", b.box(0.14, 0.022, 0.014, (0, 0.115, z + 0.004), 0.004), "ebony")
    b.trim(
        "strings",
        union(
            [
                b.rod((x, 0.125, z + 0.0165), (x * 0.75, 0.89, z + 0.0145), 0.0009)
                for x in (-0.022, -0.013, -0.0044, 0.0044, 0.013, 0.022)
            ]
        ),
        "silver",
    )


@model("drum")
def _drum(b: Bench) -> None:
    b.main("shell", b.cyl(0.26, 0.2, at=(0, 0.02, 0)), "red")
    b.trim("heads", b.cyl(0.296, 0.192, at=(0, 0.002, 0), soft=0.004), "ivory")
    b.second(
        "hoops",
        union([b.lathe([(0.19, y), (0.212, y), (0.212, y + 0.04), (0.19, y + 0.04)]) for y in (0.005, 0.255)]),
        "gold",
    )
    count = 10
    zig = [
        b.rod(
            (0.211 * math.sin(t), 0.04, 0.211 * math.cos(t)), (0.211 * math.sin(u), 0.262, 0.211 * math.cos(u)), 0.004
        )
        for k in range(count)
        for t, u in (
            (2 * math.pi * k / count, 2 * math.pi * (k + 0.5) / count),
            (2 * math.pi * (k + 1) / count, 2 * math.pi * (k + 0.5) / count),
        )
    ]
    b.trim("ropes", union(zig), "ivory fabric")
    stick = b.rod((-0.17, 0.316, 0.1), (0.2, 0.318, -0.06), 0.008, 0.006) + b.ball(0.013, (0.205, 0.3165, -0.062))
    b.trim("sticks", stick + stick.rotate((0, 62, 0)).translate((0, 0.016, 0.02)), "maple")


@model("piano")
def _piano(b: Bench) -> None:
    polish = "#141416 porcelain"
    right: Flat = [
        (-0.72, 0.55),
        (0.72, 0.55),
        (0.72, 0.05),
        (0.6, -0.25),
        (0.3, -0.5),
        (0.15, -0.95),
        (-0.1, -1.2),
        (-0.45, -1.22),
        (-0.72, -1.0),
    ]
    case = [(float(x), float(-z)) for x, z in ((x, z) for x, z in right)]
    b.main("case", b.prism(case, 0.3, (0, 0.68, 0), 0.015, "y") - b.box(1.3, 0.2, 0.32, (0, 0.86, 0.45)), polish)
    b.main(
        "legs",
        union(
            [
                b.lathe([(0, 0.06), (0.035, 0.06), (0.05, 0.2), (0.055, 0.6), (0.075, 0.7), (0, 0.7)], at)
                for at in ((0.6, 0, 0.3), (-0.6, 0, 0.3), (-0.3, 0, -0.9))
            ]
        ),
        polish,
    )
    b.trim(
        "casters",
        union([b.ball(0.04, at) for at in ((0.6, 0.04, 0.3), (-0.6, 0.04, 0.3), (-0.3, 0.04, -0.9))]),
        "brass",
    )
    lid = b.prism([(x, y) for x, y in case if True], 0.025, (0, 0, 0), 0.008, "y") - b.box(3, 1, 0.5, (0, -0.5, 0.45))
    b.main(
        "lid",
        lid.translate((0.72, 0, 0)).rotate((0, 0, 32)).translate((-0.72, 0.985, 0)),
        polish,
    )
    b.trim("prop", b.rod((0.5, 0.97, -0.05), (0.42, 1.68, -0.1), 0.012), polish)
    plate = b.prism([(x * 0.93, y * 0.93 + 0.0) for x, y in case], 0.012, (0, 0.976, 0), 0.0, "y") - b.box(
        3, 1, 1.5, (0, 0.6, 0.92)
    )
    b.trim("plate", plate, "gold")
    _piano_keys(b, polish)


def _piano_keys(b: Bench, polish: str) -> None:
    keys = 28
    w = 1.26 / keys
    b.trim(
        "keys",
        union([b.box(w * 0.94, 0.02, 0.16, (-0.63 + w * (k + 0.5), 0.86, 0.455), 0.002) for k in range(keys)]),
        "ivory",
    )
    b.trim(
        "black keys",
        union(
            [
                b.box(w * 0.5, 0.016, 0.1, (-0.63 + w * (k + 1), 0.878, 0.425), 0.002)
                for k in range(keys - 1)
                if k % 7 not in (2, 6)
            ]
        ),
        "black plastic",
    )
    b.main("stand", b.box(0.7, 0.25, 0.015, (0, 0.98, 0.28)).rotate((0, 0, 0)), polish)
    b.trim(
        "pedals",
        b.box(0.16, 0.6, 0.05, (0, 0.1, 0.2))
        + union([b.box(0.03, 0.015, 0.12, (x, 0.1, 0.27), 0.005) for x in (-0.05, 0, 0.05)]),
        "brass",
    )


@model("trumpet")
def _trumpet(b: Bench) -> None:
    y = 0.12
    b.main(
        "bell",
        b.lathe(
            [
                (0.006, 0),
                (0.008, 0.1),
                (0.012, 0.15),
                (0.022, 0.185),
                (0.045, 0.205),
                (0.058, 0.212),
                (0.0565, 0.214),
                (0.042, 0.208),
                (0.018, 0.188),
                (0.006, 0.15),
            ],
            (0, y, 0.1),
            "z",
            curve=True,
        ),
        "brass",
    )
    loop: list[Vec] = [
        (0, y, 0.12),
        (0, y, -0.12),
        (0, y - 0.015, -0.155),
        (0, y - 0.045, -0.165),
        (0, y - 0.075, -0.155),
        (0, y - 0.09, -0.12),
        (0, y - 0.09, 0.06),
        (0.0, y - 0.075, 0.095),
        (0.012, y - 0.045, 0.105),
        (0.022, y - 0.015, 0.095),
        (0.024, y, 0.06),
        (0.024, y, -0.2),
    ]
    b.main("tube", b.tube(loop, 0.0065), "brass")
    b.main(
        "mouthpiece",
        b.lathe(
            [(0, 0), (0.0135, 0), (0.0135, 0.006), (0.006, 0.02), (0.005, 0.05), (0, 0.05)], (0.024, y, -0.245), "z"
        ),
        "silver",
    )
    for k in range(3):
        z = -0.055 + 0.032 * k
        b.main("valves", b.cyl(0.12, 0.0125, at=(0.012, y - 0.1, z), soft=0.003), "brass")
        b.trim(
            "buttons",
            b.cyl(0.03, 0.0035, at=(0.012, y + 0.018, z)) + b.cyl(0.004, 0.01, at=(0.012, y + 0.046, z), soft=0.001),
            "pearl",
        )
    b.main("hook", b.ring(0.012, 0.002, (0.012, y + 0.015, 0.06), "x"), "brass")


@model("harp")
def _harp(b: Bench) -> None:
    column = b.lathe(
        [(0, 0.08), (0.05, 0.08), (0.045, 0.15), (0.028, 0.2), (0.028, 1.4), (0.05, 1.5), (0, 1.5)], (0, 0, 0.42)
    )
    b.main(
        "frame",
        column
        + b.tube(
            [(0, 1.46, 0.42), (0, 1.52, 0.28), (0, 1.3, 0.05), (0, 1.22, -0.15), (0, 1.28, -0.28)],
            [0.05, 0.045, 0.04, 0.045, 0.05],
        )
        + b.tube([(0, 1.25, -0.27), (0, 0.7, 0.02), (0, 0.12, 0.32)], [0.05, 0.075, 0.11])
        + b.box(0.26, 0.1, 0.42, (0, 0, 0.34), 0.03),
        "gold",
    )
    strings = [
        b.rod((0, 0.25 + 0.085 * k, 0.285 - 0.042 * k), (0, 1.42 - 0.022 * k + 0.001 * k * k, 0.34 - 0.048 * k), 0.0025)
        for k in range(12)
    ]
    b.trim("strings", union(strings), "silver")


@model("bell")
def _bell(b: Bench) -> None:
    b.main(
        "bell",
        b.lathe(
            [
                (0.09, 0),
                (0.095, 0.006),
                (0.08, 0.02),
                (0.06, 0.06),
                (0.052, 0.1),
                (0.03, 0.125),
                (0, 0.13),
                (0, 0.12),
                (0.026, 0.115),
                (0.045, 0.095),
                (0.052, 0.06),
                (0.07, 0.02),
            ],
            curve=True,
        ),
        "brass",
    )
    b.trim("clapper", b.rod((0, 0.1, 0), (0, 0.02, 0), 0.004) + b.ball(0.016, (0, 0.012, 0)), "iron")
    b.second(
        "handle",
        b.lathe([(0, 0.125), (0.012, 0.126), (0.008, 0.14), (0.014, 0.18), (0.012, 0.21), (0, 0.215)], curve=True),
        "walnut",
    )


@model("microphone")
def _microphone(b: Bench) -> None:
    b.main(
        "body",
        b.lathe([(0, 0), (0.012, 0), (0.013, 0.01), (0.02, 0.15), (0.024, 0.165), (0, 0.168)], curve=True),
        "black plastic",
    )
    b.trim("ring", b.ring(0.0255, 0.004, (0, 0.172, 0)), "silver")
    b.trim("grille", b.ball(0.03, (0, 0.195, 0), (1, 1.1, 1)), "metal")
    b.trim("switch", b.box(0.008, 0.022, 0.008, (0, 0.1, 0.0165), 0.002), "silver")
