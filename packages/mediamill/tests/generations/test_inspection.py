"""What an owner sees of one generation: its times, what is held and charged, and its place in the queue."""

from functools import partial

import pytest

from mediamill import generations
from mediamill.accounts import Account, Plan, open_account
from mediamill.generations import Findings, Inspection, Status, inspection
from tests.clock import FrozenClock
from tests.generations.queue import PICTURE, Queue

FOUND = Findings({"method": "procedural"}, ("sofa",))


async def test_a_generation_is_followed_from_its_order_to_its_end(
    queue: Queue, ada: Account, clock: FrozenClock
) -> None:
    """Half a second until somebody takes it, two seconds until that breaks, one second's pause, three that succeed."""
    id = await queue.accept(ada, price=8)
    assert times(await inspected(queue, id)) == (0, 0, 1)
    clock.advance(500)
    waiting = await inspected(queue, id)
    assert times(waiting) == (500, 0, 1)
    assert (waiting.held, waiting.captured, waiting.attempts) == (8, 0, ())

    first = await queue.claim()
    assert first is not None
    clock.advance(2_000)
    assert times(await inspected(queue, id)) == (500, 2_000, None)
    await queue.database.write(
        lambda tx: generations.fail_attempt(tx, first, "heron", queue.policy, sentence="It broke.", delay_ms=1_000)
    )
    clock.advance(1_000)
    assert times(await inspected(queue, id)) == (1_500, 2_000, 1)

    second = await queue.claim()
    assert second is not None
    clock.advance(3_000)
    await queue.database.write(
        partial(
            generations.succeed,
            generation=second,
            worker="heron",
            output_key="gen_x/y.png",
            thumbnail_key=None,
            charge=5,
            media_base="http://localhost:8000/media",
            findings=FOUND,
        )
    )
    clock.advance(60_000)
    ended = await inspected(queue, id)
    assert times(ended) == (1_500, 5_000, None)
    assert (ended.generation.status, ended.held, ended.captured) == (Status.SUCCESS, 0, 5)
    assert ended.findings == FOUND
    assert [attempt.number for attempt in ended.attempts] == [1, 2]


async def test_one_that_does_not_exist_is_not_seen(queue: Queue) -> None:
    assert await queue.database.read(lambda tx: generations.inspect(tx, "gen_0")) is None


async def test_no_time_is_negative_after_the_clock_went_back(queue: Queue, ada: Account, clock: FrozenClock) -> None:
    id = await queue.accept(ada)
    clock.advance(1_000)
    assert await queue.claim() is not None
    clock.advance(-5_000)

    assert times(await inspected(queue, id)) == (0, 0, None)


async def test_times_are_unknown_where_attempts_were_not_recorded(queue: Queue, ada: Account) -> None:
    id = await queue.accept(ada)
    assert await queue.claim() is not None
    queue.change("DELETE FROM attempts")

    assert times(await inspected(queue, id)) == (None, None, None)


async def test_a_place_counts_the_owners_earlier_ones_and_as_many_turns_of_everybody_else(
    queue: Queue, ada: Account, ben: Account
) -> None:
    hers = [await queue.accept(ada) for _ in range(3)]
    await queue.accept(ben)
    mia = await opened_account(queue, "mia")
    for _ in range(5):
        await queue.accept(mia)

    assert [(await inspected(queue, id)).queue_position for id in hers] == [3, 5, 7]


async def test_a_place_counts_only_what_waits_in_the_pool_and_comes_first(
    queue: Queue, ada: Account, clock: FrozenClock
) -> None:
    put_off = await queue.accept(ada)
    taken = await queue.claim()
    assert taken is not None
    await queue.release(taken, delay_ms=60_000)
    clock.advance(1)
    await with_nothing_waiting(queue, ada)
    before, hers, _after = [await queue.accept(ada) for _ in range(3)]
    ben = await opened_account(queue, "ben")
    await with_nothing_waiting(queue, ben)
    for _ in range(2):
        await queue.accept(ben)

    positions = [(await inspected(queue, id)).queue_position for id in (before, hers, put_off)]
    assert positions == [2, 4, 6]


async def test_a_place_is_counted_up_to_a_bound(
    queue: Queue, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has nothing waiting there takes none of the few places among the accounts that are looked at."""
    monkeypatch.setattr(inspection, "OWN_AHEAD_MAX", 2)
    monkeypatch.setattr(inspection, "OTHERS_MAX", 1)
    monkeypatch.setattr(inspection, "EACH_MAX", 2)
    people = []
    for name in ("idle", "ben", "away", "mia", "zoe", "ada"):
        clock.advance(1)
        people.append(await opened_account(queue, name))
    idle, ben, away, mia, zoe, ada = people
    for nobody in (idle, away):
        await with_nothing_waiting(queue, nobody)
    for account in (ben, mia, zoe, ada):
        ids = [await queue.accept(account) for _ in range(5)]

    # Two of her own four are counted, and two of each of two accounts.
    assert (await inspected(queue, ids[-1])).queue_position == 1 + 2 + 4


async def opened_account(queue: Queue, name: str) -> Account:
    return await queue.database.write(lambda tx: open_account(tx, f"{name}@example.com", Plan.PRO, 0))


async def with_nothing_waiting(queue: Queue, account: Account) -> None:
    """One that waits elsewhere, one that runs and one that has ended."""
    await queue.accept(account, pool="gpu")
    await queue.cancel(await queue.accept(account))
    running = await queue.accept(account, PICTURE)
    assert await queue.claimed_id([PICTURE]) == running


async def inspected(queue: Queue, generation_id: str) -> Inspection:
    found = await queue.database.read(lambda tx: generations.inspect(tx, generation_id))
    assert found is not None
    return found


def times(seen: Inspection) -> tuple[int | None, int | None, int | None]:
    """In the queue, at work, and the place in the queue."""
    return seen.queue_ms, seen.run_ms, seen.queue_position
