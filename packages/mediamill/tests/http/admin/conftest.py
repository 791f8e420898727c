"""An office for each test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.http.admin.office import Office, opened


@pytest.fixture
async def office(database_file: Path) -> AsyncIterator[Office]:
    async with opened(database_file.parent, engine={"fal": {"concurrency": 2}}) as office:
        yield office
