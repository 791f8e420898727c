"""Houses, castles and other places to live and work in."""

from manifold3d import Manifold

from mediamill_procedural.modeller.bench import Bench
from mediamill_procedural.modeller.curves import Flat, arc
from mediamill_procedural.modeller.model import model
from mediamill_procedural.modeller.shapes import four, hull, union

GLASS = "#6f9fbe porcelain"


def gable(b: Bench, w: float, h: float, d: float, y: float) -> Manifold:
    """The triangle under a roof, its ridge along z."""
    return b.prism([(-w / 2, y), (w / 2, y), (0, y + h)], d)


def roof(b: Bench, w: float, h: float, d: float, y: float, thick: float = 0.16) -> Manifold:
    """Two slopes that overhang a gable."""
    over = 0.35
    slope = h / (w / 2)
    outer: Flat = [(-w / 2 - over, y - over * slope), (0, y + h), (w / 2 + over, y - over * slope)]
    inner: Flat = [(x, height - thick) for x, height in reversed(outer)]
    return b.prism([*[(x, height + 0.02) for x, height in outer], *inner], d + 2 * over).translate((0, thick * 0.9, 0))


def window(b: Bench, w: float, h: float) -> tuple[Manifold, Manifold]:
    """A frame with bars and its pane, in the plane of x and y, standing on the origin."""
    t = 0.07
    frame = b.box(w + 2 * t, h + 2 * t, 0.14, (0, -t, 0)) - b.box(w, h, 1, (0, 0, 0))
    bars = b.box(0.05, h, 0.08) + b.box(w, 0.05, 0.08, (0, h / 2 - 0.025, 0))
    sill = b.box(w + 0.3, 0.07, 0.28, (0, -t - 0.06, 0.05), 0.015)
    return frame + bars + sill, b.box(w, h, 0.04)


@model("house")
def _house(b: Bench) -> None:
    w, d, h = 6.0, 5.0, 2.9
    doors = [b.box(1.15, 2.15, 0.6, (0, 0.2, d / 2))]
    frames, panes, holes = [], [], []
    for z, turn in ((d / 2, 0), (-d / 2, 180)):
        for x in (-1.85, 1.85):
            frame, pane = window(b, 1.0, 1.15)

            def place(solid: Manifold, x: float = x, z: float = z, turn: float = turn) -> Manifold:
                return solid.rotate((0, turn, 0)).translate((x, 1.15, z))

            frames.append(place(frame))
            panes.append(place(pane.translate((0, 0, -0.06))))
            holes.append(b.box(1.0, 1.15, 0.5, (x, 1.15, z)))
    for x in (-w / 2, w / 2):
        for z in (-1.2, 1.2):
            frame, pane = window(b, 0.9, 1.15)
            turn = 90 if x > 0 else -90
            frames.append(frame.rotate((0, turn, 0)).translate((x, 1.15, z)))
            panes.append(pane.translate((0, 0, -0.06)).rotate((0, turn, 0)).translate((x, 1.15, z)))
            holes.append(b.box(0.5, 1.15, 0.9, (x, 1.15, z)))
    walls = b.box(w, h, d, (0, 0.2, 0)) + gable(b, w, 2.3, d, h + 0.2)
    attic = b.cyl(0.6, 0.38, at=(0, h + 1.0, d / 2 - 0.3), axis="z")
    b.main("walls", walls - union([*holes, *doors, attic]), "cream plaster")
    b.trim("windows", union(panes) + b.cyl(0.05, 0.38, at=(0, h + 1.0, d / 2 - 0.12), axis="z"), GLASS)
    b.trim("frames", union(frames) + b.ring(0.4, 0.06, (0, h + 1.0, d / 2), "z"), "white wood")
    b.second("roof", roof(b, w, 2.3, d, h + 0.2), "tiles")
    b.trim("base", b.box(w + 0.3, 0.3, d + 0.3), "stone")
    b.trim("door", b.box(1.05, 2.08, 0.1, (0, 0.22, d / 2 - 0.08), 0.02), "brown wood")
    b.trim(
        "panels",
        union([b.box(0.36, 0.75, 0.05, (x, y, d / 2 - 0.02), 0.015) for x in (-0.23, 0.23) for y in (0.4, 1.3)]),
        "brown wood",
    )
    b.trim("frames", (b.box(1.35, 2.3, 0.2, (0, 0.2, d / 2)) - b.box(1.1, 2.15, 1, (0, 0.2, d / 2))), "white wood")
    b.trim("knob", b.ball(0.05, (0.38, 1.2, d / 2 + 0.03)), "brass")
    b.trim(
        "steps",
        b.box(1.7, 0.16, 0.9, (0, 0, d / 2 + 0.5), 0.02) + b.box(2.1, 0.08, 1.3, (0, 0, d / 2 + 0.6), 0.02),
        "stone",
    )
    b.trim("chimney", b.box(0.6, 1.9, 0.6, (1.7, h + 0.9, -1)), "brick")
    b.trim(
        "chimney", b.box(0.76, 0.16, 0.76, (1.7, h + 2.75, -1)) + b.cyl(0.3, 0.13, 0.11, (1.7, h + 2.9, -1)), "stone"
    )
    if b.fine:
        shutter = union([b.box(0.42, 1.15, 0.05, (x, 1.15, d / 2 + 0.03), 0.01) for x in (-2.65, -1.05, 1.05, 2.65)])
        b.trim("shutters", shutter, "dark green wood")
        bushes = [b.ball(0.34, (x, 0.26, d / 2 + 0.5), (1.2, 0.9, 0.9)) for x in (-2.4, -1.7, 1.7, 2.4)]
        b.trim("bushes", union(bushes) - b.box(20, 1, 20, (0, -1, 0)), "leaf")


