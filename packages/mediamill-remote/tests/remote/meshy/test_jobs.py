"""Tasks at Meshy that go well: an object in two of them, a movement in one; what is sent and what comes back."""

import json
import time
from base64 import b64decode
from pathlib import Path

import pytest

from mediamill.engines import VendorClient
from mediamill.engines.sdk import (
    HANDLE_BYTES_MAX,
    EngineUnavailable,
    Finished,
    Job,
    Remaining,
    Request,
    Running,
    StepDone,
)
from mediamill.formats import sniff
from mediamill_remote.meshy.engine import MeshyEngine, MeshyOptions
from mediamill_remote.meshy.history import LISTED_MS, SKEW_MS
from tests.fakes.faults import Fault, Reply
from tests.fakes.meshy import CREDIT_USD, FakeMeshy
from tests.remote.conftest import MakeRequest

OBJECT, MOTION = "text-to-3d/beta-v6", "motion-3d/alpha-motion"
CREDIT = round(CREDIT_USD * 1_000_000)
LOOKS_MAX = 6


async def seen(engine: MeshyEngine, vendor: VendorClient, job: Job) -> Finished | StepDone:
    """The first look that is more than progress."""
    for _ in range(LOOKS_MAX):
        look = await engine.poll(job, vendor)
        if isinstance(look, Finished | StepDone):
            return look
        assert isinstance(look, Running), look
    raise AssertionError("never done")


async def submitted(engine: MeshyEngine, vendor: VendorClient, request: Request) -> Job:
    job = await engine.submit(request, vendor)
    assert isinstance(job, Job)
    return job


async def advanced(engine: MeshyEngine, vendor: VendorClient, request: Request) -> tuple[Job, Job]:
    """An object's job before its second task is bought, and after it."""
    first = await submitted(engine, vendor, request)
    assert isinstance(await seen(engine, vendor, first), StepDone)
    return first, await engine.advance(first, vendor)


def now_ms() -> int:
    return round(time.time() * 1_000)


async def test_an_object_is_bought_in_two_tasks_and_costs_both(
    engine: MeshyEngine, vendor: VendorClient, meshy: FakeMeshy, request_for: MakeRequest
) -> None:
    request = request_for(OBJECT)
    first, second = await advanced(engine, vendor, request)

    done = await seen(engine, vendor, second)
    assert isinstance(done, Finished)
    file = await vendor.download(str(done.files[0]), request.folder)

    mesh, colours = meshy.ledger.only, meshy.steps.only
    assert (mesh.body["mode"], mesh.body["prompt"]) == ("preview", request.input["prompt"])
    assert (colours.body["mode"], colours.body["preview_task_id"]) == ("refine", mesh.id)
    assert {mesh.body["ai_model"], colours.body["ai_model"]} == {"meshy-6"}
    assert mesh.body["moderation"] is colours.body["moderation"] is True
    assert (second.handle["task"], second.handle["before"]) == (colours.id, mesh.id)
    assert done.cost == 30 * CREDIT == engine.estimate(request).amount  # type: ignore[union-attr]
    assert done.provenance["requestId"] == colours.id
    assert done.provenance["firstRequestId"] == mesh.id
    assert done.provenance["seedSent"] is False
    assert sniff(file) == "glb"
    assert max(len(json.dumps(dict(job.handle)).encode()) for job in (first, second)) <= HANDLE_BYTES_MAX


async def test_a_movement_is_bought_in_one(
    engine: MeshyEngine, vendor: VendorClient, meshy: FakeMeshy, request_for: MakeRequest
) -> None:
    request = request_for(MOTION, duration=5.0)

    done = await seen(engine, vendor, await submitted(engine, vendor, request))
    assert isinstance(done, Finished)
    file = await vendor.download(str(done.files[0]), request.folder)

    assert meshy.ledger.only.body == {"mode": "prime", "prompt": request.input["prompt"], "duration": 5}
    assert (done.cost, done.suffix, sniff(file)) == (10 * CREDIT, ".fbx", "fbx")
    assert done.provenance["method"] == "openapi/v1/text-to-motion prime"


async def test_progress_is_what_the_tasks_say(
    engine: MeshyEngine, vendor: VendorClient, request_for: MakeRequest
) -> None:
    first = await submitted(engine, vendor, request_for(OBJECT))
    early = [await engine.poll(first, vendor) for _ in range(2)]
    await engine.poll(first, vendor)
    second = await engine.advance(first, vendor)

    late = [await engine.poll(second, vendor) for _ in range(2)]

    looks = [look for look in (*early, *late) if isinstance(look, Running)]
    assert [look.stage for look in looks] == ["queued, 3 before it", "running"] * 2
    assert [look.progress for look in looks] == pytest.approx([0.0, 0.105, 0.25, 0.565])


