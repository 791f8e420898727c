"""Errors as ElevenLabs words them."""

import orjson
from starlette.responses import Response

from mediamill.http import UNAUTHORIZED, Problem

JSON = "application/json"
CODES = {
    402: "quota_exceeded",
    403: "missing_permissions",
    404: "not_found",
    429: "rate_limit_exceeded",
    503: "system_busy",
}


def word(problem: Problem) -> Response:
    """Any problem of ours."""
    if problem is UNAUTHORIZED:
        return error(401, "invalid_api_key", "Invalid API key", kind="authentication_error")
    if problem.faults:
        detail = [
            {"loc": ["body", fault.field], "msg": fault.message, "type": fault.code.value} for fault in problem.faults
        ]
        return Response(orjson.dumps({"detail": detail}), 422, media_type=JSON)
    code = CODES.get(problem.status, "internal_error" if problem.status >= 500 else "bad_request")
    return error(problem.status, code, problem.message, headers=dict(problem.headers))


def error(
    status: int, code: str, message: str, *, kind: str = "api_error", headers: dict[str, str] | None = None
) -> Response:
    """An error in ElevenLabs' shape; `status` is the older word for `code`."""
    body = {"detail": {"type": kind, "code": code, "status": code, "message": message}}
    return Response(orjson.dumps(body), status, headers, JSON)
