"""Workflows at a ComfyUI that go wrong: what queues nothing, how a prompt ends badly, and what is no news."""

import logging
from typing import Any

import pytest

from mediamill.engines import VendorClient
from mediamill.engines.sdk import (
    AnswerLost,
    EngineFailed,
    EngineRefused,
    EngineUnavailable,
    Finished,
    Missing,
    NotSent,
    Running,
    Scope,
)
from mediamill.errors import MediamillError
from mediamill.outbound import Guard
from mediamill_remote.comfyui.engine import ComfyUIEngine
from tests.fakes.comfyui import FakeComfyUI
from tests.fakes.faults import ODD_LOOKS, Fault, Reply
from tests.remote.comfyui.conftest import made, submitted
from tests.remote.conftest import MakeRequest

HERON, FILM, MESH = "create-image/flux-2-flex", "create-video/ltx-video", "image-to-3d-object/alpha3d-v21"
NO_NODE = {
    "error": {
        "type": "invalid_prompt",
        "message": "Cannot execute because node Flux2Scheduler does not exist.",
        "details": "Node ID '#9'",
    },
    "node_errors": {},
}


@pytest.mark.parametrize(
    ("trouble", "scope", "seconds"),
    [
        (Fault.BUSY, Scope.KEY, 5),
        (Fault.BUSY_FOR_7, Scope.KEY, 7),
        (Fault.BAD_KEY, Scope.KEY, 600),
        (Fault.NO_MONEY, Scope.KEY, 600),
        (Fault.GONE, Scope.ENGINE, 600),
        (Reply(405, None), Scope.ENGINE, 600),
        (Reply(413, None), Scope.MODEL, 600),
        (Reply(400, NO_NODE), Scope.MODEL, 600),
    ],
)
async def test_an_answer_that_queues_nothing_makes_work_wait(
    trouble: Fault | Reply,
    scope: Scope,
    seconds: float,
    engine: ComfyUIEngine,
    vendor: VendorClient,
    comfy: FakeComfyUI,
    request_for: MakeRequest,
) -> None:
    comfy.script.add("submit", trouble)

    with pytest.raises(EngineUnavailable) as raised:
        await engine.submit(request_for(HERON), vendor)

    assert (raised.value.scope, raised.value.retry_after) == (scope, seconds)
    assert len(comfy.ledger) == 0


async def test_weights_that_the_server_lacks_are_named_with_their_node(
    engine: ComfyUIEngine, vendor: VendorClient, comfy: FakeComfyUI, request_for: MakeRequest
) -> None:
    comfy.weights = {"sd_xl.safetensors"}

    with pytest.raises(EngineUnavailable) as raised:
        await engine.submit(request_for(FILM), vendor)

    assert str(raised.value) == (
        "ComfyUI does not take the workflow of ltx-video: node 1 (CheckpointLoaderSimple): Value not in list: "
        "ckpt_name: 'ltx-video-2b-v0.9.safetensors' not in ['sd_xl.safetensors']"
    )
    assert raised.value.scope is Scope.MODEL


async def test_a_node_that_the_server_lacks_is_named(
    engine: ComfyUIEngine, vendor: VendorClient, comfy: FakeComfyUI, request_for: MakeRequest
) -> None:
    comfy.script.add("submit", Reply(400, NO_NODE))

    with pytest.raises(EngineUnavailable, match=r"node Flux2Scheduler does not exist. Node ID '#9'"):
        await engine.submit(request_for(HERON), vendor)


