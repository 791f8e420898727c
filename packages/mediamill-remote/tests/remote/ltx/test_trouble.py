"""Films by LTX that go wrong: what proves that nothing was bought, and what may have been bought all the same."""

import pytest

from mediamill.engines import VendorClient
from mediamill.engines.sdk import AnswerLost, EngineRefused, EngineUnavailable, Scope
from mediamill.errors import MediamillError
from mediamill_remote.ltx.engine import LtxEngine
from tests.fakes.faults import Fault, Reply
from tests.fakes.ltx import KEY, FakeLtx, error_body
from tests.remote.conftest import MakeRequest


@pytest.mark.parametrize(
    ("trouble", "scope", "seconds"),
    [
        (Fault.BUSY, Scope.KEY, 10),
        (Fault.BUSY_FOR_7, Scope.KEY, 7),
        (Reply(429, error_body("rate_limit_error", "later"), {"Retry-After": "900"}), Scope.KEY, 60),
        (Reply(429, None), Scope.KEY, 10),
        (Fault.BAD_KEY, Scope.KEY, 300),
        (Reply(403, error_body("permission_error", "no")), Scope.KEY, 300),
        (Reply(401, None), Scope.KEY, 300),
        (Fault.NO_MONEY, Scope.KEY, 900),
        (Reply(402, None), Scope.KEY, 900),
        (Fault.GONE, Scope.MODEL, 600),
        (Reply(400, error_body("invalid_request_error", "model is not one of these")), Scope.MODEL, 600),
        (Reply(405, None), Scope.MODEL, 600),
        (Fault.ECHO_KEY, Scope.MODEL, 600),
        (Reply(529, error_body("overloaded_error", "Overloaded")), Scope.ENGINE, 15),
        (Reply(529, error_body("overloaded_error", "Overloaded"), {"Retry-After": "20"}), Scope.ENGINE, 20),
    ],
)
async def test_an_answer_that_buys_nothing_makes_work_wait(
    trouble: Fault | Reply,
    scope: Scope,
    seconds: float,
    engine: LtxEngine,
    vendor: VendorClient,
    ltx: FakeLtx,
    film_of: MakeRequest,
) -> None:
    ltx.script.add("submit", trouble)

    with pytest.raises(EngineUnavailable) as raised:
        await engine.submit(film_of(), vendor)

    assert (raised.value.scope, raised.value.retry_after) == (scope, seconds)
    assert KEY not in f"{raised.value} {raised.value.facts}"
    assert len(ltx.ledger) == 0


@pytest.mark.parametrize(
    ("reply", "sentence"),
    [
        (Reply(422, error_body("content_filtered_error", "no")), "declined by the safety check"),
        (Reply(422, error_body("a_new_word", "no")), "declined by the safety check"),
        (Reply(400, error_body("content_filtered_error", "no")), "declined by the safety check"),
        (Reply(400, error_body("invalid_request_error", "prompt is not valid")), "The input was not accepted"),
        (Reply(413, error_body("request_too_large", "no")), "The text is too long"),
    ],
)
async def test_what_is_wrong_with_a_description_is_said_to_the_caller(
    reply: Reply, sentence: str, engine: LtxEngine, vendor: VendorClient, ltx: FakeLtx, film_of: MakeRequest
) -> None:
    ltx.script.add("submit", reply)

    with pytest.raises(EngineRefused) as raised:
        await engine.submit(film_of(), vendor)

    assert sentence in str(raised.value)
    assert "ltx" not in str(raised.value).lower()


@pytest.mark.parametrize(
    "fault",
    [
        Fault.LOSE_ANSWER,
        Fault.DROP,
        Fault.BREAK,
        Fault.HTML,
        Fault.NASTY_TEXT,
        Reply(200, {"video_url": "https://example.com/x.mp4"}),
        Reply(202, {"id": "job_1"}),
        Reply(408, None),
        Reply(500, error_body("api_error", "oops")),
        Reply(503, error_body("service_unavailable", "oops")),
        Reply(504, None),
        Reply(529, None),
    ],
)
async def test_an_answer_that_proves_nothing_may_have_bought(
    fault: Fault | Reply, engine: LtxEngine, vendor: VendorClient, ltx: FakeLtx, film_of: MakeRequest
) -> None:
    ltx.script.add("submit", fault)

    with pytest.raises(AnswerLost):
        await engine.submit(film_of(), vendor)

    assert len(ltx.asked) == 1


async def test_a_redirect_is_not_followed(
    engine: LtxEngine, vendor: VendorClient, ltx: FakeLtx, film_of: MakeRequest
) -> None:
    ltx.script.add("submit", Fault.REDIRECT)

    with pytest.raises(MediamillError):
        await engine.submit(film_of(), vendor)

    assert len(ltx.asked) == 1


@pytest.mark.parametrize(
    ("trouble", "sentence"),
    [
        (Fault.NO_MONEY, "LTX wants money: Insufficient funds. Required: 120 credits."),
        (Fault.HTML, "LTX answered with HTTP 200."),
        (Fault.BREAK, "LTX answered with HTTP 500."),
        (Fault.LOSE_ANSWER, "The vendor's answer was lost"),
    ],
)
async def test_what_is_wrong_with_a_key_is_said(
    trouble: Fault, sentence: str, engine: LtxEngine, vendor: VendorClient, ltx: FakeLtx
) -> None:
    ltx.script.add("account", trouble)

    said = await engine.check(vendor)

    assert said is not None
    assert said.startswith(sentence)
