"""Which chord sounds when: progressions section by section, a cadence at the end."""

import re
from dataclasses import dataclass

from mediamill_procedural.kit.chance import Chance
from mediamill_procedural.music.chance import Concern
from mediamill_procedural.music.form import Section
from mediamill_procedural.music.plan import Plan
from mediamill_procedural.music.theory import Chord, chord_of

TONIC = re.compile(r"[Ii](?![IiVv])")
LETTERS = ("A", "B", "C", "D")
CADENCE_BARS_MIN = 2  # a piece of one bar has no room for a bar of cadence


@dataclass(frozen=True, slots=True)
class Span:
    """One chord from step to step."""

    start: int
    steps: int
    chord: Chord

    @property
    def end(self) -> int:
        """The step behind it."""
        return self.start + self.steps


def harmony_of(plan: Plan, chance: Chance) -> tuple[Span, ...]:
    """The chords of the whole piece in a row; the last one, behind the last bar, is where it comes to rest."""
    form, key = plan.form, plan.key
    progressions = _progressions(plan, chance)
    spans: list[Span] = []
    for bar in range(form.bars):
        section = form.section_at(bar)
        numerals = _numerals(progressions, section, bar)
        if bar == form.bars - 1 and form.bars >= CADENCE_BARS_MIN:
            numerals = plan.genre.cadence[int(key.minor)]
        elif form.bars < CADENCE_BARS_MIN:
            numerals = plan.genre.close[int(key.minor)] + "," + plan.genre.cadence[int(key.minor)].split(",")[-1]
        start = bar * form.steps
        for offset, steps, numeral in _divided(numerals.split(","), form.steps, form.metre.beats):
            spans.append(Span(start + offset, steps, chord_of(numeral, key)))
    close = chord_of(plan.genre.close[int(key.minor)], key)
    return (*spans, Span(form.length, form.steps, close))


def _progressions(plan: Plan, chance: Chance) -> dict[str, list[str]]:
    """Bars of numerals for every letter; neighbours differ where the genre has enough."""
    choices = plan.genre.minor if plan.key.minor else plan.genre.major
    drawn = [choices[place].split() for place in chance.of(Concern.HARMONY).permutation(len(choices))]
    # Who begins at home is known to be there: the first part starts from the tonic if any progression does.
    home = next((number for number, bars in enumerate(drawn) if TONIC.match(bars[0])), 0)
    drawn.insert(0, drawn.pop(home))
    return {letter: drawn[number % len(drawn)] for number, letter in enumerate(LETTERS)}


def _numerals(progressions: dict[str, list[str]], section: Section, bar: int) -> str:
    """What is written over one bar; an introduction ends where the first part's progression ends."""
    if section.letter == "I":
        bars = progressions["A"]
        return bars[(bar - section.end) % len(bars)]
    bars = progressions[section.letter]
    return bars[(bar - section.start) % len(bars)]


def _divided(numerals: list[str], steps: int, beats: float) -> list[tuple[int, int, str]]:
    """(offset, steps, numeral) of the chords in a bar; three beats are divided into two and one."""
    if len(numerals) == 1 or steps < 4:
        return [(0, steps, numerals[0])]
    first = round(steps * 2 / 3) if beats == 3 else round(steps * 3 / 5) if beats == 5 else steps // 2
    return [(0, first, numerals[0]), (first, steps - first, numerals[1])]
