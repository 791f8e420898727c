"""Reading a JSON body strictly: UTF-8, no BOM, no NaN or infinity, no lone surrogates, an object, at most 256 KiB."""

import re
from json import JSONDecoder
from typing import Any

import orjson
from starlette.requests import Request

from mediamill.http.problems import MISSING_PARAMETERS, Refusal

BODY_BYTES_MAX = 256 * 1024
WHITE_SPACE = re.compile(r"[ \t\n\r]*")
scan = JSONDecoder().raw_decode


async def read_object(request: Request) -> tuple[dict[str, Any], bytes]:
    """The object in the body, and its bytes. Raises the generic 400 for anything that is not a JSON object."""
    if not is_json(request.headers.getlist("content-type")):
        raise Refusal(MISSING_PARAMETERS)
    raw = await read_capped(request)
    try:
        parsed = orjson.loads(raw)
    except orjson.JSONDecodeError:
        raise Refusal(MISSING_PARAMETERS) from None
    if not isinstance(parsed, dict):
        raise Refusal(MISSING_PARAMETERS)
    return parsed, raw


def is_json(content_types: list[str]) -> bool:
    """Whether the only Content-Type is JSON in UTF-8."""
    if len(content_types) != 1:
        return False
    media_type, *parameters = (part.strip().lower() for part in content_types[0].split(";"))
    charsets = [part.split("=", 1)[1].strip(' "') for part in parameters if part.startswith("charset=")]
    return media_type == "application/json" and all(charset in ("utf-8", "utf8") for charset in charsets)


async def read_capped(request: Request) -> bytes:
    """The whole body. Raises the generic 400 as soon as it is larger than BODY_BYTES_MAX."""
    declared = request.headers.get("content-length", "0")
    if not declared.isdigit() or int(declared) > BODY_BYTES_MAX:
        raise Refusal(MISSING_PARAMETERS)
    parts: list[bytes] = []
    size = 0
    async for part in request.stream():
        size += len(part)
        if size > BODY_BYTES_MAX:
            raise Refusal(MISSING_PARAMETERS)
        parts.append(part)
    return b"".join(parts)


def text_of(member: str, raw: bytes) -> str:
    """The text of one member of a valid JSON object, exactly as sent; of duplicates the last.

    A parsed value would not do: an integer of thirty digits comes out of the parser as a float. Raises the generic
    400 for a body nested too deeply to be read again: only a duplicate, whose value nobody has judged, can be.
    """
    try:
        return last_text_of(member, raw.decode())
    except RecursionError:
        raise Refusal(MISSING_PARAMETERS) from None


def last_text_of(member: str, text: str) -> str:
    """The text of the last member of this name."""
    found = ""
    position = after_space(text, text.index("{") + 1)
    while text[position] != "}":
        name, position = scan(text, position)
        start = after_space(text, after_space(text, position) + 1)  # behind the colon
        _, end = scan(text, start)
        if name == member:
            found = text[start:end]
        position = after_space(text, end)
        if text[position] == ",":
            position = after_space(text, position + 1)
    return found


def after_space(text: str, position: int) -> int:
    """The next position that is not white space."""
    match = WHITE_SPACE.match(text, position)
    return match.end() if match else position
