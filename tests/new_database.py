"""The file of a database with nothing in it: to begin with a copy is quicker than all migrations."""

import asyncio
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from mediamill.db import SqliteDatabase


@cache
def new_database() -> bytes:
    """Its bytes, made once in each process; not to be called where an event loop runs."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "mediamill.db"
        asyncio.run(_made(file))
        return file.read_bytes()


async def _made(file: Path) -> None:
    database = SqliteDatabase(file)
    await database.start()
    await database.stop()
