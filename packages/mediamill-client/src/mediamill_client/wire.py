"""Everything the client says, understands and decides, without moving a byte or waiting a second.

Each call is a conversation: a generator that yields steps and in the end returns the answer or raises. A shell carries
the steps out, one after the other, and sends back what came of each:

    Send     one HTTP request              → Reply, or Failure where there was no whole answer
    Open     one whose body is read slowly → the same, without the body
    Receive  the next of that body         → ServerEvent or bytes, Failure, or None at its end
    Close    the end of it                 → None
    Load     a file of the caller's        → bytes
    Sleep    a pause                       → None
    Tell     news for the caller           → None

The blocking and the asynchronous client are two shells over these same conversations.
"""

import json
import secrets
from collections.abc import Callable, Mapping
from dataclasses import replace
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from mediamill_client import answers, backoff, responses, sources
from mediamill_client.errors import DownloadFailed, GenerationFailed
from mediamill_client.following import Following, news_of
from mediamill_client.input_schema import InputSchema, find, find_all
from mediamill_client.requests import Requests, segment
from mediamill_client.steps import (
    Close,
    Conversation,
    Failure,
    Outcome,
    Receive,
    Reply,
    Send,
    ServerEvent,
    Sink,
    Sleep,
    Tell,
    loaded,
    opened,
)
from mediamill_client.streams import Stream
from mediamill_client.types import (
    Account,
    Generation,
    Inspection,
    Json,
    LedgerEntry,
    Page,
    Quote,
    Status,
    StatusEvent,
    Tool,
    Upload,
    WebhookSecret,
)

IDEMPOTENCY_KEY = "Idempotency-Key"
IDEMPOTENCY_KEY_BYTES = 16
TOLD_MAX = 1_000  # ids of successes that are remembered: some come twice where a stream is opened again
PAGE_SIZE = 20  # the service's own default
PAGE_SIZE_MAX = 100  # the service's own maximum

# What to do when the answer to a request that must not be repeated blindly is lost.
SUBMIT_LOST = "The generation may have been accepted: look at the latest ones before submitting it again"
UPLOAD_LOST = "The file may have been stored: list your files before uploading it again"


