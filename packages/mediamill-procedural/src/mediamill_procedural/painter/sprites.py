"""A thing as a sprite: a figure of the painter, a grown tree, or an object of the modeller."""

import numpy as np

from mediamill_procedural.painter.canvas import Pixels, chance
from mediamill_procedural.painter.easel import Easel
from mediamill_procedural.painter.figure import Box, Figure, recoloured
from mediamill_procedural.painter.gallery import FIGURES, figure_of
from mediamill_procedural.painter.layer import Drawn
from mediamill_procedural.painter.modelling import PAD, Sprite, sculpt
from mediamill_procedural.painter.scene import Thing
from mediamill_procedural.painter.trees import tree

WIDEST = 0.56  # of the frame's width
NATURAL = {"fox": ("d02a24", "f08a1d"), "tree": ("3f9a3c",), "cat": ("d9a520",)}  # as they are anyway when so called


def sprite_of(easel: Easel, thing: Thing, height: float, draw: np.random.Generator, mirrored: bool) -> Sprite:
    """A thing about `height` pixels tall, in the colours that the prompt gives it; it looks to the right."""
    colour = None if thing.colour_name in NATURAL.get(thing.name, ()) else thing.colour
    if thing.words:
        from mediamill_procedural.painter.models import model_sprite  # noqa: PLC0415 (it loads the modeller)

        height = min(height, WIDEST * easel.frame.width)
        return model_sprite(thing.words, thing.name, height, easel.palette, easel.light, mirrored=mirrored)
    if thing.name not in FIGURES:
        return tree(easel, thing.name, height * 1.15, draw, colour=colour)
    figure = figure_of(thing.name, thing.pose)
    left, bottom, right, top = figure.box
    height = min(height, WIDEST * easel.frame.width * (top - bottom) / (right - left))
    if thing.pose == "asleep":
        height = min(height, 0.22 * easel.frame.unit)
    figure = recoloured(figure, thing.parts)
    return sculpt(figure, height, easel.palette, easel.light, draw, colour=colour, mirrored=mirrored)


def drawing_of(easel: Easel, thing: Thing, sprite: Sprite, concern: str, mirrored: bool) -> Drawn | None:
    """How a film draws the thing in another pose; None for what has none."""
    if thing.words or thing.name not in FIGURES or thing.pose:
        return None
    figure = recoloured(figure_of(thing.name), thing.parts)
    unit = (sprite.pixels.shape[0] - 2 * PAD) / (figure.box[3] - figure.box[1])
    colour = None if thing.colour_name in NATURAL.get(thing.name, ()) else thing.colour

    seed, palette, light = easel.seed, easel.palette, easel.light  # not the easel itself: its layers are large

    def again(posed: Figure, box: Box, fine: int) -> Pixels:
        draw, height = chance(seed, concern), unit * (box[3] - box[1])
        return sculpt(
            posed, height, palette, light, draw, colour=colour, mirrored=mirrored, within=box, fine=fine
        ).pixels

    return Drawn(figure, -1 if mirrored else 1, unit, again)
