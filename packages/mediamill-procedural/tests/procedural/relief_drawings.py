"""Drawn objects whose outline is known, on grounds as they are photographed."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

Pixels = NDArray[np.uint8]
Mask = NDArray[np.bool_]
Pen = ImageDraw.ImageDraw

SIDE = 288  # pixels
FINE = 4  # times finer, while drawing


def drawn(draw: Callable[[Pen, Callable[..., list[float]]], None], *, side: int = SIDE) -> Pixels:
    """(side, side, 4): what `draw` paints with coordinates 0..100, antialiased."""
    image = Image.new("RGBA", (side * FINE, side * FINE))
    draw(ImageDraw.Draw(image), lambda *places: [place * side * FINE / 100 for place in places])
    small = image.convert("RGBa").resize((side, side), Image.Resampling.BOX).convert("RGBA")
    return np.array(small, np.uint8)


def shaded(art: Pixels, *, darkest: float = 0.45) -> Pixels:
    """Lit from the left front, as a round thing is: darker to both sides of each row."""
    lit = art.astype(np.float32)
    for row in range(len(art)):
        inside = np.flatnonzero(art[row, :, 3] > 127)
        if len(inside):
            across = np.linspace(-1, 1, inside[-1] - inside[0] + 1)
            lit[row, inside[0] : inside[-1] + 1, :3] *= (darkest + (1 - darkest) * np.sqrt(1 - 0.9 * across**2))[
                :, None
            ]
    lit[..., :3] = lit[..., :3].clip(0, 255)
    return lit.astype(np.uint8)


def mug(pen: Pen, at: Callable[..., list[float]]) -> None:
    width = round(at(7)[0])
    pen.ellipse(at(56, 36, 86, 70), outline=(196, 44, 40, 255), width=width)
    pen.rounded_rectangle(at(22, 22, 66, 82), radius=at(5)[0], fill=(206, 52, 44, 255))
    pen.rectangle(at(22, 48, 66, 54), fill=(240, 225, 200, 255))


def vase(pen: Pen, at: Callable[..., list[float]]) -> None:
    heights = np.linspace(0, 1, 200)
    radii = 7 + 17 * np.sin(np.pi * heights**1.3) ** 1.4 + 3 * (1 - heights) ** 8 + 4 * heights**6
    left = [tuple(at(50 - radius, 8 + 84 * height)) for height, radius in zip(heights, radii, strict=True)]
    right = [tuple(at(50 + radius, 8 + 84 * height)) for height, radius in zip(heights, radii, strict=True)]
    pen.polygon(left + right[::-1], fill=(46, 92, 150, 255))
    for top, colour in ((46, (236, 200, 90, 255)), (58, (230, 232, 236, 255))):
        band = [(a, b) for a, b in (*left, *right[::-1]) if at(top)[0] <= b <= at(top + 5)[0]]
        pen.polygon(band, fill=colour)


def bottle(pen: Pen, at: Callable[..., list[float]]) -> None:
    green = (28, 98, 62, 255)
    pen.rounded_rectangle(at(36, 40, 64, 94), radius=at(3)[0], fill=green)
    pen.ellipse(at(36, 30, 64, 54), fill=green)
    pen.rectangle(at(45, 8, 55, 40), fill=green)
    pen.rectangle(at(44, 6, 56, 11), fill=(170, 150, 60, 255))
    pen.rectangle(at(36.3, 58, 63.7, 80), fill=(236, 228, 200, 255))


def ball(pen: Pen, at: Callable[..., list[float]]) -> None:
    pen.ellipse(at(18, 18, 82, 82), fill=(228, 120, 30, 255))


def robot(pen: Pen, at: Callable[..., list[float]]) -> None:
    steel, dark = (120, 146, 178, 255), (62, 72, 92, 255)
    pen.rectangle(at(48.5, 6, 51.5, 16), fill=dark)
    pen.ellipse(at(46, 3, 54, 11), fill=(220, 60, 50, 255))
    pen.rounded_rectangle(at(34, 14, 66, 38), radius=at(4)[0], fill=steel)
    pen.rectangle(at(45, 37, 55, 43), fill=dark)
    pen.rounded_rectangle(at(29, 42, 71, 74), radius=at(4)[0], fill=(92, 120, 158, 255))
    for left in (17, 74):
        pen.rounded_rectangle(at(left, 44, left + 9, 72), radius=at(4)[0], fill=steel)
        pen.rectangle(at(24, 47, 76, 52), fill=dark)
    for left in (34, 54):
        pen.rounded_rectangle(at(left, 72, left + 12, 95), radius=at(2)[0], fill=dark)
    for left in (40, 54):
        pen.ellipse(at(left, 21, left + 6, 27), fill=(250, 214, 80, 255))
    pen.rectangle(at(42, 31, 58, 34), fill=dark)
    pen.rectangle(at(40, 50, 60, 62), fill=(226, 226, 210, 255))


def chair(pen: Pen, at: Callable[..., list[float]]) -> None:
    wood, shade = (150, 96, 48, 255), (116, 70, 34, 255)
    for left in (26, 68):
        pen.rectangle(at(left, 6, left + 6, 96), fill=wood)
    for top in (10, 24, 38):
        pen.rectangle(at(26, top, 74, top + 6), fill=shade)
    pen.rectangle(at(22, 56, 78, 64), fill=wood)
    pen.rectangle(at(26, 80, 74, 84), fill=shade)


def cat(pen: Pen, at: Callable[..., list[float]]) -> None:
    fur, dark = (208, 140, 70, 255), (90, 54, 30, 255)
    pen.arc(at(58, 52, 92, 92), 205, 90, fill=fur, width=round(at(6)[0]))
    pen.ellipse(at(28, 44, 72, 96), fill=fur)
    pen.ellipse(at(30, 16, 70, 52), fill=fur)
    pen.polygon(at(31, 30, 33, 6, 48, 19), fill=fur)
    pen.polygon(at(69, 30, 67, 6, 52, 19), fill=fur)
    for left in (39, 54):
        pen.ellipse(at(left, 28, left + 7, 36), fill=(240, 240, 220, 255))
        pen.ellipse(at(left + 2.5, 29, left + 5, 35), fill=dark)
    pen.polygon(at(47, 39, 53, 39, 50, 43), fill=dark)
    pen.ellipse(at(40, 56, 60, 84), fill=(240, 214, 170, 255))


def car(pen: Pen, at: Callable[..., list[float]]) -> None:
    red = (178, 34, 48, 255)
    pen.rounded_rectangle(at(4, 48, 96, 68), radius=at(6)[0], fill=red)
    pen.polygon(at(24, 50, 36, 30, 66, 30, 80, 50), fill=red)
    pen.polygon(at(30, 48, 38, 34, 50, 34, 50, 48), fill=(150, 190, 214, 255))
    pen.polygon(at(53, 48, 53, 34, 64, 34, 73, 48), fill=(150, 190, 214, 255))
    for left in (14, 66):
        pen.ellipse(at(left, 57, left + 20, 77), fill=(34, 34, 38, 255))
        pen.ellipse(at(left + 6, 63, left + 14, 71), fill=(190, 190, 196, 255))


DRAWINGS = {
    "mug": mug, "vase": vase, "bottle": bottle, "ball": ball, "robot": robot, "chair": chair, "cat": cat, "car": car,
}  # fmt: skip
ROUND = {"mug", "vase", "bottle", "ball"}


def art(name: str, *, side: int = SIDE) -> Pixels:
    """The object alone, (side, side, 4)."""
    picture = drawn(DRAWINGS[name], side=side)
    return shaded(picture) if name in ROUND else picture


def outline(picture: Pixels) -> Mask:
    """Where the object is."""
    return np.asarray(picture[..., 3] > 127)


def plain(height: int, width: int) -> NDArray[np.float32]:
    return np.full((height, width, 3), (226, 224, 218), np.float32)


def gradient(height: int, width: int) -> NDArray[np.float32]:
    """A studio's paper: lighter at the top left."""
    down, across = np.mgrid[0 : 1 : height * 1j, 0 : 1 : width * 1j]
    light = (238 - 70 * down - 30 * across * down)[..., np.newaxis]
    return np.asarray(light * np.array((1.0, 0.98, 0.94)), np.float32)


def busy(height: int, width: int) -> NDArray[np.float32]:
    """Leaves and stones: blots of all colours and sizes."""
    chance = np.random.default_rng(5)
    image = Image.new("RGB", (width, height), (90, 100, 80))
    pen = ImageDraw.Draw(image)
    for _ in range(700):
        x, y, size = chance.uniform(0, width), chance.uniform(0, height), chance.uniform(4, 40)
        pen.ellipse(
            (x, y, x + size, y + size * chance.uniform(0.4, 1)), fill=tuple(chance.integers(20, 235, 3).tolist())
        )
    return np.asarray(image, np.float32)


GROUNDS = {"plain": plain, "gradient": gradient, "busy": busy}


def photographed(picture: Pixels, ground: str, *, noise: float = 4.0, seed: int = 1) -> Pixels:
    """(h, w, 3): the object before a ground, with the noise of a camera."""
    behind = GROUNDS[ground](*picture.shape[:2])
    alpha = picture[..., 3:].astype(np.float32) / 255
    mixed = picture[..., :3] * alpha + behind * (1 - alpha)
    mixed += np.random.default_rng(seed).normal(0, noise, mixed.shape)
    return np.asarray(mixed.clip(0, 255).round(), np.uint8)
