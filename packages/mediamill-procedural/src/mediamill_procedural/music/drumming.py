"""The drummer: grooves part by part, fills where phrases end, a stroke with the last chord."""

import numpy as np
from numpy.typing import NDArray

from mediamill_procedural.drums.rhythm import REST, ROLLS, STROKES, Fill, Style, Voice, rests, stray_ms
from mediamill_procedural.kit.chance import Chance
from mediamill_procedural.music.chance import Concern
from mediamill_procedural.music.figures import filled
from mediamill_procedural.music.form import BREAK, Form, Section
from mediamill_procedural.music.plan import Plan
from mediamill_procedural.music.score import Drumming, Stroke

INTRO_VOICES = frozenset({Voice.HAT, Voice.RIDE, Voice.SHAKER, Voice.TAMBOURINE, Voice.CLAVE, Voice.SWEEP, Voice.PEDAL})
BREAK_VOICES = INTRO_VOICES | {Voice.KICK, Voice.BRUSH, Voice.CONGA_LOW, Voice.CONGA_HIGH}
Bar = dict[Voice, str]


def drumming_of(plan: Plan, chance: Chance) -> Drumming | None:
    """All strokes of a piece; None where nobody drums."""
    style, form = plan.drums, plan.form
    if style is None:
        return None
    rng = chance.of(Concern.DRUMS)
    order = rng.permutation(len(style.grooves))
    feel = chance.of(Concern.DRUMS, 1)
    strokes: list[Stroke] = []
    for bar in range(form.bars):
        section = form.section_at(bar)
        written = _bar(style, order, section, bar, form, rng)
        for voice in sorted(written):
            strokes.extend(_struck(style, voice, written[voice], bar, form, section.energy, feel))
    strokes.extend(Stroke(voice, form.end, velocity) for voice, velocity in _last(style, plan.force))
    return Drumming(style, tuple(sorted(strokes, key=lambda stroke: (stroke.start, stroke.voice))))


def _bar(
    style: Style, order: NDArray[np.int_], section: Section, bar: int, form: Form, rng: np.random.Generator
) -> Bar:
    """One bar as it is written: the part's groove, thinner in introduction and break, a fill before a change."""
    variant = 0 if section.letter in ("I", BREAK) else "ABCD".index(section.letter)
    groove = style.grooves[order[variant % len(order)]]
    place = bar - section.start
    lines = {voice: text.replace(" ", "").split("|") for voice, text in groove.items()}
    written = {voice: filled(bars[place % len(bars)], form.steps) for voice, bars in lines.items()}
    kept = {"I": INTRO_VOICES, BREAK: BREAK_VOICES}.get(section.letter)
    if kept is not None:
        thin = {voice: text for voice, text in written.items() if voice in kept}
        written = thin or {voice: text for voice, text in written.items() if voice is Voice.KICK}
    last = bar == section.end - 1
    if last and bar < form.bars - 1 and style.fills:
        written = _filled(written, style.fills[rng.integers(len(style.fills))], form.steps)
    elif place % 4 == 3 and style.turns and kept is None and form.bars > 4:
        written = _filled(written, style.turns[rng.integers(len(style.turns))], form.steps)
    if place == 0 and section.letter in ("A", "B", "D") and bar and Voice.CRASH in style.kit:
        written[Voice.CRASH] = "X" + written.get(Voice.CRASH, REST * form.steps)[1:]
    return written


def _filled(written: Bar, fill: Fill, steps: int) -> Bar:
    """The fill takes the last steps of a bar; whoever is neither in it nor kept rests."""
    length = min(steps, len(next(iter(fill.pattern.values()))))
    filled = {
        voice: text if voice in fill.keep else text[: steps - length] + REST * length for voice, text in written.items()
    }
    for voice, text in fill.pattern.items():
        own = filled.get(voice, REST * steps)
        filled[voice] = own[: steps - length] + text[-length:]
    return filled


def _struck(
    style: Style, voice: Voice, text: str, bar: int, form: Form, energy: float, rng: np.random.Generator
) -> list[Stroke]:
    """One line of one bar as it is played: loose, leaning, harder where the part is."""
    found = []
    for place, letter in enumerate(text):
        if rests(letter, rng):
            continue
        count = ROLLS.get(letter, 1)
        for number in range(count):
            start = form.at(bar * form.steps + place) + number / count * form.step_seconds
            late = (stray_ms(style, rng) + style.lean_ms.get(voice, 0.0)) / 1_000.0
            force = STROKES[letter] * (0.78 + 0.22 * energy) * (1.0 + rng.normal(0.0, style.loose_velocity))
            found.append(Stroke(voice, max(0.0, start + late), float(np.clip(force, 0.08, 1.0))))
    return found


def _last(style: Style, force: float) -> list[tuple[Voice, float]]:
    """What is struck with the last chord."""
    played = {voice for groove in style.grooves for voice in groove}
    ending = []
    if Voice.KICK in played:
        ending.append((Voice.KICK, 0.85))
    if Voice.CRASH in style.kit and force > -0.4:
        ending.append((Voice.CRASH, 0.6 + 0.2 * force))
    return ending
