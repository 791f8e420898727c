"""Jobs at Tencent that go wrong: what buys nothing, what ends a job, and what is no news."""

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
from mediamill_remote.tencent.engine import FILE_BYTES_MAX, TencentEngine
from mediamill_remote.tencent.verdicts import Meaning, TencentError
from tests.fakes.faults import ODD_LOOKS, Fault, Reply
from tests.fakes.tencent import CREDIT, KEY, FakeTencent
from tests.remote.conftest import MakeRequest

TEXT, PICTURE = "text-to-3d/alpha3d-v3", "image-to-3d-object/alpha3d-v21"
PRO = "SubmitHunyuanTo3DProJob"
ID, _, SECRET = KEY.partition(":")


def error(code: object, message: object = "It failed.", status: int = 200) -> Reply:
    return Reply(status, {"Response": {"Error": {"Code": code, "Message": message}, "RequestId": "r"}})


async def submitted(engine: TencentEngine, vendor: VendorClient, request_for: MakeRequest) -> Job:
    job = await engine.submit(request_for(TEXT), vendor)
    assert isinstance(job, Job)
    return job


@pytest.mark.parametrize(
    ("trouble", "scope", "seconds"),
    [
        (Fault.BUSY, Scope.KEY, 10),
        (Fault.BUSY_FOR_7, Scope.KEY, 7),
        (error("LimitExceeded"), Scope.KEY, 10),
        (Fault.BAD_KEY, Scope.KEY, 300),
        (error("AuthFailure.SignatureFailure"), Scope.KEY, 300),
        (error("UnauthorizedOperation.CamNoAuth"), Scope.KEY, 300),
        (error("AuthFailure.SignatureExpire"), Scope.ENGINE, 300),
        (Fault.NO_MONEY, Scope.KEY, 900),
        (error("ResourceUnavailable.InArrears"), Scope.KEY, 900),
        (error("FailedOperation.ServiceNotActivated"), Scope.MODEL, 600),
        (error("UnsupportedRegion"), Scope.MODEL, 600),
        (error("ResourceUnavailable.InterfaceNotExist"), Scope.MODEL, 600),
        (error("UnknownParameter"), Scope.MODEL, 600),
        (error("InvalidAction", status=400), Scope.MODEL, 600),
        (Fault.GONE, Scope.MODEL, 600),
    ],
)
async def test_an_answer_that_buys_nothing_makes_work_wait(
    trouble: Fault | Reply,
    scope: Scope,
    seconds: float,
    engine: TencentEngine,
    vendor: VendorClient,
    tencent: FakeTencent,
    request_for: MakeRequest,
) -> None:
    tencent.script.add("submit", trouble)

    with pytest.raises(EngineUnavailable) as raised:
        await engine.submit(request_for(TEXT), vendor)

    assert (raised.value.scope, raised.value.retry_after) == (scope, seconds)
    assert len(tencent.ledger) == 0


@pytest.mark.parametrize(
    ("trouble", "sentence"),
    [
        (error("InvalidParameterValue"), "The input was not accepted; please change it"),
        (error("InvalidParameter.ImageBase64Empty"), "The input was not accepted; please change it"),
        (error("FailedOperation.ImageResolutionExceed"), "The input was not accepted; please change it"),
        (error("InvalidParameterValue.TextLengthExceed"), "The text is too long; please shorten it."),
        (error("RequestSizeLimitExceeded"), "The file is too large; please use a smaller one."),
        (error("OperationDenied.TextIllegalDetected"), "The request was declined by the safety check"),
        (error("OperationDenied.ImageIllegalDetected"), "The request was declined by the safety check"),
        (Fault.ECHO_KEY, "The input was not accepted"),
    ],
)
async def test_what_is_wrong_with_the_input_is_said_to_the_caller(
    trouble: Reply | Fault,
    sentence: str,
    engine: TencentEngine,
    vendor: VendorClient,
    tencent: FakeTencent,
    request_for: MakeRequest,
) -> None:
    tencent.script.add("submit", trouble)

    with pytest.raises(EngineRefused) as raised:
        await engine.submit(request_for(TEXT), vendor)

    assert str(raised.value).startswith(sentence)
    assert "tencent" not in str(raised.value).lower()
    assert len(tencent.ledger) == 0


async def test_a_picture_that_is_too_large_is_not_sent(
    engine: TencentEngine, vendor: VendorClient, tencent: FakeTencent, request_for: MakeRequest
) -> None:
    request = request_for(PICTURE)
    with request.files["image_url"].open("r+b") as file:
        file.truncate(FILE_BYTES_MAX + 1)

    with pytest.raises(EngineRefused, match="too large"):
        await engine.submit(request, vendor)

    assert tencent.asked == []


@pytest.mark.parametrize(
    "trouble",
    [
        Fault.LOSE_ANSWER,
        Fault.BREAK,
        Fault.HTML,
        Fault.CUT_JSON,
        Fault.NASTY_TEXT,
        error("InternalError"),
        error("FailedOperation.ServerError"),
        error("RequestTimeout"),
        error("Whatever.Else"),
        error("InvalidParameter", status=502),  # whose answer it is, nobody knows
        error(7),
        Reply(200, {"Response": {"Error": None}}),
        Reply(200, {"Response": {"JobId": "../../x"}}),
        Reply(200, {"Response": {"JobId": 7}}),
        Reply(200, {"Response": {"JobId": ""}}),
        Reply(200, ["JobId"]),
    ],
)
async def test_an_answer_that_proves_nothing_may_have_bought(
    trouble: Fault | Reply,
    engine: TencentEngine,
    vendor: VendorClient,
    tencent: FakeTencent,
    request_for: MakeRequest,
) -> None:
    tencent.script.add("submit", trouble)

    with pytest.raises(AnswerLost):
        await engine.submit(request_for(TEXT), vendor)

    assert len(tencent.asked) == 1


