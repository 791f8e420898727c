"""`--help` of a command that takes a tool, with the fields of that tool as the service describes them."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from mediamill_client.cli.describing import accepted, default_of, summary
from mediamill_client.cli.fields import OWN, CommandWithFields
from mediamill_client.cli.options import Access, opened_without_key

if TYPE_CHECKING:
    from mediamill_client import InputSchema


class CommandOfTool(CommandWithFields):
    """A command with the input fields of a tool as options, which its help lists once a tool is named."""

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The help, and what the tool on the command line takes."""
        super().format_help(ctx, formatter)
        words = [word for word in ctx.meta[OWN] if word not in ctx.help_option_names]
        parsed, _, _ = self.make_parser(ctx).parse_args(words)
        given = {name: value for name, value in parsed.items() if type(value) is str}  # click marks absence by a text
        if tool := given.get("tool"):
            access = Access(given.get("api_key"), given.get("base_url"), given.get("profile"))
            write_fields(formatter, tool, given.get("model"), access)


def write_fields(formatter: click.HelpFormatter, tool: str, model: str | None, access: Access) -> None:
    """The fields of every model of a tool, or of one; a sentence where the service does not say them."""
    from mediamill_client import MediamillClientError

    try:
        with opened_without_key(access) as client:
            schemas = client.tools.input_schemas()
    except (MediamillClientError, click.ClickException) as error:
        formatter.write(f"\nThe fields of {tool} cannot be shown: {error}\n")
        return
    shown = [one for one in schemas if one.tool == tool and model in (None, one.model)]
    for schema in shown:
        with formatter.section(f"Fields of {schema.tool} with --model {schema.model}"):
            formatter.write_text(summary(schema))
            formatter.write_dl([*rows(schema)])
    if not shown:
        known = ", ".join(dict.fromkeys(one.tool if one.tool != tool else one.model for one in schemas))
        formatter.write(f"\nThe service knows no {tool}{f' {model}' if model else ''}. There are {known}.\n")


def rows(schema: "InputSchema") -> Iterator[tuple[str, str]]:
    """Each field with what it is for and what it takes."""
    for field in schema.fields.values():
        if field.name == "model":
            continue
        default = default_of(field)
        ending = "required" if field.required else f"default: {default}" if default else "optional"
        yield f"--{field.name.replace('_', '-')}", f"{field.raw.get('description', '')}  [{accepted(field)}; {ending}]"
