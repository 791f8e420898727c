"""Several are claimed at once as they would be one by one, each a millisecond after the other: on both databases."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType

import pytest

from mediamill import generations
from mediamill.accounts import Account, Plan, open_account
from mediamill.db import Transaction
from mediamill.db.query import query_of
from mediamill.generations import Capacity, EngineUsed, Generation, choosing
from mediamill.generations.choosing import Choice, Due
from mediamill.generations.turns import ToolModel
from tests.clock import FrozenClock
from tests.generations.queue import DRUMS, NEW_TOOL, PICTURE, Queue

STATE = (
    query_of("turns", "SELECT account_id, pool, tool, model, served_at, due_at FROM turns ORDER BY 1, 2, 3, 4"),
    query_of("accounts", "SELECT id, served_at FROM accounts ORDER BY id"),
    query_of("attempts", "SELECT generation_id, number, worker, engine, ended_at FROM attempts ORDER BY 1, 2"),
    query_of("counts", "SELECT account_id, status, total FROM generation_counts ORDER BY 1, 2"),
    query_of("events", "SELECT generation_id, number, status FROM generation_events ORDER BY 1, 2"),
    query_of("waiting", "SELECT id, status, attempt, lease_owner, waiting_since FROM generations ORDER BY id"),
)
ROWS = query_of(
    "rows",
    "SELECT g.id, g.account_id, g.pool, g.tool, g.model, g.due_at, g.lease_owner, g.finished_at, a.plan, a.served_at"
    " FROM generations AS g JOIN accounts AS a ON a.id = g.account_id",
)
MODELS = (DRUMS, PICTURE, NEW_TOOL)
PAINTER = EngineUsed("painter", "2")


class TakenBack(Exception):
    """So that nothing of it is kept."""


@dataclass
class Yard:
    """A queue with a past, drawn by chance."""

    queue: Queue
    clock: FrozenClock
    chance: random.Random
    people: list[Account] = field(default_factory=list)

    async def fill(self) -> None:
        """People who order, and workers who took something before: some of it runs, some was put off or put back."""
        for number in range(self.chance.randint(1, 6)):
            plan = self.chance.choice((Plan.FREE, Plan.PRO))
            self.people.append(
                await self.queue.database.write(
                    partial(open_account, email=f"{number}@x.com", plan=plan, first_credits=0)
                )
            )
        for _ in range(self.chance.randint(1, 40)):
            account = self.chance.choice(self.people)
            pool = self.chance.choice(("cpu", "cpu", "cpu", "gpu"))
            await self.queue.accept(account, self.chance.choice(MODELS), pool)
            self.clock.advance(self.chance.choice((0, 0, 1, 5)))
            if self.chance.random() < 0.3:
                await self.take_one()
        self.clock.advance(1_000)

    async def take_one(self) -> None:
        """By somebody else: it runs, waits again, or waits until later."""
        taken = await self.queue.database.write(lambda tx: generations.claim(tx, "stork", "cpu", self.queue.policy))
        self.clock.advance(self.chance.choice((0, 1, 5)))
        if taken is not None and self.chance.random() < 0.6:
            delay_ms = self.chance.choice((0, 3_600_000))
            await self.queue.database.write(
                partial(generations.release, generation=taken, worker="stork", delay_ms=delay_ms)
            )

    def wish(self) -> tuple[Capacity, list[ToolModel] | None]:
        """What a worker may have room for, and which models it runs."""
        each = self.chance.randint(1, 4)
        held = {one.id: self.chance.randint(1, each) for one in self.people if self.chance.random() < 0.3}
        models = self.chance.choice((None, list(MODELS), [PICTURE], [DRUMS, NEW_TOOL], []))
        return Capacity(self.chance.randint(1, 12), each, held), models

    async def together(
        self, capacity: Capacity, models: list[ToolModel] | None
    ) -> tuple[list[Generation], list[object]]:
        """Claimed at once: what, and what the database was then; nothing of it is kept."""
        seen: list[tuple[list[Generation], list[object]]] = []

        def claim(tx: Transaction) -> None:
            taken = generations.claim_all(
                tx, "heron", "cpu", self.queue.policy, capacity, lambda _tool, _model: PAINTER, models=models
            )
            assert generations.discrepancies(tx) == []
            seen.append((taken, state_of(tx)))
            raise TakenBack

        with pytest.raises(TakenBack):
            await self.queue.database.write(claim)
        return seen[0]

    async def one_by_one(self, capacity: Capacity, models: list[ToolModel] | None) -> list[Generation]:
        """Claimed in a transaction each, a millisecond after the other."""
        taken: list[Generation] = []
        while len(taken) < capacity.total:
            held = Counter(capacity.held) + Counter(one.account_id for one in taken)
            barred = [account for account, total in held.items() if total >= capacity.each]
            one = await self.queue.database.write(
                lambda tx, barred=barred: generations.claim(  # type: ignore[misc]
                    tx,
                    "heron",
                    "cpu",
                    self.queue.policy,
                    lambda _tool, _model: PAINTER,
                    models=models,
                    barred=barred,
                )
            )
            if one is None:
                break
            taken.append(one)
            self.clock.advance(1)
        return taken

    async def by_the_rules(self, capacity: Capacity, models: list[ToolModel] | None) -> list[str]:
        """What should be taken, found by going through everything there is."""
        rows = [dict(row) for row in await self.queue.database.read(lambda tx: tx.all(ROWS))]
        served = {row["account_id"]: (row["served_at"], row["account_id"]) for row in rows}
        running = Counter(row["account_id"] for row in rows if row["lease_owner"] is not None)
        held, taken = Counter(capacity.held), []
        waiting = [
            row
            for row in rows
            if row["lease_owner"] is None
            and row["finished_at"] is None
            and row["pool"] == "cpu"
            and row["due_at"] <= self.clock.now
            and (models is None or (row["tool"], row["model"]) in models)
        ]
        for number in range(capacity.total):
            may = [
                row
                for row in waiting
                if running[row["account_id"]] < self.queue.policy.running_max[Plan(row["plan"])]
                and held[row["account_id"]] < capacity.each
            ]
            if not may:
                break
            one = min(may, key=lambda row: (served[row["account_id"]], row["due_at"], row["id"]))
            waiting.remove(one)
            taken.append(one["id"])
            account = one["account_id"]
            running[account] += 1
            held[account] += 1
            served[account] = (self.clock.now + number, account)
        return taken


def state_of(tx: Transaction) -> list[object]:
    return [[tuple(row[name] for name in row.keys()) for row in tx.all(query)] for query in STATE]  # noqa: SIM118


@pytest.mark.parametrize("seed", range(24))
async def test_together_or_one_by_one_the_same_are_taken_and_leave_the_same(
    queue: Queue, clock: FrozenClock, seed: int
) -> None:
    yard = Yard(queue, clock, random.Random(seed))
    await yard.fill()
    capacity, models = yard.wish()
    expected = await yard.by_the_rules(capacity, models)
    together, left = await yard.together(capacity, models)
    one_by_one = await yard.one_by_one(capacity, models)

    assert [one.id for one in together] == [one.id for one in one_by_one] == expected
    assert together == one_by_one
    assert left == await queue.database.read(state_of)
    assert await queue.is_exact()


async def test_the_order_of_turns_outlives_a_claim_of_several(queue: Queue, clock: FrozenClock) -> None:
    """Three who all have much waiting, two slots: whoever came second in one claim comes later in the next."""
    people = [
        await queue.database.write(partial(open_account, email=f"{name}@x.com", plan=Plan.PRO, first_credits=0))
        for name in ("mia", "ada", "ben")
    ]
    for account in people:
        for _ in range(4):
            await queue.accept(account)
    served: list[str] = []
    for _ in range(6):
        taken = await claim_all(queue, Capacity(2, 2))
        served += [one.account_id for one in taken]
        clock.advance(10)

    assert served == served[:3] * 4
    assert Counter(served) == dict.fromkeys((one.id for one in people), 4)


async def test_no_more_of_one_account_than_a_worker_has_room_for(queue: Queue, ada: Account, ben: Account) -> None:
    """A place that is left for somebody else stays free."""
    for _ in range(5):
        await queue.accept(ada)
    assert [one.account_id for one in await claim_all(queue, Capacity(3, 2, {ada.id: 1}))] == [ada.id]
    await queue.accept(ben)

    assert [one.account_id for one in await claim_all(queue, Capacity(3, 2, {ada.id: 1}))] == [ben.id, ada.id]
    assert await claim_all(queue, Capacity(3, 2, {ada.id: 2})) == []


async def test_what_is_loaded_comes_first_until_another_has_waited_for_one_load(
    queue: Queue, ada: Account, clock: FrozenClock
) -> None:
    """Two models that do not fit on one device together take turns by loads, not by generations."""
    first = await queue.accept(ada, DRUMS)
    clock.advance(9_000)
    warm = await queue.accept(ada, PICTURE)
    clock.advance(2_000)
    late = await queue.accept(ada, PICTURE)
    taken = await claim_all(queue, Capacity(3, 3), warm_ms={PICTURE: 10_000})

    assert [one.id for one in taken] == [warm, first, late]


async def test_what_is_loaded_changes_no_turn_between_accounts(
    queue: Queue, ada: Account, ben: Account, clock: FrozenClock
) -> None:
    await queue.accept(ada, DRUMS)
    clock.advance(1)
    await queue.accept(ben, PICTURE)
    taken = await claim_all(queue, Capacity(2, 2), warm_ms={PICTURE: 10_000})

    assert [one.account_id for one in taken] == [ada.id, ben.id]


async def test_each_is_leased_and_each_has_its_attempt(queue: Queue, ada: Account, clock: FrozenClock) -> None:
    """What was put back goes on with the count of its attempts, and says since when it has waited."""
    await queue.accept(ada)
    first = await queue.claim()
    assert first is not None
    await queue.release(first, delay_ms=0)
    put_back_at = clock.now
    clock.advance(10)
    await queue.accept(ada)
    taken = await claim_all(queue, Capacity(5, 5))

    assert [(one.attempt, one.status, one.waiting_since) for one in taken] == [
        (2, generations.Status.PROCESSING, put_back_at),
        (1, generations.Status.PROCESSING, None),
    ]
    kept = await queue.database.write(lambda tx: generations.beat(tx, "heron", queue.policy, []))
    assert kept == {(one.id, one.attempt) for one in taken}
    found = await queue.database.read(lambda tx: [generations.attempts_of(tx, one.id)[-1] for one in taken])
    assert [(one.number, one.engine) for one in found] == [(2, None), (1, None)]


async def test_what_is_held_already_is_not_leased_again(
    queue: Queue, ada: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last fence: were the wrong ones chosen, nothing would happen."""
    await queue.accept(ada)
    held = await queue.claim()
    assert held is not None
    wrong = Choice([Due(0, held.id, held.status, None, ada.id)], [ada.id])
    monkeypatch.setattr("mediamill.generations.claiming.choose", lambda *_: wrong)
    with pytest.raises(KeyError):
        await claim_all(queue, Capacity(1, 1))

    assert await queue.database.read(lambda tx: generations.find(tx, held.id)) == held
    assert await queue.is_exact()


