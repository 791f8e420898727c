"""What a picture is made of: layers with a depth and a manner of moving, laid one over the other."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from mediamill_procedural.painter.canvas import Colour, Frame, Pixels
from mediamill_procedural.painter.figure import Box, Figure


class Motion(StrEnum):
    """How what is on a layer would move if the picture were a film."""

    SKY = "sky"  # opaque backdrop: not at all, or very slowly
    STARS = "stars"  # twinkle, turn slowly
    SUN = "sun"  # the disc of the sun or the moon: sinks or rises slowly
    CLOUDS = "clouds"  # drift sideways along `heading`
    MIST = "mist"  # drifts and breathes
    LAND = "land"  # stands still; parallax by depth alone
    WATER = "water"  # ripples, more below than at its upper edge
    FALLING_WATER = "falling water"  # streams downwards
    STILL = "still"  # an object that stands still
    SWAY = "sway"  # a plant or a flag: bends in the wind around its foot (`pivot`)
    DRIVE = "drive"  # a vehicle: goes along `heading`
    WALK = "walk"  # a person or an animal on the ground: goes along `heading`, bobbing
    BREATHE = "breathe"  # a living being that stays: swells a little around `pivot`
    FLOAT = "float"  # a boat: rocks on the water around `pivot`
    HOVER = "hover"  # a balloon or an astronaut: rises and sinks, drifts along `heading`
    FLY = "fly"  # a bird, an aeroplane, a rocket: goes along `heading` in the air
    SWIM = "swim"  # a fish: goes along `heading`, wavering
    RAIN = "rain"  # falls fast, straight
    SNOW = "snow"  # falls slowly, swaying; petals, leaves and ash too
    RISE = "rise"  # smoke, sparks, bubbles: go up
    FLICKER = "flicker"  # fire: quick changes of light and shape
    GLOW = "glow"  # lamps, windows, beams: breathes in brightness; added light
    SPIN = "spin"  # turns around `pivot`: sails of a windmill, a wheel


@dataclass(frozen=True, slots=True)
class Drawn:
    """What a layer was drawn from, so that a film can draw it in another pose."""

    figure: Figure
    facing: int  # 1 to the right, as figures are told, or -1
    unit: float  # pixels
    # The pixels of a changed figure, filling a box in the figure's own unit; the last is `fine` of `sculpt`.
    again: Callable[[Figure, Box, int], Pixels]
    carried: Pixels | None = None  # what is to be seen of what it carries or who rides it, where the layer shows it


@dataclass(frozen=True, slots=True)
class Layer:
    """A piece of a picture: premultiplied RGBA pixels that lie with their upper left corner at (left, top).

    `pixels` is float32 (rows, columns, 4): colour already times alpha, alpha 0 to 1; colour above alpha is light that
    is added. (left, top) counts from the corner of the frame *with its margin* and may be negative.
    """

    name: str  # "sky", "clouds", "far mountains", "fox"
    pixels: Pixels
    depth: float  # 0 infinitely far (sky) … 1 nearest; what moves past a camera is proportional to it
    motion: Motion
    left: int = 0
    top: int = 0
    heading: int = 0  # -1 to the left, 1 to the right, 0 nowhere
    pivot: tuple[float, float] | None = None  # pixels from the layer's own corner: foot of a plant, waterline of a boat
    pace: float = 1.0  # slower or faster than usual for its motion
    thing: bool = False  # one of the things the prompt named (not scenery)
    drawn: Drawn | None = None


@dataclass(frozen=True, slots=True)
class Light:
    """Where the light comes from and what it is like."""

    x: float  # of the sun or moon (fractions of the frame); beyond 0..1 it stands outside of the picture
    y: float
    colour: Colour
    strength: float  # 1 full sunlight … 0.2 a clouded night
    height: float  # 0 grazing … 1 from above
    behind: bool = False  # the source stands in the picture: things are lit from behind

    @property
    def side(self) -> float:
        """-1 from the left … 1 from the right."""
        return max(-1.0, min(1.0, (self.x - 0.5) * 2.4))


@dataclass(frozen=True, slots=True)
class Stage:
    """A picture that is not flattened yet: layers back to front, and what a camera has to know of them."""

    frame: Frame
    layers: tuple[Layer, ...]
    horizon: float  # fraction of the frame's height
    light: Light


def on_canvas(layer: Layer, frame: Frame) -> Layer:
    """The same layer with pixels for the whole frame, margin included (left and top are 0)."""
    if layer.pixels.shape[:2] == (frame.rows, frame.columns) and layer.left == layer.top == 0:
        return layer
    pixels = np.zeros((frame.rows, frame.columns, 4), np.float32)
    _lay(pixels, layer)
    pivot = None if layer.pivot is None else (layer.pivot[0] + layer.left, layer.pivot[1] + layer.top)
    return replace(layer, pixels=pixels, left=0, top=0, pivot=pivot)


def compose(layers: Iterable[Layer], frame: Frame) -> Pixels:
    """The layers over black, back to front: float32 (rows, columns, 3), margin included, light may exceed 1."""
    canvas = np.zeros((frame.rows, frame.columns, 4), np.float32)
    for layer in layers:
        _lay(canvas, layer)
    return np.ascontiguousarray(canvas[..., :3])


def _lay(canvas: Pixels, layer: Layer) -> None:
    """`layer` over `canvas`, in place, where both are."""
    rows, columns = layer.pixels.shape[:2]
    top, left = max(0, layer.top), max(0, layer.left)
    bottom, right = min(canvas.shape[0], layer.top + rows), min(canvas.shape[1], layer.left + columns)
    if top >= bottom or left >= right:
        return
    source = layer.pixels[top - layer.top : bottom - layer.top, left - layer.left : right - layer.left]
    target = canvas[top:bottom, left:right]
    target *= 1.0 - source[..., 3:4]
    target += source
