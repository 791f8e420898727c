"""Ears, tails, manes, horns and wings of animals."""

import math

from mediamill_procedural.modeller.bench import Bench
from mediamill_procedural.modeller.objects.bodies import Beast
from mediamill_procedural.modeller.objects.wings import spikes, wings
from mediamill_procedural.modeller.organic import Egg, Limb
from mediamill_procedural.modeller.shapes import Vec, both, hull, union


def ears(b: Bench, beast: Beast, neck: Vec, r: float, coat: str, belly: str) -> None:
    """Ears of its kind."""
    y, z = neck[1] + r * 0.75, neck[2] + r * 0.15
    inner = "#e8a8a0" if belly != "black" else "black"
    if beast.ear in ("point", "small"):
        _pointed_ears(b, beast, r, y, z, coat, neck, inner)
    elif beast.ear == "round":
        b.main(
            "ears",
            both(b.ball(r * 0.34, (r * 0.66, y + r * 0.1, z), (1, 1, 0.5))),
            "black" if "panda" in beast.extra else coat,
        )
        if "panda" not in beast.extra:
            b.trim("inner ears", both(b.ball(r * 0.2, (r * 0.66, y + r * 0.1, z + r * 0.12), (1, 1, 0.4))), inner)
    elif beast.ear == "long":
        _long_ears(b, r, y, z, coat, inner)
    elif beast.ear == "flop":
        _floppy_ears(b, r, y, z)
    elif beast.ear == "side":
        b.main(
            "ears",
            both(b.ball(r * 0.5, (0, 0, 0), (1, 0.42, 0.3)).rotate((0, 0, -14)).translate((r * 1.2, y - r * 0.25, z))),
            coat,
        )
    elif beast.ear == "big":
        b.main("ears", both(b.ball(r * 0.62, (r * 0.75, y + r * 0.25, z), (1, 1, 0.22))), coat)
        b.trim("inner ears", both(b.ball(r * 0.48, (r * 0.75, y + r * 0.25, z + r * 0.08), (1, 1, 0.2))), inner)
    elif beast.ear == "huge":
        b.main(
            "ears",
            both(b.ball(r * 1.1, (r * 1.65, y - r * 0.7, z - r * 0.1), (0.85, 1.1, 0.12)).rotate((0, 0, 0))),
            coat,
        )
    elif beast.ear == "horn":
        _horns_of_a_dragon(b, r, y, z)


def _pointed_ears(b: Bench, beast: Beast, r: float, y: float, z: float, coat: str, neck: Vec, inner: str) -> None:
    size = 0.72 if beast.ear == "point" else 0.6
    ear = hull(
        b.ball(r * 0.1, (r * 0.28, y, z)),
        b.ball(r * 0.1, (r * 0.78, y - r * 0.15, z)),
        b.ball(r * 0.04, (r * 0.66, y + r * size, z)),
    )
    b.main("ears", both(ear), coat)
    if beast.ear == "point":
        b.trim(
            "inner ears",
            both(ear.scale((0.8, 0.8, 0.8)).translate((r * 0.11, neck[1] * 0.2 + r * 0.14, z * 0.2 + r * 0.06))),
            inner,
        )


def _long_ears(b: Bench, r: float, y: float, z: float, coat: str, inner: str) -> None:
    b.main(
        "ears",
        both(b.ball(r * 0.85, (0, r * 0.75, 0), (0.28, 1, 0.18)).rotate((-8, 0, -10)).translate((r * 0.35, y, z))),
        coat,
    )
    b.trim(
        "inner ears",
        both(b.ball(r * 0.7, (0, r * 0.75, r * 0.08), (0.2, 1, 0.14)).rotate((-8, 0, -10)).translate((r * 0.35, y, z))),
        inner,
    )


def _horns_of_a_dragon(b: Bench, r: float, y: float, z: float) -> None:
    b.trim(
        "horns",
        both(
            b.tube(
                [
                    (r * 0.45, y - r * 0.1, z),
                    (r * 0.65, y + r * 0.5, z - r * 0.5),
                    (r * 0.7, y + r * 0.7, z - r * 1.2),
                ],
                [r * 0.2, r * 0.14, r * 0.02],
            )
        ),
        "bone",
    )


def _floppy_ears(b: Bench, r: float, y: float, z: float) -> None:
    b.main(
        "ears",
        both(
            b.blob(
                [
                    Limb((r * 0.7, y - r * 0.05, z), (r * 1.05, y - r * 0.55, z + r * 0.1), r * 0.2, r * 0.24),
                    Limb(
                        (r * 1.05, y - r * 0.55, z + r * 0.1),
                        (r * 1.0, y - r * 1.15, z + r * 0.15),
                        r * 0.24,
                        r * 0.18,
                    ),
                ],
                r * 0.1,
            )
        ),
        "#8a5a2c",
    )


