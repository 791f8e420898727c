"""A database on which webhooks are owed."""

import pytest

from mediamill.db import SqliteDatabase
from tests.webhooks.stage import Stage


@pytest.fixture
async def stage(database: SqliteDatabase) -> Stage:
    return Stage(database)
