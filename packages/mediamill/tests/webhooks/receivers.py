"""Receivers without a network: what a post to each host comes to, and who was asked how often at once."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from mediamill.dispatch import Deliverer
from mediamill.outbound import Answer
from mediamill.secret import Secrets
from tests.webhooks.stage import Stage

SECRETS = Secrets(b"master")
DEADLINE_SECONDS = 60.0  # two cores shared by everybody
LOOK_EVERY_SECONDS = 0.005

Behaviour = Callable[[], Awaitable[Answer]]


@dataclass(frozen=True)
class Posted:
    """One attempt as it left."""

    url: str
    body: bytes
    headers: dict[str, str]
    account_id: str

    @property
    def host(self) -> str:
        return urlsplit(self.url).hostname or ""


class Receivers:
    """A `post` for a deliverer. Hosts take everything unless they were told otherwise."""

    def __init__(self) -> None:
        self.posted: list[Posted] = []
        self.behaviours: dict[str, Behaviour] = {}
        self.busy: Counter[str] = Counter()
        self.busiest: Counter[str] = Counter()
        self.busiest_of_all = 0

    async def __call__(self, url: str, body: bytes, headers: Mapping[str, str], *, account_id: str) -> Answer:
        posted = Posted(url, body, dict(headers), account_id)
        self.posted.append(posted)
        self.busy[posted.host] += 1
        self.busiest[posted.host] = max(self.busiest[posted.host], self.busy[posted.host])
        self.busiest_of_all = max(self.busiest_of_all, self.busy.total())
        try:
            return await self.behaviours.get(posted.host, taking)()
        finally:
            self.busy[posted.host] -= 1

    def of(self, host: str) -> list[Posted]:
        return [posted for posted in self.posted if posted.host == host]


def answering(*statuses: int) -> Behaviour:
    """These in turn; the last one again and again."""
    left = list(statuses)

    async def behave() -> Answer:
        await asyncio.sleep(0)
        return Answer(left.pop(0) if len(left) > 1 else left[0], None, 3, None, b"words")

    return behave


taking = answering(200)


def holding(gate: asyncio.Event, status: int = 200) -> Behaviour:
    """Silent until the gate opens."""

    async def behave() -> Answer:
        await gate.wait()
        return Answer(status, None, 3, None)

    return behave


async def never() -> Answer:
    """Silent for ever."""
    await asyncio.Event().wait()
    raise AssertionError


@asynccontextmanager
async def delivering(
    stage: Stage, post: Any, *, grace_seconds: float = 10.0, **options: Any
) -> AsyncIterator[Deliverer]:
    """A deliverer at work."""
    arguments = {"worker": "serve:1", "secrets": SECRETS, "delays_ms": (5_000, 15_000), **options}
    deliverer = Deliverer(database=stage.database, post=post, **arguments)
    deliverer.start()
    try:
        yield deliverer
    finally:
        await deliverer.stop(grace_seconds)


async def until(look: Callable[[], Awaitable[bool] | bool], what: str) -> None:
    """Wait for a condition. Fails when it takes too long."""
    async with asyncio.timeout(DEADLINE_SECONDS):
        while True:
            seen = look()
            if seen if isinstance(seen, bool) else await seen:
                return
            await asyncio.sleep(LOOK_EVERY_SECONDS)
    raise AssertionError(what)
