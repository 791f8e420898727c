"""Finding what an account made, and what it used: lists with filters in the query."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import orjson
from starlette.responses import Response

from mediamill import accounts, clock, generations, usage
from mediamill.catalogue import FaultCode, FieldFault
from mediamill.db import Transaction
from mediamill.generations import FoundGeneration, SearchCriteria
from mediamill.http.context import Call, answer
from mediamill.http.inspection import seconds
from mediamill.http.instants import instant_in, parsed_day
from mediamill.http.paging import number, page_size, paginated, query_of, status_of, text_of_query
from mediamill.http.problems import Refusal, validation_failed
from mediamill.units import DAY_MS
from mediamill.usage import AccountUsage, UsagePart

TEXT_CHARACTERS_MAX = 500  # of what is searched for
USAGE_DAYS = 30  # where no first day is named
USAGE_DAYS_MAX = 400
USAGE_PARTS = "day,tool"  # where none are named
Query = list[tuple[str, str]]


async def search_generations(call: Call) -> Response:
    """A page of the account's generations that fit every filter, newest first. 400."""
    faults: list[FieldFault] = []
    query = query_of(call.request)
    limit, offset = page_size(query, faults), number(query, "offset", 0, faults)
    names = {name: text_of_query(query, name, faults, TEXT_CHARACTERS_MAX) for name in ("tool", "model", "type", "q")}
    wanted = SearchCriteria(
        status=status_of(query, faults),
        tool=names["tool"],
        model=names["model"],
        type=names["type"],
        text=names["q"],
        since=bound_in(query, "from", faults),
        until=bound_in(query, "to", faults, is_end=True),
    )
    if faults:
        raise Refusal(validation_failed(faults))
    found, total = await call.context.database.read_in_thread(
        lambda tx: generations.search(tx, call.account.id, wanted, limit=limit, offset=offset)
    )
    media_base = call.context.settings.media_base
    return paginated([found_item(one, media_base) for one in found], total=total, limit=limit, offset=offset)


async def get_usage(call: Call) -> Response:
    """What the account used on some days, by day, tool, model and key. 400."""
    faults: list[FieldFault] = []
    query = query_of(call.request)
    last = day_in(query, "to", faults) or datetime.fromtimestamp(clock.now() // 1_000, UTC).date()
    first = day_in(query, "from", faults) or last - timedelta(days=USAGE_DAYS - 1)
    if not faults and not 0 <= (last - first).days < USAGE_DAYS_MAX:
        message = f"Must be on or before `to`, and at most {USAGE_DAYS_MAX} days in all"
        faults.append(FieldFault("from", message, FaultCode.OUT_OF_RANGE))
    by = parts_in(query, faults)
    if faults:
        raise Refusal(validation_failed(faults))

    def read(tx: Transaction) -> list[dict[str, Any]]:
        lines = usage.usage_of(tx, call.account.id, by, first.isoformat(), last.isoformat())
        names = {key.id: key.name for key in accounts.keys_of(tx, call.account.id)} if UsagePart.KEY in by else {}
        return [usage_item(line, by, names) for line in lines]

    return answer({"data": await call.context.database.read_in_thread(read)})


def found_item(found: FoundGeneration, media_base: str) -> dict[str, Any]:
    """A generation of a search: its public fields and a few more."""
    generation = found.generation
    return {
        **generations.detail(generation, media_base),
        "model": generation.model,
        "credits": found.credits,
        "runSeconds": seconds(found.run_ms),
        "engine": found.engine,
        "seed": orjson.Fragment(generation.seed) if generation.seed else None,
    }


def usage_item(line: AccountUsage, by: tuple[UsagePart, ...], names: dict[str, str]) -> dict[str, Any]:
    """A line of the usage, with what it is split by."""
    split: dict[UsagePart, dict[str, Any]] = {
        UsagePart.DAY: {"day": line.day},
        UsagePart.TOOL: {"tool": line.tool},
        UsagePart.MODEL: {"model": line.model},
        UsagePart.KEY: {"keyId": line.api_key_id or None, "keyName": names.get(line.api_key_id)},
    }
    shown: dict[str, Any] = {}
    for part in by:
        shown |= split[part]
    amounts = {"runs": line.runs, "errors": line.errors, "seconds": seconds(line.run_ms), "credits": line.credits}
    return shown | amounts


def parts_in(query: Query, faults: list[FieldFault]) -> tuple[UsagePart, ...]:
    """What the usage is split by."""
    texts = (text_of_query(query, "by", faults, TEXT_CHARACTERS_MAX) or USAGE_PARTS).split(",")
    if any(text not in [*UsagePart] for text in texts):
        message = f"Must be some of these, separated by commas: {', '.join(UsagePart)}"
        faults.append(FieldFault("by", message, FaultCode.NOT_ALLOWED))
        return ()
    return tuple(dict.fromkeys(map(UsagePart, texts)))


def bound_in(query: Query, name: str, faults: list[FieldFault], *, is_end: bool = False) -> int | None:
    """An instant or a day of the query, in milliseconds; a day that is the end counts as a whole."""
    text = text_of_query(query, name, faults, TEXT_CHARACTERS_MAX)
    if text is None:
        return None
    if (at := instant_in(text)) is not None:
        return at
    day = parsed_day(text)
    if day is None:
        message = "Must be a day such as 2026-01-31 or an instant such as 2026-01-31T09:30:00Z"
        faults.append(FieldFault(name, message, FaultCode.INVALID_TYPE))
        return None
    midnight = int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()) * 1_000
    return midnight + DAY_MS if is_end else midnight


def day_in(query: Query, name: str, faults: list[FieldFault]) -> date | None:
    """A day of the query; None where none was sent."""
    text = text_of_query(query, name, faults, TEXT_CHARACTERS_MAX) or ""
    day = parsed_day(text)
    if day is None and any(key == name for key, _ in query):
        faults.append(FieldFault(name, "Must be a day such as 2026-01-31", FaultCode.INVALID_TYPE))
    return day
