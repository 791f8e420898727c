"""Queues with a known answer: what the simulation has to agree with, and how many servers a load needs."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Queue:
    """M/M/c: arrivals at random, service times exponential, `servers` alike."""

    arrivals: float  # per second
    service_seconds: float  # on the average
    servers: int

    @property
    def offered(self) -> float:
        """Erlangs: how many servers are busy on the average."""
        return self.arrivals * self.service_seconds

    @property
    def utilisation(self) -> float:
        """Share of the time that a server is busy."""
        return self.offered / self.servers

    @property
    def waits(self) -> float:
        """The probability that an arrival waits (Erlang's C); 1 where the load is too much."""
        if self.utilisation >= 1:
            return 1.0
        blocked = 1.0  # Erlang's B, by its recursion
        for servers in range(1, self.servers + 1):
            blocked = self.offered * blocked / (servers + self.offered * blocked)
        return blocked / (1 - self.utilisation * (1 - blocked))

    @property
    def wait_seconds(self) -> float:
        """How long an arrival waits on the average; infinite where the load is too much."""
        if self.utilisation >= 1:
            return float("inf")
        return self.waits * self.service_seconds / (self.servers - self.offered)


def servers_for(arrivals: float, service_seconds: float, wait_seconds_max: float) -> int:
    """The fewest servers with which an arrival waits no longer than this on the average."""
    servers = max(1, int(arrivals * service_seconds))
    while Queue(arrivals, service_seconds, servers).wait_seconds > wait_seconds_max:
        servers += 1
    return servers
