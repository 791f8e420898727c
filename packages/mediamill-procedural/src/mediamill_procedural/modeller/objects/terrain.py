"""Land and stones."""

import math
from collections.abc import Callable

import numpy as np
from manifold3d import Manifold

from mediamill_procedural.modeller.bench import Bench
from mediamill_procedural.modeller.model import model
from mediamill_procedural.modeller.objects.trees import frond
from mediamill_procedural.modeller.organic import Egg
from mediamill_procedural.modeller.shapes import Points, Vec, around, solid_of, union

Height = Callable[[Points, Points], Points]  # of x and z


def _land(radius: float, height: Height, rings: int, sides: int, floor: float) -> Manifold:
    """A round piece of land: `height(x, z)` above the floor, closed below."""
    r = radius * np.linspace(0, 1, rings + 1)[1:]
    turns = np.linspace(0, 2 * np.pi, sides, endpoint=False)
    x = np.concatenate([[0.0], (r[:, np.newaxis] * np.sin(turns)).reshape(-1)])
    z = np.concatenate([[0.0], (r[:, np.newaxis] * np.cos(turns)).reshape(-1)])
    y = np.maximum(height(x, z), floor + 0.01)
    edge_x, edge_z = x[-sides:], z[-sides:]
    vertices = np.concatenate(
        [np.column_stack([x, y, z]), np.column_stack([edge_x, np.full(sides, floor), edge_z]), [[0.0, floor, 0.0]]]
    )
    one = np.arange(sides)
    two = (one + 1) % sides
    faces = [np.column_stack([np.zeros(sides, int), 1 + one, 1 + two])]
    for ring in range(rings - 1):
        a, c = 1 + ring * sides, 1 + (ring + 1) * sides
        faces += [np.column_stack([a + one, c + one, c + two]), np.column_stack([a + one, c + two, a + two])]
    last, low = 1 + (rings - 1) * sides, 1 + rings * sides
    faces += [np.column_stack([last + one, low + one, low + two]), np.column_stack([last + one, low + two, last + two])]
    faces.append(np.column_stack([np.full(sides, low + sides), low + two, low + one]))
    return solid_of(vertices, np.concatenate(faces))


def _ridges(x: Points, z: Points, seed: float, octaves: int = 5) -> Points:
    """Ridged noise out of sines, 0 to 1."""
    total, weight, scale = np.zeros_like(x), 1.0, 1.0
    for k in range(octaves):
        turn = 0.7 + 1.9 * k + seed
        u, v = x * math.cos(turn) + z * math.sin(turn), z * math.cos(turn) - x * math.sin(turn)
        wave = np.sin(u * scale + 1.3 * np.sin(v * scale * 0.7 + seed + k)) * np.cos(
            v * scale * 0.9 + 0.8 * np.sin(u * scale * 0.6 + 2 * k)
        )
        total += weight * (1 - np.abs(wave))
        weight *= 0.52
        scale *= 2.05
    found: Points = total / 2.05
    return found


@model("mountain")
def _mountain(b: Bench) -> None:
    seed = b.chance(0, 6)
    rings, sides = (64, 120) if b.fine else (34, 64)

    def height(x: Points, z: Points) -> Points:
        r = np.hypot(x, z) / 30
        cone = np.clip(1 - r, 0, 1) ** 1.25
        found: Points = 34 * cone * (0.72 + 0.5 * (_ridges(x / 9, z / 9, seed) - 0.45)) + 1.6 * _ridges(
            x / 5, z / 5, seed + 2
        ) * np.clip(1.1 - r, 0, 1)
        return found

    land = _land(30, height, rings, sides, -1.0)
    if b.has("hill"):
        b.main("hill", land.scale((1, 0.35, 1)), "grass")
        return
    line = 15.0
    wavy = _land(
        31, lambda x, z: line + 2.2 * _ridges(x / 4, z / 4, seed) + 2.0 * np.sin(x / 4) * np.cos(z / 5), 24, 48, -5.0
    )
    grass = _land(31, lambda x, z: 2.6 + 1.4 * np.sin(x / 3.1) * np.cos(z / 3.7), 24, 48, -5.0)
    b.main("rock", (land ^ wavy) - grass, "stone")
    b.second("snow", land - wavy, "snow")
    b.trim("grass", land ^ grass, "grass")


