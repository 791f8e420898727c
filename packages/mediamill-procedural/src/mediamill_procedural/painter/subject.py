"""Which pixels of a finished picture are its subject's."""

import cv2
import numpy as np
from numpy.typing import NDArray

from mediamill_procedural.painter.canvas import Pixels
from mediamill_procedural.painter.layer import Layer, Motion, Stage, on_canvas

Mask = NDArray[np.bool_]

PASSING = (Motion.GLOW, Motion.MIST, Motion.RAIN, Motion.SNOW, Motion.RISE)  # the subject is seen through them
NAMED_FIRST = 3.0  # times its area: how much sooner than others what the prompt names first is the subject
TOGETHER = 0.15  # of a thing's area that lies within the subject's outline: a rider and the horse are one
SEEN_MIN = 0.004  # of the picture: less is no subject


def subject_mask(stage: Stage, first: str) -> Mask:
    """The subject where it is seen, (rows, columns): the thing named `first` or else the largest, with what it holds.

    Empty where nothing but scenery is to be seen.
    """
    whole, seen = _things(stage)
    empty = np.zeros((stage.frame.rows, stage.frame.columns), bool)
    if not seen:
        return empty
    areas = [one.sum() * (NAMED_FIRST if name == first else 1.0) for name, one in seen]
    subject = int(np.argmax(areas))
    mask = seen[subject][1]
    outline = cv2.dilate(whole[subject].astype(np.uint8), np.ones((5, 5), np.uint8)).astype(bool)
    for index, (_, one) in enumerate(seen):
        if index != subject and (whole[index] & outline).sum() > TOGETHER * whole[index].sum():
            mask = mask | one
    return mask if mask.mean() >= SEEN_MIN else empty


def _things(stage: Stage) -> tuple[list[Mask], list[tuple[str, Mask]]]:
    """Of each thing, back to front, all of it and what nothing stands before."""
    whole: list[Mask] = []
    seen: list[tuple[str, Mask]] = []
    for layer in stage.layers:
        if layer.motion in PASSING:
            continue
        alpha = _alpha(layer, stage)
        seen = [(name, one & (alpha < 0.5)) for name, one in seen]
        if layer.thing:
            whole.append(alpha >= 0.5)
            seen.append((layer.name, alpha >= 0.5))
    return whole, seen


def _alpha(layer: Layer, stage: Stage) -> Pixels:
    return on_canvas(layer, stage.frame).pixels[..., 3]
