"""Animals that walk on four legs."""

from mediamill_procedural.painter.figure import Figure, Outline, Part, Point, blob, limb, oval, part, poly

FUR = 0.22  # contrast of a coat


def leg_of(hip: Point, knee: Point, foot: Point, thick: float, thin: float, paw: float = 0.0) -> tuple[Outline, ...]:
    """A leg from hip to foot, with a paw where `paw` is not 0."""
    toe = (oval(foot[0] + paw * 0.5, foot[1] + thin * 0.35, thin * 0.55 + paw * 0.6, thin * 0.5),) if paw else ()
    return (limb([hip, knee, (foot[0], foot[1] + thin * 0.5)], [thick, (thick + thin) / 2.1, thin]), *toe)


def eye_at(x: float, y: float, size: float) -> tuple[Part, ...]:
    """A dark eye with a spark in it."""
    return (
        part("#17120f", oval(x, y, size, size * 1.1), bulge=0.4, gloss=0.2),
        part("#ffffff", oval(x + size * 0.3, y + size * 0.4, size * 0.33), bulge=0),
    )


def cat() -> Figure:
    """A cat that sits."""
    body = blob((20, 20), (22, 42), (34, 52), (50, 60), (66, 62), (76, 54), (78, 34), (74, 14), (50, 10), (28, 10))
    head = blob((62, 74), (64, 90), (74, 97), (86, 96), (94, 86), (95, 74), (88, 65), (76, 62), (66, 65))
    tail = limb([(24, 16), (6, 14), (-6, 26), (-4, 48), (4, 58)], [11, 11, 10, 9, 7])
    ears = (blob((64, 88), (63, 110), (68, 110), (78, 96)), blob((84, 96), (93, 111), (97, 109), (95, 86)))
    return Figure(
        {"main": "b9763c", "second": "f3e4cf"},
        (
            part("main-", tail),
            part("main-", *leg_of((60, 30), (62, 15), (64, 0), 18, 9, 5)),
            part("main", body, limb([(68, 50), (74, 68)], [32, 26]), oval(36, 22, 19, 20), bulge=0.9),
            part("main", *leg_of((72, 40), (75, 20), (76, 0), 17, 9, 6), oval(42, 4, 15, 5)),
            part("main", *ears),
            part("#e39a94", poly((67, 92), (66, 104), (74, 96)), poly((88, 96), (93, 105), (93, 92)), bulge=0),
            part("main", head),
            part("second", oval(84, 71, 10, 7), oval(74, 48, 9, 13, 12), bulge=0.7),
            part("#c3d96a", oval(75, 81, 4.2, 4.4), oval(89, 81, 3.8, 4.4), bulge=0.3),
            part("#14110e", oval(75.4, 81, 1.7, 4), oval(89.3, 81, 1.6, 4), bulge=0),
            part("#d98880", blob((82, 75), (87, 75), (84.6, 72)), bulge=0.3),
            part(
                "#f7efe4",
                limb([(80, 70), (60, 73)], [0.7, 0.3]),
                limb([(80, 69), (61, 66)], [0.7, 0.3]),
                limb([(89, 70), (106, 74)], [0.7, 0.3]),
                limb([(89, 69), (106, 67)], [0.7, 0.3]),
                bulge=0,
            ),
        ),
        FUR,
    )


