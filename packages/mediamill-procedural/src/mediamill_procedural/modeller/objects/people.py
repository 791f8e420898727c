"""People, and how a body stands."""

from mediamill_procedural.modeller.bench import Bench
from mediamill_procedural.modeller.curves import star
from mediamill_procedural.modeller.model import model
from mediamill_procedural.modeller.organic import Egg, Limb
from mediamill_procedural.modeller.shapes import around, both, hull, union


def figure(
    b: Bench,
    *,
    shirt: str,
    trousers: str,
    shoes: str,
    skin: str = "skin",
    big_head: float = 1.0,
    main_shirt: bool = True,
) -> float:
    """A standing body, 1.75 m; returns how high its head's middle is."""
    put = b.main if main_shirt else b.trim
    cute = 1.35 if b.has("cute", "child", "baby", "chibi", "girl", "boy") else 1.0
    head, y = 0.125 * big_head * cute, 1.6
    b.trim(
        "head",
        b.blob(
            [
                Egg((0, y, 0.01), (head * 0.88, head * 1.05, head * 0.95)),
                Limb((0, 1.36, 0), (0, 1.5, 0), 0.06, 0.058),
                Egg((0, y - head * 0.06, head * 0.98), (head * 0.14, head * 0.16, head * 0.16)),
                Egg((head * 0.86, y, 0), (0.02, 0.035, 0.025)),
                Egg((-head * 0.86, y, 0), (0.02, 0.035, 0.025)),
            ],
            0.03,
        ),
        skin,
    )
    torso = b.blob(
        [
            Egg((0, 1.22, 0), (0.21, 0.19, 0.135)),
            Egg((0, 0.98, 0), (0.17, 0.16, 0.12)),
            Limb((-0.2, 1.34, 0), (0.2, 1.34, 0), 0.075, 0.075),
        ],
        0.1,
    )
    arms = b.blob(
        [
            Limb((0.21, 1.34, 0), (0.285, 1.09, -0.01), 0.075, 0.06),
            Limb((0.285, 1.09, -0.01), (0.31, 0.9, 0.06), 0.06, 0.052),
        ],
        0.03,
    )
    put("shirt", torso + both(arms), shirt)
    _hands(b, skin)
    _legs(b, trousers)
    shoe = b.blob(
        [Egg((0.125, 0.05, 0.05), (0.062, 0.05, 0.125)), Egg((0.125, 0.075, -0.02), (0.058, 0.07, 0.06))], 0.03
    ) - b.box(2, 1, 2, (0, -1, 0))
    b.trim("shoes", both(shoe), shoes)
    _look(b, head, y)
    return y


def _hands(b: Bench, skin: str) -> None:
    b.trim(
        "hands",
        both(
            b.blob(
                [
                    Egg((0.318, 0.83, 0.085), (0.04, 0.06, 0.045)),
                    Limb((0.305, 0.85, 0.1), (0.28, 0.82, 0.125), 0.018, 0.014),
                ],
                0.02,
            )
        ),
        skin,
    )


def _look(b: Bench, head: float, y: float) -> None:
    b.trim(
        "eyes",
        both(b.ball(head * 0.115, (head * 0.36, y + head * 0.16, head * 0.84), (0.85, 1.2, 0.5))),
        "#120e0c porcelain",
    )
    b.trim(
        "brows",
        both(
            b.limb(
                (head * 0.22, y + head * 0.4, head * 0.87), (head * 0.54, y + head * 0.38, head * 0.76), head * 0.045
            )
        ),
        "#3a2416",
    )
    b.trim(
        "mouth",
        b.tube(
            [
                (-head * 0.3, y - head * 0.42, head * 0.83),
                (0, y - head * 0.5, head * 0.92),
                (head * 0.3, y - head * 0.42, head * 0.83),
            ],
            head * 0.045,
        ),
        "#9c4038",
    )


def _legs(b: Bench, trousers: str) -> None:
    legs = b.blob(
        [
            Limb((0.1, 0.88, 0), (0.115, 0.48, 0.01), 0.105, 0.075),
            Limb((0.115, 0.48, 0.01), (0.12, 0.1, -0.01), 0.075, 0.06),
        ],
        0.04,
    )
    hips = b.ball(1, (0, 0.9, 0), (0.185, 0.12, 0.13))
    b.second("trousers", both(legs) + hips, trousers)


