"""What goes well: every model of every kind of server made; what is sent, what comes back, what it costs."""

import json
from pathlib import Path

import pytest

from mediamill.engines.received import ReceivedFiles
from mediamill.engines.sdk import HANDLE_BYTES_MAX, EngineRefused, Finished, Job, Request, Running
from mediamill.formats import sniff
from mediamill_remote.openai import engine as engine_module
from mediamill_remote.openai.engine import OpenAIEngine, OpenAIOptions
from tests.fakes.openai import KEY, TOKENS
from tests.remote.conftest import SEED, MakeRequest
from tests.remote.openai.conftest import FILM, MOTION, OBJECT, PICTURE, SERVERS, SPEECH, MakeShop

MADE = {
    (server, f"{tool}/{model}"): (server, mapping.endpoint)
    for server in SERVERS
    for (tool, model), mapping in OpenAIEngine(OpenAIOptions(server=server)).models.items()  # type: ignore[arg-type]
}
QUICK = set({place: one for one, place in MADE.items()}.values())  # one of each server and endpoint
OPENAI = "https://api.openai.com"
COMES_AS = {".fbx": ".glb"}  # what the service then makes the former of


class Unread:
    """A Report that nobody reads."""

    def progress(self, fraction: float, stage: str = "") -> None: ...

    def checkpoint(self, text: str) -> None: ...


@pytest.mark.parametrize(
    ("server", "name"), [pytest.param(*one, marks=() if one in QUICK else pytest.mark.slow) for one in MADE]
)
async def test_every_model_of_every_server_is_made(
    server: str, name: str, shop_for: MakeShop, request_for: MakeRequest
) -> None:
    shop = shop_for(server, key=KEY)
    request = request_for(name)

    done, _ = await shop.made(request)

    (file,) = done.files
    path = file if isinstance(file, Path) else await shop.vendor.download(file, request.folder)
    assert f".{sniff(path)}" == COMES_AS.get(done.suffix, done.suffix)
    assert len(shop.fake.ledger) == 1
    body = shop.fake.ledger.only.body
    assert done.provenance["seedSent"] == ("seed" in body or "seed" in body.get("params", {}))
    assert all(asked.headers["authorization"] == f"Bearer {KEY}" for asked in shop.fake.asked)


async def test_a_server_without_a_key_is_sent_none(shop_for: MakeShop, request_for: MakeRequest) -> None:
    shop = shop_for()

    await shop.made(request_for(PICTURE))

    assert "authorization" not in shop.fake.asked[0].headers


async def test_a_picture_is_asked_for_as_openai_takes_it(shop_for: MakeShop, request_for: MakeRequest) -> None:
    shop = shop_for()

    await shop.made(request_for(PICTURE, prompt="a heron", aspect_ratio="16:9"))

    (asked,) = shop.fake.asked
    assert (asked.path, asked.json()) == (
        "/v1/images/generations",
        {
            "model": "gpt-image-2.5-flare",
            "n": 1,
            "quality": "medium",
            "output_format": "png",
            "prompt": "a heron",
            "size": "1536x864",
        },
    )


async def test_servers_of_ones_own_take_the_seed(shop_for: MakeShop, request_for: MakeRequest) -> None:
    shop = shop_for("vllm-omni")

    await shop.made(request_for(PICTURE))

    assert shop.fake.ledger.only.body["seed"] == SEED % 2**31


async def test_speech_is_the_answer_itself(shop_for: MakeShop, request_for: MakeRequest) -> None:
    shop = shop_for()
    request = request_for(SPEECH, voice="Daniel", prompt="Good evening.")

    done, _ = await shop.made(request)

    (file,) = done.files
    assert isinstance(file, Path)
    assert file.parent == request.folder
    assert shop.fake.ledger.only.body["voice"] == "fable"
    assert done.provenance["method"] == "v1/audio/speech gpt-4o-mini-tts"


async def test_a_film_is_looked_at_until_it_is_completed(shop_for: MakeShop, request_for: MakeRequest) -> None:
    shop = shop_for("vllm-omni")
    job = await shop.engine.submit(request_for(FILM, duration=8, aspect_ratio="1:1"), shop.vendor)
    assert isinstance(job, Job)

    looks = [await shop.engine.poll(job, shop.vendor) for _ in range(3)]

    *before, done = looks
    assert before == [Running(None, "queued"), Running(0.42, "running")]
    assert isinstance(done, Finished)
    assert done.files == (f"/v1/videos/{job.handle['job']}/content",)
    body = shop.fake.ledger.only.body
    assert (body["num_frames"], body["fps"], body["size"]) == ("193", "24", "960x960")
    assert len(json.dumps(dict(job.handle)).encode()) <= HANDLE_BYTES_MAX


async def test_a_picture_goes_into_a_form_or_into_the_body(shop_for: MakeShop, request_for: MakeRequest) -> None:
    request = request_for(OBJECT)
    picture = request.files["image_url"].read_bytes()

    sglang = shop_for("sglang")
    await sglang.made(request)
    sent_as_file = sglang.fake.asked[0]
    localai = shop_for("localai")
    await localai.made(request)
    sent_as_text = localai.fake.asked[0].json()

    assert (sent_as_file.path, picture in sent_as_file.body) == ("/v1/meshes", True)
    assert sent_as_text["image"].startswith("data:image/png;base64,")
    assert sent_as_text["model"] == "trellis2-4b"


