"""mediamill quote: what a run would cost, and whether it can be done here."""

import click

from mediamill_client.cli.failures import explained
from mediamill_client.cli.field_help import CommandOfTool
from mediamill_client.cli.fields import fields_of
from mediamill_client.cli.inputs import faults_named, input_of
from mediamill_client.cli.options import NOTHING_CHANGED, Access, as_json, of_service, opened
from mediamill_client.cli.output import cell, say_json, say_table


@click.command(cls=CommandOfTool, options_metavar="[OPTIONS] [--FIELD VALUE]...")
@click.argument("tool")
@click.option("--model", help="The model; without it the tool's primary one.")
@as_json
@of_service
@click.pass_context
def quote(ctx: click.Context, *, tool: str, model: str | None, as_json: bool, access: Access) -> None:
    """Show what a run of TOOL would cost; nothing is started. Takes the fields that `mediamill generate` takes.

    A file of yours is uploaded, as it would be for the run.
    """
    with opened(access) as client, explained(NOTHING_CHANGED):
        input = input_of(client, tool, model, fields_of(ctx))
        with faults_named(input, named=model):
            shown = client.quote(tool, input).raw
    if as_json:
        say_json(shown)
    else:
        say_table(("what", "value"), [(name, cell(value)) for name, value in shown.items()])
