"""A whole fleet that looks like one service: two fronts behind a balancer, two workers, PostgreSQL, a distant bucket.

MEDIAMILL_TEST_SETUP=fleet makes the suites that judge a service from outside judge this.
"""

import asyncio
import os
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from itertools import count
from pathlib import Path
from unittest.mock import patch

from tests.conformance.bucket import credentials, running_bucket
from tests.fleet.fleet import Fleet
from tests.fleet.relay import HEAD_BYTES, Ends, Relay
from tests.ports import free_port
from tests.service import STOP_SECONDS, Program, Service

FRONTS, WORKERS = 2, 2
ANSWER_SECONDS = 0.1  # of the bucket


def is_fleet_wanted() -> bool:
    """Whether suites are to judge a fleet."""
    return os.environ.get("MEDIAMILL_TEST_SETUP") == "fleet"


class BalancedFleet(Service):
    """Its address is the balancer's; what is asked of one process is asked of the first front."""

    def __init__(self, folder: Path, *, workers: int, **settings: str) -> None:
        super().__init__(folder / "front0", **settings)
        folder.mkdir(parents=True, exist_ok=True)
        self.place, self.workers = folder, workers
        self.stack = ExitStack()
        self.fronts: list[Service] = []
        self.staff: list[Program] = []

    def start(self) -> "BalancedFleet":
        """Start everything, also once more; ready once all fronts listen."""
        if self.fronts:
            for front in self.fronts:
                front.start()
            for worker in self.staff:
                worker.begin()
            return self
        self.balancer = Balancer()
        self.stack.callback(self.balancer.close)
        self.port = self.balancer.port
        own = {"storage_url": self.settings.get("storage_url") or self.open_bucket(), "public_url": self.public_url}
        self.fleet = Fleet(self.place, **{"lease_seconds": "30", **self.settings, **own})
        self.stack.callback(self.fleet.close)
        self.settings = self.fleet.settings
        self.fronts = [self.open_front() for _ in range(FRONTS)]
        self.folder, self.process, self.command = (
            self.fronts[0].folder, self.fronts[0].process, self.fronts[0].command
        )  # fmt: skip
        self.balancer.ports = [front.port for front in self.fronts]
        self.staff = [self.add_worker() for _ in range(self.workers)]
        return self

    def open_bucket(self) -> str:
        """A distant bucket of its own: what to say where media are stored."""
        self.bucket = self.stack.enter_context(running_bucket(ANSWER_SECONDS))
        self.stack.enter_context(patch.dict(os.environ, credentials(self.bucket)))
        return f"{self.bucket.url}/mill"

    def open_front(self) -> Service:
        """One of them; what it says of its address is the balancer's."""
        front = Front(self.fleet.new_folder("front"), "--no-worker", **self.settings)
        front.program = self.program_of_next()
        front.port = free_port()
        self.fleet.processes.append(front)
        return front.start()

    def add_worker(self, *flags: str, **settings: str) -> Program:
        """One more worker."""
        return self.fleet.worker(*flags, program=self.program_of_next(), **settings)

    def hire(self, *flags: str, **settings: str) -> Program:
        """The same, as it is asked of one process."""
        return self.add_worker(*flags, **settings)

    def program_of_next(self) -> Sequence[str]:
        """What the next process of the fleet is."""
        return self.program

    @property
    def programs(self) -> list[Program]:
        """All processes that were started with it, fronts and workers."""
        return [*self.fronts, *self.staff]

    def kill(self) -> None:
        """SIGKILL to all of them."""
        for program in self.programs:
            program.process.kill()
        for program in self.programs:
            program.process.wait(STOP_SECONDS)

    def terminate(self) -> int:
        """SIGTERM to all of them; the exit code of one that did not end with 0, if there is any."""
        for program in self.programs:
            program.process.terminate()
        return next(filter(None, [program.process.wait(STOP_SECONDS) for program in self.programs]), 0)

    def descendants(self) -> list[int]:
        """The ids of all processes below theirs."""
        return [id for program in self.programs for id in program.descendants()]

    def close(self) -> None:
        """Make sure that everything is gone."""
        for client in self.clients:
            client.close()
        self.stack.close()

    @property
    def log(self) -> str:
        """What all of them said."""
        return "".join(program.log for program in self.programs)

    def memory_bytes(self) -> int:
        """Of the fronts together."""
        return sum(front.memory_bytes() for front in self.fronts)


class Front(Service):
    """A `serve` behind a balancer: what it says of its address is the balancer's, its own is what it was given."""

    def start(self) -> Service:
        port = self.port
        super().start()
        self.port = port
        return self


class Balancer(Relay):
    """Connections go to the fronts in turn, from the address that they came from, past those that do not listen."""

    def __init__(self) -> None:
        self.ports: list[int] = []
        self.turns = count()
        super().__init__()

    async def dial(self, caller: str) -> Ends:
        first = next(self.turns)
        for turn in range(first, first + len(self.ports)):
            port = self.ports[turn % len(self.ports)]
            with suppress(ConnectionRefusedError):
                return await asyncio.open_connection("127.0.0.1", port, limit=HEAD_BYTES, local_addr=(caller, 0))
        raise ConnectionRefusedError


def start_service(folder: Path, *flags: str, **settings: str) -> Service:
    """One process, or a fleet where that is wanted; `--no-worker` is understood by both."""
    folder.mkdir(parents=True, exist_ok=True)
    if is_fleet_wanted():
        return BalancedFleet(folder, workers=0 if "--no-worker" in flags else WORKERS, **settings).start()
    return Service(folder / "data", *flags, **settings).start()
