"""The asynchronous client: it does the I/O; what to send, and when, is decided in `wire`."""

import asyncio
import inspect
import os
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

import httpx2

from mediamill_client import settings, steps, transport, wire
from mediamill_client.input_schema import InputSchema
from mediamill_client.sinks import AtomicFile, MemorySink, target_of
from mediamill_client.types import Account, Generation, Inspection, Page, Tool, Upload

T = TypeVar("T")
OnUpdate = Callable[[Generation], object]  # an awaitable it returns is awaited


@dataclass(frozen=True, slots=True)
class AsyncTiming:
    """Time and chance as the client sees them; tests bring their own."""

    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    chance: Callable[[], float] = random.random


class AsyncClient:
    """The service, spoken to from asyncio. One client serves any number of tasks of one event loop.

    The key comes from `api_key` or MEDIAMILL_API_KEY, the address from `base_url`, MEDIAMILL_BASE_URL or
    http://localhost:8000. `timeout` (seconds, None for none) limits connecting and each silence within one request;
    a request is tried again up to `max_retries` times where that cannot do harm. An `http_client` of your own is used
    as it is (proxies, certificates) and stays open. Raises a ConfigurationError.
    """

    def __init__(
        self,
        api_key: str | None = None,
        base_url: str | None = None,
        timeout: float | None = 60.0,
        max_retries: int = 2,
        http_client: httpx2.AsyncClient | None = None,
        *,
        timing: AsyncTiming | None = None,
    ) -> None:
        timing = timing or AsyncTiming()
        found = settings.read(api_key, base_url, os.environ)
        self.base_url = found.base_url
        self._wire = wire.Wire(found, timeout, max_retries, timing.now, timing.chance)
        self._sleep = timing.sleep
        self._owns_http = http_client is None
        self._http = http_client if http_client is not None else transport.async_http()
        self.generations = AsyncGenerations(self)
        self.files = AsyncFiles(self)
        self.tools = AsyncTools(self)
        self.account = AsyncAccountOfKey(self)

    async def run(
        self,
        tool: str,
        input: Mapping[str, Any],
        *,
        webhook: str | None = None,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        on_update: OnUpdate | None = None,
    ) -> Generation:
        """Submit and wait. `timeout` (seconds) counts from the acceptance; `on_update` hears every change of status.

        Raises GenerationFailed, WaitTimeout or a MediamillAPIError.
        """
        return await self._run(self._wire.run(tool, input, webhook, timeout, idempotency_key), on_update)

    async def submit(
        self,
        tool: str,
        input: Mapping[str, Any],
        *,
        webhook: str | None = None,
        idempotency_key: str | None = None,
    ) -> Generation:
        """Order a generation and return at once, with its id. Raises a MediamillAPIError.

        With a key of your own a lost answer is asked for again: the service starts one generation for it.
        """
        return await self._run(self._wire.submit(tool, input, webhook, idempotency_key))

    async def wait(
        self,
        generation: Generation | str,
        timeout: float | None = None,
        on_update: OnUpdate | None = None,
    ) -> Generation:
        """Follow a generation (or its id) until it has ended. Raises as `run` does."""
        return await self._run(self._wire.wait(generation, timeout), on_update)

    async def cancel(self, generation: Generation | str) -> Generation:
        """Stop a generation (or its id): it ends in error "Canceled" and costs nothing. Raises a MediamillAPIError."""
        id = generation if isinstance(generation, str) else generation.id
        return await self._run(self._wire.cancel(id))

    async def download(self, generation: Generation | str, path: str | os.PathLike[str]) -> Path:
        """Write the media of a finished generation to a file, or into a folder under a name of its own.

        The file appears only when it is whole. Raises NoOutput, DownloadFailed, a MediamillAPIError or OSError.
        """
        found = await self.generations.get(generation) if isinstance(generation, str) else generation
        with AtomicFile(target_of(path, found)) as landing:
            await self._run(self._wire.fetch(found, landing))
            return await asyncio.to_thread(landing.settle)

    async def read(self, generation: Generation | str) -> bytes:
        """The media of a finished generation, whole in memory. Raises as `download` does."""
        found = await self.generations.get(generation) if isinstance(generation, str) else generation
        basin = MemorySink()
        await self._run(self._wire.fetch(found, basin))
        return bytes(basin.content)

    async def upload(self, path: str | os.PathLike[str]) -> Upload:
        """Upload an image or audio file; its URL then works as an input. Raises a MediamillAPIError or OSError."""
        return await self._run(self._wire.upload(await asyncio.to_thread(Path(path).read_bytes)))

    async def request(self, method: str, path: str, body: object = None) -> Any:
        """Call any endpoint with the key: its JSON, None for an empty answer. Raises a MediamillAPIError.

        Failures are tried again where that cannot do harm, as with every other call. For what has no method here.
        """
        return await self._run(self._wire.request(method, path, body))

    async def aclose(self) -> None:
        """Close the connections, unless they belong to an `http_client` of yours."""
        if self._owns_http:
            await self._http.aclose()

    async def __aenter__(self) -> "AsyncClient":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    def __repr__(self) -> str:
        return f"{type(self).__name__}(base_url={self.base_url!r}, api_key={settings.REDACTED!r})"

    async def _run(self, conversation: steps.Conversation[T], on_update: OnUpdate | None = None) -> T:
        """Carry out the steps of a conversation and return what it returns. Raises what it raises."""
        outcome: steps.Reply | steps.Failure | None = None
        while True:
            try:
                step = conversation.send(outcome)
            except StopIteration as end:
                answer: T = end.value
                return answer
            outcome = None
            match step:
                case steps.Send():
                    outcome = await self._send(step)
                case steps.Sleep():
                    await self._sleep(step.seconds)
                case steps.Tell():
                    if on_update is not None:
                        heard = on_update(step.generation)
                        if inspect.isawaitable(heard):
                            await heard

    async def _send(self, step: steps.Send) -> steps.Reply | steps.Failure:
        try:
            request = transport.prepared(self._http, step)
            response = await self._http.send(request, stream=True, auth=None, follow_redirects=step.sink is not None)
            try:
                if step.sink is None or response.status_code != 200:
                    return steps.Reply(response.status_code, response.headers, await response.aread())
                await asyncio.to_thread(step.sink.rewind)
                async for chunk in response.aiter_bytes(transport.CHUNK_BYTES):
                    await asyncio.to_thread(step.sink.write, chunk)
                return steps.Reply(response.status_code, response.headers, b"")
            finally:
                await response.aclose()
        except transport.ERRORS as error:
            return transport.failure(step, error)


