"""Requests that are answered when a generation has ended: held as long as the client is there."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.requests import ClientDisconnect

from mediamill.generations import Generation
from mediamill.http import STREAMS_MAX, Call, Refusal, ended, too_many_streams


@asynccontextmanager
async def held(call: Call) -> AsyncIterator[None]:
    """One of the requests that an account may keep open at once, counted with its event streams. Raises 429."""
    refuse_too_many(call)
    open_streams, account = call.context.open_streams, call.account.id
    open_streams[account] += 1
    try:
        yield
    finally:
        open_streams[account] -= 1
        if not open_streams[account]:
            del open_streams[account]


def refuse_too_many(call: Call) -> None:
    """Raises 429 where the account has as many open as it may."""
    if call.context.open_streams[call.account.id] >= STREAMS_MAX:
        raise Refusal(too_many_streams(STREAMS_MAX))


async def ended_for(call: Call, generation_id: str, seconds: float) -> Generation | None:
    """The generation once it has ended, or as it is after so many seconds.

    Raises ClientDisconnect when nobody waits any more; the generation goes on.
    """
    gone = asyncio.create_task(departure(call))
    waiting = asyncio.create_task(ended(call.context, generation_id, seconds))
    try:
        await asyncio.wait({gone, waiting}, return_when=asyncio.FIRST_COMPLETED)
        if not waiting.done():
            raise ClientDisconnect
        return await waiting
    finally:
        gone.cancel()
        waiting.cancel()


async def departure(call: Call) -> None:
    """Return when the client has closed its connection."""
    while (await call.request.receive())["type"] != "http.disconnect":
        pass
