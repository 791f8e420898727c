"""Purchases at ElevenLabs that go wrong: what proves that nothing was bought, what ends a dub, and what is no news."""

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
from mediamill_remote.elevenlabs.engine import ElevenLabsEngine
from tests.fakes.elevenlabs import KEY, FakeElevenLabs
from tests.fakes.faults import ODD_LOOKS, Fault, Reply
from tests.remote.conftest import MakeRequest
from tests.remote.elevenlabs.conftest import DUBBING, ISOLATION, MUSIC, SPEECH


def detail(code: str, kind: str = "", **more: str) -> dict[str, Any]:
    return {"detail": {"type": kind, "code": code, "message": f"about {code}", "request_id": "e0", **more}}


def old(status: str) -> dict[str, Any]:
    return {"detail": {"status": status, "message": f"about {status}"}}


def listed(kind: str, *loc: str) -> dict[str, Any]:
    return {"detail": [{"loc": ["body", *loc], "msg": "no", "type": kind}]}


async def dub(engine: ElevenLabsEngine, vendor: VendorClient, request_for: MakeRequest) -> Job:
    job = await engine.submit(request_for(DUBBING), vendor)
    assert isinstance(job, Job)
    return job


@pytest.mark.parametrize("name", [SPEECH, DUBBING])
@pytest.mark.parametrize(
    ("trouble", "scope", "seconds"),
    [
        (Fault.BUSY, Scope.KEY, 5),
        (Fault.BUSY_FOR_7, Scope.KEY, 7),
        (Reply(429, detail("rate_limit_exceeded"), {"Retry-After": "900"}), Scope.KEY, 60),
        (Reply(429, old("too_many_concurrent_requests")), Scope.KEY, 5),
        (Reply(429, old("system_busy")), Scope.ENGINE, 15),
        (Reply(429, None), Scope.KEY, 5),
        (Fault.BAD_KEY, Scope.KEY, 300),
        (Reply(401, old("invalid_api_key")), Scope.KEY, 300),
        (Reply(403, detail("only_for_creator_and_above", "authorization_error")), Scope.KEY, 300),
        (Fault.NO_MONEY, Scope.KEY, 900),
        (Reply(402, detail("a_new_word")), Scope.KEY, 900),
        (Reply(400, old("quota_exceeded")), Scope.KEY, 900),
        (Reply(404, detail("voice_not_found")), Scope.MODEL, 600),
        (Reply(400, old("voice_not_found")), Scope.MODEL, 600),
        (Reply(404, {"detail": "Not Found"}), Scope.MODEL, 600),
        (Reply(422, listed("value_error.missing", "text")), Scope.MODEL, 600),
        (Reply(422, listed("value_error", "model_id")), Scope.MODEL, 600),
    ],
)
async def test_an_answer_that_buys_nothing_makes_work_wait(
    name: str,
    trouble: Fault | Reply,
    scope: Scope,
    seconds: float,
    engine: ElevenLabsEngine,
    vendor: VendorClient,
    eleven: FakeElevenLabs,
    request_for: MakeRequest,
) -> None:
    eleven.script.add("submit", trouble)

    with pytest.raises(EngineUnavailable) as raised:
        await engine.submit(request_for(name), vendor)

    assert (raised.value.scope, raised.value.retry_after) == (scope, seconds)
    assert len(eleven.ledger) == 0


async def test_a_full_account_says_how_much_it_may_have_at_once(
    engine: ElevenLabsEngine, vendor: VendorClient, eleven: FakeElevenLabs, request_for: MakeRequest
) -> None:
    eleven.script.add("submit", Fault.BUSY)

    with pytest.raises(EngineUnavailable) as raised:
        await engine.submit(request_for(SPEECH), vendor)

    assert str(raised.value) == "ElevenLabs has no room now: Too many concurrent requests (5 requests at once)"


async def test_a_voice_that_is_retired_is_a_matter_of_the_table(
    engine: ElevenLabsEngine, vendor: VendorClient, eleven: FakeElevenLabs, request_for: MakeRequest
) -> None:
    eleven.account.retired.add("pNInz6obpgDQGcFmaJgB")

    with pytest.raises(EngineUnavailable, match=r"voice_id.*check the table") as raised:
        await engine.submit(request_for(SPEECH, voice="Adam"), vendor)

    assert raised.value.scope is Scope.MODEL


