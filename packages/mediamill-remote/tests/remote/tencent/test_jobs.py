"""Jobs at Tencent that go well: every model bought, looked at, fetched; what is sent and what comes back."""

import json
from base64 import b64decode

import pytest

from mediamill.engines import VendorClient
from mediamill.engines.sdk import HANDLE_BYTES_MAX, EngineRefused, Finished, Job, Request, Running
from mediamill.formats import sniff
from mediamill_remote.tencent.engine import TencentEngine, TencentOptions
from tests.fakes.faults import Fault, Reply
from tests.fakes.tencent import CREDIT, KEY, FakeTencent
from tests.remote.conftest import MakeRequest

TEXT, PICTURE, MOTION = "text-to-3d/alpha3d-v3", "image-to-3d-object/alpha3d-v21", "motion-3d/alpha-motion"
# The example of a motion lasts four and a half seconds, which Tencent does not make.
INPUTS: dict[str, dict[str, float]] = {TEXT: {}, PICTURE: {}, MOTION: {"duration": 4.0}}
LOOKS_MAX = 6


async def made(engine: TencentEngine, vendor: VendorClient, request: Request) -> tuple[Job, Finished]:
    """The job, and what came of it."""
    job = await engine.submit(request, vendor)
    assert isinstance(job, Job)
    for _ in range(LOOKS_MAX):
        look = await engine.poll(job, vendor)
        if isinstance(look, Finished):
            return job, look
        assert isinstance(look, Running), look
    raise AssertionError("never done")


@pytest.mark.parametrize("name", INPUTS)
async def test_every_model_is_made(
    name: str, engine: TencentEngine, vendor: VendorClient, tencent: FakeTencent, request_for: MakeRequest
) -> None:
    request = request_for(name, **INPUTS[name])

    job, done = await made(engine, vendor, request)
    file = await vendor.download(str(done.files[0]), request.folder)

    bought, mapping = tencent.ledger.only, engine.models[request.tool, request.model]
    assert bought.model == done.provenance["method"] == mapping.endpoint
    assert done.provenance["requestId"] == bought.id
    assert done.provenance["modelVersion"] == bought.body["Model"]
    assert done.provenance["seedSent"] is False
    assert sniff(file) == done.suffix.removeprefix(".") == mapping.suffix.removeprefix(".")
    assert len(json.dumps(dict(job.handle)).encode()) <= HANDLE_BYTES_MAX


async def test_a_description_is_sent_as_it_is(
    engine: TencentEngine, vendor: VendorClient, tencent: FakeTencent, request_for: MakeRequest
) -> None:
    prompt = "一张圆桌 with three legs " * 40

    await engine.submit(request_for(TEXT, prompt=prompt), vendor)

    assert tencent.ledger.only.body["Prompt"] == prompt
    assert tencent.ledger.only.headers["x-tc-action"] == "SubmitHunyuanTo3DProJob"
    assert tencent.ledger.only.headers["x-tc-region"] == "ap-guangzhou"


async def test_a_picture_goes_inside_the_body(
    engine: TencentEngine, vendor: VendorClient, tencent: FakeTencent, request_for: MakeRequest
) -> None:
    request = request_for(PICTURE)

    await engine.submit(request, vendor)

    assert b64decode(tencent.ledger.only.body["ImageBase64"]) == request.files["image_url"].read_bytes()
    assert "Prompt" not in tencent.ledger.only.body


async def test_a_motion_lasts_as_long_as_was_asked_for(
    engine: TencentEngine, vendor: VendorClient, tencent: FakeTencent, request_for: MakeRequest
) -> None:
    await engine.submit(request_for(MOTION, prompt="w" * 128, duration=12.0), vendor)

    assert (tencent.ledger.only.body["Duration"], type(tencent.ledger.only.body["Duration"])) == (12, int)
    assert tencent.ledger.only.body["EnableRewrite"] is False


