"""The blocking client: `driver` does the I/O; what to send, and when, is decided in `wire`."""

import os
import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx2

from mediamill_client import settings, transport, wire
from mediamill_client.driver import Driver, Media
from mediamill_client.mapping import MapResult, each_in_threads, key_of
from mediamill_client.news import OnProgress, OnUpdate, hearing
from mediamill_client.requests import Unchanged, with_options
from mediamill_client.resources import AccountOfKey, Files, Generations, Tools, Webhooks
from mediamill_client.sources import FileInput
from mediamill_client.typed.audio import AudioTools
from mediamill_client.typed.visual import VisualTools
from mediamill_client.types import Generation, LedgerEntry, ProgressEvent, Quote, StatusEvent, Upload


@dataclass(frozen=True, slots=True)
class Timing:
    """Time and chance as the client sees them; tests bring their own."""

    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    chance: Callable[[], float] = random.random


class Client(VisualTools, AudioTools):
    """The service, spoken to from ordinary code. One client may be used by several threads.

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
        http_client: httpx2.Client | None = None,
        *,
        timing: Timing | None = None,
    ) -> None:
        timing = timing or Timing()
        found = settings.read(api_key, base_url, os.environ)
        driver = Driver(http_client if http_client is not None else transport.blocking_http(), timing.sleep)
        self._owns_http = http_client is None
        self._use(driver, wire.Wire(found, timeout, max_retries, timing.now, timing.chance))

    def _use(self, driver: Driver, talk: wire.Wire) -> None:
        self._driver = driver
        self._media = Media(driver)
        self._wire = self._media.wire = replace(talk, media=self._media)
        self.base_url = talk.settings.base_url
        self.generations = Generations(driver, self._wire)
        self.files = Files(driver, self._wire)
        self.tools = Tools(driver, self._wire)
        self.account = AccountOfKey(driver, self._wire)
        self.webhooks = Webhooks(driver, self._wire)

    def with_options(
        self, *, timeout: float | Unchanged | None = Unchanged.UNCHANGED, retries: int | None = None
    ) -> "Client":
        """The same client with another time limit of requests or another number of retries; connections are shared."""
        other = object.__new__(type(self))
        other._owns_http = False
        other._use(self._driver, with_options(self._wire, timeout, retries))
        return other

    def run(
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

        `on_update` hears every change of status, `on_progress` how far the engine is (0 to 1) and what it is doing.
        Raises GenerationFailed, WaitTimeout, UnusableFile or a MediamillAPIError.
        """
        conversation = self._wire.run(tool, input, webhook, timeout, idempotency_key)
        return self._driver.run(conversation, hearing(on_update, on_progress))

    def submit(
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
        return self._driver.run(self._wire.submit(tool, input, webhook, idempotency_key))

    def wait(
        self,
        generation: Generation | str,
        timeout: float | None = None,
        on_update: OnUpdate | None = None,
        on_progress: OnProgress | None = None,
    ) -> Generation:
        """Follow a generation (or its id) until it has ended. Raises as `run` does."""
        return self._driver.run(self._wire.wait(generation, timeout), hearing(on_update, on_progress))

    def map(
        self,
        tool: str,
        inputs: Iterable[Mapping[str, Any]],
        *,
        concurrency: int = 8,
        timeout: float | None = None,
        batch: str | None = None,
    ) -> Iterator[MapResult]:
        """Run a tool on each input, several at once; the results come in the order of the inputs.

        What goes wrong with one input is in its result, and ends nothing. Rate limits are waited for. With the name of
        a `batch` each input is run once under that name, although the program is started again (for a day).
        """

        def one(input: Mapping[str, Any]) -> Generation:
            key = key_of(batch, tool, input)
            return self._driver.run(self._wire.run(tool, input, None, timeout, key, patient=True))

        return each_in_threads(one, inputs, concurrency)

    def events(self, generation: Generation | str) -> Iterator[StatusEvent | ProgressEvent]:
        """States and progress of a generation (or its id) from its beginning, as they come, until it has ended.

        A connection that breaks is made again, and nothing but progress is missed. Raises a MediamillAPIError.
        """
        return self._driver.told(self._wire.events(_id(generation)))

    def quote(self, tool: str, input: Mapping[str, Any]) -> Quote:
        """What a run would cost, and whether it can be done here; uploads files of the input. Raises as `submit`."""
        return self._driver.run(self._wire.quote(tool, input))

    def cancel(self, generation: Generation | str) -> Generation:
        """Stop a generation (or its id): it ends in error "Canceled" and costs nothing. Raises a MediamillAPIError."""
        return self._driver.run(self._wire.cancel(_id(generation)))

    def delete(self, generation: Generation | str) -> None:
        """Delete a generation (or its id) that has ended, and its files. Raises Conflict while it has not."""
        self._driver.run(self._wire.delete(_id(generation)))

    def ledger(self, limit: int = wire.PAGE_SIZE_MAX) -> Iterator[LedgerEntry]:
        """What moved the credits, newest first; pages of `limit` are fetched as they are needed."""
        return self.account.ledger(limit)

    def download(self, generation: Generation | str, path: str | os.PathLike[str]) -> Path:
        """Write the media of a finished generation to a file, or into a folder under a name of its own.

        The file appears only when it is whole. Raises NoOutput, DownloadFailed, a MediamillAPIError or OSError.
        """
        found = self.generations.get(generation) if isinstance(generation, str) else generation
        return self._media.save(found.media, path)

    def read(self, generation: Generation | str) -> bytes:
        """The media of a finished generation, whole in memory. Raises as `download` does."""
        found = self.generations.get(generation) if isinstance(generation, str) else generation
        return self._media.read(found.media)

    def upload(self, file: FileInput) -> Upload:
        """Upload an image or audio file: a path, bytes, a file opened with "rb" or a picture of Pillow's.

        Its URL then works as an input of this account for a day. Raises a MediamillAPIError or OSError.
        """
        return self._driver.run(self._wire.upload(file))

    def request(self, method: str, path: str, body: object = None) -> Any:
        """Call any endpoint with the key: its JSON, None for an empty answer. Raises a MediamillAPIError.

        Failures are tried again where that cannot do harm, as with every other call. For what has no method here.
        """
        return self._driver.run(self._wire.call(method, path, body))

    def close(self) -> None:
        """Close the connections, unless they belong to an `http_client` of yours or to another client."""
        if self._owns_http:
            self._driver.http.close()

    def __enter__(self) -> "Client":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"{type(self).__name__}(base_url={self.base_url!r}, api_key={settings.REDACTED!r})"


def _id(generation: Generation | str) -> str:
    return generation if isinstance(generation, str) else generation.id
