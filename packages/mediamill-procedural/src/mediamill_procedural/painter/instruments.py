"""Lamps, instruments and keepsakes; a campfire."""

import math

from mediamill_procedural.painter.figure import (
    Figure,
    arc,
    blob,
    box,
    limb,
    oval,
    part,
    poly,
    ring,
)


def candle() -> Figure:
    """A candle."""
    return Figure(
        {"main": "efe6cf", "second": "b98a3a"},
        (
            part("second", blob((0, 6), (30, -4), (60, 6), (50, 12), (10, 12)), gloss=0.4),
            part("second", arc(60, 12, 8, 4, -90, 200)),
            part("main", blob((18, 8), (18, 88), (24, 92), (30, 88), (36, 92), (42, 88), (42, 8), (30, 4)), bulge=0.9),
            part("main+", blob((18, 88), (15, 70), (20, 62), (23, 84)), oval(30, 89, 11, 3)),
            part("#2a201a", limb([(30, 88), (30, 98)], [1.6, 1.4])),
            part("#ff9a2e", blob((30, 92), (22, 104), (25, 116), (31, 134), (36, 116), (38, 104)), bulge=0, glow=0.95),
            part("#fff3b0", blob((30, 95), (26, 104), (30, 120), (34, 104)), bulge=0, glow=1.0),
        ),
        lights=((30, 108, 110),),
    )


def lantern() -> Figure:
    """A lantern."""
    return Figure(
        {"main": "8a2f2a", "second": "ffd27a"},
        (
            part("main", arc(40, 106, 20, 3.4, 0, 180)),
            part("second", blob((14, 18), (8, 54), (16, 88), (64, 88), (72, 54), (66, 18)), bulge=0.8, glow=0.9),
            part("#fff1b8", blob((40, 26), (32, 42), (40, 66), (48, 42)), bulge=0, glow=1.0),
            part(
                "main",
                *(limb([(x, 16), (x + b, 54), (x, 90)], [3, 3, 3]) for x, b in ((16, -5), (40, 0), (64, 5))),
                bulge=0.6,
            ),
            part(
                "main",
                box(10, 6, 70, 19),
                box(12, 86, 68, 94),
                poly((16, 94), (64, 94), (52, 108), (28, 108)),
                bulge=0.6,
                gloss=0.2,
            ),
        ),
        lights=((40, 50, 110),),
    )


def lamp() -> Figure:
    """A lamp."""
    return Figure(
        {"main": "d9a441", "second": "6b4a2f"},
        (
            part(
                "second",
                blob((22, 4), (50, -3), (78, 4), (70, 10), (30, 10)),
                blob((46, 8), (40, 30), (46, 52), (54, 52), (60, 30), (54, 8)),
                gloss=0.3,
            ),
            part("main", poly((12, 50), (28, 110), (72, 110), (88, 50)), bulge=0.7, glow=0.85),
            part("#fff3c8", poly((34, 52), (42, 106), (58, 106), (66, 52)), bulge=0, alpha=0.35, glow=1.0),
            part(
                "main-",
                limb([(12, 51), (50, 46), (88, 51)], [2.4, 2.4, 2.4]),
                limb([(28, 110), (50, 112), (72, 110)], [2, 2, 2]),
            ),
        ),
        lights=((50, 70, 130),),
    )


def clock() -> Figure:
    """A clock."""
    ticks = tuple(
        limb(
            [
                (50 + 36 * math.cos(a * math.pi / 6), 52 + 36 * math.sin(a * math.pi / 6)),
                (
                    50 + (31 if a % 3 else 28) * math.cos(a * math.pi / 6),
                    52 + (31 if a % 3 else 28) * math.sin(a * math.pi / 6),
                ),
            ],
            [2, 2],
        )
        for a in range(12)
    )
    return Figure(
        {"main": "b5483a", "second": "f6f1e4"},
        (
            part("main-", limb([(24, 14), (16, 0)], [7, 5]), limb([(76, 14), (84, 0)], [7, 5])),
            part("#c9a24a", oval(24, 96, 13, 9, 35), oval(76, 96, 13, 9, -35), gloss=0.4),
            part("#3a3632", limb([(50, 100), (50, 112)], [4, 6])),
            part("main", oval(50, 52, 50), gloss=0.35),
            part("second", oval(50, 52, 41), bulge=0.15),
            part("#2a2624", *ticks, bulge=0),
            part(
                "#2a2624",
                limb([(50, 52), (34, 66)], [3.6, 2]),
                limb([(50, 52), (66, 80)], [2.8, 1.4]),
                oval(50, 52, 3),
                bulge=0,
            ),
        ),
    )


