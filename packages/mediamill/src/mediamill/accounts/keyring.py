"""Issuing, revoking and authenticating API keys."""

import hmac
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import orjson

from mediamill import credits
from mediamill.accounts import key as keys
from mediamill.accounts.account import Account
from mediamill.accounts.account import from_row as account_from
from mediamill.accounts.key import ApiKey, KeyNotFound
from mediamill.accounts.rights import EVERYTHING, KeyRate, KeyRights, KeyScope
from mediamill.db import Database, Row, StoreBusy, StoreFailed, Transaction, lock_account, named_queries

SQL = named_queries(__file__)

CACHE_SECONDS = 1.0  # a revoked key is refused within this time
CACHE_KEYS_MAX = 10_000
USE_NOTED_EVERY_SECONDS = 60.0  # a key's last use is kept to the minute: no write per request
NO_SUCH_DIGEST = "0" * 64  # compared against when no key matches, so that every wrong key takes the same time

KEYS_MAX = 500  # in force, of one account: as many as are listed at once

log = logging.getLogger("mediamill.accounts")


class NotIssued(StrEnum):
    """Why a key makes no other one; nothing was written."""

    MORE_THAN_ORIGIN = "it would have more rights than the key that makes it"
    TOO_MANY = "the account has too many keys"


@dataclass(frozen=True, slots=True)
class Issued:
    """A new key with its full text."""

    key: ApiKey
    text: str


def issue_key(
    tx: Transaction, account_id: str, name: str, pepper: bytes, rights: KeyRights = EVERYTHING
) -> tuple[ApiKey, str]:
    """Issue a key; return it with its full text, which is stored nowhere. Raises InvalidCap."""
    return add_key(tx, account_id, name, pepper, rights, origin=None)


def derive_key(tx: Transaction, origin_id: str, name: str, pepper: bytes, rights: KeyRights) -> Issued | NotIssued:
    """A key made with another one, whose rights cover its own and within whose caps and rate it stays.

    Raises InvalidCap.
    """
    origin = find_key(tx, origin_id)
    if origin is None:
        return NotIssued.MORE_THAN_ORIGIN
    lock_account(tx, origin.account_id)
    now = tx.now()
    origin = find_key(tx, origin_id)
    if origin is None or not origin.is_in_force(now) or not origin.rights.covers(rights):
        return NotIssued.MORE_THAN_ORIGIN
    row = tx.one(SQL.count_keys, account_id=origin.account_id, now=now)
    assert row is not None
    if row["total"] >= KEYS_MAX:
        return NotIssued.TOO_MANY
    return Issued(*add_key(tx, origin.account_id, name, pepper, rights, origin))


def revoke_key(tx: Transaction, key_id: str) -> ApiKey:
    """Revoke a key; every service process rejects it within CACHE_SECONDS. Raises KeyNotFound."""
    tx.run(SQL.revoke_key, id=key_id, now=tx.now())
    key = find_key(tx, key_id)
    if key is None:
        raise KeyNotFound(key_id=key_id)
    return key


def find_key(tx: Transaction, key_id: str) -> ApiKey | None:
    """The key with this id, of any account."""
    row = tx.one(SQL.find_key, id=key_id)
    return keys.from_row(row) if row else None


def keys_of(tx: Transaction, account_id: str) -> list[ApiKey]:
    """The keys of an account, oldest first, revoked ones included."""
    return [keys.from_row(row) for row in tx.all(SQL.keys_of, account_id=account_id)]


