"""What flies or leaves the earth; all look toward +Z."""

from mediamill_procedural.modeller.bench import Bench
from mediamill_procedural.modeller.curves import Flat
from mediamill_procedural.modeller.model import model
from mediamill_procedural.modeller.organic import Egg, Limb
from mediamill_procedural.modeller.shapes import Points, around, both, hull, union


@model("rocket")
def _rocket(b: Bench) -> None:
    body: Flat = [(0, 0.55), (0.42, 0.55), (0.42, 0.55), (0.55, 1.2), (0.6, 2.0), (0.55, 2.9), (0.4, 3.6)]
    b.main("body", b.lathe([*body, (0.4, 3.6), (0, 3.6)], curve=True), "white")
    b.second(
        "nose", b.lathe([(0, 3.6), (0.405, 3.6), (0.405, 3.6), (0.29, 4.02), (0.13, 4.36), (0, 4.5)], curve=True), "red"
    )
    b.second("nose", b.limb((0, 4.45, 0), (0, 4.72, 0), 0.03, 0.012) + b.ball(0.035, (0, 4.74, 0)), "red")
    bell = b.lathe([(0.2, 0.6), (0.24, 0.42), (0.36, 0.1), (0.32, 0.1), (0.2, 0.4), (0.15, 0.6)])
    b.trim("nozzle", bell, "steel")
    count = b.count("fin", 3, most=8)
    outline: Flat = [(0.36, 0.62), (0.92, 0.0), (1.08, 0.0), (1.02, 0.75), (0.8, 1.2), (0.5, 1.6), (0.36, 1.6)]
    b.second("fins", around(b.prism(outline, 0.08, r=0.025), count, 30), "red")
    b.second("band", b.lathe([(0.4, 1.12), (0.555, 1.12), (0.58, 1.3), (0.4, 1.3)]), "red")
    windows = b.count("window", 2, most=4)
    for index in range(windows):
        y, r = 2.75 - 0.75 * index, 0.2 if index == 0 else 0.15
        z = 0.55 if y > 2.4 else 0.585
        b.trim("frames", b.ring(r, 0.04, (0, y, z), "z"), "steel")
        b.trim("windows", b.ball(r, (0, y, z - 0.02), (1, 1, 0.35)), "#3f8fc8 porcelain")
    if b.fine:
        rivets = [around(b.ball(0.014, (0, y, r)), 24) for y, r in ((1.36, 0.571), (3.5, 0.43))]
        b.trim("rivets", union(rivets), "steel")
        b.second("band", b.lathe([(0.3, 3.3), (0.492, 3.3), (0.462, 3.4), (0.3, 3.4)]), "red")
    if b.has("fire", "flame", "launching", "flying", "burning", "smoke"):
        b.trim(
            "flame",
            b.lathe([(0, -1.0), (0.12, -0.5), (0.26, -0.05), (0.28, 0.15), (0.2, 0.3), (0, 0.3)], curve=True),
            "#ff8a1e light",
        )


@model("ufo")
def _ufo(b: Bench) -> None:
    disc: Flat = [
        (0, 0.72),
        (0.7, 0.7),
        (0.7, 0.7),
        (1.4, 0.92),
        (1.9, 1.12),
        (2.0, 1.2),
        (1.9, 1.28),
        (1.4, 1.46),
        (0.85, 1.58),
        (0.85, 1.58),
        (0, 1.6),
    ]
    b.main("hull", b.lathe(disc, curve=True), "silver")
    b.trim("dome", b.ball(0.8, (0, 1.55, 0), (1, 0.95, 1)) - b.box(3, 2, 3, (0, -0.42, 0)), "#66d8e8 glass")
    b.trim(
        "pilot",
        b.blob([Egg((0, 1.95, 0), (0.2, 0.26, 0.2)), Limb((0, 1.5, 0), (0, 1.72, 0), 0.18, 0.08)], 0.08),
        "lime",
    )
    b.trim("eyes", both(b.ball(0.075, (0.085, 1.97, 0.16), (0.8, 1.2, 0.6))), "black")
    b.second("ring", b.ring(2.0, 0.07, (0, 1.2, 0)), "dark grey metal")
    b.trim("lights", around(b.ball(0.1, (0, 1.375, 1.62), (1, 0.7, 1)), 12), "#ffd23c light")
    b.trim("lights", b.cyl(0.1, 0.5, 0.6, (0, 0.64, 0)), "#8affc8 light")
    b.trim(
        "legs",
        around(b.limb((0, 0.85, 1.0), (0, 0.08, 1.35), 0.05, 0.04) + b.cyl(0.06, 0.2, at=(0, 0, 1.37), soft=0.02), 3),
        "steel",
    )


