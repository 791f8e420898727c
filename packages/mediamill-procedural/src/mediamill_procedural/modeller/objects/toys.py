"""Toys and games."""

import math

from manifold3d import Manifold

from mediamill_procedural.modeller.bench import Bench
from mediamill_procedural.modeller.curves import Flat
from mediamill_procedural.modeller.model import model
from mediamill_procedural.modeller.organic import Egg, Limb
from mediamill_procedural.modeller.shapes import Vec, around, both, union


@model("ball")
def _ball(b: Bench) -> None:
    r = 0.12
    ball = b.ball(r, (0, r, 0))
    if b.has("basketball"):
        _basketball(b, r, ball)
    elif b.has("football", "soccer"):
        _football(b, r, ball)
    elif b.has("beach"):
        _beach_ball(b, ball, r)
    elif b.has("crystal", "orb"):
        _crystal_ball(b, ball, r)
    elif b.has("globe"):
        _globe(b, ball, r)
    elif b.has("tennis"):
        _tennis_ball(b, ball, r)
    else:
        b.main("ball", ball, "red plastic")


def _tennis_ball(b: Bench, ball: Manifold, r: float) -> None:
    b.main("ball", ball, "#cfe04a fur")
    path: list[Vec] = [
        (r * 1.0 * math.cos(t) * (1 - 0.0), r + 0.55 * r * math.sin(2 * t) * 1.0, r * math.sin(t))
        for t in [2 * math.pi * k / 24 for k in range(25)]
    ]
    b.trim(
        "seam",
        union([b.limb(p, q, 0.004) for p, q in zip(_on_sphere(path, r), _on_sphere(path, r)[1:], strict=False)]),
        "white",
    )


def _globe(b: Bench, ball: Manifold, r: float) -> None:
    b.main("oceans", ball.translate((0, 0.08, 0)), "#2f6fb0 porcelain")
    lands = union(
        [
            b.ball(
                size,
                (
                    r * 0.97 * math.cos(e) * math.sin(t),
                    r + 0.08 + r * 0.97 * math.sin(e),
                    r * 0.97 * math.cos(e) * math.cos(t),
                ),
                (1, 1.2, 1),
            )
            for t, e, size in (
                (0.2, 0.6, 0.045),
                (0.6, 0.4, 0.035),
                (0.4, -0.3, 0.04),
                (2.0, 0.5, 0.055),
                (2.6, 0.3, 0.045),
                (3.0, -0.5, 0.03),
                (4.6, 0.6, 0.05),
                (5.0, -0.3, 0.042),
                (1.2, 0.7, 0.04),
            )
        ]
    )
    b.trim("lands", lands ^ b.ball(r * 1.012, (0, r + 0.08, 0)), "#5a9a44 paint")
    b.second(
        "stand",
        b.ring(r * 1.12, 0.006, (0, r + 0.08, 0), "z", 360)
        + b.cyl(0.06, 0.01, at=(0, 0.01, 0))
        + b.lathe([(0, 0), (0.08, 0), (0.075, 0.012), (0.02, 0.02), (0, 0.02)]),
        "brass",
    )


def _crystal_ball(b: Bench, ball: Manifold, r: float) -> None:
    b.main("orb", ball.translate((0, 0.06, 0)), "#8a7ae8 crystal")
    b.trim("glow", b.ball(0.05, (0, r + 0.06, 0)), "#c8b0ff light")
    b.second(
        "stand",
        b.lathe(
            [(0, 0), (0.1, 0), (0.095, 0.02), (0.06, 0.035), (0.075, 0.09), (0.07, 0.09), (0.05, 0.075), (0, 0.07)],
            curve=True,
        ),
        "gold",
    )


def _beach_ball(b: Bench, ball: Manifold, r: float) -> None:
    colors = ("red", "white", "blue", "white", "yellow", "white")
    for k, color in enumerate(colors):
        piece = ball ^ (b.prism([(0, 0), (1, 0.5774), (1, -0.5774)], 1, (0, -0.3, 0), axis="y").rotate((0, 60 * k, 0)))
        (b.main if k % 2 == 0 else b.second)(f"panels {color}", piece, f"{color} plastic")
    b.trim("cap", b.cyl(0.004, 0.022, at=(0, 2 * r - 0.0035, 0), soft=0.001), "white plastic")


def _football(b: Bench, r: float, ball: Manifold) -> None:
    golden = (1 + math.sqrt(5)) / 2
    corners = [
        p for s in (-1, 1) for t in (-1, 1) for p in ((0, s, t * golden), (s, t * golden, 0), (t * golden, 0, s))
    ]
    spots = [
        b.ball(0.042, (x * r / math.hypot(1, golden), r + y * r / math.hypot(1, golden), z * r / math.hypot(1, golden)))
        for x, y, z in corners
    ]
    patches = union(spots)
    b.main("ball", ball - patches, "white leather")
    b.second("patches", ball ^ patches, "black leather")


