"""Lamps, instruments and keepsakes; a campfire."""

from mediamill_procedural.painter.figure import (
    Figure,
    arc,
    blob,
    box,
    limb,
    oval,
    part,
    poly,
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
