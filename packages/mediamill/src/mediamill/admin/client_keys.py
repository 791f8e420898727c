"""Acts about API keys and webhook secrets of accounts. The log has no names of keys: they may be those of people."""

from mediamill import accounts, audit, webhooks
from mediamill.accounts import ApiKey, KeyRights
from mediamill.admin.operator import Operator
from mediamill.db import Transaction


def issue_account_key(
    tx: Transaction, operator: Operator, account_id: str, name: str, pepper: bytes, rights: KeyRights
) -> tuple[ApiKey, str]:
    """Issue an API key; return it with its full text. Raises UnknownAccount, AccountDeleted, InvalidCap."""
    account = accounts.changeable(tx, account_id)
    key, text = accounts.issue_key(tx, account.id, name, pepper, rights)
    audit.note(tx, operator.actor, "key.create", account.id, after={"key": key.id, "scopes": sorted(rights.scopes)})
    return key, text


def revoke_account_key(tx: Transaction, operator: Operator, key_id: str) -> ApiKey:
    """Revoke an API key. Raises KeyNotFound."""
    key = accounts.revoke_key(tx, key_id)
    audit.note(tx, operator.actor, "key.revoke", key.account_id, after={"key": key.id})
    return key


def rotate_webhook_secret(tx: Transaction, operator: Operator, account_id: str, overlap_ms: int) -> None:
    """Give an account a new webhook secret; the old one signs as well for so long."""
    webhooks.rotate(tx, account_id, overlap_ms=overlap_ms)
    audit.note(tx, operator.actor, "webhook-secret.rotate", account_id, after={"overlapMs": overlap_ms})
