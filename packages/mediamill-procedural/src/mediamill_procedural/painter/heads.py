"""Head and shoulders: a portrait of a person, or of any figure of the gallery, large."""

import numpy as np

from mediamill_procedural.painter.canvas import Colour, blend, rgb
from mediamill_procedural.painter.easel import Easel
from mediamill_procedural.painter.figure import Figure, Outline, Part, blob, flipped, limb, oval, part, poly, recoloured
from mediamill_procedural.painter.flora import set_sprite
from mediamill_procedural.painter.layer import Motion
from mediamill_procedural.painter.modelling import sculpt

SKINS = ("f0c6a4", "e3b08c", "c98f68", "9a6444", "6b432e")
HAIRS = ("2a1c14", "4a2f1e", "7a4a24", "b5823a", "8a3f20", "8f8a86")
DRESSES = ("8a2f3a", "2f4f7a", "3f6a4a", "6a4a7a", "b0783a", "3a3f48")
PORTRAYED = ("child", "king", "knight", "man", "person", "queen", "wizard", "woman")  # by head and shoulders
FEMALE = ("woman", "queen", "child")


def paint_head(easel: Easel) -> None:
    """The person of the scene as a portrait; where the prompt names an animal or a thing, that is left to placing."""
    people = [thing for thing in easel.scene.things if thing.name in PORTRAYED]
    others = [thing for thing in easel.scene.things if thing not in people]
    if others and not people:
        return
    chance = easel.chance("head")
    name = people[0].name if people else str(chance.choice(["woman", "man"]))
    dress = people[0].colour if people and people[0].colour else rgb(DRESSES[int(chance.integers(len(DRESSES)))])
    female = name in FEMALE or (name in ("person", "child") and chance.random() < 0.5)
    figure = _head(easel, chance, name, dress, female)
    figure = recoloured(figure, people[0].parts if people else ())
    sprite = sculpt(figure, 0.86 * easel.frame.height, easel.palette, easel.light, chance)
    set_sprite(easel, name, sprite, 0.5, 1.0, 0.8, Motion.BREATHE, thing=True)


def _head(easel: Easel, chance: np.random.Generator, name: str, dress: Colour, female: bool) -> Figure:
    heard = easel.scene.understood
    tone = int(chance.integers(len(SKINS)))
    skin = rgb(SKINS[tone])
    old = any(word.startswith(("old", "grand")) for word in heard)
    hair = rgb("c9c5bf") if old else rgb(HAIRS[int(chance.integers(len(HAIRS) - 1 if tone < 2 else 2))])
    eye = rgb(str(chance.choice(["4f7a9a", "5a7a48", "6b4526"] if tone < 2 else ["6b4526", "3a2a1e"])))
    shade, blush = blend(skin, (0.45, 0.18, 0.16), 0.32), blend(skin, (0.85, 0.30, 0.28), 0.30)
    hexes = {
        "skin": _hex(skin),
        "shade": _hex(shade),
        "blush": _hex(blush),
        "hair": _hex(hair),
        "main": _hex(dress),
        "eye": _hex(eye),
    }
    parts: list[Part] = []
    if female:
        parts.append(
            part(
                "hair",
                blob(
                    (20, 60),
                    (8, 110),
                    (14, 160),
                    (36, 190),
                    (64, 190),
                    (86, 160),
                    (92, 110),
                    (80, 60),
                    (64, 48),
                    (36, 48),
                ),
            )
        )
    parts += [
        part(
            "main",
            blob((-34, -6), (-26, 36), (6, 52), (34, 58), (66, 58), (94, 52), (126, 36), (134, -6), (50, -12)),
            bulge=0.7,
        ),
        part("shade", blob((36, 50), (37, 88), (63, 88), (64, 50), (50, 38)), bulge=0.6),
        part("main+", blob((26, 57), (50, 30), (74, 57), (66, 61), (50, 41), (34, 61)), bulge=0.4),
    ]
    if not female:
        parts.append(part("skin", oval(16, 116, 5, 10), oval(84, 116, 5, 10)))
    parts.append(
        part(
            "skin",
            blob(
                (50, 66), (32, 76), (21, 96), (18, 126), (26, 154), (50, 166), (74, 154), (82, 126), (79, 96), (68, 76)
            ),
            bulge=0.75,
        )
    )
    parts += _features(old)
    parts += _hair(chance, female, old, name)
    return Figure(hexes, tuple(parts), 0.05)


