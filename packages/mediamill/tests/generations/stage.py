"""The life of generations, one verb at a time."""

from mediamill import credits, generations
from mediamill.accounts import Account
from mediamill.credits import Balance, EntryKind
from mediamill.db import Database
from mediamill.generations import Accepted, Generation, IdempotencyKey, NewGeneration, NotAccepted, Policy

BASE = "http://localhost:8000"
HOOK = "https://hooks.example.com/mediamill"


class Stage:
    """The verbs, each in its own transaction, as edges call them."""

    def __init__(self, database: Database, policy: Policy) -> None:
        self.database, self.policy = database, policy

    async def accept(self, account: Account, price: int = 40, webhook: str | None = None) -> Accepted:
        accepted = await self.try_accept(account, price, webhook)
        assert isinstance(accepted, Accepted)
        return accepted

    async def try_accept(
        self,
        account: Account,
        price: int = 40,
        webhook: str | None = None,
        key: IdempotencyKey | None = None,
        **limits: int,
    ) -> Accepted | NotAccepted:
        order = NewGeneration(
            account.id, "text-to-speech", "voicevendor-tts", "audio", '{"n":1.0}', '{"n":1}', webhook, "cpu", price, 7
        )
        return await self.database.write(lambda tx: generations.accept(tx, order, key=key, **limits))

    async def claim(self, worker: str = "heron") -> Generation | None:
        return await self.database.write(lambda tx: generations.claim(tx, worker, "cpu", self.policy))

    async def must_claim(self, worker: str = "heron") -> Generation:
        claimed = await self.claim(worker)
        assert claimed is not None
        return claimed

    async def succeed(
        self,
        generation: Generation,
        worker: str = "heron",
        charge: int = 40,
        output_key: str = "gen_x/y.mp3",
        thumbnail_key: str | None = None,
    ) -> Generation | None:
        return await self.database.write(
            lambda tx: generations.succeed(
                tx,
                generation,
                worker,
                output_key=output_key,
                thumbnail_key=thumbnail_key,
                charge=charge,
                media_base=f"{BASE}/media",
            )
        )

    async def make(self, account: Account, name: str) -> Generation:
        """A picture with its thumbnail."""
        await self.accept(account, price=0)
        done = await self.succeed(
            await self.must_claim(), charge=0, output_key=f"{name}.png", thumbnail_key=f"{name}-small.png"
        )
        assert done is not None
        return done

    async def fail(self, generation: Generation, worker: str = "heron") -> Generation | None:
        return await self.database.write(lambda tx: generations.fail(tx, generation, worker, "No."))

    async def fail_attempt(self, generation: Generation, worker: str = "heron") -> Generation | None:
        moved = await self.database.write(
            lambda tx: generations.fail_attempt(
                tx, generation, worker, self.policy, sentence="It broke.", delay_ms=1_000
            )
        )
        return moved[0] if moved else None

    async def rescue(self) -> list[Generation]:
        return (await self.database.write(lambda tx: generations.rescue(tx, self.policy)))[0]

    async def find(self, generation_id: str) -> Generation:
        found = await self.database.read(lambda tx: generations.find(tx, generation_id))
        assert found is not None
        return found

    async def balance(self, account: Account) -> Balance:
        return await self.database.read(lambda tx: credits.balance(tx, account.id))

    async def kinds(self, account: Account) -> list[EntryKind]:
        entries = await self.database.read(lambda tx: credits.entries(tx, account.id))
        return [entry.kind for entry in entries]

    async def is_exact(self) -> bool:
        return not await self.database.read(lambda tx: [*credits.discrepancies(tx), *generations.discrepancies(tx)])
