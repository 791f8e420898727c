"""Things of the house: on a table, on a wall, in the hand; a campfire."""

import math

from mediamill_procedural.painter.figure import Figure, arc, blob, box, limb, oval, part, poly

STALK, LEAF = "#5a3d22", "#4f8a3a"


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


def orange() -> Figure:
    """An orange."""
    return Figure(
        {"main": "ef8a1c"},
        (
            part("main", oval(50, 50, 50, 48), gloss=0.3),
            part(LEAF, blob((50, 94), (62, 108), (80, 106), (66, 94)), bulge=0.5),
        ),
        0.12,
    )


def lemon() -> Figure:
    """A lemon."""
    return Figure(
        {"main": "f0d32a"},
        (
            part(
                "main", blob((-8, 38), (14, 62), (50, 72), (86, 62), (110, 36), (86, 10), (50, 0), (14, 14)), gloss=0.35
            ),
        ),
        0.1,
    )


def cup() -> Figure:
    """A cup."""
    return Figure(
        {"main": "e9e4da", "second": "4a2c1c"},
        (
            part("main-", blob((-16, 4), (40, -6), (116, 4), (96, 10), (4, 10)), bulge=0.4),
            part("main", arc(92, 46, 20, 8, -80, 80)),
            part("main", blob((6, 78), (10, 36), (22, 8), (50, 2), (78, 8), (90, 36), (94, 78)), bulge=0.9, gloss=0.35),
            part("main+", oval(50, 78, 44.5, 9.5), bulge=0.2),
            part("second", oval(50, 76.5, 39, 7), bulge=0.1, gloss=0.2),
            part(
                "#ffffff",
                limb([(38, 90), (32, 106), (42, 122), (34, 140)], [1, 5, 6, 1]),
                limb([(58, 90), (66, 104), (56, 120), (64, 134)], [1, 5, 5, 1]),
                bulge=0,
                alpha=0.28,
            ),
        ),
    )


def teapot() -> Figure:
    """A teapot."""
    return Figure(
        {"main": "3f7f8c", "second": "d9b04a"},
        (
            part("main", limb([(84, 36), (106, 44), (112, 66), (124, 76)], [24, 17, 11, 10])),
            part("main", arc(10, 44, 24, 8, 70, 290)),
            part("main", blob((50, 0), (14, 8), (4, 36), (16, 64), (50, 74), (84, 64), (96, 36), (86, 8)), gloss=0.45),
            part("main-", limb([(22, 66), (50, 72), (78, 66)], [4, 4, 4])),
            part("main", blob((24, 68), (36, 82), (50, 86), (64, 82), (76, 68)), gloss=0.3),
            part("second", oval(50, 90, 6), gloss=0.5),
        ),
    )


def bottle() -> Figure:
    """A bottle."""
    return Figure(
        {"main": "2f5a3a", "second": "efe6d0"},
        (
            part(
                "main",
                blob(
                    (12, 4),
                    (10, 60),
                    (14, 84),
                    (27, 104),
                    (28, 134),
                    (42, 134),
                    (43, 104),
                    (56, 84),
                    (60, 60),
                    (58, 4),
                    (35, -2),
                ),
                gloss=0.6,
            ),
            part("second", box(12, 22, 58, 58), bulge=0.3),
            part("#8a2f2a", box(26, 118, 44, 138), bulge=0.7),
            part("main-", box(20, 34, 50, 36), box(24, 44, 46, 45.5), bulge=0),
        ),
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


def book() -> Figure:
    """A book."""
    return Figure(
        {"main": "8a2f3a", "second": "f3ead6"},
        (
            part("main", poly((-4, 2), (60, -6), (124, 2), (124, 8), (60, 0), (-4, 8)), bulge=0.2),
            part(
                "second",
                blob((0, 8), (28, 20), (60, 10), (60, 2), (30, 8), (0, 4)),
                blob((120, 8), (92, 20), (60, 10), (60, 2), (90, 8), (120, 4)),
                bulge=0.5,
            ),
            part(
                "second",
                poly((0, 8), (14, 78), (36, 88), (60, 78), (60, 10), (30, 20)),
                poly((120, 8), (106, 78), (84, 88), (60, 78), (60, 10), (90, 20)),
                bulge=0.25,
            ),
            part(
                "#8f8674",
                *(
                    limb([(16 + k * 0.8, 68 - k * 8), (34, 75 - k * 7.4), (53, 68 - k * 7.2)], [1.1, 1.1, 1.1])
                    for k in range(6)
                ),
                *(
                    limb([(104 - k * 0.8, 68 - k * 8), (86, 75 - k * 7.4), (67, 68 - k * 7.2)], [1.1, 1.1, 1.1])
                    for k in range(6)
                ),
                bulge=0,
                alpha=0.7,
            ),
            part("#b8323a", poly((70, 78), (76, 80), (78, 30), (73, 36), (69, 28)), bulge=0.2),
        ),
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
