"""The slots of a pool: who holds one, who is next, and how many attempts a worker has in hand."""

import asyncio
from contextlib import AsyncExitStack

import pytest

from mediamill.dispatch import attempt
from mediamill.dispatch.attempt import ActiveAttempt, Phase, Slots
from mediamill.generations import Generation, Status

DEADLINE_SECONDS = 5


def generation(account_id: str, number: int = 0) -> Generation:
    return Generation(
        id=f"gen_{account_id}{number}",
        account_id=account_id,
        tool="rehearsal",
        model="slow",
        type="image",
        status=Status.PROCESSING,
        payload="{}",
        input="{}",
        webhook=None,
        output_key=None,
        thumbnail_key=None,
        error=None,
        pool="cpu",
        fallback_engine=None,
        attempt=1,
        losses=0,
        waiting_since=None,
        checkpoint=None,
        progress=0.0,
        stage="",
        trace=None,
        seed=None,
        created_at=0,
    )


class Bench:
    """Attempts at the slots of one pool, and the order in which they came to run."""

    def __init__(self, slots: int, guests: int = 0) -> None:
        self.rooms = 0
        self.slots = Slots(slots, self.note_room, guests=guests)
        self.order: list[str] = []
        self.tasks: dict[ActiveAttempt, tuple[asyncio.Task[None], asyncio.Event]] = {}

    def note_room(self) -> None:
        self.rooms += 1

    def claim(self, account_id: str, phase: Phase = Phase.WAITING) -> ActiveAttempt:
        running = ActiveAttempt(generation(account_id, len(self.slots.in_hand)), self.slots, phase)
        self.slots.take(running)
        return running

    async def begin(self, running: ActiveAttempt) -> ActiveAttempt:
        """Ask for a slot, and hold it until it is told to go on."""
        enough = asyncio.Event()

        async def hold() -> None:
            async with self.slots.hold(running):
                self.order.append(running.generation.account_id)
                await enough.wait()

        self.tasks[running] = (asyncio.create_task(hold()), enough)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return running

    async def end(self, running: ActiveAttempt) -> None:
        """It has run and begins to store."""
        task, enough = self.tasks[running]
        enough.set()
        await asyncio.wait_for(task, DEADLINE_SECONDS)
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    async def close(self) -> None:
        async with AsyncExitStack() as stack:
            for task, _ in self.tasks.values():
                task.cancel()
                stack.push_async_callback(asyncio.wait, {task})


@pytest.fixture
def limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attempt, "PREPARING_MAX", 3)
    monkeypatch.setattr(attempt, "STORING_MAX", 2)
    monkeypatch.setattr(attempt, "STORING_BYTES_MAX", 100)


async def test_no_more_run_at_once_than_there_are_slots() -> None:
    bench = Bench(2)
    heron, ibis, crane = [await bench.begin(bench.claim(name)) for name in ("heron", "ibis", "crane")]

    assert [Phase.RUNNING, Phase.RUNNING, Phase.WAITING] == [heron.phase, ibis.phase, crane.phase]
    assert not bench.slots.room()
    await bench.end(ibis)
    assert [Phase.RUNNING, Phase.STORING, Phase.RUNNING] == [heron.phase, ibis.phase, crane.phase]
    await bench.close()


async def test_what_is_being_stored_holds_no_slot() -> None:
    bench = Bench(1)
    heron = await bench.begin(bench.claim("heron"))
    assert not bench.slots.room()
    rooms = bench.rooms
    await bench.end(heron)

    assert heron.phase is Phase.STORING
    assert bench.slots.room()
    assert bench.rooms > rooms


async def test_what_fetches_its_inputs_holds_no_slot() -> None:
    bench = Bench(1)
    bench.claim("heron", Phase.PREPARING)

    assert bench.slots.room()


