"""Birds."""

from mediamill_procedural.lexicon import table
from mediamill_procedural.modeller.bench import Bench
from mediamill_procedural.modeller.model import model
from mediamill_procedural.modeller.organic import Egg, Limb
from mediamill_procedural.modeller.shapes import both, hull, union

# Coat, belly, beak.
BIRDS = {name: told.split(", ") for name, told in table("modeller", "materials").section("birds").texts().items()}


def eyes(b: Bench, x: float, y: float, z: float, r: float) -> None:
    """Two eyes, with a glint where detail is fine."""
    b.trim("eyes", both(b.ball(r, (x, y, z))), "#100c0a porcelain")
    if b.fine:
        b.trim("glints", both(b.ball(r * 0.32, (x + r * 0.3, y + r * 0.5, z + r * 0.6))), "white")


@model("bird")
def _bird(b: Bench) -> None:
    coat, belly, beak = next(
        (paints for name, paints in BIRDS.items() if b.has(name)), ["#3a78c8", "#e8dcc8", "#e0a030"]
    )
    body = b.blob(
        [
            Egg((0, 0.1, 0), (0.055, 0.055, 0.075)),
            Egg((0, 0.163, 0.05), (0.042, 0.042, 0.042)),
            Limb((0, 0.11, -0.05), (0, 0.1, -0.1), 0.035, 0.014),
        ],
        0.03,
    )
    mask = b.ball(1, (0, 0.085, 0.06), (0.042, 0.06, 0.06))
    b.main("body", body - mask, coat)
    b.second("belly", body ^ mask, belly)
    wing = b.ball(1, (0, 0, 0), (0.012, 0.036, 0.075)).rotate((14, -6, 8)).translate((0.054, 0.105, -0.02))
    b.main("wings", both(wing), coat)
    b.main(
        "tail",
        hull(b.ball(0.014, (0, 0.1, -0.08), (1, 0.5, 1)), b.ball(0.022, (0, 0.09, -0.17), (1.2, 0.2, 0.6))),
        coat,
    )
    b.trim("beak", b.rod((0, 0.16, 0.085), (0, 0.154, 0.118), 0.012, 0.001), beak)
    eyes(b, 0.03, 0.173, 0.078, 0.0075)
    legs = b.rod((0.02, 0.055, 0.0), (0.022, 0.008, 0.005), 0.0032) + union(
        [
            b.limb((0.022, 0.004, 0.004), (0.022 + dx, 0.004, dz), 0.0034, 0.002)
            for dx, dz in ((0, 0.034), (0.014, 0.028), (-0.014, 0.028), (0, -0.016))
        ]
    )
    b.trim("legs", both(legs), "#c8842a")


@model("duck")
def _duck(b: Bench) -> None:
    swan = b.has("swan", "goose")
    coat = "white" if swan else "yellow"
    tall = 0.16 if swan else 0.0
    shapes: list[Limb | Egg] = [
        Egg((0, 0.085, 0), (0.085, 0.08, 0.12)),
        Limb((0, 0.1, -0.09), (0, 0.15, -0.14), 0.045, 0.012),
        Egg((0, 0.205 + tall, 0.085), (0.056, 0.056, 0.058)),
    ]
    shapes.append(Limb((0, 0.11, 0.07), (0, 0.2 + tall, 0.075), 0.045, 0.036))
    b.main("body", b.blob(shapes, 0.03) - b.box(1, 0.2, 1, (0, -0.19, 0)), coat)
    b.main(
        "wings",
        both(b.ball(1, (0, 0, 0), (0.022, 0.042, 0.075)).rotate((16, 0, 8)).translate((0.083, 0.1, -0.02))),
        coat,
    )
    bill = b.ball(0.026, (0, 0.193 + tall, 0.145), (1.1, 0.3, 1.2)) + b.ball(
        0.023, (0, 0.185 + tall, 0.14), (1, 0.25, 1.15)
    )
    b.trim("beak", bill, "orange")
    eyes(b, 0.032, 0.225 + tall, 0.126, 0.0085)


