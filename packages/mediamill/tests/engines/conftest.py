"""Hosts for tests; each must leave no process and no file."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.engines.mill import Mill, running


@pytest.fixture
async def mill(tmp_path: Path) -> AsyncIterator[Mill]:
    async with running(Mill(tmp_path / "spool")) as started:
        yield started


@pytest.fixture
async def wide_mill(tmp_path: Path) -> AsyncIterator[Mill]:
    """With two slots."""
    async with running(Mill(tmp_path / "spool", slots=2)) as started:
        yield started