def _basketball(b: Bench, r: float, ball: Manifold) -> None:
    seams = union(
        [b.ring(r, 0.0022, (0, r, 0), axis) for axis in ("x", "y", "z")]
        + [b.ring(r * 0.82, 0.0022, (s * r * 0.57, r, 0), "x") for s in (-1, 1)]
    )
    b.main("ball", ball, "orange leather")
    b.trim("seams", seams, "black rubber")


def _on_sphere(path: list[Vec], r: float) -> list[Vec]:
    found: list[Vec] = []
    for x, y, z in path:
        length = math.sqrt(x * x + (y - r) ** 2 + z * z)
        found.append((x / length * r, r + (y - r) / length * r, z / length * r))
    return found


@model("dice")
def _dice(b: Bench) -> None:
    s = 0.05
    places = {
        1: [(0, 0)],
        2: [(-1, -1), (1, 1)],
        3: [(-1, -1), (0, 0), (1, 1)],
        4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
        5: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)],
        6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
    }
    turns = {1: (0, 0, 0), 6: (180, 0, 0), 2: (90, 0, 0), 5: (-90, 0, 0), 3: (0, 0, 90), 4: (0, 0, -90)}
    dips = []
    for number, spots in places.items():
        dots = union([b.ball(0.0052, (0.0125 * x, s / 2 + 0.0022, 0.0125 * z)) for x, z in spots])
        dips.append(dots.rotate(turns[number]).translate((0, s / 2, 0)))
    pips = union(dips)
    cube = b.box(s, s, s, r=0.006)
    b.main("die", cube - pips, "white plastic")
    b.second("pips", pips ^ b.box(s * 0.985, s * 0.985, s * 0.985, (0, s * 0.0075, 0)), "black plastic")


@model("balloon")
def _balloon(b: Bench) -> None:
    b.main(
        "balloon",
        b.lathe([(0, 0.55), (0.03, 0.57), (0.13, 0.7), (0.15, 0.8), (0.09, 0.88), (0, 0.9)], curve=True),
        "red rubber",
    )
    b.main("knot", b.cyl(0.025, 0.008, 0.02, (0, 0.535, 0)), "red rubber")
    b.trim("string", b.tube([(0, 0, 0), (0.012, 0.2, 0), (-0.01, 0.4, 0.01), (0, 0.55, 0)], 0.004), "white fabric")


@model("teddy bear")
def _teddy(b: Bench) -> None:
    fur = "#b07a44 fur"
    b.main(
        "body",
        b.blob(
            [
                Egg((0, 0.115, 0), (0.085, 0.095, 0.075)),
                Egg((0, 0.255, 0.01), (0.082, 0.075, 0.075)),
                *[Egg((s * 0.065, 0.32, 0), (0.03, 0.03, 0.018)) for s in (-1, 1)],
                *[Limb((s * 0.075, 0.17, 0.01), (s * 0.13, 0.11, 0.05), 0.033, 0.034) for s in (-1, 1)],
                *[Limb((s * 0.055, 0.045, 0.03), (s * 0.085, 0.042, 0.12), 0.042, 0.042) for s in (-1, 1)],
            ],
            0.02,
        )
        - b.box(2, 1, 2, (0, -1.0, 0)),
        fur,
    )
    b.second("muzzle", b.ball(0.036, (0, 0.237, 0.073), (1.1, 0.85, 0.8)), "#e0c090 fur")
    b.second(
        "pads",
        both(b.ball(0.029, (0.086, 0.043, 0.146), (1, 1, 0.6)) + b.ball(0.02, (0.066, 0.322, 0.014), (1, 1, 0.4))),
        "#e0c090 fur",
    )
    b.trim("nose", b.ball(0.0125, (0, 0.252, 0.1), (1.3, 0.85, 0.8)), "black leather")
    b.trim("eyes", both(b.ball(0.0095, (0.03, 0.277, 0.075))), "black porcelain")
    b.trim("smile", b.tube([(-0.016, 0.228, 0.099), (0, 0.222, 0.103), (0.016, 0.228, 0.099)], 0.0018), "black")
    bow = both(b.ball(0.024, (0.026, 0.188, 0.075), (1.1, 0.75, 0.5))) + b.ball(0.011, (0, 0.188, 0.08))
    b.trim("bow", bow, "red satin")


@model("spinning top")
def _top(b: Bench) -> None:
    profile: Flat = [
        (0, 0),
        (0.003, 0.004),
        (0.012, 0.018),
        (0.036, 0.038),
        (0.04, 0.046),
        (0.036, 0.053),
        (0.012, 0.062),
        (0.006, 0.064),
        (0.005, 0.085),
        (0, 0.086),
    ]
    whole = b.lathe(profile, curve=True).rotate((0, 0, 0))
    low, high = b.box(1, 0.01, 1, (0, 0.028, 0)), b.box(1, 0.008, 1, (0, 0.053, 0))
    b.main("top", whole - low - high, "red wood")
    b.second("bands", whole ^ (low + high), "yellow wood")