@pytest.mark.parametrize(
    "trouble",
    [
        Fault.LOSE_ANSWER,
        Fault.BREAK,
        Fault.HTML,
        Fault.CUT_JSON,
        Fault.NASTY_TEXT,
        Reply(400, None),
        Reply(400, {"error": "no", "node_errors": [7]}),
        Reply(200, {"prompt_id": "../../x"}),
        Reply(200, {"prompt_id": 7}),
        Reply(503, None),
    ],
)
async def test_an_answer_that_proves_nothing_may_have_queued(
    trouble: Fault | Reply,
    engine: ComfyUIEngine,
    vendor: VendorClient,
    comfy: FakeComfyUI,
    request_for: MakeRequest,
) -> None:
    comfy.script.add("submit", trouble)

    with pytest.raises(AnswerLost):
        await engine.submit(request_for(HERON), vendor)

    assert [asked.path for asked in comfy.asked].count("/prompt") == 1


async def test_a_prompt_of_which_a_part_is_left_out_runs_and_is_told_of(
    engine: ComfyUIEngine,
    vendor: VendorClient,
    comfy: FakeComfyUI,
    request_for: MakeRequest,
    caplog: pytest.LogCaptureFixture,
) -> None:
    fault = {"message": "Value not in list", "details": "upscaler: 'x4' not in []"}
    errors = {"31": {"errors": [fault], "class_type": "UpscaleModelLoader", "dependent_outputs": ["32"]}}
    comfy.script.add("submit", Reply(200, {"prompt_id": "p1", "number": 1, "node_errors": errors}))

    job = await submitted(engine, vendor, request_for(HERON))

    assert job.handle["prompt"] == "p1"  # a server that gives ids of its own
    assert "node 31 (UpscaleModelLoader): Value not in list: upscaler: 'x4' not in []" in caplog.text


@pytest.mark.parametrize("step", ["status", "queue"])
@pytest.mark.parametrize("trouble", [*ODD_LOOKS, Reply(200, [7]), Reply(200, {"queue_running": [7]})])
async def test_an_odd_look_is_no_news(
    trouble: Fault | Reply,
    step: str,
    engine: ComfyUIEngine,
    vendor: VendorClient,
    comfy: FakeComfyUI,
    request_for: MakeRequest,
) -> None:
    job = await submitted(engine, vendor, request_for(HERON))
    comfy.script.add(step, trouble)

    looks = [await engine.poll(job, vendor) for _ in range(4)]

    assert isinstance(looks[0], Running)
    assert isinstance(looks[-1], Finished)


@pytest.mark.parametrize("step", ["status", "queue"])
async def test_a_page_that_is_not_there_is_no_end_yet(
    step: str, engine: ComfyUIEngine, vendor: VendorClient, comfy: FakeComfyUI, request_for: MakeRequest
) -> None:
    job = await submitted(engine, vendor, request_for(HERON))
    comfy.script.add(step, Fault.GONE)

    looks = [await engine.poll(job, vendor) for _ in range(4)]

    assert looks[0] == Missing()  # three of these in a minute mean that it is lost
    assert isinstance(looks[-1], Finished)


async def test_a_busy_look_says_when_to_look_again(
    engine: ComfyUIEngine, vendor: VendorClient, comfy: FakeComfyUI, request_for: MakeRequest
) -> None:
    job = await submitted(engine, vendor, request_for(HERON))
    comfy.script.add("status", Fault.BUSY_FOR_7)

    assert await engine.poll(job, vendor) == Running(look_in=7.0)


async def test_a_queue_with_items_of_no_known_form_is_read_past_them(
    engine: ComfyUIEngine, vendor: VendorClient, comfy: FakeComfyUI, request_for: MakeRequest
) -> None:
    job = await submitted(engine, vendor, request_for(HERON))
    prompts = [[10**400, "last"], [5.5, "later", {}], [2, job.handle["prompt"], {}], [-1, "first", {}, {}]]
    waiting = [7, [], ["x", 7], *prompts]
    comfy.script.add("queue", Reply(200, {"queue_running": [None], "queue_pending": waiting}))

    assert await engine.poll(job, vendor) == Running(stage="queued 2nd")


