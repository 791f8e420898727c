"""Files of the caller's own in an input: which values are one, and how they are read."""

import io
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Protocol, TypeAlias, runtime_checkable

from mediamill_client.errors import UnusableFile

MEDIA_FIELD = "file"  # the one field for media whose name does not end as the others'
MEDIA_FIELD_END = "_url"
URL = re.compile(r"\w+://|data:")
PICTURE_FORMAT = "PNG"  # of a picture that is uploaded: nothing is lost
Place: TypeAlias = tuple[str | int, ...]  # where a value stands in an input


@runtime_checkable
class Picture(Protocol):
    """A picture as Pillow has it."""

    mode: str
    size: tuple[int, int]

    def save(self, fp: Any, format: str | None = None) -> None:
        """Write it to a file."""


FileInput: TypeAlias = str | os.PathLike[str] | bytes | bytearray | memoryview | IO[bytes] | Picture


@dataclass(frozen=True, slots=True)
class Named:
    """A file, and the field of the input that it stands in."""

    source: Any
    field: str


def found_in(value: Any, place: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Every file in an input, with its place. A text is one only in a field for media, and if it is no URL."""
    if isinstance(value, Mapping):
        for name, part in value.items():
            yield from found_in(part, (*place, name))
    elif isinstance(value, list | tuple):
        for index, part in enumerate(value):
            yield from found_in(part, (*place, index))
    elif is_file(value) or (isinstance(value, str) and is_local_path(place, value)):
        yield place, value


def is_file(value: object) -> bool:
    """Whether a value is a file, whatever the field. An output is a text: the URL that it is."""
    if isinstance(value, str):
        return False
    return isinstance(value, os.PathLike | bytes | bytearray | memoryview | Picture) or hasattr(value, "read")


def is_local_path(place: Place, text: str) -> bool:
    """Whether a text names a file of this machine: it stands where a URL belongs, and is none."""
    field = next((str(part) for part in reversed(place) if isinstance(part, str)), "")
    return (field == MEDIA_FIELD or field.endswith(MEDIA_FIELD_END)) and text != "" and URL.match(text) is None


def replaced(value: Any, uploads: Mapping[Place, str], place: Place = ()) -> Any:
    """The input with the URL of each upload in the place of its file."""
    if place in uploads:
        return uploads[place]
    if isinstance(value, Mapping):
        return {name: replaced(part, uploads, (*place, name)) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [replaced(part, uploads, (*place, index)) for index, part in enumerate(value)]
    return value


def dotted(place: Place) -> str:
    """A place as the service writes it: `input.image_url`."""
    return ".".join(["input", *map(str, place)])


def load(given: Any) -> bytes:
    """The bytes of a file: of a path, of bytes, of an open file from where it stands, of a picture as PNG.

    Raises UnusableFile for what an input gives and is no file, OSError for a file that cannot be read.
    """
    source, field = (given.source, given.field) if isinstance(given, Named) else (given, None)
    try:
        return _content_of(source)
    except (FileNotFoundError, IsADirectoryError, ValueError, TypeError) as fault:  # ValueError: NUL in the name
        if field is None:
            raise
        told = (
            f"{str(source)!r} is neither a URL nor a file here" if isinstance(source, str | os.PathLike) else str(fault)
        )
        raise UnusableFile(field, told) from fault


def _content_of(source: Any) -> bytes:
    if isinstance(source, bytes | bytearray | memoryview):
        return bytes(source)
    if isinstance(source, str | os.PathLike):
        return Path(source).expanduser().read_bytes()
    if isinstance(source, Picture):
        buffer = io.BytesIO()
        source.save(buffer, format=PICTURE_FORMAT)
        return buffer.getvalue()
    content = source.read() if hasattr(source, "read") else None
    if not isinstance(content, bytes):
        raise TypeError(
            f"{type(source).__name__} gives no bytes: give a path, bytes, a picture, or a file opened with 'rb'"
        )
    return content
