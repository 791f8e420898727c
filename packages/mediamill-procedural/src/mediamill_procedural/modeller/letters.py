"""A word as a sculpture: its letters, thick, on a plinth. The outlines are traced from Pillow's own font."""

from functools import cache

import numpy as np
from manifold3d import CrossSection, FillRule, JoinType
from PIL import Image, ImageDraw, ImageFont
from skimage.measure import find_contours

from mediamill_procedural.modeller.bench import Bench
from mediamill_procedural.modeller.shapes import union

FONT_PIXELS = 160  # height of the raster that is traced
TRACED_WITHIN = 0.45  # pixels that an outline may stray
HEIGHT = 0.3  # metres of a capital letter
SPACING = 0.03  # metres between letters
LINES_MAX, LETTERS_MAX = 3, 14  # of a sculpture


def build_letters(bench: Bench, text: str) -> str:
    """Build the text on a plinth; returns what can be read there, which is nothing where no letter has a shape."""
    lines = _lines(text.upper())
    depth = 0.09
    width, top = 0.3, 0.12
    shown = []
    for line in reversed(lines):
        section = _line_section(line)
        if section is None:
            continue
        low_x, _, high_x, _ = section.bounds()
        section = section.translate((-(low_x + high_x) / 2, 0))
        solid = bench.extruded(section, depth, 0.008).translate((0, top - 0.004, -depth / 2))
        bench.main("letters", solid, "gold")
        width = max(width, high_x - low_x)
        top += HEIGHT * 1.22
        shown.append(line)
    deep = depth + 0.13
    bench.trim("plinth", bench.box(width + 0.16, 0.1, deep, (0, 0.02, 0), 0.012), "marble")
    bench.trim("plinth", bench.box(width + 0.22, 0.03, deep + 0.06, (0, 0, 0), 0.008), "marble")
    if len(shown) > 1:
        bars = [
            bench.box(width + 0.02, 0.03, depth, (0, 0.12 + HEIGHT * 1.22 * k - 0.036, 0), 0.006)
            for k in range(1, len(shown))
        ]
        bench.trim("plinth", union(bars), "marble")
    return " ".join(reversed(shown))


def _lines(text: str) -> list[str]:
    """The words in at most LINES_MAX lines, cut where they are too long."""
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + len(word) < LETTERS_MAX:
            lines[-1] += f" {word}"
        elif len(lines) < LINES_MAX:
            lines.append(word[:LETTERS_MAX])
    return lines


def _line_section(line: str) -> CrossSection | None:
    """The letters side by side, standing on y = 0; a line whose letters have no shape is None."""
    sections, x = [], 0.0
    for letter in line:
        found = _outlines(letter)
        if not found:
            x += HEIGHT * 0.35
            continue
        section = CrossSection([np.asarray(outline) for outline in found], FillRule.EvenOdd)
        low, _, high, _ = section.bounds()
        sections.append(section.translate((x - low, 0)))
        x += high - low + SPACING
    if not sections:
        return None
    return CrossSection.compose(sections).offset(1e-4, JoinType.Round, 2.0, 8)


@cache
def _outlines(letter: str) -> list[list[tuple[float, float]]]:
    """The closed lines of a letter in metres."""
    font = ImageFont.load_default(FONT_PIXELS)
    side = FONT_PIXELS * 2
    image = Image.new("L", (side, side), 0)
    ImageDraw.Draw(image).text((side // 4, side // 4), letter, 255, font)
    base = side // 4 + font.getbbox("H")[3]
    cap = font.getbbox("H")[3] - font.getbbox("H")[1]
    field = np.asarray(image, np.float64) / 255
    metres = HEIGHT / cap
    outlines = []
    for contour in find_contours(field, 0.5):  # type: ignore[no-untyped-call]
        line = _thinned(contour[:-1])
        if len(line) > 3:
            outlines.append([(float(x) * metres, float(base - y) * metres) for y, x in line])
    return outlines


def _thinned(contour: np.ndarray) -> np.ndarray:
    """The contour with only the points it needs (Ramer 1972, Douglas and Peucker 1973), from two far ends."""
    far = int(np.argmax(np.linalg.norm(contour - contour[0], axis=1)))
    return np.concatenate([_needed(contour[: far + 1])[:-1], _needed(np.vstack([contour[far:], contour[:1]]))[:-1]])


def _needed(line: np.ndarray) -> np.ndarray:
    keep = np.zeros(len(line), bool)
    keep[[0, -1]] = True
    open_spans = [(0, len(line) - 1)]
    while open_spans:
        start, end = open_spans.pop()
        if end - start < 2:
            continue
        along = line[end] - line[start]
        off = line[start + 1 : end] - line[start]
        length = max(float(np.linalg.norm(along)), 1e-9)
        distance = np.abs(along[0] * off[:, 1] - along[1] * off[:, 0]) / length
        worst = int(np.argmax(distance))
        if distance[worst] > TRACED_WITHIN:
            middle = start + 1 + worst
            keep[middle] = True
            open_spans += [(start, middle), (middle, end)]
    return line[keep]
