"""Carries conversations out on an event loop: the only I/O of `AsyncClient`."""

import asyncio
import contextlib
import inspect
import os
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import httpx2

from mediamill_client import sources, steps, transport
from mediamill_client.outputs import Output
from mediamill_client.sinks import AtomicFile, MemorySink, target_of
from mediamill_client.wire import Wire

T = TypeVar("T")


class AsyncDriver:
    """One HTTP client, and how to sleep."""

    def __init__(self, http: httpx2.AsyncClient, sleep: Callable[[float], Awaitable[None]]) -> None:
        self.http = http
        self._sleep = sleep

    async def run(self, conversation: steps.Conversation[T], hear: Callable[[Any], object] | None = None) -> T:
        """Carry out a conversation and return what it returns; `hear` is told the news. Raises what it raises."""
        async with contextlib.aclosing(self._steps(conversation)) as news:
            async for step in news:
                if isinstance(step, steps.Done):
                    result: T = step.value
                    return result
                heard = hear(step.news) if hear is not None else None
                if inspect.isawaitable(heard):
                    await heard
        raise AssertionError("a conversation ends with Done")

    async def told(self, conversation: steps.Conversation[None]) -> AsyncGenerator[Any, None]:
        """The news of a conversation, as they come."""
        async with contextlib.aclosing(self._steps(conversation)) as news:
            async for step in news:
                if isinstance(step, steps.Tell):
                    yield step.news

    async def _steps(self, conversation: steps.Conversation[T]) -> AsyncGenerator[steps.Tell | steps.Done[T], None]:
        outcome: steps.Outcome = None
        async with contextlib.aclosing(_Body(self.http)) as body:
            while True:
                try:
                    step = conversation.send(outcome)
                except StopIteration as end:
                    yield steps.Done(end.value)
                    return
                outcome = None
                match step:
                    case steps.Send():
                        outcome = await self._send(step)
                    case steps.Open():
                        outcome = await body.open(step)
                    case steps.Receive():
                        outcome = await body.receive()
                    case steps.Close():
                        await body.aclose()
                    case steps.Load():
                        outcome = await asyncio.to_thread(sources.load, step.source)
                    case steps.Sleep():
                        await self._sleep(step.seconds)
                    case steps.Tell():
                        yield step

    async def _send(self, step: steps.Send) -> steps.Reply | steps.Failure:
        try:
            request = transport.prepared(self.http, step)
            response = await self.http.send(request, stream=True, auth=None, follow_redirects=step.sink is not None)
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


class _Body:
    """The body of one answer at a time, read piece by piece."""

    def __init__(self, http: httpx2.AsyncClient) -> None:
        self._http = http
        self._request: steps.Send | None = None
        self._response: httpx2.Response | None = None
        self._pieces: AsyncIterator[httpx2.ServerSentEvent | bytes] | None = None

    async def open(self, step: steps.Open) -> steps.Reply | steps.Failure:
        await self.aclose()
        self._request = step.request
        try:
            request = transport.prepared(self._http, step.request)
            response = await self._http.send(request, stream=True, auth=None, follow_redirects=not step.as_events)
            self._response = response
            if not transport.is_stream(step, response):
                content = await response.aread()
                await self.aclose()
                return steps.Reply(response.status_code, response.headers, content)
        except transport.ERRORS as error:
            await self.aclose()
            return transport.failure(step.request, error)
        chunks = response.aiter_bytes()
        self._pieces = aiter(httpx2.EventSource(response)) if step.as_events else chunks
        return steps.Reply(response.status_code, response.headers, b"")

    async def receive(self) -> steps.ServerEvent | bytes | steps.Failure | None:
        assert self._request is not None, "Open comes before Receive"
        if self._pieces is None:
            return None
        try:
            return transport.piece(await anext(self._pieces, None))
        except transport.ERRORS as error:
            return transport.failure(self._request, error)

    async def aclose(self) -> None:
        if self._response is not None:
            await self._response.aclose()
            self._response = None
        self._pieces = None


class AsyncMedia:
    """How outputs of an `AsyncClient` are fetched."""

    wire: Wire

    def __init__(self, driver: AsyncDriver) -> None:
        self._driver = driver

    async def asave(self, output: Output, path: str | os.PathLike[str]) -> Path:
        """Write the media to a file, or into a folder."""
        with AtomicFile(target_of(path, output.file_name)) as file:
            await self._driver.run(self.wire.fetch(output.url, file))
            return await asyncio.to_thread(file.settle)

    async def aread(self, output: Output) -> bytes:
        """The media, whole in memory."""
        sink = MemorySink()
        await self._driver.run(self.wire.fetch(output.url, sink))
        return bytes(sink.content)

    def astream(self, output: Output) -> AsyncIterator[bytes]:
        """The media as it arrives."""
        return self._driver.told(self.wire.stream(output.url))
