"""Things to keep or carry something in."""

import math

from manifold3d import Manifold

from mediamill_procedural.modeller.bench import Bench
from mediamill_procedural.modeller.model import model
from mediamill_procedural.modeller.shapes import Flat, around, both, union


@model("barrel")
def _barrel(b: Bench) -> None:
    staves = 20 if b.fine else 14
    side: Flat = [
        (0, 0.02),
        (0.27, 0.02),
        (0.27, 0.0),
        (0.27, 0.0),
        (0.31, 0.2),
        (0.33, 0.45),
        (0.31, 0.7),
        (0.27, 0.9),
        (0.27, 0.9),
        (0.25, 0.9),
        (0.25, 0.87),
        (0.25, 0.87),
        (0, 0.87),
    ]
    body = b.lathe(side, curve=True)
    groove = around(
        b.tube([(0, 0.0, 0.278), (0, 0.2, 0.317), (0, 0.45, 0.337), (0, 0.7, 0.317), (0, 0.9, 0.278)], 0.009), staves
    )
    b.main("barrel", body - groove, "oak")
    for y, r in ((0.06, 0.283), (0.25, 0.319), (0.65, 0.319), (0.84, 0.283)):
        lean = 0.01 if y < 0.45 else -0.01
        b.second(
            "hoops",
            b.lathe(
                [
                    (r - 0.03, y - 0.025),
                    (r + 0.004 - lean / 2, y - 0.025),
                    (r + 0.004 + lean / 2, y + 0.025),
                    (r - 0.03, y + 0.025),
                ]
            ),
            "iron",
        )


@model("chest")
def _chest(b: Bench) -> None:
    w, d, h = 0.75, 0.46, 0.3
    inside = b.box(w - 0.06, h, d - 0.06, (0, 0.03, 0))
    opened = b.has("open", "treasure")
    b.main(
        "box", b.box(w, h, d, (0, 0, 0), 0.008) - (inside if opened else b.box(0.01, 0.01, 0.01, (0, 0.1, 0))), "oak"
    )
    half = [(d / 2 * math.cos(t), 0.19 * math.sin(t)) for t in [math.pi * k / 14 for k in range(15)]]
    lid = b.prism(half, w).rotate((0, 90, 0))
    bands = [
        b.prism([(x * 1.03, y * 1.05) for x, y in half], 0.05).rotate((0, 90, 0)).translate((x, 0, 0))
        for x in (-0.28, 0, 0.28)
    ]
    turn = -62 if opened else 0
    lids, straps = lid, union(bands)
    if opened:
        hollow = b.prism([(x * 0.88, y * 0.86 - 0.004) for x, y in half], w - 0.06).rotate((0, 90, 0))
        lids, straps = lid - hollow, straps - lid

    def place(solid: Manifold) -> Manifold:
        return solid.translate((0, 0, d / 2)).rotate((turn, 0, 0)).translate((0, h + 0.004, -d / 2))

    b.main("lid", place(lids), "oak")
    b.second("bands", place(straps), "brass")
    for x in (-0.28, 0, 0.28):
        b.second(
            "bands",
            b.box(0.05, h + 0.002, d + 0.012, (x, 0, 0)) - (inside if opened else b.box(0.01, 0.01, 0.01, (0, 0.1, 0))),
            "brass",
        )
    b.second(
        "bands",
        both(b.box(0.03, h, d + 0.014, (w / 2 - 0.008, 0, 0))) - inside
        if opened
        else both(b.box(0.03, h, d + 0.014, (w / 2 - 0.008, 0, 0))),
        "brass",
    )
    b.trim("lock", b.box(0.09, 0.11, 0.03, (0, h - 0.1, d / 2), 0.008), "gold")
    b.trim(
        "keyhole",
        b.cyl(0.01, 0.011, at=(0, h - 0.035, d / 2 + 0.01), axis="z")
        + b.box(0.008, 0.035, 0.01, (0, h - 0.075, d / 2 + 0.0155)),
        "black",
    )
    if opened:
        coins = [
            b.cyl(0.007, 0.026)
            .rotate((b.chance(-50, 50), 0, b.chance(-50, 50)))
            .translate((b.chance(-0.3, 0.3), 0.25 + b.chance(0, 0.05), b.chance(-0.17, 0.17)))
            for _ in range(70 if b.fine else 36)
        ]
        b.trim("treasure", b.box(w - 0.06, 0.22, d - 0.06, (0, 0.03, 0)) + union(coins), "gold")
        for color, x, z in (("ruby", 0.1, 0.08), ("emerald", -0.14, 0.02), ("sapphire", 0.22, -0.06)):
            b.trim("jewels", b.lathe([(0, 0), (0.03, 0.028), (0.02, 0.042), (0, 0.042)], (x, 0.27, z), sides=8), color)


