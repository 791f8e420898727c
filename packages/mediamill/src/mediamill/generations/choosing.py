"""Which generations a worker takes next. Accounts take turns: whoever was served longest ago and has something due and
room to run it comes first, so one account's thousand never starve another's one.

Several are chosen as they would be one by one: one of each account in the order of turns, then the next of each.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

import orjson

from mediamill.db import Row, Transaction, lock_account, named_queries, try_lock_accounts
from mediamill.generations.generation import Status
from mediamill.generations.turns import ToolModel, models_json, plans_json, refresh_turns
from mediamill.plan import Plan

SQL = named_queries(__file__)

LOOKS_MAX = 20  # in one claim: turns may be left behind by an older version, or accounts served in the moment between
NOTHING_WARM: Mapping[ToolModel, int] = MappingProxyType({})
SPARE = 5  # accounts looked at beyond those that are wanted: others may decide about some of them just now


@dataclass(frozen=True, slots=True)
class Capacity:
    """What a worker has room for: so many more in all, and no more than `each` of one account with those it has."""

    total: int
    each: int
    held: Mapping[str, int] = field(default_factory=dict)

    def left(self, account_id: str) -> int:
        """How many more of this account."""
        return self.each - self.held.get(account_id, 0)


@dataclass(frozen=True, slots=True)
class Due:
    """A generation that waits and may run."""

    due_at: int
    id: str
    status: Status
    waiting_since: int | None
    account_id: str


@dataclass(frozen=True, slots=True)
class Choice:
    """What is to be taken, in order, of accounts that are locked; some of those may have been looked at in vain."""

    due: Sequence[Due]
    accounts: Sequence[str]


@dataclass(frozen=True, slots=True, order=True)
class Head:
    """An account whose turn comes soon."""

    served_at: int
    account_id: str


@dataclass(frozen=True, slots=True)
class Share:
    """How many more an account may have running, and when it was served last."""

    left: int
    served_at: int


def choose(
    tx: Transaction,
    pool: str,
    capacity: Capacity,
    running_max: Mapping[Plan, int],
    models: Collection[ToolModel] | None,
    warm_ms: Mapping[ToolModel, int] = NOTHING_WARM,
) -> Choice | None:
    """What is due for these models (None: any), no more than there is capacity for. None when there is nothing.

    Accounts that another transaction decides about just now are passed over, and one of them is waited for where there
    is no other.
    """
    served = models_json(tx, pool, models)
    for _ in range(LOOKS_MAX):
        heads = heads_of(tx, pool, capacity, running_max, served)
        if not heads:
            return None
        locked = try_lock_accounts(tx, [head.account_id for head in heads], capacity.total)
        if not locked:
            locked = [heads[0].account_id]
            lock_account(tx, locked[0])
        ids = orjson.dumps(locked).decode()
        running = tx.send(SQL.running_of, account_ids=ids, now=tx.now())
        waiting = tx.send(SQL.due, pool=pool, account_ids=ids, limit=capacity.total, now=tx.now())
        rooms, due = rooms_from(running.rows(), running_max), due_from(waiting.rows(), models, warm_ms)
        # Another claim may have served it since it was looked for: then it is somebody else's turn.
        turn = [
            head.account_id
            for head in heads
            if head.account_id in rooms and rooms[head.account_id].served_at == head.served_at
        ]
        left = {account_id: min(rooms[account_id].left, capacity.left(account_id)) for account_id in turn}
        if taken := in_turn(turn, left, due, capacity.total):
            return Choice(taken, locked)
        refresh_turns(tx, locked)
    return None


def in_turn(turn: Sequence[str], left: Mapping[str, int], due: Mapping[str, Sequence[Due]], total: int) -> list[Due]:
    """One of each account, then the next of each, as far as each has something left."""
    rounds = [
        due[account_id][number]
        for number in range(total)
        for account_id in turn
        if number < min(left[account_id], len(due.get(account_id, ())))
    ]
    return rounds[:total]


def heads_of(
    tx: Transaction, pool: str, capacity: Capacity, running_max: Mapping[Plan, int], models: str
) -> list[Head]:
    """The accounts whose turn it is, and a few more; those that the worker can take nothing more of are left out."""
    limit = capacity.total + SPARE
    rows = tx.all(
        SQL.heads,
        pool=pool,
        models=models,
        barred=orjson.dumps([account_id for account_id in capacity.held if capacity.left(account_id) <= 0]).decode(),
        running_max=plans_json(running_max),
        now=tx.now(),
        limit=limit,
    )
    return sorted({Head(*one) for row in rows for one in orjson.loads(row["accounts"] or "[]")})[:limit]


def rooms_from(rows: Iterable[Row], running_max: Mapping[Plan, int]) -> dict[str, Share]:
    """The room of each account."""
    rooms = {}
    for row in rows:
        most = running_max[Plan(row["plan"])] if row["own_running_max"] is None else row["own_running_max"]
        if row["running_max"] is not None:
            most = min(most, row["running_max"])
        rooms[row["account_id"]] = Share(most - row["running"], row["served_at"])
    return rooms


def due_from(
    rows: Iterable[Row], models: Collection[ToolModel] | None, warm_ms: Mapping[ToolModel, int]
) -> Mapping[str, list[Due]]:
    """What each account has due for these models, the oldest first; what is warm counts as older."""
    found: defaultdict[str, list[tuple[int, Due]]] = defaultdict(list)
    for row in rows:
        model = (row["tool"], row["model"])
        if models is None or model in models:
            found[row["account_id"]] += [
                (due_at - warm_ms.get(model, 0), Due(due_at, id, Status(status), waiting_since, row["account_id"]))
                for due_at, id, status, waiting_since in orjson.loads(row["due"] or "[]")
            ]
    return {
        account_id: [due for _, due in sorted(each, key=lambda one: (one[0], one[1].id))]
        for account_id, each in found.items()
    }
