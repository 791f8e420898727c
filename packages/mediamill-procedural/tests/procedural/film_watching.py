"""Films made small, and what a patient eye measures in them: flow (Farnebäck 2003), change, brightness."""

from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from mediamill_procedural.film.filming import Film, film_of

Bytes = NDArray[np.uint8]
Flow = NDArray[np.float32]  # (rows, columns, 2): how far to the right, how far down

SMALL = (320, 180)
SEED = 7


def shot(prompt: str, *, seconds: float = 1.5, size: tuple[int, int] = SMALL, seed: int = SEED) -> list[Bytes]:
    """All frames of a small film."""
    return takes(film_of(prompt, size, seconds, seed))


def takes(film: Film) -> list[Bytes]:
    return [picture.copy() for picture in film.shoot()]


def flow(first: Bytes, second: Bytes) -> Flow:
    """Where everything has gone between two frames, in pixels."""
    grey = [cv2.GaussianBlur(cv2.cvtColor(each, cv2.COLOR_RGB2GRAY), (0, 0), 1.0) for each in (first, second)]
    start = np.zeros((*grey[0].shape, 2), np.float32)
    return np.asarray(cv2.calcOpticalFlowFarneback(grey[0], grey[1], start, 0.5, 4, 21, 4, 7, 1.5, 0), np.float32)


def textured(picture: Bytes) -> NDArray[np.bool_]:
    """Where there is something whose motion can be seen."""
    grey = cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY).astype(np.float32)
    slope = np.hypot(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1))
    return np.asarray(cv2.blur(slope, (9, 9)) > 12.0)


def gone(frames: list[Bytes], part: tuple[slice, slice], *, step: int = 2) -> tuple[float, float]:
    """How far a part of the picture has gone over the whole film (right, down), where there is texture."""
    across = down = 0.0
    for first, second in zip(frames[:-step:step], frames[step::step], strict=False):
        moved, seen = flow(first, second)[part], textured(first)[part]
        if seen.any():
            across += float(np.median(moved[..., 0][seen]))
            down += float(np.median(moved[..., 1][seen]))
    return across, down


def change(first: Bytes, second: Bytes, part: tuple[slice, slice] = (slice(None), slice(None))) -> float:
    """Mean absolute difference, in steps of 8 bits."""
    return float(cv2.absdiff(first, second)[part].mean())


def jump_and_steps(frames: list[Bytes]) -> tuple[float, float]:
    """How much changes from the last frame to the first, and at most between neighbours."""
    steps = [change(first, second) for first, second in pairwise(frames)]
    return change(frames[-1], frames[0]), max(steps)


def brightness(frames: list[Bytes]) -> NDArray[np.float64]:
    """Mean luminance of every frame, 0 to 255."""
    return np.array([float(cv2.cvtColor(each, cv2.COLOR_RGB2GRAY).mean()) for each in frames])
