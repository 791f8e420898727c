"""People, and those who walk like them."""

from mediamill_procedural.painter.figure import Figure, Part, blob, box, limb, oval, part, poly, star

SKIN, HAIR = "e3b08c", "3b261b"


def _legs(colour: str, shoe: str) -> tuple[Part, ...]:
    return (
        part(colour + "-", limb([(44, 88), (37, 46), (31, 6)], [19, 14, 11])),
        part(shoe, blob((24, 7), (22, 0), (36, 0), (43, 2), (40, 6), (32, 10)), bulge=0.6),
        part(colour, limb([(52, 88), (58, 48), (58, 7)], [19, 14, 11])),
        part(shoe, blob((51, 8), (50, 0), (64, 0), (71, 2), (68, 6), (60, 10)), bulge=0.6),
    )


def _head(x: float, y: float) -> tuple[Part, ...]:
    return (
        part("skin", limb([(x - 3, y - 22), (x - 1, y - 10)], [9, 9])),
        part(
            "skin",
            blob(
                (x - 10, y + 6),
                (x - 10, y - 6),
                (x - 3, y - 14),
                (x + 5, y - 14),
                (x + 10, y - 6),
                (x + 10, y + 6),
                (x, y + 12),
            ),
        ),
        part(
            "hair",
            blob(
                (x - 12, y - 6),
                (x - 13, y + 8),
                (x - 4, y + 16),
                (x + 7, y + 14),
                (x + 11, y + 6),
                (x + 2, y + 8),
                (x - 5, y + 4),
                (x - 7, y - 6),
            ),
        ),
        part("#1a1412", oval(x + 6, y + 0.5, 1.1, 1.5), bulge=0),
    )


def _arms(colour: str, *, out: float = 0.0) -> tuple[Part, Part]:
    far = part(colour + "-", limb([(58, 138), (70 + out, 116), (76 + out, 94)], [12, 10, 8]))
    near = part(colour, limb([(38, 140), (30, 116), (36, 92)], [13, 11, 8.5]))
    return far, near


def man() -> Figure:
    """A man."""
    far, near = _arms("main")
    return Figure(
        {"main": "34618f", "second": "4a4038", "skin": SKIN, "hair": HAIR},
        (
            far,
            part("skin", oval(76, 90, 4.6)),
            *_legs("second", "#2a211c"),
            part("main", blob((34, 84), (34, 120), (32, 142), (48, 150), (62, 142), (62, 118), (62, 84), (48, 80))),
            *_head(50, 166),
            near,
            part("skin", oval(36.5, 88, 4.8)),
        ),
        0.06,
    )


def woman() -> Figure:
    """A woman."""
    far, near = _arms("main")
    skirt = blob((36, 104), (24, 60), (18, 34), (46, 28), (76, 34), (68, 62), (60, 104))
    return Figure(
        {"main": "b83a4e", "skin": SKIN, "hair": "6b3f22"},
        (
            part("hair", blob((36, 172), (30, 150), (30, 128), (44, 126), (52, 150), (50, 176))),
            far,
            part("skin", oval(76, 90, 4.2), limb([(42, 40), (40, 6)], [9, 6.5]), limb([(54, 40), (56, 6)], [9, 6.5])),
            part(
                "#3a2422", blob((35, 6), (34, 0), (48, 0), (45, 6)), blob((51, 6), (50, 0), (64, 0), (61, 6)), bulge=0.5
            ),
            part("main", skirt, blob((38, 98), (35, 124), (35, 142), (48, 148), (60, 142), (60, 122), (59, 98))),
            *_head(50, 165),
            near,
            part("skin", oval(36.5, 88, 4.4)),
        ),
        0.06,
    )


def person() -> Figure:
    """A walker with a coat and a rucksack."""
    far, near = _arms("main", out=2)
    return Figure(
        {"main": "c2792f", "second": "3f4654", "skin": SKIN, "hair": "54382a"},
        (
            far,
            part("skin", oval(78, 90, 4.6)),
            *_legs("second", "#2a211c"),
            part("#5a6a3c", blob((34, 100), (18, 104), (14, 134), (22, 146), (36, 142))),
            part("main", blob((32, 72), (34, 110), (32, 142), (48, 150), (62, 142), (62, 112), (66, 72), (48, 68))),
            *_head(50, 166),
            near,
            part("skin", oval(36.5, 88, 4.8)),
        ),
        0.08,
    )


