"""mediamill usage: what was made, earned and spent; usage check: a vendor's bill beside what was booked."""

import csv
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import click

from mediamill import clock, purchases
from mediamill import usage as sums
from mediamill.cli.options import as_json, data_dir, read, settings_with_database
from mediamill.cli.output import say_json, say_table
from mediamill.cli.usage_table import table
from mediamill.config import Settings
from mediamill.db import Transaction
from mediamill.errors import MediamillError
from mediamill.purchases import Purchase
from mediamill.units import MILLIONTHS
from mediamill.usage import Amounts, Bill, ComparedDay, Group, GroupBy, Tolerance

DAYS = 30  # of a report that is not told which
DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
PERCENT = re.compile(r"(\d+(?:\.\d+)?) ?%")
PLAIN = re.compile(r"\d+(?:\.\d+)?")
CENT = MILLIONTHS // 100  # what vendors round to
EXIT_DIFFERS = 1
NUMBERS = ("runs", "errors", "seconds", "credits", "cost")
TOTAL = "total"


class NothingBought(MediamillError):
    """Nothing was ever bought by an engine called {engine}. `mediamill engines` shows all engines."""

    code = "nothing_bought"


class Day(click.ParamType[date]):
    """A day as 2026-11-22."""

    name = "day"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> date:
        """The day. Fails with a sentence."""
        if isinstance(value, date):
            return value
        try:
            if not DAY.fullmatch(value):
                raise ValueError(value)
            return date.fromisoformat(value)
        except ValueError:
            self.fail(f"`{value}` is not a day: write it like 2026-11-22", param, ctx)


class ToleranceType(click.ParamType[Tolerance]):
    """A share such as 1%, or an amount such as 0.05."""

    name = "tolerance"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Tolerance:
        """A share, but never less than a cent, or just the amount. Fails with a sentence."""
        if isinstance(value, Tolerance):
            return value
        if match := PERCENT.fullmatch(value):
            return Tolerance(Decimal(match[1]) / 100, CENT)
        if PLAIN.fullmatch(value):
            return Tolerance(Decimal(0), round(Decimal(value) * MILLIONTHS))
        self.fail(f"`{value}` is no tolerance: write a share such as 1% or an amount such as 0.05", param, ctx)


@dataclass(frozen=True, slots=True)
class UsageReport:
    """What a report is about, and how its money is counted."""

    by: GroupBy
    first: date
    last: date
    currency: str
    credit_price: Decimal | None

    @property
    def columns(self) -> tuple[str, ...]:
        """What each line has; a margin only where a credit has a price."""
        return (*sums.COLUMNS[self.by], *NUMBERS, *(() if self.credit_price is None else ("margin",)))

    def numbers(self, amounts: Amounts) -> dict[str, Decimal | int]:
        """The amounts of a line, exactly: seconds, and money in the currency."""
        cost = Decimal(amounts.cost) / MILLIONTHS
        found: dict[str, Decimal | int] = {
            "runs": amounts.runs,
            "errors": amounts.errors,
            "seconds": Decimal(amounts.run_ms) / 1_000,
            "credits": amounts.credits,
            "cost": cost,
        }
        if self.credit_price is not None:
            found["margin"] = round(amounts.credits * self.credit_price - cost, 6) + 0  # never -0
        return found

    def lines(self, tx: Transaction) -> Iterator[Group]:
        """Every group, read while it is iterated; the total comes last."""
        total = Amounts()
        for group in sums.groups(tx, self.by, str(self.first), str(self.last)):
            total += group.amounts
            yield group
        yield Group((TOTAL, *[""] * (len(sums.COLUMNS[self.by]) - 1)), total)


