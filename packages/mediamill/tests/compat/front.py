"""A service with every door open and no engine: what is asked for there ends when a test says so."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import httpx2

from mediamill import accounts, app, assembly, credits, generations
from mediamill.accounts import Plan, open_account
from mediamill.db import Transaction
from mediamill.generations import Generation
from mediamill.storage import new_key

HERON = "heron"  # the worker that makes everything
CREDITS = 1_000


@dataclass(frozen=True)
class Person:
    """Somebody with a key."""

    account_id: str
    key: str


@dataclass
class Front:
    """The service, and those who use it."""

    service: app.Service
    client: httpx2.AsyncClient
    ada: Person
    ben: Person
    carl: Person  # who has no credits
    folder: Path

    async def ask(
        self, method: str, path: str, body: object = None, *, headers: Mapping[str, str], **more: Any
    ) -> httpx2.Response:
        """One request."""
        return await self.client.request(method, path, json=body, headers=headers, **more)

    async def while_made(
        self, request: Awaitable[httpx2.Response], content: bytes, suffix: str
    ) -> tuple[httpx2.Response, Generation]:
        """The answer to a request that is held until this is made."""
        asked = asyncio.ensure_future(request)
        made = await self.make(content, suffix)
        return await asked, made

    async def while_failed(self, request: Awaitable[httpx2.Response], sentence: str) -> httpx2.Response:
        """The answer to a request whose generation ends in error."""
        asked = asyncio.ensure_future(request)
        await self.fail(sentence)
        return await asked

    async def make(self, content: bytes, suffix: str, *, thumbnail: bytes | None = None) -> Generation:
        """Make the next generation: this is its file."""
        taken = await self.claimed()
        key = await self.store(taken.id, content, suffix)
        still = await self.store(taken.id, thumbnail, ".webp") if thumbnail else None
        settings = self.service.settings

        def succeed(tx: Transaction) -> Generation | None:
            held = credits.hold_of(tx, taken.id)
            return generations.succeed(
                tx, taken, HERON, output_key=key, thumbnail_key=still, charge=held, media_base=settings.media_base
            )

        done = await self.service.database.write(succeed)
        assert done
        return done

    async def fail(self, sentence: str) -> Generation:
        """End the next generation in error."""
        taken = await self.claimed()
        done = await self.service.database.write(lambda tx: generations.fail(tx, taken, HERON, sentence))
        assert done
        return done

    async def claimed(self) -> Generation:
        """The next generation, in the hands of a worker, as soon as there is one."""
        claim = partial(generations.claim, worker=HERON, pool="cpu", policy=self.service.policy)
        return await seen(lambda: self.service.database.write(claim))

    async def store(self, id: str, content: bytes, suffix: str) -> str:
        """The file in the storage: its key."""
        path = self.folder / f"made{suffix}"
        path.write_bytes(content)
        key = new_key(id, suffix)
        await self.service.storage.put(key, path)
        return key

    async def credits(self, person: Person) -> int:
        """What somebody has left."""
        found = await self.service.database.read(lambda tx: credits.balance(tx, person.account_id))
        return found.available

    async def count(self) -> int:
        """How many generations there are, of everybody."""
        found = await self.service.database.read(
            lambda tx: [generations.total(tx, one.account_id, None) for one in (self.ada, self.ben)]
        )
        return sum(found)


async def seen(look: Callable[[], Awaitable[Generation | None]]) -> Generation:
    """What it finds, as soon as it finds something."""
    async with asyncio.timeout(30):
        while True:
            if found := await look():
                return found
            await asyncio.sleep(0)  # whoever asks goes on


def opened(service: app.Service, tx: Transaction, name: str) -> Person:
    """A new account with a key, and with credits unless it is Carl's."""
    account = open_account(tx, f"{name}@example.com", Plan.PRO, 0 if name == "carl" else CREDITS)
    pepper = assembly.api_key_pepper(service.settings)
    return Person(account.id, accounts.issue_key(tx, account.id, "k", pepper)[1])
