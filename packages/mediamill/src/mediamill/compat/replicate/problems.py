"""Errors as Replicate words them: RFC 7807."""

from typing import Any

import orjson
from starlette.responses import Response

from mediamill.http import MODEL_NOT_FOUND, TOOL_NOT_FOUND, UNAUTHORIZED, Problem

JSON = "application/problem+json"
VERSION = Problem(422, "The specified version does not exist (or perhaps you don't have permission to use it?)")
TITLES = {
    401: "Unauthenticated",
    402: "Insufficient credit",
    403: "Forbidden",
    404: "Not found",
    405: "Method not allowed",
    422: "Invalid version or not permitted",
}


def word(problem: Problem) -> Response:
    """Any problem of ours."""
    headers = dict(problem.headers)
    if problem is UNAUTHORIZED:
        return error(401, "You did not pass a valid authentication token")
    if problem.faults:
        fields = [
            {"type": fault.code.value, "field": fault.field, "description": fault.message} for fault in problem.faults
        ]
        detail = "".join(f"- {fault.field}: {fault.message}\n" for fault in problem.faults)
        return error(422, detail, title="Input validation failed", invalid_fields=fields)
    if problem.status == 429:
        seconds = headers.get("Retry-After", "5")
        return error(429, f"Request was throttled. Expected available in {seconds} seconds.", headers=headers)
    if problem in (MODEL_NOT_FOUND, TOOL_NOT_FOUND) or problem.status == 404:
        return error(404, "The requested resource could not be found.")
    return error(problem.status, problem.message, headers=headers)


def error(
    status: int, detail: str, *, title: str | None = None, headers: dict[str, str] | None = None, **more: Any
) -> Response:
    """An error in Replicate's shape."""
    body = {"title": title or TITLES.get(status, "Error"), "detail": detail, "status": status, **more}
    return Response(orjson.dumps(body), status, headers, JSON)
