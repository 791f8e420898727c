"""The files that generations made, for answers that are the file itself."""

from starlette.responses import Response, StreamingResponse

from mediamill.formats import format_of
from mediamill.generations import Generation
from mediamill.http import Call, Problem, Refusal
from mediamill.storage import OpenFile

GONE = Problem(404, "The file is gone: it was deleted, or its retention period has ended")


async def file_of(call: Call, generation: Generation) -> OpenFile:
    """The output, opened. Raises 404 when it is gone."""
    found = await call.context.storage.open(generation.output_key) if generation.output_key else None
    if not isinstance(found, OpenFile):
        raise Refusal(GONE)
    return found


async def bytes_of(call: Call, generation: Generation) -> bytes:
    """The output as a whole. Raises 404 when it is gone."""
    file = await file_of(call, generation)
    return b"".join([piece async for piece in file.pieces])


async def streamed(call: Call, generation: Generation, headers: dict[str, str] | None = None) -> Response:
    """The output as an answer. Raises 404 when it is gone."""
    file = await file_of(call, generation)
    length = {"Content-Length": str(file.span.length)}
    return StreamingResponse(file.pieces, 200, {**length, **(headers or {})}, media_type_of(generation))


def media_type_of(generation: Generation) -> str:
    """What kind of file it is."""
    kind = format_of(generation.output_key or "")
    return kind.media_type if kind else "application/octet-stream"
