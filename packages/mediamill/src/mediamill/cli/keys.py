"""mediamill keys: create, list, revoke."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from mediamill import accounts, admin, clock, credits
from mediamill.accounts import EVERY_SCOPE, ApiKey, KeyRights, KeyScope, Network
from mediamill.cli.acting import operator
from mediamill.cli.instants import instant_of
from mediamill.cli.options import as_json, data_dir, read, settings_with_database, write, write_with_secret
from mediamill.cli.output import say_json, say_table
from mediamill.config import Settings
from mediamill.credits import CAP_MAX, Caps, CreditsSpent, KeySpending, by_window
from mediamill.db import Transaction
from mediamill.secret import Secrets

CREDITS = click.IntRange(0, CAP_MAX)


@click.group()
def keys() -> None:
    """Issue, list and revoke API keys."""


@keys.command()
@click.argument("email")
@click.option("--name", default="key", show_default=True, help="What it is for.")
@click.option(
    "--scope",
    "scopes",
    multiple=True,
    type=click.Choice([scope.value for scope in KeyScope]),
    help="What it may do; repeatable. Without it: everything.",
)
@click.option("--tool", "tools", multiple=True, metavar="TOOL", help="A tool that it may run; repeatable.")
@click.option("--model", "models", multiple=True, metavar="TOOL/MODEL", help="A model that it may run; repeatable.")
@click.option("--network", "networks", multiple=True, metavar="CIDR", help="Where it may be used from; repeatable.")
@click.option("--expires", metavar="INSTANT", help="When it ends, such as 2026-12-31 or 2026-12-31T12:00:00Z.")
@click.option("--cap-day", type=CREDITS, help="Credits that it may spend in a UTC day.")
@click.option("--cap-month", type=CREDITS, help="Credits that it may spend in a UTC month.")
@click.option("--cap-total", type=CREDITS, help="Credits that it may spend in all.")
@click.option("--creates-per-minute", type=click.IntRange(1), help="How often it may start something.")
@as_json
@data_dir
def create(
    email: str,
    name: str,
    scopes: tuple[str, ...],
    tools: tuple[str, ...],
    models: tuple[str, ...],
    networks: tuple[str, ...],
    expires: str | None,
    cap_day: int | None,
    cap_month: int | None,
    cap_total: int | None,
    creates_per_minute: int | None,
    as_json: bool,
    data_dir: Path | None,
) -> None:
    """Issue another key for an account; it is shown only once."""
    settings = settings_with_database(data_dir)
    refuse_unknown(settings, tools, models)
    rights = KeyRights(
        scopes=frozenset(map(KeyScope, scopes)) or EVERY_SCOPE,
        expires_at=None if expires is None else instant_of(expires, "--expires"),
        tools=tools or None,
        models=models or None,
        networks=tuple(map(network_of, networks)) or None,
        creates_per_minute=creates_per_minute,
        caps=Caps(cap_day, cap_month, cap_total),
    )

    def issue(tx: Transaction, secrets: Secrets) -> tuple[ApiKey, str]:
        account = accounts.find_by_email(tx, email)
        return admin.issue_account_key(tx, operator(), account.id, name, secrets.api_key_pepper, rights)

    key, text = write_with_secret(settings, issue)
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
    """List the keys of an account: what each may do, what it used and has left, and when it was last used."""

    def find(tx: Transaction) -> list[tuple[ApiKey, KeySpending]]:
        account = accounts.find_by_email(tx, email)
        found = accounts.keys_of(tx, account.id)
        spending = credits.spending_of_keys(tx, account.id, [key.id for key in found])
        return [(key, spending[key.id]) for key in found]

    found = read(settings_with_database(data_dir), find)
    if as_json:
        say_json(
            [
                {**described(key), "used": by_window(spending.used), "left": by_window(spending.left)}
                for key, spending in found
            ]
        )
        return
    say_table(
        ("id", "name", "created", "last used", "revoked", "expires", "scopes", "used", "left"),
        [line_of(key, spending) for key, spending in found],
    )


@keys.command()
@click.argument("key_id")
@as_json
@data_dir
def revoke(key_id: str, as_json: bool, data_dir: Path | None) -> None:
    """Revoke a key, within a second; takes its id as `keys list` shows it, or the whole key."""
    wanted = accounts.lookup_id(key_id) or key_id
    key = write(settings_with_database(data_dir), lambda tx: admin.revoke_account_key(tx, operator(), wanted))
    if as_json:
        say_json(described(key))
    else:
        click.echo(f"The key {key.id} ({key.name}) is revoked.")


def refuse_unknown(settings: Settings, tools: Sequence[str], models: Sequence[str]) -> None:
    """A key for what is not offered would be good for nothing. Raises BadParameter."""
    from mediamill.assembly import load_catalogue

    offered = load_catalogue(settings)
    for tool in tools:
        if tool not in offered.tools:
            raise click.BadParameter(f"{tool} is no tool here: {', '.join(offered.tools)}", param_hint="--tool")
    known = [f"{model.tool}/{model.slug}" for model in offered.models()]
    for model in models:
        if model not in known:
            raise click.BadParameter(f"{model} is no model here: {', '.join(known)}", param_hint="--model")


def network_of(text: str) -> Network:
    """Raises BadParameter."""
    network = accounts.parse_network(text)
    if network is None:
        raise click.BadParameter(f"{text} is no network: write it like 203.0.113.0/24", param_hint="--network")
    return network


def described(key: ApiKey) -> dict[str, Any]:
    """A key as commands show it."""
    rights = key.rights
    return {
        "id": key.id,
        "name": key.name,
        "createdAt": clock.iso(key.created_at),
        "lastUsedAt": clock.iso_or_none(key.used_at),
        "revokedAt": clock.iso_or_none(key.revoked_at),
        "expiresAt": clock.iso_or_none(rights.expires_at),
        "scopes": [scope.value for scope in KeyScope if scope in rights.scopes],
        "tools": rights.tools,
        "models": rights.models,
        "networks": None if rights.networks is None else [str(network) for network in rights.networks],
        "caps": by_window(rights.caps),
        "createsPerMinute": rights.creates_per_minute,
    }


def line_of(key: ApiKey, spending: KeySpending) -> list[str]:
    """A key for people and pipes."""
    shown = described(key)
    instants = [shown[name] or "" for name in ("createdAt", "lastUsedAt", "revokedAt", "expiresAt")]
    return [key.id, key.name, *instants, " ".join(shown["scopes"]), said(spending.used), said(spending.left)]


def said(amounts: Caps | CreditsSpent) -> str:
    """Credits of those windows that have any, such as "day 5, total 70"."""
    return ", ".join(f"{window} {credits}" for window, credits in by_window(amounts).items() if credits is not None)
