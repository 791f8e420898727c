"""What every command takes that calls a service, and the client that it makes of them."""

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from mediamill_client.cli.failures import EXIT_AUTHENTICATION, Stopped, explained

if TYPE_CHECKING:
    from mediamill_client import Client
    from mediamill_client.settings import Settings

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
    from mediamill_client import Client

    found = settings_of(api_key, base_url)
    with explained(interrupted):
        return Client(found.api_key.reveal(), found.base_url)


def settings_of(api_key: str | None, base_url: str | None) -> "Settings":
    """The key and the address in force, as they can be used. Raises Stopped."""
    from mediamill_client import MissingAPIKey
    from mediamill_client.settings import read

    with explained(NOTHING_CHANGED):
        try:
            return read(api_key, base_url, os.environ)
        except MissingAPIKey as error:
            sentence = "no API key: set the environment variable MEDIAMILL_API_KEY, or give --api-key"
            raise Stopped(EXIT_AUTHENTICATION, sentence) from error
