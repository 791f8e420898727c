"""A purchase: intended before the call that a vendor may bill, then followed until it is known what it cost.

Every move is one conditional UPDATE: whoever comes second, after a crash or beside another process, changes nothing.
"""

from dataclasses import dataclass
from enum import StrEnum

from mediamill import ids, usage
from mediamill.clock import day_of
from mediamill.db import Row, Transaction, lock_account, named_queries
from mediamill.errors import MediamillError
from mediamill.purchases.budget import CapReached, Caps, correct, is_capped, take

SQL = named_queries(__file__)

ABANDONED_PER_SWEEP = 500


class PurchaseState(StrEnum):
    """How far a purchase is."""

    INTENDED = "intended"  # about to be made, or just being made
    OPEN = "open"  # the vendor has accepted it and works on it
    UNKNOWN = "unknown"  # the vendor may have accepted it: its answer was lost
    SETTLED = "settled"  # it was billed
    VOID = "void"  # it was not billed
    ORPHANED = "orphaned"  # nobody waits for it any more; what it cost will be a loss


TRANSITIONS = {
    PurchaseState.INTENDED: frozenset(
        {PurchaseState.OPEN, PurchaseState.UNKNOWN, PurchaseState.SETTLED, PurchaseState.VOID}
    ),
    PurchaseState.OPEN: frozenset({PurchaseState.SETTLED, PurchaseState.VOID, PurchaseState.ORPHANED}),
    PurchaseState.UNKNOWN: frozenset(
        {PurchaseState.OPEN, PurchaseState.SETTLED, PurchaseState.VOID, PurchaseState.ORPHANED}
    ),
    PurchaseState.ORPHANED: frozenset({PurchaseState.SETTLED, PurchaseState.VOID}),
    PurchaseState.SETTLED: frozenset(),
    PurchaseState.VOID: frozenset(),
}
POSSIBLE_DOUBLE = "possible_double"  # made although an earlier one for the same generation may have been accepted
FINAL = frozenset(state for state, following in TRANSITIONS.items() if not following)


class IllegalPurchaseTransition(MediamillError):
    """Purchase {id} cannot go from {status} to {to}."""

    code = "illegal_purchase_transition"


@dataclass(frozen=True, slots=True)
class NewPurchase:
    """What an engine is about to buy. Amounts in millionths of the currency."""

    generation_id: str
    account_id: str
    attempt: int
    tool: str
    model: str
    engine: str
    key_id: str  # "" for an engine without keys
    currency: str
    estimate: int | None  # from the body as it will be sent; None where there is no price for it
    price_line: str | None  # the price that it was made with, as it stands in the engine's table
    api_key_id: str = ""  # the caller's key that ordered the generation; "" for none


@dataclass(frozen=True, slots=True)
class Purchase:
    """A purchase as the database keeps it. Instants in milliseconds, amounts in millionths of the currency."""

    id: str
    generation_id: str
    account_id: str
    attempt: int
    tool: str
    model: str
    engine: str
    key_id: str
    state: PurchaseState
    currency: str
    price_line: str | None
    estimate: int | None
    actual: int | None
    booked: int
    job: str | None
    day: str
    api_key_id: str
    intended_at: int
    finished_at: int | None


@dataclass(frozen=True, slots=True)
class NoPrice:
    """A cap is set, and nobody knows what this purchase would cost: it is not made."""

    engine: str
    tool: str
    model: str


def intend(tx: Transaction, new: NewPurchase, caps: Caps) -> Purchase | CapReached | NoPrice:
    """Record a purchase about to be made and take its estimate from the budgets; neither where a cap forbids it.

    The call to the vendor follows the commit, never precedes it.
    """
    day = day_of(tx.now())
    if new.estimate is None and is_capped(caps, new.key_id):
        return NoPrice(new.engine, new.tool, new.model)
    booked = new.estimate or 0
    is_double = tx.one(SQL.any_unknown, generation_id=new.generation_id) is not None
    if (reached := take(tx, new.engine, new.key_id, day, booked, caps)) is not None:
        return reached
    row = tx.one(
        SQL.add,
        id=ids.new("pur", tx.now()),
        generation_id=new.generation_id,
        account_id=new.account_id,
        attempt=new.attempt,
        tool=new.tool,
        model=new.model,
        engine=new.engine,
        key_id=new.key_id,
        currency=new.currency,
        price_line=new.price_line,
        estimate=new.estimate,
        booked=booked,
        day=day,
        api_key_id=new.api_key_id,
        now=tx.now(),
    )
    assert row is not None
    count(tx, new.engine, PurchaseState.INTENDED.value)
    if is_double:
        count(tx, new.engine, POSSIBLE_DOUBLE)
    return from_row(row)


def opened(tx: Transaction, purchase_id: str, job: str) -> Purchase | None:
    """The vendor has accepted it: keep its ids. None, with nothing changed, when another process moved it on."""
    return move(tx, purchase_id, PurchaseState.OPEN, job=job)


def note_job(tx: Transaction, purchase_id: str, job: str) -> None:
    """The vendor has accepted a further step of it: keep the ids of all."""
    tx.run(SQL.note_job, id=purchase_id, job=job)


def mark_unknown(tx: Transaction, purchase_id: str) -> Purchase | None:
    """The answer was lost: it may have been accepted. The estimate stays booked."""
    return move(tx, purchase_id, PurchaseState.UNKNOWN)


def settle(tx: Transaction, purchase_id: str, actual: int | None) -> Purchase | None:
    """It was billed: at `actual`, or at its estimate where the vendor does not say."""
    return move(tx, purchase_id, PurchaseState.SETTLED, actual=actual)