def _canine(main: str, second: str, *, bushy: float, ear: float, snout: float, feet: str) -> Figure:
    body = blob((14, 46), (20, 58), (38, 60), (60, 61), (72, 62), (78, 54), (76, 40), (66, 34), (46, 38), (24, 36))
    neck = limb([(70, 52), (80, 66), (86, 76)], [27, 23, 19])
    head = blob(
        (78, 76),
        (79, 88),
        (86, 92),
        (94, 88),
        (101 + snout, 79),
        (107 + snout, 76),
        (106 + snout, 71),
        (98, 69),
        (88, 67),
        (80, 69),
    )
    tail = limb([(17, 52), (2, 48), (-14, 38), (-26, 26), (-32, 20)], [8, 9 + bushy, 10 + bushy * 1.7, 8 + bushy, 2])
    tip = limb([(-22, 30), (-28, 24), (-32, 20)], [9 + bushy * 0.9, 7 + bushy * 0.6, 2])
    ears = (
        blob((80, 86), (79, 92 + ear), (81, 94 + ear), (89, 90)),
        blob((86, 88), (87, 92 + ear), (90, 93 + ear), (95, 86)),
    )
    far = leg_of((28, 44), (20, 24), (23, 0), 13, 6, 3) + leg_of((66, 42), (70, 20), (69, 0), 11, 6, 3)
    near = leg_of((24, 46), (14, 25), (12, 0), 18, 6.5, 4) + leg_of((70, 44), (77, 22), (79, 0), 13, 6.5, 4)
    feet_near = (
        limb([(14, 16), (12, 3)], [7, 7.4]),
        oval(14.5, 2.5, 6, 3.4),
        limb([(78, 18), (79, 3)], [7, 7.4]),
        oval(81.5, 2.5, 6, 3.4),
    )
    return Figure(
        {"main": main, "second": second},
        (
            part("main-", *far),
            part("main-", ears[0]),
            part("main", tail),
            part("second", tip),
            part("main", body, neck, *near, head),
            part(feet, *feet_near),
            part(
                "second",
                blob((80, 70), (94, 72), (105 + snout, 73), (98, 68), (88, 66)),
                blob((76, 56), (84, 66), (86, 58), (80, 42), (75, 42)),
            ),
            part("main", ears[1]),
            part("#1a1413", oval(106 + snout, 75.5, 2.6, 2.2), bulge=0.5, gloss=0.3),
            *eye_at(92.5, 81, 1.9),
        ),
        FUR,
    )


def fox() -> Figure:
    """A fox."""
    return _canine("c9581f", "f6ead8", bushy=13, ear=10, snout=3, feet="#2a1c18")


def wolf() -> Figure:
    """A wolf."""
    return _canine("7c8087", "d4d3ce", bushy=7, ear=8, snout=4, feet="main")


def dog() -> Figure:
    """A dog."""
    base = _canine("a8703a", "efe0c8", bushy=0, ear=-30, snout=2, feet="second")
    ear = blob((80, 90), (88, 91), (90, 82), (88, 68), (82, 64), (77, 72))
    tail = limb([(17, 54), (4, 62), (-4, 76), (-2, 88)], [9, 8, 6, 4])
    kept = tuple(each for index, each in enumerate(base.parts) if index not in (1, 2, 3, 7))
    return Figure({**base.colours, "main": "b07a44"}, (part("main", tail), *kept, part("main-", ear)), FUR)


def asleep() -> Figure:
    """Any small animal with a bushy tail, curled up."""
    body = blob((4, 10), (6, 34), (24, 52), (50, 55), (76, 48), (92, 30), (92, 10), (70, 2), (30, 1))
    head = blob((58, 12), (60, 28), (72, 34), (84, 30), (96, 20), (106, 12), (104, 7), (88, 4), (68, 4))
    tail = limb([(8, 18), (16, 6), (40, 4), (64, 6), (78, 10)], [15, 18, 19, 16, 6])
    return Figure(
        {"main": "c9581f", "second": "f6ead8"},
        (
            part("main", body),
            part("main-", blob((60, 26), (56, 44), (60, 45), (72, 32))),
            part("main", head),
            part("main", blob((70, 30), (72, 47), (76, 46), (82, 29))),
            part("second", blob((80, 8), (92, 14), (104, 11), (100, 5), (86, 4))),
            part(
                "#1a1413", oval(105, 11, 2.6, 2.2), limb([(80, 21), (85, 18.5), (90, 20)], [1.1, 1.4, 1.1]), bulge=0.2
            ),
            part("main", tail),
            part("second", limb([(60, 6), (72, 8), (82, 11)], [15, 12, 4])),
        ),
        FUR,
    )


