"""Tasks at Black Forest Labs that go wrong: what buys nothing, what ends a task, and what is no news."""

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
from mediamill_remote.answers import SAFETY
from mediamill_remote.bfl.engine import BflEngine
from tests.fakes.bfl import KEY, FakeBfl
from tests.fakes.faults import ODD_LOOKS, Fault, Reply
from tests.remote.bfl.conftest import FLEX
from tests.remote.conftest import MakeRequest

PRICE = 63_000  # millionths, of 1,024 by 1,024 pixels


async def submitted(engine: BflEngine, vendor: VendorClient, request_for: MakeRequest) -> Job:
    job = await engine.submit(request_for(FLEX, aspect_ratio="1:1"), vendor)
    assert isinstance(job, Job)
    return job


def rejected(field: str, kind: str, words: str) -> Reply:
    """As the vendor says what is wrong with a body."""
    return Reply(422, {"detail": [{"loc": ["body", field], "msg": words, "type": kind}]})


@pytest.mark.parametrize(
    ("fault", "scope", "seconds"),
    [
        (Fault.BUSY, Scope.KEY, 5),
        (Fault.BUSY_FOR_7, Scope.KEY, 7),
        (Fault.BAD_KEY, Scope.KEY, 300),
        (Reply(401, {"detail": "Unauthorized"}), Scope.KEY, 300),
        (Reply(422, {"detail": "Invalid API key format"}), Scope.KEY, 300),
        (Fault.NO_MONEY, Scope.KEY, 900),
        (Reply(403, {"detail": "No credits for this key"}), Scope.KEY, 900),
        (Fault.GONE, Scope.MODEL, 600),
        (rejected("guidance", "missing", "Field required"), Scope.MODEL, 600),
        (rejected("width", "multiple_of", "Input should be a multiple of 16"), Scope.MODEL, 600),
    ],
)
async def test_an_answer_that_buys_nothing_makes_work_wait(
    fault: Fault | Reply,
    scope: Scope,
    seconds: float,
    engine: BflEngine,
    vendor: VendorClient,
    bfl: FakeBfl,
    request_for: MakeRequest,
) -> None:
    bfl.script.add("submit", fault)

    with pytest.raises(EngineUnavailable) as raised:
        await engine.submit(request_for(FLEX), vendor)

    assert (raised.value.scope, raised.value.retry_after) == (scope, seconds)
    assert len(bfl.ledger) == 0


@pytest.mark.parametrize(
    ("reply", "sentence"),
    [
        (rejected("prompt", "string_too_long", "String should have at most 10000 characters"), "The text is too long"),
        (rejected("prompt", "value_error", "Prompt was flagged by moderation"), SAFETY),
        (Reply(400, {"detail": "The prompt is against our usage policy"}), SAFETY),
        (Reply(400, {"message": "Something about the words"}), "The input was not accepted"),
        (Reply(200, {"id": "b1", "status": "Request Moderated", "details": {"Moderation Reasons": ["x"]}}), SAFETY),
        (Fault.ECHO_KEY, "The input was not accepted"),
    ],
)
async def test_what_is_wrong_with_the_input_is_said_to_the_caller(
    reply: Reply | Fault,
    sentence: str,
    engine: BflEngine,
    vendor: VendorClient,
    bfl: FakeBfl,
    request_for: MakeRequest,
) -> None:
    bfl.script.add("submit", reply)

    with pytest.raises(EngineRefused) as raised:
        await engine.submit(request_for(FLEX), vendor)

    assert str(raised.value).startswith(sentence)
    assert "forest" not in str(raised.value).lower()
    assert KEY not in str(raised.value)
    assert len(bfl.ledger) == 0


@pytest.mark.parametrize(
    "fault",
    [
        Fault.LOSE_ANSWER,
        Fault.DROP,
        Fault.REDIRECT,
        Fault.BREAK,
        Fault.HTML,
        Fault.CUT_JSON,
        Fault.NASTY_TEXT,
        Reply(503, {"detail": "Service unavailable"}),
        Reply(422, None),
        Reply(200, {"polling_url": "https://api.eu2.bfl.ai/v1/get_result?id=b1"}),
        Reply(200, {"id": "../../x"}),
        Reply(200, {"id": None}),
        Reply(200, ["b1"]),
    ],
)
async def test_an_answer_that_proves_nothing_may_have_bought(
    fault: Fault | Reply, engine: BflEngine, vendor: VendorClient, bfl: FakeBfl, request_for: MakeRequest
) -> None:
    bfl.script.add("submit", fault)

    with pytest.raises(AnswerLost):
        await engine.submit(request_for(FLEX), vendor)

    assert sum(1 for asked in bfl.asked if asked.method == "POST") == 1


