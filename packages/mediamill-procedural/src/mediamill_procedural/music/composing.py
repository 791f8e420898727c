"""The whole composition: harmony, bass, melody, accompaniment and drums, written and then played."""

import numpy as np

from mediamill_procedural.kit.chance import Chance
from mediamill_procedural.music.accompaniment import answer_of, chords_of
from mediamill_procedural.music.bass import bass_of, foundations_of
from mediamill_procedural.music.chance import Concern
from mediamill_procedural.music.drumming import drumming_of
from mediamill_procedural.music.form import Form
from mediamill_procedural.music.harmony import harmony_of
from mediamill_procedural.music.instruments import PLAYERS, Role
from mediamill_procedural.music.melody import melody_of
from mediamill_procedural.music.plan import Plan
from mediamill_procedural.music.score import Note, Part, Score, Written

LAST_RELEASE = 0.7  # of the time behind the last chord: then it is let go
STRAY_LIMIT = 2.0  # standard deviations
PHRASE_BARS = 4
ROLLED = frozenset({"guitar", "nylon guitar", "harp", "ukulele", "koto"})
ROLL_SECONDS = 0.013  # between the notes of a strummed chord


def written_of(plan: Plan, chance: Chance) -> dict[Role, list[Written]]:
    """What every part has on its desk, in steps of the grid."""
    harmony = harmony_of(plan, chance)
    foundations = foundations_of(plan, harmony)
    bass = bass_of(plan, harmony, foundations, chance)
    parts: dict[Role, list[Written]] = {}
    if Role.LEAD in plan.band:
        parts[Role.LEAD] = melody_of(plan, harmony, bass, chance)
    for role in (Role.CHORDS, Role.FIGURE, Role.PAD):
        if role in plan.band:
            parts[role] = chords_of(plan, role, harmony, foundations, chance)
    if Role.ANSWER in plan.band:
        parts[Role.ANSWER] = answer_of(plan, harmony, chance)
    if Role.BASS in plan.band:
        parts[Role.BASS] = bass
    return parts


def compose(plan: Plan, chance: Chance) -> Score:
    """The score of a plan; the same plan and seed give the same score."""
    written = written_of(plan, chance)
    parts = tuple(
        Part(role, plan.band[role], _played(plan, role, notes, chance)) for role, notes in sorted(written.items())
    )
    return Score(plan.form.seconds, parts, drumming_of(plan, chance))


def _played(plan: Plan, role: Role, written: list[Written], chance: Chance) -> tuple[Note, ...]:
    """Notes as people play them: a little loose, phrases that swell, chords that are strummed."""
    form, rng = plan.form, chance.of(Concern.TOUCH, list(Role).index(role))
    low, high = PLAYERS[plan.band[role]].range
    rolled = ROLL_SECONDS if plan.band[role] in ROLLED and role is Role.CHORDS else 0.0
    notes: list[Note] = []
    at, number = -1.0, 0
    for note in sorted(written, key=lambda note: (note.at, note.pitch)):
        number = number + 1 if note.at == at else 0
        at = note.at
        start = form.at(note.at) + number * rolled
        stray = float(np.clip(rng.normal(0.0, 0.5), -STRAY_LIMIT, STRAY_LIMIT)) * plan.genre.loose_ms / 1_000.0
        seconds = _end(form, note) - form.at(note.at)
        swell = 1.0 + 0.07 * np.sin(np.pi * (note.at / form.steps % PHRASE_BARS) / PHRASE_BARS)
        velocity = note.velocity * swell * (1.0 + 0.18 * plan.force) * (1.0 + rng.normal(0.0, 0.045))
        notes.append(
            Note(
                start=max(0.0, start + stray),
                seconds=max(0.04, seconds),
                pitch=_folded(note.pitch, low, high),
                velocity=float(np.clip(velocity, 0.1, 1.0)),
            )
        )
    return tuple(notes)


def _end(form: Form, note: Written) -> float:
    """When a note is let go; the last chord rings through much of what is left."""
    if note.at >= form.length:
        return form.end + LAST_RELEASE * (form.seconds - form.end)
    return form.at(note.at) + note.steps * (form.at(int(note.at) + 1) - form.at(int(note.at)))


def _folded(pitch: int, low: int, high: int) -> int:
    """Into what the instrument can play, by octaves."""
    while pitch < low:
        pitch += 12
    while pitch > high:
        pitch -= 12
    return pitch
