"""The score before it is heard: form, harmony, counterpoint, ranges."""

from itertools import pairwise, product

import pytest

from mediamill_procedural.drums.rhythm import STROKES
from mediamill_procedural.kit.chance import Chance, seed_of
from mediamill_procedural.music.composing import compose, written_of
from mediamill_procedural.music.genres import GENRES, NOBODY
from mediamill_procedural.music.harmony import harmony_of
from mediamill_procedural.music.instruments import PLAYERS, Role
from mediamill_procedural.music.plan import Plan, plan_of
from mediamill_procedural.music.reading import read
from mediamill_procedural.music.score import Written
from mediamill_procedural.music.theory import Key, chord_of
from mediamill_procedural.music.voicing import voicings_of
from tests.sampling import one_in

DURATIONS = (3, 5, 10, 15, 20, 30, 45, 60, 90, 120)
STRICT = sorted(name for name, genre in GENRES.items() if genre.strict)


def planned(prompt: str, seconds: float) -> tuple[Plan, Chance]:
    chance = Chance(seed_of(prompt))
    return plan_of(read(prompt), seconds, chance), chance


def sounding(notes: list[Written], at: float) -> int:
    return max((note for note in notes if note.at <= at), key=lambda note: note.at).pitch


@pytest.mark.parametrize("name", sorted(GENRES))
def test_the_text_of_a_genre_can_be_played(name: str) -> None:
    genre = GENRES[name]
    steps = genre.metre.steps
    lines = [*genre.figures.melody, *genre.figures.chords, *genre.figures.bass, *genre.figures.figure]
    drums = [line for groove in genre.drums.grooves for line in groove.values()] if genre.drums else []

    assert {len(bar) for line in lines for bar in line.split("|")} == {steps}
    assert {len(bar.replace(" ", "")) for line in drums for bar in line.split("|")} <= {steps}
    assert set("".join(drums)) <= {*STROKES, ".", "|", " "}
    assert {name for names in genre.band.values() for name in names} - {NOBODY} <= set(PLAYERS)
    for mode, progressions in (("major", genre.major), ("minor", genre.minor)):
        for numeral in ",".join(" ".join(progressions).split()).split(","):
            assert len(chord_of(numeral, Key(0, mode)).notes) >= 2


@pytest.mark.slow
def test_the_last_chord_leaves_time_to_die_away() -> None:
    for name, seconds in product(GENRES, DURATIONS):
        plan, _ = planned(name, seconds)
        tail = seconds - plan.form.end

        assert 0.19 * min(seconds, 6) <= tail <= max(0.5 * seconds, 1.0) + 0.01, (name, seconds, tail)
        assert tail <= 5.5, (name, seconds, tail)
        assert sum(section.bars for section in plan.form.sections) == plan.form.bars, (name, seconds)


def test_a_tempo_that_was_asked_for_is_kept_at_every_length() -> None:
    for bpm in (60, 97, 120, 174):
        for seconds in DURATIONS:
            assert planned(f"pop {bpm} bpm", seconds)[0].form.bpm == bpm


def test_a_long_piece_has_parts_that_differ() -> None:
    for name in ("pop", "classical", "house", "jazz", "ambient"):
        plan, chance = planned(name, 90)
        letters = {section.letter for section in plan.form.sections}
        melody = written_of(plan, chance)[Role.LEAD]
        first, second = (
            [
                (note.at % plan.form.steps, note.steps)
                for note in melody
                if section.start * plan.form.steps <= note.at < section.end * plan.form.steps
            ]
            for section in (
                next(section for section in plan.form.sections if section.letter == letter) for letter in "AB"
            )
        )

        assert {"A", "B"} <= letters, name
        assert first != second, name
        assert len({section.energy for section in plan.form.sections}) >= 2, name


