"""What drives on the road; all look toward +Z."""

from manifold3d import Manifold

from mediamill_procedural.modeller.bench import Bench
from mediamill_procedural.modeller.curves import Flat, smooth
from mediamill_procedural.modeller.model import model
from mediamill_procedural.modeller.organic import Egg, Limb
from mediamill_procedural.modeller.shapes import Vec, both, four, hull, union


def side_view(b: Bench, outline: Flat, width: float, r: float = 0.0, *, curve: bool = False) -> Manifold:
    """A solid of that width from its side view, given as (z, y)."""
    line = [(float(z), float(y)) for z, y in smooth(outline, b.detail.steps, closed=True)] if curve else list(outline)
    return b.prism([(-z, y) for z, y in line], width, r=r, axis="x")


def wheels(b: Bench, x: float, places: list[float], r: float, w: float, rim: str = "silver") -> None:
    """Pairs of wheels with tyres, rims and spokes, at those z."""
    tyre = b.lathe([(r * 0.62, 0), (r * 0.93, 0), (r, w * 0.18), (r, w * 0.82), (r * 0.93, w), (r * 0.62, w)], axis="x")
    bore = b.cyl(w * 1.2, r * 0.6, at=(-w * 0.1, 0, 0), axis="x")
    spokes = [b.box(w * 0.3, r * 0.58, r * 0.14, (w * 0.78, 0, 0)).rotate((72 * k, 0, 0)) for k in range(5)]
    hub = b.cyl(w * 0.95, r * 0.14, at=(0, 0, 0), axis="x") + union(spokes)
    disc = b.cyl(w * 0.5, r * 0.63, at=(w * 0.2, 0, 0), axis="x")
    if b.fine:
        tread = [
            b.box(w * 0.5, r * 0.06, r * 0.05, (w * 0.25, r * 0.97, 0)).rotate((360 * k / 36, 0, 0)) for k in range(36)
        ]
        tyre = tyre - union(tread)
    tyres, rims, discs = [], [], []
    for z in places:
        at: Vec = (x - w, r, z)
        tyres.append((tyre - bore).translate(at))
        rims.append(hub.translate(at))
        discs.append(disc.translate(at))
    b.trim("wheels", both(union(tyres)), "rubber")
    b.trim("rims", both(union(rims)), rim)
    b.trim("hubs", both(union(discs)), "dark grey metal")


