"""Callers who want the same done at the same time share a transaction."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from mediamill.db.database import Database, StoreBusy, StoreFailed, Transaction

Item = TypeVar("Item")
Result = TypeVar("Result")

GATHERED_MAX = 256  # in one transaction: its locks are held that much longer
WAITING_MAX = 8_192  # more are refused


class Gathering(Generic[Item, Result]):
    """Does `work(tx, items)` for whatever has arrived while the last transaction was under way."""

    def __init__(self, database: Database, work: Callable[[Transaction, Sequence[Item]], Sequence[Result]]) -> None:
        """`work` answers for each item, in order, and may run more than once before a transaction commits."""
        self.database = database
        self.work = work
        self.waiting: list[tuple[Item, asyncio.Future[Result]]] = []
        self.worker: asyncio.Task[None] | None = None

    async def submit(self, item: Item) -> Result:
        """What came of it; returns once durable, and it is done also where the caller was cancelled meanwhile.

        Raises StoreBusy, StoreFailed, and what `work` raises.
        """
        if len(self.waiting) >= WAITING_MAX:
            raise StoreBusy(fault="too many writes are waiting")
        answer: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self.waiting.append((item, answer))
        if self.worker is None:
            self.worker = asyncio.create_task(self.work_off())
        return await answer

    async def work_off(self) -> None:
        """One transaction after the other, until nothing waits."""
        try:
            while self.waiting:
                taken, self.waiting = self.waiting[:GATHERED_MAX], self.waiting[GATHERED_MAX:]
                await self.do(taken)
        finally:
            self.worker = None

    async def do(self, taken: Sequence[tuple[Item, "asyncio.Future[Result]"]]) -> None:
        """All in one transaction; where that fails for a reason of one of them, each in its own."""
        items = [item for item, _ in taken]
        try:
            results = await self.database.write(lambda tx: self.work(tx, items))
        except Exception as error:  # noqa: BLE001 (handed to the callers, who await it)
            if len(taken) == 1 or isinstance(error, StoreBusy | StoreFailed):
                for _, answer in taken:
                    if not answer.done():
                        answer.set_exception(error)
                return
            for one in taken:
                await self.do([one])
            return
        for (_, answer), result in zip(taken, results, strict=True):
            if not answer.done():
                answer.set_result(result)
