"""docs/reference/endpoints.md: every endpoint of the service, from the table that it serves by."""

from collections.abc import Iterable, Iterator

from mediamill.http import Endpoint
from mediamill.http.openapi.document import TAGS, common_problems

UNTAGGED = "Files, pages and health"
HEAD = """# Endpoints

Made by `python -m scripts.reference` from `packages/mediamill/src/mediamill/http/endpoints.py`; a test says so.
Parameters, bodies and answers: [API](api.md). The OpenAPI document is `/openapi.json` of your own service, shown at
`/docs`.

*Key*: the API key goes into `Authorization` as it is. *Scope*: what the key has to be for ([keys](../keys.md)).
*Rate*: which of the account's two limits a call counts against.
What answers GET without a key answers HEAD too. Any other method of a path is 405 with `Allow`, any other path 404.
"""


def reference(endpoints: Iterable[Endpoint]) -> str:
    """The page as Markdown."""
    endpoints = tuple(endpoints)
    sections = [section(tag, [one for one in endpoints if one.operation.tag == tag]) for tag in (*TAGS, None)]
    return "\n".join([HEAD, *(line for lines in sections for line in lines)])


def section(tag: str | None, endpoints: Iterable[Endpoint]) -> Iterator[str]:
    """The heading and table of one tag; nothing where no endpoint has it."""
    endpoints = tuple(endpoints)
    if not endpoints:
        return
    yield f"## {tag.capitalize() if tag else UNTAGGED}\n"
    if tag:
        yield f"{TAGS[tag]}\n"
    yield "| endpoint | what it does | key | scope | rate | errors of its own |"
    yield "|---|---|---|---|---|---|"
    yield from map(row, endpoints)
    yield ""


def row(endpoint: Endpoint) -> str:
    """One endpoint."""
    common = {problem.status for problem in common_problems(endpoint)}
    own = sorted({problem.status for problem in endpoint.operation.problems} - common)
    rate = endpoint.rate.value if endpoint.rate else "none"
    errors = ", ".join(map(str, own)) or "none"
    scope = endpoint.scope.value if endpoint.scope else "none"
    name = f"`{endpoint.method} {endpoint.path.replace(':path', '')}`"
    return f"| {name} | {endpoint.operation.summary} | {endpoint.auth.value} | {scope} | {rate} | {errors} |"
