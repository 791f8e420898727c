"""What a vendor's bill says, however it is written; and what is refused rather than guessed."""

from decimal import Decimal

import pytest

from mediamill.usage import Bill, ComparedDay, Tolerance, UnreadableBill, compare, read_bill

CENT = 10_000  # millionths
ONE_PERCENT = Tolerance(Decimal("0.01"), CENT)


def bill_of(text: str, **columns: str) -> dict[str, int]:
    return dict(read_bill(text.splitlines(keepends=True), "USD", **columns).by_day)


def refusal_of(text: str, **columns: str) -> str:
    with pytest.raises(UnreadableBill) as refused:
        bill_of(text, **columns)
    return str(refused.value).removeprefix("The bill cannot be read: ")


def test_lines_of_a_day_are_added_up() -> None:
    text = "id,date,amount\r\n1,2026-11-22,0.10\r\n2,2026-11-21,1\r\n\r\n,,\r\n3,2026-11-22,0.0000125\r\n"

    assert bill_of(text) == {"2026-11-21": 1_000_000, "2026-11-22": 100_012}
    assert list(bill_of(text)) == ["2026-11-21", "2026-11-22"]


@pytest.mark.parametrize("date", ["date", "Day", " created ", "TIMESTAMP"])
@pytest.mark.parametrize("amount", ["amount", "Cost", "TOTAL", "usd"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_usual_columns_are_found(date: str, amount: str, delimiter: str) -> None:
    lines = [("note", date, amount), ("a", "2026-11-22", "2.50")]

    assert bill_of("\n".join(delimiter.join(line) for line in lines)) == {"2026-11-22": 2_500_000}


def test_other_columns_are_named() -> None:
    text = 'Usage Date,amount,"Net, USD"\n2026-11-22,9,2.50\n'

    assert bill_of(text, date_column="usage date", amount_column="net, usd") == {"2026-11-22": 2_500_000}


@pytest.mark.parametrize(
    ("date", "day"),
    [
        ("2026-11-22", "2026-11-22"),
        ("2026-11-22T23:59:59Z", "2026-11-22"),
        ("2026-11-22 23:59:59.123456", "2026-11-22"),
        ("2026-11-22 23:59:59 UTC", "2026-11-22"),
        ("2026-11-22T23:30:00-01:00", "2026-11-23"),
        ("2026-11-22 00:30:00 +0100", "2026-11-21"),
    ],
)
def test_instants_count_on_their_day_in_utc(date: str, day: str) -> None:
    assert bill_of(f"date,amount\n{date},1\n") == {day: 1_000_000}


@pytest.mark.parametrize(
    ("amount", "millionths"),
    [
        ("12", 12_000_000),
        ("0.5", 500_000),
        (".5", 500_000),
        ("+1.25", 1_250_000),
        ("-1.25", -1_250_000),
        ("(1.25)", -1_250_000),
        ("$1,234.50", 1_234_500_000),
        ("-$3", -3_000_000),
        ("$-3", -3_000_000),
        ("USD 1'234'567.5", 1_234_567_500_000),
        ("1 234.5 usd", 1_234_500_000),
        ("1\u00a0234.5", 1_234_500_000),
        ("1,234,567", 1_234_567_000_000),
        ("1.2e-05", 12),
        ("0", 0),
        ("1e12", 10**18),
    ],
)
def test_amounts_are_read_as_vendors_write_them(amount: str, millionths: int) -> None:
    assert bill_of(f'date,amount\n2026-11-22,"{amount}"\n') == {"2026-11-22": millionths}


@pytest.mark.parametrize(
    "amount",
    [
        "",
        "free",
        "12,50",
        "1.234,56",
        "1,23,456.00",
        "1,234 567.0",
        "--1",
        "-$-1",
        "(-1)",
        "nan",
        "(12",
        "12)",
        "1000000000001",
        "1e99",
        "1 2",
    ],
)
def test_what_is_no_amount_is_refused_with_its_place(amount: str) -> None:
    text = f'date,amount\n2026-11-21,1\n2026-11-22,"{amount}"\n'

    assert refusal_of(text) == f"line 3, column `amount`: `{amount}` is not an amount; write it like 1234.56"


def test_a_comma_that_can_mean_either_is_refused() -> None:
    assert "`1,234` can mean a thousand or a fraction" in refusal_of('date,amount\n2026-11-22,"1,234"\n')


@pytest.mark.parametrize("amount", ["€5", "5 EUR", "GBP 5", "£5"])
def test_another_currency_is_refused(amount: str) -> None:
    assert refusal_of(f"date,cost\n2026-11-22,{amount}\n") == (
        f"line 2, column `cost`: `{amount}` is not in USD, as MEDIAMILL_CURRENCY says"
    )


def test_the_currency_of_the_settings_is_understood() -> None:
    assert dict(read_bill(["day,eur\n", "2026-11-22,€ 5\n"], "EUR").by_day) == {"2026-11-22": 5_000_000}


@pytest.mark.parametrize(
    "date",
    ["", "Total", "22.11.2026", "11/22/2026", "2026-02-30", "20261122", "2026-11-22Tnoon", "0001-01-01T00:00:00+01:00"],
)
def test_what_is_no_date_is_refused_with_its_place(date: str) -> None:
    assert refusal_of(f"amount,day\n1,{date}\n").startswith(f"line 2, column `day`: `{date}` is not a date; write it")


def test_a_long_cell_is_cut_and_made_printable() -> None:
    assert "`a?" in (said := refusal_of(f"date,amount\na\x1b{'b' * 99},1\n"))
    assert "b" * 39 not in said


@pytest.mark.parametrize(
    ("text", "columns", "said"),
    [
        ("", {}, "its first line is empty"),
        (
            "when,amount\n",
            {},
            "none of its columns is called date, day, created, timestamp; name one with --date-column",
        ),
        ("date,net\n", {}, "none of its columns is called amount, cost, total, usd; name one with --amount-column"),
        ("date,amount,total\n", {}, "`amount`, `total` could all be the amount column: name one with --amount-column"),
        ("date,amount\n", {"date_column": "when"}, "it has no column `when`, only `date`, `amount`"),
        ("date,amount\n2026-11-22,1,234.50\n", {}, "line 2 has 3 columns, the header has 2"),
        ("date,amount\n\n2026-11-22\n", {}, "line 3 has 1 columns, the header has 2"),
        ('date,amount\n2026-11-22,"1\n', {}, "line 2: "),
    ],
)
def test_what_is_no_bill_is_refused(text: str, columns: dict[str, str], said: str) -> None:
    assert refusal_of(text, **columns).startswith(said)


def test_days_that_either_side_has_are_compared_in_order() -> None:
    ours = {"2026-11-22": 2_000_000, "2026-11-20": 500_000}
    found = compare(ours, Bill({"2026-11-22": 2_000_000, "2026-11-21": 300_000}), ONE_PERCENT)

    assert found == [
        ComparedDay("2026-11-20", 500_000, 0, differs=True),
        ComparedDay("2026-11-21", 0, 300_000, differs=True),
        ComparedDay("2026-11-22", 2_000_000, 2_000_000, differs=False),
    ]
    assert [one.difference for one in found] == [-500_000, 300_000, 0]


@pytest.mark.parametrize(
    ("ours", "theirs", "tolerance", "differs"),
    [
        (99_000_000, 100_000_000, ONE_PERCENT, False),
        (98_999_999, 100_000_000, ONE_PERCENT, True),
        (101_000_001, 100_000_000, ONE_PERCENT, True),
        (0, CENT, ONE_PERCENT, False),
        (0, CENT + 1, ONE_PERCENT, True),
        (100_000_000, 100_000_007, Tolerance(Decimal(0), 7), False),
        (100_000_000, 100_000_008, Tolerance(Decimal(0), 7), True),
    ],
)
def test_a_day_may_differ_by_a_share_or_an_amount(
    ours: int, theirs: int, tolerance: Tolerance, *, differs: bool
) -> None:
    (day,) = compare({"d": ours}, Bill({"d": theirs}), tolerance)

    assert day.differs is differs
