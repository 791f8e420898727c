"""Trees, bushes and palms."""

import math

import numpy as np
from manifold3d import Manifold

from mediamill_procedural.lexicon import table
from mediamill_procedural.modeller.bench import Bench
from mediamill_procedural.modeller.curves import Flat, star
from mediamill_procedural.modeller.model import model
from mediamill_procedural.modeller.organic import Egg, Limb
from mediamill_procedural.modeller.shapes import Points, Vec, around, union

GOLDEN = math.pi * (3 - math.sqrt(5))  # turns that never meet
FRUITS = table("modeller", "materials").section("fruits").texts()


def _lumps(b: Bench, middle: Vec, r: float, count: int, flat: float = 0.85) -> list[Limb | Egg]:
    """A leafy ball of overlapping lumps."""
    eggs: list[Limb | Egg] = [Egg(middle, (r * 0.8, r * 0.8 * flat, r * 0.8))]
    for k in range(count):
        y = 1 - 2 * (k + 0.5) / count
        ring = 0.68 * r * math.sqrt(1 - y * y)
        lump = r * b.chance(0.3, 0.44)
        turn = GOLDEN * k + b.chance(-0.4, 0.4)
        at = (middle[0] + ring * math.cos(turn), middle[1] + 0.68 * r * flat * y, middle[2] + ring * math.sin(turn))
        eggs.append(Egg(at, (lump, lump * 0.92, lump)))
    return eggs


def _leafy(b: Bench, lumps: list[Limb | Egg], r: float) -> Manifold:
    """The lumps as one body with a rustling surface; `r` is the radius of a ball of them."""
    wave = 15.0 / r

    def rustle(v: Points) -> Points:
        x, y, z = v[:, 0].copy(), v[:, 1].copy(), v[:, 2].copy()
        v[:, 0] += 0.035 * r * np.sin(wave * y + 1.7) * np.cos(wave * z)
        v[:, 1] += 0.035 * r * np.sin(wave * z + 0.6) * np.cos(wave * x)
        v[:, 2] += 0.035 * r * np.sin(wave * x + 2.9) * np.cos(wave * y)
        return v

    return b.blob(lumps, 0.06 * r).warp_batch(rustle)


@model("tree")
def _tree(b: Bench) -> None:
    blossom = b.has("cherry tree", "cherry", "blossom") and not b.has("cherries")
    leaves = "#e58fb0 leaf" if blossom and not b.asked.parts else "leaf"
    if b.has("autumn", "fall", "maple"):
        leaves = "orange leaf"
    limbs = [Limb((0, 0, 0), (0.05, 1.5, 0.02), 0.2, 0.14), Limb((0, -0.02, 0), (0, 0.35, 0), 0.27, 0.16)]
    tips: list[Vec] = []
    for k in range(5):
        turn = 2 * math.pi * k / 5 + b.chance(-0.3, 0.3)
        far, y = b.chance(0.75, 1.0), b.chance(2.3, 2.75)
        tip = (far * math.cos(turn), y, far * math.sin(turn))
        limbs.append(Limb((0.04, 1.2 + 0.07 * k, 0.01), tip, 0.11, 0.05))
        tips.append(tip)
    for k in range(4):
        turn = 2 * math.pi * k / 4 + 0.4
        limbs.append(Limb((0, 0.16, 0), (0.4 * math.cos(turn), 0.0, 0.4 * math.sin(turn)), 0.1, 0.05))
    b.trim("trunk", b.blob(limbs, 0.14) - b.box(9, 1, 9, (0, -1, 0)), "bark")
    if b.has("bare", "dead", "winter", "leafless"):
        return
    lumps = [lump for x, y, z in tips for lump in _lumps(b, (x * 0.95, y + 0.35, z * 0.95), b.chance(0.72, 0.92), 12)]
    lumps += _lumps(b, (0, 3.35, 0), 1.05, 16)
    crown = _leafy(b, lumps, 0.9)
    b.main("leaves", crown, leaves)
    fruit = next((name for name in FRUITS if b.has(name)), "")
    if fruit and not blossom:
        surface = np.asarray(crown.to_mesh().vert_properties, np.float64)[:, :3]
        low = surface[surface[:, 1] < 3.5]
        count = b.count(fruit, 24, most=60)
        spots = low[np.linspace(0, len(low) - 1, count).astype(int)]
        b.trim(fruit, union([b.ball(0.1, (float(x), float(y), float(z))) for x, y, z in spots]), FRUITS[fruit])


