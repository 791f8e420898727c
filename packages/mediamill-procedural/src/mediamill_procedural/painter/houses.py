"""Buildings and what stands about them."""

from mediamill_procedural.painter.figure import Figure, Outline, Part, blob, box, limb, oval, part, poly

LIT = "#ffdf94"  # a window with a lamp behind it
STONE, DARK = "#9a938a", "#3a322c"


def windows(*places: tuple[float, float, float, float]) -> tuple[Part, ...]:
    """Windows by left, bottom, width and height; lit after dark."""
    frames = tuple(box(x - 1.2, y - 1.2, x + w + 1.2, y + h + 1.2) for x, y, w, h in places)
    panes = tuple(box(x, y, x + w, y + h) for x, y, w, h in places)
    bars = tuple(box(x + w / 2 - 0.5, y, x + w / 2 + 0.5, y + h) for x, y, w, h in places)
    cross = tuple(box(x, y + h / 2 - 0.5, x + w, y + h / 2 + 0.5) for x, y, w, h in places)
    return (
        part("#efe9dc", *frames, bulge=0),
        part("#5d7f98", *panes, bulge=0),
        part(LIT, *panes, bulge=0, glow=1.0, alpha=0.75),
        part("#efe9dc", *bars, *cross, bulge=0),
    )


def _rows(left: float, right: float, bottom: float, top: float, high: float, long: float) -> tuple[Outline, ...]:
    """Courses of stones or tiles, as thin joints."""
    lines: list[Outline] = []
    level, odd = bottom + high, False
    while level < top:
        lines.append(box(left, level - 0.35, right, level + 0.35))
        x = left + (long if odd else long / 2)
        while x < right:
            lines.append(box(x - 0.3, level - high, x + 0.3, level))
            x += long
        level += high
        odd = not odd
    return tuple(lines)


def house() -> Figure:
    """A house."""
    return Figure(
        {"main": "e6d6b8", "second": "a5452f", "third": "5a3b28"},
        (
            part("#8a5a44", box(86, 84, 98, 118), bulge=0.3),
            part("main", box(4, 0, 112, 66), bulge=0.16),
            part("main-", poly((4, 60), (112, 60), (112, 66), (4, 66)), bulge=0, alpha=0.5),
            part("second", poly((-6, 62), (24, 104), (92, 104), (122, 62)), bulge=0.2),
            part(
                "second-",
                *(box(-4 + k * 4.4, 62 + k * 6, 120 - k * 4.4, 62.8 + k * 6) for k in range(1, 7)),
                bulge=0,
                alpha=0.6,
            ),
            part("main", poly((42, 62), (58, 90), (74, 62)), bulge=0.15),
            part("third", box(50, 0, 66, 34), bulge=0.2),
            part("#d9b04a", oval(63, 16, 1.4), gloss=0.5),
            *windows((14, 22, 22, 24), (80, 22, 22, 24), (52, 64, 12, 13)),
            part("#4f7a3a", oval(12, 4, 12, 8), oval(30, 3, 10, 7), oval(84, 4, 12, 8), oval(104, 4, 11, 8)),
        ),
        0.1,
        lights=((25, 34, 46), (91, 34, 46)),
    )


def cottage() -> Figure:
    """A cottage."""
    return Figure(
        {"main": "8a5d38", "second": "5b4636", "third": "43301f"},
        (
            part(STONE, box(78, 56, 92, 100), bulge=0.4),
            part("main", box(6, 0, 106, 46), bulge=0.2),
            part("main-", *(limb([(6, y), (106, y)], [1.2, 1.2]) for y in (8, 16, 24, 32, 40)), bulge=0),
            part(
                "second",
                blob(
                    (-8, 42), (10, 62), (34, 84), (56, 90), (80, 84), (104, 62), (120, 42), (112, 38), (56, 46), (0, 38)
                ),
                bulge=0.6,
            ),
            part("third", blob((46, 0), (46, 26), (56, 34), (66, 26), (66, 0)), bulge=0.3),
            part("#d9b04a", oval(62, 15, 1.4), gloss=0.5),
            *windows((16, 16, 18, 17), (78, 16, 18, 17)),
            part("#557a3c", oval(10, 4, 10, 7), oval(102, 4, 11, 8), oval(36, 2, 6, 5)),
        ),
        0.22,
        lights=((25, 25, 46), (87, 25, 46)),
    )


