"""Things of the house: on a table, on a wall, in the hand; a campfire."""

import math

from mediamill_procedural.painter.figure import Figure, blob, box, limb, oval, part

STALK, LEAF = "#5a3d22", "#4f8a3a"


def bathtub() -> Figure:
    """A bathtub on feet, with a tap."""
    return Figure(
        {"main": "f1f1ee", "third": "c9a24a"},
        (
            part("third", limb([(150, 60), (150, 92), (134, 94), (132, 84)], [5, 5, 5, 4]), gloss=0.6),
            part("third", oval(30, 6, 9, 8), oval(132, 6, 9, 8), gloss=0.5),
            part("main", blob((2, 62), (10, 26), (34, 8), (128, 8), (152, 26), (160, 62), (80, 58)), gloss=0.35),
            part("main+", limb([(-2, 62), (80, 59), (164, 62)], [9, 9, 9]), gloss=0.4),
            part("#bfe3ee", blob((20, 66), (44, 72), (80, 69), (112, 73), (140, 66), (80, 63)), bulge=0.4, alpha=0.9),
        ),
    )


def apple() -> Figure:
    """An apple."""
    return Figure(
        {"main": "c8252b"},
        (
            part(
                "main",
                blob(
                    (50, 4),
                    (28, 0),
                    (8, 20),
                    (4, 52),
                    (18, 80),
                    (38, 84),
                    (50, 78),
                    (62, 84),
                    (82, 80),
                    (96, 52),
                    (92, 20),
                    (72, 0),
                ),
                gloss=0.5,
            ),
            part(STALK, limb([(50, 76), (52, 90), (58, 100)], [3, 3, 4])),
            part(LEAF, blob((54, 88), (66, 102), (84, 100), (74, 86)), bulge=0.5),
        ),
        0.08,
    )


def pear() -> Figure:
    """A pear."""
    return Figure(
        {"main": "b8c142"},
        (
            part(
                "main",
                blob((50, 0), (20, 8), (10, 36), (26, 66), (34, 96), (50, 108), (64, 96), (72, 66), (90, 36), (80, 8)),
                gloss=0.3,
            ),
            part(STALK, limb([(50, 104), (52, 116), (60, 124)], [3, 3, 4])),
        ),
        0.1,
    )


def bowl() -> Figure:
    """A bowl."""
    return Figure(
        {"main": "3f6fa8", "second": "f0d32a", "third": "c8252b"},
        (
            part("second", oval(34, 58, 20)),
            part("third", oval(70, 62, 22), gloss=0.4),
            part("#8fb03a", oval(104, 57, 20), gloss=0.3),
            part("main", blob((0, 52), (14, 20), (44, 2), (94, 2), (124, 20), (138, 52), (70, 46)), gloss=0.35),
            part("main+", limb([(0, 52), (70, 46), (138, 52)], [4, 4, 4])),
        ),
    )


def cake() -> Figure:
    """A cake."""
    candles = tuple(box(x, 74, x + 3, 92) for x in (34, 50, 66, 82))
    flames = tuple(blob((x + 1.5, 92), (x - 1, 97), (x + 1.5, 104), (x + 4, 97)) for x in (34, 50, 66, 82))
    return Figure(
        {"main": "f3c6cf", "second": "8a5230"},
        (
            part("#d9d5cc", blob((-6, 2), (60, -6), (126, 2), (60, 8)), bulge=0.3),
            part("second", blob((8, 4), (6, 50), (60, 56), (114, 50), (112, 4), (60, -2)), bulge=0.8),
            part("main", box(7, 24, 113, 30), bulge=0.3),
            part(
                "main",
                blob(
                    (4, 52),
                    (8, 68),
                    (60, 78),
                    (112, 68),
                    (116, 52),
                    (108, 40),
                    (98, 52),
                    (86, 38),
                    (74, 50),
                    (60, 36),
                    (46, 50),
                    (34, 38),
                    (22, 52),
                    (12, 42),
                ),
            ),
            part("#c8252b", *(oval(x, 72, 5) for x in (24, 42, 60, 78, 96)), gloss=0.4),
            part("#f4f0e4", *candles, bulge=0.5),
            part("#ffc24a", *flames, bulge=0.2, glow=1.0),
        ),
        lights=((60, 98, 60),),
    )


def vase() -> Figure:
    """A vase."""
    stems = (
        limb([(44, 60), (34, 96), (20, 120)], [2.4, 2, 2]),
        limb([(50, 60), (52, 110), (50, 140)], [2.4, 2, 2]),
        limb([(56, 60), (68, 98), (84, 118)], [2.4, 2, 2]),
        limb([(48, 60), (40, 110), (36, 134)], [2, 2, 2]),
    )
    petals = tuple(
        oval(x + r * 0.62 * math.cos(a * math.pi / 3), y + r * 0.62 * math.sin(a * math.pi / 3), r * 0.56)
        for x, y, r in ((18, 122, 14), (50, 144, 16), (86, 120, 14))
        for a in range(6)
    )
    return Figure(
        {"main": "3f6a9a", "second": "e2596a", "third": "f2c14a"},
        (
            part(
                LEAF,
                *stems,
                blob((38, 86), (14, 92), (2, 82), (20, 78)),
                blob((62, 84), (88, 96), (100, 86), (82, 78)),
                bulge=0.5,
            ),
            part("second", *petals),
            part("third", oval(18, 122, 5), oval(50, 144, 6), oval(86, 120, 5), oval(36, 134, 4)),
            part(
                "main",
                blob(
                    (30, 0),
                    (16, 20),
                    (18, 42),
                    (36, 58),
                    (32, 72),
                    (68, 72),
                    (64, 58),
                    (82, 42),
                    (84, 20),
                    (70, 0),
                    (50, -3),
                ),
                gloss=0.45,
            ),
            part("main+", oval(50, 72, 18, 3), bulge=0.2),
            part("main+", limb([(18, 36), (50, 30), (82, 36)], [3, 3, 3]), bulge=0.3),
        ),
    )
