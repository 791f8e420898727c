"""Keys: shown once, kept as a hash, refused within a second of being revoked."""

import binascii
from collections.abc import Callable
from functools import partial

import pytest

from mediamill import accounts
from mediamill.accounts import Account, Caller, KeyNotFound, Keyring
from mediamill.accounts import key as keys
from mediamill.accounts import keyring as keyring_module
from mediamill.db import Database
from tests.behind import contents_of
from tests.clock import FrozenClock

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
async def adas_key(database: Database, ada: Account) -> str:
    return (await database.write(lambda tx: accounts.issue_key(tx, ada.id, "laptop", PEPPER)))[1]


async def test_a_key_opens_its_account(database: Database, ada: Account, adas_key: str) -> None:
    assert await Keyring(database, PEPPER).caller_of(adas_key) == Caller(ada, str(keys.lookup_id(adas_key)))


async def test_the_database_never_sees_the_key(database: Database, adas_key: str) -> None:
    await Keyring(database, PEPPER).caller_of(adas_key)
    contents = contents_of(database)

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
async def test_anything_else_opens_nothing(database: Database, adas_key: str, spoil: Callable[[str], str]) -> None:
    assert await Keyring(database, PEPPER).caller_of(spoil(adas_key)) is None


async def test_another_pepper_opens_nothing(database: Database, adas_key: str) -> None:
    assert await Keyring(database, b"salt").caller_of(adas_key) is None


async def test_a_revoked_key_is_refused_within_a_second(
    database: Database, ada: Account, adas_key: str, time: Monotonic
) -> None:
    keyring = Keyring(database, PEPPER, monotonic=time)
    assert await keyring.caller_of(adas_key) == Caller(ada, str(keys.lookup_id(adas_key)))
    key_id = keys.lookup_id(adas_key)
    assert key_id
    await database.write(lambda tx: accounts.revoke_key(tx, key_id))
    time.seconds = 1.0

    assert await keyring.caller_of(adas_key) is None
    assert keyring.known == {}


async def test_the_last_use_is_kept_to_the_minute(
    database: Database, ada: Account, adas_key: str, time: Monotonic, clock: FrozenClock
) -> None:
    keyring = Keyring(database, PEPPER, monotonic=time)
    await keyring.caller_of(adas_key)
    first_use = clock.now
    for seconds in (30, 59):
        time.seconds, clock.now = float(seconds), first_use + seconds * 1_000
        await keyring.caller_of(adas_key)
    (key,) = await database.read(lambda tx: accounts.keys_of(tx, ada.id))
    assert key.used_at == first_use
    time.seconds, clock.now = 61.0, first_use + 61_000
    await keyring.caller_of(adas_key)
    (key,) = await database.read(lambda tx: accounts.keys_of(tx, ada.id))

    assert key.used_at == first_use + 61_000


async def test_revoking_a_key_that_is_not_there_says_so(database: Database) -> None:
    with pytest.raises(KeyNotFound, match="no API key abcd1234"):
        await database.write(lambda tx: accounts.revoke_key(tx, "abcd1234"))


def test_a_key_has_its_shape() -> None:
    text = keys.new_text()

    assert text.startswith("mm_live_")
    assert keys.lookup_id(text) == text.split("_")[2]


@pytest.mark.parametrize(("body", "checksum"), [("", "000000"), ("a", "skjwar"), ("abcd1234_x", "fn6wgc")])
def test_the_checksum_is_crc32_in_six_characters_of_base_36(body: str, checksum: str) -> None:
    assert keys.checksum(body) == checksum
    assert int(checksum, 36) == binascii.crc32(body.encode()) % 36**6


def test_a_typing_error_is_found_without_a_look_up() -> None:
    text = keys.new_text()
    position = text.index("_", 8) + 5
    mistyped = text[:position] + ("A" if text[position] != "A" else "B") + text[position + 1 :]

    assert keys.lookup_id(mistyped) is None


async def test_each_key_opens_its_own_account(database: Database, ada: Account, ben: Account, adas_key: str) -> None:
    bens = (await database.write(lambda tx: accounts.issue_key(tx, ben.id, "phone", PEPPER)))[1]
    keyring = Keyring(database, PEPPER)

    callers = [await keyring.caller_of(key) for key in (adas_key, bens)]
    assert callers == [Caller(ada, str(keys.lookup_id(adas_key))), Caller(ben, str(keys.lookup_id(bens)))]


async def test_a_key_is_looked_up_once_a_second(
    database: Database, adas_key: str, time: Monotonic, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_ups: list[str | None] = []
    keyring = Keyring(database, PEPPER, monotonic=time)
    look_up = keyring.look_up

    async def counted(key_id: str | None, digest: str) -> Caller | None:
        look_ups.append(key_id)
        return await look_up(key_id, digest)

    monkeypatch.setattr(keyring, "look_up", counted)
    for seconds in (0.0, 0.5, 0.99, 1.0, 1.5, 2.1):
        time.seconds = seconds
        await keyring.caller_of(adas_key)

    assert len(look_ups) == 3


async def test_a_wrong_key_is_looked_up_every_time_and_not_kept(
    database: Database, adas_key: str, time: Monotonic
) -> None:
    keyring = Keyring(database, PEPPER, monotonic=time)
    for wrong in (keys.new_text(), "nonsense", adas_key.upper()):
        assert await keyring.caller_of(wrong) is None

    assert keyring.known == {}
    assert keyring.noted == {}


async def test_what_the_keyring_keeps_is_bounded(
    database: Database, ada: Account, time: Monotonic, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keyring_module, "CACHE_KEYS_MAX", 2)
    keyring = Keyring(database, PEPPER, monotonic=time)
    issued = [
        (await database.write(lambda tx: accounts.issue_key(tx, ada.id, "one of many", PEPPER)))[1] for _ in range(3)
    ]
    kept = []
    for key in issued:
        assert await keyring.caller_of(key) == Caller(ada, str(keys.lookup_id(key)))
        kept.append((len(keyring.known), len(keyring.noted)))

    assert kept == [(1, 1), (2, 2), (1, 1)]


async def test_a_last_use_belongs_to_one_key_and_never_goes_back(
    database: Database, ada: Account, adas_key: str, clock: FrozenClock
) -> None:
    await database.write(lambda tx: accounts.issue_key(tx, ada.id, "never used", PEPPER))
    await Keyring(database, PEPPER).caller_of(adas_key)
    used_at = clock.now
    clock.now -= 3_600_000  # another process, whose clock is behind
    await Keyring(database, PEPPER).caller_of(adas_key)
    uses = {key.name: key.used_at for key in await database.read(lambda tx: accounts.keys_of(tx, ada.id))}

    assert uses == {"laptop": used_at, "never used": None}


async def test_keys_are_listed_oldest_first(database: Database, ada: Account, clock: FrozenClock) -> None:
    for name in ("first", "second", "third"):
        await database.write(partial(accounts.issue_key, account_id=ada.id, name=name, pepper=PEPPER))
        clock.advance(1_000)

    listed = await database.read(lambda tx: accounts.keys_of(tx, ada.id))
    assert [key.name for key in listed] == ["first", "second", "third"]
