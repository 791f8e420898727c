"""Turns: for which models an account has something waiting, and since when it is due. Claims go by them.

They follow from the generations that wait; every verb that makes one wait, or takes one that waits, updates them in
the same transaction. What no live worker runs is seen here too.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

import orjson

from mediamill.db import Transaction, named_queries
from mediamill.plan import Plan
from mediamill.workers import BEAT_AHEAD_MS

SQL = named_queries(__file__)

MENDED_PER_LOOK = 500  # the next look takes the next

ToolModel = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Turn:
    """The account that is served next, and for which model."""

    account_id: str
    tool: str
    model: str


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


def next_turn(
    tx: Transaction,
    pool: str,
    models: Collection[ToolModel] | None,
    barred: Iterable[str],
    running_max: Mapping[Plan, int],
) -> Turn | None:
    """Of the accounts with something due for these models (None: any) and room for it, the one served longest ago."""
    row = tx.one(
        SQL.next_turn,
        pool=pool,
        models=models_json(tx, pool, models),
        barred=orjson.dumps(list(barred)).decode(),
        running_max=orjson.dumps({plan.value: most for plan, most in running_max.items()}).decode(),
        now=tx.now(),
    )
    return Turn(row["account_id"], row["tool"], row["model"]) if row else None


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
    tx.run(SQL.add_turn, account_id=account_id, pool=pool, tool=tool, model=model, due_at=due_at)


def refresh_turns(tx: Transaction, account_id: str) -> None:
    """A generation of the account waits no longer, or the account was served."""
    tx.run(SQL.refresh_turns, account_id=account_id)
    tx.run(SQL.drop_turns, account_id=account_id)


def without_turn(tx: Transaction) -> list[Waiting]:
    """What waits without a turn, taken by a process of an older version. It looks at all that waits: read it aside."""
    rows = tx.all(SQL.without_turn, limit=MENDED_PER_LOOK)
    return [Waiting(row["account_id"], row["pool"], row["tool"], row["model"]) for row in rows]


def mend_turns(tx: Transaction, missing: Iterable[Waiting]) -> None:
    """Add turns for what was found without one, as far as it still waits."""
    accounts = set()
    for one in missing:
        add_turn(tx, one.account_id, one.pool, one.tool, one.model, tx.now())
        accounts.add(one.account_id)
    for account_id in accounts:
        refresh_turns(tx, account_id)


def unserved(tx: Transaction) -> list[Unserved]:
    """Models for which something waits though no live worker runs them."""
    rows = tx.all(SQL.unserved, now=tx.now(), latest=tx.now() + BEAT_AHEAD_MS)
    return [Unserved(row["pool"], row["tool"], row["model"]) for row in rows]


def note_unserved(tx: Transaction) -> None:
    """Remember since when no worker runs a model, and forget it once one does."""
    now_unserved = set(unserved(tx))
    noted = {Unserved(row["pool"], row["tool"], row["model"]) for row in tx.all(SQL.noted_unserved)}
    for one in noted - now_unserved:
        tx.run(SQL.forget_unserved, pool=one.pool, tool=one.tool, model=one.model)
    for one in now_unserved - noted:
        tx.run(SQL.note_unserved, pool=one.pool, tool=one.tool, model=one.model, now=tx.now())
