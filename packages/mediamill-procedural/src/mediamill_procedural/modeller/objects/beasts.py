"""Animals on four legs: one builder for all of them."""

import math

from manifold3d import Manifold

from mediamill_procedural.modeller.bench import Bench
from mediamill_procedural.modeller.model import Entry, add
from mediamill_procedural.modeller.objects.bodies import BEASTS, WORDS, Beast
from mediamill_procedural.modeller.objects.coats import ears, extras, tail_parts
from mediamill_procedural.modeller.organic import Egg, Limb
from mediamill_procedural.modeller.shapes import Vec, both, union

REACH = 1.7  # of the longest side: times the height at the shoulder
GIRAFFE = 2.0  # metres at the shoulder: a spotted beast that is higher is one
STRIPES = 9
PATCHES = (  # of a cow: x, y and z of its body, and size
    (0.8, 0.85, 0.25, 0.26),
    (-0.9, 0.7, -0.3, 0.28),
    (0.7, 0.75, -0.55, 0.2),
    (-0.7, 0.95, 0.45, 0.2),
    (0.2, 1.0, -0.1, 0.16),
)


def _eye(b: Bench, at: Vec, r: float) -> None:
    b.trim("eyes", both(b.ball(r, at)), "#120e0c porcelain")
    if b.fine:
        b.trim("glints", both(b.ball(r * 0.3, (at[0] + r * 0.15, at[1] + r * 0.5, at[2] + r * 0.75))), "white")


def _beast(b: Bench, beast: Beast) -> None:
    s = beast.shoulder
    extra = set(beast.extra.split())
    coat, belly = beast.coat, beast.belly or beast.coat
    half = beast.length * 0.5 * s
    chest: Vec = (0, s * (1 - beast.girth), half * 0.72)
    rump: Vec = (0, s * (0.98 - beast.rump), -half * 0.75)
    neck: Vec = (0, s * (1 - beast.girth * 0.6 + beast.neck[1]), chest[2] + s * beast.neck[0])
    r = beast.head * s
    nose: Vec = (0, neck[1] - r * 0.32, neck[2] + r * 0.55 + beast.muzzle[0] * s)
    shapes: list[Limb | Egg] = [
        Limb(chest, rump, beast.girth * s, beast.rump * s),
        Limb(
            (0, chest[1] + 0.25 * beast.girth * s, chest[2] + 0.2 * beast.girth * s),
            neck,
            beast.thick * s * 1.25,
            beast.thick * s,
        ),
        Egg((0, neck[1] + r * 0.1, neck[2] + r * 0.25), (r * 0.92, r * 0.95, r)),
        Limb((0, neck[1] - r * 0.1, neck[2] + r * 0.5), nose, beast.muzzle[1] * s * 1.25, beast.muzzle[1] * s),
    ]
    legs, feet = _legs(beast, chest, rump)
    shapes += legs
    if beast.tail in ("bush", "long", "dragon"):
        shapes += _tail(beast, rump)
    body = b.blob(shapes, beast.girth * s * 0.34) - b.box(9 * s, s, 9 * s, (0, -s, 0))
    if belly != coat and "wool" not in extra and "panda" not in extra and "patches" not in extra:
        mask = union(
            [
                b.ball(r * 0.62, (0, nose[1] - r * 0.08, nose[2]), (1.1, 0.95, 1.2)),
                b.ball(
                    1,
                    (0, chest[1] - beast.girth * s * 0.05, chest[2] + beast.girth * s * 0.95),
                    (beast.girth * s * 0.5, beast.girth * s * 0.8, beast.girth * s * 0.45),
                ),
            ]
        )
        b.second("belly", body ^ mask, belly)
        body = body - mask
    _markings(b, beast, extra, body, chest, rump, neck, r)
    _face(b, beast, extra, neck, nose, r)
    ears(b, beast, neck, r, coat, belly)
    tail_parts(b, beast, rump, extra)
    _hooves(b, beast, s, feet)
    extras(b, beast, extra, chest, rump, neck, nose, r)


def _legs(beast: Beast, chest: Vec, rump: Vec) -> tuple[list[Limb | Egg], list[Vec]]:
    """Four legs, and where their feet are."""
    s, leg = beast.shoulder, beast.leg * beast.shoulder
    x = max(beast.girth * 0.62 * s, leg * 1.1)
    shapes: list[Limb | Egg] = []
    feet: list[Vec] = []
    for z, lean, knee_z in ((chest[2] * 0.92, 0.0, 0.02), (rump[2] * 0.98, -0.02, -0.09)):
        for side in (-1, 1):
            hip: Vec = (side * x * 0.85, s * 0.62, z)
            knee: Vec = (side * x, s * 0.32, z + knee_z * s)
            foot: Vec = (side * x, leg * 0.95, z + lean * s)
            thigh = beast.girth * s * (0.5 if z > 0 else 0.62)
            shapes += [Limb(hip, knee, thigh, leg * 1.15), Limb(knee, foot, leg * 1.1, leg * 0.95)]
            if not beast.hoof:
                shapes.append(Egg((foot[0], leg * 0.72, foot[2] + leg * 0.55), (leg * 1.15, leg * 0.75, leg * 1.6)))
            feet.append(foot)
    return shapes, feet


