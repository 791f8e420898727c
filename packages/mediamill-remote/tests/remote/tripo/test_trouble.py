"""Tasks at Tripo that go wrong: what buys nothing, what ends a task, and what is no news."""

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
from mediamill_remote.tripo.engine import TripoEngine
from tests.fakes.faults import ODD_LOOKS, Fault, Reply
from tests.fakes.tripo import CREDIT_USD, KEY, FakeTripo
from tests.remote.conftest import MakeRequest

TEXT, PICTURE = "text-to-3d/alpha3d-v3", "image-to-3d-object/triposr"
CREDIT = round(CREDIT_USD * 1_000_000)


async def submitted(engine: TripoEngine, vendor: VendorClient, request_for: MakeRequest) -> Job:
    job = await engine.submit(request_for(TEXT), vendor)
    assert isinstance(job, Job)
    return job


@pytest.mark.parametrize(
    ("fault", "scope", "seconds"),
    [
        (Fault.BUSY, Scope.KEY, 5),
        (Fault.BUSY_FOR_7, Scope.KEY, 7),
        (Reply(200, {"code": 2000, "message": "slow down"}), Scope.KEY, 5),
        (Fault.BAD_KEY, Scope.KEY, 300),
        (Reply(403, {"code": 1005, "message": "no access"}), Scope.KEY, 300),
        (Fault.NO_MONEY, Scope.KEY, 900),
        (Reply(402, None), Scope.KEY, 900),
        (Fault.GONE, Scope.MODEL, 600),
        (Reply(400, {"code": 2015, "message": "This version is deprecated"}), Scope.MODEL, 600),
        (Reply(400, {"code": 1004, "message": "model: not one of these"}), Scope.MODEL, 600),
    ],
)
async def test_an_answer_that_buys_nothing_makes_work_wait(
    fault: Fault | Reply,
    scope: Scope,
    seconds: float,
    engine: TripoEngine,
    vendor: VendorClient,
    tripo: FakeTripo,
    request_for: MakeRequest,
) -> None:
    tripo.script.add("submit", fault)

    with pytest.raises(EngineUnavailable) as raised:
        await engine.submit(request_for(TEXT), vendor)

    assert (raised.value.scope, raised.value.retry_after) == (scope, seconds)
    assert len(tripo.ledger) == 0


@pytest.mark.parametrize(
    ("reply", "sentence"),
    [
        (Reply(400, {"code": 1004, "message": "prompt is too long"}), "The input was not accepted; please change it"),
        (Reply(400, {"code": 2008, "message": "violates our policy"}), "The request was declined by the safety check"),
        (Reply(200, {"code": 2008, "message": "violates our policy"}), "The request was declined by the safety check"),
        (Reply(400, {"code": 2004, "message": "unsupported file type"}), "The picture cannot be read"),
        (Reply(413, None), "The file is too large; please use a smaller one."),
        (Fault.ECHO_KEY, "The input was not accepted"),
    ],
)
async def test_what_is_wrong_with_the_input_is_said_to_the_caller(
    reply: Reply | Fault,
    sentence: str,
    engine: TripoEngine,
    vendor: VendorClient,
    tripo: FakeTripo,
    request_for: MakeRequest,
) -> None:
    tripo.script.add("submit", reply)

    with pytest.raises(EngineRefused) as raised:
        await engine.submit(request_for(TEXT), vendor)

    assert str(raised.value).startswith(sentence)
    assert "tripo" not in str(raised.value).lower()
    assert KEY not in str(raised.value)


