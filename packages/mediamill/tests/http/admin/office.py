"""The admin API of a service in this process, and whoever calls it from wherever."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import httpx2

from mediamill import accounts, admin, app, assembly, audit, config, credits, generations
from mediamill.accounts import Account, Plan
from mediamill.admin import AdminScope, operator_at_machine
from mediamill.audit import AuditEntry, AuditFilter
from mediamill.credits import Discrepancy
from mediamill.generations import Accepted, Generation, NewGeneration
from mediamill.http import HaltBoard, create_app
from mediamill.telemetry import AccessLog, open_tracer

ROOT = operator_at_machine("root")
ALL_SCOPES = tuple(AdminScope)
CEILING = 10_000
HERON = "heron"  # a worker
PAYLOAD = '{"prompt":"Good morning."}'
ABROAD = "203.0.113.7"
here = (f"127.{a}.{b}.9" for a in range(1, 250) for b in range(250))  # strangers are counted by their address
names = count(1)


@dataclass
class Office:
    """A service that accepts and does no work, with the database behind it."""

    service: app.Service
    application: Any

    def caller(self, key: str | None, address: str | None = None) -> httpx2.AsyncClient:
        """Somebody with this key, at an address of their own on this machine unless one is named."""
        transport = httpx2.ASGITransport(self.application, client=(address or next(here), 4_711))
        headers = {} if key is None else {"Authorization": key}
        return httpx2.AsyncClient(transport=transport, base_url="http://testserver", headers=headers)

    async def admin_key(self, scopes: Sequence[AdminScope] = ALL_SCOPES, ceiling: int = CEILING) -> str:
        """The text of a new admin key."""
        pepper = assembly.open_secrets(self.service.settings).admin_key_pepper
        most = ceiling if AdminScope.MONEY in scopes else 0
        _, text = await self.service.database.write(lambda tx: admin.create_key(tx, ROOT, "olga", scopes, most, pepper))
        return text

    async def account(self, name: str = "ada", plan: Plan = Plan.PRO, credits: int = 1_000) -> tuple[Account, str]:
        """An account and its key."""
        pepper = assembly.api_key_pepper(self.service.settings)

        def opened(tx: Any) -> tuple[Account, str]:
            account = accounts.open_account(tx, f"{name}-{next(names)}@example.com", plan, credits)
            return account, accounts.issue_key(tx, account.id, "laptop", pepper)[1]

        return await self.service.database.write(opened)

    async def accepted(self, account: Account, price: int = 40, webhook: str | None = None) -> str:
        """The id of a generation that waits."""
        new = NewGeneration(
            account.id, "text-to-speech", "voicevendor-tts", "audio", PAYLOAD, PAYLOAD, webhook, "cpu", price, 7
        )
        decision = await self.service.database.write(lambda tx: generations.accept(tx, new))
        assert isinstance(decision, Accepted)
        return decision.id

    async def claimed(self, account: Account, price: int = 40, webhook: str | None = None) -> Generation:
        """One that a worker holds."""
        await self.accepted(account, price, webhook)
        policy = self.service.policy
        found = await self.service.database.write(lambda tx: generations.claim(tx, HERON, "cpu", policy))
        assert found is not None
        return found

    async def success(self, account: Account, price: int = 40, webhook: str | None = None) -> str:
        """The id of one that was charged."""
        held = await self.claimed(account, price, webhook)
        await self.service.database.write(
            lambda tx: generations.succeed(
                tx,
                held,
                HERON,
                output_key=f"{held.id}/a.mp3",
                thumbnail_key=None,
                charge=price,
                media_base="http://testserver/media",
            )
        )
        return held.id

    async def failure(self, account: Account, sentence: str = "The engine broke.", price: int = 40) -> str:
        """The id of one that ended in error."""
        held = await self.claimed(account, price)
        await self.service.database.write(lambda tx: generations.fail(tx, held, HERON, sentence))
        return held.id

    async def discrepancies(self) -> list[Discrepancy]:
        """What `mediamill reconcile` would find."""
        return await self.service.database.read(lambda tx: credits.discrepancies(tx) + generations.discrepancies(tx))

    def board(self, monotonic: Callable[[], float]) -> HaltBoard:
        """What another process knows of what is stopped."""
        return HaltBoard(self.service.database, monotonic=monotonic)

    async def log(self) -> list[AuditEntry]:
        """The audit log without its lines about admin keys, oldest first."""
        entries, _ = await self.service.database.read(partial(audit.page, wanted=AuditFilter(), limit=1_000, offset=0))
        return [entry for entry in reversed(entries) if not entry.act.startswith("admin-key.")]


@asynccontextmanager
async def opened(folder: Path, **settings: Any) -> AsyncIterator[Office]:
    """An office whose data are in this folder."""
    service = app.Service(config.read(data_dir=folder, **settings), serves=True, pools={})
    await service.start()
    try:
        yield Office(service, create_app(service.context(), AccessLog(enabled=False), open_tracer(None)))
    finally:
        await service.stop()
