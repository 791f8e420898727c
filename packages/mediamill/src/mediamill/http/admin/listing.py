"""Pages of the admin API's lists."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from starlette.responses import Response

from mediamill.catalogue import FaultCode, FieldFault
from mediamill.db import Transaction
from mediamill.http.context import Call
from mediamill.http.paging import number, page_size, paginated, query_of
from mediamill.http.problems import Refusal, validation_failed


@dataclass(frozen=True, slots=True)
class Listed:
    """What part of a list is asked for."""

    query: list[tuple[str, str]]
    limit: int
    offset: int


Find = Callable[[Transaction, Listed], tuple[list[dict[str, Any]], int]]


async def listed(call: Call, find: Find) -> Response:
    """A page and where it stands in its list, read off the event loop. Raises 400."""
    faults: list[FieldFault] = []
    query = query_of(call.request)
    wanted = Listed(query, page_size(query, faults), number(query, "offset", 0, faults))
    if faults:
        raise Refusal(validation_failed(faults))
    data, total = await call.context.database.read_in_thread(lambda tx: find(tx, wanted))
    return paginated(data, total=total, limit=wanted.limit, offset=wanted.offset)


def choice_in(query: list[tuple[str, str]], name: str, values: Collection[str]) -> str:
    """One of these texts; empty where none was sent. Raises 400 for any other, an empty one too."""
    value = text_in(query, name)
    if any(key == name for key, _ in query) and value not in values:
        fault = FieldFault(name, f"Must be one of: {', '.join(values)}", FaultCode.NOT_ALLOWED)
        raise Refusal(validation_failed([fault]))
    return value


def text_in(query: list[tuple[str, str]], name: str) -> str:
    """The last text of this name; empty where none was sent."""
    return next((value for key, value in reversed(query) if key == name), "")
