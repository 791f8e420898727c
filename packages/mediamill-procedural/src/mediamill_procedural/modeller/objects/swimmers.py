"""Animals of the water."""

import math

from mediamill_procedural.modeller.bench import Bench
from mediamill_procedural.modeller.curves import Flat
from mediamill_procedural.modeller.model import model
from mediamill_procedural.modeller.objects.birds import eyes
from mediamill_procedural.modeller.organic import Egg, Limb
from mediamill_procedural.modeller.shapes import around, both, union


@model("fish")
def _fish(b: Bench) -> None:
    body = (
        b.lathe(
            [(0, -0.13), (0.012, -0.12), (0.035, -0.07), (0.06, 0.0), (0.058, 0.05), (0.035, 0.1), (0, 0.12)],
            (0, 0, 0),
            "z",
            curve=True,
        )
        .scale((0.62, 1.15, 1.1))
        .translate((0, 0.1, 0))
    )
    bands = union([b.box(1, 1, 0.022, (0, -0.3, z)) for z in (-0.06, 0.01, 0.07)]).translate((0, 0, 0))
    clown = b.has("clownfish", "nemo")
    b.main("body", body - bands if clown else body, "orange")
    if clown:
        b.second("stripes", body ^ bands, "white")
    fin: Flat = [(0.1, 0.1), (0.19, 0.17), (0.205, 0.15), (0.18, 0.1), (0.205, 0.05), (0.19, 0.03)]
    b.second("fins", b.prism(fin, 0.01, r=0.003, axis="x"), "#e88a2c")
    back: Flat = [(-0.06, 0.15), (-0.03, 0.205), (0.03, 0.2), (0.08, 0.17), (0.07, 0.13)]
    b.second("fins", b.prism(back, 0.01, r=0.003, axis="x"), "#e88a2c")
    b.second(
        "fins", b.prism([(-0.02, 0.05), (0.02, -0.0), (0.05, 0.01), (0.03, 0.05)], 0.01, r=0.003, axis="x"), "#e88a2c"
    )
    b.second(
        "fins",
        both(b.ball(0.035, (0, -0.02, -0.02), (0.15, 0.6, 1)).rotate((20, -25, 25)).translate((0.045, 0.09, 0.03))),
        "#e88a2c",
    )
    b.trim("whites", both(b.ball(0.017, (0.023, 0.12, 0.09), (0.6, 1, 1))), "white")
    b.trim("eyes", both(b.ball(0.0105, (0.03, 0.12, 0.095), (0.6, 1, 1))), "black porcelain")


@model("whale")
def _whale(b: Bench) -> None:
    dolphin, orca = b.has("dolphin"), b.has("orca", "killer")
    shapes: list[Limb | Egg] = [
        Egg((0, 1.5, 1.6), (1.35 if not dolphin else 0.85, 1.25 if not dolphin else 0.95, 2.4)),
        Limb((0, 1.5, 0), (0, 1.6, -2.6), 1.0 if not dolphin else 0.75, 0.45),
        Limb((0, 1.6, -2.6), (0, 2.1, -4.0), 0.45, 0.16),
    ]
    if dolphin:
        shapes.append(Limb((0, 1.25, 3.6), (0, 1.15, 4.6), 0.3, 0.17))
    body = b.blob(shapes, 0.9)
    mask = b.ball(1, (0, 0.35, 1.2), (1.3, 0.75, 3.4))
    b.main("body", body - mask, "black" if orca else "#7a8a9c" if dolphin else "#2f5f94")
    b.second("belly", body ^ mask, "white")
    fluke: Flat = [(0, 0.35), (0.5, 0.1), (1.5, -0.65), (1.35, -0.85), (0.5, -0.7), (0, -0.45)]
    b.main(
        "tail",
        both(b.prism([(x, -z) for x, z in fluke], 0.16, r=0.06, axis="y"))
        .rotate((-14, 0, 0))
        .translate((0, 2.1, -4.2)),
        "black" if orca else "#7a8a9c" if dolphin else "#2f5f94",
    )
    b.main(
        "flippers",
        both(b.ball(1, (0.75, 0, 0), (0.85, 0.1, 0.36)).rotate((0, 30, -28)).translate((0.9, 1.1, 1.7))),
        "black" if orca else "#7a8a9c" if dolphin else "#2f5f94",
    )
    if dolphin or orca:
        tall = 1.5 if orca else 0.8
        b.main(
            "fin",
            b.prism([(-0.55, 2.2), (0.15, 2.3 + tall), (0.4, 2.25 + tall), (0.45, 2.0)], 0.14, r=0.05, axis="x"),
            "black" if orca else "#7a8a9c",
        )
    if orca:
        b.trim("patches", both(b.ball(0.3, (0.86, 1.95, 3.0), (0.6, 0.7, 1.5))), "white")
    else:
        b.trim(
            "spout",
            around(
                b.tube([(0, 2.6, 0), (0, 3.2, 0.1), (0, 3.4, 0.4), (0, 3.15, 0.6)], [0.08, 0.07, 0.06, 0.05]), 5
            ).translate((0, 0, 2.0)),
            "water",
        ) if not dolphin else None
    eyes(b, 0.95 if not dolphin else 0.72, 1.5, 3.0, 0.13)
    if b.fine and not dolphin and not orca:
        b.second(
            "grooves",
            union(
                [
                    b.tube(
                        [(x, 0.42 + 0.2 * abs(x), 0.2), (x, 0.34 + 0.2 * abs(x), 1.6), (x, 0.62 + 0.3 * abs(x), 3.1)],
                        0.05,
                    )
                    for x in (-0.6, -0.3, 0, 0.3, 0.6)
                ]
            ),
            "#c8d4dc",
        )


