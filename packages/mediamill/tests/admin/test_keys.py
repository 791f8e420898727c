"""Admin keys: shown once, kept as a hash, with scopes and a ceiling that acts at the same time cannot pass together."""

import asyncio
from functools import partial

import pytest

from mediamill import accounts, admin, audit
from mediamill.accounts import Account
from mediamill.admin import (
    AdminKey,
    AdminKeyNotFound,
    AdminKeyring,
    AdminScope,
    CeilingReached,
    InvalidAdminKey,
    Operator,
    ScopeMissing,
    operator_at_machine,
)
from mediamill.audit import AuditFilter
from mediamill.db import Database
from mediamill.units import DAY_MS
from tests.behind import contents_of
from tests.clock import FrozenClock

PEPPER = b"pepper"
ROOT = operator_at_machine("root")


async def made(database: Database, *scopes: AdminScope, ceiling: int = 0) -> tuple[AdminKey, str]:
    return await database.write(
        lambda tx: admin.create_key(tx, ROOT, "olga's", scopes or [AdminScope.READ], ceiling, PEPPER)
    )


async def test_a_key_says_who_acts_and_is_stored_nowhere(database: Database) -> None:
    key, text = await made(database, AdminScope.READ, AdminScope.OPERATE)
    olga = await AdminKeyring(database, PEPPER).operator_with(text)

    assert text.startswith(f"mm_admin_{key.id}_")
    assert olga is not None
    assert (olga.actor, olga.key) == (f"key:{key.id}", key)
    assert [olga.may(scope) for scope in AdminScope] == [True, True, False]
    assert text not in contents_of(database)
    assert text.rpartition("_")[2] not in contents_of(database)


async def test_what_is_not_an_admin_key_opens_nothing(database: Database, ada: Account) -> None:
    _, text = await made(database)
    _, clients = await database.write(lambda tx: accounts.issue_key(tx, ada.id, "laptop", PEPPER))
    keyring = AdminKeyring(database, PEPPER)

    for wrong in ("", "mm_admin_", text[:-1], f"{text}0", text.replace("mm_admin_", "mm_live_"), clients):
        assert await keyring.operator_with(wrong) is None
    assert await AdminKeyring(database, b"another").operator_with(text) is None
    assert await accounts.Keyring(database, PEPPER).caller_of(text) is None


async def test_a_revoked_key_opens_nothing_from_then_on(database: Database) -> None:
    key, text = await made(database)
    keyring = AdminKeyring(database, PEPPER)
    assert await keyring.is_in_use()
    assert await keyring.operator_with(text) is not None

    await database.write(lambda tx: admin.revoke_key(tx, ROOT, key.id))

    assert await keyring.operator_with(text) is None
    assert not await keyring.is_in_use()
    with pytest.raises(AdminKeyNotFound, match="nobody"):
        await database.write(lambda tx: admin.revoke_key(tx, ROOT, "nobody"))


async def test_the_last_use_is_kept_to_the_minute(database: Database, clock: FrozenClock) -> None:
    _, text = await made(database)
    keyring = AdminKeyring(database, PEPPER)
    await keyring.operator_with(text)

    (key,) = await database.read(admin.all_keys)
    assert key.used_at == clock()


async def test_keys_that_cannot_be_are_refused(database: Database) -> None:
    for scopes, ceiling, name, said in (
        ([], 0, "olga", "at least one scope"),
        ([AdminScope.MONEY], 0, "shop", "needs a ceiling"),
        ([AdminScope.MONEY], 10**12 + 1, "shop", "needs a ceiling"),
        ([AdminScope.READ], 5, "olga", "goes with the scope money"),
        ([AdminScope.READ], 0, "", "a name"),
        ([AdminScope.READ], 0, "o" * 101, "a name"),
    ):
        with pytest.raises(InvalidAdminKey, match=said):
            await database.write(
                partial(admin.create_key, operator=ROOT, name=name, scopes=scopes, ceiling=ceiling, pepper=PEPPER)
            )


async def test_making_and_revoking_are_written_down(database: Database) -> None:
    key, _ = await made(database, AdminScope.MONEY, ceiling=7)
    await database.write(lambda tx: admin.revoke_key(tx, ROOT, key.id))

    (revoked, created), total = await database.read(partial(audit.page, wanted=AuditFilter(), limit=9, offset=0))

    assert total == 2
    assert (created.actor, created.act, created.subject) == ("user:root", "admin-key.create", key.id)
    assert created.after == {"name": "olga's", "scopes": ["money"], "ceiling": 7}
    assert (revoked.act, revoked.subject) == ("admin-key.revoke", key.id)


async def test_a_ceiling_holds_for_a_day_and_for_acts_at_the_same_time(database: Database, clock: FrozenClock) -> None:
    key, _ = await made(database, AdminScope.MONEY, ceiling=10)
    shop = Operator(f"key:{key.id}", key)
    spend = partial(admin.spend, operator=shop)

    outcomes = await asyncio.gather(
        *(database.write(partial(spend, credits=4)) for _ in range(5)), return_exceptions=True
    )

    assert sorted(type(one).__name__ for one in outcomes) == ["CeilingReached"] * 3 + ["NoneType"] * 2
    assert await database.read(lambda tx: admin.spent(tx, key)) == 8
    with pytest.raises(CeilingReached, match="may move 2 more credits today, not 3"):
        await database.write(partial(spend, credits=3))
    await database.write(partial(spend, credits=2))

    clock.advance(DAY_MS)
    with pytest.raises(CeilingReached, match="10 more credits today, not 11"):
        await database.write(partial(spend, credits=11))
    await database.write(partial(spend, credits=10))


async def test_moving_credits_needs_the_scope_and_the_machines_own_user_needs_nothing(database: Database) -> None:
    key, _ = await made(database, AdminScope.OPERATE)
    with pytest.raises(ScopeMissing, match="money"):
        await database.write(partial(admin.spend, operator=Operator("key:x", key), credits=1))

    await database.write(partial(admin.spend, operator=ROOT, credits=10**12))
