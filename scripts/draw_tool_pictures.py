"""Draws the pictures of the tools, all in one size, light and palette; run it after changing a motif.

    .venv/bin/python scripts/draw_tool_pictures.py [folder]     (default: the catalogue's own)

Coordinates are those of the finished 512 px; everything is drawn four times as large and scaled down for smooth edges.
"""

import sys
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from math import cos, hypot, pi, radians, sin
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageChops, ImageDraw, ImageFilter

FOLDER = Path(__file__).parents[1] / "src" / "mediamill" / "catalogue" / "pictures"
SIZE = 512  # pixels of a finished picture
SCALE = 4  # drawn so much larger
QUALITY = 90  # WebP: no visible rings around the edges, still far below 40 KB
Point = tuple[float, float]
Colour = tuple[int, int, int]

WHITE, PAPER, CREAM = (255, 255, 255), (226, 232, 246), (255, 244, 196)
SUN, CORAL, PINK, PLUM = (255, 205, 84), (255, 122, 89), (240, 84, 138), (196, 60, 170)
SKY, AQUA, MINT = (86, 176, 250), (45, 200, 210), (76, 214, 160)


class Pen:
    """Draws a silhouette: white is there, black is not."""

    def __init__(self) -> None:
        self.mask = Image.new("L", (SIZE * SCALE, SIZE * SCALE))
        self.draw = ImageDraw.Draw(self.mask)

    def oval(self, x: float, y: float, across: float, down: float, *, ink: int = 255) -> None:
        self.draw.ellipse(large([(x - across, y - down), (x + across, y + down)]), fill=ink)

    def box(self, left: float, top: float, right: float, bottom: float, radius: float = 0, *, ink: int = 255) -> None:
        self.draw.rounded_rectangle(large([(left, top), (right, bottom)]), radius * SCALE, fill=ink)

    def polygon(self, points: Sequence[Point], rounding: float = 0) -> None:
        """A filled shape, its corners rounded outwards."""
        self.draw.polygon(large(points), fill=255)
        if rounding:
            self.stroke([*points, points[0]], rounding * 2)

    def stroke(self, points: Sequence[Point], width: float) -> None:
        """A line with round ends and joints."""
        for (ax, ay), (bx, by) in pairwise(points):
            if length := hypot(bx - ax, by - ay):
                x, y = (by - ay) * width / length / 2, (ax - bx) * width / length / 2
                self.draw.polygon(large([(ax - x, ay - y), (ax + x, ay + y), (bx + x, by + y), (bx - x, by - y)]), 255)
        for x, y in points:
            self.oval(x, y, width / 2, width / 2)


Paint = Callable[[Pen], None]


def disc(x: float, y: float, radius: float) -> Paint:
    return lambda pen: pen.oval(x, y, radius, radius)


def oval(x: float, y: float, across: float, down: float) -> Paint:
    return lambda pen: pen.oval(x, y, across, down)


def box(left: float, top: float, right: float, bottom: float, radius: float) -> Paint:
    return lambda pen: pen.box(left, top, right, bottom, radius)


def shape(points: Sequence[Point], rounding: float = 0) -> Paint:
    return lambda pen: pen.polygon(points, rounding)


def line(width: float, *points: Point) -> Paint:
    return lambda pen: pen.stroke(points, width)


def arc(x: float, y: float, radius: float, width: float, start: float, end: float) -> Paint:
    """A stroke along a circle; degrees clockwise from the right."""
    turns = [radians(start + (end - start) * step / 90) for step in range(91)]
    return line(width, *((x + radius * cos(turn), y + radius * sin(turn)) for turn in turns))


def bars(x: float, y: float, heights: Sequence[float], step: float, width: float) -> Paint:
    """Sound: upright bars about the height y, the first at x."""
    halves = [(x + index * step, (height - width) / 2) for index, height in enumerate(heights)]
    return together(*(line(width, (across, y - half), (across, y + half)) for across, half in halves))


def sparkle(x: float, y: float, size: float) -> Paint:
    """A gleam with four points and hollow sides."""
    waist = size * 0.16
    tips = [(x, y - size), (x + size, y), (x, y + size), (x - size, y), (x, y - size)]
    sides = [(x + waist, y - waist), (x + waist, y + waist), (x - waist, y + waist), (x - waist, y - waist)]
    quarters = [curve(tip, side, side, following) for (tip, following), side in zip(pairwise(tips), sides, strict=True)]
    return shape([point for quarter in quarters for point in quarter], size * 0.03)


