"""Layers of a painted stage become plates: cropped, 8 bits, in the finished colours of their style."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from mediamill_procedural.film.strides import Going
from mediamill_procedural.painter.canvas import Frame, Pixels, chance
from mediamill_procedural.painter.layer import Layer, Motion, compose

Bytes = NDArray[np.uint8]
Finish = Callable[[Pixels], Bytes]  # (rows, columns, 3) float32 -> uint8, the style of the picture

# What leaves its place: the scenery behind it is finished without it.
WANDERERS = frozenset(
    {
        Motion.DRIVE,
        Motion.WALK,
        Motion.FLY,
        Motion.SWIM,
        Motion.HOVER,
        Motion.FLOAT,
        Motion.SPIN,
        Motion.FLICKER,
        Motion.RISE,
    }
)
RESTING = frozenset({Motion.SWAY, Motion.STILL, Motion.BREATHE})
NARROW, NEAR = 0.6, 0.3  # of the canvas; depth: what stands alone in front of the scenery
EDGE = np.ones((7, 7), np.uint8)  # pixels
VISIBLE = 1.0 / 300.0  # less is not even one step of 8 bits
STEPS = 255.0
FILL_SHRINK = 8  # what is hidden takes the finish of what lies around it, so coarsely
FILL_SPREADS = (2.0, 8.0, 40.0)  # in shrunk pixels: near first


@dataclass(frozen=True, slots=True)
class Plate:
    """A layer ready to be filmed: premultiplied RGBA uint8, lying at (left, top) of the canvas."""

    name: str
    pixels: Bytes
    left: int
    top: int
    depth: float
    motion: Motion
    heading: int
    pace: float
    pivot: tuple[float, float]  # on the canvas
    number: int  # from back to front
    thing: bool
    leader: int | None = None  # number of the thing that this is the shadow, the reflection or the shine of
    going: Going | None = None  # legs or wheels, with pixels of 8 bits

    @property
    def bottom(self) -> int:
        """The row below the last one, on the canvas."""
        return self.top + int(self.pixels.shape[0])

    @property
    def right(self) -> int:
        """The column behind the last one, on the canvas."""
        return self.left + int(self.pixels.shape[1])


def plates_of(painted: list[Layer], frame: Frame, finish: Finish, name: str) -> tuple[Plate, ...]:
    """All layers that show anything, back to front, coloured so that the still picture is the finished picture.

    What the finish adds to the picture is given to each layer where it is seen; where it is hidden, it gets what is
    added around. `name` seeds the dither. Takes the layers out of `painted`, so that nothing is kept twice.
    """
    layers: list[Layer] = []
    painted.reverse()
    while painted:
        layers.append(_cropped(painted.pop(), frame))
    layers = [layer for layer in layers if layer.pixels.size]
    leaders = _leaders(layers)
    wandering = [_wanders(layers[number if leader is None else leader], frame) for number, leader in enumerate(leaders)]
    behind = _added([layer for layer, wanders in zip(layers, wandering, strict=True) if not wanders], frame, finish)
    whole = _added(layers, frame, finish) if any(wandering) else behind
    plates: list[Plate] = []
    clear = np.ones((frame.rows, frame.columns), np.float32)  # how much is seen through what is in front
    for number in range(len(layers) - 1, -1, -1):
        layer = layers.pop()
        added = _window(whole if wandering[number] else behind, layer)
        if not wandering[number]:
            # A finish sharpens and mixes at edges: what is within reach of one belongs to neither side.
            seen = np.asarray(cv2.erode(_window(clear, layer), EDGE), np.float32)
            added = _filled(added, seen * layer.pixels[..., 3], seen)
            _shade(clear, layer)
        plates.append(_plate(layer, added, number, leaders[number], name))
    return tuple(reversed(plates))


def _leaders(layers: list[Layer]) -> list[int | None]:
    """For each layer the number of its thing: a shadow or a reflection comes right before it, its shine after it."""
    leaders: list[int | None] = [None] * len(layers)
    last: int | None = None
    for number, layer in enumerate(layers):
        following = layers[number + 1] if number + 1 < len(layers) else None
        if layer.thing:
            last = number
        elif last is not None and layer.name == f"light of {layers[last].name}":
            leaders[number] = last
        elif following is not None and following.thing and layer.name in ("shadow", f"reflection of {following.name}"):
            leaders[number] = number + 1
    return leaders


def _wanders(layer: Layer, frame: Frame) -> bool:
    """Whether it goes away from what is behind it, by itself or because a camera passes it."""
    alone = layer.motion in RESTING and layer.depth >= NEAR and layer.pixels.shape[1] < NARROW * frame.columns
    return layer.motion in WANDERERS or layer.thing or alone


def _cropped(layer: Layer, frame: Frame) -> Layer:
    """Without what is empty; one empty pixel stays around it, unless it reaches the edge of the canvas."""
    if isinstance(layer, Going):
        return layer
    shown = (layer.pixels.max(axis=2) > VISIBLE).astype(np.uint8)
    left, top, width, height = cv2.boundingRect(shown)
    if not width or not height:
        return replace(layer, pixels=np.zeros((0, 0, 4), np.float32))
    right, bottom = left + width, top + height
    pads = (
        int(layer.top + top > 0),
        int(layer.top + bottom < frame.rows),
        int(layer.left + left > 0),
        int(layer.left + right < frame.columns),
    )
    part = layer.pixels[top:bottom, left:right]
    pixels = np.asarray(cv2.copyMakeBorder(part, *pads, cv2.BORDER_CONSTANT, value=(0, 0, 0, 0)), np.float32)
    left, top = left - pads[2], top - pads[0]
    pivot = None if layer.pivot is None else (layer.pivot[0] - left, layer.pivot[1] - top)
    return replace(layer, pixels=pixels, left=layer.left + left, top=layer.top + top, pivot=pivot)


def _added(layers: list[Layer], frame: Frame, finish: Finish) -> Pixels:
    """What the finish adds to the picture of these layers."""
    plain = compose(layers, frame)
    finished = finish(plain)
    added: Pixels = finished * np.float32(1.0 / STEPS)
    added -= plain
    return added


def _window(canvas: Pixels, layer: Layer) -> Pixels:
    """The part of the canvas below a layer; outside of the canvas its edge goes on."""
    rows, columns = layer.pixels.shape[:2]
    below = np.clip(np.arange(layer.top, layer.top + rows), 0, canvas.shape[0] - 1)
    across = np.clip(np.arange(layer.left, layer.left + columns), 0, canvas.shape[1] - 1)
    window: Pixels = canvas[below[:, None], across[None, :]]
    return window


def _filled(added: Pixels, weight: Pixels, seen: Pixels) -> Pixels:
    """`added` where the layer is seen; elsewhere a mean of what is seen of it, nearest first."""
    rows, columns = added.shape[:2]
    size = (max(1, columns // FILL_SHRINK), max(1, rows // FILL_SHRINK))
    if not weight.any() or float(seen.min()) > 0.98:
        return added
    parts = cv2.resize(np.dstack([added * weight[..., None], weight]), size, interpolation=cv2.INTER_AREA)
    total = parts.sum(axis=(0, 1))
    filled = np.broadcast_to(total[:3] / max(float(total[3]), 1e-6), (size[1], size[0], 3))
    for spread in reversed(FILL_SPREADS):
        soft = cv2.GaussianBlur(parts, (0, 0), spread)
        amount = soft[..., 3:4]
        trust = np.clip(amount * 4.0, 0.0, 1.0)
        filled = filled + (soft[..., :3] / np.maximum(amount, 1e-4) - filled) * trust
    around = cv2.resize(filled.astype(np.float32), (columns, rows), interpolation=cv2.INTER_LINEAR)
    mixed: Pixels = (around + (added - around) * seen[..., None]).astype(np.float32)
    return mixed


def _shade(clear: Pixels, layer: Layer) -> None:
    """Take away from `clear`, in place, what the layer covers."""
    rows, columns = layer.pixels.shape[:2]
    top, left = max(0, layer.top), max(0, layer.left)
    bottom, right = min(clear.shape[0], layer.top + rows), min(clear.shape[1], layer.left + columns)
    if top < bottom and left < right:
        covered = layer.pixels[top - layer.top : bottom - layer.top, left - layer.left : right - layer.left, 3]
        clear[top:bottom, left:right] *= 1.0 - covered


def _plate(layer: Layer, added: Pixels, number: int, leader: int | None, name: str) -> Plate:
    """A layer in 8 bits; what it shows later takes the finish of what is around it now."""
    going = layer if isinstance(layer, Going) else None
    if going:
        added = _filled(added, layer.pixels[..., 3], layer.pixels[..., 3])
    noise = chance("plate", name, number).random(layer.pixels.shape[:2], np.float32)
    if layer.pivot is None:
        pivot = (layer.left + layer.pixels.shape[1] / 2, float(layer.top + layer.pixels.shape[0]))
    else:
        pivot = (layer.left + layer.pivot[0], layer.top + layer.pivot[1])
    return Plate(
        name=layer.name,
        pixels=_eight_bits(layer.pixels, added, noise),
        left=layer.left,
        top=layer.top,
        depth=layer.depth,
        motion=layer.motion,
        heading=layer.heading,
        pace=layer.pace,
        pivot=pivot,
        number=number,
        thing=layer.thing,
        leader=leader,
        going=going
        and replace(
            going,
            pictures=tuple(_eight_bits(each, added, noise) for each in going.pictures),
            pieces=tuple(replace(each, pixels=_eight_bits(each.pixels, added, noise)) for each in going.pieces),
        ),
    )


def _eight_bits(painted: Pixels, added: Pixels, noise: Pixels) -> Bytes:
    """8 bits with a dither of one step, so that skies do not show bands; nothing stays nothing."""
    pixels = painted.astype(np.float32) * np.float32(STEPS)
    pixels[..., :3] += added * pixels[..., 3:4]
    pixels[..., :3] += noise[..., None]
    pixels[..., 3] += 0.5
    return np.asarray(np.clip(pixels, 0.0, STEPS), np.uint8)
