"""Every error that is answered over HTTP: its status and its words. Every body is JSON with `message`."""

import errno
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import orjson
from starlette.responses import Response

from mediamill.catalogue import FieldFault

JSON = "application/json"


@dataclass(frozen=True, slots=True)
class Problem:
    """An error: its status, its message and, where fields can be named, what is wrong with each."""

    status: int
    message: str
    faults: tuple[FieldFault, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict)

    def response(self) -> Response:
        """The answer: `message`, and `errors` where fields can be named."""
        return Response(body(self.message, self.faults), self.status, self.headers, JSON)


class Refusal(Exception):
    """Ends a handler, from any depth, with this problem as the answer."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        super().__init__(problem.message)


MISSING_PARAMETERS = Problem(400, "Missing or invalid parameters")
UNAUTHORIZED = Problem(401, "Invalid or missing API key")
INSUFFICIENT_CREDITS = Problem(402, "Insufficient credits")
LINK_USED = Problem(401, "This sign-in link was used already or has expired")
SPENDING_LIMIT_REACHED = Problem(402, "Insufficient credits: spending limit reached")
FORBIDDEN = Problem(403, "Forbidden")
SUSPENDED = Problem(403, "Account suspended")
NOT_FOUND = Problem(404, "Not found")
TOOL_NOT_FOUND = Problem(404, "Tool not found")
MODEL_NOT_FOUND = Problem(404, "Model not found")
UNDER_WAY = Problem(409, "The generation has not ended yet; cancel it first")
ENDED = Problem(409, "The generation has already ended")
OTHER_BODY = Problem(
    409, "This Idempotency-Key was already used with a different body; use a new key for a new generation"
)
VOUCHER_NOT_FOUND = Problem(404, "Voucher not found")
NO_SOUND = Problem(404, "This generation has no output with sound")
DELIVERY_NOT_FOUND = Problem(404, "Delivery not found")
DELIVERY_UNDER_WAY = Problem(409, "An attempt is under way; try again when it has ended")
KEY_NOT_FOUND = Problem(404, "API key not found")
GENERATION_NOT_FOUND = Problem(404, "Generation not found")
SERVER_ERROR = Problem(500, "Internal server error")
RETRY_SOON = {"Retry-After": "5"}  # seconds
UNAVAILABLE = Problem(503, "Service unavailable, please try again later", headers=RETRY_SOON)
TOO_MANY_CONNECTIONS = Problem(
    429,
    "Too many connections from this address; reuse open connections or close some",
    headers=RETRY_SOON,
)
RANGE_NOT_SATISFIABLE = Problem(416, "Range not satisfiable")
DELETED = Problem(410, "This file was deleted by its owner")
EXPIRED = Problem(410, "This file was deleted because its retention period has ended")
FILE_NOT_FOUND = Problem(404, "File not found")
EMPTY_FILE = Problem(400, "The body is empty; send the bytes of the file")
UNSUPPORTED_FILE = Problem(
    415,
    "Unsupported file type; send an image (PNG, JPEG, WebP, GIF, AVIF) or an audio file (MP3, WAV, FLAC, Ogg, M4A, "
    "AAC, AIFF)",
)
MULTIPART = Problem(
    415, "Multipart bodies are not supported; send the bytes of the file, for example with curl --data-binary @a.jpg"
)
QUOTA_EXCEEDED = Problem(413, "Upload quota exceeded; delete files or wait until older ones expire")
# The answers to errors of other packages, by their code; anything else is a 500.
PROBLEM_OF_CODE: dict[str, Problem] = {
    "store_busy": UNAVAILABLE,
    "store_failed": UNAVAILABLE,
    "storage_failed": UNAVAILABLE,
    "decoder_failed": UNAVAILABLE,
}
# A disk that is full, over quota, read-only or failing, as the operating system reports it.
DISK_TROUBLE = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO})


def validation_failed(faults: Iterable[FieldFault]) -> Problem:
    """400 with every fault at once."""
    return Problem(400, "Validation failed", tuple(faults))


def method_not_allowed(allowed: Iterable[str]) -> Problem:
    """405 with what is allowed."""
    return Problem(405, "Method not allowed", headers={"Allow": ", ".join(sorted(allowed))})


def too_many_requests(retry_seconds: int) -> Problem:
    """429 with `Retry-After`."""
    message = "Rate limit exceeded, please try again later"
    return Problem(429, message, headers={"Retry-After": str(retry_seconds)})


def too_many_waiting(waiting_max: int) -> Problem:
    """429 because of the queue, not of the rate."""
    message = f"Too many queued generations in this account (at most {waiting_max}); wait until some have ended"
    return Problem(429, message, headers=RETRY_SOON)


def too_many_keys(keys_max: int) -> Problem:
    """409 because of the keys that the account has."""
    return Problem(409, f"Too many API keys in this account (at most {keys_max}); revoke some first")


def too_many_uploads(uploads_max: int) -> Problem:
    """429 because of uploads at the same time."""
    message = f"Too many concurrent uploads in this account (at most {uploads_max}); wait until one has ended"
    return Problem(429, message, headers=RETRY_SOON)


def too_many_streams(streams_max: int) -> Problem:
    """429 because of open event streams."""
    message = f"Too many open event streams in this account (at most {streams_max}); close some first"
    return Problem(429, message, headers=RETRY_SOON)


def file_too_large(megabytes_max: int) -> Problem:
    """413 with the limit."""
    return Problem(413, f"The file is larger than {megabytes_max} MB")


def body(message: str, faults: tuple[FieldFault, ...] = ()) -> bytes:
    """The JSON body of an error."""
    if not faults:
        return orjson.dumps({"message": message})
    errors = [{"field": fault.field, "message": fault.message, "code": fault.code} for fault in faults]
    return orjson.dumps({"message": message, "errors": errors})