async def test_turns_that_an_older_version_left_behind_are_put_right_and_keep_nobody_waiting(
    queue: Queue, ada: Account, ben: Account
) -> None:
    """Ada's turn stands for nothing; Ben's says that he was served at another time than he was."""
    await queue.accept(ada)
    await queue.cancel(await queue.accept(ben, PICTURE))
    bens = await queue.accept(ben)
    queue.change("UPDATE generations SET lease_owner = 'stork' WHERE account_id = :id", id=ada.id)
    queue.change("UPDATE turns SET served_at = served_at - 5 WHERE account_id = :id", id=ben.id)
    taken = await queue.database.write(
        lambda tx: generations.claim_all(tx, "heron", "cpu", queue.policy, Capacity(1, 1))
    )

    assert [one.id for one in taken] == [bens]
    assert queue.change("DELETE FROM turns") == 0


def test_one_of_each_then_the_next_of_each() -> None:
    due = {name: [Due(0, f"{name}{n}", generations.Status.PROCESSING, None, name) for n in range(3)] for name in "abc"}

    def taken(left: Sequence[int], total: int) -> str:
        rooms = dict(zip("bac", left, strict=True))
        return " ".join(one.id for one in choosing.in_turn("bac", rooms, due, total))

    assert taken((9, 9, 9), 7) == "b0 a0 c0 b1 a1 c1 b2"
    assert taken((1, 3, 2), 9) == "b0 a0 c0 a1 c1 a2"
    assert taken((0, -1, 2), 9) == "c0 c1"
    assert taken((9, 9, 9), 1) == "b0"


async def claim_all(
    queue: Queue, capacity: Capacity, warm_ms: Mapping[ToolModel, int] = MappingProxyType({})
) -> list[Generation]:
    """By a worker that runs every model."""
    claim = partial(generations.claim_all, models=list(MODELS), warm_ms=warm_ms)
    taken = await queue.database.write(lambda tx: claim(tx, "heron", "cpu", queue.policy, capacity))
    assert await queue.is_exact()
    return taken
