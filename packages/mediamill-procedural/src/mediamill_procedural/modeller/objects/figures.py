"""Knights, robots and other figures on two legs."""

import math

import numpy as np
from manifold3d import Manifold

from mediamill_procedural.modeller.bench import Bench
from mediamill_procedural.modeller.curves import Flat
from mediamill_procedural.modeller.model import model
from mediamill_procedural.modeller.objects.people import figure
from mediamill_procedural.modeller.organic import Egg, Limb
from mediamill_procedural.modeller.shapes import Points, both, hull, union


@model("knight")
def _knight(b: Bench) -> None:
    y = figure(b, shirt="steel", trousers="steel", shoes="steel")
    b.main(
        "helmet",
        b.lathe([(0, 1.45), (0.13, 1.46), (0.155, 1.55), (0.15, 1.68), (0.1, 1.77), (0, 1.8)], curve=True),
        "steel",
    )
    b.trim(
        "visor",
        b.box(0.2, 0.022, 0.1, (0, y + 0.01, 0.09))
        + b.box(0.02, 0.13, 0.1, (0, y - 0.1, 0.09))
        + both(union([b.ball(0.009, (0.035 + 0.022 * k, y - 0.055, 0.135 - 0.012 * k)) for k in range(3)])),
        "black",
    )
    b.second(
        "plume",
        b.blob(
            [
                Limb((0, 1.8, 0.06), (0, 1.93, -0.06), 0.03, 0.055),
                Limb((0, 1.93, -0.06), (0, 1.72, -0.25), 0.055, 0.02),
            ],
            0.03,
        ),
        "red fur",
    )
    b.main("pauldrons", both(b.ball(0.12, (0.245, 1.37, 0), (1, 0.85, 1)) - b.box(2, 0.5, 2, (0, 0.82, 0))), "steel")
    b.main("knees", both(b.ball(0.085, (0.115, 0.48, 0.03))), "steel")
    b.second(
        "tabard",
        hull(b.box(0.26, 0.02, 0.02, (0, 1.3, 0.125), 0.008), b.box(0.3, 0.02, 0.02, (0, 0.62, 0.15), 0.008)),
        "red fabric",
    )
    b.trim("belt", b.ring(0.17, 0.02, (0, 0.98, 0)).scale((1.05, 1, 0.85)), "leather")
    sword = b.box(0.045, 0.75, 0.012, (0, 0.12, 0)) + hull(
        b.box(0.045, 0.01, 0.012, (0, 0.86, 0)), b.ball(0.004, (0, 0.95, 0))
    )
    grip = (
        b.box(0.2, 0.03, 0.035, (0, 0.09, 0), 0.01) + b.cyl(0.18, 0.016, at=(0, -0.08, 0)) + b.ball(0.03, (0, -0.09, 0))
    )

    def place(solid: Manifold) -> Manifold:
        return solid.rotate((62, 0, -6)).translate((0.325, 0.84, 0.11))

    b.trim("sword", place(sword), "chrome")
    b.trim("sword", place(grip), "gold")
    outline: Flat = [(-0.2, 0.2), (0.2, 0.2), (0.2, -0.02), (0.11, -0.2), (0, -0.29), (-0.11, -0.2), (-0.2, -0.02)]
    shield = b.prism(outline, 0.03, r=0.01).translate((-0.36, 0.98, 0.15))
    b.second("shield", shield, "red")
    b.trim(
        "shield", b.box(0.05, 0.46, 0.012, (-0.36, 0.7, 0.165)) + b.box(0.37, 0.05, 0.012, (-0.36, 1.02, 0.165)), "gold"
    )


