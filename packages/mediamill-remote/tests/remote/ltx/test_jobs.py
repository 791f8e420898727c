"""Films by LTX that go well: what is sent, what comes back, what it costs."""

from pathlib import Path

import pytest

from mediamill.engines import VendorClient
from mediamill.engines.sdk import EngineRefused, Finished, Request
from mediamill.formats import sniff
from mediamill_remote.ltx.engine import LtxEngine
from mediamill_remote.mapped import MappedOptions
from tests.fakes.ltx import FakeLtx
from tests.remote.conftest import MakeRequest
from tests.remote.ltx.conftest import FILM


async def made(engine: LtxEngine, vendor: VendorClient, request: Request) -> Finished:
    done = await engine.submit(request, vendor)
    assert isinstance(done, Finished)
    return done


@pytest.mark.parametrize("kind", ["video/mp4", "application/octet-stream", "Video/MP4; codecs=avc1"])
async def test_the_answer_is_the_film(
    kind: str, engine: LtxEngine, vendor: VendorClient, ltx: FakeLtx, film_of: MakeRequest
) -> None:
    ltx.kind = kind
    request = film_of()

    done = await made(engine, vendor, request)

    (file,) = done.files
    assert isinstance(file, Path)
    assert file.parent == request.folder
    assert (sniff(file), done.suffix) == ("mp4", ".mp4")
    assert done.cost is None
    assert done.provenance == {
        "method": "v1/text-to-video ltx-2-3-fast",
        "requestId": ltx.ledger.only.id,
        "seedSent": False,
    }


@pytest.mark.parametrize(("ratio", "resolution"), [("16:9", "1920x1080"), ("9:16", "1080x1920")])
async def test_a_ratio_is_a_resolution(
    ratio: str, resolution: str, engine: LtxEngine, vendor: VendorClient, ltx: FakeLtx, film_of: MakeRequest
) -> None:
    request = film_of(prompt="Waves roll in.", aspect_ratio=ratio)

    await made(engine, vendor, request)

    (asked,) = ltx.asked
    assert asked.path == "/v1/text-to-video"
    assert asked.headers["authorization"] == f"Bearer {ltx.key}"
    assert asked.json() == {
        "prompt": "Waves roll in.",
        "model": "ltx-2-3-fast",
        "duration": 8,
        "resolution": resolution,
        "fps": 24,
        "generate_audio": True,
    }
    estimate = engine.estimate(request)
    assert estimate is not None
    assert estimate.amount == ltx.ledger.only.price == 480_000


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [("duration", 3, "8 seconds"), ("duration", 5, "8 seconds"), ("aspect_ratio", "1:1", "Square")],
)
async def test_what_cannot_be_had_is_refused_before_anything_is_sent(
    field: str,
    value: str | int,
    words: str,
    engine: LtxEngine,
    vendor: VendorClient,
    ltx: FakeLtx,
    film_of: MakeRequest,
) -> None:
    request = film_of(**{field: value})

    with pytest.raises(EngineRefused, match=words):
        await engine.submit(request, vendor)

    assert value not in engine.offers("create-video", "ltx-video")[field].values
    assert engine.estimate(request) is None
    assert ltx.asked == []


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ('result = "video_url"', "direct: true; the answer is the film"),
        ('direct = true\nfiles = { image_url = "image_uri" }', "files: this engine hands none in"),
    ],
)
async def test_an_entry_that_the_engine_cannot_carry_out_is_what_it_lacks(
    line: str, fault: str, tmp_path: Path
) -> None:
    own = tmp_path / "own.toml"
    own.write_text(f'["{FILM}"]\nendpoint = "v1/text-to-video"\nsuffix = ".mp4"\ntypical_seconds = 5\n{line}\n')

    ready = LtxEngine(MappedOptions(models_file=str(own))).ready()

    assert ready is not None
    assert fault in ready


async def test_a_key_is_checked_by_asking_for_no_job(engine: LtxEngine, vendor: VendorClient, ltx: FakeLtx) -> None:
    assert await engine.check(vendor) is None

    ltx.key = "another"
    assert await engine.check(vendor) == "LTX does not take the key: Invalid API key."
    assert len(ltx.ledger) == 0
