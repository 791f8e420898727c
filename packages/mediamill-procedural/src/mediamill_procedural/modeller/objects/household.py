"""Things that stand about in a house: shelves, cupboards, lamps, clocks."""

from mediamill_procedural.modeller.bench import Bench
from mediamill_procedural.modeller.model import model
from mediamill_procedural.modeller.shapes import Vec, around, both, four, union


@model("shelf")
def _shelf(b: Bench) -> None:
    w, h, d = 0.9, 1.8, 0.3
    b.main("sides", both(b.box(0.025, h, d, (w / 2, 0, 0))), "oak")
    b.main("back", b.box(w, h - 0.02, 0.012, (0, 0.01, -d / 2 + 0.012)), "oak")
    rows = b.count("shelf", 5, most=8)
    for index in range(rows + 1):
        b.main("boards", b.box(w, 0.025, d - 0.004, (0, 0.05 + (h - 0.075) * index / rows, 0)), "oak")
    if b.has("empty"):
        return
    colors = ("red", "navy", "dark green", "mustard", "cream", "maroon", "teal", "brown")
    gap = (h - 0.075) / rows
    for index in range(rows):
        x, y = -w / 2 + 0.03, 0.075 + gap * index
        stop = w / 2 - b.chance(0.05, 0.35)
        while x < stop:
            thick, tall = b.chance(0.022, 0.05), gap * b.chance(0.55, 0.82)
            color = colors[int(b.chance(0, len(colors)))]
            b.trim("books", b.box(thick - 0.003, tall, 0.19, (x + thick / 2, y, 0.02), 0.004), color)
            x += thick


@model("cupboard")
def _cupboard(b: Bench) -> None:
    w, h, d = 1.1, 1.85, 0.55
    b.main("body", b.box(w, h - 0.1, d, (0, 0.08, 0), 0.008), "oak")
    b.main("cornice", b.box(w + 0.08, 0.06, d + 0.06, (0, h - 0.05, 0), 0.018), "oak")
    b.main("plinth", b.box(w - 0.04, 0.09, d - 0.06, (0, 0, 0)), "oak")
    for side in (-1, 1):
        x = side * w / 4
        door = b.box(w / 2 - 0.03, h - 0.22, 0.03, (x, 0.13, d / 2 + 0.008), 0.008)
        panel = union(
            [
                b.box(w / 2 - 0.19, (h - 0.5) / 2, 0.03, (x, 0.2 + k * (h - 0.22) / 2, d / 2 + 0.03), 0.006)
                for k in (0, 1)
            ]
        )
        b.second("doors", door - panel, "oak")
        b.trim(
            "handles", b.limb((side * 0.045, 0.9, d / 2 + 0.045), (side * 0.045, 1.04, d / 2 + 0.045), 0.011), "brass"
        )


@model("drawers")
def _drawers(b: Bench) -> None:
    b.main("body", b.box(0.8, 0.82, 0.45, (0, 0.08, 0)), "oak")
    b.main("top", b.box(0.86, 0.03, 0.5, (0, 0.9, 0), 0.01), "oak")
    b.main("feet", four(b.cyl(0.09, 0.018, 0.03, (0.34, 0, 0.17))), "oak")
    count = b.count("drawer", 4, most=7)
    each = 0.78 / count
    for index in range(count):
        y = 0.1 + each * index
        b.main("drawers", b.box(0.74, each - 0.02, 0.03, (0, y, 0.228), 0.008), "oak")
        b.trim("handles", both(b.ball(0.018, (0.22, y + each / 2, 0.258))), "brass")


@model("lamp")
def _lamp(b: Bench) -> None:
    tall = b.has("floor", "standing", "tall")
    h = 1.5 if tall else 0.5
    profile = [(0, 0), (0.09, 0), (0.09, 0), (0.085, 0.018), (0.02, 0.03), (0.016, 0.1)]
    if not tall:
        profile += [(0.06, 0.17), (0.055, 0.24), (0.015, 0.3)]
    stretch = 1.5 if tall else 1.0
    line = [(x * stretch, y) for x, y in profile]
    b.second("base", b.lathe([*line, (0.013, h - 0.12), (0, h - 0.12)], curve=True), "brass")
    shade = [(0.16 * stretch, h - 0.2), (0.1 * stretch, h)]
    outer = b.lathe([(0, shade[0][1]), *shade, (0, h)])
    inner = b.lathe(
        [(0, shade[0][1] - 0.01), (shade[0][0] - 0.002, h - 0.21), (shade[1][0] - 0.004, h + 0.01), (0, h + 0.01)]
    )
    b.main("shade", outer - inner, "#f6e7c1 fabric")
    b.trim("bulb", b.ball(0.03, (0, h - 0.1, 0), (1, 1.25, 1)), "light")
    b.trim("holder", b.cyl(0.05, 0.014, at=(0, h - 0.16, 0)), "brass")


