"""mediamill secrets: vendors' keys in private files, and the service's own secret. No command prints one."""

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import click

from mediamill import clock
from mediamill.cli.options import as_json, data_dir, settings_of, settings_with_database, write
from mediamill.cli.output import say_json, say_table
from mediamill.config import Settings
from mediamill.engines.section import SENDABLE
from mediamill.errors import MediamillError
from mediamill.fsync import make_data_folder
from mediamill.secret import Secrets
from mediamill.workers import adopt_secret

NAME = re.compile(r"[^\s:/]{1,100}(:[A-Za-z0-9_-]{1,40})?")  # of an engine, or of one of its keys


class UnknownEngineSecret(MediamillError):
    """No installed engine has a key called `{name}`; a name is an engine or engine:key, and there are: {known}."""

    code = "unknown_engine_secret"


class UnusableSecret(MediamillError):
    """That is not a key: one line of up to 4096 visible ASCII characters is wanted, and it holds {found}."""

    code = "unusable_secret"


class SecretNotStored(MediamillError):
    """No key is stored as `{name}`; stored are: {known}."""

    code = "secret_not_stored"


@dataclass(frozen=True, slots=True)
class StoredSecret:
    """What may be shown of a stored key."""

    name: str
    set_at: int
    engine: str
    unused: str | None  # why the engine does not use it; None where it does
    overridden_by: str | None = None  # the setting that counts instead


@click.group()
def secrets() -> None:
    """Store, list and remove vendors' keys; adopt another secret of the service."""


@secrets.command("set")
@click.argument("name")
@as_json
@data_dir
def set_secret(name: str, as_json: bool, data_dir: Path | None) -> None:
    """Store a vendor's key for NAME: an engine (fal, cog.render2), or one of its keys (fal:studio).

    The key is asked for, or read from standard input; it never is an argument, which other users could see. Running
    processes take it up with `mediamill reload`.
    """
    from mediamill.assembly import vendor_secrets

    settings = settings_of(data_dir=data_dir)
    refuse_unknown(name)
    secret = click.prompt("Key", hide_input=True, err=True) if sys.stdin.isatty() else sys.stdin.read(8_192)
    secret = secret.strip()
    if not SENDABLE.fullmatch(secret):
        raise UnusableSecret(found=f"{len(secret)} characters, or others than those" if secret else "nothing")
    make_data_folder(settings.data_dir)
    kept = vendor_secrets(settings)
    kept.set(name, secret)
    stored = looked_at(name, kept.set_at(name), settings)
    if as_json:
        say_json(described(stored))
    else:
        click.echo(f"The key of {name} is stored.")
        if stored.unused:
            click.echo(f"It is not used yet: {stored.unused}.", err=True)


@secrets.command("list")
@as_json
@data_dir
def list_secrets(as_json: bool, data_dir: Path | None) -> None:
    """The names of stored keys, when each was set, and whether its engine uses it."""
    from mediamill.assembly import vendor_secrets

    settings = settings_of(data_dir=data_dir)
    kept = vendor_secrets(settings)
    found = [looked_at(name, kept.set_at(name), settings) for name in kept.names()]
    if as_json:
        say_json([described(one) for one in found])
    else:
        rows = [(one.name, clock.iso(one.set_at), one.engine, one.unused or "used") for one in found]
        say_table(("name", "set", "engine", "state"), rows)


@secrets.command()
@click.argument("name")
@as_json
@data_dir
def remove(name: str, as_json: bool, data_dir: Path | None) -> None:
    """Delete the stored key of NAME; jobs that were bought with it wait for another one."""
    from mediamill.assembly import vendor_secrets

    kept = vendor_secrets(settings_of(data_dir=data_dir))
    if name not in kept.names() or not kept.remove(name):
        raise SecretNotStored(name=name, known=", ".join(kept.names()) or "none")
    if as_json:
        say_json({"name": name, "removed": True})
    else:
        click.echo(f"The key of {name} is removed.")


@secrets.command()
@as_json
@data_dir
def adopt(as_json: bool, data_dir: Path | None) -> None:
    """Go on with another secret of the service: every API key and webhook secret made so far becomes invalid.

    The secret is MEDIAMILL_SECRET_KEY, or the file secret.key in the data folder; stop all processes first.
    """
    settings = settings_with_database(data_dir)
    mark = Secrets.open(settings.secret, settings.data_dir).mark
    write(settings, partial(adopt_secret, mark=mark))
    if as_json:
        say_json({"adopted": True})
    else:
        click.echo("Adopted. API keys have to be issued anew, and receivers of webhooks need their new secrets.")


def refuse_unknown(name: str) -> None:
    """Raises UnknownEngineSecret when no installed remote engine can have a key of that name."""
    remote = remote_engines()
    if not NAME.fullmatch(name) or name.partition(":")[0].partition(".")[0] not in remote:
        raise UnknownEngineSecret(name=name, known=", ".join(sorted(remote)) or "none")


def remote_engines() -> set[str]:
    """The names of the installed engines that have keys."""
    from mediamill.engines import installed_engines

    return {entry.name for entry in installed_engines() if entry.kind == "remote"}


def looked_at(name: str, set_at: int, settings: Settings) -> StoredSecret:
    """A stored key beside what the settings say of its engine."""
    engine, _, key = name.partition(":")
    section = settings.engine.get(engine)
    if engine.partition(".")[0] not in remote_engines():
        return StoredSecret(name, set_at, engine, "no installed engine is called so")
    place = key_section(section, key)
    if place is None and key:
        return StoredSecret(name, set_at, engine, f'[engine."{engine}"] has no key of that name')
    if place is None and "." in engine:
        return StoredSecret(name, set_at, engine, f'there is no [engine."{engine}"] in mediamill.toml')
    if not key and section and section.get("keys"):
        return StoredSecret(name, set_at, engine, f'[engine."{engine}"] has keys with names of their own')
    override = next((setting for setting in ("key_env", "key_file") if place and place.get(setting)), None)
    return StoredSecret(name, set_at, engine, f"{override} of the section counts" if override else None, override)


def key_section(section: Mapping[str, Any] | None, key: str) -> Mapping[str, Any] | None:
    """Where the settings say where a key comes from; None where they do not have it."""
    from mediamill.assembly import listed

    if section is None or not key:
        return section
    return next((one for one in listed(section.get("keys")) if one.get("name") == key), None)


def described(stored: StoredSecret) -> dict[str, Any]:
    """A stored key as JSON."""
    return {
        "name": stored.name,
        "setAt": clock.iso(stored.set_at),
        "engine": stored.engine,
        "used": stored.unused is None,
        "unused": stored.unused,
        "overriddenBy": stored.overridden_by,
    }
