"""What every command takes that calls a service, and the client that it makes of them."""

import functools
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from mediamill_client.cli.failures import EXIT_AUTHENTICATION, Stopped, explained
from mediamill_client.cli.profiles import Profile, chosen

if TYPE_CHECKING:
    from mediamill_client import Client
    from mediamill_client.settings import Settings

NOTHING_CHANGED = "Nothing was changed."
NO_KEY = "no API key: set the environment variable MEDIAMILL_API_KEY, or give --api-key, or `mediamill login` once"
PLACEHOLDER = "no-key-needed"  # where a client wants one and nothing is asked that needs it

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


@dataclass(frozen=True, slots=True)
class Access:
    """What a command line says of the service and the key."""

    api_key: str | None
    base_url: str | None
    profile: str | None


def of_service(command: Callable[..., None]) -> Callable[..., None]:
    """The options for the service's address and the API key, which the command gets as `access`."""

    @functools.wraps(command)
    def bundled(*, api_key: str | None, base_url: str | None, profile: str | None, **rest: Any) -> None:
        command(access=Access(api_key, base_url, profile), **rest)

    key = click.option("--api-key", metavar="KEY", help="Better in MEDIAMILL_API_KEY: others can see command lines.")
    url = click.option(
        "--base-url", metavar="URL", help="The service; else MEDIAMILL_BASE_URL, else http://localhost:8000."
    )
    kept = click.option("--profile", metavar="NAME", help="Key and address that `mediamill login` has kept.")
    return key(url(kept(bundled)))


def opened(access: Access, interrupted: str = NOTHING_CHANGED) -> "Client":
    """A client for the service. `interrupted` says how matters stand after Ctrl-C here."""
    from mediamill_client import Client

    found = settings_of(access)
    with explained(interrupted):
        return Client(found.api_key.reveal(), found.base_url)


def opened_without_key(access: Access) -> "Client":
    """A client for what the service says to everybody."""
    return opened(Access(PLACEHOLDER, address_of(access), None))


def settings_of(access: Access) -> "Settings":
    """The key and the address in force, as they can be used. Raises Stopped.

    They come from one place: the flags, or the environment, or a profile. So no key goes to an address that was meant
    for another one, unless a flag says so.
    """
    from mediamill_client import MissingAPIKey
    from mediamill_client.settings import read

    profile = kept_profile(access)
    with explained(NOTHING_CHANGED):
        try:
            return read(profile.api_key if profile else access.api_key, address_of(access), os.environ)
        except MissingAPIKey as error:
            raise Stopped(EXIT_AUTHENTICATION, NO_KEY) from error


def address_of(access: Access) -> str | None:
    """The address that the flags or the profile in force name; None for the environment's."""
    profile = kept_profile(access)
    return access.base_url or (profile.base_url if profile else None)


def kept_profile(access: Access) -> Profile | None:
    """The profile in force: the one that is named, else the current one where no key is given otherwise."""
    from mediamill_client.settings import API_KEY_VARIABLE

    if access.profile is not None and access.api_key is not None:
        raise click.UsageError("--profile does not go with --api-key")
    if access.profile is None and (access.api_key or os.environ.get(API_KEY_VARIABLE)):
        return None
    return chosen(access.profile)
