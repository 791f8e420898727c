"""What comes out is listened to: tempo, key, loudness, spectrum, endings, and that no two pieces are one."""

import itertools
from collections.abc import Mapping
from functools import cache

import numpy as np
import pytest

from mediamill.codecs import integrated_lufs, true_peak_dbtp
from mediamill_procedural.music.genres import GENRES
from mediamill_procedural.music.piece import Piece, make_piece
from tests.procedural import music_listening as listening

RATE = 44_100
SECONDS = 12.0
PROMPTS = (
    "ambient drone in C minor", "classical music in G major", "baroque with harpsichord in D minor", "jazz trio",
    "slow blues guitar", "bossa nova in F major", "hard rock in E minor", "deep house in A minor", "techno",
    "drum and bass in D minor", "lo-fi hip hop", "trap in F minor", "reggae in G major",
    "waltz in E flat major", "epic orchestral battle music", "chiptune in C major",
)  # fmt: skip
SOME = ("ambient drone in C minor", "bossa nova in F major", "deep house in A minor")
APART_MIN = 1.2  # of portraits: one piece at two lengths is 0.6 to 1.0 from itself, two prompts of one genre above 3
pytestmark = pytest.mark.xdist_group("music")  # one worker makes the pieces for all


def nobody_listens(fraction: float, stage: str) -> None: ...


@cache
def piece_of(prompt: str) -> Piece:
    return make_piece(prompt, SECONDS, nobody_listens)


@pytest.fixture(params=["some prompts", pytest.param("every prompt", marks=pytest.mark.slow)])
def pieces(request: pytest.FixtureRequest) -> Mapping[str, Piece]:
    """A piece of each."""
    return {prompt: piece_of(prompt) for prompt in (SOME if request.param == "some prompts" else PROMPTS)}


@pytest.mark.slow
def test_a_listener_taps_the_tempo_that_is_told(pieces: Mapping[str, Piece]) -> None:
    missed = [
        prompt
        for prompt, piece in pieces.items()
        if not listening.same_tempo(listening.tempo(piece.samples), piece.plan.form.bpm)
    ]

    assert len(missed) <= len(pieces) // 8, missed


def test_a_listener_finds_the_key_that_was_asked_for(pieces: Mapping[str, Piece]) -> None:
    """By profile correlation; the relative key shares all of its notes and is a near miss, but counts as one."""
    named = {prompt: piece for prompt, piece in pieces.items() if " in " in prompt}
    missed = [
        prompt
        for prompt, piece in named.items()
        if listening.key(piece.samples) != (piece.plan.key.tonic, piece.plan.key.minor)
    ]

    assert len(missed) <= len(named) // 3, missed


def test_no_two_prompts_sound_like_one_piece(pieces: Mapping[str, Piece]) -> None:
    portraits = {prompt: listening.portrait(piece.samples) for prompt, piece in pieces.items()}
    alike = [
        (one, other)
        for one, other in itertools.combinations(portraits, 2)
        if np.linalg.norm(portraits[one] - portraits[other]) < APART_MIN
    ]

    assert alike == []


@pytest.mark.slow
def test_one_prompt_at_two_lengths_is_the_same_music() -> None:
    shorter = piece_of("deep house in A minor")
    longer = make_piece("deep house in A minor", SECONDS + 8.0, nobody_listens)
    apart = listening.portrait(longer.samples) - listening.portrait(shorter.samples)

    assert np.linalg.norm(apart) < 2.0 * APART_MIN
    assert longer.instruments == shorter.instruments


def test_every_piece_is_as_loud_as_promised_and_none_clips(pieces: Mapping[str, Piece]) -> None:
    for prompt, piece in pieces.items():
        assert abs(integrated_lufs(piece.samples, RATE) + 16.0) <= 0.5, prompt
        assert true_peak_dbtp(piece.samples) <= -1.0, prompt


def test_the_length_is_exact_to_the_sample(pieces: Mapping[str, Piece]) -> None:
    assert {piece.samples.shape for piece in pieces.values()} == {(round(SECONDS * RATE), 2)}


