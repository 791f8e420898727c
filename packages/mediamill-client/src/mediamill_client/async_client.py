"""The asynchronous client: `async_driver` does the I/O; what to send, and when, is decided in `wire`."""

import asyncio
import os
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx2

from mediamill_client import settings, transport, wire
from mediamill_client.async_driver import AsyncDriver, AsyncMedia
from mediamill_client.async_resources import AsyncAccountOfKey, AsyncFiles, AsyncGenerations, AsyncTools, AsyncWebhooks
from mediamill_client.mapping import MapResult, each_in_tasks, key_of
from mediamill_client.news import OnProgress, OnUpdate, hearing
from mediamill_client.requests import Unchanged, with_options
from mediamill_client.sources import FileInput
from mediamill_client.typed.async_audio import AsyncAudioTools
from mediamill_client.typed.async_visual import AsyncVisualTools
from mediamill_client.types import Generation, LedgerEntry, ProgressEvent, Quote, StatusEvent, Upload


@dataclass(frozen=True, slots=True)
class AsyncTiming:
    """Time and chance as the client sees them; tests bring their own."""

    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    chance: Callable[[], float] = random.random


class AsyncClient(AsyncVisualTools, AsyncAudioTools):
    """The service, spoken to from asyncio. One client serves any number of tasks of one event loop.

    The key comes from `api_key` or MEDIAMILL_API_KEY, the address from `base_url`, MEDIAMILL_BASE_URL or
    http://localhost:8000. `timeout` (seconds, None for none) limits connecting and each silence within one request;
    a request is tried again up to `max_retries` times where that cannot do harm. An `http_client` of your own is used
    as it is (proxies, certificates) and stays open. Raises a ConfigurationError.

    Each tool has a typed method (`create_image`, `text_to_speech` …) beside `run`, which takes any tool.

    Files of your own may stand in an input: a path, bytes, a file opened with "rb" or a picture of Pillow's is
    uploaded, and its URL sent. A text is a path in fields for media (`file`, `…_url`) unless it is a URL.
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
        driver = AsyncDriver(http_client if http_client is not None else transport.async_http(), timing.sleep)
        self._owns_http = http_client is None
        self._use(driver, wire.Wire(found, timeout, max_retries, timing.now, timing.chance))

    def _use(self, driver: AsyncDriver, talk: wire.Wire) -> None:
        self._driver = driver
        self._media = AsyncMedia(driver)
        self._wire = self._media.wire = replace(talk, media=self._media)
        self.base_url = talk.settings.base_url
        self.generations = AsyncGenerations(driver, self._wire)
        self.files = AsyncFiles(driver, self._wire)
        self.tools = AsyncTools(driver, self._wire)
        self.account = AsyncAccountOfKey(driver, self._wire)
        self.webhooks = AsyncWebhooks(driver, self._wire)

    def with_options(
        self, *, timeout: float | Unchanged | None = Unchanged.UNCHANGED, retries: int | None = None
    ) -> "AsyncClient":
        """The same client with another time limit of requests or another number of retries; connections are shared."""
        other = object.__new__(type(self))
        other._owns_http = False
        other._use(self._driver, with_options(self._wire, timeout, retries))
        return other

    async def run(
        self,
        tool: str,
        input: Mapping[str, Any],
        *,
        webhook: str | None = None,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        on_update: OnUpdate | None = None,
        on_progress: OnProgress | None = None,
    ) -> Generation:
        """Submit and wait. `timeout` (seconds) counts from the acceptance.

        `on_update` hears every change of status, `on_progress` how far the engine is (0 to 1) and what it is doing;
        an awaitable that they return is awaited.
        Raises GenerationFailed, WaitTimeout, UnusableFile or a MediamillAPIError.
        """
        conversation = self._wire.run(tool, input, webhook, timeout, idempotency_key)
        return await self._driver.run(conversation, hearing(on_update, on_progress))

    async def submit(
        self,
        tool: str,
        input: Mapping[str, Any],
        *,
        webhook: str | None = None,
        idempotency_key: str | None = None,
    ) -> Generation:
        """Order a generation and return at once, with its id. Raises UnusableFile or a MediamillAPIError.

        A lost answer is asked for again under one idempotency key: the service starts one generation for it. A key of
        your own makes that hold for a day, over restarts of your program too.
        """
        return await self._driver.run(self._wire.submit(tool, input, webhook, idempotency_key))

    async def wait(
        self,
        generation: Generation | str,
        timeout: float | None = None,
        on_update: OnUpdate | None = None,
        on_progress: OnProgress | None = None,
    ) -> Generation:
        """Follow a generation (or its id) until it has ended. Raises as `run` does."""
        return await self._driver.run(self._wire.wait(generation, timeout), hearing(on_update, on_progress))

    def map(
        self,
        tool: str,
        inputs: Iterable[Mapping[str, Any]],
        *,
        concurrency: int = 8,
        timeout: float | None = None,
        batch: str | None = None,
    ) -> AsyncIterator[MapResult]:
        """Run a tool on each input, several at once; the results come in the order of the inputs.

        What goes wrong with one input is in its result, and ends nothing. Rate limits are waited for. With the name of
        a `batch` each input is run once under that name, although the program is started again (for a day).
        """

        async def one(input: Mapping[str, Any]) -> Generation:
            key = key_of(batch, tool, input)
            return await self._driver.run(self._wire.run(tool, input, None, timeout, key, patient=True))

        return each_in_tasks(one, inputs, concurrency)

    def events(self, generation: Generation | str) -> AsyncIterator[StatusEvent | ProgressEvent]:
        """States and progress of a generation (or its id) from its beginning, as they come, until it has ended.

        A connection that breaks is made again, and nothing but progress is missed. Raises a MediamillAPIError.
        """
        return self._driver.told(self._wire.events(_id(generation)))

    async def quote(self, tool: str, input: Mapping[str, Any]) -> Quote:
        """What a run would cost, and whether it can be done here; uploads files of the input. Raises as `submit`."""
        return await self._driver.run(self._wire.quote(tool, input))

    async def cancel(self, generation: Generation | str) -> Generation:
        """Stop a generation (or its id): it ends in error "Canceled" and costs nothing. Raises a MediamillAPIError."""
        return await self._driver.run(self._wire.cancel(_id(generation)))

    async def delete(self, generation: Generation | str) -> None:
        """Delete a generation (or its id) that has ended, and its files. Raises Conflict while it has not."""
        await self._driver.run(self._wire.delete(_id(generation)))

    def ledger(self, limit: int = wire.PAGE_SIZE_MAX) -> AsyncIterator[LedgerEntry]:
        """What moved the credits, newest first; pages of `limit` are fetched as they are needed."""
        return self.account.ledger(limit)

    async def download(self, generation: Generation | str, path: str | os.PathLike[str]) -> Path:
        """Write the media of a finished generation to a file, or into a folder under a name of its own.

        The file appears only when it is whole. Raises NoOutput, DownloadFailed, a MediamillAPIError or OSError.
        """
        found = await self.generations.get(generation) if isinstance(generation, str) else generation
        return await self._media.asave(found.media, path)

    async def read(self, generation: Generation | str) -> bytes:
        """The media of a finished generation, whole in memory. Raises as `download` does."""
        found = await self.generations.get(generation) if isinstance(generation, str) else generation
        return await self._media.aread(found.media)

    async def upload(self, file: FileInput) -> Upload:
        """Upload an image or audio file: a path, bytes, a file opened with "rb" or a picture of Pillow's.

        Its URL then works as an input of this account for a day. Raises a MediamillAPIError or OSError.
        """
        return await self._driver.run(self._wire.upload(file))

    async def request(self, method: str, path: str, body: object = None) -> Any:
        """Call any endpoint with the key: its JSON, None for an empty answer. Raises a MediamillAPIError.

        Failures are tried again where that cannot do harm, as with every other call. For what has no method here.
        """
        return await self._driver.run(self._wire.call(method, path, body))

    async def aclose(self) -> None:
        """Close the connections, unless they belong to an `http_client` of yours or to another client."""
        if self._owns_http:
            await self._driver.http.aclose()

    async def __aenter__(self) -> "AsyncClient":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    def __repr__(self) -> str:
        return f"{type(self).__name__}(base_url={self.base_url!r}, api_key={settings.REDACTED!r})"


def _id(generation: Generation | str) -> str:
    return generation if isinstance(generation, str) else generation.id
