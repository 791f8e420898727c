from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import httpx2
import pytest

from mediamill import app, config
from mediamill.doors import DoorSettings
from tests.compat.front import Front, opened


@pytest.fixture
async def front(tmp_path: Path) -> AsyncIterator[Front]:
    doors = dict.fromkeys(DoorSettings.model_fields, True)
    settings = config.read(data_dir=tmp_path / "data", **doors)
    service = app.Service(settings, serves=True, pools={})
    application = service.application()
    await service.start()
    write = service.database.write
    ada, ben, carl = [await write(partial(opened, service, name=name)) for name in ("ada", "ben", "carl")]
    transport = httpx2.ASGITransport(application)
    async with httpx2.AsyncClient(transport=transport, base_url="http://testserver") as client:
        yield Front(service, client, ada, ben, carl, tmp_path)
    await service.stop()
