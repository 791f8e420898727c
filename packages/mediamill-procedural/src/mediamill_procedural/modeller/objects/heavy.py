"""Trucks, buses, trains, tanks and tractors; all look toward +Z."""

from mediamill_procedural.modeller.bench import Bench
from mediamill_procedural.modeller.curves import Flat, star
from mediamill_procedural.modeller.model import model
from mediamill_procedural.modeller.objects.cars import side_view, wheels
from mediamill_procedural.modeller.organic import Egg
from mediamill_procedural.modeller.shapes import both, four, hull, union


@model("truck")
def _truck(b: Bench) -> None:
    fire = b.has("fire")
    usual = "red" if fire else "blue"
    cab: Flat = [(1.25, 0.55), (1.25, 2.35), (2.35, 2.35), (2.85, 1.5), (3.0, 1.4), (3.0, 0.55)]
    b.main("cab", side_view(b, cab, 2.1, 0.08) - union([b.cyl(3, 0.55, at=(-1.5, 0.48, 2.2), axis="x")]), usual)
    b.trim("windows", both(b.box(0.02, 0.62, 0.75, (1.045, 1.5, 1.95), 0.008)), "#1e262c porcelain")
    shield = b.box(1.8, 0.82, 0.03, r=0.01).rotate((-30, 0, 0)).translate((0, 1.55, 2.83))
    b.trim("windows", shield, "#1e262c porcelain")
    b.trim("frame", b.box(1.0, 0.22, 5.6, (0, 0.45, -0.1)), "dark grey metal")
    if fire:
        b.main("box", b.box(2.1, 1.5, 4.0, (0, 0.7, -0.95), 0.06), usual)
        rails = both(b.box(0.07, 0.1, 3.8, (0.3, 2.35, -0.7))) + union(
            [b.box(0.6, 0.05, 0.05, (0, 2.375, -2.5 + 0.36 * k)) for k in range(11)]
        )
        b.trim("ladder", rails, "steel")
        b.trim("stripe", both(b.box(0.02, 0.16, 3.9, (1.05, 1.1, -0.95))), "white")
        b.trim("lights", b.box(1.3, 0.16, 0.26, (0, 2.34, 1.7), 0.05), "#2a50ff light")
        b.trim(
            "doors", both(union([b.box(0.02, 0.7, 0.8, (1.05, 1.36, -2.4 + 0.98 * k)) for k in range(4)])), "aluminium"
        )
    elif b.has("dump"):
        bed = hull(b.box(2.2, 0.1, 3.6, (0, 0.85, -1.0)), b.box(2.4, 0.1, 4.0, (0, 2.1, -1.0)))
        b.second(
            "bed", bed - hull(b.box(2.0, 0.1, 3.4, (0, 0.95, -1.0)), b.box(2.25, 0.1, 3.85, (0, 2.2, -1.0))), "yellow"
        )
    else:
        b.second("box", b.box(2.2, 2.1, 4.1, (0, 0.68, -0.95), 0.05), "white")
        if b.fine:
            b.trim(
                "ribs",
                both(union([b.box(0.03, 1.9, 0.05, (1.1, 0.78, -2.8 + 0.46 * k)) for k in range(9)])),
                "light grey",
            )
    wheels(b, 1.08, [-2.2, -1.0, 2.2], 0.48, 0.34)
    b.trim("headlights", both(b.cyl(0.06, 0.14, at=(0.75, 0.95, 2.97), axis="z", soft=0.02)), "#fff6dc light")
    b.trim("grille", union([b.box(0.95, 0.05, 0.05, (0, 0.78 + 0.11 * k, 3.0)) for k in range(5)]), "chrome")
    b.trim("bumper", b.box(2.1, 0.24, 0.2, (0, 0.42, 3.0), 0.06), "chrome")
    b.trim(
        "mirrors",
        both(b.box(0.06, 0.42, 0.16, (1.2, 1.5, 2.6), 0.03) + b.rod((1.0, 1.8, 2.55), (1.2, 1.8, 2.6), 0.025)),
        "black plastic",
    )


