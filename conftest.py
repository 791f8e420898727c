"""What every test may use."""

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from mediamill.accounts import Account, Plan, open_account
from mediamill.db import SqliteDatabase
from mediamill.engines.host.host import ENVIRONMENT
from mediamill.generations import Policy
from tests.clock import FrozenClock
from tests.places import PYTHONPATH

# Engines that are called in the tests' own process calculate as the host's processes do, so that bytes can be compared.
# numpy and OpenCV read this when they are loaded, which no plugin does before this file.
KERNELS = ("OMP_", "OPENBLAS_", "MKL_", "NUMEXPR_", "OPENCV_", "NPY_")
# What tests define is imported by processes that they start, too.
os.environ["PYTHONPATH"] = PYTHONPATH
os.environ.update({name: value for name, value in ENVIRONMENT.items() if name.startswith(KERNELS)})

# Machines that run tests are busy: how long an example takes says nothing about the program.
settings.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy")


pytest_plugins = ["mediamill.testing.plugin"]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock()


@pytest.fixture(scope="session")
def new_database(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a database with nothing in it: most tests begin with a copy, which is quicker than all migrations."""
    file = tmp_path_factory.mktemp("new") / "mediamill.db"

    async def make() -> None:
        database = SqliteDatabase(file)
        await database.start()
        await database.stop()

    asyncio.run(make())
    return file.read_bytes()


@pytest.fixture
async def database(tmp_path: Path, clock: FrozenClock, new_database: bytes) -> AsyncIterator[SqliteDatabase]:
    (tmp_path / "mediamill.db").write_bytes(new_database)
    opened = SqliteDatabase(tmp_path / "mediamill.db", now=clock)
    await opened.start()
    yield opened
    await opened.stop()


@pytest.fixture
async def ada(database: SqliteDatabase) -> Account:
    """Pro, and rich."""
    return await database.write(lambda tx: open_account(tx, "ada@example.com", Plan.PRO, 1_000))


@pytest.fixture
async def ben(database: SqliteDatabase) -> Account:
    """Free, and without credits."""
    return await database.write(lambda tx: open_account(tx, "ben@example.com", Plan.FREE, 0))


@pytest.fixture
def policy() -> Policy:
    return Policy(lease_ms=30_000, tries=3, waiting_ms_max=86_400_000, running_max={Plan.FREE: 2, Plan.PRO: 8})
