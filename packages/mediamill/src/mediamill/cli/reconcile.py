"""mediamill reconcile: the books, checked."""

import sys
from pathlib import Path

import click

from mediamill import credits, generations
from mediamill.cli.options import as_json, data_dir, read, settings_with_database
from mediamill.cli.output import say_json

EXIT_INEXACT = 1


@click.command()
@as_json
@data_dir
def reconcile(as_json: bool, data_dir: Path | None) -> None:
    """Check that ledger = balances, counters = rows and daily sums = what happened; exit code 1 if not."""
    found = read(
        settings_with_database(data_dir), lambda tx: [*credits.discrepancies(tx), *generations.discrepancies(tx)]
    )
    if as_json:
        say_json({"exact": not found, "discrepancies": [{"subject": one.subject, "fault": one.fault} for one in found]})
    else:
        for one in found:
            click.echo(f"{one.subject}: {one.fault}")
        click.echo(
            f"{len(found)} discrepancies"
            if found
            else "exact: ledger = balances, counters = rows, daily sums = what happened;"
            " holds, attempts and deliveries fit"
        )
    if found:
        sys.exit(EXIT_INEXACT)