@model("bus")
def _bus(b: Bench) -> None:
    tall = b.has("double", "decker", "double-decker")
    usual = "red" if tall else "yellow"
    h = 4.0 if tall else 2.75
    b.main(
        "body",
        b.box(2.4, h - 0.4, 9.0, (0, 0.4, 0), 0.18)
        - union([b.cyl(4, 0.58, at=(-2, 0.5, z), axis="x") for z in (-2.6, 2.9)]),
        usual,
    )
    rows = [1.4, 2.75] if tall else [1.45]
    glass, posts = [], 7
    for y in rows:
        glass += [b.box(0.03, 0.85, 0.98, (1.195, y, -3.6 + 1.12 * k), 0.01) for k in range(posts)]
        b.trim(
            "windows",
            b.box(2.05, 0.95, 0.04, (0, y - 0.05, 4.49), 0.015) + b.box(1.9, 0.8, 0.04, (0, y, -4.49), 0.015),
            "#1e262c porcelain",
        )
    b.trim("windows", both(union(glass)), "#1e262c porcelain")
    b.trim("door", b.box(0.03, 1.9, 0.95, (-1.195, 0.5, 4.0 - 0.12), 0.01), "#2a343c porcelain")
    b.trim("stripes", both(union([b.box(0.03, 0.07, 8.6, (1.2, y, 0)) for y in (0.95, 1.2)])), "black")
    wheels(b, 1.2, [-2.6, 2.9], 0.5, 0.32)
    b.trim("headlights", both(b.cyl(0.05, 0.16, at=(0.85, 0.85, 4.48), axis="z", soft=0.02)), "#fff6dc light")
    b.trim("taillights", both(b.cyl(0.05, 0.11, at=(0.95, 0.9, -4.52), axis="z")), "#c01414 light")
    b.trim(
        "bumpers",
        b.box(2.3, 0.22, 0.16, (0, 0.42, 4.5), 0.05) + b.box(2.3, 0.22, 0.16, (0, 0.42, -4.5), 0.05),
        "dark grey plastic",
    )


@model("train")
def _train(b: Bench) -> None:
    usual = "dark green"
    b.main("boiler", b.cyl(4.2, 0.85, at=(0, 1.95, -0.8), axis="z"), usual)
    b.second(
        "bands",
        union(
            [b.lathe([(0.7, 0), (0.875, 0), (0.875, 0.08), (0.7, 0.08)], (0, 1.95, z), "z") for z in (-0.3, 0.9, 2.1)]
        ),
        "brass",
    )
    b.trim(
        "smokebox",
        b.cyl(0.8, 0.87, at=(0, 1.95, 3.3), axis="z", soft=0.08)
        + b.cyl(0.1, 0.55, at=(0, 1.95, 4.06), axis="z", soft=0.04),
        "black metal",
    )
    b.trim(
        "chimney",
        b.lathe([(0, 0), (0.28, 0), (0.2, 0.25), (0.2, 0.75), (0.34, 1.05), (0.34, 1.15), (0, 1.15)], (0, 2.65, 3.55)),
        "black metal",
    )
    b.second(
        "domes", b.lathe([(0, 0), (0.3, 0), (0.28, 0.35), (0.15, 0.52), (0, 0.56)], (0, 2.7, 1.3), curve=True), "brass"
    )
    b.main(
        "cab",
        b.box(2.1, 2.0, 1.7, (0, 1.3, -1.7))
        - both(b.box(0.6, 0.8, 0.9, (1.05, 2.2, -1.7)))
        - b.box(1.7, 1.3, 1.4, (0, 2.0, -1.95)),
        usual,
    )
    b.second(
        "roof",
        b.prism(
            [(x, 0.28 - 0.17 * x * x) for x in [-1.25 + 0.25 * k for k in range(11)]] + [(1.25, -0.06), (-1.25, -0.06)],
            2.1,
            (0, 3.33, -1.75),
        ),
        "burgundy",
    )
    b.main("tender", b.box(2.0, 1.3, 2.1, (0, 1.15, -3.9), 0.04) - b.box(1.7, 1.0, 1.8, (0, 1.9, -3.9)), usual)
    b.trim(
        "coal",
        b.blob([Egg((b.chance(-0.5, 0.5), 2.2, -3.9 + b.chance(-0.6, 0.6)), (0.4, 0.3, 0.4)) for _ in range(7)], 0.05)
        ^ b.box(1.72, 2, 1.82, (0, 1.4, -3.9)),
        "coal",
    )
    b.trim("frame", b.box(1.5, 0.35, 8.6, (0, 0.9, -0.6)), "black metal")
    b.trim("buffer", b.box(2.2, 0.4, 0.15, (0, 0.85, 3.75)), "red")
    plough = hull(
        b.box(2.0, 0.05, 0.1, (0, 0.25, 3.8)),
        b.box(1.6, 0.05, 0.05, (0, 0.85, 3.8)),
        b.box(0.3, 0.05, 0.1, (0, 0.2, 4.55)),
    )
    b.trim("plough", plough, "black metal")
    _train_wheels(b)