@model("shark")
def _shark(b: Bench) -> None:
    coat = "#6c7884"
    body = b.blob(
        [
            Limb((0, 1.0, 1.2), (0, 1.0, -0.8), 0.55, 0.42),
            Limb((0, 1.0, 1.2), (0, 1.06, 2.3), 0.55, 0.16),
            Limb((0, 1.0, -0.8), (0, 1.1, -2.3), 0.42, 0.1),
        ],
        0.3,
    )
    mask = b.ball(1, (0, 0.45, 0.4), (0.6, 0.42, 2.4))
    mouth = b.ball(1, (0, 0.78, 1.85), (0.34, 0.07, 0.42))
    b.main("body", body - mask - mouth, coat)
    b.second("belly", (body ^ mask) - mouth, "white")
    b.main("fin", b.prism([(-0.5, 1.3), (0.1, 2.15), (0.3, 2.15), (0.35, 1.3)], 0.12, r=0.04, axis="x"), coat)
    b.main(
        "tail",
        b.prism([(2.1, 1.1), (2.75, 2.1), (2.95, 2.05), (2.6, 1.1), (2.75, 0.55), (2.6, 0.5)], 0.1, r=0.035, axis="x"),
        coat,
    )
    b.main(
        "flippers",
        both(b.ball(1, (0.55, 0, 0), (0.65, 0.06, 0.25)).rotate((0, 30, -24)).translate((0.4, 0.85, 0.7))),
        coat,
    )
    teeth = [
        b.rod(
            (0.3 * math.sin(t), 0.83, 1.75 + 0.42 * math.cos(t)),
            (0.29 * math.sin(t), 0.73, 1.75 + 0.4 * math.cos(t)),
            0.032,
            0.002,
        )
        for t in [-1.2 + 0.3 * k for k in range(9)]
    ]
    b.trim("teeth", union(teeth), "ivory")
    eyes(b, 0.36, 1.18, 1.75, 0.055)
    b.trim(
        "gills",
        both(union([b.box(0.02, 0.3, 0.035, (0.53, 0.85, 0.75 + 0.11 * k)).rotate((0, 0, 0)) for k in range(3)])),
        "#3c444c",
    )


@model("turtle")
def _turtle(b: Bench) -> None:
    shell = b.ball(1, (0, 0.09, 0), (0.2, 0.17, 0.24)) - b.box(2, 1, 2, (0, -0.91, 0))
    tiles = []
    for x, z, r in (
        (0, 0, 0.075),
        (0, 0.125, 0.06),
        (0, -0.125, 0.06),
        (0.115, 0.062, 0.058),
        (-0.115, 0.062, 0.058),
        (0.115, -0.062, 0.058),
        (-0.115, -0.062, 0.058),
    ):
        tiles.append(
            b.prism(
                [(x + r * math.cos(math.pi / 3 * k), -z + r * math.sin(math.pi / 3 * k)) for k in range(6)],
                1.0,
                axis="y",
            )
        )
    plates = shell.scale((1.04, 1.0, 1.04)).translate((0, 0.009, 0)) ^ union(tiles)
    b.main("shell", shell, "#5a4a28")
    b.main("plates", plates - shell, "#7a8a3c")
    b.main("rim", b.ring(0.2, 0.02, (0, 0.095, 0)).scale((1, 1, 1.2)), "#5a4a28")
    skin = "#6f9a4c"
    b.second(
        "body",
        b.blob(
            [
                Egg((0, 0.085, 0), (0.17, 0.045, 0.2)),
                Limb((0, 0.09, 0.2), (0, 0.14, 0.29), 0.045, 0.04),
                Egg((0, 0.155, 0.32), (0.052, 0.05, 0.06)),
                Limb((0, 0.07, -0.2), (0, 0.05, -0.3), 0.025, 0.006),
                *[
                    Limb((sx * 0.13, 0.08, sz * 0.15), (sx * 0.2, 0.03, sz * 0.2), 0.045, 0.035)
                    for sx in (-1, 1)
                    for sz in (-1, 1)
                ],
            ],
            0.02,
        ),
        skin,
    )
    eyes(b, 0.036, 0.172, 0.352, 0.0095)


