"""Carries conversations out, blocking: the only I/O of `Client`."""

import contextlib
import os
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any, TypeVar

import httpx2

from mediamill_client import sources, steps, transport
from mediamill_client.outputs import Output
from mediamill_client.sinks import AtomicFile, MemorySink, target_of
from mediamill_client.wire import Wire

T = TypeVar("T")


class Driver:
    """One HTTP client, and how to sleep."""

    def __init__(self, http: httpx2.Client, sleep: Callable[[float], None]) -> None:
        self.http = http
        self._sleep = sleep

    def run(self, conversation: steps.Conversation[T], hear: Callable[[Any], object] | None = None) -> T:
        """Carry out a conversation and return what it returns; `hear` is told the news. Raises what it raises."""
        with contextlib.closing(self._steps(conversation)) as news:
            for step in news:
                if isinstance(step, steps.Done):
                    result: T = step.value
                    return result
                if hear is not None:
                    hear(step.news)
        raise AssertionError("a conversation ends with Done")

    def told(self, conversation: steps.Conversation[None]) -> Generator[Any, None, None]:
        """The news of a conversation, as they come."""
        with contextlib.closing(self._steps(conversation)) as news:
            for step in news:
                if isinstance(step, steps.Tell):
                    yield step.news

    def _steps(self, conversation: steps.Conversation[T]) -> Generator[steps.Tell | steps.Done[T], None, None]:
        outcome: steps.Outcome = None
        with contextlib.closing(_Body(self.http)) as body:
            while True:
                try:
                    step = conversation.send(outcome)
                except StopIteration as end:
                    yield steps.Done(end.value)
                    return
                outcome = None
                match step:
                    case steps.Send():
                        outcome = self._send(step)
                    case steps.Open():
                        outcome = body.open(step)
                    case steps.Receive():
                        outcome = body.receive()
                    case steps.Close():
                        body.close()
                    case steps.Load():
                        outcome = sources.load(step.source)
                    case steps.Sleep():
                        self._sleep(step.seconds)
                    case steps.Tell():
                        yield step

    def _send(self, step: steps.Send) -> steps.Reply | steps.Failure:
        try:
            request = transport.prepared(self.http, step)
            response = self.http.send(request, stream=True, auth=None, follow_redirects=step.sink is not None)
            try:
                if step.sink is None or response.status_code != 200:
                    return steps.Reply(response.status_code, response.headers, response.read())
                step.sink.rewind()
                for chunk in response.iter_bytes(transport.CHUNK_BYTES):
                    step.sink.write(chunk)
                return steps.Reply(response.status_code, response.headers, b"")
            finally:
                response.close()
        except transport.ERRORS as error:
            return transport.failure(step, error)


class _Body:
    """The body of one answer at a time, read piece by piece."""

    def __init__(self, http: httpx2.Client) -> None:
        self._http = http
        self._request: steps.Send | None = None
        self._response: httpx2.Response | None = None
        self._pieces: Iterator[httpx2.ServerSentEvent | bytes] | None = None

    def open(self, step: steps.Open) -> steps.Reply | steps.Failure:
        self.close()
        self._request = step.request
        try:
            request = transport.prepared(self._http, step.request)
            response = self._http.send(request, stream=True, auth=None, follow_redirects=not step.as_events)
            self._response = response
            if not transport.is_stream(step, response):
                content = response.read()
                self.close()
                return steps.Reply(response.status_code, response.headers, content)
        except transport.ERRORS as error:
            self.close()
            return transport.failure(step.request, error)
        chunks = response.iter_bytes()
        self._pieces = iter(httpx2.EventSource(response)) if step.as_events else chunks
        return steps.Reply(response.status_code, response.headers, b"")

    def receive(self) -> steps.ServerEvent | bytes | steps.Failure | None:
        assert self._request is not None, "Open comes before Receive"
        if self._pieces is None:
            return None
        try:
            return transport.piece(next(self._pieces, None))
        except transport.ERRORS as error:
            return transport.failure(self._request, error)

    def close(self) -> None:
        if self._response is not None:
            self._response.close()
            self._response = None
        self._pieces = None


class Media:
    """How outputs of a `Client` are fetched."""

    wire: Wire

    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    def save(self, output: Output, path: str | os.PathLike[str]) -> Path:
        """Write the media to a file, or into a folder."""
        with AtomicFile(target_of(path, output.file_name)) as file:
            self._driver.run(self.wire.fetch(output.url, file))
            return file.settle()

    def read(self, output: Output) -> bytes:
        """The media, whole in memory."""
        sink = MemorySink()
        self._driver.run(self.wire.fetch(output.url, sink))
        return bytes(sink.content)

    def stream(self, output: Output) -> Iterator[bytes]:
        """The media as it arrives."""
        return self._driver.told(self.wire.stream(output.url))