class AsyncGenerations:
    """The generations of the account."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    async def get(self, id: str) -> Generation:
        """One generation with its payload. Raises NotFound, PermissionDenied or another MediamillAPIError."""
        return await self._client._run(self._client._wire.generation(id))

    async def inspect(self, id: str) -> Inspection:
        """All that is known of one: attempts, times, credits, seed, provenance, what was missed. Raises as `get`."""
        return await self._client._run(self._client._wire.inspection(id))

    async def list(self, status: str | None = None, limit: int = wire.PAGE_SIZE) -> AsyncIterator[Generation]:
        """Every generation, newest first, perhaps of one status; pages of `limit` are fetched as they are needed."""
        walk = wire.Pager(limit)
        while not walk.finished:
            for generation in walk.news(await self.page(status, limit, walk.offset)):
                yield generation

    async def page(self, status: str | None = None, limit: int = wire.PAGE_SIZE, offset: int = 0) -> Page:
        """One page of the list, and how many there are in all."""
        return await self._client._run(self._client._wire.page(status, limit, offset))


class AsyncFiles:
    """The files that the account has uploaded."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    async def list(self) -> tuple[Upload, ...]:
        """Every uploaded file that has not expired, newest first. Raises a MediamillAPIError."""
        return await self._client._run(self._client._wire.uploads())

    async def delete(self, file: Upload | str) -> None:
        """Delete an uploaded file (or its id). Raises NotFound, PermissionDenied or another MediamillAPIError.

        A generation that names the file and has not read it yet ends in error.
        """
        id = file if isinstance(file, str) else file.id
        await self._client._run(self._client._wire.delete_upload(id))


class AsyncTools:
    """What the service can make."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    async def list(self) -> tuple[Tool, ...]:
        """Every tool, without models."""
        return await self._client._run(self._client._wire.tools())

    async def get(self, slug: str) -> Tool:
        """One tool with its models. Raises NotFound or another MediamillAPIError."""
        return await self._client._run(self._client._wire.tool(slug))

    async def input_schema(self, slug: str, model: str) -> InputSchema | None:
        """What a model takes, by the service's own description; None if that says nothing of it."""
        return await self._client._run(self._client._wire.input_schema(slug, model))

    async def input_schemas(self) -> tuple[InputSchema, ...]:
        """What every model of every tool takes, in the order of the service's own description."""
        return await self._client._run(self._client._wire.input_schemas())


class AsyncAccountOfKey:
    """The account the key belongs to."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    async def get(self) -> Account:
        """The account with the credits that are available now."""
        return await self._client._run(self._client._wire.account())
