"""The engine and a Gradio app that is real: its queue, callers that leave, runs that take too long."""

import asyncio

import pytest

from mediamill.engines import VendorClient
from mediamill.engines.sdk import EngineFailed, EngineUnavailable, Finished, Scope
from mediamill_remote.gradio.engine import TOO_LONG, GradioEngine
from tests.remote.conftest import SEED, MakeRequest
from tests.remote.gradio.conftest import MakeEngine
from tests.remote.gradio.server import GradioApp

PAINT, DRAW = "create-image/nano-banana", "create-image/flux-2-flex"
FIRST = SEED % 2**31
pytestmark = [pytest.mark.xdist_group("gradio"), pytest.mark.compared]  # one app for all of them


@pytest.fixture
def base(app: GradioApp) -> str:
    return app.base


async def test_a_picture_with_previews_is_its_last_one(
    engine: GradioEngine, vendor: VendorClient, request_for: MakeRequest
) -> None:
    done = await engine.submit(request_for(DRAW, prompt="a heron"), vendor)

    assert isinstance(done, Finished)
    assert done.provenance["method"] == "draw"


async def test_a_full_queue_makes_work_wait(
    engine: GradioEngine, vendor: VendorClient, app: GradioApp, request_for: MakeRequest
) -> None:
    request = request_for(PAINT, prompt="wait")
    first = asyncio.create_task(engine.submit(request, vendor))
    await asyncio.to_thread(app.wait_for_mark, f"started-{FIRST}")
    others = [asyncio.create_task(engine.submit(request, vendor)) for _ in range(2)]
    await asyncio.to_thread(app.wait_for_queue, 2)

    with pytest.raises(EngineUnavailable, match="its queue is full: Queue is full") as raised:
        await engine.submit(request, vendor)
    app.let_go()

    assert (raised.value.scope, raised.value.retry_after) == (Scope.KEY, 5)
    assert all(isinstance(done, Finished) for done in await asyncio.gather(first, *others))


async def test_when_nobody_waits_any_more_a_run_with_previews_ends(
    engine: GradioEngine, vendor: VendorClient, app: GradioApp, request_for: MakeRequest
) -> None:
    leaving = asyncio.create_task(engine.submit(request_for(DRAW, prompt="wait"), vendor))
    await asyncio.to_thread(app.wait_for_mark, f"started-{FIRST}")
    await asyncio.to_thread(app.wait_for_streams, 1)

    leaving.cancel()
    await asyncio.wait({leaving})

    await asyncio.to_thread(app.wait_for_mark, f"ended-{FIRST}")


async def test_what_still_waits_in_the_queue_is_never_run_for_one_who_left(
    engine: GradioEngine, vendor: VendorClient, app: GradioApp, request_for: MakeRequest
) -> None:
    first = asyncio.create_task(engine.submit(request_for(PAINT, prompt="wait"), vendor))
    await asyncio.to_thread(app.wait_for_mark, f"started-{FIRST}")
    leaving = asyncio.create_task(engine.submit(request_for("image-to-3d-object/triposr"), vendor))
    await asyncio.to_thread(app.wait_for_queue, 1)
    await asyncio.to_thread(app.wait_for_streams, 2)

    leaving.cancel()
    await asyncio.wait({leaving})
    await asyncio.to_thread(app.wait_for_queue, 0)
    app.let_go()

    assert isinstance(await first, Finished)
    assert isinstance(await engine.submit(request_for(PAINT, prompt="a heron"), vendor), Finished)
    assert {mark.name for mark in app.stage.glob("painted-*")} == {f"painted-{FIRST}"}


async def test_what_takes_too_long_is_ended(
    base: str, engine_of: MakeEngine, vendor: VendorClient, app: GradioApp, request_for: MakeRequest
) -> None:
    with pytest.raises(EngineFailed) as raised:
        await engine_of(base, timeout_seconds=1.0).submit(request_for(DRAW, prompt="wait"), vendor)

    assert str(raised.value) == TOO_LONG
    await asyncio.to_thread(app.wait_for_mark, f"ended-{FIRST}")
