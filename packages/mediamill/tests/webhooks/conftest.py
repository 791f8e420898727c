"""A database on which webhooks are owed."""

import pytest

from mediamill.db import Database
from tests.webhooks.stage import Stage


@pytest.fixture
async def stage(database: Database) -> Stage:
    return Stage(database)
