"""Tasks at Meshy that go wrong, in either step: what buys nothing, what ends a job, and what is no news."""

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
    NotSent,
    Running,
    Scope,
    StepDone,
    Vendor,
)
from mediamill.errors import MediamillError
from mediamill_remote.meshy.engine import MeshyEngine
from tests.fakes.faults import ODD_LOOKS, Fault, Reply
from tests.fakes.meshy import CREDIT_USD, KEY, FakeMeshy
from tests.remote.conftest import MakeRequest

OBJECT, MOTION = "text-to-3d/beta-v6", "motion-3d/alpha-motion"
CREDIT = round(CREDIT_USD * 1_000_000)
STEPS = ("submit", "advance")


async def submitted(engine: MeshyEngine, vendor: VendorClient, request_for: MakeRequest, name: str = OBJECT) -> Job:
    job = await engine.submit(request_for(name), vendor)
    assert isinstance(job, Job)
    return job


async def bought(step: str, engine: MeshyEngine, vendor: VendorClient, meshy: FakeMeshy, make: MakeRequest) -> Job:
    """The job of a step that is bought after a trouble was scripted for it."""
    trouble, meshy.looks = meshy.script.next(step), ()
    job = None
    if step == "advance":
        job = await submitted(engine, vendor, make)
        assert isinstance(await engine.poll(job, vendor), StepDone)
    if trouble is not None:
        meshy.script.add(step, trouble)
    return await submitted(engine, vendor, make) if job is None else await engine.advance(job, vendor)


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize(
    ("fault", "scope", "seconds"),
    [
        (Fault.BUSY, Scope.KEY, 5),
        (Fault.BUSY_FOR_7, Scope.KEY, 7),
        (Reply(429, {"message": "NoMorePendingTasks: too many queued tasks"}), Scope.KEY, 15),
        (Reply(429, {"message": "RateLimitExceeded"}, {"Retry-After": "3600"}), Scope.KEY, 60),
        (Fault.BAD_KEY, Scope.KEY, 300),
        (Reply(403, {"message": "This key may not do that"}), Scope.KEY, 300),
        (Fault.NO_MONEY, Scope.KEY, 900),
        (Fault.GONE, Scope.MODEL, 600),
        (Reply(400, {"message": "Invalid value for ai_model"}), Scope.MODEL, 600),
        (Reply(422, {"message": "target_polycount has to be between 100 and 300,000"}), Scope.MODEL, 600),
    ],
)
async def test_an_answer_that_buys_nothing_makes_work_wait(
    step: str,
    fault: Fault | Reply,
    scope: Scope,
    seconds: float,
    engine: MeshyEngine,
    vendor: VendorClient,
    meshy: FakeMeshy,
    request_for: MakeRequest,
) -> None:
    meshy.script.add(step, fault)

    with pytest.raises(EngineUnavailable) as raised:
        await bought(step, engine, vendor, meshy, request_for)

    assert (raised.value.scope, raised.value.retry_after) == (scope, seconds)
    assert len(meshy.ledger if step == "submit" else meshy.steps) == 0


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize(
    ("reply", "sentence"),
    [
        (Reply(400, {"message": "Prompt exceeds 600 characters"}), "The input was not accepted; please change it"),
        (Reply(400, {"message": "Prompt was flagged by our moderation"}), "The request was declined by the safety"),
        (Reply(403, {"message": "The prompt was flagged by content moderation"}), "The request was declined by"),
        (Reply(413, None), "The file is too large; please use a smaller one."),
        (Fault.ECHO_KEY, "The input was not accepted"),
    ],
)
async def test_what_is_wrong_with_the_input_is_said_to_the_caller(
    step: str,
    reply: Reply | Fault,
    sentence: str,
    engine: MeshyEngine,
    vendor: VendorClient,
    meshy: FakeMeshy,
    request_for: MakeRequest,
) -> None:
    meshy.script.add(step, reply)

    with pytest.raises(EngineRefused) as raised:
        await bought(step, engine, vendor, meshy, request_for)

    assert str(raised.value).startswith(sentence)
    assert "meshy" not in str(raised.value).lower()
    assert KEY not in str(raised.value)
    assert raised.value.facts.get("cost") == (None if step == "submit" else 20 * CREDIT)  # the mesh was made


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize(
    "fault",
    [
        Fault.LOSE_ANSWER,
        Fault.DROP,
        Fault.BREAK,
        Fault.HTML,
        Fault.CUT_JSON,
        Fault.NASTY_TEXT,
        Fault.REDIRECT,
        Reply(422, None),
        Reply(202, {"result": "../../x"}),
        Reply(202, {"result": {"id": "t1"}}),
    ],
)
async def test_an_answer_that_proves_nothing_may_have_bought(
    step: str,
    fault: Fault | Reply,
    engine: MeshyEngine,
    vendor: VendorClient,
    meshy: FakeMeshy,
    request_for: MakeRequest,
) -> None:
    meshy.script.add(step, fault)

    with pytest.raises(AnswerLost):
        await bought(step, engine, vendor, meshy, request_for)

    assert sum(1 for asked in meshy.asked if asked.method == "POST") == 1 + STEPS.index(step)


