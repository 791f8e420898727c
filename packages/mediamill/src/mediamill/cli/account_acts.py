"""mediamill accounts: find, plan, limits, caps, suspend, resume, export, delete."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import click

from mediamill import accounts as all_accounts
from mediamill import admin, clock
from mediamill.accounts import STATES, Account, AccountFilter, Plan
from mediamill.cli.acting import operator
from mediamill.cli.options import as_json, data_dir, read, settings_with_database, write
from mediamill.cli.output import say_json, say_table
from mediamill.config import Settings
from mediamill.credits import CAP_MAX, Caps
from mediamill.db import Transaction, open_database
from mediamill.plan import OwnLimits
from mediamill.units import DAY_MS

FOUND = 50  # accounts, unless --limit says otherwise


@click.command()
@click.argument("text", default="")
@click.option("--plan", type=click.Choice([plan.value for plan in Plan]), help="Only of this plan.")
@click.option("--state", type=click.Choice(STATES), help="Only in this state.")
@click.option("--limit", type=click.IntRange(1, 10_000), default=FOUND, show_default=True, help="How many.")
@as_json
@data_dir
def find(text: str, plan: str | None, state: str | None, limit: int, as_json: bool, data_dir: Path | None) -> None:
    """Accounts with TEXT in their address, newest first."""
    wanted = AccountFilter(text, plan or "", state or "")
    found, _ = read(settings_with_database(data_dir), lambda tx: all_accounts.search(tx, wanted, limit=limit, offset=0))
    shown = [{**described(one.account), "credits": one.balance.available} for one in found]
    if as_json:
        say_json(shown)
        return
    say_table(
        ("id", "email", "plan", "state", "credits", "created"),
        [[one[name] for name in ("id", "email", "plan", "state", "credits", "createdAt")] for one in shown],
    )


@click.command()
@click.argument("email")
@click.argument("plan", type=click.Choice([plan.value for plan in Plan]))
@as_json
@data_dir
def plan(email: str, plan: str, as_json: bool, data_dir: Path | None) -> None:
    """Give an account another PLAN."""
    change(data_dir, as_json, lambda tx: admin.change_plan(tx, operator(), email, Plan(plan)))


@click.command()
@click.argument("email")
@click.option("--creates", type=click.IntRange(min=1), help="How many it may start in a minute.")
@click.option("--running", type=click.IntRange(min=1), help="How many may run at once.")
@click.option("--retention-days", type=click.IntRange(min=0), help="How long its outputs are kept; 0: for ever.")
@as_json
@data_dir
def limits(
    email: str,
    creates: int | None,
    running: int | None,
    retention_days: int | None,
    as_json: bool,
    data_dir: Path | None,
) -> None:
    """Give an account limits of its own; what is not named is its plan's again."""
    own = OwnLimits(creates, running, None if retention_days is None else retention_days * DAY_MS)
    change(data_dir, as_json, lambda tx: admin.set_limits(tx, operator(), email, own))


@click.command()
@click.argument("email")
@click.option("--day", type=click.IntRange(0, CAP_MAX), help="Credits in a UTC day.")
@click.option("--month", type=click.IntRange(0, CAP_MAX), help="Credits in a UTC month.")
@click.option("--total", type=click.IntRange(0, CAP_MAX), help="Credits in all.")
@as_json
@data_dir
def caps(
    email: str, day: int | None, month: int | None, total: int | None, as_json: bool, data_dir: Path | None
) -> None:
    """Cap what an account may spend; what is not named has no cap."""
    change(data_dir, as_json, lambda tx: admin.set_caps(tx, operator(), email, Caps(day, month, total)))


@click.command()
@click.argument("email")
@click.option("--reason", default="", help="For other operators.")
@as_json
@data_dir
def suspend(email: str, reason: str, as_json: bool, data_dir: Path | None) -> None:
    """Let an account start nothing more; what runs ends, and it may still read."""
    change(data_dir, as_json, lambda tx: admin.suspend(tx, operator(), email, reason))


@click.command()
@click.argument("email")
@as_json
@data_dir
def resume(email: str, as_json: bool, data_dir: Path | None) -> None:
    """Let a suspended account start generations again."""
    change(data_dir, as_json, lambda tx: admin.resume(tx, operator(), email))


@click.command()
@click.argument("email")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@data_dir
def export(email: str, file: Path, data_dir: Path | None) -> None:
    """Write everything that is kept of an account into FILE, a zip archive."""
    settings = settings_with_database(data_dir)
    account = write(settings, lambda tx: admin.export_account(tx, operator(), email))
    size = asyncio.run(write_archive(settings, account, file))
    click.echo(f"{file}: {size:,} bytes.")


@click.command()
@click.argument("email")
@click.option("--yes", is_flag=True, help="Do not ask.")
@as_json
@data_dir
def delete(email: str, yes: bool, as_json: bool, data_dir: Path | None) -> None:
    """Delete an account with its keys, media, prompts and deliveries; the ledger stays, without the person."""
    settings = settings_with_database(data_dir)
    if not yes:
        click.confirm(f"Delete {email} and everything that it made? There is no way back", abort=True)
    account = write(settings, lambda tx: admin.delete_account(tx, operator(), email))
    gone = asyncio.run(erase(settings, account))
    if as_json:
        say_json({**described(account), "erased": gone})
    else:
        click.echo(f"{account.id} is deleted, with {gone} generations and uploads.")


def change(data_dir: Path | None, as_json: bool, act: Callable[[Transaction], Account]) -> None:
    """Do it and show the account."""
    account = write(settings_with_database(data_dir), act)
    shown = described(account)
    if as_json:
        say_json(shown)
    else:
        say_table(("field", "value"), [(name, "" if value is None else value) for name, value in shown.items()])


async def write_archive(settings: Settings, account: Account, file: Path) -> int:
    """Write the export to a file; its size in bytes."""
    from mediamill.assembly import open_media

    database = open_database(settings)
    await database.start()
    size = 0
    try:
        with file.open("wb") as out:
            async for piece in all_accounts.export(database, open_media(settings), account):
                size += out.write(piece)
    finally:
        await database.stop()
    return size


async def erase(settings: Settings, account: Account) -> int:
    """Take away what a deleted account left; how much."""
    from mediamill.assembly import open_media

    database = open_database(settings)
    await database.start()
    try:
        return await all_accounts.erase(database, open_media(settings), account.id)
    finally:
        await database.stop()


def described(account: Account) -> dict[str, object]:
    """An account as these commands show it."""
    gone, stopped = account.deleted_at is not None, account.suspended_at is not None
    return {
        "id": account.id,
        "email": None if gone else account.email,
        "plan": account.plan.value,
        "state": "deleted" if gone else "suspended" if stopped else "active",
        "createdAt": clock.iso(account.created_at),
        "createsPerMinute": account.own.creates_per_minute,
        "runningMax": account.own.running_max,
        "retentionDays": None if account.own.kept_ms is None else account.own.kept_ms / DAY_MS,
    }
