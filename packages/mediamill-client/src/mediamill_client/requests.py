"""Requests as the service wants them, and what their outcomes say: the part of the wire that every call shares."""

import logging
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, TypeVar
from urllib.parse import quote

from mediamill_client import answers, backoff, responses
from mediamill_client.settings import Settings
from mediamill_client.steps import Conversation, Failure, Reply, Send, Sleep, sent
from mediamill_client.types import Generation
from mediamill_client.version import __version__

USER_AGENT = f"mediamill-python/{__version__}"
LAST_LOOK_SECONDS = 1.0  # the request that ends a wait gets at least this long

logger = logging.getLogger("mediamill_client")
T = TypeVar("T")
R = TypeVar("R", bound="Requests")
Judge = Callable[[Reply | Failure], bool]  # is another try allowed after this?


@dataclass(frozen=True, slots=True)
class Requests:
    """How one client asks. `now` and `chance` are all it asks of the world; `media` fetches outputs."""

    settings: Settings
    timeout: float | None  # seconds, of one request
    max_retries: int
    now: Callable[[], float]  # seconds, monotonic
    chance: Callable[[], float]  # random, 0 up to 1
    media: object = None

    def __post_init__(self) -> None:
        if self.timeout is not None and not self.timeout > 0:
            raise ValueError("timeout must be more than 0 seconds, or None for no limit")
        if self.max_retries < 0:
            raise ValueError("max_retries must not be negative")

    def get(self, path: str, read: Callable[[Any], T]) -> Conversation[T]:
        """Ask for something, and understand it."""
        return (yield from self.exchange(self.request("GET", path), responses.may_read_again, read))

    def exchange(self, request: Send, again: Judge, read: Callable[[Any], T]) -> Conversation[T]:
        """One request, with its retries, and its answer. Raises a MediamillAPIError."""
        outcome = yield from self.persist(request, again)
        return self.understood(request, outcome, read)

    def persist(self, request: Send, again: Judge, *, patient: bool = False) -> Conversation[Reply | Failure]:
        """What came of the last of at most 1 + `max_retries` tries; 429 with `Retry-After` is no try if `patient`."""
        attempt = 0
        while True:
            outcome = yield from sent(request)
            is_free = patient and responses.is_rate_limit(outcome)
            if not again(outcome) or (attempt >= self.max_retries and not is_free):
                return outcome
            delay = backoff.retry_delay(attempt, self.chance(), responses.asked_to_wait(outcome))
            if delay is None:
                return outcome
            attempt += 0 if is_free else 1
            self.note(request, outcome, delay)
            yield Sleep(delay)

    def request(
        self,
        method: str,
        path: str,
        *,
        body: bytes | None = None,
        content_type: str = "application/json",
        timeout: float | None = None,
        authorized: bool = True,
        if_lost: str = "",
        accept: str = "application/json",
    ) -> Send:
        """One request to a path of the service."""
        headers = {"Accept": accept, "User-Agent": USER_AGENT}
        if authorized:
            headers["Authorization"] = self.key()
        if body is not None:
            headers["Content-Type"] = content_type
        return Send(method, self.settings.base_url + path, timeout or self.timeout, headers, body, if_lost=if_lost)

    def key(self) -> str:
        """The API key, for the header."""
        return self.settings.api_key.reveal()

    def media_request(self, url: str) -> Send:
        """A request for an output: its address needs no key and never sees ours."""
        headers = {"User-Agent": USER_AGENT, "Accept": "*/*", "Accept-Encoding": "identity"}
        return Send("GET", url, self.timeout, headers)

    def timeout_before(self, deadline: float) -> float | None:
        """The time limit of a request that should not outlast the deadline by much; None for none."""
        limit = math.inf if self.timeout is None else self.timeout
        limit = min(limit, max(self.left(deadline), LAST_LOOK_SECONDS))
        return None if limit == math.inf else limit

    def left(self, deadline: float) -> float:
        """The seconds before the deadline, infinite for none."""
        return max(deadline - self.now(), 0.0)

    def understood(self, request: Send, outcome: Reply | Failure, read: Callable[[Any], T]) -> T:
        """What a good answer says. Raises a MediamillAPIError."""
        reply = responses.accepted(request, outcome, self.settings)
        try:
            return read(answers.parsed(reply.body))
        except answers.MalformedResponse as fault:
            raise responses.unexpected(reply, fault, self.settings) from fault

    def generation(self, answer: Any) -> Generation:
        """A generation whose output this client fetches."""
        return answers.generation(answer, self.media)

    def note(self, request: Send, outcome: Reply | Failure, delay: float) -> None:
        """Log that a request is made again."""
        summary = responses.summary(outcome, self.settings)
        logger.info("%s %s: %s; trying again in %.1f s", request.method, request.url, summary, delay)


class Unchanged(Enum):
    """What stands for a setting that stays as it is."""

    UNCHANGED = "unchanged"


def with_options(requests: R, timeout: float | Unchanged | None, retries: int | None) -> R:
    """The same with another time limit, another number of retries. Raises ValueError."""
    limit = requests.timeout if isinstance(timeout, Unchanged) else timeout
    return replace(requests, timeout=limit, max_retries=requests.max_retries if retries is None else retries)


def segment(text: str) -> str:
    """A part of a path, quoted. Raises ValueError for one that would lead to another address."""
    if text in ("", ".", ".."):
        raise ValueError(f"{text!r} cannot name a generation, a tool or a file")
    return quote(text, safe="")
