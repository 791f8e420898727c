"""What owners of engine processes have in common: how one begins and ends, and work that outlives whoever asked."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping
from pathlib import Path

from mediamill.engines.host.process import Cell, EngineProcess
from mediamill.engines.host.spool import Spool
from mediamill.engines.host.users import EngineUsers

logger = logging.getLogger("mediamill.engines")


class CannotLaunch(Exception):
    """The system cannot start another process."""


class Duties:
    """Tasks that are done whatever becomes of whoever asked for them."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def do(self, duty: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Have it done."""
        task = asyncio.create_task(duty)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def done(self) -> None:
        """Wait for all of them, those included that others begin meanwhile."""
        while self._tasks:
            await asyncio.wait(self._tasks)


def launch(
    kind: str,
    cell_of: Callable[[Path, int | None], Cell],
    spool: Spool,
    users: EngineUsers,
    environment: Mapping[str, str],
) -> EngineProcess:
    """A process in a new folder, whose name begins with its kind, under a user of its own where there are such.

    Raises CannotLaunch.
    """
    uid = users.take()
    try:
        return EngineProcess(cell_of(spool.make(kind, uid=uid), uid), environment)
    except OSError as error:
        users.give_back(uid)
        logger.error("no engine process can be launched: %s", error)
        raise CannotLaunch from error


async def retire(process: EngineProcess, spool: Spool, users: EngineUsers) -> None:
    """End a process; its folder is swept and its user free for the next one."""
    await process.end()
    await asyncio.to_thread(spool.sweep, process.home)
    users.give_back(process.cell.uid)
