"""mediamill generate: order one generation over the public interface, follow it, write the media to a file."""

import json
import logging
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mediamill_client.cli.failures import (
    EXIT_GENERATION_FAILED,
    EXIT_NOT_FOUND,
    EXIT_UNEXPECTED,
    EXIT_USAGE,
    Stopped,
    explained,
)
from mediamill_client.cli.fields import CommandWithFields, Given, fields_of, value_of
from mediamill_client.cli.options import of_service, opened

if TYPE_CHECKING:
    from mediamill_client import Client, Generation, InputSchema

NOTHING_ORDERED = "Nothing was ordered."
IN_DOUBT = "It may have been ordered: look at the latest generations before ordering it again."

logger = logging.getLogger(__name__)


@click.command(cls=CommandWithFields, options_metavar="[OPTIONS] [--FIELD VALUE]...")
@click.argument("tool")
@click.option("--model", help="The model; without it the tool's primary one.")
@click.option("--out", metavar="FILE|FOLDER", help="Where to write the media; else the current folder.")
@click.option(
    "--json", "as_json", is_flag=True, help="Print the generation as JSON; a file is written only with --out."
)
@click.option("--no-wait", is_flag=True, help="Print the id as soon as the generation is accepted.")
@click.option("--timeout", type=click.FloatRange(min=0), metavar="SECONDS", help="How long to wait for the result.")
@click.option("--webhook", metavar="URL", help="HTTPS URL to notify on success.")
@of_service
@click.pass_context
def generate(
    ctx: click.Context,
    *,
    tool: str,
    model: str | None,
    out: str | None,
    as_json: bool,
    no_wait: bool,
    timeout: float | None,
    webhook: str | None,
    api_key: str | None,
    base_url: str | None,
) -> None:
    """Generate media with TOOL and print the path of the file.

    Every field of the tool's input is an option: --prompt "a slow walk" --duration 2. Write --field=VALUE for a value
    that begins with two dashes, and field:=JSON to say exactly what is sent.

    Exit codes: 0 done, 1 unexpected, 2 wrong usage or input, 3 not found, 4 authentication, 5 not enough credits,
    6 the generation failed, 7 timed out, 8 the service cannot be reached, 130 interrupted.
    """
    if no_wait and (out is not None or timeout is not None):
        raise click.UsageError("--no-wait goes with neither --out nor --timeout")
    target = None if no_wait or (as_json and out is None) else writable(out or f".{os.sep}")
    with opened(api_key, base_url, NOTHING_ORDERED) as client:
        with explained(NOTHING_ORDERED):
            input = input_of(client, tool, model, fields_of(ctx))
        with explained(IN_DOUBT):
            generation = submitted(client, tool, input, webhook, named=model)
        if not no_wait:
            generation = followed(client, generation, timeout, as_json=as_json)
            say_not_understood(client, generation)
        path = None if target is None else downloaded(client, generation, target)
    if as_json:
        say_json(generation)
    else:
        click.echo(generation.id if path is None else os.fsencode(path))  # a file name need not be text


def writable(out: str) -> str:
    """The target as given. Raises UsageError while it costs nothing, if no file can be written there."""
    try:
        folder = folder_of(out)
        usable = folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)
    except OSError as error:
        raise click.UsageError(f"--out: {error}") from error
    if not usable:
        raise click.UsageError(
            f"--out: nothing can be written in {str(folder)!r}; a new folder's name ends with {os.sep}"
        )
    return out


def folder_of(out: str) -> Path:
    """The folder that has to be there before the target can be written."""
    folder = Path(out)
    if not out.endswith(os.sep):
        return folder if folder.is_dir() else folder.parent
    return next(found for found in (folder, *folder.parents) if found.exists())


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


def submitted(
    client: "Client", tool: str, input: dict[str, object], webhook: str | None, *, named: str | None
) -> "Generation":
    """The generation as accepted. Faults of the input are named as on the command line."""
    from mediamill_client import BadRequest

    try:
        return client.submit(tool, input, webhook=webhook)
    except BadRequest as error:
        faults = [f"--{fault.field.removeprefix('input.')}: {fault.message} ({fault.code})" for fault in error.errors]
        if named is None and "model" in input:
            faults.append(f"The model was {input['model']}; --model names another.")
        raise Stopped(EXIT_USAGE, "\n  ".join([f"{error.status} {error.message}", *faults])) from error


def followed(client: "Client", generation: "Generation", timeout: float | None, *, as_json: bool) -> "Generation":
    """The generation when it has ended well."""
    from mediamill_client import GenerationFailed

    address = f"{client.base_url}/api/generations/{generation.id}"
    follow = f'To follow it: curl -H "Authorization: $MEDIAMILL_API_KEY" {address}'
    shown = progress_shown(f"{generation.tool} {generation.id}: {generation.status}")
    with explained(f"{generation.id} goes on. {follow}", also=follow), shown as show:
        try:
            return client.wait(
                generation, timeout, on_update=lambda seen: show(f"{seen.tool} {seen.id}: {seen.status}")
            )
        except GenerationFailed as error:
            if as_json:
                say_json(error.generation)
            raise Stopped(EXIT_GENERATION_FAILED, str(error)) from error


def downloaded(client: "Client", generation: "Generation", target: str) -> Path:
    """Where the media was written."""
    hint = f"The media stays at {generation.output}"
    with explained(hint, also=hint), progress_shown(f"{generation.tool} {generation.id}: downloading"):
        try:
            return client.download(generation, target)
        except OSError as error:
            raise Stopped(EXIT_UNEXPECTED, f"{error}\n{hint}") from error


def say_not_understood(client: "Client", generation: "Generation") -> None:
    """Print to stderr which words of the prompt had no effect, where the service reports them."""
    from mediamill_client import MediamillClientError

    try:
        missed = client.generations.inspect(generation.id).not_understood
    except MediamillClientError as error:
        logger.info("The service does not say what was not understood: %s", error)
        return
    if missed:
        click.echo(f"Not understood: {', '.join(map(repr, missed))}", err=True)


@contextmanager
def progress_shown(text: str) -> Iterator[Callable[[str], None]]:
    """A line on stderr with what is going on and for how long, if that is a terminal; the result keeps stdout."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False) as progress:
        task = progress.add_task(text)
        yield lambda text: progress.update(task, description=text)


def say_json(generation: "Generation") -> None:
    """The generation as the service sent it."""
    click.echo(json.dumps(generation.raw, ensure_ascii=False, indent=2))