@model("car")
def _car(b: Bench) -> None:
    usual = "yellow" if b.has("taxi", "cab") else "white" if b.has("police") else "red"
    lower: Flat = [
        (-2.16, 0.32),
        (-2.2, 0.6),
        (-2.1, 0.9),
        (-1.5, 0.98),
        (0.9, 0.98),
        (1.7, 0.86),
        (2.12, 0.7),
        (2.2, 0.5),
        (2.14, 0.3),
    ]
    body = side_view(b, lower, 1.76, 0.09)
    arches = union([b.cyl(3, 0.41, at=(-1.5, 0.34, z), axis="x") for z in (-1.32, 1.32)])
    b.main("body", body - arches, usual)
    glass: Flat = [(-1.72, 0.95), (-1.1, 1.4), (0.25, 1.42), (1.12, 0.95)]
    cabin = side_view(b, glass, 1.56)
    taper = hull(b.box(1.6, 0.02, 4, (0, 0.92, -0.3)), b.box(1.2, 0.02, 4, (0, 1.42, -0.3)))
    cabin = cabin ^ taper
    b.trim("windows", cabin, "#1e262c porcelain")
    top = hull(
        side_view(b, [(-1.12, 1.385), (-1.0, 1.43), (0.16, 1.45), (0.27, 1.4)], 1.2, 0.01),
        b.box(1.22, 0.01, 1.3, (0, 1.375, -0.42)),
    )
    b.main("roof", top, usual)
    bars = [b.limb((0.775, 0.93, z0), (0.602, 1.4, z1), 0.035) for z0, z1 in ((-1.7, -1.1), (-0.35, -0.4), (1.1, 0.25))]
    b.main("roof", both(union(bars)), usual)
    wheels(b, 0.87, [-1.32, 1.32], 0.34, 0.22)
    b.trim("headlights", both(b.ball(0.13, (0.62, 0.66, 2.05), (1.2, 0.7, 0.75))), "#fff6dc light")
    b.trim("taillights", both(b.box(0.36, 0.12, 0.08, (0.62, 0.66, -2.15), 0.03)), "#b01010 plastic")
    b.trim("grille", b.box(0.8, 0.14, 0.06, (0, 0.5, 2.16), 0.02), "black plastic")
    b.trim(
        "bumpers",
        b.box(1.7, 0.13, 0.12, (0, 0.3, 2.15), 0.05) + b.box(1.7, 0.13, 0.12, (0, 0.32, -2.16), 0.05),
        "dark grey plastic",
    )
    b.main("mirrors", both(b.box(0.16, 0.11, 0.09, (0.93, 0.98, 0.72), 0.03)), usual)
    b.trim("handles", both(b.box(0.03, 0.03, 0.16, (0.885, 0.82, -0.2), 0.012)), "chrome")
    if b.has("taxi", "cab"):
        b.trim("sign", b.box(0.5, 0.14, 0.18, (0, 1.45, -0.3), 0.04), "white plastic")
    if b.has("police"):
        b.trim("doors", both(b.box(0.01, 0.5, 1.5, (0.878, 0.4, -0.1))), "black")
        b.trim("light", b.box(0.45, 0.1, 0.2, (0.26, 1.45, -0.3), 0.03), "#ff2020 light")
        b.trim("lights", b.box(0.45, 0.1, 0.2, (-0.26, 1.45, -0.3), 0.03), "#2040ff light")
    if b.fine:
        seams = [b.box(0.02, 0.5, 0.012, (0.88, 0.44, z)) for z in (-0.95, -0.35, 0.62)]
        b.trim("seams", both(union(seams)), "black")
        b.trim(
            "plates", b.box(0.5, 0.11, 0.02, (0, 0.42, 2.205)) + b.box(0.5, 0.11, 0.02, (0, 0.5, -2.2)), "white plastic"
        )


@model("sports car")
def _sports_car(b: Bench) -> None:
    body = b.blob(
        [
            Egg((0, 0.5, 0), (0.86, 0.3, 2.15)),
            Egg((0, 0.46, 1.5), (0.8, 0.2, 0.75)),
            Egg((0, 0.6, -1.3), (0.9, 0.32, 0.8)),
        ],
        0.3,
    )
    arches = union([b.cyl(3, 0.4, at=(-1.5, 0.34, z), axis="x") for z in (-1.32, 1.34)])
    cut = b.box(3, 0.25, 6, (0, 0.0, 0))
    b.main("body", body - arches - cut, "red")
    b.trim(
        "windows", b.ball(1, (0, 0.66, -0.2), (0.62, 0.46, 1.15)) - b.box(3, 0.6, 6, (0, 0.0, 0)), "#1a2126 porcelain"
    )
    b.main("roof", (b.ball(1, (0, 0.68, -0.28), (0.6, 0.455, 1.1)) - b.box(3, 1.02, 6, (0, 0.0, 0))), "red")
    wheels(b, 0.92, [-1.32, 1.34], 0.34, 0.28, "chrome")
    b.second(
        "spoiler",
        b.box(1.7, 0.05, 0.34, (0, 1.06, -1.86), 0.02) + both(b.box(0.05, 0.32, 0.26, (0.6, 0.76, -1.8))),
        "black plastic",
    )
    b.second("stripes", both(b.box(0.2, 1.2, 5, (0.2, 0.2, 0)) ^ (body.translate((0, 0.006, 0)) - cut)), "white")
    b.trim("headlights", both(b.ball(0.12, (0.55, 0.55, 1.88), (1.5, 0.6, 1))), "#fff6dc light")
    b.trim("taillights", both(b.box(0.4, 0.07, 0.1, (0.5, 0.66, -2.06), 0.03)), "#d01818 light")
    b.trim("exhausts", both(b.cyl(0.2, 0.06, at=(0.4, 0.34, -2.12), axis="z")), "chrome")


