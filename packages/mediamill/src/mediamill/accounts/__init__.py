"""Accounts, their API keys, and rate limits."""

from mediamill.accounts.account import Account, AccountExists, AccountNotFound, InvalidEmail, UnknownAccount
from mediamill.accounts.erasing import accounts_to_erase, delete_account, erase, erase_batch
from mediamill.accounts.export import export
from mediamill.accounts.key import ApiKey, KeyNotFound, digest, lookup_id, new_text
from mediamill.accounts.keyring import (
    KEYS_MAX,
    Caller,
    Issued,
    Keyring,
    NotIssued,
    derive_key,
    find_key,
    issue_key,
    keys_of,
    revoke_key,
)
from mediamill.accounts.rate import RateDecision, RateLimiter
from mediamill.accounts.registration import all_accounts, any_account, find, find_by_email, named, open_account
from mediamill.accounts.rights import EVERY_SCOPE, EVERYTHING, KeyRate, KeyRights, KeyScope, Network, parse_network
from mediamill.accounts.shared_rate import SharedRateLimiter, forget_rested
from mediamill.accounts.standing import (
    STATES,
    AccountDeleted,
    AccountFilter,
    AccountWithBalance,
    change_plan,
    changeable,
    resume,
    search,
    set_limits,
    suspend,
    with_balance,
)
from mediamill.plan import Plan

__all__ = [
    "EVERYTHING",
    "EVERY_SCOPE",
    "KEYS_MAX",
    "STATES",
    "Account",
    "AccountDeleted",
    "AccountExists",
    "AccountFilter",
    "AccountNotFound",
    "AccountWithBalance",
    "ApiKey",
    "Caller",
    "InvalidEmail",
    "Issued",
    "KeyNotFound",
    "KeyRate",
    "KeyRights",
    "KeyScope",
    "Keyring",
    "Network",
    "NotIssued",
    "Plan",
    "RateDecision",
    "RateLimiter",
    "SharedRateLimiter",
    "UnknownAccount",
    "accounts_to_erase",
    "all_accounts",
    "any_account",
    "change_plan",
    "changeable",
    "delete_account",
    "derive_key",
    "digest",
    "erase",
    "erase_batch",
    "export",
    "find",
    "find_by_email",
    "find_key",
    "forget_rested",
    "issue_key",
    "keys_of",
    "lookup_id",
    "named",
    "new_text",
    "open_account",
    "parse_network",
    "resume",
    "revoke_key",
    "search",
    "set_limits",
    "suspend",
    "with_balance",
]
