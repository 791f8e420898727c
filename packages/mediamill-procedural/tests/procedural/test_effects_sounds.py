"""Every sound measured: that it sounds, how bright it is, how often something happens in it, that no two are alike."""

import functools
import itertools
import math

import numpy as np
import pytest

from mediamill.codecs import true_peak_dbtp
from mediamill_procedural.effects.effect import Effect
from mediamill_procedural.effects.reading.matching import phrases_of
from mediamill_procedural.effects.sound import Kind
from mediamill_procedural.effects.sounds import FAMILIES, SOUNDS
from tests.procedural.effects_listening import (
    RATE,
    centroid,
    envelope_db,
    heard,
    likeness,
    lufs,
    median_frequency,
    onsets,
    portrait,
    share,
)

SECONDS = 2.0
LIKENESS_MIN = 0.7  # between the portraits of two sounds: two takes of one sound lie about 0.3 apart

# Prompt: centre of its power spectrum in Hz (from, to), and events in two seconds (from, to) where that is certain.
QUICK: dict[str, tuple[float, float, int | None, int | None]] = {
    "rain": (2_000, 7_000, None, None),
    "drizzle": (5_000, 11_000, None, None),
    "downpour": (1_000, 3_500, None, None),
    "thunder": (40, 260, None, None),
    "wind": (250, 1_300, None, None),
    "stream": (500, 1_400, None, None),
    "waterfall": (1_200, 4_000, None, None),
    "fire": (400, 4_500, None, None),
    "sizzle": (5_000, 12_000, None, None),
    "engine": (90, 600, None, None),
    "jet": (800, 3_000, None, None),
    "siren": (900, 2_600, 0, 1),
    "drill": (1_000, 4_000, None, None),
    "fan": (200, 1_000, None, None),
    "clock": (1_500, 4_500, 4, 4),
    "typewriter": (800, 4_000, 6, 16),
    "door slam": (50, 700, 1, 3),
    "door creak": (600, 2_200, None, None),
    "knock": (150, 1_000, 6, 9),
    "footsteps": (200, 1_500, 4, 8),
    "dog": (300, 1_400, 2, 7),
    "cat": (500, 1_600, 1, 3),
    "cricket": (4_000, 5_500, None, None),
    "bird": (2_500, 6_000, 2, None),
    "owl": (300, 480, 1, 4),
    "heartbeat": (120, 320, 4, 6),
    "applause": (1_200, 5_000, None, None),
    "crowd": (350, 1_500, None, None),
    "explosion": (60, 900, 1, None),
    "glass breaking": (2_500, 9_000, 2, None),
    "bell": (250, 800, 1, 2),
    "smoke alarm": (3_000, 4_500, 2, 3),
    "telephone": (1_000, 2_800, None, None),
    "laser": (1_000, 5_000, 2, 5),
    "coin pickup": (1_000, 3_000, None, None),
    "horror drone": (60, 700, None, None),
}
MORE: dict[str, tuple[float, float, int | None, int | None]] = {
    "hail": (1_500, 5_500, 10, None),
    "rain on a tin roof": (600, 3_000, None, None),
    "rain on a window": (350, 1_800, None, None),
    "ocean waves": (600, 4_500, None, None),
    "bubbles": (250, 700, None, None),
    "drip": (500, 1_600, 2, 8),
    "boiling": (300, 900, None, None),
    "underwater ambience": (40, 250, None, None),
    "truck": (90, 700, None, None),
    "helicopter": (100, 1_000, None, None),
    "train": (90, 900, None, None),
    "boat horn": (150, 700, None, None),
    "tyre screech": (800, 2_500, None, None),
    "chainsaw": (400, 2_500, None, None),
    "vacuum cleaner": (700, 3_000, None, None),
    "circular saw": (1_800, 6_500, None, None),
    "camera": (900, 5_000, None, None),
    "coin": (4_000, 9_000, 3, None),
    "keys jingle": (3_500, 9_500, None, None),
    "zipper": (4_000, 10_000, None, None),
    "gravel footsteps": (2_000, 6_000, None, None),
    "snow footsteps": (1_200, 4_500, None, None),
    "running": (100, 1_200, 5, 12),
    "high heels": (700, 2_800, 4, 7),
    "horse gallop": (90, 800, 6, 16),
    "cow": (250, 800, None, None),
    "sheep": (500, 1_500, None, None),
    "lion": (150, 700, None, None),
    "snake": (5_000, 10_000, None, None),
    "bee": (230, 1_000, None, None),
    "mosquito": (900, 2_600, None, None),
    "crow": (900, 2_600, 2, 6),
    "cuckoo": (450, 700, 2, 6),
    "rooster": (800, 2_200, None, None),
    "scream": (900, 2_200, None, None),
    "snore": (150, 1_200, None, None),
    "whistle": (900, 2_600, None, None),
    "gunshot": (300, 2_500, 2, 9),
    "gong": (90, 900, None, None),
    "metal clang": (450, 2_500, None, None),
    "hammer": (250, 2_000, 3, 5),
    "alarm clock": (1_900, 4_000, 7, 9),
    "doorbell": (500, 1_100, None, None),
    "error": (200, 900, None, None),
    "click": (1_500, 4_500, None, None),
    "magic sparkle": (1_800, 6_500, None, None),
    "spaceship": (50, 500, None, None),
    "ufo": (450, 1_200, None, None),
    "forest": (2_500, 6_500, None, None),
    "city": (300, 1_800, None, None),
    "night": (3_000, 5_500, None, None),
    "cave ambience": (40, 1_200, None, None),
    "wind chime": (800, 3_500, None, None),
    "piano": (180, 1_000, 3, 6),
}
EXPECTED = [
    pytest.param(prompt, *numbers, id=prompt, marks=() if prompt in list(QUICK)[::4] else pytest.mark.slow)
    for prompt, numbers in (QUICK | MORE).items()
]


