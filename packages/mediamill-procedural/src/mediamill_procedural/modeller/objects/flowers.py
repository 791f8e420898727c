"""Flowers, mushrooms and other small plants."""

import math

from manifold3d import Manifold

from mediamill_procedural.modeller.bench import Bench
from mediamill_procedural.modeller.curves import Flat
from mediamill_procedural.modeller.model import model
from mediamill_procedural.modeller.shapes import Vec, around, both, hull, union


@model("cactus")
def _cactus(b: Bench) -> None:
    ribs = 14

    def column(path: list[Vec], radii: list[float]) -> Manifold:
        return b.tube(path, radii)

    stem = column([(0, 0, 0), (0, 0.5, 0), (0, 1.2, 0), (0, 1.52, 0), (0, 1.66, 0)], [0.17, 0.2, 0.19, 0.15, 0.02])
    left = column(
        [(0.1, 0.6, 0), (0.34, 0.62, 0), (0.44, 0.78, 0), (0.44, 1.1, 0), (0.44, 1.22, 0)],
        [0.1, 0.11, 0.115, 0.1, 0.015],
    )
    right = column(
        [(-0.1, 0.85, 0), (-0.3, 0.87, 0), (-0.39, 1.0, 0), (-0.39, 1.3, 0), (-0.39, 1.4, 0)],
        [0.09, 0.1, 0.1, 0.09, 0.015],
    )
    grooves = union([around(b.rod((0, 0, 0.215), (0, 1.45, 0.2), 0.026), ribs)])
    b.main("cactus", (stem - grooves) + left + right, "#4f8d4a wax")
    spines = []
    for k in range(60 if b.fine else 36):
        turn, y = 2 * math.pi * ((k * 5 + 2) % ribs + 0.5) / ribs, 0.15 + 1.3 * (k / 60 if b.fine else k / 36)
        at = (0.19 * math.sin(turn), y, 0.19 * math.cos(turn))
        spines.append(b.rod(at, (at[0] * 1.3, y + 0.02, at[2] * 1.3), 0.004, 0.001))
    b.trim("spines", union(spines), "ivory")
    petals = around(b.ball(0.05, (0, 0.02, 0.05), (0.6, 0.5, 1)), 7) + b.ball(0.03)
    b.trim(
        "flower", petals.translate((0, 1.66, 0)) + petals.scale((0.7, 0.7, 0.7)).translate((0.44, 1.23, 0)), "magenta"
    )
    if b.has("pot", "potted", "flowerpot"):
        b.trim("pot", b.cyl(0.3, 0.2, 0.28, (0, -0.25, 0)), "terracotta")


@model("flower")
def _flower(b: Bench) -> None:
    tulip, rose, sun = b.has("tulip"), b.has("rose"), b.has("sunflower")
    h = 0.36
    b.trim("stem", b.tube([(0, 0, 0), (0.012, h * 0.5, 0.004), (0, h, 0)], 0.0062), "#4d8f3c wax")
    leaf = hull(
        b.ball(0.008, (0, 0.06, 0)), b.ball(0.03, (0.06, 0.13, 0), (0.8, 1.1, 0.16)), b.ball(0.003, (0.11, 0.2, 0))
    )
    b.trim("leaves", leaf + leaf.rotate((0, 165, 0)).scale((0.85, 0.85, 0.85)).translate((0, 0.05, 0)), "#4d8f3c wax")
    if tulip or rose:
        petals = []
        rows = (
            ((3, 0.028, 1.0), (3, 0.03, 0.95))
            if tulip
            else ((3, 0.013, 1.0), (4, 0.022, 0.94), (5, 0.031, 0.84), (6, 0.04, 0.7))
        )
        for row, (count, r, tall) in enumerate(rows):
            petal = b.ball(0.034, (0, 0.036 * tall, r), (0.95, 1.15 * tall, 0.3 if rose else 0.42)).rotate(
                (6 + 9 * row if rose else 4, 0, 0)
            )
            petals.append(around(petal, count, 35 * row))
        b.main("petals", union(petals).translate((0, h - 0.006, 0)), "red")
        b.trim("sepals", b.ball(0.018, (0, h - 0.004, 0), (1, 0.7, 1)), "#4d8f3c wax")
        return
    count = b.count("petal", 18 if sun else 12, most=30)
    r = 0.075
    petal = hull(b.ball(0.006, (0, 0, 0.02)), b.ball(0.016, (0, 0.004, r), (0.75, 0.22, 1.5)))
    head = around(petal.rotate((-8, 0, 0)), count)
    if b.fine or sun:
        head += around(petal.rotate((-16, 0, 0)).scale((0.88, 0.9, 0.88)).translate((0, 0.004, 0)), count, 180 / count)

    def tilt(solid: Manifold) -> Manifold:
        return solid.rotate((38, 0, 0)).translate((0, h, 0))

    b.main("petals", tilt(head), "yellow" if sun else "white")
    b.trim(
        "center", tilt(b.ball(0.042 if sun else 0.028, (0, 0.005, 0), (1, 0.42, 1))), "dark brown" if sun else "yellow"
    )
    if sun and b.fine:
        golden = math.pi * (3 - math.sqrt(5))
        seeds = [
            b.ball(
                0.0028,
                (
                    0.0038 * math.sqrt(k) * math.cos(golden * k) * 1.25,
                    0.019,
                    0.0038 * math.sqrt(k) * math.sin(golden * k) * 1.25,
                ),
            )
            for k in range(60)
        ]
        b.trim("seeds", tilt(union(seeds)), "brown")


