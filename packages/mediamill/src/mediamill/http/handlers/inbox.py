"""The inbox for development: each success of the account as its webhook would be, as server-sent events.

No webhook has to be named and no receiver reached: headers and body are those that a receiver would get.
"""

import asyncio
from collections.abc import AsyncIterator

import orjson
from starlette.responses import Response, StreamingResponse

from mediamill import clock, generations, webhooks
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


async def follow_inbox(call: Call) -> Response:
    """The stream; it begins with what succeeds from now on. 429 with too many open streams."""
    if call.context.open_streams[call.account.id] >= STREAMS_MAX:
        raise Refusal(too_many_streams(STREAMS_MAX))
    follower = SuccessFollower(call.account.id)
    await call.context.database.read(follower.look)
    return StreamingResponse(stream(call, follower), headers=HEADERS, media_type="text/event-stream")


async def stream(call: Call, follower: SuccessFollower) -> AsyncIterator[bytes]:
    """Every success, as it becomes known; until the key is revoked, or a while has passed."""
    open_streams = call.context.open_streams
    open_streams[call.account.id] += 1
    loop = asyncio.get_running_loop()
    ends_at, quiet_since = loop.time() + STREAM_SECONDS_MAX, loop.time()
    try:
        yield b"retry: %d\n\n" % RETRY_MILLISECONDS
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