async def test_a_motion_is_asked_for_in_frames_and_all_its_parameters_are_texts(
    shop_for: MakeShop, request_for: MakeRequest
) -> None:
    shop = shop_for("localai")

    await shop.made(request_for(MOTION, prompt="Walk, then wave.", duration=4.5))

    (asked,) = shop.fake.asked
    assert (asked.path, asked.json()) == (
        "/3d/animate",
        {
            "model": "kimodo-soma-rp",
            "inputs": {"prompt": {"type": "text", "data": "Walk, then wave."}},
            "params": {"frames": "135", "seed": str(SEED % 2**31)},
            "response_format": "url",
        },
    )


@pytest.mark.parametrize("response_format", ["url", "b64_json"])
async def test_a_motion_of_the_server_becomes_fbx(
    response_format: str, shop_for: MakeShop, request_for: MakeRequest, tmp_path: Path
) -> None:
    table = Path(engine_module.__file__).with_name("models-localai.toml").read_text()
    (tmp_path / "models.toml").write_text(table.replace('_format = "url"', f'_format = "{response_format}"'))
    shop = shop_for("localai", models_file=str(tmp_path / "models.toml"))
    request = request_for(MOTION, duration=2)

    done, _ = await shop.made(request)
    path = await shop.vendor.download(str(done.files[0]), request.folder)
    received = Request(
        "gen_1", request.tool, request.model, {"suffix": done.suffix}, request.folder, {"0": path}, seed=SEED
    )
    made = ReceivedFiles().generate(received, Unread())

    assert made.path.suffix == ".fbx"
    assert made.provenance == {"convertedFrom": "GLB", "seconds": 1.967, "framesPerSecond": 30.0, "joints": 6}


@pytest.mark.parametrize("duration", [0.5, 1.9, 2.25, 5.1, 12])
async def test_a_motion_of_a_length_that_is_not_made_is_refused_before_anything_is_sent(
    duration: float, shop_for: MakeShop, request_for: MakeRequest
) -> None:
    shop = shop_for("localai")
    offer = shop.engine.offers("motion-3d", "alpha-motion")["duration"]

    with pytest.raises(EngineRefused) as raised:
        await shop.engine.submit(request_for(MOTION, duration=duration), shop.vendor)

    assert duration not in offer.values
    assert str(raised.value) == offer.sentence
    assert shop.fake.asked == []


async def test_a_motion_without_words_is_refused_before_anything_is_sent(
    shop_for: MakeShop, request_for: MakeRequest
) -> None:
    shop = shop_for("localai")

    with pytest.raises(EngineRefused, match="described in words"):
        await shop.engine.submit(request_for(MOTION, prompt=" \n"), shop.vendor)

    assert shop.fake.asked == []


async def test_a_job_that_nobody_wants_is_deleted(shop_for: MakeShop, request_for: MakeRequest) -> None:
    shop = shop_for("sglang")
    job = await shop.engine.submit(request_for(FILM), shop.vendor)
    assert isinstance(job, Job)

    await shop.engine.cancel(job, shop.vendor)

    assert shop.fake.ledger.only.cancelled_at is not None


async def test_what_a_server_of_ones_own_makes_costs_nothing(shop_for: MakeShop, request_for: MakeRequest) -> None:
    estimate = shop_for().engine.estimate(request_for(PICTURE))

    assert estimate is not None
    assert (estimate.amount, estimate.line) == (0, "v1/images/generations gpt-image-2.5-flare: a server of your own")


@pytest.mark.parametrize("base", [OPENAI, "https://eu.api.openai.com"])
async def test_openai_itself_has_prices(base: str, request_for: MakeRequest) -> None:
    engine = OpenAIEngine(OpenAIOptions(base_url=base))

    picture, speech = engine.estimate(request_for(PICTURE)), engine.estimate(request_for(SPEECH, prompt="x" * 1_000))

    assert picture is not None
    assert speech is not None
    assert (picture.amount, speech.amount) == (70_000, 20_000)


def test_a_host_that_only_ends_like_openai_has_none() -> None:
    assert OpenAIEngine(OpenAIOptions(base_url="https://notopenai.com")).prices.lines == ()


@pytest.mark.parametrize(("price", "cost"), [(40.0, 40 * TOKENS), (0.0, None)])
async def test_the_tokens_of_an_answer_are_its_cost_where_they_have_a_price(
    price: float, cost: int | None, shop_for: MakeShop, request_for: MakeRequest, tmp_path: Path
) -> None:
    prices = tmp_path / "prices.toml"
    prices.write_text(
        '[[price]]\nmodel = "v1/images/generations"\nunit = "image"\namount = 0.05\nvalid_from = 2026-01-01\n'
    )
    shop = shop_for(usd_per_million_tokens=price, prices_file=str(prices))

    done, _ = await shop.made(request_for(PICTURE))

    assert done.cost == cost


async def test_tokens_with_a_wrong_price_leave_the_estimate(shop_for: MakeShop, request_for: MakeRequest) -> None:
    done, _ = await shop_for(usd_per_million_tokens=40_000.0).made(request_for(PICTURE))

    assert done.cost is None
