"""OpenAI's door."""

import base64

from tests.compat.front import Front, Person
from tests.http.test_uploads import PIXEL

V1 = "/compat/openai/v1"
IMAGE = {"model": "gpt-image-1", "prompt": "a lighthouse at dusk"}
SPEECH = {"model": "tts-1", "input": "The fog comes in.", "voice": "alloy"}
FILM = {"model": "sora-2", "prompt": "waves", "seconds": "8", "size": "1280x720"}
UNMAPPED = [
    ("images/generations", {**IMAGE, "size": "7x7"}, 400, "not_allowed"),
    ("images/generations", {**IMAGE, "n": 2}, 400, "not_allowed"),
    ("images/generations", {**IMAGE, "n": True}, 400, "not_allowed"),
    ("images/generations", {**IMAGE, "prompt": ""}, 400, "too_short"),
    ("images/generations", {"model": "gpt-image-1"}, 400, "missing"),
    ("images/generations", {**IMAGE, "model": "midjourney"}, 404, "model_not_found"),
    ("images/generations", {**IMAGE, "model": "tts-1"}, 404, "model_not_found"),
    ("audio/speech", {**SPEECH, "voice": "Adam"}, 400, "not_allowed"),
    ("audio/speech", {**SPEECH, "voice": {"id": "alloy"}}, 400, "not_allowed"),
    ("audio/speech", {**SPEECH, "response_format": "opus"}, 400, "not_allowed"),
    ("audio/transcriptions", SPEECH, 404, None),
]


def with_key(person: Person) -> dict[str, str]:
    return {"Authorization": f"Bearer {person.key}"}


async def test_images_and_speech_are_answered_when_they_are_made(front: Front) -> None:
    ada = with_key(front.ada)
    image = front.ask("POST", f"{V1}/images/generations", {**IMAGE, "size": "1536x1024"}, headers=ada)
    in_base64, first = await front.while_made(image, PIXEL, ".png")
    image = front.ask("POST", f"{V1}/images/generations", {"model": "dall-e-3", "prompt": "a fox"}, headers=ada)
    by_address, second = await front.while_made(image, PIXEL, ".png")
    sound, third = await front.while_made(
        front.ask("POST", f"{V1}/audio/speech", SPEECH, headers=ada), b"ID3 not really", ".mp3"
    )

    assert base64.b64decode(in_base64.json()["data"][0]["b64_json"]) == PIXEL
    assert in_base64.json()["output_format"] == "png"
    assert first.payload == '{"model":"nano-banana","prompt":"a lighthouse at dusk","aspect_ratio":"4:3"}'
    assert by_address.json()["data"] == [{"url": f"{front.service.settings.media_base}/{second.output_key}"}]
    assert (sound.content, sound.headers["content-type"]) == (b"ID3 not really", "audio/mpeg")
    assert '"voice":"River"' in third.payload
    assert await front.credits(front.ada) == 1_000 - 8 - 10 - 2


async def test_a_failure_is_not_worth_asking_again_and_costs_nothing(front: Front) -> None:
    asked = front.ask("POST", f"{V1}/images/generations", IMAGE, headers=with_key(front.ada))
    answer = await front.while_failed(asked, "The picture could not be made.")

    assert (answer.status_code, answer.headers["x-should-retry"]) == (500, "false")
    assert answer.json()["error"] == {
        "message": "The picture could not be made.",
        "type": "server_error",
        "param": None,
        "code": "generation_failed",
    }
    assert await front.credits(front.ada) == 1_000


async def test_a_film_is_looked_at_until_it_is_there(front: Front) -> None:
    key = with_key(front.ada)
    form = {name: (None, value) for name, value in FILM.items()}  # as their clients send it
    begun = (await front.client.post(f"{V1}/videos", files=form, headers=key)).json()
    early = await front.ask("GET", f"{V1}/videos/{begun['id']}/content", headers=key)
    made = await front.make(b"a film", ".mp4", thumbnail=b"a still")
    after = (await front.ask("GET", f"{V1}/videos/{begun['id']}", headers=key)).json()
    film = await front.ask("GET", f"{V1}/videos/{begun['id']}/content", headers=key)
    still = await front.ask("GET", f"{V1}/videos/{begun['id']}/content?variant=thumbnail", headers=key)
    listed = (await front.ask("GET", f"{V1}/videos?limit=1", headers=key)).json()
    deleted = (await front.ask("DELETE", f"{V1}/videos/{begun['id']}", headers=key)).json()

    assert (begun["id"], begun["status"], begun["seconds"], begun["size"]) == (made.id, "queued", "8", "1280x720")
    assert early.status_code == 400
    assert (after["status"], after["progress"]) == ("completed", 100)
    assert (film.content, still.content) == (b"a film", b"a still")
    assert [one["id"] for one in listed["data"]] == [made.id]
    assert deleted == {"id": made.id, "object": "video.deleted", "deleted": True}
    assert (await front.ask("GET", f"{V1}/videos/{begun['id']}", headers=key)).status_code == 404


async def test_what_is_not_mapped_is_their_error(front: Front) -> None:
    key = with_key(front.ada)
    for path, body, status, code in UNMAPPED:
        answer = await front.ask("POST", f"{V1}/{path}", body, headers=key)
        assert (answer.status_code, answer.json()["error"]["code"]) == (status, code), body
    for path in ("models/gpt-5", "videos/gen_nobody"):
        answer = await front.ask("GET", f"{V1}/{path}", headers=key)
        assert answer.json()["error"]["type"] == "invalid_request_error", path

    assert await front.count() == 0


async def test_no_money_is_a_quota_that_asking_again_does_not_mend(front: Front) -> None:
    answer = await front.ask("POST", f"{V1}/videos", FILM, headers=with_key(front.carl))

    assert (answer.status_code, answer.headers["x-should-retry"]) == (429, "false")
    assert answer.json()["error"]["code"] == "insufficient_quota"


async def test_the_models_are_those_of_the_table(front: Front) -> None:
    listed = (await front.ask("GET", f"{V1}/models", headers=with_key(front.ada))).json()
    one = await front.ask("GET", f"{V1}/models/tts-1", headers=with_key(front.ada))

    assert {"gpt-image-1", "tts-1", "sora-2"} <= {model["id"] for model in listed["data"]}
    assert one.json()["object"] == "model"