def _hoofed(main: str, mane: str, *, feet: str = "#2c2420") -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    """Legs far and near, body, neck and head of a horse: (behind and body, head details)."""
    body = blob((10, 60), (18, 72), (38, 70), (58, 70), (72, 72), (80, 62), (76, 48), (60, 44), (38, 45), (18, 46))
    neck = limb([(70, 62), (82, 80), (92, 97)], [32, 23, 16])
    head = blob(
        (86, 92), (86, 104), (94, 108), (102, 102), (113, 88), (117, 81), (113, 76), (107, 78), (97, 86), (90, 86)
    )
    far = (
        limb([(26, 56), (19, 34), (24, 16), (22, 2)], [20, 10, 6.5, 7]),
        limb([(68, 56), (74, 32), (72, 16), (74, 2)], [16, 9, 6.5, 7]),
    )
    near = (
        limb([(20, 58), (12, 34), (17, 16), (14, 2)], [25, 11, 7, 7.5]),
        limb([(72, 56), (80, 36), (84, 18), (82, 2)], [19, 10, 7, 7.5]),
    )
    hooves = tuple(poly((x - 4.5, 0), (x + 5.5, 0), (x + 3.5, 5), (x - 3, 5)) for x in (14, 82))
    far_hooves = tuple(poly((x - 4, 0), (x + 5, 0), (x + 3.2, 5), (x - 3, 5)) for x in (22, 74))
    behind = (
        part(main + "-", *far),
        part(feet, *far_hooves, bulge=0.4),
        part(main, body, neck, *near, head),
        part(feet, *hooves, bulge=0.4),
    )
    face = (
        part(main, blob((87, 103), (87, 114), (90, 114), (94, 106))),
        *eye_at(97, 98, 1.8),
        part(mane + "-" if mane == main else "#2a2120", oval(113.5, 80.5, 1.2, 1.6), bulge=0),
    )
    return behind, face


def horse() -> Figure:
    """A horse."""
    behind, face = _hoofed("main", "second")
    tail = limb([(13, 66), (1, 58), (-4, 38), (-2, 20)], [7, 11, 12, 3])
    mane = blob((91, 110), (83, 108), (74, 94), (64, 78), (60, 66), (68, 70), (78, 84), (86, 98))
    return Figure(
        {"main": "7d4a26", "second": "2b1a12"}, (part("second", tail), *behind, part("second", mane), *face), FUR * 0.7
    )


def unicorn() -> Figure:
    """A unicorn."""
    behind, face = _hoofed("main", "second", feet="#c9a24a")
    tail = limb([(13, 66), (1, 60), (-6, 40), (-10, 18)], [8, 14, 15, 3])
    mane = blob((91, 111), (82, 110), (70, 96), (58, 78), (54, 62), (66, 68), (78, 84), (86, 98))
    horn = part("#e8c765", poly((93.5, 107), (97.5, 104.5), (106, 128)), bulge=0.8, gloss=0.5)
    colours = {"main": "f3f0f4", "second": "d59ad6"}
    return Figure(colours, (part("second", tail), *behind, part("second", mane), *face, horn), 0.1)


def deer() -> Figure:
    """A deer."""
    behind, face = _hoofed("main", "main")
    antler = [
        limb([(90, 108), (84, 122), (88, 138), (96, 146)], [3.4, 3, 2.5, 1.2]),
        limb([(86, 120), (78, 128), (78, 136)], [2.8, 2.2, 1]),
        limb([(87, 134), (80, 142), (80, 148)], [2.5, 2, 1]),
        limb([(94, 108), (100, 120), (106, 132), (104, 146)], [3.4, 3, 2.5, 1.2]),
        limb([(100, 119), (108, 124), (112, 132)], [2.8, 2.2, 1]),
    ]
    tail = part("second", blob((12, 64), (4, 62), (3, 52), (9, 52)))
    belly = part("second", blob((66, 50), (78, 56), (84, 74), (80, 76), (72, 62)), alpha=0.8)
    return Figure({"main": "9a6636", "second": "efe2cc"}, (tail, *behind, belly, part("#8a7458", *antler), *face), FUR)


