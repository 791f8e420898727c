"""A front and its workers, in each of the ways in which workers may learn of what there is to do."""

import ssl
import statistics
from collections import Counter
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock, Thread
from typing import Any

import trustme

from mediamill import generations
from mediamill.db import Transaction
from mediamill.generations import Attempt
from tests.fleet.fleet import LEASE_SECONDS, Fleet
from tests.service import Program, Service

EMBEDDED_ON_FILE = "embedded on SQLite"
EMBEDDED = "embedded on PostgreSQL"
PROCRASTINATE = "Procrastinate on PostgreSQL"
WAYS = (EMBEDDED_ON_FILE, EMBEDDED, PROCRASTINATE)
SETTINGS = {
    "rehearsal": "true",
    "running_pro": "20",
    "slots_cpu": "2",
    "allowed_networks": "127.0.0.0/8",
    "webhook_delays": "0.5,0.5",
}


class Mill:
    """Processes that work together in one of the ways."""

    def __init__(self, way: str, folder: Path) -> None:
        self.fleet: Fleet | None = None
        self.workers: list[Program] = []
        if way == EMBEDDED_ON_FILE:
            settings = {**SETTINGS, "lease_seconds": LEASE_SECONDS, "rate_limit": "off"}
            self.front = Service(folder / "data", "--no-worker", **settings).start()
        else:
            dispatch = "procrastinate" if way == PROCRASTINATE else "embedded"
            self.fleet = Fleet(folder, dispatch=dispatch, **SETTINGS)
            self.front = self.fleet.front()

    def hire(self) -> Program:
        """One more worker, which runs when this returns or soon after."""
        if self.fleet is None:
            worker = self.front.hire("--pools", "cpu")
        else:
            worker = self.fleet.worker("--pools", "cpu", slots_cpu=SETTINGS["slots_cpu"])
        self.workers.append(worker)
        return worker

    def owners(self) -> Counter[str]:
        """How many generations each worker holds."""

        def owners(tx: Transaction) -> Counter[str]:
            rows = tx.connection.execute("SELECT lease_owner FROM generations WHERE lease_owner IS NOT NULL")
            return Counter(row["lease_owner"] for row in rows.fetchall())

        return self.front.write(owners)

    def attempts(self, id: str) -> list[Attempt]:
        return self.front.write(lambda tx: generations.attempts_of(tx, id))

    def pick_up_ms(self, ids: Sequence[str]) -> float:
        """How long these waited for a worker, in the middle."""

        def waited(tx: Transaction) -> list[int]:
            found = [(generations.find(tx, id), generations.attempts_of(tx, id)[0]) for id in ids]
            return [attempt.started_at - one.created_at for one, attempt in found if one is not None]

        return statistics.median(self.front.write(waited))

    def close(self) -> None:
        """Make sure that all are gone."""
        for worker in self.workers:
            worker.close()
        self.front.close()
        if self.fleet is not None:
            self.fleet.close()


class Receiver(ThreadingHTTPServer):
    """Takes webhooks over HTTPS at 127.0.0.1, but for so many of the first posts, which it refuses."""

    daemon_threads = True

    def __init__(self, folder: Path, refused: int) -> None:
        super().__init__(("127.0.0.1", 0), Taker)
        authority = trustme.CA()
        self.authority = folder / "authority.pem"
        authority.cert_pem.write_to_path(str(self.authority))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        authority.issue_cert("127.0.0.1").configure_cert(context)
        self.socket = context.wrap_socket(self.socket, server_side=True, do_handshake_on_connect=False)
        self.refused = refused
        self.posts: list[tuple[str, int]] = []  # the webhook's id, and what it was answered
        self.lock = Lock()
        Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"https://127.0.0.1:{self.server_address[1]}/hook"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Senders that are killed in the middle of a request are what this is for."""

    def answer(self, id: str) -> int:
        with self.lock:
            status = 503 if len(self.posts) < self.refused else 204
            self.posts.append((id, status))
        return status

    def taken(self) -> list[str]:
        with self.lock:
            return sorted(id for id, status in self.posts if status == 204)


class Taker(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(self.server.answer(self.headers["webhook-id"]))
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *arguments: object) -> None:
        """Nothing to say."""
