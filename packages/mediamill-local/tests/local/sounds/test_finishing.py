"""What is done to sound that a model has made, by measurement."""

import numpy as np
import pytest
from numpy.typing import NDArray

from mediamill.codecs import true_peak_dbtp
from mediamill_local.sounds.finishing import at_peak, cut, decibels, within_full_scale, without_silent_end

RATE = 44_100


def tone(seconds: float, level: float = 0.5) -> NDArray[np.float32]:
    """Two channels, the right one half as loud."""
    wave = level * np.sin(2 * np.pi * 440 * np.arange(round(seconds * RATE)) / RATE)
    return np.stack([wave, wave / 2], axis=1).astype(np.float32)


def level(sound: NDArray[np.float32]) -> float:
    return float(np.abs(sound).max())


def test_a_cut_piece_is_as_long_as_asked_for_and_dies_away() -> None:
    made = tone(10)
    kept = cut(made, RATE, 3, fade_seconds=0.6)

    assert len(kept) == 3 * RATE
    np.testing.assert_array_equal(kept[: round(2.4 * RATE)], made[: round(2.4 * RATE)])
    assert level(kept[round(2.69 * RATE) : round(2.71 * RATE)]) == pytest.approx(0.25, abs=0.02)
    assert level(kept[-100:]) < 0.001


def test_a_piece_that_came_out_short_is_filled_with_silence() -> None:
    kept = cut(tone(0.9), RATE, 1, fade_seconds=0.02)

    assert len(kept) == RATE
    assert level(kept[round(0.9 * RATE) :]) == 0.0
    assert level(kept[: round(0.8 * RATE)]) == pytest.approx(0.5, abs=0.01)


def test_a_silent_end_goes_and_a_pause_stays() -> None:
    pause, end = np.zeros((RATE, 2), np.float32), np.full((2 * RATE, 2), 0.0009, np.float32)  # -61 dB
    kept = without_silent_end(np.concatenate([tone(0.5), pause, tone(0.5), end]), RATE, floor_db=-60, seconds_min=0.5)

    assert len(kept) / RATE == pytest.approx(2.05, abs=0.01)
    assert level(kept[round(1.9 * RATE) : 2 * RATE]) == pytest.approx(0.5, abs=0.01)
    assert level(kept[-10:]) < 0.0001


def test_what_is_heard_to_the_end_stays_as_it_is_and_silence_is_not_cut_to_nothing() -> None:
    heard = tone(1)

    np.testing.assert_array_equal(without_silent_end(heard, RATE, -60, 0.5), heard)
    assert len(without_silent_end(np.zeros((RATE, 2), np.float32), RATE, -60, 0.5)) == RATE // 2


@pytest.mark.parametrize("loud", [0.02, 0.5, 1.0])
def test_peaks_come_to_one_decibel_below_full_scale_with_room_for_the_codec(loud: float) -> None:
    assert true_peak_dbtp(at_peak(tone(1, loud), -1.0)) == pytest.approx(-2.5, abs=0.05)


def test_noise_is_not_raised_to_a_sound_and_silence_stays() -> None:
    assert decibels(level(at_peak(tone(1, 0.0001), -1.0))) == pytest.approx(-40.0, abs=0.1)
    assert not at_peak(np.zeros((RATE, 2), np.float32), -1.0).any()


def test_what_is_too_loud_is_turned_down_as_a_whole() -> None:
    loud = tone(1, 2.0)
    sound, factor = within_full_scale(loud)

    assert level(sound) <= 1.0
    assert decibels(factor) == pytest.approx(-6.02, abs=0.01)
    np.testing.assert_allclose(sound, loud * factor, rtol=1e-6)
    assert within_full_scale(tone(1))[1] == 1.0
