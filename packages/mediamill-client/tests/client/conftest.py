"""Ada's key, a scripted service, a frozen clock, and both clients behind one face."""

import asyncio
import inspect
import socket
from collections.abc import AsyncGenerator, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, cast

import pytest

from mediamill_client import AsyncClient, AsyncTiming, Client, Timing
from tests.client.scripted_service import ScriptedService

ADAS_KEY = "mm_live_ada0_fv7Qx2r9ZkT4sLw8cYb1"
MakeClient = Callable[..., Client]


@dataclass
class FrozenClock:
    """Time that passes only when somebody sleeps, and chance that is always the same."""

    instant: float = 1_000.0
    luck: float = 0.0
    slept: list[float] = field(default_factory=list)

    def now(self) -> float:
        return self.instant

    def chance(self) -> float:
        return self.luck

    def sleep(self, seconds: float) -> None:
        if seconds:
            self.slept.append(round(seconds, 6))
        self.instant += seconds

    async def sleep_async(self, seconds: float) -> None:
        self.sleep(seconds)


class Blocked:
    """The asynchronous client with the manners of the blocking one, so that both stand the same tests."""

    def __init__(self, real: Any, runner: asyncio.Runner) -> None:
        self._real = real
        self._runner = runner

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._real, name)
        if name in ("generations", "files", "tools", "account", "webhooks"):
            return Blocked(found, self._runner)
        if not callable(found):
            return found

        def call(*args: Any, **named: Any) -> Any:
            result = found(*args, **named)
            if isinstance(result, AsyncClient):
                return Blocked(result, self._runner)
            if isinstance(result, AsyncGenerator):
                return self._drawn(result)
            return self._runner.run(self._awaited(result)) if inspect.isawaitable(result) else result

        return call

    def __repr__(self) -> str:
        return repr(self._real)

    def _drawn(self, source: AsyncGenerator[Any, None]) -> Iterator[Any]:
        try:
            while True:
                yield self._runner.run(self._awaited(anext(source)))
        except StopAsyncIteration:
            return
        finally:
            self._runner.run(self._awaited(source.aclose()))

    async def _awaited(self, awaitable: Any) -> Any:
        return await awaitable


@pytest.fixture(autouse=True)
def no_settings_of_this_machine(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    for name in (
        "MEDIAMILL_API_KEY",
        "MEDIAMILL_BASE_URL",
        "HTTP_PROXY",
        "HTTPS_PROXY",
        "ALL_PROXY",
        "NO_PROXY",
        "SSL_CERT_FILE",
    ):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    # Everything here is plain HTTP: reading this machine's certificates takes 20 ms a client for nothing.
    monkeypatch.setenv("SSL_CERT_DIR", str(tmp_path_factory.getbasetemp()))


@pytest.fixture
def service() -> Iterator[ScriptedService]:
    with ScriptedService().running() as service:
        yield service


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock()


@pytest.fixture(params=["blocking", "asynchronous"])
def make_client(request: pytest.FixtureRequest, clock: FrozenClock) -> Iterator[MakeClient]:
    """Makes clients on the frozen clock, as often as a test likes; they are closed at its end."""
    if request.param == "blocking":
        made: list[Client] = []

        def make(**settings: Any) -> Client:
            timing = Timing(clock.now, clock.sleep, clock.chance)
            made.append(Client(**{"timing": timing} | settings))
            return made[-1]

        yield make
        for client in made:
            client.close()
    else:
        made_async: list[AsyncClient] = []
        with asyncio.Runner() as runner:

            def make_async(**settings: Any) -> Client:
                timing = AsyncTiming(clock.now, clock.sleep_async, clock.chance)
                made_async.append(AsyncClient(**{"timing": timing} | settings))
                return cast(Client, Blocked(made_async[-1], runner))

            yield make_async
            for client_async in made_async:
                runner.run(client_async.aclose())


@pytest.fixture
def client(make_client: MakeClient, service: ScriptedService) -> Client:
    """Ada's client, blocking or asynchronous, on the frozen clock."""
    return make_client(api_key=ADAS_KEY, base_url=service.url)


@pytest.fixture
def dead_url() -> Iterator[str]:
    """An address on loopback where nobody listens, and nobody can begin to while the test lasts."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        yield f"http://127.0.0.1:{held.getsockname()[1]}"
