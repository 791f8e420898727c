"""What operators decide about one account, and what follows from it everywhere."""

import asyncio
from functools import partial

import pytest

from mediamill import accounts, generations
from mediamill.accounts import Account, AccountDeleted, AccountFilter, Plan, UnknownAccount
from mediamill.db import Database
from mediamill.generations import Accepted, NotAccepted, Policy, Status
from mediamill.plan import OwnLimits, PlanLimits, Rate
from mediamill.units import DAY_MS
from tests.generations.stage import Stage


@pytest.fixture
def stage(database: Database, policy: Policy) -> Stage:
    return Stage(database, policy)


async def test_a_suspended_account_starts_nothing_and_what_runs_ends(
    database: Database, stage: Stage, ada: Account
) -> None:
    await stage.accept(ada)
    await database.write(partial(accounts.suspend, account_id=ada.id, reason="chargeback"))

    assert await stage.try_accept(ada) is NotAccepted.SUSPENDED
    done = await stage.succeed(await stage.must_claim())
    assert done is not None

    resumed = await database.write(partial(accounts.resume, account_id=ada.id))
    assert (resumed.suspended_at, resumed.suspended_reason) == (None, "")
    assert isinstance(await stage.try_accept(ada), Accepted)
    assert await database.read(generations.discrepancies) == []


async def test_suspending_while_it_starts_many_keeps_the_books_exact(
    database: Database, stage: Stage, ada: Account
) -> None:
    suspend = partial(accounts.suspend, account_id=ada.id, reason="")
    decisions = await asyncio.gather(
        *(stage.try_accept(ada) for _ in range(6)), database.write(suspend), *(stage.try_accept(ada) for _ in range(6))
    )
    accepted = [one for one in decisions if isinstance(one, Accepted)]

    assert await stage.try_accept(ada) is NotAccepted.SUSPENDED
    assert (await database.read(partial(generations.counts_of, account_id=ada.id)))[Status.PROCESSING] == len(accepted)
    assert await database.read(generations.discrepancies) == []


async def test_a_second_suspension_keeps_the_first_instant(database: Database, ada: Account) -> None:
    first = await database.write(partial(accounts.suspend, account_id=ada.id, reason="chargeback"))
    again = await database.write(partial(accounts.suspend, account_id=ada.id, reason="fraud"))

    assert (again.suspended_at, again.suspended_reason) == (first.suspended_at, "fraud")


async def test_limits_of_its_own_stand_before_those_of_the_plan() -> None:
    free = PlanLimits(Rate(60, 60), 2, None)

    assert free.with_own(OwnLimits()) is free
    assert free.with_own(OwnLimits(creates_per_minute=5)).creates == Rate(5, 60)
    assert free.with_own(OwnLimits(running_max=9)).running_max == 9
    assert free.with_own(OwnLimits(kept_ms=DAY_MS)).kept_ms == DAY_MS
    assert PlanLimits(None, 2, DAY_MS).with_own(OwnLimits(kept_ms=0)).kept_ms is None


async def test_an_account_may_run_more_at_once_than_its_plan(database: Database, stage: Stage, ada: Account) -> None:
    """Pro allows eight."""
    await database.write(partial(accounts.set_limits, account_id=ada.id, own=OwnLimits(running_max=1)))
    for _ in range(3):
        await stage.accept(ada)

    assert await stage.claim() is not None
    assert await stage.claim() is None

    await database.write(partial(accounts.set_limits, account_id=ada.id, own=OwnLimits(running_max=2)))
    assert await stage.claim() is not None
    assert await stage.claim() is None

    await database.write(partial(accounts.set_limits, account_id=ada.id, own=OwnLimits()))
    assert await stage.claim() is not None


async def test_accounts_with_a_retention_of_their_own_are_swept_by_it(database: Database, ada: Account) -> None:
    await database.write(partial(accounts.set_limits, account_id=ada.id, own=OwnLimits(kept_ms=DAY_MS)))

    assert await database.read(generations.own_retentions) == [(ada.id, DAY_MS)]
    assert await database.read(partial(generations.own_retentions, after=ada.id)) == []


async def test_accounts_are_found_by_address_plan_and_state(database: Database, ada: Account, ben: Account) -> None:
    await database.write(partial(accounts.suspend, account_id=ben.id, reason=""))

    async def found(wanted: AccountFilter) -> list[str]:
        page, total = await database.read(partial(accounts.search, wanted=wanted, limit=9, offset=0))
        assert total == len(page)
        return [one.account.email for one in page]

    assert await found(AccountFilter()) == ["ben@example.com", "ada@example.com"]
    assert await found(AccountFilter("ADA@")) == ["ada@example.com"]
    assert await found(AccountFilter(ben.id)) == ["ben@example.com"]
    assert await found(AccountFilter("%")) == []
    assert await found(AccountFilter("_da")) == []
    assert await found(AccountFilter(plan="pro")) == ["ada@example.com"]
    assert await found(AccountFilter(state="suspended")) == ["ben@example.com"]
    assert await found(AccountFilter("example.com", "free", "active")) == []


async def test_a_deleted_account_cannot_be_changed(database: Database, ada: Account) -> None:
    await database.write(partial(accounts.delete_account, account_id=ada.id))

    for act in (
        partial(accounts.change_plan, plan=Plan.FREE),
        partial(accounts.set_limits, own=OwnLimits()),
        partial(accounts.suspend, reason=""),
        accounts.resume,
        accounts.delete_account,
    ):
        with pytest.raises(AccountDeleted, match=ada.id):
            await database.write(partial(act, account_id=ada.id))
    with pytest.raises(UnknownAccount):
        await database.write(partial(accounts.resume, account_id="acc_nobody"))
