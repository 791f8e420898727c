"""Acts about admin keys, done at the machine only."""

from collections.abc import Iterable

from mediamill import audit
from mediamill.admin import key as keys
from mediamill.admin.key import AdminKey, AdminScope
from mediamill.admin.operator import Operator
from mediamill.db import Transaction


def create_key(
    tx: Transaction, operator: Operator, name: str, scopes: Iterable[AdminScope], ceiling: int, pepper: bytes
) -> tuple[AdminKey, str]:
    """Issue an admin key; return it with its full text, which is stored nowhere. Raises InvalidAdminKey."""
    key, text = keys.issue_key(tx, name, scopes, ceiling, pepper)
    facts = {"name": key.name, "scopes": sorted(key.scopes), "ceiling": key.ceiling}
    audit.note(tx, operator.actor, "admin-key.create", key.id, after=facts)
    return key, text


def revoke_key(tx: Transaction, operator: Operator, key_id: str) -> AdminKey:
    """Revoke an admin key; the next request with it is refused. Raises AdminKeyNotFound."""
    key = keys.revoke_key(tx, key_id)
    audit.note(tx, operator.actor, "admin-key.revoke", key.id)
    return key
