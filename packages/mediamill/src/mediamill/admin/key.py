"""Admin keys: `mm_admin_` and the rest as in an API key, with scopes and a ceiling on what they may move in a day."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from mediamill import accounts
from mediamill.db import Row, Transaction, named_queries
from mediamill.errors import MediamillError

SQL = named_queries(__file__)

PREFIX = "mm_admin_"
CEILING_MAX = 10**12  # credits; as in one grant
NAME_CHARACTERS_MAX = 100


class AdminScope(StrEnum):
    """What an admin key may do."""

    READ = "read"  # see everything
    OPERATE = "operate"  # change everything but balances
    MONEY = "money"  # change balances, up to the ceiling of each day


@dataclass(frozen=True, slots=True)
class AdminKey:
    """An admin key without its secret. Times in milliseconds."""

    id: str
    name: str
    scopes: frozenset[AdminScope]
    ceiling: int  # credits that its acts may move within a UTC day; 0 without the scope `money`
    created_at: int
    used_at: int | None
    revoked_at: int | None


class AdminKeyNotFound(MediamillError):
    """There is no admin key {key_id}. `mediamill admin-keys list` shows all of them."""

    code = "admin_key_not_found"


class InvalidAdminKey(MediamillError):
    """An admin key cannot be like that: {fault}"""

    code = "invalid_admin_key"


def issue_key(
    tx: Transaction, name: str, scopes: Iterable[AdminScope], ceiling: int, pepper: bytes
) -> tuple[AdminKey, str]:
    """Issue a key; return it with its full text, which is stored nowhere. Raises InvalidAdminKey."""
    asked_for = frozenset(scopes)
    if fault := fault_of(name, asked_for, ceiling):
        raise InvalidAdminKey(fault=fault)
    text = accounts.new_text(PREFIX)
    row = tx.one(
        SQL.add_key,
        id=lookup_id(text),
        name=name,
        digest=accounts.digest(text, pepper),
        scopes=",".join(scope.value for scope in AdminScope if scope in asked_for),
        ceiling=ceiling,
        now=tx.now(),
    )
    assert row is not None
    return from_row(row), text


def fault_of(name: str, scopes: frozenset[AdminScope], ceiling: int) -> str | None:
    """What is wrong with a key that somebody asks for."""
    if not 0 < len(name) <= NAME_CHARACTERS_MAX:
        return f"give it a name of at most {NAME_CHARACTERS_MAX} characters."
    if not scopes:
        return f"name at least one scope: {', '.join(AdminScope)}."
    if AdminScope.MONEY in scopes and not 0 < ceiling <= CEILING_MAX:
        return f"with the scope money it needs a ceiling of credits per day, from 1 to {CEILING_MAX}."
    if AdminScope.MONEY not in scopes and ceiling:
        return "a ceiling goes with the scope money."
    return None


def revoke_key(tx: Transaction, key_id: str) -> AdminKey:
    """Revoke a key; the next request with it is refused. Raises AdminKeyNotFound."""
    row = tx.one(SQL.revoke_key, id=key_id, now=tx.now())
    if row is None:
        raise AdminKeyNotFound(key_id=key_id)
    return from_row(row)


def all_keys(tx: Transaction) -> list[AdminKey]:
    """Every admin key, oldest first, revoked ones included."""
    return [from_row(row) for row in tx.all(SQL.all_keys)]


def lookup_id(text: str) -> str | None:
    """The part a key is looked up by; None if the text is not a well-formed admin key."""
    return accounts.lookup_id(text, PREFIX)


def from_row(row: Row) -> AdminKey:
    """A key from its row."""
    scopes = frozenset(AdminScope(scope) for scope in row["scopes"].split(","))
    facts = {name: row[name] for name in ("id", "name", "ceiling", "created_at", "used_at", "revoked_at")}
    return AdminKey(scopes=scopes, **facts)
