"""Forms with files: fields kept in memory, files written away as they come."""

from contextlib import AsyncExitStack
from dataclasses import dataclass, field

from python_multipart import MultipartParser
from python_multipart.exceptions import MultipartParseError
from python_multipart.multipart import parse_options_header

from mediamill.catalogue import FaultCode, FieldFault
from mediamill.http import MISSING_PARAMETERS, Call, IncomingFile, Refusal, receiving, validation_failed
from mediamill.storage import Upload

FIELD_BYTES_MAX = 64 * 1024  # of all fields together
PARTS_MAX = 64
HEADER_BYTES_MAX = 4_096  # of one part


@dataclass(slots=True)
class Form:
    """A form that was read."""

    fields: dict[str, str] = field(default_factory=dict)
    files: dict[str, Upload] = field(default_factory=dict)
    file_names: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Part:
    """What is known of the part that is being read."""

    headers: dict[str, str] = field(default_factory=dict)
    name: str = ""
    file_name: str | None = None


class FormEvents:
    """Collects what the parser finds in a piece of the body, in its order."""

    def __init__(self) -> None:
        self.found: list[tuple[str, bytes]] = []
        self.header = [b"", b""]

    def callbacks(self) -> dict[str, object]:
        """For the parser."""
        return {
            "on_part_begin": lambda: self.found.append(("begin", b"")),
            "on_part_data": lambda data, start, end: self.found.append(("data", data[start:end])),
            "on_part_end": lambda: self.found.append(("end", b"")),
            "on_header_begin": lambda: self.header.__setitem__(slice(None), [b"", b""]),
            "on_header_field": lambda data, start, end: self.add(0, data[start:end]),
            "on_header_value": lambda data, start, end: self.add(1, data[start:end]),
            "on_header_end": lambda: self.found.append(("header", b"\0".join(self.header))),
            "on_headers_finished": lambda: self.found.append(("open", b"")),
        }

    def add(self, which: int, piece: bytes) -> None:
        """More of a header's name or value."""
        self.header[which] += piece
        if len(self.header[which]) > HEADER_BYTES_MAX:
            raise MultipartParseError("a header of a part is too long")

    def take(self) -> list[tuple[str, bytes]]:
        """What was found since the last time."""
        found, self.found = self.found, []
        return found


class FormReader:
    """Reads one form. Files are stored when they have come whole; one that is refused refuses the form."""

    def __init__(self, call: Call, file_fields: frozenset[str], stack: AsyncExitStack) -> None:
        self.call = call
        self.file_fields = file_fields
        self.stack = stack
        self.form = Form()
        self.part = Part()
        self.parts = 0
        self.field_bytes = 0
        self.value = bytearray()
        self.file: IncomingFile | None = None

    async def take(self, what: str, data: bytes) -> None:
        """One thing that the parser found. Raises 400, 413, 415, 429."""
        match what:
            case "begin":
                self.parts += 1
                if self.parts > PARTS_MAX:
                    raise Refusal(MISSING_PARAMETERS)
                self.part, self.value, self.file = Part(), bytearray(), None
            case "header":
                name, _, value = data.partition(b"\0")
                self.part.headers[name.decode("latin-1").lower()] = value.decode("utf-8", "replace")
            case "open":
                await self.open()
            case "data":
                self.write(data)
            case "end":
                await self.close()

    async def open(self) -> None:
        """The part's headers are here."""
        _, options = parse_options_header(self.part.headers.get("content-disposition", ""))
        name = options.get(b"name", b"").decode("utf-8", "replace")
        given = options.get(b"filename")
        if not name:
            raise Refusal(MISSING_PARAMETERS)
        self.part.name = name
        is_json = self.part.headers.get("content-type", "").startswith("application/json")  # a field, to some clients
        if name not in self.file_fields and (given is None or is_json):
            return
        if name not in self.file_fields or name in self.form.files:
            raise Refusal(validation_failed([FieldFault(name, "Is no known file", FaultCode.UNKNOWN_FIELD)]))
        self.part.file_name = (given or b"file").decode("utf-8", "replace")
        self.file = await self.stack.enter_async_context(receiving(self.call.context, self.call.account.id, None))

    def write(self, data: bytes) -> None:
        """More of the part's content."""
        if self.file is not None:
            self.file.write(data)
            return
        self.field_bytes += len(data)
        if self.field_bytes > FIELD_BYTES_MAX:
            raise Refusal(MISSING_PARAMETERS)
        self.value += data

    async def close(self) -> None:
        """The part is whole."""
        name = self.part.name
        if self.file is not None:
            self.form.files[name] = await self.file.keep()
            self.form.file_names[name] = self.part.file_name or ""
            return
        try:
            self.form.fields[name] = self.value.decode()
        except UnicodeDecodeError:
            raise Refusal(MISSING_PARAMETERS) from None


async def read_form(call: Call, file_fields: frozenset[str] = frozenset()) -> Form:
    """The multipart form in the body, with files under these names alone. Raises 400, 413, 415, 429, 503."""
    content_type, options = parse_options_header(call.request.headers.get("content-type", ""))
    boundary = options.get(b"boundary")
    if content_type != b"multipart/form-data" or not boundary:
        raise Refusal(MISSING_PARAMETERS)
    events = FormEvents()
    async with AsyncExitStack() as stack:
        reader = FormReader(call, file_fields, stack)
        try:
            parser = MultipartParser(boundary, events.callbacks())  # type: ignore[arg-type]
            async for piece in call.request.stream():
                parser.write(piece)
                for what, data in events.take():
                    await reader.take(what, data)
            parser.finalize()
        except MultipartParseError:
            raise Refusal(MISSING_PARAMETERS) from None
        return reader.form
