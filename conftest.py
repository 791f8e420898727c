"""What every test may use."""

import gc
import os
import re
from collections.abc import AsyncIterator, Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from mediamill.accounts import Account, Plan, open_account
from mediamill.db import SqliteDatabase
from mediamill.engines.host.host import ENVIRONMENT
from mediamill.generations import Policy
from tests.clock import FrozenClock
from tests.new_database import new_database
from tests.places import PYTHONPATH, REPOSITORY

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


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is made here stays to the end: to search it for garbage again and again would take seconds."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_configure(config: pytest.Config) -> None:
    """Each process of a whole run begins to collect elsewhere: what one has compiled is there for the others."""
    if config.args_source is pytest.Config.ArgsSource.TESTPATHS and "PYTEST_XDIST_WORKER" in os.environ:
        files = sorted(str(file) for path in config.args for file in REPOSITORY.joinpath(path).rglob("test_*.py"))
        number, workers = (os.environ[f"PYTEST_XDIST_WORKER{name}"] for name in ("", "_COUNT"))
        start = len(files) * int(number.removeprefix("gw")) // int(workers)
        config.args[:] = files[start:] + files[:start]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """All processes have to agree on the order. What costs money is left out unless `-m` names it."""
    items.sort(key=lambda item: item.path)
    if "live" not in re.findall(r"\w+", config.getoption("markexpr")):
        config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("live")])
        items[:] = [item for item in items if not item.get_closest_marker("live")]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock()


@pytest.fixture
def database_file(tmp_path: Path) -> Path:
    """A database with nothing in it, still closed."""
    file = tmp_path / "mediamill.db"
    file.write_bytes(new_database())
    return file


@pytest.fixture
async def database(database_file: Path, clock: FrozenClock) -> AsyncIterator[SqliteDatabase]:
    opened = SqliteDatabase(database_file, now=clock)
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
