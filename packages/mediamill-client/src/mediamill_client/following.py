"""How a generation is followed to its end: its stream of events, else answers that wait, else looks on a schedule."""

import itertools
import math
from dataclasses import dataclass, field, replace

from mediamill_client import answers, backoff, responses
from mediamill_client.errors import GenerationFailed, WaitTimeout
from mediamill_client.requests import Requests, segment
from mediamill_client.steps import Conversation, Reply, Send, ServerEvent, Sleep, Tell, sent
from mediamill_client.streams import Stream
from mediamill_client.types import Generation, ProgressEvent, Status, StatusEvent

PREFERRED_SECONDS_MAX = 60.0  # for which the service answers a run only when it has ended
PREFERRED_MARGIN_SECONDS = 10.0  # that the request may take beyond them
# The service knows an idempotency key for a day, after which a repeat would start a second generation.
REPEATING_SECONDS_MAX = 3_600.0
APPLIED = "preference-applied"


@dataclass(slots=True)
class Following:
    """One wait for one generation."""

    requests: Requests
    id: str
    timeout: float | None  # seconds from now on, None for as long as it takes
    seen: Generation | None = None
    repeat: Send | None = field(default=None, repr=False)  # the run, with its idempotency key, where it is known
    deadline: float = math.inf
    progress: float = 0.0

    def __post_init__(self) -> None:
        if self.timeout is not None and not self.timeout >= 0:
            raise ValueError("timeout must be 0 or more seconds, or None to wait as long as it takes")

    def end(self) -> Conversation[Generation]:
        """The generation when it has ended well; passing trouble does not end the wait.

        Raises GenerationFailed, WaitTimeout or a MediamillAPIError.
        """
        if self.timeout is not None:
            self.deadline = self.requests.now() + self.timeout
        if self.seen is None:
            yield from self._look(once=True)
            if not self._has_ended and self._left == 0:
                raise WaitTimeout(self.id, self.timeout or 0.0, self.seen)
        if not self._has_ended:
            yield from self._stream()
        if not self._has_ended and self.repeat is not None:
            yield from self._wait_for_answer(self.repeat)
        if not self._has_ended:
            yield from self._look(once=False)
        assert self.seen is not None, "a look ends with a generation, or raises"
        if self.seen.status == Status.ERROR:
            raise GenerationFailed(self.seen)
        if self.progress < 1.0:
            yield Tell(ProgressEvent(1.0, ""))
        return self.seen

    @property
    def _has_ended(self) -> bool:
        return self.seen is not None and self.seen.finished

    @property
    def _left(self) -> float:
        return self.requests.left(self.deadline)

    def _stream(self) -> Conversation[None]:
        """Follow the stream of events; when it says that the generation has ended, look at it."""
        stream = Stream(self.requests, f"/ext/generations/{segment(self.id)}/events", self.deadline)
        if (yield from stream.follow(self._hear)):
            yield from self._look(once=True)

    def _hear(self, event: ServerEvent) -> Conversation[bool]:
        news = news_of(event, self.seen, self.requests.media)
        if isinstance(news, ProgressEvent):
            self.progress = news.progress
            yield Tell(news)
        if not isinstance(news, StatusEvent):
            return False
        if not news.finished and self.seen is not None and news.status != self.seen.status:
            self.seen = replace(self.seen, status=news.status)
            yield Tell(self.seen)
        return news.finished

    def _wait_for_answer(self, run: Send) -> Conversation[None]:
        """Send the run again under its key, with the wish to be answered at its end (`Prefer: wait`)."""
        until = self.requests.now() + REPEATING_SECONDS_MAX
        while not self._has_ended and self._left >= 1 and self.requests.now() < until:
            seconds = int(min(PREFERRED_SECONDS_MAX, self._left))
            limit = seconds + (PREFERRED_MARGIN_SECONDS if self._left == math.inf else 1.0)
            headers = {**run.headers, "Prefer": f"wait={seconds}"}
            outcome = yield from sent(replace(run, headers=headers, timeout=limit))
            if not isinstance(outcome, Reply) or outcome.status != 200 or APPLIED not in outcome.headers:
                return
            yield from self._tell(self.requests.understood(run, outcome, self.requests.generation))

    def _look(self, *, once: bool) -> Conversation[None]:
        """Look on the polling schedule until the generation has ended, or `once` until it was seen."""
        path = f"/api/generations/{segment(self.id)}"
        turns = itertools.count()
        pause = 0.0 if once else backoff.poll_delay(next(turns), self.requests.chance(), None)
        while True:
            yield Sleep(min(pause, self._left))
            request = self.requests.request("GET", path, timeout=self.requests.timeout_before(self.deadline))
            outcome = yield from sent(request)
            asked = responses.asked_to_wait(outcome)
            pause = backoff.poll_delay(next(turns), self.requests.chance(), asked)
            trouble = None
            if responses.may_read_again(outcome):
                trouble = responses.summary(outcome, self.requests.settings)
            else:
                yield from self._tell(self.requests.understood(request, outcome, self.requests.generation))
                if once or self._has_ended:
                    return
            left = self._left
            if asked is not None and asked > left:  # to look before would be unwelcome
                yield Sleep(left)
                left = 0.0
            if self.timeout is not None and left == 0:
                raise WaitTimeout(self.id, self.timeout, self.seen, trouble)
            if trouble is not None:
                self.requests.note(request, outcome, min(pause, left))

    def _tell(self, generation: Generation) -> Conversation[None]:
        if self.seen is None or generation.status != self.seen.status:
            yield Tell(generation)
        self.seen = generation


def news_of(event: ServerEvent, seen: Generation | None, media: object) -> StatusEvent | ProgressEvent | None:
    """What an event of a generation's stream says; None for one that the client does not know."""
    if event.name == "status":
        return answers.status_event(event, seen, media)
    return answers.progress_event(event) if event.name == "progress" else None
