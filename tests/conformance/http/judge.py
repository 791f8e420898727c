"""How answers are judged, and how to say things over a socket that no HTTP client would say."""

import errno
import json
import re
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import httpx2

CODES = {
    "missing",
    "unknown_field",
    "invalid_type",
    "too_short",
    "too_long",
    "out_of_range",
    "not_allowed",
    "invalid_url",
    "forbidden_url",
}
GENERIC = "Missing or invalid parameters"
INVALID = "Validation failed"
NO_KEY = "Invalid or missing API key"
NO_CREDITS = "Insufficient credits"
FORBIDDEN = "Forbidden"
NO_TOOL = "Tool not found"
NO_MODEL = "Model not found"
NO_GENERATION = "Generation not found"
NO_PATH = "Not found"
NO_METHOD = "Method not allowed"
TOO_MANY = "Rate limit exceeded, please try again later"

INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
ID = re.compile(r"gen_[0-9a-z_]+")
SECONDS_TO_ANSWER = 5.0

Fault = tuple[str, str]  # field, code


@dataclass(frozen=True, slots=True)
class Refusal:
    """An error answer: its status, its message, and the faults it lists as (field, code), sorted."""

    status: int
    message: str
    faults: tuple[Fault, ...] = ()


def refusal(response: httpx2.Response) -> Refusal:
    """The refusal in an answer that has exactly the documented error shape."""
    return refusal_in(response.status_code, response.headers, response.content)


def refusal_in(status: int, headers: Mapping[str, str], content: bytes) -> Refusal:
    """The same of an answer in parts."""
    assert headers["content-type"] == "application/json", headers["content-type"]
    body = json.loads(content)
    assert set(body) in ({"message"}, {"message", "errors"}), body
    assert isinstance(body["message"], str)
    if "errors" not in body:
        return Refusal(status, body["message"])
    assert body["errors"], "a list of errors is there and empty"
    for error in body["errors"]:
        assert set(error) == {"field", "message", "code"}, error
        assert all(isinstance(part, str) and part for part in error.values()), error
        assert error["code"] in CODES, error
    return Refusal(status, body["message"], tuple(sorted((error["field"], error["code"]) for error in body["errors"])))


def validation_failed(*faults: Fault) -> Refusal:
    """400 with exactly these faults."""
    return Refusal(400, INVALID, tuple(sorted(faults)))


def generic(*faults: Fault) -> Refusal:
    """400 for what has no shape at all."""
    return Refusal(400, GENERIC, tuple(sorted(faults)))


def exact(text: str | bytes) -> Any:
    """A JSON value in which numbers keep their exact value and nothing is lost of large ones."""
    from decimal import Decimal

    return json.loads(text, parse_int=Decimal, parse_float=Decimal)


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back over a bare socket."""

    status: int
    headers: Mapping[str, str]
    content: bytes


def say(port: int, request: bytes, *, seconds: float = SECONDS_TO_ANSWER, finish: bool = False) -> Reply | None:
    """Send these bytes and read one answer; None when the connection is closed without one.

    With `finish` nothing more will be sent, and the other side is told so. Raises TimeoutError when neither comes.
    """
    with socket.create_connection(("127.0.0.1", port), timeout=seconds) as connection:
        try:
            connection.sendall(request)
            if finish:
                connection.shutdown(socket.SHUT_WR)
        except OSError as error:
            if error.errno not in (errno.EPIPE, errno.ECONNRESET, errno.ENOTCONN):
                raise  # those three: it answered, or gave up, before it had read everything
        return read_reply(connection, head_only=request.startswith(b"HEAD "))


def read_reply(connection: socket.socket, *, head_only: bool = False) -> Reply | None:
    """One whole answer from a connection; None when it ends before one begins."""
    received = b""
    while b"\r\n\r\n" not in received:
        part = receive(connection)
        if not part:
            assert not received, f"half an answer: {received!r}"
            return None
        received += part
    head, content = received.split(b"\r\n\r\n", 1)
    status_line, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, value in (line.split(":", 1) for line in lines)}
    expected = 0 if head_only else int(headers["content-length"])
    while len(content) < expected:
        part = receive(connection)
        assert part, f"the answer ends after {len(content)} of {expected} bytes"
        content += part
    return Reply(int(status_line.split()[1]), headers, content)


def receive(connection: socket.socket) -> bytes:
    """The next bytes; none when the other side has hung up, rudely or not."""
    try:
        return connection.recv(65_536)
    except ConnectionResetError:
        return b""