@pytest.mark.parametrize("word", ["EXPIRED", "DONE"])
async def test_a_word_that_no_page_has_is_no_news(
    word: str, engine: MeshyEngine, vendor: VendorClient, meshy: FakeMeshy, request_for: MakeRequest
) -> None:
    job = await submitted(engine, vendor, request_for)
    meshy.script.add("status", Reply(200, {"status": word, "model_urls": {"glb": "https://assets.meshy.ai/x.glb"}}))

    assert isinstance(await engine.poll(job, vendor), Running)


@pytest.mark.parametrize("fault", [*ODD_LOOKS, Reply(200, ["SUCCEEDED"]), Reply(422, {"status": "FAILED"})])
async def test_an_odd_look_is_no_news(
    fault: Fault | Reply,
    engine: MeshyEngine,
    vendor: VendorClient,
    meshy: FakeMeshy,
    request_for: MakeRequest,
) -> None:
    job = await submitted(engine, vendor, request_for, MOTION)
    meshy.script.add("status", fault)

    odd = await engine.poll(job, vendor)
    looks = [await engine.poll(job, vendor) for _ in range(3)]

    assert isinstance(odd, Running)
    assert isinstance(looks[-1], Finished)


async def test_a_busy_look_says_when_to_look_again(
    engine: MeshyEngine, vendor: VendorClient, meshy: FakeMeshy, request_for: MakeRequest
) -> None:
    job = await submitted(engine, vendor, request_for)
    meshy.script.add("status", Fault.BUSY_FOR_7)

    assert await engine.poll(job, vendor) == Running(look_in=7.0)


async def test_a_task_that_nobody_knows_is_missing(
    engine: MeshyEngine, vendor: VendorClient, meshy: FakeMeshy, request_for: MakeRequest
) -> None:
    job = await submitted(engine, vendor, request_for)
    meshy.forgotten.add(meshy.ledger.only.id)

    assert await engine.poll(job, vendor) == Missing()


ENDINGS = [
    ({"status": "FAILED", "task_error": {"message": "The server is busy"}, "consumed_credits": 0}, EngineFailed, 0),
    ({"status": "FAILED", "task_error": {"message": "NSFW content was detected"}}, EngineRefused, 10),
    ({"status": "FAILED", "task_error": "flagged"}, EngineFailed, 10),
    ({"status": "FAILED", "consumed_credits": None}, EngineFailed, None),
    ({"status": "FAILED", "consumed_credits": "many"}, EngineFailed, None),
    ({"status": "FAILED", "consumed_credits": -1}, EngineFailed, None),
    ({"status": "CANCELED"}, EngineFailed, 10),
    ({"status": "SUCCEEDED", "model_urls": {}, "result": {}}, EngineFailed, 10),
    ({"status": "SUCCEEDED", "model_urls": 7, "result": {"motion_url": ""}}, EngineFailed, 10),
]


