"""Predictions at Replicate that go wrong: what buys nothing, what ends a prediction, and what is no news."""

import json
from typing import Any

import pytest

from mediamill.engines import VendorClient
from mediamill.engines.sdk import (
    AnswerLost,
    EngineFailed,
    EngineRefused,
    EngineUnavailable,
    Finished,
    Job,
    Missing,
    Running,
    Scope,
)
from mediamill.errors import MediamillError
from mediamill_remote.replicate.engine import ReplicateEngine
from tests.fakes.faults import ODD_LOOKS, Fault, Reply
from tests.fakes.media import silence
from tests.fakes.replicate import KEY, FakeReplicate
from tests.remote.conftest import MakeRequest

MESH, FLUX = "image-to-3d-object/instantmesh", "create-image/flux-2-flex"
MODEL = "camenduru/instantmesh"


async def submitted(engine: ReplicateEngine, vendor: VendorClient, request_for: MakeRequest) -> Job:
    job = await engine.submit(request_for(MESH), vendor)
    assert isinstance(job, Job)
    return job


@pytest.mark.parametrize(
    ("fault", "scope", "seconds"),
    [
        (Fault.BUSY, Scope.KEY, 5),
        (Fault.BUSY_FOR_7, Scope.KEY, 7),
        (Reply(429, {"detail": "Request was throttled. Your rate limit resets in ~30s."}), Scope.KEY, 30),
        (Fault.BAD_KEY, Scope.KEY, 300),
        (Reply(402, {"title": "Insufficient credit", "detail": "Add credit"}), Scope.KEY, 900),
        (Reply(403, {"detail": "Monthly spend limit reached"}), Scope.KEY, 900),
        (Reply(403, {"detail": "You may not run this model"}), Scope.MODEL, 600),
        (Fault.GONE, Scope.MODEL, 600),
        (Reply(422, {"title": "Invalid version or not permitted"}), Scope.MODEL, 600),
        (Reply(422, {"detail": "- input: image_path is required"}), Scope.MODEL, 600),
    ],
)
async def test_an_answer_that_buys_nothing_makes_work_wait(
    fault: Fault | Reply,
    scope: Scope,
    seconds: float,
    engine: ReplicateEngine,
    vendor: VendorClient,
    replicate: FakeReplicate,
    request_for: MakeRequest,
) -> None:
    replicate.script.add("submit", fault)

    with pytest.raises(EngineUnavailable) as raised:
        await engine.submit(request_for(MESH), vendor)

    assert (raised.value.scope, raised.value.retry_after) == (scope, seconds)
    assert len(replicate.ledger) == 0


@pytest.mark.parametrize(
    ("reply", "sentence"),
    [
        (Reply(422, {"detail": "- input.prompt: must be shorter"}), "The input was not accepted; please change it"),
        (Reply(400, {"detail": "Prompt was flagged as sensitive"}), "The request was declined by the safety check"),
        (Reply(413, None), "The file is too large; please use a smaller one."),
        (Fault.ECHO_KEY, "The input was not accepted"),
    ],
)
async def test_what_is_wrong_with_the_input_is_said_to_the_caller(
    reply: Reply | Fault,
    sentence: str,
    engine: ReplicateEngine,
    vendor: VendorClient,
    replicate: FakeReplicate,
    request_for: MakeRequest,
) -> None:
    replicate.script.add("submit", reply)

    with pytest.raises(EngineRefused) as raised:
        await engine.submit(request_for(MESH), vendor)

    assert str(raised.value).startswith(sentence)
    assert "replicate" not in str(raised.value).lower()
    assert KEY not in str(raised.value)


@pytest.mark.parametrize(
    "fault",
    [
        Fault.LOSE_ANSWER,
        Fault.BREAK,
        Fault.HTML,
        Fault.CUT_JSON,
        Fault.NASTY_TEXT,
        Reply(422, None),
        Reply(201, {"id": "../../x", "status": "starting"}),
        Reply(201, {"id": "p1"}),
    ],
)
async def test_an_answer_that_proves_nothing_may_have_bought(
    fault: Fault | Reply,
    engine: ReplicateEngine,
    vendor: VendorClient,
    replicate: FakeReplicate,
    request_for: MakeRequest,
) -> None:
    replicate.script.add("submit", fault)

    with pytest.raises(AnswerLost):
        await engine.submit(request_for(MESH), vendor)

    assert sum(1 for asked in replicate.asked if asked.method == "POST") == 1


