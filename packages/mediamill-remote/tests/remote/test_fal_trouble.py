"""Jobs at fal that go wrong: what proves that nothing was bought, what ends a job, and what is no news."""

import json
from collections.abc import Mapping
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
from mediamill_remote.fal.engine import FalEngine, FalOptions
from tests.fakes.fal import KEY, FakeFal
from tests.fakes.faults import ODD_LOOKS, Fault, Reply
from tests.fakes.media import silence
from tests.remote.conftest import MakeRequest

NANO = "create-image/nano-banana"
ENDPOINT = "fal-ai/nano-banana"


def flagged(kind: str) -> Mapping[str, Any]:
    return {"detail": [{"loc": ["body", "prompt"], "msg": "no", "type": kind}]}


async def submitted(engine: FalEngine, vendor: VendorClient, request_for: MakeRequest) -> Job:
    job = await engine.submit(request_for(NANO), vendor)
    assert isinstance(job, Job)
    return job


@pytest.mark.parametrize(
    ("fault", "scope", "seconds"),
    [
        (Fault.BUSY, Scope.KEY, 5),
        (Fault.BUSY_FOR_7, Scope.KEY, 7),
        (Fault.BAD_KEY, Scope.KEY, 300),
        (Fault.NO_MONEY, Scope.KEY, 900),
        (Fault.GONE, Scope.MODEL, 600),
        (Reply(402, {"detail": "Payment required"}), Scope.KEY, 900),
        (Reply(422, flagged("missing")), Scope.MODEL, 600),
        (Reply(422, flagged("internal_server_error"), {"X-Fal-Retryable": "true"}), Scope.MODEL, 5),
        (Fault.ECHO_KEY, Scope.MODEL, 600),
    ],
)
async def test_an_answer_that_buys_nothing_makes_work_wait(
    fault: Fault | Reply,
    scope: Scope,
    seconds: float,
    engine: FalEngine,
    vendor: VendorClient,
    fal: FakeFal,
    request_for: MakeRequest,
) -> None:
    fal.script.add("submit", fault)

    with pytest.raises(EngineUnavailable) as raised:
        await engine.submit(request_for(NANO), vendor)

    assert (raised.value.scope, raised.value.retry_after) == (scope, seconds)
    assert KEY not in str(raised.value)
    assert len(fal.ledger) == 0


@pytest.mark.parametrize(
    ("reply", "sentence"),
    [
        (Reply(422, flagged("content_policy_violation")), "The request was declined by the safety check; please"),
        (Reply(400, flagged("string_too_long")), "The text is too long; please shorten it."),
        (Reply(422, flagged("value_error.number.not_le")), "The input was not accepted; please change it"),
        (Reply(422, {"detail": "something new"}), "The input was not accepted; please change it"),
        (Reply(413, None), "The file is too large; please use a smaller one."),
    ],
)
async def test_what_is_wrong_with_the_input_is_said_to_the_caller(
    reply: Reply, sentence: str, engine: FalEngine, vendor: VendorClient, fal: FakeFal, request_for: MakeRequest
) -> None:
    fal.script.add("submit", reply)

    with pytest.raises(EngineRefused) as raised:
        await engine.submit(request_for(NANO), vendor)

    assert str(raised.value).startswith(sentence)
    assert "fal" not in str(raised.value).lower().split()


@pytest.mark.parametrize(
    "fault",
    [
        Fault.LOSE_ANSWER,
        Fault.BREAK,
        Fault.HTML,
        Fault.CUT_JSON,
        Fault.NASTY_TEXT,
        Reply(200, {"request_id": "../../x"}),
    ],
)
async def test_an_answer_that_proves_nothing_may_have_bought(
    fault: Fault | Reply, engine: FalEngine, vendor: VendorClient, fal: FakeFal, request_for: MakeRequest
) -> None:
    fal.script.add("submit", fault)

    with pytest.raises(AnswerLost):
        await engine.submit(request_for(NANO), vendor)

    assert sum(1 for asked in fal.asked if asked.method == "POST") == 1


async def test_a_redirect_is_not_followed(
    engine: FalEngine, vendor: VendorClient, fal: FakeFal, request_for: MakeRequest
) -> None:
    fal.script.add("submit", Fault.REDIRECT)

    with pytest.raises(MediamillError):
        await engine.submit(request_for(NANO), vendor)

    assert len(fal.asked) == 1


@pytest.mark.parametrize(
    "fault",
    [
        *ODD_LOOKS,
        Reply(200, ["COMPLETED"]),
        Reply(400, flagged("content_policy_violation")),
    ],
)
async def test_an_odd_look_is_no_news(
    fault: Fault | Reply, engine: FalEngine, vendor: VendorClient, fal: FakeFal, request_for: MakeRequest
) -> None:
    job = await submitted(engine, vendor, request_for)
    fal.script.add("status", fault)

    odd = await engine.poll(job, vendor)
    looks = [await engine.poll(job, vendor) for _ in range(3)]

    assert isinstance(odd, Running)
    assert isinstance(looks[-1], Finished)