@model("volcano")
def _volcano(b: Bench) -> None:
    seed = b.chance(0, 6)

    def height(x: Points, z: Points) -> Points:
        r = np.hypot(x, z) / 25
        cone = 25 * np.clip(1 - r, 0, 1) ** 1.35 * (0.9 + 0.25 * (_ridges(x / 6, z / 6, seed) - 0.5)) + 0.8 * _ridges(
            x / 3, z / 3, seed
        ) * np.clip(1 - r, 0, 1)
        found: Points = np.minimum(
            cone, 16 + 1.2 * np.sin(5 * np.arctan2(x, z)) + np.clip(np.hypot(x, z) - 4.4, -4, 0) * 1.3
        )
        return found

    rings, sides = (60, 108) if b.fine else (36, 64)
    b.main("rock", _land(25, height, rings, sides, -1.0), "#4a423e granite")
    b.trim("lava", b.cyl(1.2, 3.4, at=(0, 11.6, 0)), "lava")
    streams: list[Vec] = []
    for turn, reach in ((0.3, 16.0), (2.4, 12.0), (4.3, 14.0)):
        streams = [
            (
                r * math.sin(turn + 0.12 * math.sin(r)),
                float(
                    height(
                        np.array([r * math.sin(turn + 0.12 * math.sin(r))]),
                        np.array([r * math.cos(turn + 0.12 * math.sin(r))]),
                    )[0]
                )
                + 0.1,
                r * math.cos(turn + 0.12 * math.sin(r)),
            )
            for r in np.linspace(3.0, reach, 12).tolist()
        ]
        b.trim("lava", b.tube(streams, [0.9] * 6 + [0.8, 0.75, 0.7, 0.65, 0.6, 0.3], flat=0.6), "lava")
    puffs = [
        Egg(
            (2.0 * math.sin(1.7 * k) * (0.3 + 0.2 * k), 17 + 2.6 * k, 2.0 * math.cos(1.3 * k) * (0.3 + 0.2 * k)),
            (2.2 + 0.7 * k, 1.9 + 0.5 * k, 2.2 + 0.7 * k),
        )
        for k in range(5)
    ]
    b.trim("smoke", b.blob(puffs, 1.6), "#8a8684 plaster")


@model("island")
def _island(b: Bench) -> None:
    def height(x: Points, z: Points) -> Points:
        r = np.hypot(x, z) / 6.5 * (1 + 0.12 * np.sin(3 * np.arctan2(x, z) + 1))
        found: Points = 1.5 * np.clip(1 - r**2, -0.5, 1) + 0.12 * _ridges(x, z, 1.0)
        return found

    rings, sides = (40, 96) if b.fine else (24, 56)
    land = _land(8, height, rings, sides, -0.8)
    green = _land(9, lambda x, z: 0.95 + 0.2 * np.sin(1.3 * x) * np.cos(1.1 * z), 16, 40, -3.0)
    b.main("sand", land ^ green, "sand")
    b.second("grass", land - green, "grass")
    b.trim("water", b.cyl(0.5, 9.0, at=(0, -0.65, 0), soft=0.1), "water")
    for x, z, h, lean in ((0.6, -0.2, 4.4, 0.9), (-0.9, 0.5, 3.6, -0.8)):
        points: list[Vec] = [(x + lean * (k / 12) ** 1.7, 1.2 + h * k / 12, z) for k in range(13)]
        b.trim(
            "trunks", b.tube(points, [0.2 - 0.007 * k * (1 if k % 2 else 1.15) for k in range(13)], curve=False), "bark"
        )
        top = points[-1]
        b.trim(
            "palms",
            union([frond(b, 1.9, 1.0).rotate((0, 360 * k / 8, 0)).translate(top) for k in range(8)]),
            "#4a8a3a leaf",
        )
        b.trim("coconuts", around(b.ball(0.14, (0, -0.14, 0.2)), 3).translate(top), "dark brown bark")
    b.trim(
        "rocks",
        union(
            [
                b.blob([Egg((x, y, z), (0.6, 0.5, 0.55)), Egg((x + 0.4, y - 0.1, z + 0.2), (0.5, 0.35, 0.4))], 0.15)
                for x, y, z in ((3.6, 0.4, 2.0), (-3.0, 0.6, -2.6))
            ]
        ),
        "stone",
    )