def _features(old: bool) -> list[Part]:
    parts: list[Part] = [
        part("blush", oval(30, 104, 8, 6), oval(70, 104, 8, 6), bulge=0, alpha=0.22),
        part(
            "shade",
            blob((47, 126), (45, 106), (41, 100), (46, 96), (50, 95), (54, 96), (59, 100), (55, 106), (53, 126)),
            bulge=0.35,
            alpha=0.20,
        ),
        part(
            "skin",
            blob((48, 128), (47, 108), (44, 100), (50, 97), (56, 100), (53, 108), (52, 128)),
            bulge=0.9,
            alpha=0.85,
        ),
        part("shade-", oval(45.6, 98.4, 1.7, 1.1), oval(54.4, 98.4, 1.7, 1.1), bulge=0, alpha=0.7),
    ]
    for x, turn in ((35.5, 1), (64.5, -1)):
        parts += [
            part("shade", oval(x, 121, 9.5, 6.2), bulge=0, alpha=0.38),
            part(
                "#f6f1ea",
                blob(
                    (x - 7.4, 119.4), (x - 2, 123.6), (x + 3, 123.4), (x + 7.4, 119.8), (x + 2, 116.4), (x - 3, 116.4)
                ),
                bulge=0.3,
            ),
            part("eye", oval(x + 0.5, 120, 3.7, 3.8), bulge=0.2),
            part("#0d0b0a", oval(x + 0.5, 120, 1.8), bulge=0),
            part("#ffffff", oval(x + 1.8, 121.5, 0.9), bulge=0),
            part(
                "#2a1c16",
                limb([(x - 8, 119.4), (x - 2, 124.2), (x + 3, 124), (x + 8, 119.8)], [0.8, 1.7, 1.7, 0.8]),
                bulge=0,
            ),
            part("hair-", limb([(x - 9 * turn, 128.5), (x, 132.5), (x + 9 * turn, 131.0)], [1.4, 2.8, 2.2]), bulge=0.2),
        ]
    parts += [
        part(
            "#b0524e", blob((39, 84.5), (46, 87.6), (50, 86.4), (54, 87.6), (61, 84.5), (54, 83), (46, 83)), bulge=0.4
        ),
        part("#c4645c", blob((40, 84), (50, 83), (60, 84), (54, 79.4), (46, 79.4)), bulge=0.7, gloss=0.15),
        part("shade", limb([(43, 75), (50, 73.6), (57, 75)], [0.8, 2.4, 0.8]), bulge=0, alpha=0.4),
    ]
    if old:
        parts.append(
            part(
                "shade",
                limb([(33, 100), (36, 92), (35, 86)], [0.7, 1.1, 0.6]),
                limb([(67, 100), (64, 92), (65, 86)], [0.7, 1.1, 0.6]),
                limb([(36, 146), (50, 148), (64, 146)], [0.5, 1, 0.5]),
                bulge=0,
                alpha=0.6,
            )
        )
    return parts


def _hair(chance: np.random.Generator, female: bool, old: bool, name: str) -> list[Part]:
    """Fringe or parting, strands, and what is worn."""
    part_x = float(chance.uniform(36, 60))
    sides: tuple[Outline, ...]
    if female:
        front = blob(
            (16, 118),
            (14, 146),
            (28, 174),
            (52, 182),
            (76, 174),
            (88, 146),
            (84, 116),
            (80, 134),
            (70, 150),
            (part_x + 4, 158),
            (30, 148),
            (20, 134),
        )
        sides = (
            blob((18, 128), (8, 96), (14, 62), (24, 54), (22, 84), (20, 108)),
            flipped(blob((18, 128), (8, 96), (14, 62), (24, 54), (22, 84), (20, 108)), 50),
        )
    else:
        front = blob(
            (17, 122),
            (13, 146),
            (26, 172),
            (52, 180),
            (78, 170),
            (88, 146),
            (83, 122),
            (80, 138),
            (72, 150),
            (part_x, 153),
            (28, 148),
            (20, 138),
        )
        sides = ()
    parts = [part("hair", front, *sides, bulge=0.7, gloss=0.12)]
    parts.append(_strands(chance, part_x))
    return parts + _adorned(chance, female, old, name)


def _strands(chance: np.random.Generator, part_x: float) -> Part:
    strands = []
    for number in range(16):
        x = 20 + 60 * number / 15
        end = 166 - abs(x - 50) * 0.42 + float(chance.normal(0, 1.5))
        strands.append(
            limb(
                [
                    (part_x + (x - part_x) * 0.3, 178 - abs(x - 50) * 0.10),
                    (x * 0.9 + 5, 168 - abs(x - 50) * 0.25),
                    (x, end),
                ],
                [0.5, 0.9, 0.4],
            )
        )
    return part("hair+", *strands, bulge=0, alpha=0.16)


def _adorned(chance: np.random.Generator, female: bool, old: bool, name: str) -> list[Part]:
    """A beard for some, and what is worn on the head."""
    parts: list[Part] = []
    bearded = name in ("king", "wizard") or (not female and chance.random() < (0.6 if old else 0.3))
    if bearded and name != "child":
        parts.append(
            part(
                "hair",
                blob(
                    (22, 108),
                    (26, 82),
                    (40, 60),
                    (50, 54),
                    (60, 60),
                    (74, 82),
                    (78, 108),
                    (70, 92),
                    (60, 91),
                    (50, 93),
                    (40, 91),
                    (30, 92),
                ),
                bulge=0.8,
            )
        )
        parts.append(part("#b0524e", blob((42, 84), (50, 85.5), (58, 84), (50, 80)), bulge=0.5))
    return parts + _headgear(name)


def _headgear(name: str) -> list[Part]:
    """A crown, a hat or a helmet."""
    parts: list[Part] = []
    if name in ("king", "queen"):
        parts.append(
            part(
                "#e8b93a",
                poly((16, 158), (10, 196), (30, 174), (50, 204), (70, 174), (90, 196), (84, 158), (50, 166)),
                bulge=0.5,
                gloss=0.4,
            )
        )
        parts.append(part("#c8252b", oval(50, 176, 4.5, 6), oval(28, 168, 3), oval(72, 168, 3), gloss=0.4))
    if name == "wizard":
        parts.append(
            part(
                "main",
                poly((0, 156), (100, 156), (78, 172), (62, 236), (24, 172)),
                limb([(-8, 156), (50, 150), (108, 156)], [9, 11, 9]),
                bulge=0.6,
            )
        )
    if name == "knight":
        parts.append(
            part(
                "#aeb6c2",
                blob(
                    (12, 112),
                    (10, 150),
                    (28, 180),
                    (50, 188),
                    (72, 180),
                    (90, 150),
                    (88, 112),
                    (80, 140),
                    (50, 148),
                    (20, 140),
                ),
                bulge=0.7,
                gloss=0.4,
            )
        )
    return parts


def _hex(colour: Colour) -> str:
    return "".join(f"{round(max(0.0, min(1.0, part)) * 255):02x}" for part in colour)
