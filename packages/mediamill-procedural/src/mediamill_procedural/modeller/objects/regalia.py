"""What is worn or won."""

from mediamill_procedural.modeller.bench import Bench
from mediamill_procedural.modeller.curves import ellipse, smooth, star
from mediamill_procedural.modeller.model import model
from mediamill_procedural.modeller.organic import Egg, Limb
from mediamill_procedural.modeller.shapes import Points, around, both, union


@model("ring")
def _ring(b: Bench) -> None:
    b.main(
        "band",
        b.lathe(
            [(0.0085, -0.0015), (0.0098, -0.0017), (0.0104, 0), (0.0098, 0.0017), (0.0085, 0.0015)], (0, 0.0104, 0), "z"
        ),
        "gold",
    )
    if not b.has("wedding", "plain"):
        stone = b.lathe(
            [(0, 0), (0.0038, 0.0034), (0.0042, 0.0042), (0.0026, 0.0056), (0, 0.0056)], (0, 0.0212, 0), sides=8
        )
        b.trim("stone", stone, "diamond")
        b.main(
            "setting",
            around(b.rod((0, 0.0205, 0.0012), (0, 0.0252, 0.0038), 0.0005), 6)
            + b.lathe([(0, 0.02), (0.0022, 0.0205), (0.003, 0.0225), (0, 0.0222)]),
            "gold",
        )


@model("trophy")
def _trophy(b: Bench) -> None:
    b.main(
        "cup", b.vessel([(0, 0.15), (0.02, 0.152), (0.06, 0.2), (0.075, 0.27), (0.08, 0.33)], 0.004, curve=True), "gold"
    )
    b.main(
        "stem",
        b.lathe(
            [
                (0, 0.07),
                (0.045, 0.07),
                (0.04, 0.08),
                (0.012, 0.1),
                (0.018, 0.12),
                (0.01, 0.14),
                (0.02, 0.155),
                (0, 0.155),
            ],
            curve=True,
        ),
        "gold",
    )
    b.main(
        "handles",
        both(b.tube([(0.07, 0.3, 0), (0.115, 0.31, 0), (0.12, 0.26, 0), (0.09, 0.21, 0), (0.058, 0.2, 0)], 0.006)),
        "gold",
    )
    b.main(
        "star",
        b.prism([(0.024 * x, 0.26 + 0.024 * y) for x, y in star(5, 1, 0.42)], 0.012, (0, 0, 0.072), 0.003),
        "gold",
    )
    b.second(
        "base",
        b.box(0.12, 0.05, 0.12, (0, 0, 0), 0.006) + b.box(0.1, 0.022, 0.1, (0, 0.049, 0), 0.005),
        "#1c1c20 marble",
    )
    b.trim("plate", b.box(0.07, 0.022, 0.004, (0, 0.015, 0.06), 0.001), "gold")


@model("hat")
def _hat(b: Bench) -> None:
    if b.has("wizard", "witch", "party"):
        b.main(
            "hat",
            b.lathe([(0, 0), (0.2, 0.0), (0.2, 0.008), (0.1, 0.015), (0.08, 0.1), (0.04, 0.26), (0, 0.38)], curve=True),
            "purple felt",
        )
        b.second("band", b.lathe([(0.08, 0.014), (0.105, 0.016), (0.094, 0.05), (0.08, 0.05)]), "gold")
        return
    brim = [(x, y) for x, y in ellipse(0.15, 0.18, b.sides(0.17))]
    if b.has("cowboy"):
        flat = b.prism([(x * 1.15, y * 1.1) for x, y in brim], 0.008, axis="y").refine_to_length(0.03)

        def curl(v: Points) -> Points:
            v[:, 1] += 2.2 * v[:, 0] ** 2
            return v

        b.main("brim", flat.warp_batch(curl), "brown leather")
        crown = b.lathe([(0, 0), (0.095, 0.0), (0.088, 0.09), (0.07, 0.12), (0, 0.125)], curve=True).scale(
            (0.9, 1, 1.1)
        ) - b.ball(1, (0, 0.14, 0), (0.028, 0.04, 0.12))
        b.main("crown", crown, "brown leather")
        b.second(
            "band",
            (b.lathe([(0, 0.008), (0.099, 0.008), (0.097, 0.03), (0, 0.03)])).scale((0.9, 1, 1.1)),
            "black leather",
        )
        return
    b.main("brim", b.prism(brim, 0.008, r=0.002, axis="y"), "black felt")
    b.main(
        "crown",
        b.lathe([(0, 0.004), (0.095, 0.004), (0.09, 0.06), (0.1, 0.16), (0.096, 0.165), (0, 0.165)], curve=False).scale(
            (0.93, 1, 1.1)
        ),
        "black felt",
    )
    b.second(
        "band", b.lathe([(0, 0.008), (0.0965, 0.008), (0.0925, 0.045), (0, 0.045)]).scale((0.93, 1, 1.1)), "red satin"
    )


@model("shoe")
def _shoe(b: Bench) -> None:
    line = [
        (float(x), float(y))
        for x, y in smooth(
            [
                (0.036, -0.13),
                (0.04, -0.03),
                (0.05, 0.07),
                (0.035, 0.14),
                (0.0, 0.155),
                (-0.032, 0.135),
                (-0.042, 0.06),
                (-0.034, -0.04),
                (-0.034, -0.13),
                (0, -0.15),
            ],
            b.detail.steps,
            closed=True,
        )
    ]
    sole = b.prism([(x * 1.05, -z) for x, z in line], 0.025, r=0.006, axis="y")
    tall = 0.24 if b.has("boot") else 0.1
    upper = b.blob(
        [
            Egg((0.002, 0.045, 0.085), (0.044, 0.034, 0.065)),
            Limb((0, 0.05, 0.06), (0, 0.07, -0.07), 0.036, 0.043),
            Limb((0, 0.05, -0.09), (0, tall, -0.085), 0.046, 0.05),
        ],
        0.03,
    )
    hollow = b.limb((0, tall * 0.75, -0.083), (0, tall + 0.1, -0.085), 0.038, 0.045)
    b.main("upper", (upper - hollow) ^ b.box(1, tall + 0.005, 1, (0, 0.015, 0)), "brown leather")
    b.second("sole", sole, "ivory rubber")
    laces = [
        b.limb((-0.022, 0.078 + 0.009 * k, 0.055 - 0.02 * k), (0.022, 0.083 + 0.009 * k, 0.05 - 0.02 * k), 0.003)
        for k in range(4)
    ]
    b.trim("laces", union(laces), "ivory fabric")
