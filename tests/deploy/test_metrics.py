"""Every metric, label and value that alerts, dashboard and autoscaler name is one that the service exposes."""

import re

import pytest
from prometheus_client.metrics_core import Metric
from prometheus_client.parser import text_string_to_metric_families

from mediamill.accounts import Account
from mediamill.catalogue import load
from mediamill.db import Database
from mediamill.engines import RemoteOptions, RemoteSetup, SpendingCap, VendorKey
from mediamill.generations import AttemptOutcome
from mediamill.http import Process
from mediamill.http.metrics import exposition
from mediamill.http.readiness import ReadinessReport
from mediamill.telemetry import Metrics
from mediamill.telemetry.metrics import STATES
from tests.deploy.files import expressions
from tests.places import REPOSITORY
from tests.studio.engine import StudioEngine

# What Prometheus adds to each sample, and its own series.
ADDED = {"instance", "job"}
OWN_SERIES = {"up"}
# Labels whose values are a closed set of the product.
VALUES = {
    "state": set(STATES),
    "outcome": {*map(str, AttemptOutcome), "lost", "delivered", "retry", "failed", "late"},
    "check": {"database", "storage", "disk", "dispatch", "worker"},
    "pool": {"cpu", "gpu", "remote"},
    "route": {"/api/run"},
}
SELECTOR = re.compile(r"\b(mediamill_\w+|up)\b(?:\{([^}]*)\})?")
MATCHER = re.compile(r'(\w+)(=~|!=|=|!~)"([^"]*)"')
GROUPING = re.compile(r"\bby \(([\w, ]+)\)")


@pytest.fixture
async def exposed(database: Database, ada: Account) -> dict[str, set[str]]:
    """Every series of a process that serves and works: its name and its labels."""

    async def ready() -> ReadinessReport:
        return ReadinessReport(dict.fromkeys(VALUES["check"]), ())

    async def can_work() -> bool:
        return True

    metrics = Metrics()
    metrics.start_at_zero([("create-image", "nano-banana")])
    for counter in (metrics.requests, metrics.attempts, metrics.engine_unavailable, metrics.webhooks):
        counter.labels(*(["x"] * len(counter._labelnames)))
    for histogram in (metrics.request_seconds, metrics.engine_seconds, metrics.look_lateness):
        histogram.labels(*(["x"] * len(histogram._labelnames)))
    setup = RemoteSetup(
        "studio",
        StudioEngine(RemoteOptions()),
        (VendorKey("house", "k"),),
        SpendingCap(day=5_000_000),
        is_configured=True,
    )
    setups = lambda: {"studio": setup}  # noqa: E731
    process = Process(metrics, database, lambda: 0, {"x": can_work}, load(), setups, ready)
    found: dict[str, set[str]] = {}
    for family in text_string_to_metric_families((await exposition(process)).decode()):
        for name, labels in series_of(family):
            found.setdefault(name, set()).update(labels)
    return found


def series_of(family: Metric) -> list[tuple[str, set[str]]]:
    """Its samples; a counter of which nothing has happened yet has its name alone."""
    counted = f"{family.name}_total" if family.type == "counter" else family.name
    return [(sample.name, set(sample.labels)) for sample in family.samples] or [
        (counted, PURCHASES.get(counted, set()))
    ]


PURCHASES = {
    "mediamill_vendor_purchases_total": {"engine", "state"},
    "mediamill_vendor_possible_double_total": {"engine"},
}


async def test_every_metric_and_label_is_exposed(exposed: dict[str, set[str]]) -> None:
    named = set()
    for expression in expressions():
        labels = set(ADDED)
        for name, matchers in SELECTOR.findall(expression):
            assert name in exposed or name in OWN_SERIES, expression
            named.add(name)
            own = exposed.get(name, set()) | ADDED
            labels |= own
            assert {label for label, *_ in MATCHER.findall(matchers)} <= own, expression
        for grouping in GROUPING.findall(expression):
            assert {label.strip() for label in grouping.split(",")} <= labels, expression
    assert len(named) > 25


def test_values_of_labels_are_those_of_the_product() -> None:
    for expression in expressions():
        for _, matchers in SELECTOR.findall(expression):
            for label, _, value in MATCHER.findall(matchers):
                if label in VALUES and "mediamill_vendor" not in expression:
                    assert set(value.split("|")) <= VALUES[label], expression


async def test_the_page_of_metrics_has_every_one_and_no_other(exposed: dict[str, set[str]]) -> None:
    page = (REPOSITORY / "docs/reference/metrics.md").read_text()
    rows = re.findall(r"^\| (`mediamill_[^|]*) \|", page, re.M)
    told = {name for names in rows for name in re.findall(r"`(mediamill_\w+)`", names)}
    names = {name for name in exposed if name.startswith("mediamill_") and not name.endswith("_created")}

    assert told == {re.sub(r"_(bucket|sum|count)$", "", name) for name in names}


async def test_a_metric_that_is_not_there_would_be_seen(exposed: dict[str, set[str]]) -> None:
    assert "mediamill_queue_length" not in exposed
    assert exposed["mediamill_queue_depth"] == {"pool"}