def child() -> Figure:
    """A child."""
    return Figure(
        {"main": "e8b23a", "second": "3d6a9a", "skin": SKIN, "hair": "8a5a2c"},
        (
            part("main-", limb([(58, 84), (72, 76), (82, 88)], [11, 9, 7])),
            part("skin", oval(83, 90, 4.4)),
            part(
                "second",
                limb([(42, 50), (34, 28), (28, 6)], [17, 13, 11]),
                limb([(54, 50), (60, 28), (62, 6)], [17, 13, 11]),
            ),
            part(
                "#8a2f2a", blob((20, 7), (19, 0), (34, 0), (38, 4)), blob((54, 7), (54, 0), (70, 0), (73, 4)), bulge=0.6
            ),
            part("main", blob((32, 46), (32, 72), (34, 92), (48, 96), (62, 92), (64, 70), (64, 46))),
            part("skin", oval(50, 112, 17, 18)),
            part("hair", blob((32, 108), (30, 124), (42, 134), (60, 132), (68, 120), (56, 122), (44, 120), (36, 108))),
            part("#1a1412", oval(58, 111, 1.5, 2), oval(46, 111, 1.5, 2), bulge=0),
            part("#c0605a", limb([(48, 103), (53, 101), (58, 104)], [1, 1.4, 1]), bulge=0),
            part("main", limb([(38, 86), (24, 74), (14, 84)], [12, 9, 7])),
            part("skin", oval(13, 87, 4.4)),
        ),
        0.05,
    )


def _robed(colours: dict[str, str], extra: tuple[Part, ...], *, front: str = "second") -> Figure:
    robe = blob((34, 140), (24, 90), (12, 30), (8, 2), (48, 0), (90, 2), (84, 30), (72, 90), (62, 140), (48, 148))
    return Figure(
        colours,
        (
            part("main", robe),
            part(front, blob((42, 140), (40, 80), (38, 2), (60, 2), (58, 80), (56, 140)), bulge=0.4),
            part("main-", limb([(62, 136), (76, 112), (70, 96)], [15, 14, 12])),
            part("main", limb([(36, 138), (22, 114), (34, 98)], [16, 15, 13])),
            part("skin", oval(38, 98, 5), oval(66, 97, 5)),
            *_head(49, 166),
            *extra,
        ),
        0.08,
    )


def _crown(y: float) -> Part:
    return part(
        "#e8b93a",
        poly((36, y), (34, y + 18), (42, y + 9), (49, y + 21), (56, y + 9), (64, y + 18), (62, y)),
        bulge=0.5,
        gloss=0.4,
    )


def king() -> Figure:
    """A king."""
    beard = part("hair", blob((40, 160), (44, 142), (52, 134), (60, 144), (61, 160), (54, 154), (46, 155)))
    ermine = part("#f2eee6", blob((30, 140), (40, 150), (58, 150), (68, 140), (60, 130), (38, 130)))
    sceptre = part("#e8b93a", limb([(70, 70), (74, 148)], [3.4, 3.4]), oval(74, 152, 6), gloss=0.4)
    return _robed(
        {"main": "9a2233", "second": "d9b04a", "skin": SKIN, "hair": "8f8a86"}, (beard, ermine, sceptre, _crown(174))
    )


def queen() -> Figure:
    """A queen."""
    hair = part("hair", blob((36, 174), (33, 150), (38, 132), (44, 140), (42, 164)))
    return _robed({"main": "6a3a8f", "second": "e9d8ef", "skin": SKIN, "hair": "b5823a"}, (hair, _crown(174)))


def wizard() -> Figure:
    """A wizard."""
    hat = part(
        "main", poly((28, 172), (74, 172), (60, 184), (54, 222), (42, 184)), limb([(24, 172), (78, 172)], [6, 6])
    )
    beard = part("#e9e7e2", blob((40, 160), (42, 128), (52, 106), (60, 130), (61, 160), (54, 152), (46, 152)))
    staff = part("#6b4a2a", limb([(80, 2), (77, 90), (80, 170)], [5, 4.4, 5]))
    orb = part("#7fe0ff", oval(80, 176, 8), glow=0.9, gloss=0.5)
    stars = part("#f0d060", star(34, 60, 6), star(72, 40, 5), star(50, 190, 4), star(26, 24, 5), bulge=0)
    return _robed(
        {"main": "3a3f8f", "second": "4b55b0", "skin": SKIN, "hair": "d9d7d2"}, (staff, orb, hat, beard, stars)
    )


