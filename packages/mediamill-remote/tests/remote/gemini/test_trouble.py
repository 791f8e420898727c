"""Pictures by Gemini that go wrong: answers without one, errors, and what may have been bought all the same."""

from collections.abc import Mapping
from typing import Any

import pytest

from mediamill.engines import VendorClient
from mediamill.engines.sdk import AnswerLost, EngineFailed, EngineRefused, EngineUnavailable, Finished, Scope
from mediamill.errors import MediamillError
from mediamill_remote.gemini.engine import GeminiEngine
from mediamill_remote.gemini.verdicts import BLOCKS, FINISHES, Ending, Reason
from tests.fakes.faults import Fault, Reply
from tests.fakes.gemini import KEY, RPC, FakeGemini, error_body
from tests.remote.conftest import MakeRequest
from tests.remote.gemini.conftest import PICTURE

INPUT_RATE = 0.5  # millionths of a dollar for a token of the description
ERRORS: Mapping[Ending, type[MediamillError]] = {
    Ending.REFUSED: EngineRefused,
    Ending.FAILED: EngineFailed,
    Ending.CLOSED: EngineUnavailable,
}


def quota(*ids: str, delay: str = "22s") -> dict[str, Any]:
    violations = [{"quotaMetric": "generate_requests", "quotaId": one} for one in ids]
    details = (
        {"@type": f"{RPC}QuotaFailure", "violations": violations},
        {"@type": f"{RPC}RetryInfo", "retryDelay": delay},
    )
    return error_body(429, "RESOURCE_EXHAUSTED", "You exceeded your current quota.", *details)


def reasoned(code: int, status: str, reason: str) -> Reply:
    detail = {"@type": f"{RPC}ErrorInfo", "reason": reason, "domain": "googleapis.com"}
    return Reply(code, error_body(code, status, f"about {reason}", detail))


def of_fields(*fields: str) -> Reply:
    detail = {"@type": f"{RPC}BadRequest", "fieldViolations": [{"field": one, "description": "no"} for one in fields]}
    return Reply(400, error_body(400, "INVALID_ARGUMENT", "Request contains an invalid argument.", detail))


@pytest.mark.parametrize(("word", "reason"), BLOCKS.items())
async def test_a_description_that_is_blocked_is_refused(
    word: str,
    reason: Reason,
    engine: GeminiEngine,
    vendor: VendorClient,
    gemini: FakeGemini,
    request_for: MakeRequest,
) -> None:
    gemini.block = word

    with pytest.raises(EngineRefused) as raised:
        await engine.submit(request_for(PICTURE, prompt="x" * 400), vendor)

    assert str(raised.value) == reason.sentence
    assert raised.value.facts["cost"] == round(101 * INPUT_RATE + 0.5)


@pytest.mark.parametrize(("word", "reason"), FINISHES.items())
async def test_an_answer_without_a_picture_says_whom_it_concerns(
    word: str,
    reason: Reason,
    engine: GeminiEngine,
    vendor: VendorClient,
    gemini: FakeGemini,
    request_for: MakeRequest,
) -> None:
    gemini.finish, gemini.words = word, "I would rather talk."

    with pytest.raises(ERRORS[reason.ending]) as raised:
        await engine.submit(request_for(PICTURE), vendor)

    if reason.ending is not Ending.CLOSED:
        assert str(raised.value) == reason.sentence
        assert raised.value.facts["cost"] in range(1, 100)
    assert "I would rather talk" not in str(raised.value)


async def test_a_picture_counts_whatever_word_stands_beside_it(
    engine: GeminiEngine, vendor: VendorClient, gemini: FakeGemini, request_for: MakeRequest
) -> None:
    part = {"inlineData": {"mimeType": "image/jpeg", "data": "/9j/4AAQ"}}
    told = {"candidates": [{"content": {"parts": [{"text": "Here."}, part]}, "finishReason": "MAX_TOKENS"}]}
    gemini.script.add("submit", Reply(200, told))

    done = await engine.submit(request_for(PICTURE), vendor)

    assert isinstance(done, Finished)
    assert done.files == ("data:image/jpeg;base64,/9j/4AAQ",)
    assert done.cost is None