@model("mushroom")
def _mushroom(b: Bench) -> None:
    b.second(
        "stem",
        b.lathe([(0, 0), (0.02, 0), (0.026, 0.008), (0.02, 0.03), (0.016, 0.07), (0.017, 0.1), (0, 0.1)], curve=True),
        "ivory wax",
    )
    cap: Flat = [(0, 0.088), (0.02, 0.088), (0.06, 0.078), (0.067, 0.086), (0.055, 0.115), (0.03, 0.138), (0, 0.146)]
    b.main("cap", b.lathe(cap, curve=True), "red wax")
    b.second(
        "gills",
        around(b.box(0.0016, 0.011, 0.036, (0, 0.078, 0.034)).rotate((-6, 0, 0)), 40 if b.fine else 24),
        "ivory wax",
    )
    b.second("ring", b.lathe([(0.015, 0.066), (0.027, 0.06), (0.028, 0.063), (0.016, 0.072)]), "ivory wax")
    spots = []
    for turn, up, r in (
        (0.2, 62, 0.011),
        (1.5, 40, 0.009),
        (2.7, 55, 0.012),
        (3.9, 34, 0.008),
        (5.0, 58, 0.01),
        (0.9, 22, 0.008),
        (3.2, 20, 0.007),
        (2.1, 18, 0.007),
        (5.7, 26, 0.009),
        (4.5, 82, 0.01),
    ):
        e = math.radians(up)
        at = (0.064 * math.cos(e) * math.sin(turn), 0.092 + 0.053 * math.sin(e), 0.064 * math.cos(e) * math.cos(turn))
        spots.append(b.ball(r, at, (1, 0.8, 1)))
    b.trim("dots", union(spots), "white")


@model("pumpkin")
def _pumpkin(b: Bench) -> None:
    ribs = 10
    body = union([b.ball(0.1, (0, 0, 0.075), (1.05, 1.16, 1.0)).rotate((0, 360 * k / ribs, 0)) for k in range(ribs)])
    if b.has("jack", "carved", "halloween", "lantern", "spooky", "scary"):
        eye: Flat = [(-0.028, 0), (0.028, 0), (0, 0.045)]
        cuts = both(b.prism(eye, 0.3, (0.055, 0.02, 0.15))) + b.prism(
            [(-0.016, -0.012), (0.016, -0.012), (0, 0.014)], 0.3, (0, 0, 0.15)
        )
        mouth: Flat = [
            (-0.09, -0.02),
            (-0.055, -0.045),
            (-0.04, -0.03),
            (-0.02, -0.052),
            (0, -0.036),
            (0.02, -0.052),
            (0.04, -0.03),
            (0.055, -0.045),
            (0.09, -0.02),
            (0.06, -0.07),
            (0.03, -0.078),
            (0.018, -0.062),
            (0, -0.082),
            (-0.018, -0.062),
            (-0.03, -0.078),
            (-0.06, -0.07),
        ]
        cuts += b.prism(mouth, 0.3, (0, 0, 0.15))
        hollow = body.scale((0.84, 0.84, 0.84))
        b.main("pumpkin", (body - hollow) - cuts, "orange wax")
        b.trim("glow", body.scale((0.8, 0.8, 0.8)), "#ffb02e light")
    else:
        b.main("pumpkin", body, "orange wax")
    b.trim(
        "stem",
        b.tube(
            [(0, 0.085, 0), (0, 0.13, 0), (0.018, 0.165, 0.008), (0.045, 0.178, 0.012)], [0.028, 0.015, 0.013, 0.017]
        ),
        "olive bark",
    )


@model("grass")
def _grass(b: Bench) -> None:
    blades = []
    for k in range(46 if b.fine else 30):
        turn, r = 2.4 * k, 0.012 * math.sqrt(k)
        x, z, h = r * math.cos(turn), r * math.sin(turn), b.chance(0.18, 0.34)
        lean = b.chance(0.05, 0.14)
        blades.append(
            b.tube(
                [
                    (x, 0, z),
                    (x + 0.25 * lean * math.cos(turn), h * 0.55, z + 0.25 * lean * math.sin(turn)),
                    (x + lean * math.cos(turn), h, z + lean * math.sin(turn)),
                ],
                [0.006, 0.005, 0.0008],
                flat=0.4,
            )
        )
    b.main("blades", union(blades), "grass")
    if b.has("wheat"):
        b.trim(
            "ears",
            union(
                [
                    b.ball(
                        0.012,
                        (0.02 * math.cos(2.4 * k) * math.sqrt(k), 0.33, 0.02 * math.sin(2.4 * k) * math.sqrt(k)),
                        (1, 3, 1),
                    )
                    for k in range(12)
                ]
            ),
            "straw",
        )
