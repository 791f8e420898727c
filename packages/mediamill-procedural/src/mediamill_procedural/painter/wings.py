"""Birds, butterflies, dragons and what lives in the sea."""

import math

from mediamill_procedural.painter.beasts import FUR, eye_at
from mediamill_procedural.painter.figure import Figure, arc, blob, flipped, limb, oval, part, poly


def bird() -> Figure:
    """In flight, wings up."""
    body = blob((10, 40), (30, 52), (56, 56), (76, 60), (92, 56), (96, 48), (84, 38), (60, 32), (30, 34))
    near = blob((40, 46), (34, 70), (16, 100), (4, 116), (30, 108), (52, 88), (66, 64), (68, 48))
    far = blob((52, 50), (58, 76), (74, 104), (92, 120), (88, 96), (80, 74), (72, 54))
    tail = poly((20, 44), (-16, 46), (-8, 40), (-18, 34), (18, 36))
    feathers = (
        blob((4, 116), (16, 100), (24, 86), (34, 84), (30, 104)),
        blob((92, 120), (84, 106), (76, 92), (84, 90), (90, 104)),
    )
    return Figure(
        {"main": "5a7391", "second": "f2efe8", "third": "e8a03c"},
        (
            part("main-", far),
            part("main-", tail, bulge=0.4),
            part("third", poly((94, 54), (108, 49), (94, 47)), bulge=0.6),
            part("main", body),
            part("second", blob((40, 35), (64, 34), (88, 40), (84, 48), (60, 42))),
            part("main", near, bulge=0.7),
            part("main-", feathers[0], bulge=0.3),
            *eye_at(88, 53, 1.8),
        ),
        0.1,
    )


def owl() -> Figure:
    """An owl."""
    body = blob((20, 10), (14, 40), (18, 70), (50, 82), (82, 70), (86, 40), (80, 10), (50, 2))
    head = blob((16, 72), (14, 90), (20, 110), (34, 100), (50, 102), (66, 100), (80, 110), (86, 90), (84, 72), (50, 60))
    wing = blob((20, 66), (10, 46), (12, 20), (24, 8), (30, 30), (30, 56))
    flecks = tuple(
        oval(x, y, 3.6, 2.4)
        for x, y in ((40, 50), (50, 46), (60, 50), (44, 38), (56, 38), (40, 26), (50, 28), (60, 26), (50, 16))
    )
    return Figure(
        {"main": "8a6440", "second": "e9d7b4", "third": "e8a93a"},
        (
            part("third", oval(40, 3, 7, 4), oval(60, 3, 7, 4)),
            part("main", body),
            part("second", blob((32, 60), (28, 30), (40, 8), (60, 8), (72, 30), (68, 60))),
            part("main", *flecks, bulge=0.3),
            part("main-", wing, flipped(wing, 50), bulge=0.7),
            part("main", head),
            part("second", oval(35, 84, 16), oval(65, 84, 16), bulge=0.4),
            part("third", oval(35, 84, 9), oval(65, 84, 9), bulge=0.3, glow=0.3),
            part("#15110e", oval(35, 84, 5.5), oval(65, 84, 5.5), bulge=0.2),
            part("#ffffff", oval(37.5, 87, 2), oval(67.5, 87, 2), bulge=0),
            part("third-", blob((46, 80), (54, 80), (50, 68))),
        ),
        FUR * 1.6,
    )


def duck() -> Figure:
    """A duck."""
    body = blob((2, 40), (8, 22), (34, 10), (64, 12), (78, 26), (74, 44), (54, 48), (30, 46), (12, 52))
    head = blob((60, 46), (58, 66), (68, 78), (82, 76), (88, 64), (82, 52), (76, 40))
    return Figure(
        {"main": "e9b93a", "second": "f08a1d"},
        (
            part(
                "second", limb([(38, 14), (38, 0), (46, 0)], [4, 4, 3]), limb([(50, 14), (50, 0), (58, 0)], [4, 4, 3])
            ),
            part("main", body, head),
            part("main-", blob((16, 42), (22, 24), (46, 20), (58, 34), (40, 42)), bulge=0.7),
            part("second", blob((86, 68), (102, 64), (102, 58), (86, 58)), gloss=0.15),
            *eye_at(77, 68, 2.6),
        ),
        0.08,
    )


