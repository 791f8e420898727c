"""The hammer: kill -9 of service, worker, launcher and engine child, at random, under load, counting what was hit.

    python -m tests.reliability.hammer --kills 500 --seed 7

Clients send every request again under its `Idempotency-Key` until it is answered, as good clients do. At the end every
invariant has to hold, and enough kills must have hit something under way: a run that hit too little proves nothing.
"""

import argparse
import json
import os
import random
import signal
import sqlite3
import ssl
import sys
import tempfile
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx2
import trustme

from tests.reliability.invariants import broken_invariants
from tests.service import Person, Program, Service, alive, parent_of, until

CLIENTS = 4
ROLES = {"service": 2, "worker": 2, "launcher": 2, "child": 4}  # how often each is chosen
PAUSE_SECONDS = (0.05, 0.6)  # between kills
REST_SECONDS = 300.0  # for everything to end once nothing is killed any more: a third try waits for a minute
SWEPT_SECONDS = 40.0  # for what killed attempts left to be swept
TAKEN_UP_SECONDS = 5.0  # from a restart until something is being made again
HIT_SHARE_MIN = 0.5  # of all kills
ROLE_HITS_MIN = 0.1  # of a role's kills
UNDER_WAY_MAX = 60  # generations that wait: clients pause while there are more
Menu = Sequence[tuple[str, dict[str, Any]]]
MENU: Menu = (
    ("drum-generator", {"model": "drumgen"}),
    ("text-to-speech", {"model": "voicevendor-tts", "prompt": "The old heron stood in the water and waited."}),
    ("sound-effects", {"model": "audiogen", "prompt": "two knocks"}),
    ("rehearsal", {"model": "slow", "duration": 0.5}),
    ("rehearsal", {"model": "flaky", "failures": 0}),
    ("rehearsal", {"model": "always-fails"}),
)


class Receiver(ThreadingHTTPServer):
    """Takes webhooks over HTTPS and keeps their bodies, and when each says that it was sent."""

    daemon_threads = True

    def __init__(self, folder: Path) -> None:
        self.bodies: list[bytes] = []
        self.stamps: list[int] = []  # seconds
        super().__init__(("127.0.0.1", 0), Taker)
        authority = trustme.CA()
        authority.cert_pem.write_to_path(str(folder / "authority.pem"))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        authority.issue_cert("127.0.0.1").configure_cert(context)
        self.socket = context.wrap_socket(self.socket, server_side=True, do_handshake_on_connect=False)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"https://127.0.0.1:{self.server_address[1]}/taken"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Senders that are killed in the middle of a request are what this is for."""


class Taker(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        self.server.stamps.append(int(self.headers["webhook-timestamp"]))
        self.server.bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Quiet."""


@dataclass
class Told:
    """What came of a run of the hammer."""

    roles: Sequence[str] = tuple(ROLES)
    taken_up_seconds_max: float = TAKEN_UP_SECONDS
    kills: Counter[str] = field(default_factory=Counter)
    hits: Counter[str] = field(default_factory=Counter)
    accepted: int = 0
    repeats: int = 0
    ended: Counter[str] = field(default_factory=Counter)
    webhooks: int = 0
    duplicates: int = 0
    converged_seconds: float = 0.0
    taken_up_seconds: list[float] = field(default_factory=list)  # after each death that others waited for
    broken: list[str] = field(default_factory=list)

    @property
    def faults(self) -> list[str]:
        """Broken invariants, and what makes the run count for nothing."""
        total = self.kills.total()
        thin = [] if self.hits.total() >= HIT_SHARE_MIN * total else [f"only {self.hits.total()} of {total} kills hit"]
        for role in self.roles:
            if self.hits[role] < ROLE_HITS_MIN * self.kills[role] or not self.kills[role]:
                thin.append(f"only {self.hits[role]} of {self.kills[role]} kills of a {role} hit")
        late = [seconds for seconds in self.taken_up_seconds if seconds > self.taken_up_seconds_max]
        slow = [f"taken up again only after {seconds:.1f} s" for seconds in late]
        return [*self.broken, *thin, *slow]