@model("astronaut")
def _astronaut(b: Bench) -> None:
    b.main(
        "suit",
        b.blob(
            [
                Egg((0, 1.15, 0), (0.27, 0.3, 0.2)),
                Egg((0, 0.88, 0), (0.22, 0.16, 0.18)),
                *[Limb((s * 0.25, 1.3, 0), (s * 0.37, 1.0, 0.02), 0.115, 0.1) for s in (-1, 1)],
                *[Limb((s * 0.37, 1.0, 0.02), (s * 0.38, 0.82, 0.12), 0.1, 0.085) for s in (-1, 1)],
                *[Limb((s * 0.13, 0.85, 0), (s * 0.16, 0.2, 0), 0.14, 0.115) for s in (-1, 1)],
            ],
            0.08,
        ),
        "white fabric",
    )
    b.main("helmet", b.ball(0.24, (0, 1.64, 0)), "white plastic")
    b.trim("visor", b.ball(0.205, (0, 1.645, 0.058), (1.0, 0.85, 1.0)), "gold")
    b.second(
        "collar",
        b.ring(0.17, 0.045, (0, 1.44, 0))
        + both(
            b.lathe([(0.05, 0), (0.105, 0), (0.105, 0.05), (0.05, 0.05)])
            .rotate((45, 0, 0))
            .translate((0.38, 0.83, 0.1))
        ),
        "red",
    )
    b.trim("gloves", both(b.ball(0.085, (0.385, 0.75, 0.17), (0.9, 1.1, 1))), "light grey fabric")
    b.trim(
        "boots",
        both(
            b.blob([Egg((0.16, 0.07, 0.05), (0.105, 0.075, 0.17)), Egg((0.16, 0.13, 0), (0.11, 0.1, 0.11))], 0.04)
            - b.box(2, 1, 2, (0, -1, 0))
        ),
        "light grey fabric",
    )
    b.trim(
        "pack",
        b.box(0.42, 0.6, 0.2, (0, 0.95, -0.25), 0.06) + both(b.cyl(0.5, 0.07, at=(0.12, 0.98, -0.37), soft=0.03)),
        "light grey plastic",
    )
    b.trim("panel", b.box(0.2, 0.14, 0.04, (0, 1.1, 0.19), 0.015), "dark grey plastic")
    b.trim("buttons", union([b.ball(0.014, (-0.06 + 0.06 * k, 1.19, 0.232)) for k in range(3)]), "#ff4030 light")
    b.trim(
        "hose",
        both(b.tube([(0.08, 1.12, 0.21), (0.2, 1.02, 0.24), (0.26, 1.12, 0.1), (0.2, 1.25, -0.16)], 0.018)),
        "dark grey plastic",
    )
    b.trim("flag", b.box(0.1, 0.07, 0.02, (0.3, 1.24, 0.085)).rotate((0, 8, 0)), "blue")


@model("robot")
def _robot(b: Bench) -> None:
    b.main("body", b.box(0.56, 0.56, 0.4, (0, 0.82, 0), 0.09), "#4f86b8 metal")
    b.trim("panel", b.box(0.34, 0.22, 0.03, (0, 1.08, 0.19), 0.012), "#20262c plastic")
    for k, color in enumerate(("#ff4a3a", "#ffc23a", "#4aff7a")):
        b.trim("buttons", b.ball(0.026, (-0.09 + 0.09 * k, 0.98, 0.2), (1, 1, 0.6)), f"{color} light")
    b.trim(
        "gauge",
        b.box(0.26, 0.02, 0.02, (0, 1.2, 0.215)) + b.box(0.17, 0.02, 0.02, (-0.045, 1.15, 0.215)),
        "#5fe8ff light",
    )
    b.trim("joints", b.cyl(0.08, 0.1, at=(0, 1.36, 0)) + b.box(0.36, 0.12, 0.28, (0, 0.72, 0), 0.04), "dark grey metal")
    b.main("head", b.box(0.44, 0.34, 0.36, (0, 1.43, 0), 0.08), "#4f86b8 metal")
    b.trim("face", b.box(0.35, 0.17, 0.05, (0, 1.52, 0.155), 0.024), "#15191e plastic")
    b.trim("eyes", both(b.ball(0.046, (0.085, 1.605, 0.19), (1, 1.1, 0.6))), "#6cf0ff light")
    b.trim(
        "mouth",
        union([b.box(0.022, 0.05, 0.02, (-0.07 + 0.035 * k, 1.455, 0.172)) for k in range(5)]),
        "#20262c plastic",
    )
    b.trim("antenna", b.rod((0, 1.76, 0), (0, 1.9, 0), 0.012), "steel")
    b.trim("bulb", b.ball(0.034, (0, 1.92, 0)), "#ff4a3a light")
    b.trim("ears", both(b.cyl(0.06, 0.07, at=(0.2, 1.6, 0), axis="x", soft=0.015)), "#d88a2c metal")
    b.trim(
        "joints",
        both(
            b.ball(0.105, (0.335, 1.28, 0))
            + b.ball(0.07, (0.415, 0.98, 0.01))
            + b.ball(0.075, (0.15, 0.68, 0))
            + b.ball(0.075, (0.16, 0.4, 0.02))
        ),
        "dark grey metal",
    )
    rings = [b.ring(0.058, 0.014, (0.335 + 0.08 * t, 1.28 - 0.3 * t, 0.005)) for t in (0.35, 0.5, 0.65, 0.8)]
    b.trim("arms", both(b.rod((0.335, 1.28, 0), (0.415, 0.98, 0.01), 0.055) + union(rings)), "light grey metal")
    b.main("forearms", both(b.rod((0.415, 0.98, 0.01), (0.43, 0.72, 0.1), 0.075, 0.095)), "#4f86b8 metal")
    claw = b.ball(0.07, (0.435, 0.69, 0.11)) + union(
        [
            b.limb((0.435 + dx, 0.66, 0.12 + dz), (0.435 + dx * 1.3, 0.57, 0.15 + dz), 0.022, 0.014)
            for dx, dz in ((-0.045, 0.02), (0.045, 0.02), (0, -0.045))
        ]
    )
    b.trim("hands", both(claw), "dark grey metal")
    b.trim("legs", both(b.rod((0.15, 0.7, 0), (0.16, 0.4, 0.02), 0.062)), "light grey metal")
    b.main("shins", both(b.rod((0.16, 0.4, 0.02), (0.165, 0.12, 0), 0.085, 0.11)), "#4f86b8 metal")
    b.main("feet", both(b.box(0.2, 0.13, 0.33, (0.17, 0, 0.05), 0.05)), "#4f86b8 metal")
    if b.fine:
        b.trim("bolts", both(union([b.ball(0.013, (x, y, 0.2)) for x in (0.24,) for y in (0.9, 1.3)])), "steel")


