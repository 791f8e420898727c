"""Counters and histograms of one process, as Prometheus reads them; labels come from closed sets."""

from collections.abc import Iterable

from prometheus_client import CollectorRegistry, Counter, Histogram

REQUEST_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 60.0)
ENGINE_SECONDS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0, 900.0)
LATENESS_SECONDS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 15.0, 60.0, 300.0)
GROUP_SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)


STATES = ("accepted", "pending", "success", "error")  # of mediamill_generations_total


class Metrics:
    """What is counted as it happens; levels (queues, credits, children) are read at each scrape."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "mediamill_http_requests",
            "Requests answered, by method, route and status.",
            ("method", "route", "status"),
            registry=self.registry,
        )
        self.request_seconds = self._histogram(
            "mediamill_http_request_seconds",
            "From the first byte of a request to the last of its answer.",
            ("route",),
            REQUEST_SECONDS,
        )
        self.generations = Counter(
            "mediamill_generations",
            "States that generations reached: accepted, pending (another try), success, error.",
            ("tool", "model", "state"),
            registry=self.registry,
        )
        self.attempts = Counter(
            "mediamill_attempts",
            "Attempts that ended, by engine, outcome (success, error, failed, released) and reason.",
            ("tool", "model", "engine", "outcome", "reason"),
            registry=self.registry,
        )
        self.engine_seconds = self._histogram(
            "mediamill_engine_seconds", "How long an engine worked on one attempt.", ("tool", "model"), ENGINE_SECONDS
        )
        self.engine_unavailable = Counter(
            "mediamill_engine_unavailable",
            "How often an engine said that it cannot work for now, by what of it: engine, key, model.",
            ("engine", "scope"),
            registry=self.registry,
        )
        self.look_lateness = self._histogram(
            "mediamill_vendor_look_lateness_seconds",
            "How much later than due a vendor was asked about a job.",
            ("engine",),
            LATENESS_SECONDS,
        )
        self.storage_failures = Counter(
            "mediamill_storage_failures",
            "Results that could not be stored and are tried again.",
            registry=self.registry,
        )
        self.credits_captured = Counter(
            "mediamill_credits_captured", "Credits charged for finished generations.", registry=self.registry
        )
        self.webhooks = Counter(
            "mediamill_webhook_attempts",
            "Webhook attempts by what came of them: delivered, retry, failed, late.",
            ("outcome",),
            registry=self.registry,
        )
        self.groups = self._histogram(
            "mediamill_store_commit_writes", "Writes that shared one synced commit.", (), GROUP_SIZES
        )

    def _histogram(self, name: str, described: str, labels: tuple[str, ...], buckets: tuple[float, ...]) -> Histogram:
        return Histogram(name, described, labels, buckets=buckets, registry=self.registry)

    def start_at_zero(self, models: Iterable[tuple[str, str]]) -> None:
        """Begin the series of every model at 0, so that the first event counts in a rate."""
        for tool, model in models:
            for state in STATES:
                self.generations.labels(tool, model, state)
