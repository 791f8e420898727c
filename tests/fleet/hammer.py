"""The hammer on a fleet: kill -9 of API processes, workers, their engines and PostgreSQL, at random, under load.

python -m tests.fleet.hammer --kills 300 --seed 7
"""

import json
import os
import random
import signal
import sys
import tempfile
import threading
import time
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from tests.fleet.fleet import late_seconds
from tests.fleet.harmed import LEASE, HarmedFleet
from tests.postgres import PostgresServer
from tests.reliability.hammer import MENU, Menu, Told, tell, wanted_of
from tests.service import Program, parent_of, until

# How often each is chosen. An engine's launcher is a child of the worker, an engine process the child of a launcher.
ROLES = {"front": 4, "worker": 4, "launcher": 2, "child": 3, "database": 1}
PAUSE_SECONDS = (0.2, 1.0)  # between kills
HELD_SECONDS = 60.0  # until something is being made: what was killed has to start again


@dataclass(frozen=True, slots=True)
class Death:
    """A worker died with these generations in its hands."""

    at: float  # seconds, by the database's clock
    held: tuple[str, ...]
    worker: str
    outages: int  # of the database, before


class FleetHammer:
    """A fleet, its clients, and a hand that kills."""

    def __init__(self, folder: Path, server: PostgresServer, seed: int, menu: Menu) -> None:
        self.rng = random.Random(seed)
        self.seed = seed
        self.server = server
        self.fleet = HarmedFleet(folder, server)
        self.fleet.menu = menu
        self.told = self.fleet.tally
        self.told.roles = tuple(ROLES)
        self.deaths: list[Death] = []

    def run(self, kills: int) -> Told:
        """So many kills, each role at least in turn, then rest, then judgement."""
        self.fleet.start()
        person = self.fleet.open_account("mina", credits=10**9)
        order = [*ROLES, *self.rng.choices([*ROLES], [*ROLES.values()], k=max(0, kills - len(ROLES)))]
        with self.fleet.under_load(person, self.seed):
            for number, role in enumerate(order):
                threading.Event().wait(self.rng.uniform(*PAUSE_SECONDS))
                until(self.leased, seconds=HELD_SECONDS, what="something is being made")
                self.kill(role)
                if sys.stderr.isatty():
                    print(f"\r{number + 1} kills", end="", file=sys.stderr)
        self.judge()
        return self.told

    def leased(self) -> int:
        """How many generations workers hold."""
        return self.fleet.count("generations WHERE lease_owner IS NOT NULL")

    def kill(self, role: str) -> None:
        """SIGKILL for one process in this role, chosen at random; what died is started again."""
        if role == "database":
            hit = self.leased() > 0
            self.server.kill()
            self.server.start()
        elif role == "front":
            hit = self.leased() > 0
            self.end(self.rng.choice(self.fleet.fronts))
        else:
            worker = max(self.fleet.staff, key=lambda one: (len(self.fleet.held_by(one)), self.rng.random()))
            held = tuple(self.fleet.held_by(worker))
            hit = bool(held)
            if role == "worker":
                self.deaths.append(Death(self.fleet.now(), held, name_of(worker), self.told.kills["database"]))
                self.end(worker)
            elif not self.end_below(worker, role):
                return
        self.told.kills[role] += 1
        self.told.hits[role] += hit

    def end(self, program: Program) -> None:
        """And start it again."""
        program.kill()
        self.fleet.revive(program)

    def end_below(self, worker: Program, role: str) -> bool:
        """Whether there was one to kill."""
        below = worker.descendants()
        launchers = [pid for pid in below if parent_of(pid) == worker.process.pid]
        chosen = launchers if role == "launcher" else [pid for pid in below if pid not in launchers]
        try:
            os.kill(self.rng.choice(chosen), signal.SIGKILL)
        except (IndexError, ProcessLookupError):
            return False
        return True

    def judge(self) -> None:
        """Nobody sends or kills any more: everything ends."""
        started = time.monotonic()
        self.fleet.mend()  # as a supervisor does with what could not start while the database was away
        self.fleet.rest()
        self.told.taken_up_seconds_max = LEASE + late_seconds()
        self.told.converged_seconds = time.monotonic() - started
        bodies = self.fleet.receiver.bodies
        self.told.accepted, self.told.webhooks = len(self.fleet.promised), len(bodies)
        self.told.duplicates = len(bodies) - len({json.loads(body)["id"] for body in bodies})
        ended = self.fleet.rows("SELECT status, COUNT(*) AS total FROM generations GROUP BY status")
        self.told.ended.update({row["status"]: row["total"] for row in ended})
        self.told.taken_up_seconds = [
            seconds for number, death in enumerate(self.deaths) for seconds in self.taken_back_after(number, death)
        ]
        self.told.broken = self.fleet.broken()

    def taken_back_after(self, number: int, death: Death) -> list[float]:
        """How long what it held was in nobody's hands; nothing where the database was away in that time."""
        following = self.deaths[number + 1].outages if number + 1 < len(self.deaths) else self.told.kills["database"]
        if following != death.outages:
            return []
        rows = self.fleet.rows(
            "SELECT ended_at FROM attempts WHERE worker LIKE %(worker)s AND outcome = 'lost'"
            " AND generation_id = ANY(%(held)s)",
            worker=f"{death.worker}%",
            held=list(death.held),
        )
        return [row["ended_at"] / 1_000 - death.at for row in rows]


def name_of(worker: Program) -> str:
    """How a worker's name begins."""
    return f"worker:{worker.process.pid}_"


def hammered(folder: Path, kills: int, seed: int, menu: Menu = MENU) -> Told:
    """One run on a server of its own."""
    with ExitStack() as stack:
        server = PostgresServer().make().start()
        stack.callback(server.close)
        hammer = FleetHammer(folder, server, seed, menu)
        stack.callback(hammer.fleet.close)
        return hammer.run(kills)


if __name__ == "__main__":
    wanted = wanted_of(__doc__)
    with tempfile.TemporaryDirectory(prefix="mediamill-hammer-") as folder:
        tell(lambda: hammered(Path(folder, "fleet"), wanted.kills, wanted.seed))
