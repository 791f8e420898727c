"""Workflows at a ComfyUI that go well: every model queued, looked at, fetched, found again, called off."""

import json
from dataclasses import replace

import pytest

from mediamill.engines import VendorClient
from mediamill.engines.sdk import HANDLE_BYTES_MAX, EngineUnavailable, Finished, Job, Missing, Running
from mediamill.formats import sniff
from mediamill_remote.comfyui.engine import ComfyUIEngine
from mediamill_remote.comfyui.ticket import prompt_id
from mediamill_remote.own_server import OwnServerOptions
from tests.fakes.comfyui import FakeComfyUI
from tests.fakes.faults import Fault, Reply
from tests.remote.comfyui.conftest import made, submitted
from tests.remote.conftest import SEED, MakeRequest

SERVED = sorted("/".join(name) for name in ComfyUIEngine(OwnServerOptions()).models)
HERON, MESH = "create-image/flux-2-flex", "image-to-3d-object/alpha3d-v21"
PROMPT = prompt_id("gen_1")


@pytest.mark.parametrize("name", SERVED)
async def test_every_model_is_made_by_its_workflow(
    name: str, engine: ComfyUIEngine, vendor: VendorClient, comfy: FakeComfyUI, request_for: MakeRequest
) -> None:
    request = request_for(name)

    job, done = await made(engine, vendor, request)
    file = await vendor.download(str(done.files[0]), request.folder)

    mapping = engine.models[request.tool, request.model]
    assert sniff(file) == mapping.suffix.removeprefix(".")
    assert done.cost == 0
    assert comfy.ledger.only.id == PROMPT
    assert done.provenance["method"] == mapping.endpoint
    assert done.provenance["requestId"] == PROMPT
    assert done.provenance["seedSent"] is True
    assert len(json.dumps(dict(job.handle)).encode()) <= HANDLE_BYTES_MAX


async def test_words_size_and_seed_are_in_the_inputs_that_the_table_names(
    engine: ComfyUIEngine, vendor: VendorClient, comfy: FakeComfyUI, request_for: MakeRequest
) -> None:
    await submitted(engine, vendor, request_for(HERON, prompt="a heron", aspect_ratio="16:9"))

    sent = comfy.ledger.only.body
    assert sent["4"]["inputs"]["text"] == "a heron"
    assert (sent["6"]["inputs"]["value"], sent["7"]["inputs"]["value"]) == (1344, 752)
    assert sent["11"]["inputs"]["noise_seed"] == SEED % 2**31
    assert sent["15"]["inputs"] == {"images": ["14", 0], "filename_prefix": f"mediamill/{PROMPT}"}
    assert engine.workflows["create-image", "flux-2-flex"].nodes["4"]["inputs"]["text"] == ""  # the next one's is whole


async def test_a_picture_is_uploaded_first_and_named_in_its_node(
    engine: ComfyUIEngine, vendor: VendorClient, comfy: FakeComfyUI, request_for: MakeRequest
) -> None:
    request = request_for(MESH)

    await made(engine, vendor, request)

    name = f"mediamill/{PROMPT}/file.png"
    assert comfy.uploads == {name: request.files["image_url"].read_bytes()}
    assert comfy.ledger.only.body["20"]["inputs"]["image"] == name


async def test_a_prompt_says_where_it_is(
    engine: ComfyUIEngine, vendor: VendorClient, comfy: FakeComfyUI, request_for: MakeRequest
) -> None:
    request = request_for(HERON)
    await submitted(engine, vendor, replace(request, generation_id="gen_0"))
    job = await submitted(engine, vendor, request)

    looks = [await engine.poll(job, vendor) for _ in range(2)]

    assert looks == [Running(stage="queued 2nd"), Running(stage="running")]


async def test_equal_work_is_a_file_of_its_own_each_time(
    engine: ComfyUIEngine, vendor: VendorClient, request_for: MakeRequest
) -> None:
    request = request_for(HERON, prompt="a heron")
    _, first = await made(engine, vendor, request)
    _, second = await made(engine, vendor, replace(request, generation_id="gen_2"))

    assert first.files != second.files


async def test_the_seconds_of_your_machine_can_have_a_price(
    comfy: FakeComfyUI, vendor: VendorClient, request_for: MakeRequest
) -> None:
    engine = ComfyUIEngine(OwnServerOptions(base_url=comfy.base, usd_per_second=0.5))
    request = request_for(HERON)

    _, done = await made(engine, vendor, request)

    estimate = engine.estimate(request)
    assert done.cost == 1_250_000  # two seconds and a half
    assert estimate is not None
    assert (estimate.amount, estimate.line) == (10_000_000, "ComfyUI flux2-klein: 0.5 USD per second of work")