async def test_a_server_that_was_started_again_has_lost_the_prompt(
    engine: ComfyUIEngine, vendor: VendorClient, comfy: FakeComfyUI, request_for: MakeRequest
) -> None:
    job = await submitted(engine, vendor, request_for(HERON))
    comfy.ledger.purchases.clear()

    assert await engine.poll(job, vendor) == Missing()


@pytest.mark.parametrize(
    ("event", "data", "outcome", "said"),
    [
        (
            "execution_error",
            {
                "node_id": "13",
                "node_type": "SamplerCustomAdvanced",
                "exception_message": "Allocation on device\nout of memory",
                "exception_type": "torch.OutOfMemoryError",
            },
            EngineFailed,
            "node 13 (SamplerCustomAdvanced): Allocation on device out of memory",
        ),
        (
            "execution_error",
            {"node_id": "20", "exception_message": "cannot identify", "exception_type": "PIL.UnidentifiedImageError"},
            EngineRefused,
            "node 20",
        ),
        ("execution_interrupted", {"node_id": "9", "node_type": "KSampler"}, EngineFailed, "interrupted"),
        ("another_word", {}, EngineFailed, "a node broke"),
    ],
)
async def test_a_prompt_that_ended_badly_has_failed_and_the_log_has_the_nodes_words(
    event: str,
    data: dict[str, Any],
    outcome: type[MediamillError],
    said: str,
    comfy: FakeComfyUI,
    engine: ComfyUIEngine,
    vendor: VendorClient,
    request_for: MakeRequest,
    caplog: pytest.LogCaptureFixture,
) -> None:
    comfy.looks, comfy.endings = (), [(event, data)]
    job = await submitted(engine, vendor, request_for(HERON))

    with caplog.at_level(logging.WARNING), pytest.raises(outcome) as raised:
        await engine.poll(job, vendor)

    assert said in caplog.text
    assert "node" not in str(raised.value)
    assert raised.value.facts["cost"] == 0


@pytest.mark.parametrize(
    "outputs",
    [
        {},
        {"15": {}},
        {"15": {"images": []}},
        {"15": {"images": [{"filename": 7}]}},
        {"15": {"images": ["https://x/a.png"]}},
        {"14": {"images": [{"filename": "a.png"}]}},
    ],
)
async def test_a_prompt_without_the_file_has_failed(
    outputs: dict[str, Any],
    engine: ComfyUIEngine,
    vendor: VendorClient,
    comfy: FakeComfyUI,
    request_for: MakeRequest,
    caplog: pytest.LogCaptureFixture,
) -> None:
    job = await submitted(engine, vendor, request_for(HERON))
    prompt = job.handle["prompt"]
    entry = {"outputs": outputs, "status": {"status_str": "success", "messages": [["execution_start", {}], 7, []]}}
    comfy.script.add("status", Reply(200, {prompt: entry}))

    with pytest.raises(EngineFailed):
        await engine.poll(job, vendor)

    assert "no file where `result` says" in caplog.text


async def test_a_files_name_cannot_lead_elsewhere(
    engine: ComfyUIEngine, vendor: VendorClient, comfy: FakeComfyUI, request_for: MakeRequest
) -> None:
    job = await submitted(engine, vendor, request_for(HERON))
    odd = {"filename": "a&type=input#?.png", "subfolder": "../x y", "type": "output"}
    entry = {"outputs": {"15": {"images": [odd]}}, "status": {"status_str": "success", "messages": []}}
    comfy.script.add("status", Reply(200, {job.handle["prompt"]: entry}))

    look = await engine.poll(job, vendor)

    assert isinstance(look, Finished)
    assert look.files == (f"{comfy.base}/view?filename=a%26type%3Dinput%23%3F.png&subfolder=..%2Fx+y&type=output",)
    assert look.cost is None  # no instants were told


