"""What a Gradio app, or something in front of it, may do wrong at each step: an app of ours does each of it."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from mediamill.engines import VendorClient
from mediamill.engines.sdk import AnswerLost, EngineFailed, EngineRefused, EngineUnavailable, Finished, NotSent, Scope
from mediamill.errors import MediamillError
from mediamill.outbound import Guard
from mediamill_remote.gradio.engine import FETCHES, GradioEngine
from tests.fakes.faults import Fault, Reply
from tests.fakes.gradio import FakeGradio, file_data, stream
from tests.fakes.server import Answer, Asked, Stage
from tests.remote.conftest import MakeRequest
from tests.remote.gradio.conftest import MODELS, MakeEngine

PAINT, COPY = "create-image/nano-banana", "image-to-3d-object/triposr"
NOT_VALID = [{"is_valid": True, "message": ""}, {"__type": "validate", "is_valid": False, "message": "too long"}]


class OddGradio(FakeGradio):
    """Tells of every call what it was told to."""

    said: tuple[tuple[str, Any], ...] | None = None

    def told(self, asked: Asked) -> Answer:
        return super().told(asked) if self.said is None else stream(*self.said)


@pytest.fixture
def gradio(stage: Stage) -> OddGradio:
    fake = OddGradio()
    stage.enter(fake)
    return fake


@pytest.fixture
def base(gradio: OddGradio) -> str:
    return gradio.base


@pytest.fixture
async def nobody(guard: Guard) -> AsyncIterator[VendorClient]:
    client = VendorClient(guard, base_url="http://127.0.0.1:9")
    yield client
    await client.aclose()


@pytest.mark.parametrize(
    ("fault", "scope", "seconds", "said"),
    [
        (Fault.BAD_KEY, Scope.KEY, 600, "wants a token"),
        (Fault.NO_MONEY, Scope.KEY, 600, "wants a token"),
        (Fault.GONE, Scope.ENGINE, 600, "no app of Gradio 5"),
        (Fault.HTML, Scope.ENGINE, 600, "no app of Gradio 5"),
        (Reply(200, {"named_endpoints": None}), Scope.ENGINE, 600, "no app of Gradio 5"),
        (Reply(200, {"named_endpoints": {"/paint": {}}}), Scope.MODEL, 600, r"/paint takes \(\), and"),
        (Reply(200, {"named_endpoints": {}}), Scope.MODEL, 600, "it has none that it describes"),
        (Fault.REDIRECT, Scope.ENGINE, 600, "HTTP 307"),
        (Fault.BREAK, Scope.ENGINE, 30, "not up"),
        (Fault.BUSY, Scope.ENGINE, 30, "not up"),
        (Reply(503, None), Scope.ENGINE, 30, "not up"),
        (Fault.DROP, Scope.ENGINE, 30, "was not answered"),
    ],
)
async def test_an_app_that_does_not_describe_itself_runs_nothing(
    fault: Fault | Reply,
    scope: Scope,
    seconds: float,
    said: str,
    engine: GradioEngine,
    vendor: VendorClient,
    gradio: OddGradio,
    request_for: MakeRequest,
) -> None:
    gradio.script.add("account", fault, fault)

    with pytest.raises(EngineUnavailable, match=said) as raised:
        await engine.submit(request_for(PAINT), vendor)

    assert (raised.value.scope, raised.value.retry_after) == (scope, seconds)
    assert len(gradio.ledger) == 0
    assert await engine.check(vendor) is not None


@pytest.mark.parametrize("fault", [Fault.BREAK, Fault.HTML, Fault.DROP, Fault.LOSE_ANSWER, Fault.BAD_KEY, Fault.BUSY])
async def test_a_file_that_is_not_taken_runs_nothing(
    fault: Fault, engine: GradioEngine, vendor: VendorClient, gradio: OddGradio, request_for: MakeRequest
) -> None:
    gradio.script.add("upload", fault)

    with pytest.raises(EngineUnavailable, match="took no file") as raised:
        await engine.submit(request_for(COPY), vendor)

    assert (raised.value.scope, raised.value.retry_after) == (Scope.ENGINE, 30)
    assert len(gradio.ledger) == 0


async def test_a_file_that_is_too_large_for_the_app_is_refused(
    engine: GradioEngine, vendor: VendorClient, gradio: OddGradio, request_for: MakeRequest
) -> None:
    gradio.script.add("upload", Reply(413, "File size exceeded"))

    with pytest.raises(EngineRefused, match="too large"):
        await engine.submit(request_for(COPY), vendor)


@pytest.mark.parametrize(
    ("reply", "scope", "seconds"),
    [
        (Reply(503, {"detail": "Queue is full. Max size is 2 and size is 2."}), Scope.KEY, 5),
        (Reply(503, {"detail": "Queue is stopped."}), Scope.ENGINE, 30),
        (Reply(503, None), Scope.ENGINE, 30),
        (Fault.BUSY, Scope.KEY, 5),
        (Fault.BUSY_FOR_7, Scope.KEY, 7),
        (Fault.BAD_KEY, Scope.KEY, 600),
        (Fault.NO_MONEY, Scope.KEY, 600),
        (Fault.GONE, Scope.MODEL, 600),
        (Reply(422, {"detail": [{"loc": ["body", "data"], "msg": "Field required"}]}), Scope.MODEL, 600),
    ],
)
async def test_a_call_that_is_not_taken_makes_work_wait(
    reply: Reply | Fault,
    scope: Scope,
    seconds: float,
    engine: GradioEngine,
    vendor: VendorClient,
    gradio: OddGradio,
    request_for: MakeRequest,
) -> None:
    gradio.script.add("submit", reply)

    with pytest.raises(EngineUnavailable) as raised:
        await engine.submit(request_for(PAINT), vendor)

    assert (raised.value.scope, raised.value.retry_after) == (scope, seconds)
    assert len(gradio.ledger) == 0


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        (Reply(422, {"detail": NOT_VALID}), EngineRefused),
        (Reply(413, None), EngineRefused),
        (Reply(400, {"detail": "division by zero"}), EngineFailed),
        (Reply(200, {"event_id": "../../config"}), AnswerLost),
        (Reply(200, {"event_id": None}), AnswerLost),
        (Reply(502, None), AnswerLost),
        (Fault.BREAK, AnswerLost),
        (Fault.HTML, AnswerLost),
        (Fault.CUT_JSON, AnswerLost),
        (Fault.LOSE_ANSWER, AnswerLost),
        (Fault.DROP, AnswerLost),
        (Fault.REDIRECT, AnswerLost),
        (Fault.NASTY_TEXT, AnswerLost),
    ],
)
async def test_other_answers_to_a_call_are_what_they_are(
    reply: Reply | Fault,
    outcome: type[MediamillError],
    engine: GradioEngine,
    vendor: VendorClient,
    gradio: OddGradio,
    request_for: MakeRequest,
) -> None:
    gradio.script.add("submit", reply)

    with pytest.raises(outcome):
        await engine.submit(request_for(PAINT), vendor)

    assert [asked.path for asked in gradio.asked] == ["/gradio_api/info", "/gradio_api/call/paint"]


@pytest.mark.parametrize(
    "fault",
    [
        Fault.LOSE_ANSWER,
        Fault.DROP,
        Fault.BREAK,
        Fault.HTML,
        Fault.CUT_JSON,
        Fault.BUSY,
        Fault.GONE,
        Fault.BAD_KEY,
        Fault.REDIRECT,
        Fault.NASTY_TEXT,
        Fault.ENDLESS,
        Reply(200, {"event": "complete"}),
    ],
)
async def test_a_stream_that_is_none_may_have_been_a_run(
    fault: Fault | Reply, engine: GradioEngine, vendor: VendorClient, gradio: OddGradio, request_for: MakeRequest
) -> None:
    gradio.script.add("result", fault)

    with pytest.raises(AnswerLost):
        await engine.submit(request_for(PAINT), vendor)

    assert len(gradio.ledger) == 1


async def test_an_app_that_falls_silent_is_given_up(
    base: str, engine_of: MakeEngine, vendor: VendorClient, gradio: OddGradio, request_for: MakeRequest
) -> None:
    gradio.script.add("result", Fault.SLOW)

    with pytest.raises(AnswerLost, match=r"nothing came for 0\.2 s"):
        await engine_of(base, silence_seconds=0.2).submit(request_for(PAINT), vendor)


async def test_an_app_that_is_gone_once_it_took_the_call_may_have_run_it(
    engine: GradioEngine, vendor: VendorClient, nobody: VendorClient, request_for: MakeRequest
) -> None:
    with pytest.raises(NotSent):
        await engine.submit(request_for(PAINT), nobody)

    vendor.listen = nobody.listen  # type: ignore[method-assign]
    with pytest.raises(AnswerLost, match="not reached"):
        await engine.submit(request_for(PAINT), vendor)


@pytest.mark.parametrize(
    ("said", "outcome", "words"),
    [
        ([("error", None)], EngineFailed, "could not be made"),  # of Gradio 5
        ([("error", {"error": None})], EngineFailed, "could not be made"),
        ([("generating", [None]), ("error", {"error": "CUDA out of memory"})], EngineFailed, "could not be made"),
        ([("error", {"error": "flagged as sensitive"})], EngineRefused, "safety check"),
        ([("error", "Server stopped unexpectedly.")], EngineUnavailable, "the app was stopped"),
        ([("error", {"error": "You have exceeded your free GPU quota (60s)."})], EngineUnavailable, "free GPU quota"),
        ([("error", "404: Not Found")], AnswerLost, "404: Not Found"),
        ([("generating", [None]), ("heartbeat", None)], AnswerLost, "before its last event"),
        ([("finished", [None])], AnswerLost, "before its last event"),
        ([("complete", None)], EngineFailed, "could not be made"),
        ([("complete", [None])], EngineFailed, "could not be made"),
        ([("complete", [{"path": None, "url": "http://127.0.0.1/"}])], EngineFailed, "could not be made"),
        ([("complete", [file_data("/etc/passwd")])], EngineFailed, "could not be made"),
    ],
)
async def test_what_the_app_says_at_the_end_is_what_became_of_it(
    said: list[tuple[str, Any]],
    outcome: type[MediamillError],
    words: str,
    engine: GradioEngine,
    vendor: VendorClient,
    gradio: OddGradio,
    request_for: MakeRequest,
) -> None:
    gradio.said = tuple(said)

    with pytest.raises(outcome, match=words):
        await engine.submit(request_for(PAINT), vendor)

    assert len(gradio.ledger) == 1


@pytest.mark.parametrize(
    ("result", "output"),
    [
        ("0", [file_data("/tmp/gradio/a b/made#1.png")]),
        ("1.video", [None, {"video": file_data("/tmp/gradio/a b/made#1.png"), "subtitles": None}]),
        ("0.0.image", [[{"image": file_data("/tmp/gradio/a b/made#1.png"), "caption": None}]]),
    ],
)
async def test_results_have_many_shapes(
    result: str,
    output: list[Any],
    base: str,
    engine_of: MakeEngine,
    vendor: VendorClient,
    gradio: OddGradio,
    request_for: MakeRequest,
) -> None:
    gradio.files["/tmp/gradio/a b/made#1.png"] = b"a picture"
    gradio.said = (("complete", output),)
    request = request_for(PAINT)

    done = await engine_of(base, MODELS.replace('result = "0"', f'result = "{result}"')).submit(request, vendor)

    assert isinstance(done, Finished)
    assert done.files == (request.folder / "answer-0.png",)
    assert (request.folder / "answer-0.png").read_bytes() == b"a picture"


async def test_a_file_that_is_elsewhere_is_left_to_the_service_to_judge(
    engine: GradioEngine, vendor: VendorClient, gradio: OddGradio, request_for: MakeRequest
) -> None:
    gradio.said = (("complete", [{"path": "https://bucket.example/made.png", "url": None}]),)

    done = await engine.submit(request_for(PAINT), vendor)

    assert isinstance(done, Finished)
    assert done.files == ("https://bucket.example/made.png",)
    assert "bucket.example" not in engine.file_hosts()


@pytest.mark.parametrize("fault", [Fault.DROP, Fault.BREAK, Fault.EXPIRED, Fault.LOSE_ANSWER])
async def test_what_was_made_is_asked_for_again_and_not_made_again(
    fault: Fault, engine: GradioEngine, vendor: VendorClient, gradio: OddGradio, request_for: MakeRequest
) -> None:
    gradio.script.add("file", *[fault] * (FETCHES - 1))

    assert isinstance(await engine.submit(request_for(PAINT), vendor), Finished)

    gradio.script.add("file", *[fault] * FETCHES)
    with pytest.raises(EngineFailed, match="could not be made"):
        await engine.submit(request_for(PAINT), vendor)
    assert len(gradio.ledger) == 2


async def test_a_check_says_who_is_not_there(engine: GradioEngine, nobody: VendorClient) -> None:
    assert (await engine.check(nobody) or "").startswith("The vendor was not reached")
