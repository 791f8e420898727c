"""The sums of some days as a table for spreadsheets: CSV, a line for each combination of what is asked for."""

import csv
import io
from collections.abc import Collection, Iterator

from mediamill.db import Transaction
from mediamill.units import MILLIONTHS
from mediamill.usage.report import Dimension, table

# Spreadsheets take what begins so for a formula; tools and models may come from anybody's catalogue.
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def csv_of(
    tx: Transaction, by: Collection[Dimension], first_day: str, last_day: str, account_id: str = ""
) -> Iterator[str]:
    """The table, line by line, its columns first; cost in the currency of the service."""
    columns = [one for one in Dimension if one in by]
    yield line_of([*columns, "runs", "errors", "seconds", "credits", "cost"])
    for names, amounts in table(tx, by, first_day, last_day, account_id):
        numbers = (amounts.runs, amounts.errors, amounts.run_ms / 1_000, amounts.credits, amounts.cost / MILLIONTHS)
        yield line_of([*(plain(names[column]) for column in columns), *map(str, numbers)])


def plain(text: str) -> str:
    """A text that no spreadsheet runs."""
    return f"'{text}" if text.startswith(FORMULA) else text


def line_of(cells: Collection[str]) -> str:
    """One line (RFC 4180)."""
    out = io.StringIO()
    csv.writer(out).writerow(cells)
    return out.getvalue()
