"""Points of light that come and go, each in its own time: stars, and the sparkle on water."""

from dataclasses import dataclass

import cv2
import numpy as np

from mediamill_procedural.film.clock import Clock
from mediamill_procedural.film.plates import Bytes, Plate
from mediamill_procedural.painter.canvas import chance

TIMES = 256  # as many rhythms as a byte can name
UNIT = 128.0  # brightness as painted, in the table's bytes
STAR_CELL = (4, 4)  # pixels, down and across, that twinkle together
SPARK_CELL = (1, 3)
SPARK_SOFT = 2.2  # pixels: what stands out from so wide a mean is a sparkle


@dataclass(frozen=True, slots=True)
class Twinkle:
    """Pixels of which the light part changes from cell to cell."""

    steady: Bytes  # (rows, columns, 4)
    light: Bytes  # (rows, columns, 4), alpha 0
    cells: Bytes  # (rows, columns, 4): which rhythm
    rates: tuple[float, ...]  # hertz
    starts: tuple[float, ...]
    swing: float  # 0 … 1

    def pixels(self, clock: Clock, at: float) -> Bytes:
        """How it looks after `at` seconds."""
        waves = np.array([clock.wave(at, rate, start) for rate, start in zip(self.rates, self.starts, strict=True)])
        table = np.clip(UNIT * (1.0 + self.swing * waves), 0, 255).astype(np.uint8)
        lit = cv2.multiply(self.light, cv2.LUT(self.cells, table), scale=1.0 / UNIT)
        return np.asarray(cv2.add(self.steady, lit), np.uint8)


def stars(plate: Plate) -> Twinkle:
    """All of the plate's light twinkles."""
    light = plate.pixels.copy()
    steady = np.zeros_like(light)
    steady[..., 3] = light[..., 3]
    light[..., 3] = 0
    return _twinkle(plate, steady, light, STAR_CELL, (0.35, 1.3), 0.62)


def sparkle(plate: Plate) -> Twinkle:
    """What stands out from the water around it sparkles."""
    around = cv2.GaussianBlur(plate.pixels, (0, 0), SPARK_SOFT)
    light = np.asarray(cv2.subtract(plate.pixels, around), np.uint8)
    light[..., 3] = 0
    steady = np.asarray(cv2.subtract(plate.pixels, light), np.uint8)
    return _twinkle(plate, steady, light, SPARK_CELL, (0.5, 1.7), 0.85)


def _twinkle(
    plate: Plate, steady: Bytes, light: Bytes, cell: tuple[int, int], rates: tuple[float, float], swing: float
) -> Twinkle:
    draw = chance("twinkle", plate.name, plate.number)
    rows, columns = light.shape[:2]
    coarse = draw.integers(0, TIMES, (rows // cell[0] + 1, columns // cell[1] + 1), dtype=np.uint8)
    cells = np.repeat(np.repeat(coarse, cell[0], axis=0), cell[1], axis=1)[:rows, :columns]
    return Twinkle(
        steady=steady,
        light=light,
        cells=np.ascontiguousarray(cv2.merge([cells] * 4)),
        rates=tuple(draw.uniform(*rates, TIMES).tolist()),
        starts=tuple(draw.uniform(0.0, 2.0 * np.pi, TIMES).tolist()),
        swing=swing,
    )


@dataclass(frozen=True, slots=True)
class Streaming:
    """Pixels over which streaks of light and shadow run downwards."""

    still: Bytes
    streaks: Bytes  # (rows, columns, 4), repeats downwards, alpha as it is
    speed: float  # pixels in a second

    def pixels(self, clock: Clock, at: float) -> Bytes:
        """How it looks after `at` seconds."""
        rows = self.still.shape[0]
        rounds = clock.hertz(self.speed / rows) * at
        run = np.roll(self.streaks, round(rounds * rows) % rows, axis=0)
        return np.asarray(cv2.multiply(self.still, run, scale=1.0 / UNIT), np.uint8)


def streaming(plate: Plate) -> Streaming:
    """Falling water."""
    draw = chance("stream", plate.name, plate.number)
    rows, columns = plate.pixels.shape[:2]
    noise = draw.random((rows, columns), np.float32)
    long, wide = rows * 0.05, max(0.8, columns * 0.002)
    soft = cv2.GaussianBlur(np.concatenate([noise] * 3), (0, 0), sigmaX=wide, sigmaY=long)[rows : 2 * rows]
    spread = np.clip(0.5 + (soft - soft.mean()) / max(float(soft.std()) * 4.0, 1e-6), 0.0, 1.0)
    streaks = cv2.merge([(UNIT * (0.70 + 0.55 * spread)).astype(np.uint8)] * 4)
    streaks[..., 3] = int(UNIT)
    return Streaming(plate.pixels, streaks, 0.75 * rows)
