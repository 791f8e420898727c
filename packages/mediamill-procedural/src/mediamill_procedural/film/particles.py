"""What falls, floats and flies through the air between the camera and the scene, drawn anew for each frame."""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from mediamill_procedural.film.camera import View
from mediamill_procedural.film.clock import Clock
from mediamill_procedural.film.plates import Bytes
from mediamill_procedural.kit.data import load
from mediamill_procedural.painter.canvas import Colour, chance

BITS = 4  # fractions of a pixel that OpenCV draws with: particles glide, they do not hop
SPAN = 1.16  # of the frame: particles turn round outside of it


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of particle; sizes and speeds are fractions of the frame's unit, in a second."""

    count: int
    size: tuple[float, float]  # radius of the farthest and the nearest
    fall: tuple[float, float]  # downwards; negative rises
    blow: float = 0.0  # to the right, at the nearest
    sway: float = 0.0  # swings to both sides
    long: float = 0.0  # a streak of so much along its way
    narrow: float = 1.0  # a leaf turns between this and round
    light: bool = False  # shines instead of covering
    blink: float = 0.0  # hertz
    strength: float = 0.9
    low: float = 0.0  # none are above this part of the frame
    colours: tuple[Colour, ...] = ((1.0, 1.0, 1.0),)
    asked: str = ""  # regular expression for the words that ask for it


KINDS = load("mediamill_procedural.film", "particles.toml", dict[str, Kind])


