"""Where the camera is at every moment, and how it shows what stands at a depth or lies on the ground."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mediamill_procedural.film.clock import Clock
from mediamill_procedural.film.shot import Move, Shot

Matrix = NDArray[np.float64]  # (3, 3), homogeneous, pixels to pixels

TURN = 0.34  # of the margin: a pan turns the camera so far to each side …
TRUCK = 0.58  # … and moves it so that the nearest things go so much further
TILT = 0.86  # of the margin
ZOOM_FROM, ZOOM_TO = 0.935, 1.19  # the margin shows at the wide end; closer, the paint would look soft
PUSH, PUSH_ZOOM = 0.13, 1.045  # of the way to the nearest things, and what even the sky grows by
GENTLE = 0.55  # of a push-in that nobody asked for
ORBIT = 0.62  # of the margin: what is near and what is far go opposite ways
ORBIT_CENTRE = 0.42  # depth that stays where it is
SHAKE = 0.06  # of the margin
SHAKE_ZOOM = 1.02
DEPTH_MAX = 1.15  # things whose foot is below the frame


@dataclass(frozen=True, slots=True)
class View:
    """The camera at one moment; lengths are pixels."""

    turn: float = 0.0  # everything goes so far to the right …
    tilt: float = 0.0  # … and down
    truck: float = 0.0  # what is at depth 1 goes so much further to the right
    push: float = 0.0  # how far the camera has gone towards depth 1
    zoom: float = 1.0


@dataclass(frozen=True, slots=True)
class Camera:
    """Films one stage: `width` × `height` out of a canvas with a margin all around."""

    shot: Shot
    clock: Clock
    width: int
    height: int
    margin: int
    focus: float  # canvas column that a push or a zoom goes to
    horizon: float  # canvas row

    def view(self, at: float) -> View:
        """Where the camera is after `at` seconds."""
        whole = View()
        for move in self.shot.moves:
            whole = _both(whole, self._moved(move, at))
        return whole

    def upright(self, view: View, depth: float) -> Matrix:
        """Canvas to frame for what stands upright at a depth."""
        depth = max(0.0, min(depth, DEPTH_MAX))
        grown = 1.0 / (1.0 - view.push * depth)
        seen = np.array([[grown, 0.0, grown * view.truck * depth], [0.0, grown, 0.0], [0.0, 0.0, 1.0]])
        whole: Matrix = self._framed(view) @ seen @ self._from_focus()
        return whole

    def lying(self, view: View) -> Matrix:
        """Canvas to frame for the ground, which is far at the horizon and near at the bottom of the frame."""
        reach = self.reach
        seen = np.array([[1.0, view.truck / reach, 0.0], [0.0, 1.0, 0.0], [0.0, -view.push / reach, 1.0]])
        whole: Matrix = self._framed(view) @ seen @ self._from_focus()
        return whole

    @property
    def reach(self) -> float:
        """Rows from the horizon to the bottom of the frame: depth 0 to 1 on the ground."""
        return max(0.15 * self.height, self.margin + self.height - self.horizon)

    def depth_of(self, row: float) -> float:
        """The depth of the ground at a canvas row."""
        return max(0.0, min((row - self.horizon) / self.reach, DEPTH_MAX))

    def _from_focus(self) -> Matrix:
        return np.array([[1.0, 0.0, -self.focus], [0.0, 1.0, -self.horizon], [0.0, 0.0, 1.0]])

    def _framed(self, view: View) -> Matrix:
        """From around the focus to the pixels of the frame."""
        across = self.focus - self.margin + view.turn
        down = self.horizon - self.margin + view.tilt
        # A zoom keeps to the middle when the focus is beside it: the margin is the same on both sides.
        across += (self.width / 2 - (self.focus - self.margin)) * (1.0 - view.zoom) * (view.zoom < 1.0)
        down += (self.height / 2 - (self.horizon - self.margin)) * (1.0 - view.zoom) * (view.zoom < 1.0)
        return np.array([[view.zoom, 0.0, across], [0.0, view.zoom, down], [0.0, 0.0, 1.0]])

    def _moved(self, move: Move, at: float) -> View:
        along = self._eased(at)  # 0 … 1
        swung = (2.0 * along - 1.0) * self.margin  # -margin … margin
        strength = GENTLE if self.shot.gentle else 1.0
        match move:
            case Move.PAN_LEFT:
                return View(turn=TURN * swung, truck=TRUCK * swung)
            case Move.PAN_RIGHT:
                return View(turn=-TURN * swung, truck=-TRUCK * swung)
            case Move.TILT_UP:
                return View(tilt=TILT * swung)
            case Move.TILT_DOWN:
                return View(tilt=-TILT * swung)
            case Move.ZOOM_IN:
                return View(zoom=_between(ZOOM_FROM, ZOOM_TO, along))
            case Move.ZOOM_OUT:
                return View(zoom=_between(ZOOM_TO, ZOOM_FROM, along))
            case Move.PUSH_IN:
                return View(push=PUSH * strength * along, zoom=_between(1.0, 1 + (PUSH_ZOOM - 1) * strength, along))
            case Move.PULL_OUT:
                return View(push=PUSH * (1 - along), zoom=_between(1.0, PUSH_ZOOM, 1 - along))
            case Move.ORBIT:
                return View(turn=-ORBIT * ORBIT_CENTRE * swung, truck=ORBIT * swung, push=0.04)
            case Move.HANDHELD:
                return self._shaken(at)
            case Move.STATIC:
                return View()

    def _eased(self, at: float) -> float:
        """0 at the beginning, 1 at the end; there and back in a loop. It starts and stops gently but never quite."""
        part = at / self.clock.seconds
        if self.shot.loops:
            return 0.5 - 0.5 * math.cos(2.0 * math.pi * part)
        return 0.4 * part + 0.6 * part * part * (3.0 - 2.0 * part)

    def _shaken(self, at: float) -> View:
        """A hand that breathes: slow drift, a little quicker sway."""
        wave, reach = self.clock.wave, SHAKE * self.margin
        across = wave(at, 0.27, 0.4) + 0.55 * wave(at, 0.63, 2.1) + 0.22 * wave(at, 1.35, 4.4)
        down = wave(at, 0.33, 1.7) + 0.50 * wave(at, 0.71, 0.2) + 0.25 * wave(at, 1.55, 3.0)
        return View(turn=reach * across, tilt=reach * down, truck=reach * 0.8 * across, zoom=SHAKE_ZOOM)


def _between(first: float, last: float, part: float) -> float:
    """As far from `first` to `last` as a zoom that looks even."""
    return first * math.pow(last / first, part)


def _both(one: View, other: View) -> View:
    return View(
        one.turn + other.turn,
        one.tilt + other.tilt,
        one.truck + other.truck,
        one.push + other.push,
        one.zoom * other.zoom,
    )
