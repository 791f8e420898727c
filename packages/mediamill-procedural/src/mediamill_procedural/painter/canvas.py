"""Arrays that are painted on: frames with a margin, noise, blending; colours are RGB, 0 to 1 and a little over."""

import hashlib
import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

Pixels = NDArray[np.float32]
Bytes = NDArray[np.uint8]
Colour = tuple[float, float, float]

WHITE: Colour = (1.0, 1.0, 1.0)
LUMA = np.array([0.299, 0.587, 0.114], np.float32)  # BT.601: what an eye makes of red, green and blue
OCTAVE_CELL_MIN = 2.5  # pixels: finer octaves of noise are grain, not form


@dataclass(frozen=True, slots=True)
class Frame:
    """What is shown (width × height pixels) and a margin around it; positions are fractions of what is shown."""

    width: int
    height: int
    margin: int = 0

    @property
    def columns(self) -> int:
        """Pixels from edge to edge, margin included."""
        return self.width + 2 * self.margin

    @property
    def rows(self) -> int:
        """Pixels from top to bottom, margin included."""
        return self.height + 2 * self.margin

    @property
    def unit(self) -> float:
        """Pixels that stand for 1 in sizes: the side of a square of the frame's area."""
        return math.sqrt(self.width * self.height)

    @property
    def xs(self) -> Pixels:
        """(1, columns): 0 at the frame's left edge, 1 at its right; below 0 and above 1 in the margin."""
        return f32((np.arange(self.columns) + 0.5 - self.margin) / self.width)[np.newaxis, :]

    @property
    def ys(self) -> Pixels:
        """(rows, 1): 0 at the frame's top edge, 1 at its bottom."""
        return f32((np.arange(self.rows) + 0.5 - self.margin) / self.height)[:, np.newaxis]

    def column(self, x: float) -> float:
        """The pixel column of a fraction."""
        return self.margin + x * self.width

    def row(self, y: float) -> float:
        """The pixel row of a fraction."""
        return self.margin + y * self.height


def chance(*names: object) -> np.random.Generator:
    """A random generator of its own for each list of names, the same in every process."""
    digest = hashlib.sha256("|".join(str(name) for name in names).encode("utf-8", "replace")).digest()
    return np.random.default_rng(int.from_bytes(digest[:8], "little"))


def f32(values: ArrayLike) -> Pixels:
    """Anything numeric as float32."""
    return np.asarray(values, np.float32)


def step(low: float, high: float, values: ArrayLike) -> Pixels:
    """0 below `low`, 1 above `high`, smooth between."""
    t = np.clip((f32(values) - np.float32(low)) / np.float32(high - low), 0.0, 1.0)
    return f32(t * t * (3.0 - 2.0 * t))


def mix(first: ArrayLike, second: ArrayLike, part: ArrayLike) -> Pixels:
    """`first` where part is 0, `second` where it is 1; a part with two dimensions is laid over the colour channels."""
    share = f32(part)
    if share.ndim == 2:
        share = share[..., np.newaxis]
    start = f32(first)
    return f32(start + (f32(second) - start) * share)


def blend(first: Colour, second: Colour, part: float) -> Colour:
    """One colour between two."""
    return (
        first[0] + (second[0] - first[0]) * part,
        first[1] + (second[1] - first[1]) * part,
        first[2] + (second[2] - first[2]) * part,
    )


def scaled(colour: Colour, factor: float) -> Colour:
    """Darker or lighter, never above 1."""
    return (min(1.0, colour[0] * factor), min(1.0, colour[1] * factor), min(1.0, colour[2] * factor))


def rgb(text: str) -> Colour:
    """The colour that "ff8800" or "#ff8800" writes."""
    digits = text.lstrip("#")
    return (int(digits[0:2], 16) / 255, int(digits[2:4], 16) / 255, int(digits[4:6], 16) / 255)


def from_bytes(image: ArrayLike) -> Pixels:
    """8-bit channels as 0 to 1."""
    return f32(np.asarray(image, np.float32) * np.float32(1 / 255))


def luma(colour: ArrayLike) -> Pixels:
    """How light colours are, 0 to 1."""
    return f32(f32(colour)[..., :3] @ LUMA)


def resized(image: Pixels, rows: int, columns: int, how: int = cv2.INTER_CUBIC) -> Pixels:
    """The image at another size."""
    return f32(cv2.resize(image, (columns, rows), interpolation=how))


def blurred(image: Pixels, sigma: float) -> Pixels:
    """Softened; wide blurs are made small first, which nobody can see."""
    if sigma < 0.3:
        return image
    rows, columns = image.shape[:2]
    shrink = int(min(8.0, sigma / 3.0))
    if shrink < 2 or min(rows, columns) < 32:
        return f32(cv2.GaussianBlur(image, (0, 0), sigma, borderType=cv2.BORDER_REFLECT))
    small = resized(image, max(2, rows // shrink), max(2, columns // shrink), cv2.INTER_AREA)
    small = f32(cv2.GaussianBlur(small, (0, 0), sigma / shrink, borderType=cv2.BORDER_REFLECT))
    return resized(small, rows, columns, cv2.INTER_LINEAR)


def sampled(image: Pixels, columns: ArrayLike, rows: ArrayLike) -> Pixels:
    """The image looked up at pixel positions; beyond an edge it is mirrored, so that there is no seam."""
    across, down = np.broadcast_arrays(f32(columns), f32(rows))
    return f32(
        cv2.remap(
            image,
            np.ascontiguousarray(across),
            np.ascontiguousarray(down),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REFLECT,
        )
    )


def noise(
    generator: np.random.Generator,
    rows: int,
    columns: int,
    *,
    cells: float = 4.0,
    octaves: int = 6,
    gain: float = 0.5,
    stretch: float = 1.0,
) -> Pixels:
    """Fractal value noise, 0 to 1 around 0.5: `cells` of the largest form across, `stretch` times as many down."""
    total = np.zeros((rows, columns), np.float32)
    weight, sum_of_weights, across = 1.0, 0.0, float(cells)
    for _ in range(octaves):
        down = across * rows / columns * stretch
        lattice = generator.random((max(2, int(down) + 2), max(2, int(across) + 2)), np.float32)
        total += np.float32(weight) * resized(lattice, rows, columns)
        sum_of_weights += weight
        weight *= gain
        across *= 2.03
        if columns / across < OCTAVE_CELL_MIN:
            break
    return f32(total / sum_of_weights)


def ridged(values: Pixels) -> Pixels:
    """Noise folded at its middle: sharp crests between round valleys, 0 to 1."""
    return f32(np.square(1.0 - np.clip(np.abs(2.0 * values - 1.0) * 1.6, 0.0, 1.0)))
