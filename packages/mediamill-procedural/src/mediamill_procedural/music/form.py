"""How long a piece is in bars, what its parts are, and when each step of the grid is heard."""

import math
from dataclasses import dataclass

import numpy as np

from mediamill_procedural.music.genres import Genre, Metre
from mediamill_procedural.music.instruments import Role

TEMPO_FREEDOM = 0.07  # by how much a tempo nobody asked for may give way, so that the bars fit
TAIL_SHARE_MIN, TAIL_SECONDS_MIN, TAIL_SECONDS_MAX = 0.22, 1.3, 3.6  # behind the beginning of the last chord
SHORT_SECONDS = 10.0  # where hardly any number of bars fits, the tempo gives way twice as far
BARS_MAX = 400  # two minutes at the fastest tempo in the shortest metre have fewer
RITARD_BARS_MIN = 4  # a shorter piece does not slow down at its end
BLOCK = 4  # bars of a phrase
LADDER = "AABBAACCBBAADDAACCBB"  # of phrases, as long as a piece goes on
ENERGY = {"A": 0.66, "B": 0.86, "C": 0.5, "D": 0.8}
BREAK = "C"  # the letter of a part that takes breath


@dataclass(frozen=True, slots=True)
class Section:
    """Some bars that belong together."""

    letter: str  # "I" is the introduction
    start: int  # bar
    bars: int
    energy: float  # 0 to 1
    turn: int  # how often the letter was there before

    @property
    def end(self) -> int:
        """The bar behind the last one."""
        return self.start + self.bars


@dataclass(frozen=True, slots=True)
class Form:
    """The grid that everything is written on; the last chord is heard at step `length`."""

    seconds: float
    bpm: float
    metre: Metre
    bars: int
    steps: int  # of a bar: the metre's, but in a piece of one bar
    swing: float
    ritard: float
    sections: tuple[Section, ...]

    @property
    def length(self) -> int:
        """Steps before the last chord."""
        return self.bars * self.steps

    @property
    def step_seconds(self) -> float:
        """A step in tempo."""
        return 60.0 / self.bpm / self.metre.steps_per_beat

    def at(self, step: float) -> float:
        """When a step is heard, in seconds; odd steps are late where the music swings."""
        whole = int(step)
        if whole % 2 and self.swing != 0.5 and whole == step:
            step += (self.swing - 0.5) * 2.0
        into_last = max(0.0, min(step, self.length) - (self.length - self.steps))
        slower = (self.ritard - 1.0) * into_last**2 / self.steps if self.bars >= RITARD_BARS_MIN else 0.0
        return (step + slower) * self.step_seconds

    @property
    def end(self) -> float:
        """When the last chord begins, in seconds."""
        return self.at(self.length)

    def section_at(self, bar: int) -> Section:
        """The section that a bar belongs to."""
        return next(section for section in self.sections if section.start <= bar < section.end)


def form_of(genre: Genre, seconds: float, bpm: float, *, exact: bool, block: int, force: float) -> Form:
    """A form that fills the seconds; `exact` keeps the tempo as it is, `block` is how many bars a phrase has."""
    bars, steps, bpm = _measure(genre, seconds, bpm, exact, block)
    return Form(
        seconds=seconds,
        bpm=bpm,
        metre=genre.metre,
        bars=bars,
        steps=steps,
        swing=genre.swing,
        ritard=genre.ritard,
        sections=_sections(bars, block, force),
    )


def _measure(genre: Genre, seconds: float, bpm: float, exact: bool, block: int) -> tuple[int, int, float]:
    """Bars, steps of a bar, tempo."""
    metre = genre.metre
    tail_least = TAIL_SHARE_MIN * seconds if seconds < 6 else TAIL_SECONDS_MIN
    tail = 0.27 * seconds if seconds < 8 else min(2.2 + 0.4 * genre.hall.seconds, TAIL_SECONDS_MAX)
    freedom = TEMPO_FREEDOM if seconds > SHORT_SECONDS else 2.0 * TEMPO_FREEDOM
    best: tuple[float, int, float] | None = None
    for bars in range(1, BARS_MAX):
        slower = genre.ritard - 1.0 if bars >= RITARD_BARS_MIN else 0.0
        whole = (bars + slower) * metre.beats * 60.0  # seconds at one beat a minute
        slowest, fastest = whole / (seconds - tail_least), whole / (seconds - min(1.35 * tail, 0.4 * seconds))
        fitting = bpm if exact else min(max(bpm, slowest), fastest)
        off = abs(math.log(fitting / bpm))
        if off > freedom or not slowest <= fitting <= fastest * (1.3 if exact else 1.0):
            continue
        cost = off / freedom + 1.2 * (bars % 2 > 0) + 0.8 * (bars % BLOCK > 0) + 0.5 * (bars % block > 0)
        cost += 0.5 * abs(seconds - whole / fitting - tail)
        if best is None or cost < best[0]:
            best = (cost, bars, fitting)
    if best:
        return best[1], metre.steps, best[2]
    beat = 60.0 / bpm
    bars = int((seconds - tail_least) / (beat * metre.beats))
    if bars >= RITARD_BARS_MIN:
        bars = int((seconds - tail_least) / (beat * metre.beats) - genre.ritard + 1.0)
    if bars > 1:
        return bars, metre.steps, bpm
    # One bar, longer or shorter than usual, so that little silence is left.
    beats = max(1, int((seconds - tail_least) / beat))
    return 1, max(2, round(beats * metre.steps_per_beat)), bpm


def _sections(bars: int, block: int, force: float) -> tuple[Section, ...]:
    """An introduction of what does not fill a phrase, then phrases by the ladder."""
    if bars < 2 * BLOCK:
        return (Section("A", 0, bars, min(1.0, 0.8 + 0.2 * force), 0),)
    block = block if bars >= block else BLOCK
    intro = bars % block or (BLOCK if bars >= 5 * BLOCK else 0)
    blocks, rest = divmod(bars - intro, block)
    intro += rest
    found = [Section("I", 0, intro, 0.45, 0)] if intro else []
    letters = list(LADDER * (1 + blocks // len(LADDER)))[:blocks] if blocks > 3 else list("ABA"[:blocks])
    if letters[-1] == BREAK:
        letters[-1] = "B"
    for number, letter in enumerate(letters):
        turn = letters[:number].count(letter)
        energy = ENERGY[letter] + 0.05 * min(turn, 3) + (0.1 if number == len(letters) - 1 else 0.0) + 0.12 * force
        found.append(Section(letter, intro + number * block, block, float(np.clip(energy, 0.2, 1.0)), turn))
    return tuple(found)


def plays(role: Role, section: Section, only: bool) -> bool:
    """Whether a role is heard in a section; `only` is said of a band of few, where nobody rests for long."""
    if section.letter == "I":
        return role in (Role.PAD, Role.CHORDS, Role.FIGURE) or (role is Role.BASS and (section.bars > 2 or only))
    if section.letter == BREAK:
        return role in (Role.PAD, Role.LEAD, Role.CHORDS) or (role is Role.BASS and section.turn % 2 == 1) or only
    if role in (Role.FIGURE, Role.ANSWER):
        return section.energy >= 0.7
    return True