@pytest.mark.parametrize(
    "fault",
    [
        Fault.LOSE_ANSWER,
        Fault.BREAK,
        Fault.HTML,
        Fault.CUT_JSON,
        Fault.NASTY_TEXT,
        Fault.REDIRECT,
        Reply(422, None),
        Reply(500, {"code": 2010, "message": "You need more credits"}),
        Reply(200, {"code": 0, "data": {"task_id": "../../x"}}),
        Reply(200, {"code": 0, "data": {}}),
        Reply(200, {"code": 7, "message": "what this is nobody knows"}),
    ],
)
async def test_an_answer_that_proves_nothing_may_have_bought(
    fault: Fault | Reply,
    engine: TripoEngine,
    vendor: VendorClient,
    tripo: FakeTripo,
    request_for: MakeRequest,
) -> None:
    tripo.script.add("submit", fault)

    with pytest.raises(AnswerLost):
        await engine.submit(request_for(TEXT), vendor)

    assert sum(1 for asked in tripo.asked if asked.method == "POST") == 1


@pytest.mark.parametrize(
    "fault",
    [*ODD_LOOKS, Reply(200, ["success"]), Reply(200, {"code": 0}), Reply(422, {"data": {"status": "failed"}})],
)
async def test_an_odd_look_is_no_news(
    fault: Fault | Reply,
    engine: TripoEngine,
    vendor: VendorClient,
    tripo: FakeTripo,
    request_for: MakeRequest,
) -> None:
    job = await submitted(engine, vendor, request_for)
    tripo.script.add("status", fault)

    odd = await engine.poll(job, vendor)
    looks = [await engine.poll(job, vendor) for _ in range(3)]

    assert isinstance(odd, Running)
    assert isinstance(looks[-1], Finished)


async def test_a_task_that_nobody_knows_is_missing(
    engine: TripoEngine, vendor: VendorClient, tripo: FakeTripo, request_for: MakeRequest
) -> None:
    job = await submitted(engine, vendor, request_for)
    tripo.script.add("status", Reply(400, {"code": 2001, "message": "Task not found"}))
    tripo.forgotten.add(tripo.ledger.only.id)

    assert [await engine.poll(job, vendor) for _ in range(2)] == [Missing(), Missing()]


@pytest.mark.parametrize(
    ("ending", "outcome", "credits"),
    [
        ({"status": "failed", "credits_consumed": 0}, EngineFailed, 0),
        ({"status": "failed", "credits_consumed": 20.0}, EngineFailed, 20),
        ({"status": "failed", "credits_consumed": "many"}, EngineFailed, None),
        ({"status": "failed", "credits_consumed": -1}, EngineFailed, None),
        ({"status": "cancelled"}, EngineFailed, 20),
        ({"status": "expired", "credits_consumed": None}, EngineFailed, None),
        ({"status": "banned", "credits_consumed": 0}, EngineRefused, 0),
        ({"status": "success", "output": {}}, EngineFailed, 20),
        ({"status": "success", "output": "https://x.example/model.glb"}, EngineFailed, 20),
    ],
)
async def test_a_task_that_is_over_without_a_file_has_failed(
    ending: dict[str, Any],
    outcome: type[MediamillError],
    credits: int | None,
    engine: TripoEngine,
    vendor: VendorClient,
    tripo: FakeTripo,
    request_for: MakeRequest,
) -> None:
    tripo.looks, tripo.ending = (), ending
    job = await submitted(engine, vendor, request_for)

    with pytest.raises(outcome) as raised:
        await engine.poll(job, vendor)

    assert raised.value.facts.get("cost") == (None if credits is None else credits * CREDIT)
    assert KEY not in f"{raised.value} {json.dumps(dict(job.handle))}"


@pytest.mark.parametrize(
    "trouble", [Fault.BREAK, Fault.HTML, Fault.LOSE_ANSWER, Fault.BAD_KEY, Reply(200, {"code": 0, "data": {}})]
)
async def test_a_file_that_is_not_taken_buys_nothing(
    trouble: Fault | Reply,
    engine: TripoEngine,
    vendor: VendorClient,
    tripo: FakeTripo,
    request_for: MakeRequest,
) -> None:
    tripo.script.add("upload", trouble)

    with pytest.raises(EngineUnavailable) as raised:
        await engine.submit(request_for(PICTURE), vendor)

    assert raised.value.scope is Scope.ENGINE
    assert len(tripo.ledger) == 0
