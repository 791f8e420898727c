"""Bass lines: roots where they carry, steps where they lead."""

from collections.abc import Sequence

import numpy as np

from mediamill_procedural.kit.chance import Chance
from mediamill_procedural.music.chance import Concern
from mediamill_procedural.music.figures import events
from mediamill_procedural.music.form import plays
from mediamill_procedural.music.harmony import Span
from mediamill_procedural.music.instruments import PLAYERS, Role
from mediamill_procedural.music.plan import Plan
from mediamill_procedural.music.score import Written

LOWEST = 28  # the E of a bass: below, loudspeakers give up
REGISTER = 16  # semitones above the lowest in which roots lie
ACCENT, PLAIN = 0.86, 0.74


def foundations_of(plan: Plan, harmony: Sequence[Span]) -> list[int]:
    """For every chord the pitch it stands on, each near the one before."""
    low = max(LOWEST, PLAYERS[plan.band[Role.BASS]].range[0] if Role.BASS in plan.band else LOWEST + 8)
    found: list[int] = []
    for span in harmony:
        choices = [pitch for pitch in range(low, low + REGISTER) if pitch % 12 == span.chord.bass]
        near = found[-1] if found else low + 6
        found.append(min(choices, key=lambda pitch: (abs(pitch - near) + 0.3 * abs(pitch - low - 6), pitch)))
    return found


def bass_of(plan: Plan, harmony: Sequence[Span], foundations: Sequence[int], chance: Chance) -> list[Written]:
    """The bass part: the genre's figure on every chord."""
    form, rng = plan.form, chance.of(Concern.BASS)
    order = rng.permutation(len(plan.genre.figures.bass))
    only = len(plan.band) <= 3
    notes: list[Written] = []
    for bar in range(form.bars):
        section = form.section_at(bar)
        if not plays(Role.BASS, section, only):
            continue
        text = plan.genre.figures.bass[
            order[("ABCD".find(section.letter) % len(order)) if section.letter != "I" else 0]
        ]
        for event in events(text, bar - section.start, form.steps):
            at = bar * form.steps + event.at
            number = _span_at(harmony, at)
            pitch = _pitch(event.letter, plan, harmony, foundations, number, notes, rng)
            strength = ACCENT if event.at == 0 else PLAIN
            # A chord that changes under a held note takes the bass with it.
            steps = min(event.steps, harmony[number].end - at)
            notes.append(Written(at, steps, pitch, strength * (0.8 + 0.2 * section.energy)))
            if steps < event.steps and event.letter not in "wa":
                rest = Written(at + steps, event.steps - steps, foundations[number + 1], PLAIN)
                notes.append(rest)
    notes.append(Written(form.length, form.steps, foundations[-1], ACCENT))
    return notes


def _span_at(harmony: Sequence[Span], at: int) -> int:
    return next(number for number, span in enumerate(harmony) if span.start <= at < span.end)


def _pitch(
    letter: str,
    plan: Plan,
    harmony: Sequence[Span],
    foundations: Sequence[int],
    number: int,
    notes: Sequence[Written],
    rng: np.random.Generator,
) -> int:
    """What a letter of a bass figure means over this chord."""
    chord, root = harmony[number].chord, foundations[number]
    following = foundations[min(number + 1, len(foundations) - 1)]
    if letter == "8":
        return root + 12
    if letter == "l":
        return root - 5 if root - 5 >= LOWEST - 2 else root + 7
    if letter in "357":
        place = {"3": 1, "5": 2, "7": 3}[letter]
        note = chord.notes[min(place, len(chord.notes) - 1)]
        return root + (note - root) % 12
    if letter == "a":
        step = 1 if following <= root else -1
        return following + (step if not plan.genre.strict else _scale_step(plan, following, step))
    if letter == "w":
        before = notes[-1].pitch if notes else root
        way = 1 if following > before else -1 if following < before else int(rng.choice((-1, 1)))
        return before + _scale_step(plan, before, way)
    return root


def _scale_step(plan: Plan, pitch: int, way: int) -> int:
    """To the next note of the scale, in semitones."""
    return next(way * size for size in (1, 2, 3) if (pitch + way * size) % 12 in plan.key.scale)