def add_key(
    tx: Transaction, account_id: str, name: str, pepper: bytes, rights: KeyRights, origin: ApiKey | None
) -> tuple[ApiKey, str]:
    """Write it down, with its caps."""
    text = keys.new_text()
    key_id = keys.lookup_id(text)
    assert key_id is not None
    own = [] if rights.creates_per_minute is None else [KeyRate(key_id, rights.creates_per_minute)]
    rates = (*own, *(origin.rates if origin else ()))
    networks = None if rights.networks is None else [str(network) for network in rights.networks]
    tx.run(
        SQL.add_key,
        id=key_id,
        account_id=account_id,
        name=name,
        digest=keys.stored_digest(text, pepper, rights),
        now=tx.now(),
        scopes=" ".join(scope for scope in KeyScope if scope in rights.scopes),
        expires_at=rights.expires_at,
        tools=listing(rights.tools),
        models=listing(rights.models),
        networks=listing(networks),
        create_rates=orjson.dumps([[rate.key_id, rate.creates_per_minute] for rate in rates]).decode(),
    )
    credits.set_key_caps(tx, account_id, key_id, rights.caps, origin.id if origin else None)
    return ApiKey(key_id, account_id, name, tx.now(), None, None, rights, rates), text


def key_in_force(tx: Transaction, key_id: str | None) -> Row | None:
    """A key that is neither revoked nor expired, with its account; the clock is asked only of one that expires."""
    row = tx.one(SQL.key_with_account, id=key_id)
    if row and row["expires_at"] is not None and row["expires_at"] <= tx.now():
        return None
    return row


def listing(texts: Sequence[str] | None) -> str | None:
    """A list as it stands in a row."""
    return None if texts is None else orjson.dumps(list(texts)).decode()


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks: an account, by one of its keys."""

    account: Account
    api_key_id: str
    rights: KeyRights = EVERYTHING
    rates: tuple[KeyRate, ...] = ()  # what its creates count against besides the account's rate


@dataclass(frozen=True, slots=True)
class CachedCaller:
    """The cached caller of a key, and when the entry expires (monotonic seconds)."""

    caller: Caller
    until: float


class Keyring:
    """Authenticates keys. Caches callers for CACHE_SECONDS under a hash of the key, never the key."""

    def __init__(self, database: Database, pepper: bytes, *, monotonic: Callable[[], float] = time.monotonic) -> None:
        self.database = database
        self.pepper = pepper
        self.monotonic = monotonic
        self.known: dict[str, CachedCaller] = {}
        self.noted: dict[str, float] = {}

    async def caller_of(self, text: str) -> Caller | None:
        """The caller with a key; None for an unknown, revoked or malformed key."""
        digest = keys.digest(text, self.pepper)
        now = self.monotonic()
        if (known := self.known.get(digest)) and known.until > now:
            return known.caller
        self.known.pop(digest, None)
        caller = await self.look_up(keys.lookup_id(text), digest)
        if caller is not None:
            if len(self.known) >= CACHE_KEYS_MAX:
                self.known.clear()
            self.known[digest] = CachedCaller(caller, now + CACHE_SECONDS)
        return caller

    async def look_up(self, key_id: str | None, digest: str) -> Caller | None:
        """Ask the database, even about a malformed key, so that timing reveals nothing."""
        row = await self.database.read(lambda tx: key_in_force(tx, key_id))
        stored = row["digest"].removeprefix(keys.RESTRICTED) if row else NO_SUCH_DIGEST
        right = hmac.compare_digest(stored, digest)
        if row is None or not right:
            return None
        await self.note_use(row["id"])
        account = account_from({**row, "id": row["account_id"], "created_at": row["account_created_at"]})
        key = keys.from_row(row)
        return Caller(account, key.id, key.rights, key.rates)

    async def note_use(self, key_id: str) -> None:
        """Record when a key was last used, to the minute."""
        now = self.monotonic()
        if now - self.noted.get(key_id, -USE_NOTED_EVERY_SECONDS) < USE_NOTED_EVERY_SECONDS:
            return
        if len(self.noted) >= CACHE_KEYS_MAX:
            self.noted.clear()
        self.noted[key_id] = now
        try:
            await self.database.write(lambda tx: tx.run(SQL.mark_used, id=key_id, now=tx.now()))
        except (StoreBusy, StoreFailed) as error:  # a failed bookkeeping write must not reject the caller
            log.warning("the last use of key %s was not noted: %s", key_id, error)