@click.group(invoke_without_command=True)
@click.option(
    "--by",
    type=click.Choice([one.value for one in GroupBy]),
    help="What there is one line for each of.  [default: engine]",
)
@click.option(
    "--from", "first", type=Day(), metavar="DAY", help="The first day (UTC).  [default: 29 days before the last]"
)
@click.option("--to", "last", type=Day(), metavar="DAY", help="The last day (UTC).  [default: today]")
@as_json
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
@data_dir
@click.pass_context
def usage(
    ctx: click.Context,
    by: str | None,
    first: date | None,
    last: date | None,
    as_json: bool,
    as_csv: bool,
    data_dir: Path | None,
) -> None:
    """What was made, earned and spent: runs, errors, seconds of run time, credits and vendor costs.

    With MEDIAMILL_CREDIT_PRICE set also the margin: what the credits were sold for, less what vendors billed.
    """
    if ctx.invoked_subcommand is not None:
        if by or first or last or as_json or as_csv or data_dir:
            raise click.UsageError(f"Write options after `{ctx.invoked_subcommand}`: before it they mean a report.")
        return
    if as_json and as_csv:
        raise click.UsageError("--json and --csv exclude each other.")
    first, last = days(first, last)
    settings = settings_with_database(data_dir)
    report = UsageReport(GroupBy(by or GroupBy.ENGINE), first, last, settings.currency, settings.credit_price)
    if as_csv:
        read(settings, lambda tx: say_csv(report, report.lines(tx)))
        return
    lines = read(settings, lambda tx: list(report.lines(tx)))
    if as_json:
        say_json(described(report, lines))
    else:
        say_table(titles(report), [cells(report, line) for line in lines])


usage.add_command(table)


