"""mediamill accounts: create, list, show, grant, adjust, refund; the other acts have a file of their own."""

from pathlib import Path
from typing import Any

import click

from mediamill import admin, clock, credits
from mediamill.accounts import Account, Plan, all_accounts, named
from mediamill.cli.account_acts import caps, delete, export, find, limits, plan, resume, suspend
from mediamill.cli.acting import operator
from mediamill.cli.options import as_json, data_dir, read, settings_of, settings_with_database, write, write_with_secret
from mediamill.cli.output import say_json, say_table
from mediamill.credits import Balance
from mediamill.db import Transaction


@click.group()
def accounts() -> None:
    """Open, find, change and end accounts, and move their credits."""


for command in (find, plan, limits, caps, suspend, resume, export, delete):
    accounts.add_command(command)


@accounts.command()
@click.argument("email")
@click.option("--plan", type=click.Choice([plan.value for plan in Plan]), default=Plan.FREE.value, show_default=True)
@click.option("--credits", "first_credits", type=click.IntRange(min=0), default=0, show_default=True)
@as_json
@data_dir
def create(email: str, plan: str, first_credits: int, as_json: bool, data_dir: Path | None) -> None:
    """Create an account and print its API key, which is shown only once."""

    account, key = write_with_secret(
        settings_of(data_dir=data_dir),
        lambda tx, secrets: admin.open_account(
            tx, operator(), email, Plan(plan), first_credits, secrets.api_key_pepper
        ),
    )
    shown = {
        "id": account.id,
        "email": account.email,
        "plan": account.plan.value,
        "credits": first_credits,
        "apiKey": key,
    }
    if as_json:
        say_json(shown)
        return
    say_table(("field", "value"), list(shown.items()))
    click.echo("Keep the key: it is stored nowhere and shown only now.", err=True)


@accounts.command("list")
@as_json
@data_dir
def list_accounts(as_json: bool, data_dir: Path | None) -> None:
    """Every account with its credits."""
    found = read(
        settings_with_database(data_dir),
        lambda tx: [(account, credits.balance(tx, account.id)) for account in all_accounts(tx)],
    )
    shown = [described(account, balance) for account, balance in found]
    if as_json:
        say_json(shown)
    else:
        say_table(("id", "email", "plan", "credits", "held", "created"), [list(one.values()) for one in shown])


@accounts.command()
@click.argument("email")
@as_json
@data_dir
def show(email: str, as_json: bool, data_dir: Path | None) -> None:
    """One account with its ledger."""

    def show(tx: Transaction) -> tuple[Account, Balance, list[credits.LedgerEntry]]:
        account = named(tx, email)
        return account, credits.balance(tx, account.id), credits.entries(tx, account.id)

    account, balance, entries = read(settings_with_database(data_dir), show)
    lines = [line_of(entry) for entry in entries]
    if as_json:
        say_json({**described(account, balance), "ledger": lines})
        return
    say_table(("field", "value"), list(described(account, balance).items()))
    say_table(
        ("when", "kind", "credits", "generation", "note"),
        [[cell if cell is not None else "" for cell in line.values()] for line in lines],
    )


@accounts.command()
@click.argument("email")
@click.argument("amount", type=int)
@click.option("--note", default="granted by the operator", show_default=True, help="The reason, kept in the ledger.")
@as_json
@data_dir
def grant(email: str, amount: int, note: str, as_json: bool, data_dir: Path | None) -> None:
    """Grant credits to an account."""

    def grant(tx: Transaction) -> tuple[Account, Balance]:
        return named(tx, email), admin.grant(tx, operator(), email, amount, note)

    account, balance = write(settings_with_database(data_dir), grant)
    if as_json:
        say_json(described(account, balance))
    else:
        click.echo(f"{account.email} has {balance.available} credits now.")


@accounts.command()
@click.argument("email")
@click.argument("amount", type=int)
@click.option("--reference", required=True, help="The payment, invoice or ticket: it counts once.")
@click.option("--note", default="", help="The reason, kept in the ledger.")
@as_json
@data_dir
def adjust(email: str, amount: int, reference: str, note: str, as_json: bool, data_dir: Path | None) -> None:
    """Add AMOUNT credits to an account, or take them where it is negative (after `--`), once for each reference."""
    entry = write(
        settings_with_database(data_dir), lambda tx: admin.adjust(tx, operator(), email, amount, reference, note)
    )
    say_entry(entry, as_json)


@accounts.command()
@click.argument("generation_id")
@click.option("--credits", "amount", type=click.IntRange(min=1), help="A part of what it was charged.  [default: all]")
@click.option("--note", default="", help="The reason, kept in the ledger.")
@as_json
@data_dir
def refund(generation_id: str, amount: int | None, note: str, as_json: bool, data_dir: Path | None) -> None:
    """Give back what a generation was charged; once."""
    entry = write(
        settings_with_database(data_dir), lambda tx: admin.refund(tx, operator(), generation_id, amount, note)
    )
    say_entry(entry, as_json)


def say_entry(entry: credits.LedgerEntry, as_json: bool) -> None:
    """An entry that was written, or was there before."""
    if as_json:
        say_json({**line_of(entry), "account": entry.account_id, "reference": entry.reference})
    else:
        click.echo(f"{entry.kind.value} of {entry.credits} credits at {entry.iso_time}.")


def line_of(entry: credits.LedgerEntry) -> dict[str, Any]:
    """A line of a ledger as commands show it."""
    return {
        "createdAt": entry.iso_time,
        "kind": entry.kind.value,
        "credits": entry.credits,
        "generation": entry.generation_id,
        "note": entry.note,
    }


def described(account: Account, balance: Balance) -> dict[str, Any]:
    """An account as commands show it."""
    return {
        "id": account.id,
        "email": account.email,
        "plan": account.plan.value,
        "credits": balance.available,
        "held": balance.held,
        "createdAt": clock.iso(account.created_at),
    }