@model("alien")
def _alien(b: Bench) -> None:
    b.main(
        "body",
        b.blob(
            [
                Egg((0, 1.05, 0), (0.21, 0.25, 0.2)),
                Egg((0, 0.84, 0.03), (0.09, 0.09, 0.09)),
                Limb((0, 0.75, 0), (0, 0.42, 0), 0.07, 0.13),
                *[Limb((s * 0.1, 0.7, 0), (s * 0.25, 0.5, 0.02), 0.04, 0.035) for s in (-1, 1)],
                *[Limb((s * 0.25, 0.5, 0.02), (s * 0.26, 0.32, 0.1), 0.035, 0.045) for s in (-1, 1)],
                *[Limb((s * 0.08, 0.4, 0), (s * 0.1, 0.05, 0), 0.07, 0.05) for s in (-1, 1)],
                *[Egg((s * 0.1, 0.035, 0.05), (0.06, 0.035, 0.1)) for s in (-1, 1)],
            ],
            0.06,
        )
        - b.box(2, 1, 2, (0, -1, 0)),
        "#6fc24a wax",
    )
    b.trim(
        "eyes",
        both(b.ball(0.085, (0, 0, 0), (0.75, 1.2, 0.5)).rotate((0, 20, -18)).translate((0.092, 1.05, 0.165))),
        "#0c0c10 porcelain",
    )
    b.trim("mouth", b.tube([(-0.035, 0.885, 0.14), (0, 0.875, 0.148), (0.035, 0.885, 0.14)], 0.006), "#2c5a1c")
    b.trim(
        "antennae",
        both(
            b.tube([(0.06, 1.27, 0), (0.09, 1.38, 0.01), (0.13, 1.44, 0.03)], [0.014, 0.011, 0.01])
            + b.ball(0.03, (0.135, 1.45, 0.035))
        ),
        "#6fc24a wax",
    )


@model("ghost")
def _ghost(b: Bench) -> None:
    body = b.lathe(
        [(0, 0.05), (0.3, 0.05), (0.26, 0.3), (0.24, 0.55), (0.2, 0.75), (0.1, 0.87), (0, 0.9)], curve=True
    ).refine_to_length(0.06)

    def wave(v: Points) -> Points:
        turn = np.arctan2(v[:, 0], v[:, 2])
        low = np.clip((0.35 - v[:, 1]) / 0.35, 0, 1)
        v[:, [0, 2]] *= (1 + 0.12 * low * np.sin(8 * turn))[:, np.newaxis]
        v[:, 1] += 0.05 * low**2 * np.sin(8 * turn + 1)
        return v

    b.main("body", body.warp_batch(wave), "white fabric")
    b.main("arms", both(b.limb((0.2, 0.5, 0.08), (0.31, 0.42, 0.2), 0.06, 0.04)), "white fabric")
    b.trim(
        "eyes",
        both(b.ball(0.04, (0.075, 0.68, 0.2), (0.8, 1.3, 0.5))) + b.ball(0.045, (0, 0.55, 0.222), (0.9, 1.1, 0.4)),
        "black",
    )