def test_every_ending_dies_away(pieces: Mapping[str, Piece]) -> None:
    for prompt, piece in pieces.items():
        power = np.square(piece.samples).mean(axis=1)
        last_chord = power[round(piece.plan.form.end * RATE) :]
        thirds = [float(part.mean()) for part in np.array_split(last_chord, 3)]

        assert thirds[0] > thirds[1] > 4.0 * thirds[2], prompt
        assert power[-RATE // 4 :].mean() < 1e-3 * power.mean(), prompt


def test_music_begins_at_once(pieces: Mapping[str, Piece]) -> None:
    for prompt, piece in pieces.items():
        power = np.square(piece.samples).mean(axis=1)

        assert power[: RATE // 2].mean() > 0.005 * power.mean(), prompt


def test_nothing_clicks_and_nothing_leans_to_one_side(pieces: Mapping[str, Piece]) -> None:
    for prompt, piece in pieces.items():
        left, right = np.sqrt(np.square(piece.samples).mean(axis=0))

        assert listening.clicks(piece.samples) == 0, prompt
        assert np.abs(piece.samples.mean(axis=0)).max() < 5e-4, prompt
        assert abs(20.0 * np.log10(left / right)) < 3.0, prompt


def test_a_planted_click_is_heard() -> None:
    broken = piece_of("ambient drone in C minor").samples.copy()
    broken[7 * RATE] += 0.4

    assert listening.clicks(broken) >= 1


def test_there_is_bass_and_treble_but_no_rumble(pieces: Mapping[str, Piece]) -> None:
    for prompt, piece in pieces.items():
        power = np.abs(np.fft.rfft(listening.mono(piece.samples))) ** 2
        frequencies = np.fft.rfftfreq(len(piece.samples), 1.0 / RATE)
        share = {
            name: power[(frequencies >= low) & (frequencies < high)].sum() / power.sum()
            for name, low, high in (
                ("rumble", 0, 20),
                ("bass", 35, 250),
                ("middle", 250, 2_000),
                ("top", 2_000, 16_000),
            )
        }

        assert share["rumble"] < 0.002, prompt
        assert share["bass"] > 0.03, prompt
        assert share["middle"] > 0.04, prompt
        assert share["top"] > 1e-4, prompt


def test_stereo_is_wide_but_survives_one_loudspeaker(pieces: Mapping[str, Piece]) -> None:
    for prompt, piece in pieces.items():
        middle, side = piece.samples.mean(axis=1), np.diff(piece.samples, axis=1)[:, 0] / 2.0

        assert 0.003 < np.square(side).mean() / np.square(middle).mean() < 0.8, prompt


@pytest.mark.slow
def test_a_fast_tempo_is_kept_to_the_beat() -> None:
    piece = make_piece("techno at 136 bpm", 20.0, nobody_listens)

    assert piece.plan.form.bpm == 136.0
    assert listening.same_tempo(listening.tempo(piece.samples), 136.0, within=0.02)


@pytest.mark.slow
def test_the_same_prompt_with_drums_left_out_has_softer_onsets() -> None:
    loud = make_piece("rock", 10.0, nobody_listens)
    soft = make_piece("rock without drums", 10.0, nobody_listens)

    assert "drums" in loud.instruments
    assert "drums" not in soft.instruments
    assert listening.spectrum(soft.samples)[-2] < listening.spectrum(loud.samples)[-2] - 3.0


@pytest.mark.slow
def test_every_genre_keeps_its_tempo_its_loudness_and_its_own_face() -> None:
    """All genres at half a minute: the long way round."""
    pieces = {name: make_piece(name, 30.0, nobody_listens) for name in GENRES}
    portraits = {name: listening.portrait(piece.samples) for name, piece in pieces.items()}
    off_beat = [
        name
        for name, piece in pieces.items()
        if not listening.same_tempo(listening.tempo(piece.samples), piece.plan.form.bpm)
    ]
    in_key = [
        name
        for name, piece in pieces.items()
        if listening.key(piece.samples) == (piece.plan.key.tonic, piece.plan.key.minor)
    ]
    alike = [
        (one, other)
        for one, other in itertools.combinations(portraits, 2)
        if np.linalg.norm(portraits[one] - portraits[other]) < APART_MIN
    ]

    assert len(off_beat) <= 3, off_beat
    assert len(in_key) >= 0.6 * len(pieces)
    assert alike == []
    for name, piece in pieces.items():
        assert abs(integrated_lufs(piece.samples, RATE) + 16.0) <= 0.5, name
        assert true_peak_dbtp(piece.samples) <= -1.0, name
        assert listening.clicks(piece.samples) == 0, name
