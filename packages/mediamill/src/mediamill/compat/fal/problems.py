"""Errors as fal words them."""

from typing import Any

import orjson
from starlette.responses import Response

from mediamill.http import UNAUTHORIZED, Problem

JSON = "application/json"
FINAL_ERROR = {"X-Fal-Retryable": "false"}
LOCKED = "User is locked. Reason: Exhausted balance. "


def word(problem: Problem) -> Response:
    """Any problem of ours."""
    headers = dict(problem.headers)
    if problem is UNAUTHORIZED:
        return error(401, "Authentication is required to access this application.")
    if problem.faults:
        detail = [
            {"loc": ["body", fault.field], "msg": fault.message, "type": fault.code.value} for fault in problem.faults
        ]
        return error(422, detail, headers=FINAL_ERROR)
    if problem.status == 402:
        return error(403, f"{LOCKED}{problem.message}", headers=FINAL_ERROR)
    kind = "internal_error" if problem.status >= 500 else None
    return error(problem.status, problem.message, kind=kind, headers=headers)


def no_application(endpoint: str) -> Response:
    """404 for an endpoint that stands in no table."""
    return error(404, f'Application "{endpoint}" not found', headers=FINAL_ERROR)


def error(status: int, detail: Any, *, kind: str | None = None, headers: dict[str, str] | None = None) -> Response:
    """An error in fal's shape."""
    body = {"detail": detail} if kind is None else {"detail": detail, "error_type": kind}
    typed = {"X-Fal-Error-Type": kind} if kind else {}
    return Response(orjson.dumps(body), status, {**(headers or {}), **typed}, JSON)