class Wire(Requests):
    """The conversations of one client."""

    __slots__ = ()

    def submit(
        self, tool: str, input: Mapping[str, Any], webhook: str | None, idempotency_key: str | None = None
    ) -> Conversation[Generation]:
        """Submit a generation, once, however often it takes to be heard."""
        request = yield from self._order(tool, input, webhook, idempotency_key)
        return (yield from self._submitted(request, patient=False))

    def run(
        self,
        tool: str,
        input: Mapping[str, Any],
        webhook: str | None,
        timeout: float | None,
        idempotency_key: str | None = None,
        *,
        patient: bool = False,
    ) -> Conversation[Generation]:
        """Submit a generation and follow it to its end; `timeout` counts from its acceptance."""
        following = Following(self, "", timeout)
        following.repeat = yield from self._order(tool, input, webhook, idempotency_key)
        following.seen = yield from self._submitted(following.repeat, patient=patient)
        following.id = following.seen.id
        yield Tell(following.seen)
        return (yield from following.end())

    def wait(self, target: Generation | str, timeout: float | None) -> Conversation[Generation]:
        """Follow a generation to its end; one known only by its id is looked at without delay."""
        if isinstance(target, str):
            return (yield from Following(self, target, timeout).end())
        following = Following(self, target.id, timeout, target)
        if not target.finished:
            return (yield from following.end())
        if target.status == Status.ERROR:
            raise GenerationFailed(target)
        return target

    def events(self, generation_id: str) -> Conversation[None]:
        """Tell every event of a generation until it has ended."""
        stream = Stream(self, f"/ext/generations/{segment(generation_id)}/events")

        def hear(event: ServerEvent) -> Conversation[bool]:
            news = news_of(event, None, self.media)
            if news is not None:
                yield Tell(news)
            return isinstance(news, StatusEvent) and news.finished

        yield from self._told(stream, hear)

    def inbox(self) -> Conversation[None]:
        """Tell each success of the account as the webhook that it would send, without end, each once."""
        told: dict[str, None] = {}  # the newest ids: a stream that was opened again begins with some that were told

        def hear(event: ServerEvent) -> Conversation[bool]:
            if event.name == "delivery" and event.id not in told:
                told[event.id] = None
                if len(told) > TOLD_MAX:
                    del told[next(iter(told))]
                yield Tell(answers.delivery(event))
            return False

        yield from self._told(Stream(self, "/ext/inbox"), hear)

    def quote(self, tool: str, input: Mapping[str, Any]) -> Conversation[Quote]:
        """What a run would cost."""
        request = yield from self._order(tool, input, None, None)
        request = replace(request, url=f"{self.settings.base_url}/ext/quote")
        return (yield from self.exchange(request, responses.may_read_again, answers.quote))

    def cancel(self, generation_id: str) -> Conversation[Generation]:
        """Stop a generation; a second time is as good as once."""
        request = self.request("POST", f"/ext/generations/{segment(generation_id)}/cancel")
        return (yield from self.exchange(request, responses.may_read_again, self.generation))

    def delete(self, generation_id: str) -> Conversation[None]:
        """Delete a generation that has ended, and its files."""
        return (yield from self._deleted(f"/ext/generations/{segment(generation_id)}"))

    def upload(self, source: Any, *, again: Callable[[Reply | Failure], bool] | None = None) -> Conversation[Upload]:
        """Upload a file. Tried again only when the service surely did not keep the try before."""
        content = yield from loaded(source)
        request = self.request(
            "POST", "/ext/files", body=content, content_type="application/octet-stream", if_lost=UPLOAD_LOST
        )
        return (yield from self.exchange(request, again or responses.may_submit_again, answers.upload))

    def uploads(self) -> Conversation[tuple[Upload, ...]]:
        """All uploaded files, newest first. Read to the end before any is shown: deleting one moves those after it."""
        found: dict[str, Upload] = {}
        offset, more = 0, True
        while more:
            query = urlencode({"limit": PAGE_SIZE_MAX, "offset": offset})
            page, more = yield from self.get(f"/ext/files?{query}", answers.uploads)
            found.update((upload.id, upload) for upload in page if upload.id not in found)
            offset += len(page)
            more = more and bool(page)
        return tuple(found.values())

    def delete_upload(self, upload_id: str) -> Conversation[None]:
        """Delete an uploaded file."""
        return (yield from self._deleted(f"/ext/files/{segment(upload_id)}"))

    def find(self, generation_id: str) -> Conversation[Generation]:
        """One generation, with its payload."""
        return self.get(f"/api/generations/{segment(generation_id)}", self.generation)

    def inspection(self, generation_id: str) -> Conversation[Inspection]:
        """All that is known about one generation."""
        path = f"/ext/generations/{segment(generation_id)}"
        return self.get(path, lambda answer: answers.inspection(answer, self.media))

    def page(self, status: str | None, limit: int, offset: int) -> Conversation[Page]:
        """Some of the account's generations, newest first."""
        query: dict[str, str | int] = {"limit": limit, "offset": offset}
        if status is not None:
            query["status"] = str(status)
        return self.get(f"/api/generations?{urlencode(query)}", lambda answer: answers.page(answer, self.media))

    def ledger_page(self, limit: int, offset: int) -> Conversation[tuple[tuple[LedgerEntry, ...], bool]]:
        """Some of what moved the credits, newest first, and whether there is more."""
        return self.get(f"/ext/ledger?{urlencode({'limit': limit, 'offset': offset})}", answers.ledger)

    def tools(self) -> Conversation[tuple[Tool, ...]]:
        """Every tool of the service."""
        return self.get("/api/tools", answers.tools)

    def tool(self, slug: str) -> Conversation[Tool]:
        """One tool with its models."""
        return self.get(f"/api/tools/{segment(slug)}", answers.tool)

    def account(self) -> Conversation[Account]:
        """The account the key belongs to."""
        return self.get("/api/account", answers.account)

    def webhook_secret(self) -> Conversation[WebhookSecret]:
        """What signs the account's webhooks."""
        return self.get("/ext/webhook-secret", answers.webhook_secret)

    def input_schema(self, tool: str, model: str) -> Conversation[InputSchema | None]:
        """What the service's own description says of a model's input; None if it says nothing."""
        return find((yield from self._description()), tool, model)

    def input_schemas(self) -> Conversation[tuple[InputSchema, ...]]:
        """What the service's own description says of every model's input."""
        return find_all((yield from self._description()))

    def call(self, method: str, path: str, body: object) -> Conversation[Any]:
        """Any endpoint: the JSON of its answer, None without one."""
        content = None if body is None else json.dumps(body, ensure_ascii=False, allow_nan=False).encode()
        request = self.request(method.upper(), path, body=content)
        again = responses.may_read_again if request.method == "GET" else responses.may_submit_again
        outcome = yield from self.persist(request, again)
        reply = responses.accepted(request, outcome, self.settings)
        return self.understood(request, reply, lambda answer: answer) if reply.body else None

    def fetch(self, url: str, sink: Sink) -> Conversation[None]:
        """Put the media behind a URL into the sink."""
        outcome = yield from self.persist(replace(self.media_request(url), sink=sink), responses.may_read_again)
        if isinstance(outcome, Failure) or outcome.status != HTTPStatus.OK:
            raise self._download_failed(url, outcome)

    def stream(self, url: str) -> Conversation[None]:
        """Tell the media behind a URL piece by piece; what breaks is taken up again where it broke."""
        received, tries = 0, 0
        request = self.media_request(url)
        while True:
            rest = replace(request, headers={**request.headers, "Range": f"bytes={received}-"}) if received else request
            outcome: Outcome = yield from opened(rest, as_events=False)
            wanted = HTTPStatus.PARTIAL_CONTENT if received else HTTPStatus.OK
            if isinstance(outcome, Reply) and outcome.status == wanted:
                while isinstance(outcome := (yield Receive()), bytes):
                    received, tries = received + len(outcome), 0
                    yield Tell(outcome)
                yield Close()
                if outcome is None:
                    return
            assert isinstance(outcome, Reply | Failure)
            asked = responses.asked_to_wait(outcome)
            delay = backoff.retry_delay(tries, self.chance(), asked)
            if tries >= self.max_retries or not responses.may_read_again(outcome) or delay is None:
                raise self._download_failed(url, outcome)
            tries += 1
            yield Sleep(delay)

    def _description(self) -> Conversation[Json]:
        request = self.request("GET", "/openapi.json", authorized=False)
        return (yield from self.exchange(request, responses.may_read_again, answers.document))

    def _order(
        self, tool: str, input: Mapping[str, Any], webhook: str | None, idempotency_key: str | None
    ) -> Conversation[Send]:
        """The request of a run, after uploading the files in its input. Raises ValueError, UnusableFile, OSError."""
        run: dict[str, Any] = {"tool": tool, "input": (yield from self._with_uploads(input))}
        if webhook is not None:
            run["webhook"] = webhook
        body = json.dumps(run, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
        request = self.request("POST", "/api/run", body=body, if_lost=SUBMIT_LOST)
        key = secrets.token_hex(IDEMPOTENCY_KEY_BYTES) if idempotency_key is None else idempotency_key
        return replace(request, headers={**request.headers, IDEMPOTENCY_KEY: key})

    def _with_uploads(self, input: Mapping[str, Any]) -> Conversation[dict[str, Any]]:
        """The input with the URL of an upload for each file in it; the same file is uploaded once."""
        urls: dict[sources.Place, str] = {}
        known: dict[int, str] = {}
        for place, source in sources.found_in(input):
            if id(source) not in known:
                uploaded = yield from self.upload(sources.Named(source, sources.dotted(place)), again=MAY_REPEAT)
                known[id(source)] = uploaded.url
            urls[place] = known[id(source)]
        replaced: dict[str, Any] = sources.replaced(input, urls)
        return replaced

    def _submitted(self, request: Send, *, patient: bool) -> Conversation[Generation]:
        outcome = yield from self.persist(request, responses.may_read_again, patient=patient)
        return self.understood(request, outcome, self.generation)

    def _told(self, stream: Stream, hear: Callable[[ServerEvent], Conversation[bool]]) -> Conversation[None]:
        """Follow a stream to its end. Raises a MediamillAPIError where there is none."""
        ended = yield from stream.follow(hear)
        is_over = isinstance(stream.refusal, Reply) and stream.refusal.status == HTTPStatus.NO_CONTENT
        if not ended and not is_over and stream.refusal is not None and stream.request is not None:
            reply = responses.accepted(stream.request, stream.refusal, self.settings)
            why = answers.MalformedResponse("it is no stream of events")
            raise responses.unexpected(reply, why, self.settings)

    def _deleted(self, path: str) -> Conversation[None]:
        """Delete something. What is gone after a try that may have deleted it counts as deleted."""
        request = self.request("DELETE", path)
        tries: list[Reply | Failure] = []

        def again(outcome: Reply | Failure) -> bool:
            tries.append(outcome)
            return responses.may_read_again(outcome)

        outcome = yield from self.persist(request, again)
        if not (responses.is_gone(outcome) and any(map(responses.may_have_been_done, tries))):
            responses.accepted(request, outcome, self.settings)

    def _download_failed(self, url: str, outcome: Reply | Failure) -> DownloadFailed:
        status = outcome.status if isinstance(outcome, Reply) else None
        return DownloadFailed(url, responses.summary(outcome, self.settings), status)


MAY_REPEAT = responses.may_read_again  # a file that is stored twice costs nothing, and expires
