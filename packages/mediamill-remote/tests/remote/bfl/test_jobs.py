"""Pictures by Black Forest Labs that go well: what is sent, where it is looked at, what comes back, what it costs."""

import json
from pathlib import Path

import pytest

from mediamill.engines import VendorClient
from mediamill.engines.sdk import HANDLE_BYTES_MAX, Finished, Job, Remaining, Request, Running, VendorAnswer
from mediamill.formats import sniff
from mediamill_remote.bfl.engine import BflEngine, BflOptions
from tests.fakes.bfl import FakeBfl
from tests.fakes.faults import Fault, Reply
from tests.remote.bfl.conftest import FLEX
from tests.remote.conftest import SEED, MakeRequest

LOOKS_MAX = 6


async def made(engine: BflEngine, vendor: VendorClient, request: Request) -> tuple[Job, Finished]:
    """The job, and what came of it."""
    job = await engine.submit(request, vendor)
    assert isinstance(job, Job)
    for _ in range(LOOKS_MAX):
        look = await engine.poll(job, vendor)
        if isinstance(look, Finished):
            return job, look
        assert isinstance(look, Running), look
    raise AssertionError("never done")


async def test_a_picture_is_made_and_costs_what_the_answer_said(
    engine: BflEngine, vendor: VendorClient, bfl: FakeBfl, request_for: MakeRequest
) -> None:
    request = request_for(FLEX, prompt="a heron at dawn", aspect_ratio="16:9")

    job, done = await made(engine, vendor, request)
    file = await vendor.download(str(done.files[0]), request.folder)

    bought, estimate = bfl.ledger.only, engine.estimate(request)
    assert bought.body == {
        "prompt": "a heron at dawn",
        "width": 1_344,
        "height": 768,
        "seed": SEED % 2**31,
        "output_format": "png",
        "prompt_upsampling": False,
        "safety_tolerance": 2,
    }
    assert sniff(file) == "png"
    assert done.cost == bought.price
    assert done.provenance == {
        "method": "v1/flux-2-flex",
        "requestId": bought.id,
        "seedSent": True,
        "seedUsed": SEED % 2**31,
    }
    assert estimate is not None
    assert abs(estimate.amount - bought.price) < 2_500
    assert len(json.dumps(dict(job.handle)).encode()) <= HANDLE_BYTES_MAX
    assert "x-key" in bfl.asked[0].headers
    assert "x-key" not in bfl.asked[-1].headers  # a signed URL needs none


async def test_a_task_says_how_far_it_is(
    engine: BflEngine, vendor: VendorClient, bfl: FakeBfl, request_for: MakeRequest
) -> None:
    bfl.looks = ("Pending", "Reasoning", "Generating")
    job = await engine.submit(request_for(FLEX), vendor)
    assert isinstance(job, Job)

    looks = [await engine.poll(job, vendor) for _ in range(3)]

    assert looks == [Running(None, "queued"), Running(None, "running"), Running(0.4, "running")]


@pytest.mark.parametrize(
    ("progress", "shown"), [(0.999, 0.95), (0, 0.0), (40, None), (-1, None), (True, None), ("0.4", None), (1e400, None)]
)
async def test_a_progress_that_is_no_fraction_is_none(
    progress: object,
    shown: float | None,
    engine: BflEngine,
    vendor: VendorClient,
    bfl: FakeBfl,
    request_for: MakeRequest,
) -> None:
    job = await engine.submit(request_for(FLEX), vendor)
    assert isinstance(job, Job)
    body = {"id": bfl.ledger.only.id, "status": "Generating", "progress": progress}
    bfl.script.add("status", Reply(200, body))

    assert await engine.poll(job, vendor) == Running(shown, "running")


