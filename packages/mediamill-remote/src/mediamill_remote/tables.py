"""TOML tables that come with an engine or that an operator lays over them: read strictly, faults named by place."""

import tomllib
from collections.abc import Mapping
from decimal import Decimal
from importlib import resources
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError, model_validator
from pydantic_core import ErrorDetails

FILE_BYTES_MAX = 1_000_000  # of an operator's table: thousands of entries


class TableFault(Exception):
    """What is wrong with a table, and where: the file, the entry, the field."""

    def __init__(self, file: str, entry: str, fault: str) -> None:
        super().__init__(f"{file}: {entry}: {fault}" if entry else f"{file}: {fault}")
        self.file, self.entry, self.fault = file, entry, fault


class Table(BaseModel):
    """A table of which every key is known."""

    model_config = ConfigDict(frozen=True)

    @model_validator(mode="before")
    @classmethod
    def refuse_unknown_keys(cls, written: object) -> object:
        """Names those that can be written."""
        unknown = sorted(set(written) - set(cls.model_fields)) if isinstance(written, Mapping) else []
        if unknown:
            there = ", ".join(cls.model_fields)
            raise ValueError(f"there is no key {', '.join(f'`{key}`' for key in unknown)}; there are: {there}")
        return written


Entry = TypeVar("Entry", bound=Table)


def read_packaged(package: str, name: str) -> dict[str, object]:
    """A TOML file inside a package. Raises TableFault."""
    return parsed(f"{package}/{name}", resources.files(package).joinpath(name).read_bytes())


def read_own(path: str) -> dict[str, object]:
    """An operator's TOML file. Raises TableFault."""
    try:
        with Path(path).open("rb") as file:
            content = file.read(FILE_BYTES_MAX + 1)
    except OSError as error:
        raise TableFault(path, "", f"it cannot be read: {error.strerror or error}") from None
    if len(content) > FILE_BYTES_MAX:
        raise TableFault(path, "", f"it is longer than {FILE_BYTES_MAX} bytes")
    return parsed(path, content)


def parsed(file: str, content: bytes) -> dict[str, object]:
    """TOML, its fractions exact. Raises TableFault."""
    try:
        return tomllib.loads(content.decode(), parse_float=Decimal)
    except ValueError as error:  # TOMLDecodeError and UnicodeDecodeError are both
        raise TableFault(file, "", str(error)) from None


def entry_of(shape: type[Entry], written: object, *, file: str, entry: str) -> Entry:
    """One entry of a file. Raises TableFault, which names every field that is wrong."""
    try:
        return shape.model_validate(written)
    except ValidationError as error:
        raise TableFault(file, entry, "; ".join(map(sentence_of, error.errors()))) from None


def sentence_of(fault: ErrorDetails) -> str:
    """The key and what is wrong with it."""
    key = ".".join(map(str, fault["loc"]))
    if fault["type"] == "missing":
        return f"{key}: it is missing"
    sentence = fault["msg"].removeprefix("Value error, ")
    return f"{key}: {sentence}" if key else sentence


def plain(value: object) -> object:
    """A value of a table as JSON has it: fractions as floats."""
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, Mapping):
        return {name: plain(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    return value