@model("rock")
def _rock(b: Bench) -> None:
    points = b.random.normal(size=(38 if b.fine else 26, 3))
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    points *= b.random.uniform(0.84, 1.0, (len(points), 1)) * np.array([0.55, 0.4, 0.48])
    rock = Manifold.hull_points(points)
    dents = union(
        [b.ball(0.3, (0.72 * math.sin(t), 0.1 * k, 0.66 * math.cos(t))) for k, t in ((1, 0.6), (2, 2.8), (-1, 4.4))]
    )
    b.main("rock", rock - dents - b.box(3, 1, 3, (0, -1.28, 0)), "stone")
    for x, z, size in ((0.62, 0.3, 0.24), (-0.6, 0.36, 0.17), (0.3, 0.58, 0.13)):
        pebble = Manifold.hull_points(points * size * b.random.uniform(0.8, 1.1, 3)).translate(
            (x, -0.28 + 0.2 * size, z)
        )
        b.main("pebbles", pebble - b.box(3, 1, 3, (0, -1.28, 0)), "stone")
    if b.has("mossy"):
        b.trim("moss", rock.scale((1.015, 1.02, 1.015)) ^ b.box(2, 1, 2, (0, 0.2, 0)), "grass")


@model("crystal")
def _crystal(b: Bench) -> None:
    if b.has("gem", "gemstone", "jewel", "diamond"):
        b.main(
            "gem",
            b.lathe([(0, 0), (0.05, 0.05), (0.058, 0.062), (0.034, 0.082), (0, 0.082)], sides=8),
            "diamond" if b.has("diamond") else "ruby",
        )
        return

    def shard(h: float, r: float) -> Manifold:
        return b.lathe([(0, -0.05), (r * 0.8, -0.05), (r, h * 0.15), (r * 0.9, h * 0.75), (0, h)], sides=6 * 4 // 4)

    places = (
        (0, 0, 0.5, 0.09, 0, 0),
        (0.12, 0.03, 0.34, 0.07, 0, -24),
        (-0.11, 0.05, 0.36, 0.065, 0, 22),
        (0.03, 0.13, 0.28, 0.06, 28, -4),
        (-0.03, -0.12, 0.3, 0.06, -26, 6),
        (0.14, -0.1, 0.2, 0.05, -20, -30),
        (-0.15, -0.08, 0.18, 0.045, -16, 34),
        (0.12, 0.14, 0.15, 0.04, 30, -30),
        (-0.1, 0.15, 0.16, 0.04, 28, 26),
    )
    b.main(
        "crystals",
        union(
            [
                shard(h, r).rotate((tx, 17 * k, tz)).translate((x, 0.05, z))
                for k, (x, z, h, r, tx, tz) in enumerate(places)
            ]
        ),
        "amethyst",
    )
    points = np.random.default_rng(3).normal(size=(24, 3))
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    b.second(
        "rock",
        Manifold.hull_points(points * np.array([0.27, 0.11, 0.25])).translate((0, 0.03, 0))
        - b.box(2, 1, 2, (0, -1, 0)),
        "stone",
    )
