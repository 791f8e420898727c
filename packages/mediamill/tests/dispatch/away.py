"""A database that is away when a test says so."""

from collections.abc import Awaitable, Callable
from typing import Any

from mediamill.db import Database, StoreBusy, StoreFailed, Transaction


class AwayDatabase:
    """One that takes no write for a while, or keeps one and loses the answer."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.refusals = 0
        self.loses_answer = False
        self.writes = 0
        self.meanwhile: Callable[[], Awaitable[object]] | None = None  # once, while it is away

    async def write(self, work: Callable[[Transaction], Any]) -> Any:
        self.writes += 1
        if self.refusals:
            self.refusals -= 1
            if (meanwhile := self.meanwhile) is not None:
                self.meanwhile = None
                await meanwhile()
            raise StoreBusy(fault="it cannot be reached")
        done = await self.database.write(work)
        if self.loses_answer:
            self.loses_answer = False
            raise StoreFailed(fault="what became of it is not known")
        return done

    def __getattr__(self, name: str) -> Any:
        return getattr(self.database, name)
