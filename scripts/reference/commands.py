"""docs/reference/commands.md: every command of `mediamill` with its arguments and options, as `--help` has them."""

from collections.abc import Iterator

import click

from mediamill.cli.main import COMMANDS, cli

HEAD = """# Commands

Made by `python -m scripts.reference` from what `--help` of each says; a test says so. `pip install mediamill`
brings them. [Operating it](../operating.md#commands) has the same commands by what they are for.

Errors are one sentence on stderr, and the exit code is then 1; 2 where the command line itself is wrong.
"""


def reference() -> str:
    """The page as Markdown."""
    context = click.Context(cli, info_name="mediamill")
    return "\n".join([HEAD, *(line for name in sorted(COMMANDS) for line in told(context, name, 2))])


def told(parent: click.Context, name: str, level: int) -> Iterator[str]:
    """A command, then those in it."""
    group = parent.command
    assert isinstance(group, click.Group)
    command = group.get_command(parent, name)
    assert command is not None, name
    context = click.Context(command, info_name=name, parent=parent)
    yield f"{'#' * level} `{context.command_path}`\n"
    yield f"{prose(command.help or '')}\n"
    yield f"```text\n{usage(context)}\n```\n"
    options = [
        parameter for parameter in command.params if isinstance(parameter, click.Option) and not parameter.hidden
    ]
    if options:
        yield "| option | meaning |"
        yield "|---|---|"
        yield from (row(option, context) for option in options)
        yield ""
    if isinstance(command, click.Group):
        for below in command.list_commands(context):
            yield from told(context, below, level + 1)


def usage(context: click.Context) -> str:
    pieces = context.command.collect_usage_pieces(context)
    return " ".join([context.command_path, *pieces])


def prose(text: str) -> str:
    """Help as paragraphs, without the marks of click."""
    return "\n\n".join(" ".join(paragraph.replace("\b", "").split()) for paragraph in text.split("\n\n"))


def row(option: click.Option, context: click.Context) -> str:
    record = option.get_help_record(context)
    assert record is not None, option.name
    names, meaning = (" ".join(part.split()) for part in record)
    return f"| `{names.replace('|', chr(92) + '|')}` | {meaning.replace('|', chr(92) + '|')} |"
