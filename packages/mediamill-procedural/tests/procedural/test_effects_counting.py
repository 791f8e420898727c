"""One is one and three are three, the last of them rings out, and nothing is heard that nobody asked for.

Counted by `scripts/sounds/ears.py`, which knows nothing of how the sounds are made.
"""

import pytest

from mediamill_procedural.effects.reading.prompt import read
from scripts.sounds.ears import brightness, end_db, events, frames_db, share, silent_tail, standing_out
from scripts.sounds.prompts import COUNTED, LEFT_OUT, RINGING
from tests.procedural.effects_listening import heard
from tests.sampling import one_in

TAIL_MAX = 0.15
SHORT = {
    "one dog bark": 1,
    "a single gunshot": 1,
    "one car horn honk": 1,
    "three dog barks": 3,
    "five knocks on a door": 5,
}


@pytest.mark.parametrize(("prompt", "count"), SHORT.items(), ids=SHORT)
def test_as_many_are_heard_as_were_asked_for(prompt: str, count: int) -> None:
    assert count == len(events(heard(prompt, None, influence=0.3).samples))


@pytest.mark.slow
def test_forty_prompts_are_counted_right() -> None:
    missed = [(prompt, count) for prompt, count in COUNTED.items() if len(events(heard(prompt, None).samples)) != count]

    assert len(COUNTED) == 40
    assert len(missed) <= 4, missed


@pytest.mark.parametrize("prompt", one_in(6, ["mouse click", "a balloon pops", "a door slams", "a gong", *RINGING]))
def test_a_length_of_its_own_ends_with_the_ring(prompt: str) -> None:
    sound = heard(prompt, None).samples

    assert silent_tail(sound) <= TAIL_MAX
    assert frames_db(sound)[-1] < frames_db(sound).max() - 30.0


@pytest.mark.parametrize("seconds", [1.0, pytest.param(2.0, marks=pytest.mark.slow), 3.0])
@pytest.mark.parametrize("prompt", ["church bell", "dog barks", pytest.param("gunshots", marks=pytest.mark.slow)])
def test_the_last_event_of_a_length_that_was_asked_for_dies_away(prompt: str, seconds: float) -> None:
    assert end_db(heard(prompt, seconds).samples) < -15.0


@pytest.mark.parametrize(
    "prompt", ["rain on a window", pytest.param("calm waves", marks=pytest.mark.slow), "one dog bark"]
)
def test_nothing_joins_at_the_usual_influence(prompt: str) -> None:
    assert heard(prompt, 1.0, influence=0.3).added == ()
    assert heard(prompt, 1.0, influence=0.1).added != ()


@pytest.mark.parametrize(
    ("prompt", "meant"),
    {
        "spring rain": {"rain"},
        "rain in a forest": {"rain", "forest"},
        "forest rain": {"rain", "forest"},
        "rain forest": {"jungle"},
        "rain on a window": {"rain on a window"},
        "footsteps in the rain": {"footsteps", "rain"},
        "a book drops": {"thud"},
        "the whistle of a train": {"steam whistle"},
    }.items(),
)
def test_words_that_stand_apart_keep_their_own_meanings(prompt: str, meant: set[str]) -> None:
    assert meant == {part.sound.name for part in read(prompt).scene.parts}


@pytest.mark.parametrize(("prompt", "word"), LEFT_OUT.items())
def test_a_weak_word_that_names_nothing_here_is_told(prompt: str, word: str) -> None:
    assert word in read(prompt).not_understood


@pytest.mark.parametrize(
    ("prompt", "events_asked", "individuals"),
    [
        ("one dog barking", 1, None),
        ("a dog barks", None, None),
        ("two dog barks", 2, None),
        ("two dogs bark", None, 2),
        ("a gunshot", 1, None),
        ("a typewriter", None, None),
    ],
)
def test_a_number_counts_the_noun_behind_it(prompt: str, events_asked: int | None, individuals: int | None) -> None:
    part = read(prompt).scene.parts[0]

    assert (events_asked, individuals) == (part.events, part.individuals)


def test_applause_is_hands_and_no_noise() -> None:
    assert standing_out(heard("applause", 3.0).samples) > 2.5 > 1.5 > standing_out(heard("rain", 3.0).samples)


def test_a_heartbeat_is_heard_on_a_laptop() -> None:
    assert share(heard("heartbeat", 3.0).samples, 150.0, 600.0) > 0.3


def test_cheers_are_voices() -> None:
    """Harmonics stand out of what noise there is; half of the power lies where voices are."""
    cheers = heard("crowd cheering", 3.0).samples

    assert share(cheers, 200.0, 2_000.0) > 0.7
    assert brightness(cheers)[0] < 2_000.0