@functools.lru_cache(maxsize=512)
def take(prompt: str, seconds: float = SECONDS) -> Effect:
    return heard(prompt, seconds)


@pytest.mark.slow
@pytest.mark.parametrize(("prompt", "low", "high", "fewest", "most"), EXPECTED)
def test_a_sound_is_as_bright_and_as_busy_as_the_thing(
    prompt: str, low: float, high: float, fewest: int | None, most: int | None
) -> None:
    sound = take(prompt).samples

    assert low <= centroid(sound) <= high
    assert (fewest or 0) <= len(onsets(sound)) <= (math.inf if most is None else most)


@pytest.mark.slow
def test_thunder_lies_below_200_hz_and_begins_with_a_crack() -> None:
    thunder = heard("thunder", 6.5, influence=0.9).samples
    start, later = thunder[: RATE // 2], thunder[2 * RATE :]

    assert share(thunder, 20, 200) > 0.7
    assert centroid(start) > 1.5 * centroid(later)


def test_bubbles_of_a_stream_lie_where_minnaert_says() -> None:
    assert share(take("stream").samples, 200, 2_500) > 0.8


@pytest.mark.slow
def test_a_clock_is_regular_and_a_geiger_counter_is_not() -> None:
    ticks, clicks = (np.diff(onsets(heard(prompt, 6.0).samples)) for prompt in ("clock", "geiger counter"))

    assert ticks.std() / ticks.mean() < 0.03
    assert clicks.std() / clicks.mean() > 0.3


@pytest.mark.slow
def test_a_car_that_passes_swells_and_falls_in_pitch_and_crosses_the_image() -> None:
    passing = heard("car passing", 6.0, influence=0.9).samples
    level = envelope_db(passing, 0.5)
    siren = heard("siren passing by", 6.0, influence=0.9).samples

    assert 4 <= int(level.argmax()) <= 8
    assert level[0] < -6 > level[-1]
    sides = np.sign(
        [float(np.diff((part.astype(float) ** 2).mean(axis=0))[0]) for part in (passing[:RATE], passing[-RATE:])]
    )
    assert sides[0] == -sides[1]
    assert median_frequency(siren[:RATE]) != median_frequency(siren[-RATE:])


def test_weather_is_broad_and_a_test_tone_is_not() -> None:
    assert likeness(take("rain").samples) < 0.6
    assert likeness(take("dial tone").samples) > 0.95


def test_a_point_in_a_room_is_neither_mono_nor_torn_apart() -> None:
    assert 0.3 < likeness(take("knock").samples) < 0.99


def test_there_are_hundreds_of_sounds_in_families() -> None:
    names = [sound.name for family in FAMILIES.values() for sound in family]

    assert len(names) > 300
    assert len(set(names)) == len(names)


@pytest.mark.slow
@pytest.mark.parametrize("name", SOUNDS)
def test_every_sound_is_loud_enough_of_the_right_length_and_never_clips(name: str) -> None:
    sound = take(shortest_phrase(name)).samples

    assert (round(SECONDS * RATE), 2) == sound.shape
    assert np.isfinite(sound).all()
    assert true_peak_dbtp(sound) <= -1.0
    assert -27.0 < lufs(sound) < -12.0
    assert envelope_db(sound, 0.05)[:20].max() > -30.0  # nobody waits for it


@pytest.mark.slow
def test_what_goes_on_is_as_loud_as_promised() -> None:
    loudness = {
        name: lufs(take(shortest_phrase(name)).samples)
        for name, sound in SOUNDS.items()
        if sound.kind is Kind.SUSTAINED
    }
    usual = [name for name, value in loudness.items() if -18.0 <= value <= -16.0]

    assert len(usual) > 0.9 * len(loudness)


@pytest.mark.slow
def test_no_two_sounds_are_nearly_the_same() -> None:
    portraits = {name: portrait(heard(shortest_phrase(name), 3.0, influence=0.9).samples) for name in SOUNDS}
    near = [
        (one, other, round(float(np.linalg.norm(portraits[one] - portraits[other])), 2))
        for one, other in itertools.combinations(SOUNDS, 2)
        if np.linalg.norm(portraits[one] - portraits[other]) < LIKENESS_MIN
    ]

    assert near == []


def shortest_phrase(name: str) -> str:
    """Words that name this sound and nothing else."""
    from mediamill_procedural.effects.reading.prompt import read

    for phrase in sorted(phrases_of(SOUNDS[name]), key=lambda phrase: (phrase.weak, len(phrase.words))):
        reading = read(" ".join(phrase.words))
        if [part.sound.name for part in reading.scene.parts] == [name] and not reading.modifiers:
            return " ".join(phrase.words)
    raise AssertionError(f"{name} cannot be asked for alone")
