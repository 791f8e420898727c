"""Meshy's lists of tasks, searched for one whose answer was lost: by its prompt and its time."""

from collections.abc import Callable, Mapping

from mediamill.engines.sdk import EngineUnavailable, Vendor, VendorAnswer
from mediamill_remote.answers import date_of, retry_after
from mediamill_remote.mapping import Body
from mediamill_remote.meshy.task import is_id
from mediamill_remote.meshy.ticket import Ticket, hash_of

SKEW_MS = 30_000  # that Meshy's clock may be behind ours
LISTED_MS = 25_000  # after a submit in which what it bought may not be in the list yet
AGAIN_SECONDS = 15.0
TASKS, PAGES_MAX = 50, 40  # of a page, and pages: Meshy gives no more tasks at once

Item = Mapping[str, object]


async def find_task(endpoint: str, body: Body, step: str, since: int, vendor: Vendor) -> str | None:
    """The task of this body since that instant (ms), `step` of a result in several; None where there is none.

    Raises EngineUnavailable where that cannot be told yet.
    """
    prompt, lasts = hash_of(body), body.get("duration")

    def is_it(item: Item) -> bool:
        same = hash_of(item) == prompt and item.get("duration", lasts) == lasts
        return same and (not step or is_step(item, step))

    return await nearest(endpoint, is_it, since, vendor)


async def find_next(ticket: Ticket, since: int, vendor: Vendor) -> str | None:
    """The same of the task that follows the ticket's."""
    step = str(ticket.step_body().get("mode", ""))

    def is_it(item: Item) -> bool:
        named, prompt = item.get(ticket.step_to), hash_of(item)
        if isinstance(named, str) and named:
            return named == ticket.task
        if item.get("id") == ticket.task or prompt not in ("", ticket.prompt) or not is_step(item, step):
            return False
        if not prompt:
            raise untold("lists a task that does not say what it was made of")
        return True

    return await nearest(ticket.endpoint, is_it, since, vendor)


async def nearest(endpoint: str, is_it: Callable[[Item], bool], since: int, vendor: Vendor) -> str | None:
    """Of the tasks that are it, the first since that instant; else the last before it, as far as clocks may differ."""
    before: str | None = None
    after: str | None = None
    for number in range(1, PAGES_MAX + 1):  # the newest first
        answer = await vendor.get(f"/{endpoint}?page_num={number}&page_size={TASKS}&sort_by=-created_at")
        page = listed(answer)
        for item in page:
            created = item.get("created_at")
            if not isinstance(created, int) or not is_id(item.get("id")):
                raise untold("lists a task without id or time")
            if created < since - SKEW_MS:
                return found(after or before, since, answer)
            if is_it(item):
                after = str(item["id"]) if created >= since else after
                before = before if created >= since else before or str(item["id"])
        if len(page) < TASKS:
            return found(after or before, since, answer)
    raise untold("has more tasks since then than can be searched")


def found(task: str | None, since: int, answer: VendorAnswer) -> str | None:
    """What the whole list says. Raises EngineUnavailable where it may be too early for it, by Meshy's clock."""
    now = date_of(answer)
    if task is None and now is not None and now * 1_000 < since + LISTED_MS:
        raise untold("may not list yet what was bought")
    return task


def is_step(item: Item, step: str) -> bool:
    """Whether a task is this step of its result. Raises EngineUnavailable for one that does not say which it is."""
    kind = item.get("type")
    if not isinstance(kind, str) or not kind:
        raise untold("lists a task that does not say which step it is")
    return kind.endswith(f"-{step}")


def listed(answer: VendorAnswer) -> list[Item]:
    """The tasks of a page. Raises EngineUnavailable for an answer that is none."""
    told = answer.json() if answer.status == 200 else None
    if not isinstance(told, list) or not all(isinstance(one, Mapping) for one in told):
        raise untold(f"answered with HTTP {answer.status} and no list", retry_after(answer))
    return told


def untold(why: str, seconds: float | None = None) -> EngineUnavailable:
    """The error for what cannot be told yet."""
    return EngineUnavailable(f"Meshy {why}", seconds or AGAIN_SECONDS)
