"""What flies or floats in the air."""

from mediamill_procedural.painter.figure import (
    Figure,
    blob,
    box,
    limb,
    oval,
    part,
    poly,
)
from mediamill_procedural.painter.travel import STEEL


def aeroplane() -> Figure:
    """An aeroplane."""
    body = blob((-2, 40), (30, 46), (90, 50), (128, 46), (142, 36), (128, 28), (80, 26), (30, 32))
    return Figure(
        {"main": "f0f2f5", "second": "c8322b"},
        (
            part("main-", blob((78, 44), (62, 66), (54, 72), (64, 70), (94, 46))),
            part("second", blob((4, 42), (-10, 70), (-2, 72), (28, 44))),
            part("main", body, gloss=0.35),
            part("second", blob((-2, 39), (30, 38), (90, 35), (141, 36), (128, 29), (80, 27), (30, 33)), alpha=0.9),
            part(
                "#2c3a4a",
                *(oval(x, 42, 2) for x in range(40, 116, 9)),
                blob((122, 46), (132, 43), (128, 40), (121, 41)),
                bulge=0.2,
            ),
            part("main", blob((86, 36), (48, 6), (34, 0), (42, 10), (66, 36)), bulge=0.6),
            part(STEEL, limb([(58, 12), (74, 13)], [10, 9]), gloss=0.3),
            part("second", blob((10, 38), (-10, 28), (-16, 28), (0, 40)), bulge=0.5),
        ),
    )


def balloon() -> Figure:
    """A balloon."""
    cloth = blob((34, 40), (8, 78), (4, 108), (22, 138), (50, 148), (78, 138), (96, 108), (92, 78), (66, 40), (50, 36))
    left = blob((42, 38), (26, 80), (24, 110), (36, 138), (50, 148), (40, 110), (42, 76), (48, 38))
    right = blob((58, 38), (74, 80), (76, 110), (64, 138), (50, 148), (60, 110), (58, 76), (52, 38))
    return Figure(
        {"main": "d8452f", "second": "f2c14a", "third": "8a5a30"},
        (
            part(
                "#5a4630",
                *(limb([(a, 38), (b, 14)], [0.9, 0.9]) for a, b in ((36, 42), (64, 58), (46, 47), (54, 53))),
                bulge=0,
            ),
            part("main", cloth, bulge=1.0),
            part("second", left, right, bulge=0.2, alpha=0.92),
            part("main-", limb([(35, 41), (50, 37), (65, 41)], [3, 3, 3])),
            part("#ffb84a", blob((47, 24), (50, 36), (53, 24), (50, 20)), bulge=0.2, glow=1.0),
            part("third", blob((41, 14), (42, 0), (58, 0), (59, 14)), bulge=0.6),
            part("third-", limb([(40, 14), (60, 14)], [3, 3])),
        ),
        lights=((50, 60, 60),),
    )


def airship() -> Figure:
    """An airship."""
    return Figure(
        {"main": "b9bfc8", "second": "8a3b2a"},
        (
            part(
                "second",
                poly((6, 54), (-14, 78), (0, 78), (30, 62)),
                poly((6, 46), (-14, 24), (0, 24), (30, 40)),
                bulge=0.3,
            ),
            part(
                "main",
                blob((-6, 50), (30, 72), (90, 80), (140, 70), (164, 50), (140, 32), (90, 22), (30, 30)),
                gloss=0.3,
            ),
            part(
                "main-",
                limb([(-2, 50), (90, 52), (163, 50)], [0.9, 0.9, 0.9]),
                limb([(10, 60), (90, 68), (150, 60)], [0.9, 0.9, 0.9]),
                bulge=0,
            ),
            part("second", blob((66, 22), (68, 10), (104, 10), (110, 22)), bulge=0.6),
            part("#ffe9a8", *(oval(x, 16, 2.4) for x in (74, 82, 90, 98)), glow=0.9),
        ),
    )