def swan() -> Figure:
    """A swan."""
    body = blob((0, 42), (8, 18), (34, 4), (70, 4), (88, 18), (86, 34), (66, 38), (46, 54), (20, 58))
    neck = limb([(82, 22), (96, 42), (90, 66), (76, 80), (82, 98), (96, 98)], [20, 13, 10, 8.5, 8.5, 9])
    wing = blob((70, 32), (52, 58), (22, 66), (2, 56), (14, 40), (36, 24), (60, 22))
    return Figure(
        {"main": "f4f4f2", "second": "e8832a"},
        (
            part("main", body, neck, oval(92, 98, 9, 7)),
            part("main", wing, bulge=0.8),
            part("main-", blob((60, 36), (40, 48), (14, 52), (34, 42)), bulge=0.2, alpha=0.45),
            part("second", blob((98, 101), (114, 93), (113, 90), (99, 93))),
            part("#1b1716", blob((97, 102), (103, 98), (98, 95))),
            part("#1b1716", oval(93, 100, 1.5), bulge=0),
        ),
        0.06,
    )


def penguin() -> Figure:
    """A penguin."""
    body = blob((22, 6), (14, 34), (20, 64), (28, 86), (44, 98), (58, 90), (68, 64), (74, 34), (66, 6), (44, 0))
    return Figure(
        {"main": "22262e", "second": "f4f3ee", "third": "f0a02e"},
        (
            part("third", oval(34, 3, 10, 4), oval(58, 3, 10, 4)),
            part("main", blob((24, 64), (8, 42), (6, 24), (16, 30), (24, 44))),
            part("main", body),
            part("second", blob((34, 70), (28, 38), (34, 8), (56, 6), (68, 34), (62, 64), (50, 74))),
            part("third", blob((36, 74), (48, 66), (58, 72), (48, 74)), alpha=0.8),
            part("third", blob((56, 88), (72, 84), (58, 81))),
            part("main", blob((60, 66), (74, 44), (78, 24), (68, 30), (60, 46))),
            part("second", oval(52, 88, 3.2), bulge=0.2),
            part("#0e0c0b", oval(52.5, 88, 1.6), bulge=0),
        ),
        0.06,
    )


def butterfly() -> Figure:
    """A butterfly."""
    upper = blob((50, 54), (38, 82), (14, 98), (-2, 92), (2, 70), (20, 54))
    lower = blob((50, 50), (26, 50), (8, 38), (10, 18), (26, 8), (42, 24))
    inner = (
        blob((44, 58), (34, 78), (16, 88), (8, 84), (12, 70), (26, 58)),
        blob((44, 46), (28, 44), (18, 34), (20, 22), (28, 18), (38, 30)),
    )
    dots = (oval(8, 84, 3), oval(7, 75, 2.4), oval(18, 16, 2.6))
    return Figure(
        {"main": "e8862a", "second": "251b1c", "third": "f6e9cf"},
        (
            part("second", upper, lower, flipped(upper, 50), flipped(lower, 50), bulge=0.3),
            part("main", *inner, *(flipped(each, 50) for each in inner), bulge=0.5),
            part("third", *dots, *(flipped(each, 50) for each in dots), bulge=0),
            part(
                "second",
                limb([(50, 66), (44, 82), (38, 90)], [1.4, 1.2, 2]),
                limb([(50, 66), (56, 82), (62, 90)], [1.4, 1.2, 2]),
            ),
            part("second", limb([(50, 68), (50, 44), (50, 22)], [7, 7, 3])),
        ),
    )


