"""Issuing, revoking and authenticating API keys."""

import hmac
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass

from mediamill.accounts import key as keys
from mediamill.accounts.account import Account, from_row
from mediamill.accounts.key import ApiKey, KeyNotFound
from mediamill.db import Database, StoreBusy, StoreFailed, Transaction, named_queries

SQL = named_queries(__file__)

CACHE_SECONDS = 1.0  # a revoked key is refused within this time
CACHE_KEYS_MAX = 10_000
USE_NOTED_EVERY_SECONDS = 60.0  # a key's last use is kept to the minute: no write per request
NO_SUCH_DIGEST = "0" * 64  # compared against when no key matches, so that every wrong key takes the same time

log = logging.getLogger("mediamill.accounts")


def issue_key(tx: Transaction, account_id: str, name: str, pepper: bytes) -> tuple[ApiKey, str]:
    """Issue a key; return it with its full text, which is stored nowhere."""
    text = keys.new_text()
    row = tx.one(
        SQL.add_key,
        id=keys.lookup_id(text),
        account_id=account_id,
        name=name,
        digest=keys.digest(text, pepper),
        now=tx.now(),
    )
    assert row is not None
    return keys.from_row(row), text


def revoke_key(tx: Transaction, key_id: str) -> ApiKey:
    """Revoke a key; every service process rejects it within CACHE_SECONDS. Raises KeyNotFound."""
    row = tx.one(SQL.revoke_key, id=key_id, now=tx.now())
    if row is None:
        raise KeyNotFound(key_id=key_id)
    return keys.from_row(row)


def keys_of(tx: Transaction, account_id: str) -> list[ApiKey]:
    """The keys of an account, oldest first, revoked ones included."""
    return [keys.from_row(row) for row in tx.all(SQL.keys_of, account_id=account_id)]


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks: an account, by one of its keys."""

    account: Account
    api_key_id: str


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
        row = await self.database.read(lambda tx: tx.one(SQL.key_with_account, id=key_id))
        right = hmac.compare_digest(row["digest"] if row else NO_SUCH_DIGEST, digest)
        if row is None or not right:
            return None
        await self.note_use(row["key_id"])
        return Caller(from_row(row), row["key_id"])

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