@pytest.mark.parametrize(
    "fault",
    [
        *ODD_LOOKS,
        Reply(200, ["Ready"]),
        Reply(200, {"id": "another", "status": "Error"}),
        Reply(503, {"status": "Error", "message": "upstream"}),
        Reply(503, {"id": "another", "status": "Content Moderated"}),
        Reply(500, {"status": "Task not found"}),
        Reply(200, {"status": ["Ready"]}),
    ],
)
async def test_an_odd_look_is_no_news(
    fault: Fault | Reply, engine: BflEngine, vendor: VendorClient, bfl: FakeBfl, request_for: MakeRequest
) -> None:
    job = await submitted(engine, vendor, request_for)
    bfl.script.add("status", fault)

    odd = await engine.poll(job, vendor)
    looks = [await engine.poll(job, vendor) for _ in range(3)]

    assert isinstance(odd, Running)
    assert isinstance(looks[-1], Finished)


@pytest.mark.parametrize("fault", [Fault.LOSE_ANSWER, Fault.DROP])
async def test_a_look_whose_answer_is_lost_is_taken_again(
    fault: Fault, engine: BflEngine, vendor: VendorClient, bfl: FakeBfl, request_for: MakeRequest
) -> None:
    bfl.looks = ()
    job = await submitted(engine, vendor, request_for)
    bfl.script.add("status", fault)

    with pytest.raises(AnswerLost):
        await engine.poll(job, vendor)

    assert isinstance(await engine.poll(job, vendor), Finished)
    assert len(bfl.ledger) == 1


async def test_a_busy_look_says_when_to_look_again(
    engine: BflEngine, vendor: VendorClient, bfl: FakeBfl, request_for: MakeRequest
) -> None:
    job = await submitted(engine, vendor, request_for)
    bfl.script.add("status", Fault.BUSY_FOR_7)

    assert await engine.poll(job, vendor) == Running(look_in=7.0)


@pytest.mark.parametrize("trouble", [Fault.GONE, Reply(200, {"status": "Task not found"})])
async def test_a_task_that_is_not_yet_known_is_looked_at_again(
    trouble: Fault | Reply, engine: BflEngine, vendor: VendorClient, bfl: FakeBfl, request_for: MakeRequest
) -> None:
    """Three such looks in a minute mean for the service that it is lost; one means nothing."""
    bfl.looks = ()
    job = await submitted(engine, vendor, request_for)
    bfl.script.add("status", trouble)
    bfl.forgotten.add(bfl.ledger.only.id)

    looks = [await engine.poll(job, vendor) for _ in range(2)]
    bfl.forgotten.clear()

    assert looks == [Missing(), Missing()]
    assert isinstance(await engine.poll(job, vendor), Finished)


@pytest.mark.parametrize("status", [200, 500, 503])
@pytest.mark.parametrize(
    ("ending", "outcome", "cost"),
    [
        ({"status": "Request Moderated", "result": None}, EngineRefused, None),
        ({"status": "Content Moderated", "details": {"Moderation Reasons": ["Violence"]}}, EngineRefused, None),
        ({"status": "Error", "details": {"error": "out of memory"}}, EngineFailed, None),
        ({"status": "Failed"}, EngineFailed, None),
        ({"status": "Ready", "result": None}, EngineFailed, PRICE),
        ({"status": "Ready", "result": {"sample": ""}}, EngineFailed, PRICE),
        ({"status": "Ready", "result": {"sample": ["https://delivery-eu2.bfl.ai/x.png"]}}, EngineFailed, PRICE),
    ],
)
async def test_final_words_count_under_every_status(
    ending: dict[str, Any],
    outcome: type[MediamillError],
    cost: int | None,
    status: int,
    engine: BflEngine,
    vendor: VendorClient,
    bfl: FakeBfl,
    request_for: MakeRequest,
) -> None:
    bfl.looks, bfl.ending, bfl.final_status = (), ending, status
    job = await submitted(engine, vendor, request_for)

    with pytest.raises(outcome) as raised:
        await engine.poll(job, vendor)

    assert raised.value.facts.get("cost") == cost
    assert "Violence" not in str(raised.value)


async def test_a_picture_counts_that_is_told_with_an_error(
    engine: BflEngine, vendor: VendorClient, bfl: FakeBfl, request_for: MakeRequest
) -> None:
    bfl.looks, bfl.final_status = (), 503
    job = await submitted(engine, vendor, request_for)

    look = await engine.poll(job, vendor)

    assert isinstance(look, Finished)
    assert look.cost == PRICE


async def test_no_look_shows_the_key(
    engine: BflEngine, vendor: VendorClient, bfl: FakeBfl, request_for: MakeRequest
) -> None:
    bfl.looks, bfl.ending = (), {"status": "Error", "details": {"error": f"x-key {KEY}"}}
    job = await submitted(engine, vendor, request_for)

    with pytest.raises(EngineFailed) as raised:
        await engine.poll(job, vendor)

    assert KEY not in f"{raised.value} {raised.value.facts} {json.dumps(dict(job.handle))}"