async def test_without_the_price_of_a_credit_the_estimate_counts(
    meshy: FakeMeshy, vendor: VendorClient, request_for: MakeRequest
) -> None:
    engine, wrong = MeshyEngine(MeshyOptions()), MeshyEngine(MeshyOptions(credit_usd=5.0))  # dollars of a package
    request = request_for(MOTION)
    estimate = engine.estimate(request)
    assert estimate is not None

    costs = [await seen(one, vendor, await submitted(one, vendor, request)) for one in (engine, wrong)]

    assert [one.cost for one in costs] == [estimate.amount] * 2
    assert MeshyEngine(MeshyOptions(credit_usd=-1.0)).ready() == "credit_usd has to be a sum of money."


async def test_a_mesh_that_nobody_wants_coloured_costs_its_credits(
    engine: MeshyEngine, vendor: VendorClient, request_for: MakeRequest
) -> None:
    look = await seen(engine, vendor, await submitted(engine, vendor, request_for(OBJECT)))

    assert look == StepDone(20 * CREDIT)


async def test_a_task_is_deleted_when_it_is_called_off(
    engine: MeshyEngine, vendor: VendorClient, meshy: FakeMeshy, request_for: MakeRequest
) -> None:
    _, second = await advanced(engine, vendor, request_for(OBJECT))

    await engine.cancel(second, vendor)
    await engine.cancel(second, vendor)

    assert meshy.steps.only.cancelled_at is not None
    assert meshy.ledger.only.cancelled_at is None


async def test_what_a_lost_answer_bought_is_found_among_others(
    engine: MeshyEngine, vendor: VendorClient, meshy: FakeMeshy, request_for: MakeRequest
) -> None:
    request = request_for(OBJECT)
    await submitted(engine, vendor, request)
    for number in range(60):  # more than a page
        await submitted(engine, vendor, request_for(OBJECT, prompt=f"heron {number}"))

    found = await engine.find(request, now_ms() - 1_000, vendor)

    assert isinstance(found, Job)
    assert found.handle["task"] == meshy.ledger.purchases[0].id
    assert isinstance(await engine.poll(found, vendor), Running)


async def test_of_two_alike_the_one_that_was_made_after_the_submit_is_found(
    engine: MeshyEngine, vendor: VendorClient, meshy: FakeMeshy, request_for: MakeRequest
) -> None:
    request, since = request_for(MOTION), now_ms()
    tasks = [(await submitted(engine, vendor, request)).handle["task"] for _ in range(3)]
    meshy.created.update(zip(tasks, (since - 9_000, since + 50, since + 90), strict=True))

    after = await engine.find(request, since, vendor)
    late = await engine.find(request, since + 100, vendor)  # Meshy's clock is behind ours

    assert [one.handle["task"] for one in (after, late) if isinstance(one, Job)] == [tasks[1], tasks[2]]


async def test_what_was_never_bought_is_not_found(
    engine: MeshyEngine, vendor: VendorClient, meshy: FakeMeshy, request_for: MakeRequest
) -> None:
    task = (await submitted(engine, vendor, request_for(MOTION, duration=5.0))).handle["task"]
    long_ago = now_ms() - LISTED_MS - 5_000

    assert await engine.find(request_for(MOTION, prompt="jump"), long_ago, vendor) is None
    assert await engine.find(request_for(MOTION, duration=6.0), long_ago, vendor) is None
    assert await engine.find(request_for(OBJECT), long_ago, vendor) is None
    meshy.created[task] = long_ago - SKEW_MS - 1
    assert await engine.find(request_for(MOTION, duration=5.0), long_ago, vendor) is None
    with pytest.raises(EngineUnavailable, match="may not list yet"):
        await engine.find(request_for(OBJECT), now_ms(), vendor)


async def test_a_second_task_whose_answer_was_lost_is_found(
    engine: MeshyEngine,
    vendor: VendorClient,
    meshy: FakeMeshy,
    request_for: MakeRequest,
) -> None:
    since = now_ms()
    await advanced(engine, vendor, request_for(OBJECT, prompt="somebody else's heron"))
    first, second = await advanced(engine, vendor, request_for(OBJECT))

    assert await engine.find_step(first, since, vendor) == second
    assert len(meshy.steps) == 2