def guitar() -> Figure:
    """A guitar."""
    return Figure(
        {"main": "c07a34", "second": "4a2c1a"},
        (
            part(
                "second",
                limb([(48, 96), (48, 190)], [9, 8]),
                poly((42, 188), (54, 188), (58, 214), (38, 214)),
                bulge=0.5,
            ),
            part("#d9d4c8", *(oval(x, y, 2.4) for x in (36, 60) for y in (194, 202, 210)), gloss=0.4),
            part(
                "main",
                blob(
                    (48, 0),
                    (16, 4),
                    (6, 30),
                    (20, 56),
                    (16, 80),
                    (26, 100),
                    (48, 102),
                    (70, 100),
                    (80, 80),
                    (76, 56),
                    (90, 30),
                    (80, 4),
                ),
                bulge=0.6,
                gloss=0.35,
            ),
            part("second", ring(48, 64, 14, 2.4), bulge=0.2),
            part("#1c120c", oval(48, 64, 12.5), bulge=0),
            part("second", box(32, 24, 64, 31), bulge=0.5),
            part(
                "#efe9dc",
                *(limb([(x, 28), (x * 0.72 + 13.4, 196)], [0.7, 0.6]) for x in (40, 43.2, 46.4, 49.6, 52.8, 56)),
                bulge=0,
            ),
        ),
        0.14,
    )


def violin() -> Figure:
    """A violin."""
    return Figure(
        {"main": "9a4a20", "second": "2a1a12"},
        (
            part("second", limb([(40, 90), (40, 168)], [7, 6]), arc(40, 172, 6, 5, -60, 240)),
            part(
                "main",
                blob(
                    (40, 0),
                    (14, 6),
                    (8, 28),
                    (20, 44),
                    (18, 56),
                    (12, 70),
                    (22, 90),
                    (40, 94),
                    (58, 90),
                    (68, 70),
                    (62, 56),
                    (60, 44),
                    (72, 28),
                    (66, 6),
                ),
                bulge=0.7,
                gloss=0.45,
            ),
            part(
                "second",
                limb([(30, 60), (26, 48), (30, 36)], [2.2, 1.4, 2.2]),
                limb([(50, 60), (54, 48), (50, 36)], [2.2, 1.4, 2.2]),
                poly((35, 4), (45, 4), (47, 30), (33, 30)),
                bulge=0.2,
            ),
            part("#e9dcc0", box(30, 42, 50, 46), bulge=0.4),
            part(
                "#efe9dc",
                *(limb([(x, 28), (x * 0.6 + 16, 160)], [0.6, 0.5]) for x in (36.5, 38.8, 41.2, 43.5)),
                bulge=0,
            ),
            part("#6b4428", limb([(84, 4), (92, 90), (90, 170)], [3, 2, 2.4])),
        ),
        0.14,
    )


def umbrella() -> Figure:
    """An umbrella."""
    return Figure(
        {"main": "c8252b"},
        (
            part("#5a3d26", limb([(60, 80), (60, 8), (66, -2), (75, 2), (76, 10)], [3, 3, 3.4, 3.4, 3])),
            part(
                "main",
                blob(
                    (0, 56),
                    (14, 92),
                    (40, 112),
                    (60, 116),
                    (80, 112),
                    (106, 92),
                    (120, 56),
                    (104, 64),
                    (90, 57),
                    (75, 65),
                    (60, 58),
                    (45, 65),
                    (30, 57),
                    (16, 64),
                ),
                bulge=0.8,
            ),
            part(
                "main-",
                limb([(60, 115), (38, 92), (30, 58)], [1, 1, 1]),
                limb([(60, 115), (82, 92), (90, 58)], [1, 1, 1]),
                limb([(60, 115), (60, 58)], [1, 1]),
                bulge=0,
            ),
            part("#3a2c22", limb([(60, 114), (60, 126)], [3, 1.6])),
        ),
    )


