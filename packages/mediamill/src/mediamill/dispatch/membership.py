"""This process among those that share the database: registered, beating, and on duty when it is its turn."""

import logging
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from mediamill import workers
from mediamill.db import Database, StoreBusy, StoreFailed, Transaction
from mediamill.dispatch.maintenance import Maintenance
from mediamill.dispatch.oversight import differences
from mediamill.dispatch.periodic import Periodic
from mediamill.workers import Orders, Served, Worker

BEATS_PER_LEASE = 6  # five may fail before others take this process for dead
MAINTENANCE = "maintenance"  # the duty
ORDERS_SECONDS = 1.0  # between looks for what operators ask

log = logging.getLogger("mediamill.dispatch")


@dataclass(frozen=True, slots=True)
class Heard:
    """What a process learns with a beat."""

    on_duty: bool  # it does the maintenance now
    nobody_runs: set[Served]
    orders: Orders
    differences: list[str]  # between the processes


class Membership:
    """Registers the process, then beats; the process that holds the duty does the maintenance for all of them."""

    def __init__(
        self,
        *,
        worker: Worker,
        served: Iterable[Served],
        lacking: Iterable[Served],
        on_nobody_runs: Callable[[set[Served]], None],
        on_orders: Callable[[Orders], None],
        loaded: Callable[[], Iterable[str]],
        database: Database,
        maintenance: Maintenance,
        lease_ms: int,
    ) -> None:
        """`lacking`: models of this process's pools and catalogue that have no engine here. With every beat
        `on_nobody_runs` gets those of them that no other process runs either; `on_orders` gets each second what
        operators ask. `loaded`: the engines in the memory of its engine processes.
        """
        self.worker = worker
        self.served = tuple(served)
        self.lacking = frozenset(lacking)
        self.on_nobody_runs = on_nobody_runs
        self.on_orders = on_orders
        self.loaded = loaded
        self.database = database
        self.maintenance = maintenance
        self.lease_ms = lease_ms
        pause_seconds = lease_ms / 1_000 / BEATS_PER_LEASE
        self.loop = Periodic(self.try_to_beat, name="a beat", pause_seconds=pause_seconds, at_once=False)
        self.listening = Periodic(self.hear_orders, name="orders", pause_seconds=ORDERS_SECONDS, at_once=False)
        self.warned: list[str] = []

    async def start(self) -> None:
        """Register, then beat until stopped; a store that takes no writes now is asked again at each beat."""
        await self.try_to_beat()
        self.loop.start()
        self.listening.start()

    async def stop(self) -> None:
        """Stop the maintenance, leave the duty to another process, and record that this one has ended."""
        if not self.loop.started:
            return
        await self.listening.stop()
        await self.loop.stop()
        await self.maintenance.stop()
        try:
            await self.database.write(self.leave)
        except (StoreBusy, StoreFailed) as error:
            log.warning("this process ends without saying so: %s", error)

    async def change(self, worker: Worker, served: Iterable[Served], lacking: Iterable[Served]) -> None:
        """The process runs other models from now on."""
        self.worker, self.served, self.lacking = worker, tuple(served), frozenset(lacking)
        change = partial(workers.change, worker=worker, served=self.served, alive_ms=self.lease_ms)
        await self.database.write(change)

    def alive(self) -> bool:
        """Whether both loops still turn."""
        return self.loop.alive() and self.listening.alive()

    async def try_to_beat(self) -> None:
        """A beat that fails is logged, and the next one comes; a duty that could not be prolonged in time is left."""
        try:
            await self.beat()
        except Exception as error:
            log.warning("this process could not say that it is alive: %s", error, exc_info=not is_store_fault(error))
            if not self.maintenance.may_go_on():
                await self.maintenance.stop()

    async def beat(self) -> None:
        """Record that this process is alive, and do the maintenance if no other process does."""
        asked_at = time.monotonic()
        heard = await self.database.write(partial(self.report, loaded=tuple(self.loaded())))
        self.on_nobody_runs(heard.nobody_runs)
        self.on_orders(heard.orders)
        if heard.on_duty:
            self.maintenance.held_until = asked_at + self.lease_ms / 1_000
            self.maintenance.start()
        else:
            await self.maintenance.stop()
        for sentence in heard.differences:
            if sentence not in self.warned:
                log.warning(sentence)
        self.warned = heard.differences

    async def hear_orders(self) -> None:
        """What operators ask now. While the store is away, what was asked last holds."""
        try:
            self.on_orders(await self.database.read(partial(workers.orders_of, name=self.worker.name)))
        except (StoreBusy, StoreFailed) as error:
            log.debug("orders could not be read: %s", error)

    def register(self, tx: Transaction) -> None:
        """Introduce this process."""
        workers.register(tx, self.worker, self.served, alive_ms=self.lease_ms)

    def report(self, tx: Transaction, loaded: tuple[str, ...]) -> Heard:
        """One beat."""
        if not workers.beat(tx, self.worker.name, loaded, alive_ms=self.lease_ms):
            self.register(tx)
        on_duty = workers.take_duty(tx, MAINTENANCE, self.worker.name, lease_ms=self.lease_ms)
        nobody_runs = self.lacking - workers.known_models(tx) if self.lacking else frozenset()
        orders = workers.orders_of(tx, self.worker.name)
        return Heard(on_duty, set(nobody_runs), orders, differences(workers.alive(tx)))

    def leave(self, tx: Transaction) -> None:
        """The end."""
        workers.leave_duties(tx, self.worker.name)
        workers.stop(tx, self.worker.name)


def is_store_fault(error: Exception) -> bool:
    """Whether the store reported the cause itself."""
    return isinstance(error, StoreBusy | StoreFailed)
