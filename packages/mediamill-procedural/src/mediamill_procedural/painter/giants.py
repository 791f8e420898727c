"""Animals with manes, trunks, long necks and wool; and a rabbit."""

from mediamill_procedural.painter.beasts import FUR, eye_at, hoof, leg_of
from mediamill_procedural.painter.figure import (
    Figure,
    blob,
    limb,
    moved,
    oval,
    part,
)

TAIL_RINGS = (oval(-9, 38, 3.4, 1.6, 30), oval(-13.5, 31, 3.2, 1.5, 20), oval(0, 52.5, 3.6, 1.6, 50))


def _big_cat(main: str, *, stripes: bool, mane: bool) -> Figure:
    body = blob((8, 50), (14, 62), (36, 64), (60, 66), (74, 64), (80, 52), (74, 38), (50, 36), (24, 36))
    head = blob((78, 66), (79, 80), (88, 88), (98, 86), (106, 74), (106, 64), (98, 58), (86, 58))
    near = leg_of((20, 50), (12, 26), (15, 0), 24, 10, 5) + leg_of((72, 50), (78, 24), (78, 0), 18, 10, 5)
    far = leg_of((30, 46), (26, 24), (30, 0), 20, 9, 5) + leg_of((62, 46), (64, 24), (64, 0), 16, 9, 5)
    tail = limb([(10, 56), (-6, 48), (-14, 30), (-24, 26)], [7, 6, 5, 4])
    bars = tuple(
        limb([(x, 64 - abs(x - 44) * 0.05), (x - 2, 54), (x + 1, 46)], [3.4, 2.4, 0.8])
        for x in (22, 32, 42, 52, 62, 70)
    )
    faces = (
        limb([(86, 86), (88, 81)], [2, 1]),
        limb([(93, 87.5), (93.5, 82)], [2, 1]),
        limb([(80, 74), (85, 72)], [2, 1]),
    )
    return Figure(
        {"main": main, "second": "7a3f18" if mane else "f4e6cf"},
        (
            part("main-", *far),
            part("main", tail),
            part("second" if mane else "#211a16", oval(-25, 26, 5, 4)),
            part("main", body, *near, limb([(70, 54), (86, 70)], [32, 26])),
            *((part("#231913", *bars, *TAIL_RINGS),) if stripes else ()),
            *(
                (
                    part(
                        "second",
                        blob(
                            (68, 56), (66, 78), (76, 95), (92, 99), (104, 90), (104, 76), (102, 56), (88, 42), (74, 44)
                        ),
                    ),
                )
                if mane
                else ()
            ),
            part("main", oval(80, 88, 5.5), oval(96, 90, 5), head),
            part("#f6ead6", oval(101, 65, 8.5, 6.5), bulge=0.8),
            *((part("#231913", *faces, bulge=0),) if stripes else ()),
            part("#4a2a22", blob((102, 72), (108, 71), (106, 67)), bulge=0.4),
            *eye_at(91, 76, 2.0),
            *eye_at(102.5, 76.5, 1.6),
        ),
        FUR,
    )


def lion() -> Figure:
    """A lion."""
    return _big_cat("cf9a4e", stripes=False, mane=True)


def tiger() -> Figure:
    """A tiger."""
    return _big_cat("d9791f", stripes=True, mane=False)


def standing_cat() -> Figure:
    """A cat on its feet."""
    return _big_cat("b9763c", stripes=False, mane=False)


def elephant() -> Figure:
    """An elephant."""
    body = blob((4, 60), (6, 84), (22, 98), (46, 100), (68, 98), (84, 88), (86, 62), (74, 44), (46, 40), (16, 42))
    head = blob((76, 74), (76, 94), (86, 106), (100, 104), (108, 90), (107, 74), (98, 64), (84, 62))
    trunk = limb([(102, 82), (114, 62), (116, 38), (112, 20), (120, 12)], [22, 17, 13, 9, 7])
    near = (limb([(22, 56), (19, 28), (20, 5)], [32, 23, 22]), limb([(72, 58), (75, 28), (75, 5)], [30, 22, 21]))
    far = (limb([(36, 52), (36, 26), (37, 4)], [28, 21, 20]), limb([(58, 52), (60, 26), (60, 4)], [26, 20, 19]))
    ear = blob((74, 100), (64, 100), (56, 84), (58, 66), (68, 56), (78, 64), (82, 84))
    nails = tuple(oval(x, 3, 3, 2.6) for x in (13, 20, 27, 68, 75, 82))
    return Figure(
        {"main": "8d8f98", "second": "f1ead8"},
        (
            part("main-", *far),
            part("main-", limb([(6, 80), (-4, 64), (-4, 44)], [5, 3, 2.5])),
            part("main", body, *near, head, trunk),
            part("second", limb([(98, 66), (110, 52), (124, 50)], [6.5, 5, 1.5]), gloss=0.2),
            part("main", ear, bulge=0.5),
            part("#cfc8bd", *nails, bulge=0.5),
            *eye_at(97, 86, 1.8),
        ),
        FUR,
    )


