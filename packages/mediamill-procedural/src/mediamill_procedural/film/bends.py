"""Bends: which paint is seen where, when air, water or fire move what is painted. Positions are canvas pixels."""

import math
from dataclasses import dataclass

import numpy as np

from mediamill_procedural.film.clock import Clock
from mediamill_procedural.film.pose import Grid, Shade

LOOK_DOWN = 0.035  # of the water's height: where its far edge would meet the horizon


@dataclass(frozen=True, slots=True)
class Drift:
    """Everything goes `way` to the right; above a horizon the more, the higher it is. The canvas' sides mirror."""

    way: float
    columns: int
    horizon: float | None
    left: int
    right: int

    def __call__(self, xs: Grid, ys: Grid) -> tuple[Grid, Grid]:
        """Canvas positions to those whose paint is seen there."""
        way: Grid | float = self.way
        if self.horizon is not None:
            high = np.clip(1.0 - ys / np.float32(max(self.horizon, 1.0)), 0.0, 1.0)
            way = np.float32(self.way) * (0.35 + 0.65 * high)
        across = xs - way
        if self.left <= 0 and self.right >= self.columns:
            last = np.float32(self.columns - 1)
            across = last - np.abs(last - np.abs(across))
        return np.asarray(across, np.float32), ys


@dataclass(frozen=True, slots=True)
class Curtain:
    """Northern lights and flowing colours: folds wander along, rays shorten and stretch."""

    clock: Clock
    at: float
    unit: float
    strength: float = 1.0

    def __call__(self, xs: Grid, ys: Grid) -> tuple[Grid, Grid]:
        """Canvas positions to those whose paint is seen there."""
        place, high = xs / np.float32(self.unit), ys / np.float32(self.unit)
        fold = np.sin(4.3 * place + 1.5 * high - self.clock.phase(self.at, 0.17))
        ray = np.sin(11.0 * place - self.clock.phase(self.at, 0.29) + 2.0)
        lift = np.sin(3.1 * place + self.clock.phase(self.at, 0.13) + 1.0)
        across = np.float32(self.unit * self.strength) * (0.026 * fold + 0.007 * ray)
        down = np.float32(self.unit * self.strength) * (0.020 * lift + 0.008 * ray)
        return np.asarray(xs + across, np.float32), np.asarray(ys + down, np.float32)


@dataclass(frozen=True, slots=True)
class Ripple:
    """Waves in perspective: small and slow far away, larger near; `come` carries all paint towards the eye."""

    clock: Clock
    at: float
    top: float
    rows: float
    unit: float
    come: float

    def __call__(self, xs: Grid, ys: Grid) -> tuple[Grid, Grid]:
        """Canvas positions to those whose paint is seen there."""
        below = np.maximum((ys - self.top) / np.float32(self.rows), 0.0)
        far = np.log(below + LOOK_DOWN)
        across = xs / np.float32(self.rows) / (below + 0.12)
        phase = self.clock.phase
        one = np.sin(17.0 * far + 0.7 * across - phase(self.at, 0.45))
        two = np.sin(29.0 * far - 1.9 * across - phase(self.at, 0.66) + 1.3)
        three = np.sin(11.0 * far + 3.1 * across + phase(self.at, 0.37) + 4.0)
        size = np.float32(self.unit) * (0.0006 + 0.0052 * np.minimum(below, 1.2))
        down = size * 0.45 * (one + 0.5 * two) - self.come * np.float32(self.rows) * (below + LOOK_DOWN)
        down *= np.minimum(below * 14.0, 1.0)
        sideways = size * (0.75 * three + 0.45 * two)
        return np.asarray(xs + sideways, np.float32), np.asarray(
            np.maximum(ys + down, np.minimum(ys, self.top)), np.float32
        )


def swell(top: float, rows: float, turns: float, strength: float) -> Shade:
    """Light on the crests of waves that roll in, shadow between them."""

    def shade(xs: Grid, ys: Grid) -> Grid:
        below = np.maximum((ys - top) / np.float32(rows), 0.0)
        across = xs / np.float32(rows) / (below + 0.12)
        waves = np.sin(8.5 * np.log(below + LOOK_DOWN) + 0.55 * np.sin(0.5 * across) - turns)
        return np.asarray(1.0 + strength * np.minimum(below * 3.0, 1.0) * waves, np.float32)

    return shade


