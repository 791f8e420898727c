"""Somebody new: an account, a first loop, a first voice, and what both cost."""

import math
from typing import Any

import httpx2
import pytest

from tests.journeys.reading import page
from tests.listening import Sound, listen
from tests.service import Person, Service

pytestmark = pytest.mark.xdist_group("journeys-mill")

GREETING = "Hello from my own media mill. The water is high today, and everything turns."


@pytest.fixture(scope="module")
def ada(mill: Service) -> Person:
    return mill.open_account("ada", plan="free", credits=500)


def heard(generation: dict[str, Any]) -> Sound:
    """The output as a player hears it."""
    assert generation["status"] == "success", generation["error"]
    response = httpx2.get(generation["output"], trust_env=False)
    assert response.status_code == 200
    return listen(response.content)


def test_a_first_drum_loop_is_free_and_can_be_heard(ada: Person) -> None:
    before = ada.credits()
    made = ada.wait(ada.start("drum-generator", model="drumgen"))
    loop = heard(made)

    assert ("audio", None, None) == (made["type"], made["thumbnail"], made["error"])
    assert 1 <= loop.seconds <= 60
    assert loop.channels in (1, 2)
    assert loop.loudness > 0.01
    assert before == ada.credits()


def test_a_first_voice_says_it_all_and_costs_what_it_costs(ada: Person) -> None:
    before = ada.credits()
    made = ada.wait(ada.start("text-to-speech", model="voicevendor-tts", prompt=GREETING))
    voice = heard(made)

    assert made["output"].endswith(".mp3")
    assert voice.codec.startswith("mp3")
    assert 3 <= voice.seconds <= 15
    assert voice.channels in (1, 2)
    assert voice.loudness > 0.01
    assert 8 == before - ada.credits()


@pytest.mark.slow
def test_a_longer_text_takes_longer_and_another_voice_is_another(ada: Person) -> None:
    ids = [
        ada.start("text-to-speech", model="voicevendor-tts", prompt=prompt, voice=voice)
        for prompt, voice in ((GREETING, "Adam"), (GREETING, "Charlotte"), (page(1, 400), "Adam"))
    ]
    adam, charlotte, longer = (heard(ada.wait(id)) for id in ids)

    assert 2 < longer.seconds / adam.seconds < 10
    assert (adam.seconds, adam.loudness) != (charlotte.seconds, charlotte.loudness)


def test_one_tools_output_is_the_next_ones_input_and_is_paid_by_its_length(ada: Person) -> None:
    spoken = ada.wait(ada.start("text-to-speech", model="voicevendor-tts", prompt=GREETING))
    before = ada.credits()
    cleaned = ada.wait(ada.start("voice-isolator", model="voicevendor-voice-isolator", audio_url=spoken["output"]))
    voice, isolated = heard(spoken), heard(cleaned)

    assert cleaned["output"].endswith(".flac")
    assert abs(voice.seconds - isolated.seconds) < 0.05
    assert math.ceil(voice.seconds) == before - ada.credits()


def test_a_file_of_ones_own_is_handed_in_and_cleaned(ada: Person) -> None:
    spoken = ada.wait(ada.start("text-to-speech", model="voicevendor-tts", prompt=GREETING))
    recording = httpx2.get(spoken["output"], trust_env=False).content
    handed_in = ada.request("POST", "/ext/files", body=recording).json()
    cleaned = ada.wait(ada.start("voice-isolator", model="voicevendor-voice-isolator", audio_url=handed_in["url"]))

    assert handed_in["type"] == "audio"
    assert heard(cleaned).loudness > 0.01


def test_the_books_are_exact_afterwards(ada: Person, mill: Service) -> None:
    assert mill.is_exact()


def test_what_a_key_ordered_is_in_the_sums_of_the_day(mill: Service) -> None:
    grace = mill.open_account("grace", credits=10)
    (key,) = mill.told("keys", "list", grace.email)
    grace.wait(grace.start("drum-generator", model="drumgen"))
    grace.wait(grace.start("text-to-speech", model="voicevendor-tts", prompt="Ten letters and more"))
    (sums,) = [one for one in mill.told("usage", "--by", "key")["groups"] if one["email"] == grace.email]

    assert (sums["key"], sums["name"], sums["runs"], sums["credits"]) == (key["id"], "first key", 2, 2)
    assert sums["seconds"] > 0
