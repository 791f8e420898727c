"""What became of attempts, counted and logged for operators: by engine, outcome and reason."""

import logging

from mediamill.generations import AttemptOutcome, Generation, Status
from mediamill.telemetry import Metrics, log_event, log_warning

NO_ENGINE = "none"  # the attempt ended before one was chosen

log = logging.getLogger("mediamill.dispatch")


class AttemptLog:
    """Counts and logs the attempts of one process."""

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics
        self.engines: dict[tuple[str, int], str] = {}  # attempt -> the engine that was chosen for it

    def chosen(self, generation: Generation, engine: str) -> None:
        """An engine was chosen for the attempt."""
        self.engines[generation.id, generation.attempt] = engine

    def forget(self, generation: Generation) -> None:
        """The attempt is over."""
        self.engines.pop((generation.id, generation.attempt), None)

    def ended(
        self,
        generation: Generation,
        outcome: AttemptOutcome,
        reason: str = "",
        sentence: str | None = None,
        *,
        status: Status | None = None,
    ) -> None:
        """Count the attempt, and the status that the generation came to with it; log what kept it from success.

        `reason` is one of the few words that docs/reference/metrics.md lists; the sentence is for people.
        """
        engine = self.engines.get((generation.id, generation.attempt), NO_ENGINE)
        self.metrics.attempts.labels(generation.tool, generation.model, engine, outcome.value, reason).inc()
        if status is not None:
            self.metrics.generations.labels(generation.tool, generation.model, status.value).inc()
        if outcome is AttemptOutcome.SUCCESS:
            return
        facts = {**facts_of(generation), "engine": engine, "outcome": outcome.value, "reason": reason}
        if outcome in (AttemptOutcome.FAILED, AttemptOutcome.LOST):
            log_warning(log, "attempt failed", trace=generation.trace, **facts, sentence=sentence)
        else:
            log_event(log, "attempt ended", trace=generation.trace, **facts, sentence=sentence)

    def taken_back(self, generation: Generation) -> None:
        """A generation was taken from a worker that is gone, or had waited for too long."""
        self.metrics.generations.labels(generation.tool, generation.model, generation.status.value).inc()
        self.log_warning("taken back", generation, status=generation.status.value)

    def log_warning(self, event: str, generation: Generation, **facts: object) -> None:
        """Warn the operator of something else that happened in the attempt."""
        log_warning(log, event, trace=generation.trace, **{**facts_of(generation), **facts})


def facts_of(generation: Generation) -> dict[str, object]:
    """Which attempt it is."""
    return {
        "generation": generation.id,
        "tool": generation.tool,
        "model": generation.model,
        "attempt": generation.attempt,
    }
