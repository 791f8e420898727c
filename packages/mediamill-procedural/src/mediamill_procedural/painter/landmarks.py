"""A pagoda, an igloo, and what stands in parks."""

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
)
from mediamill_procedural.painter.houses import LIT


def pagoda() -> Figure:
    """A pagoda."""
    roofs, walls = [], []
    for k, (wide, low) in enumerate(((60, 30), (50, 66), (40, 100), (30, 132))):
        roofs.append(
            blob(
                (60 - wide - 10, low + 7),
                (60 - wide + 4, low + 3),
                (60, low + 2),
                (60 + wide - 4, low + 3),
                (60 + wide + 10, low + 7),
                (60 + wide * 0.5, low + 14),
                (60 + wide * 0.42, low + 20),
                (60 - wide * 0.42, low + 20),
                (60 - wide * 0.5, low + 14),
            )
        )
        walls.append(box(60 - wide * 0.66, low - 30 + k * 2 + (8 if k == 0 else 10), 60 + wide * 0.66, low + 6))
    panes = tuple(
        box(x, y, x + 8, y + 14)
        for y, xs in ((10, (30, 44, 68, 82)), (50, (36, 56, 76)), (86, (42, 56, 70)), (119, (50, 62)))
        for x in xs
    )
    return Figure(
        {"main": "b03a2e", "second": "3f4a52", "third": "e8d7b0"},
        (
            part("#8f887c", box(4, 0, 116, 8), bulge=0.3),
            part("main", *walls, bulge=0.4),
            part("third", *panes, bulge=0),
            part(LIT, *panes, bulge=0, glow=1.0, alpha=0.7),
            *(part("second", roof, bulge=0.5) for roof in roofs),
            part(
                "#d9b04a",
                limb([(60, 150), (60, 184)], [4, 1.2]),
                *(oval(60, y, 5, 2) for y in (160, 167, 174)),
                gloss=0.4,
            ),
        ),
        0.12,
        lights=((60, 20, 60),),
    )


def igloo() -> Figure:
    """An igloo."""
    joints = tuple(arc(56, 0, r, 0.9, 0, 180) for r in (20, 36, 50))
    return Figure(
        {"main": "eaf2f8"},
        (
            part("main", blob((0, 0), (2, 28), (20, 54), (56, 66), (92, 54), (110, 28), (112, 0), (56, -2)), bulge=0.9),
            part(
                "main-",
                *joints,
                *(
                    limb(
                        [(56 + 34 * math.cos(a), 34 * math.sin(a)), (56 + 52 * math.cos(a), 56 * math.sin(a))],
                        [0.9, 0.9],
                    )
                    for a in (0.5, 1.0, 1.5, 2.0, 2.6)
                ),
                bulge=0,
                alpha=0.6,
            ),
            part("main", arc(92, 0, 19, 10, 0, 180), bulge=0.7),
            part("#24303e", blob((77, 0), (78, 10), (92, 16), (106, 10), (107, 0)), bulge=0),
        ),
    )


def lamppost() -> Figure:
    """A lamppost."""
    return Figure(
        {"main": "2a2d33"},
        (
            part(
                "main",
                limb([(20, 0), (20, 118)], [4, 3]),
                poly((12, 0), (28, 0), (24, 10), (16, 10)),
                box(16, 40, 24, 43),
                limb([(8, 108), (32, 108)], [2, 2]),
                bulge=0.8,
            ),
            part("#ffe6a0", poly((13, 120), (10, 138), (30, 138), (27, 120)), bulge=0.5, glow=1.0),
            part("main", poly((8, 138), (20, 150), (32, 138)), box(12, 117, 28, 121), oval(20, 151, 2.4), bulge=0.6),
        ),
        lights=((20, 130, 110),),
    )


def bench() -> Figure:
    """A bench."""
    return Figure(
        {"main": "8a5a34"},
        (
            part(
                "#33363c",
                *(limb([(x, 0), (x + 3, 26), (x - 4, 56)], [4, 4, 3.4]) for x in (12, 108)),
                *(limb([(x + 12, 0), (x + 10, 26)], [4, 4]) for x in (12, 108)),
            ),
            part(
                "main",
                *(limb([(2, y), (120, y)], [6.5, 6.5]) for y in (36, 45, 54)),
                limb([(2, 27), (126, 27)], [6, 6]),
                limb([(4, 22), (130, 22)], [5, 5]),
            ),
        ),
        0.2,
    )