@pytest.mark.parametrize("name", one_in(4, sorted(GENRES)))
def test_a_piece_ends_on_its_tonic(name: str) -> None:
    plan, chance = planned(name, 30)
    harmony = harmony_of(plan, chance)
    written = written_of(plan, chance)

    assert harmony[-1].chord.root == plan.key.tonic
    assert written[Role.LEAD][-1].pitch % 12 == plan.key.tonic
    if Role.BASS in written:
        assert written[Role.BASS][-1].pitch % 12 == plan.key.tonic
    assert harmony[-2].chord.notes != harmony[-1].chord.notes


@pytest.mark.slow
@pytest.mark.parametrize("name", one_in(3, STRICT))
def test_outer_voices_of_chordal_styles_never_move_in_parallel_fifths_or_octaves(name: str) -> None:
    for variant in ("", "in C minor", "happy", "slow"):
        plan, chance = planned(f"{name} {variant}", 60)
        written = written_of(plan, chance)
        melody, bass = written[Role.LEAD], written[Role.BASS]
        parallels = []
        for before, after in pairwise(melody):
            if before.at < bass[0].at:
                continue
            low, next_low = sounding(bass, before.at), sounding(bass, after.at)
            apart = (before.pitch - low) % 12
            if low != next_low and before.pitch != after.pitch and apart in (0, 7):
                parallels += [after.at] if (after.pitch - next_low) % 12 == apart else []

        assert parallels == [], f"{name} {variant}"


def test_chords_move_by_small_steps() -> None:
    for mode, numerals in (("major", "I vi IV V7 I ii7 V7 Imaj7"), ("minor", "i VI iv V7 i iim7b5 V7 i")):
        chords = [chord_of(numeral, Key(2, mode)) for numeral in numerals.split()]
        voicings = voicings_of(chords, [38] * len(chords), voices=4, centre=62)
        moves = [abs(b - a) for before, after in pairwise(voicings) for a, b in zip(before, after, strict=True)]

        assert sum(moves) / len(moves) <= 2.5
        assert max(moves) <= 7


def test_melodies_move_mostly_by_step_and_sing_the_chord_on_the_beat() -> None:
    for name in ("classical", "pop", "folk", "lullaby", "waltz"):
        plan, chance = planned(name, 60)
        melody = written_of(plan, chance)[Role.LEAD]
        harmony = harmony_of(plan, chance)
        leaps = [abs(after.pitch - before.pitch) for before, after in pairwise(melody)]
        downbeats = [note for note in melody if note.at % plan.form.steps == 0]
        belonging = [
            note.pitch % 12 in next(span for span in harmony if span.start <= note.at < span.end).chord.notes
            for note in downbeats
        ]

        assert sum(leap <= 4 for leap in leaps) / len(leaps) > 0.65, name
        assert max(leaps) <= 14, name
        assert sum(belonging) / len(belonging) > 0.85, name
        assert len({note.pitch for note in melody}) >= 5, name


@pytest.mark.slow
@pytest.mark.parametrize("name", one_in(4, sorted(GENRES)))
def test_nobody_has_to_play_what_the_instrument_cannot(name: str) -> None:
    plan, chance = planned(name, 45)
    score = compose(plan, chance)
    for part in score.parts:
        low, high = PLAYERS[part.instrument].range

        assert part.notes, part.role
        assert all(low <= note.pitch <= high for note in part.notes), part.instrument
        assert all(0.0 < note.velocity <= 1.0 for note in part.notes)
        assert all(0.0 <= note.start < score.seconds for note in part.notes)


def test_human_players_are_a_little_loose_and_machines_are_not() -> None:
    def strays(prompt: str) -> float:
        plan, chance = planned(prompt, 30)
        part = next(part for part in compose(plan, chance).parts if part.role is Role.LEAD)
        written = sorted(written_of(plan, chance)[Role.LEAD], key=lambda note: note.at)
        off = [abs(played.start - plan.form.at(note.at)) for played, note in zip(part.notes, written, strict=True)]
        return sum(off) / len(off)

    assert 0.002 < strays("jazz ballad") < 0.02
    assert strays("chiptune") < 1e-6