@pytest.mark.parametrize(
    "trouble",
    [
        *ODD_LOOKS,
        error("InternalError"),
        error("AuthFailure.SignatureExpire"),
        error("RequestLimitExceeded"),
        Reply(200, {"Response": None}),
        Reply(200, {"Response": {"Status": ["DONE"]}}),
        Reply(200, {"Status": "FAIL"}),
        Reply(500, {"Response": {"Status": "FAIL"}}),
    ],
)
async def test_an_odd_look_is_no_news(
    trouble: Fault | Reply,
    engine: TencentEngine,
    vendor: VendorClient,
    tencent: FakeTencent,
    request_for: MakeRequest,
) -> None:
    job = await submitted(engine, vendor, request_for)
    tencent.script.add("status", trouble)

    odd = await engine.poll(job, vendor)
    looks = [await engine.poll(job, vendor) for _ in range(3)]

    assert isinstance(odd, Running)
    assert isinstance(looks[-1], Finished)


async def test_a_busy_look_says_when_to_look_again(
    engine: TencentEngine, vendor: VendorClient, tencent: FakeTencent, request_for: MakeRequest
) -> None:
    job = await submitted(engine, vendor, request_for)
    tencent.script.add("status", Fault.BUSY_FOR_7)

    assert await engine.poll(job, vendor) == Running(look_in=7.0)


async def test_a_job_that_nobody_knows_is_missing(
    engine: TencentEngine, vendor: VendorClient, tencent: FakeTencent, request_for: MakeRequest
) -> None:
    job = await submitted(engine, vendor, request_for)
    tencent.forgotten.add(tencent.ledger.only.id)
    unknown = await engine.poll(job, vendor)
    tencent.script.add("status", Fault.GONE, error("ResourceNotFound.Job"))

    assert [unknown, await engine.poll(job, vendor), await engine.poll(job, vendor)] == [Missing()] * 3


@pytest.mark.parametrize(
    ("ending", "outcome", "cost"),
    [
        ({"Status": "FAIL", "ErrorCode": "FailedOperation.ServerError"}, EngineFailed, 20 * CREDIT),
        ({"Status": "FAIL", "ErrorCode": None, "ResultCreditConsumed": None}, EngineFailed, None),
        ({"Status": "FAIL", "ErrorCode": "InternalError", "ResultCreditConsumed": 0}, EngineFailed, 0),
        ({"Status": "FAIL", "ErrorCode": "OperationDenied.TextIllegalDetected"}, EngineRefused, 20 * CREDIT),
        ({"Status": "FAIL", "ErrorCode": "InvalidParameterValue"}, EngineRefused, 20 * CREDIT),
        ({"Status": "FAIL", "ErrorCode": "AuthFailure", "ResultCreditConsumed": True}, EngineFailed, None),
        ({"Status": "FAIL", "ErrorCode": {"a": 1}, "ResultCreditConsumed": -1}, EngineFailed, None),
        ({"ResultFile3Ds": [], "ResultCreditConsumed": 1e300}, EngineFailed, None),
        ({"ResultFile3Ds": None}, EngineFailed, 20 * CREDIT),
        ({"ResultFile3Ds": [{"Type": "OBJ", "Url": "https://x.example/x.zip"}]}, EngineFailed, 20 * CREDIT),
        ({"ResultFile3Ds": ["GLB", {"Type": "GLB"}, {"Type": "GLB", "Url": ""}]}, EngineFailed, 20 * CREDIT),
    ],
)
async def test_a_job_that_is_over_without_a_file_has_failed(
    ending: dict[str, Any],
    outcome: type[MediamillError],
    cost: int | None,
    engine: TencentEngine,
    vendor: VendorClient,
    tencent: FakeTencent,
    request_for: MakeRequest,
) -> None:
    tencent.looks, tencent.endings[PRO] = (), ending
    job = await submitted(engine, vendor, request_for)

    with pytest.raises(outcome) as raised:
        await engine.poll(job, vendor)

    assert raised.value.facts.get("cost") == cost


async def test_neither_half_of_the_key_is_shown(
    engine: TencentEngine, vendor: VendorClient, tencent: FakeTencent, request_for: MakeRequest
) -> None:
    shown = []
    for code in ("AuthFailure.SecretIdNotFound", "InternalError", f"Whatever.{SECRET}"):
        tencent.script.add("submit", error(code, f"{ID} and {SECRET} are wrong"))
        with pytest.raises((EngineUnavailable, AnswerLost)) as refused:
            await engine.submit(request_for(TEXT), vendor)
        shown.append(f"{refused.value} {refused.value.facts}")
    tencent.script.add("status", error("AuthFailure", KEY))
    shown += [str(await engine.check(vendor))]
    job = await submitted(engine, vendor, request_for)

    everything = f"{shown} {json.dumps(dict(job.handle))}"
    assert "[key]" in everything
    assert not any(half in everything for half in (ID, SECRET))


@pytest.mark.parametrize(
    ("code", "meaning"),
    [
        ("LimitExceeded.TooLargeFileError", Meaning.TOO_LARGE),
        ("LimitExceeded.Else", Meaning.BUSY),
        ("AuthFailure.SignatureExpire.Else", Meaning.CLOCK),
        ("AuthFailureElse", Meaning.UNKNOWN),
        ("FailedOperation", Meaning.UNKNOWN),
        (".", Meaning.UNKNOWN),
        ("", Meaning.UNKNOWN),
    ],
)
def test_a_code_means_what_its_beginning_means(code: str, meaning: Meaning) -> None:
    assert TencentError(code, "").meaning is meaning
