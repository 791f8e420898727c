"""A pool of engine processes, at most one per slot: lent for a run, returned, and replaced when no longer clean."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from mediamill.engines.engine import NOTHING_MORE, Needs
from mediamill.engines.host.housekeeping import CannotLaunch, Duties, launch, retire
from mediamill.engines.host.process import Cell, EngineGone, EngineProcess
from mediamill.engines.host.spool import Spool
from mediamill.engines.host.users import EngineUsers

WARM_UP_PAUSE_SECONDS = 0.1  # between two launches at the start: the service itself is starting too


class ProcessPool:
    """At most `slots` processes that are not being ended, `warm` of them launched before they are needed; callers
    borrow at most `slots` at once.
    """

    def __init__(
        self,
        *,
        slots: int,
        warm: int,
        spool: Spool,
        users: EngineUsers,
        private: tuple[Path, ...],
        environment: Mapping[str, str],
        runs_max: int,
        resting_bytes_max: int,
    ) -> None:
        self._slots = slots
        self._warm = warm
        self._spool = spool
        self._users = users
        self._private = private
        self._environment = environment
        self._runs_max = runs_max
        self._resting_bytes_max = resting_bytes_max
        self._idle: list[EngineProcess] = []
        self._lent: set[EngineProcess] = set()
        self._duties = Duties()
        self._closed = False
        self.processes_left = 0  # that runs had started and not ended

    @property
    def processes(self) -> int:
        """How many are alive, idle or lent."""
        return sum(process.alive for process in (*self._idle, *self._lent))

    @property
    def loaded(self) -> frozenset[str]:
        """What those that are alive have imported, as targets."""
        alive = (process.targets for process in (*self._idle, *self._lent) if process.alive)
        return frozenset().union(*alive)

    def warm_up(self) -> None:
        """Begin to launch those that are to be warm, one after another."""
        self._duties.do(self._warm_up())

    @asynccontextmanager
    async def lend(self, target: str, needs: Needs) -> AsyncIterator[EngineProcess]:
        """A process with these permissions, preferably one that has imported `target`. If it is returned in the middle
        of a run, or left processes behind, it is killed with all of them before this ends. Raises CannotLaunch.
        """
        process = self._pick(target, needs)
        self._lent.add(process)
        try:
            yield process
        finally:
            await asyncio.shield(self._duties.do(self._take_back(process)))

    async def close(self) -> None:
        """End every process, lent ones too; their folders go with the spool."""
        self._closed = True
        await asyncio.gather(*(process.end() for process in (*self._idle, *self._lent)))
        self._idle.clear()
        await self._duties.done()

    def _pick(self, target: str, needs: Needs) -> EngineProcess:
        dead = [process for process in self._idle if not process.alive]
        for process in dead:
            self._idle.remove(process)
            self._duties.do(self._end(process))
        fit = [process for process in self._idle if process.cell.needs == needs]
        if not fit:
            self._make_room()
            return self._launch(needs)
        # One that has imported the target, else the one with the fewest imports: each engine settles in one process.
        best = min(fit, key=lambda process: (target not in process.targets, len(process.targets)))
        self._idle.remove(best)
        return best

    def _make_room(self) -> None:
        """Permissions cannot be added later: when every slot has a process, one with other permissions is ended."""
        if self._idle and len(self._idle) + len(self._lent) >= self._slots:
            self._duties.do(self._end(self._idle.pop(0)))

    async def _take_back(self, process: EngineProcess) -> None:
        fit = await self._is_fit(process)
        if not fit:
            await self._end(process)
        self._lent.discard(process)
        if fit and not self._closed:
            self._idle.append(process)
        elif not self._closed:
            self._replace()

    async def _is_fit(self, process: EngineProcess) -> bool:
        """Whether the process is clean after its run and may be used again."""
        if not process.free:
            return False
        try:
            resting = await process.rest()
        except EngineGone:
            return False
        self.processes_left += resting.strays
        worn = process.runs >= self._runs_max
        return not worn and not resting.strays and resting.resident_bytes <= self._resting_bytes_max

    async def _end(self, process: EngineProcess) -> None:
        await retire(process, self._spool, self._users)

    async def _warm_up(self) -> None:
        for _ in range(self._warm):
            if self._closed or not self._replace():
                return
            await asyncio.sleep(WARM_UP_PAUSE_SECONDS)

    def _replace(self) -> bool:
        """Launch one more if too few are warm."""
        if len(self._idle) + len(self._lent) >= self._warm:
            return False
        try:
            self._idle.append(self._launch(NOTHING_MORE))
        except CannotLaunch:
            return False  # logged; the next run tries again
        return True

    def _launch(self, needs: Needs) -> EngineProcess:
        def cell(home: Path, uid: int | None) -> Cell:
            return Cell(home, uid, needs, self._private)

        return launch("process", cell, self._spool, self._users, self._environment)
