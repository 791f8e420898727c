"""GET /metrics: what was counted, and levels read from the database now. Only for networks that the operator trusts."""

from collections.abc import Callable, Iterator

from prometheus_client import generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.registry import Collector, CollectorRegistry
from starlette.requests import Request
from starlette.responses import Response

from mediamill import credits, generations
from mediamill.db import Transaction
from mediamill.generations import Backlog
from mediamill.sight import Meters
from mediamill.web.addresses import is_operator
from mediamill.web.call import Shop
from mediamill.web.problems import NOT_FOUND

Family = GaugeMetricFamily | CounterMetricFamily


class Metrics:
    """The page that Prometheus reads."""

    def __init__(self, shop: Shop, meters: Meters, children: Callable[[], int]) -> None:
        self.shop = shop
        self.meters = meters
        self.children = children

    async def __call__(self, request: Request) -> Response:
        """200 with everything in the text format; 404 for an address outside the operator's networks."""
        if not is_operator(request.scope, self.shop.settings):
            return NOT_FOUND.response()

        def levels(tx: Transaction) -> tuple[list[Backlog], int, int]:
            return generations.backlogs(tx), credits.held_in_all(tx), tx.now()

        backlogs, held, now = await self.shop.database.read_aside(levels)
        families = CollectorRegistry(auto_describe=False)
        families.register(Levels(list(self.families(backlogs, held, now))))
        text = generate_latest(self.meters.registry) + generate_latest(families)
        return Response(text, media_type=CONTENT_TYPE_PLAIN_0_0_4, headers={"Cache-Control": "no-store"})

    def families(self, backlogs: list[Backlog], held: int, now: int) -> Iterator[Family]:
        """Levels."""
        depth = GaugeMetricFamily("mediamill_queue_depth", "Generations that wait for a worker.", labels=["pool"])
        oldest = GaugeMetricFamily(
            "mediamill_queue_oldest_seconds", "How long the oldest of them has been due.", labels=["pool"]
        )
        running = GaugeMetricFamily("mediamill_running", "Generations that a worker holds.", labels=["pool"])
        known = {backlog.pool: backlog for backlog in backlogs}
        for pool in sorted({model.pool for model in self.shop.catalogue.models()} | known.keys()):
            backlog = known.get(pool) or Backlog(pool, waiting=0, running=0, oldest_due_at=None)
            depth.add_metric([backlog.pool], backlog.waiting)
            running.add_metric([backlog.pool], backlog.running)
            age = 0 if backlog.oldest_due_at is None else max(0, now - backlog.oldest_due_at)
            oldest.add_metric([backlog.pool], age / 1_000)
        yield from (depth, oldest, running)
        yield GaugeMetricFamily("mediamill_credits_held", "Credits held for generations under way.", value=held)
        yield GaugeMetricFamily("mediamill_engine_children", "Engine processes alive.", value=self.children())
        database = self.shop.database
        yield CounterMetricFamily("mediamill_store_commits", "Synced commits.", value=database.commits)
        yield CounterMetricFamily("mediamill_store_writes", "Writes that those commits held.", value=database.writes)


class Levels(Collector):
    """Families that were read a moment ago."""

    def __init__(self, families: list[Family]) -> None:
        self._families = families

    def collect(self) -> list[Family]:
        """All of them."""
        return self._families
