"""Thins old history: of what ended long ago the last attempt, the last state and the webhook's last attempt stay."""

import orjson

from mediamill import ids, webhooks
from mediamill.db import Transaction, named_queries

SQL = named_queries(__file__)

THINNED_PER_BATCH = 100  # generations: a few milliseconds of the writer


def thin(tx: Transaction, older_than_ms: int) -> int:
    """Forget what came before the end of the next generations that were accepted longer ago; how many were looked at.

    They come in the order of their ids, each once. What has not ended by then is passed over: it keeps its history.
    """
    row = tx.one(SQL.thinned_up_to)
    before = ids.first_at("gen", tx.now() - older_than_ms)
    old = tx.all(SQL.old_ones, after=row["generation_id"] if row else "", before=before, limit=THINNED_PER_BATCH)
    if not old:
        return 0
    ended = orjson.dumps([one["id"] for one in old if one["finished_at"] is not None]).decode()
    tx.send(SQL.thin_attempts, ids=ended)
    tx.send(SQL.thin_events, ids=ended)
    webhooks.thin(tx, ended)
    tx.send(SQL.note_thinned, id=old[-1]["id"])
    return len(old)
