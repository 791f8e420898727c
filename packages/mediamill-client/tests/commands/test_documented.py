"""docs/cli.md says what there is: every command and exit code, and no option that does not exist."""

import re
from collections.abc import Iterator

import click

from mediamill_client.cli import failures
from mediamill_client.cli.program import COMMANDS, cli
from tests.places import REPOSITORY

PAGE = (REPOSITORY / "docs/cli.md").read_text()
OF_TOOLS = {"--field", "--FIELD", "--prompt", "--voice", "--duration", "--file", "--instrument"}  # fields, no options


def options_of(command: click.Command, ctx: click.Context) -> Iterator[str]:
    for parameter in command.get_params(ctx):
        yield from parameter.opts
    if isinstance(command, click.Group):
        for name in command.list_commands(ctx):
            found = command.get_command(ctx, name)
            assert found is not None
            yield from options_of(found, ctx)


def test_every_command_is_on_the_page() -> None:
    assert [name for name in COMMANDS if f"mediamill {name}" not in PAGE] == []


def test_every_option_on_the_page_exists() -> None:
    known = set(options_of(cli, click.Context(cli))) | OF_TOOLS
    written = set(re.findall(r"(?<![\w-])--[A-Za-z][\w-]*", PAGE))

    assert written - known == set()


def test_the_table_of_exit_codes_is_the_programs() -> None:
    table = {int(code) for code in re.findall(r"^\| (\d+) \|", PAGE, re.M)}
    codes = {value for name, value in vars(failures).items() if name.startswith("EXIT_")}

    assert table == {0} | codes
