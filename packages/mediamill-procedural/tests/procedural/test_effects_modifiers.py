"""Every modifier, order, count and influence can be heard: each is measured against the same prompt without it."""

import functools
from collections.abc import Callable

import numpy as np
import pytest

from mediamill.codecs import true_peak_dbtp
from mediamill_procedural.effects.effect import Effect
from mediamill_procedural.effects.reading.modifiers import MODIFIERS
from tests.procedural.effects_listening import (
    RATE,
    Samples,
    balance_db,
    centroid,
    envelope_db,
    heard,
    likeness,
    lufs,
    median_frequency,
    onsets,
    ring_seconds,
    share,
)
from tests.sampling import one_in

pytestmark = pytest.mark.xdist_group("effects")  # one worker makes the sounds for all
Measure = Callable[[Samples], float]


@functools.lru_cache(maxsize=256)
def take(prompt: str, seconds: float | None = 2.0) -> Effect:
    return heard(prompt, seconds)


def early_to_late(sound: Samples) -> float:
    """How much louder the second half is, in dB."""
    half = len(sound) // 2
    return lufs(sound[half:]) - lufs(sound[:half])


def crossing(sound: Samples) -> float:
    """How far the weight moves to the right from the first third to the last, in dB."""
    third = len(sound) // 3
    return balance_db(sound[-third:]) - balance_db(sound[:third])


def wandering(sound: Samples) -> float:
    """How much the balance moves over eight pieces, in dB."""
    return float(np.std([balance_db(piece) for piece in np.array_split(sound, 8)]))


def roughness(sound: Samples) -> float:
    """How much the level shakes within tenths of a second, in dB."""
    level = envelope_db(sound, 0.02)
    return float(np.abs(np.diff(level[level > -40.0])).mean())


def rate(sound: Samples) -> float:
    return float(len(onsets(sound)))


def last_gap_to_first(sound: Samples) -> float:
    """How long the last wait between events is, relative to the first."""
    gaps = np.diff(onsets(sound))
    return float(gaps[-1] / gaps[0])


def middle_frequencies(sound: Samples) -> float:
    return share(sound, 300.0, 3_400.0)


def lows(sound: Samples) -> float:
    return share(sound, 0.0, 250.0)


def highs(sound: Samples) -> float:
    return share(sound, 3_000.0, 20_000.0)


def side_band(sound: Samples) -> float:
    """What ring modulation at 55 Hz makes of a tone of 350 Hz."""
    return share(sound, 285.0, 305.0)


def peakiness(sound: Samples) -> float:
    """How far its peaks stand out, in dB."""
    return true_peak_dbtp(sound) - 10.0 * float(np.log10((sound.astype(np.float64) ** 2).mean()))


# Modifier: the prompt without it, the prompt with it, what is measured, and by how much at least it goes which way.
HEARD: dict[str, tuple[str, str, Measure, float]] = {
    "heavy": ("footsteps", "heavy footsteps", lows, 0.03),
    "light": ("footsteps", "light footsteps", centroid, -100.0),
    "loud": ("rain", "loud rain", lufs, 1.5),
    "quiet": ("dog barking", "quiet dog barking", lufs, -7.0),
    "fast": ("clock", "fast clock", rate, 2.0),
    "slow": ("knock", "slow knock", rate, -2.0),
    "high": ("cat meow", "high cat meow", median_frequency, 150.0),
    "low": ("cat meow", "deep cat meow", median_frequency, -120.0),
    "big": ("dog barking", "big dog barking", centroid, -100.0),
    "small": ("dog barking", "small dog barking", centroid, 100.0),
    "bright": ("rain", "bright rain", highs, 0.1),
    "dull": ("rain", "dull rain", highs, -0.2),
    "eerie": ("church bell", "eerie church bell", likeness, -0.2),
    "distant": ("gunshot", "distant gunshot", centroid, -200.0),
    "close": ("gunshot", "close gunshot", likeness, 0.05),
    "left": ("knock", "knock on the left", balance_db, -8.0),
    "right": ("knock", "knock on the right side", balance_db, 8.0),
    "from left to right": ("rain", "rain from left to right", crossing, 10.0),
    "from right to left": ("rain", "rain from right to left", crossing, -10.0),
    "approaching": ("siren", "siren approaching", early_to_late, 3.0),
    "passing": ("siren", "siren passing by", wandering, 3.0),
    "receding": ("siren", "siren moving away", early_to_late, -3.0),
    "circling": ("bee", "bee around my head", wandering, 2.0),
    "echoing": ("clap once", "clap once with echo", ring_seconds, 0.3),
    "in a cave": ("clap once", "clap once in a cave", ring_seconds, 0.5),
    "in a hall": ("clap once", "clap once in a hall", ring_seconds, 0.3),
    "in a cathedral": ("clap once", "clap once in a cathedral", ring_seconds, 0.8),
    "in a bathroom": ("clap once", "clap once in a bathroom", ring_seconds, 0.2),
    "in a room": ("bark once outside", "bark once in a room", ring_seconds, -0.05),
    "in a tunnel": ("clap once", "clap once in a tunnel", ring_seconds, 0.4),
    "in a forest": ("clap once", "clap once in the woods", ring_seconds, 0.2),
    "in a street": ("clap once", "clap once in an alley", ring_seconds, 0.05),
    "in the open": ("clap once", "clap once outside", ring_seconds, 0.05),
    "dry": ("clap once", "clap once, dry", ring_seconds, -0.08),
    "muffled": ("rain", "muffled rain", centroid, -1_500.0),
    "through a wall": ("talking", "talking through a wall", lows, 0.2),
    "underwater": ("talking", "talking underwater", centroid, -100.0),
    "on the telephone": ("rain", "rain on the phone", middle_frequencies, 0.15),
    "on the radio": ("rain", "rain on the radio", likeness, 0.3),
    "through a megaphone": ("talking", "talking through a megaphone", centroid, 100.0),
    "on an old record": ("rain", "rain on an old record", likeness, 0.3),
    "distorted": ("bell", "distorted bell", peakiness, -2.0),
    "8-bit": ("church bell", "8-bit church bell", highs, 0.005),
    "robotic": ("dial tone", "robotic dial tone", side_band, 0.03),
    "metallic": ("knock", "metallic knock", centroid, 150.0),
    "wooden": ("rain", "wooden rain", centroid, -1_000.0),
    "wobbling": ("siren", "wobbling siren", roughness, 0.2),
    "stuttering": ("dial tone", "stuttering dial tone", roughness, 0.3),
    "reversed": ("gong", "reversed gong", early_to_late, 6.0),
    "speeding up": ("clock", "clock speeding up", last_gap_to_first, -0.3),
    "slowing down": ("clock", "clock slowing down", last_gap_to_first, 0.5),
    "fading in": ("rain", "rain fading in", early_to_late, 6.0),
    "fading out": ("rain", "rain fading out", early_to_late, -6.0),
}
BY_LENGTH = {"long", "short"}  # heard in what `auto` chooses


