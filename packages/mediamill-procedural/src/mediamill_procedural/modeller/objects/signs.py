"""Things of the sky, and signs."""

import math

from mediamill_procedural.modeller.bench import Bench
from mediamill_procedural.modeller.curves import star
from mediamill_procedural.modeller.model import model
from mediamill_procedural.modeller.organic import Egg, Limb
from mediamill_procedural.modeller.shapes import hull, union


@model("cloud")
def _cloud(b: Bench) -> None:
    puffs = [
        Egg((x, y, z), (r, r * 0.82, r))
        for x, y, z, r in (
            (0, 0.75, 0, 0.75),
            (0.8, 0.6, 0.1, 0.58),
            (-0.85, 0.62, 0, 0.6),
            (1.4, 0.42, 0, 0.4),
            (-1.45, 0.42, 0.05, 0.42),
            (0.3, 1.15, -0.1, 0.5),
            (-0.4, 1.05, 0.1, 0.48),
            (0.4, 0.5, 0.5, 0.45),
            (-0.5, 0.5, 0.5, 0.45),
            (0.2, 0.5, -0.5, 0.45),
        )
    ]
    b.main(
        "cloud",
        b.blob(puffs, 0.22) - b.box(6, 1, 6, (0, -0.75, 0)),
        "white plaster" if not b.has("rain", "storm") else "grey plaster",
    )
    if b.has("rain", "storm"):
        b.trim(
            "rain",
            union(
                [
                    b.lathe([(0, 0), (0.05, 0.05), (0.035, 0.12), (0, 0.22)], (x, y, z), curve=True)
                    for x, y, z in (
                        (-1.0, -0.3, 0),
                        (-0.4, -0.6, 0.2),
                        (0.2, -0.35, -0.1),
                        (0.7, -0.7, 0.1),
                        (1.2, -0.3, 0),
                        (-0.7, -0.9, -0.1),
                        (0.4, -1.0, 0.2),
                    )
                ]
            ),
            "water",
        )


@model("star")
def _star(b: Bench) -> None:
    outline = [(0.25 * x, 0.24 + 0.25 * y) for x, y in star(b.count("point", 5, most=12), 1.0, 0.45)]
    front = [
        hull(b.prism([p, q, (0.0, 0.24)], 0.02), b.ball(0.002, (0, 0.24, 0.075)), b.ball(0.002, (0, 0.24, -0.075)))
        for p, q in zip(outline, [*outline[1:], outline[0]], strict=True)
    ]
    b.main("star", union(front), "gold")


@model("heart")
def _heart(b: Bench) -> None:
    lobes = [Limb((side * 0.085, 0.29, 0), (0, 0.07, 0), 0.105, 0.035) for side in (-1, 1)]
    b.main("heart", b.blob(lobes, 0.02).scale((1, 1, 0.62)), "red ceramic")


@model("moon")
def _moon(b: Bench) -> None:
    if b.has("saturn", "planet"):
        b.main("planet", b.ball(0.35, (0, 0.5, 0)), "#d8b070 marble")
        b.second(
            "rings",
            b.lathe([(0.45, -0.006), (0.72, -0.006), (0.72, 0.006), (0.45, 0.006)])
            .rotate((18, 0, 14))
            .translate((0, 0.5, 0))
            - b.ball(0.4, (0, 0.5, 0)),
            "#c8a880 sandstone",
        )
        return
    if b.has("sun"):
        b.main("sun", b.ball(0.32, (0, 0.6, 0)), "#ffc83a light")
        b.second(
            "rays",
            union(
                [
                    b.rod(
                        (0.36 * math.sin(t), 0.6 + 0.36 * math.cos(t), 0),
                        (0.58 * math.sin(t), 0.6 + 0.58 * math.cos(t), 0),
                        0.07,
                        0.005,
                    )
                    for t in [2 * math.pi * k / 12 for k in range(12)]
                ]
            ),
            "#ff9a2a light",
        )
        return
    if b.has("crescent"):
        b.main(
            "moon",
            b.cyl(0.16, 0.45, at=(0, 0.45, -0.08), axis="z", soft=0.06)
            - b.cyl(1, 0.38, at=(0.2, 0.52, -0.5), axis="z"),
            "#f2dc8a plaster",
        )
        return
    ball = b.ball(0.45, (0, 0.45, 0))
    craters = union(
        [
            b.ball(r, (0.47 * math.cos(e) * math.sin(t), 0.45 + 0.47 * math.sin(e), 0.47 * math.cos(e) * math.cos(t)))
            for t, e, r in (
                (0.3, 0.4, 0.09),
                (0.9, -0.1, 0.12),
                (-0.5, 0.1, 0.07),
                (0.1, -0.5, 0.1),
                (2.0, 0.3, 0.11),
                (3.0, -0.3, 0.1),
                (4.2, 0.5, 0.12),
                (5.2, -0.4, 0.09),
                (-0.2, 0.9, 0.08),
                (1.4, 0.7, 0.06),
            )
        ]
    )
    b.main("moon", ball - craters, "light grey granite")


@model("campfire")
def _campfire(b: Bench) -> None:
    logs = [
        b.rod(
            (0.36 * math.sin(t), 0.06, 0.36 * math.cos(t)), (-0.05 * math.sin(t), 0.42, -0.05 * math.cos(t)), 0.06, 0.05
        )
        for t in [2 * math.pi * k / 6 for k in range(6)]
    ]
    b.second("logs", union(logs), "bark")
    stones = [
        b.ball(0.1, (0.5 * math.sin(t), 0.05, 0.5 * math.cos(t)), (1.1, 0.8, 0.9))
        for t in [2 * math.pi * k / 11 for k in range(11)]
    ]
    b.trim("stones", union(stones) - b.box(3, 1, 3, (0, -1, 0)), "stone")
    tongues = [
        b.lathe(
            [(0, 0.1), (0.13 * s, 0.16), (0.15 * s, 0.3 * s + 0.1), (0.06 * s, 0.62 * s + 0.1), (0, 0.86 * s + 0.1)],
            (0.13 * math.sin(t) * (k > 0), 0, 0.13 * math.cos(t) * (k > 0)),
            curve=True,
        )
        for k, (t, s) in enumerate(((0, 1.0), (0.5, 0.7), (2.4, 0.75), (4.4, 0.65)))
    ]
    b.main("flames", union(tongues), "#ff7a1a light")
    b.trim("embers", b.ball(0.22, (0, 0.05, 0), (1, 0.45, 1)), "lava")