def _train_wheels(b: Bench) -> None:
    for z, r in ((-4.5, 0.42), (-3.4, 0.42), (-1.2, 0.72), (0.4, 0.72), (2.0, 0.72), (3.2, 0.38)):
        rim = b.lathe([(r * 0.8, 0), (r, 0), (r, 0.16), (r * 0.8, 0.16)], (0.75, r, z), "x")
        spokes = union(
            [b.rod((0.83, r, z), (0.83, r, z + 0.1), r * 0.16)]
            + [b.box(0.06, r * 0.85, 0.06).rotate((45 * k, 0, 0)).translate((0.83, r, z)) for k in range(8)]
        )
        b.trim("wheels", both(rim + spokes + b.cyl(0.2, r * 0.2, at=(0.73, r, z), axis="x")), "red")
    b.trim(
        "rods",
        both(b.box(0.05, 0.13, 3.4, (0.94, 0.62, 0.4), 0.02) + b.cyl(0.9, 0.26, at=(0.85, 0.75, 2.6), axis="z")),
        "steel",
    )
    b.trim("lamp", b.cyl(0.25, 0.2, at=(0, 2.95, 3.95), axis="z", soft=0.03), "brass")
    b.trim("light", b.ball(0.15, (0, 2.95, 4.18), (1, 1, 0.5)), "light")


@model("tank")
def _tank(b: Bench) -> None:
    usual = "olive"
    hull_side: Flat = [(-3.0, 0.75), (-3.1, 1.35), (1.7, 1.4), (3.2, 1.05), (2.7, 0.6), (-2.6, 0.55)]
    b.main("hull", side_view(b, hull_side, 2.2, 0.05), usual)
    loop: Flat = [
        (-2.6, 0.0),
        (2.2, 0.0),
        (3.0, 0.45),
        (3.05, 0.8),
        (2.6, 1.05),
        (-2.8, 1.05),
        (-3.2, 0.75),
        (-3.1, 0.4),
    ]
    track = side_view(b, loop, 0.6, curve=False)
    hollow = side_view(b, [(z * 0.95, 0.08 + y * 0.85) for z, y in loop], 0.7)
    b.second("tracks", both((track - hollow).translate((1.35, 0, 0))), "dark grey metal")
    links = 26 if b.fine else 16
    b.second(
        "tracks",
        both(
            union(
                [b.box(0.66, 0.06, 0.1, (1.35, -0.03, -2.5 + 4.7 * k / links)) for k in range(links + 1)]
                + [b.box(0.66, 0.06, 0.1, (1.35, 1.03, -2.7 + 5.2 * k / links)) for k in range(links + 1)]
            ).translate((0, 0.03, 0))
        ),
        "dark grey metal",
    )
    roll = [b.cyl(0.5, 0.34, at=(1.1, 0.42, -2.1 + 0.84 * k), axis="x", soft=0.04) for k in range(6)]
    b.trim(
        "wheels",
        both(
            union(
                [
                    *roll,
                    b.cyl(0.5, 0.28, at=(1.1, 0.65, 2.72), axis="x"),
                    b.cyl(0.5, 0.28, at=(1.1, 0.7, -2.85), axis="x"),
                ]
            )
        ),
        "#4a4e2c metal",
    )
    b.main("fenders", both(b.box(0.75, 0.06, 5.9, (1.36, 1.1, -0.2), 0.02)), usual)
    _tank_turret(b, usual)