@pytest.mark.parametrize(
    "fault", [Fault.HTML, Fault.BREAK, Fault.NASTY_TEXT, Fault.CUT_JSON, Fault.BAD_KEY, Fault.BUSY_FOR_7]
)
async def test_a_result_that_cannot_be_read_is_asked_for_again(
    fault: Fault, engine: FalEngine, vendor: VendorClient, fal: FakeFal, request_for: MakeRequest
) -> None:
    fal.looks = ()
    job = await submitted(engine, vendor, request_for)
    fal.script.add("result", fault)

    first, second = await engine.poll(job, vendor), await engine.poll(job, vendor)

    assert isinstance(first, Running)
    assert first.look_in == (7 if fault is Fault.BUSY_FOR_7 else None)
    assert isinstance(second, Finished)


async def test_a_lost_look_is_left_to_the_service(
    engine: FalEngine, vendor: VendorClient, fal: FakeFal, request_for: MakeRequest
) -> None:
    job = await submitted(engine, vendor, request_for)
    fal.script.add("status", Fault.LOSE_ANSWER)

    with pytest.raises(AnswerLost):
        await engine.poll(job, vendor)


async def test_a_job_that_nobody_knows_is_missing(
    engine: FalEngine, vendor: VendorClient, fal: FakeFal, request_for: MakeRequest
) -> None:
    job = await submitted(engine, vendor, request_for)
    fal.forgotten.add(fal.ledger.only.id)

    assert await engine.poll(job, vendor) == Missing()


@pytest.mark.parametrize(
    ("ending", "outcome", "sentence"),
    [
        (("", 422, flagged("content_policy_violation")), EngineRefused, "declined by the safety check"),
        (("content_policy_violation", 422, flagged("content_policy_violation")), EngineRefused, "safety check"),
        (("", 422, flagged("no_media_generated")), EngineRefused, "describe it in another way"),
        (("", 422, flagged("image_too_small")), EngineRefused, "more pixels"),
        (("", 422, flagged("missing")), EngineFailed, "please try again"),
        (("", 422, flagged("a_new_word")), EngineFailed, "please try again"),
        (
            ("runner_disconnected", 503, {"detail": "gone", "error_type": "runner_disconnected"}),
            EngineFailed,
            "try again",
        ),
        (("internal_error", 500, None), EngineFailed, "please try again"),
        (("a_new_word", 500, None), EngineFailed, "please try again"),
        (("", 200, {"images": []}), EngineFailed, "please try again"),
        (("", 200, {"images": [{"url": 7}]}), EngineFailed, "please try again"),
    ],
)
async def test_a_job_that_is_over_without_a_file_has_failed(
    ending: tuple[str, int, Any],
    outcome: type[MediamillError],
    sentence: str,
    engine: FalEngine,
    vendor: VendorClient,
    fal: FakeFal,
    request_for: MakeRequest,
) -> None:
    fal.looks, fal.endings[ENDPOINT] = (), ending
    job = await submitted(engine, vendor, request_for)

    with pytest.raises(outcome) as raised:
        await engine.poll(job, vendor)

    assert sentence in str(raised.value)
    assert "cost" not in getattr(raised.value, "facts", {})


async def test_an_error_in_no_known_shape_ends_the_job_all_the_same(
    engine: FalEngine, vendor: VendorClient, fal: FakeFal, request_for: MakeRequest
) -> None:
    job = await submitted(engine, vendor, request_for)
    fal.script.add("status", Reply(200, {"status": "COMPLETED", "error": {"why": 7}}))
    fal.script.add("result", Fault.BREAK)

    with pytest.raises(EngineFailed):
        await engine.poll(job, vendor)


async def test_fals_own_word_on_trying_again_counts_more_than_the_type(
    engine: FalEngine, vendor: VendorClient, fal: FakeFal, request_for: MakeRequest
) -> None:
    fal.looks = ()
    job = await submitted(engine, vendor, request_for)
    fal.script.add("result", Reply(422, flagged("content_policy_violation"), {"X-Fal-Retryable": "true"}))

    with pytest.raises(EngineFailed):
        await engine.poll(job, vendor)


async def test_a_refusal_that_is_billed_says_its_cost(
    engine: FalEngine, vendor: VendorClient, fal: FakeFal, request_for: MakeRequest
) -> None:
    fal.looks = ()
    job = await submitted(engine, vendor, request_for)
    fal.script.add("result", Reply(422, flagged("content_policy_violation"), {"X-Fal-Billable-Units": "1"}))

    with pytest.raises(EngineRefused) as raised:
        await engine.poll(job, vendor)

    assert raised.value.facts["cost"] == 39_800


