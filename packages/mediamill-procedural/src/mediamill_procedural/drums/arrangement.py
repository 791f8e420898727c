"""Seed in, a played loop out: which style and tempo, what is struck when and how hard."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from mediamill_procedural.drums.chance import Concern
from mediamill_procedural.drums.rhythm import (
    REST,
    ROLLS,
    STROKES,
    Fill,
    Hit,
    Style,
    Voice,
    bars_of,
    rests,
    stray_ms,
)
from mediamill_procedural.kit.chance import Chance
from mediamill_procedural.kit.waves import RATE

BEATS_PER_BAR = 4
PHRASE_BARS = 4
LONG_LOOP_BPM = 120  # from here on eight bars: every loop lasts 8 to 16 seconds
LAYERS_MAX = 2
SECOND_HALF_CHANCE = 0.4  # that a layer waits for the second half of a long loop

Grid = dict[Voice, list[str]]  # for each voice its bars, one letter a step


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Everything that is played in one loop."""

    style: Style
    bpm: int
    bars: int
    swing: float
    hits: tuple[Hit, ...]  # by time
    samples: int  # length of the loop, to the nearest sample

    @property
    def seconds(self) -> float:
        """Length of the loop."""
        return self.samples / RATE


def arrange(style: Style, chance: Chance) -> Arrangement:
    """Draw a whole tempo within the style, 4 or 8 bars (8 to 16 seconds), and play them."""
    tempo = chance.of(Concern.TEMPO, 0)
    bpm = int(tempo.integers(style.bpm[0], style.bpm[1], endpoint=True))
    swing = round(float(tempo.uniform(*style.swing)), 3)
    bars = 2 * PHRASE_BARS if bpm >= LONG_LOOP_BPM else PHRASE_BARS
    grid = _written(style, bars, chance)
    hits = tuple(sorted(_played(style, grid, bpm, swing, chance.of(Concern.FEEL, 0)), key=lambda hit: hit.seconds))
    return Arrangement(style, bpm, bars, swing, hits, round(bars * BEATS_PER_BAR * 60 / bpm * RATE))


def _written(style: Style, bars: int, chance: Chance) -> Grid:
    """The score: a groove, layers over it, small fills within and a large one at the end."""
    rng = chance.of(Concern.GROOVE, 0)
    groove = style.grooves[rng.integers(len(style.grooves))]
    grid = {voice: _repeated(text, style.steps, bars) for voice, text in groove.items()}
    _add_layers(style, grid, bars, rng)
    rng = chance.of(Concern.FILLS, 0)
    endings: list[tuple[int, tuple[Fill, ...]]] = [(bars - 1, style.fills)]
    if bars > PHRASE_BARS:
        endings.append((PHRASE_BARS - 1, style.turns))
    for bar, choice in endings:
        fill = choice[rng.integers(len(choice))]
        _write_fill(style, grid, fill, bar, bars)
        if fill.crash_after and rng.random() < style.crash_chance:
            downbeat = (bar + 1) % bars
            crashes = grid.setdefault(Voice.CRASH, [REST * style.steps] * bars)
            crashes[downbeat] = "X" + crashes[downbeat][1:]
    return grid


def _repeated(text: str, steps: int, bars: int) -> list[str]:
    written = bars_of(text, steps)
    return [written[bar % len(written)] for bar in range(bars)]


def _add_layers(style: Style, grid: Grid, bars: int, rng: np.random.Generator) -> None:
    """Up to two more players, each only where nobody plays the same already."""
    added = 0
    for layer in style.layers:
        joins, waits = rng.random() < layer.chance, rng.random() < SECOND_HALF_CHANCE
        if not joins or added == LAYERS_MAX or set(layer.pattern) & set(grid):
            continue
        added += 1
        start = bars // 2 if waits and bars > PHRASE_BARS else 0
        for voice, text in layer.pattern.items():
            grid[voice] = [REST * style.steps] * start + _repeated(text, style.steps, bars)[start:]
        for voice in layer.replaces & set(grid):
            grid[voice] = grid[voice][:start] + [REST * style.steps] * (bars - start)


def _write_fill(style: Style, grid: Grid, fill: Fill, bar: int, bars: int) -> None:
    """The fill takes the last steps of a bar; whoever is neither in it nor kept rests."""
    length = len(next(iter(fill.pattern.values())))
    for voice in set(grid) - fill.keep - set(fill.pattern):
        grid[voice][bar] = grid[voice][bar][:-length] + REST * length
    for voice, text in fill.pattern.items():
        own = grid.setdefault(voice, [REST * style.steps] * bars)
        own[bar] = own[bar][: style.steps - length] + text


def _played(style: Style, grid: Grid, bpm: int, swing: float, rng: np.random.Generator) -> Iterator[Hit]:
    """The score as people play it: swung, leaning, a little loose, breathing with the phrase."""
    places = sum(len(bar) for bar in next(iter(grid.values())))
    drift = rng.normal(0.0, 0.4 * style.loose_ms, places)
    for voice in sorted(grid):
        for place, letter in enumerate("".join(grid[voice])):
            if rests(letter, rng):
                continue
            beat = _swung(place, style.steps, swing)
            count = ROLLS.get(letter, 1)
            for stroke in range(count):
                at = beat + stroke / count * BEATS_PER_BAR / style.steps
                late_ms = drift[place] + stray_ms(style, rng) + style.lean_ms.get(voice, 0.0)
                # A loop that is played once may not lose the start of its first stroke.
                seconds = max(0.0, at * 60.0 / bpm + late_ms / 1_000.0)
                yield Hit(voice, at, _force(style, letter, place, stroke / count, rng), seconds)


def _swung(place: int, steps: int, swing: float) -> float:
    """Beats from the start, every second sixteenth moved to `swing` of the way between its neighbours."""
    step_beats = BEATS_PER_BAR / steps
    late = (swing - 0.5) * 2.0 * step_beats if steps % 16 == 0 and place % 2 else 0.0
    return place * step_beats + late


def _force(style: Style, letter: str, place: int, rolled: float, rng: np.random.Generator) -> float:
    """The written force, a little more towards the end of each phrase, never twice the same."""
    phrase = place / style.steps % PHRASE_BARS / PHRASE_BARS
    force = STROKES[letter] * (0.94 + 0.06 * phrase) * (1.0 - 0.15 * rolled)
    return float(np.clip(force * (1.0 + rng.normal(0.0, style.loose_velocity)), 0.08, 1.0))
