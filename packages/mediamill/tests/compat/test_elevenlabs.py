"""ElevenLabs' door."""

from typing import Any

from tests.compat.front import Front, Person
from tests.http.test_uploads import recording

V1 = "/compat/elevenlabs/v1"
SARAH = "EXAVITQu4vr4xnSDxMaL"
SPEECH = {"text": "The fog comes in.", "model_id": "eleven_multilingual_v2", "voice_settings": {"stability": 0.5}}
SOUND = b"ID3 not really"
UNMAPPED: list[tuple[str, dict[str, Any], int]] = [
    (f"text-to-speech/{SARAH}", {**SPEECH, "model_id": "eleven_v9"}, 422),
    (f"text-to-speech/{SARAH}", {"model_id": "eleven_v3"}, 422),
    (f"text-to-speech/{SARAH}", {**SPEECH, "voice": "Adam"}, 422),
    (f"text-to-speech/{SARAH}", {**SPEECH, "text": "..."}, 422),
    (f"text-to-speech/{SARAH}?output_format=pcm_44100", SPEECH, 422),
    ("text-to-speech/nobody", SPEECH, 404),
    ("sound-generation", {"text": "rain", "duration_seconds": 31}, 422),
    ("sound-generation", {"text": "rain", "duration_seconds": -1}, 422),
    ("sound-generation", {"text": "rain", "loop": True}, 422),
    ("music", {"prompt": "a waltz", "music_length_ms": 300_000}, 422),
    ("music", {"composition_plan": {}}, 422),
    ("speech-to-text", {}, 404),
]


def with_key(person: Person) -> dict[str, str]:
    return {"xi-api-key": person.key}


async def test_sounds_are_answered_when_they_are_made(front: Front) -> None:
    ada = with_key(front.ada)
    asked: list[tuple[str, dict[str, Any], str]] = [
        (f"text-to-speech/{SARAH}?output_format=mp3_44100_128", SPEECH, '"voice":"Sarah"'),
        (f"text-to-speech/{SARAH}/stream", SPEECH, '"voice":"Sarah"'),
        ("sound-generation", {"text": "rain", "duration_seconds": 4, "prompt_influence": 0.35}, '"duration":"5"'),
        ("music", {"prompt": "a waltz", "music_length_ms": 12_000}, '"duration":15'),
    ]
    for path, body, payload in asked:
        answer, made = await front.while_made(front.ask("POST", f"{V1}/{path}", body, headers=ada), SOUND, ".mp3")

        assert (answer.status_code, answer.content, answer.headers["content-type"]) == (200, SOUND, "audio/mpeg")
        assert answer.headers["request-id"] == made.id
        assert payload in made.payload
    assert await front.credits(front.ada) == 1_000 - 2 - 2 - 5 - 15


async def test_a_failure_is_a_400_which_their_clients_do_not_repeat(front: Front) -> None:
    asked = front.ask("POST", f"{V1}/sound-generation", {"text": "rain"}, headers=with_key(front.ada))
    answer = await front.while_failed(asked, "The sound could not be made.")

    assert (answer.status_code, answer.json()["detail"]["message"]) == (400, "The sound could not be made.")
    assert await front.credits(front.ada) == 1_000


async def test_a_recording_comes_in_a_form_and_goes_as_a_voice(front: Front) -> None:
    form: dict[str, Any] = {"audio": ("speech.wav", recording(), "audio/wav"), "file_format": (None, "other")}
    asked = front.client.post(f"{V1}/audio-isolation", files=form, headers=with_key(front.ada))
    answer, made = await front.while_made(asked, b"fLaC", ".flac")
    text = {"audio": ("speech.wav", b"no sound at all", "audio/wav")}
    wrong = await front.client.post(f"{V1}/audio-isolation", files=text, headers=with_key(front.ada))
    none = await front.client.post(
        f"{V1}/audio-isolation", files={"file_format": (None, "other")}, headers=with_key(front.ada)
    )

    assert (answer.content, answer.headers["content-type"]) == (b"fLaC", "audio/flac")
    assert f'"audio_url":"{front.service.settings.base_url}/media/upl_' in made.payload
    assert (wrong.status_code, none.status_code) == (415, 422)


async def test_a_dubbing_is_looked_at_until_it_is_there(front: Front) -> None:
    ada = with_key(front.ada)
    form: dict[str, Any] = {
        "file": ("speech.wav", recording(), "audio/wav"),
        "target_lang": (None, "de"),
        "watermark": (None, "false"),
    }
    id = (await front.client.post(f"{V1}/dubbing", files=form, headers=ada)).json()["dubbing_id"]
    early = await front.ask("GET", f"{V1}/dubbing/{id}/audio/de", headers=ada)
    made = await front.make(SOUND, ".mp3")
    seen = (await front.ask("GET", f"{V1}/dubbing/{id}", headers=ada)).json()
    audio = await front.ask("GET", f"{V1}/dubbing/{id}/audio/de", headers=ada)
    other = await front.ask("GET", f"{V1}/dubbing/{id}/audio/fr", headers=ada)
    deleted = await front.ask("DELETE", f"{V1}/dubbing/{id}", headers=ada)
    gone = await front.ask("GET", f"{V1}/dubbing/{id}", headers=ada)

    assert (made.id, early.status_code) == (id, 425)
    assert (seen["status"], seen["target_languages"]) == ("dubbed", ["de"])
    assert (audio.content, other.status_code) == (SOUND, 404)
    assert (deleted.json(), gone.status_code) == ({"status": "ok"}, 404)


async def test_what_is_not_mapped_is_their_error(front: Front) -> None:
    for path, body, status in UNMAPPED:
        answer = await front.ask("POST", f"{V1}/{path}", body, headers=with_key(front.ada))
        assert answer.status_code == status, (path, body, answer.text)
        assert answer.json()["detail"], path
    poor = await front.ask("POST", f"{V1}/music", {"prompt": "a waltz"}, headers=with_key(front.carl))

    assert (poor.status_code, poor.json()["detail"]["code"]) == (402, "quota_exceeded")
    assert await front.count() == 0


async def test_voices_and_models_are_those_of_the_table(front: Front) -> None:
    ada = with_key(front.ada)
    voices = (await front.ask("GET", "/compat/elevenlabs/v2/voices", headers=ada)).json()["voices"]
    sarah = (await front.ask("GET", f"{V1}/voices/{SARAH}", headers=ada)).json()
    models = (await front.ask("GET", f"{V1}/models", headers=ada)).json()

    fields = front.service.catalogue.tools["text-to-speech"].models["voicevendor-tts"].fields
    assert {voice["name"] for voice in voices} == set(next(one for one in fields if one.name == "voice").allowed)
    assert sarah["name"] == "Sarah"
    assert "eleven_v3" in [model["model_id"] for model in models]
