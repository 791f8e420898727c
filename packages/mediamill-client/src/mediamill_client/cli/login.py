"""mediamill login, logout: keys kept in profiles."""

import re
import sys
from dataclasses import replace

import click

from mediamill_client.cli import profiles
from mediamill_client.cli.failures import EXIT_NOT_FOUND, Stopped, explained
from mediamill_client.cli.options import NOTHING_CHANGED, Access, as_json, opened
from mediamill_client.cli.output import say_json, say_table

NAME = re.compile(r"[\w.@-]{1,64}")
DEFAULT = "default"


def checked(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """The name of a profile, if it can be one."""
    if value is not None and not NAME.fullmatch(value):
        raise click.BadParameter("a name has letters, digits, and . _ - @ only", ctx, param)
    return value


@click.command()
@click.option("--profile", callback=checked, metavar="NAME", help=f"The name to keep it under ({DEFAULT}).")
@click.option("--base-url", metavar="URL", help="The service; else MEDIAMILL_BASE_URL, else http://localhost:8000.")
@click.option("--use", is_flag=True, help="Only make a kept profile the current one.")
@click.option("--list", "listed", is_flag=True, help="Only list what is kept.")
@as_json
def login(*, profile: str | None, base_url: str | None, use: bool, listed: bool, as_json: bool) -> None:
    """Try a key, and keep it with its address for the other commands.

    The key is asked for, or read from standard input: `mediamill login <key.txt`. It is kept in a file that only you
    can read. Keys in the environment or given with --api-key go before it.
    """
    if listed:
        show(as_json)
        return
    name = profile or DEFAULT
    if use:
        make_current(name)
    else:
        keep(name, key_given(), base_url)
    if as_json:
        kept = profiles.read().kept[name]
        say_json({"profile": name, "service": kept.base_url})


def show(as_json: bool) -> None:
    """Every profile without its key, and which is the current one."""
    found = profiles.read()
    rows = [(one.name, one.base_url, one.name == found.current) for one in found.kept.values()]
    if as_json:
        say_json([{"profile": name, "service": url, "current": current} for name, url, current in rows])
    else:
        say_table(("profile", "service", "current"), [(name, url, "*" if now else "") for name, url, now in rows])


def make_current(name: str) -> None:
    """Have it in force where no profile is named."""
    found = profiles.read()
    if name not in found.kept:
        raise Stopped(EXIT_NOT_FOUND, f"there is no profile {name!r}: mediamill login --profile {name}")
    profiles.write(replace(found, current=name))
    click.echo(f"Profile {name} is in force.", err=True)


def key_given() -> str:
    """The key, asked for without showing it, or the first line of standard input."""
    if sys.stdin.isatty():
        return str(click.prompt("API key", hide_input=True, err=True)).strip()
    return sys.stdin.readline().strip()


def keep(name: str, key: str, base_url: str | None) -> None:
    """Keep a key that the service knows, and have it in force. Raises Stopped."""
    if not key:
        raise click.UsageError("no key was given")
    with opened(Access(key, base_url, None)) as client, explained(NOTHING_CHANGED):
        account = client.account.get()
        profile = profiles.Profile(name, key, client.base_url)
    found = profiles.read()
    profiles.write(profiles.Profiles({**found.kept, name: profile}, name))
    click.echo(f"Logged in to {profile.base_url} as {account.email}, profile {name}.", err=True)


@click.command()
@click.option("--profile", callback=checked, metavar="NAME", help="Which; else the current one.")
def logout(profile: str | None) -> None:
    """Forget a profile. The key stays valid: `mediamill keys revoke` or the page revoke it."""
    found = profiles.read()
    name = profile or found.current
    if name is None or name not in found.kept:
        raise Stopped(EXIT_NOT_FOUND, f"there is no profile {name!r}" if name else "there is no current profile")
    kept = {other: one for other, one in found.kept.items() if other != name}
    profiles.write(profiles.Profiles(kept, None if name == found.current else found.current))
    click.echo(f"Profile {name} is forgotten.", err=True)
