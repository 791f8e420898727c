"""mediamill vouchers: create, list, revoke."""

from pathlib import Path

import click

from mediamill import admin, credits
from mediamill.admin import VOUCHERS_MAX
from mediamill.cli.acting import operator
from mediamill.cli.instants import instant_of
from mediamill.cli.options import as_json, data_dir, read, settings_with_database, write, write_with_secret
from mediamill.cli.output import say_json, say_table
from mediamill.credits import GRANT_MAX, VOUCHER_USES_MAX, voucher_item

LISTED = 50  # unless --limit says otherwise


@click.group()
def vouchers() -> None:
    """Make, list and revoke codes that are worth credits."""


@vouchers.command()
@click.argument("name")
@click.argument("credits", type=click.IntRange(1, GRANT_MAX))
@click.option("--count", type=click.IntRange(1, VOUCHERS_MAX), default=1, show_default=True, help="How many.")
@click.option(
    "--uses",
    type=click.IntRange(1, VOUCHER_USES_MAX),
    default=1,
    show_default=True,
    help="How many accounts may redeem each.",
)
@click.option("--expires", metavar="INSTANT", help="When they end, such as 2026-12-31 or 2026-12-31T12:00:00Z.")
@as_json
@data_dir
def create(
    name: str, credits: int, count: int, uses: int, expires: str | None, as_json: bool, data_dir: Path | None
) -> None:
    """Make vouchers for NAME, worth CREDITS to each account; their codes are shown only once."""
    expires_at = None if expires is None else instant_of(expires, "--expires")
    made = write_with_secret(
        settings_with_database(data_dir),
        lambda tx, secrets: admin.create_vouchers(
            tx, operator(), name, credits, secrets.voucher_pepper, count=count, uses_max=uses, expires_at=expires_at
        ),
    )
    if as_json:
        say_json([{**voucher_item(voucher), "code": code} for voucher, code in made])
        return
    for _, code in made:
        click.echo(code)
    click.echo("Keep the codes: they are stored nowhere and shown only now.", err=True)


@vouchers.command("list")
@click.option(
    "--limit", type=click.IntRange(1, 10_000), default=LISTED, show_default=True, help="How many, the newest first."
)
@as_json
@data_dir
def list_vouchers(limit: int, as_json: bool, data_dir: Path | None) -> None:
    """List vouchers with how often each was redeemed."""
    found, _ = read(settings_with_database(data_dir), lambda tx: credits.list_vouchers(tx, limit=limit, offset=0))
    shown = [voucher_item(voucher) for voucher in found]
    if as_json:
        say_json(shown)
        return
    columns = ("id", "name", "credits", "uses", "of", "created", "expires", "revoked")
    say_table(columns, [["" if cell is None else cell for cell in one.values()] for one in shown])


@vouchers.command()
@click.argument("voucher_id")
@as_json
@data_dir
def revoke(voucher_id: str, as_json: bool, data_dir: Path | None) -> None:
    """Let nobody redeem a voucher any more; what was redeemed stays."""
    voucher = write(settings_with_database(data_dir), lambda tx: admin.revoke_voucher(tx, operator(), voucher_id))
    if as_json:
        say_json(voucher_item(voucher))
    else:
        click.echo(f"The voucher {voucher.id} ({voucher.name}) is revoked; {voucher.uses} accounts had redeemed it.")
