"""mediamill admin-keys: create, list, revoke."""

from pathlib import Path
from typing import Any

import click

from mediamill import admin, clock
from mediamill.admin import AdminKey, AdminScope
from mediamill.cli.acting import operator
from mediamill.cli.options import as_json, data_dir, read, settings_of, settings_with_database, write, write_with_secret
from mediamill.cli.output import say_json, say_table


@click.group("admin-keys")
def admin_keys() -> None:
    """Issue, list and revoke the keys of the admin API."""


@admin_keys.command()
@click.argument("name")
@click.option(
    "--scope",
    "scopes",
    type=click.Choice([scope.value for scope in AdminScope]),
    multiple=True,
    help="What it may do; may be given several times.  [default: read and operate]",
)
@click.option("--ceiling", type=click.IntRange(min=0), default=0, help="Credits that it may move per UTC day.")
@as_json
@data_dir
def create(name: str, scopes: tuple[str, ...], ceiling: int, as_json: bool, data_dir: Path | None) -> None:
    """Issue an admin key called NAME; it is shown only once. The scope money needs a ceiling."""
    wanted = [AdminScope(scope) for scope in scopes] or [AdminScope.READ, AdminScope.OPERATE]
    key, text = write_with_secret(
        settings_of(data_dir=data_dir),
        lambda tx, secrets: admin.create_key(tx, operator(), name, wanted, ceiling, secrets.admin_key_pepper),
    )
    if as_json:
        say_json({**described(key), "adminKey": text})
        return
    click.echo(text)
    click.echo("Keep the key: it is stored nowhere and shown only now.", err=True)


@admin_keys.command("list")
@as_json
@data_dir
def list_keys(as_json: bool, data_dir: Path | None) -> None:
    """List admin keys with their scopes and when each was last used."""
    shown = [described(key) for key in read(settings_with_database(data_dir), admin.all_keys)]
    if as_json:
        say_json(shown)
        return
    rows = [[", ".join(cell) if isinstance(cell, list) else cell or "" for cell in one.values()] for one in shown]
    say_table(("id", "name", "scopes", "ceiling", "created", "last used", "revoked"), rows)


@admin_keys.command()
@click.argument("key_id")
@as_json
@data_dir
def revoke(key_id: str, as_json: bool, data_dir: Path | None) -> None:
    """Revoke an admin key at once; takes its id as `admin-keys list` shows it, or the whole key."""
    wanted = admin.lookup_id(key_id) or key_id
    key = write(settings_with_database(data_dir), lambda tx: admin.revoke_key(tx, operator(), wanted))
    if as_json:
        say_json(described(key))
    else:
        click.echo(f"The admin key {key.id} ({key.name}) is revoked.")


def described(key: AdminKey) -> dict[str, Any]:
    """An admin key as commands show it."""
    return {
        "id": key.id,
        "name": key.name,
        "scopes": [scope.value for scope in AdminScope if scope in key.scopes],
        "ceiling": key.ceiling,
        "createdAt": clock.iso(key.created_at),
        "lastUsedAt": clock.iso(key.used_at) if key.used_at else None,
        "revokedAt": clock.iso(key.revoked_at) if key.revoked_at else None,
    }
