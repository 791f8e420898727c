"""Figures as lit bodies: each part is inflated from its outline and shaded by the picture's one light."""

from dataclasses import dataclass

import cv2
import numpy as np

from mediamill_procedural.painter.canvas import (
    Bytes,
    Colour,
    Pixels,
    blend,
    blurred,
    f32,
    from_bytes,
    noise,
    rgb,
    scaled,
)
from mediamill_procedural.painter.figure import Box, Figure, Outline, Part
from mediamill_procedural.painter.layer import Light
from mediamill_procedural.painter.palette import Palette

FRACTION_BITS = 6  # of a pixel: cv2 takes corners as fixed-point numbers
FINE = 2  # pixels drawn for each pixel shown, both ways, unless told
PIXELS_MAX = 2_200  # a side of a figure: larger ones are drawn smaller and enlarged
PAD = 4  # pixels around a figure
TRIM, TRIM_GREYED = ("second", "third"), 0.75  # beside a named main colour the others step back
TONES = {"-": 0.66, "+": 1.32}


@dataclass(frozen=True, slots=True)
class Sprite:
    """A painted thing: premultiplied RGBA, and the pixel where it stands."""

    pixels: Pixels
    foot: tuple[float, float]


def sculpt(
    figure: Figure,
    height: float,
    palette: Palette,
    light: Light,
    chance: np.random.Generator,
    *,
    colour: Colour | None = None,
    mirrored: bool = False,
    distance: float = 0.0,
    within: Box | None = None,
    fine: int = FINE,
) -> Sprite:
    """The figure `height` pixels tall. `colour` replaces its main colour, `distance` is the share of air before it.

    `within` is what the sprite shows and `height` is of, where that is not the figure's own box; `fine` is how many
    pixels are drawn for each one shown, both ways.
    """
    left, bottom, right, top = within or figure.box
    tall = min(height, PIXELS_MAX / fine, PIXELS_MAX / fine * (top - bottom) / max(right - left, 1e-6))
    scale = tall * fine / (top - bottom)
    rows, columns = int((top - bottom) * scale) + 2 * PAD * fine, int((right - left) * scale) + 2 * PAD * fine
    canvas = np.zeros((rows, columns, 4), np.float32)
    side = -light.side if mirrored else light.side
    surface = _surface(figure, rows, columns, chance)
    for each in figure.parts:
        mask = _mask(each.outlines, left, top, scale, PAD * fine, rows, columns)
        base = _colour(each.colour, figure, colour)
        _lay(canvas, mask, base, each, palette, light, side, surface, fine)
    _shade_foot(canvas, light)
    if distance > 0:
        alpha = canvas[..., 3:4]
        canvas[..., :3] = canvas[..., :3] * (1 - distance) + f32(palette.haze) * alpha * distance
    shown = height / (top - bottom) / scale
    size = (max(1, round(columns * shown)), max(1, round(rows * shown)))
    pixels = f32(cv2.resize(canvas, size, interpolation=cv2.INTER_AREA))
    if mirrored:
        pixels = f32(pixels[:, ::-1].copy())
    return Sprite(pixels, (size[0] / 2, (top * scale + PAD * fine) * shown))


def _mask(
    outlines: tuple[Outline, ...], left: float, top: float, scale: float, pad: int, rows: int, columns: int
) -> Bytes:
    mask = np.zeros((rows, columns), np.uint8)
    for outline in outlines:
        points = np.stack([(outline[:, 0] - left) * scale, (top - outline[:, 1]) * scale], axis=1) + pad
        fixed = np.round(points * (1 << FRACTION_BITS)).astype(np.int32)
        cv2.fillPoly(mask, [fixed], 255, lineType=cv2.LINE_AA, shift=FRACTION_BITS)
    return mask


def _colour(name: str, figure: Figure, colour: Colour | None) -> Colour:
    role, tone = (name[:-1], TONES[name[-1]]) if name[-1] in TONES else (name, 1.0)
    if role.startswith("#"):
        base = rgb(role)
    elif role == "main" and colour is not None:
        base = colour
    else:
        base = rgb(figure.colours[role])
        if colour is not None and role in TRIM:
            grey = sum(base) / 3
            base = blend(base, (grey, grey, grey), TRIM_GREYED)
    if tone > 1.0:
        return (1 - (1 - base[0]) * 0.62, 1 - (1 - base[1]) * 0.62, 1 - (1 - base[2]) * 0.62)
    return scaled(base, tone)


