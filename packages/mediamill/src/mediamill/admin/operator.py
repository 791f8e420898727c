"""Who acts as an operator: an admin key within its scopes and its ceiling, or a user of the operating system."""

import hmac
import logging
from dataclasses import dataclass

from mediamill import accounts, clock
from mediamill.admin.key import AdminKey, AdminScope, from_row, lookup_id
from mediamill.db import Database, StoreBusy, StoreFailed, Transaction, named_queries
from mediamill.errors import MediamillError
from mediamill.units import MINUTE_MS

SQL = named_queries(__file__)

USE_NOTED_EVERY_MS = MINUTE_MS  # a key's last use is kept to the minute: no write per request
NO_SUCH_DIGEST = "0" * 64  # compared against when no key matches, so that every wrong key takes the same time

log = logging.getLogger("mediamill.admin")


class ScopeMissing(MediamillError):
    """This admin key does not have the scope {scope}."""

    code = "scope_missing"


class CeilingReached(MediamillError):
    """This admin key may move {left} more credits today, not {credits}: its ceiling is {ceiling} per UTC day."""

    code = "ceiling_reached"


@dataclass(frozen=True, slots=True)
class Operator:
    """Somebody who acts. Without a key, at the machine itself, everything is allowed."""

    actor: str  # as the audit log names them
    key: AdminKey | None = None

    def may(self, scope: AdminScope) -> bool:
        """Whether this is theirs to do."""
        return self.key is None or scope in self.key.scopes


def operator_of_key(key: AdminKey) -> Operator:
    """Whoever holds this key."""
    return Operator(f"key:{key.id}", key)


def operator_at_machine(user: str) -> Operator:
    """Who runs commands beside the database, by the name of the operating system."""
    return Operator(f"user:{user}")


def spend(tx: Transaction, operator: Operator, credits: int) -> None:
    """Count credits that an act is about to move. Raises ScopeMissing, CeilingReached: then nothing has changed.

    One conditional write: of acts at the same time only those pass that the ceiling has room for together.
    """
    if not operator.may(AdminScope.MONEY):
        raise ScopeMissing(scope=AdminScope.MONEY.value)
    if operator.key is None or credits == 0:
        return
    key, day = operator.key, clock.day_of(tx.now())
    if credits > key.ceiling or not tx.run(SQL.spend, key_id=key.id, day=day, credits=credits, ceiling=key.ceiling):
        raise CeilingReached(left=key.ceiling - spent(tx, key), credits=credits, ceiling=key.ceiling)


def spent(tx: Transaction, key: AdminKey) -> int:
    """Credits that acts of this key have moved today."""
    row = tx.one(SQL.spent, key_id=key.id, day=clock.day_of(tx.now()))
    return int(row["credits"]) if row else 0


class AdminKeyring:
    """Authenticates admin keys. Nothing is cached: operators are few, and a revoked key is refused at once."""

    def __init__(self, database: Database, pepper: bytes) -> None:
        self.database = database
        self.pepper = pepper

    async def is_in_use(self) -> bool:
        """Whether any admin key is in force: without one there is no admin API."""
        return await self.database.read_one(lambda tx: tx.one(SQL.any_key) is not None)

    async def operator_with(self, text: str) -> Operator | None:
        """Who holds this key; None for an unknown, revoked or malformed one."""
        digest = accounts.digest(text, self.pepper)
        row = await self.database.read_one(lambda tx: tx.one(SQL.key_in_force, id=lookup_id(text)))
        right = hmac.compare_digest(row["digest"] if row else NO_SUCH_DIGEST, digest)
        if row is None or not right:
            return None
        key = from_row(row)
        await self.note_use(key)
        return operator_of_key(key)

    async def note_use(self, key: AdminKey) -> None:
        """Record when a key was last used, to the minute."""
        if key.used_at is not None and clock.now() - key.used_at < USE_NOTED_EVERY_MS:
            return
        try:
            await self.database.write(lambda tx: tx.run(SQL.mark_used, id=key.id, now=tx.now()))
        except (StoreBusy, StoreFailed) as error:  # a failed bookkeeping write must not keep the operator out
            log.warning("the last use of admin key %s was not noted: %s", key.id, error)
