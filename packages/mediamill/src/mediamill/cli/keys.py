"""mediamill keys: create, list, revoke."""

from pathlib import Path
from typing import Any

import click

from mediamill import accounts, clock
from mediamill.accounts import ApiKey
from mediamill.cli.options import as_json, data_dir, read, settings_with_database, write
from mediamill.cli.output import say_json, say_table
from mediamill.db import Transaction


@click.group()
def keys() -> None:
    """Issue, list and revoke API keys."""


@keys.command()
@click.argument("email")
@click.option("--name", default="key", show_default=True, help="What it is for.")
@as_json
@data_dir
def create(email: str, name: str, as_json: bool, data_dir: Path | None) -> None:
    """Issue another key for an account; it is shown only once."""
    from mediamill.assembly import api_key_pepper

    settings = settings_with_database(data_dir)
    pepper = api_key_pepper(settings)
    key, text = write(settings, lambda tx: accounts.issue_key(tx, accounts.find_by_email(tx, email).id, name, pepper))
    if as_json:
        say_json({**described(key), "apiKey": text})
        return
    click.echo(text)
    click.echo("Keep the key: it is stored nowhere and shown only now.", err=True)


@keys.command("list")
@click.argument("email")
@as_json
@data_dir
def list_keys(email: str, as_json: bool, data_dir: Path | None) -> None:
    """List the keys of an account with their names and when each was last used."""

    def find(tx: Transaction) -> list[ApiKey]:
        return accounts.keys_of(tx, accounts.find_by_email(tx, email).id)

    shown = [described(key) for key in read(settings_with_database(data_dir), find)]
    if as_json:
        say_json(shown)
    else:
        rows = [[cell or "" for cell in one.values()] for one in shown]
        say_table(("id", "name", "created", "last used", "revoked"), rows)


@keys.command()
@click.argument("key_id")
@as_json
@data_dir
def revoke(key_id: str, as_json: bool, data_dir: Path | None) -> None:
    """Revoke a key, within a second; takes its id as `keys list` shows it, or the whole key."""
    wanted = accounts.lookup_id(key_id) or key_id
    key = write(settings_with_database(data_dir), lambda tx: accounts.revoke_key(tx, wanted))
    if as_json:
        say_json(described(key))
    else:
        click.echo(f"The key {key.id} ({key.name}) is revoked.")


def described(key: ApiKey) -> dict[str, Any]:
    """A key as commands show it."""
    return {
        "id": key.id,
        "name": key.name,
        "createdAt": clock.iso(key.created_at),
        "lastUsedAt": clock.iso(key.used_at) if key.used_at else None,
        "revokedAt": clock.iso(key.revoked_at) if key.revoked_at else None,
    }
