"""An account: the owner of credits and generations."""

import re
from dataclasses import dataclass

from mediamill.db import Row
from mediamill.errors import MediamillError
from mediamill.plan import Plan

EMAIL_CHARACTERS_MAX = 254  # RFC 5321 with its erratum 1690
EMAIL = re.compile(r"[^@\s\x00-\x1f\x7f]{1,64}@[^@\s\x00-\x1f\x7f]+")


@dataclass(frozen=True, slots=True)
class Account:
    """An owner of credits, known by a unique e-mail address."""

    id: str
    email: str
    plan: Plan
    created_at: int


class AccountExists(MediamillError):
    """There is already an account with the e-mail {email}."""

    code = "account_exists"


class AccountNotFound(MediamillError):
    """There is no account with the e-mail {email}."""

    code = "account_not_found"


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
    return Account(row["id"], row["email"], Plan(row["plan"]), row["created_at"])
