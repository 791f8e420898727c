"""Fetching a caller's file to disk, with an end to everything: time, bytes, redirects, headers."""

import asyncio
import os
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import aclosing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from mediamill.outbound.destination import Destination
from mediamill.outbound.exchange import Answering, Redact, exchange
from mediamill.outbound.failure import FailureReason, RequestFailed
from mediamill.outbound.guard import Guard
from mediamill.outbound.keyed_semaphore import KeyedSemaphore
from mediamill.outbound.url import INPUT_RULES
from mediamill.units import MEGABYTE

WRITTEN_AT_ONCE_BYTES = 256 * 1024
# Chunked coding costs some bytes for each chunk. A server whose chunks are tiny makes us work, not wait: this is what
# the coding may weigh beside the body, beyond what one read brings.
CODING_BYTES_MAX = 128 * 1024
CODING_SHARE_MAX = 0.1
REDIRECTS = frozenset({301, 302, 303, 307, 308})
CAUSES = {
    FailureReason.DNS_FAILED: "the host name could not be resolved",
    FailureReason.REFUSED_ADDRESS: "it leads to an address that is not allowed",
    FailureReason.CONNECT_FAILED: "the server could not be reached",
    FailureReason.TLS_FAILED: "no secure connection to the server was possible; its certificate may be invalid",
    FailureReason.TIMEOUT: "it took longer than {seconds:g} seconds",
    FailureReason.BAD_ANSWER: "the server gave no proper HTTP answer",
    FailureReason.BAD_STATUS: "the server answered {status}",
    FailureReason.TOO_MANY_REDIRECTS: "it is redirected more than {redirects} times",
    FailureReason.INSECURE_REDIRECT: "it is redirected from https to http",
    FailureReason.ENCODED: "the server sent it with a Content-Encoding, which is not accepted",
    FailureReason.TOO_LARGE: "it is larger than {megabytes:g} MB",
    FailureReason.SHORT: "the connection was cut before all of it had arrived",
    FailureReason.OVERLONG: "the server sent more than it had declared",
    FailureReason.EMPTY: "it is empty",
}


Judge = Callable[[str], Destination]  # raises RequestFailed, or an error of its own, for a URL that is not to be asked


@dataclass(frozen=True, slots=True)
class DownloadLimits:
    """How much of the world's time and bytes one file may take."""

    bytes_max: int
    seconds: float = 30.0  # in all: DNS, connections, redirects, headers and body
    redirects_max: int = 3


@dataclass(frozen=True, slots=True)
class Downloaded:
    """A local file with untrusted bytes. Its type must be read from them."""

    path: Path
    size_bytes: int


@dataclass(frozen=True, slots=True)
class DownloadFailed:
    """Why there is no file."""

    reason: FailureReason
    limits: DownloadLimits = field(repr=False)
    status: int | None = None  # of the answer, where that is the reason

    def sentence(self, name: str) -> str:
        """One sentence for the caller, who knows the URL by this name: a field of the input."""
        cause = CAUSES[self.reason].format(
            seconds=self.limits.seconds,
            redirects=self.limits.redirects_max,
            megabytes=self.limits.bytes_max / MEGABYTE,
            status=self.status,
        )
        return f"The file given in `{name}` could not be downloaded: {cause}."


class Downloader:
    """Fetches files, so many at once from each host and for each account. One for the process."""

    def __init__(
        self, guard: Guard, *, at_once_per_host: int = 8, at_once_per_account: int = 4, redact: Redact = str
    ) -> None:
        self._guard = guard
        self._redact = redact
        self._hosts = KeyedSemaphore(at_once_per_host)
        self._accounts = KeyedSemaphore(at_once_per_account)

    async def download(
        self, url: str, folder: Path, *, account_id: str, limits: DownloadLimits, judge: Judge | None = None
    ) -> Downloaded | DownloadFailed:
        """The file behind an http or https URL, under a name of our own in a private folder, or why there is none.

        `judge` gives the place of a URL, of a redirect's too, or raises; without one it is the guard for callers' URLs.
        Leaves no file when it fails. Raises OSError when our own disk does. Waiting for a place beside other downloads
        takes none of the time in `limits`.
        """
        async with self._accounts.enter(account_id):
            try:
                with landing(folder) as (path, file):
                    return Downloaded(path, await self._follow(url, file, account_id, limits, judge or self._judge))
            except RequestFailed as failed:
                return DownloadFailed(failed.reason, limits, failed.status)

    def _judge(self, url: str) -> Destination:
        return self._guard.destination(url, INPUT_RULES)

    async def _follow(self, url: str, file: BinaryIO, account_id: str, limits: DownloadLimits, judge: Judge) -> int:
        """Bytes written, from wherever the redirects end."""
        destination = judge(url)
        left = limits.seconds
        for _ in range(limits.redirects_max + 1):
            async with self._hosts.enter(destination.host):
                started = time.monotonic()
                async with exchange(
                    self._guard,
                    "GET",
                    destination,
                    account_id=account_id,
                    deadline=started + left,
                    redact=self._redact,
                ) as answering:
                    if answering.status not in REDIRECTS:
                        return await save(answering, file, limits)
                    destination = next_place(destination, answering, judge)
                left -= time.monotonic() - started
        raise RequestFailed(FailureReason.TOO_MANY_REDIRECTS)


