"""The commands that need a key and nothing else, each imported when it is called: `mediamill --help` stays quick."""

import importlib
import sys
from collections.abc import Callable, Mapping
from importlib.metadata import entry_points
from typing import NamedTuple

import click

from mediamill_client.cli.failures import EXIT_INTERRUPTED, PREFIX
from mediamill_client.version import __version__

SERVICE = "mediamill.program"  # the group of entry points under which an installed service names its own program


class Listed(NamedTuple):
    """A command as the list of commands shows it, and where it is."""

    help: str
    module: str
    attribute: str


def listed(package: str, helps: Mapping[str, str], *, module: str | None = None) -> dict[str, Listed]:
    """The commands of a package, each in a module of its own name, or all of them in one."""
    names = {name: name.replace("-", "_") for name in helps}
    return {name: Listed(helps[name], f"{package}.{module or own}", own) for name, own in names.items()}


PACKAGE = "mediamill_client.cli"
COMMANDS = {
    **listed(
        PACKAGE,
        {
            "account": "Show the account of the key, and its credits.",
            "completion": "Print the completion of commands for a shell.",
            "files": "List and delete the files you uploaded.",
            "generate": "Generate media over the public interface.",
            "mcp": "Offer the tools of the service to agents (MCP).",
            "quote": "Show what a run would cost, without starting it.",
            "tools": "Show what the service can make.",
            "upload": "Upload files for use as inputs.",
            "webhooks": "Forward webhooks to a program on this machine.",
        },
    ),
    **listed(
        PACKAGE,
        {"login": "Keep a key and an address in a profile.", "logout": "Forget a profile."},
        module="login",
    ),
    **listed(
        PACKAGE,
        {
            "cancel": "Cancel generations.",
            "delete": "Delete generations and their media.",
            "download": "Download media of generations.",
            "get": "Show all that is known of a generation.",
            "list": "List generations, newest first.",
            "wait": "Wait for a generation.",
        },
        module="generations",
    ),
}


class Commands(click.Group):
    """A group whose commands live in modules of their own name."""

    listed: Mapping[str, Listed] = COMMANDS

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (the signatures are click's)
        """Every command."""
        return sorted(self.listed)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command of this name."""
        if cmd_name not in self.listed:
            return None
        _, module, attribute = self.listed[cmd_name]
        command: click.Command = getattr(importlib.import_module(module), attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """The list of commands, without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl(sorted((name, one.help) for name, one in self.listed.items()))


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="mediamill")
def cli() -> None:
    """The tools of a mediamill service, on the command line."""


def main() -> None:
    """The `mediamill` program: the service's where it is installed, which has these commands too."""
    service = next(iter(entry_points(group=SERVICE)), None)
    if service is None:
        run(cli)
    else:
        whole: Callable[[], None] = service.load()
        whole()


def run(group: click.Group) -> None:
    """Run a command and exit; every error begins with the program's name."""
    try:
        sys.exit(group.main(prog_name="mediamill", standalone_mode=False))
    except click.Abort:
        click.echo(f"{PREFIX}interrupted.", err=True)
        sys.exit(EXIT_INTERRUPTED)
    except click.UsageError as error:
        if error.ctx is not None:
            click.echo(error.ctx.get_usage(), err=True)
        click.echo(f"{PREFIX}{error.format_message()}", err=True)
        sys.exit(error.exit_code)
    except click.ClickException as error:
        click.echo(f"{PREFIX}{error.format_message()}", err=True)
        sys.exit(error.exit_code)
