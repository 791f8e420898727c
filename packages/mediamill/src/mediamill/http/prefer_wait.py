"""`Prefer: wait=N` (RFC 7240): the answer comes when the generation has ended, or after N seconds."""

import asyncio
import re

from starlette.requests import Request
from starlette.responses import Response

from mediamill import generations
from mediamill.generations import FINAL, Generation
from mediamill.http.context import AppContext, answer
from mediamill.http.problems import GENERATION_NOT_FOUND, Refusal
from mediamill.http.shared_reads import until_next_look

WAIT_SECONDS_MAX = 60
POLL_SECONDS = 0.5  # between reads, for what other processes did; this one's transactions wake the reader
WAIT = re.compile(r"wait\s*=\s*\"?([0-9]{1,9})\"?(?:\s*;.*)?", re.IGNORECASE)


def wait_seconds(request: Request) -> int | None:
    """How many seconds the caller will wait, cut to WAIT_SECONDS_MAX; None without `wait`. Other preferences are
    ignored.
    """
    for header in request.headers.getlist("prefer"):
        for preference in header.split(","):
            if found := WAIT.fullmatch(preference.strip()):
                return min(int(found[1]), WAIT_SECONDS_MAX)
    return None


async def answer_after(context: AppContext, generation_id: str, seconds: int) -> Response:
    """The generation in full, once it has ended or after so many seconds. Raises 404 when it was deleted meanwhile."""
    generation = await ended(context, generation_id, seconds)
    if generation is None:
        raise Refusal(GENERATION_NOT_FOUND)
    response = answer(generations.detail(generation, context.settings.media_base))
    response.headers["Preference-Applied"] = f"wait={seconds}"
    return response


async def ended(context: AppContext, generation_id: str, seconds: float) -> Generation | None:
    """The generation once it has ended, or as it is after so many seconds."""
    deadline = asyncio.get_running_loop().time() + seconds
    with context.database.notifier.listening(generation_id) as news:
        while True:
            news.clear()
            generation = await context.reads.find(generation_id)
            left = deadline - asyncio.get_running_loop().time()
            if generation is None or generation.status in FINAL or left <= 0:
                return generation
            await wait_for(news, min(left, until_next_look(POLL_SECONDS)))


async def wait_for(news: asyncio.Event, seconds: float) -> None:
    """Return when the event is set, or after so many seconds."""
    try:
        async with asyncio.timeout(seconds):
            await news.wait()
    except TimeoutError:
        return