def giraffe() -> Figure:
    """A giraffe."""
    body = blob((8, 84), (14, 98), (34, 104), (52, 110), (60, 104), (58, 86), (44, 78), (20, 76))
    neck = limb([(52, 98), (64, 130), (76, 166)], [26, 16, 12])
    head = blob((70, 164), (72, 176), (80, 178), (90, 172), (100, 164), (100, 158), (92, 157), (80, 160))
    near = (limb([(16, 88), (11, 50), (14, 2)], [20, 8, 6.5]), limb([(52, 92), (54, 48), (54, 2)], [18, 8, 6.5]))
    far = (limb([(24, 86), (22, 48), (24, 2)], [16, 7.5, 6]), limb([(44, 88), (44, 48), (44, 2)], [16, 7.5, 6]))
    places = [
        (18, 92),
        (28, 96),
        (38, 98),
        (48, 102),
        (24, 84),
        (36, 87),
        (48, 90),
        (56, 96),
        (57, 110),
        (63, 118),
        (60, 127),
        (67, 131),
        (65, 141),
        (71, 147),
        (70, 157),
        (13, 72),
        (54, 74),
        (55, 62),
        (12, 60),
    ]
    spots = tuple(blob((x - 3.6, y - 2), (x - 1, y + 3.6), (x + 3.6, y + 2), (x + 2.4, y - 3.4)) for x, y in places)
    return Figure(
        {"main": "e0b56a", "second": "8a4f22"},
        (
            part("main-", *far),
            part("second", limb([(9, 94), (2, 80), (3, 62)], [3, 2, 3.4])),
            part("main", body, neck, *near, head),
            part("second", *spots, bulge=0.2),
            part("second", limb([(76, 177), (75, 186)], [2.2, 3.2]), limb([(80, 178), (81, 187)], [2.2, 3.2])),
            part("main", blob((70, 172), (60, 176), (61, 171))),
            *eye_at(84, 170, 1.8),
        ),
        0.12,
    )


def sheep() -> Figure:
    """A sheep."""
    wool = [
        oval(x, y, r)
        for x, y, r in (
            (22, 44, 18),
            (36, 56, 18),
            (54, 58, 18),
            (70, 52, 17),
            (76, 40, 15),
            (60, 36, 18),
            (40, 34, 18),
            (28, 32, 15),
            (66, 62, 11),
        )
    ]
    head = blob((80, 50), (80, 62), (88, 68), (96, 62), (102, 50), (100, 43), (92, 43), (84, 44))
    legs = [limb([(x, 26), (x, 2)], [8, 6]) for x in (30, 64)]
    far = [limb([(x, 26), (x, 3)], [7, 5.5]) for x in (38, 72)]
    return Figure(
        {"main": "f0ece0", "second": "37302c"},
        (
            part("second", *far),
            part("second", *legs),
            part("main", *wool, bulge=1.0),
            *(part("main", oval(x, y, 9)) for x, y in ((30, 48), (46, 52), (62, 48), (52, 38), (36, 38), (70, 42))),
            part("second", head),
            part("second", blob((82, 62), (72, 60), (73, 55), (81, 56))),
            part("main", oval(84, 67, 7, 5.5)),
            *eye_at(93, 58, 1.7),
        ),
        0.3,
    )


def pig() -> Figure:
    """A pig."""
    body = blob((4, 42), (10, 62), (32, 70), (58, 70), (78, 64), (86, 48), (78, 30), (54, 22), (26, 22), (8, 30))
    head = blob((72, 40), (74, 60), (86, 66), (96, 58), (104, 48), (104, 40), (94, 34), (82, 32))
    near = (limb([(20, 34), (18, 16), (18, 3)], [18, 10, 9]), limb([(70, 32), (71, 16), (71, 3)], [16, 10, 9]))
    far = (limb([(30, 30), (30, 3)], [14, 8.5]), limb([(60, 30), (60, 3)], [14, 8.5]))
    return Figure(
        {"main": "e9a5a0", "second": "c97f7c"},
        (
            part("main-", *far),
            part("main", limb([(6, 54), (-3, 58), (-5, 51), (0, 49), (-6, 45)], [3, 2.5, 2.4, 2.2, 1.5])),
            part("main", body, head, *near),
            part("main+", oval(104, 44, 4, 7)),
            part("second", oval(105, 46, 1, 1.6), oval(105, 41.5, 1, 1.6), bulge=0),
            part("main-", blob((78, 64), (74, 76), (86, 68)), blob((86, 65), (90, 75), (94, 62))),
            part("second", *(hoof(x) for x in (18, 71)), bulge=0.3),
            *eye_at(94, 54, 1.7),
        ),
        0.06,
    )


def rabbit() -> Figure:
    """A rabbit."""
    body = blob((8, 14), (8, 36), (22, 54), (44, 58), (60, 48), (64, 26), (58, 8), (30, 4))
    head = blob((50, 52), (52, 68), (64, 76), (76, 72), (84, 60), (82, 52), (72, 46), (58, 46))
    ears = (
        blob((56, 70), (48, 92), (50, 110), (56, 112), (60, 98), (63, 74)),
        blob((64, 74), (64, 96), (69, 112), (75, 110), (74, 92), (70, 74)),
    )
    return Figure(
        {"main": "b59a7a", "second": "f3e8dc"},
        (
            part("second", oval(8, 22, 9)),
            part("main-", ears[0]),
            part("main", body, head, limb([(54, 40), (58, 20), (60, 4)], [20, 12, 8]), oval(63, 4, 7, 4)),
            part("main", oval(28, 22, 19, 19), oval(40, 5, 20, 5)),
            part("main", ears[1]),
            part("#e2b0a4", blob((66, 78), (67, 96), (70, 106), (72, 94), (69, 78)), bulge=0.2),
            part("second", oval(77, 54, 6.5, 5), moved(oval(58, 34, 6, 11, 10), 0)),
            part("#c47e78", oval(83.5, 59, 1.8, 1.4), bulge=0.3),
            *eye_at(70, 64, 2.6),
        ),
        FUR,
    )
