import contextlib
from functools import partial

import pytest

from mediamill import accounts
from mediamill.accounts import Account, AccountExists, AccountNotFound, InvalidEmail, Plan, open_account
from mediamill.db import Database
from tests.clock import FrozenClock


async def test_an_address_has_one_account_however_it_is_written(database: Database, ada: Account) -> None:
    with pytest.raises(AccountExists, match="already an account with the e-mail Ada@Example"):
        await database.write(lambda tx: open_account(tx, "Ada@Example.COM", Plan.FREE, 5))

    assert await database.read(accounts.all_accounts) == [ada]


async def test_an_account_is_found_by_its_address_in_any_case(database: Database, ada: Account) -> None:
    assert await database.read(lambda tx: accounts.find_by_email(tx, "ADA@example.com")) == ada


async def test_a_new_service_has_no_account_until_the_first_is_opened(database: Database) -> None:
    before = await database.read(accounts.any_account)
    await database.write(lambda tx: open_account(tx, "ada@example.com", Plan.FREE, 0))

    assert (before, await database.read(accounts.any_account)) == (False, True)


async def test_an_unknown_address_is_named(database: Database) -> None:
    with pytest.raises(AccountNotFound, match=r"zoe@example\.com"):
        await database.read(lambda tx: accounts.find_by_email(tx, "zoe@example.com"))


@pytest.mark.parametrize(
    "email", ["", "ada", "ada@", "@example.com", "a b@example.com", "ada@exam\nple.com", "a" * 300]
)
async def test_what_is_no_address_is_refused(database: Database, email: str) -> None:
    with pytest.raises(InvalidEmail):
        await database.write(lambda tx: open_account(tx, email, Plan.FREE, 0))


@pytest.mark.parametrize(("characters", "is_accepted"), [(254, True), (255, False)])
async def test_an_address_has_at_most_254_characters(database: Database, characters: int, is_accepted: bool) -> None:
    email = "a@" + "b" * (characters - len("a@.example")) + ".example"
    expected = contextlib.nullcontext() if is_accepted else pytest.raises(InvalidEmail)
    with expected:
        await database.write(lambda tx: open_account(tx, email, Plan.FREE, 0))


async def test_accounts_are_listed_oldest_first(database: Database, clock: FrozenClock) -> None:
    for name in ("zoe", "ada", "mia"):
        await database.write(partial(open_account, email=f"{name}@example.com", plan=Plan.FREE, first_credits=0))
        clock.advance(1_000)

    listed = await database.read(accounts.all_accounts)
    assert [account.email.partition("@")[0] for account in listed] == ["zoe", "ada", "mia"]