@model("rubik's cube")
def _cube(b: Bench) -> None:
    if not b.has("rubik's", "rubiks", "puzzle"):
        b.main("cube", b.box(0.3, 0.3, 0.3, r=0.01), "red plastic")
        return
    cell = 0.019
    b.trim(
        "core",
        union(
            [
                b.box(cell * 0.98, cell * 0.98, cell * 0.98, (cell * x, cell * (y + 1), cell * z), 0.0016)
                for x in (-1, 0, 1)
                for y in (-1, 0, 1)
                for z in (-1, 0, 1)
            ]
        )
        + b.box(0.05, 0.05, 0.05, (0, 0.0035, 0)),
        "black plastic",
    )
    colors = ("red", "orange", "white", "yellow", "blue", "green")
    sides = ((0, 0, 0), (180, 0, 0), (90, 0, 0), (-90, 0, 0), (0, 0, 90), (0, 0, -90))
    chips = [(x, z) for x in (-1, 0, 1) for z in (-1, 0, 1)]
    for turn, color in zip(sides, colors, strict=True):
        face = union([b.box(cell * 0.84, 0.001, cell * 0.84, (cell * x, 0.0284, cell * z)) for x, z in chips])
        b.trim("stickers", face.rotate(turn).translate((0, 0.0285, 0)), f"{color} plastic")


@model("kite")
def _kite(b: Bench) -> None:
    whole = b.prism([(0, 0.3), (0.4, 0.95), (0, 1.25), (-0.4, 0.95)], 0.012)
    half = b.box(2, 2, 1, (1, 0, 0))
    b.main("sail", whole - half, "red fabric")
    b.second("sail", whole ^ half, "yellow fabric")
    b.trim(
        "spars",
        b.rod((0, 0.3, -0.01), (0, 1.25, -0.01), 0.008) + b.rod((-0.4, 0.95, -0.01), (0.4, 0.95, -0.01), 0.008),
        "bamboo",
    )
    tail: list[Vec] = [(0, 0.3, 0), (0.06, 0.2, 0), (-0.04, 0.1, 0), (0.04, 0.005, 0.02)]
    b.trim("tail", b.tube(tail, 0.005), "ivory")
    b.trim(
        "bows",
        union(
            [
                b.ball(0.03, (x + dx, y, z), (1, 0.6, 0.4))
                for x, y, z in ((0.05, 0.2, 0), (-0.03, 0.1, 0))
                for dx in (-0.025, 0.025)
            ]
        ),
        "sky blue fabric",
    )


@model("chess piece")
def _chess(b: Bench) -> None:
    foot: Flat = [(0, 0), (0.018, 0), (0.018, 0.005), (0.014, 0.009), (0.0145, 0.012), (0.008, 0.02)]
    if b.has("rook"):
        b.main(
            "piece",
            b.lathe([*foot, (0.0085, 0.045), (0.0125, 0.05), (0.0125, 0.062), (0, 0.062)])
            - b.cyl(1, 0.008, at=(0, 0.057, 0))
            - around(b.box(0.004, 0.1, 0.05, (0, 0.0575, 0.02)), 5),
            "ebony",
        )
    elif b.has("king", "queen", "bishop"):
        b.main(
            "piece",
            b.lathe(
                [*foot, (0.0075, 0.055), (0.012, 0.06), (0.008, 0.064), (0.0115, 0.082), (0.006, 0.087), (0, 0.089)]
            ),
            "ebony",
        )
        if b.has("king"):
            b.main(
                "cross", b.box(0.003, 0.014, 0.003, (0, 0.087, 0)) + b.box(0.01, 0.003, 0.003, (0, 0.0935, 0)), "ebony"
            )
        else:
            b.main("knob", b.ball(0.0035, (0, 0.091, 0)), "ebony")
    else:
        b.main(
            "piece",
            b.lathe([*foot, (0.006, 0.035), (0.0105, 0.039), (0.006, 0.042), (0, 0.043)]) + b.ball(0.011, (0, 0.05, 0)),
            "ebony",
        )


@model("matryoshka")
def _matryoshka(b: Bench) -> None:
    b.main(
        "body",
        b.lathe(
            [
                (0, 0),
                (0.04, 0),
                (0.052, 0.02),
                (0.058, 0.05),
                (0.045, 0.095),
                (0.038, 0.11),
                (0.044, 0.135),
                (0.03, 0.168),
                (0, 0.178),
            ],
            curve=True,
        ),
        "red ceramic",
    )
    b.trim("face", b.ball(0.032, (0, 0.135, 0.018), (1, 1, 0.9)), "skin")
    b.trim("apron", b.ball(1, (0, 0.055, 0.022), (0.042, 0.04, 0.0385)), "yellow ceramic")
    b.trim("eyes", both(b.ball(0.0035, (0.012, 0.14, 0.0445))), "black")
    b.trim(
        "cheeks",
        both(b.ball(0.0055, (0.019, 0.128, 0.0405), (1, 1, 0.4))) + b.ball(0.003, (0, 0.122, 0.0455), (1.6, 0.8, 0.6)),
        "coral",
    )
    b.trim(
        "flowers",
        union(
            [
                around(b.ball(0.006, (0, 0, 0.008), (1, 0.5, 1)), 5).rotate((90, 0, 0)).translate(at)
                for at in ((0, 0.055, 0.062), (-0.022, 0.04, 0.058), (0.022, 0.04, 0.058))
            ]
        ),
        "red ceramic",
    )
