"""The engine and a ComfyUI that is real, whose address COMFYUI_URL says: nodes that need no weights."""

import asyncio
import json
import os
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from PIL import Image

from mediamill.engines import VendorClient
from mediamill.engines.sdk import (
    EngineRefused,
    EngineUnavailable,
    Finished,
    Job,
    Look,
    Missing,
    Request,
    Running,
    Scope,
)
from mediamill.errors import MediamillError
from mediamill.outbound import Guard
from mediamill_remote.comfyui.engine import ComfyUIEngine
from mediamill_remote.comfyui.ticket import prompt_id
from mediamill_remote.own_server import OwnServerOptions
from tests.remote.conftest import MakeRequest

ADDRESS = os.environ.get("COMFYUI_URL", "")
pytestmark = [
    pytest.mark.compared,
    pytest.mark.xdist_group("comfyui"),  # one server for all of them
    pytest.mark.skipif(not ADDRESS, reason="no ComfyUI is named: COMFYUI_URL=http://127.0.0.1:8188"),
]
HERON, COPY = "create-image/nano-banana", "image-to-3d-object/triposr"
LOOKS_MAX = 600
BLURS = 40  # of a large picture, one after the other: between any two of them it can be interrupted

MODELS = """
["create-image/nano-banana"]
endpoint = "empty-image"
workflow = "empty.json"
suffix = ".png"
typical_seconds = 2
output_name = "9.filename_prefix"
result = "9.images.0"

["create-image/nano-banana".fields.aspect_ratio.values]
"1:1" = { 1 = { width = 64, height = 64 } }
"16:9" = { 1 = { width = 128, height = 72 } }
"9:16" = { 1 = { width = 1000000, height = 64 } }

["create-image/flux-2-flex"]
endpoint = "blurred"
workflow = "slow.json"
suffix = ".png"
typical_seconds = 2
seed = { to = "1.color", modulus = 16777215 }
result = "9.images.0"

["image-to-3d-object/triposr"]
endpoint = "copy"
workflow = "copy.json"
suffix = ".png"
typical_seconds = 2
files = { image_url = "1.image" }
output_name = "9.filename_prefix"
result = "9.images.0"
"""


def node(kind: str, **inputs: Any) -> Mapping[str, Any]:
    return {"class_type": kind, "inputs": inputs}


def save(source: str) -> Mapping[str, Any]:
    return node("SaveImage", images=[source, 0], filename_prefix="mediamill")


EMPTY = {"1": node("EmptyImage", width=64, height=64, batch_size=1, color=0x336699), "9": save("1")}
SLOW = {
    "1": node("EmptyImage", width=1024, height=1024, batch_size=1, color=0),
    **{
        f"blur{number}": node("ImageBlur", image=[f"blur{number - 1}" if number else "1", 0], blur_radius=15, sigma=5.0)
        for number in range(BLURS)
    },
    "9": save(f"blur{BLURS - 1}"),
}
WORKFLOWS = {"empty": EMPTY, "slow": SLOW, "copy": {"1": node("LoadImage", image="x.png"), "9": save("1")}}


@pytest.fixture
def engine(tmp_path: Path) -> ComfyUIEngine:  # in the place of fal's
    (tmp_path / "models.toml").write_text(MODELS)
    for name, workflow in WORKFLOWS.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(workflow))
    engine = ComfyUIEngine(
        OwnServerOptions(base_url=ADDRESS, models_file=str(tmp_path / "models.toml"), usd_per_second=1.0)
    )
    assert engine.ready() is None
    return engine


@pytest.fixture
async def vendor(guard: Guard) -> AsyncIterator[VendorClient]:
    client = VendorClient(guard, base_url=ADDRESS)
    yield client
    await client.aclose()


def anew(request: Request) -> Request:
    """The same for a generation that this server never saw."""
    return replace(request, generation_id=f"gen_{uuid4().hex}")


async def submitted(engine: ComfyUIEngine, vendor: VendorClient, request: Request) -> Job:
    job = await engine.submit(request, vendor)
    assert isinstance(job, Job)
    return job


async def look_until(engine: ComfyUIEngine, vendor: VendorClient, job: Job, stage: str = "") -> Look:
    """The look that is the last one, or that has this stage."""
    for _ in range(LOOKS_MAX):
        look = await engine.poll(job, vendor)
        if not isinstance(look, Running) or look.stage == stage:
            return look
        await asyncio.sleep(0.05)
    raise AssertionError("never done")


