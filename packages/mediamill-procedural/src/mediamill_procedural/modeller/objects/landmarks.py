"""Mills, bridges, wells, temples and other things that are built."""

from mediamill_procedural.modeller.bench import Bench
from mediamill_procedural.modeller.curves import Flat
from mediamill_procedural.modeller.model import model
from mediamill_procedural.modeller.objects.houses import GLASS, gable, roof
from mediamill_procedural.modeller.shapes import around, both, four, hull, union


@model("windmill")
def _windmill(b: Bench) -> None:
    eight = 8
    body = b.lathe([(0, 0), (2.3, 0), (1.5, 7.0), (0, 7.0)], sides=eight).rotate((0, 22.5, 0))
    b.main("body", body, "white plaster")
    b.trim("base", b.lathe([(0, 0), (2.5, 0), (2.4, 0.9), (0, 0.9)], sides=eight).rotate((0, 22.5, 0)), "brick")
    b.second("cap", b.lathe([(0, 7.0), (1.7, 7.0), (1.5, 7.6), (0.9, 8.4), (0, 8.7)], curve=True), "brown tiles")
    b.trim("door", b.box(1.0, 1.9, 0.2, (0, 0, 2.16)).rotate((-3, 0, 0)), "dark green wood")
    panes = union([b.box(0.55, 0.75, 0.16, (0, y, z)) for y, z in ((3.2, 1.75), (5.2, 1.55))])
    b.trim("windows", panes, GLASS)
    b.trim(
        "gallery",
        b.ring(2.25, 0.05, (0, 3.3, 0))
        + b.cyl(0.12, 2.3, at=(0, 2.6, 0))
        + around(b.rod((0, 2.7, 2.25), (0, 3.3, 2.25), 0.04), 16),
        "oak",
    )
    lattice = (
        b.box(0.12, 4.3, 0.1, (0, 0.2, 0))
        + b.box(0.06, 3.5, 0.06, (0.75, 1.0, 0))
        + union([b.box(0.8, 0.05, 0.06, (0.38, 1.0 + 0.43 * k, 0)) for k in range(9)])
    )
    sails = union([lattice.rotate((0, 0, 90 * k + 20)) for k in range(4)]).translate((0, 7.6, 2.1))
    b.second("blades", sails, "light brown wood")
    cloth = b.box(0.62, 3.4, 0.025, (0.4, 1.03, -0.035))
    b.second("sails", union([cloth.rotate((0, 0, 90 * k + 20)) for k in range(4)]).translate((0, 7.6, 2.1)), "linen")
    b.trim("axle", b.cyl(1.6, 0.18, at=(0, 7.6, 0.7), axis="z", soft=0.04), "oak")


@model("lighthouse")
def _lighthouse(b: Bench) -> None:
    body = b.lathe([(0, 0.6), (1.9, 0.6), (1.5, 4.0), (1.25, 9.0), (0, 9.0)], curve=False)
    bands = union([b.box(9, 1.2, 9, (0, y, 0)) for y in (2.0, 4.4, 6.8)])
    b.main("tower", body - bands, "white")
    b.second("stripes", body ^ bands, "red")
    b.trim("base", b.lathe([(0, 0), (2.5, 0), (2.3, 0.65), (0, 0.65)]), "stone")
    b.trim(
        "gallery",
        b.cyl(0.25, 1.7, at=(0, 9.0, 0), soft=0.05)
        + b.ring(1.6, 0.04, (0, 9.95, 0))
        + b.ring(1.6, 0.03, (0, 9.6, 0))
        + around(b.rod((0, 9.2, 1.6), (0, 9.95, 1.6), 0.03), 16),
        "black metal",
    )
    b.trim("lamp", b.lathe([(0, 9.3), (0.4, 9.4), (0.45, 9.9), (0.3, 10.3), (0, 10.4)], curve=True), "light")
    b.trim("glass", b.cyl(1.4, 0.85, at=(0, 9.25, 0)), "glass")
    b.trim(
        "frame",
        around(b.rod((0, 9.2, 0.87), (0, 10.7, 0.87), 0.04), 8) + b.ring(0.87, 0.06, (0, 10.65, 0)),
        "black metal",
    )
    b.second(
        "roof",
        b.lathe([(0, 10.65), (1.1, 10.65), (0.8, 11.2), (0.25, 11.75), (0, 11.8)], curve=True)
        + b.ball(0.18, (0, 11.9, 0))
        + b.rod((0, 11.9, 0), (0, 12.8, 0), 0.04, 0.015),
        "red",
    )
    b.trim("door", b.box(0.9, 1.7, 0.2, (0, 0.62, 1.8)) + b.cyl(0.2, 0.45, at=(0, 2.32, 1.65), axis="z"), "brown wood")
    b.trim(
        "windows",
        union([b.ball(0.28, (0, y, z), (1, 1.4, 0.3)) for y, z in ((3.6, 1.52), (6.1, 1.4), (8.2, 1.3))]),
        GLASS,
    )


