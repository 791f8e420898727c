"""Paints small pictures for the painter's tests, and measures them."""

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from mediamill_procedural.painter.canvas import Frame
from mediamill_procedural.painter.finish import finish
from mediamill_procedural.painter.layer import Layer, Stage, compose, on_canvas
from mediamill_procedural.painter.picture import layers
from mediamill_procedural.painter.reading import read

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

SIDE = 256  # pixels: enough to measure, quick to paint


@cache
def staged(prompt: str, seed: int = 0, width: int = SIDE, height: int = SIDE, margin: int = 0) -> Stage:
    return layers(read(prompt), width, height, seed, margin)


@cache
def painted(prompt: str, seed: int = 0, look: str = "clean", width: int = SIDE, height: int = SIDE) -> Bytes:
    stage = staged(prompt, seed, width, height)
    return finish(compose(stage.layers, stage.frame), read(prompt), seed, look)


def lightness(picture: Bytes) -> float:
    """CIELAB L*, 0 to 100, on average."""
    return float(lab(picture)[..., 0].mean())


def warmth(picture: Bytes) -> float:
    """CIELAB b*: yellow above 0, blue below."""
    return float(lab(picture)[..., 2].mean())


def colourfulness(picture: Bytes) -> float:
    """Mean chroma."""
    return float(np.hypot(lab(picture)[..., 1], lab(picture)[..., 2]).mean())


def lab(picture: Bytes) -> Floats:
    return np.asarray(cv2.cvtColor(picture.astype(np.float32) / 255, cv2.COLOR_RGB2Lab), np.float32)


def difference(one: Bytes, other: Bytes) -> float:
    """Mean absolute difference, in steps of 255."""
    return float(np.abs(one.astype(np.int16) - other.astype(np.int16)).mean())


def roughness(picture: Bytes) -> float:
    """Mean difference of neighbouring pixels."""
    grey = picture.astype(np.float32).mean(axis=2)
    return float((np.abs(np.diff(grey, axis=0)).mean() + np.abs(np.diff(grey, axis=1)).mean()) / 2)


def colours(picture: Bytes) -> int:
    """How many different colours there are, in 32 steps each."""
    return len(np.unique((picture // 8).reshape(-1, 3), axis=0))


def named(stage: Stage, name: str) -> list[Layer]:
    return [layer for layer in stage.layers if layer.name == name]


def region(stage: Stage, name: str) -> NDArray[np.bool_]:
    """Where the layers of this name are opaque."""
    found = named(stage, name)
    assert found, f"no layer {name} among {[layer.name for layer in stage.layers]}"
    frame = Frame(stage.frame.width, stage.frame.height, stage.frame.margin)
    return np.asarray(np.max([on_canvas(layer, frame).pixels[..., 3] for layer in found], axis=0) > 0.8)
