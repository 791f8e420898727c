"""What is the matter right now: queues, failures, how long models take, webhooks, disk, what nobody serves, alerts."""

from typing import Any

from starlette.responses import Response

from mediamill import alerts, clock, config, dispatch
from mediamill.catalogue import FieldFault
from mediamill.dispatch import Overview, PoolGlance
from mediamill.generations import ModelTimes
from mediamill.http.admin.handlers.generations import cause_item
from mediamill.http.context import Call, answer
from mediamill.http.disk_space import DiskSpace
from mediamill.http.paging import page_size, query_of
from mediamill.http.problems import Refusal, validation_failed


async def get_overview(call: Call) -> Response:
    """All of it, at one moment."""
    context = call.context
    pools = {model.pool for model in context.catalogue.models()}
    seen = await context.database.read_in_thread(lambda tx: dispatch.overview(tx, pools))
    return answer(overview_item(seen, context.disk))


async def list_alerts(call: Call) -> Response:
    """The newest alerts, resolved ones included."""
    faults: list[FieldFault] = []
    limit = page_size(query_of(call.request), faults)
    if faults:
        raise Refusal(validation_failed(faults))
    found = await call.context.database.read(lambda tx: alerts.latest(tx, limit))
    return answer({"data": [alerts.alert_item(one) for one in found]})


async def list_settings(call: Call) -> Response:
    """The settings in force, each with where it comes from; secrets are masked."""
    return answer({"data": [dict(one) for one in config.in_force(call.context.settings)]})


def overview_item(seen: Overview, disk: DiskSpace) -> dict[str, Any]:
    """What is the matter, and how much room there is."""
    return {
        "at": clock.iso(seen.at),
        "maintenance": seen.is_maintenance,
        "pools": [pool_item(one) for one in seen.pools],
        "running": seen.running,
        "workers": seen.workers,
        "unserved": [{"pool": one.pool, "tool": one.tool, "model": one.model} for one in seen.unserved],
        "warnings": list(seen.warnings),
        "failures": [cause_item(one) for one in seen.failures],
        "models": [model_item(one) for one in seen.models],
        "webhooks": seen.webhooks,
        "openAlerts": seen.open_alerts,
        "diskFreeBytes": disk.free_bytes(),
        "diskIsLow": disk.is_low(),
    }


def pool_item(one: PoolGlance) -> dict[str, Any]:
    """A pool at a glance."""
    return {
        "pool": one.pool,
        "waiting": one.waiting,
        "running": one.running,
        "oldestSeconds": None if one.oldest_ms is None else one.oldest_ms / 1_000,
        "isServed": one.is_served,
    }


def model_item(one: ModelTimes) -> dict[str, Any]:
    """How long a model took."""
    return {
        "tool": one.tool,
        "model": one.model,
        "runs": one.runs,
        "p50Seconds": one.p50_ms / 1_000,
        "p95Seconds": one.p95_ms / 1_000,
    }
