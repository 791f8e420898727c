"""Things to sit on, lie on and eat at."""

import math

from mediamill_procedural.modeller.bench import Bench
from mediamill_procedural.modeller.model import model
from mediamill_procedural.modeller.shapes import Vec, around, both, four, hull, union


def _legs(b: Bench, w: float, d: float, top: float, r: float, usual: str = "oak", splay: float = 0.03) -> None:
    """As many legs as asked for: four at the corners, others on a ring."""
    count = b.count("leg", 4, most=12)
    if count == 4 and not b.has("round", "oval"):
        b.main("legs", four(b.rod((w, top, d), (w + splay, 0, d + splay), r, r * 0.7)), usual)
    else:
        far = max(min(w, d), 0.01)
        b.main("legs", around(b.rod((0, top, far), (0, 0, far + splay), r, r * 0.7), count), usual)


@model("chair")
def _chair(b: Bench) -> None:
    h, back = 0.46, 0.98
    round_seat = b.has("round")
    seat = (
        b.cyl(0.04, 0.235, at=(0, h - 0.02, 0), soft=0.012)
        if round_seat
        else b.box(0.46, 0.04, 0.45, (0, h - 0.02, 0), 0.016)
    )
    b.main("seat", seat, "oak")
    count = b.count("leg", 4, most=8)
    if count == 4 and not round_seat:
        front = b.rod((0.185, h, 0.18), (0.215, 0, 0.215), 0.02, 0.014)
        rear = b.rod((0.185, h, -0.18), (0.21, 0, -0.235), 0.02, 0.014)
        b.main("legs", both(front + rear), "oak")
        b.main(
            "rails",
            both(b.rod((0.205, 0.2, 0.2), (0.205, 0.2, -0.21), 0.011)) + b.rod((-0.2, 0.2, 0), (0.2, 0.2, 0), 0.011),
            "oak",
        )
    else:
        b.main("legs", around(b.rod((0, h, 0.16), (0, 0, 0.22), 0.02, 0.014), count), "oak")

    def lean(x: float, y: float) -> Vec:
        return (x, y, -0.19 - 0.13 * (y - h))

    b.main("back", both(b.limb(lean(0.19, h - 0.02), lean(0.185, back), 0.019, 0.015)), "oak")
    b.main("back", b.box(0.42, 0.1, 0.026, r=0.011).rotate((-7.4, 0, 0)).translate(lean(0, back - 0.1)), "oak")
    slats = 6 if b.fine else 4
    for index in range(slats):
        x = -0.145 + 0.29 * index / (slats - 1)
        b.main("back", b.rod(lean(x, h - 0.01), lean(x, back - 0.04), 0.009, 0.007), "oak")
    if b.fine:
        b.main("back", b.box(0.38, 0.05, 0.02, r=0.008).rotate((-7.4, 0, 0)).translate(lean(0, 0.56)), "oak")
    if b.has("cushioned", "comfortable", "soft", "padded", "upholstered", "cushion"):
        b.trim("cushion", b.box(0.42, 0.06, 0.4, (0, h + 0.015, 0.015), 0.028), "burgundy fabric")


@model("stool")
def _stool(b: Bench) -> None:
    h = 0.72 if b.has("bar") else 0.62
    b.main("seat", b.cyl(0.045, 0.18, at=(0, h - 0.045, 0), soft=0.018), "oak")
    count = b.count("leg", 4, most=8)
    b.main("legs", around(b.rod((0, h - 0.03, 0.11), (0, 0, 0.2), 0.018, 0.014), count), "oak")
    b.trim("ring", b.ring(0.163, 0.009, (0, 0.24, 0)), "steel")


