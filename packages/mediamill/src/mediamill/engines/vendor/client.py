"""One vendor over HTTP: free calls over kept connections, each paid one on a connection of its own, files both ways."""

import asyncio
import copy
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from mediamill.engines.remote import AnswerLost, KeyHeader, NotSent, ServerEvent, Signer, VendorAnswer
from mediamill.engines.vendor.body import file_body, sendable
from mediamill.engines.vendor.data_url import save_data_url
from mediamill.engines.vendor.events import is_event_stream, last_event
from mediamill.engines.vendor.headers import HOP_BY_HOP, checked, header_with
from mediamill.engines.vendor.places import Places
from mediamill.engines.vendor.redaction import Redactor
from mediamill.engines.vendor.signing import Signing
from mediamill.errors import MediamillError
from mediamill.outbound import (
    Answering,
    Body,
    ConnectionPool,
    Destination,
    Downloader,
    DownloadFailed,
    DownloadLimits,
    FailureReason,
    Guard,
    RequestFailed,
    StaleConnection,
    exchange,
    landing,
    read_body,
    read_start,
    save_body,
)
from mediamill.units import MEGABYTE

ANSWER_SECONDS = 20.0  # from DNS to the last byte of an answer that is not a file
FILE_SECONDS = 240.0  # the same where a file is sent, or comes back
ANSWER_BYTES_MAX = 1024 * 1024  # of a free call's answer, and of any that is not a success
BOUGHT_BYTES_MAX = 32 * MEGABYTE  # of a paid answer in memory: some hold a picture in base64
FILE_BYTES_MAX = 256 * MEGABYTE
CONNECTIONS_MAX = 16
DOWNLOADS_MAX = 16
OWN_HEADERS = HOP_BY_HOP | {"host", "content-length", "accept-encoding"}


class ResultNotFetched(MediamillError):
    """The vendor's file could not be downloaded: {reason}"""

    code = "vendor_result_not_fetched"

    def __init__(self, failure: FailureReason, *, status: int | None = None, detail: str = "") -> None:
        self.failure = failure
        self.status = status  # of the answer, where that is the reason: 403 or 404 once the URL has expired
        super().__init__(reason=sentence_of(failure, detail or status), failure=failure, status=status)


