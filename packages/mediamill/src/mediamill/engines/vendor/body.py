"""Bodies of requests: JSON, a file, and multipart/form-data with files, which are read from disk as they are sent."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import BinaryIO

import orjson

from mediamill.engines.remote import NotSent
from mediamill.formats import format_of
from mediamill.outbound import Body, FailureReason, RequestFailed, StreamedBody

PIECE_BYTES = 256 * 1024
OCTETS = "application/octet-stream"
# As browsers write names in quotation marks (the HTML standard, multipart/form-data).
IN_QUOTES = str.maketrans({'"': "%22", "\r": "%0D", "\n": "%0A"})

Part = bytes | Path
WITH_BODY = frozenset({"POST", "PUT", "PATCH"})  # servers expect a length of these, even of nothing


def json_body(body: object) -> tuple[Body, dict[str, str]]:
    """A value as JSON, and its headers. Raises TypeError for what JSON cannot say."""
    return orjson.dumps(body), {"Content-Type": "application/json"}


def file_body(file: Path, content_type: str) -> tuple[Body, dict[str, str]]:
    """A file as it is, and its headers. Raises OSError."""
    size = file.stat().st_size
    return StreamedBody(size, pieces_of(((file, size),))), {"Content-Type": content_type}


def form_body(form: Mapping[str, str | Path]) -> tuple[Body, dict[str, str]]:
    """Fields and files as multipart/form-data, and its headers. Raises OSError."""
    boundary = secrets.token_hex(16)
    parts: list[tuple[Part, int]] = []
    for name, value in form.items():
        content = value if isinstance(value, Path) else value.encode()
        head = f"--{boundary}\r\n{part_head(name, value)}\r\n\r\n".encode()
        parts += [(head, len(head)), (content, size_of(content)), (b"\r\n", 2)]
    end = f"--{boundary}--\r\n".encode()
    parts.append((end, len(end)))
    length = sum(size for _, size in parts)
    headers = {"Content-Type": f"multipart/form-data; boundary={boundary}"}
    return StreamedBody(length, pieces_of(tuple(parts))), headers


def part_head(name: str, value: str | Path) -> str:
    """What stands before a field or a file; a file has a plain name, which tells its type and nothing else."""
    disposition = f'Content-Disposition: form-data; name="{name.translate(IN_QUOTES)}"'
    if isinstance(value, str):
        return disposition
    known = format_of(value.name)
    suffix, media_type = (known.suffix, known.media_type) if known else (".bin", OCTETS)
    return f'{disposition}; filename="file{suffix}"\r\nContent-Type: {media_type}'


def size_of(part: Part) -> int:
    """Bytes. Raises OSError."""
    return part.stat().st_size if isinstance(part, Path) else len(part)


async def pieces_of(parts: tuple[tuple[Part, int], ...]) -> AsyncIterator[bytes]:
    """The bytes of all parts, of each as many as were counted. Raises RequestFailed when a file has fewer."""
    for part, size in parts:
        if isinstance(part, bytes):
            yield part
            continue
        try:
            file = await asyncio.to_thread(part.open, "rb")
            with file:
                while size and (piece := await asyncio.to_thread(read_piece, file, size)):
                    yield piece
                    size -= len(piece)
        except OSError as error:
            raise RequestFailed(FailureReason.SHORT, f"the file to send: {error.strerror}") from error
        if size:
            raise RequestFailed(FailureReason.SHORT, "the file to send became shorter")


def read_piece(file: BinaryIO, size: int) -> bytes:
    """The next bytes of so many that are left."""
    return file.read(min(size, PIECE_BYTES))


def sendable(method: str, body: object, form: Mapping[str, str | Path] | None) -> tuple[Body, dict[str, str]]:
    """A call's body, or its form, and the headers. Raises NotSent for a file that cannot be read, and TypeError."""
    try:
        return body_of(method, body) if form is None else form_body(form)
    except OSError as error:
        raise NotSent(reason=f"a file to send cannot be read: {error.strerror}") from None


def body_of(method: str, body: object) -> tuple[Body, dict[str, str]]:
    """A call's body and its headers. Raises TypeError for what JSON cannot say."""
    if body is not None:
        return json_body(body)
    return (b"" if method in WITH_BODY else None), {}