@model("skull")
def _skull(b: Bench) -> None:
    head = b.blob(
        [
            Egg((0, 0.135, -0.015), (0.075, 0.075, 0.09)),
            Egg((0, 0.075, 0.04), (0.048, 0.045, 0.045)),
            Egg((0.045, 0.085, 0.045), (0.02, 0.018, 0.025)),
            Egg((-0.045, 0.085, 0.045), (0.02, 0.018, 0.025)),
        ],
        0.03,
    )
    holes = both(b.ball(0.022, (0.03, 0.108, 0.075), (1.0, 1.0, 1.0))) + b.prism(
        [(-0.011, 0.066), (0.011, 0.066), (0, 0.092)], 0.06, (0, 0, 0.09)
    )
    b.main("skull", head - holes, "bone")
    jaw = b.blob(
        [
            Limb((0.05, 0.06, 0.0), (0.03, 0.018, 0.05), 0.013, 0.014),
            Limb((-0.05, 0.06, 0.0), (-0.03, 0.018, 0.05), 0.013, 0.014),
            Limb((0.03, 0.018, 0.05), (-0.03, 0.018, 0.05), 0.016, 0.016),
        ],
        0.012,
    )
    b.main("jaw", jaw, "bone")
    teeth = [
        b.box(0.009, 0.016, 0.008, (-0.0275 + 0.011 * k, y, 0.073 - 0.45 * ((k - 2.5) * 0.011) ** 2 * 8), 0.002)
        for k in range(6)
        for y in (0.034, 0.05)
    ]
    b.trim("teeth", union(teeth), "ivory")
    b.trim("sockets", both(b.ball(0.018, (0.03, 0.108, 0.062))), "black")


@model("snowman")
def _snowman(b: Bench) -> None:
    b.main(
        "body",
        b.ball(0.42, (0, 0.38, 0))
        - b.box(3, 1, 3, (0, -1, 0))
        + b.ball(0.31, (0, 0.94, 0))
        + b.ball(0.22, (0, 1.35, 0)),
        "snow",
    )
    b.trim(
        "eyes",
        both(b.ball(0.025, (0.075, 1.41, 0.2)))
        + union(
            [b.ball(0.016, (0.09 * math.sin(t), 1.35 - 0.1 * math.cos(t), 0.197)) for t in (-0.8, -0.4, 0, 0.4, 0.8)]
        ),
        "coal",
    )
    b.trim(
        "buttons", union([b.ball(0.026, (0, 0.83 + 0.12 * k, 0.297 - 0.025 * abs(k - 1))) for k in range(3)]), "coal"
    )
    b.trim("carrot", b.rod((0, 1.35, 0.2), (0, 1.34, 0.44), 0.035, 0.004), "orange wax")
    arm = (
        b.tube([(0.28, 0.98, 0), (0.5, 1.12, 0.02), (0.72, 1.2, 0.05)], [0.018, 0.015, 0.01])
        + b.rod((0.6, 1.16, 0.03), (0.72, 1.08, 0.06), 0.01, 0.006)
        + b.rod((0.62, 1.165, 0.03), (0.68, 1.3, 0.0), 0.01, 0.006)
    )
    b.trim("arms", both(arm), "bark")
    b.second(
        "scarf",
        b.ring(0.19, 0.055, (0, 1.17, 0)) + b.box(0.1, 0.36, 0.05, (0.12, 0.8, 0.24), 0.02).rotate((-8, 0, 0)),
        "red wool",
    )
    b.trim("hat", b.cyl(0.03, 0.28, at=(0, 1.52, 0), soft=0.01) + b.cyl(0.28, 0.18, 0.19, (0, 1.53, 0)), "black felt")
    b.trim("band", b.cyl(0.055, 0.186, at=(0, 1.55, 0)), "red fabric")