def bubble(left: float, top: float, right: float, bottom: float, tail: float) -> Paint:
    """A speech bubble whose tail leans to the nearer side."""
    lean = -16 if tail < (left + right) / 2 else 16
    hanging = [(tail - 24, bottom - 14), (tail + 28, bottom - 14), (tail + lean, bottom + 44)]
    return together(box(left, top, right, bottom, 48), shape(hanging, 8))


def together(*paints: Paint) -> Paint:
    def paint_all(pen: Pen) -> None:
        for paint in paints:
            paint(pen)

    return paint_all


def shifted(paint: Paint, x: int) -> Paint:
    """The same further right."""
    return lambda pen: pen.mask.paste(ImageChops.offset(silhouette(paint), x * SCALE, 0))


def large(points: Iterable[Point]) -> list[Point]:
    return [(x * SCALE, y * SCALE) for x, y in points]


def curve(start: Point, one: Point, two: Point, end: Point) -> list[Point]:
    """A cubic Bézier curve as a polyline."""

    def at(share: float, axis: int) -> float:
        rest = 1 - share
        ends = rest**3 * start[axis] + share**3 * end[axis]
        return ends + 3 * rest * share * (rest * one[axis] + share * two[axis])

    return [(at(step / 48, 0), at(step / 48, 1)) for step in range(49)]


def turned(points: Iterable[Point], x: float, y: float, degrees: float) -> list[Point]:
    """Points turned about the origin, then moved to (x, y)."""
    along, over = cos(radians(degrees)), sin(radians(degrees))
    return [(x + px * along - py * over, y + px * over + py * along) for px, py in points]


