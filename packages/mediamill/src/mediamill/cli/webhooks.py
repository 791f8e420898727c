"""mediamill webhooks: list, show, resend, test, secret, rotate, beside the `listen` of `mediamill_client`."""

import asyncio
import sys
from pathlib import Path
from typing import Any

import click

from mediamill import accounts, admin, clock, outbound
from mediamill import webhooks as hooks
from mediamill.accounts import Account
from mediamill.admin import AttemptUnderWay
from mediamill.cli.acting import operator
from mediamill.cli.options import (
    as_json,
    data_dir,
    read,
    read_with_secret,
    settings_with_database,
    write,
    write_with_secret,
)
from mediamill.cli.output import say_json, say_table
from mediamill.config import Settings
from mediamill.db import Transaction
from mediamill.secret import Secrets
from mediamill.units import HOUR_MS
from mediamill.webhooks import Delivery, DeliveryAttempt, DeliveryOutcome, DeliveryStatus, SecretInForce
from mediamill_client.cli.webhooks import webhooks

__all__ = ["webhooks"]

LISTED = 50  # deliveries, unless --limit says otherwise
EXIT_NOT_ACKNOWLEDGED = 1


@webhooks.command("list")
@click.option("--status", type=click.Choice([status.value for status in DeliveryStatus]), help="Only these.")
@click.option("--account", "email", metavar="EMAIL", help="Only this account's.")
@click.option(
    "--limit", type=click.IntRange(1, 10_000), default=LISTED, show_default=True, help="How many, the newest first."
)
@click.option("--offset", type=click.IntRange(0), default=0, show_default=True, help="How many to skip.")
@as_json
@data_dir
def list_deliveries(
    status: str | None, email: str | None, limit: int, offset: int, as_json: bool, data_dir: Path | None
) -> None:
    """Deliveries, newest first, one for each success that named a webhook."""

    def find(tx: Transaction) -> list[tuple[Delivery, Account]]:
        account_id = accounts.find_by_email(tx, email).id if email else None
        wanted = DeliveryStatus(status) if status else None
        found, _ = hooks.page_of_all(tx, status=wanted, account_id=account_id, limit=limit, offset=offset)
        return [(delivery, accounts.find(tx, delivery.account_id)) for delivery in found]

    found = read(settings_with_database(data_dir), find)
    if as_json:
        say_json([described(delivery, account) for delivery, account in found])
        return
    say_table(
        ("generation", "account", "status", "attempts", "next attempt", "receiver"),
        [
            (one.generation_id, account.email, one.status.value, one.attempt, next_attempt(one), one.host)
            for one, account in found
        ],
    )


@webhooks.command()
@click.argument("generation_id")
@as_json
@data_dir
def show(generation_id: str, as_json: bool, data_dir: Path | None) -> None:
    """One delivery with all its attempts, and when the next one is due."""

    def find(tx: Transaction) -> tuple[Delivery, Account, list[DeliveryAttempt]]:
        delivery = hooks.delivery_of(tx, generation_id)
        if delivery is None:
            raise hooks.DeliveryNotFound(generation_id=generation_id)
        return delivery, accounts.find(tx, delivery.account_id), hooks.attempts_of(tx, generation_id)

    delivery, account, attempts = read(settings_with_database(data_dir), find)
    shown = described(delivery, account)
    if as_json:
        say_json({**shown, "body": delivery.body, "attempts": [described_attempt(attempt) for attempt in attempts]})
        return
    for name, value in {**shown, "body": delivery.body}.items():
        click.echo(f"{name}\t{'' if value is None else printable(str(value))}")
    for attempt in attempts:
        click.echo(line_of(attempt))


@webhooks.command()
@click.argument("generation_ids", nargs=-1, required=True, metavar="GENERATION_ID...")
@as_json
@data_dir
def resend(generation_ids: tuple[str, ...], as_json: bool, data_dir: Path | None) -> None:
    """Send again now, with the same id and body and the whole schedule of retries."""
    done = write(
        settings_with_database(data_dir),
        lambda tx: {generation_id: owe_anew(tx, generation_id) for generation_id in generation_ids},
    )
    if as_json:
        say_json([{"id": generation_id, "resent": resent} for generation_id, resent in done.items()])
        return
    for generation_id, resent in done.items():
        click.echo(f"{generation_id}: {'due now' if resent else 'an attempt is under way, nothing changed'}")


@webhooks.command()
@click.argument("url")
@click.option("--account", "email", metavar="EMAIL", required=True, help="Whose secret signs it.")
@as_json
@data_dir
def test(url: str, email: str, as_json: bool, data_dir: Path | None) -> None:
    """Post a signed sample to URL and print what came back; exit code 1 unless it was status 200."""
    settings = settings_with_database(data_dir)
    if fault := outbound.judge_url(url, outbound.WEBHOOK_RULES, settings.allowed_networks):
        raise click.BadParameter(f"no webhook may have this URL: {fault.value}", param_hint="URL")
    account, in_force = read_with_secret(settings, lambda tx, _: account_and_secrets(tx, email))
    secrets = [text_of(settings, account, secret) for secret in in_force]
    outcome = asyncio.run(post_sample(settings, account, url, secrets))
    if as_json:
        say_json(
            {
                "status": outcome.status,
                "trouble": outcome.trouble,
                "durationMs": outcome.duration_ms,
                "address": outcome.address,
                "answer": outcome.answer,
            }
        )
    else:
        click.echo(f"{outcome} after {outcome.duration_ms} ms from {outcome.address or 'nobody'}")
        click.echo(printable(outcome.answer), nl=bool(outcome.answer))
    if not outcome.acknowledged:
        sys.exit(EXIT_NOT_ACKNOWLEDGED)