def _surface(figure: Figure, rows: int, columns: int, chance: np.random.Generator) -> Pixels | None:
    if figure.rough <= 0 or min(rows, columns) < 24:
        return None
    grain = noise(chance, rows, columns, cells=max(4.0, columns / 22.0), octaves=4, gain=0.7, stretch=0.6)
    return f32(1.0 + (grain - 0.5) * figure.rough)


def _lay(
    canvas: Pixels,
    mask: Bytes,
    base: Colour,
    each: Part,
    palette: Palette,
    light: Light,
    side: float,
    surface: Pixels | None,
    fine: int,
) -> None:
    """One part over what is there; it throws a faint shadow on it first."""
    x, y, wide, tall = cv2.boundingRect(mask)
    if wide == 0 or tall == 0:
        return
    pad = 5 * fine
    y0, y1 = max(0, y - pad), min(canvas.shape[0], y + tall + pad)
    x0, x1 = max(0, x - pad), min(canvas.shape[1], x + wide + pad)
    lamp = palette.night if each.glow >= 1.0 and each.alpha < 1.0 else 1.0  # a lamp behind glass: seen in the dark
    cover = from_bytes(mask[y0:y1, x0:x1]) * np.float32(each.alpha * lamp)
    under = canvas[y0:y1, x0:x1]
    if each.glow == 0 and each.bulge > 0:
        shade = blurred(cover, 2.5 * fine) * (1.0 - cover) * np.float32(0.42)
        under[..., :3] *= 1.0 - shade[..., None]
    lit, shine = _relief(mask[y0:y1, x0:x1], each, light, side)
    colour = palette.lit(f32(base), lit)
    if surface is not None and each.bulge > 0:
        colour = colour * surface[y0:y1, x0:x1, None]
    if each.gloss > 0:
        colour = colour + f32(palette.sunlight) * (shine * each.gloss)[..., None]
    if each.glow > 0:
        colour = f32(colour) * (1 - each.glow * palette.night) + f32(base) * each.glow * (0.25 + 0.95 * palette.night)
    under *= 1.0 - cover[..., None]
    under[..., :3] += f32(colour) * cover[..., None]
    under[..., 3] += cover


def _relief(mask: Bytes, each: Part, light: Light, side: float) -> tuple[Pixels, Pixels]:
    """Light, 0 to 1, and highlight on a part that bulges out of its outline."""
    rows = mask.shape[0]
    slope = np.linspace(0.06, -0.06, rows, dtype=np.float32)[:, None]
    if each.bulge <= 0:
        flat = f32(np.broadcast_to(0.66 + slope, mask.shape))
        return flat, np.zeros_like(flat)
    solid = cv2.copyMakeBorder((mask > 127).astype(np.uint8), 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
    inner = f32(cv2.distanceTransform(solid, cv2.DIST_L2, cv2.DIST_MASK_PRECISE))[1:-1, 1:-1]
    radius = max(float(inner.max()), 1.0)
    part = np.clip(inner / radius, 0, 1)
    form = f32(np.sqrt(1.0 - np.square(1.0 - part)) * radius)
    form = blurred(form, max(0.8, radius * 0.26))
    rise_down, rise_across = np.gradient(form)
    bulge = each.bulge * 0.9
    length = np.sqrt(1.0 + (rise_across**2 + rise_down**2) * bulge**2)
    toward = f32([side * 0.75, -(0.30 + 0.55 * light.height), 0.28 if light.behind else 0.55])
    toward /= np.linalg.norm(toward)
    facing = (-rise_across * bulge * toward[0] - rise_down * bulge * toward[1] + toward[2]) / length
    lit = np.clip(0.50 + (facing - toward[2]) * 0.72 + slope + (0.0 if light.behind else 0.14), 0.0, 1.15)
    return f32(lit), f32(np.clip(facing, 0, 1) ** 18)


def _shade_foot(canvas: Pixels, light: Light) -> None:
    """Less light reaches what is near the ground."""
    rows = canvas.shape[0]
    height = np.linspace(1.0, 0.0, rows, dtype=np.float32)
    canvas[..., :3] *= (1.0 - 0.20 * (1.0 - light.height * 0.4) * np.clip(1.0 - height * 3.5, 0, 1))[:, None, None]
