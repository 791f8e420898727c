"""A queue of generations, worked at by hand."""

from collections.abc import Collection
from functools import partial

from mediamill import credits, generations, workers
from mediamill.accounts import Account
from mediamill.db import Database
from mediamill.generations import Accepted, Generation, NewGeneration, Policy
from mediamill.workers import Served, Worker
from tests.behind import change_behind

DRUMS, PICTURE, NEW_TOOL = ("drum-generator", "drumgen"), ("create-image", "nano-banana"), ("holograms", "one")
DAY_MS = 86_400_000


class Queue:
    """Accepting, claiming and ending, each in its own transaction; nothing costs anything unless it is said."""

    def __init__(self, database: Database, policy: Policy) -> None:
        self.database, self.policy = database, policy

    async def accept(
        self, account: Account, model: tuple[str, str] = DRUMS, pool: str = "cpu", *, price: int = 0
    ) -> str:
        order = NewGeneration(account.id, *model, "audio", "{}", "{}", None, pool, price, 7)
        accepted = await self.database.write(lambda tx: generations.accept(tx, order))
        assert isinstance(accepted, Accepted)
        return accepted.id

    async def claim(
        self, models: Collection[tuple[str, str]] | None = None, barred: Collection[str] = (), pool: str = "cpu"
    ) -> Generation | None:
        assert await self.is_exact()
        return await self.database.write(
            lambda tx: generations.claim(tx, "heron", pool, self.policy, models=models, barred=barred)
        )

    async def claimed_id(self, models: Collection[tuple[str, str]] | None = None, barred: Collection[str] = ()) -> str:
        taken = await self.claim(models, barred)
        assert taken is not None
        return taken.id

    async def release(self, taken: Generation, delay_ms: int) -> None:
        held = await self.database.write(
            partial(generations.release, generation=taken, worker="heron", delay_ms=delay_ms)
        )
        assert held is not None

    async def cancel(self, generation_id: str) -> None:
        assert await self.database.write(lambda tx: generations.cancel(tx, generation_id)) is not None

    async def is_due(self, models: Collection[tuple[str, str]] | None = None) -> bool:
        return await self.database.read(lambda tx: generations.anything_due(tx, "cpu", models))

    async def is_exact(self) -> bool:
        return not await self.database.read(lambda tx: [*credits.discrepancies(tx), *generations.discrepancies(tx)])

    async def serve(self, worker: str, *models: tuple[str, str], pool: str = "cpu") -> None:
        """A worker that runs these models beats."""
        named = Worker(worker, "1", "a", (pool,))
        served = [Served(pool, *model) for model in models]
        await self.database.write(partial(workers.register, worker=named, served=served, alive_ms=30_000))

    async def end_unserved(self) -> list[str]:
        ended = await self.database.write(partial(generations.end_unserved, waiting_ms_max=DAY_MS))
        assert await self.is_exact()
        return [generation.id for generation in ended]

    def change(self, statement: str, **values: object) -> int:
        """What another program would write."""
        return change_behind(self.database, statement, **values)
