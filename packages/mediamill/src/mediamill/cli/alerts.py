"""mediamill alerts: what needs an operator, and the secret that signs the posts about it."""

from pathlib import Path

import click

from mediamill import alerts as alerting
from mediamill import clock
from mediamill.alerts import alert_item
from mediamill.cli.options import (
    as_json,
    data_dir,
    has_database,
    read,
    read_with_secret,
    settings_of,
    settings_with_database,
)
from mediamill.cli.output import say_json, say_table
from mediamill.secret import Secrets

LISTED = 50  # unless --limit says otherwise


@click.group()
def alerts() -> None:
    """List alerts, and print what signs them."""


@alerts.command("list")
@click.option("--open", "open_only", is_flag=True, help="Only those that are not over.")
@click.option(
    "--limit", type=click.IntRange(1, 10_000), default=LISTED, show_default=True, help="How many, the newest first."
)
@as_json
@data_dir
def list_alerts(open_only: bool, limit: int, as_json: bool, data_dir: Path | None) -> None:
    """What opened, what it was about, and when it was over."""
    settings = settings_with_database(data_dir)
    found = (
        read(settings, lambda tx: alerting.open_ones(tx)[::-1][:limit])
        if open_only
        else read(settings, lambda tx: alerting.latest(tx, limit))
    )
    if as_json:
        say_json([alert_item(alert) for alert in found])
        return
    say_table(
        ("opened", "over", "kind", "count", "what"),
        [
            (
                clock.iso(one.opened_at),
                clock.iso(one.resolved_at) if one.resolved_at is not None else "open",
                one.kind.value,
                one.count,
                one.sentence,
            )
            for one in found
        ],
    )


@alerts.command()
@as_json
@data_dir
def secret(as_json: bool, data_dir: Path | None) -> None:
    """Print the secret that signs posts to MEDIAMILL_ALERT_URL: give it to the receiver."""
    settings = settings_of(data_dir=data_dir)
    if has_database(settings):
        text = read_with_secret(settings, lambda _, secrets: alerting.secret_text(secrets))
    else:
        text = alerting.secret_text(Secrets.open(settings.secret, settings.data_dir))
    if as_json:
        say_json({"secret": text})
    else:
        click.echo(text)
