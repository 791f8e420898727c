"""Filters that brushes and pens are made of: flattened strokes, flow along forms, outlines, paper, screens."""

import cv2
import numpy as np

from mediamill_procedural.painter.canvas import Pixels, blurred, f32, luma, noise, sampled, step


def smeared(image: Pixels, radius: int, sharpness: float = 8.0) -> Pixels:
    """Edge-keeping flattening (generalised Kuwahara filter, Papari 2007): of four sides, the calm ones win."""
    light = luma(image)
    size = radius + 1
    total: Pixels = np.zeros_like(image)
    weights: Pixels = np.zeros(image.shape[:2], np.float32)
    for anchor in ((0, 0), (radius, 0), (0, radius), (radius, radius)):
        mean = f32(cv2.boxFilter(image, -1, (size, size), anchor=anchor, borderType=cv2.BORDER_REFLECT))
        first = f32(cv2.boxFilter(light, -1, (size, size), anchor=anchor, borderType=cv2.BORDER_REFLECT))
        second = f32(cv2.sqrBoxFilter(light, -1, (size, size), anchor=anchor, borderType=cv2.BORDER_REFLECT))
        spread = np.sqrt(np.clip(second - first * first, 0, None))
        weight = f32(1.0 / np.power(1.0 + 255.0 * spread, sharpness / 2))
        total += mean * weight[..., None]
        weights += weight
    return f32(total / np.maximum(weights, 1e-12)[..., None])


def flow(image: Pixels, wide: float) -> tuple[Pixels, Pixels]:
    """The direction along forms at every pixel (cosine, sine), from the smoothed structure tensor."""
    light = blurred(luma(image), 1.0)
    across, down = f32(cv2.Sobel(light, cv2.CV_32F, 1, 0)), f32(cv2.Sobel(light, cv2.CV_32F, 0, 1))
    xx, yy, xy = blurred(across * across, wide), blurred(down * down, wide), blurred(across * down, wide)
    angle = 0.5 * np.arctan2(2 * xy, xx - yy) + np.pi / 2
    return f32(np.cos(angle)), f32(np.sin(angle))


def streaks(image: Pixels, chance: np.random.Generator, *, wide: float, length: int) -> Pixels:
    """Bristle marks along the forms (line integral convolution, Cabral and Leedom 1993), around 0, about ±1."""
    rows, columns = image.shape[:2]
    cos, sin = flow(image, wide)
    grain = blurred(f32(chance.standard_normal((rows, columns))), 0.8)
    down, across = np.mgrid[0:rows, 0:columns].astype(np.float32)
    total = grain.copy()
    for way in (-1.0, 1.0):
        x, y = across, down
        for number in range(length):
            x, y = x + cos * (way * 1.5), y + sin * (way * 1.5)
            total += sampled(grain, x, y) * np.float32(1.0 - number / (length + 1))
    return f32(total / max(float(total.std()), 1e-6))


def embossed(height: Pixels, side: float) -> Pixels:
    """Light on a surface of this height from above and one side, around 0."""
    down, across = np.gradient(height)
    return f32(-down * 0.8 - across * side * 0.6)


def outlines(image: Pixels, wide: float, strength: float = 1.0) -> Pixels:
    """Dark lines where forms meet, 0 none … 1 black (extended difference of Gaussians, Winnemöller 2012)."""
    light = luma(image)
    fine, coarse = blurred(light, wide), blurred(light, wide * 1.7)
    difference = (coarse - fine) * 22.0 * strength
    hue = f32(sum(np.abs(blurred(image[..., c], wide) - blurred(image[..., c], wide * 2.2)) for c in range(3)))
    return f32(np.clip(step(0.22, 0.75, f32(difference)) + step(0.10, 0.28, hue), 0, 1))


def paper(rows: int, columns: int, chance: np.random.Generator, *, coarse: float = 1.0) -> Pixels:
    """The tooth of a sheet, 0 to 1 around 0.5."""
    fine = noise(chance, rows, columns, cells=columns / (4.0 * coarse), octaves=2, gain=0.5)
    broad = noise(chance, rows, columns, cells=columns / (26.0 * coarse), octaves=3)
    return f32(np.clip(0.72 * fine + 0.28 * broad, 0, 1))


def saturated(image: Pixels, factor: float) -> Pixels:
    """Stronger or weaker colours at the same lightness."""
    grey = luma(image)[..., None]
    return f32(grey + (image - grey) * np.float32(factor))


def few_colours(image: Pixels, count: int) -> Pixels:
    """The picture in its own `count` most telling colours (k-means on a small copy, always the same)."""
    small = cv2.resize(image, (96, 96), interpolation=cv2.INTER_AREA).reshape(-1, 3)
    cv2.setRNGSeed(7)
    labels = np.zeros((len(small), 1), np.int32)
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 24, 1e-3)
    centres = f32(
        cv2.kmeans(np.ascontiguousarray(small, np.float32), count, labels, criteria, 2, cv2.KMEANS_PP_CENTERS)[2]
    )
    best = np.full(image.shape[:2], np.inf, np.float32)
    chosen: Pixels = np.zeros_like(image)
    for centre in centres:
        away = f32(np.square(image - centre).sum(axis=2))
        nearer = away < best
        best[nearer] = away[nearer]
        chosen[nearer] = centre
    return chosen


def halftone(light: Pixels, cell: float, turn: float) -> Pixels:
    """A dot screen: 1 where ink is, larger dots where it is darker."""
    rows, columns = light.shape
    down, across = np.mgrid[0:rows, 0:columns].astype(np.float32)
    cos, sin = np.float32(np.cos(turn)), np.float32(np.sin(turn))
    u, v = (across * cos + down * sin) / cell, (down * cos - across * sin) / cell
    dot = 0.5 + 0.25 * (np.cos(2 * np.pi * u) + np.cos(2 * np.pi * v))
    return f32(step(-0.08, 0.08, f32(dot - 1.0 + (1.0 - light))))
