"""Small things of every day."""

import math

import numpy as np
from manifold3d import Manifold

from mediamill_procedural.modeller.bench import Bench
from mediamill_procedural.modeller.curves import Flat
from mediamill_procedural.modeller.model import model
from mediamill_procedural.modeller.shapes import Points, Vec, around, hull, union


@model("key")
def _key(b: Bench) -> None:
    bow = union(
        [
            b.ring(0.011, 0.0032, (0.014 * math.cos(t), 0.096 + 0.014 * math.sin(t), 0), "z")
            for t in (math.pi / 2, math.pi * 7 / 6, math.pi * 11 / 6)
        ]
    )
    shaft = b.rod((0, 0.0, 0), (0, 0.085, 0), 0.0042) + b.lathe(
        [(0, 0.068), (0.007, 0.07), (0.007, 0.074), (0.0055, 0.077), (0.0075, 0.08), (0, 0.084)]
    )
    bit = b.box(0.02, 0.024, 0.0036, (0.011, 0.004, 0)) - b.box(0.006, 0.007, 0.1, (0.019, 0.006, 0)) - b.box(
        0.006, 0.006, 0.1, (0.019, 0.018, 0)
    ) - b.box(0.004, 0.03, 0.1, (0.0115, 0.0095, 0)) ^ b.box(1, 1, 1)
    b.main("key", bow + shaft + bit + b.ball(0.0046, (0, 0, 0)), "brass")


@model("umbrella")
def _umbrella(b: Bench) -> None:
    n = 8
    dome: Flat = [(0.0, 0.95), (0.18, 0.925), (0.34, 0.84), (0.47, 0.7), (0.5, 0.64)]
    inner: Flat = [(r * 0.985, y - 0.008) for r, y in reversed(dome)]
    canopy = b.lathe([*dome, *inner], sides=n * 4)

    def sag(v: Points) -> Points:
        turn = np.arctan2(v[:, 0], v[:, 2])
        wave = np.abs(np.sin(n / 2 * turn))
        r = np.hypot(v[:, 0], v[:, 2]) / 0.5
        v[:, 1] += 0.05 * wave * r**2
        v[:, [0, 2]] *= (1 - 0.05 * wave * r)[:, np.newaxis]
        return v

    wedges = union(
        [
            b.prism([(0, 0), (1, 0.414), (1, -0.414)], 3, (0, -1, 0), axis="y").rotate((0, 22.5 + 90 * k, 0))
            for k in range(4)
        ]
    )
    whole = canopy.warp_batch(sag)
    b.main("canopy", whole - wedges, "red fabric")
    b.second("canopy panels", whole ^ wedges, f"{b.tint('red')} fabric")
    b.trim("rod", b.rod((0, 0.1, 0), (0, 1.0, 0), 0.007), "steel")
    b.trim(
        "ribs",
        around(b.tube([(0, 0.93, 0.01), (0, 0.915, 0.18), (0, 0.83, 0.34), (0, 0.64, 0.495)], 0.004), n, 0),
        "steel",
    )
    b.trim(
        "handle",
        b.tube([(0, 0.14, 0), (0, 0.04, 0), (0.02, 0.0, 0), (0.055, 0.0, 0), (0.075, 0.035, 0)], 0.013),
        "brown wood",
    )
    b.trim("tip", b.cyl(0.05, 0.008, 0.003, (0, 0.945, 0)), "steel")


@model("book")
def _book(b: Bench) -> None:
    w, d, t = 0.17, 0.24, 0.04
    cover = (
        b.box(w, 0.004, d, (0, 0, 0))
        + b.box(w, 0.004, d, (0, t - 0.004, 0))
        + (
            b.cyl(d, t / 2, at=(-w / 2, t / 2, -d / 2), axis="z")
            - b.cyl(1, t / 2 - 0.004, at=(-w / 2, t / 2, -0.5), axis="z")
            - b.box(1, 1, 1, (0.5 - w / 2, -0.5, 0))
        )
    )
    b.main("cover", cover, "burgundy leather")
    b.trim(
        "pages",
        b.box(w - 0.006, t - 0.0085, d - 0.012, (-0.004, 0.0042, 0))
        - b.cyl(1, t * 0.7, at=(w / 2 + t * 0.62, t / 2, -0.5), axis="z"),
        "ivory paper",
    )
    frame = b.box(w - 0.02, 0.0012, d - 0.02, (0, t, 0)) - b.box(w - 0.03, 0.01, d - 0.03, (0, t - 0.003, 0))
    b.trim(
        "gilding",
        frame
        + b.cyl(0.0014, 0.028, at=(0, t, 0))
        - b.cyl(0.1, 0.022, at=(0, 0, 0))
        + b.prism(
            [(0.018 * math.cos(a), 0.018 * math.sin(a)) for a in [2 * math.pi * k / 4 for k in range(4)]],
            0.0014,
            (0, t, 0),
            axis="y",
        ),
        "gold",
    )
    b.trim(
        "bands",
        union(
            [
                b.ring(t / 2, 0.003, (-w / 2, t / 2, z), "z") - b.box(1, 1, 1, (0.5 - w / 2, -0.5, z))
                for z in (-0.08, 0.0, 0.08)
            ]
        ),
        "burgundy leather",
    )
    b.trim("ribbon", b.box(0.012, 0.0012, 0.05, (0.02, 0.006, d / 2 + 0.018)), "red satin")


