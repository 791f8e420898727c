"""Trees that grow: no two alike, in leaf, in autumn colours, in blossom or bare under snow."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import cv2
import numpy as np

from mediamill_procedural.lexicon import table
from mediamill_procedural.painter.canvas import Bytes, Colour, Pixels, blend, f32, from_bytes, rgb, scaled
from mediamill_procedural.painter.easel import Easel
from mediamill_procedural.painter.modelling import FRACTION_BITS, Sprite

FINE = 2  # pixels drawn for each pixel shown, both ways
HEIGHT_MAX = 760  # pixels drawn
LIGHT_STEPS = 40  # shades between full shadow and full light
LEAVES = {season: told.split() for season, told in table("painter", "palette").section("leaves").texts().items()}
AUTUMN_HUES = ("c8501e", "e08a22", "d9b02e", "a8381f", "8f9a34")
BARK: Colour = (0.33, 0.25, 0.19)
SNOW: Colour = (0.95, 0.97, 1.0)
WIDTH = {"pine": 0.52, "palm": 0.95, "birch": 0.62, "willow": 1.15, "bush": 1.5, "cypress": 0.26}  # of the height


CLUMPS = tuple(  # outlines of a clump of leaves, seven-cornered and uneven, turned a little each
    tuple(
        (
            (0.72 + 0.125 * ((corner * 3) % 5)) * math.cos(turn / 4 + corner * 2 * math.pi / 7),
            (0.72 + 0.125 * ((corner * 3) % 5)) * math.sin(turn / 4 + corner * 2 * math.pi / 7) * 0.8,
        )
        for corner in range(7)
    )
    for turn in range(11)
)


@dataclass(slots=True)
class _Grower:
    """One tree on its own sheet; x from the middle, y upwards, both in heights of the tree."""

    easel: Easel
    chance: np.random.Generator
    sheet: Bytes
    tall: float
    colour: Colour | None = None
    leaves: list[tuple[float, float, float, float, float]] = field(default_factory=list)
    mixed: dict[tuple[Colour, int], tuple[float, float, float, float]] = field(default_factory=dict)

    def paint(self, base: Colour, light: float) -> tuple[float, float, float, float]:
        """The colour in this light, in one of LIGHT_STEPS steps."""
        step = round(min(1.15, max(0.0, light)) * LIGHT_STEPS)
        if (base, step) not in self.mixed:
            lit = self.easel.palette.lit(f32(base), step / LIGHT_STEPS)
            red, green, blue = (float(min(1.0, part)) * 255 for part in lit)
            self.mixed[base, step] = (red, green, blue, 255.0)
        return self.mixed[base, step]

    def polygon(self, points: Sequence[tuple[float, float]], paint: tuple[float, float, float, float]) -> None:
        one = 1 << FRACTION_BITS
        middle, foot = self.sheet.shape[1] / 2 * one, (self.sheet.shape[0] - 2) * one
        scale = self.tall * one
        fixed = np.array([(middle + x * scale, foot - y * scale) for x, y in points]).astype(np.int32)
        cv2.fillPoly(self.sheet, [fixed], paint, lineType=cv2.LINE_AA, shift=FRACTION_BITS)

    def stroke(self, x0: float, y0: float, x1: float, y1: float, w0: float, w1: float, base: Colour) -> None:
        """A tapering branch, lighter on the side of the light."""
        length = math.hypot(x1 - x0, y1 - y0) or 1e-6
        nx, ny = -(y1 - y0) / length / 2, (x1 - x0) / length / 2
        body = [
            (x0 + nx * w0, y0 + ny * w0),
            (x1 + nx * w1, y1 + ny * w1),
            (x1 - nx * w1, y1 - ny * w1),
            (x0 - nx * w0, y0 - ny * w0),
        ]
        side = self.easel.light.side
        self.polygon(body, self.paint(base, 0.34))
        toward = 1.0 if nx * side > 0 else -1.0
        share = 0.45 if abs(side) > 0.1 else 0.8
        lit = [body[0], body[1]] if toward > 0 else [body[3], body[2]]
        inner = [
            (
                lit[1][0] * (1 - share) + (x1 - nx * w1 * toward) * share,
                lit[1][1] * (1 - share) + (y1 - ny * w1 * toward) * share,
            ),
            (
                lit[0][0] * (1 - share) + (x0 - nx * w0 * toward) * share,
                lit[0][1] * (1 - share) + (y0 - ny * w0 * toward) * share,
            ),
        ]
        self.polygon([*lit, *inner], self.paint(base, 0.72))

    def crown(self, lobes: list[tuple[float, float, float]], count: int, size: float) -> None:
        """Clumps of leaves over round lobes: each remembers how much light it gets."""
        light = self.easel.light
        toward = np.array([light.side * 0.8, 0.35 + 0.6 * light.height])
        toward /= np.linalg.norm(toward)
        centre = np.mean([lobe[:2] for lobe in lobes], axis=0)
        reach = max(math.hypot(x - centre[0], y - centre[1]) + r for x, y, r in lobes)
        few = min(1.0, max(0.25, self.tall / 640))  # a small tree shows fewer, larger clumps
        count, size = int(count * few), size / few**0.5
        for x, y, radius in lobes:
            for _ in range(max(5, int(count * radius))):
                angle, away = self.chance.uniform(0, 2 * math.pi), math.sqrt(self.chance.uniform(0, 1)) * radius
                px, py = x + away * math.cos(angle), y + away * math.sin(angle) * 0.9
                lobe = ((px - x) * toward[0] + (py - y) * toward[1]) / radius
                whole = ((px - centre[0]) * toward[0] + (py - centre[1]) * toward[1]) / reach
                lit = 0.42 + 0.30 * lobe + 0.34 * whole + self.chance.normal(0, 0.07)
                self.leaves.append((px, py, size * self.chance.uniform(0.6, 1.25), lit, self.chance.random()))

    def leaf_out(self, hues: list[Colour], snow: float = 0.0) -> None:
        """Draw the clumps, those in the dark first."""
        for x, y, size, lit, pick in sorted(self.leaves, key=lambda leaf: leaf[3] + 0.25 * leaf[4]):
            base = hues[int(pick * len(hues))]
            white = snow > 0 and lit + pick * 0.3 > 0.95 - 0.45 * snow
            paint = self.paint(SNOW if white else base, lit)
            points = [(x + size * dx, y + size * dy) for dx, dy in CLUMPS[int(pick * 1_000) % len(CLUMPS)]]
            self.polygon(points, paint)


def tree(
    easel: Easel,
    species: str,
    height: float,
    chance: np.random.Generator,
    *,
    colour: Colour | None = None,
    season: str | None = None,
) -> Sprite:
    """A tree `height` pixels tall that stands on its foot; `colour` is that of its leaves."""
    tall = min(height * FINE, HEIGHT_MAX)
    wide = WIDTH.get(species, 0.95)
    sheet = np.zeros((int(tall * 1.06) + 6, int(tall * wide * 1.15) + 8, 4), np.uint8)
    grower = _Grower(easel, chance, sheet, tall, colour)
    when = season or easel.scene.season
    if species == "pine":
        _pine(grower, when)
    elif species == "palm":
        _palm(grower)
    elif species == "willow":
        _willow(grower, when)
    elif species in ("bush", "cypress"):
        _clumped(grower, species, when)
    else:
        _broadleaf(grower, species, when)
    pixels = from_bytes(grower.sheet)
    scale = height / tall
    size = (max(1, round(pixels.shape[1] * scale)), max(1, round(pixels.shape[0] * scale)))
    pixels = f32(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA))
    return Sprite(pixels, (size[0] / 2, size[1] - 2 * scale))


def hazed(pixels: Pixels, haze: Colour, share: float) -> Pixels:
    """A sprite with air before it."""
    if share <= 0:
        return pixels
    out = pixels.copy()
    out[..., :3] = out[..., :3] * (1 - share) + f32(haze) * out[..., 3:4] * share
    return out


def _hues(grower: _Grower, species: str, season: str) -> list[Colour]:
    if grower.colour is not None:
        return [grower.colour, scaled(grower.colour, 0.8), blend(grower.colour, (1.0, 1.0, 1.0), 0.2)]
    if species == "cherry tree":
        return [rgb("f2b3cc"), rgb("e892b4"), rgb("fbd9e4")]
    if season == "autumn":
        start = int(grower.chance.integers(len(AUTUMN_HUES)))
        if species == "birch":
            return [rgb("e0b02c"), rgb("d99a22"), rgb("ecc84e")]
        return [rgb(AUTUMN_HUES[start]), rgb(AUTUMN_HUES[(start + 1) % len(AUTUMN_HUES)])]
    dark, light = LEAVES[season]
    shift = grower.chance.uniform(-0.12, 0.18)
    warm = blend(rgb(dark), rgb("7a8a2c"), max(0.0, shift))
    return [warm, rgb(light), scaled(rgb(light), 1.0 + shift * 0.5)]


def _branches(
    grower: _Grower, x: float, y: float, angle: float, length: float, width: float, level: int, bark: Colour
) -> list[tuple[float, float]]:
    """A branch and what grows from it; returns the tips."""
    end_x, end_y = x + length * math.cos(angle), y + length * math.sin(angle)
    grower.stroke(x, y, end_x, end_y, width, width * 0.66, bark)
    if level == 0:
        return [(end_x, end_y)]
    tips: list[tuple[float, float]] = []
    for turn in (-0.52, 0.05, 0.5) if level > 1 else (-0.4, 0.42):
        bend = turn + grower.chance.normal(0, 0.13)
        tips += _branches(
            grower,
            end_x,
            end_y,
            angle + bend,
            length * grower.chance.uniform(0.60, 0.80),
            width * 0.60,
            level - 1,
            bark,
        )
    return tips


def _broadleaf(grower: _Grower, species: str, season: str) -> None:
    birch = species == "birch"
    bark = rgb("e6e2da") if birch else BARK
    bare = season == "winter" and grower.colour is None and species != "cherry tree"
    lean = grower.chance.normal(0, 0.05)
    width = 0.030 if birch else grower.chance.uniform(0.052, 0.075)
    trunk = grower.chance.uniform(0.22, 0.31) if not birch else 0.36
    tips = _branches(grower, 0.0, 0.0, math.pi / 2 + lean, trunk, width, 4 if bare else 3, bark)
    if birch:
        grower.stroke(lean * -0.3, trunk * 0.9, lean * -0.6, 0.92, width * 0.7, 0.004, bark)
        for _ in range(16):
            y = grower.chance.uniform(0.02, 0.6)
            side, long = grower.chance.uniform(-0.4, 0.4) * width, grower.chance.uniform(0.2, 0.5) * width
            x = -lean * y + side
            grower.polygon(
                [(x - long, y), (x + long, y + 0.002), (x + long, y + 0.006), (x - long, y + 0.005)],
                grower.paint(rgb("2c2824"), 0.5),
            )
    if bare:
        for x, y in tips:
            grower.stroke(x, y, x + grower.chance.normal(0, 0.03), y + 0.05, 0.004, 0.001, bark)
        return
    if birch:
        lobes = [
            (grower.chance.normal(0, 0.10), y, 0.085 + 0.05 * math.sin((y - 0.3) * 4.2))
            for y in np.linspace(0.36, 0.93, 15)
        ]
        grower.crown(lobes, 330, 0.011)
    else:
        lobes = [(x * 0.95, min(0.84, y * 0.93), grower.chance.uniform(0.11, 0.17)) for x, y in tips[::2]]
        lobes += [(grower.chance.uniform(-0.12, 0.12), grower.chance.uniform(0.55, 0.78), 0.17) for _ in range(3)]
        lobes = [(max(-0.36, min(0.36, x)), max(0.42, y), r) for x, y, r in lobes]
        grower.crown(lobes, 520, 0.0175)
    grower.leaf_out(_hues(grower, species, season))


def _clumped(grower: _Grower, species: str, season: str) -> None:
    if species == "bush":
        lobes = [
            (grower.chance.uniform(-0.5, 0.5), grower.chance.uniform(0.2, 0.55), grower.chance.uniform(0.2, 0.34))
            for _ in range(7)
        ]
        grower.crown(lobes, 150, 0.055)
    else:
        grower.stroke(0, 0, 0, 0.2, 0.03, 0.02, BARK)
        lobes = [
            (grower.chance.normal(0, 0.008), y, 0.085 * math.sin(math.pi * min(1.0, (y - 0.02) * 0.9 + 0.14)) + 0.012)
            for y in np.linspace(0.1, 0.94, 16)
        ]
        grower.crown(lobes, 500, 0.013)
    hues = [rgb("2f5a34"), rgb("3f6b3a")] if species == "cypress" else _hues(grower, species, season)
    grower.leaf_out(hues, snow=0.8 if season == "winter" else 0.0)


def _pine(grower: _Grower, season: str) -> None:
    chance, side = grower.chance, grower.easel.light.side
    base = grower.colour or blend(rgb("1f4a34"), rgb("3d6238"), float(chance.random()))
    snow = 0.75 if season == "winter" else 0.0
    wide, foot = chance.uniform(0.17, 0.25), chance.uniform(0.13, 0.19)
    tiers = int(chance.integers(13, 20))
    grower.stroke(0, 0, 0, 0.9, 0.034, 0.006, BARK)
    for tier in range(tiers):
        t = tier / (tiers - 1)
        y = foot + (0.985 - foot) * t**0.92
        reach = wide * (1 - t) ** 0.82 + 0.008
        boughs = 9
        order = chance.permutation(boughs)
        for number in order:
            across = (number / (boughs - 1) - 0.5) * 2
            x = across * reach * chance.uniform(0.75, 1.12)
            droop = reach * (0.30 + 0.28 * abs(across)) * chance.uniform(0.7, 1.3)
            thick = 0.012 + 0.055 * (1 - t) * 0.7
            lit = 0.36 + 0.30 * across * side + 0.10 * t + chance.normal(0, 0.07)
            tip = (x, y - droop)
            points = [
                (0.0, y + thick * 0.9),
                (x * 0.55, y - droop * 0.25 + thick * 0.5),
                tip,
                (x * 0.72, y - droop - thick * 0.5),
                (x * 0.35, y - droop * 0.7 - thick),
                (0.0, y - thick),
            ]
            grower.polygon(points, grower.paint(base, lit))
            if snow and chance.random() < snow:
                top = [
                    (0.0, y + thick * 0.9),
                    (x * 0.55, y - droop * 0.25 + thick * 0.5),
                    tip,
                    (x * 0.5, y - droop * 0.62 - thick * 0.3),
                    (0.0, y),
                ]
                grower.polygon(top, grower.paint(SNOW, lit + 0.35))


def _palm(grower: _Grower) -> None:
    chance = grower.chance
    lean = chance.choice([-1.0, 1.0]) * chance.uniform(0.06, 0.22)
    points = [(lean * (t**1.7), 0.80 * t) for t in np.linspace(0, 1, 12)]
    for index, (start, end) in enumerate(pairwise(points)):
        width = 0.040 - 0.0015 * index
        grower.stroke(start[0], start[1], end[0], end[1] + 0.004, width, width * 0.86, rgb("8a6b4a"))
    x, y = points[-1]
    base = grower.colour or rgb("4a8f3c")
    for number in chance.permutation(13):
        angle = math.pi * (-0.12 + 1.24 * number / 12) + chance.normal(0, 0.06)
        long = chance.uniform(0.30, 0.40)
        spine = []
        for t in np.linspace(0, 1, 9):
            fall = 0.26 * t * t * (0.6 + 0.4 * abs(math.cos(angle)))
            spine.append((x + long * t * math.cos(angle), y + long * t * math.sin(angle) * 0.72 - fall))
        lit = 0.46 + 0.3 * math.cos(angle) * grower.easel.light.side + 0.15 * math.sin(angle) + chance.normal(0, 0.06)
        for a, b in pairwise(spine):
            dx, dy = b[0] - a[0], b[1] - a[1]
            for k in range(2):
                px, py = a[0] + dx * k / 2, a[1] + dy * k / 2
                for turn in (-1, 1):
                    leaf = 0.10 * (1 - 0.55 * math.hypot(px - x, py - y) / long)
                    tx, ty = px + dx * 0.9 - turn * dy * 1.5, py + dy * 0.9 + turn * dx * 1.3 - leaf * 0.55
                    grower.polygon(
                        [(px, py), (px + dx * 0.5, py + dy * 0.5), (tx, ty)], grower.paint(base, lit + 0.08 * turn)
                    )
    for k in range(3):
        cx, cy = x + (k - 1) * 0.018, y - 0.018
        grower.polygon(
            [(cx + 0.014 * math.cos(a), cy + 0.014 * math.sin(a)) for a in np.linspace(0, 6.28, 9)],
            grower.paint(rgb("6b4a2a"), 0.5),
        )


def _willow(grower: _Grower, season: str) -> None:
    _branches(grower, 0.0, 0.0, math.pi / 2 + grower.chance.normal(0, 0.05), 0.34, 0.075, 3, BARK)
    hues = _hues(grower, "willow", season)
    lobes = [(grower.chance.uniform(-0.32, 0.32), grower.chance.uniform(0.60, 0.82), 0.13) for _ in range(9)]
    grower.crown(lobes, 240, 0.018)
    grower.leaf_out(hues)
    for _ in range(150):
        x = grower.chance.uniform(-0.46, 0.46)
        top = 0.86 - 0.9 * x * x
        end = top - grower.chance.uniform(0.25, 0.62) * (0.5 + abs(x))
        lit = 0.42 + 0.5 * x * grower.easel.light.side + grower.chance.normal(0, 0.1)
        base = hues[int(grower.chance.integers(len(hues)))]
        sway = grower.chance.normal(0, 0.012)
        grower.polygon(
            [
                (x - 0.004, top),
                (x + 0.004, top),
                (x + sway + 0.006, (top + end) / 2),
                (x + sway, max(0.04, end)),
                (x + sway - 0.005, (top + end) / 2),
            ],
            grower.paint(base, lit),
        )
