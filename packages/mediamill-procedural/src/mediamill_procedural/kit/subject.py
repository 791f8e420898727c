"""Where the subject of a picture is, told by the picture itself: in the lowest bits of its blue, which nobody sees.

Engines are given the pixels of a picture and nothing of its file, so this comes along where a tag would not. It lasts
as long as no pixel changes: in PNG, not in JPEG.
"""

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
Mask = NDArray[np.bool_]

BLUE = 2
KEY = 0x5AB1EC7  # seed of the pattern under which the bits lie: without it they are noise, as they were
AGREEING_MIN = 0.97  # share of pixels that say the same as their neighbours: 0.5 in other pictures


def mark_subject(pixels: Pixels, mask: Mask) -> Pixels:
    """The picture (h, w, 3), no pixel changed by more than one step of blue, that tells its subject's mask (h, w)."""
    marked = pixels.copy()
    marked[..., BLUE] = (pixels[..., BLUE] & 0xFE) | (mask ^ _pattern(mask.shape))
    return marked


def marked_subject(pixels: Pixels) -> Mask | None:
    """The mask that a picture tells, empty where it has no subject; None for a picture that tells nothing."""
    bits = ((pixels[..., BLUE] & 1) ^ _pattern(pixels.shape[:2])).astype(bool)
    across, down = bits[:, 1:] == bits[:, :-1], bits[1:] == bits[:-1]
    if min(float(across.mean()), float(down.mean())) < AGREEING_MIN:
        return None
    return bits


def _pattern(shape: tuple[int, ...]) -> Pixels:
    """Bits that are the same for all pictures of a size."""
    return np.random.default_rng(KEY).integers(0, 2, shape[:2], np.uint8)