async def test_it_is_a_server(engine: ComfyUIEngine, vendor: VendorClient) -> None:
    assert await engine.check(vendor) is None


async def test_a_picture_is_made_fetched_and_paid_by_the_second(
    engine: ComfyUIEngine, vendor: VendorClient, request_for: MakeRequest
) -> None:
    request = anew(request_for(HERON, aspect_ratio="16:9"))
    job = await submitted(engine, vendor, request)

    done = await look_until(engine, vendor, job)
    assert isinstance(done, Finished)
    file = await vendor.download(str(done.files[0]), request.folder)

    with Image.open(file) as picture:
        assert (picture.size, picture.convert("RGB").getpixel((5, 5))) == ((128, 72), (0x33, 0x66, 0x99))
    assert job.handle["prompt"] == prompt_id(request.generation_id)
    assert done.cost is not None
    assert 0 <= done.cost < 60_000_000


async def test_equal_work_is_another_file(
    engine: ComfyUIEngine, vendor: VendorClient, request_for: MakeRequest
) -> None:
    first, second = [
        await look_until(engine, vendor, await submitted(engine, vendor, anew(request_for(HERON)))) for _ in range(2)
    ]

    assert isinstance(first, Finished)
    assert isinstance(second, Finished)
    assert first.files != second.files


async def test_a_file_goes_in_and_comes_out(
    engine: ComfyUIEngine, vendor: VendorClient, request_for: MakeRequest
) -> None:
    request = anew(request_for(COPY))

    done = await look_until(engine, vendor, await submitted(engine, vendor, request))
    assert isinstance(done, Finished)
    file = await vendor.download(str(done.files[0]), request.folder)

    with Image.open(file) as out, Image.open(request.files["image_url"]) as sent:
        assert out.convert("RGB").tobytes() == sent.convert("RGB").tobytes()


async def test_a_file_that_is_no_picture_is_refused(
    engine: ComfyUIEngine, vendor: VendorClient, request_for: MakeRequest
) -> None:
    request = anew(request_for(COPY))
    request.files["image_url"].write_bytes(b"no picture at all")
    job = await submitted(engine, vendor, request)

    with pytest.raises(EngineRefused, match="The input was not accepted"):
        await look_until(engine, vendor, job)


async def test_an_input_out_of_range_is_named_with_its_node(
    engine: ComfyUIEngine, vendor: VendorClient, request_for: MakeRequest
) -> None:
    with pytest.raises(EngineUnavailable) as raised:
        await engine.submit(anew(request_for(HERON, aspect_ratio="9:16")), vendor)

    assert "node 1 (EmptyImage): Value 1000000 bigger than max of 16384: width" in str(raised.value)
    assert raised.value.scope is Scope.MODEL


async def test_what_was_queued_is_found_by_the_generation_and_nothing_else_is(
    engine: ComfyUIEngine, vendor: VendorClient, request_for: MakeRequest
) -> None:
    request = anew(request_for(HERON))
    assert await engine.find(request, 0, vendor) is None
    job = await submitted(engine, vendor, request)

    soon = await engine.find(request, 0, vendor)
    await look_until(engine, vendor, job)
    late = await engine.find(request, 0, vendor)

    assert soon == late == job


async def test_what_runs_is_interrupted_and_what_waits_is_taken_out(
    engine: ComfyUIEngine, vendor: VendorClient, request_for: MakeRequest
) -> None:
    slow = "create-image/flux-2-flex"
    seeds = iter(uuid4().int % 2**20 + number for number in range(2))
    running, waiting = [
        await submitted(engine, vendor, replace(anew(request_for(slow)), seed=next(seeds))) for _ in range(2)
    ]
    assert await look_until(engine, vendor, running, "running") == Running(stage="running")
    assert await engine.poll(waiting, vendor) == Running(stage="queued 1st")

    await engine.cancel(waiting, vendor)
    assert await engine.poll(waiting, vendor) == Missing()
    assert await engine.poll(running, vendor) == Running(stage="running")  # nobody else's work was touched
    await engine.cancel(running, vendor)

    with pytest.raises(MediamillError, match="This was stopped before it was done"):
        await look_until(engine, vendor, running)


async def test_weights_that_are_not_there_are_named(
    engine: ComfyUIEngine, vendor: VendorClient, request_for: MakeRequest
) -> None:
    with pytest.raises(EngineUnavailable, match=r"CheckpointLoaderSimple.*ckpt_name: 'ltx-video-2b-v0.9.safetensors'"):
        await engine.submit(anew(request_for("create-video/ltx-video")), vendor)
