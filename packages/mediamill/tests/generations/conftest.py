import pytest

from mediamill.db import Database
from mediamill.generations import Policy
from tests.generations.queue import Queue
from tests.generations.stage import Stage


@pytest.fixture
async def queue(database: Database, policy: Policy) -> Queue:
    return Queue(database, policy)


@pytest.fixture
async def stage(database: Database, policy: Policy) -> Stage:
    return Stage(database, policy)