class VendorClient:
    """The Vendor of mediamill.engines.sdk for one base URL and one key. For one event loop; close it at the end.

    What it hands out as text, in answers and in errors, is without the key. An answer that is not a success is cut at
    ANSWER_BYTES_MAX. Every call raises ForeignUrl for an address that the engine may not contact, and ValueError for a
    header that cannot be sent, before anything is sent.
    """

    def __init__(
        self,
        guard: Guard,
        *,
        base_url: str,
        key: str | None = None,
        key_header: KeyHeader | None = None,
        hosts: Iterable[str] = (),
        key_hosts: Iterable[str] = (),
        bytes_max: int = FILE_BYTES_MAX,
        connections_max: int = CONNECTIONS_MAX,
        traceparent: str | None = None,
    ) -> None:
        """Free calls may also go to `key_hosts`, with the key; `bytes_max` is for files that come back.

        Raises InvalidSettings for an unusable base URL or key."""
        self._redactor = Redactor([key] if key else [])
        self._places = Places(guard, base_url, hosts, self._redactor.text, key_hosts)
        self._key_headers = header_with(key, key_header)
        self._signing = Signing(key_header, key) if isinstance(key_header, Signer) and key is not None else None
        signed = self._signing.signer.headers if self._signing else frozenset()
        self._reserved = OWN_HEADERS | signed | {name.lower() for name in self._key_headers}
        self._bytes_max = bytes_max
        self._traceparent = traceparent
        self._account = f"engine {self._places.base.authority.decode()}"  # whose name look-ups are counted
        self._pool = ConnectionPool(self._places.guard, account_id=self._account, connections_max=connections_max)
        self._downloader = Downloader(self._places.guard, at_once_per_account=DOWNLOADS_MAX, redact=self._redactor.text)

    async def aclose(self) -> None:
        """Close the kept connections."""
        await self._pool.aclose()

    def traced(self, traceparent: str | None) -> "VendorClient":
        """The same client, connections included, whose calls to the API carry this traceparent."""
        client = copy.copy(self)
        client._traceparent = traceparent
        return client

    async def get(self, path: str) -> VendorAnswer:
        """A free question; asked again when a kept connection turns out to be dead. Raises NotSent, AnswerLost."""
        started = time.monotonic()
        place, headers, deadline = self._places.free(path), self._api_headers(), started + ANSWER_SECONDS
        try:
            return await self._read(self._kept("GET", place, deadline, headers))
        except StaleConnection:
            return await self._ask(self._alone("GET", place, deadline, headers), started)
        except RequestFailed as failed:
            raise lost(failed, started) from None

    async def call(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        form: Mapping[str, str | Path] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> VendorAnswer:
        """A free call, such as a cancel or, with a form, an upload. Raises NotSent, AnswerLost."""
        started = time.monotonic()
        place = self._places.free(path)
        content, own = sendable(method, body, form)
        sent = self._api_headers(own, headers)
        deadline = started + (ANSWER_SECONDS if form is None else FILE_SECONDS)
        return await self._ask(self._kept(method, place, deadline, sent, content), started)

    async def buy(
        self,
        path: str,
        body: object = None,
        *,
        method: str = "POST",
        form: Mapping[str, str | Path] | None = None,
        headers: Mapping[str, str] | None = None,
        save_to: Path | None = None,
        seconds: float | None = None,
        bytes_max: int | None = None,
    ) -> VendorAnswer:
        """The call that the vendor bills: sent once, on a connection of its own. Raises NotSent, AnswerLost.

        NotSent: not a byte of the request left. AnswerLost: something did, and the answer is not here; `seconds` among
        its facts says after how long. With `save_to` a 2xx answer becomes that file, private, and only when all of it
        is there. `seconds` are for everything; without them ANSWER_SECONDS, or FILE_SECONDS where a file is saved.
        Raises OSError when our own disk fails, after the call was made.
        """
        started = time.monotonic()
        place = self._places.api(path)
        content, own = sendable(method, body, form)
        deadline = started + (seconds or (FILE_SECONDS if save_to else ANSWER_SECONDS))
        exchanging = self._alone(method, place, deadline, self._api_headers(own, headers), content)
        if save_to is None:
            return await self._ask(exchanging, started, BOUGHT_BYTES_MAX)
        return await self._ask_for_file(exchanging, started, save_to, bytes_max or self._bytes_max)

    async def listen(
        self, path: str, is_last: Callable[[ServerEvent], bool], *, seconds: float, silence_seconds: float
    ) -> ServerEvent | VendorAnswer:
        """Read server-sent events up to the last one, on a connection of its own, which ends then, and when the caller
        is cancelled. Raises NotSent, AnswerLost.

        All events together may have BOUGHT_BYTES_MAX.
        """
        started, clock = time.monotonic(), asyncio.get_running_loop()
        headers = self._api_headers({"Accept": "text/event-stream"})
        exchanging = self._alone("GET", self._places.api(path), started + seconds, headers)
        try:
            async with asyncio.timeout(silence_seconds) as silence, exchanging as answering:
                if not is_event_stream(answering):
                    return self._answer(answering, await read_start(answering, DownloadLimits(ANSWER_BYTES_MAX)))
                return await last_event(
                    answering,
                    is_last,
                    heard=lambda: silence.reschedule(clock.time() + silence_seconds),
                    redact=self._redactor.text,
                    bytes_max=BOUGHT_BYTES_MAX,
                )
        except TimeoutError:
            reason = f"nothing came for {silence_seconds:g} s"
            raise AnswerLost(reason=reason, seconds=round(time.monotonic() - started, 3)) from None
        except RequestFailed as failed:
            raise lost(failed, started) from None

    async def put_file(self, url: str, file: Path, content_type: str) -> VendorAnswer:
        """Upload to a URL that the vendor gave, without the key. Raises NotSent, AnswerLost."""
        started = time.monotonic()
        try:
            place = self._places.file(url)
            content, headers = file_body(file, content_type)
        except RequestFailed as failed:
            raise lost(failed, started) from None
        except OSError as error:
            raise NotSent(reason=f"the file to send cannot be read: {error.strerror}") from None
        sent = checked(headers, self._reserved)
        exchanging = self._kept("PUT", place, started + FILE_SECONDS, sent, content, is_signed=False)
        return await self._ask(exchanging, started)

    async def download(
        self, url: str, folder: Path, *, bytes_max: int | None = None, seconds: float = FILE_SECONDS
    ) -> Path:
        """The vendor's file under a name of our own in this private folder; asked for without the key.

        A URL of the API's origin or of a host on the list, as is each of three redirects at most, or a `data:` URL in
        base64; a path below the base URL is asked for with the key, and may not be redirected. Raises ResultNotFetched,
        ForeignUrl, OSError; no file is left then.
        """
        limits = DownloadLimits(bytes_max or self._bytes_max, seconds)
        if url.startswith("/"):
            return await self._download_own(url, folder, limits)
        if url[:5].lower() == "data:":
            try:
                return await save_data_url(url, folder, limits.bytes_max)
            except RequestFailed as failed:
                raise ResultNotFetched(failed.reason, detail=failed.detail) from None
        outcome = await self._downloader.download(
            url, folder, account_id=self._account, limits=limits, judge=self._places.file
        )
        if isinstance(outcome, DownloadFailed):
            raise ResultNotFetched(outcome.reason, status=outcome.status)
        return outcome.path

    async def _download_own(self, path: str, folder: Path, limits: DownloadLimits) -> Path:
        """A file that the API itself hands out."""
        place, deadline = self._places.api(path), time.monotonic() + limits.seconds
        try:
            async with self._alone("GET", place, deadline, self._api_headers()) as answering:
                if not is_success(answering):
                    raise ResultNotFetched(FailureReason.BAD_STATUS, status=answering.status)
                with landing(folder) as (file, stream):
                    await save_body(answering, stream, limits)
                return file
        except RequestFailed as failed:
            raise ResultNotFetched(failed.reason, detail=failed.detail) from None

    def _api_headers(self, *others: Mapping[str, str] | None) -> dict[str, str]:
        given = {name.lower(): value for headers in others for name, value in (headers or {}).items()}
        trace = {"traceparent": self._traceparent} if self._traceparent else {}
        return trace | checked(given, self._reserved) | self._key_headers

    def _kept(
        self,
        method: str,
        place: Destination,
        deadline: float,
        headers: Mapping[str, str],
        body: Body = None,
        *,
        is_signed: bool = True,
    ) -> AbstractAsyncContextManager[Answering]:
        sent = self._signed(method, place, headers, body) if is_signed else headers
        return self._pool.exchange(
            method, place, deadline=deadline, headers=sent, body=body, redact=self._redactor.text
        )

    def _alone(
        self, method: str, place: Destination, deadline: float, headers: Mapping[str, str], body: Body = None
    ) -> AbstractAsyncContextManager[Answering]:
        return exchange(
            self._places.guard,
            method,
            place,
            account_id=self._account,
            deadline=deadline,
            headers=self._signed(method, place, headers, body),
            body=body,
            redact=self._redactor.text,
        )

    def _signed(self, method: str, place: Destination, headers: Mapping[str, str], body: Body) -> Mapping[str, str]:
        """With what the engine's signer adds, if it has one."""
        return {**headers, **self._signing.of(method, place, headers, body)} if self._signing else headers

    async def _ask(
        self,
        exchanging: AbstractAsyncContextManager[Answering],
        started: float,
        bytes_max: int = ANSWER_BYTES_MAX,
    ) -> VendorAnswer:
        try:
            return await self._read(exchanging, bytes_max)
        except RequestFailed as failed:
            raise lost(failed, started) from None

    async def _read(
        self, exchanging: AbstractAsyncContextManager[Answering], bytes_max: int = ANSWER_BYTES_MAX
    ) -> VendorAnswer:
        async with exchanging as answering:
            if not is_success(answering):
                return self._answer(answering, await read_start(answering, DownloadLimits(ANSWER_BYTES_MAX)))
            return self._answer(answering, await read_body(answering, DownloadLimits(bytes_max)))

    async def _ask_for_file(
        self, exchanging: AbstractAsyncContextManager[Answering], started: float, file: Path, bytes_max: int
    ) -> VendorAnswer:
        try:
            async with exchanging as answering:
                if not is_success(answering):
                    return self._answer(answering, await read_start(answering, DownloadLimits(ANSWER_BYTES_MAX)))
                with landing(file.parent) as (path, stream):
                    await save_body(answering, stream, DownloadLimits(bytes_max))
                move(path, file)
                return self._answer(answering, b"", file)
        except RequestFailed as failed:
            raise lost(failed, started) from None

    def _answer(self, answering: Answering, body: bytes, saved: Path | None = None) -> VendorAnswer:
        headers: dict[str, str] = {}
        for name, value in answering.response.headers:
            key, text = (self._redactor.text(part.decode("latin-1")) for part in (name, value))
            key = key.lower()
            headers[key] = f"{headers[key]}, {text}" if key in headers else text
        return VendorAnswer(answering.status, headers, self._redactor.content(body), saved)


def move(path: Path, target: Path) -> None:
    """Give a file its final name. Raises OSError, and leaves no file then."""
    try:
        path.replace(target)
    except OSError:
        path.unlink()
        raise


def is_success(answering: Answering) -> bool:
    """2xx."""
    return 200 <= answering.status < 300


def lost(failed: RequestFailed, started: float) -> NotSent | AnswerLost:
    """What a failure means for whoever asked; its detail is redacted by the exchange."""
    reason = sentence_of(failed.reason, failed.detail)
    if not failed.sent:
        return NotSent(reason=reason)
    return AnswerLost(reason=reason, seconds=round(time.monotonic() - started, 3))


def sentence_of(reason: FailureReason, detail: object) -> str:
    """For the operator."""
    return f"{reason} ({detail})" if detail else str(reason)