def _hooves(b: Bench, beast: Beast, s: float, feet: list[Vec]) -> None:
    if beast.hoof:
        hooves = [
            b.cyl(beast.leg * s * 1.1, beast.leg * s * 1.18, beast.leg * s * 0.98, (fx, 0, fz)) for fx, _, fz in feet
        ]
        b.trim("hooves", union(hooves), "#2c2420")


def _tail(beast: Beast, rump: Vec) -> list[Limb | Egg]:
    s, z = beast.shoulder, rump[2] - beast.rump * beast.shoulder * 0.8
    y = rump[1] + beast.rump * s * 0.35
    if beast.tail == "dragon":
        return [
            Limb((0, y - 0.1 * s, z + 0.1 * s), (0, y * 0.55, z - 0.55 * s), 0.2 * s, 0.13 * s),
            Limb((0, y * 0.55, z - 0.55 * s), (0.16 * s, 0.12 * s, z - 1.15 * s), 0.13 * s, 0.06 * s),
            Limb((0.16 * s, 0.12 * s, z - 1.15 * s), (0.4 * s, 0.1 * s, z - 1.6 * s), 0.06 * s, 0.02 * s),
        ]
    if beast.tail == "bush":
        return [
            Limb((0, y, z), (0, y - 0.08 * s, z - 0.25 * s), 0.06 * s, 0.12 * s),
            Limb((0, y - 0.08 * s, z - 0.25 * s), (0, y - 0.2 * s, z - 0.62 * s), 0.13 * s, 0.05 * s),
        ]
    return [
        Limb((0, y, z), (0, y + 0.1 * s, z - 0.28 * s), 0.055 * s, 0.05 * s),
        Limb((0, y + 0.1 * s, z - 0.28 * s), (0, y + 0.42 * s, z - 0.42 * s), 0.05 * s, 0.042 * s),
        Limb((0, y + 0.42 * s, z - 0.42 * s), (0.02 * s, y + 0.62 * s, z - 0.32 * s), 0.042 * s, 0.035 * s),
    ]


def _markings(
    b: Bench, beast: Beast, extra: set[str], body: Manifold, chest: Vec, rump: Vec, neck: Vec, r: float
) -> None:
    """The body in its coat, with stripes, spots or patches cut into it."""
    s = beast.shoulder
    cut: list[Manifold] = []
    name, paint = "stripes", "#1c1816"
    if "stripes" in extra and not (b.asked.wish.color and beast.coat == "orange"):
        paint = "#b05a18" if beast.coat == "orange" else paint
        cut = _stripes(b, beast, extra, chest, rump)
    elif "spots" in extra:
        name, paint = "spots", "#9a5a24" if s > GIRAFFE else "#2a1c12"
        cut = _spots(b, beast, chest, rump, neck)
    elif "patches" in extra:
        name, paint = "patches", "black"
        g = beast.girth * s
        cut = [b.ball(size * s, (x * g, y * s, z * s), (1.1, 0.9, 1.2)) for x, y, z, size in PATCHES]
        cut.append(b.ball(r * 0.8, (r * 0.7, neck[1] + r * 0.3, neck[2] + 0.2 * r)))
    elif "panda" in extra:
        name, paint = "patches", "black"
        sleeves = b.box(4 * s, 1.5 * s, 0.34 * s, (0, 0, chest[2] * 0.9)) - b.ball(r * 1.35, (0, neck[1], neck[2]))
        rounds = both(b.ball(r * 0.3, (r * 0.4, neck[1] + r * 0.22, neck[2] + r), (1, 1.3, 1)))
        cut = [b.box(4 * s, 0.42 * s, 4 * s), sleeves, rounds]
    if "socks" in extra:
        name, paint = "socks", "#2a1c16"
        cut.append(b.box(4 * s, 0.26 * s, 4 * s))
    marked = body ^ union(cut) if cut else Manifold()
    b.main("body", body - marked, beast.coat)
    if not marked.is_empty():
        b.second(name, marked, paint)


def _stripes(b: Bench, beast: Beast, extra: set[str], chest: Vec, rump: Vec) -> list[Manifold]:
    s = beast.shoulder
    length = chest[2] - rump[2] + 1.2 * beast.girth * s
    band = [(-0.028 * s, s * 1.5), (0.028 * s, s * 1.5), (0.012 * s, s * 0.5), (-0.012 * s, s * 0.5)]
    upper = b.box(4 * s, 1.3 * s, 4 * s, (0, s * 0.5, 0))
    cut = []
    for k in range(STRIPES):
        z = rump[2] - beast.rump * s * 0.7 + length * k / (STRIPES - 1)
        cut.append(b.prism(band, 4 * s, axis="x").rotate((8 * (-1) ** k, 0, 0)).translate((0, 0, z)) ^ upper)
    if "mane" in extra:  # a zebra has them down to its hooves
        cut += [
            b.box(3 * s, 0.035 * s, 0.5 * s, (0, y * s, z)) for y in (0.15, 0.27, 0.39) for z in (chest[2], rump[2])
        ]
    return cut