def _tank_turret(b: Bench, usual: str) -> None:
    turret = hull(
        b.box(2.0, 0.05, 2.6, (0, 1.4, -0.4), 0.02),
        b.box(1.3, 0.05, 1.6, (0, 2.05, -0.5), 0.02),
        b.box(1.1, 0.3, 0.1, (0, 1.55, 1.0)),
    )
    b.main("turret", turret, usual)
    b.main(
        "cannon",
        b.rod((0, 1.72, 0.9), (0, 1.8, 4.0), 0.13, 0.09)
        + b.rod((0, 1.795, 3.8), (0, 1.81, 4.2), 0.14)
        - b.rod((0, 1.8, 3.9), (0, 1.812, 4.3), 0.07),
        usual,
    )
    b.main("hatch", b.cyl(0.14, 0.36, at=(0.32, 2.05, -0.6), soft=0.03), usual)
    b.trim("antenna", b.rod((-0.5, 2.0, -1.1), (-0.55, 3.2, -1.3), 0.018, 0.008), "black metal")
    outline = [(0.3 * x, 0.3 * y) for x, y in star(5, 1.0, 0.42)]
    b.trim(
        "star",
        both(
            b.prism(outline, 0.6, axis="x").rotate((0, 0, 27)).translate((0.85, 1.72, -0.5))
            ^ turret.scale((1.012, 1, 1.0))
        ),
        "white",
    )


@model("tractor")
def _tractor(b: Bench) -> None:
    b.main("hood", b.box(0.75, 0.7, 1.7, (0, 0.85, 0.85), 0.1), "green")
    b.main("body", b.box(0.9, 0.5, 1.6, (0, 0.75, -0.5), 0.06), "green")
    b.main(
        "fenders",
        both(
            (
                b.ring(0.85, 0.12, (0.75, 0.8, -0.75), "x").scale((1, 1, 1))
                + b.lathe([(0.78, -0.2), (0.95, -0.2), (0.95, 0.2), (0.78, 0.2)], (0.75, 0.8, -0.75), "x")
            )
            ^ b.box(0.42, 1.0, 1.6, (0.74, 1.1, -0.6))
        ),
        "green",
    )
    posts = four(b.rod((0.42, 1.2, 0.42), (0.4, 2.3, 0.38), 0.035)).translate((0, 0, -0.5))
    b.trim("cab", posts, "black metal")
    b.trim("windows", b.box(0.8, 0.95, 0.76, (0, 1.3, -0.5), 0.02), "glass")
    b.main("roof", b.box(1.05, 0.12, 1.05, (0, 2.28, -0.5), 0.05), "green")
    b.second("seat", b.box(0.42, 0.1, 0.42, (0, 1.24, -0.65), 0.04), "black leather")
    for x, z, r, w in ((0.9, -0.75, 0.78, 0.42), (0.68, 1.25, 0.45, 0.26)):
        lugs = union(
            [b.box(w * 0.9, r * 0.12, r * 0.12, (0, r * 0.94, 0)).rotate((18 * k, 0, 0)) for k in range(20)]
        ).translate((x, r, z))
        tyre = b.lathe(
            [
                (r * 0.5, -w / 2),
                (r * 0.9, -w / 2),
                (r * 0.97, -w * 0.35),
                (r * 0.97, w * 0.35),
                (r * 0.9, w / 2),
                (r * 0.5, w / 2),
            ],
            (x, r, z),
            "x",
        )
        b.trim("wheels", both(tyre + lugs), "rubber")
        b.trim(
            "rims",
            both(
                b.lathe(
                    [(0, -w * 0.3), (r * 0.52, -w * 0.4), (r * 0.52, w * 0.4), (r * 0.3, w * 0.2), (0, w * 0.25)],
                    (x, r, z),
                    "x",
                )
            ),
            "yellow",
        )
    b.trim("exhaust", b.rod((0.22, 1.5, 1.2), (0.22, 2.2, 1.2), 0.045), "dark grey metal")
    b.trim(
        "axle",
        b.cyl(1.3, 0.09, at=(-0.65, 0.45, 1.25), axis="x") + b.box(0.5, 0.3, 1.2, (0, 0.55, 1.0)),
        "dark grey metal",
    )
    b.trim("headlights", both(b.cyl(0.05, 0.1, at=(0.22, 1.3, 1.69), axis="z")), "light")
    b.trim("grille", union([b.box(0.5, 0.03, 0.04, (0, 0.95 + 0.08 * k, 1.7)) for k in range(4)]), "black plastic")