@pytest.mark.parametrize("units", ["", "nan", "-1", "inf", "many", "4000"])
async def test_units_that_make_no_sense_leave_the_estimate(
    units: str, engine: FalEngine, vendor: VendorClient, fal: FakeFal, request_for: MakeRequest
) -> None:
    fal.looks = ()
    job = await submitted(engine, vendor, request_for)
    body = {"images": [{"url": f"{fal.base}/files/x.png"}]}
    fal.script.add("result", Reply(200, body, {"X-Fal-Billable-Units": units}))

    look = await engine.poll(job, vendor)

    assert isinstance(look, Finished)
    assert look.cost is None


async def test_addresses_of_other_hosts_are_not_asked(
    engine: FalEngine, vendor: VendorClient, fal: FakeFal, request_for: MakeRequest
) -> None:
    number = "11111111-2222"
    places = [
        "http://169.254.169.254/requests/11111111-2222/status",
        f"{fal.base}.evil.example/requests/{number}",
        f"{fal.base}/fal-ai/../requests/{number}",
    ]
    names = ("status_url", "response_url", "cancel_url")
    fal.script.add("submit", Reply(200, {"request_id": number, **dict(zip(names, places, strict=True))}))

    job = await engine.submit(request_for("text-to-3d/beta-v6"), vendor)

    assert isinstance(job, Job)
    assert (job.handle["status"], job.handle["response"], job.handle["cancel"]) == (
        f"/fal-ai/meshy/requests/{number}/status",
        f"/fal-ai/meshy/requests/{number}",
        f"/fal-ai/meshy/requests/{number}/cancel",
    )


@pytest.mark.parametrize(
    ("step", "fault"),
    [
        ("initiate", Fault.BREAK),
        ("initiate", Fault.HTML),
        ("initiate", Fault.LOSE_ANSWER),
        ("initiate", Reply(200, {"upload_url": "http://169.254.169.254/", "file_url": "x"})),
        ("initiate", Reply(200, {"upload_url": 7})),
        ("upload", Fault.LOSE_ANSWER),
        ("upload", Fault.EXPIRED),
    ],
)
async def test_a_file_that_is_not_taken_buys_nothing(
    step: str, fault: Fault | Reply, engine: FalEngine, vendor: VendorClient, fal: FakeFal, request_for: MakeRequest
) -> None:
    request = request_for("song-splitter/demucs")
    request.files["file"].write_bytes(silence(10))
    fal.script.add(step, fault)

    with pytest.raises(EngineUnavailable) as raised:
        await engine.submit(request, vendor)

    assert raised.value.scope is Scope.ENGINE
    assert len(fal.ledger) == 0


async def test_a_value_that_cannot_be_had_is_refused_before_anything_is_sent(
    engine: FalEngine, vendor: VendorClient, fal: FakeFal, request_for: MakeRequest
) -> None:
    request = request_for("sound-effects/voicevendor-sound-effects", duration="30")

    with pytest.raises(EngineRefused):
        await engine.submit(request, vendor)

    assert engine.estimate(request) is None
    assert fal.asked == []


async def test_the_key_goes_to_nobody_that_an_option_names(fal: FakeFal) -> None:
    elsewhere = FalEngine(FalOptions(upload_url="https://files.example.com"))
    plain = FalEngine(FalOptions(upload_url="http://rest.fal.ai"))

    assert elsewhere.ready() == "upload_url is sent the key, so it has to be at rest.fal.ai or queue.fal.run."
    assert plain.ready() is not None
    assert FalEngine(FalOptions()).ready() is None
    assert FalEngine(FalOptions(base_url=fal.base, upload_url=fal.base)).ready() is None


@pytest.mark.parametrize("options", [FalOptions(keep_seconds=0), FalOptions(upload_keep_seconds=0)])
def test_a_file_cannot_be_kept_for_no_time(options: FalOptions) -> None:
    ready = FalEngine(options).ready()

    assert ready == "keep_seconds and upload_keep_seconds have to be one second or more."


async def test_no_look_shows_the_key(
    engine: FalEngine, vendor: VendorClient, fal: FakeFal, request_for: MakeRequest
) -> None:
    fal.looks, fal.endings[ENDPOINT] = (), ("", 422, flagged(f"Key {KEY}"))
    job = await submitted(engine, vendor, request_for)

    with pytest.raises(EngineFailed) as raised:
        await engine.poll(job, vendor)

    assert KEY not in f"{raised.value} {raised.value.facts} {json.dumps(dict(job.handle))}"