@model("plane")
def _plane(b: Bench) -> None:
    if b.has("biplane", "propeller", "toy", "old"):
        return _biplane(b)
    body = b.lathe(
        [(0, -4.5), (0.12, -4.45), (0.35, -3.4), (0.55, -2.0), (0.6, 0), (0.6, 2.6), (0.5, 3.6), (0.3, 4.2), (0, 4.45)],
        (0, 1.75, 0),
        "z",
        curve=True,
    )
    b.main("body", body, "white")
    wing: Flat = [(0.3, 1.1), (4.6, -1.3), (4.75, -1.85), (4.3, -1.9), (1.6, -0.9), (0.3, -0.9)]
    plate = b.prism([(x, -z) for x, z in wing], 0.14, r=0.06, axis="y").translate((0, 1.45, 0))
    b.second("wings", both(plate.warp_batch(_raised)), "light grey")
    tail: Flat = [(0.1, -3.1), (1.8, -4.1), (1.85, -4.5), (1.5, -4.5), (0.1, -4.1)]
    b.second(
        "tail", both(b.prism([(x, -z) for x, z in tail], 0.08, r=0.03, axis="y").translate((0, 1.85, 0))), "light grey"
    )
    fin: Flat = [(2.6, 2.0), (3.3, 2.1), (4.2, 3.6), (4.65, 3.6), (4.4, 1.8)]
    b.second("fin", b.prism(fin, 0.1, r=0.03, axis="x"), "blue")
    for x, z in ((1.7, 0.2),):
        pod = b.lathe(
            [(0.0, -1.0), (0.16, -0.95), (0.26, -0.3), (0.29, 0.4), (0.27, 0.62), (0.22, 0.62), (0.2, 0.35), (0, 0.35)],
            (x, 1.12, z),
            "z",
            curve=True,
        )
        b.trim("engines", both(pod), "silver")
        b.trim(
            "fans",
            both(b.ball(0.1, (x, 1.12, z + 0.4), (1, 1, 1.4)) + b.cyl(0.04, 0.21, at=(x, 1.12, z + 0.34), axis="z")),
            "dark grey metal",
        )
        b.trim("pylons", both(b.box(0.06, 0.3, 0.7, (x, 1.25, z - 0.3))), "light grey")
    count = 14 if b.fine else 10
    panes = union([b.ball(0.085, (0.585, 1.87, 2.3 - 4.6 * k / (count - 1)), (0.3, 1.2, 0.9)) for k in range(count)])
    b.trim("windows", both(panes), "#1c2a36 porcelain")
    cockpit = b.ball(0.36, (0, 1.98, 3.62), (1.0, 0.55, 1.1))
    b.trim("cockpit", cockpit, "#1c2a36 porcelain")
    b.trim(
        "stripe",
        both((body.scale((1.006, 1.006, 1.0)).translate((0, -0.01, 0))) ^ b.box(2, 0.12, 6.4, (0, 1.58, -0.2))),
        "blue",
    )
    for x, z in ((0.0, 3.1), (0.9, -0.3), (-0.9, -0.3)):
        b.trim("gear", b.rod((x, 0.3, z), (x, 1.45, z), 0.05), "steel")
        b.trim(
            "wheels",
            b.lathe(
                [(0.05, -0.14), (0.22, -0.14), (0.26, -0.08), (0.26, 0.08), (0.22, 0.14), (0.05, 0.14)],
                (x, 0.26, z),
                "x",
            ),
            "rubber",
        )
    return None


