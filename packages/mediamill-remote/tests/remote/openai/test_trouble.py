"""What goes wrong at OpenAI, or at a server like it, at each step, and what becomes of the purchase."""

import asyncio
from typing import Any

import pytest

from mediamill.engines import ForeignUrl, ResultNotFetched, VendorClient
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
)
from mediamill.errors import MediamillError
from mediamill.outbound import Guard
from mediamill_remote.answers import FILE_TOO_LARGE, REFUSED, SAFETY, TEXT_TOO_LONG, TOO_LONG
from mediamill_remote.openai import engine as engine_module
from mediamill_remote.openai.engine import OpenAIEngine, OpenAIOptions
from tests.fakes.faults import ODD_LOOKS, Fault, Reply, Trouble
from tests.fakes.openai import KEY
from tests.remote.conftest import MakeRequest
from tests.remote.openai.conftest import FILM, MOTION, OBJECT, PICTURE, SPEECH, MakeShop, Shop

LATER = 10_000.0  # longer than any work may wait for a place
ODD_SUBMITS: tuple[Trouble, ...] = (
    Fault.LOSE_ANSWER,
    Fault.DROP,
    Fault.BREAK,
    Fault.HTML,
    Fault.NASTY_TEXT,
    Fault.REDIRECT,
    Reply(408, None),
    Reply(200, {}),
    Reply(200, {"data": [], "id": "../../models"}),
    Reply(200, {"data": [{"b64_json": None, "url": 7}], "id": 9}),
)


def error(code: str | None, message: str = "No.", kind: str = "invalid_request_error", param: str = "") -> Any:
    return {"error": {"message": message, "type": kind, "param": param or None, "code": code}}


def fields(field: str, kind: str) -> Any:
    return {"detail": [{"loc": ["body", field], "msg": "No.", "type": kind}]}


async def queued(shop: Shop, request_for: MakeRequest) -> Job:
    job = await shop.engine.submit(request_for(FILM), shop.vendor)
    assert isinstance(job, Job)
    return job


@pytest.mark.parametrize(
    ("trouble", "scope", "seconds"),
    [
        (Fault.BUSY, Scope.KEY, 5),
        (Fault.BUSY_FOR_7, Scope.KEY, 7),
        (Reply(429, error("rate_limit_exceeded"), {"retry-after": f"{LATER}"}), Scope.KEY, 60),
        (Reply(429, {"error": "queue full"}), Scope.KEY, 5),
        (Reply(503, {"detail": "Model is loading"}), Scope.ENGINE, 15),
        (Fault.BAD_KEY, Scope.KEY, 300),
        (Reply(403, None), Scope.KEY, 300),
        (Fault.NO_MONEY, Scope.KEY, 900),
        (Reply(402, None), Scope.KEY, 900),
        (Reply(400, error("billing_hard_limit_reached")), Scope.KEY, 900),
        (Reply(404, error("model_not_found")), Scope.MODEL, 600),
        (Fault.GONE, Scope.MODEL, 600),
        (Reply(405, None), Scope.MODEL, 600),
        (Reply(400, error("unknown_parameter", param="seed")), Scope.MODEL, 600),
        (Reply(400, error(None, "No such size", param="size")), Scope.MODEL, 600),
        (Reply(400, {"detail": "Unsupported model 'x'. Use 'kokoro'."}), Scope.MODEL, 600),
        (Reply(400, {"detail": {"code": "oops", "message": "no model was found"}}), Scope.MODEL, 600),
        (Reply(422, fields("voice", "literal_error")), Scope.MODEL, 600),
        (Reply(422, fields("prompt", "missing")), Scope.MODEL, 600),
    ],
    ids=str,
)
async def test_an_answer_that_makes_nothing_makes_work_wait(
    trouble: Trouble, scope: Scope, seconds: float, shop_for: MakeShop, request_for: MakeRequest
) -> None:
    shop = shop_for(key=KEY)
    shop.fake.script.add("submit", trouble)

    with pytest.raises(EngineUnavailable) as raised:
        await shop.engine.submit(request_for(SPEECH), shop.vendor)

    assert (raised.value.scope, raised.value.retry_after) == (scope, seconds)
    assert len(shop.fake.ledger) == 0
    assert KEY not in str(raised.value)


