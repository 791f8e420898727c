"""Whose turn it is: which models a worker can run, who is barred or held to less, and turns that follow what waits."""

from functools import partial

import pytest

from mediamill import generations
from mediamill.accounts import Account, Plan
from mediamill.generations import Intent, Status, reconciliation
from mediamill.workers import BEAT_AHEAD_MS
from tests.clock import FrozenClock
from tests.generations.queue import DAY_MS, DRUMS, NEW_TOOL, PICTURE, Queue

NAMESAKE, SIBLING = ("edit-image", PICTURE[1]), (PICTURE[0], "flux-2-flex")


async def test_a_worker_leaves_alone_what_it_cannot_run(queue: Queue, ada: Account, ben: Account) -> None:
    """An old worker during an upgrade: new tools wait for a new one, and keep nobody else from being served."""
    for _ in range(3):
        await queue.accept(ada, NEW_TOOL)
    drums = await queue.accept(ben)
    new_drums = await queue.accept(ada)

    assert await queue.claimed_id([DRUMS, PICTURE]) in (drums, new_drums)
    assert await queue.claimed_id([DRUMS, PICTURE]) in (drums, new_drums)
    assert await queue.claim([DRUMS, PICTURE]) is None
    assert not await queue.is_due([DRUMS, PICTURE])
    assert await queue.is_due([NEW_TOOL])
    assert await queue.claim([NEW_TOOL]) is not None
    assert await queue.claim([]) is None


async def test_of_an_account_the_oldest_comes_first_whatever_the_model(
    queue: Queue, ada: Account, clock: FrozenClock
) -> None:
    ids = []
    for model in (PICTURE, DRUMS, PICTURE, DRUMS):
        ids.append(await queue.accept(ada, model))
        clock.advance(1)

    assert ids == [await queue.claimed_id([DRUMS, PICTURE]) for _ in ids]


async def test_a_model_is_told_from_its_namesake_and_from_others_of_its_tool(
    queue: Queue, ada: Account, ben: Account, clock: FrozenClock
) -> None:
    """Two tools may have a model of the same name; what the worker cannot run comes first in every order."""
    await queue.accept(ada, NAMESAKE)
    await queue.accept(ada, SIBLING)
    await queue.accept(ada, PICTURE, "gpu")
    assert not await queue.is_due([PICTURE])
    clock.advance(1)
    his = await queue.accept(ben, PICTURE)
    assert await queue.claimed_id([PICTURE]) == his
    hers = await queue.accept(ada, PICTURE)
    assert await queue.claimed_id([PICTURE]) == hers
    assert await queue.claim([PICTURE]) is None


async def test_what_is_put_off_holds_up_nobody(queue: Queue, ada: Account, ben: Account, clock: FrozenClock) -> None:
    """Ada was served longer ago; what she has waiting is due in an hour."""
    put_off = await queue.accept(ada)
    taken = await queue.claim()
    assert taken is not None
    await queue.release(taken, delay_ms=3_600_000)
    clock.advance(1)
    first, second = await queue.accept(ben), await queue.accept(ben)

    assert [await queue.claimed_id(), await queue.claimed_id()] == [first, second]
    assert await queue.claim() is None
    clock.advance(3_600_000)
    assert await queue.claimed_id() == put_off


async def test_what_was_put_off_is_due_at_once_when_its_wait_is_ended(
    queue: Queue, ada: Account, ben: Account, clock: FrozenClock
) -> None:
    """An engine's new key, say; another pool's waits go on."""
    put_off = []
    for account, pool in ((ada, "cpu"), (ben, "cpu"), (ada, "gpu")):
        put_off.append(await queue.accept(account, pool=pool))
        taken = await queue.claim(pool=pool)
        assert taken is not None
        await queue.release(taken, delay_ms=3_600_000)
    intents = await queue.database.write(partial(generations.end_waits, pool="cpu"))

    assert [Intent("cpu", clock.now)] == list(intents)
    assert set(put_off[:2]) == {await queue.claimed_id(), await queue.claimed_id()}
    assert await queue.claim(pool="gpu") is None
    assert () == await queue.database.write(partial(generations.end_waits, pool="cpu"))