@model("cabin")
def _cabin(b: Bench) -> None:
    barn = b.has("barn", "stable")
    w, d, h = 5.0, 4.4, 2.4
    r = 0.15
    usual = "red wood" if barn else "light brown wood"
    if barn:
        walls = b.box(w, h, d) + gable(b, w, 2.2, d, h)
        b.main("walls", walls - b.box(1.9, 2.1, 0.3, (0, 0, d / 2)), usual)
        b.trim("door", b.box(1.8, 2.05, 0.1, (0, 0, d / 2 - 0.1)), "maroon wood")
        cross = [b.box(2.0, 0.12, 0.08, (0, y, d / 2)) for y in (0.0, 1.95)] + [
            b.box(0.12, 2.05, 0.08, (x, 0, d / 2)) for x in (-0.95, 0, 0.95)
        ]
        slant = b.box(0.11, 2.1, 0.06, (0, -1.05, 0))
        cross += [slant.rotate((0, 0, turn)).translate((x, 1.02, d / 2)) for x, turn in ((-0.48, 24), (0.48, -24))]
        b.trim("trim", union(cross) ^ b.box(2.2, 2.2, 9), "white wood")
        b.trim("hatch", b.box(0.9, 0.9, 0.1, (0, 2.7, d / 2), 0.01), "white wood")
    else:
        logs = []
        for k in range(int(h / (1.8 * r)) + 1):
            y = r + 1.8 * r * k
            logs += [b.cyl(w + 0.7, r, at=(-w / 2 - 0.35, y, z), axis="x") for z in (-d / 2, d / 2)]
            logs += [b.cyl(d + 0.7, r, at=(x, y + 0.9 * r, -d / 2 - 0.35), axis="z") for x in (-w / 2, w / 2)]
        hole = (
            b.box(1.1, 2.0, 1, (0, 0, d / 2))
            + b.box(0.9, 0.9, 1, (1.6, 1.0, d / 2))
            + b.box(0.9, 0.9, 1, (-1.6, 1.0, d / 2))
        )
        b.main("walls", (union(logs) + gable(b, w, 2.0, d - 0.1, h + 0.1) + b.box(w - 0.02, h, d - 0.02)) - hole, usual)
        b.trim("door", b.box(1.1, 2.0, 0.1, (0, 0, d / 2 - 0.05), 0.02), "brown wood")
        for x in (-1.6, 1.6):
            frame, pane = window(b, 0.9, 0.9)
            b.trim("frames", frame.translate((x, 1.0, d / 2 + 0.1)), "cream wood")
            b.trim("windows", pane.translate((x, 1.0, d / 2)), "#ffd98a light")
        b.trim("chimney", b.box(0.7, 3.2, 0.6, (-1.6, 1.6, -1.2)), "stone")
    b.second(
        "roof",
        roof(b, w, 2.2 if barn else 2.0, d, h + (0 if barn else 0.1)),
        "dark grey tiles" if barn else "brown tiles",
    )


def _battlements(b: Bench, r: float, y: float, count: int) -> Manifold:
    """A round parapet with gaps."""
    ring = b.cyl(0.55, r * 1.16, at=(0, y, 0)) - b.cyl(0.6, r * 0.94, at=(0, y + 0.18, 0))
    gaps = [b.box(r * 0.32, 0.5, r, (0, y + 0.3, r)).rotate((0, 360 * k / count, 0)) for k in range(count)]
    return ring - union(gaps)


