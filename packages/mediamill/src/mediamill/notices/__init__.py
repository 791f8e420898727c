"""Notices: what an account is told of its spending caps, once each time that a share of one is passed."""

from mediamill.notices.address import NoticeAddress, address_of, forget_account, remove_address, set_address
from mediamill.notices.notice import (
    Notice,
    accounts_to_look_at,
    bring_nearer,
    due,
    forget,
    newly_passed,
    note_passed,
    retry,
    told,
)

__all__ = [
    "Notice",
    "NoticeAddress",
    "accounts_to_look_at",
    "address_of",
    "bring_nearer",
    "due",
    "forget",
    "forget_account",
    "newly_passed",
    "note_passed",
    "remove_address",
    "retry",
    "set_address",
    "told",
]
