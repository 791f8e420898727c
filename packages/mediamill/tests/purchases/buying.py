"""What the tests of purchases buy."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from mediamill import purchases
from mediamill.db import Database, Transaction
from mediamill.purchases import CapReached, Caps, NewPurchase, Purchase
from tests.behind import change_behind

DOLLAR = 1_000_000  # millionths
PICTURE = NewPurchase(
    generation_id="gen_1",
    account_id="acc_ada",
    attempt=1,
    tool="create-image",
    model="nano-banana",
    engine="fal",
    key_id="fal-1",
    currency="USD",
    estimate=40_000,
    price_line="0.04 an image, from 2026-10-01",
)

Done = TypeVar("Done")


class Buyer:
    """Buys pictures for Ada, each step in its own transaction; the books are looked at before every step."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def do(self, verb: Callable[[Transaction], Done]) -> Done:
        assert await self.database.read(purchases.discrepancies) == []
        return await self.database.write(verb)

    async def intend(
        self,
        caps: Caps | None = None,
        *,
        estimate: int | None = PICTURE.estimate,
        key_id: str = PICTURE.key_id,
        engine: str = "fal",
    ) -> Purchase | CapReached | purchases.NoPrice:
        new = replace(PICTURE, engine=engine, estimate=estimate, key_id=key_id)
        return await self.do(lambda tx: purchases.intend(tx, new, caps or {}))

    async def buy(self, *, estimate: int | None = PICTURE.estimate, key_id: str = PICTURE.key_id) -> Purchase:
        bought = await self.intend(estimate=estimate, key_id=key_id)
        assert isinstance(bought, Purchase)
        return bought

    async def spent(self, period: str, key_id: str = purchases.ALL_KEYS, engine: str = "fal") -> int:
        return await self.do(lambda tx: purchases.used(tx, engine, key_id, period))

    def change(self, statement: str) -> None:
        """What a fault would write."""
        assert change_behind(self.database, statement) > 0
