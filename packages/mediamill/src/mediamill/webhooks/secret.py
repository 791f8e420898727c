"""The secrets that sign an account's webhooks: derived from the service's own, so that none is stored."""

import base64
from dataclasses import dataclass, field

from mediamill.db import Transaction, lock_account, named_queries
from mediamill.secret import Secrets
from mediamill.units import DAY_MS

SQL = named_queries(__file__)

FIRST = 1  # the number of the secret that every account begins with
OVERLAP_MS = DAY_MS  # after a rotation the old secret signs beside the new one for so long
PREFIX = "whsec_"


@dataclass(frozen=True, slots=True)
class SecretInForce:
    """One secret of an account; `ends_at` is None for the one that stays. The first one is as old as the account."""

    number: int
    ends_at: int | None
    created_at: int | None = field(default=None, compare=False)


def secret_text(secrets: Secrets, account_id: str, number: int) -> str:
    """The text of a secret for receivers: `whsec_` and 32 bytes in base64 (Standard Webhooks 1.0.0)."""
    return PREFIX + base64.b64encode(secrets.derived(f"webhooks/{account_id}/{number}")).decode()


def secrets_of(tx: Transaction, account_id: str) -> list[SecretInForce]:
    """Every secret that signs now, newest first."""
    rows = tx.all(SQL.secrets_in_force, account_id=account_id, now=tx.now())
    return [SecretInForce(row["number"], row["ends_at"], row["created_at"]) for row in rows] or [
        SecretInForce(FIRST, None)
    ]


def secrets_in_force(tx: Transaction, account_id: str) -> tuple[int, ...]:
    """The numbers of the secrets that sign now, newest first."""
    return tuple(secret.number for secret in secrets_of(tx, account_id))


def rotate(tx: Transaction, account_id: str, *, overlap_ms: int = OVERLAP_MS) -> SecretInForce:
    """A new secret; all others end after the overlap, at once if it is 0."""
    lock_account(tx, account_id)
    newest = secrets_of(tx, account_id)[0]
    if newest.number == FIRST:  # the one that needed no row till now
        tx.run(SQL.add_secret, account_id=account_id, number=FIRST, now=tx.now())
    tx.run(SQL.end_secrets, account_id=account_id, ends_at=tx.now() + overlap_ms)
    tx.run(SQL.add_secret, account_id=account_id, number=newest.number + 1, now=tx.now())
    return SecretInForce(newest.number + 1, None, tx.now())
