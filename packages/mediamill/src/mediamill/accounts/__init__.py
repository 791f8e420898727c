"""Accounts, their API keys, and how often they may call."""

from mediamill.accounts.account import Account, AccountExists, AccountNotFound, InvalidEmail, Plan
from mediamill.accounts.key import ApiKey, KeyNotFound, lookup_id
from mediamill.accounts.keyring import Keyring, issue_key, keys_of, revoke_key
from mediamill.accounts.rate import RateLimiter, Verdict
from mediamill.accounts.registration import all_accounts, any_account, create, find, find_by_email
from mediamill.accounts.secret import Secrets

__all__ = [
    "Account",
    "AccountExists",
    "AccountNotFound",
    "ApiKey",
    "InvalidEmail",
    "KeyNotFound",
    "Keyring",
    "Plan",
    "RateLimiter",
    "Secrets",
    "Verdict",
    "all_accounts",
    "any_account",
    "create",
    "find",
    "find_by_email",
    "issue_key",
    "keys_of",
    "lookup_id",
    "revoke_key",
]