def _castle_tower(b: Bench, x: float, z: float, r: float, h: float) -> None:
    slits = [b.box(0.16, 0.7, r * 0.6, (0, h * 0.62, r)).rotate((0, 90 * k + 20, 0)) for k in range(4)]
    body = b.lathe([(0, 0), (r * 1.1, 0), (r, 0.8), (r * 0.95, h), (r * 1.16, h + 0.05), (0, h + 0.05)])
    b.main("towers", ((body - union(slits)) + _battlements(b, r, h, 10)).translate((x, 0, z)), "stone")
    b.second(
        "roofs", b.lathe([(0, 0), (r * 0.93, 0), (r * 0.45, r * 1.1), (0, r * 2.3)], (x, h + 0.18, z)), "navy tiles"
    )
    top = h + 0.1 + r * 2.3
    b.trim("poles", b.rod((x, top - 0.15, z), (x, top + 0.85, z), 0.03), "walnut")
    b.trim("flags", b.prism([(x, top + 0.42), (x + 0.75, top + 0.6), (x, top + 0.8)], 0.03, (0, 0, z)), "red fabric")


@model("castle")
def _castle(b: Bench) -> None:
    side, h = 6.4, 2.8
    for x in (-side / 2, side / 2):
        for z in (-side / 2, side / 2):
            _castle_tower(b, x, z, 0.95, 4.2)
    wall = b.box(side, h, 0.6, (0, 0, side / 2)) - union(
        [b.box(0.4, 0.42, 0.7, (-side / 2 + 0.6 + 0.8 * k, h - 0.36, side / 2)) for k in range(8)]
    )
    gate_hole = b.box(1.3, 1.7, 3, (0, 0, side / 2)) + b.cyl(3, 0.65, at=(0, 1.7, side / 2 - 1.5), axis="z")
    house = b.box(2.3, 3.4, 1.2, (0, 0, side / 2)) - union(
        [b.box(0.35, 0.4, 1.3, (-0.85 + 0.85 * k, 3.05, side / 2)) for k in range(3)]
    )
    b.main("walls", (union([wall.rotate((0, 90 * k, 0)) for k in range(4)]) + house) - gate_hole, "stone")
    b.trim(
        "gate",
        (b.box(1.3, 1.7, 0.1, (0, 0, side / 2 + 0.2)) + b.cyl(0.1, 0.65, at=(0, 1.7, side / 2 + 0.15), axis="z")),
        "brown wood",
    )
    bars = [b.box(0.05, 2.4, 0.06, (-0.5 + 0.25 * k, 0, side / 2 + 0.32)) for k in range(5)] + [
        b.box(1.3, 0.05, 0.06, (0, 0.4 + 0.5 * k, side / 2 + 0.32)) for k in range(4)
    ]
    b.trim("portcullis", union(bars) ^ gate_hole, "iron")
    b.main(
        "keep",
        b.box(2.7, 4.6, 2.5, (0, 0, -0.7)) - union([b.box(0.3, 0.8, 4, (x, 3.0, -0.7)) for x in (-0.7, 0.7)]),
        "stone",
    )
    b.main(
        "keep",
        union([b.box(0.4, 0.45, 0.3, (-1.15 + 0.575 * k * 2, 4.6, z)) for k in range(3) for z in (-1.8, 0.4)]),
        "stone",
    )
    _castle_tower(b, 0, -0.7, 1.0, 5.9)
    b.trim("drawbridge", b.box(1.4, 0.1, 2.0, (0, 0, side / 2 + 1.3), 0.02), "oak")


@model("tower")
def _tower(b: Bench) -> None:
    if b.has("skyscraper", "office"):
        b.main("body", b.box(5, 26, 5, (0, 0.4, 0)) + b.box(3.6, 5, 3.6, (0, 26, 0)), "light grey concrete")
        rows = 16
        glass = [
            b.box(5.06, 1.15, 4.4, (0, 1.6 + 1.52 * k, 0)) + b.box(4.4, 1.15, 5.06, (0, 1.6 + 1.52 * k, 0))
            for k in range(rows)
        ]
        b.second(
            "windows",
            union(glass) + b.box(3.66, 1.2, 3.0, (0, 27.5, 0)) + b.box(3.0, 1.2, 3.66, (0, 27.5, 0)),
            "#4f86a8 porcelain",
        )
        b.trim(
            "mullions",
            union([four(b.box(0.12, 25, 0.12, (x, 1, 2.5))) for x in (0.8, 1.6)])
            + union([four(b.box(0.12, 25, 0.12, (2.5, 1, z))) for z in (0.8, 1.6)]),
            "aluminium",
        )
        b.trim("base", b.box(5.6, 0.5, 5.6), "granite")
        b.trim("antenna", b.rod((0, 31, 0), (0, 36, 0), 0.16, 0.03), "steel")
        return
    h = 10.0
    b.main("body", b.box(3.0, h, 3.0) - union([b.box(0.5, 1.1, 4, (0, y, 0)) for y in (2.6, 5.2)]), "brick")
    b.main("corners", four(b.box(0.5, h, 0.5, (1.4, 0, 1.4))), "sandstone")
    for y in (3.9, 6.6, h):
        b.trim("cornices", b.box(3.7, 0.3, 3.7, (0, y, 0), 0.06), "sandstone")
    b.trim("windows", union([b.box(0.48, 1.05, 2.9, (0, y, 0)) for y in (2.6, 5.2)]), GLASS)
    for turn in (0, 90, 180, 270):
        face = b.cyl(0.12, 1.05, at=(0, 8.3, 1.48), axis="z")
        b.trim("clock", face.rotate((0, turn, 0)), "ivory")
        marks = union(
            [b.box(0.07, 0.2, 0.05, (0, 0.76, 0)).rotate((0, 0, 30 * k)) for k in range(12)]
            + [b.box(0.08, 0.8, 0.05), b.box(0.09, 0.55, 0.05).rotate((0, 0, -110))]
        )
        b.trim("hands", marks.translate((0, 8.3, 1.61)).rotate((0, turn, 0)), "black")
    b.second(
        "roof",
        b.prism([(-1.75, -1.75), (1.75, -1.75), (1.75, 1.75), (-1.75, 1.75)], 0.1, (0, h + 0.3, 0), axis="y")
        + hull(b.box(3.5, 0.1, 3.5, (0, h + 0.3, 0)), b.box(0.05, 0.05, 0.05, (0, h + 3.6, 0))),
        "teal tiles",
    )
    b.trim("spire", b.rod((0, h + 3.4, 0), (0, h + 4.6, 0), 0.06, 0.02) + b.ball(0.14, (0, h + 3.75, 0)), "gold")
    b.trim("door", b.box(1.1, 1.7, 0.1, (0, 0, 1.5)) + b.cyl(0.1, 0.55, at=(0, 1.7, 1.45), axis="z"), "brown wood")


