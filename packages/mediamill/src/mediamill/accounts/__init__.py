"""Accounts, their API keys, and rate limits."""

from mediamill.accounts.account import Account, AccountExists, AccountNotFound, InvalidEmail
from mediamill.accounts.key import ApiKey, KeyNotFound, lookup_id
from mediamill.accounts.keyring import Caller, Keyring, issue_key, keys_of, revoke_key
from mediamill.accounts.rate import RateDecision, RateLimiter
from mediamill.accounts.registration import all_accounts, any_account, find, find_by_email, open_account
from mediamill.plan import Plan

__all__ = [
    "Account",
    "AccountExists",
    "AccountNotFound",
    "ApiKey",
    "Caller",
    "InvalidEmail",
    "KeyNotFound",
    "Keyring",
    "Plan",
    "RateDecision",
    "RateLimiter",
    "all_accounts",
    "any_account",
    "find",
    "find_by_email",
    "issue_key",
    "keys_of",
    "lookup_id",
    "open_account",
    "revoke_key",
]