def sword() -> Figure:
    """A sword."""
    return Figure(
        {"main": "c3cad4", "second": "c9a23a"},
        (
            part("main", poly((43, 44), (43, 168), (50, 190), (57, 168), (57, 44)), bulge=0.5, gloss=0.6),
            part("main-", poly((50, 44), (50, 186), (57, 168), (57, 44)), bulge=0, alpha=0.6),
            part(
                "second", limb([(22, 46), (50, 40), (78, 46)], [6, 8, 6]), oval(22, 47, 5), oval(78, 47, 5), gloss=0.5
            ),
            part("#5a2f22", limb([(50, 38), (50, 8)], [9, 9])),
            part("second", oval(50, 4, 8), gloss=0.5),
        ),
    )


def crystal() -> Figure:
    """A crystal."""
    return Figure(
        {"main": "7fb8f0"},
        (
            part(
                "main-",
                poly((4, 8), (-10, 50), (0, 66), (18, 52), (24, 4)),
                poly((72, 4), (84, 56), (98, 68), (104, 50), (92, 6)),
                bulge=0,
                glow=0.5,
            ),
            part("main", poly((22, 0), (16, 84), (34, 124), (48, 0)), bulge=0, glow=0.5),
            part("main+", poly((48, 0), (34, 124), (62, 88), (66, 0)), bulge=0, glow=0.6),
            part("main-", poly((66, 0), (62, 88), (34, 124), (78, 70), (80, 0)), bulge=0, alpha=0.8, glow=0.4),
            part(
                "main+",
                poly((4, 8), (-10, 50), (0, 66), (10, 30)),
                poly((72, 4), (84, 56), (98, 68), (86, 30)),
                bulge=0,
                glow=0.5,
            ),
            part("#ffffff", poly((24, 20), (20, 80), (30, 104), (27, 60)), bulge=0, alpha=0.45),
        ),
    )


def gift() -> Figure:
    """A gift."""
    return Figure(
        {"main": "c8252b", "second": "f0cf5a"},
        (
            part("main", box(6, 0, 94, 70), bulge=0.15),
            part("main-", poly((94, 0), (108, 12), (108, 76), (94, 70)), bulge=0),
            part("main", box(0, 62, 100, 84), bulge=0.2),
            part("second", box(42, 0, 58, 84), box(6, 28, 94, 40), bulge=0.15, gloss=0.2),
            part(
                "second",
                blob((50, 84), (26, 112), (10, 102), (20, 88)),
                blob((50, 84), (74, 112), (90, 102), (80, 88)),
                oval(50, 88, 8),
                gloss=0.3,
            ),
        ),
    )


def pumpkin() -> Figure:
    """A pumpkin."""
    return Figure(
        {"main": "e07b1c"},
        (
            part("main-", oval(24, 40, 24, 36), oval(96, 40, 24, 36)),
            part("main", oval(38, 40, 24, 40)),
            part("main", oval(82, 40, 24, 40)),
            part("main", oval(60, 40, 22, 42)),
            part("#5a6b2c", limb([(60, 78), (60, 92), (72, 100)], [12, 8, 7])),
        ),
        0.1,
    )


def campfire() -> Figure:
    """A campfire."""
    stones = tuple(oval(x, 4 - abs(x - 60) * 0.03, 9, 7) for x in (6, 24, 42, 60, 78, 96, 114))
    return Figure(
        {"main": "ff8a1e", "second": "5a3a22"},
        (
            part(
                "#ff5a1c",
                blob((24, 10), (16, 44), (34, 62), (38, 92), (58, 120), (66, 90), (86, 74), (98, 42), (92, 10)),
                bulge=0,
                glow=1.0,
                alpha=0.95,
            ),
            part("main", blob((34, 10), (30, 40), (46, 56), (54, 92), (70, 60), (84, 42), (82, 10)), bulge=0, glow=1.0),
            part("#ffe27a", blob((44, 10), (44, 34), (56, 58), (66, 38), (72, 10)), bulge=0, glow=1.0),
            part("second", limb([(20, 4), (90, 26)], [11, 10]), limb([(100, 4), (32, 26)], [11, 10])),
            part("#77716a", *stones),
        ),
        0.1,
        lights=((60, 50, 130),),
    )
