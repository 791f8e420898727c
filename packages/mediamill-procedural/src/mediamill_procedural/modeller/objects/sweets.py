"""Cakes, ice cream and other sweet things."""

import math

import numpy as np

from mediamill_procedural.modeller.bench import Bench
from mediamill_procedural.modeller.model import model
from mediamill_procedural.modeller.shapes import Points, Vec, around, union


@model("cake")
def _cake(b: Bench) -> None:
    tiers = 3 if b.has("wedding", "tiered") else b.count("tier", 1 if not b.fine else 2, most=5)
    sponge = "chocolate" if b.has("chocolate") else "#f3c6d2 wax"
    y, r = 0.012, 0.15
    for index in range(tiers):
        h = 0.085
        b.main("cake", b.cyl(h, r, at=(0, y, 0), soft=0.01), sponge)
        drops = []
        count = 18
        for k in range(count):
            t = 2 * math.pi * k / count
            long = 0.02 + 0.018 * ((k * 7 + index) % 5) / 5
            drops.append(
                b.limb(
                    (r * math.sin(t), y + h - 0.006, r * math.cos(t)),
                    (r * math.sin(t), y + h - long, r * math.cos(t)),
                    0.009,
                    0.0085,
                )
            )
        b.second("icing", union([*drops, b.cyl(0.014, r + 0.004, at=(0, y + h - 0.006, 0), soft=0.006)]), "white wax")
        b.second(
            "icing",
            around(b.ball(0.011, (0, y + 0.008, r + 0.001), (1, 0.9, 1)), round(2 * math.pi * r / 0.021)),
            "white wax",
        )
        y += h
        r -= 0.045
    top = r + 0.045
    if b.has("cherry", "strawberry") or not b.has("candle", "candles", "birthday"):
        swirl = around(
            b.lathe(
                [(0, 0), (0.014, 0.001), (0.012, 0.01), (0.005, 0.018), (0, 0.021)],
                (0, y + 0.006, top - 0.025),
                curve=True,
            ),
            8,
        )
        b.second("cream", swirl, "white wax")
        b.trim("cherries", around(b.ball(0.009, (0, y + 0.03, top - 0.025)), 8), "cherry red wax")
    if b.has("candle", "candles", "birthday"):
        count = b.count("candle", 6, most=24)
        colors = ("sky blue", "yellow", "pink", "mint")
        for k in range(count):
            t, far = 2 * math.pi * k / count, (top - 0.03 if count > 1 else 0.0)
            at = (far * math.sin(t), y + 0.004, far * math.cos(t))
            b.trim("candles", b.cyl(0.055, 0.0042, at=at), f"{colors[k % 4]} wax")
            b.trim("flames", b.ball(0.0048, (at[0], at[1] + 0.066, at[2]), (1, 1.9, 1)), "#ffb42e light")
    b.trim("plate", b.lathe([(0, 0), (0.15, 0), (0.2, 0.012), (0.198, 0.016), (0.15, 0.013), (0, 0.013)]), "porcelain")


@model("cupcake")
def _cupcake(b: Bench) -> None:
    pleats = union(
        [
            b.rod(
                (0.0265 * math.sin(t), -0.001, 0.0265 * math.cos(t)),
                (0.0365 * math.sin(t), 0.041, 0.0365 * math.cos(t)),
                0.0022,
            )
            for t in [2 * math.pi * k / 28 for k in range(28)]
        ]
    )
    b.second("case", b.cyl(0.04, 0.026, 0.036) + (pleats ^ b.box(1, 0.04, 1)), "sky blue paper")
    rolls = [b.ring(r, 0.0125, (0, y, 0)) for r, y in ((0.026, 0.047), (0.019, 0.061), (0.011, 0.074))]
    b.main(
        "frosting",
        union(
            [
                *rolls,
                b.cyl(0.045, 0.025, 0.01, (0, 0.038, 0)),
                b.lathe([(0, 0.075), (0.012, 0.078), (0.006, 0.09), (0, 0.096)], curve=True),
            ]
        ),
        "pink wax",
    )
    b.trim("cherry", b.ball(0.0095, (0, 0.1, 0)), "cherry red wax")
    colors = ("yellow", "sky blue", "white", "lime")
    for k in range(28 if b.fine else 18):
        t, y, r = 2.4 * k, 0.05 + 0.0011 * k, 0.0375 - 0.0007 * k
        b.trim(
            "sprinkles",
            b.limb(
                (r * math.sin(t), y, r * math.cos(t)),
                (r * math.sin(t + 0.12), y + 0.003, r * math.cos(t + 0.12)),
                0.0011,
            ),
            colors[k % 4],
        )


@model("donut")
def _donut(b: Bench) -> None:
    b.second("dough", b.ring(0.031, 0.019, (0, 0.0185, 0)).scale((1, 0.95, 1)), "#c98a4a bread")
    wave = b.ring(0.031, 0.0198, (0, 0.0192, 0)).warp_batch(_dripping)
    b.main("icing", wave, "pink wax")
    colors = ("white", "sky blue", "yellow", "lime", "red")
    for k in range(70 if b.fine else 44):
        t, off = 2.4 * k, 0.0115 * math.sin(4.1 * k)
        r = 0.031 + off
        y = 0.019 + 0.95 * math.sqrt(max(0.0, 0.0198**2 - off**2)) + 0.0002
        turn = 1.7 * k
        step = (0.0016 * math.sin(turn), 0, 0.0016 * math.cos(turn))
        at = (r * math.sin(t), y, r * math.cos(t))
        b.trim(
            "sprinkles",
            b.limb((at[0] - step[0], y, at[2] - step[2]), (at[0] + step[0], y, at[2] + step[2]), 0.0008),
            colors[k % 5],
        )


