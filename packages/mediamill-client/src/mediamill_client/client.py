"""The blocking client: it does the I/O; what to send, and when, is decided in `wire`."""

import os
import random
import time
from collections.abc import Callable, Iterator, Mapping
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
OnUpdate = Callable[[Generation], object]


@dataclass(frozen=True, slots=True)
class Timing:
    """Time and chance as the client sees them; tests bring their own."""

    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    chance: Callable[[], float] = random.random


class Client:
    """The service, spoken to from ordinary code. One client may be used by several threads.

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
        http_client: httpx2.Client | None = None,
        *,
        timing: Timing | None = None,
    ) -> None:
        timing = timing or Timing()
        found = settings.read(api_key, base_url, os.environ)
        self.base_url = found.base_url
        self._wire = wire.Wire(found, timeout, max_retries, timing.now, timing.chance)
        self._sleep = timing.sleep
        self._owns_http = http_client is None
        self._http = http_client if http_client is not None else transport.blocking_http()
        self.generations = Generations(self)
        self.files = Files(self)
        self.tools = Tools(self)
        self.account = AccountOfKey(self)

    def run(
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
        return self._run(self._wire.run(tool, input, webhook, timeout, idempotency_key), on_update)

    def submit(
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
        return self._run(self._wire.submit(tool, input, webhook, idempotency_key))

    def wait(
        self,
        generation: Generation | str,
        timeout: float | None = None,
        on_update: OnUpdate | None = None,
    ) -> Generation:
        """Follow a generation (or its id) until it has ended. Raises as `run` does."""
        return self._run(self._wire.wait(generation, timeout), on_update)

    def cancel(self, generation: Generation | str) -> Generation:
        """Stop a generation (or its id): it ends in error "Canceled" and costs nothing. Raises a MediamillAPIError."""
        id = generation if isinstance(generation, str) else generation.id
        return self._run(self._wire.cancel(id))

    def download(self, generation: Generation | str, path: str | os.PathLike[str]) -> Path:
        """Write the media of a finished generation to a file, or into a folder under a name of its own.

        The file appears only when it is whole. Raises NoOutput, DownloadFailed, a MediamillAPIError or OSError.
        """
        found = self.generations.get(generation) if isinstance(generation, str) else generation
        with AtomicFile(target_of(path, found)) as landing:
            self._run(self._wire.fetch(found, landing))
            return landing.settle()

    def read(self, generation: Generation | str) -> bytes:
        """The media of a finished generation, whole in memory. Raises as `download` does."""
        found = self.generations.get(generation) if isinstance(generation, str) else generation
        basin = MemorySink()
        self._run(self._wire.fetch(found, basin))
        return bytes(basin.content)

    def upload(self, path: str | os.PathLike[str]) -> Upload:
        """Upload an image or audio file; its URL then works as an input. Raises a MediamillAPIError or OSError."""
        return self._run(self._wire.upload(Path(path).read_bytes()))

    def request(self, method: str, path: str, body: object = None) -> Any:
        """Call any endpoint with the key: its JSON, None for an empty answer. Raises a MediamillAPIError.

        Failures are tried again where that cannot do harm, as with every other call. For what has no method here.
        """
        return self._run(self._wire.request(method, path, body))

    def close(self) -> None:
        """Close the connections, unless they belong to an `http_client` of yours."""
        if self._owns_http:
            self._http.close()

    def __enter__(self) -> "Client":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"{type(self).__name__}(base_url={self.base_url!r}, api_key={settings.REDACTED!r})"

    def _run(self, conversation: steps.Conversation[T], on_update: OnUpdate | None = None) -> T:
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
                    outcome = self._send(step)
                case steps.Sleep():
                    self._sleep(step.seconds)
                case steps.Tell():
                    if on_update is not None:
                        on_update(step.generation)

    def _send(self, step: steps.Send) -> steps.Reply | steps.Failure:
        try:
            request = transport.prepared(self._http, step)
            response = self._http.send(request, stream=True, auth=None, follow_redirects=step.sink is not None)
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


class Generations:
    """The generations of the account."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def get(self, id: str) -> Generation:
        """One generation with its payload. Raises NotFound, PermissionDenied or another MediamillAPIError."""
        return self._client._run(self._client._wire.generation(id))

    def inspect(self, id: str) -> Inspection:
        """All that is known of one: attempts, times, credits, seed, provenance, what was missed. Raises as `get`."""
        return self._client._run(self._client._wire.inspection(id))

    def list(self, status: str | None = None, limit: int = wire.PAGE_SIZE) -> Iterator[Generation]:
        """Every generation, newest first, perhaps of one status; pages of `limit` are fetched as they are needed."""
        walk = wire.Pager(limit)
        while not walk.finished:
            yield from walk.news(self.page(status, limit, walk.offset))

    def page(self, status: str | None = None, limit: int = wire.PAGE_SIZE, offset: int = 0) -> Page:
        """One page of the list, and how many there are in all."""
        return self._client._run(self._client._wire.page(status, limit, offset))


class Files:
    """The files that the account has uploaded."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def list(self) -> tuple[Upload, ...]:
        """Every uploaded file that has not expired, newest first. Raises a MediamillAPIError."""
        return self._client._run(self._client._wire.uploads())

    def delete(self, file: Upload | str) -> None:
        """Delete an uploaded file (or its id). Raises NotFound, PermissionDenied or another MediamillAPIError.

        A generation that names the file and has not read it yet ends in error.
        """
        id = file if isinstance(file, str) else file.id
        self._client._run(self._client._wire.delete_upload(id))


class Tools:
    """What the service can make."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def list(self) -> tuple[Tool, ...]:
        """Every tool, without models."""
        return self._client._run(self._client._wire.tools())

    def get(self, slug: str) -> Tool:
        """One tool with its models. Raises NotFound or another MediamillAPIError."""
        return self._client._run(self._client._wire.tool(slug))

    def input_schema(self, slug: str, model: str) -> InputSchema | None:
        """What a model takes, by the service's own description; None if that says nothing of it."""
        return self._client._run(self._client._wire.input_schema(slug, model))

    def input_schemas(self) -> tuple[InputSchema, ...]:
        """What every model of every tool takes, in the order of the service's own description."""
        return self._client._run(self._client._wire.input_schemas())


class AccountOfKey:
    """The account the key belongs to."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def get(self) -> Account:
        """The account with the credits that are available now."""
        return self._client._run(self._client._wire.account())
