"""Predictions at Replicate that go well: every model bought, looked at, fetched; what is sent and what comes back."""

import json
import time
from base64 import b64decode
from pathlib import Path

import pytest

from mediamill.codecs import read_obj
from mediamill.engines import VendorClient
from mediamill.engines.sdk import HANDLE_BYTES_MAX, EngineUnavailable, Finished, Job, Request, Running
from mediamill.formats import sniff
from mediamill_remote.mapped import MappedOptions
from mediamill_remote.replicate.engine import ReplicateEngine
from tests.fakes.faults import Fault, Reply
from tests.fakes.media import silence
from tests.fakes.replicate import PRODUCTS, WORK_SECONDS, FakeReplicate
from tests.remote.conftest import SEED, MakeRequest

SERVED = sorted(ReplicateEngine(MappedOptions()).models)
FLUX, MESH, AUDIOGEN = "create-image/flux-2-flex", "image-to-3d-object/instantmesh", "sound-effects/audiogen"
LOOKS_MAX = 6


async def made(engine: ReplicateEngine, vendor: VendorClient, request: Request) -> tuple[Job, Finished]:
    """The job, and what came of it."""
    job = await engine.submit(request, vendor)
    assert isinstance(job, Job)
    for _ in range(LOOKS_MAX):
        look = await engine.poll(job, vendor)
        if isinstance(look, Finished):
            return job, look
        assert isinstance(look, Running), look
    raise AssertionError("never done")


def now_ms() -> int:
    return round(time.time() * 1_000)


@pytest.mark.parametrize(("tool", "model"), SERVED)
async def test_every_model_is_made_and_costs_what_it_worked(
    tool: str,
    model: str,
    engine: ReplicateEngine,
    vendor: VendorClient,
    replicate: FakeReplicate,
    request_for: MakeRequest,
) -> None:
    request = request_for(f"{tool}/{model}")

    job, done = await made(engine, vendor, request)
    file = await vendor.download(str(done.files[0]), request.folder)

    bought, mapping = replicate.ledger.only, engine.models[tool, model]
    assert bought.model == mapping.endpoint
    assert done.cost == (round(PRODUCTS[bought.model].rate * WORK_SECONDS) or None)
    assert done.provenance["method"] == bought.model
    assert done.provenance.get("modelVersion", "") == mapping.version
    if str(done.files[0]).endswith(".obj"):
        assert len(read_obj(file).faces) == 12  # of a box; the service makes GLB of it
    else:
        assert sniff(file) == done.suffix.removeprefix(".")
    assert len(json.dumps(dict(job.handle)).encode()) <= HANDLE_BYTES_MAX


async def test_a_prediction_says_how_far_it_is(
    engine: ReplicateEngine, vendor: VendorClient, request_for: MakeRequest
) -> None:
    job = await engine.submit(request_for(FLUX), vendor)
    assert isinstance(job, Job)

    looks = [await engine.poll(job, vendor) for _ in range(2)]

    assert looks == [Running(None, "starting"), Running(0.4, "running")]


async def test_the_submit_says_when_to_give_up(
    replicate: FakeReplicate, vendor: VendorClient, request_for: MakeRequest
) -> None:
    engine = ReplicateEngine(MappedOptions(base_url=f"{replicate.base}/v1", timeout_seconds=90.5))
    hasty = ReplicateEngine(MappedOptions(base_url=f"{replicate.base}/v1", timeout_seconds=1.0))

    await engine.submit(request_for(FLUX), vendor)
    await hasty.submit(request_for(FLUX), vendor)

    assert [one.headers for one in replicate.ledger.purchases] == [{"cancel-after": "91s"}, {"cancel-after": "5s"}]
    assert replicate.ledger.purchases[0].body["seed"] == SEED % 2**31


async def test_a_small_file_goes_inside_the_body(
    engine: ReplicateEngine, vendor: VendorClient, replicate: FakeReplicate, request_for: MakeRequest
) -> None:
    request = request_for(MESH)

    await made(engine, vendor, request)

    head, _, content = replicate.ledger.only.body["image_path"].partition(",")
    assert head == "data:image/png;base64"
    assert b64decode(content) == request.files["image_url"].read_bytes()
    assert replicate.stored == {}


