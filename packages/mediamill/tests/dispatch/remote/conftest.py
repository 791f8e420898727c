"""A world for every story."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from mediamill.db import Database
from tests.clock import FrozenClock
from tests.dispatch.remote.world import MemoryVendor, World


@pytest.fixture
async def world(tmp_path: Path, database: Database, clock: FrozenClock) -> AsyncIterator[World]:
    """A vendor without a history, whose jobs are done at the third look."""
    opened = World(tmp_path, database, clock, MemoryVendor(), has_history=False, is_synchronous=False)
    yield opened
    assert await opened.discrepancies() == []
