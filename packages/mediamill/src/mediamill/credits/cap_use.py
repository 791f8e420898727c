"""How much of each cap is used."""

from collections.abc import Iterable
from dataclasses import dataclass

import orjson

from mediamill.clock import day_of
from mediamill.credits.caps import (
    ACCOUNT,
    CreditsSpent,
    caps_from,
    first_day,
    held_of,
    held_under,
    lines_of,
    spent_of,
    spent_under,
)
from mediamill.db import Transaction, named_queries

SQL = named_queries(__file__)

MONTH_CHARACTERS = 7  # of 2026-11-22


@dataclass(frozen=True, slots=True)
class CapUse:
    """One cap of an account or of one of its keys in the window of now: what was captured in it and is held."""

    account_id: str
    api_key_id: str  # "" for the account as a whole
    span: str  # day, month or total
    period: str  # 2026-11-22, 2026-11, or "" for all time
    cap: int
    used: int


def cap_uses(tx: Transaction, account_ids: Iterable[str]) -> list[CapUse]:
    """Every cap above 0 of these accounts and their keys. Read it aside."""
    accounts = sorted(account_ids)
    rows = tx.all(SQL.caps, account_ids=orjson.dumps(accounts).decode())
    caps = {(row["account_id"], row["api_key_id"]): caps_from(row) for row in rows}
    holds_of_all = {row["account_id"]: row["held"] for row in rows}
    lines = lines_of(tx, accounts)
    spent = spent_of(tx, accounts, since=first_day(tx.now(), caps.values()))
    held = held_of(tx, {account_id for account_id, key_id in caps if key_id != ACCOUNT})
    day = day_of(tx.now())
    found = []
    for payer, theirs in caps.items():
        holds = holds_of_all[payer[0]] if payer[1] == ACCOUNT else held_under(payer, held, lines)
        used = spent_under(payer, spent, lines) + CreditsSpent(holds, holds, holds)
        windows = (
            ("day", day, theirs.day, used.day),
            ("month", day[:MONTH_CHARACTERS], theirs.month, used.month),
            ("total", "", theirs.total, used.total),
        )
        found += [CapUse(*payer, span, period, cap, total) for span, period, cap, total in windows if cap]
    return found
