"""How commands end: exit codes, and what is said on stderr."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from mediamill_client import MediamillClientError

EXIT_UNEXPECTED = 1
EXIT_USAGE = 2
EXIT_NOT_FOUND = 3
EXIT_AUTHENTICATION = 4
EXIT_CREDITS = 5
EXIT_GENERATION_FAILED = 6
EXIT_TIMEOUT = 7
EXIT_UNREACHABLE = 8
EXIT_INTERRUPTED = 130
DOWN = (502, 503, 504)  # from a service, or the proxy before it, that is not there for now
PREFIX = "mediamill: "


class Stopped(click.ClickException):
    """The end of the command, with an exit code of its own."""

    def __init__(self, exit_code: int, message: str) -> None:
        super().__init__(message)
        vars(self)["exit_code"] = exit_code  # declared per class by click; here each error has its own

    def show(self, file: IO[Any] | None = None) -> None:
        """Say why on stderr."""
        click.echo(f"{PREFIX}{self.format_message()}", file=file, err=True)


@contextmanager
def explained(interrupted: str, *, also: str = "") -> Iterator[None]:
    """Turn what goes wrong into a sentence and an exit code.

    `interrupted` says how matters stand after Ctrl-C here, `also` after anything else.
    """
    from mediamill_client import MediamillClientError

    try:
        yield
    except KeyboardInterrupt as interrupt:
        raise Stopped(EXIT_INTERRUPTED, f"interrupted. {interrupted}") from interrupt
    except MediamillClientError as error:
        raise Stopped(exit_code_of(error), f"{error}\n{also}".rstrip()) from error


def exit_code_of(error: "MediamillClientError") -> int:
    """The exit code for a client error."""
    import mediamill_client

    codes = {
        mediamill_client.ConfigurationError: EXIT_USAGE,
        mediamill_client.BadRequest: EXIT_USAGE,
        mediamill_client.AuthenticationError: EXIT_AUTHENTICATION,
        mediamill_client.PermissionDenied: EXIT_AUTHENTICATION,
        mediamill_client.InsufficientCredits: EXIT_CREDITS,
        mediamill_client.NotFound: EXIT_NOT_FOUND,
        mediamill_client.WaitTimeout: EXIT_TIMEOUT,
        mediamill_client.ConnectionFailed: EXIT_UNREACHABLE,
    }
    if isinstance(error, mediamill_client.ServerError) and error.status in DOWN:
        return EXIT_UNREACHABLE
    return next((code for kind, code in codes.items() if isinstance(error, kind)), EXIT_UNEXPECTED)


@contextmanager
def not_names() -> Iterator[None]:
    """What cannot name anything (`..`) is wrong usage."""
    try:
        yield
    except ValueError as fault:
        raise click.UsageError(str(fault)) from fault