@pytest.mark.parametrize("name", [MUSIC, ISOLATION, DUBBING])
@pytest.mark.parametrize(
    ("reply", "sentence"),
    [
        (
            Reply(400, detail("max_character_limit_exceeded", "validation_error")),
            "The text is too long; please shorten",
        ),
        (Reply(400, old("max_character_limit_exceeded")), "The text is too long; please shorten"),
        (Reply(422, listed("value_error", "text")), "The input was not accepted; please change it"),
        (Reply(400, detail("something_new", "validation_error")), "The input was not accepted; please change it"),
        (Reply(400, old("bad_prompt")), "The description was declined; please describe it without names of artists"),
        (Reply(403, old("content_moderation_failed")), "The request was declined by the safety check; please"),
        (Reply(400, old("audio_too_short")), "The recording is too short; please use a longer one."),
        (Reply(413, None), "The file is too large; please use a smaller one."),
        (Reply(400, {"detail": KEY}), "The input was not accepted; please change it"),
        (Fault.ECHO_KEY, "The input was not accepted; please change it"),
    ],
)
async def test_what_is_wrong_with_the_input_is_said_to_the_caller(
    name: str,
    reply: Fault | Reply,
    sentence: str,
    engine: ElevenLabsEngine,
    vendor: VendorClient,
    eleven: FakeElevenLabs,
    request_for: MakeRequest,
) -> None:
    eleven.script.add("submit", reply)

    with pytest.raises(EngineRefused) as raised:
        await engine.submit(request_for(name), vendor)

    assert str(raised.value).startswith(sentence)
    assert "elevenlabs" not in str(raised.value).lower()
    assert KEY not in f"{raised.value} {raised.value.facts}"


@pytest.mark.parametrize("name", [SPEECH, DUBBING])
@pytest.mark.parametrize(
    "fault",
    [
        Fault.LOSE_ANSWER,
        Fault.BREAK,
        Fault.HTML,
        Fault.NASTY_TEXT,
        Reply(503, detail("system_busy")),
        Reply(408, None),
        Reply(200, {"project_id": "../../x"}),
    ],
)
async def test_an_answer_that_proves_nothing_may_have_bought(
    name: str,
    fault: Fault | Reply,
    engine: ElevenLabsEngine,
    vendor: VendorClient,
    eleven: FakeElevenLabs,
    request_for: MakeRequest,
) -> None:
    eleven.script.add("submit", fault)

    with pytest.raises(AnswerLost):
        await engine.submit(request_for(name), vendor)

    assert len(eleven.asked) == 1


async def test_half_of_an_answer_about_a_dub_may_have_bought(
    engine: ElevenLabsEngine, vendor: VendorClient, eleven: FakeElevenLabs, request_for: MakeRequest
) -> None:
    eleven.script.add("submit", Fault.CUT_JSON)

    with pytest.raises(AnswerLost):
        await dub(engine, vendor, request_for)

    assert len(eleven.ledger) == 1


@pytest.mark.parametrize("name", [SPEECH, DUBBING])
async def test_a_redirect_is_not_followed(
    name: str, engine: ElevenLabsEngine, vendor: VendorClient, eleven: FakeElevenLabs, request_for: MakeRequest
) -> None:
    eleven.script.add("submit", Fault.REDIRECT)

    with pytest.raises(MediamillError):
        await engine.submit(request_for(name), vendor)

    assert len(eleven.asked) == 1


@pytest.mark.parametrize(
    "fault",
    [
        *ODD_LOOKS,
        Reply(200, ["completed"]),
        Reply(200, {"status": "stale", "outputs": None}),
        Reply(400, old("failed")),
    ],
)
async def test_an_odd_look_is_no_news(
    fault: Fault | Reply,
    engine: ElevenLabsEngine,
    vendor: VendorClient,
    eleven: FakeElevenLabs,
    request_for: MakeRequest,
) -> None:
    job = await dub(engine, vendor, request_for)
    eleven.script.add("status", fault)

    odd = await engine.poll(job, vendor)
    looks = [await engine.poll(job, vendor) for _ in range(3)]

    assert isinstance(odd, Running)
    assert isinstance(looks[-1], Finished)