async def test_prepared_attempts_of_one_account_do_not_go_before_anothers_first() -> None:
    bench = Bench(1)
    many = [await bench.begin(bench.claim("greedy", Phase.PREPARING)) for _ in range(4)]
    assert bench.slots.room(), "what waits prepared keeps another account out"
    patient = await bench.begin(bench.claim("patient"))
    assert not bench.slots.room(), "it claims more than it can run"
    for running in (many[0], patient, many[1], many[2]):
        await bench.end(running)

    assert bench.order == ["greedy", "patient", "greedy", "greedy", "greedy"]
    await bench.close()


@pytest.mark.usefixtures("limits")
async def test_only_so_many_prepare_or_wait_prepared() -> None:
    bench = Bench(1)
    await bench.begin(bench.claim("heron"))
    await bench.begin(bench.claim("ibis", Phase.PREPARING))
    bench.claim("crane", Phase.PREPARING)
    assert bench.slots.room_to_prepare()
    bench.claim("stork", Phase.PREPARING)

    assert not bench.slots.room_to_prepare()
    await bench.close()


@pytest.mark.usefixtures("limits")
async def test_while_storage_is_away_only_so_many_are_made_ahead() -> None:
    bench = Bench(1)
    heron = await bench.begin(bench.claim("heron"))
    await bench.end(heron)
    ibis = await bench.begin(bench.claim("ibis"))
    await bench.end(ibis)

    assert not bench.slots.room()
    bench.slots.leave(heron)
    assert bench.slots.room()
    ibis.stored_bytes = 100
    assert not bench.slots.room()


async def test_one_that_is_canceled_while_it_waits_gives_way() -> None:
    bench = Bench(1)
    heron, ibis, crane = [await bench.begin(bench.claim(name)) for name in ("heron", "ibis", "crane")]
    task, _ = bench.tasks[ibis]
    task.cancel()
    await asyncio.wait({task})
    bench.slots.leave(ibis)
    await bench.end(heron)

    assert crane.phase is Phase.RUNNING
    await bench.close()


async def test_a_slot_granted_to_one_that_is_canceled_at_that_moment_goes_to_the_next() -> None:
    bench = Bench(1)
    heron, ibis, crane = [await bench.begin(bench.claim(name)) for name in ("heron", "ibis", "crane")]
    released, enough = bench.tasks[heron]
    task, _ = bench.tasks[ibis]
    enough.set()
    released.add_done_callback(lambda _: task.cancel())
    await asyncio.wait({task, released})

    assert crane.phase is Phase.RUNNING
    await bench.close()


async def test_one_account_never_holds_the_guest_slot() -> None:
    bench = Bench(2, guests=1)
    mallory = [await bench.begin(bench.claim("mallory")) for _ in range(4)]
    assert ["mallory", "mallory"] == bench.order
    assert bench.slots.held() == {"mallory": 4}
    ada = await bench.begin(bench.claim("ada"))
    assert ["mallory", "mallory", "ada"] == bench.order

    await bench.end(ada)
    assert ["mallory", "mallory", "ada"] == bench.order
    for running in mallory:
        await bench.end(running)
    assert ["mallory"] * 4 == [account for account in bench.order if account == "mallory"]


async def test_one_account_fills_all_slots_that_one_account_may_hold() -> None:
    bench = Bench(2, guests=1)
    first, second = [await bench.begin(bench.claim("ada")) for _ in range(2)]
    assert ["ada", "ada"] == bench.order
    assert bench.slots.room()  # for somebody else

    await bench.end(first)
    assert bench.slots.held() == {"ada": 1}
    await bench.end(second)


async def test_full_lanes_of_preparation_leave_room_for_what_needs_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attempt, "PREPARING_MAX", 3)
    bench = Bench(2, guests=1)
    for number in range(3):
        assert bench.slots.room_to_prepare()
        bench.claim(f"mallory{number}", Phase.PREPARING)

    assert not bench.slots.room_to_prepare()
    assert bench.slots.room()
