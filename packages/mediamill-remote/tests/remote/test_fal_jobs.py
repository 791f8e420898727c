"""Jobs at fal that go well: every model bought, looked at, fetched; what is sent and what comes back."""

import json
from base64 import b64decode
from pathlib import Path

import pytest

from mediamill.engines import VendorClient
from mediamill.engines.sdk import HANDLE_BYTES_MAX, Finished, Job, Request, Running
from mediamill.formats import sniff
from mediamill_remote.fal.engine import FalEngine, FalOptions
from tests.fakes.fal import FakeFal
from tests.fakes.faults import Fault
from tests.fakes.media import silence
from tests.remote.conftest import MODELS, SEED, MakeRequest

SERVED = sorted(FalEngine(FalOptions()).models)
LOOKS_MAX = 6


async def made(engine: FalEngine, vendor: VendorClient, request: Request) -> tuple[Job, Finished]:
    """The job, and what came of it."""
    job = await engine.submit(request, vendor)
    assert isinstance(job, Job)
    for _ in range(LOOKS_MAX):
        look = await engine.poll(job, vendor)
        if isinstance(look, Finished):
            return job, look
        assert isinstance(look, Running), look
    raise AssertionError("never done")


@pytest.mark.parametrize(("tool", "model"), SERVED)
async def test_every_model_is_made_and_costs_what_was_billed(
    tool: str, model: str, engine: FalEngine, vendor: VendorClient, fal: FakeFal, request_for: MakeRequest
) -> None:
    request = request_for(f"{tool}/{model}")

    job, done = await made(engine, vendor, request)
    file = await vendor.download(str(done.files[0]), request.folder)

    bought = fal.ledger.only
    estimate = engine.estimate(request)
    assert bought.model == engine.models[tool, model].endpoint
    assert estimate is not None
    assert done.cost == pytest.approx(bought.price, abs=1)
    assert done.provenance["method"] == bought.model
    assert sniff(file) == done.suffix.removeprefix(".")
    assert len(json.dumps(dict(job.handle)).encode()) <= HANDLE_BYTES_MAX


async def test_a_job_says_what_the_queue_says(
    engine: FalEngine, vendor: VendorClient, request_for: MakeRequest
) -> None:
    job = await engine.submit(request_for("create-image/nano-banana"), vendor)
    assert isinstance(job, Job)

    looks = [await engine.poll(job, vendor) for _ in range(2)]

    assert looks == [Running(None, "queued 3rd"), Running(0.4, "running")]


async def test_the_submit_says_how_long_we_wait_and_keeps_to_one_endpoint(
    fal: FakeFal, vendor: VendorClient, request_for: MakeRequest
) -> None:
    engine = FalEngine(FalOptions(base_url=fal.base, upload_url=fal.base, timeout_seconds=90.5, keep_seconds=7_200))

    await engine.submit(request_for("create-image/nano-banana"), vendor)

    headers = fal.ledger.only.headers
    assert headers["x-fal-request-timeout"] == "91"
    assert json.loads(headers["x-fal-object-lifecycle-preference"]) == {"expiration_duration_seconds": 7_200}
    assert headers["x-app-fal-disable-fallback"] == "true"
    assert fal.ledger.only.body["seed"] == SEED % 2**31


async def test_a_small_file_goes_inside_the_body(
    engine: FalEngine, vendor: VendorClient, fal: FakeFal, request_for: MakeRequest
) -> None:
    request = request_for("image-to-3d-object/triposr")

    await made(engine, vendor, request)

    head, _, content = fal.ledger.only.body["image_url"].partition(",")
    assert head == "data:image/png;base64"
    assert b64decode(content) == request.files["image_url"].read_bytes()
    assert fal.stored == {}


async def test_a_large_file_is_uploaded_without_the_key(
    engine: FalEngine, vendor: VendorClient, fal: FakeFal, request_for: MakeRequest
) -> None:
    request = request_for("voice-isolator/voicevendor-voice-isolator")
    request.files["audio_url"].write_bytes(silence(10))

    await made(engine, vendor, request)

    (stored,) = fal.stored.values()
    (put,) = [asked for asked in fal.asked if asked.method == "PUT"]
    assert stored == silence(10)
    assert put.headers["content-type"] == "audio/wav"
    assert "authorization" not in put.headers