async def test_a_second_try_does_not_see_how_the_first_ended(
    engine: ComfyUIEngine, vendor: VendorClient, comfy: FakeComfyUI, request_for: MakeRequest
) -> None:
    request = request_for(HERON)
    comfy.looks, comfy.endings = (), [("execution_error", {"node_id": "13", "exception_message": "broken"})]
    first = await submitted(engine, vendor, request)
    with pytest.raises(Exception, match="could not be made"):
        await engine.poll(first, vendor)

    comfy.looks = ("waiting",)
    again = await submitted(engine, vendor, request)

    assert await engine.poll(again, vendor) == Running(stage="queued 1st")
    assert isinstance(await engine.poll(again, vendor), Finished)


@pytest.mark.parametrize("looks", [("waiting", "running"), ("running",), ()])
async def test_what_a_lost_answer_queued_is_found_wherever_it_is(
    looks: tuple[str, ...], engine: ComfyUIEngine, vendor: VendorClient, comfy: FakeComfyUI, request_for: MakeRequest
) -> None:
    request, comfy.looks = request_for(HERON), looks
    await submitted(engine, vendor, request)

    found = await engine.find(request, 0, vendor)

    assert isinstance(found, Job)
    assert found.handle["prompt"] == PROMPT
    assert engine.has_history(request.tool, request.model)


async def test_what_was_never_queued_is_not_found(
    engine: ComfyUIEngine, vendor: VendorClient, request_for: MakeRequest
) -> None:
    request = request_for(HERON)
    await submitted(engine, vendor, replace(request, generation_id="gen_2"))

    assert await engine.find(request, 0, vendor) is None


@pytest.mark.parametrize("step", ["status", "queue"])
@pytest.mark.parametrize("trouble", [Fault.HTML, Fault.BREAK, Fault.CUT_JSON, Fault.GONE, Reply(200, 7)])
async def test_a_history_that_cannot_be_read_says_nothing(
    trouble: Fault | Reply,
    step: str,
    engine: ComfyUIEngine,
    vendor: VendorClient,
    comfy: FakeComfyUI,
    request_for: MakeRequest,
) -> None:
    request = request_for(HERON)
    await submitted(engine, vendor, request)
    comfy.script.add(step, trouble)

    with pytest.raises(EngineUnavailable):
        await engine.find(request, 0, vendor)

    assert isinstance(await engine.find(request, 0, vendor), Job)


@pytest.mark.parametrize("has_jobs", [True, False])
@pytest.mark.parametrize("looks", [("waiting",), ("running",)])
async def test_a_prompt_is_called_off_and_nobody_elses(
    looks: tuple[str, ...],
    has_jobs: bool,
    engine: ComfyUIEngine,
    vendor: VendorClient,
    comfy: FakeComfyUI,
    request_for: MakeRequest,
) -> None:
    comfy.looks, comfy.has_jobs = looks, has_jobs
    job = await submitted(engine, vendor, request_for(HERON))
    comfy.others = [[0, "another-clients", {}, {}, []]]

    await engine.cancel(job, vendor)
    await engine.cancel(job, vendor)

    assert comfy.ledger.only.cancelled_at is not None
    assert comfy.interrupted_others == 0


async def test_a_prompt_that_waited_and_was_called_off_is_missing(
    engine: ComfyUIEngine, vendor: VendorClient, request_for: MakeRequest
) -> None:
    job = await submitted(engine, vendor, request_for(HERON))
    await engine.cancel(job, vendor)

    assert await engine.poll(job, vendor) == Missing()


async def test_the_server_is_checked_without_work(
    engine: ComfyUIEngine, vendor: VendorClient, comfy: FakeComfyUI
) -> None:
    well = await engine.check(vendor)
    comfy.script.add("account", Fault.HTML, Fault.GONE, Fault.LOSE_ANSWER, Fault.LOSE_ANSWER)  # asked a second time
    odd, none, lost = [await engine.check(vendor) for _ in range(3)]

    assert well is None
    assert odd == "There is no ComfyUI server: /system_stats answers with HTTP 200."
    assert none == "There is no ComfyUI server: /system_stats answers with HTTP 404."
    assert (lost or "").startswith("The vendor's answer was lost")
    assert len(comfy.ledger) == 0
