"""Something that is done again and again in the background until it is stopped."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from mediamill.db import StoreBusy, StoreFailed

log = logging.getLogger("mediamill.dispatch")


class Periodic:
    """Calls `tick` with a pause after each call. A call that fails is logged, and the next one comes all the same."""

    def __init__(
        self,
        tick: Callable[[], Awaitable[object]],
        *,
        name: str,
        pause_seconds: float,
        at_once: bool = True,
        log: logging.Logger = log,
    ) -> None:
        """`name` begins the log line of a failure; without `at_once` the first call comes after a pause."""
        self._tick = tick
        self._name = name
        self._pause_seconds = pause_seconds
        self._at_once = at_once
        self._log = log
        self._finishing = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start to call it."""
        self._task = asyncio.create_task(self._run())

    @property
    def started(self) -> bool:
        """Whether it was ever started."""
        return self._task is not None

    def alive(self) -> bool:
        """Whether further calls will come."""
        return self._task is not None and not self._task.done()

    def cancel(self) -> None:
        """Cancel it at once, a call under way too, without waiting for the end."""
        if self._task is not None:
            self._task.cancel()

    async def stop(self) -> None:
        """Cancel it, a call under way too, and return when it has ended."""
        self.cancel()
        await self._ended()

    async def finish(self) -> None:
        """Make no further call, and return when the one under way has ended."""
        self._finishing.set()
        await self._ended()

    async def _ended(self) -> None:
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        if not self._at_once:
            await self._pause()
        while not self._finishing.is_set():
            try:
                await self._tick()
            except (StoreBusy, StoreFailed) as error:  # its trace would say the same each time
                self._log.warning("%s is left to the next time: %s", self._name, error)
            except Exception:  # noqa: BLE001 (logged; the next call comes)
                self._log.exception("%s failed", self._name)
            await self._pause()

    async def _pause(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(self._pause_seconds):
                await self._finishing.wait()
