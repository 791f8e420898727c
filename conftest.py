"""What every test may use."""

import gc
import os
import re
from collections.abc import AsyncIterator, Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants
from xdist.scheduler import LoadGroupScheduling

from mediamill.accounts import Account, Plan, open_account
from mediamill.db import Database, SqliteDatabase
from mediamill.engines.host.host import ENVIRONMENT
from mediamill.generations import Policy
from tests.clock import FrozenClock
from tests.new_database import ON_POSTGRES, database_of_tests, new_database, put_away
from tests.places import PYTHONPATH, REPOSITORY

# Engines that are called in the tests' own process calculate as the host's processes do, so that bytes can be compared.
# numpy and OpenCV read this when they are loaded, which no plugin does before this file.
KERNELS = ("OMP_", "OPENBLAS_", "MKL_", "NUMEXPR_", "OPENCV_", "NPY_")
# What tests define is imported by processes that they start, too.
os.environ["PYTHONPATH"] = PYTHONPATH
os.environ.update({name: value for name, value in ENVIRONMENT.items() if name.startswith(KERNELS)})

QUICK = "not slow"  # how `make test` names the quick tests
ID_CHARACTERS_MAX = 80  # of a value that names a test: some are a megabyte, and every process sends every name

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
    if config.getoption("markexpr") == QUICK:
        # Hypothesis would parse all our sources, in every process, for constants to try: the slow tests try them.
        providers._get_local_constants = Constants
    if config.args_source is pytest.Config.ArgsSource.TESTPATHS and "PYTEST_XDIST_WORKER" in os.environ:
        number, workers = (os.environ[f"PYTEST_XDIST_WORKER{name}"] for name in ("", "_COUNT"))
        folders = [*REPOSITORY.glob("packages/*/tests"), REPOSITORY / "tests"]
        # Never a part of a folder that has a conftest: pytest gives its fixtures to what it collects of it at once.
        entries = sorted(str(entry) for folder in folders for entry in folder.iterdir() if with_tests(entry))
        start = len(entries) * int(number.removeprefix("gw")) // int(workers)
        config.args[:] = entries[start:] + entries[:start]


def with_tests(entry: Path) -> bool:
    return entry.match("test_*.py") if entry.is_file() else any(entry.rglob("test_*.py"))


def pytest_make_parametrize_id(val: object) -> str | None:
    """Long texts are named by how they begin, and by their length."""
    if isinstance(val, str | bytes) and len(val) > ID_CHARACTERS_MAX:
        return f"{val[: ID_CHARACTERS_MAX // 2]!a} and more, {len(val)} in all"
    return None


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> LoadGroupScheduling | None:
    """Quick tests are dealt out by files: what one prepares for all of its tests is prepared in one process."""
    if config.getoption("markexpr") != QUICK:
        return None
    config.option.loadscopereorder = False
    return FilesAndGroups(config, log)


class FilesAndGroups(LoadGroupScheduling):  # type: ignore[misc]
    """A process gets all tests of a file, or of a group if they name one."""

    def _split_scope(self, nodeid: str) -> str:
        return str(super()._split_scope(nodeid)).partition("::")[0]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """All processes have to agree on the order. Costly tests are left out unless `-m` names them."""
    # Whole services first: what is left at the end should be small.
    items.sort(key=lambda item: (not item.path.is_relative_to(REPOSITORY / "tests"), item.path))
    for mark in {"fleet", "live", "local"}.difference(re.findall(r"\w+", config.getoption("markexpr"))):
        config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker(mark)])
        items[:] = [item for item in items if not item.get_closest_marker(mark)]


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
def database_folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Where the database of a test is, if it is a file: made before an event loop runs."""
    if not ON_POSTGRES:
        request.getfixturevalue("database_file")
    return tmp_path


@pytest.fixture
async def database(database_folder: Path, clock: FrozenClock) -> AsyncIterator[Database]:
    """SQLite, or PostgreSQL where MEDIAMILL_TEST_DATABASE says so: what is tested with it has to work on both."""
    opened = database_of_tests(database_folder, clock)
    await opened.start()
    yield opened
    await put_away(opened)


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
