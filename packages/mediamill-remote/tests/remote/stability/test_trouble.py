"""Requests to Stability that go wrong: what buys nothing, what is refused, and what may have been bought."""

import json

import pytest

from mediamill.engines import VendorClient
from mediamill.engines.sdk import AnswerLost, EngineFailed, EngineRefused, EngineUnavailable, Finished, Scope
from mediamill_remote.answers import FILE_TOO_LARGE, SAFETY, TEXT_TOO_LONG
from mediamill_remote.stability.engine import StabilityEngine
from mediamill_remote.stability.verdicts import BAD_PICTURE, ENGLISH
from tests.fakes.faults import Fault, Reply
from tests.fakes.stability import KEY, FakeStability
from tests.remote.conftest import MakeRequest
from tests.remote.stability.conftest import CORE, OBJECT


def said(status: int, name: str, *errors: str) -> Reply:
    """An error as the vendor writes them."""
    return Reply(status, {"id": "e0", "name": name, "errors": list(errors)})


@pytest.mark.parametrize(
    ("fault", "scope", "seconds"),
    [
        (Fault.BUSY, Scope.KEY, 60),
        (Fault.BUSY_FOR_7, Scope.KEY, 7),
        (Fault.BAD_KEY, Scope.KEY, 300),
        (said(400, "bad_request", "authorization: invalid or missing header value"), Scope.KEY, 300),
        (said(403, "permission_denied", "The key may not do that"), Scope.KEY, 300),
        (Reply(403, {"message": "Forbidden"}), Scope.KEY, 300),
        (Fault.NO_MONEY, Scope.KEY, 900),
        (said(402, "anything"), Scope.KEY, 900),
        (Fault.GONE, Scope.MODEL, 600),
        (Reply(410, None), Scope.MODEL, 600),
        (said(400, "bad_request", "output_format: must be one of jpeg, png"), Scope.MODEL, 600),
        (said(400, "bad_request", "aspect_ratio: is not allowed"), Scope.MODEL, 600),
    ],
)
async def test_an_answer_that_buys_nothing_makes_work_wait(
    fault: Fault | Reply,
    scope: Scope,
    seconds: float,
    engine: StabilityEngine,
    vendor: VendorClient,
    stability: FakeStability,
    request_for: MakeRequest,
) -> None:
    stability.script.add("submit", fault)

    with pytest.raises(EngineUnavailable) as raised:
        await engine.submit(request_for(CORE, aspect_ratio="1:1"), vendor)

    assert (raised.value.scope, raised.value.retry_after) == (scope, seconds)
    assert len(stability.ledger) == 0


@pytest.mark.parametrize(
    ("reply", "sentence"),
    [
        (said(403, "content_moderation", "Your request was flagged by our content moderation system"), SAFETY),
        (said(422, "invalid_language", "English is the only supported language for this service."), ENGLISH),
        (said(400, "bad_request", "prompt: cannot be longer than 10000 characters"), TEXT_TOO_LONG),
        (said(400, "bad_request", "image: must be at least 64 pixels wide"), BAD_PICTURE),
        (said(413, "payload_too_large", "payloads cannot be larger than 10MiB in size"), FILE_TOO_LARGE),
        (said(422, "unprocessable", "It was rejected"), "The input was not accepted"),
        (Reply(400, ["odd"]), "The input was not accepted"),
        (Fault.ECHO_KEY, "The input was not accepted"),
    ],
)
async def test_what_is_wrong_with_the_input_is_said_to_the_caller(
    reply: Reply | Fault,
    sentence: str,
    engine: StabilityEngine,
    vendor: VendorClient,
    stability: FakeStability,
    request_for: MakeRequest,
) -> None:
    stability.script.add("submit", reply)

    with pytest.raises(EngineRefused) as raised:
        await engine.submit(request_for(OBJECT), vendor)

    assert str(raised.value).startswith(sentence)
    assert "stability" not in str(raised.value).lower()
    assert KEY not in str(raised.value)
    assert "cost" not in raised.value.facts


async def test_a_picture_that_is_filtered_is_refused_and_counts_as_billed(
    engine: StabilityEngine, vendor: VendorClient, stability: FakeStability, request_for: MakeRequest
) -> None:
    stability.finish_reason = "CONTENT_FILTERED"

    with pytest.raises(EngineRefused) as raised:
        await engine.submit(request_for(CORE, aspect_ratio="1:1"), vendor)

    assert raised.value.facts == {"sentence": SAFETY, "cost": stability.ledger.only.price}


async def test_a_picture_that_ends_in_an_error_has_failed(
    engine: StabilityEngine, vendor: VendorClient, stability: FakeStability, request_for: MakeRequest
) -> None:
    stability.finish_reason = "ERROR"

    with pytest.raises(EngineFailed) as raised:
        await engine.submit(request_for(CORE, aspect_ratio="1:1"), vendor)

    assert "cost" not in raised.value.facts


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
        Reply(200, {"finish_reason": "SUCCESS", "image": "iVBOR"}),
        Reply(202, {"id": "x"}),
        Reply(503, {"name": "service_unavailable", "errors": ["later"]}),
        said(409, "conflict", "odd"),
    ],
)
async def test_an_answer_that_proves_nothing_may_have_bought(
    fault: Fault | Reply,
    engine: StabilityEngine,
    vendor: VendorClient,
    stability: FakeStability,
    request_for: MakeRequest,
) -> None:
    request = request_for(CORE, aspect_ratio="1:1")
    stability.script.add("submit", fault)

    if fault is Fault.CUT_JSON:  # half of a picture is found out when it is read
        assert isinstance(await engine.submit(request, vendor), Finished)
    else:
        with pytest.raises(AnswerLost):
            await engine.submit(request, vendor)

    assert sum(1 for asked in stability.asked if asked.method == "POST") == 1


async def test_a_picture_that_is_none_is_no_object(
    engine: StabilityEngine, vendor: VendorClient, stability: FakeStability, request_for: MakeRequest
) -> None:
    stability.script.add("submit", Fault.WRONG_TYPE)

    with pytest.raises(AnswerLost, match="no result"):
        await engine.submit(request_for(OBJECT), vendor)


async def test_a_file_that_is_missing_is_no_request(
    engine: StabilityEngine, vendor: VendorClient, stability: FakeStability, request_for: MakeRequest
) -> None:
    request = request_for(OBJECT)
    request.files.clear()  # type: ignore[attr-defined]

    with pytest.raises(EngineFailed):
        await engine.submit(request, vendor)

    assert stability.asked == []


async def test_a_lost_answer_cannot_be_looked_for(engine: StabilityEngine) -> None:
    assert not any(engine.has_history(tool, model) for tool, model in engine.models)


async def test_no_error_shows_the_key(
    engine: StabilityEngine, vendor: VendorClient, stability: FakeStability, request_for: MakeRequest
) -> None:
    stability.script.add("submit", said(401, "unauthorized", f"Bearer {KEY} is no key"))

    with pytest.raises(EngineUnavailable) as raised:
        await engine.submit(request_for(CORE, aspect_ratio="1:1"), vendor)

    assert KEY not in f"{raised.value} {json.dumps(raised.value.facts, default=str)}"
