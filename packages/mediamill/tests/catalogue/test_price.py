"""What is held at accept and what is captured at success."""

import pytest

from mediamill.catalogue import Fixed, PerCharacters, PerInputSecond, PerOutputSecond, PerSecond, Price
from tests.catalogue.shop import CATALOGUE, model_named, values_of


@pytest.mark.parametrize(
    ("slug", "given", "credits"),
    [
        ("alpha-motion", {"prompt": "a", "duration": 12}, 16),
        ("beta-v6", {"prompt": "a"}, 160),
        ("drumgen", {}, 0),
        ("voicevendor-music", {"prompt": "a"}, 30),
        ("voicevendor-music", {"prompt": "a", "duration": 120.0}, 120),
        ("ltx-video", {"prompt": "a"}, 25),
        ("ltx-video", {"prompt": "a", "duration": 8}, 40),
        ("voicevendor-tts", {"prompt": "a"}, 1),
        ("voicevendor-tts", {"prompt": "a" * 10}, 1),
        ("voicevendor-tts", {"prompt": "a" * 11}, 2),
        ("voicevendor-tts", {"prompt": "é" * 3000}, 300),
        ("voicevendor-sound-effects", {"prompt": "a"}, 10),
        ("voicevendor-sound-effects", {"prompt": "a", "duration": "auto"}, 10),
        ("voicevendor-sound-effects", {"prompt": "a", "duration": "1"}, 1),
        ("voicevendor-sound-effects", {"prompt": "a", "duration": 30}, 30),
        ("voicevendor-dubbing", {"audio_url": "https://a.test/x"}, 1),
        ("voicevendor-voice-isolator", {"audio_url": "https://a.test/x"}, 1),
    ],
)
def test_what_is_held_when_a_generation_is_accepted(slug: str, given: dict[str, object], credits: int) -> None:
    assert credits == model_named(slug).quote(values_of(slug, **given))


@pytest.mark.parametrize(("seconds", "credits"), [(0.2, 1), (1, 1), (6.01, 7), (10, 10), (11.5, 10), (None, 10)])
def test_an_automatic_length_costs_the_seconds_made_and_never_more_than_ten(
    seconds: float | None, credits: int
) -> None:
    model = model_named("voicevendor-sound-effects")

    assert credits == model.charge(values_of(model.slug, prompt="a"), seconds)


@pytest.mark.parametrize("seconds", [0.2, 4.9, 5.3, None])
def test_a_length_asked_for_costs_what_was_asked_for(seconds: float | None) -> None:
    model = model_named("voicevendor-sound-effects")

    assert model.charge(values_of(model.slug, prompt="a", duration=5), seconds) == 5


@pytest.mark.parametrize(("seconds", "credits"), [(0.0, 1), (0.4, 1), (1.0, 1), (1.001, 2), (61.5, 62), (600, 600)])
@pytest.mark.parametrize("slug", ["voicevendor-dubbing", "voicevendor-voice-isolator"])
def test_the_length_of_the_input_sets_hold_and_charge(slug: str, seconds: float, credits: int) -> None:
    model = model_named(slug)

    assert model.priced_by_input
    assert credits == model.hold_for(seconds)
    assert credits == model.charge(values_of(slug, **model.example), seconds)


def test_only_two_models_are_priced_by_their_input() -> None:
    priced = {model.slug for model in CATALOGUE.models() if model.priced_by_input}

    assert {"voicevendor-dubbing", "voicevendor-voice-isolator"} == priced


def test_the_charge_is_never_more_than_the_quote() -> None:
    for model in CATALOGUE.models():
        values = values_of(model.slug, **model.example)
        for seconds in (None, 0.1, 3.0, 10_000.0):
            if not model.priced_by_input or seconds is None:
                assert 0 <= model.charge(values, seconds) <= model.quote(values)


def test_asking_the_input_price_of_a_fixed_model_is_a_program_error() -> None:
    with pytest.raises(AssertionError, match="drumgen is not priced by its input"):
        model_named("drumgen").hold_for(3)


@pytest.mark.parametrize(
    ("price", "words"),
    [
        (Fixed(0), "free"),
        (Fixed(1), "1 credit per run"),
        (Fixed(16), "16 credits per run"),
        (PerSecond(5, "duration"), "5 credits per second"),
        (PerCharacters(1, "prompt", 10), "1 credit per 10 characters"),
        (PerOutputSecond(1, 10, "duration"), "1 credit per second (10 at most when no length is asked for)"),
        (PerInputSecond(2), "2 credits per second of the input"),
    ],
)
def test_a_price_reads_as_words(price: Price, words: str) -> None:
    assert words == str(price)


def test_a_price_per_output_second_may_do_without_a_field() -> None:
    price = PerOutputSecond(3, seconds_max=4)

    assert price.quote({}) == 12
    assert price.charge({}, 1.5) == 6
    assert price.charge({}, 99) == 12


def test_a_fractional_length_is_rounded_up() -> None:
    assert PerSecond(2, "duration").quote({"duration": 2.5}) == 2 * 3
    assert PerSecond(2, "duration").quote({"duration": 0.1}) == 2