def tail_parts(b: Bench, beast: Beast, rump: Vec, extra: set[str]) -> None:
    """The tail, where it is not part of the body."""
    s, z = beast.shoulder, rump[2] - beast.rump * beast.shoulder * 0.9
    y = rump[1] + beast.rump * s * 0.4
    if beast.tail == "tuft":
        b.main(
            "tail",
            b.tube(
                [(0, y, z), (0, y - 0.05 * s, z - 0.1 * s), (0, y - 0.35 * s, z - 0.13 * s)],
                [0.03 * s, 0.022 * s, 0.016 * s],
            ),
            beast.coat,
        )
        b.trim(
            "tuft",
            b.ball(0.05 * s, (0, y - 0.4 * s, z - 0.13 * s), (0.8, 1.7, 0.8)),
            "#3a2a20" if "lionmane" not in extra else "#6a3c1c",
        )
    elif beast.tail == "horse":
        hair = "#e8a0d0" if "unicorn" in extra else "#2c1c14"
        b.trim(
            "tail",
            b.blob(
                [
                    Limb((0, y, z + 0.03 * s), (0, y - 0.08 * s, z - 0.16 * s), 0.05 * s, 0.08 * s),
                    Limb((0, y - 0.08 * s, z - 0.16 * s), (0, y - 0.55 * s, z - 0.16 * s), 0.085 * s, 0.03 * s),
                ],
                0.05 * s,
            ),
            hair,
        )
    elif beast.tail in ("stub", "ball"):
        size = 0.14 if beast.tail == "ball" else 0.07
        b.trim("tail", b.ball(size * s, (0, y if beast.tail == "stub" else rump[1], z)), beast.coat)
    elif beast.tail == "curl":
        _curly_tail(b, y, z, s, beast)
    elif beast.tail == "thin":
        _thin_tail(b, rump, z, s)


def _thin_tail(b: Bench, rump: Vec, z: float, s: float) -> None:
    b.trim(
        "tail",
        b.tube(
            [
                (0, rump[1] * 0.8, z + 0.1 * s),
                (0.1 * s, 0.2 * s, z - 0.5 * s),
                (-0.1 * s, 0.12 * s, z - 1.0 * s),
                (0.2 * s, 0.1 * s, z - 1.4 * s),
            ],
            [0.07 * s, 0.05 * s, 0.04 * s, 0.02 * s],
        ),
        "pink",
    )


def _curly_tail(b: Bench, y: float, z: float, s: float, beast: Beast) -> None:
    b.main(
        "tail",
        b.tube(
            [
                (0, y, z + 0.02 * s),
                (0.05 * s, y + 0.06 * s, z - 0.06 * s),
                (-0.02 * s, y + 0.12 * s, z - 0.08 * s),
                (-0.05 * s, y + 0.04 * s, z - 0.12 * s),
                (0.04 * s, y + 0.03 * s, z - 0.15 * s),
            ],
            [0.03 * s, 0.026 * s, 0.024 * s, 0.02 * s, 0.012 * s],
        ),
        beast.coat,
    )


def extras(b: Bench, beast: Beast, extra: set[str], chest: Vec, rump: Vec, neck: Vec, nose: Vec, r: float) -> None:
    """Manes, horns, wool and what else makes the kind."""
    s = beast.shoulder
    top = neck[1] + r
    if "mane" in extra or "unicorn" in extra:
        _mane(b, extra, s, chest, beast, top, neck)
    if "unicorn" in extra:
        _horn(b, top, r, neck)
        if b.has("pegasus", "winged", "wings", "wing"):
            wings(b, s, chest, "white")
    if "lionmane" in extra:
        _lion_mane(b, r, neck)
    if "horns" in extra:
        _horns(b, r, top, neck)
    if "beard" in extra:
        b.trim("beard", b.ball(r * 0.3, (0, nose[1] - r * 0.75, nose[2] - r * 0.2), (0.5, 1.4, 0.6)), beast.coat)
    if "antlers" in extra and not b.has("doe"):
        _antlers(b, r, top, neck)
    if "ossicones" in extra:
        b.trim(
            "horns",
            both(
                b.limb(
                    (r * 0.35, top - r * 0.2, neck[2]), (r * 0.4, top + r * 0.6, neck[2] - r * 0.1), r * 0.12, r * 0.17
                )
            ),
            "#6a3c1c",
        )
    if "wool" in extra:
        _wool(b, beast, s, chest, rump, top, r, neck)
    if "udder" in extra:
        _udder(b, s, rump)
    if "hump" in extra:
        b.main(
            "hump",
            union([b.ball(0.2 * s, (0, s * 1.02, z), (0.8, 1.1, 1)) for z in (rump[2] * 0.5, chest[2] * 0.45)]),
            beast.coat,
        )
    if "collar" in extra:
        at = (0, (chest[1] + neck[1]) / 2 + 0.06 * s, (chest[2] + neck[2]) / 2 + 0.04 * s)
        b.trim(
            "collar",
            b.ring(beast.thick * s * 1.12, 0.022 * s, (0, 0, 0)).rotate((38, 0, 0)).translate(at),
            "red leather",
        )
    if "wings" in extra:
        wings(b, s, chest, beast.coat)
    if "spikes" in extra:
        spikes(b, beast, chest, rump, neck)


