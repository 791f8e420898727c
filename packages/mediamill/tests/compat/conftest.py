from collections.abc import AsyncIterator, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import httpx2
import pytest

from mediamill import app, config
from mediamill.config import Settings
from mediamill.doors import DoorSettings
from mediamill.fsync import make_data_folder
from tests.compat.front import Front, opened
from tests.new_database import ON_POSTGRES, new_database
from tests.postgres import hand_back_postgres_database, new_postgres_database


@pytest.fixture
def settings(tmp_path: Path) -> Iterator[Settings]:
    """Every door open, on a database that is there already."""
    given: dict[str, Any] = dict.fromkeys(DoorSettings.model_fields, True)
    folder = tmp_path / "data"
    make_data_folder(folder)
    if ON_POSTGRES:
        given["database_url"] = new_postgres_database()
    else:
        (folder / "mediamill.db").write_bytes(new_database())
    yield config.read(data_dir=folder, **given)
    if ON_POSTGRES:
        hand_back_postgres_database(given["database_url"])


@pytest.fixture
async def front(settings: Settings, tmp_path: Path) -> AsyncIterator[Front]:
    service = app.Service(settings, serves=True, pools={})
    application = service.application()
    await service.start()
    write = service.database.write
    ada, ben, carl = [await write(partial(opened, service, name=name)) for name in ("ada", "ben", "carl")]
    transport = httpx2.ASGITransport(application)
    async with httpx2.AsyncClient(transport=transport, base_url="http://testserver") as client:
        yield Front(service, client, ada, ben, carl, tmp_path)
    await service.stop()