async def test_a_lost_look_is_left_to_the_service(
    engine: ElevenLabsEngine, vendor: VendorClient, eleven: FakeElevenLabs, request_for: MakeRequest
) -> None:
    job = await dub(engine, vendor, request_for)
    eleven.script.add("status", Fault.LOSE_ANSWER)

    with pytest.raises(AnswerLost):
        await engine.poll(job, vendor)


async def test_a_dub_that_nobody_knows_is_missing(
    engine: ElevenLabsEngine, vendor: VendorClient, eleven: FakeElevenLabs, request_for: MakeRequest
) -> None:
    job = await dub(engine, vendor, request_for)
    eleven.dubs.clear()

    assert await engine.poll(job, vendor) == Missing()


def error(code: str, *, retryable: bool) -> dict[str, Any]:
    return {"code": code, "message": f"about {code}", "retryable": retryable}


@pytest.mark.parametrize(
    ("ending", "outcome", "sentence"),
    [
        ((error("source_too_short", retryable=False), None), EngineRefused, "The recording is too short"),
        ((error("a_new_word", retryable=False), None), EngineRefused, "please use another one"),
        ((error("a_new_word", retryable=True), None), EngineFailed, "please try again"),
        ((error("quota_exceeded", retryable=False), None), EngineFailed, "please try again"),
        ((error("internal_error", retryable=True), None), EngineFailed, "please try again"),
        ((None, error("source_too_long", retryable=False)), EngineRefused, "The recording is too long"),
        ((None, error("internal_error", retryable=True)), EngineFailed, "please try again"),
    ],
)
@pytest.mark.parametrize("names_language", [True, False])
async def test_a_dub_that_failed_says_whose_fault_it_was(
    names_language: bool,
    ending: tuple[dict[str, Any] | None, dict[str, Any] | None],
    outcome: type[MediamillError],
    sentence: str,
    engine: ElevenLabsEngine,
    vendor: VendorClient,
    eleven: FakeElevenLabs,
    request_for: MakeRequest,
) -> None:
    eleven.looks, eleven.ending, eleven.names_language = (), ending, names_language
    job = await dub(engine, vendor, request_for)

    with pytest.raises(outcome) as raised:
        await engine.poll(job, vendor)

    assert sentence in str(raised.value)


async def test_a_dub_that_failed_without_a_word_has_failed(
    engine: ElevenLabsEngine, vendor: VendorClient, eleven: FakeElevenLabs, request_for: MakeRequest
) -> None:
    job = await dub(engine, vendor, request_for)
    eleven.script.add("status", Reply(200, {"status": "failed", "error": None}))

    with pytest.raises(EngineFailed):
        await engine.poll(job, vendor)


@pytest.mark.parametrize("outputs", [None, {}, {"lossless_audio": 7}, {"lossless_audio": ""}])
async def test_a_completed_dub_without_a_recording_has_failed_and_is_paid(
    outputs: object, engine: ElevenLabsEngine, vendor: VendorClient, eleven: FakeElevenLabs, request_for: MakeRequest
) -> None:
    request = request_for(DUBBING)
    job = await engine.submit(request, vendor)
    assert isinstance(job, Job)
    eleven.script.add("status", Reply(200, {"status": "completed", "outputs": outputs}))

    with pytest.raises(EngineFailed) as raised:
        await engine.poll(job, vendor)

    estimate = engine.estimate(request)
    assert estimate is not None
    assert raised.value.facts["cost"] == estimate.amount


async def test_a_language_that_cannot_be_had_is_refused_before_anything_is_sent(
    engine: ElevenLabsEngine, vendor: VendorClient, eleven: FakeElevenLabs, request_for: MakeRequest
) -> None:
    with pytest.raises(EngineRefused):
        await engine.submit(request_for(DUBBING, target_lang="vi"), vendor)

    assert eleven.asked == []
