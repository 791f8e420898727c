"""Vehicles on land, on water and in the air."""

import math

from mediamill_procedural.painter.figure import Figure, Outline, Part, arc, blob, box, limb, oval, part, poly, ring

TYRE, GLASS, STEEL = "#22242a", "#a9cfe2", "#aeb5bd"


def _wheel(x: float, y: float, radius: float, hub: str = STEEL) -> tuple[Part, ...]:
    holes = (2 * math.pi * each / 5 for each in range(5))
    return (
        part(TYRE, oval(x, y, radius), bulge=0.5),
        part(hub, oval(x, y, radius * 0.62), bulge=0.5, gloss=0.3),
        part(
            "#33363d",
            *(oval(x + 0.39 * radius * math.cos(at), y + 0.39 * radius * math.sin(at), radius * 0.13) for at in holes),
            bulge=0.1,
        ),
        part(TYRE, oval(x, y, radius * 0.16), bulge=0.2),
    )


def car() -> Figure:
    """A car."""
    body = blob(
        (0, 22),
        (1, 40),
        (10, 48),
        (34, 50),
        (52, 68),
        (98, 70),
        (120, 52),
        (152, 46),
        (162, 36),
        (161, 20),
        (140, 16),
        (20, 16),
    )
    glass = (blob((44, 50), (56, 64), (76, 65), (77, 50)), blob((82, 50), (82, 65), (98, 64), (112, 51)))
    return Figure(
        {"main": "c8322b"},
        (
            part("#17181c", box(8, 12, 154, 26), bulge=0.3),
            part("main", body, bulge=0.8, gloss=0.35),
            part(GLASS, *glass, bulge=0.4, gloss=0.5, glow=0.25),
            part("main-", limb([(79, 48), (79, 22)], [0.9, 0.9]), limb([(6, 34), (158, 32)], [1.2, 1.2]), bulge=0),
            part("#fff2c2", blob((152, 40), (161, 37), (160, 31), (151, 33)), bulge=0.5, glow=0.95),
            part("#ff4a3a", blob((1, 40), (7, 40), (7, 33), (1, 32)), bulge=0.5, glow=0.8),
            part("#dfe3e8", limb([(86, 42), (94, 42)], [2, 2]), gloss=0.3),
            *_wheel(36, 16, 16),
            *_wheel(126, 16, 16),
        ),
        lights=((160, 34, 40),),
    )


def bus() -> Figure:
    """A bus."""
    body = blob((0, 18), (0, 96), (6, 104), (180, 104), (192, 94), (196, 40), (194, 16), (100, 14))
    windows = tuple(blob((x, 62), (x, 90), (x + 24, 90), (x + 24, 62)) for x in (10, 40, 70, 100, 130))
    return Figure(
        {"main": "d99a24", "second": "f3ead6"},
        (
            part("main", body, bulge=0.5, gloss=0.2),
            part("second", box(0, 42, 195, 50), bulge=0),
            part(GLASS, *windows, blob((162, 52), (162, 92), (186, 90), (191, 54)), bulge=0.3, gloss=0.3, glow=0.55),
            part("main-", box(158, 20, 160, 96), bulge=0),
            part("#fff2c2", oval(192, 30, 4, 6), glow=0.95),
            part("#ff4a3a", oval(3, 30, 3, 5), glow=0.7),
            *_wheel(42, 16, 16),
            *_wheel(152, 16, 16),
        ),
        lights=((196, 30, 40),),
    )


