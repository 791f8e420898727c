"""Pages of lists: `limit`, `offset` and other parameters of the query, and where a page stands in its list."""

import re
from typing import Any
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import Response

from mediamill.catalogue import FaultCode, FieldFault
from mediamill.generations import Status
from mediamill.http.context import answer

LIMIT_DEFAULT = 20
LIMIT_MAX = 100
NUMBER_MAX = 2**53  # larger numbers in a query are used as this
STATUSES = tuple(status.value for status in Status)
DIGITS = re.compile(r"[0-9]+")
NEGATIVE = re.compile(r"-0*[1-9][0-9]*")
DIGITS_READ_MAX = 16  # a number with more is larger than NUMBER_MAX


def paginated(data: list[dict[str, Any]], *, total: int, limit: int, offset: int) -> Response:
    """200 with a page and where it stands in its list."""
    place = {"total": total, "limit": limit, "offset": offset, "hasMore": offset + len(data) < total}
    return answer({"data": data, "pagination": place})


def query_of(request: Request) -> list[tuple[str, str]]:
    """The parameters of the query, in the order in which they were sent."""
    return parse_qsl(request.scope["query_string"].decode("latin-1"), keep_blank_values=True)


def page_size(query: list[tuple[str, str]], faults: list[FieldFault]) -> int:
    """`limit`, cut to LIMIT_MAX; what is wrong with it goes to `faults`."""
    return min(number(query, "limit", LIMIT_DEFAULT, faults, minimum=1), LIMIT_MAX)


def number(query: list[tuple[str, str]], name: str, default: int, faults: list[FieldFault], *, minimum: int = 0) -> int:
    """A whole number of the query, sent at most once and in plain digits; what is wrong with it goes to `faults`."""
    values = [value for key, value in query if key == name]
    if not values:
        return default
    if len(values) == 1 and (NEGATIVE.fullmatch(values[0]) or DIGITS.fullmatch(values[0])):
        digits = values[0].lstrip("0")
        given = NUMBER_MAX if len(digits) > DIGITS_READ_MAX else min(int(digits or "0"), NUMBER_MAX)
        if given >= minimum and not digits.startswith("-"):
            return given
        faults.append(FieldFault(name, f"Must be {minimum} or more", FaultCode.OUT_OF_RANGE))
        return default
    spelling = f"Must be one whole number, {minimum} or more, in plain digits"
    faults.append(FieldFault(name, spelling, FaultCode.INVALID_TYPE))
    return default


def text_of_query(query: list[tuple[str, str]], name: str, faults: list[FieldFault], most: int) -> str | None:
    """A text of the query, sent at most once; None for none or an empty one; what is wrong with it goes to `faults`."""
    values = [value for key, value in query if key == name]
    if len(values) > 1 or any(len(value) > most for value in values):
        faults.append(FieldFault(name, f"Must be one text of at most {most} characters", FaultCode.TOO_LONG))
        return None
    if values and "\0" in values[0]:
        faults.append(FieldFault(name, "Must not contain NUL", FaultCode.NOT_ALLOWED))
        return None
    return values[0] if values and values[0] else None


def status_of(query: list[tuple[str, str]], faults: list[FieldFault]) -> Status | None:
    """The status to filter by, if one is sent; what is wrong with it goes to `faults`."""
    values = [value for key, value in query if key == "status"]
    if not values:
        return None
    if len(values) > 1 or values[0] not in STATUSES:
        faults.append(FieldFault("status", f"Must be one of: {', '.join(STATUSES)}", FaultCode.NOT_ALLOWED))
        return None
    return Status(values[0])