async def test_what_waits_in_another_pool_changes_no_order(queue: Queue, ada: Account, clock: FrozenClock) -> None:
    await queue.accept(ada, DRUMS, pool="gpu")
    clock.advance(1)
    picture = await queue.accept(ada, PICTURE)
    clock.advance(1)
    drums = await queue.accept(ada, DRUMS)

    assert [await queue.claimed_id([DRUMS, PICTURE]) for _ in range(2)] == [picture, drums]


async def test_accounts_take_turns_across_models(queue: Queue, ada: Account, ben: Account, clock: FrozenClock) -> None:
    """Whoever was served for one model has had its turn for the others too."""
    for _ in range(2):
        await queue.accept(ada, DRUMS)
        await queue.accept(ada, PICTURE)
        await queue.accept(ben, PICTURE)
    served = []
    for _ in range(4):
        taken = await queue.claim()
        assert taken is not None
        served.append(taken.account_id)
        clock.advance(1)

    assert sorted(served[:2]) == sorted([ada.id, ben.id]) == sorted(served[2:])


async def test_a_barred_account_is_passed_over(queue: Queue, ada: Account, ben: Account) -> None:
    await queue.accept(ada)
    drums = await queue.accept(ben)

    assert await queue.claimed_id(barred=[ada.id]) == drums
    assert await queue.claim(barred=[ada.id, ben.id]) is None
    assert await queue.claim() is not None


async def test_an_account_may_be_held_to_fewer_at_once_for_a_while(
    queue: Queue, ada: Account, clock: FrozenClock
) -> None:
    for _ in range(3):
        await queue.accept(ada)
    queue.change("UPDATE accounts SET running_max = 1, running_max_until = :until", until=clock.now + 600_000)
    assert await queue.claim() is not None
    assert await queue.claim() is None
    clock.advance(599_999)
    assert await queue.claim() is None
    clock.advance(1)

    assert await queue.claim() is not None


async def test_nobody_is_held_to_more_than_the_plan_allows(queue: Queue, ben: Account, clock: FrozenClock) -> None:
    for _ in range(3):
        await queue.accept(ben)
    queue.change("UPDATE accounts SET running_max = 5, running_max_until = :until", until=clock.now + 600_000)

    assert [await queue.claim() is not None for _ in range(3)] == [True, True, False]


async def test_turns_follow_whatever_happens_to_what_waits(queue: Queue, ada: Account, clock: FrozenClock) -> None:
    """Put back, put off, canceled, waited for too long, the clock set back: `reconcile` finds them exact each time."""
    put_off, canceled = await queue.accept(ada), await queue.accept(ada, PICTURE)
    await queue.accept(ada, NEW_TOOL)
    taken = await queue.claim([DRUMS])
    assert taken is not None
    assert taken.id == put_off
    await queue.database.write(lambda tx: generations.release(tx, taken, "heron", delay_ms=50_000))
    assert await queue.is_exact()
    assert not await queue.is_due([DRUMS])
    await queue.database.write(lambda tx: generations.cancel(tx, canceled))
    assert await queue.is_exact()
    assert not await queue.is_due([PICTURE])
    clock.advance(-3_600_000)
    await queue.database.write(lambda tx: generations.rescue(tx, queue.policy))
    assert await queue.is_exact()
    assert await queue.is_due([DRUMS])
    clock.advance(3_600_000 + DAY_MS)
    moved, _ = await queue.database.write(lambda tx: generations.rescue(tx, queue.policy))

    assert [generation.id for generation in moved] == [put_off]
    assert await queue.is_exact()
    assert await queue.claim([NEW_TOOL]) is not None
    assert queue.change("DELETE FROM turns") == 0


