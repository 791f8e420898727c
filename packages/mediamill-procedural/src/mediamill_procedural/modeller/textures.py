"""Patterns of materials: grey, seamless, made of noise; the paint's colour tints them. The same bytes every time."""

import io
from collections.abc import Callable
from functools import cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from mediamill_procedural.lexicon import table

Field = NDArray[np.float64]

SIDE = 512  # pixels
QUALITY = 80  # of the JPEG: 20 to 70 kB
TILES = table("modeller", "materials").section("tiles").numbers()


def tile_of(name: str) -> float:
    """Metres that one tile of the pattern covers."""
    (metres,) = TILES[name]
    return metres


@cache
def picture_of(name: str) -> tuple[bytes, float]:
    """The pattern as JPEG, and how bright it is on average in linear light, 0 to 1."""
    field = np.clip(_PATTERNS[name](), 0.0, 1.0)
    pixels = np.rint(field * 255).astype(np.uint8)
    stream = io.BytesIO()
    Image.fromarray(np.repeat(pixels[:, :, np.newaxis], 3, axis=2)).save(stream, "JPEG", quality=QUALITY)
    return stream.getvalue(), float((field**2.2).mean())


def _noise(seed: int, low: float, high: float, stretch: float = 1.0) -> Field:
    """Seamless noise between two frequencies (cycles per tile), mean 0, deviation 1; `stretch` draws it out along u."""
    white = np.random.default_rng(seed).standard_normal((SIDE, SIDE))
    fy, fx = np.meshgrid(np.fft.fftfreq(SIDE, 1 / SIDE), np.fft.fftfreq(SIDE, 1 / SIDE), indexing="ij")
    f = np.hypot(fx * stretch, fy)
    weight = np.where((f >= low) & (f <= high), 1.0 / np.maximum(f, 1.0), 0.0)
    noise: Field = np.fft.ifft2(np.fft.fft2(white) * weight).real
    noise -= noise.mean()
    noise /= noise.std()
    return noise


def _grid() -> tuple[Field, Field]:
    line = (np.arange(SIDE) + 0.5) / SIDE
    v, u = np.meshgrid(line, line, indexing="ij")
    return u, v


def _wood() -> Field:
    _, v = _grid()
    rings = np.sin(2 * np.pi * (6 * v + 0.22 * _noise(1, 1, 5, 5.0)))
    pores = _noise(2, 40, 230, 14.0)
    broad = _noise(3, 1, 8, 6.0)
    return 0.84 + 0.06 * rings + 0.035 * pores + 0.035 * broad


def _marble() -> Field:
    bent = _noise(11, 1, 12)
    veins = np.exp(-np.abs(_noise(12, 1, 30) + 0.4 * bent) * 7.0)
    fine = np.exp(-np.abs(_noise(13, 3, 60)) * 12.0)
    return 0.95 - 0.3 * veins - 0.08 * fine + 0.02 * bent


def _granite() -> Field:
    return 0.82 + 0.05 * _noise(21, 1, 9) + 0.05 * _noise(22, 20, 80) + 0.05 * _noise(23, 70, 250)


def _mottled() -> Field:
    return 0.88 + 0.045 * _noise(31, 1, 10) + 0.02 * _noise(32, 12, 200)


def _brushed() -> Field:
    return 0.92 + 0.025 * _noise(41, 1, 200, 30.0)


def _fabric() -> Field:
    u, v = _grid()
    threads = np.sin(2 * np.pi * 32 * u) * np.sign(np.sin(2 * np.pi * 16 * v)) + np.sin(2 * np.pi * 32 * v)
    return 0.86 + 0.045 * threads + 0.02 * _noise(51, 10, 120)


def _fur() -> Field:
    return 0.84 + 0.06 * _noise(61, 8, 200, 6.0) + 0.03 * _noise(62, 1, 6)


def _leather() -> Field:
    cells = np.abs(_noise(71, 16, 60))
    return 0.76 + 0.12 * np.minimum(cells * 2.0, 1.2) + 0.02 * _noise(72, 1, 6)


def _leaves() -> Field:
    return 0.76 + 0.1 * _noise(81, 8, 40) + 0.05 * _noise(82, 40, 120)


def _bark() -> Field:
    ridges = np.abs(_noise(91, 2, 40, 5.0))
    return 0.6 + 0.2 * np.minimum(ridges, 1.6) + 0.05 * _noise(92, 20, 200)


def _brick(courses: int = 16, per_course: int = 6, joint: float = 0.09) -> Field:
    u, v = _grid()
    row = np.floor(v * courses)
    column = u * per_course + 0.5 * (row % 2)
    edge_v = np.minimum(v * courses % 1.0, 1 - v * courses % 1.0)
    edge_u = np.minimum(column % 1.0, 1 - column % 1.0) * courses / per_course * 0.95
    tone = np.random.default_rng(101).uniform(-0.1, 0.07, (courses, per_course))
    each = tone[row.astype(int) % courses, np.floor(column).astype(int) % per_course]
    brick = 0.8 + each + 0.035 * _noise(102, 10, 200)
    mortar = np.clip((np.minimum(edge_u, edge_v) - joint * 0.5) / 0.05, 0.0, 1.0)
    wall: Field = brick * mortar + (0.58 + 0.03 * _noise(103, 20, 200)) * (1 - mortar)
    return wall


def _shingles(rows: int = 8, per_row: int = 8) -> Field:
    u, v = _grid()
    row = np.floor(v * rows)
    column = u * per_row + 0.5 * (row % 2)
    tone = np.random.default_rng(111).uniform(-0.09, 0.06, (rows, per_row))
    each = tone[row.astype(int) % rows, np.floor(column).astype(int) % per_row]
    fall = v * rows % 1.0
    gap = np.minimum(column % 1.0, 1 - column % 1.0)
    shade = np.where(gap < 0.03, 0.62, 1.0) * (0.7 + 0.3 * np.clip(fall * 5, 0, 1))
    roof: Field = (0.86 + each + 0.025 * _noise(112, 10, 200)) * shade
    return roof


def _wicker() -> Field:
    u, v = _grid()
    over = np.sign(np.sin(2 * np.pi * 8 * u)) * np.sign(np.sin(2 * np.pi * 8 * v))
    along, across = np.abs(np.sin(2 * np.pi * 8 * v)), np.abs(np.sin(2 * np.pi * 8 * u))
    return 0.55 + 0.4 * np.where(over > 0, along, across) ** 0.6 + 0.02 * _noise(121, 20, 200)


_PATTERNS: dict[str, Callable[[], Field]] = {
    "bark": _bark,
    "brick": _brick,
    "brushed": _brushed,
    "fabric": _fabric,
    "fur": _fur,
    "granite": _granite,
    "leather": _leather,
    "leaves": _leaves,
    "marble": _marble,
    "mottled": _mottled,
    "shingles": _shingles,
    "wicker": _wicker,
    "wood": _wood,
}
