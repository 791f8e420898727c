"""Single plants as figures: flowers, mushrooms, a cactus. Trees grow in `trees`."""

import math

from mediamill_procedural.painter.figure import Figure, Outline, blob, limb, oval, part

LEAF, STEM = "#4c8a3c", "#3f7a34"


def _petals(x: float, y: float, count: int, inner: float, outer: float, wide: float) -> tuple[Outline, ...]:
    mid, half = (inner + outer) / 2, (outer - inner) / 2
    return tuple(
        oval(x + mid * math.cos(a), y + mid * math.sin(a), half, wide, math.degrees(a))
        for a in (2 * math.pi * k / count for k in range(count))
    )


def flower() -> Figure:
    """A daisy-like flower."""
    return Figure(
        {"main": "f4f1ea", "second": "f0b428"},
        (
            part(STEM, limb([(50, 0), (46, 40), (50, 84)], [4, 3.6, 3.4])),
            part(
                LEAF,
                blob((47, 26), (26, 46), (10, 46), (24, 28)),
                blob((48, 36), (70, 56), (86, 54), (72, 38)),
                bulge=0.5,
            ),
            part("main-", *_petals(50, 92, 9, 4, 33, 7.5), bulge=0.6),
            part("main", *(each + 0 for each in _petals(50, 92, 8, 4, 30, 7)), bulge=0.7),
            part("second", oval(50, 92, 11)),
        ),
    )


def rose() -> Figure:
    """A rose."""
    return Figure(
        {"main": "c81e35"},
        (
            part(STEM, limb([(50, 0), (47, 50), (50, 96)], [4, 3.6, 3.6])),
            part(
                LEAF,
                blob((48, 34), (26, 54), (8, 50), (26, 34)),
                blob((48, 50), (70, 70), (90, 66), (70, 50)),
                blob((36, 92), (50, 84), (64, 92), (50, 98)),
                bulge=0.5,
            ),
            part("main-", blob((50, 92), (26, 100), (20, 124), (34, 142), (66, 142), (80, 124), (74, 100))),
            part(
                "main",
                blob((30, 104), (24, 126), (44, 136), (50, 112)),
                blob((70, 104), (76, 126), (56, 136), (50, 112)),
            ),
            part("main", blob((36, 120), (40, 140), (60, 140), (64, 120), (50, 110))),
            part("main-", limb([(40, 130), (50, 122), (60, 130), (52, 136), (46, 130)], [2, 2, 2, 2, 1.6]), bulge=0.2),
            part("main", blob((24, 112), (34, 98), (50, 94), (66, 98), (76, 112), (50, 106)), bulge=0.8),
        ),
    )


def tulip() -> Figure:
    """A tulip."""
    return Figure(
        {"main": "e0364a"},
        (
            part(STEM, limb([(50, 0), (50, 92)], [4.4, 4])),
            part(
                LEAF,
                blob((50, 2), (30, 30), (22, 66), (34, 50), (48, 20)),
                blob((52, 2), (72, 26), (82, 58), (68, 44), (54, 18)),
                bulge=0.5,
            ),
            part("main-", blob((34, 100), (40, 140), (50, 124), (60, 140), (66, 100))),
            part(
                "main",
                blob((28, 104), (26, 128), (32, 142), (46, 122), (50, 92), (36, 92)),
                blob((72, 104), (74, 128), (68, 142), (54, 122), (50, 92), (64, 92)),
            ),
            part("main", blob((38, 100), (40, 122), (50, 136), (60, 122), (62, 100), (50, 88))),
        ),
    )


def sunflower() -> Figure:
    """A sunflower."""
    return Figure(
        {"main": "f2b81c", "second": "5a3618"},
        (
            part(STEM, limb([(50, 0), (46, 70), (50, 130)], [6, 5, 5])),
            part(
                LEAF,
                blob((47, 40), (22, 64), (0, 58), (20, 40)),
                blob((47, 62), (76, 88), (100, 80), (78, 62)),
                bulge=0.5,
            ),
            part("main-", *_petals(50, 140, 15, 16, 46, 7), bulge=0.5),
            part("main", *_petals(50, 140, 13, 14, 41, 6.5), bulge=0.6),
            part("second", oval(50, 140, 20)),
            part(
                "second-",
                *(
                    oval(50 + 2.6 * math.sqrt(k) * math.cos(k * 2.4), 140 + 2.6 * math.sqrt(k) * math.sin(k * 2.4), 1)
                    for k in range(44)
                ),
                bulge=0,
            ),
        ),
    )
