"""Errors as OpenAI words them."""

import orjson
from starlette.responses import Response

from mediamill.http import MODEL_NOT_FOUND, NOT_FOUND, TOOL_NOT_FOUND, UNAUTHORIZED, Problem

JSON = "application/json"
INVALID, QUOTA, SERVER = "invalid_request_error", "insufficient_quota", "server_error"
# What OpenAI's clients try again by themselves unless they are told not to: money does not come by waiting.
NO_RETRY = {"x-should-retry": "false"}


def model_not_found(name: object) -> Response:
    """404 for a model that stands in no table."""
    return error(404, f"The model '{name}' does not exist or you do not have access to it.", code="model_not_found")


def generation_failed(sentence: str) -> Response:
    """500 for one that ended in error; asking again would buy another."""
    return error(500, sentence, kind=SERVER, code="generation_failed", headers=NO_RETRY)


def word(problem: Problem) -> Response:
    """Any problem of ours."""
    headers = dict(problem.headers)
    if problem is UNAUTHORIZED:
        return error(401, "Incorrect API key provided.", code="invalid_api_key")
    if problem is NOT_FOUND:
        return error(404, "Invalid URL", code=None)
    if problem in (MODEL_NOT_FOUND, TOOL_NOT_FOUND):
        return error(404, "The model does not exist here.", code="model_not_found")
    if problem.faults:
        first, sentences = problem.faults[0], [f"{fault.field}: {fault.message}" for fault in problem.faults]
        return error(400, "; ".join(sentences), param=first.field, code=first.code.value)
    if problem.status == 402:
        return error(429, problem.message, kind=QUOTA, code=QUOTA, headers=NO_RETRY)
    if problem.status == 429:
        return error(429, problem.message, kind="requests", code="rate_limit_exceeded", headers=headers)
    if problem.status >= 500:
        return error(problem.status, problem.message, kind=SERVER, headers=headers)
    return error(problem.status, problem.message, headers=headers)


def error(
    status: int,
    message: str,
    *,
    kind: str = INVALID,
    param: str | None = None,
    code: str | None = None,
    headers: dict[str, str] | None = None,
) -> Response:
    """An error in OpenAI's shape."""
    body = {"error": {"message": message, "type": kind, "param": param, "code": code}}
    return Response(orjson.dumps(body), status, headers, JSON)