@pytest.mark.parametrize(
    ("start", "end", "cost"), [(1_000, 3_500, 0), (3_500, 1_000, 0), (0, 10**400, None), ("now", 7, None)]
)
async def test_times_that_cannot_be_are_not_counted(
    start: object,
    end: object,
    cost: int | None,
    engine: ComfyUIEngine,
    vendor: VendorClient,
    comfy: FakeComfyUI,
    request_for: MakeRequest,
) -> None:
    job = await submitted(engine, vendor, request_for(HERON))
    events = [["execution_success", {"timestamp": end}], ["execution_start", {"timestamp": start}]]
    outputs = {"15": {"images": [{"filename": "a.png", "subfolder": None}]}}
    entry = {"outputs": outputs, "status": {"status_str": "success", "messages": events}}
    comfy.script.add("status", Reply(200, {job.handle["prompt"]: entry}))

    look = await engine.poll(job, vendor)

    assert isinstance(look, Finished)
    assert look.cost == cost


@pytest.mark.parametrize("trouble", [Fault.BREAK, Fault.HTML, Fault.LOSE_ANSWER, Fault.BAD_KEY, Reply(200, {})])
async def test_a_file_that_is_not_taken_queues_nothing(
    trouble: Fault | Reply,
    engine: ComfyUIEngine,
    vendor: VendorClient,
    comfy: FakeComfyUI,
    request_for: MakeRequest,
) -> None:
    comfy.script.add("upload", trouble)

    with pytest.raises(EngineUnavailable) as raised:
        await engine.submit(request_for(MESH), vendor)

    assert raised.value.scope is Scope.ENGINE
    assert len(comfy.ledger) == 0


async def test_a_file_that_is_too_large_for_the_server_is_refused(
    engine: ComfyUIEngine, vendor: VendorClient, comfy: FakeComfyUI, request_for: MakeRequest
) -> None:
    comfy.script.add("upload", Reply(413, None))

    with pytest.raises(EngineRefused, match="too large"):
        await engine.submit(request_for(MESH), vendor)

    assert len(comfy.ledger) == 0


@pytest.mark.parametrize("trouble", [Fault.LOSE_ANSWER, Fault.BREAK, Fault.GONE, Fault.BAD_KEY])
async def test_a_history_that_cannot_be_changed_queues_nothing(
    trouble: Fault | Reply,
    engine: ComfyUIEngine,
    vendor: VendorClient,
    comfy: FakeComfyUI,
    request_for: MakeRequest,
) -> None:
    comfy.script.add("forget", trouble)

    with pytest.raises(EngineUnavailable):
        await engine.submit(request_for(HERON), vendor)

    assert len(comfy.ledger) == 0
    assert isinstance((await made(engine, vendor, request_for(HERON)))[1], Finished)


@pytest.mark.parametrize("step", ["dequeue", "queue", "interrupt"])
async def test_a_cancel_whose_answer_is_lost_can_be_said_again(
    step: str, engine: ComfyUIEngine, vendor: VendorClient, comfy: FakeComfyUI, request_for: MakeRequest
) -> None:
    comfy.looks, comfy.has_jobs = ("running",), False
    job = await submitted(engine, vendor, request_for(HERON))
    comfy.script.add(step, Fault.LOSE_ANSWER, Fault.LOSE_ANSWER)  # free questions are asked a second time

    with pytest.raises(AnswerLost):
        await engine.cancel(job, vendor)
    comfy.script = type(comfy.script)()
    await engine.cancel(job, vendor)

    assert comfy.ledger.only.cancelled_at is not None


async def test_a_server_that_is_not_there_was_sent_nothing(
    engine: ComfyUIEngine, guard: Guard, request_for: MakeRequest
) -> None:
    nobody = VendorClient(guard, base_url="http://127.0.0.1:9")

    with pytest.raises(EngineUnavailable):
        await engine.submit(request_for(HERON), nobody)
    with pytest.raises(NotSent):
        await nobody.buy("/prompt")
    assert (await engine.check(nobody) or "").startswith("The vendor was not reached")
    await nobody.aclose()
