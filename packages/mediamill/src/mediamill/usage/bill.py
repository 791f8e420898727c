"""A vendor's bill, as CSV, beside what was booked: what cannot be read for certain is refused, never guessed."""

import csv
import itertools
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal

from mediamill.errors import MediamillError
from mediamill.units import MILLIONTHS

DATE_COLUMNS = ("date", "day", "created", "timestamp")
AMOUNT_COLUMNS = ("amount", "cost", "total")  # and the currency
DELIMITERS = (",", ";", "\t")
SHOWN_CHARACTERS = 40  # of a cell that cannot be read
AMOUNT_MAX = Decimal(10**12)
SIGNS = {"€": {"EUR"}, "£": {"GBP"}, "¥": {"JPY", "CNY"}, "$": {"USD", "AUD", "CAD", "HKD", "NZD", "SGD", "TWD"}}
DATE = re.compile(r"\d{4}-\d{2}-\d{2}(?:[T ].+)?")
UNIT = r"[A-Za-z]{3}|[€£¥$]"
AMOUNT = re.compile(
    rf"(?P<minus>[-\u2212+]?) ?(?P<before>{UNIT})? ?(?P<second_minus>[-\u2212+]?)"
    r"(?P<whole>\d{1,3}(?:(?P<separator>[,' ])\d{3})(?:(?P=separator)\d{3})*|\d*)"
    r"(?P<fraction>\.\d+)?(?P<exponent>[eE][-+]?\d{1,2})?"
    rf" ?(?P<after>{UNIT})?"
)


class UnreadableBill(MediamillError):
    """The bill cannot be read: {fault}"""

    code = "unreadable_bill"


@dataclass(frozen=True, slots=True)
class Bill:
    """What a vendor says each day cost, in millionths of the currency."""

    by_day: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Tolerance:
    """How far a day may differ: by a share of what the vendor says, or by an amount in millionths, if that is more."""

    share: Decimal
    amount: int


@dataclass(frozen=True, slots=True)
class ComparedDay:
    """A day as we booked it and as the vendor billed it, in millionths of the currency."""

    day: str
    ours: int
    theirs: int
    differs: bool  # by more than is tolerated

    @property
    def difference(self) -> int:
        """What the vendor wants beyond what was booked."""
        return self.theirs - self.ours


@dataclass(frozen=True, slots=True)
class Columns:
    """Where a bill has what is compared."""

    header: Sequence[str]
    date: int
    amount: int


def read_bill(
    lines: Iterable[str], currency: str, *, date_column: str | None = None, amount_column: str | None = None
) -> Bill:
    """The sums of a CSV file with a header. Raises UnreadableBill, naming line and column."""
    try:
        by_day = sums_in(iter(lines), currency, date_column, amount_column)
    except UnicodeDecodeError:
        raise UnreadableBill(fault="it is not UTF-8 text") from None
    return Bill({day: round(amount * MILLIONTHS) for day, amount in sorted(by_day.items())})


def sums_in(
    lines: Iterator[str], currency: str, date_column: str | None, amount_column: str | None
) -> dict[str, Decimal]:
    """What the lines of each day add up to, line by line: a bill may be long. Raises UnreadableBill."""
    first = next(lines, "")
    if not first.strip():
        raise UnreadableBill(fault="its first line is empty; it has to be a header")
    reader = csv.reader(itertools.chain([first], lines), delimiter=max(DELIMITERS, key=first.count), strict=True)
    by_day: dict[str, Decimal] = defaultdict(Decimal)
    try:
        header = [name.strip() for name in next(reader)]
        columns = Columns(
            header,
            column_of(header, "date", date_column, DATE_COLUMNS),
            column_of(header, "amount", amount_column, (*AMOUNT_COLUMNS, currency.lower())),
        )
        for row in reader:
            if any(cell.strip() for cell in row):
                day, amount = entry_in(row, columns, currency, reader.line_num)
                by_day[day] += amount
    except csv.Error as error:
        raise UnreadableBill(fault=f"line {reader.line_num}: {error}") from None
    return by_day


def compare(ours: Mapping[str, int], bill: Bill, tolerance: Tolerance) -> list[ComparedDay]:
    """Each day on which anything was booked or billed, in order."""
    return [
        ComparedDay(day, booked, billed, differs=abs(billed - booked) > tolerated(billed, tolerance))
        for day in sorted({*ours, *bill.by_day})
        for booked, billed in [(ours.get(day, 0), bill.by_day.get(day, 0))]
    ]


