"""A fleet whose every part can be harmed: two fronts, two workers, PostgreSQL behind a gate, a bucket, a receiver."""

import itertools
import json
import os
import sys
import tempfile
import uuid
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import urlsplit

import httpx2
import psycopg
from psycopg.rows import dict_row

from mediamill import generations
from mediamill.db.postgres.connecting import IDLE_IN_TRANSACTION_MS
from mediamill.formats import content_matches
from mediamill.generations import Attempt
from tests.fleet.balanced import ANSWER_SECONDS, BalancedFleet
from tests.fleet.fleet import LEASE_SECONDS
from tests.fleet.mortal import Point
from tests.fleet.relay import Gate
from tests.postgres import PostgresServer, drop_postgres_database, new_postgres_database
from tests.reliability.hammer import Client, Menu, Receiver, Told
from tests.reliability.invariants import FINAL, books, engine_processes, left_its_end, webhooks
from tests.service import Person, Program, Service, until

LEASE = float(LEASE_SECONDS)
# One that stands still in the middle of a transaction keeps others out for so long, which is less than a usual lease.
STILL_SECONDS = max(LEASE, IDLE_IN_TRANSACTION_MS / 1_000)
SOON_SECONDS = 60.0
REST_SECONDS = 240.0  # for everything to end once nothing is harmed any more: a third try waits for a minute
SWEPT_SECONDS = 40.0  # for what lost attempts stored to be swept
SETTINGS = {
    "rehearsal": "true",
    "running_pro": "50",
    "slots_cpu": "2",
    "tries": "60",
    "allowed_networks": "127.0.0.0/8",
    "webhook_delays": "0.2,0.5,1,1,1,2,2,3,3",
}
CLIENTS = 4
READERS = 8
LIGHT: Menu = (  # so that a machine's two cores are left to what is tried
    ("rehearsal", {"model": "slow", "duration": 0.5}),
    ("rehearsal", {"model": "flaky", "failures": 0}),
    ("rehearsal", {"model": "flaky", "failures": 0}),
    ("rehearsal", {"model": "always-fails"}),
)
Row = Mapping[str, Any]


def is_trial(key: str) -> bool:
    """Whether it is what a process stores at its start to see that it can; the sweep of orphans takes it later."""
    return key.startswith("mill/upl_") and key.endswith(".txt")