def rocket() -> Figure:
    """A rocket."""
    return Figure(
        {"main": "eef0f3", "second": "d2342a"},
        (
            part("#ffb02e", blob((30, 6), (34, -26), (42, -46), (50, -26), (54, 6)), bulge=0.2, glow=0.9),
            part("#fff3c0", blob((36, 6), (42, -24), (48, 6)), bulge=0.2, glow=1.0),
            part(
                "second",
                blob((22, 44), (4, 18), (4, -2), (26, 10)),
                blob((62, 44), (80, 18), (80, -2), (58, 10)),
                bulge=0.6,
            ),
            part(
                "main",
                blob((24, 8), (18, 50), (22, 92), (34, 120), (42, 130), (50, 120), (62, 92), (66, 50), (60, 8)),
                gloss=0.35,
            ),
            part("second", blob((27, 104), (34, 120), (42, 131), (50, 120), (57, 104), (42, 100)), gloss=0.3),
            part(STEEL, oval(42, 76, 12), gloss=0.3),
            part("#4fa8d8", oval(42, 76, 8.5), bulge=0.6, gloss=0.6, glow=0.5),
            part("second", box(40, 0, 44, 40), limb([(24, 12), (60, 12)], [5, 5]), bulge=0.5),
        ),
        lights=((42, -10, 70),),
    )


def ufo() -> Figure:
    """A ufo."""
    return Figure(
        {"main": "9aa6b4", "second": "7fe8c8"},
        (
            part("second", poly((40, 20), (80, 20), (116, -70), (4, -70)), bulge=0, alpha=0.22, glow=1.0),
            part("#bfe8f5", blob((36, 42), (42, 62), (60, 70), (78, 62), (84, 42)), gloss=0.6, glow=0.4, alpha=0.92),
            part(
                "main",
                blob((-6, 30), (20, 44), (60, 48), (100, 44), (126, 30), (100, 18), (60, 14), (20, 18)),
                gloss=0.4,
            ),
            part(
                "#ffd95a", *(oval(x, 27 - abs(x - 60) * 0.01, 5, 4) for x in (14, 37, 60, 83, 106)), glow=1.0, gloss=0.3
            ),
            part("main-", blob((36, 18), (60, 8), (84, 18), (60, 14))),
        ),
        lights=((60, 24, 80),),
    )


def satellite() -> Figure:
    """A satellite."""
    cells = tuple(box(x, 42, x + 1, 70) for x in (-52, -40, -28, -16, 82, 94, 106, 118))
    return Figure(
        {"main": "c9a24a", "second": "2f4f9a"},
        (
            part(STEEL, limb([(-60, 56), (126, 56)], [3, 3])),
            part("second", box(-62, 40, -6, 72), box(72, 40, 128, 72), bulge=0.2, gloss=0.3),
            part("#9fb6e0", *cells, box(-62, 55, -6, 56), box(72, 55, 128, 56), bulge=0),
            part("main", blob((14, 24), (14, 88), (52, 88), (52, 24)), bulge=0.6, gloss=0.4),
            part("#dfe4ea", blob((10, 112), (33, 92), (56, 112), (33, 104)), gloss=0.3),
            part(STEEL, limb([(33, 98), (33, 120)], [2, 2])),
            part("#ff5a4a", oval(33, 121, 3), glow=1.0),
        ),
    )


def party_balloon() -> Figure:
    """A party balloon."""
    return Figure(
        {"main": "d8322b"},
        (
            part("#d8d4cc", limb([(40, 6), (36, -20), (44, -44), (38, -70)], [1, 0.9, 0.9, 0.8]), bulge=0),
            part("main-", poly((34, 2), (46, 2), (40, 12)), bulge=0.4),
            part(
                "main", blob((40, 8), (12, 34), (4, 66), (18, 92), (40, 100), (62, 92), (76, 66), (68, 34)), gloss=0.6
            ),
            part("#ffffff", oval(24, 76, 5, 10, -25), bulge=0, alpha=0.45),
        ),
    )