@pytest.mark.parametrize(
    ("told", "error", "sentence"),
    [
        ({"promptFeedback": {"blockReason": "A_NEW_WORD"}}, EngineRefused, "declined by the safety check"),
        ({"candidates": [{"finishReason": "A_NEW_WORD"}]}, EngineFailed, "could not be made"),
        ({"candidates": []}, EngineFailed, "could not be made"),
        ({"candidates": [{"content": None, "finishReason": None}]}, EngineFailed, "could not be made"),
        ({"candidates": {"0": 1}, "usageMetadata": {"promptTokenCount": -1}}, EngineFailed, "could not be made"),
        (
            {"candidates": [{"content": {"parts": [{"inlineData": {"mimeType": "text/html", "data": "PGI+"}}]}}]},
            EngineFailed,
            "could not be made",
        ),
        (
            {"candidates": [{"content": {"parts": ["x", {"inlineData": {"mimeType": 7}}]}, "finishReason": "STOP"}]},
            EngineFailed,
            "please say what the picture shows",
        ),
    ],
)
async def test_words_and_shapes_that_nobody_knows_end_the_try(
    told: object,
    error: type[MediamillError],
    sentence: str,
    engine: GeminiEngine,
    vendor: VendorClient,
    gemini: FakeGemini,
    request_for: MakeRequest,
) -> None:
    gemini.script.add("submit", Reply(200, told))

    with pytest.raises(error) as raised:
        await engine.submit(request_for(PICTURE), vendor)

    assert sentence in str(raised.value)
    assert "cost" not in raised.value.facts


@pytest.mark.parametrize("count", [10**9, True, "12", 1.5])
async def test_a_bill_that_makes_no_sense_leaves_the_estimate(
    count: object, engine: GeminiEngine, vendor: VendorClient, gemini: FakeGemini, request_for: MakeRequest
) -> None:
    part = {"inlineData": {"mimeType": "image/png", "data": "iVBORw0K"}}
    usage = {"promptTokenCount": 1, "candidatesTokenCount": count}
    told = {"candidates": [{"content": {"parts": [part]}}], "usageMetadata": usage}
    gemini.script.add("submit", Reply(200, told))

    done = await engine.submit(request_for(PICTURE), vendor)

    assert isinstance(done, Finished)
    assert done.cost is None


async def test_more_than_ten_times_the_estimate_is_another_unit(
    engine: GeminiEngine, vendor: VendorClient, gemini: FakeGemini, request_for: MakeRequest
) -> None:
    part = {"inlineData": {"mimeType": "image/png", "data": "iVBORw0K"}}
    usage = {"promptTokenCount": 1, "candidatesTokenCount": 1_000_000}
    told = {"candidates": [{"content": {"parts": [part]}}], "usageMetadata": usage}
    gemini.script.add("submit", Reply(200, told))

    done = await engine.submit(request_for(PICTURE), vendor)

    assert isinstance(done, Finished)
    assert done.cost is None


@pytest.mark.parametrize(
    ("trouble", "scope", "seconds"),
    [
        (Fault.BUSY, Scope.KEY, 10),
        (Fault.BUSY_FOR_7, Scope.KEY, 7),
        (Reply(429, quota("GenerateRequestsPerMinutePerProjectPerModel", delay="22s")), Scope.KEY, 22),
        (Reply(429, quota("GenerateRequestsPerMinutePerProjectPerModel", delay="900s")), Scope.KEY, 60),
        (Reply(429, quota("GenerateRequestsPerMinutePerProjectPerModel", delay="soon")), Scope.KEY, 10),
        (Reply(429, quota("GenerateRequestsPerDayPerProjectPerModel-FreeTier")), Scope.KEY, 900),
        (Reply(429, error_body(429, "RESOURCE_EXHAUSTED", "* Quota exceeded, limit: 0, model: x")), Scope.KEY, 900),
        (reasoned(429, "RESOURCE_EXHAUSTED", "MODEL_CAPACITY_EXHAUSTED"), Scope.ENGINE, 15),
        (Reply(429, None), Scope.KEY, 10),
        (Fault.BAD_KEY, Scope.KEY, 300),
        (reasoned(400, "INVALID_ARGUMENT", "API_KEY_EXPIRED"), Scope.KEY, 300),
        (reasoned(403, "PERMISSION_DENIED", "API_KEY_SERVICE_BLOCKED"), Scope.KEY, 300),
        (reasoned(403, "PERMISSION_DENIED", "SERVICE_DISABLED"), Scope.KEY, 300),
        (reasoned(403, "PERMISSION_DENIED", "BILLING_DISABLED"), Scope.KEY, 900),
        (Reply(401, error_body(401, "UNAUTHENTICATED", "no")), Scope.KEY, 300),
        (Fault.NO_MONEY, Scope.KEY, 900),
        (Reply(400, error_body(400, "FAILED_PRECONDITION", "User location is not supported")), Scope.KEY, 900),
        (Fault.GONE, Scope.MODEL, 600),
        (of_fields("generation_config.image_config.image_size"), Scope.MODEL, 600),
        (of_fields("contents", "generation_config"), Scope.MODEL, 600),
        (Reply(400, [error_body(400, "INVALID_ARGUMENT", "no such field")]), Scope.MODEL, 600),
        (Reply(405, None), Scope.MODEL, 600),
        (Fault.ECHO_KEY, Scope.MODEL, 600),
        (Reply(500, error_body(500, "INTERNAL", "An internal error has occurred.")), Scope.ENGINE, 15),
        (Reply(503, error_body(503, "UNAVAILABLE", "The model is overloaded.")), Scope.ENGINE, 15),
        (Reply(503, error_body(503, "UNAVAILABLE", "Overloaded."), {"Retry-After": "30"}), Scope.ENGINE, 30),
    ],
)
async def test_an_answer_that_buys_nothing_makes_work_wait(
    trouble: Fault | Reply,
    scope: Scope,
    seconds: float,
    engine: GeminiEngine,
    vendor: VendorClient,
    gemini: FakeGemini,
    request_for: MakeRequest,
) -> None:
    gemini.script.add("submit", trouble)

    with pytest.raises(EngineUnavailable) as raised:
        await engine.submit(request_for(PICTURE), vendor)

    assert (raised.value.scope, raised.value.retry_after) == (scope, seconds)
    assert KEY not in f"{raised.value} {raised.value.facts}"
    assert len(gemini.ledger) == 0