@pytest.mark.parametrize(
    ("input", "sentence"),
    [
        ({"prompt": "w" * 129, "duration": 4.0}, "The prompt may have up to 128 characters here; please shorten it."),
        ({"duration": 0.5}, "The duration has to be a whole number of seconds here, from 1 to 12."),
        ({"duration": 4.5}, "The duration has to be a whole number of seconds here, from 1 to 12."),
    ],
)
async def test_what_a_motion_cannot_have_is_said_before_and_never_cut(
    input: dict[str, str | float],
    sentence: str,
    engine: TencentEngine,
    vendor: VendorClient,
    tencent: FakeTencent,
    request_for: MakeRequest,
) -> None:
    request = request_for(MOTION, **input)
    offers = engine.offers(request.tool, request.model)

    with pytest.raises(EngineRefused) as raised:
        await engine.submit(request, vendor)

    assert str(raised.value) == sentence
    assert sentence in [offer.sentence for name, offer in offers.items() if not offer.allows(request.input[name])]
    assert tencent.asked == []


async def test_a_job_says_where_it_stands(
    engine: TencentEngine, vendor: VendorClient, request_for: MakeRequest
) -> None:
    job = await engine.submit(request_for(TEXT), vendor)
    assert isinstance(job, Job)

    assert [await engine.poll(job, vendor) for _ in range(2)] == [Running(stage="queued"), Running(stage="running")]


async def test_the_credits_of_a_job_are_its_cost(
    engine: TencentEngine, vendor: VendorClient, tencent: FakeTencent, request_for: MakeRequest
) -> None:
    without_price = TencentEngine(TencentOptions(base_url=tencent.base))
    absurd = TencentEngine(TencentOptions(base_url=tencent.base, credit_usd=5.0))

    _, done = await made(engine, vendor, request_for(TEXT))
    _, motion = await made(engine, vendor, request_for(MOTION, duration=4.0))
    unknown = [(await made(one, vendor, request_for(TEXT)))[1].cost for one in (without_price, absurd)]

    assert done.cost == tencent.ledger.purchases[0].price == 20 * CREDIT
    assert motion.cost is None  # of motions Tencent does not tell
    assert unknown == [None, None]


async def test_a_job_is_looked_at_where_it_was_bought(
    engine: TencentEngine, vendor: VendorClient, tencent: FakeTencent, request_for: MakeRequest
) -> None:
    job = await engine.submit(request_for(TEXT), vendor)
    assert isinstance(job, Job)
    moved = TencentEngine(TencentOptions(base_url=tencent.base, region="ap-singapore"))

    assert await moved.poll(job, vendor) == Running(stage="queued")
    assert tencent.asked[-1].headers["x-tc-region"] == "ap-guangzhou"


async def test_the_key_is_checked_without_buying(
    engine: TencentEngine, vendor: VendorClient, tencent: FakeTencent
) -> None:
    well = await engine.check(vendor)
    tencent.seconds_ahead = 301
    late = await engine.check(vendor)
    tencent.seconds_ahead = 0
    inactive = Reply(
        200, {"Response": {"Error": {"Code": "FailedOperation.ServiceNotActivated", "Message": "Open it"}}}
    )
    tencent.script.add("status", inactive, Fault.BREAK, Fault.HTML, Fault.LOSE_ANSWER)
    others = [await engine.check(vendor) for _ in range(4)]
    tencent.key = "AKIDsomebodyelse:0000"
    unwell = await engine.check(vendor)

    assert well is None
    assert late == "Tencent says that this machine's clock is wrong: AuthFailure.SignatureExpire: It failed."
    assert others[0] == "Tencent says FailedOperation.ServiceNotActivated: Open it."
    assert others[1:3] == ["Tencent answered with HTTP 500.", "Tencent answered with HTTP 200."]
    assert others[3] is not None
    assert unwell == "Tencent does not take the key: AuthFailure.SecretIdNotFound: It failed."
    assert KEY not in f"{late} {others} {unwell}"
    assert len(tencent.ledger) == 0


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        (TencentOptions(credit_usd=-1), "credit_usd has to be a sum of money."),
        (TencentOptions(credit_usd=float("nan")), "credit_usd has to be a sum of money."),
        (TencentOptions(region="ap-guang\r\nzhou"), "region has to be the name of a region such as ap-guangzhou."),
        (TencentOptions(result_hosts="https://x"), "result_hosts has to be names of hosts with a blank between them."),
        (TencentOptions(result_hosts="files.acme.example", region="eu-frankfurt"), None),
    ],
)
def test_options_are_looked_at_before_anything_is_bought(options: TencentOptions, fault: str | None) -> None:
    assert TencentEngine(options).ready() == fault
