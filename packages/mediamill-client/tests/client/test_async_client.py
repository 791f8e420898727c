"""What is the asynchronous client's own: listeners that are awaited, many waits at once, and being cancelled."""

import asyncio
import threading
import time
from pathlib import Path

import httpx2
import pytest

from mediamill_client import AsyncClient, AsyncTiming, Generation, answers
from tests.client.conftest import ADAS_KEY
from tests.client.scripted_service import Answer, ScriptedService, accepted, generation, told

HERON = "GET /api/generations/gen_heron"


async def test_leaving_the_block_closes_the_connections_unless_they_are_ones_own(service: ScriptedService) -> None:
    async with httpx2.AsyncClient() as own:
        async with AsyncClient(ADAS_KEY, service.url, http_client=own):
            pass
        async with AsyncClient(ADAS_KEY, service.url) as client:
            pass

        assert (own.is_closed, client._driver.http.is_closed) == (False, True)


async def test_listeners_may_be_asynchronous(service: ScriptedService) -> None:
    service.on("POST /api/run", accepted())
    service.on(HERON, told("success"))
    heard: list[str] = []

    async def listener(generation: Generation) -> None:
        await asyncio.sleep(0)
        heard.append(generation.status)

    async with AsyncClient(ADAS_KEY, service.url) as client:
        await client.run("motion-3d", {}, on_update=listener)

    assert heard == ["processing", "success"]


async def test_many_wait_at_once(service: ScriptedService) -> None:
    service.on("POST /api/run", accepted())
    service.on(HERON, *[told("processing")] * 10, told("success"))

    async with AsyncClient(ADAS_KEY, service.url) as client:
        finished = await asyncio.gather(*(client.run("motion-3d", {}, timeout=20) for _ in range(10)))

    assert [generation.status for generation in finished] == ["success"] * 10


async def test_a_wait_can_be_cancelled(service: ScriptedService) -> None:
    service.on(HERON, told("processing"))
    asleep = asyncio.Event()

    async def sleep(seconds: float) -> None:
        if seconds:
            asleep.set()
            await asyncio.Event().wait()

    async with AsyncClient(ADAS_KEY, service.url, timing=AsyncTiming(sleep=sleep)) as client:
        waiting = asyncio.ensure_future(client.wait("gen_heron"))
        await asyncio.wait_for(asleep.wait(), 10)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting

    assert len(service.asked(HERON)) == 1


async def test_a_cancelled_download_leaves_nothing_behind(service: ScriptedService, tmp_path: Path) -> None:
    service.on("GET /x.fbx", Answer(200, bytes(1_000_000), cut_after=700_000, stall=True))
    made = answers.generation(generation("success", output=f"{service.url}/x.fbx"))
    async with AsyncClient(ADAS_KEY, service.url) as client:
        downloading = asyncio.ensure_future(client.download(made, tmp_path))
        begun = await asyncio.to_thread(first_names_in, tmp_path)
        downloading.cancel()
        with pytest.raises(asyncio.CancelledError):
            await downloading

    assert [name[-5:] for name in begun] == [".part"]
    assert names_in(tmp_path) == []


def names_in(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


def first_names_in(folder: Path) -> list[str]:
    deadline = time.monotonic() + 10
    while not (names := names_in(folder)):
        assert time.monotonic() < deadline, "nothing was begun"
        threading.Event().wait(0.005)
    return names
