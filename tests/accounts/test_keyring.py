"""Keys: shown once, kept as a hash, refused within a second of being revoked."""

import contextlib
from collections.abc import Callable

import pytest

from mediamill import accounts
from mediamill.accounts import Account, KeyNotFound, Keyring
from mediamill.accounts import key as keys
from mediamill.db import SqliteDatabase
from tests.conftest import FrozenClock

PEPPER = b"pepper"


class Monotonic:
    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def time() -> Monotonic:
    return Monotonic()


@pytest.fixture
async def adas_key(database: SqliteDatabase, ada: Account) -> str:
    return (await database.write(lambda tx: accounts.issue_key(tx, ada.id, "laptop", PEPPER)))[1]


async def test_a_key_opens_its_account(database: SqliteDatabase, ada: Account, adas_key: str) -> None:
    assert await Keyring(database, PEPPER).account_of(adas_key) == ada


async def test_the_database_never_sees_the_key(database: SqliteDatabase, adas_key: str) -> None:
    await Keyring(database, PEPPER).account_of(adas_key)
    with contextlib.closing(database.connect()) as connection:
        contents = "\n".join(connection.iterdump())

    assert adas_key.split("_", 3)[3] not in contents
    assert keys.digest(adas_key, PEPPER) in contents


@pytest.mark.parametrize(
    "spoil",
    [
        lambda key: "",
        lambda key: key[:-1],
        lambda key: key.upper(),
        lambda key: f"{key} ",
        lambda key: f"Bearer {key}",
        lambda key: key[:30] + ("A" if key[30] != "A" else "B") + key[31:],
        lambda key: "x" * 100_000,
        lambda key: keys.new_text(),
    ],
)
async def test_anything_else_opens_nothing(
    database: SqliteDatabase, adas_key: str, spoil: Callable[[str], str]
) -> None:
    assert await Keyring(database, PEPPER).account_of(spoil(adas_key)) is None


async def test_another_pepper_opens_nothing(database: SqliteDatabase, adas_key: str) -> None:
    assert await Keyring(database, b"salt").account_of(adas_key) is None


async def test_a_revoked_key_is_refused_within_a_second(
    database: SqliteDatabase, ada: Account, adas_key: str, time: Monotonic
) -> None:
    keyring = Keyring(database, PEPPER, monotonic=time)
    assert await keyring.account_of(adas_key) == ada
    key_id = keys.lookup_id(adas_key)
    assert key_id
    await database.write(lambda tx: accounts.revoke_key(tx, key_id))
    time.seconds = 1.0

    assert await keyring.account_of(adas_key) is None


async def test_the_last_use_is_kept_to_the_minute(
    database: SqliteDatabase, ada: Account, adas_key: str, time: Monotonic, clock: FrozenClock
) -> None:
    keyring = Keyring(database, PEPPER, monotonic=time)
    await keyring.account_of(adas_key)
    first_use = clock.now
    for seconds in (30, 59):
        time.seconds, clock.now = float(seconds), first_use + seconds * 1_000
        await keyring.account_of(adas_key)
    (key,) = await database.read(lambda tx: accounts.keys_of(tx, ada.id))
    assert key.used_at == first_use
    time.seconds, clock.now = 61.0, first_use + 61_000
    await keyring.account_of(adas_key)
    (key,) = await database.read(lambda tx: accounts.keys_of(tx, ada.id))

    assert key.used_at == first_use + 61_000


async def test_revoking_a_key_that_is_not_there_says_so(database: SqliteDatabase) -> None:
    with pytest.raises(KeyNotFound, match="no API key abcd1234"):
        await database.write(lambda tx: accounts.revoke_key(tx, "abcd1234"))


def test_a_key_has_its_shape() -> None:
    text = keys.new_text()

    assert text.startswith("mm_live_")
    assert keys.lookup_id(text) == text.split("_")[2]