@model("church")
def _church(b: Bench) -> None:
    w, d, h = 4.2, 7.0, 3.4

    def arch(x: float, y: float, w: float, h: float, depth: float) -> Manifold:
        return b.prism(
            [(-w / 2, 0), (w / 2, 0), (w / 2, h - w / 2), *arc(w / 2, 0, 180, 9, (0, h - w / 2)), (-w / 2, h - w / 2)],
            depth,
        ).translate((x, y, 0))

    lights = [
        arch(0, 1.1, 0.6, 1.7, 0.5).rotate((0, 90, 0)).translate((x, 0, z))
        for x in (-w / 2, w / 2)
        for z in (-2.4, -0.9, 0.6, 2.1)
    ]
    nave = b.box(w, h, d) + gable(b, w, 2.4, d, h)
    b.main("walls", nave - union(lights), "white plaster")
    b.trim("windows", union([light ^ b.box(w - 0.1, 9, 20) for light in lights]), "#5a7ac8 porcelain")
    b.second("roof", roof(b, w, 2.4, d, h), "slate")
    tower = b.box(2.1, 6.2, 2.1, (0, 0, d / 2 + 0.6))
    door = arch(0, 0, 1.1, 2.1, 0.3).translate((0, 0, d / 2 + 1.65))
    bells = union(
        [
            arch(0, 4.5, 0.8, 1.2, 3).translate((0, 0, d / 2 + 0.6)),
            arch(0, 4.5, 0.8, 1.2, 3).rotate((0, 90, 0)).translate((0, 0, d / 2 + 0.6)),
        ]
    )
    b.main("tower", tower - door - bells, "white plaster")
    b.trim("door", door ^ b.box(2, 3, 0.2, (0, 0, d / 2 + 1.55)), "brown wood")
    b.trim(
        "bell",
        b.lathe([(0, 0), (0.34, 0), (0.3, 0.1), (0.2, 0.4), (0, 0.5)], (0, 4.7, d / 2 + 0.6), curve=True),
        "brass",
    )
    b.trim("cornice", b.box(2.4, 0.2, 2.4, (0, 6.1, d / 2 + 0.6), 0.05), "white")
    b.second(
        "roof",
        hull(b.box(2.35, 0.08, 2.35, (0, 6.3, d / 2 + 0.6)), b.box(0.04, 0.04, 0.04, (0, 10.2, d / 2 + 0.6))),
        "slate",
    )
    b.trim(
        "cross",
        b.box(0.09, 1.1, 0.09, (0, 10.1, d / 2 + 0.6)) + b.box(0.6, 0.09, 0.09, (0, 10.75, d / 2 + 0.6)),
        "gold",
    )
    b.trim("rose", b.ring(0.42, 0.07, (0, 3.3, d / 2 + 1.66), "z"), "stone")
    b.trim("rose", b.cyl(0.04, 0.4, at=(0, 3.3, d / 2 + 1.64), axis="z"), "#c84a5a porcelain")
    b.trim("base", b.box(w + 0.3, 0.25, d + 0.3) + b.box(2.4, 0.25, 2.4, (0, 0, d / 2 + 0.6)), "stone")
