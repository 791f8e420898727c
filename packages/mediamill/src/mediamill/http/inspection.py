"""What is known of a generation beyond its public fields, as its owner sees it."""

from typing import Any

import orjson

from mediamill import clock
from mediamill.generations import FINAL, Attempt, Inspection


def beyond_public(inspection: Inspection, live: tuple[float, str] | None) -> dict[str, Any]:
    """The fields of an inspection that `GET /api/generations/{id}` does not have; `live` says how far it is, and at
    what, where it runs in this process.
    """
    generation = inspection.generation
    kept = (generation.progress, generation.stage)
    # Who made it may not have put it away yet when its end is known already.
    progress, stage = kept if live is None or generation.status in FINAL else live
    last = inspection.attempts[-1] if inspection.attempts else None
    return {
        "engine": last and last.engine,
        "engineVersion": last and last.engine_version,
        "model": generation.model,
        "seed": orjson.Fragment(generation.seed) if generation.seed else None,
        "credits": {"held": inspection.held, "captured": inspection.captured},
        "queueSeconds": seconds(inspection.queue_ms),
        "runSeconds": seconds(inspection.run_ms),
        "attempts": [attempt_item(attempt) for attempt in inspection.attempts],
        "queuePosition": inspection.queue_position,
        "progress": round(progress, 4),
        "stage": stage,
        "provenance": dict(inspection.findings.provenance),
        "hasWebhook": generation.webhook is not None,
        "notUnderstood": list(inspection.findings.not_understood),
    }


def attempt_item(attempt: Attempt) -> dict[str, Any]:
    """One attempt as its owner sees it; which machine it was is not for them."""
    return {
        "number": attempt.number,
        "engine": attempt.engine,
        "startedAt": clock.iso(attempt.started_at),
        "endedAt": clock.iso_or_none(attempt.ended_at),
        "outcome": attempt.outcome and attempt.outcome.value,
        "reason": attempt.reason,
    }


def seconds(milliseconds: int | None) -> float | None:
    """Seconds, exact to the millisecond."""
    return None if milliseconds is None else milliseconds / 1_000
