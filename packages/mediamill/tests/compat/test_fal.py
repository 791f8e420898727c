"""fal's door."""

import asyncio
import json
from functools import partial
from typing import Any

from tests.compat.front import Front, Person
from tests.http.test_uploads import PIXEL

QUEUE, RUN, REST, PROXY = (f"/compat/fal/{part}" for part in ("queue", "run", "rest", "proxy"))
BANANA = f"{QUEUE}/fal-ai/nano-banana"
PICTURE = {"prompt": "a lighthouse", "aspect_ratio": "16:9"}
HOOK = "https://93.184.216.34/hook"
OURS = "http://localhost:8000"  # how the service calls itself
UNMAPPED = [
    ("fal-ai/nano-banana", {**PICTURE, "num_images": 2}, 422),
    ("fal-ai/nano-banana", {**PICTURE, "aspect_ratio": "21:9"}, 422),
    ("fal-ai/nano-banana", {}, 422),
    ("fal-ai/nano-banana", {**PICTURE, "image_urls": ["https://93.184.216.34/a.png"]}, 422),
    ("fal-ai/flux/dev", {"prompt": "a", "image_size": {"width": 64, "height": 64}}, 422),
    ("fal-ai/triposr", {"image_url": "https://127.0.0.1/a.png"}, 422),
    ("fal-ai/triposr", {"image_url": f"{OURS}/compat/fal/files/upl_nobody"}, 422),
    ("fal-ai/nano-banana?fal_webhook=http://93.184.216.34/a", PICTURE, 422),
    ("fal-ai/nano-banana?fal_webhook=https://10.0.0.1/a", PICTURE, 422),
    ("fal-ai/midjourney", PICTURE, 404),
]


def with_key(person: Person, **headers: str) -> dict[str, str]:
    return {"Authorization": f"Key {person.key}", **headers}


def path_of(url: str) -> str:
    return url.removeprefix(OURS)


async def test_a_request_is_submitted_followed_and_its_result_had(front: Front) -> None:
    ada = with_key(front.ada)
    submitted = (await front.ask("POST", BANANA, PICTURE, headers=ada)).json()
    queued = await front.ask("GET", f"{path_of(submitted['status_url'])}?logs=1", headers=ada)
    early = await front.ask("GET", path_of(submitted["response_url"]), headers=ada)
    stream = asyncio.ensure_future(front.ask("GET", f"{path_of(submitted['status_url'])}/stream", headers=ada))
    made = await front.make(PIXEL, ".png")
    ended = await front.ask("GET", path_of(submitted["status_url"]), headers=ada)
    result = (await front.ask("GET", path_of(submitted["response_url"]), headers=ada)).json()
    events = [json.loads(line.removeprefix("data: ")) for line in (await stream).text.split("\n\n") if line]

    assert (queued.status_code, queued.json()["status"], queued.json()["queue_position"]) == (202, "IN_QUEUE", 0)
    assert early.status_code == 400
    assert (ended.status_code, ended.json()["status"], ended.json()["logs"]) == (200, "COMPLETED", [])
    assert ended.headers["x-fal-request-id"] == made.id
    assert result["images"][0]["url"] == f"{front.service.settings.media_base}/{made.output_key}"
    assert result["images"][0]["content_type"] == "image/png"
    assert (events[0]["request_id"], events[-1]["status"]) == (made.id, "COMPLETED")
    assert await front.credits(front.ada) == 1_000 - 8


async def test_a_request_is_canceled_once_and_a_failure_says_that_asking_again_is_in_vain(front: Front) -> None:
    ada = with_key(front.ada)
    canceled = (await front.ask("POST", BANANA, PICTURE, headers=ada)).json()
    answers = [await front.ask("PUT", path_of(canceled["cancel_url"]), headers=ada) for _ in range(2)]
    none = await front.ask("GET", path_of(canceled["response_url"]), headers=ada)
    failed = (await front.ask("POST", BANANA, PICTURE, headers=ada)).json()
    await front.fail("The picture could not be made.")
    status = (await front.ask("GET", path_of(failed["status_url"]), headers=ada)).json()
    result = await front.ask("GET", path_of(failed["response_url"]), headers=ada)

    assert [(one.status_code, one.json()["status"]) for one in answers] == [
        (202, "CANCELLATION_REQUESTED"),
        (400, "ALREADY_COMPLETED"),
    ]
    assert (none.status_code, none.json()["error_type"]) == (400, "client_cancelled")
    assert (status["status"], status["error"]) == ("COMPLETED", "The picture could not be made.")
    assert (result.status_code, result.headers["x-fal-retryable"]) == (500, "false")
    assert await front.credits(front.ada) == 1_000