def void(tx: Transaction, purchase_id: str) -> Purchase | None:
    """It was not billed: what was booked for it is free again."""
    return move(tx, purchase_id, PurchaseState.VOID)


def close(tx: Transaction, purchase_id: str, cost: object) -> Purchase | None:
    """The vendor made nothing of it: billed all the same where `cost` is an amount, else not."""
    return settle(tx, purchase_id, cost) if isinstance(cost, int) else void(tx, purchase_id)


def mark_orphaned(tx: Transaction, purchase_id: str) -> Purchase | None:
    """Its generation has ended without it. The estimate stays booked until the vendor's verdict."""
    return move(tx, purchase_id, PurchaseState.ORPHANED)


def find(tx: Transaction, purchase_id: str) -> Purchase | None:
    """The purchase of that id."""
    row = tx.one(SQL.find, id=purchase_id)
    return from_row(row) if row else None


def of_generation(tx: Transaction, generation_id: str) -> list[Purchase]:
    """Everything that was bought for a generation, in order."""
    return [from_row(row) for row in tx.all(SQL.of_generation, generation_id=generation_id)]


def unfinished(tx: Transaction, engine: str) -> list[Purchase]:
    """Purchases of an engine of which it is not known what they cost, in order."""
    return [from_row(row) for row in tx.all(SQL.unfinished, engine=engine)]


def settle_abandoned(tx: Transaction, *, older_than_ms: int) -> int:
    """Book at their estimates what was begun so long ago, never got an answer and has no job; how many there were."""
    rows = tx.all(SQL.abandoned, before=tx.now() - older_than_ms, limit=ABANDONED_PER_SWEEP)
    for row in rows:
        if PurchaseState(row["state"]) is PurchaseState.INTENDED:
            mark_unknown(tx, row["id"])
        settle(tx, row["id"], None)
    return len(rows)


def under_way(tx: Transaction, engine: str) -> dict[str, int]:
    """How many purchases of an engine are being made or worked on, by key."""
    return {row["key_id"]: row["total"] for row in tx.all(SQL.under_way, engine=engine)}


def made_since(tx: Transaction, engine: str, instant: int) -> dict[str, int]:
    """How many purchases of an engine were begun since then, by key."""
    return {row["key_id"]: row["total"] for row in tx.all(SQL.made_since, engine=engine, since=instant)}


def move(
    tx: Transaction, purchase_id: str, to: PurchaseState, *, job: str | None = None, actual: int | None = None
) -> Purchase | None:
    """The only place that moves a state; budgets and daily sums follow in the same transaction.

    None where it is in that state already or has ended: another process came first. Raises IllegalPurchaseTransition.
    """
    before = find(tx, purchase_id)
    assert before is not None, f"there is no purchase {purchase_id}"
    lock_account(tx, before.account_id)
    if before.state is to or before.state in FINAL:
        return None
    if to not in TRANSITIONS[before.state]:
        raise IllegalPurchaseTransition(id=purchase_id, status=before.state, to=to)
    booked = booked_in(to, before, actual)
    row = tx.one(
        SQL.move,
        id=purchase_id,
        previous=before.state.value,
        state=to.value,
        job=job,
        actual=actual,
        booked=booked,
        finished_at=tx.now() if to in FINAL else None,
    )
    if row is None:
        return None
    if booked != before.booked:
        correct(tx, before.engine, before.key_id, before.day, booked - before.booked)
    moved = from_row(row)
    count(tx, moved.engine, to.value)
    count_cost(tx, moved, billed(moved) - billed(before))
    return moved


def counts(tx: Transaction) -> dict[tuple[str, str], int]:
    """How many purchases of each engine reached each state, and POSSIBLE_DOUBLE: by engine and event."""
    return {(row["engine"], row["event"]): row["total"] for row in tx.all(SQL.counts)}


def doubles_since(tx: Transaction, since: int) -> dict[str, tuple[int, int]]:
    """Engines with a POSSIBLE_DOUBLE since then: how many there ever were, and when the last one was made."""
    rows = tx.all(SQL.events_since, event=POSSIBLE_DOUBLE, since=since)
    return {row["engine"]: (row["total"], row["last_at"]) for row in rows}


def open_questions(tx: Transaction, engine: str, since: int, orphaned_before: int) -> dict[PurchaseState, int]:
    """How many purchases begun since then are UNKNOWN, or ORPHANED and begun before the other instant."""
    rows = tx.all(SQL.open_questions, engine=engine, since=since, orphaned_before=orphaned_before)
    return {PurchaseState(row["state"]): row["total"] for row in rows}


def count(tx: Transaction, engine: str, event: str) -> None:
    """One more, for the operator's metrics."""
    tx.send(SQL.count_event, engine=engine, event=event, now=tx.now())


def count_cost(tx: Transaction, purchase: Purchase, change: int) -> None:
    """Add to what was spent on the day of the purchase."""
    if change:
        use = usage.Use(purchase.account_id, purchase.api_key_id, purchase.tool, purchase.model, purchase.engine)
        usage.add(tx, use, usage.Amounts(cost=change), purchase.day)


def billed(purchase: Purchase) -> int:
    """What is known to have been spent for it."""
    return purchase.booked if purchase.state is PurchaseState.SETTLED else 0


def booked_in(state: PurchaseState, purchase: Purchase, actual: int | None) -> int:
    """What the budgets hold for a purchase in this state."""
    if state is PurchaseState.VOID:
        return 0
    return purchase.booked if actual is None else actual


def from_row(row: Row) -> Purchase:
    """A purchase from its row."""
    values = {name: row[name] for name in Purchase.__slots__}
    return Purchase(**{**values, "state": PurchaseState(row["state"])})