@pytest.mark.parametrize(("ending", "outcome", "credits"), ENDINGS)
async def test_a_task_that_is_over_without_a_file_has_failed(
    ending: dict[str, Any],
    outcome: type[MediamillError],
    credits: int | None,
    engine: MeshyEngine,
    vendor: VendorClient,
    meshy: FakeMeshy,
    request_for: MakeRequest,
) -> None:
    meshy.looks, meshy.endings["v1/text-to-motion"] = (), ending
    job = await submitted(engine, vendor, request_for, MOTION)

    with pytest.raises(outcome) as raised:
        await engine.poll(job, vendor)

    assert raised.value.facts.get("cost") == (None if credits is None else credits * CREDIT)


@pytest.mark.parametrize(("ending", "outcome", "credits"), ENDINGS)
async def test_a_second_task_that_is_over_without_a_file_costs_the_first_as_well(
    ending: dict[str, Any],
    outcome: type[MediamillError],
    credits: int | None,
    engine: MeshyEngine,
    vendor: VendorClient,
    meshy: FakeMeshy,
    request_for: MakeRequest,
) -> None:
    meshy.endings["refine"] = ending
    job = await bought("advance", engine, vendor, meshy, request_for)

    with pytest.raises(outcome) as raised:
        await engine.poll(job, vendor)

    # What is not told is booked as all of it: the mesh was billed.
    assert raised.value.facts["cost"] == (30 if credits is None else 20 + credits) * CREDIT


@pytest.mark.parametrize("fault", [Fault.BREAK, Fault.HTML, Fault.GONE])
async def test_a_first_task_that_says_nothing_any_more_costs_the_estimate(
    fault: Fault, engine: MeshyEngine, vendor: VendorClient, meshy: FakeMeshy, request_for: MakeRequest
) -> None:
    job = await bought("advance", engine, vendor, meshy, request_for)
    look = await engine.poll(job, vendor)
    answer = meshy.status(meshy.steps.only)
    meshy.script.add("status", Reply(200, json.loads(answer.body)), fault)

    unsaid = await engine.poll(job, vendor)

    assert isinstance(look, Finished)
    assert isinstance(unsaid, Finished)
    assert look.cost == unsaid.cost == 30 * CREDIT


async def test_a_refused_second_task_whose_first_cannot_be_asked_costs_the_estimate(
    engine: MeshyEngine, vendor: VendorClient, meshy: FakeMeshy, request_for: MakeRequest
) -> None:
    meshy.looks = ()
    job = await submitted(engine, vendor, request_for)
    meshy.script.add("advance", Reply(403, {"message": "flagged"}))
    meshy.script.add("status", Fault.LOSE_ANSWER, Fault.LOSE_ANSWER)  # asked a second time

    with pytest.raises(EngineRefused) as raised:
        await engine.advance(job, vendor)

    assert raised.value.facts["cost"] == 30 * CREDIT


async def test_a_step_that_was_never_sent_bought_nothing(engine: MeshyEngine, request_for: MakeRequest) -> None:
    class Away:
        async def buy(self, *_: object, **__: object) -> None:
            raise NotSent(reason="connection refused")

    away: Vendor = Away()  # type: ignore[assignment]
    ticket = {"task": "t1", "endpoint": "e", "result": "[]", "suffix": ".glb", "method": "e", "step": "{}"}

    with pytest.raises(NotSent):
        await engine.advance(Job({**ticket, "step_to": "preview_task_id"}), away)


async def test_no_look_shows_the_key(
    engine: MeshyEngine, vendor: VendorClient, meshy: FakeMeshy, request_for: MakeRequest
) -> None:
    meshy.looks = ()
    meshy.endings["preview"] = {"status": "FAILED", "task_error": {"message": f"Bearer {KEY}"}}
    job = await submitted(engine, vendor, request_for)

    with pytest.raises(EngineFailed) as raised:
        await engine.poll(job, vendor)

    assert KEY not in f"{raised.value} {raised.value.facts} {json.dumps(dict(job.handle))}"