def _horn(b: Bench, top: float, r: float, neck: Vec) -> None:
    b.trim(
        "horn",
        b.rod((0, top - r * 0.1, neck[2] + r * 0.55), (0, top + r * 2.2, neck[2] + r * 1.35), r * 0.2, r * 0.01),
        "gold",
    )


def _horns(b: Bench, r: float, top: float, neck: Vec) -> None:
    b.trim(
        "horns",
        both(
            b.tube(
                [
                    (r * 0.5, top - r * 0.25, neck[2]),
                    (r * 1.0, top + r * 0.1, neck[2]),
                    (r * 1.05, top + r * 0.7, neck[2] + r * 0.15),
                ],
                [r * 0.17, r * 0.13, r * 0.02],
            )
        ),
        "bone",
    )


def _udder(b: Bench, s: float, rump: Vec) -> None:
    b.trim(
        "udder",
        b.ball(0.12 * s, (0, s * 0.5, rump[2] + 0.25 * s))
        + union(
            [
                b.limb((x, s * 0.42, rump[2] + 0.25 * s + z), (x, s * 0.36, rump[2] + 0.25 * s + z), 0.025 * s)
                for x in (-0.05 * s, 0.05 * s)
                for z in (-0.05 * s, 0.05 * s)
            ]
        ),
        "pink skin",
    )


def _wool(b: Bench, beast: Beast, s: float, chest: Vec, rump: Vec, top: float, r: float, neck: Vec) -> None:
    lumps: list[Limb | Egg] = []
    for k in range(46):
        y = 1 - 2 * (k + 0.5) / 46
        ring_r, t = math.sqrt(1 - y * y), 2.39996 * k
        g = beast.girth * s
        lumps.append(
            Egg(
                (
                    g * 1.12 * ring_r * math.cos(t),
                    chest[1] + g * 1.05 * y,
                    (chest[2] + rump[2]) / 2 + (beast.length * s * 0.56) * ring_r * math.sin(t),
                ),
                (g * 0.42, g * 0.42, g * 0.42),
            )
        )
    b.main(
        "wool",
        b.blob([*lumps, Egg((0, top - r * 0.1, neck[2] - r * 0.1), (r * 0.75, r * 0.5, r * 0.7))], 0.03 * s),
        "ivory wool",
    )


def _antlers(b: Bench, r: float, top: float, neck: Vec) -> None:
    beam = b.tube(
        [
            (r * 0.35, top - r * 0.2, neck[2]),
            (r * 1.1, top + r * 0.9, neck[2] - r * 0.3),
            (r * 1.5, top + r * 2.4, neck[2] + r * 0.1),
        ],
        [r * 0.16, r * 0.12, r * 0.04],
    )
    tines = [
        b.rod(
            (r * 1.1, top + r * 0.9, neck[2] - r * 0.3),
            (r * 1.0, top + r * 1.6, neck[2] + r * 0.6),
            r * 0.1,
            r * 0.02,
        ),
        b.rod(
            (r * 1.3, top + r * 1.6, neck[2] - r * 0.2),
            (r * 2.1, top + r * 2.2, neck[2] - r * 0.1),
            r * 0.09,
            r * 0.02,
        ),
    ]
    b.trim("antlers", both(union([beam, *tines])), "bone")


def _lion_mane(b: Bench, r: float, neck: Vec) -> None:
    ring = [
        Egg(
            (r * 1.0 * math.cos(t), neck[1] + r * 0.05 + r * 1.05 * math.sin(t), neck[2] - r * 0.15),
            (r * 0.5, r * 0.5, r * 0.5),
        )
        for t in [2 * math.pi * k / 11 for k in range(11)]
    ]
    b.trim(
        "mane",
        b.blob([*ring, Egg((0, neck[1] - r * 0.3, neck[2] - r * 0.6), (r * 1.2, r * 1.35, r * 0.8))], r * 0.15),
        "#7a3f18 fur",
    )


def _mane(b: Bench, extra: set[str], s: float, chest: Vec, beast: Beast, top: float, neck: Vec) -> None:
    hair = "#e8a0d0" if "unicorn" in extra else "#2c1c14"
    steps = 7
    locks: list[Limb | Egg] = []
    for k in range(steps):
        t = k / (steps - 1)
        at = (
            0.02 * s,
            chest[1] + beast.girth * s * 0.7 + t * (top - chest[1] - beast.girth * s * 0.75),
            chest[2] - 0.02 * s + t * (neck[2] - chest[2]) * 0.9,
        )
        locks.append(Limb(at, (0.05 * s, at[1] - 0.08 * s, at[2] - 0.08 * s), 0.055 * s, 0.035 * s))
    b.trim("mane", b.blob(locks, 0.05 * s), hair)