@pytest.mark.parametrize(
    "reply",
    [
        of_fields("contents"),
        of_fields("contents[0].parts[0].text"),
        Reply(400, error_body(400, "INVALID_ARGUMENT", "* GenerateContentRequest.contents[0].parts[0].data: required")),
        Reply(413, None),
    ],
)
async def test_a_description_that_is_not_taken_is_the_callers(
    reply: Reply, engine: GeminiEngine, vendor: VendorClient, gemini: FakeGemini, request_for: MakeRequest
) -> None:
    gemini.script.add("submit", reply)

    with pytest.raises(EngineRefused) as raised:
        await engine.submit(request_for(PICTURE), vendor)

    assert str(raised.value) == "The input was not accepted; please change it and try again."


@pytest.mark.parametrize(
    "fault",
    [
        Fault.LOSE_ANSWER,
        Fault.DROP,
        Fault.BREAK,
        Fault.HTML,
        Fault.CUT_JSON,
        Fault.NASTY_TEXT,
        Reply(200, {}),
        Reply(200, ["candidates"]),
        Reply(202, {"candidates": []}),
        Reply(408, None),
        Reply(500, {"error": {"status": "UNAVAILABLE"}}),
        Reply(502, None),
        Reply(504, error_body(504, "DEADLINE_EXCEEDED", "The request took too long.")),
    ],
)
async def test_an_answer_that_proves_nothing_may_have_bought(
    fault: Fault | Reply,
    engine: GeminiEngine,
    vendor: VendorClient,
    gemini: FakeGemini,
    request_for: MakeRequest,
) -> None:
    gemini.script.add("submit", fault)

    with pytest.raises(AnswerLost):
        await engine.submit(request_for(PICTURE), vendor)

    assert len(gemini.asked) == 1


async def test_a_redirect_is_not_followed(
    engine: GeminiEngine, vendor: VendorClient, gemini: FakeGemini, request_for: MakeRequest
) -> None:
    gemini.script.add("submit", Fault.REDIRECT)

    with pytest.raises(MediamillError):
        await engine.submit(request_for(PICTURE), vendor)

    assert len(gemini.asked) == 1


@pytest.mark.parametrize(
    ("trouble", "sentence"),
    [
        (
            Fault.GONE,
            "Gemini does not take the request to gemini-3.1-flash-image: models/x is not found for API version",
        ),
        (Fault.NO_MONEY, "Gemini wants money: Your prepayment credits are depleted."),
        (Fault.HTML, None),
        (Fault.BREAK, "Gemini answered with HTTP 500."),
        (Fault.LOSE_ANSWER, "The vendor's answer was lost"),
    ],
)
async def test_what_is_wrong_with_a_key_or_a_model_is_said(
    trouble: Fault, sentence: str | None, engine: GeminiEngine, vendor: VendorClient, gemini: FakeGemini
) -> None:
    gemini.script.add("account", trouble)

    said = await engine.check(vendor)

    assert (said is None) if sentence is None else (said is not None and said.startswith(sentence))
    assert len(gemini.ledger) == 0