async def test_reconcile_sees_turns_that_do_not_fit(queue: Queue, ada: Account) -> None:
    await queue.accept(ada)
    queue.change("UPDATE turns SET due_at = due_at + 1")
    found = await queue.database.read(generations.discrepancies)

    assert [(one.subject, one.fault) for one in found] == [
        (ada.id, "its turns in the queue do not fit what it has waiting")
    ]
    queue.change("UPDATE turns SET due_at = due_at - 1, served_at = 5")
    assert not await queue.is_exact()
    queue.change("DELETE FROM turns")
    assert not await queue.is_exact()


@pytest.mark.parametrize(
    ("pool", "tool", "model"), [("cpu", *NAMESAKE), ("cpu", *SIBLING), ("gpu", *PICTURE)], ids=["tool", "model", "pool"]
)
async def test_reconcile_sees_a_turn_of_a_namesake_for_which_nothing_waits(
    queue: Queue, ada: Account, pool: str, tool: str, model: str
) -> None:
    await queue.accept(ada, PICTURE)
    queue.change(
        "INSERT INTO turns (account_id, pool, tool, model, served_at, due_at)"
        " SELECT account_id, :pool, :tool, :model, served_at, due_at FROM turns",
        pool=pool,
        tool=tool,
        model=model,
    )

    assert [one.subject for one in await queue.database.read(generations.discrepancies)] == [ada.id]


async def test_what_is_canceled_before_its_turn_is_made_good_has_none(queue: Queue, ada: Account) -> None:
    canceled = await queue.accept(ada)
    queue.change("DELETE FROM turns")
    missing = await queue.database.read(generations.without_turn)
    await queue.cancel(canceled)
    await queue.database.write(partial(generations.mend_turns, missing=missing))

    assert len(missing) == 1
    assert queue.change("DELETE FROM turns") == 0


async def test_what_an_older_process_accepted_or_took_is_made_good(queue: Queue, ada: Account, ben: Account) -> None:
    """It knows no turns: one is missing for what it accepted, one is left over for what it took."""
    await queue.accept(ada)
    drums = await queue.accept(ben, PICTURE)
    queue.change("DELETE FROM turns WHERE account_id = :id", id=ben.id)
    queue.change(
        "UPDATE generations SET lease_owner = 'old', lease_expires_at = 0, attempt = 1 WHERE account_id = :id",
        id=ada.id,
    )
    missing = await queue.database.read(generations.without_turn)
    assert [one.account_id for one in missing] == [ben.id]
    await queue.database.write(partial(generations.mend_turns, missing=missing))
    taken = await queue.database.write(lambda tx: generations.claim(tx, "heron", "cpu", queue.policy))

    assert taken is not None
    assert taken.id == drums
    assert await queue.database.read(generations.without_turn) == []
    assert queue.change("DELETE FROM turns") == 0


async def test_a_turn_that_comes_too_early_takes_nothing_and_is_put_right(
    queue: Queue, ada: Account, clock: FrozenClock
) -> None:
    """A process of an older version put off what it had, and left the turn as it was."""
    put_off = await queue.accept(ada)
    taken = await queue.claim()
    assert taken is not None
    await queue.release(taken, delay_ms=60_000)
    queue.change("UPDATE turns SET due_at = :now", now=clock.now)
    assert await queue.is_due()
    early = await queue.database.write(lambda tx: generations.claim(tx, "heron", "cpu", queue.policy))
    assert early is None
    assert not await queue.is_due()
    clock.advance(60_000)

    assert await queue.claimed_id() == put_off


async def test_what_a_worker_took_is_its_own_until_its_lease_ends(
    queue: Queue, ada: Account, clock: FrozenClock
) -> None:
    id = await queue.accept(ada)
    assert await queue.claimed_id() == id
    rescue = partial(generations.rescue, policy=queue.policy)
    clock.advance(queue.policy.lease_ms - 1)
    early, _ = await queue.database.write(rescue)
    clock.advance(1)
    taken_back, _ = await queue.database.write(rescue)

    assert ([], [id]) == (early, [generation.id for generation in taken_back])