@model("bench")
def _bench(b: Bench) -> None:
    for index in range(4):
        b.main("seat", b.box(1.5, 0.03, 0.09, (0, 0.42, 0.16 - 0.105 * index), 0.01), "teak")
    for index in range(3):
        board = b.box(1.5, 0.09, 0.028, r=0.01).rotate((-12, 0, 0))
        b.main("back", board.translate((0, 0.52 + 0.13 * index, -0.225 - 0.028 * index)), "teak")
    side = b.tube([(0.6, 0.0, 0.24), (0.6, 0.36, 0.2), (0.6, 0.41, 0.1), (0.6, 0.41, -0.2)], 0.022)
    rear = b.tube([(0.6, 0.0, -0.3), (0.6, 0.3, -0.23), (0.6, 0.5, -0.26), (0.6, 0.9, -0.36)], 0.022)
    arm = b.tube([(0.6, 0.39, 0.2), (0.6, 0.6, 0.22), (0.6, 0.66, 0.12), (0.6, 0.64, -0.28)], 0.018)
    b.second("legs", both(side + rear + arm), "iron")


@model("armchair")
def _armchair(b: Bench) -> None:
    throne = b.has("throne")
    cloth, frame = ("burgundy velvet", "gold") if throne else ("olive fabric", "walnut")
    body = b.second if throne else b.main
    body("seat", b.box(0.6, 0.17, 0.58, (0, 0.28, 0.04), 0.06), cloth)
    b.main("base", b.box(0.74, 0.18, 0.68, (0, 0.12, 0), 0.03), frame if throne else cloth)
    tall = 1.5 if throne else 0.95
    back = b.box(0.7, tall - 0.2, 0.16, r=0.07).rotate((-9, 0, 0)).translate((0, 0.2, -0.26))
    body("back", back, cloth)
    b.main("arms", both(b.box(0.14, 0.46, 0.66, (0.36, 0.16, 0.0), 0.06)), frame if throne else cloth)
    b.trim("feet", four(b.cyl(0.13, 0.022, 0.032, (0.3, 0, 0.27))), frame)
    if throne:
        b.main("frame", both(b.rod((0.37, 0.3, -0.3), (0.37, 1.55, -0.5), 0.035)), "gold")
        b.main("frame", both(b.ball(0.06, (0.37, 1.6, -0.51))) + b.ball(0.08, (0, 1.68, -0.5)), "gold")
        b.main("frame", b.rod((-0.37, 1.52, -0.49), (0.37, 1.52, -0.49), 0.03), "gold")


@model("sofa")
def _sofa(b: Bench) -> None:
    b.main("base", b.box(2.0, 0.2, 0.85, (0, 0.12, 0), 0.04), "grey fabric")
    count = b.count("cushion", 3 if b.fine else 2, most=5)
    w = 1.64 / count
    for index in range(count):
        x = -0.82 + w * (index + 0.5)
        b.main("cushions", b.box(w - 0.012, 0.17, 0.66, (x, 0.3, 0.08), 0.06), "grey fabric")
        cushion = b.box(w - 0.02, 0.45, 0.19, r=0.08).rotate((-12, 0, 0)).translate((x, 0.42, -0.2))
        b.main("cushions", cushion, "grey fabric")
    b.main("back", b.box(1.96, 0.72, 0.2, (0, 0.16, -0.36), 0.07), "grey fabric")
    b.main("arms", both(b.box(0.19, 0.5, 0.85, (0.915, 0.14, 0), 0.075)), "grey fabric")
    b.trim("feet", four(b.cyl(0.14, 0.02, 0.03, (0.88, 0, 0.34))), "walnut")
    if b.fine:
        pillow = b.box(0.4, 0.4, 0.14, r=0.065).rotate((-20, 14, 8)).translate((0.58, 0.48, -0.03))
        b.trim("pillow", pillow, "mustard fabric")


@model("bed")
def _bed(b: Bench) -> None:
    w = 0.95 if b.has("single", "small", "narrow") else 1.6
    b.main("frame", b.box(w + 0.1, 0.2, 2.08, (0, 0.16, 0), 0.02), "oak")
    b.main("headboard", b.box(w + 0.12, 0.95, 0.06, (0, 0.12, -1.05), 0.025), "oak")
    b.main("footboard", b.box(w + 0.12, 0.42, 0.05, (0, 0.12, 1.05), 0.02), "oak")
    b.main("legs", four(b.cyl(0.16, 0.03, 0.04, (w / 2, 0, 1.0))), "oak")
    b.trim("mattress", b.box(w, 0.2, 2.0, (0, 0.34, 0), 0.06), "white fabric")
    blanket = b.box(w + 0.06, 0.2, 1.34, (0, 0.37, 0.32), 0.05)
    b.second("blanket", blanket, "blue fabric")
    fold = b.box(w + 0.07, 0.05, 0.24, (0, 0.54, -0.34), 0.02)
    b.trim("sheet", fold, "white cotton")
    for x in [-w / 4, w / 4] if w > 1 else [0.0]:
        pillow = b.box(0.62, 0.16, 0.4, r=0.075).rotate((14, 0, 0)).translate((x, 0.53, -0.76))
        b.trim("pillows", pillow, "white cotton")


