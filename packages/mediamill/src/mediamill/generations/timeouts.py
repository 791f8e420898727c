"""Accounts whose work keeps running into time limits run one at a time for a while, on every worker.

Three in ten minutes is no bad luck with one file; each of them took a slot or a decoder for as long as was allowed.
"""

import logging
from functools import partial

from mediamill import telemetry
from mediamill.db import Transaction, lock_account, named_queries
from mediamill.generations.generation import Generation

SQL = named_queries(__file__)

TIMEOUTS_MAX = 3  # of one account within
WINDOW_MS = 600_000
SLOWED_MS = 600_000  # for so long after the last of them
SLOWED_RUNNING_MAX = 1  # generations of the account at once, meanwhile

log = logging.getLogger("mediamill.generations")


def note_timeout(tx: Transaction, generation: Generation) -> bool:
    """Count an attempt that ran into a time limit; whether its account runs one at a time from now on."""
    account_id, now = generation.account_id, tx.now()
    lock_account(tx, account_id)
    tx.send(SQL.forget_timeouts, account_id=account_id, before=now - WINDOW_MS)
    tx.send(SQL.note_timeout, account_id=account_id, generation_id=generation.id, attempt=generation.attempt, now=now)
    row = tx.one(SQL.count_timeouts, account_id=account_id)
    assert row is not None
    if row["total"] < TIMEOUTS_MAX:
        return False
    tx.send(SQL.slow_account, account_id=account_id, running_max=SLOWED_RUNNING_MAX, until=now + SLOWED_MS)
    tx.on_commit(partial(log_slowed, generation))
    return True


def log_slowed(generation: Generation) -> None:
    """One line for the operator."""
    telemetry.log_warning(
        log,
        "account slowed",
        trace=generation.trace,
        account=generation.account_id,
        generation=generation.id,
        reason="repeated timeouts",
        running_max=SLOWED_RUNNING_MAX,
        seconds=SLOWED_MS // 1_000,
    )