@pytest.mark.parametrize(
    "fault",
    [
        *ODD_LOOKS,
        Reply(200, ["succeeded"]),
        Reply(200, {"status": "expired", "output": "https://replicate.delivery/x.glb"}),
        Reply(422, {"status": "failed"}),
    ],
)
async def test_an_odd_look_is_no_news(
    fault: Fault | Reply,
    engine: ReplicateEngine,
    vendor: VendorClient,
    replicate: FakeReplicate,
    request_for: MakeRequest,
) -> None:
    job = await submitted(engine, vendor, request_for)
    replicate.script.add("status", fault)

    odd = await engine.poll(job, vendor)
    looks = [await engine.poll(job, vendor) for _ in range(3)]

    assert isinstance(odd, Running)
    assert isinstance(looks[-1], Finished)


async def test_a_busy_look_says_when_to_look_again(
    engine: ReplicateEngine, vendor: VendorClient, replicate: FakeReplicate, request_for: MakeRequest
) -> None:
    job = await submitted(engine, vendor, request_for)
    replicate.script.add("status", Fault.BUSY_FOR_7)

    assert await engine.poll(job, vendor) == Running(look_in=7.0)


async def test_a_prediction_that_nobody_knows_is_missing(
    engine: ReplicateEngine, vendor: VendorClient, replicate: FakeReplicate, request_for: MakeRequest
) -> None:
    job = await submitted(engine, vendor, request_for)
    replicate.forgotten.add(replicate.ledger.only.id)

    assert await engine.poll(job, vendor) == Missing()


@pytest.mark.parametrize(
    ("ending", "outcome", "cost"),
    [
        ({"status": "failed", "error": "CUDA out of memory (E1001)"}, EngineFailed, 17_500),
        ({"status": "failed", "error": "NSFW content detected"}, EngineRefused, 17_500),
        ({"status": "failed", "error": "The prompt was flagged as sensitive (E005)"}, EngineRefused, 17_500),
        ({"status": "failed", "error": {"code": 7}, "metrics": None}, EngineFailed, None),
        ({"status": "failed", "metrics": {"predict_time": "long"}}, EngineFailed, None),
        ({"status": "failed", "metrics": {"predict_time": -1}}, EngineFailed, None),
        ({"status": "canceled"}, EngineFailed, 17_500),
        ({"status": "aborted", "metrics": {}}, EngineFailed, 0),
        ({"status": "succeeded", "output": None, "data_removed": True}, EngineFailed, 17_500),
        ({"status": "succeeded", "output": ["https://replicate.delivery/x.png"]}, EngineFailed, 17_500),
        ({"status": "succeeded", "output": 7}, EngineFailed, 17_500),
    ],
)
async def test_a_prediction_that_is_over_without_a_file_has_failed(
    ending: dict[str, Any],
    outcome: type[MediamillError],
    cost: int | None,
    engine: ReplicateEngine,
    vendor: VendorClient,
    replicate: FakeReplicate,
    request_for: MakeRequest,
) -> None:
    replicate.looks, replicate.endings[MODEL] = (), ending
    job = await submitted(engine, vendor, request_for)

    with pytest.raises(outcome) as raised:
        await engine.poll(job, vendor)

    assert raised.value.facts.get("cost") == cost


async def test_what_has_a_price_of_its_own_costs_its_estimate(
    engine: ReplicateEngine, vendor: VendorClient, replicate: FakeReplicate, request_for: MakeRequest
) -> None:
    replicate.looks = ()
    request = request_for(FLUX)
    job = await engine.submit(request, vendor)
    assert isinstance(job, Job)

    look, estimate = await engine.poll(job, vendor), engine.estimate(request)

    assert isinstance(look, Finished)
    assert look.cost is None
    assert estimate is not None
    assert estimate.amount in range(59_000, 63_000)


@pytest.mark.parametrize(
    "trouble",
    [
        Fault.BREAK,
        Fault.HTML,
        Fault.LOSE_ANSWER,
        Fault.BAD_KEY,
        Reply(201, {"urls": {"get": 7}}),
    ],
)
async def test_a_file_that_is_not_taken_buys_nothing(
    trouble: Fault | Reply,
    engine: ReplicateEngine,
    vendor: VendorClient,
    replicate: FakeReplicate,
    request_for: MakeRequest,
) -> None:
    request = request_for("song-splitter/demucs")
    request.files["file"].write_bytes(silence(10))
    replicate.script.add("upload", trouble)

    with pytest.raises(EngineUnavailable) as raised:
        await engine.submit(request, vendor)

    assert raised.value.scope is Scope.ENGINE
    assert len(replicate.ledger) == 0


async def test_no_look_shows_the_key(
    engine: ReplicateEngine, vendor: VendorClient, replicate: FakeReplicate, request_for: MakeRequest
) -> None:
    replicate.looks, replicate.endings[MODEL] = (), {"status": "failed", "error": f"Bearer {KEY}"}
    job = await submitted(engine, vendor, request_for)

    with pytest.raises(EngineFailed) as raised:
        await engine.poll(job, vendor)

    assert KEY not in f"{raised.value} {raised.value.facts} {json.dumps(dict(job.handle))}"
