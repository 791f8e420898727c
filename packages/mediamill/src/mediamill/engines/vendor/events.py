"""Server-sent events, taken apart as the HTML standard says; lines end in LF or CR LF."""

from collections.abc import Callable
from contextlib import aclosing

from mediamill.engines.remote import ServerEvent
from mediamill.outbound import Answering, FailureReason, RequestFailed

Redact = Callable[[str], str]

EVENT_STREAM = b"text/event-stream"
UNNAMED = "message"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def is_event_stream(answering: Answering) -> bool:
    """Whether events are about to come."""
    kind = (answering.header(b"content-type") or b"").partition(b";")[0]
    return answering.status == 200 and kind.strip().lower() == EVENT_STREAM


async def last_event(
    answering: Answering,
    is_last: Callable[[ServerEvent], bool],
    *,
    heard: Callable[[], None],
    redact: Redact,
    bytes_max: int,
) -> ServerEvent:
    """The first event of which `is_last` says so; `heard` is told of everything that comes. Raises RequestFailed when
    all events together are too large, and when they end before.
    """
    reader = EventReader(redact)
    async with aclosing(answering.body()) as pieces:
        async for piece in pieces:
            heard()
            if answering.stream.body_bytes > bytes_max:
                raise RequestFailed(FailureReason.TOO_LARGE)
            for event in reader.read(piece):
                if is_last(event):
                    return event
    raise RequestFailed(FailureReason.SHORT, "the stream ended before its last event")


class EventReader:
    """Takes bytes, gives events."""

    def __init__(self, redact: Redact = str) -> None:
        self._redact = redact
        self._begun = bytearray()  # a line whose end has not come
        self._name = ""
        self._data: list[str] = []
        self._is_first = True

    def read(self, piece: bytes) -> list[ServerEvent]:
        """The events that end in this piece."""
        *whole, rest = piece.split(b"\n")
        found = []
        for end in whole:
            line = bytes(self._begun + end).removesuffix(b"\r")
            self._begun.clear()
            if (event := self._take(line)) is not None:
                found.append(event)
        self._begun += rest
        return found

    def _take(self, line: bytes) -> ServerEvent | None:
        if self._is_first:
            line, self._is_first = line.removeprefix(BYTE_ORDER_MARK), False
        if not line:
            name, data = self._redact(self._name or UNNAMED), self._redact("\n".join(self._data))
            event = ServerEvent(name, data) if self._data else None
            self._name, self._data = "", []
            return event
        field, _, value = line.decode(errors="replace").partition(":")
        value = value.removeprefix(" ")
        if field == "event":
            self._name = value
        elif field == "data":
            self._data.append(value)
        return None
