"""Turns: for which models an account has something waiting, and since when it is due. Claims go by them.

They follow from the generations that wait; every verb that makes one wait, or takes one that waits, updates them in
the same transaction. What no live worker runs is seen here too.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

import orjson

from mediamill.db import Transaction, lock_accounts, named_queries
from mediamill.generations.intent import Intent
from mediamill.plan import Plan
from mediamill.workers import BEAT_AHEAD_MS

SQL = named_queries(__file__)

MENDED_PER_LOOK = 500  # the next look takes the next

ToolModel = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Waiting:
    """What an account has waiting for one model."""

    account_id: str
    pool: str
    tool: str
    model: str


@dataclass(frozen=True, slots=True)
class Unserved:
    """A model for which something waits though no live worker runs it."""

    pool: str
    tool: str
    model: str


def anything_due(tx: Transaction, pool: str, models: Collection[ToolModel] | None = None) -> bool:
    """Whether something waits in a pool for one of these models (None: any) that may run now."""
    return tx.one(SQL.anything_due, pool=pool, models=models_json(tx, pool, models), now=tx.now()) is not None


def models_json(tx: Transaction, pool: str, models: Collection[ToolModel] | None) -> str:
    """The models as queries take them."""
    if models is None:
        return orjson.dumps([(row["tool"], row["model"]) for row in tx.all(SQL.waiting_models, pool=pool)]).decode()
    return orjson.dumps(list(models)).decode()


def add_turn(tx: Transaction, account_id: str, pool: str, tool: str, model: str, due_at: int) -> None:
    """A generation begins to wait."""
    tx.send(SQL.add_turn, account_id=account_id, pool=pool, tool=tool, model=model, due_at=due_at)


def add_turns(tx: Transaction, waiting: Iterable[Waiting], due_at: int) -> None:
    """Generations begin to wait."""
    tx.send_many(
        SQL.add_turn,
        [
            {"account_id": one.account_id, "pool": one.pool, "tool": one.tool, "model": one.model, "due_at": due_at}
            for one in waiting
        ],
    )


def refresh_turns(tx: Transaction, account_ids: Iterable[str]) -> None:
    """Generations of these accounts wait no longer, or the accounts were served."""
    ids = orjson.dumps(list(account_ids)).decode()
    tx.send(SQL.drop_turns, account_ids=ids)
    tx.send(SQL.refresh_turns, account_ids=ids)


def end_waits(tx: Transaction, pool: str) -> tuple[Intent, ...]:
    """All that was put off in a pool is due now: what it waited for has changed."""
    accounts = [row["account_id"] for row in tx.all(SQL.waiting_accounts, pool=pool)]
    lock_accounts(tx, accounts)
    if not tx.run(SQL.end_waits, pool=pool, now=tx.now()):
        return ()
    refresh_turns(tx, accounts)
    return (Intent(pool, tx.now()),)


def after_end(tx: Transaction, account_id: str, running_max: Mapping[Plan, int]) -> tuple[Intent, ...]:
    """What may run now that something of the account has ended: what waited for that, as it had no more room."""
    rows = tx.all(SQL.due_pools, account_id=account_id, running_max=plans_json(running_max), now=tx.now())
    return tuple(Intent(row["pool"], tx.now()) for row in rows)


def plans_json(running_max: Mapping[Plan, int]) -> str:
    """How many each plan may have running, as queries take it."""
    return orjson.dumps({plan.value: most for plan, most in running_max.items()}).decode()


def without_turn(tx: Transaction) -> list[Waiting]:
    """What waits without a turn, taken by a process of an older version. It looks at all that waits: read it aside."""
    rows = tx.all(SQL.without_turn, limit=MENDED_PER_LOOK)
    return [Waiting(row["account_id"], row["pool"], row["tool"], row["model"]) for row in rows]


def mend_turns(tx: Transaction, missing: Iterable[Waiting]) -> None:
    """Add turns for what was found without one, as far as it still waits."""
    missing = list(missing)
    accounts = {one.account_id for one in missing}
    lock_accounts(tx, accounts)
    for one in missing:
        add_turn(tx, one.account_id, one.pool, one.tool, one.model, tx.now())
    refresh_turns(tx, accounts)


def unserved(tx: Transaction) -> list[Unserved]:
    """Models for which something waits though no live worker runs them."""
    rows = tx.all(SQL.unserved, now=tx.now(), latest=tx.now() + BEAT_AHEAD_MS)
    return [Unserved(row["pool"], row["tool"], row["model"]) for row in rows]


def note_unserved(tx: Transaction) -> None:
    """Remember since when no worker runs a model, and forget it once one does."""
    now_unserved = set(unserved(tx))
    noted = {Unserved(row["pool"], row["tool"], row["model"]) for row in tx.all(SQL.noted_unserved)}
    for one in noted - now_unserved:
        tx.send(SQL.forget_unserved, pool=one.pool, tool=one.tool, model=one.model)
    for one in now_unserved - noted:
        tx.send(SQL.note_unserved, pool=one.pool, tool=one.tool, model=one.model, now=tx.now())


def unserved_since(tx: Transaction) -> list[tuple[Unserved, int]]:
    """Models that something waits for without a live worker, each with since when that is known."""
    noted = {Unserved(row["pool"], row["tool"], row["model"]): row["since"] for row in tx.all(SQL.noted_unserved)}
    return [(one, noted[one]) for one in unserved(tx) if one in noted]


def oldest_waits(tx: Transaction) -> dict[Unserved, int]:
    """Of every model that something waits for, whoever runs it, since when the oldest is due."""
    return {Unserved(row["pool"], row["tool"], row["model"]): row["due_at"] for row in tx.all(SQL.oldest_waits)}