@model("bridge")
def _bridge(b: Bench) -> None:
    span, w = 10.0, 2.6
    top = [(x, 2.2 - 0.03 * x * x) for x in [-span / 2 + span * k / 20 for k in range(21)]]
    deck = b.prism([*top, (span / 2, 0), (-span / 2, 0)], w)
    holes = b.cyl(9, 1.5, at=(0, 0.1, -4.5), axis="z") + both(b.cyl(9, 0.85, at=(2.9, 0.0, -4.5), axis="z"))
    b.main("bridge", deck - holes, "stone")
    rims = [
        b.ring(r + 0.1, 0.12, (x, y, z), "z")
        for x, y, r in ((0, 0.1, 1.5), (2.9, 0, 0.85), (-2.9, 0, 0.85))
        for z in (-w / 2, w / 2)
    ]
    b.main("arches", union(rims) ^ b.box(20, 5, 9), "sandstone")
    wall = b.prism([*[(x, y + 0.75) for x, y in top], *[(x, y - 0.02) for x, y in reversed(top)]], 0.25)
    b.main("walls", wall.translate((0, 0, w / 2 - 0.12)) + wall.translate((0, 0, -w / 2 + 0.12)), "stone")
    cap = b.prism([*[(x, y + 0.85) for x, y in top], *[(x, y + 0.74) for x, y in reversed(top)]], 0.38)
    b.trim("cap", cap.translate((0, 0, w / 2 - 0.12)) + cap.translate((0, 0, -w / 2 + 0.12)), "sandstone")
    b.main("posts", four(b.box(0.4, 1.3, 0.4, (span / 2 - 0.15, 1.1, w / 2 - 0.12), 0.04)), "sandstone")


@model("well")
def _well(b: Bench) -> None:
    b.main("wall", b.cyl(0.9, 0.85) - b.cyl(1.0, 0.62, at=(0, 0.1, 0)), "stone")
    b.main("rim", b.lathe([(0.58, 0.88), (0.95, 0.88), (0.95, 1.0), (0.58, 1.0)]), "stone")
    b.trim("water", b.cyl(0.45, 0.62, at=(0, 0.1, 0)), "water")
    b.trim("posts", both(b.box(0.13, 1.4, 0.13, (0.76, 0.98, 0), 0.01)), "oak")
    b.second("roof", roof(b, 1.9, 0.7, 1.3, 2.2, 0.07), "tiles")
    b.trim("gable", gable(b, 1.8, 0.62, 0.1, 2.2) + b.box(1.7, 0.1, 0.12, (0, 2.16, 0)), "oak")
    b.trim(
        "spindle",
        b.cyl(1.9, 0.06, at=(-0.85, 1.75, 0), axis="x")
        + b.tube([(1.0, 1.75, 0), (1.05, 1.75, 0), (1.05, 1.5, 0), (1.2, 1.5, 0)], 0.025, curve=False),
        "oak",
    )
    b.trim(
        "rope",
        b.cyl(0.3, 0.085, at=(-0.15, 1.75, 0), axis="x") + b.rod((0, 1.75, 0.07), (0, 1.3, 0.07), 0.014),
        "tan fabric",
    )
    b.trim("bucket", b.vessel([(0, 0), (0.1, 0), (0.14, 0.24)], 0.01, (0, 1.02, 0.07)), "oak")