@model("pine")
def _pine(b: Bench) -> None:
    b.trim("trunk", b.cyl(1.4, 0.17, 0.11), "bark")
    tiers = 7 if b.fine else 6
    tips = 20 if b.fine else 14
    solids = []
    for k in range(tiers):
        y, r = 0.65 + 3.0 * k / tiers, 1.3 * (1 - k / (tiers + 0.7))
        cone = b.lathe(
            [(0, 0.08), (r * 0.5, 0.02), (r, -0.1), (r * 0.97, -0.06), (r * 0.5, 0.34), (r * 0.16, 0.75), (0, 0.92)],
            sides=4 * tips,
        )
        drop = cone.warp_batch(lambda v, r=r: _fringed(v, r, tips))
        solids.append(drop.rotate((0, 17 * k, 0)).translate((0, y, 0)))
    b.main("needles", union(solids), "#2f6a3c leaf")
    if b.has("christmas", "xmas", "decorated", "ball", "ornate"):
        colors = ("red", "gold", "blue", "silver")
        for index, color in enumerate(colors):
            balls = []
            for k in range(9 if b.fine else 6):
                share = (k + index / 4) / 9.5 if b.fine else (k + index / 4) / 6.5
                y, turn = 0.72 + 2.8 * share, 2.4 * (4 * k + index)
                r = 1.2 * (1 - share * 0.88)
                balls.append(b.ball(0.085, (r * math.sin(turn), y, r * math.cos(turn))))
            b.trim("baubles", union(balls), f"{color} ceramic" if color in ("red", "blue") else color)
        b.trim("star", b.prism(star(5, 0.24, 0.1), 0.09, (0, 4.22, 0), 0.03), "gold")


def _fringed(vertices: Points, r: float, tips: int) -> Points:
    """The rim of a cone in points that hang."""
    far = np.hypot(vertices[:, 0], vertices[:, 2]) / r
    turn = np.arctan2(vertices[:, 2], vertices[:, 0])
    wave = 0.5 + 0.5 * np.cos(turn * tips)
    scale = 1 - 0.2 * wave * np.clip(far - 0.3, 0, 1)
    vertices[:, 0] *= scale
    vertices[:, 2] *= scale
    vertices[:, 1] += 0.12 * r * wave * np.clip(far - 0.4, 0, 1)
    return vertices


@model("palm")
def _palm(b: Bench) -> None:
    rings = 16
    radii = []
    points: list[Vec] = []
    for k in range(2 * rings + 1):
        t = k / (2 * rings)
        points.append((0.75 * t**1.8, 4.2 * t, 0.0))
        radii.append((0.2 - 0.09 * t) * (1.1 if k % 2 else 0.94))
    b.trim("trunk", b.tube(points, radii, curve=False), "bark")
    fronds = b.count("leaf", 9, most=14)
    solids = []
    for k in range(fronds):
        droop = b.chance(0.75, 1.15)
        leaf = frond(b, 2.0, droop).rotate((0, 360 * k / fronds + b.chance(-8, 8), 0))
        solids.append(leaf.translate((0.75, 4.2, 0)))
    b.main("leaves", union(solids), "#4a8a3a leaf")
    b.trim("coconuts", around(b.ball(0.14, (0, 4.05, 0.2), (1, 1.1, 1)), 4).translate((0.75, 0, 0)), "dark brown bark")


def frond(b: Bench, length: float, droop: float) -> Manifold:
    """A feathered leaf that hangs over, pointing to +z."""
    count = 18 if b.fine else 12
    half: list[tuple[float, float]] = []
    for k in range(count):
        z = length * (0.12 + 0.86 * k / count)
        w = 0.42 * math.sin(math.pi * min(1.0, 0.12 + 0.9 * k / count)) + 0.03
        half += [(w, z), (w * 0.35, z + length * 0.86 / count * 0.55)]
    outline: Flat = [(0.03, 0.0), *half, (0.0, length), *[(-x, z) for x, z in reversed(half)], (-0.03, 0.0)]
    flat = b.prism([(x, -z) for x, z in outline], 0.03, axis="y")
    flat = flat.refine_to_length(0.22)

    def hang(v: Points) -> Points:
        z = v[:, 2].copy()
        v[:, 1] += 0.55 * z - droop * 0.42 * z * z - 0.5 * np.abs(v[:, 0]) * (v[:, 0] ** 2 > 1e-4)
        v[:, 2] = z * (1 - 0.08 * z)
        return v

    return flat.warp_batch(hang)


@model("bush")
def _bush(b: Bench) -> None:
    lumps: list[Limb | Egg] = []
    for k in range(4):
        far = 0.42 * (k > 0)
        middle = (far * math.cos(2.1 * k), 0.45 + b.chance(-0.08, 0.1), far * math.sin(2.1 * k))
        lumps += _lumps(b, middle, b.chance(0.42, 0.55), 12)
    b.main("leaves", _leafy(b, lumps, 0.5) - b.box(9, 2, 9, (0, -2, 0)), "leaf")
    if b.has("flower", "rose", "berry", "flowering", "flowers", "berries"):
        dots = [
            b.ball(0.05, (0.75 * math.cos(2.4 * k), 0.3 + 0.5 * ((k * 7) % 10) / 10, 0.75 * math.sin(2.4 * k)))
            for k in range(24)
        ]
        b.trim("flowers", union(dots), "pink")