class HarmedFleet(BalancedFleet):
    """It is asked through its balancer, and judged past everything that is harmed."""

    menu = LIGHT

    def __init__(
        self, folder: Path, server: PostgresServer | None = None, *, orders: Path | None = None, **settings: str
    ) -> None:
        """On a server of its own, or on the one that all tests share. `orders`: where processes read when to die."""
        super().__init__(folder, workers=2, **{**SETTINGS, "lease_seconds": LEASE_SECONDS, **settings})
        self.orders = orders or folder / "orders"
        if orders is not None:
            self.program = (sys.executable, "-m", "tests.fleet.mortal", str(orders))
        self.server = server
        self.receiver = Receiver(folder)
        self.stack.callback(self.receiver.server_close)
        self.stack.callback(self.receiver.shutdown)
        self.stack.enter_context(patch.dict(os.environ, SSL_CERT_FILE=str(folder / "authority.pem")))
        self.url = server.url("postgres") if server else new_postgres_database()
        if server is None:
            self.stack.callback(drop_postgres_database, self.url)
        self.gates: list[Gate] = []
        self.gate = self.new_gate()  # of the fronts; each worker has its own
        self.settings = {**self.settings, "database_url": self.through(self.gate)}
        self.tally = Told()
        self.promised: list[str] = []  # ids answered 2xx
        self.seen_ended: dict[str, str] = {}

    def start(self) -> "HarmedFleet":
        """Ready once every process has said that it is there."""
        super().start()
        until(lambda: self.count("workers WHERE stopped_at IS NULL") == 4, seconds=SOON_SECONDS, what="all are there")
        return self

    def new_gate(self) -> Gate:
        """A way to the database of one's own."""
        self.gates.append(Gate(urlsplit(self.url).port or 0))
        self.stack.callback(self.gates[-1].close)
        return self.gates[-1]

    def add_worker(self, *flags: str, **settings: str) -> Program:
        """One more worker, whose way to the database is its own."""
        return super().add_worker(*flags, **{"database_url": self.through(self.new_gate()), **settings})

    def gate_of(self, worker: Program) -> Gate:
        """Its way to the database."""
        return next(gate for gate in self.gates if self.through(gate) == worker.settings["database_url"])

    def through(self, gate: Gate) -> str:
        """The address of the database at the other side of it."""
        parts = urlsplit(self.url)
        return parts._replace(netloc=f"{parts.username}@127.0.0.1:{gate.port}").geturl()

    def mend(self) -> None:
        """Whatever a test has harmed is whole again."""
        self.bucket.is_away, self.bucket.answer_seconds = False, ANSWER_SECONDS
        self.bucket.takes.set()
        for gate in self.gates:
            gate.move_again()
        for one in self.programs:
            if not one.runs:
                self.revive(one)

    def order_death(self, point: Point) -> None:
        """The next process that comes to this point dies."""
        self.orders.write_text(point)

    def await_death(self) -> tuple[Program, float]:
        """Who died on order, and when."""
        died = Path(f"{self.orders}.done")
        until(died.exists, seconds=SOON_SECONDS, what="a process dies")
        victim = until(
            lambda: next((one for one in self.programs if not one.runs), None), seconds=SOON_SECONDS, what="it is gone"
        )
        assert victim is not None
        died_at = died.stat().st_ctime
        died.unlink()
        return victim, died_at

    def ask(self, person: Person, model: str, **input: object) -> str:
        """With a webhook, again and again under one key until it is answered, as good clients do."""
        body = {"tool": "rehearsal", "input": {"model": model, **input}, "webhook": self.receiver.url}
        headers = {"Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())}

        def sent() -> str | None:
            try:
                answer = person.request("POST", "/api/run", body=json.dumps(body).encode(), headers=headers)
            except httpx2.TransportError:
                return None
            assert answer.status_code in (200, 503), answer.text
            return str(answer.json()["id"]) if answer.status_code == 200 else None

        id = until(sent, seconds=SOON_SECONDS, what="it is answered")
        assert id is not None
        self.promised.append(id)
        return id

    def posts(self, id: str) -> int:
        """How often its webhook came."""
        return sum(json.loads(body)["id"] == id for body in self.receiver.bodies)

    def move_to(self, server: PostgresServer) -> None:
        """Everybody's database is there from now on."""
        self.server = server
        self.url = server.url("postgres")
        for gate in self.gates:
            gate.lead_to(server.port)

    def revive(self, program: Program) -> None:
        """Start it again, on what its data folder holds, as a supervisor does."""
        if isinstance(program, Service):
            program.start()
        else:
            program.begin()

    @contextmanager
    def under_load(self, person: Person, seed: int) -> Iterator[list[Client]]:
        """Clients start generations all the while, repeating each request until it is answered."""
        clients = [Client(person, self.receiver.url, self.tally, seed + number, self.menu) for number in range(CLIENTS)]
        for client in clients:
            client.start()
        try:
            yield clients
        finally:
            for client in clients:
                client.stopping.set()
            for client in clients:
                client.join(SOON_SECONDS)
                assert not client.is_alive()
                self.promised += client.accepted
                self.seen_ended |= client.seen_ended

    def accept_more(self, clients: Sequence[Client], number: int) -> None:
        """Return when these clients have had so many more accepted."""

        def accepted() -> int:
            return sum(len(client.accepted) for client in clients)

        so_far = accepted()
        until(lambda: accepted() >= so_far + number, seconds=SOON_SECONDS, what=f"{number} more are accepted")

    # -- what the database says ----------------------------------------------------------------------------------------

    def rows(self, statement: str, **parameters: object) -> list[Row]:
        """Past the gate."""
        with psycopg.connect(self.url, row_factory=dict_row, connect_timeout=5) as connection:
            return list(connection.execute(statement.encode(), parameters).fetchall())

    def count(self, of: str) -> int:
        """How many rows there are, `of`: table and condition."""
        return int(self.rows(f"SELECT COUNT(*) AS total FROM {of}")[0]["total"])

    def now(self) -> float:
        """Seconds, by the database's clock."""
        (row,) = self.rows("SELECT EXTRACT(EPOCH FROM clock_timestamp()) AS now")
        return float(row["now"])

    def status(self, id: str) -> str:
        """Of a generation."""
        return str(self.rows("SELECT status FROM generations WHERE id = %(id)s", id=id)[0]["status"])

    def available(self, person: Person) -> int:
        """Credits."""
        (row,) = self.rows("SELECT available FROM balances WHERE account_id = %(id)s", id=person.id)
        return int(row["available"])

    def held_by(self, worker: Program) -> list[str]:
        """The generations that a worker holds: its name begins with its process id."""
        owner = f"worker:{worker.process.pid}_%"
        return [row["id"] for row in self.rows("SELECT id FROM generations WHERE lease_owner LIKE %(o)s", o=owner)]

    def holder_of(self, id: str) -> Program:
        """The worker that has it, as soon as one has."""

        def look() -> Program | None:
            return next((worker for worker in self.staff if id in self.held_by(worker)), None)

        found = until(look, seconds=SOON_SECONDS, what="a worker has it")
        assert found is not None
        return found

    def attempts(self, id: str) -> list[Attempt]:
        """At a generation."""
        return self.beside.write(lambda tx: generations.attempts_of(tx, id))

    def pick_up_seconds(self, id: str, since: float) -> float:
        """How long after this instant by the database's clock its second attempt began."""
        return self.attempts(id)[1].started_at / 1_000 - since

    @property
    def beside(self) -> Service:
        """The service as operators find it who sit beside the database."""
        service = Service(self.folder, **{**self.settings, "database_url": self.url})
        service.port = self.port
        return service

    # -- judgement -----------------------------------------------------------------------------------------------------

    def rest(self) -> None:
        """Until everything has ended and every webhook is delivered."""

        def is_at_rest() -> bool:
            return not self.count("generations WHERE finished_at IS NULL") and not self.count(
                "deliveries WHERE status = 'pending'"
            )

        until(is_at_rest, seconds=REST_SECONDS, what="everything has ended")

    def broken(self) -> list[str]:
        """Every invariant that does not hold, once what lost attempts left has had its time to be swept."""
        self.rest()
        found: list[str] = []

        def is_whole() -> bool:
            found[:] = self.broken_now()
            return not found

        try:
            until(is_whole, seconds=SWEPT_SECONDS, what="every invariant holds")
        except AssertionError:
            return found
        return []

    def broken_now(self) -> list[str]:
        """The same now."""
        rows = {row["id"]: row for row in self.rows("SELECT * FROM generations")}
        events = self.rows("SELECT * FROM generation_events ORDER BY generation_id, number")
        return [
            *(f"I1: {id} was promised and is not there" for id in self.promised if id not in rows),
            *left_its_end(rows, events, self.seen_ended),
            *books(self.beside),
            *self.unreadable(rows),
            *webhooks(rows, self.receiver.bodies),
            *self.leftovers(rows),
            *(f"I10: {id} is still {row['status']}" for id, row in rows.items() if row["status"] not in FINAL),
        ]

    def unreadable(self, rows: Mapping[str, Row]) -> list[str]:
        """I5: what anybody gets who follows the link of a success."""
        with (
            tempfile.TemporaryDirectory() as folder,
            httpx2.Client(trust_env=False, timeout=30.0) as client,
            ThreadPoolExecutor(READERS) as readers,
        ):
            numbers = itertools.count()

            def fault_of(row: Row) -> str | None:
                if row["status"] != "success":
                    return f"I5: {row['id']} is {row['status']} and has an output" if row["output_key"] else None
                answer = client.get(f"{self.address}/media/{row['output_key']}")
                path = Path(folder, f"{next(numbers)}{Path(row['output_key']).suffix}")
                path.write_bytes(answer.content)
                is_whole = answer.status_code == 200 and content_matches(path, path.suffix)
                return None if is_whole else f"I5: the output of {row['id']} is not whole: {answer.status_code}"

            return [fault for fault in readers.map(fault_of, rows.values()) if fault]

    def leftovers(self, rows: Mapping[str, Row]) -> list[str]:
        """I9: files of nobody in the bucket, work folders, engine processes without a worker."""
        kept = {f"mill/{row[column]}" for row in rows.values() for column in ("output_key", "thumbnail_key")}
        kept |= {f"mill/{row['storage_key']}" for row in self.rows("SELECT storage_key FROM uploads")}
        return [
            *(f"I9: {key} belongs to nobody" for key in self.bucket.objects() if key not in kept and not is_trial(key)),
            *(f"I9: {key} is half uploaded" for key in self.bucket.unfinished()),
            *(f"I9: {path} was left over" for one in self.programs for path in (one.folder / "work").rglob("gen_*")),
            *(
                f"I9: process {pid} was left over"
                for one in self.programs
                for pid in set(engine_processes(one.folder)) - {one.process.pid, *one.descendants()}
            ),
        ]