@pytest.mark.parametrize(
    "words",
    [
        "the selected model does not support these animation inputs; consult its three_d_operations capabilities",
        'unsupported animation parameter "frames"',
        'invalid parameter "frames"',
    ],
)
async def test_a_motion_that_the_servers_model_cannot_be_asked_for_waits(
    words: str, shop_for: MakeShop, request_for: MakeRequest
) -> None:
    shop = shop_for("localai")
    said = {"error": {"code": 400, "message": f"code=400, message={words}", "type": ""}}
    shop.fake.script.add("submit", Reply(400, said))

    with pytest.raises(EngineUnavailable) as raised:
        await shop.engine.submit(request_for(MOTION), shop.vendor)

    assert raised.value.scope is Scope.MODEL
    assert len(shop.fake.ledger) == 0


async def test_a_server_that_makes_no_motions_yet_is_asked_again_later(
    shop_for: MakeShop, request_for: MakeRequest
) -> None:
    shop = shop_for("sglang")
    table = OpenAIEngine(OpenAIOptions(server="localai"))

    with pytest.raises(EngineUnavailable) as raised:
        await table.submit(request_for(MOTION), shop.vendor)

    assert raised.value.scope is Scope.MODEL


@pytest.mark.parametrize("trouble", ODD_SUBMITS, ids=str)
async def test_a_motion_may_have_been_made(trouble: Trouble, shop_for: MakeShop, request_for: MakeRequest) -> None:
    shop = shop_for("localai")
    shop.fake.script.add("submit", trouble)

    with pytest.raises(AnswerLost):
        await shop.engine.submit(request_for(MOTION), shop.vendor)

    assert len(shop.fake.asked) == 1


@pytest.mark.parametrize(
    ("reply", "sentence"),
    [
        (Reply(400, error("moderation_blocked", kind="image_generation_user_error")), SAFETY),
        (Reply(400, error(None, kind="content_policy_violation")), SAFETY),
        (Reply(400, error("flagged_as_nsfw")), SAFETY),
        (Reply(400, error("string_above_max_length", param="input")), TEXT_TOO_LONG),
        (Reply(422, fields("input", "string_too_long")), TEXT_TOO_LONG),
        (Reply(400, error("invalid_value", param="prompt")), REFUSED),
        (Reply(422, fields("prompt", "value_error")), REFUSED),
        (Reply(400, None), REFUSED),
        (Reply(413, None), FILE_TOO_LARGE),
        (Fault.ECHO_KEY, REFUSED),
    ],
    ids=str,
)
async def test_an_input_that_is_not_taken_is_refused_in_a_sentence_of_ours(
    reply: Trouble, sentence: str, shop_for: MakeShop, request_for: MakeRequest
) -> None:
    shop = shop_for(key=KEY)
    shop.fake.script.add("submit", reply)

    with pytest.raises(EngineRefused) as raised:
        await shop.engine.submit(request_for(PICTURE), shop.vendor)

    assert str(raised.value) == sentence


@pytest.mark.parametrize(
    ("name", "trouble"),
    [(name, trouble) for name in (PICTURE, SPEECH, FILM) for trouble in ODD_SUBMITS]
    + [(PICTURE, Fault.CUT_JSON), (FILM, Fault.CUT_JSON)],  # half a recording is found out where it is decoded
    ids=str,
)
async def test_what_may_have_been_made_is_never_called_unmade(
    name: str, trouble: Trouble, shop_for: MakeShop, request_for: MakeRequest
) -> None:
    shop = shop_for("vllm-omni", key=KEY)
    shop.fake.script.add("submit", trouble)

    with pytest.raises(AnswerLost) as raised:
        await shop.engine.submit(request_for(name), shop.vendor)

    assert len([asked for asked in shop.fake.asked if asked.method == "POST"]) == 1
    assert len(str(raised.value)) < 400


async def test_a_server_that_is_not_there_was_sent_nothing(
    shop_for: MakeShop, request_for: MakeRequest, guard: Guard
) -> None:
    engine, nobody = shop_for().engine, VendorClient(guard, base_url="http://127.0.0.1:9")

    with pytest.raises(NotSent):
        await engine.submit(request_for(PICTURE), nobody)
    assert (await engine.check(nobody) or "").startswith("The vendor was not reached")
    await nobody.aclose()


async def test_a_server_of_ones_own_that_takes_too_long_has_failed(
    shop_for: MakeShop, request_for: MakeRequest
) -> None:
    shop = shop_for(timeout_seconds=0.3)
    shop.fake.script.add("submit", Fault.SLOW)

    with pytest.raises(EngineFailed) as raised:
        await shop.engine.submit(request_for(PICTURE), shop.vendor)

    assert str(raised.value) == TOO_LONG