@model("tent")
def _tent(b: Bench) -> None:
    if b.has("teepee", "tipi", "wigwam"):
        b.main(
            "tent",
            b.lathe([(0, 0), (1.4, 0), (0.12, 3.0), (0, 3.0)], sides=12)
            - b.prism([(-0.45, -0.1), (0.45, -0.1), (0, 1.5)], 2, (0, 0, 1.6)),
            "linen",
        )
        b.trim("poles", around(b.rod((0, 2.7, 0.14), (0, 3.5, -0.22), 0.03), 6), "oak")
        b.second(
            "band",
            b.lathe([(0.2, 0.9), (1.03, 0.9), (0.86, 1.3), (0.2, 1.3)], sides=12)
            - b.prism([(-0.45, -0.1), (0.45, -0.1), (0, 1.5)], 2, (0, 0, 1.6)),
            "terracotta",
        )
        return
    if b.has("circus"):
        b.main("walls", b.cyl(2.2, 4.0), "white fabric")
        top = b.lathe([(0, 2.1), (4.3, 2.1), (2.2, 3.4), (0.3, 5.6), (0, 5.7)], curve=True)
        wedges = union(
            [
                b.prism([(0, 0), (9, 1.2), (9, -1.2)], 9, axis="y").rotate((0, 30 * k, 0))
                for k in range(0, 12, 1)
                if k % 1 == 0
            ]
        )
        b.main("roof", top - wedges, "white fabric")
        b.second("stripes", (top ^ wedges) + (b.cyl(2.2, 4.02) ^ wedges), "red fabric")
        b.trim("flag", b.rod((0, 5.6, 0), (0, 7.0, 0), 0.05) + b.prism([(0, 6.4), (0.9, 6.65), (0, 6.9)], 0.03), "gold")
        return
    door: Flat = [(-0.5, -0.1), (0.5, -0.1), (0, 1.35)]
    body = gable(b, 2.4, 1.6, 2.6, 0.0)
    b.main("tent", body - b.prism(door, 0.8, (0, 0, 1.2)), "orange fabric")
    flap = b.prism([(-0.52, 0), (-0.3, 0), (-0.02, 1.36)], 0.05, (0, 0, 1.3))
    b.second("flaps", both(flap), "cream fabric")
    b.second(
        "edges",
        both(b.limb((1.2, 0.02, 1.3), (0, 1.6, 1.3), 0.025) + b.limb((1.2, 0.02, -1.3), (0, 1.6, -1.3), 0.025))
        + b.limb((0, 1.6, 1.3), (0, 1.6, -1.3), 0.025),
        "cream fabric",
    )
    b.trim(
        "ropes",
        four(b.rod((1.0, 0.28, 1.3), (1.5, 0.03, 1.75), 0.008))
        + b.rod((0, 1.6, 1.3), (0, 0.03, 2.3), 0.008)
        + b.rod((0, 1.6, -1.3), (0, 0.03, -2.3), 0.008),
        "ivory fabric",
    )
    b.trim(
        "pegs",
        four(b.rod((1.5, 0.1, 1.75), (1.52, 0.0, 1.77), 0.014))
        + b.rod((0, 0.1, 2.3), (0, 0, 2.32), 0.014)
        + b.rod((0, 0.1, -2.3), (0, 0, -2.32), 0.014),
        "steel",
    )
    b.trim("floor", b.box(2.35, 0.03, 2.55, (0, 0, 0)) ^ b.box(0.9, 1, 3.0, (0, 0, 0.02)), "grey fabric")


@model("pyramid")
def _pyramid(b: Bench) -> None:
    steps = 20 if b.fine else 12
    side, h = 20.0, 12.6
    courses = [
        b.box(side * (1 - k / steps), h / steps + 0.001, side * (1 - k / steps), (0, h * k / steps, 0))
        for k in range(steps)
    ]
    door = b.box(1.6, 2.2, 2.4, (0, 0, side / 2 - 0.9))
    b.main("pyramid", union(courses) - door, "sandstone")
    b.main("portal", b.box(2.6, 2.9, 1.6, (0, 0, side / 2 - 0.7)) - b.box(1.5, 2.1, 9, (0, 0, side / 2)), "sandstone")
    b.second(
        "cap",
        hull(b.box(side / steps, 0.02, side / steps, (0, h - 0.01, 0)), b.box(0.02, 0.02, 0.02, (0, h + h / steps, 0))),
        "gold",
    )
    b.trim("doorway", b.box(1.6, 2.2, 0.1, (0, 0, side / 2 - 2.0)), "black")


@model("temple")
def _temple(b: Bench) -> None:
    for k in range(3):
        b.main("steps", b.box(12 - 0.8 * k, 0.3, 8 - 0.8 * k, (0, 0.3 * k, 0)), "marble")
    profile: Flat = [
        (0, 0.9),
        (0.5, 0.9),
        (0.5, 1.05),
        (0.38, 1.12),
        (0.38, 1.2),
        (0.32, 4.6),
        (0.34, 4.65),
        (0.48, 4.85),
        (0.48, 4.95),
        (0, 4.95),
    ]
    column = b.lathe(profile)
    if b.fine:
        flutes = around(b.rod((0, 1.2, 0.4), (0, 4.62, 0.345), 0.045), 12)
        column = column - flutes
    across = b.count("column", 6, most=10)
    places = [(-4.7 + 9.4 * k / (across - 1), 3.1) for k in range(across)] if across > 1 else [(0.0, 3.1)]
    rows = [(x, z) for x, depth in places for z in (depth, -depth)] + [
        (x, z) for x in (-4.7, 4.7) for z in (-1.05, 1.05)
    ]
    b.main("columns", union([column.translate((x, 0, z)) for x, z in rows]), "marble")
    b.main("cella", b.box(6.6, 4.05, 3.4, (0, 0.9, 0)) - b.box(1.5, 2.8, 1, (0, 0.9, 1.6)), "marble")
    b.trim("door", b.box(1.5, 2.8, 0.1, (0, 0.9, 1.25)), "bronze")
    b.main("beam", b.box(10.6, 0.5, 7.2, (0, 4.95, 0)) + b.box(10.9, 0.2, 7.5, (0, 5.45, 0)), "marble")
    b.main("pediment", gable(b, 10.6, 1.7, 7.0, 5.65), "marble")
    b.second("roof", roof(b, 10.6, 1.7, 7.0, 5.65, 0.18), "terracotta")


