"""GET /ext/generations/{id}: everything about a run beyond the public fields."""

from typing import Any

import orjson
from starlette.responses import Response

from mediamill import clock, generations
from mediamill.generations import Attempt, Inspection
from mediamill.web.call import Call, Work, answer
from mediamill.web.problems import GENERATION_NOT_FOUND, Refusal
from mediamill.web.waiting import own_generation


async def inspect(call: Call) -> Response:
    """The generation with its attempts, times, credits, seed, place in the queue and what its engine said."""
    generation = await own_generation(call)
    # Aside, because a place in the queue takes some thousand rows of an index.
    inspection = await call.shop.database.read_aside(lambda tx: generations.inspect(tx, generation.id))
    if inspection is None:
        raise Refusal(GENERATION_NOT_FOUND)
    public = generations.detail(inspection.generation, call.shop.settings.base_url)
    return answer({**public, **beyond_public(inspection, call.shop.work)})


def beyond_public(inspection: Inspection, work: Work) -> dict[str, Any]:
    """The fields that the public interface does not have."""
    generation = inspection.generation
    progress, stage = work.progress_of(generation.id) or (generation.progress, generation.stage)
    last = inspection.attempts[-1] if inspection.attempts else None
    return {
        "engine": last and last.engine,
        "engineVersion": last and last.engine_version,
        "model": generation.model,
        "seed": orjson.Fragment(generation.seed) if generation.seed else None,
        "credits": {"held": inspection.held, "captured": inspection.captured},
        "queueSeconds": seconds(inspection.queue_ms),
        "runSeconds": seconds(inspection.run_ms),
        "attempts": [attempt_shown(attempt) for attempt in inspection.attempts],
        "queuePosition": inspection.queue_position,
        "progress": round(progress, 4),
        "stage": stage,
        "provenance": dict(inspection.findings.provenance),
        "notUnderstood": list(inspection.findings.not_understood),
    }


def attempt_shown(attempt: Attempt) -> dict[str, Any]:
    """One attempt as its owner sees it; which machine it was is not for them."""
    return {
        "number": attempt.number,
        "engine": attempt.engine,
        "startedAt": clock.iso(attempt.started_at),
        "endedAt": None if attempt.ended_at is None else clock.iso(attempt.ended_at),
        "outcome": attempt.outcome and attempt.outcome.value,
        "reason": attempt.reason,
    }


def seconds(milliseconds: int | None) -> float | None:
    """Seconds, exact to the millisecond."""
    return None if milliseconds is None else milliseconds / 1_000
