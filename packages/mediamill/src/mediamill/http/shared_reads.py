"""What many requests of this process follow at the same time is read together: one statement for all of them."""

import asyncio
from collections.abc import Mapping

from mediamill import generations
from mediamill.db import Database
from mediamill.generations import Generation

GATHER_SECONDS = 0.005  # all who ask within this time get their answer from one statement


class SharedReads:
    """Reads generations for everybody who polls."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._wanted: set[str] = set()  # ids of the read that has not begun
        self._next: asyncio.Task[Mapping[str, Generation]] | None = None

    async def find(self, generation_id: str) -> Generation | None:
        """The generation as it is at some time after this call. Raises what the database raises."""
        if self._next is None:
            self._wanted = set()
            self._next = asyncio.create_task(self._read(self._wanted))
        self._wanted.add(generation_id)
        found = await asyncio.shield(self._next)
        return found.get(generation_id)

    async def _read(self, wanted: set[str]) -> Mapping[str, Generation]:
        await asyncio.sleep(GATHER_SECONDS)
        self._next = None  # who asks from now on may not be answered by what this one saw
        found = await self._database.read_one(lambda tx: generations.find_all(tx, wanted))
        return {generation.id: generation for generation in found}


def until_next_look(every: float) -> float:
    """Seconds to the next multiple of `every`: all who poll as often meet there, so that one read serves them."""
    return every - asyncio.get_running_loop().time() % every