@webhooks.command()
@click.argument("email")
@as_json
@data_dir
def secret(email: str, as_json: bool, data_dir: Path | None) -> None:
    """Print the secret that signs an account's webhooks: give it to the receiver."""
    settings = settings_with_database(data_dir)
    account, in_force = read_with_secret(settings, lambda tx, _: account_and_secrets(tx, email))
    say_secrets(settings, account, in_force, as_json)


@webhooks.command()
@click.argument("email")
@click.option(
    "--overlap-hours",
    type=click.FloatRange(0, 24 * 365),
    default=hooks.OVERLAP_MS / HOUR_MS,
    show_default=True,
    help="How long the old secret signs beside the new one; 0 ends it now.",
)
@as_json
@data_dir
def rotate(email: str, overlap_hours: float, as_json: bool, data_dir: Path | None) -> None:
    """Give an account a new secret; during the overlap both sign every webhook."""

    def rotate(tx: Transaction, _: Secrets) -> tuple[Account, list[SecretInForce]]:
        account = accounts.find_by_email(tx, email)
        admin.rotate_webhook_secret(tx, operator(), account.id, round(overlap_hours * HOUR_MS))
        return account, hooks.secrets_of(tx, account.id)

    settings = settings_with_database(data_dir)
    account, in_force = write_with_secret(settings, rotate)
    say_secrets(settings, account, in_force, as_json)


def owe_anew(tx: Transaction, generation_id: str) -> bool:
    """Owe it anew; False while an attempt is under way. Raises DeliveryNotFound."""
    try:
        admin.resend(tx, operator(), generation_id)
    except AttemptUnderWay:
        return False
    return True


def account_and_secrets(tx: Transaction, email: str) -> tuple[Account, list[SecretInForce]]:
    """Raises AccountNotFound."""
    account = accounts.find_by_email(tx, email)
    return account, hooks.secrets_of(tx, account.id)


def say_secrets(settings: Settings, account: Account, in_force: list[SecretInForce], as_json: bool) -> None:
    """The newest alone, ready for a pipe; older ones that still sign are only mentioned. As JSON, all of them."""
    lines = [
        {
            "secret": text_of(settings, account, one),
            "number": one.number,
            "endsAt": clock.iso_or_none(one.ends_at),
        }
        for one in in_force
    ]
    if as_json:
        say_json(lines)
        return
    newest, *older = lines
    click.echo(newest["secret"])
    for line in older:
        click.echo(f"An older secret also signs until {line['endsAt']}; --json prints both.", err=True)


def text_of(settings: Settings, account: Account, secret: SecretInForce) -> str:
    """The secret as a receiver keeps it."""
    from mediamill.assembly import open_secrets

    return hooks.secret_text(open_secrets(settings), account.id, secret.number)


async def post_sample(settings: Settings, account: Account, url: str, secrets: list[str]) -> DeliveryOutcome:
    """One attempt with a made-up generation, judged and limited as every webhook is."""
    from mediamill.assembly import open_guard

    now = clock.now()
    sample = hooks.sample_delivery(settings.media_base, now)
    headers = hooks.webhook_headers(sample.generation_id, sample.body, secrets=secrets, at=now)
    answer = await outbound.post(open_guard(settings), url, sample.body.encode(), headers, account_id=account.id)
    return hooks.outcome_of(answer)


def described(delivery: Delivery, account: Account) -> dict[str, Any]:
    """A delivery as commands show it."""
    return {
        "id": delivery.generation_id,
        "account": account.email,
        "url": delivery.url,
        "status": delivery.status.value,
        "attempts": delivery.attempt,
        "failures": delivery.failures,
        "underWay": delivery.lease_owner is not None,
        "nextAttemptAt": clock.iso(delivery.due_at) if delivery.status is DeliveryStatus.PENDING else None,
        "createdAt": clock.iso(delivery.created_at),
        "finishedAt": clock.iso_or_none(delivery.finished_at),
    }


def described_attempt(attempt: DeliveryAttempt) -> dict[str, Any]:
    """An attempt as commands show it."""
    return {
        "number": attempt.number,
        "startedAt": clock.iso(attempt.started_at),
        "durationMs": attempt.duration_ms,
        "address": attempt.address,
        "status": attempt.status,
        "trouble": attempt.trouble,
        "answer": attempt.answer,
    }


def next_attempt(delivery: Delivery) -> str:
    """When it is tried again, in words."""
    if delivery.status is not DeliveryStatus.PENDING:
        return ""
    return "under way" if delivery.lease_owner else clock.iso(delivery.due_at)


def line_of(attempt: DeliveryAttempt) -> str:
    """One attempt for people and pipes."""
    result = attempt.trouble or attempt.status or "under way"
    took = "" if attempt.duration_ms is None else f"{attempt.duration_ms} ms"
    cells = (attempt.number, clock.iso(attempt.started_at), result, took, attempt.address or "")
    return "\t".join(("attempt", *map(str, cells), printable(attempt.answer)))


def printable(text: str) -> str:
    """Untrusted text with control characters escaped: they could steer the terminal."""
    return "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text)