@model("bicycle")
def _bicycle(b: Bench) -> None:
    r = 0.34
    for z in (-0.52, 0.52):
        b.trim("wheels", b.ring(r - 0.018, 0.018, (0, r, z), "x"), "rubber")
        spokes = [
            b.rod((0.012 * (-1) ** k, r, z), (0, r + (r - 0.03), z), 0.0022)
            .translate((0, -r, -z))
            .rotate((360 * k / 16, 0, 0))
            .translate((0, r, z))
            for k in range(16)
        ]
        b.trim(
            "rims",
            b.ring(r - 0.042, 0.009, (0, r, z), "x") + union(spokes) + b.cyl(0.07, 0.02, at=(-0.035, r, z), axis="x"),
            "silver",
        )
    crank: Vec = (0, 0.3, -0.08)
    seat: Vec = (0, 0.82, -0.24)
    head: Vec = (0, 0.8, 0.36)
    low: Vec = (0, 0.66, 0.4)
    t = 0.017
    frame = union(
        [
            b.limb(crank, seat, t),
            b.limb((0, 0.74, -0.215), head, t),
            b.limb(crank, low, t + 0.003),
            b.limb(low, (0, 0.86, 0.34), t),
        ]
    )
    frame += both(
        b.limb((0.045, r, -0.52), (0.02, 0.3, -0.1), 0.01) + b.limb((0.045, r, -0.52), (0.018, 0.74, -0.22), 0.01)
    )
    frame += both(b.tube([(0.018, 0.64, 0.405), (0.045, 0.56, 0.43), (0.047, r, 0.52)], 0.012))
    b.main("frame", frame, "red")
    b.second(
        "saddle",
        hull(b.ball(0.07, (0, 0.88, -0.32), (1.1, 0.45, 1.0)), b.ball(0.025, (0, 0.885, -0.08), (1, 0.7, 1))),
        "black leather",
    )
    b.trim("post", b.rod(seat, (0, 0.87, -0.256), 0.013), "steel")
    bars = both(b.tube([(0, 0.95, 0.33), (0.12, 0.98, 0.35), (0.24, 0.97, 0.31), (0.3, 0.96, 0.22)], 0.012)) + b.rod(
        (0, 0.85, 0.343), (0, 0.955, 0.33), 0.013
    )
    b.trim("handlebars", bars, "steel")
    b.trim("grips", both(b.limb((0.285, 0.963, 0.26), (0.304, 0.958, 0.18), 0.016)), "rubber")
    _bicycle_drive(b, r)


def _bicycle_drive(b: Bench, r: float) -> None:
    ring = b.lathe([(0.05, 0), (0.095, 0), (0.095, 0.006), (0.05, 0.006)], (0.03, 0.3, -0.08), "x")
    arms = (
        b.rod((0.05, 0.3, -0.08), (0.05, 0.2, 0.06), 0.01)
        + b.rod((-0.05, 0.3, -0.08), (-0.05, 0.4, -0.22), 0.01)
        + b.cyl(0.1, 0.016, at=(-0.05, 0.3, -0.08), axis="x")
    )
    b.trim("cranks", ring + arms, "steel")
    b.trim(
        "pedals",
        b.box(0.09, 0.02, 0.08, (0.1, 0.19, 0.06), 0.008) + b.box(0.09, 0.02, 0.08, (-0.1, 0.39, -0.22), 0.008),
        "black plastic",
    )
    chain = (
        b.rod((0.033, 0.393, -0.08), (0.033, 0.38, -0.52), 0.006)
        + b.rod((0.033, 0.207, -0.08), (0.033, 0.3, -0.52), 0.006)
        + b.cyl(0.006, 0.042, at=(0.03, r, -0.52), axis="x")
    )
    b.trim("chain", chain, "dark grey metal")