@model("penguin")
def _penguin(b: Bench) -> None:
    body = b.blob([Egg((0, 0.25, 0), (0.15, 0.23, 0.14)), Egg((0, 0.49, 0.02), (0.1, 0.1, 0.1))], 0.06)
    mask = b.ball(1, (0, 0.235, 0.1), (0.115, 0.2, 0.1)) + both(b.ball(0.05, (0.045, 0.49, 0.1)))
    b.main("body", body - mask, "black")
    b.second("belly", body ^ mask, "white")
    b.main(
        "wings",
        both(b.ball(1, (0, -0.13, 0), (0.022, 0.15, 0.06)).rotate((0, 0, 16)).translate((0.145, 0.4, 0))),
        "black",
    )
    b.trim("beak", b.rod((0, 0.475, 0.1), (0, 0.46, 0.19), 0.028, 0.003), "orange")
    b.trim("feet", both(b.ball(0.06, (0.07, 0.016, 0.07), (0.9, 0.3, 1.4))) - b.box(1, 1, 1, (0, -1, 0)), "orange")
    b.main("tail", b.ball(0.05, (0, 0.06, -0.13), (0.8, 0.4, 1.2)), "black")
    eyes(b, 0.045, 0.515, 0.108, 0.013)


@model("owl")
def _owl(b: Bench) -> None:
    body = b.blob(
        [
            Egg((0, 0.17, 0), (0.12, 0.155, 0.11)),
            Egg((0, 0.315, 0.01), (0.105, 0.085, 0.095)),
            Limb((0.06, 0.36, 0.02), (0.1, 0.42, 0.01), 0.03, 0.006),
            Limb((-0.06, 0.36, 0.02), (-0.1, 0.42, 0.01), 0.03, 0.006),
        ],
        0.05,
    )
    mask = b.ball(1, (0, 0.15, 0.1), (0.085, 0.12, 0.07))
    b.main("body", body - mask, "#8a6a48")
    b.second("belly", body ^ mask, "#d8c4a0")
    b.main(
        "wings",
        both(b.ball(1, (0, 0, 0), (0.03, 0.13, 0.085)).rotate((8, 0, 6)).translate((0.12, 0.16, -0.01))),
        "#6e5236",
    )
    b.trim("discs", both(b.cyl(0.03, 0.047, at=(0.043, 0.325, 0.075), axis="z", soft=0.01)), "#e8dcc4")
    b.trim("irises", both(b.cyl(0.012, 0.03, at=(0.043, 0.325, 0.1), axis="z", soft=0.003)), "#f0b020 porcelain")
    b.trim("eyes", both(b.ball(0.018, (0.043, 0.325, 0.108), (1, 1, 0.5))), "#100c0a porcelain")
    b.trim("beak", b.rod((0, 0.305, 0.1), (0, 0.275, 0.122), 0.017, 0.002), "#d8a030")
    b.trim(
        "feet",
        both(
            union([b.limb((0.045, 0.014, 0.05), (0.045 + dx, 0.01, 0.11), 0.013, 0.006) for dx in (-0.025, 0, 0.025)])
        ),
        "#d8a030",
    )


@model("chicken")
def _chicken(b: Bench) -> None:
    rooster = b.has("rooster", "cock")
    coat = "#a84a1c" if rooster else "white"
    b.main(
        "body",
        b.blob(
            [
                Egg((0, 0.2, 0), (0.1, 0.1, 0.14)),
                Limb((0, 0.24, 0.09), (0, 0.36, 0.12), 0.07, 0.048),
                Egg((0, 0.37, 0.125), (0.048, 0.05, 0.05)),
            ],
            0.05,
        ),
        coat,
    )
    tail = [
        b.tube(
            [
                (0, 0.24, -0.08),
                (x, 0.36, -0.17),
                (1.5 * x, 0.33 + (0.06 if rooster else -0.04), -0.26 if rooster else -0.2),
            ],
            [0.03, 0.026, 0.006],
            flat=0.5,
        )
        for x in (-0.04, 0, 0.04)
    ]
    b.second("tail", union(tail), "dark green" if rooster else coat)
    b.main(
        "wings",
        both(b.ball(1, (0, 0, 0), (0.024, 0.06, 0.09)).rotate((18, 0, 6)).translate((0.098, 0.21, -0.01))),
        coat,
    )
    b.trim(
        "comb",
        union([b.ball(0.02, (0, 0.425 + 0.008 * (k == 1), 0.095 + 0.026 * k), (0.45, 1, 1)) for k in range(3)])
        + b.ball(0.018, (0, 0.325, 0.172), (0.6, 1.3, 0.7)),
        "scarlet",
    )
    b.trim("beak", b.rod((0, 0.366, 0.165), (0, 0.355, 0.21), 0.017, 0.002), "orange")
    eyes(b, 0.034, 0.385, 0.158, 0.0075)
    legs = b.rod((0.045, 0.12, 0), (0.045, 0.01, 0), 0.009) + union(
        [
            b.limb((0.045, 0.008, 0), (0.045 + dx, 0.007, dz), 0.008, 0.004)
            for dx, dz in ((0, 0.07), (0.03, 0.055), (-0.03, 0.055), (0, -0.03))
        ]
    )
    b.trim("legs", both(legs), "orange")
