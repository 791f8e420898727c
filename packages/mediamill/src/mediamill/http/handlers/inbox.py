"""The inbox for development: each success of the account as its webhook would be, as server-sent events.

No webhook has to be named and no receiver reached: headers and body are those that a receiver would get.
"""

import asyncio
import re
from collections.abc import AsyncIterator

import orjson
from starlette.responses import Response, StreamingResponse

from mediamill import clock, generations, webhooks
from mediamill.db import Transaction
from mediamill.generations import Generation, SuccessFollower
from mediamill.http.context import Call
from mediamill.http.handlers.events import (
    HEADERS,
    QUIET_SECONDS_MAX,
    RETRY_MILLISECONDS,
    STREAM_SECONDS_MAX,
    STREAMS_MAX,
    has_valid_key,
)
from mediamill.http.handlers.webhooks import secrets_in_force, text_of
from mediamill.http.problems import Refusal, too_many_streams

POLL_SECONDS = 0.5  # between reads: any process may make the next success
RESUMED_MS_MAX = 60 * 60 * 1_000  # how far back a client that reconnects is told what it missed
POSITION = re.compile(r"[0-9]{1,15}")  # an id of the stream's own: where somebody who has seen nothing yet stands


async def follow_inbox(call: Call) -> Response:
    """The stream; it begins with what succeeds from now on, or with what came since `Last-Event-ID`, of which the last
    few seconds may come twice. 429 with too many open streams.
    """
    if call.context.open_streams[call.account.id] >= STREAMS_MAX:
        raise Refusal(too_many_streams(STREAMS_MAX))
    follower = await follower_for(call, call.request.headers.get("last-event-id", ""))
    return StreamingResponse(stream(call, follower), headers=HEADERS, media_type="text/event-stream")


async def follower_for(call: Call, seen: str) -> SuccessFollower:
    """At the place of the last event that was seen; at the present where that is none of this account's."""

    def found(tx: Transaction) -> SuccessFollower:
        since = int(seen) if POSITION.fullmatch(seen) else generations.end_of(tx, call.account.id, seen)
        if since is not None:
            return SuccessFollower(call.account.id, since=max(since, tx.now() - RESUMED_MS_MAX))
        follower = SuccessFollower(call.account.id)
        follower.look(tx)
        return follower

    return await call.context.database.read(found)


async def stream(call: Call, follower: SuccessFollower) -> AsyncIterator[bytes]:
    """Every success, as it becomes known; until the key is revoked, or a while has passed."""
    open_streams = call.context.open_streams
    open_streams[call.account.id] += 1
    loop = asyncio.get_running_loop()
    ends_at, quiet_since = loop.time() + STREAM_SECONDS_MAX, loop.time()
    try:
        yield b"retry: %d\nid: %d\n\n" % (RETRY_MILLISECONDS, follower.since or 0)
        while loop.time() < ends_at and await has_valid_key(call):
            for generation in await call.context.database.read(follower.look):
                quiet_since = loop.time()
                yield await delivery_event(call, generation)
            if loop.time() - quiet_since > QUIET_SECONDS_MAX:
                quiet_since = loop.time()
                yield b": still here\n\n"
            await asyncio.sleep(POLL_SECONDS)
    finally:
        open_streams[call.account.id] -= 1
        if not open_streams[call.account.id]:
            del open_streams[call.account.id]


async def delivery_event(call: Call, generation: Generation) -> bytes:
    """The success, signed by every secret in force."""
    secrets = [text_of(call.context, call.account, one) for one in await secrets_in_force(call.context, call.account)]
    body = generations.webhook_body(generation, call.context.settings.media_base)
    headers = webhooks.webhook_headers(generation.id, body, secrets=secrets, at=clock.now())
    return b"id: %s\nevent: delivery\ndata: %s\n\n" % (
        generation.id.encode(),
        orjson.dumps({"headers": headers, "body": body}),
    )
