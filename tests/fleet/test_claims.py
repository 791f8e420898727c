"""Claims of two processes, step by step: who is passed over, and who is waited for."""

import asyncio
import threading
from functools import partial

import pytest

from mediamill import generations
from mediamill.accounts import Account
from mediamill.db import Transaction, lock_accounts, try_lock_accounts
from mediamill.generations import Capacity, choosing
from tests.behind import change_behind
from tests.fleet.racing import MODEL, Race, policy

pytestmark = pytest.mark.fleet


async def test_whoever_was_served_since_it_was_looked_at_has_had_its_turn(
    two: Race, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between a worker's look and its locks another one takes Ada's: Ben is next, though Ada has more waiting."""
    ada, ben = await two.account("ada"), await two.account("ben")
    for account in (ada, ben):
        await two.order(account, 2)
    change_behind(two.processes[0], "UPDATE accounts SET served_at = 5 WHERE id = :id", id=ben.id)
    change_behind(two.processes[0], "UPDATE turns SET served_at = 5 WHERE account_id = :id", id=ben.id)
    loop, overtaken = asyncio.get_running_loop(), threading.Event()
    quick = partial(generations.claim, worker="quick", pool="cpu", policy=policy(9))

    def lock_late(tx: Transaction, ids: list[str], limit: int) -> list[str]:
        if not overtaken.is_set():
            overtaken.set()
            other = asyncio.run_coroutine_threadsafe(two.processes[1].write(quick), loop).result(30)
            assert other is not None
            assert other.account_id == ada.id
        return try_lock_accounts(tx, ids, limit)

    monkeypatch.setattr(choosing, "try_lock_accounts", lock_late)
    late = await two.processes[0].write(
        lambda tx: generations.claim_all(tx, "late", "cpu", policy(9), Capacity(1, 1), models=[MODEL])
    )

    assert [one.account_id for one in late] == [ben.id]


async def test_an_account_that_somebody_decides_about_is_passed_over_unless_it_is_the_only_one(
    two: Race, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(choosing, "SPARE", 1)
    ada, ben, mia = [await two.account(name) for name in ("ada", "ben", "mia")]
    for account in (ada, ben):
        await two.order(account, 2)
    loop, held, let_go = asyncio.get_running_loop(), asyncio.Event(), threading.Event()

    def hold(tx: Transaction, *accounts: Account) -> None:
        lock_accounts(tx, [one.id for one in accounts])
        generations.find(tx, "gen_0")  # what was sent has arrived
        loop.call_soon_threadsafe(held.set)
        assert let_go.wait(30)

    holding = asyncio.ensure_future(two.processes[1].write(lambda tx: hold(tx, ada, mia)))
    await held.wait()
    want = partial(generations.claim_all, worker="heron", pool="cpu", policy=policy(9), capacity=Capacity(2, 2))
    assert [one.account_id for one in await two.write(want)] == [ben.id, ben.id]
    waiting = asyncio.ensure_future(two.write(want))
    await asyncio.sleep(0)
    assert not waiting.done()
    let_go.set()

    assert [one.account_id for one in await waiting] == [ada.id, ada.id]
    await holding