@dataclass(frozen=True, slots=True)
class Meadow:
    """Grass: gusts run over it, near blades bend further than far ones."""

    clock: Clock
    at: float
    horizon: float
    height: int
    reach: float
    start: float

    def __call__(self, xs: Grid, ys: Grid) -> tuple[Grid, Grid]:
        """Canvas positions to those whose paint is seen there."""
        near = np.clip((ys - self.horizon) / np.float32(self.height), 0.0, 1.0)
        gust = np.sin(xs / np.float32(self.height) * 5.0 + 9.0 * near - self.clock.phase(self.at, 0.34) + self.start)
        flutter = np.sin(xs / np.float32(self.height) * 17.0 - 14.0 * near - self.clock.phase(self.at, 0.9))
        bent = np.float32(self.reach) * (0.25 + 1.9 * near) * (gust + 0.3 * flutter)
        return np.asarray(xs - bent, np.float32), ys


@dataclass(frozen=True, slots=True)
class Fronds:
    """Plants bend around their foot, the tips most; along a row of them the wind passes."""

    clock: Clock
    at: float
    foot: float
    tall: float
    reach: float
    start: float
    unit: float

    def __call__(self, xs: Grid, ys: Grid) -> tuple[Grid, Grid]:
        """Canvas positions to those whose paint is seen there."""
        high = np.clip((np.float32(self.foot) - ys) / np.float32(self.tall), 0.0, 1.3)
        place = xs / np.float32(self.unit)
        wind = np.sin(2.6 * place - self.clock.phase(self.at, 0.27) + self.start)
        rustle = np.sin(15.0 * place + 4.0 * high - self.clock.phase(self.at, 0.8) + 2.0 * self.start)
        bent = np.float32(self.reach) * high * np.sqrt(high) * (wind + 0.22 * rustle)
        return np.asarray(xs - bent, np.float32), ys


@dataclass(frozen=True, slots=True)
class Undulation:
    """A swimming body: a wave runs from the head to the tail, and the tail swings most."""

    clock: Clock
    at: float
    left: int
    wide: int
    heading: int
    start: float

    def __call__(self, xs: Grid, ys: Grid) -> tuple[Grid, Grid]:
        """Canvas positions to those whose paint is seen there."""
        part = np.clip((xs - self.left) / np.float32(self.wide), 0.0, 1.0)
        tail = 1.0 - part if self.heading > 0 else part
        wave = np.sin(5.0 * tail - self.clock.phase(self.at, 1.1) + self.start)
        return xs, np.asarray(ys - np.float32(0.035 * self.wide) * tail * tail * wave, np.float32)


@dataclass(frozen=True, slots=True)
class Rising:
    """Smoke: nothing moves at its foot, above it the paint climbs and curls."""

    clock: Clock
    at: float
    foot: float
    tall: float
    part: float  # -0.5 … 0.5 of one climb
    unit: float

    def __call__(self, xs: Grid, ys: Grid) -> tuple[Grid, Grid]:
        """Canvas positions to those whose paint is seen there."""
        high = np.clip((np.float32(self.foot) - ys) / np.float32(self.tall), 0.0, 1.0)
        free = np.minimum(high * 4.0, 1.0)
        climb = np.float32(0.30 * self.tall * self.part) * free
        curl = np.sin(9.0 * high + 6.0 * xs / np.float32(self.unit) - self.clock.phase(self.at, 0.33))
        return np.asarray(xs + np.float32(0.010 * self.unit) * free * curl, np.float32), np.asarray(
            ys + climb, np.float32
        )


@dataclass(frozen=True, slots=True)
class Flames:
    """Fire licks upwards: quick waves that climb, the tips swing and stretch most."""

    clock: Clock
    at: float
    foot: float
    tall: float
    start: float

    def __call__(self, xs: Grid, ys: Grid) -> tuple[Grid, Grid]:
        """Canvas positions to those whose paint is seen there."""
        high = np.clip((np.float32(self.foot) - ys) / np.float32(self.tall), 0.0, 1.2)
        lick = np.sin(9.0 * high - self.clock.phase(self.at, 2.1) + self.start)
        quick = np.sin(16.0 * high + 2.0 * math.pi * xs / np.float32(self.tall) - self.clock.phase(self.at, 3.7))
        sideways = np.float32(0.028 * self.tall) * high * high * (lick + 0.5 * quick)
        stretch = np.float32(0.05 * self.tall) * high * high * np.float32(self.clock.wave(self.at, 1.7, self.start))
        return np.asarray(xs + sideways, np.float32), np.asarray(ys + stretch, np.float32)