def barn() -> Figure:
    """A barn."""
    planks = tuple(box(x, 0, x + 0.8, 62) for x in range(8, 112, 8))
    return Figure(
        {"main": "a5342a", "second": "5a5048", "third": "f0ece2"},
        (
            part("main", poly((4, 0), (4, 62), (24, 92), (58, 106), (92, 92), (112, 62), (112, 0)), bulge=0.15),
            part("main-", *planks, bulge=0, alpha=0.5),
            part(
                "second",
                limb([(-2, 58), (22, 92)], [6, 6]),
                limb([(22, 92), (58, 108)], [6, 6]),
                limb([(58, 108), (94, 92)], [6, 6]),
                limb([(94, 92), (118, 58)], [6, 6]),
            ),
            part("third", box(34, 0, 82, 46), bulge=0),
            part("main-", box(37, 0, 57, 43), box(59, 0, 79, 43), bulge=0.1),
            part(
                "third",
                limb([(37, 1), (57, 42)], [2, 2]),
                limb([(57, 1), (37, 42)], [2, 2]),
                limb([(59, 1), (79, 42)], [2, 2]),
                limb([(79, 1), (59, 42)], [2, 2]),
                bulge=0,
            ),
            part(DARK, box(48, 62, 68, 82), bulge=0),
        ),
        0.14,
    )


def church() -> Figure:
    """A church."""
    arch = tuple(blob((x, 14), (x, 36), (x + 5, 44), (x + 10, 36), (x + 10, 14)) for x in (62, 84, 106))
    return Figure(
        {"main": "e4ddcf", "second": "7a3b30"},
        (
            part("main", box(46, 0, 126, 52), bulge=0.15),
            part("second", poly((40, 50), (54, 84), (122, 84), (134, 50)), bulge=0.25),
            part("main", box(8, 0, 46, 106), bulge=0.3),
            part("main-", box(6, 102, 48, 108), box(6, 66, 48, 69), bulge=0.2),
            part("second", poly((4, 107), (27, 176), (50, 107)), bulge=0.5),
            part(
                "#d9b04a", limb([(27, 174), (27, 192)], [1.8, 1.8]), limb([(21, 186), (33, 186)], [1.8, 1.8]), gloss=0.4
            ),
            part("#4a4038", blob((19, 0), (19, 24), (27, 34), (35, 24), (35, 0)), bulge=0.2),
            part("#51708a", *arch, bulge=0),
            part(LIT, *arch, bulge=0, glow=1.0, alpha=0.7),
            part(DARK, blob((21, 78), (21, 92), (27, 98), (33, 92), (33, 78)), bulge=0),
            part("#f3efe4", oval(27, 54, 8), bulge=0.2),
            part(DARK, limb([(27, 54), (27, 60)], [1.2, 1]), limb([(27, 54), (31, 52)], [1.2, 1]), bulge=0),
        ),
        0.12,
        lights=((95, 28, 60),),
    )


def lighthouse() -> Figure:
    """A lighthouse."""
    tower = poly((30, 0), (37, 118), (63, 118), (70, 0))
    bands = tuple(
        poly(
            (30 + y * 0.0593, y),
            (30 + (y + 20) * 0.0593, y + 20),
            (70 - (y + 20) * 0.0593, y + 20),
            (70 - y * 0.0593, y),
        )
        for y in (18, 58, 98)
    )
    return Figure(
        {"main": "c23a2e", "second": "f2ede2"},
        (
            part("second", box(66, 0, 108, 26), bulge=0.15),
            part("main", poly((62, 25), (70, 42), (106, 42), (114, 25)), bulge=0.2),
            part("second", tower, bulge=0.9),
            part("main", *bands, bulge=0.9),
            part(
                "#3a3f48",
                box(30, 117, 70, 121),
                box(33, 121, 35, 130),
                box(65, 121, 67, 130),
                box(32, 129, 68, 131),
                bulge=0.4,
            ),
            part("#ffe9a0", box(40, 121, 60, 142), bulge=0.5, glow=1.0),
            part("#3a3f48", box(44.5, 121, 45.6, 142), box(54.4, 121, 55.5, 142), bulge=0),
            part("main", blob((36, 141), (42, 153), (50, 158), (58, 153), (64, 141)), bulge=0.8),
            part("#3a3f48", limb([(50, 156), (50, 168)], [1.8, 1.2])),
            part("#4a3a30", blob((44, 0), (44, 16), (50, 21), (56, 16), (56, 0)), bulge=0.2),
            part("#3d4a58", box(47, 46, 53, 54), box(47, 86, 53, 94), bulge=0, glow=0),
            *windows((80, 8, 10, 11)),
        ),
        0.08,
        lights=((50, 131, 120),),
    )