@model("gate")
def _gate(b: Bench) -> None:
    opening = b.box(2.2, 2.4, 4) + b.cyl(4, 1.1, at=(0, 2.4, -2), axis="z")
    b.main("arch", b.box(4.2, 4.4, 1.2) - opening, "stone")
    b.main(
        "cornice",
        b.box(4.6, 0.25, 1.6, (0, 4.4, 0), 0.05)
        + both(b.box(1.1, 0.3, 1.45, (1.6, 0, 0)))
        + b.box(4.4, 0.18, 1.4, (0, 3.85, 0), 0.03),
        "stone",
    )
    b.main("keystone", hull(b.box(0.34, 0.02, 1.4, (0, 3.4, 0)), b.box(0.5, 0.02, 1.4, (0, 3.95, 0))), "stone")
    if b.has("door", "doorway", "gate", "wooden"):
        b.second("doors", opening ^ b.box(2.2, 4, 0.16), "brown wood")
        b.trim(
            "bands",
            (opening ^ (b.box(2.1, 0.14, 0.24, (0, 0.6, 0)) + b.box(2.1, 0.14, 0.24, (0, 2.0, 0))))
            + b.box(0.03, 3.4, 0.2),
            "iron",
        )
        b.trim("rings", both(b.ring(0.12, 0.025, (0.25, 1.2, 0.13), "z")), "iron")


@model("fountain")
def _fountain(b: Bench) -> None:
    b.main("basin", b.vessel([(0, 0), (1.5, 0), (1.5, 0.1), (1.38, 0.15), (1.42, 0.5), (1.55, 0.6)], 0.14), "marble")
    b.trim("water", b.cyl(0.28, 1.28, at=(0, 0.14, 0)), "water")
    b.main(
        "column",
        b.lathe([(0, 0.1), (0.35, 0.1), (0.3, 0.3), (0.14, 0.5), (0.12, 1.1), (0.2, 1.3), (0, 1.3)], curve=True),
        "marble",
    )
    b.main("bowl", b.vessel([(0, 1.25), (0.25, 1.27), (0.6, 1.4), (0.75, 1.55)], 0.06, curve=True), "marble")
    b.trim("water", b.cyl(0.07, 0.66, at=(0, 1.42, 0)), "water")
    b.main(
        "top", b.lathe([(0, 1.4), (0.1, 1.42), (0.08, 1.8), (0.16, 1.95), (0.1, 2.1), (0, 2.12)], curve=True), "marble"
    )
    jets = around(
        b.tube(
            [(0, 2.1, 0), (0, 2.5, 0.14), (0, 2.45, 0.36), (0, 1.95, 0.52), (0, 1.46, 0.58)],
            [0.03, 0.028, 0.026, 0.024, 0.022],
        ),
        8,
    )
    falls = around(
        b.tube([(0, 1.53, 0.7), (0, 1.5, 0.82), (0, 1.1, 0.95), (0, 0.4, 1.02)], [0.03, 0.03, 0.028, 0.026]), 10
    )
    b.trim("jets", jets + falls, "water")


@model("fence")
def _fence(b: Bench) -> None:
    if b.has("wall"):
        b.main("wall", b.box(3.0, 1.5, 0.3), "brick")
        b.trim("cap", b.box(3.1, 0.1, 0.4, (0, 1.5, 0), 0.02), "stone")
        return
    picket: Flat = [(-0.05, 0.06), (0.05, 0.06), (0.05, 0.92), (0, 1.02), (-0.05, 0.92)]
    count = 17
    b.main(
        "pickets",
        union([b.prism(picket, 0.025).translate((-1.4 + 2.8 * k / (count - 1), 0, 0.035)) for k in range(count)]),
        "white wood",
    )
    b.main("rails", b.box(2.95, 0.08, 0.045, (0, 0.28, 0)) + b.box(2.95, 0.08, 0.045, (0, 0.72, 0)), "white wood")
    for x in (-1.48, 0.0, 1.48):
        b.main(
            "posts",
            b.box(0.11, 1.05, 0.11, (x, 0, -0.06), 0.01)
            + hull(b.box(0.14, 0.02, 0.14, (x, 1.05, -0.06)), b.box(0.02, 0.02, 0.02, (x, 1.12, -0.06))),
            "white wood",
        )