def tolerated(billed: int, tolerance: Tolerance) -> Decimal:
    """How many millionths a day may differ by."""
    return max(tolerance.share * abs(billed), Decimal(tolerance.amount))


def column_of(header: Sequence[str], what: str, named: str | None, usual: Sequence[str]) -> int:
    """The place of the one column that is named, or has a usual name. Raises UnreadableBill."""
    wanted = usual if named is None else (named.strip().lower(),)
    places = [place for place, name in enumerate(header) if name.lower() in wanted]
    if len(places) == 1:
        return places[0]
    there = ", ".join(f"`{name}`" for name in header)
    if places:
        which = ", ".join(f"`{header[place]}`" for place in places)
        raise UnreadableBill(fault=f"{which} could all be the {what} column: name one with --{what}-column")
    if named is not None:
        raise UnreadableBill(fault=f"it has no column `{named}`, only {there}")
    raise UnreadableBill(
        fault=f"none of its columns is called {', '.join(usual)}; name one with --{what}-column: {there}"
    )


def entry_in(row: list[str], columns: Columns, currency: str, line: int) -> tuple[str, Decimal]:
    """The day and the amount of one line. Raises UnreadableBill."""
    if len(row) != len(columns.header):
        # An amount such as 1,234.50 without quotes is two cells: its first half must not count.
        raise UnreadableBill(fault=f"line {line} has {len(row)} columns, the header has {len(columns.header)}")
    date_at, amount_at = (f"line {line}, column `{columns.header[one]}`" for one in (columns.date, columns.amount))
    return day_in(row[columns.date], date_at), amount_in(row[columns.amount], currency, amount_at)


def day_in(cell: str, where: str) -> str:
    """The day of a date or an instant, in UTC; without an offset it is taken as UTC. Raises UnreadableBill."""
    text = re.sub(r" (?=[+-]\d)", "", cell.strip().removesuffix("UTC").strip())
    try:
        if not DATE.fullmatch(text):
            raise ValueError(text)
        instant = datetime.fromisoformat(text)
        return f"{instant.astimezone(UTC) if instant.tzinfo else instant:%Y-%m-%d}"
    except (ValueError, OverflowError):
        raise UnreadableBill(
            fault=f"{where}: `{shown(cell)}` is not a date; write it like 2026-11-22 or 2026-11-22T12:00:00Z"
        ) from None


def amount_in(cell: str, currency: str, where: str) -> Decimal:
    """An amount, in the currency. Raises UnreadableBill."""
    text = re.sub(r"[\u00a0\u202f]", " ", cell.strip())
    in_brackets = text.startswith("(") and text.endswith(")")  # as bookkeepers write what is given back
    match = AMOUNT.fullmatch(text[1:-1] if in_brackets else text)
    if match is None or not (match["whole"] or match["fraction"]):
        raise UnreadableBill(fault=f"{where}: `{shown(cell)}` is not an amount; write it like 1234.56")
    if match["whole"].count(",") == 1 and not match["fraction"]:
        raise UnreadableBill(fault=f"{where}: `{shown(cell)}` can mean a thousand or a fraction; leave out the comma")
    for unit in (match["before"], match["after"]):
        if unit and currency not in SIGNS.get(unit, {unit.upper()}):
            raise UnreadableBill(fault=f"{where}: `{shown(cell)}` is not in {currency}, as MEDIAMILL_CURRENCY says")
    signs = [sign for sign in (match["minus"], match["second_minus"], "-" if in_brackets else "") if sign]
    whole = re.sub(r"\D", "", match["whole"])
    amount = Decimal(f"{whole}{match['fraction'] or ''}{match['exponent'] or ''}")
    if len(signs) > 1 or amount > AMOUNT_MAX:
        raise UnreadableBill(fault=f"{where}: `{shown(cell)}` is not an amount; write it like 1234.56")
    return -amount if signs and signs[0] != "+" else amount


def shown(cell: str) -> str:
    """The beginning of a cell, fit to be printed."""
    return "".join(character if character.isprintable() else "?" for character in cell.strip()[:SHOWN_CHARACTERS])
