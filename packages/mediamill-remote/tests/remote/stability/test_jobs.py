"""Pictures and objects by Stability that go well: what is sent, and the file that is the answer."""

from dataclasses import replace
from pathlib import Path

import pytest

from mediamill.engines import VendorClient
from mediamill.engines.sdk import Finished, Offer, Remaining
from mediamill.formats import sniff
from mediamill_remote.mapped import MappedOptions
from mediamill_remote.stability.engine import StabilityEngine
from tests.fakes.faults import Fault, Reply
from tests.fakes.stability import FakeStability
from tests.remote.conftest import SEED, MakeRequest
from tests.remote.stability.conftest import CORE, OBJECT, ULTRA


@pytest.mark.parametrize(("name", "price"), [(CORE, 30_000), (ULTRA, 80_000)])
async def test_a_picture_is_the_answer(
    name: str,
    price: int,
    engine: StabilityEngine,
    vendor: VendorClient,
    stability: FakeStability,
    request_for: MakeRequest,
) -> None:
    request = request_for(name, prompt="a heron at dawn", aspect_ratio="16:9")

    done, estimate = await engine.submit(request, vendor), engine.estimate(request)

    bought, seed = stability.ledger.only, SEED % (2**32 - 1)
    assert isinstance(done, Finished)
    assert bought.body == {
        "prompt": "a heron at dawn",
        "aspect_ratio": "16:9",
        "seed": str(seed),
        "output_format": "png",
    }
    assert bought.headers == {"accept": "image/*"}
    (file,) = done.files
    assert isinstance(file, Path)
    assert file.parent == request.folder
    assert sniff(file) == "png"
    assert done.cost is None  # answers do not say it
    assert estimate is not None
    assert estimate.amount == bought.price == price
    assert done.provenance == {
        "method": engine.models["create-image", request.model].endpoint,
        "seedSent": True,
        "seedUsed": seed,
        "requestId": bought.id,
    }


async def test_a_picture_becomes_an_object(
    engine: StabilityEngine, vendor: VendorClient, stability: FakeStability, request_for: MakeRequest
) -> None:
    request = request_for(OBJECT)

    done, estimate = await engine.submit(request, vendor), engine.estimate(request)

    bought = stability.ledger.only
    assert isinstance(done, Finished)
    assert bought.body == {
        "image": request.files["image_url"].stat().st_size,
        "texture_resolution": "1024",
        "foreground_ratio": "0.85",
    }
    assert sniff(Path(done.files[0])) == "glb"
    assert done.suffix == ".glb"
    assert estimate is not None
    assert estimate.amount == bought.price
    assert done.provenance == {
        "method": "v2beta/3d/stable-fast-3d",
        "seedSent": False,
        "requestId": bought.id,
    }


async def test_a_seed_of_zero_is_not_any_seed(
    engine: StabilityEngine, vendor: VendorClient, stability: FakeStability, request_for: MakeRequest
) -> None:
    for seed in (0, 2**32 - 1, 7):
        request = request_for(CORE, aspect_ratio="1:1")
        await engine.submit(replace(request, seed=seed), vendor)

    assert [one.body["seed"] for one in stability.ledger.purchases] == ["1", "1", "7"]


def test_what_cannot_be_had_is_said_before(engine: StabilityEngine) -> None:
    sentence = "4:3 and 3:4 cannot be had here; please choose 1:1, 16:9 or 9:16."
    note = "Squares and 16:9, wide or tall, on this installation."
    offer = {"aspect_ratio": Offer(frozenset({"1:1", "16:9", "9:16"}), note, sentence)}

    assert engine.offers("create-image", "nano-banana") == offer
    assert engine.offers("create-image", "flux-2-flex") == offer
    assert engine.offers("image-to-3d-object", "triposr") == {}


async def test_the_key_is_checked_and_credits_are_counted_without_buying(
    engine: StabilityEngine, vendor: VendorClient, stability: FakeStability
) -> None:
    well, left = await engine.check(vendor), await engine.remaining(vendor)
    stability.credits = 0
    empty = await engine.check(vendor)
    stability.script.add("account", Fault.BREAK, Fault.LOSE_ANSWER, Fault.LOSE_ANSWER)  # asked a second time
    broken, lost = await engine.check(vendor), await engine.check(vendor)
    stability.script.add("account", Reply(200, {"credits": "many"}), Reply(404, {"name": "not_found", "errors": ["x"]}))
    odd, moved = await engine.remaining(vendor), await engine.check(vendor)
    stability.key = "another"
    unwell = await engine.check(vendor)

    assert well is None
    assert left == Remaining(1_000.0, None, "credits")
    assert empty == "Stability: no credits are left."
    assert broken == "Stability answered with HTTP 500."
    assert lost is not None
    assert odd is None
    assert moved == "Stability answered with HTTP 404."
    assert unwell == "Stability does not take the key: authorization: invalid or missing header value."
    assert len(stability.ledger) == 0


def test_a_model_whose_answer_is_no_file_is_a_fault_of_the_table(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    entry = 'endpoint = "v2beta/x"\nsuffix = ".png"\ntypical_seconds = 3\nresult = "id"\n'
    own.write_text(f'["create-image/nano-banana"]\n{entry}')

    engine = StabilityEngine(MappedOptions(models_file=str(own)))

    assert "direct: true, because answers of this vendor are files" in str(engine.ready())


def test_nothing_is_made_where_nobody_said_so() -> None:
    assert StabilityEngine.default_models == ()