@model("box")
def _box(b: Bench) -> None:
    if b.has("cardboard", "package", "parcel") or b.asked.wish.material == "cardboard":
        b.main("box", b.box(0.45, 0.3, 0.35, r=0.004), "cardboard")
        b.trim("tape", b.box(0.06, 0.301, 0.352), "#c8a868 plastic")
        return
    s = 0.55
    b.main("box", b.box(s - 0.04, s - 0.04, s - 0.04, (0, 0.02, 0)), "pine wood")
    bar = 0.06
    edges = [b.box(bar, s, bar, (x, 0, z), 0.006) for x in (-0.245, 0.245) for z in (-0.245, 0.245)]
    edges += [b.box(s, bar, bar, (0, y, z), 0.006) for y in (0, s - bar) for z in (-0.245, 0.245)]
    edges += [b.box(bar, bar, s, (x, y, 0), 0.006) for y in (0, s - bar) for x in (-0.245, 0.245)]
    b.main("frame", union(edges), "pine wood")
    brace = b.box(0.055, 0.64, 0.03, (0, -0.32, 0)).rotate((0, 0, 45))
    inside = b.box(s - 0.02, s - 0.02, s - 0.005, (0, 0.01, 0))
    b.main("frame", (brace.translate((0, s / 2, 0.255)) + brace.translate((0, s / 2, -0.255))) ^ inside, "pine wood")


@model("basket")
def _basket(b: Bench) -> None:
    b.main("basket", b.vessel([(0, 0), (0.13, 0), (0.17, 0.08), (0.185, 0.17)], 0.012, curve=True), "wicker")
    path = [
        (0.178 * math.cos(t), 0.16 + 0.23 * math.sin(t), 0.0) for t in (0, 0.5, 1.0, math.pi / 2, 2.14, 2.64, math.pi)
    ]
    b.main("handle", b.tube(path, 0.011), "wicker")
    b.main("rim", b.ring(0.182, 0.013, (0, 0.168, 0)), "wicker")


@model("candle")
def _candle(b: Bench) -> None:
    b.main("candle", b.cyl(0.16, 0.022, at=(0, 0.04, 0), soft=0.006), "wax")
    drips = [
        b.limb(
            (0.021 * math.sin(t), 0.19, 0.021 * math.cos(t)),
            (0.023 * math.sin(t), y, 0.023 * math.cos(t)),
            0.004,
            0.005,
        )
        for t, y in ((0.3, 0.13), (2.2, 0.1), (4.1, 0.15))
    ]
    b.main("drips", union(drips), "wax")
    b.trim("wick", b.rod((0, 0.195, 0), (0.002, 0.212, 0), 0.0016), "black")
    flame = b.lathe([(0, 0.205), (0.007, 0.214), (0.0085, 0.224), (0.003, 0.243), (0, 0.252)], curve=True)
    b.trim("flame", flame, "#ffb42e light")
    holder: Flat = [
        (0, 0),
        (0.06, 0),
        (0.062, 0.01),
        (0.058, 0.012),
        (0.03, 0.012),
        (0.026, 0.03),
        (0.028, 0.055),
        (0.024, 0.055),
        (0.022, 0.04),
        (0, 0.04),
    ]
    b.second("holder", b.lathe(holder), "brass")
    b.second("handle", b.ring(0.018, 0.004, (0.072, 0.016, 0), "z"), "brass")
