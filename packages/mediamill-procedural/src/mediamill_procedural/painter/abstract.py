"""Pictures of nothing but form and colour: flowing abstracts, patterns that repeat, lettering on a ground."""

import math

import cv2
import numpy as np
from anyascii import anyascii
from PIL import Image, ImageDraw, ImageFont

from mediamill_procedural.painter.canvas import (
    Colour,
    Pixels,
    blend,
    blurred,
    f32,
    from_bytes,
    mix,
    noise,
    rgb,
    sampled,
    scaled,
    step,
)
from mediamill_procedural.painter.easel import Easel, Stand
from mediamill_procedural.painter.layer import Motion
from mediamill_procedural.painter.palette import choices
from mediamill_procedural.painter.patterns import tile_of
from mediamill_procedural.painter.sky import opaque

HARMONIES = choices("harmonies")
LETTER_LINES_MAX = 4


def harmony(easel: Easel) -> list[Colour]:
    """Five colours that go together, around the prompt's colour if it names one, darker at night."""
    chance = easel.chance("harmony")
    hues = [rgb(hue) for hue in HARMONIES[int(chance.integers(len(HARMONIES)))]]
    if easel.scene.tint is not None:
        tint = easel.scene.tint
        hues = [
            scaled(tint, 0.35),
            scaled(tint, 0.75),
            tint,
            blend(tint, (1, 1, 1), 0.45),
            blend(tint, (1.0, 0.95, 0.8), 0.8),
        ]
    if "dark" in easel.scene.moods or easel.night > 0.8:
        hues = [scaled(hue, 0.6) for hue in hues]
    if "pale" in easel.scene.moods:
        hues = [blend(hue, (1, 1, 1), 0.45) for hue in hues]
    return hues


def build_abstract(easel: Easel) -> None:
    """Folded fields of colour with a soft relief, and a few spheres that float before them."""
    frame, chance, hues = easel.frame, easel.chance("abstract"), harmony(easel)
    rows, columns = frame.rows, frame.columns
    bend_x, bend_y = (noise(chance, rows, columns, cells=2.2, octaves=4, gain=0.42) - 0.5 for _ in range(2))
    field = noise(chance, rows, columns, cells=2.4, octaves=4, gain=0.42)
    down, across = np.mgrid[0:rows, 0:columns].astype(np.float32)
    reach = frame.unit * 0.55
    field = sampled(field, across + bend_x * reach, down + bend_y * reach)
    folded = sampled(field, across + (field - 0.5) * reach * 0.9, down - (bend_x + bend_y) * reach * 0.4)
    low, high = float(folded.min()), float(folded.max())
    t = (folded - low) / max(high - low, 1e-6)
    bands = t * 7.0
    colour = _ramp(hues, f32(t))
    ripple = 0.5 + 0.5 * np.sin(bands * 2 * math.pi)
    colour = colour * f32(0.90 + 0.16 * ripple)[..., None]
    rise_down, rise_across = np.gradient(blurred(f32(t + 0.012 * ripple), 2.0 * frame.unit / 1024))
    relief = (rise_across * -easel.light.side - rise_down) * frame.unit * 0.55
    colour = colour * f32(1.0 + np.clip(relief, -0.30, 0.42))[..., None]
    easel.add("sky", opaque(f32(colour)), 0.0, Motion.SKY)
    easel.horizon = 0.7
    if not easel.scene.things:
        for number in range(int(chance.integers(5, 10))):
            _sphere(easel, hues, chance, number)
    easel.stands["ground"] = Stand(lambda _x, nearness: 0.70 + 0.14 * nearness, lambda _nearness: 0.7, shadow=False)


def _ramp(hues: list[Colour], t: Pixels) -> Pixels:
    """Colours along a scale from 0 to 1."""
    stops = np.linspace(0.0, 1.0, len(hues))
    return f32(np.stack([np.interp(t, stops, [hue[channel] for hue in hues]) for channel in range(3)], axis=-1))


def _sphere(easel: Easel, hues: list[Colour], chance: np.random.Generator, number: int) -> None:
    frame = easel.frame
    radius = frame.unit * float(np.clip(chance.lognormal(-3.1, 0.7), 0.012, 0.15))
    x, y = frame.column(float(chance.uniform(0.06, 0.94))), frame.row(float(chance.uniform(0.06, 0.94)))
    half = int(radius * 1.5) + 3
    down, across = np.mgrid[-half:half, -half:half].astype(np.float32) / np.float32(radius)
    away = np.hypot(across, down)
    z = np.sqrt(np.clip(1 - away**2, 0, 1))
    lit = np.clip(across * easel.light.side * 0.6 - down * 0.6 + z * 0.5, 0, 1)
    base = f32(hues[int(chance.integers(len(hues)))])
    colour = base * f32(0.35 + 0.85 * lit)[..., None] + f32(np.clip(lit, 0, 1) ** 24 * 0.7)[..., None]
    alpha = np.clip((1 - away) * radius + 0.5, 0, 1)
    shade = np.exp(-np.square(np.hypot(across + easel.light.side * 0.25, down - 0.3) / 0.95)) * 0.42 * (1 - alpha)
    pixels = f32(np.dstack([colour * alpha[..., None], np.clip(alpha + shade, 0, 1)]))
    easel.add("sphere", pixels, 0.4 + 0.05 * number, Motion.HOVER, left=int(x) - half, top=int(y) - half)


