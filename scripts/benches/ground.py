"""A PostgreSQL of its own for each part of a bench, and what is put into it."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

import psycopg

from mediamill import accounts
from mediamill.accounts import Plan
from mediamill.db import Database
from mediamill.generations import NewGeneration, Policy
from scripts.benches.rounds import cpu_seconds
from tests.postgres import PostgresServer

MODELS = (("drum-generator", "drumgen"),)
SECRET = "a secret that every process of the bench shares"
POLICY = Policy(lease_ms=30_000, tries=3, waiting_ms_max=86_400_000, running_max={Plan.FREE: 2, Plan.PRO: 1_000_000})


class BenchServer(PostgresServer):
    """A server that keeps what it promises, with a database for each part."""

    def create(self, name: str) -> str:
        """The address of a new database."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.url(name)

    def cpu_seconds(self) -> float:
        """Processor time of all of its processes so far, those that have ended included."""
        assert self.process is not None
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return cpu_seconds(self.process.pid, ended=True) + sum(cpu_seconds(int(child)) for child in children)

    def transactions(self, name: str) -> int:
        """How many there have been in a database."""
        with psycopg.connect(self.url("postgres")) as connection:
            row = connection.execute(
                "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = %s", (name,)
            ).fetchone()
        assert row is not None
        return int(row[0])


@contextlib.contextmanager
def postgres() -> Iterator[BenchServer]:
    """A server of its own."""
    server = BenchServer()
    try:
        server.make().start()
        yield server
    finally:
        server.close()


def shared(server: BenchServer, name: str) -> dict[str, str]:
    """The settings that every process of one fleet has."""
    return {"MEDIAMILL_DATABASE_URL": server.create(name), "MEDIAMILL_SECRET_KEY": SECRET}


def new(folder: Path) -> Path:
    folder.mkdir(parents=True)
    return folder


async def payer(database: Database, email: str) -> str:
    """The id of a new account with credits enough."""
    account = await database.write(lambda tx: accounts.open_account(tx, email, Plan.PRO, 10**9))
    return account.id


def order(account_id: str, credits: int = 1) -> NewGeneration:
    return NewGeneration(account_id, "drum-generator", "drumgen", "audio", "{}", "{}", None, "cpu", credits, 7)
