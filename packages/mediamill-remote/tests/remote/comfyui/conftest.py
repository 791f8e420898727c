"""A ComfyUI on loopback, its engine, and the service's own client between them."""

from collections.abc import AsyncIterator

import pytest

from mediamill.engines import VendorClient
from mediamill.engines.sdk import Finished, Job, Request, Running
from mediamill.outbound import Guard
from mediamill_remote.comfyui.engine import ComfyUIEngine
from mediamill_remote.own_server import OwnServerOptions
from tests.fakes.comfyui import FakeComfyUI
from tests.fakes.server import Stage

LOOKS_MAX = 6


@pytest.fixture
def comfy(stage: Stage) -> FakeComfyUI:
    fake = FakeComfyUI()
    stage.enter(fake)
    return fake


@pytest.fixture
def engine(comfy: FakeComfyUI) -> ComfyUIEngine:  # in the place of fal's
    return ComfyUIEngine(OwnServerOptions(base_url=comfy.base))


@pytest.fixture
async def vendor(comfy: FakeComfyUI, guard: Guard) -> AsyncIterator[VendorClient]:
    client = VendorClient(guard, base_url=comfy.base)
    yield client
    await client.aclose()


async def submitted(engine: ComfyUIEngine, vendor: VendorClient, request: Request) -> Job:
    job = await engine.submit(request, vendor)
    assert isinstance(job, Job)
    return job


async def made(engine: ComfyUIEngine, vendor: VendorClient, request: Request) -> tuple[Job, Finished]:
    """The job, and what came of it."""
    job = await submitted(engine, vendor, request)
    for _ in range(LOOKS_MAX):
        look = await engine.poll(job, vendor)
        if isinstance(look, Finished):
            return job, look
        assert isinstance(look, Running), look
    raise AssertionError("never done")
