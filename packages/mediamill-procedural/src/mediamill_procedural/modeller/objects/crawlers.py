"""Animals that creep and hum."""

import math

from manifold3d import Manifold

from mediamill_procedural.modeller.bench import Bench
from mediamill_procedural.modeller.curves import Flat, smooth
from mediamill_procedural.modeller.model import model
from mediamill_procedural.modeller.organic import Egg, Limb
from mediamill_procedural.modeller.shapes import both, union


@model("snail")
def _snail(b: Bench) -> None:
    b.second(
        "body",
        b.blob(
            [
                Limb((0, 0.012, -0.06), (0, 0.014, 0.04), 0.006, 0.014),
                Limb((0, 0.014, 0.04), (0, 0.042, 0.06), 0.014, 0.011),
                Egg((0, 0.046, 0.065), (0.012, 0.012, 0.014)),
            ],
            0.012,
        )
        - b.box(1, 1, 1, (0, -1.003, 0)),
        "#d8b48c wax",
    )
    path, radii = [], []
    for k in range(40):
        t = 0.42 * k
        r = 0.0016 + 0.00165 * t
        path.append((0.0012 * (39 - k) * 0.35, 0.048 + r * math.sin(-t + 1.1), -0.008 + r * math.cos(-t + 1.1)))
        radii.append(0.0016 + 0.00092 * t)
    shell = b.tube(path, radii)
    b.main("shell", shell + shell.mirror((1, 0, 0)), "#a8642c ceramic")
    b.second(
        "eyestalks",
        both(
            b.limb((0.005, 0.052, 0.068), (0.011, 0.075, 0.078), 0.0022, 0.0018)
            + b.limb((0.004, 0.044, 0.075), (0.007, 0.047, 0.088), 0.0016, 0.0012)
        ),
        "#d8b48c wax",
    )
    b.trim("eyes", both(b.ball(0.0036, (0.0112, 0.0765, 0.0785))), "black porcelain")


@model("spider")
def _spider(b: Bench) -> None:
    b.main(
        "body",
        b.blob([Egg((0, 0.05, -0.04), (0.034, 0.032, 0.042)), Egg((0, 0.045, 0.025), (0.024, 0.02, 0.026))], 0.01),
        "#2a2420 fur",
    )
    legs = []
    for k, turn in enumerate((35, 65, 105, 140)):
        t = math.radians(turn)
        x, z = math.sin(t), math.cos(t)
        long = 0.115 if k in (0, 3) else 0.095
        legs.append(
            b.tube(
                [
                    (0.015 * x, 0.045, 0.02 + 0.015 * z),
                    (long * 0.5 * x, 0.1, 0.02 + long * 0.5 * z),
                    (long * 0.85 * x, 0.05, 0.02 + long * 0.85 * z),
                    (long * x, 0.002, 0.02 + long * z),
                ],
                [0.006, 0.005, 0.0035, 0.002],
            )
        )
    b.main("legs", both(union(legs)), "#2a2420 fur")
    b.trim("eyes", both(b.ball(0.004, (0.006, 0.058, 0.045)) + b.ball(0.003, (0.013, 0.055, 0.042))), "red porcelain")


@model("butterfly")
def _butterfly(b: Bench) -> None:
    upper: Flat = [
        (0.003, 0.0),
        (0.015, 0.03),
        (0.055, 0.055),
        (0.072, 0.045),
        (0.065, 0.015),
        (0.045, -0.002),
        (0.012, -0.004),
    ]
    lower: Flat = [(0.004, -0.004), (0.04, -0.008), (0.052, -0.03), (0.036, -0.052), (0.02, -0.045), (0.006, -0.018)]

    def tilt(solid: Manifold) -> Manifold:
        return solid.rotate((0, -24, 0)).rotate((-20, 0, 0)).translate((0.003, 0.06, 0))

    for outline in (upper, lower):
        line = [(float(x), float(y)) for x, y in smooth(outline, b.detail.steps, closed=True)]
        inner = [
            (
                0.03 + (x - 0.03) * 0.78,
                (y - sum(p[1] for p in line) / len(line)) * 0.74 + sum(p[1] for p in line) / len(line),
            )
            for x, y in line
        ]
        b.second("edges", both(tilt(b.prism(line, 0.0018))), "black")
        b.main("wings", both(tilt(b.prism(inner, 0.0026))), "orange")
        b.trim(
            "dots",
            both(
                tilt(
                    b.cyl(
                        0.003,
                        0.004,
                        at=(0.056 if outline is upper else 0.042, 0.042 if outline is upper else -0.036, -0.0015),
                        axis="z",
                    )
                )
            ),
            "white",
        )
    b.trim(
        "body",
        b.blob(
            [
                Limb((0, 0.045, 0), (0, 0.085, 0.002), 0.004, 0.0055),
                Limb((0, 0.045, 0), (0, 0.01, 0), 0.004, 0.002),
                Egg((0, 0.092, 0.003), (0.005, 0.005, 0.005)),
            ],
            0.003,
        ),
        "#1c1614 fur",
    )
    b.trim(
        "antennae",
        both(
            b.tube([(0.002, 0.095, 0.004), (0.01, 0.108, 0.008), (0.018, 0.118, 0.01)], 0.0007)
            + b.ball(0.0014, (0.018, 0.118, 0.01))
        ),
        "#1c1614",
    )