@model("frog")
def _frog(b: Bench) -> None:
    body = b.blob(
        [
            Egg((0, 0.045, -0.01), (0.042, 0.035, 0.055)),
            Egg((0, 0.062, 0.04), (0.038, 0.027, 0.034)),
            Egg((0.023, 0.085, 0.04), (0.014, 0.014, 0.014)),
            Egg((-0.023, 0.085, 0.04), (0.014, 0.014, 0.014)),
            *[Limb((s * 0.035, 0.04, -0.035), (s * 0.068, 0.03, 0.005), 0.022, 0.014) for s in (-1, 1)],
            *[Limb((s * 0.068, 0.03, 0.005), (s * 0.055, 0.008, -0.045), 0.012, 0.008) for s in (-1, 1)],
            *[Limb((s * 0.032, 0.045, 0.03), (s * 0.05, 0.008, 0.05), 0.012, 0.008) for s in (-1, 1)],
        ],
        0.012,
    )
    mask = b.ball(1, (0, 0.03, 0.045), (0.034, 0.03, 0.04))
    b.main("body", body - mask, "#5aa53a wax")
    b.second("belly", body ^ mask, "#e4e6b0 wax")
    feet = [
        b.limb((x, 0.005, z), (x + dx, 0.004, z + 0.028), 0.0055, 0.005)
        for x, z in ((0.05, 0.05), (0.058, -0.045))
        for dx in (-0.012, 0, 0.012)
    ]
    b.main("feet", both(union(feet)), "#5aa53a wax")
    b.trim("eyes", both(b.ball(0.0085, (0.026, 0.089, 0.05))), "#120e0a porcelain")
    b.trim("mouth", b.tube([(-0.03, 0.062, 0.06), (0, 0.055, 0.0745), (0.03, 0.062, 0.06)], 0.0016), "#2c5a1c")


@model("octopus")
def _octopus(b: Bench) -> None:
    arms = b.count("arm", 8, most=12)
    shapes: list[Limb | Egg] = [Egg((0, 0.33, -0.02), (0.13, 0.16, 0.13)), Egg((0, 0.17, 0), (0.1, 0.09, 0.1))]
    for k in range(arms):
        t = 2 * math.pi * (k + 0.5) / arms
        line = [
            (r * math.sin(t + w), y, r * math.cos(t + w))
            for r, y, w in (
                (0.07, 0.13, 0.0),
                (0.18, 0.05, 0.08),
                (0.29, 0.035, -0.1),
                (0.36, 0.04, 0.12),
                (0.38, 0.09, 0.22),
            )
        ]
        radii = (0.045, 0.036, 0.027, 0.018, 0.008)
        shapes += [Limb(p, q, r0, r1) for p, q, r0, r1 in zip(line, line[1:], radii, radii[1:], strict=False)]
    b.main("body", b.blob(shapes, 0.03) - b.box(3, 1, 3, (0, -0.99, 0)), "#d0563c wax")
    b.trim("whites", both(b.ball(0.032, (0.06, 0.22, 0.085))), "white")
    b.trim("eyes", both(b.ball(0.019, (0.064, 0.222, 0.106))), "black porcelain")
    b.trim("smile", b.tube([(-0.03, 0.165, 0.096), (0, 0.15, 0.102), (0.03, 0.165, 0.096)], 0.005), "#7a2418")


@model("crab")
def _crab(b: Bench) -> None:
    b.main("shell", b.ball(1, (0, 0.06, 0), (0.1, 0.042, 0.075)), "#d8482c ceramic")
    legs = [
        b.tube(
            [(0.07, 0.055, z), (0.13, 0.085, 1.5 * z), (0.16, 0.045, 2.0 * z), (0.165, 0.003, 2.2 * z)],
            [0.012, 0.0105, 0.008, 0.003],
        )
        for z in (-0.045, -0.015, 0.015)
    ]
    b.main("legs", both(union(legs)), "#d8482c ceramic")
    arm = b.tube([(0.07, 0.06, 0.045), (0.12, 0.07, 0.085), (0.105, 0.075, 0.13)], [0.015, 0.016, 0.018])
    claw = b.ball(0.03, (0.085, 0.08, 0.16), (0.8, 0.7, 1.4)) - b.prism(
        [(0.085, -0.165), (0.07, -0.24), (0.1, -0.24)], 0.3, (0, -0.05, 0), axis="y"
    )
    b.main("claws", both(arm + claw), "#d8482c ceramic")
    b.trim("stalks", both(b.limb((0.028, 0.085, 0.062), (0.032, 0.118, 0.07), 0.006, 0.006)), "#d8482c ceramic")
    b.trim("eyes", both(b.ball(0.0125, (0.033, 0.125, 0.072))), "#120e0a porcelain")


@model("starfish")
def _starfish(b: Bench) -> None:
    arms = [
        Limb((0, 0.025, 0), (0.095 * math.sin(t), 0.012, 0.095 * math.cos(t)), 0.03, 0.011)
        for t in [2 * math.pi * k / 5 for k in range(5)]
    ]
    b.main("body", b.blob(arms, 0.02) - b.box(1, 1, 1, (0, -1, 0)), "#e0884c sandstone")
    bumps = [
        b.ball(0.0042, (r * math.sin(t), 0.05 - 0.27 * r, r * math.cos(t)))
        for t in [2 * math.pi * k / 5 for k in range(5)]
        for r in (0.02, 0.04, 0.06, 0.08)
    ]
    b.trim("bumps", union(bumps), "cream")
