"""Operators act while accounts work and other operators act: the books stay exact, and each act has its one line."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from mediamill import accounts, admin, audit, credits, generations
from mediamill.accounts import Account
from mediamill.admin import operator_at_machine
from mediamill.audit import AuditFilter
from mediamill.credits import LedgerEntry, ReferenceTaken
from mediamill.db import Database, Transaction
from mediamill.generations import Accepted, NotAccepted, Policy, Status
from mediamill.storage import open_storage
from tests.generations.stage import Stage

OLGA, OSKAR = operator_at_machine("olga"), operator_at_machine("oskar")
PEPPER = b"pepper"
ROUNDS = 5


@pytest.fixture
def stage(database: Database, policy: Policy) -> Stage:
    return Stage(database, policy)


async def together(*works: Awaitable[Any]) -> list[Any]:
    return list(await asyncio.gather(*works, return_exceptions=True))


async def lines(database: Database, act: str) -> int:
    entries, _ = await database.read(partial(audit.page, wanted=AuditFilter(act=act), limit=1_000, offset=0))
    return len(entries)


async def is_exact(database: Database) -> bool:
    def look(tx: Transaction) -> Sequence[object]:
        return [*credits.discrepancies(tx), *generations.discrepancies(tx)]

    return await database.read(look) == []


async def available(database: Database, account: Account) -> int:
    return (await database.read(lambda tx: credits.balance(tx, account.id))).available


async def test_two_operators_adjust_with_one_reference(database: Database, ada: Account) -> None:
    """Both have the same ticket before them; a third one has mistyped the amount."""
    works = [
        database.write(partial(admin.adjust, operator=who, account=ada.email, amount=amount, reference="ticket-7"))
        for who, amount in [(OLGA, 250), (OSKAR, 250), (OLGA, 250), (OSKAR, 25)] * 3
    ]
    outcomes = Counter(type(one) for one in await together(*works))

    assert set(outcomes) == {LedgerEntry, ReferenceTaken}
    added = await available(database, ada) - 1_000
    assert added in (250, 25)
    assert outcomes[LedgerEntry] == (9 if added == 250 else 3)
    assert await lines(database, "account.adjust") == outcomes[LedgerEntry]
    assert await is_exact(database)


async def test_an_account_is_suspended_while_it_starts_generations(
    database: Database, stage: Stage, ada: Account
) -> None:
    for number in range(ROUNDS):
        suspend = database.write(partial(admin.suspend, operator=OLGA, account=ada.id, reason="chargeback"))
        decided = await together(*(stage.try_accept(ada, 5) for _ in range(4)), suspend, stage.try_accept(ada, 5))
        accepted = [one for one in decided if isinstance(one, Accepted)]
        refused = [one for one in decided if one is NotAccepted.SUSPENDED]

        assert len(accepted) + len(refused) == 5, decided
        assert await stage.try_accept(ada, 5) is NotAccepted.SUSPENDED
        while held := await stage.claim():
            assert await stage.succeed(held, charge=5)  # what runs ends
        assert await lines(database, "account.suspend") == number + 1
        assert await is_exact(database)
        await database.write(partial(admin.resume, operator=OSKAR, account=ada.id))
    counts = await database.read(partial(generations.counts_of, account_id=ada.id))

    assert await available(database, ada) == 1_000 - 5 * counts[Status.SUCCESS]


@pytest.mark.parametrize("erases", [False, True])
async def test_an_account_is_deleted_while_a_worker_makes_something(
    database: Database, stage: Stage, ada: Account, tmp_path: Path, erases: bool
) -> None:
    """The worker's end comes before, while or after everything is taken away: it is charged in full or not at all."""
    for _ in range(3):
        await stage.accept(ada, 40)
    running = [await stage.must_claim() for _ in range(2)]
    storage = open_storage(tmp_path / "media")

    async def delete() -> None:
        await database.write(partial(admin.delete_account, operator=OLGA, account=ada.id))
        if erases:
            await accounts.erase(database, storage, ada.id)

    outcomes = await together(stage.succeed(running[0]), delete(), stage.succeed(running[1]), stage.try_accept(ada, 40))
    while await accounts.erase(database, storage, ada.id):
        pass
    late = await stage.succeed(running[1])
    entries = await database.read(lambda tx: credits.entries(tx, ada.id))

    assert not any(isinstance(one, BaseException) for one in outcomes), outcomes
    assert late is None
    charged = sum(entry.credits for entry in entries if entry.kind.value == "capture")
    assert charged == 40 * sum(one is not None for one in (outcomes[0], outcomes[2]))
    balance = await database.read(lambda tx: credits.balance(tx, ada.id))
    assert (balance.available, balance.held) == (1_000 - charged, 0)
    assert sum((await database.read(partial(generations.counts_of, account_id=ada.id))).values()) == 0
    assert await lines(database, "account.delete") == 1
    assert await is_exact(database)


async def test_two_operators_delete_the_same_account(database: Database, ada: Account) -> None:
    works = [database.write(partial(admin.delete_account, operator=who, account=ada.id)) for who in (OLGA, OSKAR) * 3]
    outcomes = Counter(type(one).__name__ for one in await together(*works))

    assert outcomes == {"Account": 1, "AccountDeleted": 5}
    assert await lines(database, "account.delete") == 1


async def test_a_voucher_is_redeemed_while_the_account_is_suspended_and_the_voucher_revoked(
    database: Database, ben: Account
) -> None:
    for _ in range(ROUNDS):
        ((voucher, code),) = await database.write(
            partial(admin.create_vouchers, operator=OLGA, name="spring", amount=50, pepper=PEPPER)
        )
        before = await available(database, ben)
        redeem = partial(credits.redeem_voucher, account_id=ben.id, code=code, pepper=PEPPER)
        outcomes = await together(
            database.write(redeem),
            database.write(partial(admin.suspend, operator=OLGA, account=ben.id, reason="")),
            database.write(partial(admin.revoke_voucher, operator=OSKAR, voucher_id=voucher.id)),
            database.write(redeem),
        )
        redeemed = [one for one in (outcomes[0], outcomes[3]) if one is not None]

        assert len(redeemed) <= 1, outcomes
        assert await available(database, ben) == before + 50 * len(redeemed)
        assert await database.write(redeem) is None
        assert await is_exact(database)
        await database.write(partial(admin.resume, operator=OSKAR, account=ben.id))
