"""The end of an attempt: its outcome and the next step, in one transaction, fenced by the attempt's number."""

from mediamill.db import Row, Transaction, named_queries
from mediamill.webhooks.attempt import DeliveryOutcome, Lost
from mediamill.webhooks.claiming import LEASE_MS, Claimed
from mediamill.webhooks.delivery import Delivery, after, from_row, interrupted
from mediamill.webhooks.saving import save

SQL = named_queries(__file__)


def settle(
    tx: Transaction, claimed: Claimed, worker: str, outcome: DeliveryOutcome, delays_ms: tuple[int, ...]
) -> Delivery | None:
    """Delivered, or due again after the next delay from now, or failed; None when another attempt took over."""
    held = held_by(tx, claimed, worker)
    if held is None:
        return None
    end_attempt(tx, held, outcome)
    settled = after(held, outcome, now=tx.now(), delays_ms=delays_ms)
    save(tx, settled)
    return settled


def release(tx: Transaction, claimed: Claimed, worker: str) -> Delivery | None:
    """An attempt that could not be finished: the next one may begin at once; None when another one took over."""
    held = held_by(tx, claimed, worker)
    return interrupt(tx, held, claimed.started_at) if held else None


def rescue(tx: Transaction) -> list[Delivery]:
    """Take back every delivery whose lease has expired; none lasts longer than it was given, whatever the clock did."""
    tx.send(SQL.shorten_leases, latest=tx.now() + LEASE_MS)
    return interrupt_all(tx, tx.all(SQL.expired, now=tx.now()))


def shorten_waits(tx: Transaction, delays_ms: tuple[int, ...]) -> int:
    """After the clock went back: no retry is further away than its delay. How many were."""
    return sum(
        tx.run(SQL.shorten_waits, failures=failures, latest=tx.now() + delay)
        for failures, delay in enumerate(delays_ms, 1)
    )


def reclaim(tx: Transaction, worker_prefix: str) -> list[Delivery]:
    """Take back at once what workers of this name hold: their process is known to be dead."""
    return interrupt_all(tx, tx.all(SQL.leased_to, prefix=f"{worker_prefix}%"))


def held_by(tx: Transaction, claimed: Claimed, worker: str) -> Delivery | None:
    """The delivery as it is now, if this attempt of this worker still holds it."""
    delivery = claimed.delivery
    row = tx.one(SQL.held_by, generation_id=delivery.generation_id, attempt=delivery.attempt, worker=worker)
    return from_row(row) if row else None


def interrupt_all(tx: Transaction, rows: list[Row]) -> list[Delivery]:
    """Each of them waits for its turn again."""
    return [interrupt(tx, from_row(row), row["started_at"]) for row in rows]


def interrupt(tx: Transaction, held: Delivery, started_at: int) -> Delivery:
    """Whether the attempt arrived is unknown: it does not count as a failure, and the next one has the same id."""
    end_attempt(tx, held, DeliveryOutcome(None, Lost.INTERRUPTED, max(0, tx.now() - started_at)))
    waiting = interrupted(held)
    save(tx, waiting)
    return waiting


def end_attempt(tx: Transaction, held: Delivery, outcome: DeliveryOutcome) -> None:
    """What came of the attempt that holds the delivery."""
    changed = tx.run(
        SQL.end_attempt,
        generation_id=held.generation_id,
        number=held.attempt,
        duration_ms=outcome.duration_ms,
        address=outcome.address,
        status=outcome.status,
        trouble=outcome.trouble.value if outcome.trouble else None,
        answer=outcome.answer,
    )
    assert changed == 1, f"attempt {held.attempt} of {held.generation_id} has no row"