async def test_openai_may_bill_what_took_too_long(
    shop_for: MakeShop, request_for: MakeRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop = shop_for(timeout_seconds=0.3)
    monkeypatch.setattr(engine_module, "OPENAI", "127.0.0.1")
    shop.fake.script.add("submit", Fault.SLOW)

    with pytest.raises(AnswerLost):
        await shop.engine.submit(request_for(PICTURE), shop.vendor)


async def test_a_caller_that_leaves_ends_the_call(shop_for: MakeShop, request_for: MakeRequest) -> None:
    shop = shop_for()
    shop.fake.script.add("submit", Fault.SLOW)
    waiting = asyncio.create_task(shop.engine.submit(request_for(PICTURE), shop.vendor))
    while not shop.fake.asked:  # noqa: ASYNC110 (another thread answers)
        await asyncio.sleep(0.01)

    waiting.cancel()

    with pytest.raises(asyncio.CancelledError):
        await waiting


@pytest.mark.parametrize("odd", ODD_LOOKS, ids=str)
async def test_an_odd_look_is_no_news(odd: Trouble, shop_for: MakeShop, request_for: MakeRequest) -> None:
    shop = shop_for("vllm-omni", key=KEY)
    job = await queued(shop, request_for)
    shop.fake.script.add("status", odd)

    assert isinstance(await shop.engine.poll(job, shop.vendor), Running)
    looks = [await shop.engine.poll(job, shop.vendor) for _ in range(3)]
    assert isinstance(looks[-1], Finished)


async def test_a_job_that_the_server_forgot_is_missing(shop_for: MakeShop, request_for: MakeRequest) -> None:
    shop = shop_for("sglang")
    job = await queued(shop, request_for)
    shop.fake.work.clear()

    assert await shop.engine.poll(job, shop.vendor) == Missing()


@pytest.mark.parametrize(
    ("ending", "outcome"),
    [
        ({"code": "500", "message": "CUDA out of memory"}, EngineFailed),
        ({"message": "x" * 9_000}, EngineFailed),
        ({"code": "moderation_blocked", "message": "No."}, EngineRefused),
        ({"message": "blocked by the safety checker"}, EngineRefused),
    ],
)
async def test_a_job_that_failed_has_a_verdict(
    ending: dict[str, Any], outcome: type[MediamillError], shop_for: MakeShop, request_for: MakeRequest
) -> None:
    shop = shop_for("vllm-omni")
    shop.fake.looks, shop.fake.ending = (), ending
    job = await queued(shop, request_for)

    with pytest.raises(outcome) as raised:
        await shop.engine.poll(job, shop.vendor)

    assert ending["message"] not in str(raised.value)


@pytest.mark.parametrize(
    "trouble", [Fault.GONE, Fault.BREAK, Fault.REDIRECT, Fault.BAD_KEY, Fault.LOSE_ANSWER], ids=str
)
async def test_a_film_that_cannot_be_fetched_now_is_fetched_later(
    trouble: Trouble, shop_for: MakeShop, request_for: MakeRequest
) -> None:
    shop = shop_for("vllm-omni", key=KEY)
    shop.fake.looks = ()
    request = request_for(FILM)
    done, _ = await shop.made(request)
    shop.fake.script.add("file", trouble)

    with pytest.raises(ResultNotFetched):
        await shop.vendor.download(str(done.files[0]), request.folder)
    file = await shop.vendor.download(str(done.files[0]), request.folder)

    assert file.stat().st_size > 0


async def test_a_file_at_somebody_elses_is_not_fetched(shop_for: MakeShop, request_for: MakeRequest) -> None:
    shop = shop_for("localai", key=KEY)
    shop.fake.script.add("submit", Reply(200, {"data": [{"url": "https://files.example.com/x.glb"}]}))
    request = request_for(OBJECT)

    done, _ = await shop.made(request)

    with pytest.raises(ForeignUrl):
        await shop.vendor.download(str(done.files[0]), request.folder)


async def test_a_picture_that_is_too_large_for_a_body_is_refused(
    shop_for: MakeShop, request_for: MakeRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop = shop_for("localai")
    monkeypatch.setattr(engine_module, "FILE_BYTES_MAX", 10)

    with pytest.raises(EngineRefused, match="too large"):
        await shop.engine.submit(request_for(OBJECT), shop.vendor)

    assert shop.fake.asked == []


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        (None, None),
        (Fault.BAD_KEY, "The server does not take the key: Incorrect API key provided."),
        (Fault.BREAK, "The server answered with HTTP 500: Internal Server Error."),
        (Fault.GONE, "The server answered with HTTP 404: Not found."),
    ],
    ids=str,
)
async def test_a_check_says_how_the_server_feels(trouble: Trouble | None, said: str | None, shop_for: MakeShop) -> None:
    shop = shop_for(key=KEY)
    if trouble:
        shop.fake.script.add("account", trouble)

    assert await shop.engine.check(shop.vendor) == said