@model("bee")
def _bee(b: Bench) -> None:
    lady = b.has("ladybug", "ladybird", "beetle")
    body = b.ball(0.014, (0, 0.02, -0.006), (1.0, 0.9, 1.35))
    if lady:
        shell = body ^ b.box(1, 1, 1, (0, 0.018, 0))
        dots = union(
            [
                b.ball(0.0035, (sx * x, 0.02 + y, z))
                for sx in (-1, 1)
                for x, y, z in (
                    (0.007, 0.0105, 0.0),
                    (0.0095, 0.006, -0.013),
                    (0.0112, 0.006, 0.002),
                    (0.0045, 0.0095, -0.016),
                )
            ]
        )
        b.main("shell", shell - dots, "red ceramic")
        b.trim("dots", shell ^ dots, "black ceramic")
        b.trim("body", b.ball(0.0138, (0, 0.0185, -0.006), (1.0, 0.7, 1.33)) - shell, "black")
    else:
        bands = union([b.box(1, 1, 0.0055, (0, -0.5, z)) for z in (-0.019, -0.008, 0.003)])
        b.main("body", body - bands, "yellow fur")
        b.second("stripes", body ^ bands, "black fur")
        b.trim("wings", both(b.ball(0.011, (0.011, 0.036, -0.008), (1.0, 0.12, 0.62)).rotate((0, 30, 18))), "glass")
        b.trim("sting", b.rod((0, 0.02, -0.024), (0, 0.02, -0.031), 0.002, 0.0003), "black")
    b.trim("head", b.ball(0.0085, (0, 0.021, 0.015)), "black")
    b.trim("eyes", both(b.ball(0.0032, (0.005, 0.0245, 0.0205))), "white")
    b.trim(
        "antennae",
        both(
            b.tube([(0.002, 0.028, 0.019), (0.005, 0.036, 0.023), (0.008, 0.039, 0.028)], 0.0007)
            + b.ball(0.0013, (0.008, 0.039, 0.028))
        ),
        "black",
    )
    b.trim(
        "legs",
        both(
            union(
                [
                    b.tube([(0.008, 0.014, z), (0.016, 0.012, z), (0.019, 0.0005, z * 1.2)], 0.0011)
                    for z in (-0.014, -0.004, 0.007)
                ]
            )
        ),
        "black",
    )


@model("snake")
def _snake(b: Bench) -> None:
    path, radii = [], []
    for k in range(46):
        t = 0.34 * k
        r = 0.22 - 0.0028 * k
        path.append((r * math.cos(t), 0.03 + 0.0042 * k, r * math.sin(t)))
        radii.append(min(0.034, 0.006 + 0.0024 * k))
    x, y, z = path[-1]
    path += [(x * 0.6, y + 0.06, z + 0.06), (0.02, y + 0.18, 0.1), (0.0, y + 0.22, 0.18)]
    radii += [0.032, 0.026, 0.028]
    body = b.tube(path, radii)
    b.main("body", body, "#4f8a3a leather")
    head = b.ball(0.04, (0, y + 0.225, 0.215), (1, 0.62, 1.35))
    b.main("head", head, "#4f8a3a leather")
    b.trim("eyes", both(b.ball(0.0085, (0.027, y + 0.241, 0.235))), "#e8c020 porcelain")
    b.trim(
        "tongue",
        b.rod((0, y + 0.215, 0.26), (0, y + 0.21, 0.3), 0.003)
        + both(b.rod((0, y + 0.21, 0.3), (0.01, y + 0.208, 0.318), 0.0025, 0.001)),
        "red",
    )
