"""What is done to the bare sound: measured with tones, noise and silence of known strength."""

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import signal

from mediamill_procedural.speech.finishing import BANDS, RATE, equaliser, finished, trimmed

FLAT = (0.0,) * len(BANDS)
Samples = NDArray[np.float32]


def tone(seconds: float, hertz: float = 440.0, strength: float = 0.5) -> Samples:
    time = np.arange(round(seconds * RATE)) / RATE
    return (strength * np.sin(2 * np.pi * hertz * time)).astype(np.float32)


def silence(seconds: float) -> Samples:
    return np.zeros(round(seconds * RATE), np.float32)


def test_silence_around_a_phrase_is_cut_and_a_moment_kept() -> None:
    phrase = trimmed(np.concatenate([silence(0.5), tone(1.0), silence(2.0)]), RATE)

    assert 1.0 <= len(phrase) / RATE <= 1.08


def test_a_quiet_end_of_a_word_is_kept() -> None:
    phrase = trimmed(np.concatenate([tone(0.5), tone(0.2, strength=0.01), silence(1.0)]), RATE)

    assert 0.7 <= len(phrase) / RATE <= 0.78


def test_edges_begin_and_end_at_nothing() -> None:
    phrase = trimmed(tone(0.5, hertz=100.0) + np.float32(0.3), RATE)

    assert np.abs(phrase[[0, -1]]).max() < 0.001


@pytest.mark.parametrize("nothing", [silence(0.0), silence(1.0), silence(1.0) + np.float32(1e-6), tone(0.003)])
def test_silence_trims_to_nothing(nothing: Samples) -> None:
    assert 0 == len(trimmed(nothing, RATE))


@pytest.mark.parametrize("hertz", [200, 800, 3150, 8000])
def test_each_band_of_the_equaliser_does_what_it_says(hertz: int) -> None:
    gains = tuple(6.0 if band == hertz else 0.0 for band in BANDS)
    frequencies, response = signal.freqz(equaliser(gains), worN=8192, fs=RATE)
    there = 20 * np.log10(np.abs(response[np.argmin(np.abs(frequencies - hertz))]))
    far = 20 * np.log10(np.abs(response[np.argmin(np.abs(frequencies - (1250 if hertz != 800 else 5000)))]))

    assert 4.0 < there < 6.5
    assert abs(far) < 0.5


def test_a_phrase_is_neither_delayed_nor_cut() -> None:
    click = silence(0.4)
    click[4000] = 1.0
    wet = finished(click, gains_db=FLAT, breath=0.0, room=0.1)

    assert abs(int(np.abs(wet).argmax()) - 4000) <= 1
    assert len(wet) > len(click)


def test_breath_follows_the_voice_and_the_room_rings_after_it() -> None:
    phrase = np.concatenate([tone(0.5), silence(0.5)])
    dry = finished(phrase, gains_db=FLAT, breath=0.0, room=0.0)
    breathed = finished(phrase, gains_db=FLAT, breath=0.05, room=0.0) - dry
    ringing = finished(phrase, gains_db=FLAT, breath=0.0, room=0.2)
    during, after = slice(2000, 10_000), slice(14_000, 20_000)

    def strength(samples: Samples) -> float:
        return float(np.sqrt(np.mean(samples.astype(np.float64) ** 2)))

    assert 0.02 < strength(breathed[during]) / strength(dry[during]) < 0.1
    assert strength(breathed[after]) < 0.05 * strength(breathed[during])
    assert strength(ringing[11_100:12_000]) > 10 * strength(dry[11_300:12_000])
    assert strength(ringing[-200:]) < 0.001


def test_finishing_is_the_same_every_time() -> None:
    first, second = (finished(tone(0.3), gains_db=FLAT, breath=0.03, room=0.1) for _ in range(2))

    assert np.array_equal(first, second)


def test_the_shortest_phrase_is_finished_too() -> None:
    assert len(finished(trimmed(tone(0.01), RATE), gains_db=FLAT, breath=0.03, room=0.1)) > 200