@model("table")
def _table(b: Bench) -> None:
    low = b.has("coffee", "low")
    h = 0.45 if low else 0.75
    if b.has("round", "oval", "circular"):
        top = b.cyl(0.038, 0.55, at=(0, h - 0.038, 0), soft=0.014)
        b.main("top", top.scale((1.45, 1, 1)) if b.has("oval") else top, "oak")
        count = b.asked.parts["leg"].count if "leg" in b.asked.parts else 0
        if count:
            legs = b.rod((0, h - 0.03, 0.36), (0, 0, 0.46), 0.036, 0.024)
            b.main("legs", around(legs, min(count, 12)), "oak")
            b.main("apron", b.cyl(0.07, 0.37, at=(0, h - 0.1, 0)) - b.cyl(0.2, 0.34, at=(0, h - 0.15, 0)), "oak")
            return
        foot = [
            (0, 0),
            (0.3, 0),
            (0.3, 0.025),
            (0.12, 0.05),
            (0.05, 0.1),
            (0.045, 0.3),
            (0.07, h * 0.55),
            (0.05, h * 0.75),
        ]
        b.main("foot", b.lathe([*foot, (0.16, h - 0.035), (0, h - 0.035)], curve=True), "oak")
        return
    b.main("top", b.box(1.5, 0.04, 0.85, (0, h - 0.04, 0), 0.012), "oak")
    count = b.count("leg", 4, most=12)
    if count == 4:
        leg = hull(b.box(0.08, 0.01, 0.08, (0.67, h - 0.05, 0.345)), b.box(0.045, 0.01, 0.045, (0.69, 0, 0.365)))
        b.main("legs", four(leg), "oak")
    else:
        spread = [
            (0.62 * math.sin(2 * math.pi * i / count), 0.32 * math.cos(2 * math.pi * i / count)) for i in range(count)
        ]
        b.main(
            "legs", union([b.rod((x, h - 0.04, z), (x * 1.08, 0, z * 1.08), 0.035, 0.024) for x, z in spread]), "oak"
        )
    b.main("apron", both(b.box(0.022, 0.085, 0.62, (0.66, h - 0.125, 0))), "oak")
    b.main(
        "apron",
        b.box(1.3, 0.085, 0.022, (0, h - 0.125, 0.335)) + b.box(1.3, 0.085, 0.022, (0, h - 0.125, -0.335)),
        "oak",
    )
    if b.fine:
        for z in (-0.213, 0.213):
            b.main("top", b.box(1.49, 0.041, 0.42, (0, h - 0.04, z), 0.006), "oak")


@model("desk")
def _desk(b: Bench) -> None:
    b.main("top", b.box(1.4, 0.04, 0.7, (0, 0.71, 0), 0.01), "walnut")
    b.main("cabinet", b.box(0.4, 0.68, 0.6, (0.46, 0.04, 0)), "walnut")
    b.main("legs", b.box(0.05, 0.71, 0.6, (-0.64, 0, 0), 0.008), "walnut")
    b.main("panel", b.box(1.0, 0.4, 0.02, (-0.14, 0.32, -0.26)), "walnut")
    count = b.count("drawer", 3, most=5)
    each = 0.64 / count
    for index in range(count):
        y = 0.06 + each * index
        b.main("drawers", b.box(0.36, each - 0.02, 0.03, (0.46, y, 0.305), 0.006), "walnut")
        b.trim("handles", b.limb((0.4, y + each / 2, 0.335), (0.52, y + each / 2, 0.335), 0.009), "brass")