def cow() -> Figure:
    """A cow."""
    body = blob((6, 56), (10, 74), (34, 76), (66, 76), (82, 74), (88, 58), (82, 42), (60, 38), (30, 38), (10, 42))
    head = blob((84, 70), (86, 84), (94, 89), (103, 84), (111, 68), (112, 60), (106, 55), (98, 57), (90, 62))
    near = (limb([(18, 52), (14, 28), (16, 2)], [24, 11, 9]), limb([(76, 50), (80, 26), (79, 2)], [20, 11, 9]))
    far = (limb([(28, 50), (26, 26), (28, 2)], [20, 10, 8]), limb([(66, 48), (68, 26), (67, 2)], [18, 10, 8]))
    spots = (
        blob((22, 74), (20, 60), (32, 52), (44, 60), (42, 75)),
        blob((56, 62), (60, 76), (76, 74), (74, 60), (64, 54)),
        oval(40, 46, 7, 5),
    )
    return Figure(
        {"main": "f0ebe2", "second": "33281f"},
        (
            part("main-", *far),
            part("main", limb([(8, 70), (-2, 56), (-3, 32)], [4, 3, 2.5])),
            part("second", oval(-3, 30, 3, 6)),
            part("main", body, *near, limb([(80, 66), (92, 74)], [30, 24]), head),
            part("second", *spots, blob((86, 80), (94, 89), (99, 86), (96, 74), (89, 72))),
            part("#e0b0a4", blob((104, 66), (112, 66), (113, 58), (107, 54), (101, 58)), oval(50, 39, 10, 6)),
            part("main-", blob((88, 84), (76, 86), (76, 80), (86, 78))),
            part("#d8cdb2", limb([(94, 88), (92, 97), (97, 100)], [4, 3, 1.5])),
            part("#2c2420", *(hoof(x) for x in (16, 79)), bulge=0.4),
            *eye_at(99, 77, 1.9),
        ),
        0.1,
    )


def bear(panda: bool = False) -> Figure:
    """A bear; or, with its coat in two colours, a panda."""
    body = blob((4, 40), (8, 62), (28, 74), (54, 74), (76, 72), (84, 56), (80, 34), (60, 26), (30, 26), (10, 28))
    head = blob((76, 62), (78, 78), (88, 84), (98, 80), (108, 68), (112, 62), (108, 56), (98, 54), (86, 52))
    near = (
        limb([(18, 42), (14, 22), (16, 5)], [32, 20, 16]),
        oval(20, 4.5, 12, 5),
        limb([(72, 44), (76, 22), (77, 5)], [28, 18, 15]),
        oval(81, 4.5, 12, 5),
    )
    far = (limb([(32, 38), (32, 20), (34, 4)], [26, 17, 14]), limb([(60, 36), (60, 20), (61, 4)], [24, 16, 14]))
    ears = (oval(81, 82, 6), oval(91, 84, 6))
    dark = "second" if panda else "main"
    patch = (part("second", oval(95, 71, 5, 6, 30), bulge=0.4),) if panda else ()
    return Figure(
        {"main": "f2f0ea", "second": "1e1d20"} if panda else {"main": "6b4527", "second": "b48a5c"},
        (
            part(dark if panda else "main-", *far),
            part(dark, ears[0]),
            part("main", body, limb([(72, 56), (88, 66)], [40, 32]), head, *(() if panda else near)),
            *((part("second", *near, limb([(66, 70), (72, 50), (72, 36)], [14, 22, 20])),) if panda else ()),
            part(dark, ears[1]),
            *patch,
            part("main+" if panda else "second", oval(104, 62, 9, 7, -25)),
            part("#161211", oval(111, 64, 3, 2.5), bulge=0.5, gloss=0.3),
            *eye_at(96, 71, 1.7),
        ),
        FUR,
    )


def panda() -> Figure:
    """A panda."""
    return bear(True)


def hoof(x: float) -> Outline:
    """A hoof."""
    return poly((x - 5.5, 0), (x + 6, 0), (x + 4.5, 6), (x - 4.5, 6))
