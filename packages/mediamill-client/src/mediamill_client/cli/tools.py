"""mediamill tools: what the service can make, with fields, ranges and prices."""

from typing import TYPE_CHECKING, Any

import click

from mediamill_client.cli.describing import accepted, default_of, summary
from mediamill_client.cli.failures import EXIT_NOT_FOUND, Stopped, explained, not_names
from mediamill_client.cli.options import NOTHING_CHANGED, Access, as_json, of_service, opened
from mediamill_client.cli.output import cell, say_json, say_table

if TYPE_CHECKING:
    from mediamill_client import InputSchema


@click.group(invoke_without_command=True)
@as_json
@of_service
@click.pass_context
def tools(ctx: click.Context, as_json: bool, access: Access) -> None:
    """Show what the service can make."""
    if ctx.invoked_subcommand is None:
        list_all(as_json, access)


@tools.command("list")
@as_json
@of_service
def list_tools(as_json: bool, access: Access) -> None:
    """Every tool, with its models."""
    list_all(as_json, access)


def list_all(as_json: bool, access: Access) -> None:
    """Print every tool with its models."""
    with opened(access) as client, explained(NOTHING_CHANGED):
        found = client.tools.list()
        schemas = client.tools.input_schemas()
    models = {tool.slug: [one.model for one in schemas if one.tool == tool.slug] for tool in found}
    if as_json:
        say_json([{**tool.raw, "models": models[tool.slug]} for tool in found])
    else:
        rows = [(tool.slug, str(tool.output_type), " ".join(models[tool.slug]), tool.description) for tool in found]
        say_table(("tool", "makes", "models", "description"), rows)


@tools.command()
@click.argument("tool")
@click.option("--model", help="Only this model.")
@as_json
@of_service
def show(tool: str, model: str | None, as_json: bool, access: Access) -> None:
    """What each model of TOOL does and costs, and the fields it takes."""
    with opened(access) as client, explained(NOTHING_CHANGED), not_names():
        found = client.tools.get(tool)
        schemas = [one for one in client.tools.input_schemas() if one.tool == tool]
    shown = [one for one in schemas if model is None or one.model == model]
    if model is not None and not shown:
        raise Stopped(
            EXIT_NOT_FOUND, f"{tool} has no model {model!r}. There are {', '.join(s.model for s in schemas)}."
        )
    if as_json:
        say_json({**found.raw, "models": [described(one) for one in shown]})
        return
    click.echo(f"{found.slug}: {found.description}")
    for schema in shown:
        click.echo(f"\n{schema.model}: {summary(schema)}")
        fields = [field for field in schema.fields.values() if field.name != "model"]
        rows = [
            (f"--{one.name}", "required" if one.required else default_of(one), accepted(one), cell(text_of(one.raw)))
            for one in fields
        ]
        say_table(("field", "default", "takes", "description"), rows)


def described(schema: "InputSchema") -> dict[str, Any]:
    """A model with the JSON schema of its input."""
    return {"slug": schema.model, "description": summary(schema), "input": schema.raw}


def text_of(raw: Any) -> str:
    """The description of a field."""
    return str(raw.get("description", ""))
