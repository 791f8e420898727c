import math
from pathlib import Path

import numpy as np
import pytest

from mediamill.codecs import encode_audio, integrated_lufs, master, true_peak_dbtp
from tests.codecs.samples import RATE, TAGS, Samples, decoded, noise_bursts, tone
from tests.sampling import one_in


def drone(seconds: float) -> Samples:
    chord = sum(tone(seconds, frequency=f, level=0.05) for f in (110.0, 164.8, 220.0, 277.2, 330.0, 660.0))
    swell = 1.0 + 0.5 * np.sin(2 * np.pi * 0.3 * np.arange(len(np.asarray(chord))) / RATE)
    return np.stack([chord * swell, chord], axis=1).astype(np.float32)


SOUNDS = {
    "a drone": drone(6.0),
    "a tone": tone(5.0, level=0.02),
    "white noise": np.random.default_rng(3).standard_normal((RATE * 5, 2)).astype(np.float32) * 0.5,
    "a square wave": np.sign(tone(5.0, frequency=110.3)),
}


@pytest.mark.parametrize("name", SOUNDS)
@pytest.mark.parametrize("lufs", [-23.0, -16.0, -14.0])
def test_every_sound_comes_out_at_the_loudness_asked(name: str, lufs: float) -> None:
    finished = master(SOUNDS[name], RATE, lufs=lufs)

    assert abs(integrated_lufs(finished, RATE) - lufs) < 0.2
    assert finished.shape == SOUNDS[name].shape
    assert finished.dtype == np.float32


def test_a_tone_of_known_level_measures_what_the_standard_says() -> None:
    """BS.1770-4: a 997 Hz sine at 0 dBFS in one channel is -3.01 LUFS."""
    full_scale = tone(5.0, frequency=997.0, level=1.0)

    assert abs(integrated_lufs(full_scale, RATE) - -3.01) < 0.05


def test_a_peak_between_two_samples_is_found() -> None:
    """To the tolerance of EBU Tech 3341, case 15 and on."""
    between = np.sin(np.pi / 2 * np.arange(RATE) + np.pi / 4).astype(np.float32)  # samples reach 0.707 only

    assert 20 * math.log10(float(np.abs(between).max())) < -3.0
    assert -0.4 <= true_peak_dbtp(between) <= 0.2


@pytest.mark.slow
@pytest.mark.parametrize("lufs", one_in(3, [-9.0, -16.0, -14.0]))
def test_no_peak_passes_the_ceiling_also_after_mp3_coding(tmp_path: Path, lufs: float) -> None:
    for name, sound in {**SOUNDS, "drum hits": noise_bursts(5.0)}.items():
        finished = master(sound, RATE, lufs=lufs)
        encode_audio(finished, RATE, tmp_path / "sound.mp3", tags=TAGS)
        played, _ = decoded(tmp_path / "sound.mp3")

        assert true_peak_dbtp(finished) <= -1.0, name
        assert true_peak_dbtp(played) <= -1.0, name


def test_limiting_bends_the_peaks_only() -> None:
    quiet_parts = np.tile(np.concatenate([tone(0.9, level=0.05), tone(0.1, level=0.9)]), 6)
    finished = master(quiet_parts, RATE, lufs=-14.0)
    gain = np.sqrt((finished.reshape(-1, RATE) ** 2).mean(axis=1) / (quiet_parts.reshape(-1, RATE) ** 2).mean(axis=1))
    middle = slice(RATE // 4, RATE // 2)
    shape = finished[middle] / float(np.abs(finished[middle]).max()) - quiet_parts[middle] / 0.05

    assert float(np.ptp(gain)) / float(gain.mean()) < 0.05
    assert float(np.abs(shape).max()) < 0.01


def test_lone_peaks_are_not_squashed_to_reach_a_number() -> None:
    click = np.zeros(RATE * 3, np.float32)
    click[RATE] = 0.5
    finished = master(click, RATE, lufs=-14.0)

    assert true_peak_dbtp(finished) <= -1.0
    assert int(np.argmax(np.abs(finished))) == RATE
    assert float(np.abs(finished[RATE]) / np.abs(finished).sum()) > 0.9


def test_silence_stays_silence() -> None:
    for silent in (np.zeros(RATE, np.float32), np.zeros((RATE, 2), np.float32), np.zeros(3, np.float32)):
        assert np.array_equal(silent, master(silent, RATE, lufs=-16.0))
        assert integrated_lufs(silent, RATE) == -math.inf
        assert true_peak_dbtp(silent) == -math.inf


@pytest.mark.parametrize("length", [1, 2, 100, 4_000, 17_639, 17_641])
def test_a_sound_shorter_than_the_meter_is_finished_all_the_same(length: int) -> None:
    short = np.random.default_rng(5).standard_normal(length).astype(np.float32) * 0.2
    finished = master(short, RATE, lufs=-16.0)

    assert finished.shape == short.shape
    assert np.isfinite(finished).all()
    assert true_peak_dbtp(finished) <= -1.0
    # As loud as asked, or as loud as its peak allows.
    assert integrated_lufs(finished, RATE) > -16.3 or true_peak_dbtp(finished) > -2.3


def test_noise_nobody_hears_is_not_blown_up_without_bound() -> None:
    hiss = np.random.default_rng(6).standard_normal(RATE * 2).astype(np.float32) * 4e-4  # about -69 LUFS
    finished = master(hiss, RATE, lufs=-14.0)

    assert 20 * math.log10(float(np.abs(finished).max() / np.abs(hiss).max())) < 40.1


def test_a_long_sound_has_no_seam_where_it_was_measured_in_pieces() -> None:
    long = tone(14.0, level=0.9)  # more than two pieces of the peak meter
    finished = master(long, RATE, lufs=-10.0)

    ratio = finished[np.abs(long) > 0.5] / long[np.abs(long) > 0.5]

    assert float(np.ptp(ratio)) < 1e-3
