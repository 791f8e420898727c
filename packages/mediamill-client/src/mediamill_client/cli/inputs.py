"""The input of a run from the fields on a command line."""

import json
import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mediamill_client.cli.failures import EXIT_NOT_FOUND, EXIT_USAGE, Stopped
from mediamill_client.cli.fields import Given, value_of
from mediamill_client.cli.following import progress_shown

if TYPE_CHECKING:
    from mediamill_client import Client, InputSchema

logger = logging.getLogger(__name__)


def input_of(client: "Client", tool: str, model: str | None, fields: Sequence[Given]) -> dict[str, object]:
    """The input object: each field in the JSON type that the model takes."""
    if any(field.name == "model" for field in fields):
        raise click.UsageError("the model is named by --model")
    model = model or primary_model(client, tool)
    values: dict[str, object] = {} if model is None else {"model": model}
    needs_schema = any(field.needs_schema for field in fields)
    schema = described(client, tool, model) if model is not None and needs_schema else None
    for field in fields:
        value = value_of(field, schema.fields.get(field.name) if schema is not None else None)
        values[field.name] = handed_in(client, field.name, value) if names_a_file(field.name, value) else value
    try:
        json.dumps(values, ensure_ascii=False).encode()
    except UnicodeEncodeError as fault:
        raise click.UsageError("the input holds characters that are no text") from fault
    return values


def names_a_file(field: str, value: object) -> bool:
    """Whether this field takes an address and was given something that is none: a file of the caller's own."""
    return isinstance(value, str) and (field == "file" or field.endswith("_url")) and "://" not in value


def handed_in(client: "Client", field: str, value: object) -> str:
    """The address of a file of the caller's own, after handing it in. Raises UsageError when there is none."""
    path = Path(str(value)).expanduser()
    if not path.is_file():
        raise click.UsageError(f"--{field}: {str(value)!r} is neither a URL nor a file here")
    with progress_shown(f"handing in {path.name}"):
        return client.upload(path).url


def primary_model(client: "Client", tool: str) -> str | None:
    """The first model of the tool. An unknown tool stops the command, with the names of those there are."""
    from mediamill_client import NotFound

    try:
        models = client.tools.get(tool).models
    except ValueError as fault:
        raise click.UsageError(str(fault)) from fault
    except NotFound as error:
        names = ", ".join(sorted(found.slug for found in client.tools.list()))
        raise Stopped(EXIT_NOT_FOUND, f"{error}: {tool!r}. There are {names}.") from error
    return models[0].slug if models else None


def described(client: "Client", tool: str, model: str) -> "InputSchema | None":
    """The model's input schema; None where the service has none, so that types follow from the values."""
    from mediamill_client import ConnectionFailed, MediamillAPIError

    try:
        return client.tools.input_schema(tool, model)
    except ConnectionFailed:
        raise
    except MediamillAPIError as error:
        logger.info("The service does not describe its inputs: %s", error)
        return None


@contextmanager
def faults_named(input: Mapping[str, object], *, named: str | None) -> Iterator[None]:
    """Faults of the input are named as on the command line; `named` is the model that was."""
    from mediamill_client import BadRequest

    try:
        yield
    except BadRequest as error:
        faults = [f"--{fault.field.removeprefix('input.')}: {fault.message} ({fault.code})" for fault in error.errors]
        if named is None and "model" in input:
            faults.append(f"The model was {input['model']}; --model names another.")
        raise Stopped(EXIT_USAGE, "\n  ".join([f"{error.status} {error.message}", *faults])) from error