def dragon() -> Figure:
    """A dragon."""
    body = limb([(10, 34), (30, 30), (56, 36), (76, 52), (88, 76), (100, 92)], [16, 30, 32, 24, 16, 14])
    tail = limb([(16, 34), (-8, 26), (-30, 34), (-44, 52), (-40, 62)], [18, 13, 9, 6, 3])
    head = blob((92, 88), (90, 102), (100, 110), (112, 104), (130, 96), (132, 88), (118, 84), (104, 82))
    near = blob((56, 50), (44, 84), (20, 116), (-4, 134), (4, 108), (2, 92), (18, 86), (20, 68), (36, 64), (40, 48))
    far = blob((66, 54), (70, 88), (86, 118), (108, 138), (106, 112), (98, 92), (80, 66))
    bones = (
        limb([(52, 50), (42, 84), (-3, 133)], [5, 4, 1.5]),
        limb([(44, 82), (3, 92)], [3, 1]),
        limb([(47, 66), (20, 68)], [3, 1]),
    )
    spikes = tuple(
        poly((x - 4, y), (x + 4, y + 1), (x - 3, y + 10))
        for x, y in ((20, 43), (34, 44), (50, 48), (64, 56), (75, 70), (82, 86), (0, 36), (-18, 36))
    )
    return Figure(
        {"main": "3f8a4c", "second": "d9a03c", "third": "8c2f2a"},
        (
            part("third", far, bulge=0.4),
            part("main-", limb([(60, 34), (68, 18), (64, 8), (74, 4)], [14, 9, 6, 5])),
            part("second", *spikes, poly((-46, 60), (-34, 62), (-38, 78), (-50, 72))),
            part("main", tail, body, limb([(28, 32), (30, 14), (22, 6), (34, 3)], [18, 11, 7, 6])),
            part("second", limb([(36, 20), (58, 26), (76, 42), (88, 62), (96, 80)], [5, 8, 8, 6, 4]), alpha=0.85),
            part(
                "second",
                limb([(98, 106), (90, 118), (80, 122)], [5, 4, 1.5]),
                limb([(104, 106), (100, 120), (92, 128)], [5, 4, 1.5]),
            ),
            part("main", head),
            part("third", near, bulge=0.5),
            part("main", *bones),
            part("#f4e9d0", poly((122, 86), (126, 86), (124, 80)), poly((112, 85), (116, 85), (114, 79)), bulge=0),
            part("#ffd83c", oval(109, 99, 3, 2.6), bulge=0.2, glow=0.8),
            part("#1a1010", oval(109.5, 99, 1, 2.4), oval(128, 93, 1.2), bulge=0),
        ),
        0.3,
    )


def fish() -> Figure:
    """A fish."""
    body = blob((18, 40), (34, 62), (60, 68), (86, 58), (100, 44), (88, 28), (62, 18), (34, 24))
    tail = blob((24, 42), (6, 62), (-8, 66), (-2, 44), (-8, 20), (6, 24))
    scales = tuple(arc(x, y, 7, 1.2, 120, 240) for x in (44, 54, 64) for y in (34, 44, 54))
    return Figure(
        {"main": "f08a2a", "second": "fbe3bd", "third": "c85a18"},
        (
            part(
                "third",
                tail,
                blob((38, 60), (52, 82), (72, 76), (76, 62)),
                blob((48, 24), (52, 8), (64, 10), (66, 22)),
                bulge=0.4,
            ),
            part("main", body, gloss=0.25),
            part("second", blob((50, 22), (70, 22), (92, 34), (80, 36), (60, 30)), alpha=0.8),
            part("third", *scales, bulge=0, alpha=0.5),
            part("third", blob((58, 42), (44, 36), (42, 26), (56, 30)), bulge=0.5),
            part("#ffffff", oval(87, 49, 5), bulge=0.3),
            part("#15110f", oval(88, 49, 2.6), bulge=0),
            part("third-", limb([(99, 41), (93, 39)], [1.4, 1]), bulge=0),
        ),
    )


