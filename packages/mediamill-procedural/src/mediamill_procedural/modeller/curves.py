"""Smooth lines through points: Catmull-Rom splines, outlines of plane figures, frames along a path."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Line = NDArray[np.float64]
Flat = Sequence[tuple[float, float]]


def smooth(points: Sequence[Sequence[float]] | Line, steps: int, *, closed: bool = False) -> Line:
    """A Catmull-Rom spline through (n, d) points, `steps` pieces between two; a point given twice stays a corner."""
    given = np.asarray(points, np.float64)
    if closed:
        return _spline(given, steps, closed=True)
    corners = [index for index in range(1, len(given)) if np.array_equal(given[index], given[index - 1])]
    runs, start = [], 0
    for corner in [*corners, len(given)]:
        run = given[start:corner]
        runs.append(_spline(run, steps, closed=False) if len(run) > 2 else run)
        start = corner
    parts = [runs[0], *(run[1:] for run in runs[1:])]
    return np.concatenate(parts)


def _spline(points: Line, steps: int, *, closed: bool) -> Line:
    if closed:
        around = np.concatenate([points[-1:], points, points[:2]])
    else:
        around = np.concatenate([2 * points[:1] - points[1:2], points, 2 * points[-1:] - points[-2:-1]])
    t = np.linspace(0.0, 1.0, steps, endpoint=False)[:, np.newaxis]
    pieces = []
    for a, b, c, d in zip(around[:-3], around[1:-2], around[2:-1], around[3:], strict=True):
        pieces.append(0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3))
    if not closed:
        pieces.append(points[-1:])
    return np.concatenate(pieces)


def ellipse(rx: float, ry: float, count: int, at: tuple[float, float] = (0.0, 0.0)) -> list[tuple[float, float]]:
    """An ellipse, counterclockwise."""
    turns = [2 * math.pi * index / count for index in range(count)]
    return [(at[0] + rx * math.cos(turn), at[1] + ry * math.sin(turn)) for turn in turns]


def arc(r: float, start: float, end: float, count: int, at: tuple[float, float] = (0.0, 0.0)) -> Flat:
    """Points of a circle from one angle to another, in degrees."""
    turns = np.radians(np.linspace(start, end, count))
    return [(at[0] + r * math.cos(turn), at[1] + r * math.sin(turn)) for turn in turns]


def star(points: int, outer: float, inner: float) -> list[tuple[float, float]]:
    """A star standing on two of its points."""
    turns = [math.pi / 2 + math.pi * index / points for index in range(2 * points)]
    radii = [inner if index % 2 else outer for index in range(2 * points)]
    return [(r * math.cos(turn), r * math.sin(turn)) for r, turn in zip(radii, turns, strict=True)]


def rounded(w: float, h: float, r: float, count: int, at: tuple[float, float] = (0.0, 0.0)) -> Flat:
    """A rectangle with round corners around `at`."""
    x, y = w / 2 - r, h / 2 - r
    corners = ((x, y, 0), (-x, y, 90), (-x, -y, 180), (x, -y, 270))
    return [point for cx, cy, turn in corners for point in arc(r, turn, turn + 90, count, (at[0] + cx, at[1] + cy))]


def mirrored(half: Flat) -> list[tuple[float, float]]:
    """An outline from its right half, given from bottom to top."""
    return [*half, *[(-x, y) for x, y in reversed(half) if x > 1e-9]]


def frames(path: Line) -> tuple[Line, Line, Line]:
    """Tangents and two normals along a path, turned as little as possible from one point to the next."""
    tangents = np.gradient(path, axis=0)
    tangents /= np.linalg.norm(tangents, axis=1, keepdims=True)
    first = np.eye(3)[np.argmin(np.abs(tangents[0]))]
    normal = np.cross(tangents[0], first)
    normals = []
    for tangent in tangents:
        normal = normal - tangent * (normal @ tangent)
        normal = normal / np.linalg.norm(normal)
        normals.append(normal)
    across = np.asarray(normals)
    return tangents, across, np.cross(tangents, across)
