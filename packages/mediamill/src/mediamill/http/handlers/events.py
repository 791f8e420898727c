"""States and progress as server-sent events, until the generation has ended.

States carry an `id` and are kept: a client that reconnects with `Last-Event-ID` gets what it missed. Progress does not.
"""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import orjson
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from mediamill import clock, generations
from mediamill.generations import FINAL, Event, Generation
from mediamill.http.auth import key_in
from mediamill.http.context import Call
from mediamill.http.handlers.own import own_generation
from mediamill.http.prefer_wait import wait_for
from mediamill.http.problems import Refusal, too_many_streams
from mediamill.http.shared_reads import until_next_look

STREAMS_MAX = 32  # of one account in this process
STREAM_SECONDS_MAX = 600.0  # then the client reconnects by itself, with the last id it saw
POLL_SECONDS = 0.25  # between reads of the progress
QUIET_SECONDS_MAX = 15.0  # then a comment shows that the connection is alive
RETRY_MILLISECONDS = 1_000  # after which a client that lost the connection reconnects
HEADERS = {"X-Accel-Buffering": "no"}


async def follow_generation(call: Call) -> Response:
    """The stream; 204 when the client has seen the end, so that an EventSource does not reconnect."""
    generation = await own_generation(call)
    seen = last_seen(call.request)
    if generation.status in FINAL and not await news_of(call, generation, seen):
        return Response(status_code=204)
    if call.context.open_streams[call.account.id] >= STREAMS_MAX:
        raise Refusal(too_many_streams(STREAMS_MAX))
    return StreamingResponse(stream(call, generation.id, seen), headers=HEADERS, media_type="text/event-stream")


def last_seen(request: Request) -> int:
    """The number of the last event that the client has; -1 for none."""
    given = request.headers.get("last-event-id", "")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 10 else -1


async def stream(call: Call, generation_id: str, seen: int) -> AsyncIterator[bytes]:
    """Everything after `seen`, as it happens."""
    open_streams = call.context.open_streams
    open_streams[call.account.id] += 1
    loop = asyncio.get_running_loop()
    ends_at, quiet_since, sent = loop.time() + STREAM_SECONDS_MAX, loop.time(), (0.0, "")
    try:
        yield b"retry: %d\n\n" % RETRY_MILLISECONDS
        with call.context.database.notifier.listening(generation_id) as news:
            known = None  # status and attempt when events were last read: without another one there are no new ones
            while loop.time() < ends_at:
                news.clear()
                generation = await call.context.reads.find(generation_id)
                if generation is None or not await has_valid_key(call):
                    return
                before, known = known, (generation.status, generation.attempt)
                for event in await news_of(call, generation, seen) if known != before else ():
                    seen, quiet_since = event.number, loop.time()
                    yield state_event(event, generation, call)
                if generation.status in FINAL:
                    return
                now = call.context.work.progress_of(generation_id) or (generation.progress, generation.stage)
                if now != sent and now != (0.0, ""):
                    sent, quiet_since = now, loop.time()
                    yield progress_event(*now)
                elif loop.time() - quiet_since > QUIET_SECONDS_MAX:
                    quiet_since = loop.time()
                    yield b": still here\n\n"
                await wait_for(news, until_next_look(POLL_SECONDS))
    finally:
        open_streams[call.account.id] -= 1
        if not open_streams[call.account.id]:
            del open_streams[call.account.id]


async def has_valid_key(call: Call) -> bool:
    """Whether the key is still valid: revoking it ends its streams."""
    key = key_in(call.request)
    return key is not None and await call.context.keyring.caller_of(key) is not None


async def news_of(call: Call, generation: Generation, seen: int) -> list[Event]:
    """The states after the last one seen."""
    return await call.context.database.read(lambda tx: generations.events(tx, generation, after=seen))


def state_event(event: Event, generation: Generation, call: Call) -> bytes:
    """A state; the last one brings output, thumbnail or error."""
    facts: dict[str, Any] = {"id": generation.id, "status": event.status.value, "at": clock.iso(event.created_at)}
    if event.status in FINAL:
        shown = generations.item(generation, call.context.settings.media_base)
        facts |= {name: shown[name] for name in ("output", "thumbnail", "error")}
    return b"id: %d\nevent: status\ndata: %s\n\n" % (event.number, orjson.dumps(facts))


def progress_event(fraction: float, stage: str) -> bytes:
    """Progress, and what the engine is doing."""
    return b"event: progress\ndata: %s\n\n" % orjson.dumps({"progress": round(fraction, 4), "stage": stage})
