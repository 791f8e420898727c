"""OpenAI on loopback, and servers like it; the engine, and the service's own client between them."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any

import pytest

from mediamill.engines import VendorClient
from mediamill.engines.sdk import Finished, Job, Look, Request
from mediamill.outbound import Guard
from mediamill_remote.openai.engine import OpenAIEngine, OpenAIOptions
from tests.fakes.openai import FakeOpenAI
from tests.fakes.server import Stage

PICTURE, SPEECH, FILM = "create-image/nano-banana", "text-to-speech/voicevendor-tts", "create-video/ltx-video"
OBJECT, MOTION = "image-to-3d-object/triposr", "motion-3d/alpha-motion"
SERVERS = ("openai", "vllm-omni", "sglang", "localai")


@dataclass(frozen=True)
class Shop:
    """A server, its engine, and the way between them."""

    fake: FakeOpenAI
    engine: OpenAIEngine
    vendor: VendorClient

    async def made(self, request: Request) -> tuple[Finished, list[Look]]:
        """What came of a request, and the looks before."""
        bought = await self.engine.submit(request, self.vendor)
        looks: list[Look] = []
        while isinstance(bought, Job):
            looks.append(await self.engine.poll(bought, self.vendor))
            if isinstance(looks[-1], Finished):
                bought = looks[-1]
        return bought, looks


MakeShop = Callable[..., Shop]


@pytest.fixture
async def shop_for(stage: Stage, guard: Guard) -> AsyncIterator[MakeShop]:
    """A server of a kind, with a key or without, and its engine with some options."""
    clients: list[VendorClient] = []

    def make(server: str = "openai", key: str = "", **options: Any) -> Shop:
        fake = FakeOpenAI(key, server)
        stage.enter(fake)
        engine = OpenAIEngine(OpenAIOptions(base_url=fake.base, server=server, **options))  # type: ignore[arg-type]
        clients.append(VendorClient(guard, base_url=fake.base, key=key or None, key_header=engine.key_header))
        return Shop(fake, engine, clients[-1])

    yield make
    for client in clients:
        await client.aclose()