async def test_a_large_file_is_uploaded_first(
    engine: ReplicateEngine, vendor: VendorClient, replicate: FakeReplicate, request_for: MakeRequest
) -> None:
    request = request_for("song-splitter/demucs")
    request.files["file"].write_bytes(silence(10))

    await made(engine, vendor, request)

    (stored,) = replicate.stored.values()
    assert silence(10) in stored
    assert b'name="content"' in stored
    assert replicate.ledger.only.body["audio"].startswith(f"{replicate.base}/v1/files/")


async def test_the_instrumental_is_every_other_stem(
    engine: ReplicateEngine, vendor: VendorClient, replicate: FakeReplicate, request_for: MakeRequest
) -> None:
    _, whole = await made(engine, vendor, request_for("song-splitter/demucs", instrument="other"))
    _, voice = await made(engine, vendor, request_for("song-splitter/demucs", instrument="vocals"))

    assert [Path(str(url)).stem.rpartition("-")[2] for url in whole.files] == ["drums", "bass", "other"]
    assert [Path(str(url)).stem.rpartition("-")[2] for url in voice.files] == ["vocals"]


async def test_a_prediction_is_called_off(
    engine: ReplicateEngine, vendor: VendorClient, replicate: FakeReplicate, request_for: MakeRequest
) -> None:
    job = await engine.submit(request_for(FLUX), vendor)
    assert isinstance(job, Job)

    await engine.cancel(job, vendor)
    await engine.cancel(job, vendor)

    assert replicate.ledger.only.cancelled_at is not None


async def test_what_a_lost_answer_bought_is_found_among_others(
    engine: ReplicateEngine, vendor: VendorClient, replicate: FakeReplicate, request_for: MakeRequest
) -> None:
    request, other = request_for(MESH), request_for(FLUX)
    await engine.submit(request, vendor)
    for _ in range(3):
        await engine.submit(other, vendor)

    found = await engine.find(request, now_ms(), vendor)

    assert isinstance(found, Job)
    assert found.handle["prediction"] == replicate.ledger.purchases[0].id
    assert isinstance(await engine.poll(found, vendor), Running)
    assert sum(asked.path == "/v1/predictions" and asked.method == "GET" for asked in replicate.asked) == 2


async def test_what_was_never_bought_is_not_found(
    engine: ReplicateEngine, vendor: VendorClient, replicate: FakeReplicate, request_for: MakeRequest
) -> None:
    await engine.submit(request_for(FLUX, seed=7), vendor)
    elsewhere = request_for(FLUX, prompt="another heron")

    assert await engine.find(elsewhere, now_ms(), vendor) is None
    assert await engine.find(request_for(FLUX), now_ms() - 3_600_000, vendor) is None
    assert await engine.find(request_for(MESH), now_ms(), vendor) is None


@pytest.mark.parametrize("trouble", [Fault.HTML, Fault.BREAK, Fault.BUSY, Fault.CUT_JSON, Reply(200, {"results": 7})])
async def test_a_list_that_cannot_be_read_says_nothing(
    trouble: Fault | Reply,
    engine: ReplicateEngine,
    vendor: VendorClient,
    replicate: FakeReplicate,
    request_for: MakeRequest,
) -> None:
    request = request_for(FLUX)
    await engine.submit(request, vendor)
    replicate.script.add("history", trouble)

    with pytest.raises(EngineUnavailable):
        await engine.find(request, now_ms(), vendor)

    assert isinstance(await engine.find(request, now_ms(), vendor), Job)


def test_only_a_seed_tells_one_prediction_from_another(engine: ReplicateEngine) -> None:
    assert engine.has_history("create-image", "flux-2-flex")
    assert not engine.has_history("sound-effects", "audiogen")
    assert not engine.has_history("no-tool", "no-model")


async def test_the_key_is_checked_without_buying(
    engine: ReplicateEngine, vendor: VendorClient, replicate: FakeReplicate
) -> None:
    well = await engine.check(vendor)
    replicate.script.add("account", Fault.BREAK, Fault.LOSE_ANSWER, Fault.LOSE_ANSWER)  # asked a second time
    broken, lost = await engine.check(vendor), await engine.check(vendor)
    replicate.key = "another"
    unwell = await engine.check(vendor)

    assert well is None
    assert broken == "Replicate answered with HTTP 500."
    assert lost is not None
    assert unwell == "Replicate does not take the key: You did not pass a valid token."
    assert len(replicate.ledger) == 0