def whale() -> Figure:
    """A whale."""
    body = blob((8, 34), (30, 46), (60, 62), (96, 70), (128, 64), (142, 44), (136, 26), (108, 14), (70, 14), (36, 22))
    fluke = blob((12, 34), (-4, 44), (-14, 62), (-22, 62), (-20, 48), (-30, 50), (-38, 44), (-24, 36), (-4, 28))
    grooves = tuple(
        limb([(136 - k * 2, 30 - k * 4), (112, 23 - k * 2.5), (86, 20 - k)], [0.7, 1.1, 0.5]) for k in range(4)
    )
    return Figure(
        {"main": "4a6d8f", "second": "dfe6ea"},
        (
            part("main", fluke, body, gloss=0.15),
            part("second", blob((140, 34), (124, 32), (92, 28), (66, 20), (92, 14), (114, 15), (134, 24))),
            part("main-", *grooves, bulge=0, alpha=0.6),
            part("main-", blob((98, 28), (84, 8), (70, 0), (72, 14), (84, 28)), bulge=0.7),
            part("#14161a", oval(121, 39, 2.4), bulge=0.3, gloss=0.3),
            part("#ffffff", oval(121.8, 40, 0.8), bulge=0),
        ),
        0.12,
    )


def dolphin() -> Figure:
    """A dolphin."""
    body = blob(
        (4, 30), (26, 50), (56, 62), (86, 58), (104, 46), (118, 38), (117, 34), (102, 34), (80, 30), (50, 30), (24, 28)
    )
    fluke = blob((8, 32), (-8, 36), (-20, 48), (-22, 40), (-18, 28), (-26, 16), (-16, 16), (-2, 24))
    return Figure(
        {"main": "6f8fae", "second": "e4eaee"},
        (
            part("main-", blob((78, 34), (70, 16), (62, 10), (64, 24), (68, 36))),
            part("main", fluke, body, blob((48, 58), (40, 78), (34, 80), (38, 62), (36, 54)), gloss=0.25),
            part("second", blob((112, 36), (92, 38), (60, 34), (34, 31), (56, 29), (84, 30))),
            part("#14161a", oval(98, 45, 1.9), bulge=0.3),
            part("main-", limb([(117, 36), (104, 38)], [0.9, 0.5]), bulge=0),
        ),
        0.06,
    )


def shark() -> Figure:
    """A shark."""
    body = blob((2, 40), (30, 54), (66, 60), (98, 54), (120, 42), (106, 34), (72, 26), (36, 30))
    tail = blob((8, 42), (-8, 62), (-22, 74), (-14, 50), (-12, 36), (-20, 18), (-6, 26))
    gills = tuple(limb([(84 - 4 * k, 50), (82 - 4 * k, 42)], [0.8, 0.6]) for k in range(4))
    return Figure(
        {"main": "68798a", "second": "e7e9e8"},
        (
            part("main-", blob((80, 32), (68, 12), (58, 8), (62, 24), (66, 34))),
            part("main", tail, body, blob((48, 56), (40, 82), (52, 78), (66, 58)), gloss=0.12),
            part("second", blob((118, 41), (100, 38), (60, 34), (34, 32), (70, 27), (104, 34))),
            part("main-", *gills, bulge=0),
            part(
                "#ffffff", poly((108, 37.5), (110, 34.5), (112, 38)), poly((103, 36.5), (105, 33.5), (107, 37)), bulge=0
            ),
            part("#111418", oval(104, 46, 1.9), bulge=0.2),
        ),
        0.08,
    )


def jellyfish() -> Figure:
    """A jellyfish."""
    bell = blob(
        (10, 60), (14, 86), (34, 102), (66, 102), (86, 86), (90, 60), (74, 64), (62, 58), (50, 64), (38, 58), (26, 64)
    )
    arms = tuple(
        limb(
            [(x, 62), (x + 5 * math.sin(x), 40), (x - 6 * math.cos(x), 20), (x + 5, -4 - 10 * math.sin(x * 1.7))],
            [w, w * 0.9, w * 0.6, 0.8],
        )
        for x, w in ((20, 2.4), (32, 4.5), (44, 6), (55, 6), (67, 4.5), (80, 2.4))
    )
    return Figure(
        {"main": "d98ad0", "second": "f5c9ea"},
        (
            part("second", *arms, alpha=0.75, glow=0.3),
            part("main", bell, alpha=0.88, gloss=0.35, glow=0.4),
            part("second", oval(38, 84, 8, 5, 30), oval(58, 88, 6, 4), alpha=0.5, bulge=0.4),
        ),
    )


