"""Phrases fit into their time: pace, the silence that may be used, and shortening that keeps the pitch."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from mediamill.engines.engine import EngineRefused
from mediamill_procedural.dub.dubbing import Line, dubbed
from mediamill_procedural.dub.fitting import (
    KEPT_GAP_SECONDS,
    PACE_MAX,
    PACE_MIN,
    STRETCH_MAX,
    Slot,
    pace_for,
    shortened,
    slots_of,
)
from mediamill_procedural.dub.listening import RATE as HEARD_RATE
from mediamill_procedural.dub.listening import Word
from mediamill_procedural.dub.recognition import Phrase
from tests.codecs.samples import tone

RATE = 22_050


def test_a_phrase_may_go_on_into_the_silence_after_it_but_not_to_its_end() -> None:
    first, second, last = slots_of([(1.0, 3.0), (5.0, 6.0), (6.2, 8.0)], 10.0)

    assert (first.start, first.end, first.limit) == (1.0, 3.0, 5.0 - KEPT_GAP_SECONDS)
    assert (second.start, second.end) == (5.0, 6.0)
    assert second.limit == pytest.approx(6.1)
    assert (last.start, last.end, last.limit) == (6.2, 8.0, 10.0)


@pytest.mark.parametrize(
    ("seconds", "pace"),
    [
        (2.0, 1.0),  # as long as the original
        (1.9, 0.95),  # a little slower fills the time
        (1.0, PACE_MIN),
        (2.8, 1.0),  # the silence after it is used first
        (3.6, 1.2),
        (9.0, PACE_MAX),
    ],
)
def test_the_pace_follows_the_time_there_is(seconds: float, pace: float) -> None:
    assert pace_for(seconds, Slot(start=4.0, end=6.0, limit=7.0)) == pytest.approx(pace)


@pytest.mark.parametrize("speed", [1.05, 1.1, STRETCH_MAX])
def test_shortened_sound_keeps_its_pitch_and_loudness(speed: float) -> None:
    sound = tone(2.0, rate=RATE, frequency=220.0)
    short = shortened(sound, speed, RATE)
    spectrum = np.abs(np.fft.rfft(short * np.hanning(len(short))))
    middle = short[RATE // 10 : -RATE // 10]

    assert len(short) == pytest.approx(len(sound) / speed, abs=1)
    assert np.argmax(spectrum) * RATE / len(short) == pytest.approx(220.0, abs=1.0)
    assert middle.std() == pytest.approx(sound.std(), rel=0.03)
    # No seam is heard: what is not the tone lies far below it.
    assert np.sum(spectrum**2) < 1.01 * np.sum(np.sort(spectrum**2)[-8:])


def test_events_of_shortened_sound_come_proportionally_earlier() -> None:
    clicks = np.zeros(2 * RATE, np.float32)
    noise = np.random.default_rng(4).standard_normal(RATE // 50).astype(np.float32)
    starts = [round(at * RATE) for at in (0.2, 0.9, 1.5)]
    for start in starts:
        clicks[start : start + len(noise)] = noise
    short = shortened(clicks, STRETCH_MAX, RATE)

    for start in starts:
        around = slice(round(start / STRETCH_MAX) - RATE // 40, round(start / STRETCH_MAX) + RATE // 25)
        assert np.abs(short[around]).max() > 0.5 * np.abs(noise).max()


@pytest.mark.parametrize("count", [0, 1, 200, 5_000])
def test_any_length_can_be_shortened(count: int) -> None:
    sound = tone(1.0, rate=RATE)[:count]

    assert len(shortened(sound, 1.2, RATE)) == round(count / 1.2)
    assert shortened(sound, 1.0, RATE) is sound


def made_of(words: str, start: float, end: float) -> Line:
    count = len(words.split())
    step = (end - start) / count
    said = tuple(Word(word, start + i * step, start + (i + 1) * step, 0.9) for i, word in enumerate(words.split()))
    return Line(Phrase(said, start, end, 110.0), f"{words.capitalize()}.", (), 0.0)


def test_what_would_end_after_the_recording_is_left_out_and_named(tmp_path: Path) -> None:
    lines = [made_of("the sea is calm", 0.5, 1.5), made_of("nobody could ever say all of this in so short", 3.0, 3.3)]
    recording = tone(3.4, rate=HEARD_RATE)
    found = dubbed(recording, lines, "en", tmp_path, lambda part: None)

    assert (found.placed, found.left_out) == ((lines[0],), (lines[1],))
    assert len(found.samples) == pytest.approx(3.4 * RATE, abs=1)


def test_a_phrase_that_takes_too_long_makes_the_next_one_late(tmp_path: Path) -> None:
    first = made_of("nobody could ever say all of this in so short a time as that", 0.5, 1.0)
    lines = [first, made_of("the sea is calm", 1.1, 2.1)]
    found = dubbed(tone(9.0, rate=HEARD_RATE), lines, "en", tmp_path, lambda part: None)

    assert found.placed == tuple(lines)
    assert 0.5 < found.late_seconds < 3.0


def test_where_nothing_fits_it_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EngineRefused, match="does not fit into the time"):
        dubbed(tone(1.0, rate=HEARD_RATE), [made_of("nobody could say this", 0.5, 0.9)], "en", tmp_path, lambda p: None)


def test_untranslated_phrases_are_not_spoken(tmp_path: Path) -> None:
    calm = made_of("the sea is calm", 0.5, 1.5)
    foreign = replace(made_of("blorf wug", 3.0, 4.0), unknown=("blorf", "wug"), share=1.0)
    found = dubbed(tone(6.0, rate=HEARD_RATE), [calm, foreign], "en", tmp_path, lambda part: None)

    assert (found.placed, found.left_out) == ((calm,), (foreign,))
    assert not found.samples[round(2.8 * RATE) :].any()