def test_every_modifier_is_measured_here() -> None:
    assert {modifier.name for modifier in MODIFIERS} - BY_LENGTH == set(HEARD)


@pytest.mark.parametrize("modifier", one_in(8, HEARD))
def test_a_modifier_is_heard(modifier: str) -> None:
    plain, modified, measure, change = HEARD[modifier]
    before, after = take(plain), take(modified)

    assert modifier in after.reading.modifiers
    assert modifier not in before.reading.modifiers
    difference = measure(after.samples) - measure(before.samples)
    assert difference >= change if change > 0 else difference <= change


@pytest.mark.slow
def test_long_and_short_change_the_length_that_auto_chooses() -> None:
    usual, long, short = (len(take(prompt, None).samples) for prompt in ("scream", "long scream", "short scream"))

    assert short < usual < long


def test_distance_takes_highs_and_adds_the_place() -> None:
    near, distant = take("clap once").samples, take("distant clap once").samples

    assert centroid(distant) < 0.6 * centroid(near)
    assert lufs(distant) < lufs(near)
    assert ring_seconds(distant, 20.0) > 1.5 * ring_seconds(near, 20.0)


@pytest.mark.parametrize("count", [1, 2, 3, 5, 8])
def test_as_many_knocks_are_heard_as_were_asked_for(count: int) -> None:
    words = {1: "one", 2: "two", 3: "three", 5: "five", 8: "eight"}

    assert count == len(onsets(take(f"{words[count]} knocks, dry", None).samples))


def test_two_dogs_are_two_voices_on_two_sides() -> None:
    one, two = take("one dog barking").samples, take("two dogs barking").samples

    assert likeness(two) < likeness(one) - 0.1
    assert rate(two) > rate(one)


def test_layers_hold_both_sounds() -> None:
    both, rain, siren = (take(prompt).samples for prompt in ("rain and a siren", "rain", "siren"))

    assert share(both, 4_000, 12_000) > 2 * share(siren, 4_000, 12_000)
    assert share(both, 700, 1_500) > 1.5 * share(rain, 700, 1_500)


@pytest.mark.slow
def test_a_sequence_comes_in_its_order() -> None:
    first = take("a church bell, then a smoke alarm", 4.0).samples
    second = take("a smoke alarm, then a church bell", 4.0).samples

    assert centroid(first[: RATE // 2]) < 1_000 < 2_000 < centroid(first[-RATE:])
    assert centroid(second[: RATE // 2]) > 2_000 > 1_000 > centroid(second[-RATE // 2 :])


def test_a_background_lies_behind() -> None:
    level = lufs(take("dog barking").samples)
    behind = lufs(take("dog barking with birds in the background").samples)

    assert abs(behind - level) < 4.0
    assert "bird song" in take("dog barking with birds in the background").sounds


@pytest.mark.slow
def test_a_low_influence_strays_further() -> None:
    def spread(influence: float) -> float:
        pitches = [
            np.log2(median_frequency(heard("moo", 1.5, influence=influence, seed=seed).samples)) for seed in range(8)
        ]
        return float(np.std(pitches))

    assert spread(0.1) > 1.5 * spread(0.9)


@pytest.mark.slow
def test_a_low_influence_adds_what_nobody_asked_for_and_a_high_one_nothing() -> None:
    loose, strict = heard("a single knock", 3.0, influence=0.1), heard("a single knock", 3.0, influence=0.9)

    assert loose.added
    assert strict.added == ()
    assert envelope_db(loose.samples, 0.05)[-10:].mean() > -45.0  # somebody's room
    assert envelope_db(strict.samples, 0.05)[-10:].mean() < -80.0


@pytest.mark.slow
def test_a_high_influence_takes_modifiers_more_seriously() -> None:
    usual = median_frequency(heard("cat meow", 1.5, influence=0.9).samples)
    loose, strict = (
        median_frequency(heard("deep cat meow", 1.5, influence=influence, seed=11).samples) for influence in (0.1, 0.9)
    )

    assert strict < usual
    assert strict < loose


@pytest.mark.slow
def test_a_companion_joins_only_when_the_prompt_is_followed_loosely() -> None:
    assert "thunder" in heard("rain", 2.0, influence=0.1).added
    assert "thunder" not in heard("rain", 2.0, influence=0.5).added
