import pytest

from mediamill import accounts, generations
from mediamill.accounts import Account, AccountExists, AccountNotFound, InvalidEmail, Plan
from mediamill.db import SqliteDatabase


async def test_an_address_has_one_account_however_it_is_written(database: SqliteDatabase, ada: Account) -> None:
    with pytest.raises(AccountExists, match="already an account with the e-mail Ada@Example"):
        await database.write(lambda tx: generations.enrol(tx, "Ada@Example.COM", Plan.FREE, 5))

    assert await database.read(accounts.all_accounts) == [ada]


async def test_an_account_is_found_by_its_address_in_any_case(database: SqliteDatabase, ada: Account) -> None:
    assert await database.read(lambda tx: accounts.find_by_email(tx, "ADA@example.com")) == ada


async def test_an_unknown_address_is_named(database: SqliteDatabase) -> None:
    with pytest.raises(AccountNotFound, match=r"zoe@example\.com"):
        await database.read(lambda tx: accounts.find_by_email(tx, "zoe@example.com"))


@pytest.mark.parametrize(
    "email", ["", "ada", "ada@", "@example.com", "a b@example.com", "ada@exam\nple.com", "a" * 300]
)
async def test_what_is_no_address_is_refused(database: SqliteDatabase, email: str) -> None:
    with pytest.raises(InvalidEmail):
        await database.write(lambda tx: accounts.create(tx, email, Plan.FREE))
