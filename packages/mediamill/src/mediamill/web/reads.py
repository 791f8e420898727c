"""The routes that read: account, tools, generations."""

import re
from typing import Any
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import Response

from mediamill import clock, credits, generations
from mediamill.catalogue import Fault, FaultCode, Tool
from mediamill.generations import Page, Status
from mediamill.web.call import Call, answer
from mediamill.web.problems import TOOL_NOT_FOUND, Refusal, validation_failed
from mediamill.web.waiting import answer_after, asked_wait, own_generation

LIMIT_DEFAULT = 20
LIMIT_MAX = 100
NUMBER_MAX = 2**53  # larger numbers in a query are used as this
STATUSES = tuple(status.value for status in Status)
DIGITS = re.compile(r"[0-9]+")
NEGATIVE = re.compile(r"-0*[1-9][0-9]*")
DIGITS_READ_MAX = 16  # a number with more is larger than NUMBER_MAX


async def account(call: Call) -> Response:
    """GET /api/account."""
    balance = await call.shop.database.read(lambda tx: credits.balance(tx, call.account.id))
    return answer(
        {
            "id": call.account.id,
            "email": call.account.email,
            "credits": balance.available,
            "plan": call.account.plan.value,
            "createdAt": clock.iso(call.account.created_at),
        }
    )


async def list_tools(call: Call) -> Response:
    """GET /api/tools."""
    base_url = call.shop.settings.base_url
    tools = call.shop.catalogue.tools.values()
    return answer({"data": [tool_item(tool, base_url, await note_of(tool, call)) for tool in tools]})


async def get_tool(call: Call) -> Response:
    """GET /api/tools/{slug}."""
    tool = call.shop.catalogue.tools.get(call.path["slug"])
    if tool is None:
        raise Refusal(TOOL_NOT_FOUND)
    models = [{"slug": model.slug, "name": model.name} for model in tool.models.values()]
    item = tool_item(tool, call.shop.settings.base_url, await note_of(tool, call))
    return answer({**item, "models": models})


async def note_of(tool: Tool, call: Call) -> str:
    """What this installation cannot do of a tool's choices; asked of the few that are offered in part."""
    notes = [await call.shop.registry.note_of(tool.slug, model) for model in tool.models]
    return "; ".join(dict.fromkeys(note for note in notes if note))


def tool_item(tool: Tool, base_url: str, note: str = "") -> dict[str, str]:
    """A tool as lists show it."""
    return {
        "slug": tool.slug,
        "name": tool.name,
        "description": f"{tool.description} {note}." if note else tool.description,
        "type": tool.category,
        "outputType": tool.output_type,
        "thumbnail": f"{base_url}/ext/pictures/{tool.slug}{tool.picture.suffix}",
    }


async def get_generation(call: Call) -> Response:
    """GET /api/generations/{id}: 404 when there is none, 403 when it is another account's."""
    generation = await own_generation(call)
    wait = asked_wait(call.request)
    if wait is None:
        return answer(generations.detail(generation, call.shop.settings.base_url))
    return await answer_after(call, generation.id, wait)


async def list_generations(call: Call) -> Response:
    """GET /api/generations: newest first."""
    faults: list[Fault] = []
    query = query_of(call.request)
    limit = page_size(query, faults)
    offset = number(query, "offset", 0, faults)
    status = status_of(query, faults)
    if faults:
        raise Refusal(validation_failed(faults))
    database = call.shop.database
    read = database.read_aside if generations.is_deep(offset) else database.read
    found: Page = await read(
        lambda tx: generations.page(tx, call.account.id, status=status, limit=limit, offset=offset)
    )
    base_url = call.shop.settings.base_url
    data = [generations.item(generation, base_url) for generation in found.generations]
    return paginated(data, total=found.total, limit=found.limit, offset=found.offset)


def paginated(data: list[dict[str, Any]], *, total: int, limit: int, offset: int) -> Response:
    """A page of a list, and where it stands in it."""
    place = {"total": total, "limit": limit, "offset": offset, "hasMore": offset + len(data) < total}
    return answer({"data": data, "pagination": place})


def query_of(request: Request) -> list[tuple[str, str]]:
    """The parameters of the query, in order."""
    return parse_qsl(request.scope["query_string"].decode("latin-1"), keep_blank_values=True)


def page_size(query: list[tuple[str, str]], faults: list[Fault]) -> int:
    """`limit`: how many results a page has."""
    return min(number(query, "limit", LIMIT_DEFAULT, faults, minimum=1), LIMIT_MAX)


def number(query: list[tuple[str, str]], name: str, default: int, faults: list[Fault], *, minimum: int = 0) -> int:
    """A whole number of the query, given at most once and in plain digits."""
    values = [value for key, value in query if key == name]
    if not values:
        return default
    if len(values) == 1 and (NEGATIVE.fullmatch(values[0]) or DIGITS.fullmatch(values[0])):
        digits = values[0].lstrip("0")
        given = NUMBER_MAX if len(digits) > DIGITS_READ_MAX else min(int(digits or "0"), NUMBER_MAX)
        if given >= minimum and not digits.startswith("-"):
            return given
        faults.append(Fault(name, f"Must be {minimum} or more", FaultCode.OUT_OF_RANGE))
        return default
    spelling = f"Must be one whole number, {minimum} or more, in plain digits"
    faults.append(Fault(name, spelling, FaultCode.INVALID_TYPE))
    return default


def status_of(query: list[tuple[str, str]], faults: list[Fault]) -> Status | None:
    """The status to filter by, if one is given."""
    values = [value for key, value in query if key == "status"]
    if not values:
        return None
    if len(values) > 1 or values[0] not in STATUSES:
        faults.append(Fault("status", f"Must be one of: {', '.join(STATUSES)}", FaultCode.NOT_ALLOWED))
        return None
    return Status(values[0])
