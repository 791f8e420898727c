"""Melodies: a motif, what becomes of it in a phrase, and the best notes for it over the harmony."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mediamill_procedural.kit.chance import Chance
from mediamill_procedural.music.chance import Concern
from mediamill_procedural.music.figures import events
from mediamill_procedural.music.form import BLOCK, Section, plays
from mediamill_procedural.music.harmony import Span
from mediamill_procedural.music.instruments import PLAYERS, Role
from mediamill_procedural.music.plan import Plan
from mediamill_procedural.music.score import Written
from mediamill_procedural.music.theory import melody_notes
from mediamill_procedural.music.voicing import parallel

REACH = 10  # semitones either side of the centre
SEMITONES_PER_STEP = 12 / 7
STEPS = (-2, -1, -1, 0, 1, 1, 2, 3, -3)  # of a motif: mostly by step, now and then a leap
ARCHES = ((0, 1, 3, 0), (0, 2, 1, -1), (2, 1, 3, 0), (0, -1, 1, 2), (1, 3, 2, 0))  # where the bars of a phrase lie
RISE = {"A": 0.0, "B": 3.0, "C": -2.0, "D": 1.5}  # steps that a part lies higher
FORBIDDEN = 40.0
HOME = 1.2  # what the tonic is preferred by


@dataclass(frozen=True, slots=True)
class _Slot:
    """A note before it has a pitch."""

    at: int
    steps: int
    wish: float  # the pitch it would like
    allowed: frozenset[int]  # pitch classes
    chord: frozenset[int]
    weight: float  # how much it matters that it belongs to the chord
    bass: int
    velocity: float


def melody_of(plan: Plan, harmony: Sequence[Span], bass: Sequence[Written], chance: Chance) -> list[Written]:
    """The melody part; it comes to rest on the tonic with the last chord."""
    form, player = plan.form, PLAYERS[plan.band[Role.LEAD]]
    low, high = player.range
    centre = min(max(73, low + 8), high - 11)
    slots: list[_Slot] = []
    for section in form.sections:
        if plays(Role.LEAD, section, only=len(plan.band) == 1) or len(form.sections) == 1:
            slots.extend(_slots(plan, section, harmony, bass, centre, chance))
    final = harmony[-1]
    tonic = frozenset({plan.key.tonic})
    slots.append(_Slot(form.length, form.steps, centre - 1.0, tonic, tonic, 9.0, _under(bass, form.length), 0.8))
    assert final.start == form.length
    pitches = _sung(
        slots, range(max(low, centre - REACH), min(high, centre + REACH + 2) + 1), plan.genre.strict, plan.key.tonic
    )
    legato = plan.genre.legato
    return [
        Written(slot.at, slot.steps * legato if slot.steps > 1 else 0.85 * slot.steps, pitch, slot.velocity)
        for slot, pitch in zip(slots, pitches, strict=True)
    ]


def _slots(
    plan: Plan, section: Section, harmony: Sequence[Span], bass: Sequence[Written], centre: int, chance: Chance
) -> list[_Slot]:
    """The rhythm of a section, and where each note would like to be."""
    form, genre = plan.form, plan.genre
    letter = section.letter if section.letter in RISE else "A"
    rng = chance.of(Concern.MELODY, ord(letter))
    order = chance.of(Concern.MELODY).permutation(len(genre.figures.melody))
    motif = genre.figures.melody[order["ABCD".index(letter) % len(order)]]
    other = genre.figures.melody[order[("ABCD".index(letter) + 1) % len(order)]]
    contour = np.cumsum(rng.choice(STEPS, 24))
    contour = contour - np.round(contour / 5.0) * 2.0  # what strays far is drawn back
    arch = ARCHES[rng.integers(len(ARCHES))]
    varied = chance.of(Concern.MELODY, ord(letter), 1 + section.turn)
    found: list[_Slot] = []
    for bar in range(section.start, section.end):
        place = (bar - section.start) % BLOCK
        ends = place == BLOCK - 1 or bar == form.bars - 1
        text = other if place == BLOCK // 2 and not genre.hook else motif
        written = list(events(text, place % 2, form.steps))
        if ends and len(written) > 3 and not genre.hook:
            written = written[: max(2, len(written) // 2)]
        offset = 12 if place % 2 and not genre.hook else 0
        for number, event in enumerate(written):
            at = bar * form.steps + event.at
            lies = contour[(number + offset) % len(contour)] + (0.0 if genre.hook else arch[place])
            if section.turn and place >= BLOCK // 2:
                lies += varied.integers(-1, 2)
            steps = event.steps
            if ends and number == len(written) - 1:
                steps = max(event.steps, min(form.steps - event.at, round(2 * form.metre.steps_per_beat)))
            wish = centre + SEMITONES_PER_STEP * (lies + RISE[letter])
            found.append(_slot(plan, harmony, bass, at, steps, wish, section.energy))
    return found


def _slot(
    plan: Plan, harmony: Sequence[Span], bass: Sequence[Written], at: int, steps: int, wish: float, energy: float
) -> _Slot:
    form = plan.form
    chord = next(span.chord for span in harmony if span.start <= at < span.end)
    into = at % form.steps
    beat = into % form.metre.steps_per_beat == 0
    weight = 8.0 if into == 0 else 4.5 if beat else 1.0
    weight += min(3.0, steps / form.metre.steps_per_beat)  # a long note is heard against the chord
    velocity = (0.9 if into == 0 else 0.82 if beat else 0.74) * (0.82 + 0.18 * energy)
    allowed = melody_notes(chord, plan.key, plan.genre.pool)
    return _Slot(at, steps, wish, allowed, frozenset(chord.notes), weight, _under(bass, at), velocity)


def _under(bass: Sequence[Written], at: int) -> int:
    """The bass note that sounds at a step; 0 for none."""
    below = 0
    for note in bass:
        if note.at > at:
            break
        below = note.pitch
    return below


def _sung(slots: Sequence[_Slot], pitches: range, strict: bool, tonic: int) -> list[int]:
    """The cheapest path through all pitches (Viterbi): near the wish, in the chord on strong beats, by small steps."""
    grid = np.array(pitches)
    leaps = np.abs(grid[:, np.newaxis] - grid[np.newaxis])
    moving = np.select([leaps == 0, leaps <= 2, leaps <= 4, leaps <= 7], [1.6, 0.0, 1.0, 2.6], 5.5)
    moving = moving + np.where((leaps == 6) | (leaps == 10) | (leaps == 11), 5.0, 0.0) + np.where(leaps > 12, 20.0, 0.0)
    total = np.zeros(len(grid))
    ways: list[NDArray[np.intp]] = []
    before: _Slot | None = None
    for slot in slots:
        own = 0.9 * np.abs(grid - slot.wish)
        outside = ~np.isin(grid % 12, list(slot.chord))
        own = (
            own
            - HOME * (grid % 12 == tonic)
            + slot.weight * outside
            + FORBIDDEN * ~np.isin(grid % 12, list(slot.allowed))
        )
        if before is None:
            total = own
        else:
            strange = ~np.isin(grid % 12, list(before.chord))
            paths = total[:, np.newaxis] + moving + 4.0 * (strange[:, np.newaxis] & (leaps > 2))
            if strict and before.bass and slot.bass:
                paths = paths + FORBIDDEN * _parallels(grid, before.bass, slot.bass)
            ways.append(np.argmin(paths, axis=0))
            total = paths.min(axis=0) + own
        before = slot
    best = [int(np.argmin(total))]
    for way in reversed(ways):
        best.append(int(way[best[-1]]))
    return [int(grid[place]) for place in reversed(best)]


def _parallels(grid: NDArray[np.int_], low: int, next_low: int) -> NDArray[np.bool_]:
    """For every pair of pitches whether going from the one to the other is parallel to the bass."""
    return np.array([[parallel((low, int(a)), (next_low, int(b))) for b in grid] for a in grid])
