"""mediamill generate: order one generation over the public interface, follow it, write the media to a file."""

import logging
import os
from typing import TYPE_CHECKING

import click

from mediamill_client.cli.failures import explained
from mediamill_client.cli.field_help import CommandOfTool
from mediamill_client.cli.fields import fields_of
from mediamill_client.cli.following import followed
from mediamill_client.cli.inputs import faults_named, input_of
from mediamill_client.cli.options import Access, as_json, of_service, opened
from mediamill_client.cli.output import say_json
from mediamill_client.cli.writing import STDOUT, downloaded, say_path, writable

if TYPE_CHECKING:
    from mediamill_client import Client, Generation

NOTHING_ORDERED = "Nothing was ordered."
IN_DOUBT = "It may have been ordered: look at the latest generations before ordering it again."

logger = logging.getLogger(__name__)


@click.command(cls=CommandOfTool, options_metavar="[OPTIONS] [--FIELD VALUE]...")
@click.argument("tool")
@click.option("--model", help="The model; without it the tool's primary one.")
@click.option("--out", metavar="FILE|FOLDER|-", help="Where to write the media; else the current folder.")
@click.option("--open", "opens", is_flag=True, help="Open the file when it is there.")
@as_json
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
    opens: bool,
    as_json: bool,
    no_wait: bool,
    timeout: float | None,
    webhook: str | None,
    access: Access,
) -> None:
    """Generate media with TOOL and print the path of the file.

    Every field of the tool's input is an option: --prompt "a slow walk" --duration 2; `mediamill generate TOOL --help`
    lists them. Write --field=VALUE for a value that begins with two dashes, and field:=JSON to say exactly what is
    sent. A file of yours may stand where an address belongs; it is uploaded.

    With --json the generation is printed, and a file is written only with --out. --out - writes to standard output.

    Exit codes: 0 done, 1 unexpected, 2 wrong usage or input, 3 not found, 4 authentication, 5 not enough credits,
    6 the generation failed, 7 timed out, 8 the service cannot be reached, 130 interrupted.
    """
    if no_wait and (out is not None or timeout is not None or opens):
        raise click.UsageError("--no-wait goes with none of --out, --open and --timeout")
    if opens and (out == STDOUT or (as_json and out is None)):
        raise click.UsageError("--open needs a file to open")
    target = None if no_wait or (as_json and out is None) else writable(out or f".{os.sep}", as_json=as_json)
    with opened(access, NOTHING_ORDERED) as client:
        with explained(NOTHING_ORDERED):
            input = input_of(client, tool, model, fields_of(ctx))
        with explained(IN_DOUBT), faults_named(input, named=model):
            generation = client.submit(tool, input, webhook=webhook)
        if not no_wait:
            generation = followed(client, generation, timeout, as_json=as_json)
            say_not_understood(client, generation)
        path = None if target is None else downloaded(client, generation, target)
    if as_json:
        say_json(generation.raw)
    elif path is None:
        click.echo(generation.id)
    elif target != STDOUT:
        say_path(path)
    if opens and click.launch(str(path)):
        click.echo(f"Nothing here opens {path}.", err=True)


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