def _dripping(vertices: Points) -> Points:
    """Icing covers the top and ends in waves."""
    turn = np.arctan2(vertices[:, 0], vertices[:, 2])
    edge = 0.0185 + 0.0028 * np.sin(7 * turn) + 0.0016 * np.sin(11 * turn + 1)
    low = vertices[:, 1] < edge
    r = np.hypot(vertices[:, 0], vertices[:, 2])
    inward = np.where(low, 0.031 + (r - 0.031) * 0.9, r) / np.maximum(r, 1e-9)
    vertices[:, 0] *= inward
    vertices[:, 2] *= inward
    vertices[:, 1] = np.where(low, edge - 0.0008, vertices[:, 1])
    return vertices


@model("ice cream")
def _ice_cream(b: Bench) -> None:
    cone = b.lathe([(0, 0), (0.004, 0), (0.031, 0.11), (0, 0.11)])
    lines = []
    for k in range(10):
        for way in (-1, 1):
            lines.append(
                b.tube(
                    [
                        (r * math.sin(t0 + way * 0.9 * s), y, r * math.cos(t0 + way * 0.9 * s))
                        for s, y, r in (
                            (0.0, 0.0, 0.005),
                            (0.33, 0.037, 0.0142),
                            (0.66, 0.073, 0.0232),
                            (1.0, 0.11, 0.0325),
                        )
                        for t0 in (2 * math.pi * k / 10,)
                    ],
                    0.0011,
                )
            )
    b.trim(
        "cone",
        cone
        + (union(lines) ^ b.box(1, 0.11, 1))
        + b.lathe([(0.02, 0.1), (0.0335, 0.1), (0.0355, 0.115), (0.02, 0.115)]),
        "#d29a52 bread",
    )
    flavours = ["#f4b8c6 wax", "ivory wax", "chocolate"]
    count = b.count("scoop", 3 if b.fine else 2, most=4)
    y = 0.125
    for k in range(count):
        r = 0.034 - 0.003 * k
        rim = around(b.ball(0.0105, (0, y - 0.012, r * 0.86), (1, 0.75, 1)), 11, 13 * k)
        (b.main if k == 0 else b.second)("scoops", b.ball(r, (0, y, 0), (1, 0.95, 1)) + rim, flavours[k % 3])
        y += r * 1.15
    b.trim("cherry", b.ball(0.0095, (0, y - 0.002, 0)), "cherry red wax")
    b.trim("wafer", b.rod((0.006, y - 0.03, -0.006), (0.03, y + 0.03, -0.026), 0.0052), "#c98c48 bread")


@model("cookie")
def _cookie(b: Bench) -> None:
    b.main(
        "cookie",
        b.lathe([(0, 0), (0.036, 0), (0.042, 0.004), (0.038, 0.011), (0.02, 0.014), (0, 0.0145)], curve=True),
        "#c68d50 bread",
    )
    chips = [
        b.ball(
            0.0042,
            (0.0088 * math.sqrt(k) * math.sin(2.4 * k), 0.0135 - 0.0002 * k, 0.0088 * math.sqrt(k) * math.cos(2.4 * k)),
            (1.1, 0.7, 1),
        )
        for k in range(16)
    ]
    b.trim("chips", union(chips), "chocolate")


@model("lollipop")
def _lollipop(b: Bench) -> None:
    if b.has("cane"):
        path: list[Vec] = [
            (0, 0, 0),
            (0, 0.05, 0),
            (0, 0.11, 0),
            (0.008, 0.138, 0),
            (0.03, 0.15, 0),
            (0.052, 0.138, 0),
            (0.06, 0.11, 0),
        ]
        whole = b.tube(path, 0.0085)
        bands = union(
            [
                b.box(0.3, 0.009, 0.3, (0, -0.0045, 0)).rotate((0, 0, 28)).translate((0, 0.012 + 0.022 * k, 0))
                for k in range(8)
            ]
        )
        b.main("cane", whole - bands, "white ceramic")
        b.second("stripes", whole ^ bands, "red ceramic")
        return
    b.trim("stick", b.cyl(0.12, 0.0028), "ivory paper")
    disc = b.cyl(0.014, 0.038, at=(0, 0.145, -0.007), axis="z", soft=0.005)
    swirl = [(0.0024 * t * math.cos(t), 0.145 + 0.0024 * t * math.sin(t), 0.0) for t in [0.7 * k for k in range(2, 22)]]
    spiral = b.tube(swirl, 0.0038).scale((1, 1, 2.3))
    b.main("candy", disc - spiral, "pink ceramic")
    b.second("swirl", spiral ^ b.cyl(0.015, 0.037, at=(0, 0.145, -0.0075), axis="z"), "white ceramic")
