"""Posts to an external server, once: a status, or the reason why there is none."""

import time
from collections.abc import Mapping
from contextlib import aclosing
from dataclasses import dataclass

from mediamill.outbound.address import Address
from mediamill.outbound.destination import unjudged_destination
from mediamill.outbound.exchange import Answering, exchange
from mediamill.outbound.failure import FailureReason, RequestFailed
from mediamill.outbound.guard import Guard
from mediamill.outbound.url import INPUT_RULES, WEBHOOK_RULES

POST_SECONDS = 5.0  # section 6 of the interface: the receiver answers within them
ANSWER_READ_BYTES_MAX = 64 * 1024  # so that a receiver may finish its answer in peace
ANSWER_KEPT_BYTES_MAX = 1024  # for people who look for the reason


@dataclass(frozen=True, slots=True)
class Answer:
    """What a post came to: a status with the beginning of the body, or the trouble that left us without one."""

    status: int | None
    failure: FailureReason | None
    duration_ms: int  # to the end of the answer's head, or to the trouble
    address: Address | None  # contacted; None when it did not come to that
    body: bytes = b""

    def __post_init__(self) -> None:
        assert (self.status is None) != (self.failure is None)

    @property
    def is_success(self) -> bool:
        """Whether the receiver took it: any 2xx."""
        return self.status is not None and 200 <= self.status < 300


async def post(
    guard: Guard,
    url: str,
    body: bytes,
    headers: Mapping[str, str],
    *,
    account_id: str,
    seconds: float = POST_SECONDS,
    is_operators: bool = False,
) -> Answer:
    """Post these bytes to an account's https URL; `seconds` are for everything from DNS to the head of the answer.

    A URL of the operator's may be http, and at this host and port private. Nothing is followed, nothing tried again.
    The answer's body has what is left of the time and changes no outcome.
    """
    started = time.monotonic()
    kept = bytearray()
    status: int | None = None
    try:
        if is_operators:
            destination = unjudged_destination(url, INPUT_RULES)
            guard = guard.exempting(destination.host, destination.port)
        else:
            destination = guard.destination(url, WEBHOOK_RULES)
        async with exchange(
            guard,
            "POST",
            destination,
            account_id=account_id,
            deadline=started + seconds,
            headers=headers,
            body=body,
        ) as answering:
            status, address, duration_ms = answering.status, answering.address, milliseconds_since(started)
            await keep_beginning(answering, kept)
    except RequestFailed as failed:
        if status is None:
            return Answer(None, failed.reason, milliseconds_since(started), failed.address)
    return Answer(status, None, duration_ms, address, bytes(kept))


async def keep_beginning(answering: Answering, kept: bytearray) -> None:
    """Read some of the body and keep less of it. Raises RequestFailed."""
    read = 0
    async with aclosing(answering.body()) as pieces:
        async for piece in pieces:
            read += len(piece)
            kept += piece[: ANSWER_KEPT_BYTES_MAX - len(kept)]
            if read >= ANSWER_READ_BYTES_MAX:
                break


def milliseconds_since(started: float) -> int:
    """Whole milliseconds, rounded."""
    return round((time.monotonic() - started) * 1_000)