def build_pattern(easel: Easel) -> None:
    """A tile of a few motifs that repeats over the whole picture without a seam."""
    frame, chance, hues = easel.frame, easel.chance("pattern"), harmony(easel)
    order = chance.permutation(len(hues))
    inks = [hues[int(index)] for index in order[1:]]
    side = int(frame.unit / int(chance.integers(4, 7)) / 2) * 2
    tile = tile_of(side * 2, hues[int(order[0])], inks, chance)
    small = f32(cv2.resize(from_bytes(tile), (side, side), interpolation=cv2.INTER_AREA))
    reps = (frame.rows // side + 2, frame.columns // side + 2, 1)
    full = np.tile(small, reps)[: frame.rows, : frame.columns]
    weave = noise(chance, frame.rows, frame.columns, cells=200, octaves=2)
    easel.add("sky", opaque(f32(full * (0.97 + 0.06 * weave)[..., None])), 0.0, Motion.SKY)
    easel.stands["ground"] = Stand(lambda _x, nearness: 0.72 + 0.14 * nearness, lambda _nearness: 0.7, shadow=False)


def build_lettering(easel: Easel) -> None:
    """A ground with rays and a frame; the quoted words are set on it by `letter`."""
    frame, hues, chance = easel.frame, harmony(easel), easel.chance("lettering")
    angle = np.arctan2(frame.ys - 0.62, frame.xs - 0.5)
    rays = step(-0.05, 0.05, f32(np.sin(angle * int(chance.integers(9, 15)))))
    first, second = f32(hues[0]), f32(blend(hues[0], hues[1], 0.55))
    colour = mix(first[None, None], second, rays)
    away = np.hypot(frame.xs - 0.5, frame.ys - 0.55)
    colour = mix(colour, f32(hues[1]), f32(np.exp(-away * 3.4) * 0.6))
    border = np.maximum(
        np.abs(frame.xs - 0.5) - 0.5 + 0.035 * frame.unit / frame.width,
        np.abs(frame.ys - 0.5) - 0.5 + 0.035 * frame.unit / frame.height,
    )
    line = step(0.0, 0.0015, f32(border)) * step(0.008, 0.0065, f32(border))
    colour = mix(colour, f32(hues[3]), f32(line))
    easel.add("sky", opaque(f32(colour)), 0.0, Motion.SKY)
    easel.stands["ground"] = Stand(lambda _x, _nearness: 0.90, lambda _nearness: 0.7, shadow=False)


def letter(easel: Easel) -> None:
    """Set the quoted words, as large as they fit, with a soft shadow; on top of everything."""
    if not easel.scene.letters:
        return
    frame, main = easel.frame, easel.scene.kind == "lettering"
    words = "\n".join(_drawable(text) for text in easel.scene.letters)
    box = (frame.width * 0.80, frame.height * (0.56 if main and not easel.scene.things else 0.24))
    lines, font = _fitted(words, box)
    spacing, bold = font.size * 0.16, max(1, round(font.size * 0.022))
    image = Image.new("L", (frame.columns, frame.rows), 0)
    draw = ImageDraw.Draw(image)
    text = "\n".join(lines)
    left, top, right, bottom = draw.multiline_textbbox((0, 0), text, font=font, align="center", spacing=spacing)
    x = frame.margin + (frame.width - (right - left)) / 2 - left
    middle = 0.5 if main and not easel.scene.things else 0.16
    y = frame.margin + frame.height * middle - (bottom - top) / 2 - top
    draw.multiline_text((x, y), text, fill=255, font=font, align="center", spacing=spacing, stroke_width=bold)
    alpha = from_bytes(np.asarray(image))
    colour = f32(easel.scene.tint or ((0.99, 0.96, 0.88)))
    if main and easel.scene.tint is not None:
        colour = f32([0.99, 0.97, 0.92])
    grain = max(1.0, font.size * 0.045)
    shade = blurred(f32(np.roll(alpha, (int(grain), int(grain * 0.6)), axis=(0, 1))), grain) * (1 - alpha) * 0.62
    easel.add(
        "letters",
        f32(np.dstack([colour * alpha[..., None], np.clip(alpha + shade, 0, 1)])),
        0.98,
        Motion.STILL,
        thing=True,
    )


def _drawable(text: str) -> str:
    """The text as the font can draw it: letters it has no form for are spelt in Latin ones."""
    return "".join(c if ord(c) < 0x250 else anyascii(c) for c in text).strip() or "?"


def _fitted(text: str, box: tuple[float, float]) -> tuple[list[str], ImageFont.FreeTypeFont]:
    """Lines and the largest font with which they fit into a box."""
    words = text.split()
    for size in range(int(box[1] * 0.62), 7, -4):
        font = ImageFont.load_default(size)
        assert isinstance(font, ImageFont.FreeTypeFont)
        lines, line = [], ""
        for word in words:
            longer = f"{line} {word}".strip()
            if line and font.getlength(longer) > box[0]:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
        fits = all(font.getlength(each) <= box[0] for each in lines)
        if fits and len(lines) <= LETTER_LINES_MAX and len(lines) * size * 1.2 <= box[1]:
            return lines, font
    smallest = ImageFont.load_default(10)
    assert isinstance(smallest, ImageFont.FreeTypeFont)
    return [text.replace("\n", " ")[:40]], smallest