def _spots(b: Bench, beast: Beast, chest: Vec, rump: Vec, neck: Vec) -> list[Manifold]:
    s, g = beast.shoulder, beast.girth * beast.shoulder
    size = 0.075 if s > GIRAFFE else 0.04
    count = 90 if b.fine else 60
    cut = []
    for k in range(count):
        y, z = s * (0.5 + 0.62 * ((k * 0.618) % 1.0)), rump[2] - g + (chest[2] - rump[2] + 2 * g) * (k + 0.5) / count
        x = (1 if k % 2 else -1) * g * abs(math.sin(2.4 * k + 1)) ** 0.3
        cut.append(b.ball(size * s * b.chance(0.7, 1.1), (x, y, z), (1.6, 1, 1.1)))
    if s > GIRAFFE:
        for k in range(14):
            y, z = (chest[axis] + k / 13 * (neck[axis] - chest[axis]) for axis in (1, 2))
            cut.append(b.ball(0.06 * s, (0.08 * s * (-1) ** k, y, z), (1.2, 1.1, 1.2)))
    return cut


def _face(b: Bench, beast: Beast, extra: set[str], neck: Vec, nose: Vec, r: float) -> None:
    s = beast.shoulder
    m = beast.muzzle[1] * s
    cute = 1.5 if b.has("cute", "baby", "kitten", "puppy", "chibi") else 1.0
    e = beast.eye * s * cute
    _eye(b, (r * 0.52, neck[1] + r * 0.3, neck[2] + r * 0.98), e)
    if "snout" in extra:
        b.trim(
            "snout",
            b.cyl(m * 0.5, m * 0.95, at=(0, nose[1], nose[2] + m * 0.7), axis="z", soft=m * 0.15),
            "#d88088 skin",
        )
        b.trim("nostrils", both(b.ball(m * 0.18, (m * 0.35, nose[1], nose[2] + m * 1.2), (0.8, 1.2, 0.5))), "#7a3a40")
    elif "trunk" in extra:
        _trunk(b, neck, r, s, beast)
    elif not beast.hoof or "wool" in extra or s > 1.2:
        if beast.hoof:
            b.trim(
                "nostrils",
                both(b.ball(m * 0.2, (m * 0.5, nose[1] + m * 0.2, nose[2] + m * 0.85), (0.7, 1, 0.7))),
                "#2a2020",
            )
        else:
            b.trim(
                "nose",
                b.ball(m * 0.42, (0, nose[1] + m * 0.5, nose[2] + m * 0.72), (1.15, 0.8, 0.9)),
                "pink" if beast.ear in ("long", "big") else "#1c1614",
            )
    else:
        b.trim(
            "nostrils",
            both(b.ball(m * 0.2, (m * 0.45, nose[1] + m * 0.2, nose[2] + m * 0.85), (0.7, 1, 0.7))),
            "#2a2020",
        )
    if beast.ear in ("point", "long", "big") and not beast.hoof and s < 0.35:
        _whiskers(b, m, nose)


def _whiskers(b: Bench, m: float, nose: Vec) -> None:
    lines = [
        b.rod(
            (m * 0.5, nose[1] + m * (0.1 * k), nose[2] + m * 0.4),
            (m * 2.6, nose[1] + m * (0.1 + 0.5 * k), nose[2] + m * 0.2),
            m * 0.035,
        )
        for k in (-1, 0, 1)
    ]
    b.trim("whiskers", both(union(lines)), "white")


def _trunk(b: Bench, neck: Vec, r: float, s: float, beast: Beast) -> None:
    path = [
        (0, neck[1] - r * 0.1, neck[2] + r * 0.9),
        (0, neck[1] - r * 0.9, neck[2] + r * 1.5),
        (0, s * 0.5, neck[2] + r * 1.7),
        (0, s * 0.2, neck[2] + r * 1.6),
        (0, s * 0.1, neck[2] + r * 2.0),
    ]
    b.main("trunk", b.tube(path, [r * 0.5, r * 0.42, r * 0.32, r * 0.24, r * 0.2]), beast.coat)
    b.trim(
        "tusks",
        both(
            b.tube(
                [
                    (r * 0.5, neck[1] - r * 0.5, neck[2] + r * 0.9),
                    (r * 0.6, neck[1] - r * 1.1, neck[2] + r * 1.7),
                    (r * 0.55, neck[1] - r * 1.0, neck[2] + r * 2.4),
                ],
                [r * 0.15, r * 0.12, r * 0.02],
            )
        ),
        "ivory",
    )


def _register(name: str, beast: Beast) -> None:
    def build(b: Bench) -> None:
        _beast(b, beast)

    add(name, WORDS[name], Entry("animals", REACH * beast.shoulder, natural=True), build)


for _name, _body in BEASTS.items():
    _register(_name, _body)