@model("street lamp")
def _street_lamp(b: Bench) -> None:
    profile = [(0, 0), (0.2, 0), (0.2, 0.08), (0.14, 0.12), (0.12, 0.5), (0.06, 0.62), (0.05, 2.8), (0.08, 2.86)]
    b.main("post", b.lathe([*profile, (0, 2.86)]), "iron")
    b.main("arms", b.rod((-0.32, 2.55, 0), (0.32, 2.55, 0), 0.02) + both(b.ball(0.035, (0.33, 2.55, 0))), "iron")
    cage = around(b.rod((0.13, 2.88, 0), (0.2, 3.32, 0), 0.014), 6)
    b.main("cage", cage + b.cyl(0.03, 0.15, at=(0, 2.86, 0)) + b.ring(0.2, 0.018, (0, 3.32, 0)), "iron")
    b.main("roof", b.lathe([(0, 3.32), (0.26, 3.32), (0.1, 3.48), (0.05, 3.56), (0, 3.6)], sides=6 * 4), "iron")
    b.main("roof", b.ball(0.04, (0, 3.62, 0)), "iron")
    b.trim("light", b.ball(0.11, (0, 3.08, 0), (1, 1.4, 1)), "light")


@model("mirror")
def _mirror(b: Bench) -> None:
    from_above = b.ring(0.4, 0.045, (0, 0, 0), "z").scale((1, 1.6, 1))
    place: Vec = (0, 0.9, 0)
    tilt = (-8, 0, 0)
    b.main("frame", from_above.translate((0, 0, 0)).rotate(tilt).translate(place), "gold")
    b.trim(
        "glass", b.cyl(0.02, 0.4, at=(0, 0, -0.01), axis="z").scale((1, 1.6, 1)).rotate(tilt).translate(place), "chrome"
    )
    b.main(
        "feet",
        both(b.rod((0.3, 0.5, 0.04), (0.36, 0, 0.12), 0.022) + b.rod((0.3, 0.9, -0.04), (0.34, 0, -0.4), 0.022)),
        "gold",
    )


@model("clock")
def _clock(b: Bench) -> None:
    b.main("case", b.cyl(0.07, 0.14, at=(0, 0.17, -0.035), axis="z", soft=0.015), "red")
    b.trim("face", b.cyl(0.01, 0.118, at=(0, 0.17, 0.029), axis="z"), "white")
    marks = [
        b.box(0.006, 0.018, 0.004, (0, 0.088, 0)).rotate((0, 0, 30 * k)).translate((0, 0.17, 0.04)) for k in range(12)
    ]
    b.trim("numbers", union(marks), "black")
    hands = b.box(0.009, 0.07, 0.004, (0, -0.006, 0)).rotate((0, 0, 60)) + b.box(
        0.006, 0.1, 0.004, (0, -0.006, 0)
    ).rotate((0, 0, -60))
    b.trim("hands", hands.translate((0, 0.17, 0.043)) + b.cyl(0.012, 0.01, at=(0, 0.17, 0.037), axis="z"), "black")
    b.trim("feet", both(b.limb((0.07, 0.05, 0), (0.1, 0.008, 0.0), 0.012, 0.008)), "brass")
    bell = b.ball(0.048, (0.085, 0.3, 0)) - b.box(0.2, 0.06, 0.2, (0.085, 0.245, 0))
    b.trim("bells", both(bell.rotate((0, 0, 0))), "brass")
    b.trim("hammer", b.rod((0, 0.3, 0), (0, 0.345, 0), 0.005) + b.ball(0.014, (0, 0.35, 0)), "brass")