class Particles:
    """One kind of particle in one film."""

    def __init__(self, kind: Kind, name: str, width: int, height: int, clock: Clock, *, dim: float) -> None:
        self._kind, self._clock = kind, clock
        self._size = (width, height)
        self._unit = math.sqrt(width * height)
        draw = chance("particles", name)
        count = kind.count
        near = np.sort(draw.random(count))  # far ones first
        self._near = near
        self._x, self._y = draw.random(count), draw.random(count)
        self._start = draw.uniform(0.0, 2.0 * math.pi, count)
        self._rate = draw.uniform(0.6, 1.4, count)
        self._radius = self._unit * (kind.size[0] + (kind.size[1] - kind.size[0]) * near**3)
        fall = (kind.fall[0] + (kind.fall[1] - kind.fall[0]) * near) * draw.uniform(0.85, 1.15, count)
        self._down = self._rounds(fall * self._unit / (SPAN * height))
        self._across = self._rounds(kind.blow * (0.35 + 0.65 * near) * self._unit / (SPAN * width))
        self._colour = np.array([kind.colours[i] for i in draw.integers(0, len(kind.colours), count)]) * dim

    def draw(self, picture: Bytes, at: float, view: View) -> None:
        """Lay the particles of this moment over a frame, in place."""
        kind = self._kind
        width, height = self._size
        swing = np.sin(self._phases(0.31) * at + self._start)
        shift = (view.turn + view.truck * self._near) / (SPAN * width)
        xs = (self._x + self._across * at + shift) % 1.0 * SPAN * width - (SPAN - 1) / 2 * width
        ys = (self._y + self._down * at + view.tilt / (SPAN * height)) % 1.0 * SPAN * height - (SPAN - 1) / 2 * height
        xs = xs + swing * kind.sway * self._unit * (0.4 + 0.6 * self._near)
        shine = np.full(len(xs), kind.strength)
        if kind.blink:
            shine = shine * np.clip(0.5 + 0.75 * np.sin(self._phases(kind.blink) * at + 3.0 * self._start), 0.0, 1.0)
        shine = shine * np.clip((ys / height - kind.low) * 6.0 + 1.0, 0.0, 1.0) if kind.low else shine
        sheet = np.zeros((height, width, 4), np.uint8)
        turn = np.degrees(self._phases(0.45) * at + self._start)
        flat = kind.narrow + (1.0 - kind.narrow) * np.abs(np.sin(self._phases(0.7) * at + self._start))
        if kind.long:
            self._streaks(sheet, xs, ys, shine)
        else:
            self._dots(sheet, xs, ys, shine, turn, flat)
        if kind.light:
            glow = cv2.GaussianBlur(
                cv2.resize(sheet, (width // 4, height // 4), interpolation=cv2.INTER_AREA), (0, 0), 1.6
            )
            halo = cv2.resize(glow, (width, height), interpolation=cv2.INTER_LINEAR)
            light = cv2.addWeighted(sheet, 1.0, halo, 1.4, 0.0)
            picture[...] = cv2.add(picture, cv2.cvtColor(light, cv2.COLOR_RGBA2RGB))
            return
        through = cv2.cvtColor(cv2.bitwise_not(cv2.extractChannel(sheet, 3)), cv2.COLOR_GRAY2RGB)
        covered = cv2.multiply(picture, through, scale=1.0 / 255.0)
        picture[...] = cv2.add(covered, cv2.cvtColor(sheet, cv2.COLOR_RGBA2RGB))

    def _rounds(self, turns: NDArray[np.float64]) -> NDArray[np.float64]:
        """Times round the frame in a second; whole ones over a loop, at least one for what falls."""
        turns = turns * self._clock.pace
        if not self._clock.loops:
            return turns
        whole = np.round(turns * self._clock.seconds)
        return (
            np.where((whole == 0) & (np.abs(turns) > 0.5 / self._clock.seconds), np.sign(turns), whole)
            / self._clock.seconds
        )

    def _phases(self, hertz: float) -> NDArray[np.float64]:
        """Radians in a second, a little different for each."""
        wanted = hertz * self._rate * self._clock.pace
        if self._clock.loops:
            wanted = np.maximum(1.0, np.round(wanted * self._clock.seconds)) / self._clock.seconds
        return 2.0 * math.pi * wanted

    def _streaks(
        self, sheet: Bytes, xs: NDArray[np.float64], ys: NDArray[np.float64], shine: NDArray[np.float64]
    ) -> None:
        kind, one = self._kind, 1 << BITS
        speed = np.hypot(self._across * self._size[0], self._down * self._size[1])
        long = kind.long * self._unit * (0.4 + 0.9 * self._near) / np.maximum(speed, 1e-6)
        ends_x, ends_y = xs - self._across * self._size[0] * long, ys - self._down * self._size[1] * long
        for x, y, end_x, end_y, near, bright, colour in zip(
            xs, ys, ends_x, ends_y, self._near, shine, self._colour, strict=True
        ):
            strength = 255.0 * bright * (0.45 + 0.55 * near)
            ink = (*(float(part) * strength for part in colour), strength)
            thick = 2 if near > 0.93 and self._unit > 600 else 1
            start = (int(x * one), int(y * one))
            cv2.line(sheet, start, (int(end_x * one), int(end_y * one)), ink, thick, cv2.LINE_AA, BITS)

    def _dots(
        self,
        sheet: Bytes,
        xs: NDArray[np.float64],
        ys: NDArray[np.float64],
        shine: NDArray[np.float64],
        turn: NDArray[np.float64],
        flat: NDArray[np.float64],
    ) -> None:
        one = 1 << BITS
        for x, y, radius, bright, colour, angle, narrow in zip(
            xs, ys, self._radius, shine, self._colour, turn, flat, strict=True
        ):
            # Smaller than a pixel is drawn as a whole one that is fainter.
            strength = 255.0 * bright * min(1.0, (radius / 0.7) ** 2)
            ink = (*(float(part) * strength for part in colour), strength)
            centre = (int(x * one), int(y * one))
            wide = max(0.7, radius) * one
            if self._kind.narrow >= 1.0:
                cv2.circle(sheet, centre, int(wide), ink, -1, cv2.LINE_AA, BITS)
            else:
                cv2.ellipse(
                    sheet,
                    centre,
                    (int(wide), int(max(0.6 * one, wide * narrow))),
                    angle,
                    0,
                    360,
                    ink,
                    -1,
                    cv2.LINE_AA,
                    BITS,
                )
