"""The attempts at a generation: each is begun by its claim and ended in the transaction that ends or puts it back."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

import orjson

from mediamill.db import Reply, Row, Transaction, named_queries
from mediamill.generations.generation import Generation

SQL = named_queries(__file__)

WORKER_STOPPED_RESPONDING = "The worker stopped responding."

Fact = str | int | float | bool


class AttemptOutcome(StrEnum):
    """How an attempt ended."""

    SUCCESS = "success"
    ERROR = "error"  # the input cannot be worked with: no further attempt
    FAILED = "failed"  # engine or storage broke; it used up a try
    LOST = "lost"  # its worker stopped responding; it used up a try
    RELEASED = "released"  # given back without using a try: a stopping worker, a busy engine
    CANCELED = "canceled"


@dataclass(frozen=True, slots=True)
class EngineUsed:
    """The engine of an attempt."""

    name: str
    version: str | None


@dataclass(frozen=True, slots=True)
class Findings:
    """What an engine reported about its result: how it was made, and what of the prompt had no effect."""

    provenance: Mapping[str, Fact]
    not_understood: tuple[str, ...]


NO_FINDINGS = Findings({}, ())


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt. `ended_at` and `outcome` are None while it runs."""

    number: int
    engine: str | None
    engine_version: str | None
    started_at: int
    ended_at: int | None
    outcome: AttemptOutcome | None
    reason: str | None
    findings: Findings


def begin_attempts(tx: Transaction, begun: Iterable[tuple[Generation, EngineUsed | None]], worker: str) -> None:
    """Record the attempts that a claim starts, each with the engine that is expected to run it."""
    rows = [
        {
            "generation_id": generation.id,
            "number": generation.attempt,
            "worker": worker,
            "engine": engine and engine.name,
            "engine_version": engine and engine.version,
            "now": tx.now(),
        }
        for generation, engine in begun
    ]
    tx.send_many(SQL.begin_attempt, rows)


def note_engine(tx: Transaction, generation: Generation, worker: str, engine: EngineUsed) -> bool:
    """Record the engine that runs the attempt; False when this attempt no longer holds the generation."""
    changed = tx.run(
        SQL.note_engine,
        generation_id=generation.id,
        number=generation.attempt,
        worker=worker,
        engine=engine.name,
        engine_version=engine.version,
    )
    return changed == 1


def end_attempt(
    tx: Transaction,
    generation: Generation,
    outcome: AttemptOutcome,
    reason: str | None = None,
    findings: Findings | None = None,
) -> Reply:
    """Record how the current attempt ended: its row, none when none is running."""
    return tx.send(
        SQL.end_attempt,
        generation_id=generation.id,
        number=generation.attempt,
        outcome=outcome.value,
        reason=reason,
        provenance=None if findings is None else orjson.dumps(dict(findings.provenance)).decode(),
        not_understood=None if findings is None else orjson.dumps(findings.not_understood).decode(),
        now=tx.now(),
    )


def outcome_of(tx: Transaction, generation: Generation) -> AttemptOutcome | None:
    """How this attempt at it ended; None while it runs, and of one that is not known."""
    row = tx.one(SQL.attempt_of, generation_id=generation.id, number=generation.attempt)
    return AttemptOutcome(row["outcome"]) if row is not None and row["outcome"] else None


def attempts_of(tx: Transaction, generation_id: str) -> list[Attempt]:
    """Every attempt that was recorded, in order."""
    return [attempt_from(row) for row in tx.all(SQL.attempts_of, generation_id=generation_id)]


def attempt_from(row: Row) -> Attempt:
    """An attempt from its row."""
    findings = NO_FINDINGS
    if row["provenance"] is not None:
        findings = Findings(orjson.loads(row["provenance"]), tuple(orjson.loads(row["not_understood"])))
    return Attempt(
        number=row["number"],
        engine=row["engine"],
        engine_version=row["engine_version"],
        started_at=row["started_at"],
        ended_at=row["ended_at"],
        outcome=AttemptOutcome(row["outcome"]) if row["outcome"] else None,
        reason=row["reason"],
        findings=findings,
    )