class Client(threading.Thread):
    """Starts generations one after another; never gives a request up."""

    def __init__(self, person: Person, webhook: str, told: Told, seed: int, menu: Menu = MENU) -> None:
        super().__init__(daemon=True)
        self.menu = menu
        self.person = Person(person.service, person.id, person.email, person.key)
        self.webhook = webhook
        self.told = told
        self.rng = random.Random(seed)
        self.accepted: list[str] = []
        self.seen_ended: dict[str, str] = {}
        self.stopping = threading.Event()

    def run(self) -> None:
        while not self.stopping.wait(0.02):
            tool, input = self.rng.choice(self.menu)
            body = {"tool": tool, "input": input}
            if self.rng.random() < 0.5:
                body["webhook"] = self.webhook
            if id := self.sent(json.dumps(body).encode(), str(uuid.UUID(int=self.rng.getrandbits(128)))):
                self.accepted.append(id)
            self.look()

    def sent(self, body: bytes, key: str) -> str | None:
        """The id, after as many tries as it takes."""
        headers = {"Content-Type": "application/json", "Idempotency-Key": key}
        while True:
            try:
                response = self.person.request("POST", "/api/run", body=body, headers=headers)
                if response.status_code == 200:
                    self.told.repeats += response.headers.get("Idempotent-Replayed") == "true"
                    id = response.json()["id"]
                    assert isinstance(id, str)
                    return id
                assert response.status_code in (429, 503), response.text
            except httpx2.TransportError:
                pass
            if self.stopping.wait(0.05):
                return None

    def look(self) -> None:
        """Take note of an end, to see that it stays; wait while enough is under way."""
        while not self.stopping.is_set():
            try:
                some = self.rng.sample(self.accepted, min(2, len(self.accepted)))
                for shown in (self.person.generation(id) for id in some):
                    if shown["status"] in ("success", "error"):
                        self.seen_ended[shown["id"]] = shown["status"]
                waiting = sum(self.person.total(status) for status in ("processing", "pending", "uploading"))
                if waiting < UNDER_WAY_MAX:
                    return
            except (httpx2.TransportError, AssertionError):
                pass
            self.stopping.wait(0.1)


