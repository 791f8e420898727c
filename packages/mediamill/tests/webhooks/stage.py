"""The verbs of webhooks, each in its own transaction, as edges call them."""

from mediamill import ids, webhooks
from mediamill.accounts import Account
from mediamill.db import Database, Transaction, named_queries
from mediamill.outbound import FailureReason
from mediamill.webhooks import Claimed, Delivery, DeliveryAttempt, DeliveryOutcome, DeliveryStatus

SQL = named_queries(__file__)

HOOK = "https://hooks.example.com/mediamill"
DELAYS_MS = (5_000, 15_000, 60_000, 300_000, 900_000, 3_600_000, 21_600_000, 43_200_000, 86_400_000)
TAKEN = DeliveryOutcome(200, None, 12, "203.0.113.7", "thanks")
REFUSED = DeliveryOutcome(500, None, 12, "203.0.113.7", "oops")
SILENT = DeliveryOutcome(None, FailureReason.TIMEOUT, 5_000)


def owe(tx: Transaction, account: Account, url: str) -> str:
    """A success whose webhook is owed; its id, which is also the body."""
    generation_id = ids.new("gen", tx.now())
    tx.run(SQL.made, id=generation_id, account_id=account.id, webhook=url, now=tx.now())
    webhooks.queue(tx, generation_id, account.id, url, f'{{"id":"{generation_id}"}}')
    return generation_id


class Stage:
    """One database and whoever writes to it."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def owe(self, account: Account, *urls: str) -> list[str]:
        return await self.database.write(lambda tx: [owe(tx, account, url) for url in urls or (HOOK,)])

    async def claim(self, worker: str = "heron", limit: int = 64) -> list[Claimed]:
        await self.database.write(webhooks.mark_due)
        return await self.database.write(lambda tx: webhooks.claim(tx, worker, limit))

    async def must_claim(self, worker: str = "heron") -> Claimed:
        (claimed,) = await self.claim(worker, 1)
        return claimed

    async def settle(
        self, claimed: Claimed, outcome: DeliveryOutcome, worker: str = "heron", delays_ms: tuple[int, ...] = DELAYS_MS
    ) -> Delivery | None:
        return await self.database.write(lambda tx: webhooks.settle(tx, claimed, worker, outcome, delays_ms))

    async def release(self, claimed: Claimed, worker: str = "heron") -> Delivery | None:
        return await self.database.write(lambda tx: webhooks.release(tx, claimed, worker))

    async def rescue(self) -> list[Delivery]:
        return await self.database.write(webhooks.rescue)

    async def shorten_waits(self) -> int:
        return await self.database.write(lambda tx: webhooks.shorten_waits(tx, DELAYS_MS))

    async def resend(self, generation_id: str) -> Delivery | None:
        return await self.database.write(lambda tx: webhooks.resend(tx, generation_id))

    async def find(self, generation_id: str) -> Delivery:
        found = await self.database.read(lambda tx: webhooks.delivery_of(tx, generation_id))
        assert found is not None
        return found

    async def attempts(self, generation_id: str) -> list[DeliveryAttempt]:
        return await self.database.read(lambda tx: webhooks.attempts_of(tx, generation_id))

    async def ends(self, generation_id: str) -> list[int | str | None]:
        """What each attempt came to: a status, a word, or None while it is under way."""
        return [attempt.status or attempt.trouble for attempt in await self.attempts(generation_id)]

    async def forget(self, generation_id: str) -> None:
        await self.database.write(lambda tx: tx.run(SQL.forget, generation_id=generation_id))

    async def number_of(self, status: DeliveryStatus) -> int:
        row = await self.database.read(lambda tx: tx.one(SQL.deliveries_in, status=status.value))
        assert row is not None
        return int(row["number"])

    async def number_of_attempts(self) -> int:
        row = await self.database.read(lambda tx: tx.one(SQL.attempts))
        assert row is not None
        return int(row["number"])

    async def is_exact(self) -> bool:
        return not await self.database.read(webhooks.discrepancies)


def names(claimed: list[Claimed]) -> list[str]:
    """Which generations these tell of."""
    return [one.delivery.generation_id for one in claimed]
