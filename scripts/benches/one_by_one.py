"""The usual way: a Starlette application that gives every request a transaction, and so a sync, of its own.

It does less than the service (no ledger, no log line, no rate limit); a lock spares its writers SQLite's polling.
"""

import json
import secrets
import socket
import sqlite3
import sys
import threading
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

SCHEMA = """
CREATE TABLE accounts (key TEXT PRIMARY KEY, credits INTEGER NOT NULL CHECK (credits >= 0));
CREATE TABLE generations (id TEXT PRIMARY KEY, account TEXT NOT NULL, status TEXT NOT NULL, input TEXT NOT NULL);
CREATE INDEX generations_of_account ON generations (account, id DESC);
CREATE TABLE totals (account TEXT PRIMARY KEY, total INTEGER NOT NULL);
INSERT INTO accounts VALUES ('key', 1000000000);
INSERT INTO totals VALUES ('key', 0);
"""
PRICE = 8


class Store:
    """One connection, one lock, one transaction for each request."""

    def __init__(self, file: Path) -> None:
        self.lock = threading.Lock()
        self.connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
        self.connection.execute("PRAGMA journal_mode = WAL")
        self.connection.execute("PRAGMA synchronous = FULL")
        self.connection.executescript(SCHEMA)

    def accept(self, key: str, given: str) -> str | None:
        """The new id; None when the credits do not suffice."""
        new = f"gen_{secrets.token_hex(16)}"
        with self.lock:
            run = self.connection.execute
            run("BEGIN IMMEDIATE")
            debit = "UPDATE accounts SET credits = credits - ? WHERE key = ? AND credits >= ?"
            if run(debit, (PRICE, key, PRICE)).rowcount != 1:
                run("ROLLBACK")
                return None
            run("INSERT INTO generations VALUES (?, ?, 'processing', ?)", (new, key, given))
            run("UPDATE totals SET total = total + 1 WHERE account = ?", (key,))
            run("COMMIT")
        return new


def main() -> None:
    store = Store(Path(sys.argv[1]) / "one-by-one.db")

    async def run(request: Request) -> JSONResponse:
        body = await request.json()
        accepted = await run_in_threadpool(store.accept, request.headers["authorization"], json.dumps(body["input"]))
        return JSONResponse({"id": accepted, "status": "processing"}, 200 if accepted else 402)

    listener = socket.create_server(("127.0.0.1", 0), backlog=2_048)
    config = uvicorn.Config(
        Starlette(routes=[Route("/api/run", run, methods=["POST"])]), log_config=None, access_log=False
    )
    print(f"listening at {listener.getsockname()[1]}", flush=True)
    uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
