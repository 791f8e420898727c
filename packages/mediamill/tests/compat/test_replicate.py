"""Replicate's door."""

import asyncio
import hashlib
import json
from functools import partial
from typing import Any

from mediamill import generations
from mediamill.compat.replicate.table import version_of
from tests.compat.front import Front, Person
from tests.http.test_uploads import PIXEL

V1 = "/compat/replicate/v1"
BANANA = {"version": "google/nano-banana", "input": {"prompt": "a lighthouse", "aspect_ratio": "16:9"}}
HOOK = "https://93.184.216.34/hook"
UNMAPPED = [
    ({"version": "a" * 64, "input": {}}, "Invalid version or not permitted"),
    ({"version": "midjourney/v7", "input": {}}, "Invalid version or not permitted"),
    ({**BANANA, "input": {"prompt": "a", "aspect_ratio": "21:9"}}, "Input validation failed"),
    ({**BANANA, "input": {"prompt": 7}}, "Input validation failed"),
    ({**BANANA, "input": {}}, "Input validation failed"),
    ({**BANANA, "input": []}, "Input validation failed"),
    ({**BANANA, "webhook": "http://93.184.216.34/hook"}, "Input validation failed"),
    ({**BANANA, "webhook": "https://127.0.0.1/hook"}, "Input validation failed"),
    ({**BANANA, "webhook": "https://localhost/hook"}, "Input validation failed"),
    ({**BANANA, "webhook": HOOK, "webhook_events_filter": ["start"]}, "Input validation failed"),
    ({**BANANA, "deployment": "mine"}, "Input validation failed"),
]


