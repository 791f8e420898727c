"""Forgets purchases that ended long ago; what they cost stays in sums, by which budgets and daily sums are proven."""

import orjson

from mediamill import ids
from mediamill.db import Transaction, named_queries

SQL = named_queries(__file__)

FORGOTTEN_PER_BATCH = 100  # a few milliseconds of the writer


def forget_outlived(tx: Transaction, older_than_ms: int) -> int:
    """Sum up the oldest that ended and were intended longer ago, and take their rows away; how many."""
    before = ids.first_at("pur", tx.now() - older_than_ms)
    rows = tx.all(SQL.outlived, before=before, limit=FORGOTTEN_PER_BATCH)
    if rows:
        outlived = orjson.dumps([row["id"] for row in rows]).decode()
        tx.run(SQL.sum_up, ids=outlived)
        tx.run(SQL.forget, ids=outlived)
    return len(rows)
