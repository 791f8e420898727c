"""mediamill accounts: create, list, show, grant."""

from pathlib import Path
from typing import Any

import click

from mediamill import clock, credits
from mediamill.accounts import Account, Plan, all_accounts, find_by_email, issue_key, open_account
from mediamill.cli.options import as_json, data_dir, read, settings_of, settings_with_database, write
from mediamill.cli.output import say_json, say_table
from mediamill.credits import Balance
from mediamill.db import Transaction

FIRST_KEY = "first key"


@click.group()
def accounts() -> None:
    """Create accounts and grant credits."""


@accounts.command()
@click.argument("email")
@click.option("--plan", type=click.Choice([plan.value for plan in Plan]), default=Plan.FREE.value, show_default=True)
@click.option("--credits", "first_credits", type=click.IntRange(min=0), default=0, show_default=True)
@as_json
@data_dir
def create(email: str, plan: str, first_credits: int, as_json: bool, data_dir: Path | None) -> None:
    """Create an account and print its API key, which is shown only once."""
    from mediamill.assembly import api_key_pepper

    settings = settings_of(data_dir=data_dir)
    pepper = api_key_pepper(settings)

    def create(tx: Transaction) -> tuple[Account, str]:
        account = open_account(tx, email, Plan(plan), first_credits)
        return account, issue_key(tx, account.id, FIRST_KEY, pepper)[1]

    account, key = write(settings, create)
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
        account = find_by_email(tx, email)
        return account, credits.balance(tx, account.id), credits.entries(tx, account.id)

    account, balance, entries = read(settings_with_database(data_dir), show)
    lines = [
        {
            "createdAt": clock.iso(entry.created_at),
            "kind": entry.kind.value,
            "credits": entry.credits,
            "generation": entry.generation_id,
            "note": entry.note,
        }
        for entry in entries
    ]
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
        account = find_by_email(tx, email)
        return account, credits.grant(tx, account.id, amount, note)

    account, balance = write(settings_with_database(data_dir), grant)
    if as_json:
        say_json(described(account, balance))
    else:
        click.echo(f"{account.email} has {balance.available} credits now.")


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