class NotingVendor:
    """A way to the vendor on which free questions are noted and not asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def get(self, path: str) -> VendorAnswer:
        self.asked.append(path)
        return VendorAnswer(200, {}, b"{}")


@pytest.mark.parametrize(
    "cluster", ["https://api.eu2.bfl.ai", "https://api.us.bfl.ai", "https://api.bfl.ai", "https://api.eu-7.bfl.ai"]
)
async def test_a_task_is_looked_at_on_the_cluster_that_has_it(
    cluster: str, engine: BflEngine, vendor: VendorClient, bfl: FakeBfl, request_for: MakeRequest
) -> None:
    bfl.cluster = cluster
    job, noting = await engine.submit(request_for(FLEX), vendor), NotingVendor()
    assert isinstance(job, Job)

    await engine.poll(job, noting)  # type: ignore[arg-type]

    assert noting.asked == [f"{cluster}/v1/get_result?id={bfl.ledger.only.id}"]


@pytest.mark.parametrize(
    "url",
    [
        "http://api.eu2.bfl.ai/v1/get_result?id=b1",
        "https://api.eu2.bfl.ai:8443/v1/get_result?id=b1",
        "https://api.eu2.bfl.ai.evil.com/v1/get_result?id=b1",
        "https://evil.com/api.eu2.bfl.ai?id=b1",
        "https://api.eu2.bfl.ai@evil.com/v1/get_result?id=b1",
        "https://x@api.eu2.bfl.ai/v1/get_result?id=b1",
        "https://api.evil.com/.bfl.ai",
        "https://api.a.b.bfl.ai/v1/get_result?id=b1",
        "https://apix.bfl.ai/v1/get_result?id=b1",
        "https://bfl.ai/v1/get_result?id=b1",
        "https://api.eu2.bfl.ai/v1/../get_result?id=b1",
        "https://api.eu2.bfl.ai/v1/%2e%2e/get_result?id=b1",
        "https://api.eu2.bfl.ai/v1/get_result?id=b1#x",
        "https://api.eu2.bfl.ai\\@evil.com/v1/get_result",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1/v1/get_result",
        "https://api.eu2.bfl.ai/v1/get_result?id=" + "b" * 400,
        "https://api.eu2.bfl.ai/v1/get_result?id=b 1",
        "",
        7,
        None,
    ],
)
async def test_another_address_is_neither_kept_nor_sent_the_key(
    url: object, engine: BflEngine, vendor: VendorClient, bfl: FakeBfl, request_for: MakeRequest
) -> None:
    bfl.script.add("submit", Reply(200, {"id": "b1", "polling_url": url, "cost": 6}))

    job = await engine.submit(request_for(FLEX), vendor)

    assert isinstance(job, Job)
    assert job.handle["place"] == "/v1/get_result?id=b1"


async def test_the_client_sends_the_key_to_every_cluster_that_is_kept(engine: BflEngine, vendor: VendorClient) -> None:
    for place in ("api.bfl.ai", "api.eu2.bfl.ai"):
        assert vendor._places.free(f"https://{place}/v1/get_result?id=b1").host == place


@pytest.mark.parametrize(
    ("said", "cost"),
    [
        (5.0, 50_000),
        (6.34, 63_400),
        (0, 0),
        (0.0001, 1),
        (700, None),  # in another unit
        (-1, None),
        (None, None),
        ("5", None),
        (True, None),
        (1e400, None),
    ],
)
async def test_the_bill_counts_where_it_is_one(
    said: object, cost: int | None, engine: BflEngine, vendor: VendorClient, bfl: FakeBfl, request_for: MakeRequest
) -> None:
    bfl.looks = ()
    job = await engine.submit(request_for(FLEX), vendor)
    assert isinstance(job, Job)
    bfl.script.add("submit", Reply(200, {"id": bfl.ledger.only.id, "cost": said}))

    other = await engine.submit(request_for(FLEX), vendor)
    assert isinstance(other, Job)
    look = await engine.poll(other, vendor)

    assert isinstance(look, Finished)
    assert look.cost == cost


async def test_the_key_is_checked_and_credits_are_counted_without_buying(
    engine: BflEngine, vendor: VendorClient, bfl: FakeBfl
) -> None:
    well, left = await engine.check(vendor), await engine.remaining(vendor)
    bfl.credits = 0
    empty = await engine.check(vendor)
    bfl.script.add("account", Fault.BREAK, Fault.LOSE_ANSWER, Fault.LOSE_ANSWER)  # asked a second time
    broken, lost = await engine.check(vendor), await engine.check(vendor)
    bfl.script.add("account", Reply(422, {"detail": "Invalid API key format"}), Reply(200, {"credits": "many"}))
    malformed, odd = await engine.check(vendor), await engine.remaining(vendor)
    bfl.key = "another"
    unwell = await engine.check(vendor)

    assert well is None
    assert left == Remaining(1_000.0, None, "credits")
    assert empty == "Black Forest Labs: no credits are left."
    assert broken == "Black Forest Labs answered with HTTP 500."
    assert lost is not None
    assert malformed == "Black Forest Labs does not take the key: Invalid API key format."
    assert odd is None
    assert unwell == "Black Forest Labs does not take the key: Not authenticated."
    assert len(bfl.ledger) == 0


def test_more_hosts_may_be_named(tmp_path: Path) -> None:
    engine = BflEngine(BflOptions(result_hosts="delivery.example.com *.files.example.com/x/"))

    assert engine.ready() is None
    assert engine.file_hosts()[-2:] == ("delivery.example.com", "*.files.example.com/x/")
    assert BflEngine(BflOptions(result_hosts="*.com")).ready() == (
        "result_hosts has to be names of hosts with a blank between them."
    )