def _raised(vertices: Points) -> Points:
    """Wings bend upward, away from the body."""
    vertices[:, 1] += 0.02 * vertices[:, 0] ** 2
    return vertices


def _biplane(b: Bench) -> None:
    b.main(
        "body",
        b.blob(
            [Limb((0, 1.3, 2.0), (0, 1.25, 0.2), 0.48, 0.46), Limb((0, 1.25, 0.2), (0, 1.35, -2.6), 0.42, 0.14)], 0.2
        ),
        "red",
    )
    wing: Flat = [
        (x, z)
        for x, z in (
            (-3.6, 0.4),
            (-3.4, 0.62),
            (3.4, 0.62),
            (3.6, 0.4),
            (3.6, -0.4),
            (3.4, -0.62),
            (-3.4, -0.62),
            (-3.6, -0.4),
        )
    ]
    for y in (0.95, 2.3):
        b.second("wings", b.prism(wing, 0.1, (0, y, 0), 0.04, "y").translate((0, 0, 0.7)), "cream")
    struts = [b.rod((x, 1.0, z), (x, 2.35, z), 0.03) for x in (1.2, 2.8) for z in (0.35, 1.1)]
    b.trim("struts", both(union(struts)), "walnut")
    b.second(
        "tail",
        b.prism([(-1.3, 0.3), (1.3, 0.3), (1.1, -0.4), (-1.1, -0.4)], 0.07, (0, 1.42, -2.5), 0.025, "y"),
        "cream",
    )
    b.second("fin", b.prism([(2.1, 1.4), (2.5, 2.2), (2.95, 2.2), (2.95, 1.3)], 0.07, r=0.025, axis="x"), "cream")
    b.trim("engine", b.cyl(0.3, 0.5, at=(0, 1.3, 2.1), axis="z", soft=0.06), "dark grey metal")
    blade = hull(b.box(0.1, 0.1, 0.04, (0, 0.1, 0), 0.015), b.box(0.22, 0.1, 0.03, (0, 0.8, 0), 0.012))
    b.trim("propeller", union([blade, blade.rotate((0, 0, 180))]).rotate((0, 0, 25)).translate((0, 1.3, 2.5)), "oak")
    b.trim("spinner", b.ball(0.16, (0, 1.3, 2.48), (1, 1, 1.3)), "brass")
    b.trim("cockpit", b.cyl(0.25, 0.32, at=(0, 1.5, -0.4)), "black leather")
    b.trim("window", b.box(0.5, 0.26, 0.02, (0, 1.68, -0.02), 0.008), "glass")
    b.trim(
        "wheels",
        both(b.ring(0.24, 0.08, (0.75, 0.32, 0.9), "x") + b.cyl(0.06, 0.22, at=(0.72, 0.32, 0.9), axis="x")),
        "rubber",
    )
    b.trim(
        "gear",
        both(b.rod((0.75, 0.32, 0.9), (0.3, 1.0, 0.9), 0.035)) + b.cyl(1.5, 0.03, at=(-0.75, 0.32, 0.9), axis="x"),
        "steel",
    )
    b.trim("skid", b.limb((0, 1.2, -2.5), (0, 0.9, -2.75), 0.04), "steel")