def next_place(destination: Destination, answering: Answering, judge: Judge) -> Destination:
    """Where a redirect leads, judged like the first URL."""
    location = answering.header(b"location")
    if location is None:
        raise RequestFailed(FailureReason.BAD_ANSWER, "a redirect without Location")
    following = judge(destination.redirected(location))
    if destination.scheme == "https" and following.scheme == "http":
        raise RequestFailed(FailureReason.INSECURE_REDIRECT, following.host)
    return following


@contextmanager
def landing(folder: Path) -> Iterator[tuple[Path, BinaryIO]]:
    """A new private file; deleted again on an error."""
    path = folder / f"download-{secrets.token_hex(8)}"
    try:
        with open(path, "xb", opener=lambda name, flags: os.open(name, flags | os.O_NOFOLLOW, 0o600)) as file:
            yield path, file
    except BaseException:
        path.unlink(missing_ok=True)
        raise


async def save(answering: Answering, file: BinaryIO, limits: DownloadLimits) -> int:
    """Write the body; bytes written. Raises RequestFailed when it is not the whole file that was asked for."""
    if answering.status != 200:
        raise RequestFailed(FailureReason.BAD_STATUS, status=answering.status)
    return await save_body(answering, file, limits)


async def save_body(answering: Answering, file: BinaryIO, limits: DownloadLimits) -> int:
    """Write the body, whatever the status; bytes written. Raises RequestFailed when it is not all there."""
    refuse_coded(answering)
    if (answering.length or 0) > limits.bytes_max:
        raise RequestFailed(FailureReason.TOO_LARGE)
    size, waiting = 0, bytearray()
    async with aclosing(answering.body()) as pieces:
        async for piece in pieces:
            size += len(piece)
            waiting += piece
            check_weight(answering, size, limits)
            if len(waiting) >= WRITTEN_AT_ONCE_BYTES:
                await asyncio.to_thread(file.write, waiting)  # a disk that hangs is not to hang everybody
                waiting = bytearray()
    await asyncio.to_thread(file.write, waiting)
    if size == 0:
        raise RequestFailed(FailureReason.EMPTY)
    if answering.length is not None and await answering.stream.has_surplus():
        raise RequestFailed(FailureReason.OVERLONG)
    return size


async def read_body(answering: Answering, limits: DownloadLimits) -> bytes:
    """The body in memory. Raises RequestFailed when it is not all there, or too large."""
    refuse_coded(answering)
    if (answering.length or 0) > limits.bytes_max:
        raise RequestFailed(FailureReason.TOO_LARGE)
    body = bytearray()
    async with aclosing(answering.body()) as pieces:
        async for piece in pieces:
            body += piece
            check_weight(answering, len(body), limits)
    return bytes(body)


async def read_start(answering: Answering, limits: DownloadLimits) -> bytes:
    """As much of the body as is allowed. Raises RequestFailed when it is cut off before that."""
    refuse_coded(answering)
    body = bytearray()
    async with aclosing(answering.body()) as pieces:
        async for piece in pieces:
            body += piece
            if len(body) >= limits.bytes_max:
                break
            check_weight(answering, len(body), limits)
    return bytes(body[: limits.bytes_max])


def refuse_coded(answering: Answering) -> None:
    """Raises RequestFailed for an answer that is compressed."""
    if (answering.header(b"content-encoding") or b"identity").strip().lower() not in (b"identity", b""):
        raise RequestFailed(FailureReason.ENCODED)


def check_weight(answering: Answering, size: int, limits: DownloadLimits) -> None:
    """Raises RequestFailed for a body that is too large, or that is mostly its own coding."""
    if size > limits.bytes_max:
        raise RequestFailed(FailureReason.TOO_LARGE)
    if answering.stream.body_bytes - size > CODING_BYTES_MAX + size * CODING_SHARE_MAX:
        raise RequestFailed(FailureReason.BAD_ANSWER, "tiny chunks")