def tower() -> Figure:
    """A tower."""
    merlons = tuple(box(x, 150, x + 9, 160) for x in (20, 36, 52, 68))
    return Figure(
        {"main": "a39a8c"},
        (
            part("main", poly((24, 0), (27, 136), (71, 136), (74, 0)), bulge=0.8),
            part("main-", *_rows(27, 71, 0, 136, 9, 13), bulge=0, alpha=0.5),
            part("main", poly((26, 134), (20, 144), (20, 151), (77, 151), (77, 144), (72, 134)), *merlons, bulge=0.5),
            part(
                "#2f2822",
                *(blob((45, y), (45, y + 14), (49, y + 18), (53, y + 14), (53, y)) for y in (48, 96)),
                bulge=0,
            ),
            part(
                LIT,
                *(blob((45.6, y), (45.6, y + 14), (49, y + 17), (52.4, y + 14), (52.4, y)) for y in (48, 96)),
                bulge=0,
                glow=1.0,
                alpha=0.8,
            ),
            part("#4a3a2c", blob((40, 0), (40, 20), (49, 28), (58, 20), (58, 0)), bulge=0.2),
            part(
                "#b03030",
                limb([(49, 158), (49, 184)], [1.6, 1.4]),
                blob((49, 184), (62, 182), (72, 178), (62, 174), (49, 175)),
                bulge=0.4,
            ),
        ),
        0.2,
    )


def castle() -> Figure:
    """A castle."""

    def keep(x: float, wide: float, high: float) -> tuple[Part, ...]:
        roof = poly((x - 3, high), (x + wide / 2, high + wide * 1.7), (x + wide + 3, high))
        flag = blob(
            (x + wide / 2, high + wide * 1.7 + 10),
            (x + wide / 2 + 9, high + wide * 1.7 + 8),
            (x + wide / 2 + 15, high + wide * 1.7 + 5),
            (x + wide / 2, high + wide * 1.7 + 3),
        )
        slits = tuple(
            blob(
                (x + wide / 2 - 2.2, y),
                (x + wide / 2 - 2.2, y + 7),
                (x + wide / 2, y + 10),
                (x + wide / 2 + 2.2, y + 7),
                (x + wide / 2 + 2.2, y),
            )
            for y in (high - 20, high - 46)
        )
        return (
            part("main", box(x, 0, x + wide, high), bulge=0.8),
            part("main-", *_rows(x, x + wide, 0, high - 6, 8, 9), bulge=0, alpha=0.35),
            part("main", box(x - 2.5, high - 6, x + wide + 2.5, high), bulge=0.4),
            part("second", roof, bulge=0.6),
            part(
                DARK,
                limb([(x + wide / 2, high + wide * 1.6), (x + wide / 2, high + wide * 1.7 + 10)], [1.1, 1]),
                bulge=0,
            ),
            part("third", flag, bulge=0.3),
            part(LIT, *slits, bulge=0, glow=1.0),
        )

    walls = (
        part("main", box(14, 0, 166, 46), *(box(x, 46, x + 7, 54) for x in range(36, 146, 13)), bulge=0.2),
        part("main-", *_rows(14, 166, 0, 44, 8, 12), bulge=0, alpha=0.35),
        part("#2c231c", blob((78, 0), (78, 22), (90, 34), (102, 22), (102, 0)), bulge=0),
        part("#6b4a2c", *(box(x, 0, x + 1.6, 28) for x in (82, 87, 92, 97)), bulge=0),
    )
    return Figure(
        {"main": "b8ad9c", "second": "4a5f8a", "third": "c0392b"},
        (*keep(58, 22, 112), *keep(100, 20, 96), *keep(80, 24, 138), *walls, *keep(4, 26, 78), *keep(150, 26, 78)),
        0.2,
        lights=((92, 110, 60),),
    )