def _hair(b: Bench, y: float, *, long: bool = False, color: str = "#3a2416") -> None:
    cute = 1.35 if b.has("cute", "child", "baby", "chibi", "girl", "boy") else 1.0
    r = 0.125 * cute
    cap = (
        b.ball(1, (0, y + r * 0.14, -r * 0.08), (r * 1.0, r * 1.08, r * 1.08))
        - b.ball(1, (0, y - r * 0.45, r * 0.72), (r * 1.05, r * 1.05, r * 0.9))
        - b.box(1, 0.5, 1, (0, y - 0.5 - r * 0.3, 0))
    )
    b.trim("hair", cap, color)
    if long:
        b.trim(
            "hair",
            b.blob(
                [
                    Limb(
                        (s * r * 0.7, y + r * 0.2, -r * 0.4), (s * r * 0.95, y - r * 1.9, -r * 0.35), r * 0.42, r * 0.3
                    )
                    for s in (-1, 1)
                ]
                + [Limb((0, y + r * 0.2, -r * 0.6), (0, y - r * 2.0, -r * 0.6), r * 0.6, r * 0.4)],
                0.05,
            )
            - b.ball(1, (0, y - r * 0.3, r * 0.3), (r * 0.9, r * 1.3, r * 0.9)),
            color,
        )


def _cape(b: Bench, paint: str) -> None:
    cape = hull(b.box(0.4, 0.03, 0.03, (0, 1.4, -0.09), 0.012), b.box(0.75, 0.03, 0.04, (0, 0.25, -0.3), 0.015))
    b.second("cape", cape, paint)


@model("person")
def _person(b: Bench) -> None:
    female = b.has("woman", "girl", "lady", "female")
    y = figure(b, shirt="red fabric" if female else "blue fabric", trousers="#3a4660 fabric", shoes="brown leather")
    _hair(b, y, long=female, color="#5a3418" if female else "#2c1c12")
    if female:
        b.main(
            "skirt",
            b.lathe([(0, 0.98), (0.16, 0.98), (0.2, 0.85), (0.32, 0.5), (0.3, 0.49), (0, 0.7)], curve=False),
            "red fabric",
        )
    b.trim("belt", b.ring(0.155, 0.018, (0, 0.95, 0)).scale((1.1, 1.2, 0.82)).translate((0, -0.19, 0)), "brown leather")
    if b.has("farmer"):
        b.trim(
            "hat",
            b.lathe([(0, 1.7), (0.27, 1.69), (0.26, 1.71), (0.12, 1.72), (0.1, 1.8), (0, 1.82)], curve=True),
            "straw",
        )


@model("wizard")
def _wizard(b: Bench) -> None:
    santa, witch, gnome = b.has("santa"), b.has("witch"), b.has("gnome", "dwarf")
    robe = "red" if santa or gnome else "black" if witch else "navy"
    y = figure(b, shirt=f"{robe} fabric", trousers=f"{robe} fabric", shoes="black leather")
    b.main(
        "robe",
        b.lathe([(0, 1.15), (0.19, 1.15), (0.22, 0.9), (0.3, 0.4), (0.36, 0.04), (0, 0.04)], curve=True),
        f"{robe} fabric",
    )
    if not witch:
        b.trim(
            "beard",
            b.blob(
                [Egg((0, y - 0.1, 0.09), (0.11, 0.08, 0.05)), Limb((0, y - 0.14, 0.1), (0, y - 0.42, 0.13), 0.1, 0.03)],
                0.06,
            )
            - b.ball(0.035, (0, y - 0.055, 0.13), (1.4, 0.35, 1)),
            "white wool",
        )
    else:
        _hair(b, y, long=True, color="#a04a1c")
    _wizard_hat(b, santa, gnome, robe, witch)
    b.trim("belt", b.lathe([(0.1, 0.94), (0.228, 0.94), (0.22, 1.0), (0.1, 1.0)]), "black leather" if santa else "gold")
    if not (santa or gnome or witch):
        b.trim(
            "staff",
            b.tube(
                [
                    (0.36, 0, 0.14),
                    (0.35, 0.8, 0.12),
                    (0.36, 1.6, 0.11),
                    (0.4, 1.72, 0.11),
                    (0.36, 1.8, 0.11),
                    (0.3, 1.75, 0.11),
                ],
                [0.022, 0.02, 0.02, 0.019, 0.018, 0.014],
                flat=1.0,
            ),
            "walnut",
        )
        b.trim("crystal", b.ball(0.05, (0.35, 1.74, 0.11), (0.8, 1.1, 0.8)), "#5fd0ff light")


