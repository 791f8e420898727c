"""`Prefer: wait=N` (RFC 7240): the answer comes when the generation has ended, or after N seconds."""

import asyncio
import re

from starlette.requests import Request
from starlette.responses import Response

from mediamill import generations
from mediamill.generations import FINAL, Generation
from mediamill.web.call import Call, answer
from mediamill.web.problems import FORBIDDEN, GENERATION_NOT_FOUND, Refusal

WAIT_SECONDS_MAX = 60
LOOK_SECONDS = 1.0  # between looks for what other processes did; this one's transactions ring a bell
WAIT = re.compile(r"wait\s*=\s*\"?([0-9]{1,9})\"?(?:\s*;.*)?", re.IGNORECASE)


def asked_wait(request: Request) -> int | None:
    """For how many seconds the caller is ready to wait; None when it did not say. Other preferences are ignored."""
    for header in request.headers.getlist("prefer"):
        for preference in header.split(","):
            if found := WAIT.fullmatch(preference.strip()):
                return min(int(found[1]), WAIT_SECONDS_MAX)
    return None


async def answer_after(call: Call, generation_id: str, seconds: int) -> Response:
    """The generation with all its fields, as it is when it has ended or the time is over."""
    generation = await ended(call, generation_id, seconds)
    if generation is None:
        raise Refusal(GENERATION_NOT_FOUND)
    response = answer(generations.detail(generation, call.shop.settings.base_url))
    response.headers["Preference-Applied"] = f"wait={seconds}"
    return response


async def ended(call: Call, generation_id: str, seconds: float) -> Generation | None:
    """The generation once it has ended, or as it is after so many seconds."""
    database = call.shop.database
    deadline = asyncio.get_running_loop().time() + seconds
    with database.bells.listening(generation_id) as news:
        while True:
            news.clear()
            generation = await database.read(lambda tx: generations.find(tx, generation_id))
            left = deadline - asyncio.get_running_loop().time()
            if generation is None or generation.status in FINAL or left <= 0:
                return generation
            await rung(news, min(left, LOOK_SECONDS))


async def rung(news: asyncio.Event, seconds: float) -> None:
    """Return at the bell, or after so many seconds."""
    try:
        async with asyncio.timeout(seconds):
            await news.wait()
    except TimeoutError:
        return


async def own_generation(call: Call) -> Generation:
    """The generation whose id stands in the path. Raises 404 when there is none, 403 when it is another account's."""
    generation = await call.shop.database.look(lambda tx: generations.find(tx, call.path["id"]))
    if generation is None:
        raise Refusal(GENERATION_NOT_FOUND)
    if generation.account_id != call.account.id:
        raise Refusal(FORBIDDEN)
    return generation