def octopus() -> Figure:
    """An octopus."""
    head = blob((26, 44), (20, 72), (32, 98), (56, 102), (76, 90), (80, 66), (72, 44), (50, 36))
    ways = ((-1.2, 8), (-0.8, 0), (-0.35, -4), (0.1, -2), (0.5, 2), (0.9, 6), (1.3, 10))
    arms = tuple(
        limb(
            [(50 + 18 * a, 46), (50 + 40 * a, 24), (50 + 58 * a, 6 + b), (50 + 78 * a, 12 + b), (50 + 84 * a, 24 + b)],
            [15, 12, 9, 6, 2],
        )
        for a, b in ways
    )
    return Figure(
        {"main": "c2543f", "second": "eda98a"},
        (
            *(part("main-" if index % 2 else "main", arm) for index, arm in enumerate(arms)),
            part("main", head, gloss=0.15),
            part("second", oval(40, 90, 4), oval(52, 94, 3), oval(64, 84, 4), alpha=0.6, bulge=0.3),
            part("#fff6e0", oval(40, 62, 8, 7), oval(62, 62, 8, 7), bulge=0.4),
            part("#14100f", oval(41, 62, 4.5, 3), oval(63, 62, 4.5, 3), bulge=0),
        ),
        0.12,
    )


def turtle() -> Figure:
    """A turtle."""
    shell = blob((10, 20), (18, 44), (44, 58), (70, 48), (82, 22), (46, 14))
    plates = (
        blob((34, 48), (30, 34), (44, 28), (58, 34), (54, 50), (44, 53)),
        blob((28, 46), (18, 38), (15, 26), (26, 31)),
        blob((60, 46), (72, 38), (76, 26), (63, 31)),
        blob((20, 22), (32, 20), (42, 25), (28, 28)),
        blob((48, 25), (60, 20), (70, 22), (62, 28)),
    )
    return Figure(
        {"main": "5f8f4a", "second": "8a6a3a", "third": "b08f58"},
        (
            part(
                "main-", limb([(26, 18), (20, 8), (24, 2)], [12, 10, 9]), limb([(64, 18), (62, 8), (66, 2)], [11, 9, 8])
            ),
            part(
                "main",
                blob((76, 22), (82, 36), (94, 42), (104, 36), (104, 28), (92, 22)),
                poly((14, 18), (0, 14), (16, 12)),
            ),
            part("second", shell),
            part("third", *plates, bulge=0.6),
            part("second-", limb([(9, 19), (46, 12), (83, 20)], [5, 6, 5])),
            part(
                "main",
                limb([(34, 16), (30, 8), (34, 2)], [13, 11, 10]),
                limb([(72, 18), (74, 8), (78, 2)], [12, 10, 9]),
            ),
            *eye_at(97, 36, 1.9),
        ),
        0.16,
    )


def snail() -> Figure:
    """A snail."""
    spiral = limb(
        [(40 + (24 - t * 2.3) * math.cos(t * 0.9), 42 + (24 - t * 2.3) * math.sin(t * 0.9)) for t in range(10)],
        [2.6, 1.4],
    )
    return Figure(
        {"main": "c08a4a", "second": "d9c7a0"},
        (
            part(
                "second",
                limb([(92, 30), (98, 48)], [2.6, 2.2]),
                limb([(98, 28), (108, 44)], [2.6, 2.2]),
                oval(98, 50, 2.8),
                oval(109, 46, 2.8),
            ),
            part(
                "second",
                blob((-8, 2), (20, 12), (60, 16), (78, 20), (86, 34), (98, 36), (104, 26), (98, 10), (80, 0), (30, 0)),
            ),
            part("main", oval(40, 42, 31)),
            part("main-", spiral, bulge=0.3),
        ),
        0.12,
    )
