"""Keeping house in a set-up of several processes: whoever does it is killed, another one goes on."""

import os
import signal
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing

import pytest

from tests.service import Program, Service, until

LEASE_SECONDS = 1.5
TAKE_OVER_SECONDS = 60.0  # a worker's start, a lease, a beat, and what a busy machine takes
INSERT = (
    "INSERT INTO idempotency_keys (account_id, key, body_digest, generation_id, created_at) VALUES (?, ?, '', '', 0)"
)


def database_of(house: Service) -> sqlite3.Connection:
    return sqlite3.connect(house.folder / "mediamill.db", timeout=30)


def owner(house: Service) -> str | None:
    """The process that keeps house now."""
    with closing(database_of(house)) as connection:
        row = connection.execute("SELECT owner FROM duties WHERE expires_at > ?", [time.time() * 1_000]).fetchone()
        return row[0] if row else None


def leave_old_key(house: Service, account_id: str) -> None:
    """Something to sweep: a key that protects nothing any more."""
    with closing(database_of(house)) as connection, connection:
        connection.execute(INSERT, [account_id, "old"])


def is_swept(house: Service) -> bool:
    with closing(database_of(house)) as connection:
        return connection.execute("SELECT 1 FROM idempotency_keys").fetchone() is None


@pytest.mark.slow
def test_house_is_kept_whoever_is_killed(open_mill: Callable[..., Service], hire: Callable[..., Program]) -> None:
    house = open_mill("--no-worker", lease_seconds=str(LEASE_SECONDS))
    mina = house.open_account("mina")
    for _ in range(2):
        hire(house)
    keepers: list[str] = []
    while len(keepers) < 3:
        keeper = until(lambda: owner(house), seconds=TAKE_OVER_SECONDS, what="somebody keeps house")
        assert keeper is not None
        assert keeper not in keepers
        keepers.append(keeper)
        os.kill(int(keeper.partition(":")[2].partition("_")[0]), signal.SIGKILL)
        if len(keepers) < 3:
            leave_old_key(house, mina.id)
            until(lambda: is_swept(house), seconds=TAKE_OVER_SECONDS, what="another process sweeps")

    assert [keeper.partition(":")[0] for keeper in keepers] == ["front", "worker", "worker"]
