"""Jobs under way: looked at when their time comes, by one process at a time, until the vendor says how they ended."""

import asyncio
from dataclasses import replace
from functools import partial

import pytest

from mediamill import jobs, purchases
from mediamill.db import Database
from mediamill.jobs import LOOK_LEASE_MS, LOOK_MS_MAX, JobRow, Wish
from mediamill.purchases import Purchase
from tests.clock import FrozenClock
from tests.purchases.buying import PICTURE

SOON_MS, DEADLINE_MS = 1_000, 1_200_000
HANDLE = '{"id": "r1"}'


class Vendor:
    """Accepts what it is asked for; looked at by hand."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def accept(self, generation_id: str = "gen_1", engine: str = "fal", key_id: str = "fal-1") -> str:
        """A purchase that a job has begun for; its id."""
        new = replace(PICTURE, generation_id=generation_id, engine=engine, key_id=key_id)
        purchase = await self.database.write(partial(purchases.intend, new=new, caps={}))
        assert isinstance(purchase, Purchase)
        start = partial(
            jobs.start,
            purchase_id=purchase.id,
            generation_id=generation_id,
            engine=engine,
            key_id=key_id,
            handle=HANDLE,
            look_in_ms=SOON_MS,
            deadline_in_ms=DEADLINE_MS,
        )
        await self.database.write(start)
        return purchase.id

    async def claim(self, looker: str = "heron", engine: str = "fal", limit: int = 10) -> list[JobRow]:
        return await self.database.write(partial(jobs.claim_looks, looker=looker, engine=engine, limit=limit))

    async def must_claim(self, looker: str = "heron") -> JobRow:
        (job,) = await self.claim(looker)
        return job

    async def look_again(self, job: JobRow, in_ms: int = SOON_MS, *, is_missing: bool = False) -> bool:
        return await self.database.write(partial(jobs.look_again, job=job, in_ms=in_ms, is_missing=is_missing))

    async def want(self, job: JobRow, wish: Wish, in_ms: int = SOON_MS) -> bool:
        return await self.database.write(partial(jobs.want, job=job, wish=wish, in_ms=in_ms))

    async def end(self, job: JobRow) -> bool:
        return await self.database.write(partial(jobs.end, job=job))

    async def cancel(self, generation_id: str) -> int:
        return await self.database.write(partial(jobs.cancel_jobs, generation_id=generation_id))

    async def until_next(self, engine: str = "fal") -> int | None:
        return await self.database.read(partial(jobs.until_next_look, engine=engine))

    async def of(self, generation_id: str = "gen_1") -> list[JobRow]:
        return await self.database.read(partial(jobs.of_generation, generation_id=generation_id))


@pytest.fixture
def vendor(database: Database) -> Vendor:
    return Vendor(database)


async def test_a_job_is_looked_at_when_its_time_comes_and_again_until_it_ends(
    vendor: Vendor, clock: FrozenClock
) -> None:
    bought = await vendor.accept()
    assert await vendor.until_next() == SOON_MS
    clock.advance(SOON_MS - 1)
    assert await vendor.claim() == []
    clock.advance(1)
    first = await vendor.must_claim()
    assert (first.purchase_id, first.handle, first.wish, first.fence) == (bought, HANDLE, Wish.RESULT, 1)
    assert (first.looker, first.started_at, first.deadline_at) == ("heron", clock.now - SOON_MS, clock.now + 1_199_000)
    assert await vendor.look_again(first, 5_000)
    assert [job.looker for job in await vendor.of()] == [None]
    assert await vendor.until_next() == 5_000
    clock.advance(5_000)
    second = await vendor.must_claim()

    assert second.fence == 2
    assert await vendor.end(second)
    assert (await vendor.of(), await vendor.until_next()) == ([], None)


async def test_one_process_looks_at_a_time(vendor: Vendor, clock: FrozenClock) -> None:
    for number in range(20):
        await vendor.accept(f"gen_{number}")
    clock.advance(SOON_MS)
    taken = await asyncio.gather(*(vendor.claim(f"worker-{number}", limit=4) for number in range(8)))

    ids = [job.purchase_id for claimed in taken for job in claimed]
    assert (len(ids), len(set(ids))) == (20, 20)
    assert sorted(len(claimed) for claimed in taken) == [0, 0, 0, 4, 4, 4, 4, 4]


async def test_those_longest_due_come_first(vendor: Vendor, clock: FrozenClock) -> None:
    first = await vendor.accept()
    clock.advance(1)
    second = await vendor.accept()
    clock.advance(SOON_MS)

    assert [job.purchase_id for job in await vendor.claim(limit=1)] == [first]
    assert [job.purchase_id for job in await vendor.claim(limit=1)] == [second]


async def test_who_dies_while_it_looks_delays_the_job_by_a_lease(vendor: Vendor, clock: FrozenClock) -> None:
    """And if it comes back, whatever it writes changes nothing."""
    await vendor.accept()
    clock.advance(SOON_MS)
    zombie = await vendor.must_claim()
    assert await vendor.until_next() == LOOK_LEASE_MS
    clock.advance(LOOK_LEASE_MS - 1)
    assert await vendor.claim("stork") == []
    clock.advance(1)
    job = await vendor.must_claim("stork")

    assert not await vendor.look_again(zombie)
    assert not await vendor.want(zombie, Wish.VERDICT)
    assert not await vendor.end(zombie)
    assert await vendor.of() == [job]
    assert await vendor.look_again(job)


async def test_a_process_that_is_known_to_be_dead_delays_nothing(vendor: Vendor, clock: FrozenClock) -> None:
    await vendor.accept()
    await vendor.accept("gen_2")
    clock.advance(SOON_MS)
    (held,) = await vendor.claim("serve:1", limit=1)
    await vendor.claim("worker:2", limit=1)
    left = await vendor.database.write(partial(jobs.leave_looks, looker_prefix="serve:"))
    assert not await vendor.look_again(held)
    assert [job.looker for job in await vendor.of()] == [None]
    again = await vendor.must_claim("serve:3")

    assert (left, again.purchase_id) == (1, held.purchase_id)
    assert not await vendor.end(held)


async def test_engines_are_looked_at_apart(vendor: Vendor, clock: FrozenClock) -> None:
    fal, replicate = await vendor.accept(), await vendor.accept(engine="replicate", key_id="r-1")
    clock.advance(SOON_MS)

    assert [job.purchase_id for job in await vendor.claim()] == [fal]
    assert await vendor.until_next("replicate") == 0
    assert [job.purchase_id for job in await vendor.claim(engine="replicate")] == [replicate]
    assert await vendor.until_next("elevenlabs") is None


async def test_how_often_the_vendor_knew_nothing_is_counted_from_the_first_time(
    vendor: Vendor, clock: FrozenClock
) -> None:
    await vendor.accept()
    clock.advance(SOON_MS)
    since = clock.now
    for missing in range(3):
        job = await vendor.must_claim()
        assert (job.missing, job.missing_since) == (missing, since if missing else None)
        assert await vendor.look_again(job, 30_000, is_missing=True)
        clock.advance(30_000)
    assert await vendor.look_again(await vendor.must_claim())
    clock.advance(SOON_MS)
    found = await vendor.must_claim()

    assert (found.missing, found.missing_since) == (0, None)


async def test_jobs_of_a_generation_that_has_ended_are_cancelled_at_once(vendor: Vendor, clock: FrozenClock) -> None:
    """Also the one that is being looked at: that look has lost it."""
    bought, other = await vendor.accept(), await vendor.accept("gen_2")
    clock.advance(SOON_MS)
    looking = [job for job in await vendor.claim() if job.purchase_id == bought]
    assert await vendor.cancel("gen_1") == 1
    assert await vendor.cancel("gen_1") == 0
    assert not await vendor.look_again(looking[0])
    assert [one.looker for one in await vendor.of()] == [None]
    assert await vendor.until_next() == 0
    job = await vendor.must_claim()

    assert (job.purchase_id, job.wish) == (bought, Wish.CANCEL)
    assert not await vendor.end(looking[0])
    assert await vendor.want(job, Wish.VERDICT, 60_000)
    assert [(one.wish, one.looker) for one in await vendor.of()] == [(Wish.VERDICT, None)]
    assert await vendor.cancel("gen_1") == 0
    assert [one.purchase_id for one in await vendor.of("gen_2")] == [other]


@pytest.mark.parametrize("verb", ["look again", "want", "end"])
async def test_a_look_at_one_job_moves_no_other(vendor: Vendor, clock: FrozenClock, verb: str) -> None:
    """Both have been looked at as often."""
    await vendor.accept()
    other = await vendor.accept()
    clock.advance(SOON_MS)
    first, second = sorted(await vendor.claim(), key=lambda job: job.purchase_id == other)
    assert (first.fence, second.fence) == (1, 1)
    if verb == "look again":
        assert await vendor.look_again(first)
    elif verb == "want":
        assert await vendor.want(first, Wish.VERDICT)
    else:
        assert await vendor.end(first)

    assert [job for job in await vendor.of() if job.purchase_id == other] == [second]


async def test_jobs_of_a_generation_are_told_in_the_order_of_their_purchases(
    vendor: Vendor, clock: FrozenClock
) -> None:
    bought = []
    for key in ("fal-2", "fal-1", "fal-3"):
        bought.append(await vendor.accept(key_id=key))
        clock.advance(1)

    assert [job.purchase_id for job in await vendor.of()] == bought


async def test_a_look_at_one_engine_brings_no_job_of_another_nearer(vendor: Vendor, clock: FrozenClock) -> None:
    await vendor.accept(engine="replicate")
    clock.advance(-86_400_000)
    await vendor.claim("heron", "fal")

    assert await vendor.until_next("replicate") == 86_400_000 + SOON_MS


async def test_jobs_under_way_are_counted_by_key(vendor: Vendor) -> None:
    for key in ("fal-1", "fal-2", "fal-1"):
        await vendor.accept(key_id=key)
    await vendor.accept(engine="replicate", key_id="r-1")

    assert await vendor.database.read(partial(jobs.under_way, engine="fal")) == {"fal-1": 2, "fal-2": 1}
    assert await vendor.database.read(partial(jobs.under_way, engine="bfl")) == {}


@pytest.mark.parametrize("wish", [Wish.RESULT, Wish.VERDICT])
async def test_no_pause_is_longer_than_an_hour_whatever_the_clock_does(
    vendor: Vendor, clock: FrozenClock, wish: Wish
) -> None:
    await vendor.accept()
    clock.advance(SOON_MS)
    job = await vendor.must_claim()
    assert await (vendor.want(job, wish, 10 * LOOK_MS_MAX) if wish is Wish.VERDICT else vendor.look_again(job, 10**9))
    assert await vendor.until_next() == LOOK_MS_MAX
    clock.advance(-86_400_000)
    assert await vendor.claim() == []
    assert await vendor.until_next() == LOOK_MS_MAX
    clock.advance(LOOK_MS_MAX)

    assert (await vendor.must_claim()).wish is wish