def knight() -> Figure:
    """A knight."""
    steel, dark = "main", "main-"
    return Figure(
        {"main": "aeb6c2", "second": "a8262f", "third": "d9b04a"},
        (
            part("second", blob((36, 140), (16, 90), (12, 30), (40, 24), (46, 130))),
            part(dark, limb([(44, 86), (38, 46), (33, 8)], [21, 16, 13]), oval(33, 5, 11, 5), gloss=0.3),
            part(steel, limb([(54, 86), (58, 46), (58, 8)], [21, 16, 13]), oval(61, 5, 11, 5), gloss=0.3),
            part("#d5dae2", limb([(84, 92), (84, 184)], [5, 3]), gloss=0.5),
            part("third", limb([(74, 96), (94, 96)], [5, 5]), limb([(84, 96), (84, 82)], [4, 4])),
            part(dark, limb([(60, 138), (76, 116), (84, 90)], [15, 12, 10]), gloss=0.3),
            part(
                steel,
                blob((32, 84), (31, 118), (30, 142), (48, 152), (64, 142), (64, 118), (63, 84), (48, 80)),
                gloss=0.35,
            ),
            part("second", poly((36, 100), (60, 100), (63, 66), (34, 66)), bulge=0.3),
            part(steel, oval(50, 166, 15, 17), gloss=0.45),
            part("#15171c", limb([(50, 167), (66, 167)], [3, 3]), limb([(60, 160), (60, 153)], [1.4, 1.4]), bulge=0),
            part("second", limb([(48, 182), (38, 192), (24, 184)], [5, 9, 3])),
            part("second", blob((12, 128), (44, 128), (44, 100), (28, 78), (12, 100)), bulge=0.6, gloss=0.15),
            part("third", box(25.5, 84, 30.5, 126), box(13, 108, 43, 113), bulge=0.2),
        ),
        0.04,
    )


def robot() -> Figure:
    """A robot."""
    return Figure(
        {"main": "8fa3b5", "second": "e0a83c", "third": "4ad6e8"},
        (
            part(
                "main-",
                limb([(40, 70), (38, 40), (38, 12)], [14, 11, 12]),
                limb([(62, 70), (64, 40), (64, 12)], [14, 11, 12]),
                gloss=0.3,
            ),
            part(
                "second",
                blob((24, 14), (24, 0), (50, 0), (48, 14)),
                blob((54, 14), (54, 0), (80, 0), (78, 14)),
                bulge=0.6,
            ),
            part(
                "main-",
                limb([(82, 126), (96, 104), (92, 80)], [12, 10, 9]),
                limb([(20, 126), (6, 104), (10, 80)], [12, 10, 9]),
                gloss=0.3,
            ),
            part("second", oval(10, 76, 8), oval(92, 76, 8), oval(20, 128, 9), oval(82, 128, 9), gloss=0.3),
            part(
                "main",
                blob((22, 68), (18, 100), (22, 136), (51, 140), (80, 136), (84, 100), (80, 68), (51, 64)),
                bulge=0.7,
                gloss=0.35,
            ),
            part("second", box(34, 92, 68, 120), bulge=0.3),
            part("third", oval(44, 110, 4), oval(58, 110, 4), glow=0.9),
            part("#e2574a", box(40, 97, 62, 101), bulge=0.2, glow=0.5),
            part("main-", box(44, 138, 58, 150), bulge=0.5),
            part(
                "main",
                blob((24, 150), (22, 180), (30, 190), (72, 190), (80, 180), (78, 150), (51, 146)),
                bulge=0.7,
                gloss=0.4,
            ),
            part("#1b2530", blob((32, 160), (32, 180), (70, 180), (70, 160)), bulge=0.3),
            part("third", oval(42, 171, 5.5), oval(60, 171, 5.5), glow=1.0),
            part("main-", limb([(51, 190), (51, 204)], [2.4, 2.4])),
            part("#e2574a", oval(51, 206, 4.5), glow=0.9, gloss=0.4),
        ),
    )


def astronaut() -> Figure:
    """An astronaut."""
    return Figure(
        {"main": "eceef2", "second": "d9682c", "third": "c7ccd6"},
        (
            part("third-", blob((18, 90), (16, 140), (30, 150), (70, 150), (84, 140), (82, 90))),
            part(
                "main",
                limb([(40, 78), (34, 46), (22, 18)], [24, 20, 18]),
                limb([(60, 78), (68, 50), (62, 18)], [24, 20, 18]),
            ),
            part("third", oval(20, 10, 13, 9), oval(63, 9, 13, 9)),
            part(
                "main",
                limb([(76, 130), (98, 124), (112, 146)], [21, 18, 15]),
                limb([(24, 130), (6, 108), (10, 84)], [21, 18, 15]),
            ),
            part("third", oval(114, 152, 9), oval(10, 78, 9)),
            part("main", blob((22, 72), (20, 110), (24, 140), (50, 148), (76, 140), (80, 110), (78, 72), (50, 66))),
            part("third", box(36, 96, 64, 122), bulge=0.5),
            part(
                "second",
                oval(42, 114, 3),
                oval(58, 104, 3),
                limb([(30, 84), (70, 84)], [4, 4]),
                limb([(2, 112), (12, 104)], [4, 4]),
            ),
            part("#4aa3e0", oval(50, 114, 3), bulge=0.4, glow=0.6),
            part("main", oval(50, 168, 29, 28), gloss=0.3),
            part(
                "#1d2a44", blob((30, 170), (34, 184), (52, 188), (72, 180), (74, 164), (62, 152), (40, 152)), gloss=0.6
            ),
            part("#9fd0f5", blob((38, 176), (46, 183), (58, 183), (50, 178)), bulge=0, alpha=0.75),
        ),
        0.04,
    )