@pytest.mark.parametrize(("kept", "timeout", "told"), [(7_200, 90.5, 7_200), (60, 90.5, 91), (3_600, 9_000.0, 9_000)])
async def test_what_is_uploaded_lives_as_long_as_the_job_may_take(
    kept: int, timeout: float, told: int, fal: FakeFal, vendor: VendorClient, request_for: MakeRequest
) -> None:
    options = FalOptions(base_url=fal.base, upload_url=fal.base, timeout_seconds=timeout, upload_keep_seconds=kept)
    request = request_for("voice-isolator/voicevendor-voice-isolator")
    request.files["audio_url"].write_bytes(silence(10))

    await FalEngine(options).submit(request, vendor)

    initiate = next(asked for asked in fal.asked if asked.path == "/storage/upload/initiate")
    for name in ("x-fal-object-lifecycle", "x-fal-object-lifecycle-preference"):
        assert json.loads(initiate.headers[name]) == {"expiration_duration_seconds": told}
    assert (
        json.loads(fal.ledger.only.headers["x-fal-object-lifecycle-preference"])["expiration_duration_seconds"] != told
    )


async def test_the_instrumental_is_every_other_stem(
    engine: FalEngine, vendor: VendorClient, fal: FakeFal, request_for: MakeRequest
) -> None:
    _, whole = await made(engine, vendor, request_for("song-splitter/demucs", instrument="other"))
    _, voice = await made(engine, vendor, request_for("song-splitter/demucs", instrument="vocals"))

    assert [Path(str(url)).stem.rpartition("-")[2] for url in whole.files] == ["drums", "bass", "other"]
    assert [Path(str(url)).stem.rpartition("-")[2] for url in voice.files] == ["vocals"]
    assert fal.ledger.purchases[0].body["model"] == "htdemucs"


async def test_a_sound_of_its_own_length_is_cut_at_ten_seconds_and_no_other(
    engine: FalEngine, vendor: VendorClient, fal: FakeFal, request_for: MakeRequest
) -> None:
    name = "sound-effects/voicevendor-sound-effects"

    _, auto = await made(engine, vendor, request_for(name, duration="auto"))
    _, long = await made(engine, vendor, request_for(name, duration="20"))

    assert (auto.seconds_max, long.seconds_max) == (10.0, None)
    assert "duration_seconds" not in fal.ledger.purchases[0].body
    assert fal.ledger.purchases[1].body["duration_seconds"] == 20


async def test_what_cannot_be_had_is_offered_to_nobody(engine: FalEngine) -> None:
    sounds = engine.offers("sound-effects", "voicevendor-sound-effects")["duration"]
    languages = engine.offers("translate-audio", "voicevendor-dubbing")["target_lang"]
    field = next(one for one in MODELS["translate-audio/voicevendor-dubbing"].fields if one.name == "target_lang")

    assert "30" not in sounds.values
    assert set(field.allowed) - languages.values == {"vi", "th"}
    assert "fal" not in f"{sounds.sentence} {languages.sentence}".lower()
    assert engine.offers("create-image", "nano-banana") == {}


async def test_a_job_is_called_off(
    engine: FalEngine, vendor: VendorClient, fal: FakeFal, request_for: MakeRequest
) -> None:
    job = await engine.submit(request_for("create-image/nano-banana"), vendor)
    assert isinstance(job, Job)

    await engine.cancel(job, vendor)
    await engine.cancel(job, vendor)

    assert fal.ledger.only.cancelled_at is not None
    assert fal.ledger.spent == 0


async def test_the_key_is_checked_without_buying(engine: FalEngine, vendor: VendorClient, fal: FakeFal) -> None:
    well = await engine.check(vendor)
    fal.script.add("status", Fault.BAD_KEY)
    fal.key = "another"
    unwell = await engine.check(vendor)

    assert well is None
    assert unwell == "fal does not take the key: Authentication is required."
    assert len(fal.ledger) == 0
