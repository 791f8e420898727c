"""Everything about one generation that its owner may know beyond the public fields."""

from dataclasses import dataclass

from mediamill import credits
from mediamill.db import Row, Transaction, named_queries
from mediamill.generations.attempts import NO_FINDINGS, Attempt, AttemptOutcome, Findings, attempts_of
from mediamill.generations.generation import FINAL, Generation, from_row

SQL = named_queries(__file__)

# A place in the queue is counted by looking at so many rows at most, whatever waits.
OWN_AHEAD_MAX = 1_000  # of the same account
OTHERS_MAX = 50  # accounts
EACH_MAX = 100  # of each of them


@dataclass(frozen=True, slots=True)
class Inspection:
    """What is known about a generation. Times in milliseconds, up to now where it has not ended."""

    generation: Generation
    attempts: tuple[Attempt, ...]
    held: int
    captured: int
    queue_ms: int | None  # None where not all of its attempts are known
    run_ms: int | None
    queue_position: int | None  # None unless it waits for a worker
    findings: Findings


def inspect(tx: Transaction, generation_id: str) -> Inspection | None:
    """A generation with its attempts, credits, times and place in the queue; None when there is none."""
    row = tx.one(SQL.find, id=generation_id)
    if row is None:
        return None
    generation = from_row(row)
    attempts = tuple(attempts_of(tx, generation.id))
    now = row["finished_at"] or tx.now()
    run_ms = sum(max(0, (attempt.ended_at or now) - attempt.started_at) for attempt in attempts)
    is_recorded = len(attempts) == generation.attempt
    waits = generation.status not in FINAL and row["lease_owner"] is None
    made = next((attempt for attempt in attempts if attempt.outcome is AttemptOutcome.SUCCESS), None)
    return Inspection(
        generation=generation,
        attempts=attempts,
        held=credits.hold_of(tx, generation.id),
        captured=credits.captured_by(tx, generation.id),
        queue_ms=max(0, now - generation.created_at - run_ms) if is_recorded else None,
        run_ms=run_ms if is_recorded else None,
        queue_position=place_of(tx, generation, row) if waits else None,
        findings=made.findings if made else NO_FINDINGS,
    )


def place_of(tx: Transaction, generation: Generation, row: Row) -> int:
    """Its place in the queue of its pool, 1 being next, an estimate.

    Accounts take turns: before it come the account's own earlier ones, and of every other account as many as the turns
    until then. No more is counted than OWN_AHEAD_MAX, OTHERS_MAX and EACH_MAX say.
    """
    own = tx.one(
        SQL.own_ahead,
        pool=generation.pool,
        account_id=generation.account_id,
        due_at=row["due_at"],
        id=generation.id,
        limit=OWN_AHEAD_MAX,
    )
    assert own is not None
    others = tx.one(
        SQL.others_ahead,
        pool=generation.pool,
        account_id=generation.account_id,
        accounts_max=OTHERS_MAX,
        each_max=min(own["ahead"] + 1, EACH_MAX),
    )
    assert others is not None
    return 1 + int(own["ahead"]) + int(others["ahead"])
