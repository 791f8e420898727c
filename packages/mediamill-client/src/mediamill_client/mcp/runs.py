"""One run for an agent: priced, ordered, followed with news, and kept within the budget of its session."""

import re
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import anyio
import httpx2
from mcp_types import CallToolResult

from mediamill_client import (
    AsyncClient,
    ConnectionFailed,
    Generation,
    Inspection,
    MediamillAPIError,
    MediamillClientError,
)
from mediamill_client.mcp import results
from mediamill_client.mcp.budget import Budget
from mediamill_client.mcp.catalogue import OfferedTool

LOOK_FIRST_SECONDS = 0.1  # after the order; later looks are further apart
LOOK_GROWTH = 1.5
LOOK_MAX_SECONDS = 2.0
NEWS_SECONDS_MAX = 5.0  # without news hosts give a call up
NEWS_STEP = 1e-4  # progress has to rise with all news, the protocol says
CANCEL_SECONDS = 10.0  # for the last word to a service about a call that was given up

MEDIA_FIELD = "file"  # the one field for media whose name does not end as the others'
MEDIA_FIELD_END = "_url"
ADDRESS = re.compile(r"\w+://|data:")

Progress = Callable[[float, float | None, str | None], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Rules:
    """How results are given, and what an agent may use of this machine."""

    wait_seconds: float  # after which an answer says that the generation goes on
    bytes_max: int  # of media within an answer
    folder: Path | None  # for results, and for files as inputs


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls: their client, the budget of their session, and how to send them news."""

    client: AsyncClient
    http: httpx2.AsyncClient  # for media, which need no key
    budget: Budget
    progress: Progress


class UnknownFile(Exception):
    """What stands where an address belongs is neither one nor a file in the shared folder."""


async def run(caller: Caller, tool: OfferedTool, given: Mapping[str, Any], rules: Rules) -> CallToolResult:
    """Make something. What does not fit into the budget is not ordered. Raises a MediamillClientError."""
    input: dict[str, Any] = {"model": tool.model, **given}
    order = f"order {uuid4().hex}"
    try:
        for name, value in input.items():
            input[name] = await with_uploads(caller.client, name, value, rules.folder)
    except UnknownFile as fault:
        return results.failure(str(fault))
    refusal = await refused(caller, tool.slug, input, order)
    if refusal is not None:
        return results.failure(refusal)
    generation = await ordered(caller, tool.slug, input, order)
    try:
        return await follow(caller, generation.id, rules)
    except anyio.get_cancelled_exc_class():
        with anyio.CancelScope(shield=True), anyio.move_on_after(CANCEL_SECONDS):
            await given_up(caller, generation.id)
        raise


async def with_uploads(client: AsyncClient, field: str, value: object, folder: Path | None) -> object:
    """A value of an input with the addresses of uploads for the files that it names.

    The client uploads what looks like a path, wherever that leads: here only the shared folder is read, and nothing
    where there is none. Raises UnknownFile.
    """
    if isinstance(value, Mapping):
        return {name: await with_uploads(client, str(name), part, folder) for name, part in value.items()}
    if isinstance(value, list):
        return [await with_uploads(client, field, part, folder) for part in value]
    takes_address = field == MEDIA_FIELD or field.endswith(MEDIA_FIELD_END)
    if not isinstance(value, str) or not value or not takes_address or ADDRESS.match(value):
        return value
    if folder is None:
        raise UnknownFile(f"{field} takes a URL, not {value!r}: no folder is shared with this agent")
    path = (folder / value).resolve()
    if not path.is_relative_to(folder) or not path.is_file():
        raise UnknownFile(f"{value!r} is neither a URL nor a file in the shared folder")
    return (await client.upload(path)).url


async def refused(caller: Caller, tool: str, input: Mapping[str, Any], order: str) -> str | None:
    """Why a run is not ordered; None where it may be, and then its price is counted."""
    if caller.budget.limit is None:
        return None
    quote = await caller.client.quote(tool, input)
    if not quote.available:
        return quote.reason
    if not caller.budget.count(order, quote.credits):
        return (
            f"Not ordered: it would cost {quote.credits:g} credits, and {caller.budget.left:g} "
            f"of the {caller.budget.limit} credits of this session are left."
        )
    return None


async def ordered(caller: Caller, tool: str, input: Mapping[str, Any], order: str) -> Generation:
    """The generation, accepted. An order is not given up half way: what it started has to be known."""
    try:
        with anyio.CancelScope(shield=True):
            generation = await caller.client.submit(tool, input, idempotency_key=uuid4().hex)
    except MediamillAPIError as error:
        if not (isinstance(error, ConnectionFailed) and error.may_have_arrived):
            caller.budget.settle(order, 0)
        raise
    caller.budget.rename(order, generation.id)
    return generation


async def follow(caller: Caller, generation_id: str, rules: Rules) -> CallToolResult:
    """A generation when it has ended, or what it is doing when the time is up. Raises a MediamillClientError."""
    began = time.monotonic()
    news = News(caller.progress, began)
    pause = LOOK_FIRST_SECONDS
    while True:
        seen = await caller.client.generations.inspect(generation_id)
        if seen.generation.finished:
            return await settled(caller, seen, rules)
        if caller.budget.knows(generation_id) and not caller.budget.count(generation_id, seen.credits_held):
            await given_up(caller, generation_id)
            return results.failure(
                f"Canceled: its input makes it cost {seen.credits_held:g} credits, more than this session has left."
            )
        await news.tell(seen)
        left = began + rules.wait_seconds - time.monotonic()
        if left <= 0:
            return under_way(seen)
        await anyio.sleep(min(pause, left))
        pause = min(pause * LOOK_GROWTH, LOOK_MAX_SECONDS)


async def settled(caller: Caller, seen: Inspection, rules: Rules) -> CallToolResult:
    """The result of a generation that has ended, with its cost in the books of the session."""
    generation = seen.generation
    if caller.budget.knows(generation.id):
        caller.budget.settle(generation.id, seen.credits_captured)
    saved = "" if rules.folder is None else await written(caller.client, generation, rules.folder)
    return await results.finished(caller.http, seen, caller.budget, saved, rules.bytes_max)


async def written(client: AsyncClient, generation: Generation, folder: Path) -> str:
    """Where its media was written, or why not: it is paid for, and its link is worth having all the same."""
    if generation.output is None:
        return ""
    try:
        return f"It was written to {await client.download(generation, folder)}."
    except (OSError, MediamillClientError) as error:
        return f"It could not be written to {folder}: {error}"


async def given_up(caller: Caller, generation_id: str) -> None:
    """Cancel a generation that nobody waits for any more; it then costs nothing."""
    await caller.client.cancel(generation_id)
    if caller.budget.knows(generation_id):
        caller.budget.settle(generation_id, 0)


def under_way(seen: Inspection) -> CallToolResult:
    """What a generation is doing, for an agent that cannot wait longer now."""
    id = seen.generation.id
    sentences = [
        f"{id} is not ready yet: {doing(seen)}.",
        f'Call mediamill-generation with {{"id": "{id}"}} to wait on.',
    ]
    return results.told(sentences, results.facts_of(seen) | {"progress": seen.progress, "stage": seen.stage})


def doing(seen: Inspection) -> str:
    """What goes on, in a few words."""
    if seen.queue_position is not None:
        return f"number {seen.queue_position:g} in the queue"
    return seen.stage or str(seen.generation.status)


class News:
    """Progress notifications: when something changed, and at times when nothing did."""

    def __init__(self, progress: Progress, began: float) -> None:
        self._progress = progress
        self._began = began
        self._last: tuple[float, str] | None = None
        self._shown = 0.0
        self._told_at = began

    async def tell(self, seen: Inspection) -> None:
        """Send where the generation stands, if that is news."""
        now, state = time.monotonic(), (float(seen.progress), doing(seen))
        if state == self._last and now - self._told_at < NEWS_SECONDS_MAX:
            return
        self._shown = max(state[0], self._shown + NEWS_STEP if self._last is not None else 0.0)
        self._last, self._told_at = state, now
        await self._progress(self._shown, 1.0, f"{state[1]}, {now - self._began:.0f} s")
