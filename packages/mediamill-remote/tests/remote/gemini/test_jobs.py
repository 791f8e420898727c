"""Pictures by Gemini that go well: what is sent, what comes back, what it costs."""

from pathlib import Path

import pytest

from mediamill.engines import VendorClient
from mediamill.engines.sdk import Finished, Request
from mediamill.formats import sniff
from mediamill_remote.gemini.engine import GeminiEngine
from mediamill_remote.mapped import MappedOptions
from tests.fakes.gemini import FakeGemini
from tests.fakes.media import media
from tests.remote.conftest import SEED, MakeRequest
from tests.remote.gemini.conftest import PICTURE, RATIOS

SMALLER = """
["create-image/nano-banana"]
endpoint = "gemini-2.5-flash-image"
suffix = ".png"
typical_seconds = 12
direct = true
fixed = { generationConfig = { responseModalities = ["IMAGE"] } }
fields = { prompt = "prompt" }
"""


async def made(engine: GeminiEngine, vendor: VendorClient, request: Request) -> Finished:
    done = await engine.submit(request, vendor)
    assert isinstance(done, Finished)
    return done


async def test_the_picture_is_in_the_answer(
    engine: GeminiEngine, vendor: VendorClient, gemini: FakeGemini, request_for: MakeRequest
) -> None:
    request = request_for(PICTURE)

    done = await made(engine, vendor, request)

    file = await vendor.download(str(done.files[0]), request.folder)
    assert (sniff(file), done.suffix) == ("png", ".png")
    assert done.provenance == {
        "method": "gemini-3.1-flash-image",
        "requestId": gemini.ledger.only.id,
        "modelVersion": "gemini-3.1-flash-image",
        "seedSent": True,
    }
    assert len(gemini.asked) == 1


@pytest.mark.parametrize("ratio", RATIOS)
async def test_a_description_is_one_message_and_the_rest_its_settings(
    ratio: str, engine: GeminiEngine, vendor: VendorClient, gemini: FakeGemini, request_for: MakeRequest
) -> None:
    await made(engine, vendor, request_for(PICTURE, prompt='A heron\nsays "good morning"', aspect_ratio=ratio))

    (asked,) = gemini.asked
    assert asked.path == "/v1beta/models/gemini-3.1-flash-image:generateContent"
    assert asked.headers["x-goog-api-key"] == gemini.key
    assert asked.query == {}
    assert asked.json() == {
        "contents": [{"role": "user", "parts": [{"text": 'A heron\nsays "good morning"'}]}],
        "generationConfig": {
            "responseModalities": ["IMAGE"],
            "imageConfig": {"imageSize": "1K", "aspectRatio": ratio},
            "seed": SEED % 2**31,
        },
    }


async def test_two_requests_share_no_part_of_the_table(
    engine: GeminiEngine, vendor: VendorClient, gemini: FakeGemini, request_for: MakeRequest
) -> None:
    for ratio in ("16:9", "3:4", "16:9"):
        await made(engine, vendor, request_for(PICTURE, aspect_ratio=ratio))

    first, second, third = [one.body for one in gemini.ledger.purchases]
    assert first == third != second


async def test_what_the_model_thinks_and_says_is_no_picture(
    engine: GeminiEngine, vendor: VendorClient, gemini: FakeGemini, request_for: MakeRequest
) -> None:
    gemini.words, gemini.drafts = "Here is your heron.", 2
    request = request_for(PICTURE)

    done = await made(engine, vendor, request)

    (picture,) = done.files
    assert (await vendor.download(str(picture), request.folder)).read_bytes() == media("png")
    assert len(gemini.ledger) == 1


@pytest.mark.parametrize("tells_details", [True, False])
async def test_the_cost_is_that_of_the_tokens_that_were_counted(
    tells_details: bool, engine: GeminiEngine, vendor: VendorClient, gemini: FakeGemini, request_for: MakeRequest
) -> None:
    gemini.tells_details = tells_details
    request = request_for(PICTURE, prompt="x" * 2_000)

    done = await made(engine, vendor, request)

    estimate = engine.estimate(request)
    assert estimate is not None
    assert estimate.amount == 67_000
    assert done.cost is not None
    assert abs(done.cost - gemini.ledger.only.price) <= 1
    assert done.cost == 67_200 + 600 + 251  # the picture, thoughts, the description


async def test_an_answer_that_counts_nothing_leaves_the_estimate(
    engine: GeminiEngine, vendor: VendorClient, gemini: FakeGemini, request_for: MakeRequest
) -> None:
    gemini.tells_usage = False

    done = await made(engine, vendor, request_for(PICTURE))

    assert done.cost is None


async def test_another_model_is_an_entry_of_the_operators_own(
    gemini: FakeGemini, vendor: VendorClient, request_for: MakeRequest, tmp_path: Path
) -> None:
    own = tmp_path / "own.toml"
    own.write_text(SMALLER)
    engine = GeminiEngine(MappedOptions(base_url=f"{gemini.base}/v1beta", models_file=str(own)))
    request = request_for(PICTURE)

    done = await made(engine, vendor, request)

    estimate = engine.estimate(request)
    assert engine.ready() is None
    assert estimate is not None
    assert estimate.amount == 39_000
    assert gemini.ledger.only.model == "gemini-2.5-flash-image"
    assert done.provenance["seedSent"] is False


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ('result = "image"', "direct: true; the picture is in the answer"),
        ('direct = true\nfiles = { image_url = "image" }', "files: this engine hands none in"),
    ],
)
async def test_an_entry_that_the_engine_cannot_carry_out_is_what_it_lacks(
    line: str, fault: str, tmp_path: Path
) -> None:
    own = tmp_path / "own.toml"
    own.write_text(f'["{PICTURE}"]\nendpoint = "gemini-3-pro-image"\nsuffix = ".png"\ntypical_seconds = 5\n{line}\n')

    ready = GeminiEngine(MappedOptions(models_file=str(own))).ready()

    assert ready is not None
    assert fault in ready


async def test_a_key_is_checked_by_asking_for_the_model(
    engine: GeminiEngine, vendor: VendorClient, gemini: FakeGemini
) -> None:
    assert await engine.check(vendor) is None

    gemini.key = "another"
    assert await engine.check(vendor) == "Gemini does not take the key: API key not valid. Please pass a valid API key."
    assert [asked.path for asked in gemini.asked] == 2 * ["/v1beta/models/gemini-3.1-flash-image"]
    assert len(gemini.ledger) == 0
