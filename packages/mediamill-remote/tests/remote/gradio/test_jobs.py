"""What goes in and what comes out, at an app of ours and at one that is real."""

import json
from pathlib import Path

import pytest

from mediamill.engines import VendorClient
from mediamill.engines.sdk import EngineFailed, EngineRefused, EngineUnavailable, Finished, Request, Scope
from mediamill.formats import sniff
from mediamill.outbound import Guard
from mediamill_remote.gradio.engine import GradioEngine
from tests.fakes.gradio import FakeGradio
from tests.remote.conftest import SEED, MakeRequest
from tests.remote.gradio.conftest import MODELS, MakeEngine

PAINT, COPY, SOUND = "create-image/nano-banana", "image-to-3d-object/triposr", "sound-effects/audiogen"


async def made(engine: GradioEngine, vendor: VendorClient, request: Request) -> tuple[Finished, Path]:
    """What a submit comes to, and its file."""
    done = await engine.submit(request, vendor)
    assert isinstance(done, Finished)
    (file,) = done.files
    assert isinstance(file, Path)
    assert file.parent == request.folder
    return done, file


async def test_a_picture_is_made_and_costs_nothing(
    engine: GradioEngine, vendor: VendorClient, request_for: MakeRequest
) -> None:
    request = request_for(PAINT, prompt="a heron")

    done, file = await made(engine, vendor, request)

    assert sniff(file) == "png"
    assert (done.suffix, done.cost) == (".png", 0)
    assert done.provenance == {"method": "paint", "seedSent": True}
    estimate = engine.estimate(request)
    assert estimate is not None
    assert (estimate.amount, estimate.line) == (0, "Gradio paint: an app of your own")


async def test_a_sound_is_made(engine: GradioEngine, vendor: VendorClient, request_for: MakeRequest) -> None:
    _, file = await made(engine, vendor, request_for(SOUND, prompt="rain"))

    assert sniff(file) == "wav"


async def test_a_file_goes_in_and_comes_out(
    engine: GradioEngine, vendor: VendorClient, request_for: MakeRequest
) -> None:
    request = request_for(COPY)

    _, file = await made(engine, vendor, request)

    assert file.read_bytes() == request.files["image_url"].read_bytes()


async def test_values_go_in_order_and_the_rest_has_the_apps_defaults(
    gradio: FakeGradio, engine_of: MakeEngine, guard: Guard, request_for: MakeRequest
) -> None:
    table = MODELS.replace("fixed = { length = 1.5 }\n", "")
    engine, vendor = engine_of(gradio.base, table), VendorClient(guard, base_url=gradio.base)

    await engine.submit(request_for(SOUND, prompt="rain"), vendor)
    await engine.submit(request_for(PAINT, prompt="a heron"), vendor)

    sound, picture = gradio.ledger.purchases
    assert sound.body == {"data": ["rain", 2.0, SEED % 2**31]}
    assert picture.body == {"data": ["a heron", SEED % 2**31, None]}
    await vendor.aclose()


async def test_a_file_is_handed_in_by_its_place(
    gradio: FakeGradio, engine_of: MakeEngine, guard: Guard, request_for: MakeRequest
) -> None:
    vendor = VendorClient(guard, base_url=gradio.base)

    await engine_of(gradio.base).submit(request_for(COPY), vendor)

    _, _, given = gradio.ledger.only.body["data"]
    assert given == {"path": given["path"], "meta": {"_type": "gradio.FileData"}}
    assert given["path"] in gradio.files
    assert "authorization" not in json.dumps([dict(asked.headers) for asked in gradio.asked])
    await vendor.aclose()


async def test_a_private_space_gets_its_token_with_everything(
    gradio: FakeGradio, engine_of: MakeEngine, guard: Guard, request_for: MakeRequest
) -> None:
    gradio.key = "hf_of_ada"
    vendor = VendorClient(guard, base_url=gradio.base, key="hf_of_ada", key_header=GradioEngine.key_header)

    _, file = await made(engine_of(gradio.base), vendor, request_for(COPY))

    assert sniff(file) == "png"
    assert {asked.headers["authorization"] for asked in gradio.asked} == {"Bearer hf_of_ada"}
    await vendor.aclose()


async def test_an_app_that_breaks_has_failed(
    engine: GradioEngine, vendor: VendorClient, request_for: MakeRequest, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(EngineFailed, match="could not be made"):
        await engine.submit(request_for(PAINT, prompt="raise"), vendor)

    assert "Gradio /paint: gen_1 ended with an error: it does not say which" in caplog.text


async def test_a_safety_check_refuses(engine: GradioEngine, vendor: VendorClient, request_for: MakeRequest) -> None:
    with pytest.raises(EngineRefused, match="declined by the safety check"):
        await engine.submit(request_for(PAINT, prompt="sensitive"), vendor)


@pytest.mark.parametrize(
    ("written", "instead", "said"),
    [
        ('endpoint = "paint"', 'endpoint = "pain"', "the app has no endpoint /pain; it has /paint, "),
        (
            'inputs = ["prompt", "seed", "image"]',
            'inputs = ["prompt", "seed"]',
            r"/paint takes \(prompt, seed, image\), and the table says \(prompt, seed\)",
        ),
        (
            'inputs = ["prompt", "seed", "image"]',
            'inputs = ["seed", "prompt", "image"]',
            r"/paint takes \(prompt, seed, image\), and the table says \(seed, prompt, image\)",
        ),
        (
            'inputs = ["prompt", "seed", "image"]',
            'inputs = ["prompt", "seed", "image", "style"]',
            r"/paint takes \(prompt, seed, image\), and the table says \(prompt, seed, image, style\)",
        ),
    ],
)
async def test_what_the_table_says_otherwise_than_the_app_runs_nothing(
    written: str,
    instead: str,
    said: str,
    base: str,
    engine_of: MakeEngine,
    vendor: VendorClient,
    request_for: MakeRequest,
    request: pytest.FixtureRequest,
) -> None:
    engine = engine_of(base, MODELS.replace(written, instead, 1))

    with pytest.raises(EngineUnavailable, match=said) as raised:
        await engine.submit(request_for(PAINT), vendor)

    assert (raised.value.scope, raised.value.retry_after) == (Scope.MODEL, 600)
    assert (await engine.check(vendor) or "").startswith("create-image/nano-banana: ")
    if "fake" in request.node.callspec.id:
        assert len(request.getfixturevalue("gradio").ledger) == 0


async def test_an_app_that_is_as_the_table_says_is_well(engine: GradioEngine, vendor: VendorClient) -> None:
    assert await engine.check(vendor) is None
