"""Everything the client says, understands and decides, without moving a byte or waiting a second.

Each call is a conversation: a generator that yields steps and in the end returns the answer or raises. A shell carries
the steps out, one after the other, and sends back what came of each:

    Send   one HTTP request       → Reply, or Failure where there was no whole answer
    Sleep  a pause                → None
    Tell   news for the caller    → None

The blocking and the asynchronous client are two shells over these same conversations.
"""

import itertools
import json
import logging
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any, TypeVar
from urllib.parse import quote, urlencode

from mediamill_client import answers, backoff, responses
from mediamill_client.errors import DownloadFailed, GenerationFailed, NoOutput, WaitTimeout
from mediamill_client.input_schema import InputSchema, find, find_all
from mediamill_client.settings import Settings
from mediamill_client.steps import Conversation, Failure, Reply, Send, Sink, Sleep, Tell, sent
from mediamill_client.types import Account, Generation, Inspection, Json, Page, Status, Tool, Upload
from mediamill_client.version import __version__

USER_AGENT = f"mediamill-python/{__version__}"
IDEMPOTENCY_KEY = "Idempotency-Key"
LAST_LOOK_SECONDS = 1.0  # the request that ends a wait gets at least this long
PAGE_SIZE = 20  # the service's own default
UPLOADS_PAGE_SIZE = 100  # the service's own maximum

logger = logging.getLogger("mediamill_client")
T = TypeVar("T")
Judge = Callable[[Reply | Failure], bool]  # is another try allowed after this?
# What to do when the answer to a request that must not be repeated blindly is lost.
SUBMIT_LOST = "The generation may have been accepted: look at the latest ones before submitting it again"
UPLOAD_LOST = "The file may have been stored: list your files before uploading it again"