def bicycle() -> Figure:
    """A bicycle."""
    tube = [
        limb(points, [3.4, 3.4])
        for points in (
            [(28, 28), (52, 28)],
            [(28, 28), (46, 62)],
            [(52, 28), (46, 64)],
            [(52, 28), (90, 62)],
            [(46, 60), (88, 66)],
            [(100, 28), (86, 76)],
        )
    ]
    spokes = tuple(
        limb([(x, 28), (x + 24 * math.cos(a * math.pi / 6), 28 + 24 * math.sin(a * math.pi / 6))], [0.7, 0.7])
        for x in (26, 102)
        for a in range(12)
    )
    return Figure(
        {"main": "c8322b"},
        (
            part("#b9bec6", *spokes, bulge=0),
            part(TYRE, ring(26, 28, 26, 4.4), bulge=0.4),
            part(TYRE, ring(102, 28, 26, 4.4), bulge=0.4),
            part("main", *tube, bulge=0.8, gloss=0.3),
            part("#3a2a20", blob((34, 72), (36, 78), (58, 76), (54, 70))),
            part(
                STEEL,
                limb([(46, 62), (45, 72)], [2.6, 2.6]),
                limb([(86, 76), (88, 84), (100, 86)], [3, 3, 3]),
                ring(52, 28, 7, 2.4),
                gloss=0.3,
            ),
            part(
                TYRE,
                limb([(94, 86), (103, 85)], [4.4, 4.4]),
                limb([(52, 28), (60, 16)], [2.4, 2.4]),
                limb([(56, 15), (65, 15)], [3, 3]),
                bulge=0.5,
            ),
        ),
    )


def train() -> Figure:
    """A steam engine with its tender."""
    wheels: tuple[Part, ...] = ()
    for x, radius in ((118, 15), (152, 15), (186, 15), (218, 9)):
        wheels += _wheel(x, radius, radius, "#8c2a22")
    return Figure(
        {"main": "1f3d36", "second": "8c2a22", "third": "d9b04a"},
        (
            part("main", box(0, 14, 74, 58), bulge=0.3),
            part("#17181a", blob((4, 56), (20, 68), (40, 62), (56, 70), (72, 56)), bulge=0.8),
            *_wheel(18, 11, 11, "#8c2a22"),
            *_wheel(54, 11, 11, "#8c2a22"),
            part("second", box(84, 16, 228, 26), bulge=0.3),
            part("main", box(84, 26, 130, 92), bulge=0.3),
            part("main-", limb([(80, 94), (134, 94)], [6, 6])),
            part("#ffe9a8", box(94, 62, 108, 84), box(112, 62, 124, 84), bulge=0.1, glow=0.9),
            part("main", limb([(132, 50), (222, 50)], [46, 46]), bulge=0.9, gloss=0.3),
            part("third", *(box(x, 27, x + 3, 73) for x in (150, 178, 204)), bulge=0.5, gloss=0.4),
            part(
                "#17181c",
                poly((206, 70), (204, 104), (200, 108), (224, 108), (220, 104), (218, 70)),
                limb([(226, 50), (228, 50)], [42, 42]),
            ),
            part("third", blob((160, 72), (160, 86), (176, 86), (176, 72)), gloss=0.4),
            part("#fff2c2", oval(226, 80, 6), glow=1.0),
            part("second", poly((222, 22), (246, 4), (222, 4)), bulge=0.3),
            *wheels,
            part(STEEL, limb([(118, 15), (186, 15)], [3.4, 3.4]), gloss=0.3),
        ),
        lights=((228, 80, 44),),
    )


def tractor() -> Figure:
    """A tractor."""
    return Figure(
        {"main": "c8322b", "second": "e8b93a"},
        (
            part("main", blob((58, 40), (60, 70), (118, 66), (126, 56), (126, 34), (60, 30)), bulge=0.6, gloss=0.25),
            part("#2a2c30", limb([(108, 66), (108, 94)], [4, 4])),
            part(GLASS, box(26, 60, 60, 104), bulge=0.2, gloss=0.3, glow=0.3, alpha=0.85),
            part(
                "main",
                limb([(22, 106), (64, 106)], [6, 6]),
                limb([(26, 58), (27, 104)], [4, 4]),
                limb([(60, 60), (60, 104)], [4, 4]),
            ),
            part("main", arc(34, 36, 42, 7, 20, 165)),
            part("#2a2c30", *(box(x, 40, x + 2, 60) for x in (80, 88, 96)), bulge=0),
            *_wheel(34, 36, 36, "#e8b93a"),
            *_wheel(110, 20, 20, "#e8b93a"),
        ),
    )