@model("motorcycle")
def _motorcycle(b: Bench) -> None:
    r = 0.32
    for z in (-0.7, 0.7):
        b.trim("wheels", b.ring(r - 0.06, 0.062, (0, r, z), "x"), "rubber")
        b.trim("rims", b.lathe([(0.02, -0.03), (0.21, -0.02), (0.21, 0.02), (0.02, 0.03)], (0, r, z), "x"), "chrome")
    b.main(
        "tank", b.blob([Egg((0, 0.86, 0.12), (0.17, 0.15, 0.33)), Egg((0, 0.8, -0.1), (0.13, 0.1, 0.2))], 0.1), "red"
    )
    b.main(
        "fenders",
        (b.ring(r + 0.035, 0.08, (0, r, 0.7), "x") ^ b.box(0.12, 0.4, 0.9, (0, r + 0.08, 0.62)))
        + (b.ring(r + 0.04, 0.09, (0, r, -0.7), "x") ^ b.box(0.16, 0.45, 0.9, (0, r + 0.08, -0.8))),
        "red",
    )
    b.second(
        "seat",
        b.blob([Egg((0, 0.79, -0.42), (0.15, 0.07, 0.3)), Limb((0, 0.83, -0.7), (0, 0.88, -0.8), 0.1, 0.06)], 0.08),
        "black leather",
    )
    b.trim(
        "engine",
        b.box(0.3, 0.28, 0.42, (0, 0.28, 0.02), 0.05)
        + b.rod((0, 0.5, 0.05), (0, 0.74, 0.2), 0.11)
        + b.rod((0, 0.5, -0.05), (0, 0.72, -0.2), 0.11),
        "steel",
    )
    fins = [
        b.cyl(0.012, 0.14)
        .rotate((a, 0, 0))
        .translate((0, 0.54 + 0.035 * k, 0.05 * s + (0.025 if s > 0 else -0.022) * k))
        for k in range(5)
        for s, a in ((1, 32), (-1, -32))
    ]
    b.trim("fins", union(fins), "silver")
    b.trim(
        "frame",
        both(
            b.limb((0.07, 0.32, -0.7), (0.07, 0.36, -0.1), 0.025) + b.limb((0.09, 0.32, 0.7), (0.08, 0.95, 0.44), 0.026)
        )
        + b.limb((0, 0.8, 0.45), (0, 0.4, 0.25), 0.03)
        + b.limb((0, 0.7, -0.6), (0, 0.4, -0.25), 0.03),
        "chrome",
    )
    b.trim(
        "exhaust",
        both(
            b.tube(
                [(0.12, 0.5, 0.2), (0.19, 0.34, 0.24), (0.2, 0.26, 0.0), (0.2, 0.28, -0.6), (0.2, 0.33, -1.0)],
                [0.03, 0.03, 0.035, 0.055, 0.05],
            )
        ),
        "chrome",
    )
    b.trim("handlebars", both(b.tube([(0, 0.98, 0.43), (0.15, 1.08, 0.4), (0.33, 1.08, 0.28)], 0.015)), "chrome")
    b.trim("grips", both(b.limb((0.28, 1.083, 0.31), (0.37, 1.075, 0.25), 0.022)), "rubber")
    b.trim("headlight", b.ball(0.1, (0, 0.93, 0.56)), "chrome")
    b.trim("light", b.ball(0.085, (0, 0.93, 0.6), (1, 1, 0.9)), "light")
    b.trim("stand", four(b.rod((0.05, 0.3, 0.02), (0.05, 0.26, 0.03), 0.01)), "steel")