@dataclass(frozen=True, slots=True)
class Wire:
    """The conversations of one client. `now` and `chance` are all it asks of the world."""

    settings: Settings
    timeout: float | None  # seconds, of one request
    max_retries: int
    now: Callable[[], float]  # seconds, monotonic
    chance: Callable[[], float]  # random, 0 up to 1

    def __post_init__(self) -> None:
        if self.timeout is not None and not self.timeout > 0:
            raise ValueError("timeout must be more than 0 seconds, or None for no limit")
        if self.max_retries < 0:
            raise ValueError("max_retries must not be negative")

    def submit(
        self, tool: str, input: Mapping[str, Any], webhook: str | None, idempotency_key: str | None = None
    ) -> Conversation[Generation]:
        """Submit a generation; without an idempotency key retried only when the service surely accepted nothing."""
        run: dict[str, Any] = {"tool": tool, "input": dict(input)}
        if webhook is not None:
            run["webhook"] = webhook
        body = json.dumps(run, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
        request = self._request("POST", "/api/run", body=body, if_lost=SUBMIT_LOST)
        if idempotency_key is None:
            return (yield from self._exchange(request, responses.may_submit_again, answers.generation))
        keyed = replace(request, headers={**request.headers, IDEMPOTENCY_KEY: idempotency_key})
        return (yield from self._exchange(keyed, responses.may_read_again, answers.generation))

    def cancel(self, generation_id: str) -> Conversation[Generation]:
        """Stop a generation; a second time is as good as once."""
        request = self._request("POST", f"/ext/generations/{_segment(generation_id)}/cancel")
        return (yield from self._exchange(request, responses.may_read_again, answers.generation))

    def upload(self, content: bytes) -> Conversation[Upload]:
        """Upload a file. Tried again only when the service surely did not keep the try before."""
        request = self._request(
            "POST", "/ext/files", body=content, content_type="application/octet-stream", if_lost=UPLOAD_LOST
        )
        return (yield from self._exchange(request, responses.may_submit_again, answers.upload))

    def uploads(self) -> Conversation[tuple[Upload, ...]]:
        """All uploaded files, newest first. Read to the end before any is shown: deleting one moves those after it."""
        found: dict[str, Upload] = {}
        offset, more = 0, True
        while more:
            query = urlencode({"limit": UPLOADS_PAGE_SIZE, "offset": offset})
            page, more = yield from self._get(f"/ext/files?{query}", answers.uploads)
            found.update((upload.id, upload) for upload in page if upload.id not in found)
            offset += len(page)
            more = more and bool(page)
        return tuple(found.values())

    def delete_upload(self, upload_id: str) -> Conversation[None]:
        """Delete an uploaded file. A file that is gone after a try that may have deleted it counts as deleted."""
        request = self._request("DELETE", f"/ext/files/{_segment(upload_id)}")
        tries: list[Reply | Failure] = []

        def again(outcome: Reply | Failure) -> bool:
            tries.append(outcome)
            return responses.may_read_again(outcome)

        outcome = yield from self._persist(request, again)
        if not (responses.is_gone(outcome) and any(map(responses.may_have_been_done, tries))):
            responses.accepted(request, outcome, self.settings)

    def run(
        self,
        tool: str,
        input: Mapping[str, Any],
        webhook: str | None,
        timeout: float | None,
        idempotency_key: str | None = None,
    ) -> Conversation[Generation]:
        """Submit a generation and follow it to its end; `timeout` counts from its acceptance."""
        _check(timeout)
        generation = yield from self.submit(tool, input, webhook, idempotency_key)
        yield Tell(generation)
        return (yield from self._follow(generation.id, generation, timeout))

    def wait(self, target: Generation | str, timeout: float | None) -> Conversation[Generation]:
        """Follow a generation to its end; one known only by its id is looked at without delay."""
        _check(timeout)
        if isinstance(target, str):
            return (yield from self._follow(target, None, timeout))
        if target.finished:
            return _ended(target)
        return (yield from self._follow(target.id, target, timeout))

    def generation(self, generation_id: str) -> Conversation[Generation]:
        """One generation, with its payload."""
        return self._get(f"/api/generations/{_segment(generation_id)}", answers.generation)

    def inspection(self, generation_id: str) -> Conversation[Inspection]:
        """All that is known about one generation."""
        return self._get(f"/ext/generations/{_segment(generation_id)}", answers.inspection)

    def page(self, status: str | None, limit: int, offset: int) -> Conversation[Page]:
        """Some of the account's generations, newest first."""
        query: dict[str, str | int] = {"limit": limit, "offset": offset}
        if status is not None:
            query["status"] = str(status)
        return self._get(f"/api/generations?{urlencode(query)}", answers.page)

    def tools(self) -> Conversation[tuple[Tool, ...]]:
        """Every tool of the service."""
        return self._get("/api/tools", answers.tools)

    def tool(self, slug: str) -> Conversation[Tool]:
        """One tool with its models."""
        return self._get(f"/api/tools/{_segment(slug)}", answers.tool)

    def account(self) -> Conversation[Account]:
        """The account the key belongs to."""
        return self._get("/api/account", answers.account)

    def input_schema(self, tool: str, model: str) -> Conversation[InputSchema | None]:
        """What the service's own description says of a model's input; None if it says nothing."""
        return find((yield from self._description()), tool, model)

    def input_schemas(self) -> Conversation[tuple[InputSchema, ...]]:
        """What the service's own description says of every model's input."""
        return find_all((yield from self._description()))

    def request(self, method: str, path: str, body: object) -> Conversation[Any]:
        """Any endpoint: the JSON of its answer, None without one."""
        content = None if body is None else json.dumps(body, ensure_ascii=False, allow_nan=False).encode()
        request = self._request(method.upper(), path, body=content)
        again = responses.may_read_again if request.method == "GET" else responses.may_submit_again
        outcome = yield from self._persist(request, again)
        reply = responses.accepted(request, outcome, self.settings)
        return self._understood(request, reply, lambda answer: answer) if reply.body else None

    def fetch(self, generation: Generation, sink: Sink) -> Conversation[None]:
        """Put the media of a generation into the sink. Its address needs no key and never sees ours."""
        if generation.output is None:
            raise NoOutput(generation)
        headers = {"User-Agent": USER_AGENT, "Accept": "*/*", "Accept-Encoding": "identity"}
        request = Send("GET", generation.output, self.timeout, headers, sink=sink)
        outcome = yield from self._persist(request, responses.may_read_again)
        if isinstance(outcome, Failure):
            raise DownloadFailed(generation.output, responses.summary(outcome, self.settings))
        if outcome.status != HTTPStatus.OK:
            raise DownloadFailed(generation.output, responses.summary(outcome, self.settings), outcome.status)

    def _description(self) -> Conversation[Json]:
        request = self._request("GET", "/openapi.json", authorized=False)
        return (yield from self._exchange(request, responses.may_read_again, answers.document))

    def _get(self, path: str, read: Callable[[Any], T]) -> Conversation[T]:
        return (yield from self._exchange(self._request("GET", path), responses.may_read_again, read))

    def _exchange(self, request: Send, again: Judge, read: Callable[[Any], T]) -> Conversation[T]:
        """One request, with its retries, and its answer. Raises a MediamillAPIError."""
        outcome = yield from self._persist(request, again)
        return self._understood(request, outcome, read)

    def _persist(self, request: Send, again: Judge) -> Conversation[Reply | Failure]:
        """What came of the last of at most 1 + `max_retries` tries."""
        for attempt in itertools.count():
            outcome = yield from sent(request)
            if attempt >= self.max_retries or not again(outcome):
                break
            delay = backoff.retry_delay(attempt, self.chance(), responses.asked_to_wait(outcome))
            if delay is None:
                break
            self._note(request, outcome, delay)
            yield Sleep(delay)
        return outcome

    def _follow(self, generation_id: str, seen: Generation | None, timeout: float | None) -> Conversation[Generation]:
        """Look at a generation on the polling schedule until it has ended; passing trouble does not end the wait."""
        path = f"/api/generations/{_segment(generation_id)}"
        deadline = math.inf if timeout is None else self.now() + timeout
        turns = itertools.count()
        pause = 0.0 if seen is None else backoff.poll_delay(next(turns), self.chance(), None)
        while True:
            yield Sleep(min(pause, max(deadline - self.now(), 0.0)))
            request = self._request("GET", path, timeout=self._timeout_before(deadline))
            outcome = yield from sent(request)
            asked = responses.asked_to_wait(outcome)
            pause = backoff.poll_delay(next(turns), self.chance(), asked)
            trouble = responses.summary(outcome, self.settings) if responses.may_read_again(outcome) else None
            if trouble is None:
                generation = self._understood(request, outcome, answers.generation)
                if seen is None or generation.status != seen.status:
                    yield Tell(generation)
                seen = generation
                if seen.finished:
                    return _ended(seen)
            left = max(deadline - self.now(), 0.0)
            if asked is not None and asked > left:  # to look before would be unwelcome
                yield Sleep(left)
                left = 0.0
            if timeout is not None and left == 0:
                raise WaitTimeout(generation_id, timeout, seen, trouble)
            if trouble is not None:
                self._note(request, outcome, min(pause, left))

    def _request(
        self,
        method: str,
        path: str,
        *,
        body: bytes | None = None,
        content_type: str = "application/json",
        timeout: float | None = None,
        authorized: bool = True,
        if_lost: str = "",
    ) -> Send:
        headers = {"Accept": "application/json", "User-Agent": USER_AGENT}
        if authorized:
            headers["Authorization"] = self.settings.api_key.reveal()
        if body is not None:
            headers["Content-Type"] = content_type
        return Send(method, self.settings.base_url + path, timeout or self.timeout, headers, body, if_lost=if_lost)

    def _timeout_before(self, deadline: float) -> float | None:
        """The time limit of a request that should not outlast the deadline by much; None for none."""
        limit = math.inf if self.timeout is None else self.timeout
        limit = min(limit, max(deadline - self.now(), LAST_LOOK_SECONDS))
        return None if limit == math.inf else limit

    def _understood(self, request: Send, outcome: Reply | Failure, read: Callable[[Any], T]) -> T:
        """What a good answer says. Raises a MediamillAPIError."""
        reply = responses.accepted(request, outcome, self.settings)
        try:
            return read(answers.parsed(reply.body))
        except answers.MalformedResponse as fault:
            raise responses.unexpected(reply, fault, self.settings) from fault

    def _note(self, request: Send, outcome: Reply | Failure, delay: float) -> None:
        summary = responses.summary(outcome, self.settings)
        logger.info("%s %s: %s; trying again in %.1f s", request.method, request.url, summary, delay)


class Pager:
    """The way through a list, page by page. What moved to a later page because new ones came is not shown twice."""

    def __init__(self, page_size: int) -> None:
        self.page_size = page_size
        self.offset = 0
        self.finished = False
        self._shown: set[str] = set()

    def news(self, page: Page) -> list[Generation]:
        """What of this page has not been shown yet; the next page begins at `offset`."""
        news = [generation for generation in page if generation.id not in self._shown]
        self._shown.update(generation.id for generation in news)
        self.offset += len(page)
        self.finished = not page.has_more or not len(page)
        return news


def _ended(generation: Generation) -> Generation:
    if generation.status == Status.ERROR:
        raise GenerationFailed(generation)
    return generation


def _segment(text: str) -> str:
    """A part of a path, quoted. Raises ValueError for one that would lead to another address."""
    if text in ("", ".", ".."):
        raise ValueError(f"{text!r} cannot name a generation, a tool or a file")
    return quote(text, safe="")


def _check(timeout: float | None) -> None:
    if timeout is not None and not timeout >= 0:
        raise ValueError("timeout must be 0 or more seconds, or None to wait as long as it takes")
