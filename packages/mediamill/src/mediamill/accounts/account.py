"""An account: the owner of credits and generations."""

import re
from dataclasses import dataclass

from mediamill.db import Row
from mediamill.errors import MediamillError
from mediamill.plan import AS_PLANNED, OwnLimits, Plan

EMAIL_CHARACTERS_MAX = 254  # RFC 5321 with its erratum 1690
EMAIL = re.compile(r"[^@\s\x00-\x1f\x7f]{1,64}@[^@\s\x00-\x1f\x7f]+")


@dataclass(frozen=True, slots=True)
class Account:
    """An owner of credits, known by a unique e-mail address."""

    id: str
    email: str
    plan: Plan
    created_at: int
    own: OwnLimits = AS_PLANNED
    suspended_at: int | None = None  # since then it may start nothing
    suspended_reason: str = ""
    deleted_at: int | None = None  # since then it has no address and no keys
    erased_at: int | None = None  # all that it left is gone


class AccountExists(MediamillError):
    """There is already an account with the e-mail {email}."""

    code = "account_exists"


class AccountNotFound(MediamillError):
    """There is no account with the e-mail {email}."""

    code = "account_not_found"


class UnknownAccount(MediamillError):
    """There is no account {account_id}."""

    code = "unknown_account"


class InvalidEmail(MediamillError):
    """{email} is not an e-mail address: write it like ada@example.com."""

    code = "invalid_email"


def parse_email(email: str) -> str:
    """Strip surrounding white space from an address. Raises InvalidEmail."""
    trimmed = email.strip()
    if len(trimmed) > EMAIL_CHARACTERS_MAX or not EMAIL.fullmatch(trimmed):
        raise InvalidEmail(email=email)
    return trimmed


def from_row(row: Row) -> Account:
    """Build an account from its row."""
    own = OwnLimits(row["own_creates_max"], row["own_running_max"], row["own_kept_ms"])
    facts = {name: row[name] for name in ("suspended_at", "suspended_reason", "deleted_at", "erased_at")}
    return Account(row["id"], row["email"], Plan(row["plan"]), row["created_at"], own, **facts)
