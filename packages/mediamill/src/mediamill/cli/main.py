"""The commands, each imported when it is called: `mediamill --help` stays quick."""

import atexit
import errno
import os
import sys

import click

from mediamill import __version__
from mediamill.errors import MediamillError
from mediamill_client.cli.program import COMMANDS as KEY_HOLDER_COMMANDS
from mediamill_client.cli.program import Commands as KeyHolderCommands
from mediamill_client.cli.program import listed, run

COMMANDS = {
    "accounts": "Open, find, change and end accounts, and move their credits.",
    "admin-keys": "Issue, list and revoke keys of the admin API.",
    "alerts": "List what needs an operator.",
    "audit": "Show what operators did.",
    "backup": "Write everything into one archive while the service runs.",
    "doctor": "Check this installation and print what to fix.",
    "engines": "Show which engine serves each model, and what is missing.",
    "generations": "Look at, cancel and retry generations of all accounts.",
    "keys": "Issue, list and revoke API keys.",
    "maintenance": "Accept nothing new for a while.",
    "migrate": "Move an installation to PostgreSQL and a bucket.",
    "models": "Pull, check and remove weights of local models.",
    "openapi": "Print the OpenAPI document.",
    "overview": "Show what is the matter right now.",
    "pools": "Pause, drain and resume pools.",
    "reconcile": "Check that ledger, balances, counters, daily sums and rows agree.",
    "reload": "Have running processes read engines, keys and limits again.",
    "restore": "Restore a backup into an empty data folder.",
    "secrets": "Store, list and remove vendors' keys.",
    "serve": "Run the service.",
    "settings": "Show the settings in force.",
    "tools": "Show what the service can make; pause, drain and resume tools and models.",
    "usage": "Show what was made, earned and spent, and check vendors' bills.",
    "vouchers": "Make, list and revoke codes that are worth credits.",
    "webhooks": "Forward webhooks to this machine; inspect, resend and sign deliveries.",
    "worker": "Run generations for a service that uses the same data folder.",
    "workers": "List, drain and resume the processes that share the database.",
}
LISTED = {**KEY_HOLDER_COMMANDS, **listed("mediamill.cli", COMMANDS)}
EXIT_ERROR = 1
# What the operator has to fix: no space, read-only, a broken disk, a folder of another user.
DISK_TROUBLE = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO, errno.EACCES, errno.EPERM})


class Commands(KeyHolderCommands):
    """The commands of the service and those that need a key only."""

    listed = LISTED


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="mediamill")
def cli() -> None:
    """A self-hostable media generation service over HTTP."""


def main() -> None:
    """The `mediamill` program. Errors are one sentence on stderr."""
    try:
        explained()
    except SystemExit as end:
        leave(end)
        raise


def explained() -> None:
    """The command; what it could not do becomes a sentence and an exit code."""
    try:
        run(cli)
    except MediamillError as error:
        click.echo(f"mediamill: {error}", err=True)
        sys.exit(EXIT_ERROR)
    except OSError as error:
        if error.errno not in DISK_TROUBLE:
            raise
        where = f"{error.filename}: " if error.filename else ""
        click.echo(f"mediamill: The disk refused: {where}{error.strerror}.", err=True)
        sys.exit(EXIT_ERROR)


def leave(end: SystemExit) -> None:
    """End here where files were stored: the store's threads may still be letting go of their last call, and to meet
    them while it takes itself apart makes the interpreter abort.
    """
    if "obstore" not in sys.modules or not isinstance(end.code, int | None):
        return
    atexit._run_exitfuncs()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        return  # which the interpreter says at its end
    os._exit(end.code or 0)
