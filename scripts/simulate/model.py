"""The fleet as a simulation of discrete events: API processes, PostgreSQL, workers, the bucket.

Simplified: a waiting generation is picked up at once (so it is where workers are woken), accounts never wait for one
another's locks, nothing fails. Processor times are exponential around what was measured.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

import simpy

from scripts.simulate.costs import (
    CHORES,
    GET_MS,
    MESSAGE_EVERY,
    POST_MS,
    Costs,
    Work,
)
from scripts.simulate.stations import Log, Station, Statistics, Steps

GROUP_MAX = 256  # requests that one process accepts in one transaction
GROUP_MEASURED = 16
DURABLE = ("rescue", "beat")  # of what workers do again and again


@dataclass(frozen=True, slots=True)
class Fleet:
    """What there is."""

    apis: int
    workers: int
    slots: int  # of each worker
    cores: int  # of the database
    connections: int = 8  # of each process, for what callers wait for
    flush_seconds: float = 0.001  # of the database's log: a network disk
    trip_seconds: float = 0.0003  # to the database and back
    put_seconds: float = 0.05  # of a file into the bucket
    engine_seconds: float = 2.0


@dataclass(frozen=True, slots=True)
class Demand:
    """What is asked of it."""

    per_second: float  # generations
    polls: int = 5  # GETs for each


@dataclass(slots=True)
class Process:
    """One of ours: an interpreter that does one thing at a time, and its connections."""

    cpu: Station
    connections: simpy.Resource
    is_looking: bool = False
    heard_from: float = -1.0  # when it last sent a message


@dataclass
class Outcome:
    """What was seen after the warm-up."""

    accepted: Statistics = field(default_factory=Statistics)  # POST until its answer
    generations: Statistics = field(default_factory=Statistics)  # POST until success
    done_per_second: float = 0.0
    api: float = 0.0  # utilisations
    database: float = 0.0
    slots: float = 0.0
    commits: float = 0.0  # per second
    flushes: float = 0.0


class Simulation:
    """One run."""

    def __init__(self, fleet: Fleet, demand: Demand, costs: Costs, seed: int = 1) -> None:
        self.env = simpy.Environment()
        self.fleet, self.demand, self.costs = fleet, demand, costs
        self.chance = random.Random(seed)
        self.database = Station(self.env, fleet.cores, self.chance)
        self.log = Log(self.env, fleet.flush_seconds)
        self.apis = [self.process() for _ in range(fleet.apis)]
        self.workers = [self.process() for _ in range(fleet.workers)]
        self.slots = Station(self.env, fleet.workers * fleet.slots, self.chance)
        self.orders: list[list[simpy.Event]] = [[] for _ in self.apis]
        self.outcome = Outcome()

    def process(self) -> Process:
        return Process(Station(self.env, 1, self.chance), simpy.Resource(self.env, self.fleet.connections))

    def run(self, seconds: float, warm_up: float) -> Outcome:
        """What is seen in so many seconds after the warm-up."""
        self.env.process(self.arrive())
        for worker in self.workers:
            self.env.process(self.ask_again_and_again(worker))
        self.env.run(warm_up)
        commits, flushes = self.log.commits, self.log.flushes
        for statistics in self.statistics():
            statistics.restart(self.env.now)
        self.env.run(warm_up + seconds)
        for statistics in self.statistics():
            statistics.change(self.env.now)
        outcome = self.outcome
        outcome.done_per_second = outcome.generations.rate()
        outcome.api = sum(api.cpu.utilisation() for api in self.apis) / len(self.apis)
        outcome.database, outcome.slots = self.database.utilisation(), self.slots.utilisation()
        outcome.commits = (self.log.commits - commits) / seconds
        outcome.flushes = (self.log.flushes - flushes) / seconds
        return outcome

    def statistics(self) -> Iterator[Statistics]:
        yield from (self.outcome.accepted, self.outcome.generations, self.database.statistics, self.slots.statistics)
        for process in (*self.apis, *self.workers):
            yield process.cpu.statistics

    def arrive(self) -> Steps:
        """Callers come at random."""
        while True:
            yield self.env.timeout(self.chance.expovariate(self.demand.per_second))
            self.env.process(self.generation())

    def generation(self) -> Steps:
        """One, from its request to its end."""
        began = self.enter(self.outcome.generations)
        asked = self.enter(self.outcome.accepted)
        number = self.chance.randrange(len(self.apis))
        yield from self.apis[number].cpu.serve(POST_MS / 1_000)
        yield from self.accepted_by(number)
        self.leave(self.outcome.accepted, asked)
        for _ in range(self.demand.polls):
            self.env.process(self.poll())
        worker = self.chance.choice(self.workers)
        with self.slots.held() as slot:
            arrived = self.env.now
            yield slot
            taken = self.env.now
            self.slots.statistics.change(taken, busy=1)
            yield from self.transact(worker, self.costs.work["look"], durable=False)
            yield from self.transact(worker, self.costs.work["claim"])
            yield self.env.timeout(self.chance.expovariate(1 / self.fleet.engine_seconds))
        self.slots.left(arrived, taken)
        yield from self.transact(worker, self.costs.work["upload"])
        yield self.env.timeout(2 * self.fleet.put_seconds)  # the file and its thumbnail
        yield from self.transact(worker, self.costs.work["succeed"])
        self.leave(self.outcome.generations, began)

    def accepted_by(self, number: int) -> Steps:
        """The API process accepts what has come together, one transaction at a time."""
        done = self.env.event()
        waiting = self.orders[number]
        waiting.append(done)
        if len(waiting) == 1:
            self.env.process(self.accept(number))
        yield done

    def accept(self, number: int) -> Steps:
        """As long as somebody waits; the first of `orders` is under way."""
        one, many = self.costs.work["accept"], self.costs.work["accept_16"]
        while group := self.orders[number][:GROUP_MAX]:
            yield from self.transact(self.apis[number], one.grown(many, GROUP_MEASURED, len(group)))
            del self.orders[number][: len(group)]
            for done in group:
                done.succeed()
            self.wake(self.apis[number])

    def wake(self, api: Process) -> None:
        """A message, if the last one was long ago: every worker with a free slot looks, whoever gets the work."""
        if self.env.now - api.heard_from < MESSAGE_EVERY:
            return
        api.heard_from = self.env.now
        full = (self.slots.statistics.busy / self.slots.servers) ** self.fleet.slots
        for worker in self.workers:
            if not worker.is_looking and self.chance.random() > full:
                worker.is_looking = True
                self.env.process(self.look(worker))

    def look(self, worker: Process) -> Steps:
        """For work that is most often taken by somebody else by now."""
        yield from self.transact(worker, self.costs.work["look"], durable=False)
        worker.is_looking = False

    def poll(self) -> Steps:
        """A GET some time later."""
        yield self.env.timeout(self.chance.uniform(0, 2 * self.fleet.engine_seconds))
        api = self.chance.choice(self.apis)
        yield from api.cpu.serve(GET_MS / 1_000)
        yield from self.transact(api, self.costs.work["get"], durable=False)

    def ask_again_and_again(self, worker: Process) -> Steps:
        """What a worker asks also where there is nothing to do."""
        for name, every in CHORES:
            self.env.process(self.repeat(worker, self.costs.work[name], every, durable=name in DURABLE))
        yield self.env.timeout(0)

    def repeat(self, worker: Process, work: Work, every: float, durable: bool) -> Steps:
        yield self.env.timeout(self.chance.uniform(0, every))
        while True:
            yield from self.transact(worker, work, durable=durable)
            yield self.env.timeout(every)

    def transact(self, process: Process, work: Work, *, durable: bool = True) -> Steps:
        """On a connection of the process: its own time, the way there, the server's time, the flush."""
        with process.connections.request() as connection:
            yield connection
            yield from process.cpu.serve(work.client_ms / 1_000)
            yield self.env.timeout(work.round_trips * self.fleet.trip_seconds)
            yield from self.database.serve(work.server_ms / 1_000)
            if durable:
                yield from self.log.commit()

    def enter(self, statistics: Statistics) -> float:
        statistics.change(self.env.now, present=1)
        statistics.arrivals += 1
        return float(self.env.now)

    def leave(self, statistics: Statistics, began: float) -> None:
        statistics.change(self.env.now, present=-1)
        statistics.departures += 1
        statistics.sojourn += self.env.now - began