@model("helicopter")
def _helicopter(b: Bench) -> None:
    b.main(
        "body",
        b.blob(
            [
                Egg((0, 1.5, 0.5), (0.85, 0.85, 1.5)),
                Limb((0, 1.8, -0.6), (0, 2.0, -4.2), 0.4, 0.16),
                Egg((0, 2.25, -0.1), (0.4, 0.3, 0.8)),
            ],
            0.4,
        ),
        "blue",
    )
    b.trim(
        "windows",
        b.ball(1, (0, 1.58, 0.85), (0.8, 0.74, 1.26)) - b.box(3, 1.4, 4, (0, 0, 0)) - b.box(3, 4, 2, (0, 0, -0.3)),
        "#20303c porcelain",
    )
    b.second(
        "fin",
        b.prism([(3.9, 1.9), (4.4, 3.0), (4.75, 3.0), (4.5, 1.8), (4.4, 1.5), (4.0, 1.6)], 0.09, r=0.03, axis="x")
        + b.box(1.6, 0.06, 0.45, (0, 1.95, -3.6), 0.025),
        "white",
    )
    b.trim("mast", b.rod((0, 2.4, 0), (0, 2.95, 0), 0.08) + b.cyl(0.14, 0.2, at=(0, 2.85, 0), soft=0.04), "steel")
    count = b.count("blade", 4, most=8)
    b.trim("rotor", around(b.box(0.26, 0.035, 3.7, (0, 2.9, 1.95), 0.014), count, 20), "dark grey")
    tail = union([b.box(0.03, 1.1, 0.12, (0, -0.55, 0), 0.012).rotate((60 * k, 0, 0)) for k in range(3)])
    b.trim("rotor", tail.translate((0.22, 2.3, -4.3)) + b.rod((0, 2.3, -4.3), (0.26, 2.3, -4.3), 0.05), "dark grey")
    skid = b.tube([(0.85, 0.05, -1.3), (0.85, 0.05, 1.5), (0.85, 0.1, 1.9), (0.85, 0.3, 2.1)], 0.05)
    legs = union([b.rod((0.4, 0.85, z), (0.85, 0.05, z), 0.045) for z in (-0.5, 1.1)])
    b.trim("skids", both(skid + legs), "steel")
    b.second(
        "stripe", both(b.ball(1, (0, 1.5, 0.5), (0.862, 0.86, 1.5)) ^ b.box(3, 0.14, 2.6, (0, 1.15, 0.1))), "white"
    )
    b.trim("light", b.ball(0.12, (0, 0.8, 1.4)), "light")


@model("hot air balloon")
def _balloon(b: Bench) -> None:
    envelope: Flat = [(0.9, 4.0), (1.2, 4.6), (2.6, 6.6), (3.6, 8.6), (3.75, 9.8), (3.2, 11.5), (1.8, 12.6), (0, 13.0)]
    whole = b.lathe([(0, 4.0), *envelope], curve=True)
    stripes = union(
        [
            b.prism([(0, 0), (6, 1.61), (6, -1.61)], 10.5, (0, 3.5, 0), axis="y").rotate((0, 360 * k / 6, 0))
            for k in range(6)
        ]
    )
    b.main("envelope", whole - stripes, "red")
    b.second("stripes", whole ^ stripes, "yellow")
    b.trim("basket", b.box(1.2, 0.95, 1.2, (0, 0, 0), 0.08) - b.box(1.04, 1.0, 1.04, (0, 0.12, 0), 0.05), "wicker")
    b.trim("rim", b.box(1.28, 0.1, 1.28, (0, 0.9, 0), 0.045) - b.box(1.02, 0.3, 1.02, (0, 0.8, 0)), "leather")
    ropes = union(
        [b.rod((sx * 0.55, 0.9, sz * 0.55), (sx * 0.62, 4.05, sz * 0.62), 0.022) for sx in (-1, 1) for sz in (-1, 1)]
    )
    b.trim("ropes", ropes, "tan fabric")
    b.trim(
        "burner",
        b.cyl(0.3, 0.16, at=(0, 2.1, 0))
        + b.rod((-0.57, 2.1, 0.57), (0.57, 2.1, -0.57), 0.03)
        + b.rod((-0.57, 2.1, -0.57), (0.57, 2.1, 0.57), 0.03),
        "steel",
    )
    b.trim("flame", b.lathe([(0, 2.4), (0.12, 2.5), (0.14, 2.75), (0.05, 3.2), (0, 3.35)], curve=True), "#ff9a2e light")
