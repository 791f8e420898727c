"""Chords in their rhythm, broken chords, chords that lie, and a second voice in long notes."""

from collections.abc import Sequence

from mediamill_procedural.kit.chance import Chance
from mediamill_procedural.music.chance import Concern
from mediamill_procedural.music.figures import Event, events
from mediamill_procedural.music.form import Section, plays
from mediamill_procedural.music.harmony import Span
from mediamill_procedural.music.instruments import PLAYERS, Role
from mediamill_procedural.music.plan import Plan
from mediamill_procedural.music.score import Written
from mediamill_procedural.music.voicing import Voicing, voicings_of

HARD, SOFT, BROKEN = 0.80, 0.62, 0.68
SHORT_STEPS = 0.7  # of a step that a short chord sounds


def chords_of(
    plan: Plan, role: Role, harmony: Sequence[Span], foundations: Sequence[int], chance: Chance
) -> list[Written]:
    """The part of one of the roles CHORDS, FIGURE and PAD."""
    form, figures = plan.form, plan.genre.figures
    player = PLAYERS[plan.band[role]]
    centre = plan.genre.centre + {Role.FIGURE: 7, Role.PAD: 1}.get(role, 0)
    centre = min(max(centre, player.range[0] + 9), player.range[1] - 12)
    voices = plan.genre.voices if role is Role.CHORDS else max(3, plan.genre.voices)
    voicings = voicings_of([span.chord for span in harmony], foundations, voices=voices, centre=centre)
    texts = figures.figure if role is Role.FIGURE else figures.chords
    order = chance.of(Concern.ACCOMPANIMENT, list(Role).index(role)).permutation(max(1, len(texts)))
    only = len(plan.band) <= 3
    doubled = plan.band.get(Role.BASS) == plan.band[role]
    notes: list[Written] = []
    for number, (span, voicing) in enumerate(zip(harmony[:-1], voicings, strict=False)):
        section = form.section_at(span.start // form.steps)
        if not plays(role, section, only):
            continue
        level = 0.72 + 0.28 * section.energy
        # Where the same hands play the bass, or the instrument has no such note, the one below is an octave higher.
        low = foundations[number] + (12 if doubled or foundations[number] < player.range[0] else 0)
        if role is Role.PAD or not texts:
            notes.extend(Written(span.start, span.steps, pitch, 0.62 * level) for pitch in voicing)
            continue
        text = texts[order[_variant(section) % len(order)]]
        for event in _within(text, span, section, form.steps):
            notes.extend(_played(event, span, voicing, low, level))
    notes.extend(Written(form.length, form.steps, pitch, 0.7) for pitch in voicings[-1])
    return notes


def answer_of(plan: Plan, harmony: Sequence[Span], chance: Chance) -> list[Written]:
    """Thirds and sevenths in long notes below the melody, each a step from the one before."""
    form, player = plan.form, PLAYERS[plan.band[Role.ANSWER]]
    rng = chance.of(Concern.ACCOMPANIMENT, 9)
    centre = min(max(64, player.range[0] + 6), player.range[1] - 6)
    notes: list[Written] = []
    near = centre + int(rng.integers(-3, 4))
    for span in harmony:
        guides = span.chord.notes[1:4:2] or span.chord.notes[:1]
        choices = [
            p for p in range(centre - 8, centre + 9) if p % 12 in guides and player.range[0] <= p <= player.range[1]
        ]
        near = min(choices, key=lambda pitch: (abs(pitch - near) + 0.3 * abs(pitch - centre), pitch))
        last = span is harmony[-1]
        if last or plays(Role.ANSWER, form.section_at(span.start // form.steps), only=False):
            notes.append(Written(span.start, span.steps, near, 0.6))
    return notes


def _variant(section: Section) -> int:
    return 0 if section.letter == "I" else "ABCD".index(section.letter)


def _within(text: str, span: Span, section: Section, steps: int) -> list[Event]:
    """The events of a bar's figure that fall into a chord; one that begins before is struck again with the change."""
    bar = span.start // steps
    offset = span.start % steps
    found = []
    for event in events(text, bar - section.start, steps):
        start, end = max(event.at, offset), min(event.at + event.steps, offset + span.steps)
        if start < end and (start == event.at or event.letter in "xo"):
            found.append(Event(start - offset, end - start, event.letter))
    return found


def _played(event: Event, span: Span, voicing: Voicing, low: int, level: float) -> list[Written]:
    """What a letter of a figure means with this chord in hand."""
    at = span.start + event.at
    accent = 1.08 if event.at == 0 else 1.0
    if event.letter == "b":
        return [Written(at, event.steps, low, HARD * level * accent)]
    if event.letter.isdigit():
        place = int(event.letter) - 1
        pitch = voicing[place % len(voicing)] + 12 * (place // len(voicing))
        return [Written(at, event.steps, pitch, BROKEN * level * accent)]
    pitches = voicing[1:] if event.letter == "u" else voicing
    velocity = {"x": HARD, "s": HARD, "u": BROKEN}.get(event.letter, SOFT) * level * accent
    steps = SHORT_STEPS if event.letter == "s" else event.steps
    return [Written(at, steps, pitch, velocity) for pitch in pitches]