class Hammer:
    """A service with a worker beside it, clients, and a hand that kills."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.rng = random.Random(seed)
        self.told = Told()
        self.receiver = Receiver(folder)
        os.environ["SSL_CERT_FILE"] = str(folder / "authority.pem")
        settings = {"rate_limit": "off", "lease_seconds": "2", "tries": "60", "slots_cpu": "2", "rehearsal": "true"}
        settings |= {"allowed_networks": "127.0.0.0/8", "webhook_delays": "0.2,0.5,1,1,1,2,2,3,3", "running_pro": "50"}
        self.service = Service(folder / "data", **settings).start()
        person = self.service.open_account("mina", credits=10**9)
        self.worker = self.hired()
        self.clients = [Client(person, self.receiver.url, self.told, seed + n) for n in range(CLIENTS)]

    def hired(self) -> Program:
        return self.service.hire(slots_cpu="2")

    def run(self, kills: int) -> Told:
        """So many kills, then rest, then judgement."""
        for client in self.clients:
            client.start()
        until(lambda: self.leased(), seconds=30, what="something is under way")
        while (number := self.told.kills.total()) < kills:
            threading.Event().wait(self.rng.uniform(*PAUSE_SECONDS))
            self.kill(self.rng.choices([*ROLES], [*ROLES.values()])[0])
            if sys.stderr.isatty() and number % 10 == 0:
                print(f"\r{number} kills, {self.told.hits.total()} hits", end="", file=sys.stderr)
        self.rest()
        return self.told

    def kill(self, role: str) -> None:
        """SIGKILL for one process in this role; what died is started again."""
        program = self.worker if role == "worker" else self.service if role == "service" else self.either()
        victim = program.process.pid if role in ("service", "worker") else self.below(program, role)
        if victim is None or not program.runs:
            return
        hit = self.leased() > 0
        try:
            os.kill(victim, signal.SIGKILL)
        except ProcessLookupError:
            return
        self.told.kills[role] += 1
        self.told.hits[role] += hit
        if role == "service":
            self.service.process.wait()
            self.service.start()
            started = time.monotonic()
            until(lambda: self.serves() or not self.due(), seconds=30, what="work is taken up again")
            self.told.taken_up_seconds.append(time.monotonic() - started)
        elif role == "worker":
            self.worker.process.wait()
            self.worker = self.hired()

    def either(self) -> Program:
        return self.rng.choice([self.service, self.worker])

    def below(self, program: Program, role: str) -> int | None:
        """An engine's launcher is a child of the program, an engine process the child of a launcher."""
        below = program.descendants()
        launchers = [pid for pid in below if parent_of(pid) == program.process.pid]
        chosen = launchers if role == "launcher" else [pid for pid in below if pid not in launchers]
        return self.rng.choice(chosen) if chosen else None

    def leased(self) -> int:
        """How many generations a worker holds."""
        return self.count("generations WHERE lease_owner IS NOT NULL")

    def serves(self) -> int:
        """How many generations the service itself is making."""
        return self.count("generations WHERE lease_owner LIKE 'serve:%'")

    def due(self) -> int:
        """How many could be made now."""
        now = time.time_ns() // 1_000_000
        return self.count(f"generations WHERE lease_owner IS NULL AND finished_at IS NULL AND due_at <= {now}")

    def rest(self) -> None:
        """Nobody sends or kills any more: everything ends, and is judged."""
        for client in self.clients:
            client.stopping.set()
        for client in self.clients:
            client.join(60)
        started = time.monotonic()
        until(self.at_rest, seconds=REST_SECONDS, what="everything has ended and every webhook is delivered")
        self.told.converged_seconds = time.monotonic() - started
        children = self.worker.descendants()
        self.worker.close()
        until(lambda: not alive(children), seconds=5, what="the worker's engines are gone")
        promised = [id for client in self.clients for id in client.accepted]
        ended = {id: status for client in self.clients for id, status in client.seen_ended.items()}
        self.told.accepted, self.told.webhooks = len(promised), len(self.receiver.bodies)
        self.told.duplicates = len(self.receiver.bodies) - len(
            {json.loads(body)["id"] for body in self.receiver.bodies}
        )
        self.told.ended.update(self.statuses())
        ends_at = time.monotonic() + SWEPT_SECONDS
        while True:
            self.told.broken = broken_invariants(
                self.service, promised=promised, seen_ended=ended, received=self.receiver.bodies
            )
            if not self.told.broken or time.monotonic() > ends_at:
                return
            threading.Event().wait(1.0)

    def at_rest(self) -> bool:
        return not self.count("generations WHERE finished_at IS NULL") and not self.count(
            "deliveries WHERE status = 'pending'"
        )

    def count(self, of: str) -> int:
        with closing(sqlite3.connect(f"file:{self.service.folder}/mediamill.db?mode=ro", uri=True)) as connection:
            return int(connection.execute(f"SELECT COUNT(*) FROM {of}").fetchone()[0])

    def statuses(self) -> dict[str, int]:
        with closing(sqlite3.connect(f"file:{self.service.folder}/mediamill.db?mode=ro", uri=True)) as connection:
            return dict(connection.execute("SELECT status, COUNT(*) FROM generations GROUP BY status").fetchall())

    def close(self) -> None:
        self.worker.close()
        self.service.close()
        self.receiver.shutdown()
        self.receiver.server_close()


def hammered(folder: Path, kills: int, seed: int) -> Told:
    """One run in an empty folder."""
    hammer = Hammer(folder, seed)
    try:
        return hammer.run(kills)
    finally:
        hammer.close()


def wanted_of(description: str | None) -> argparse.Namespace:
    """What the command line says: how many kills, which seed."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--seed", type=int, default=7)
    return parser.parse_args()


def main() -> None:
    """As the command line says."""
    wanted = wanted_of(__doc__)
    with tempfile.TemporaryDirectory(prefix="mediamill-hammer-") as folder:
        tell(lambda: hammered(Path(folder), wanted.kills, wanted.seed))


def tell(run: Callable[[], Told]) -> None:
    """Run it and say what came of it; exit code 1 when something broke or too little was hit."""
    started = time.monotonic()
    told = run()
    print(f"\n{told.kills.total()} kills in {time.monotonic() - started:.0f} s, {told.hits.total()} of them hit work")
    for role in told.roles:
        print(f"  {role:9} {told.kills[role]:4} killed, {told.hits[role]:4} hit")
    print(f"{told.accepted} generations accepted, {told.repeats} of them found by their key; ended: {dict(told.ended)}")
    print(
        f"{told.webhooks} webhooks came, {told.duplicates} of them twice; at rest after {told.converged_seconds:.1f} s"
    )
    slowest = max(told.taken_up_seconds, default=0.0)
    print(f"after {len(told.taken_up_seconds)} deaths work was taken up within {slowest:.2f} s at most")
    for fault in told.faults[:50]:
        print(f"BROKEN {fault}")
    print("every invariant holds" if not told.faults else f"{len(told.faults)} faults")
    sys.exit(bool(told.faults))


if __name__ == "__main__":
    main()