@pytest.mark.parametrize(
    ("unlisted", "sentence"),
    [("prompt", "does not say what it was made of"), ("type", "does not say which step it is")],
)
async def test_a_list_that_leaves_out_what_tells_tasks_apart_says_nothing(
    unlisted: str,
    sentence: str,
    engine: MeshyEngine,
    vendor: VendorClient,
    meshy: FakeMeshy,
    request_for: MakeRequest,
) -> None:
    request = request_for(OBJECT)
    first, _ = await advanced(engine, vendor, request)
    meshy.unlisted = {unlisted}

    with pytest.raises(EngineUnavailable, match=sentence):
        await engine.find_step(first, now_ms() - LISTED_MS - 5_000, vendor)


async def test_a_list_that_names_the_first_task_needs_nothing_else(
    engine: MeshyEngine, vendor: VendorClient, meshy: FakeMeshy, request_for: MakeRequest
) -> None:
    since = now_ms()
    first, second = await advanced(engine, vendor, request_for(OBJECT))
    await advanced(engine, vendor, request_for(OBJECT))  # of the same words
    meshy.names_first, meshy.unlisted = True, {"prompt"}

    assert await engine.find_step(first, since, vendor) == second


async def test_a_second_task_that_was_not_bought_is_not_found(
    engine: MeshyEngine, vendor: VendorClient, request_for: MakeRequest
) -> None:
    job = await submitted(engine, vendor, request_for(OBJECT))

    assert await engine.find_step(job, now_ms() - LISTED_MS - 5_000, vendor) is None
    with pytest.raises(EngineUnavailable, match="may not list yet"):
        await engine.find_step(job, now_ms(), vendor)


@pytest.mark.parametrize(
    "trouble",
    [
        *(Fault.HTML, Fault.BREAK, Fault.BUSY, Fault.CUT_JSON),
        *(Reply(200, {"result": 7}), Reply(200, [7]), Reply(200, [{"id": "a"}]), Reply(200, [{"created_at": 1}])),
    ],
)
async def test_a_list_that_cannot_be_read_says_nothing(
    trouble: Fault | Reply,
    engine: MeshyEngine,
    vendor: VendorClient,
    meshy: FakeMeshy,
    request_for: MakeRequest,
) -> None:
    request = request_for(MOTION)
    await submitted(engine, vendor, request)
    meshy.script.add("history", trouble)

    with pytest.raises(EngineUnavailable):
        await engine.find(request, now_ms(), vendor)

    assert isinstance(await engine.find(request, now_ms(), vendor), Job)


async def test_a_model_of_the_operators_makes_an_object_of_a_picture(
    tmp_path: Path, meshy: FakeMeshy, vendor: VendorClient, request_for: MakeRequest
) -> None:
    """Meshy's own image-to-3d is none of the interface's models; an operator may let it stand for one."""
    table = tmp_path / "models.toml"
    table.write_text(
        '["image-to-3d-object/triposr"]\nendpoint = "openapi/v1/image-to-3d"\nsuffix = ".glb"\ntypical_seconds = 120\n'
        'fixed = { ai_model = "meshy-6", should_texture = true }\nresult = "model_urls.glb"\n'
        'files = { image_url = { to = "image_url", how = "data_url" } }\n'
    )
    engine = MeshyEngine(MeshyOptions(base_url=meshy.base, models_file=str(table)))
    request = request_for("image-to-3d-object/triposr")

    done = await seen(engine, vendor, await submitted(engine, vendor, request))

    assert engine.ready() is None
    assert isinstance(done, Finished)
    sent = meshy.ledger.only.body["image_url"].partition(",")[2]
    assert b64decode(sent) == request.files["image_url"].read_bytes()
    assert not engine.has_history("image-to-3d-object", "triposr")
    with pytest.raises(EngineUnavailable, match="has no list"):
        await engine.find(request, now_ms(), vendor)


async def test_the_key_is_checked_without_buying(engine: MeshyEngine, vendor: VendorClient, meshy: FakeMeshy) -> None:
    well, left = await engine.check(vendor), await engine.remaining(vendor)
    meshy.balance = 0
    empty = await engine.check(vendor)
    meshy.script.add("account", Fault.BREAK, Fault.LOSE_ANSWER, Fault.LOSE_ANSWER, Fault.HTML)  # lost ones: once more
    broken, lost, odd = await engine.check(vendor), await engine.check(vendor), await engine.remaining(vendor)
    meshy.key = "another"

    assert (well, left) == (None, Remaining(1_000, None, "credits"))
    assert empty == "Meshy: no credits are left."
    assert broken == "Meshy answered with HTTP 500."
    assert lost is not None
    assert odd is None
    assert await engine.check(vendor) == "Meshy does not take the key: Invalid API key."
    assert len(meshy.ledger) == 0