def boat() -> Figure:
    """A rowing boat."""
    hull = blob((-4, 36), (20, 30), (80, 28), (124, 40), (112, 10), (86, 0), (28, 0), (8, 10))
    return Figure(
        {"main": "9a5a2c", "second": "e9d9bc"},
        (
            part("main-", blob((2, 36), (24, 32), (80, 30), (118, 39), (90, 26), (30, 24)), bulge=0),
            part("second", limb([(34, 30), (60, 29)], [4, 4]), limb([(76, 30), (96, 31)], [4, 4])),
            part("main", hull, bulge=0.7),
            part("second", limb([(-4, 36), (22, 29), (80, 27), (124, 40)], [4, 4, 4, 4])),
            part("main-", limb([(6, 20), (60, 12), (114, 22)], [1.2, 1.2, 1.2]), bulge=0),
            part("second", limb([(70, 36), (36, 16), (20, 2)], [3, 2.6, 7])),
        ),
        0.16,
    )


def sailboat() -> Figure:
    """A sailboat."""
    hull = blob((4, 22), (50, 18), (108, 26), (96, 6), (76, 0), (24, 0), (10, 8))
    return Figure(
        {"main": "f4efe2", "second": "8a3b2a"},
        (
            part("#6b4a2a", limb([(52, 18), (52, 150)], [3, 2])),
            part("main", blob((49, 28), (46, 80), (50, 144), (24, 84), (6, 34), (28, 30)), bulge=0.8),
            part("main-", blob((56, 32), (57, 90), (54, 138), (82, 80), (100, 34), (78, 32)), bulge=0.8),
            part("second", hull, bulge=0.7, gloss=0.15),
            part("main", limb([(4, 22), (50, 18), (108, 26)], [3, 3, 3])),
            part("#c0392b", poly((52, 150), (52, 158), (66, 154)), bulge=0.2),
        ),
    )


def ship() -> Figure:
    """Three masts under sail."""
    sails: list[Outline] = []
    for x, levels in ((38, 3), (84, 3), (126, 3)):
        for level in range(levels):
            wide, low = 21 - level * 4.2, 50 + level * 30
            sails.append(
                blob(
                    (x - wide, low),
                    (x - wide + 3, low + 25),
                    (x + wide - 3, low + 25),
                    (x + wide, low),
                    (x + 5, low + 4),
                )
            )
    return Figure(
        {"main": "efe6d0", "second": "5a3720", "third": "c9a24a"},
        (
            part(
                "second",
                *(limb([(x, 34), (x, top)], [4, 2]) for x, top in ((38, 142), (84, 150), (126, 140))),
                limb([(148, 36), (184, 62)], [4, 2]),
            ),
            part(
                "#4a3a2a",
                *(
                    limb([(a, b), (c, d)], [0.8, 0.8])
                    for a, b, c, d in ((38, 140, 84, 36), (84, 148, 126, 36), (126, 138, 184, 62), (38, 140, 2, 46))
                ),
                bulge=0,
            ),
            part("main-", blob((134, 48), (130, 110), (176, 58)), bulge=0.6),
            *(part("main", sail, bulge=0.9) for sail in sails),
            part(
                "second",
                blob((-4, 54), (16, 48), (22, 38), (120, 36), (158, 46), (142, 12), (118, 0), (26, 0), (8, 16)),
                bulge=0.6,
            ),
            part(
                "third",
                limb([(4, 34), (60, 26), (150, 34)], [2.6, 2.6, 2.6]),
                limb([(-4, 53), (16, 48), (22, 38)], [2.4, 2.4, 2.4]),
            ),
            part("#1b1210", *(box(x, 17, x + 6, 23) for x in (32, 50, 68, 86, 104)), bulge=0),
            part(
                "#c0392b",
                *(
                    blob((x, y), (x + 10, y + 3), (x + 18, y - 2), (x + 9, y - 4), (x, y - 5))
                    for x, y in ((38, 147), (84, 156), (126, 146))
                ),
                bulge=0.3,
            ),
            part("#ffd98a", oval(2, 44, 2.6), oval(10, 42, 2.2), glow=1.0),
        ),
        0.14,
    )
