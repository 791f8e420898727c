"""The engine and a Cog server that is real: a picture, no slot, a caller that leaves, a second try, odd inputs."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from mediamill.engines import VendorClient
from mediamill.engines.sdk import EngineFailed, EngineRefused, EngineUnavailable, Finished, Scope
from mediamill.formats import sniff
from mediamill_remote.answers import TOO_LONG
from mediamill_remote.own_server import OwnServerOptions
from mediamill_remote.replicate.cog.engine import CogEngine
from tests.remote.cog.server import CogServer
from tests.remote.conftest import SEED, MakeRequest

HERON, COPY = "create-image/nano-banana", "image-to-3d-object/triposr"
pytestmark = [pytest.mark.xdist_group("cog"), pytest.mark.compared]  # one server for all of them


async def test_a_picture_is_made_and_costs_nothing(
    engine: CogEngine, vendor: VendorClient, request_for: MakeRequest
) -> None:
    request = request_for(HERON, prompt="a heron")

    done = await engine.submit(request, vendor)
    assert isinstance(done, Finished)
    file = await vendor.download(str(done.files[0]), request.folder)

    assert sniff(file) == "png"
    assert done.cost == 0
    assert done.provenance == {"method": "test/heron", "seedSent": True}
    estimate = engine.estimate(request)
    assert estimate is not None
    assert estimate.amount == 0


async def test_the_seconds_of_your_machine_can_have_a_price(
    cog: CogServer, models_file: Path, vendor: VendorClient, request_for: MakeRequest
) -> None:
    engine = CogEngine(OwnServerOptions(base_url=cog.address, models_file=str(models_file), usd_per_second=0.5))
    request = request_for(HERON, prompt="a heron")

    done, estimate = await engine.submit(request, vendor), engine.estimate(request)

    assert isinstance(done, Finished)
    assert done.cost is not None
    assert done.cost > 0
    assert estimate is not None
    assert (estimate.amount, estimate.line) == (1_000_000, "Cog test/heron: 0.5 USD per second of work")


async def test_a_file_goes_in_and_comes_out(engine: CogEngine, vendor: VendorClient, request_for: MakeRequest) -> None:
    request = request_for(COPY)

    done = await engine.submit(request, vendor)
    assert isinstance(done, Finished)
    file = await vendor.download(str(done.files[0]), request.folder)

    assert file.read_bytes() == request.files["image_url"].read_bytes()


async def test_without_a_free_slot_work_waits(
    engine: CogEngine, vendor: VendorClient, cog: CogServer, request_for: MakeRequest
) -> None:
    first = asyncio.create_task(engine.submit(request_for(HERON, prompt="wait"), vendor))
    await asyncio.to_thread(cog.wait_for_mark, f"started-{SEED % 2**31}")

    with pytest.raises(EngineUnavailable) as raised:
        await engine.submit(replace(request_for(HERON), generation_id="gen_2"), vendor)
    cog.let_go()

    assert (raised.value.scope, raised.value.retry_after) == (Scope.KEY, 2)
    assert isinstance(await first, Finished)


async def test_when_nobody_waits_any_more_the_work_ends(
    engine: CogEngine, vendor: VendorClient, cog: CogServer, request_for: MakeRequest
) -> None:
    seed = SEED % 2**31
    leaving = asyncio.create_task(engine.submit(request_for(HERON, prompt="wait"), vendor))
    await asyncio.to_thread(cog.wait_for_mark, f"started-{seed}")

    leaving.cancel()
    await asyncio.wait({leaving})

    await asyncio.to_thread(cog.wait_for_mark, f"ended-{seed}")
    await asyncio.to_thread(cog.wait_for, "READY")
    assert isinstance(await engine.submit(request_for(HERON), vendor), Finished)


async def test_a_second_try_never_runs_beside_the_first(
    engine: CogEngine, vendor: VendorClient, cog: CogServer, request_for: MakeRequest
) -> None:
    request = request_for(HERON, prompt="wait")
    first = asyncio.create_task(engine.submit(request, vendor))
    await asyncio.to_thread(cog.wait_for_mark, f"started-{SEED % 2**31}")

    with pytest.raises(EngineUnavailable, match="an earlier try is not over yet") as raised:
        await engine.submit(request, vendor)
    cog.let_go()

    assert (raised.value.scope, raised.value.retry_after) == (Scope.KEY, 2)
    assert isinstance(await first, Finished)
    assert isinstance(await engine.submit(request, vendor), Finished)


async def test_a_model_that_breaks_has_failed(
    engine: CogEngine, vendor: VendorClient, request_for: MakeRequest, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(EngineFailed) as raised:
        await engine.submit(request_for(HERON, prompt="raise"), vendor)

    assert raised.value.facts["cost"] == 0
    assert "heron" not in str(raised.value)
    assert "there is no such heron" in caplog.text


async def test_a_safety_check_refuses(engine: CogEngine, vendor: VendorClient, request_for: MakeRequest) -> None:
    with pytest.raises(EngineRefused, match="declined by the safety check"):
        await engine.submit(request_for(HERON, prompt="sensitive"), vendor)


async def test_an_input_that_the_model_does_not_take_is_refused(
    engine: CogEngine, vendor: VendorClient, request_for: MakeRequest
) -> None:
    with pytest.raises(EngineRefused, match="The input was not accepted"):
        await engine.submit(request_for(HERON, prompt="heron " * 50), vendor)


async def test_what_takes_too_long_is_ended(
    cog: CogServer, models_file: Path, vendor: VendorClient, request_for: MakeRequest
) -> None:
    hasty = CogEngine(OwnServerOptions(base_url=cog.address, models_file=str(models_file), timeout_seconds=0.5))

    with pytest.raises(EngineFailed) as raised:
        await hasty.submit(request_for(HERON, prompt="wait"), vendor)

    assert str(raised.value) == TOO_LONG
    await asyncio.to_thread(cog.wait_for, "READY")


async def test_a_server_that_works_is_well(engine: CogEngine, vendor: VendorClient) -> None:
    assert await engine.check(vendor) is None