async def test_of_what_has_waited_too_long_the_oldest_ends_first(
    queue: Queue, ada: Account, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However much there is, one look ends a bounded part of it."""
    monkeypatch.setattr(reconciliation, "OVERDUE_PER_TICK", 1)
    for _ in range(3):
        await queue.accept(ada)
    taken = [await queue.claim() for _ in range(3)]
    released = [generation for generation in reversed(taken) if generation]
    for generation in released:
        await queue.release(generation, delay_ms=3_600_000)
        clock.advance(1)
    clock.advance(DAY_MS)
    ended = []
    for _ in released:
        moved, _ = await queue.database.write(partial(generations.rescue, policy=queue.policy))
        ended += moved

    assert [generation.id for generation in ended] == [generation.id for generation in released]


async def test_only_what_waits_without_a_turn_is_made_good(queue: Queue, ada: Account, ben: Account) -> None:
    """Ada waits for the same model and has her turn; what Ben canceled waits for nothing."""
    await queue.accept(ada)
    await queue.accept(ben)
    await queue.cancel(await queue.accept(ben, PICTURE))
    queue.change("DELETE FROM turns WHERE account_id = :id", id=ben.id)

    missing = await queue.database.read(generations.without_turn)
    assert [(one.account_id, one.pool, (one.tool, one.model)) for one in missing] == [(ben.id, "cpu", DRUMS)]


async def test_what_no_live_worker_runs_is_seen(queue: Queue, ada: Account, clock: FrozenClock) -> None:
    await queue.accept(ada)
    await queue.accept(ada, NEW_TOOL)
    await queue.serve("worker:old", DRUMS)
    (only,) = await queue.database.read(generations.unserved)
    assert (only.pool, only.tool, only.model) == ("cpu", *NEW_TOOL)
    await queue.serve("worker:new", DRUMS, NEW_TOOL)
    assert await queue.database.read(generations.unserved) == []
    clock.advance(30_000)

    assert len(await queue.database.read(generations.unserved)) == 2


async def test_a_worker_of_a_namesake_of_another_tool_or_pool_is_none_for_this_model(
    queue: Queue, ada: Account
) -> None:
    for pool in ("gpu", "cpu"):
        await queue.accept(ada, PICTURE, pool)
    await queue.serve("worker:heron", NAMESAKE, SIBLING)
    await queue.serve("worker:stork", PICTURE, pool="attic")

    assert [(one.pool, one.tool, one.model) for one in await queue.database.read(generations.unserved)] == [
        ("cpu", *PICTURE),
        ("gpu", *PICTURE),
    ]


async def test_a_worker_whose_last_beat_is_in_the_future_is_not_alive(
    queue: Queue, ada: Account, clock: FrozenClock
) -> None:
    """The clock went back: its beat says nothing about now."""
    await queue.accept(ada)
    await queue.serve("worker:heron", DRUMS)
    clock.advance(-BEAT_AHEAD_MS)
    assert await queue.database.read(generations.unserved) == []
    clock.advance(-1)

    assert len(await queue.database.read(generations.unserved)) == 1


async def test_only_what_nobody_runs_ends_and_none_of_its_namesakes(
    queue: Queue, ada: Account, ben: Account, clock: FrozenClock
) -> None:
    """Served since noon: one model in one pool. What runs goes on, and what was canceled stays so."""
    doomed = {await queue.accept(account, NAMESAKE) for account in (ada, ben)}
    doomed |= {await queue.accept(ada, SIBLING), await queue.accept(ada, PICTURE, "gpu")}
    await queue.accept(ada, PICTURE)
    running = await queue.accept(ben, SIBLING)
    doomed.add(await queue.accept(ben, SIBLING))
    assert await queue.claimed_id([SIBLING], barred=[ada.id]) == running
    await queue.cancel(await queue.accept(ada, SIBLING))
    assert await queue.end_unserved() == []
    clock.advance(DAY_MS // 2)
    await queue.serve("worker:heron", PICTURE)
    assert await queue.end_unserved() == []
    clock.advance(DAY_MS // 2)
    await queue.serve("worker:heron", PICTURE)

    assert sorted(await queue.end_unserved()) == sorted(doomed)


async def test_what_nobody_runs_ends_after_a_day_though_it_was_never_claimed(
    queue: Queue, ada: Account, clock: FrozenClock
) -> None:
    new, drums = await queue.accept(ada, NEW_TOOL), await queue.accept(ada)
    await queue.serve("worker:old", DRUMS)
    assert await queue.end_unserved() == []
    clock.advance(1_000)
    young = await queue.accept(ada, NEW_TOOL)
    clock.advance(DAY_MS - 1_001)
    await queue.serve("worker:old", DRUMS)
    assert await queue.end_unserved() == []
    clock.advance(1)

    assert await queue.end_unserved() == [new]
    found = await queue.database.read(lambda tx: [generations.find(tx, id) for id in (new, drums, young)])
    assert [one.status for one in found if one] == [Status.ERROR, Status.PROCESSING, Status.PROCESSING]
    assert found[0] is not None
    assert found[0].error == "No engine could take this generation for 24 hours. Please try again later."


async def test_a_model_that_was_served_meanwhile_waits_anew(queue: Queue, ada: Account, clock: FrozenClock) -> None:
    """A day in a long queue is no reason to end anything while workers run the model, nor when they restart."""
    await queue.accept(ada)
    await queue.end_unserved()
    clock.advance(DAY_MS // 2)
    await queue.serve("worker:heron", DRUMS)
    await queue.end_unserved()
    clock.advance(DAY_MS)
    assert await queue.end_unserved() == []
    clock.advance(DAY_MS - 1)
    assert await queue.end_unserved() == []
    clock.advance(1)

    assert len(await queue.end_unserved()) == 1


async def test_pools_keep_their_own_turns(queue: Queue, ada: Account, ben: Account) -> None:
    await queue.accept(ada, pool="gpu")
    assert await queue.claim(pool="cpu") is None
    bens = await queue.accept(ben, pool="cpu")

    assert await queue.claimed_id() == bens
    assert await queue.claim(pool="cpu") is None
    assert await queue.claim(pool="gpu") is not None


async def test_the_backlog_counts_what_waits_and_runs(queue: Queue, ben: Account, clock: FrozenClock) -> None:
    for model in (DRUMS, PICTURE, DRUMS, NEW_TOOL):
        await queue.accept(ben, model)
        clock.advance(1_000)
    first = await queue.claim()
    assert first is not None
    await queue.cancel(await queue.accept(ben))
    await queue.accept(ben, pool="gpu")
    on_cpu, on_gpu = await queue.database.read(generations.backlogs)

    assert (on_cpu.pool, on_cpu.waiting, on_cpu.running) == ("cpu", 3, 1)
    assert on_cpu.oldest_due_at == first.created_at + 1_000
    assert (on_gpu.pool, on_gpu.waiting, on_gpu.running, on_gpu.oldest_due_at) == ("gpu", 1, 0, clock.now)


async def test_a_look_for_lost_work_makes_nothing_younger(queue: Queue, ada: Account, clock: FrozenClock) -> None:
    await queue.accept(ada)
    accepted_at = clock.now
    clock.advance(60_000)
    await queue.database.write(lambda tx: generations.rescue(tx, queue.policy))
    (backlog,) = await queue.database.read(generations.backlogs)

    assert backlog.oldest_due_at == accepted_at


async def test_a_free_and_a_pro_account_have_room_by_their_plan(queue: Queue, ada: Account, ben: Account) -> None:
    for _ in range(9):
        await queue.accept(ada)
        await queue.accept(ben)
    served = []
    while taken := await queue.claim():
        served.append(taken.account_id)

    assert (served.count(ada.id), served.count(ben.id)) == (8, 2)
    assert ada.plan is Plan.PRO