async def test_one_that_is_run_is_answered_with_its_result_also_as_an_event(front: Front) -> None:
    speech = {"text": "The fog comes in.", "voice": "Sarah"}
    path = f"{RUN}/fal-ai/elevenlabs/tts/multilingual-v2"
    answer, made = await front.while_made(
        front.ask("POST", path, speech, headers=with_key(front.ada)), b"ID3 not really", ".mp3"
    )
    streamed, _ = await front.while_made(
        front.ask("POST", f"{path}/stream", speech, headers=with_key(front.ada)), b"ID3 not really", ".mp3"
    )

    assert answer.json()["audio"]["url"].endswith(str(made.output_key))
    assert streamed.headers["content-type"].startswith("text/event-stream")
    assert json.loads(streamed.text.removeprefix("data: "))["audio"]["content_type"] == "audio/mpeg"


async def test_webhooks_tell_of_every_end_in_their_words(front: Front) -> None:
    for end, status in ((partial(front.make, PIXEL, ".png"), "OK"), (partial(front.fail, "No."), "ERROR")):
        answer = await front.ask("POST", f"{BANANA}?fal_webhook={HOOK}", PICTURE, headers=with_key(front.ada))
        await end()
        (claimed,) = await front.service.database.write(partial(front.service.deliverer.claim, 10))
        body = json.loads(claimed.delivery.body)

        assert (body["request_id"], body["status"]) == (answer.json()["request_id"], status)


async def test_files_come_to_a_promised_place_and_stay_their_owners(front: Front) -> None:
    ada, ben = with_key(front.ada), with_key(front.ben)
    names = {"content_type": "image/png", "file_name": "pixel.png"}
    promised = (await front.ask("POST", f"{REST}/storage/upload/initiate", names, headers=ada)).json()
    place = path_of(promised["upload_url"])
    forged = await front.client.put(f"{place[:-1]}{'0' if place[-1] != '0' else '1'}", content=PIXEL)
    others = await front.client.put(place.replace(front.ada.account_id, front.ben.account_id), content=PIXEL)
    text = await front.client.put(place, content=b"no image at all")
    came = [await front.client.put(place, content=PIXEL) for _ in range(2)]  # their clients try again
    triposr = f"{QUEUE}/fal-ai/triposr"
    used = await front.ask("POST", triposr, {"image_url": promised["file_url"]}, headers=ada)
    stolen = await front.ask("POST", triposr, {"image_url": promised["file_url"]}, headers=ben)
    file = await front.ask("GET", path_of(promised["file_url"]), headers=ada)
    newer = await front.client.post(f"{REST}/files/upload", content=PIXEL, headers=ada)
    inline = {"image_url": "data:image/png;base64,iVBORw0KGgo="}
    wrong = await front.ask("POST", triposr, inline, headers=ada)

    assert [forged.status_code, others.status_code, text.status_code] == [401, 401, 415]
    assert [one.status_code for one in came] == [200, 200]
    assert (used.status_code, stolen.status_code) == (200, 422)
    assert (await front.client.get(path_of(file.headers["location"]))).content == PIXEL
    assert newer.json()["access_url"].startswith(f"{OURS}/compat/fal/files/")
    assert wrong.status_code == 415


async def test_the_proxy_leads_to_the_door_alone(front: Front) -> None:
    def meaning(target: str) -> dict[str, str]:
        return with_key(front.ada, **{"X-Fal-Target-Url": target})

    sent = await front.ask(
        "POST", PROXY, PICTURE, headers=meaning(f"https://queue.fal.run/fal-ai/nano-banana?fal_webhook={HOOK}")
    )
    looked = await front.ask(
        "GET",
        PROXY,
        headers=meaning(f"https://queue.fal.run/fal-ai/nano-banana/requests/{sent.json()['request_id']}/status"),
    )
    wrong: list[Any] = [
        (await front.ask("POST", PROXY, PICTURE, headers=meaning(target))).status_code
        for target in (
            "https://evil.example/fal-ai/nano-banana",
            "https://queue.fal.run@evil.example/fal-ai/nano-banana",
            "http://queue.fal.run/fal-ai/nano-banana",
            "https://queue.fal.run:8443/fal-ai/nano-banana",
            "https://[/fal-ai/nano-banana",
            "",
        )
    ]
    around = [
        (await front.ask("POST", PROXY, PICTURE, headers=meaning(f"https://fal.run/{path}"))).status_code
        for path in ("../proxy", "../../openai/v1/videos", "")
    ]

    assert (sent.status_code, looked.status_code) == (200, 202)
    assert wrong == [422] * 6
    assert set(around) == {404}


async def test_what_is_not_mapped_is_their_error(front: Front) -> None:
    for path, body, status in UNMAPPED:
        answer = await front.ask("POST", f"{QUEUE}/{path}", body, headers=with_key(front.ada))
        assert answer.status_code == status, path
        assert answer.json()["detail"], path
    poor = await front.ask("POST", BANANA, PICTURE, headers=with_key(front.carl))

    assert (poor.status_code, "Exhausted balance" in poor.json()["detail"]) == (403, True)
    assert await front.count() == 0
