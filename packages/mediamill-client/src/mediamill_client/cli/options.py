"""What every command takes that calls a service, and the client that it makes of them."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from mediamill_client.cli.failures import EXIT_AUTHENTICATION, Stopped, explained

if TYPE_CHECKING:
    from mediamill_client import Client

Command = TypeVar("Command", bound=Callable[..., Any])
NOTHING_CHANGED = "Nothing was changed."

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def of_service(command: Command) -> Command:
    """The options for the service's address and the API key."""
    key = click.option("--api-key", metavar="KEY", help="Better in MEDIAMILL_API_KEY: others can see command lines.")
    url = click.option(
        "--base-url", metavar="URL", help="The service; else MEDIAMILL_BASE_URL, else http://localhost:8000."
    )
    return key(url(command))


def opened(api_key: str | None, base_url: str | None, interrupted: str = NOTHING_CHANGED) -> "Client":
    """A client for the service. `interrupted` says how matters stand after Ctrl-C here."""
    from mediamill_client import Client, MissingAPIKey

    with explained(interrupted):
        try:
            return Client(api_key, base_url)
        except MissingAPIKey as error:
            sentence = "no API key: set the environment variable MEDIAMILL_API_KEY, or give --api-key"
            raise Stopped(EXIT_AUTHENTICATION, sentence) from error
