"""Errors as HTTP says them: one table of status and sentence, every body JSON with `message`."""

import errno
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

import orjson
from starlette.responses import Response

JSON = "application/json"


class Fault(Protocol):
    """One thing wrong with a request: where, what, and a code for programs."""

    @property
    def field(self) -> str:
        """The dotted path as it was sent."""

    @property
    def message(self) -> str:
        """What is wrong, for people."""

    @property
    def code(self) -> str:
        """What is wrong, for programs: one word of a closed list."""


@dataclass(frozen=True, slots=True)
class Problem:
    """An answer that is no success."""

    status: int
    message: str
    faults: tuple[Fault, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict)

    def response(self) -> Response:
        """The answer: `message`, and `errors` where fields can be named."""
        return Response(body(self.message, self.faults), self.status, self.headers, JSON)


class Refusal(Exception):
    """Ends a route, from any depth, with a problem for an answer."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        super().__init__(problem.message)


MISSING_PARAMETERS = Problem(400, "Missing or invalid parameters")
UNAUTHORIZED = Problem(401, "Invalid or missing API key")
INSUFFICIENT_CREDITS = Problem(402, "Insufficient credits")
FORBIDDEN = Problem(403, "Forbidden")
NOT_FOUND = Problem(404, "Not found")
TOOL_NOT_FOUND = Problem(404, "Tool not found")
MODEL_NOT_FOUND = Problem(404, "Model not found")
UNDER_WAY = Problem(409, "The generation is still under way: cancel it first")
ENDED = Problem(409, "The generation has ended already")
OTHER_BODY = Problem(409, "This Idempotency-Key came with another body before: use a fresh key for a new generation")
GENERATION_NOT_FOUND = Problem(404, "Generation not found")
SERVER_ERROR = Problem(500, "Internal server error")
UNAVAILABLE_RETRY_SECONDS = 5
UNAVAILABLE = Problem(
    503, "Service unavailable, please try again later", headers={"Retry-After": str(UNAVAILABLE_RETRY_SECONDS)}
)
TOO_MANY_CONNECTIONS = Problem(
    429,
    "Too many connections from this address: reuse those that are open, or close some",
    headers={"Retry-After": str(UNAVAILABLE_RETRY_SECONDS)},
)
# What an error of the rooms below means over HTTP; anything else is a 500.
PROBLEM_OF_CODE: dict[str, Problem] = {
    "store_busy": UNAVAILABLE,
    "store_failed": UNAVAILABLE,
    "storage_failed": UNAVAILABLE,
}
# A disk that is full, over quota, read-only or failing, seen without a room between: the state of the store too.
DISK_TROUBLE = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO})


def validation_failed(faults: Iterable[Fault]) -> Problem:
    """400 with every fault at once."""
    return Problem(400, "Validation failed", tuple(faults))


def method_not_allowed(allowed: Iterable[str]) -> Problem:
    """405 with what is allowed."""
    return Problem(405, "Method not allowed", headers={"Allow": ", ".join(sorted(allowed))})


def too_many_requests(retry_seconds: int) -> Problem:
    """429 with when to come again."""
    message = "Rate limit exceeded, please try again later"
    return Problem(429, message, headers={"Retry-After": str(retry_seconds)})


def too_many_waiting(waiting_max: int) -> Problem:
    """429 of its own: not the rate but the queue is full."""
    message = f"Too many generations of this account are waiting (at most {waiting_max}): let some finish first"
    return Problem(429, message, headers={"Retry-After": str(UNAVAILABLE_RETRY_SECONDS)})


def body(message: str, faults: tuple[Fault, ...] = ()) -> bytes:
    """An error body."""
    if not faults:
        return orjson.dumps({"message": message})
    errors = [{"field": fault.field, "message": fault.message, "code": fault.code} for fault in faults]
    return orjson.dumps({"message": message, "errors": errors})
