"""What work waits for: servers, a log that is flushed for groups, connections; each keeps its own statistics."""

import random
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

import simpy

Steps = Generator[Any, Any, None]


@dataclass(slots=True)
class Statistics:
    """Of one place, since `since`: all that the laws of queues speak of."""

    since: float = 0.0
    changed_at: float = 0.0
    present: int = 0  # waiting or served
    busy: int = 0
    present_area: float = 0.0  # integrals over time
    busy_area: float = 0.0
    arrivals: int = 0
    departures: int = 0
    sojourn: float = 0.0  # seconds that those spent here that have left
    waited: float = 0.0  # of those, before they were served

    def change(self, now: float, *, present: int = 0, busy: int = 0) -> None:
        """Time has passed, then somebody came, began or went."""
        self.present_area += self.present * (now - self.changed_at)
        self.busy_area += self.busy * (now - self.changed_at)
        self.changed_at = now
        self.present += present
        self.busy += busy

    def restart(self, now: float) -> None:
        """Forget the beginning, in which nothing was in balance yet."""
        self.change(now)
        self.since, self.present_area, self.busy_area = now, 0.0, 0.0
        self.arrivals = self.departures = 0
        self.sojourn = self.waited = 0.0

    def seconds(self) -> float:
        return self.changed_at - self.since

    def mean_present(self) -> float:
        """L of Little's law."""
        return self.present_area / self.seconds()

    def mean_busy(self) -> float:
        return self.busy_area / self.seconds()

    def rate(self) -> float:
        """λ: departures per second."""
        return self.departures / self.seconds()

    def mean_sojourn(self) -> float:
        """W: seconds from coming to going."""
        return self.sojourn / self.departures if self.departures else 0.0

    def mean_wait(self) -> float:
        return self.waited / self.departures if self.departures else 0.0


class Station:
    """So many servers alike, first come, first served."""

    def __init__(self, env: simpy.Environment, servers: int, chance: random.Random) -> None:
        self.env = env
        self.servers = servers
        self.resource = simpy.Resource(env, servers)
        self.chance = chance
        self.statistics = Statistics()

    def serve(self, mean_seconds: float, *, exactly: bool = False) -> Steps:
        """Wait for a server and be served, for an exponential time or exactly this one."""
        with self.held() as request:
            arrived = self.env.now
            yield request
            began = self.env.now
            self.statistics.change(self.env.now, busy=1)
            yield self.env.timeout(mean_seconds if exactly else self.chance.expovariate(1 / mean_seconds))
        self.left(arrived, began)

    def held(self) -> Any:
        """A request for a server, which is counted as an arrival."""
        self.statistics.change(self.env.now, present=1)
        self.statistics.arrivals += 1
        return self.resource.request()

    def left(self, arrived: float, began: float) -> None:
        """Somebody who was served has gone."""
        now = self.env.now
        self.statistics.change(now, present=-1, busy=-1)
        self.statistics.departures += 1
        self.statistics.sojourn += now - arrived
        self.statistics.waited += began - arrived

    def utilisation(self) -> float:
        return self.statistics.mean_busy() / self.servers


class Log:
    """The write-ahead log: one flush at a time makes everything durable that was written before it began."""

    def __init__(self, env: simpy.Environment, flush_seconds: float) -> None:
        self.env = env
        self.flush_seconds = flush_seconds
        self.waiting: list[simpy.Event] = []
        self.is_flushing = False
        self.flushes = 0
        self.commits = 0

    def commit(self) -> Steps:
        """Until it is durable."""
        self.commits += 1
        done = self.env.event()
        self.waiting.append(done)
        if not self.is_flushing:
            self.is_flushing = True
            self.env.process(self.flush())
        yield done

    def flush(self) -> Steps:
        """As long as somebody waits."""
        while self.waiting:
            group, self.waiting = self.waiting, []
            yield self.env.timeout(self.flush_seconds)
            self.flushes += 1
            for done in group:
                done.succeed()
        self.is_flushing = False
