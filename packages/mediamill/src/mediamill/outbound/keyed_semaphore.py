"""So many at once for each of many: for a host, for an account."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass


@dataclass(slots=True)
class KeyedSlots:
    """The places of one key, and how many stand in it or wait for it."""

    places: asyncio.Semaphore
    users: int = 0


class KeyedSemaphore:
    """A semaphore for each key; unused keys are dropped. For one event loop."""

    def __init__(self, width: int) -> None:
        assert width > 0
        self._width = width
        self._lanes: dict[str, KeyedSlots] = {}

    def __len__(self) -> int:
        return len(self._lanes)

    @asynccontextmanager
    async def enter(self, key: str) -> AsyncIterator[None]:
        """Hold one place of this key, first come, first served."""
        lane = self._lanes.setdefault(key, KeyedSlots(asyncio.Semaphore(self._width)))
        lane.users += 1
        try:
            async with lane.places:
                yield
        finally:
            lane.users -= 1
            if lane.users == 0:
                del self._lanes[key]
