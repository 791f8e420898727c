"""A tile of a few motifs that joins on all sides, for wallpapers and textiles."""

import math
from collections.abc import Callable, Sequence

import cv2
import numpy as np

from mediamill_procedural.painter.canvas import Bytes, Colour
from mediamill_procedural.painter.modelling import FRACTION_BITS

ONE = 1 << FRACTION_BITS


def tile_of(side: int, ground: Colour, inks: Sequence[Colour], chance: np.random.Generator) -> Bytes:
    """A square tile in one of four patterns: blossoms, scales, triangles, rings."""
    tile = _Tile(side, ground, inks)
    MOTIFS[int(chance.integers(len(MOTIFS)))](tile, chance)
    return tile.sheet


class _Tile:
    """What is drawn over one edge comes in again at the opposite one."""

    def __init__(self, side: int, ground: Colour, inks: Sequence[Colour]) -> None:
        self.side = side
        self.inks = inks
        self.sheet = np.empty((side, side, 3), np.uint8)
        self.sheet[:] = np.clip(np.array(ground) * 255, 0, 255).astype(np.uint8)

    def paint(self, number: int) -> tuple[float, ...]:
        return tuple(float(part) * 255 for part in self.inks[number % len(self.inks)])

    def places(self, x: float, y: float) -> list[tuple[float, float]]:
        return [(x + dx, y + dy) for dx in (-self.side, 0, self.side) for dy in (-self.side, 0, self.side)]

    def disc(self, x: float, y: float, radius: float, ink: int) -> None:
        for a, b in self.places(x, y):
            centre = (int(a * ONE), int(b * ONE))
            cv2.circle(self.sheet, centre, int(radius * ONE), self.paint(ink), -1, cv2.LINE_AA, FRACTION_BITS)

    def petal(self, x: float, y: float, radius: float, angle: float, ink: int) -> None:
        axes, turn = (int(radius * 0.42 * ONE), int(radius * 0.2 * ONE)), math.degrees(angle)
        for a, b in self.places(x + radius * 0.6 * math.cos(angle), y + radius * 0.6 * math.sin(angle)):
            centre = (int(a * ONE), int(b * ONE))
            cv2.ellipse(self.sheet, centre, axes, turn, 0, 360, self.paint(ink), -1, cv2.LINE_AA, FRACTION_BITS)

    def triangle(self, points: Sequence[tuple[float, float]], ink: int) -> None:
        fixed = np.round(np.array(points) * ONE).astype(np.int32)
        cv2.fillPoly(self.sheet, [fixed], self.paint(ink), cv2.LINE_AA, FRACTION_BITS)


def _blossoms(tile: _Tile, chance: np.random.Generator) -> None:
    """Flowers, every second row set off by half a tile, with dots between them."""
    half, count = tile.side / 2, int(chance.integers(6, 11))
    for x, y, ink in ((0.0, 0.0, 0), (half, half, 2)):
        for number in range(count):
            tile.petal(x, y, tile.side * 0.30, 2 * math.pi * number / count, ink)
        tile.disc(x, y, tile.side * 0.06, ink + 1)
        tile.disc(x + half, y, tile.side * 0.045, ink + 1)


def _scales(tile: _Tile, chance: np.random.Generator) -> None:
    """Overlapping scales of rings."""
    shift = int(chance.integers(3))
    for row in range(4):
        for column in range(2):
            x, y = tile.side / 4 * (2 * column + row % 2), tile.side / 4 * row
            for ring, ink in ((0.25, row % 2), (0.19, 2), (0.12, 1 + row % 2), (0.05, 3)):
                tile.disc(x, y, tile.side * ring, ink + shift)


def _triangles(tile: _Tile, chance: np.random.Generator) -> None:
    """Half squares that turn from one to the next."""
    shift, step = int(chance.integers(4)), tile.side / 4
    for row in range(4):
        for column in range(4):
            x, y = column * step, row * step
            third = (x + step, y) if (row + column) % 2 else (x + step, y + step)
            first = (x, y)
            tile.triangle([first, third, (x, y + step)], (row * 3 + column * 5 + shift) % 4)


def _rings(tile: _Tile, chance: np.random.Generator) -> None:
    """Targets, set off by half a tile."""
    half, shift = tile.side / 2, int(chance.integers(3))
    for x, y, ink in ((0.0, 0.0, 0), (half, half, 1)):
        for number, ring in enumerate((0.36, 0.27, 0.18, 0.09)):
            tile.disc(x, y, tile.side * ring, ink + number + shift)


MOTIFS: tuple[Callable[[_Tile, np.random.Generator], None], ...] = (_blossoms, _scales, _triangles, _rings)
