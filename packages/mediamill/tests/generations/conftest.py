import pytest

from mediamill.db import SqliteDatabase
from mediamill.generations import Policy
from tests.generations.queue import Queue


@pytest.fixture
async def queue(database: SqliteDatabase, policy: Policy) -> Queue:
    return Queue(database, policy)
