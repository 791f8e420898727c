"""Tasks at Tripo that go well: what is sent and what comes back."""

import json

import pytest

from mediamill.engines import VendorClient
from mediamill.engines.sdk import HANDLE_BYTES_MAX, Finished, Job, Remaining, Request, Running
from mediamill.formats import sniff
from mediamill_remote.tripo.engine import TripoEngine, TripoOptions
from tests.fakes.faults import Fault
from tests.fakes.tripo import CREDIT_USD, PRODUCTS, FakeTripo
from tests.remote.conftest import SEED, MakeRequest

TEXT, PICTURE = "text-to-3d/alpha3d-v3", "image-to-3d-object/triposr"
CREDIT = round(CREDIT_USD * 1_000_000)
LOOKS_MAX = 6


async def made(engine: TripoEngine, vendor: VendorClient, request: Request) -> tuple[Job, Finished]:
    """The job, and what came of it."""
    job = await engine.submit(request, vendor)
    assert isinstance(job, Job)
    for _ in range(LOOKS_MAX):
        look = await engine.poll(job, vendor)
        if isinstance(look, Finished):
            return job, look
        assert isinstance(look, Running), look
    raise AssertionError("never done")


@pytest.mark.parametrize("name", [TEXT, PICTURE])
async def test_every_model_is_made_and_costs_its_credits(
    name: str, engine: TripoEngine, vendor: VendorClient, tripo: FakeTripo, request_for: MakeRequest
) -> None:
    request = request_for(name)

    job, done = await made(engine, vendor, request)
    file = await vendor.download(str(done.files[0]), request.folder)

    bought = tripo.ledger.only
    estimate = engine.estimate(request)
    assert estimate is not None
    assert done.cost == PRODUCTS[bought.model].credits * CREDIT == estimate.amount
    assert done.provenance["method"] == f"v3/generation/{bought.model} v2.5-20250123"
    assert (done.provenance["requestId"], done.provenance["seedSent"]) == (bought.id, True)
    assert bought.body["model_seed"] == SEED % 2**31
    assert sniff(file) == "glb"
    assert len(json.dumps(dict(job.handle)).encode()) <= HANDLE_BYTES_MAX


async def test_a_picture_is_handed_in_first(
    engine: TripoEngine, vendor: VendorClient, tripo: FakeTripo, request_for: MakeRequest
) -> None:
    request = request_for(PICTURE)

    await made(engine, vendor, request)

    ((token, stored),) = tripo.stored.items()
    assert request.files["image_url"].read_bytes() in stored
    assert tripo.ledger.only.body["input"] == token


async def test_a_task_says_how_far_it_is(engine: TripoEngine, vendor: VendorClient, request_for: MakeRequest) -> None:
    job = await engine.submit(request_for(TEXT), vendor)
    assert isinstance(job, Job)

    assert [await engine.poll(job, vendor) for _ in range(2)] == [Running(None, "queued"), Running(0.4, "running")]


async def test_without_the_price_of_a_credit_the_estimate_counts(
    tripo: FakeTripo, vendor: VendorClient, request_for: MakeRequest
) -> None:
    silent, wrong = TripoEngine(TripoOptions()), TripoEngine(TripoOptions(credit_usd=5.0))
    tripo.looks = ()

    costs = [(await made(one, vendor, request_for(TEXT)))[1].cost for one in (silent, wrong)]

    assert costs == [None, None]
    assert TripoEngine(TripoOptions(credit_usd=-1.0)).ready() == "credit_usd has to be a sum of money."
    assert "names of hosts" in str(TripoEngine(TripoOptions(result_hosts="https://x")).ready())
    assert TripoEngine(TripoOptions(result_hosts="files.example.com")).file_hosts()[1:] == ("files.example.com",)


async def test_the_key_is_checked_without_buying(engine: TripoEngine, vendor: VendorClient, tripo: FakeTripo) -> None:
    well, left = await engine.check(vendor), await engine.remaining(vendor)
    tripo.balance = 0
    empty = await engine.check(vendor)
    tripo.script.add("account", Fault.BREAK, Fault.LOSE_ANSWER, Fault.LOSE_ANSWER, Fault.HTML)  # lost ones: once more
    broken, lost, odd = await engine.check(vendor), await engine.check(vendor), await engine.remaining(vendor)
    tripo.key = "another"

    assert (well, left) == (None, Remaining(1_000, None, "credits"))
    assert empty == "Tripo: no credits are left."
    assert broken == "Tripo answered with HTTP 500."
    assert lost is not None
    assert odd is None
    assert await engine.check(vendor) == "Tripo does not take the key: Authentication failed."
    assert len(tripo.ledger) == 0


def test_tripo_cannot_be_asked_what_was_bought(engine: TripoEngine) -> None:
    assert not engine.has_history("text-to-3d", "alpha3d-v3")
    assert TripoEngine.default_models == ()  # an operator names them
