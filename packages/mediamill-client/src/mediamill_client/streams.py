"""The service's streams of events: opened again where they break, read until their end."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from http import HTTPStatus

from mediamill_client import backoff, responses
from mediamill_client.requests import LAST_LOOK_SECONDS, Requests
from mediamill_client.steps import (
    Close,
    Conversation,
    Failure,
    Receive,
    Reply,
    Send,
    ServerEvent,
    Sleep,
    opened,
)

EVENT_STREAM = "text/event-stream"
FIRST_SILENCE_SECONDS_MAX = 5.0  # the service speaks at once: whoever hears nothing sits behind a proxy that collects
SILENCE_SECONDS_MAX = 25.0  # the service shows every 15 s that it is there
RECONNECT_SECONDS = 1.0  # as the service wishes
OPENINGS_MAX = 4  # in a row from which nothing came
EMPTY = Failure("the stream of events is empty", True)
Hear = Callable[[ServerEvent], Conversation[bool]]


@dataclass(slots=True)
class Stream:
    """One stream, over as many connections as it takes."""

    requests: Requests
    path: str
    deadline: float = math.inf
    last_id: str = ""
    barren: int = 0  # openings in a row from which nothing came
    works: bool = False  # an event has come: no proxy collects what the service says
    request: Send | None = field(default=None, repr=False)  # the last one
    refusal: Reply | Failure | None = None  # why there will be nothing more

    def follow(self, hear: Hear) -> Conversation[bool]:
        """Let `hear` have every event until it is satisfied: True. False when the time is over, or when no stream is
        to be had: `refusal` then says why.
        """
        while self.requests.left(self.deadline) > 0:
            if self.barren:
                delay = backoff.retry_delay(self.barren - 1, self.requests.chance(), None)
                yield Sleep(min(delay or 0.0, self.requests.left(self.deadline)))
            self.request = self._new_request()
            outcome = yield from opened(self.request, as_events=True)
            if self._is_stream(outcome):
                is_satisfied = yield from self._read(self.request.timeout, hear)
                yield Close()
                if is_satisfied:
                    return True
            else:
                self._count_barren(outcome, is_lasting=not responses.may_read_again(outcome))
            if self.refusal is not None:
                return False
        return False

    def _new_request(self) -> Send:
        left = self.requests.left(self.deadline)
        patience = SILENCE_SECONDS_MAX if self.works and left == math.inf else FIRST_SILENCE_SECONDS_MAX
        limit = min(patience, max(left, LAST_LOOK_SECONDS))
        request = self.requests.request("GET", self.path, timeout=limit, accept=EVENT_STREAM)
        return replace(request, headers={**request.headers, "Last-Event-ID": self.last_id}) if self.last_id else request

    def _is_stream(self, outcome: Reply | Failure) -> bool:
        if isinstance(outcome, Failure) or outcome.status != HTTPStatus.OK:
            return False
        return outcome.headers.get("content-type", "").partition(";")[0].strip().lower() == EVENT_STREAM

    def _read(self, limit: float | None, hear: Hear) -> Conversation[bool]:
        """Read one connection to its end, or until one with a shorter time limit is needed."""
        heard = 0
        while isinstance(event := (yield Receive()), ServerEvent):
            self.works = True
            self.last_id = event.id or self.last_id
            if event.data:
                heard += 1
                if (yield from hear(event)):
                    return True
            left = self.requests.left(self.deadline)
            if left <= 0 or (limit is not None and limit > left + LAST_LOOK_SECONDS):
                return False
        is_silent = isinstance(event, Failure) and event.is_silence
        if heard or (is_silent and self.works):
            self.barren = 0
            if not is_silent:
                yield Sleep(min(RECONNECT_SECONDS, self.requests.left(self.deadline)))
        else:
            self._count_barren(event if isinstance(event, Failure) else EMPTY, is_lasting=is_silent)
        return False

    def _count_barren(self, outcome: Reply | Failure, *, is_lasting: bool) -> None:
        self.barren += 1
        if is_lasting or self.barren >= OPENINGS_MAX:
            self.refusal = outcome