@model("pencil")
def _pencil(b: Bench) -> None:
    hexagon = [(0.0036 * math.cos(t), 0.0036 * math.sin(t)) for t in [math.pi / 3 * k for k in range(6)]]

    def lay(solid: Manifold) -> Manifold:
        return solid.rotate((0, 0, -90)).translate((-0.09, 0.0036, 0))

    b.main("body", lay(b.prism(hexagon, 0.13, (0, 0.018, 0), axis="y")), "yellow")
    b.trim("wood", lay(b.cyl(0.018, 0.0036, 0.0011, (0, 0.148, 0))), "birch")
    b.trim("lead", lay(b.cyl(0.006, 0.0011, 0.0002, (0, 0.1658, 0))), "black")
    b.trim(
        "ferrule",
        lay(
            b.cyl(0.011, 0.0038, at=(0, 0.008, 0))
            + union([b.ring(0.0038, 0.0004, (0, y, 0)) for y in (0.0105, 0.0165)])
        ),
        "aluminium",
    )
    b.trim("eraser", lay(b.cyl(0.009, 0.0036, soft=0.001)), "pink rubber")


@model("spoon")
def _spoon(b: Bench) -> None:
    path: list[Vec] = [(0.0, 0.016, -0.09), (0.0, 0.02, -0.05), (0.0, 0.012, 0.0), (0.0, 0.007, 0.035)]
    b.main("handle", b.tube(path, [0.0065, 0.004, 0.003, 0.004], flat=0.5), "silver")
    bowl = (
        b.ball(0.022, (0, 0.012, 0.058), (0.85, 0.5, 1.3))
        - b.ball(0.021, (0, 0.0145, 0.058), (0.85, 0.5, 1.3))
        - b.box(1, 1, 1, (0, 0.0135, 0))
    )
    b.main("bowl", bowl, "silver")


@model("fork")
def _fork(b: Bench) -> None:
    b.main(
        "handle",
        b.tube(
            [(0, 0.01, -0.09), (0, 0.014, -0.05), (0, 0.007, 0.01), (0, 0.004, 0.03)],
            [0.0065, 0.004, 0.003, 0.005],
            flat=0.45,
        ),
        "silver",
    )
    outline = [
        (-0.012, -0.03),
        (0.012, -0.03),
        (0.0125, -0.085),
        *[
            (x, -0.09 if s else -0.052)
            for x, s in (
                (0.0125, 1),
                (0.0085, 1),
                (0.0085, 0),
                (0.0055, 0),
                (0.0055, 1),
                (0.0015, 1),
                (0.0015, 0),
                (-0.0015, 0),
                (-0.0015, 1),
                (-0.0055, 1),
                (-0.0055, 0),
                (-0.0085, 0),
                (-0.0085, 1),
                (-0.0125, 1),
            )
        ],
    ]
    head = b.prism(outline, 0.0022, axis="y").refine_to_length(0.01)

    def bend(v: Points) -> Points:
        v[:, 1] += 0.003 + 2.2 * (v[:, 2] - 0.05) ** 2
        return v

    b.main("tines", head.warp_batch(bend), "silver")


@model("knife")
def _knife(b: Bench) -> None:
    blade: Flat = [(0.0, 0.028), (0.0, 0.0), (0.12, 0.001), (0.165, 0.012), (0.185, 0.028)]
    wedge = hull(b.box(0.5, 0.0005, 0.0006, (0, 0, 0)), b.box(0.5, 0.0005, 0.004, (0, 0.03, 0)))
    b.main("blade", b.prism(blade, 0.01) ^ wedge, "steel")
    b.second(
        "handle",
        b.prism(
            [(-0.115, 0.004), (-0.1, 0.0), (-0.06, 0.006), (0.0, 0.004), (0.0, 0.028), (-0.1, 0.03), (-0.115, 0.022)],
            0.018,
            r=0.004,
        ),
        "ebony",
    )
    b.trim(
        "rivets",
        union([b.cyl(0.0192, 0.0032, at=(x, 0.016, -0.0096), axis="z") for x in (-0.09, -0.055, -0.02)]),
        "brass",
    )


@model("lightbulb")
def _bulb(b: Bench) -> None:
    b.main(
        "glass",
        b.lathe(
            [(0, 0.03), (0.012, 0.03), (0.015, 0.045), (0.028, 0.075), (0.028, 0.1), (0.016, 0.117), (0, 0.121)],
            curve=True,
        ),
        "#ffe9a8 light" if b.has("glowing", "lit") else "#ffe9a8 glass",
    )
    b.trim(
        "socket",
        b.cyl(0.03, 0.013, at=(0, 0.004, 0))
        + union([b.ring(0.013, 0.0018, (0, 0.009 + 0.006 * k, 0)) for k in range(4)]),
        "silver",
    )
    b.trim("contact", b.lathe([(0, 0), (0.005, 0), (0.009, 0.005), (0, 0.006)]), "black")