def _wizard_hat(b: Bench, santa: bool, gnome: bool, robe: str, witch: bool) -> None:
    if santa or gnome:
        b.main(
            "hat",
            b.tube([(0, 1.66, 0), (0, 1.78, -0.01), (0.03, 1.9, -0.05), (0.12, 1.94, -0.1)], [0.125, 0.1, 0.06, 0.02]),
            "red fabric",
        )
        b.trim(
            "fur",
            b.ring(0.12, 0.03, (0, 1.68, 0)) + b.ball(0.045, (0.15, 1.94, -0.12)) + b.ring(0.345, 0.035, (0, 0.07, 0)),
            "white wool",
        )
    else:
        b.main(
            "hat",
            b.lathe(
                [(0, 1.68), (0.27, 1.665), (0.27, 1.675), (0.14, 1.7), (0.11, 1.8), (0.06, 2.0), (0, 2.2)], curve=True
            ),
            f"{robe} fabric",
        )
        b.second("band", b.lathe([(0.1, 1.69), (0.145, 1.695), (0.132, 1.735), (0.1, 1.735)]), "gold")
        if not witch:
            stars = [
                b.prism([(0.035 * x, 0.035 * h) for x, h in star(5, 1, 0.42)], 0.02, at)
                for at in ((0, 1.83, 0.098), (-0.1, 0.65, 0.26), (0.12, 0.45, 0.28), (0.0, 0.3, 0.32))
            ]
            b.trim("stars", union(stars), "gold")


@model("king")
def _king(b: Bench) -> None:
    female = b.has("queen", "princess")
    y = figure(b, shirt="purple velvet" if not female else "pink satin", trousers="white fabric", shoes="black leather")
    _hair(b, y, long=female, color="#e0b050" if female else "#6a3c1c")
    if female:
        b.main(
            "dress",
            b.lathe([(0, 1.1), (0.17, 1.08), (0.16, 0.98), (0.28, 0.7), (0.46, 0.03), (0, 0.03)], curve=True),
            "pink satin",
        )
    else:
        b.trim(
            "beard",
            b.blob(
                [
                    Egg((0, y - 0.1, 0.085), (0.1, 0.08, 0.05)),
                    Limb((0, y - 0.14, 0.09), (0, y - 0.24, 0.1), 0.08, 0.04),
                ],
                0.05,
            )
            - b.ball(0.035, (0, y - 0.055, 0.13), (1.4, 0.35, 1)),
            "#6a3c1c",
        )
        _cape(b, "burgundy velvet")
        b.trim("fur", b.ring(0.19, 0.05, (0, 1.4, -0.01)).scale((1, 1, 0.8)), "white wool")
    _crown(b, 0.115, (0, 1.69, -0.01))
    b.trim("scepter", b.rod((0.325, 0.55, 0.1), (0.325, 1.25, 0.1), 0.014) + b.ball(0.04, (0.325, 1.28, 0.1)), "gold")


def _crown(b: Bench, r: float, at: tuple[float, float, float]) -> None:
    band = b.cyl(r * 0.95, r, r * 1.1) - b.cyl(r * 3, r * 0.92, r * 1.1, (0, -r, 0))
    gaps = around(b.prism([(-r * 0.36, r * 1.1), (r * 0.36, r * 1.1), (0, r * 0.35)], 3 * r, (0, 0, r * 1.2)), 8)
    b.main("crown", (band - gaps).translate(at), "gold")
    b.main(
        "crown",
        (
            around(b.ball(r * 0.1, (0, r * 0.98, r * 1.06)), 8, 22.5) + b.ring(r * 1.0, r * 0.07, (0, r * 0.08, 0))
        ).translate(at),
        "gold",
    )
    b.trim("jewels", around(b.ball(r * 0.12, (0, r * 0.25, r * 1.0)), 4).translate(at), "ruby")
    b.trim("jewels", around(b.ball(r * 0.1, (0, r * 0.25, r * 1.0)), 4, 45).translate(at), "sapphire")


@model("crown")
def _crown_alone(b: Bench) -> None:
    _crown(b, 0.1, (0, 0, 0))
    b.trim("cushion", b.ball(1, (0, 0.05, 0), (0.09, 0.09, 0.09)) - b.box(1, 1, 1, (0, -0.995, 0)), "burgundy velvet")
