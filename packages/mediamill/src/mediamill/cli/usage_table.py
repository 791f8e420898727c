"""mediamill usage table: the sums of days as CSV, told apart as one likes."""

from datetime import date, datetime, timedelta
from pathlib import Path

import click

from mediamill import accounts, clock
from mediamill import usage as sums
from mediamill.cli.options import data_dir, read, settings_with_database
from mediamill.db import Transaction
from mediamill.usage import Dimension

DAYS = 30  # of a table that is not told which
DAY = click.DateTime(["%Y-%m-%d"])


@click.command()
@click.option(
    "--by",
    type=click.Choice([one.value for one in Dimension]),
    multiple=True,
    help="What lines are told apart by; may be given several times.  [default: day and tool]",
)
@click.option("--from", "first", type=DAY, help="The first day (UTC).  [default: 29 days before the last]")
@click.option("--to", "last", type=DAY, help="The last day (UTC).  [default: today]")
@click.option("--account", default="", metavar="EMAIL", help="Only of this account.")
@data_dir
def table(
    by: tuple[str, ...], first: datetime | None, last: datetime | None, account: str, data_dir: Path | None
) -> None:
    """What was made, earned and spent, as CSV."""
    end = last.date() if last else date.fromisoformat(clock.day_of(clock.now()))
    start = first.date() if first else end - timedelta(days=DAYS - 1)
    wanted = {Dimension(one) for one in by} or {Dimension.DAY, Dimension.TOOL}

    def lines(tx: Transaction) -> list[str]:
        account_id = accounts.named(tx, account).id if account else ""
        return list(sums.csv_of(tx, wanted, str(start), str(end), account_id))

    click.echo("".join(read(settings_with_database(data_dir), lines)).replace("\r\n", "\n"), nl=False)