class Canvas:
    """A picture in the making: a lit ground, then layer upon layer, each with its soft shadow."""

    def __init__(self, top: Colour, bottom: Colour) -> None:
        self.dark = (bottom[0] // 3, bottom[1] // 3, bottom[2] // 3)
        across, down = np.meshgrid(np.linspace(0, 1, SIZE), np.linspace(0, 1, SIZE))
        ground = mixed(top, bottom, 0.35 * across + 0.65 * down)
        glow = np.exp(-((across - 0.24) ** 2 + (down - 0.1) ** 2) / 0.16)[..., None]
        small = Image.fromarray((ground + (255 - ground) * glow * 0.26).round().astype(np.uint8))
        self.image = small.resize((SIZE * SCALE, SIZE * SCALE), Image.Resampling.BICUBIC)

    def add(
        self,
        paint: Paint,
        top: Colour = WHITE,
        bottom: Colour | None = None,
        *,
        opacity: float = 1,
        shadow: float = 0,
        within: Paint | None = None,
    ) -> None:
        """A silhouette filled from `top` to `bottom`, cut to `within`; `shadow` is how dark its shadow is."""
        mask = silhouette(paint)
        if within:
            mask = ImageChops.multiply(mask, silhouette(within))
        if shadow:
            self.cast(mask, shadow)
        extent = mask.getbbox()
        assert extent, "a layer has to show something"
        left, upper, right, lower = extent
        column = mixed(top, bottom or top, np.linspace(0, 1, lower - upper)[:, None]).round().astype(np.uint8)
        fill = Image.fromarray(column).resize((right - left, lower - upper))
        self.image.paste(fill, (left, upper), mask.crop(extent).point(lambda value: value * opacity))

    def cast(self, mask: Image.Image, darkness: float) -> None:
        """A soft shadow straight below, blurred at the final size."""
        small = ImageChops.offset(mask.resize((SIZE, SIZE), Image.Resampling.BOX), 0, 12)
        soft = small.filter(ImageFilter.GaussianBlur(13)).resize(mask.size, Image.Resampling.BICUBIC)
        self.image.paste(self.dark, (0, 0), soft.point(lambda value: value * darkness))

    def finished(self) -> Image.Image:
        return self.image.resize((SIZE, SIZE), Image.Resampling.LANCZOS)


def silhouette(paint: Paint) -> Image.Image:
    pen = Pen()
    paint(pen)
    return pen.mask


def mixed(top: Colour, bottom: Colour, share: NDArray[Any]) -> NDArray[Any]:
    """Colours between two, by share."""
    return np.asarray(top + (np.array(bottom, float) - top) * share[..., None])


def create_image(canvas: Canvas) -> None:
    view = box(118, 154, 370, 370, 18)
    canvas.add(box(98, 134, 390, 390, 34), WHITE, PAPER, shadow=0.34)
    canvas.add(view, (120, 196, 255), (222, 240, 255))
    canvas.add(disc(186, 218, 28), (255, 226, 130), SUN)
    canvas.add(shape([(150, 400), (282, 218), (420, 400)], 10), (138, 122, 240), (98, 84, 214), within=view)
    canvas.add(shape([(90, 400), (190, 286), (290, 400)], 10), (72, 66, 170), (52, 50, 128), within=view)
    canvas.add(sparkle(386, 140, 66), CREAM, SUN, shadow=0.4)
    canvas.add(sparkle(438, 222, 26), CREAM, SUN, shadow=0.3)


def create_video(canvas: Canvas) -> None:
    def film(pen: Pen) -> None:
        pen.box(84, 128, 428, 384, 34)
        for left in (110 + hole * 43.5 for hole in range(7)):
            pen.box(left, 146, left + 31, 168, 7, ink=0)
            pen.box(left, 344, left + 31, 366, 7, ink=0)

    window = box(102, 186, 410, 326, 14)
    hills = [
        *curve((80, 306), (170, 230), (220, 330), (300, 286)),
        *curve((300, 286), (344, 262), (390, 270), (440, 306)),
    ]
    canvas.add(film, WHITE, PAPER, shadow=0.34)
    canvas.add(window, (255, 166, 120), (238, 74, 140))
    canvas.add(shape([(80, 330), *hills, (440, 330)]), (150, 60, 190), (98, 44, 170), within=window)
    canvas.add(disc(256, 256, 54), WHITE, (244, 240, 255), shadow=0.45)
    canvas.add(shape([(242, 232), (242, 280), (282, 256)], 6), (146, 92, 246), (98, 66, 222))


def text_to_3d(canvas: Canvas) -> None:
    """The letter T, cut from a thick board: its front turned to the left, its top and right sides behind."""
    stem, arm, top, bar, foot = 36, 112, -118, -54, 124
    flat = [(-arm, top), (arm, top), (arm, bar), (stem, bar), (stem, foot), (-stem, foot), (-stem, bar), (-arm, bar)]
    front = [(218 + across * 0.86, 284 + down + across * 0.3) for across, down in flat]
    back_x, back_y = 70, -43
    sides = [
        [(ax, ay), (bx, by), (bx + back_x, by + back_y), (ax + back_x, ay + back_y)]
        for (ax, ay), (bx, by) in pairwise([*front, front[0]])
        if (bx - ax) * back_y < (by - ay) * back_x
    ]
    canvas.add(together(shape(front, 6), *(shape(side, 5) for side in sides)), (70, 170, 206), shadow=0.45)
    for side in sides:
        (ax, ay), (bx, by) = side[:2]
        lit = abs(bx - ax) > abs(by - ay)
        canvas.add(shape(side, 5), *(((214, 246, 255), (176, 232, 250)) if lit else ((70, 170, 206), (38, 128, 176))))
    canvas.add(shape(front, 6), WHITE, (232, 244, 255), shadow=0.18)


def image_to_3d_object(canvas: Canvas) -> None:
    card, photo = ([(-half, -half), (half, -half), (half, half), (-half, half)] for half in (88, 72))
    flat_cube = [(0, -56), (50, -28), (50, 28), (0, 56), (-50, 28), (-50, -28)]
    canvas.add(shape(turned(card, 190, 196, -9), 20), WHITE, PAPER, shadow=0.34)
    canvas.add(shape(turned(photo, 190, 196, -9), 20), (255, 214, 150), (255, 152, 112))
    canvas.add(shape(turned(flat_cube, 184, 190, -9), 6), (240, 104, 112), (222, 74, 122))
    x, y, half, size = 316, 318, 122 * cos(pi / 6), 122
    rise = size / 2
    corners = [(x, y - size), (x + half, y - rise), (x + half, y + rise)]
    corners += [(x, y + size), (x - half, y + rise), (x - half, y - rise)]
    cube = shape(corners, 9)
    canvas.add(cube, WHITE, PAPER, shadow=0.5)
    for sign, top, bottom in ((-1, (212, 222, 255), (172, 186, 250)), (1, (120, 132, 240), (84, 88, 212))):
        outer = x + sign * half
        side = [(x, y), (outer, y - rise), (outer + sign * half, y), (outer, y + 2 * size), (x, y + 2 * size)]
        canvas.add(shape(side), top, bottom, within=cube)
    for ex, ey in (corners[1], corners[3], corners[5]):
        edge = line(4, (x, y), (x + (ex - x) * 0.96, y + (ey - y) * 0.96))
        canvas.add(edge, WHITE, opacity=0.8, within=cube)


def motion_3d(canvas: Canvas) -> None:
    """A runner in mid-stride with the joints marked, and where he was just before."""
    shoulder, hip = (290, 196), (260, 304)
    arms = [(204, 264), (232, 208), shoulder, (340, 244), (396, 216)]
    legs = [(130, 360), (214, 358), hip, (338, 326), (332, 416)]
    figure = together(disc(330, 116, 40), line(42, shoulder, hip), line(34, *arms), line(34, *legs))
    for back, opacity in ((86, 0.2), (46, 0.38)):
        canvas.add(shifted(figure, -back), WHITE, opacity=opacity)
    canvas.add(figure, WHITE, (226, 250, 240), shadow=0.34)
    canvas.add(together(*(disc(x, y, 9) for x, y in (*arms, *legs))), (22, 168, 138), (10, 132, 124))


def create_music(canvas: Canvas) -> None:
    for radius, opacity in ((214, 0.1), (164, 0.13), (114, 0.16)):
        canvas.add(disc(256, 256, radius), WHITE, opacity=opacity)
    head = [(46 * cos(step * pi / 30), 35 * sin(step * pi / 30)) for step in range(60)]
    heads = [shape(turned(head, x, y, -20)) for x, y in ((184, 350), (326, 318))]
    stems = [line(19, (x, y), (x, y - 182)) for x, y in ((218, 342), (360, 310))]
    beam = shape([(218, 158), (360, 126), (360, 172), (218, 204)], 9)
    canvas.add(together(*heads, *stems, beam), WHITE, (255, 226, 238), shadow=0.42)


def text_to_speech(canvas: Canvas) -> None:
    canvas.add(bubble(88, 110, 424, 358, tail=150), WHITE, PAPER, shadow=0.34)
    words = together(line(20, (138, 164), (374, 164)), line(20, (138, 204), (296, 204)))
    canvas.add(words, (196, 206, 238), (176, 188, 230))
    voice = bars(140, 284, [24, 52, 84, 44, 70, 92, 56, 30, 64, 38, 20], 23.4, 13)
    canvas.add(voice, (124, 110, 255), (70, 78, 232))


def sound_effects(canvas: Canvas) -> None:
    for radius, opacity in ((226, 0.2), (192, 0.34)):
        for start in (-38, 142):
            canvas.add(arc(256, 256, radius, 15, start, start + 76), WHITE, opacity=opacity)
    spikes = [(158 if step % 2 == 0 else 112, step * pi / 14) for step in range(28)]
    burst = [(radius * cos(turn), radius * sin(turn)) for radius, turn in spikes]
    bolt = [(282, 150), (196, 276), (250, 276), (230, 362), (318, 234), (262, 234)]
    canvas.add(shape(turned(burst, 256, 256, -90), 8), WHITE, (255, 240, 226), shadow=0.4)
    canvas.add(shape(bolt, 8), (255, 170, 64), (240, 78, 60), shadow=0.12)


def drum_generator(canvas: Canvas) -> None:
    for x in (120, 392):
        canvas.add(line(17, (x, 96), (256 - (256 - x) * 0.04, 196)), (255, 226, 168), (244, 184, 108), shadow=0.4)
    shell = together(box(110, 226, 402, 366, 0), oval(256, 366, 146, 54))
    cords = [(104 + step * 50.6, (262 if step % 2 else 404) + 22 * sin(pi * step / 6)) for step in range(7)]
    canvas.add(shell, (126, 72, 226), (76, 40, 170), shadow=0.45)
    canvas.add(line(9, *cords), WHITE, opacity=0.85, within=shell)

    def hoop(pen: Pen) -> None:
        pen.oval(256, 380, 152, 58)
        pen.oval(256, 352, 152, 58, ink=0)
        pen.box(80, 0, 432, 352, ink=0)

    canvas.add(hoop, WHITE, PAPER)
    canvas.add(oval(256, 240, 152, 58), PAPER, (196, 200, 222), shadow=0.2)
    canvas.add(oval(256, 226, 152, 58), WHITE, PAPER)
    canvas.add(oval(256, 226, 132, 45), (255, 240, 222), (255, 218, 186))


def song_splitter(canvas: Canvas) -> None:
    stems = [(392, 128, SUN, CORAL), (412, 214, PINK, PLUM), (412, 300, AQUA, SKY), (392, 386, MINT, AQUA)]
    for x, y, top, bottom in stems:
        canvas.add(line(22, *curve((150, 256), (264, 256), (236, y), (x, y))), top, bottom, shadow=0.4)
    for x, y, top, bottom in stems:
        canvas.add(disc(x, y, 34), WHITE, PAPER, shadow=0.4)
        canvas.add(disc(x, y, 20), top, bottom)
    canvas.add(disc(146, 256, 78), WHITE, PAPER, shadow=0.5)
    canvas.add(bars(102, 256, [30, 66, 94, 54, 30], 22, 12), (104, 96, 240), (64, 54, 190))


def voice_isolator(canvas: Canvas) -> None:
    turns = [step * pi * (3 - 5**0.5) for step in range(44)]  # the golden angle: no two in a line
    away = [196 + 44 * ((step * 7) % 11) / 10 for step in range(44)]
    spots = [(256 + far * cos(turn), 256 + far * sin(turn)) for turn, far in zip(turns, away, strict=True)]
    noise = together(*(disc(x, y, 4 + (step * 5) % 7) for step, (x, y) in enumerate(spots)))
    canvas.add(noise, WHITE, opacity=0.42)
    canvas.add(disc(256, 256, 176), WHITE, shadow=0.3)
    canvas.add(disc(256, 256, 169), (96, 226, 236), (30, 112, 204))
    stand = together(arc(256, 238, 78, 17, 0, 180), line(17, (256, 318), (256, 366)), line(17, (216, 370), (296, 370)))
    canvas.add(stand, WHITE, PAPER, shadow=0.34)
    canvas.add(box(208, 126, 304, 290, 48), WHITE, PAPER, shadow=0.34)
    canvas.add(bars(232, 208, [34, 68, 34], 24, 11), (40, 176, 214), (24, 104, 200))


def translate_audio(canvas: Canvas) -> None:
    canvas.add(bubble(76, 96, 318, 262, tail=138), WHITE, PAPER, shadow=0.34)
    canvas.add(bars(122, 180, [26, 62, 90, 48, 74, 36, 20], 25, 13), (150, 110, 250), (104, 78, 226))
    canvas.add(bubble(194, 238, 436, 404, tail=374), (255, 222, 120), (255, 176, 84), shadow=0.45)
    canvas.add(bars(240, 322, [60, 24, 44, 84, 30, 70, 40], 25, 13), WHITE, (255, 250, 236), shadow=0.1)
    for sign, x, y in ((1, 424, 112), (-1, 88, 390)):
        bend = curve((x - 58 * sign, y), (x - 8 * sign, y), (x, y), (x, y + 30 * sign))
        tip = y + 78 * sign
        head = line(13, (x - 24, tip - 22 * sign), (x, tip), (x + 24, tip - 22 * sign))
        canvas.add(together(line(13, *bend, (x, tip)), head), WHITE, opacity=0.92, shadow=0.2)


def any_tool(canvas: Canvas) -> None:
    for x, y, size in ((226, 276, 150), (378, 150, 66), (386, 386, 40)):
        canvas.add(sparkle(x, y, size), WHITE, PAPER, shadow=0.4)


# Each tool's motif on its ground; the last one is for tools that have no picture (no slug has an underscore).
PICTURES: dict[str, tuple[Callable[[Canvas], None], Colour, Colour]] = {
    "create-image": (create_image, (255, 150, 96), (232, 62, 120)),
    "create-video": (create_video, (176, 108, 255), (84, 58, 214)),
    "text-to-3d": (text_to_3d, (64, 214, 190), (16, 126, 170)),
    "image-to-3d-object": (image_to_3d_object, (126, 206, 255), (40, 92, 226)),
    "motion-3d": (motion_3d, (94, 226, 150), (10, 138, 130)),
    "create-music": (create_music, (255, 120, 150), (188, 40, 150)),
    "text-to-speech": (text_to_speech, (104, 176, 255), (58, 66, 224)),
    "sound-effects": (sound_effects, (255, 196, 82), (244, 92, 56)),
    "drum-generator": (drum_generator, (255, 138, 110), (190, 34, 82)),
    "song-splitter": (song_splitter, (70, 82, 150), (26, 24, 74)),
    "voice-isolator": (voice_isolator, (84, 214, 226), (22, 96, 190)),
    "translate-audio": (translate_audio, (150, 120, 255), (40, 120, 226)),
    "any_tool": (any_tool, (142, 154, 184), (64, 72, 110)),
}


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for name, (motif, top, bottom) in PICTURES.items():
        canvas = Canvas(top, bottom)
        motif(canvas)
        path = folder / f"{name}.webp"
        canvas.finished().save(path, "WEBP", quality=QUALITY, method=6)
        print(f"{path.name}: {path.stat().st_size / 1024:.1f} KB")


if __name__ == "__main__":
    main()