@usage.command()
@click.argument("engine")
@click.argument("bill", metavar="INVOICE.CSV", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--date-column", metavar="NAME", help="Where the bill has its dates.")
@click.option("--amount-column", metavar="NAME", help="Where the bill has its amounts.")
@click.option("--from", "first", type=Day(), metavar="DAY", help="The first day of the bill.  [default: of its lines]")
@click.option("--to", "last", type=Day(), metavar="DAY", help="The last day of the bill.  [default: of its lines]")
@click.option(
    "--tolerance", type=ToleranceType(), default="1%", show_default=True, help="A share (at least 0.01) or an amount."
)
@as_json
@data_dir
def check(
    engine: str,
    bill: Path,
    date_column: str | None,
    amount_column: str | None,
    first: date | None,
    last: date | None,
    tolerance: Tolerance,
    as_json: bool,
    data_dir: Path | None,
) -> None:
    """Compare what was bought by ENGINE on each day (UTC) with the vendor's bill; exit code 1 where a day differs."""
    settings = settings_with_database(data_dir)
    billed = bill_in(bill, settings, date_column, amount_column)
    first, last = billed_days(billed, first, last)

    def find(tx: Transaction) -> tuple[dict[str, int], list[Purchase]]:
        unfinished = purchases.unfinished(tx, engine)
        if not unfinished and not sums.is_known_engine(tx, engine):
            raise NothingBought(engine=engine)
        ours = sums.cost_by_day(tx, engine, str(first), str(last))
        return ours, [one for one in unfinished if str(first) <= one.day <= str(last)]

    ours, unfinished = read(settings, find)
    compared = sums.compare(ours, billed, tolerance)
    if as_json:
        say_json(described_check(settings, (first, last), compared, unfinished))
    else:
        say_compared(compared, unfinished)
    if any(one.differs for one in compared):
        sys.exit(EXIT_DIFFERS)


def days(first: date | None, last: date | None) -> tuple[date, date]:
    """The days of a report: the last thirty unless it says otherwise. Raises UsageError."""
    end = last or date.fromisoformat(clock.day_of(clock.now()))
    try:
        start = first or end - timedelta(days=DAYS - 1)
    except OverflowError:
        start = date.min
    if start > end:
        raise click.UsageError(f"--from is {start}, after --to, which is {end}.")
    return start, end


def say_csv(report: UsageReport, lines: Iterable[Group]) -> None:
    """Each line as it is read, however many there are."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(report.columns)
    for line in lines:
        writer.writerow(cells(report, line))


def cells(report: UsageReport, line: Group) -> list[str]:
    """A line as text."""
    return [*line.names, *(text_of(number) for number in report.numbers(line.amounts).values())]


def titles(report: UsageReport) -> list[str]:
    """The names of columns, for people."""
    return [f"{name} ({report.currency})" if name in ("cost", "margin") else name for name in report.columns]


def text_of(number: Decimal | int) -> str:
    """A whole number as it is, any other with two decimals or as many as it has."""
    if isinstance(number, int):
        return str(number)
    whole, _, fraction = f"{number:f}".partition(".")
    return f"{whole}.{fraction.rstrip('0'):0<2}"


def described(report: UsageReport, lines: list[Group]) -> dict[str, Any]:
    """A report as JSON."""
    shown = [
        {
            **dict(zip(sums.COLUMNS[report.by], line.names, strict=True)),
            **{name: as_number(number) for name, number in report.numbers(line.amounts).items()},
        }
        for line in lines
    ]
    *groups, total = shown
    return {
        "from": str(report.first),
        "to": str(report.last),
        "by": report.by.value,
        "currency": report.currency,
        "groups": groups,
        "total": {name: value for name, value in total.items() if name not in sums.COLUMNS[report.by]},
    }


def as_number(number: Decimal | int) -> float | int:
    """A number as JSON has it."""
    return number if isinstance(number, int) else float(number)


def bill_in(file: Path, settings: Settings, date_column: str | None, amount_column: str | None) -> Bill:
    """The bill in a file. Raises UnreadableBill."""
    with file.open(encoding="utf-8-sig", newline="") as lines:
        return sums.read_bill(lines, settings.currency, date_column=date_column, amount_column=amount_column)


def billed_days(bill: Bill, first: date | None, last: date | None) -> tuple[date, date]:
    """The days that are compared: as named, or from the first to the last in the bill. Raises UsageError."""
    there = [date.fromisoformat(day) for day in bill.by_day]
    if not there and not (first and last):
        raise click.UsageError("The bill has no lines: say with --from and --to which days it is for.")
    start, end = first or min(there), last or max(there)
    if start > end:
        raise click.UsageError(f"--from is {start}, after --to, which is {end}.")
    for day in there:
        if not start <= day <= end:
            raise click.UsageError(f"The bill has lines of {day}, which is not within {start} and {end}.")
    return start, end


def say_compared(compared: list[ComparedDay], unfinished: list[Purchase]) -> None:
    """Every day, then the purchases of which it is not known yet what they cost."""
    say_table(
        ("day", "ours", "theirs", "difference", ""),
        [
            (one.day, money(one.ours), money(one.theirs), money(one.difference), "differs" if one.differs else "")
            for one in compared
        ],
    )
    if unfinished:
        click.echo("Not in our sums, because it is not known yet what they cost (with their estimates):", err=True)
        say_table(
            ("purchase", "day", "state", "estimate"),
            [(one.id, one.day, one.state.value, money(one.booked)) for one in unfinished],
        )


def described_check(
    settings: Settings, days: tuple[date, date], compared: list[ComparedDay], unfinished: list[Purchase]
) -> dict[str, Any]:
    """A comparison as JSON."""
    first, last = days
    return {
        "from": str(first),
        "to": str(last),
        "currency": settings.currency,
        "agrees": not any(one.differs for one in compared),
        "days": [
            {
                "day": one.day,
                "ours": one.ours / MILLIONTHS,
                "theirs": one.theirs / MILLIONTHS,
                "difference": one.difference / MILLIONTHS,
                "differs": one.differs,
            }
            for one in compared
        ],
        "unfinished": [
            {"id": one.id, "day": one.day, "state": one.state.value, "estimate": one.booked / MILLIONTHS}
            for one in unfinished
        ],
    }


def money(millionths: int) -> str:
    """An amount in the currency."""
    return text_of(Decimal(millionths) / MILLIONTHS)