def with_key(person: Person, **headers: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {person.key}", **headers}


async def test_a_prediction_is_created_looked_at_and_listed(front: Front) -> None:
    ada = with_key(front.ada)
    created = await front.ask("POST", f"{V1}/predictions", BANANA, headers=ada)
    id = created.json()["id"]
    made = await front.make(PIXEL, ".png")
    seen = (await front.ask("GET", f"{V1}/predictions/{id}", headers=ada)).json()
    listed = (await front.ask("GET", f"{V1}/predictions", headers=ada)).json()

    assert (created.status_code, created.json()["status"], created.json()["output"]) == (201, "starting", None)
    assert (seen["id"], seen["status"], seen["model"]) == (made.id, "succeeded", "google/nano-banana")
    assert seen["output"] == f"{front.service.settings.media_base}/{made.output_key}"
    assert seen["input"] == BANANA["input"]
    assert seen["urls"]["get"].endswith(f"{V1}/predictions/{id}")
    assert seen["metrics"]["total_time"] >= seen["metrics"]["predict_time"] >= 0
    assert [one["id"] for one in listed["results"]] == [id]
    assert await front.credits(front.ada) == 1_000 - 8


async def test_who_waits_is_answered_with_the_end_and_else_with_starting(front: Front) -> None:
    waiting = with_key(front.ada, Prefer="wait")
    path = f"{V1}/models/black-forest-labs/flux-schnell/predictions"
    body = {"input": {"prompt": "a fox", "seed": 7}}
    answer, made = await front.while_made(front.ask("POST", path, body, headers=waiting), PIXEL, ".png")
    short = asyncio.ensure_future(front.ask("POST", path, body, headers=with_key(front.ada, Prefer="wait=1")))
    await front.claimed()
    late = await short

    assert (answer.json()["status"], len(answer.json()["output"])) == ("succeeded", 1)
    assert '"seed":7' in made.payload
    assert (late.status_code, late.json()["status"]) == (201, "starting")
    assert late.headers["preference-applied"] == "wait=1"


async def test_one_is_canceled_and_costs_nothing(front: Front) -> None:
    ada = with_key(front.ada)
    id = (await front.ask("POST", f"{V1}/predictions", BANANA, headers=ada)).json()["id"]
    canceled = (await front.ask("POST", f"{V1}/predictions/{id}/cancel", headers=ada)).json()
    again = (await front.ask("POST", f"{V1}/predictions/{id}/cancel", headers=ada)).json()

    assert (canceled["status"], canceled["error"], again["status"]) == ("canceled", None, "canceled")
    assert await front.credits(front.ada) == 1_000


async def test_webhooks_tell_of_every_end_in_their_words_and_with_the_same_bytes_each_time(front: Front) -> None:
    ada = with_key(front.ada)
    told = {**BANANA, "webhook": HOOK, "webhook_events_filter": ["start", "completed"]}
    for end in (partial(front.make, PIXEL, ".png"), partial(front.fail, "No picture.")):
        id = (await front.ask("POST", f"{V1}/predictions", told, headers=ada)).json()["id"]
        await end()
        shown = (await front.ask("GET", f"{V1}/predictions/{id}", headers=ada)).json()
        (claimed,) = await front.service.database.write(partial(front.service.deliverer.claim, 10))
        kept = (await front.client.get(f"/ext/deliveries/{id}", headers={"Authorization": front.ada.key})).json()

        assert json.loads(claimed.delivery.body) == shown
        assert kept["body"] == claimed.delivery.body
        assert (claimed.delivery.url, shown["status"]) == (HOOK, "failed" if shown["error"] else "succeeded")
    secret = (await front.ask("GET", f"{V1}/webhooks/default/secret", headers=ada)).json()
    unfit = await front.service.database.read(generations.discrepancies)

    assert unfit == []
    assert secret["key"].startswith("whsec_")
    assert front.service.deliverer.headers(claimed)["webhook-signature"].startswith("v1,")


async def test_files_are_handed_in_named_and_deleted(front: Front) -> None:
    ada, ben = with_key(front.ada), with_key(front.ben)
    form: dict[str, Any] = {
        "content": ("pixel.png", PIXEL, "image/png"),
        "metadata": ("blob", b"{}", "application/json"),  # as their client for Node sends it
    }
    file = (await front.client.post(f"{V1}/files", files=form, headers=ada)).json()
    body = {"version": "camenduru/tripo-sr", "input": {"image_path": file["urls"]["get"]}}
    started = await front.ask("POST", f"{V1}/predictions", body, headers=ada)
    inline = {"version": "camenduru/tripo-sr", "input": {"image_path": "data:image/png;base64,bm90IGFuIGltYWdl"}}
    wrong = await front.ask("POST", f"{V1}/predictions", inline, headers=ada)
    listed = (await front.ask("GET", f"{V1}/files", headers=ada)).json()["results"]
    stolen = [await front.ask(method, f"{V1}/files/{file['id']}", headers=ben) for method in ("GET", "DELETE")]
    gone = await front.ask("DELETE", f"{V1}/files/{file['id']}", headers=ada)

    assert (file["size"], file["checksums"]["sha256"]) == (len(PIXEL), hashlib.sha256(PIXEL).hexdigest())
    assert started.status_code == 201
    assert wrong.status_code == 415
    assert [one["id"] for one in listed] == [file["id"]]
    assert [answer.status_code for answer in stolen] == [404, 404]
    assert gone.status_code == 204


async def test_what_is_not_mapped_is_their_error(front: Front) -> None:
    for body, title in UNMAPPED:
        answer = await front.ask("POST", f"{V1}/predictions", body, headers=with_key(front.ada))
        assert (answer.status_code, answer.json()["title"]) == (422, title), body
    deadline = with_key(front.ada, **{"Cancel-After": "90s"})
    refused = await front.ask("POST", f"{V1}/predictions", BANANA, headers=deadline)
    poor = await front.ask("POST", f"{V1}/predictions", BANANA, headers=with_key(front.carl))

    assert refused.json()["invalid_fields"][0]["field"] == "Cancel-After"
    assert (poor.status_code, poor.json()["title"]) == (402, "Insufficient credit")
    assert await front.count() == 0


async def test_a_model_has_one_version_which_may_be_named(front: Front) -> None:
    ada = with_key(front.ada)
    model = (await front.ask("GET", f"{V1}/models/google/nano-banana", headers=ada)).json()
    version = model["latest_version"]["id"]
    same = await front.ask("GET", f"{V1}/models/google/nano-banana/versions/{version}", headers=ada)
    created = [
        await front.ask("POST", f"{V1}/predictions", {**BANANA, "version": one}, headers=ada)
        for one in (version, f"google/nano-banana:{version}")
    ]

    assert version == version_of("google/nano-banana")
    assert "prompt" in same.json()["openapi_schema"]["components"]["schemas"]["Input"]["properties"]
    assert [answer.json()["model"] for answer in created] == ["google/nano-banana"] * 2
