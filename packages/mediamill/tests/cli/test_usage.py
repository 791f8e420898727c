"""`mediamill usage` on sums that are known, and `usage check` on bills that agree and that do not."""

import asyncio
import csv
import io
import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from mediamill import accounts, clock, purchases, usage
from mediamill.accounts import Account, Plan
from mediamill.cli.main import cli
from mediamill.clock import day_of
from mediamill.db import SqliteDatabase, Transaction
from mediamill.errors import MediamillError
from mediamill.purchases import Purchase
from mediamill.units import DAY_MS
from mediamill.usage import Amounts, Use
from tests.purchases.buying import PICTURE

Mediamill = Callable[..., Result]
ACCOUNTS_MANY = 3_000


class Office:
    """A data folder with the accounts of Ada and Ben, and what they used."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.now = 1_795_348_800_000  # 2026-11-22T12:00:00Z
        self.ada, self.ben = (self.write(partial(self.open, name=name)) for name in ("ada", "ben"))
        self.key = self.write(lambda tx: accounts.issue_key(tx, self.ada.id, "laptop", b"pepper"))[0].id

    def open(self, tx: Transaction, name: str) -> Account:
        return accounts.open_account(tx, f"{name}@example.com", Plan.PRO, 0)

    def write(self, work: Callable[[Transaction], Any]) -> Any:
        async def run() -> Any:
            database = SqliteDatabase(self.folder / "mediamill.db", now=lambda: self.now)
            await database.start()
            try:
                return await database.write(work)
            finally:
                await database.stop()

        return asyncio.run(run())

    def count(self, uses: Iterable[tuple[str, Use, Amounts]]) -> None:
        def add(tx: Transaction) -> None:
            for day, use, amounts in uses:
                usage.add(tx, use, amounts, day)

        self.write(add)

    def buy(self, actual: int | None, engine: str = "fal") -> Purchase:
        """One of 0.04 dollars, billed at so many millionths; not finished where that is None."""
        new = replace(PICTURE, account_id=self.ada.id, engine=engine)
        bought = self.write(partial(purchases.intend, new=new, caps={}))
        assert isinstance(bought, Purchase)
        if actual is None:
            self.write(partial(purchases.mark_unknown, purchase_id=bought.id))
        else:
            self.write(partial(purchases.settle, purchase_id=bought.id, actual=actual))
        return bought


@pytest.fixture
def mediamill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Mediamill:
    monkeypatch.setenv("MEDIAMILL_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> Result:
        return CliRunner().invoke(cli, ["usage", *arguments])

    return run


@pytest.fixture
def office(tmp_path: Path) -> Office:
    office = Office(tmp_path / "data")
    picture = Use(office.ada.id, office.key, "create-image", "nano-banana", "fal")
    drums = Use(office.ben.id, "", "drum-generator", "drumgen", "procedural.drums")
    office.count(
        [
            ("2026-10-31", picture, Amounts(runs=100, credits=800)),
            ("2026-11-01", picture, Amounts(runs=2, run_ms=2_500, credits=16, cost=80_000)),
            ("2026-11-02", picture, Amounts(runs=1, errors=1, run_ms=1, credits=8, cost=40_001)),
            ("2026-11-30", drums, Amounts(runs=3, run_ms=30_000)),
            ("2026-11-02", replace(drums, engine=""), Amounts(errors=1)),
            ("2026-12-01", picture, Amounts(runs=1_000, cost=1)),
        ]
    )
    return office


NOVEMBER = ("--from", "2026-11-01", "--to", "2026-11-30")


def as_json(result: Result) -> Any:
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def as_rows(result: Result) -> list[list[str]]:
    assert result.exit_code == 0, result.output
    return list(csv.reader(io.StringIO(result.stdout)))


def test_engines_have_a_line_each_and_a_total(mediamill: Mediamill, office: Office) -> None:
    shown = as_json(mediamill(*NOVEMBER, "--json"))
    numbers = ("runs", "errors", "seconds", "credits", "cost")

    assert {name: shown[name] for name in ("from", "to", "by", "currency")} == {
        "from": "2026-11-01",
        "to": "2026-11-30",
        "by": "engine",
        "currency": "USD",
    }
    assert shown["groups"] == [
        {"engine": "", **dict(zip(numbers, (0, 1, 0, 0, 0), strict=True))},
        {"engine": "fal", **dict(zip(numbers, (3, 1, 2.501, 24, 0.120001), strict=True))},
        {"engine": "procedural.drums", **dict(zip(numbers, (3, 0, 30, 0, 0), strict=True))},
    ]
    assert shown["total"] == dict(zip(numbers, (6, 2, 32.501, 24, 0.120001), strict=True))


def test_every_grouping_has_its_names(mediamill: Mediamill, office: Office) -> None:
    grouped = {by: as_rows(mediamill("--by", by, *NOVEMBER, "--csv")) for by in ("engine", "model", "account", "key")}
    names = {by: [row[:-5] for row in rows] for by, rows in grouped.items()}

    assert {tuple(row[-5:]) for rows in grouped.values() for row in rows[:1]} == {
        ("runs", "errors", "seconds", "credits", "cost")
    }
    assert {tuple(rows[-1][-5:]) for rows in grouped.values()} == {("6", "2", "32.501", "24", "0.120001")}
    assert names == {
        "engine": [["engine"], [""], ["fal"], ["procedural.drums"], ["total"]],
        "model": [
            ["tool", "model"],
            ["create-image", "nano-banana"],
            ["drum-generator", "drumgen"],
            ["total", ""],
        ],
        "account": [
            ["account", "email"],
            [office.ada.id, "ada@example.com"],
            [office.ben.id, "ben@example.com"],
            ["total", ""],
        ],
        "key": [
            ["email", "key", "name"],
            ["ada@example.com", office.key, "laptop"],
            ["ben@example.com", "", ""],
            ["total", "", ""],
        ],
    }


def test_with_a_price_of_a_credit_there_is_a_margin(
    mediamill: Mediamill, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEDIAMILL_CREDIT_PRICE", "0.0015")
    monkeypatch.setenv("MEDIAMILL_CURRENCY", "EUR")
    rows = as_rows(mediamill(*NOVEMBER, "--csv"))
    shown = as_json(mediamill(*NOVEMBER, "--json"))

    assert [(row[0], row[-2], row[-1]) for row in rows] == [
        ("engine", "cost", "margin"),
        ("", "0.00", "0.00"),
        ("fal", "0.120001", "-0.084001"),
        ("procedural.drums", "0.00", "0.00"),
        ("total", "0.120001", "-0.084001"),
    ]
    assert (shown["currency"], shown["total"]["margin"]) == ("EUR", -0.084001)


def test_a_table_says_the_same(mediamill: Mediamill, office: Office) -> None:
    assert mediamill("--by", "model", *NOVEMBER).stdout.splitlines() == [
        "create-image\tnano-banana\t3\t1\t2.501\t24\t0.120001",
        "drum-generator\tdrumgen\t3\t1\t30.00\t0\t0.00",
        "total\t\t6\t2\t32.501\t24\t0.120001",
    ]


def test_thirty_days_until_today_unless_told_otherwise(
    mediamill: Mediamill, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "now", lambda: office.now)
    today = as_json(mediamill("--json"))
    before = as_json(mediamill("--to", "2026-11-01", "--json"))
    nothing = as_json(mediamill("--from", "2026-11-03", "--json"))

    assert (today["from"], today["to"], today["total"]["runs"]) == ("2026-10-24", "2026-11-22", 103)
    assert (before["from"], before["to"], before["total"]["runs"]) == ("2026-10-03", "2026-11-01", 102)
    assert (nothing["groups"], nothing["total"]["runs"]) == ([], 0)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--from", "yesterday"), "`yesterday` is not a day: write it like 2026-11-22"),
        (("--to", "2026-02-30"), "`2026-02-30` is not a day: write it like 2026-11-22"),
        (("--to", "20261122"), "`20261122` is not a day: write it like 2026-11-22"),
        (("--from", "2026-11-02", "--to", "2026-11-01"), "--from is 2026-11-02, after --to, which is 2026-11-01."),
        (("--json", "--csv"), "--json and --csv exclude each other."),
        (("--by", "engine", "check", "fal", "."), "Write options after `check`: before it they mean a report."),
    ],
)
def test_what_cannot_be_meant_is_said(
    mediamill: Mediamill, office: Office, arguments: tuple[str, ...], said: str
) -> None:
    refused = mediamill(*arguments)

    assert (refused.exit_code, said in refused.stderr) == (2, True), refused.stderr


def test_csv_has_a_line_for_everybody(mediamill: Mediamill, office: Office) -> None:
    use = Use("", "", "create-image", "nano-banana", "fal")
    office.count(
        ("2026-11-05", replace(use, account_id=f"acc_{number:05}"), Amounts(runs=1)) for number in range(ACCOUNTS_MANY)
    )
    rows = as_rows(mediamill("--by", "account", "--from", "2026-11-05", "--to", "2026-11-05", "--csv"))

    assert len(rows) == ACCOUNTS_MANY + 2
    assert rows[-1] == ["total", "", str(ACCOUNTS_MANY), "0", "0.00", "0", "0.00"]


class Vendor:
    """Who sends the bill for what was bought today and yesterday."""

    def __init__(self, office: Office, folder: Path, mediamill: Mediamill) -> None:
        self.office, self.file, self.mediamill = office, folder / "invoice.csv", mediamill
        self.days = [day_of(office.now), day_of(office.now + DAY_MS)]
        for actual in (40_000, 50_000):
            office.buy(actual)
        office.buy(70_000, engine="bfl")
        office.now += DAY_MS
        office.buy(1_000_000)

    def check(self, bill: str, *options: str, engine: str = "fal") -> Result:
        self.file.write_text(bill)
        return self.mediamill("check", engine, str(self.file), *options)


@pytest.fixture
def vendor(office: Office, tmp_path: Path, mediamill: Mediamill) -> Vendor:
    return Vendor(office, tmp_path, mediamill)


def test_a_bill_that_agrees(vendor: Vendor) -> None:
    """To the cent on one day, to the percent on the other."""
    agreed = vendor.check("date,amount\n2026-11-22,$0.08\n2026-11-23,1.01\n")

    assert (agreed.exit_code, agreed.stderr) == (0, "")
    assert agreed.stdout.splitlines() == ["2026-11-22\t0.09\t0.08\t-0.01\t", "2026-11-23\t1.00\t1.01\t0.01\t"]


def test_a_bill_that_differs(vendor: Vendor) -> None:
    bill = "date,amount\n2026-11-22,0.09\n2026-11-23,1.02\n"
    differs = vendor.check(bill, "--json")
    shown = json.loads(differs.stdout)

    assert (differs.exit_code, shown["agrees"]) == (1, False)
    assert shown["days"] == [
        {"day": "2026-11-22", "ours": 0.09, "theirs": 0.09, "difference": 0.0, "differs": False},
        {"day": "2026-11-23", "ours": 1.0, "theirs": 1.02, "difference": 0.02, "differs": True},
    ]
    assert vendor.check(bill).stdout.splitlines()[1] == "2026-11-23\t1.00\t1.02\t0.02\tdiffers"
    assert [vendor.check(bill, "--tolerance", one).exit_code for one in ("2%", "0.02", "1.9 %", "0.019")] == [
        0,
        0,
        1,
        1,
    ]


def test_what_the_vendor_forgot_is_seen_on_the_days_of_the_bill(vendor: Vendor) -> None:
    """The days of its lines, unless the command says more: a bill of a month may begin later."""
    bill = "date,amount\n2026-11-23,1\n"
    whole = vendor.check(bill, "--from", "2026-10-31", "--to", "2026-11-30", "--json")

    assert vendor.check(bill).exit_code == 0
    assert whole.exit_code == 1
    # On 2026-11-01 and the day after it the office began with costs, on 2026-10-31 without.
    assert [(one["day"], one["differs"]) for one in json.loads(whole.stdout)["days"]] == [
        ("2026-11-01", True),
        ("2026-11-02", True),
        ("2026-11-22", True),
        ("2026-11-23", False),
    ]


def test_purchases_that_may_still_be_billed_are_listed(vendor: Vendor) -> None:
    lost = vendor.office.buy(None)
    vendor.office.now += DAY_MS
    vendor.office.buy(None)
    listed = vendor.check("date,amount\n2026-11-23,1.04\n")

    assert listed.exit_code == 1
    assert "not known yet what they cost" in listed.stderr
    assert listed.stdout.splitlines()[1:] == [f"{lost.id}\t2026-11-23\tunknown\t0.04"]
    shown = json.loads(vendor.check("date,amount\n2026-11-23,1\n", "--json").stdout)
    assert shown["unfinished"] == [{"id": lost.id, "day": "2026-11-23", "state": "unknown", "estimate": 0.04}]


def test_an_engine_that_never_bought_is_named(vendor: Vendor) -> None:
    refused = vendor.check("date,amount\n2026-11-22,1\n", engine="foal")

    assert isinstance(refused.exception, MediamillError)
    assert "Nothing was ever bought by an engine called foal." in str(refused.exception)


@pytest.mark.parametrize(
    ("bill", "options", "said"),
    [
        ("date,amount\n", (), "The bill has no lines: say with --from and --to which days it is for."),
        ("date,amount\n2026-10-31,1\n", NOVEMBER, "The bill has lines of 2026-10-31, which is not within 2026-11-01"),
        ("date,amount\n2026-11-22,1\n", ("--to", "2026-11-21"), "--from is 2026-11-22, after --to"),
        ("date,amount\n2026-11-22,1\n", ("--tolerance", "some"), "`some` is no tolerance: write a share such as 1%"),
    ],
)
def test_a_comparison_that_cannot_be_meant_is_refused(
    vendor: Vendor, bill: str, options: tuple[str, ...], said: str
) -> None:
    refused = vendor.check(bill, *options)

    assert (refused.exit_code, said in refused.stderr) == (2, True), refused.stderr


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\xef\xbb\xbfdate,amount\n2026-11-22,much\n", "line 2, column `amount`: `much` is not an amount"),
        (b"date,amount\n2026-11-22,\xff\n", "it is not UTF-8 text"),
    ],
)
def test_a_file_that_is_no_bill_is_refused_with_a_sentence(vendor: Vendor, content: bytes, said: str) -> None:
    vendor.file.write_bytes(content)
    refused = vendor.mediamill("check", "fal", str(vendor.file))

    assert isinstance(refused.exception, MediamillError)
    assert said in str(refused.exception)


def test_a_bill_without_lines_is_for_the_days_that_are_named(vendor: Vendor) -> None:
    assert vendor.check("date,amount\n", "--from", "2026-11-20", "--to", "2026-11-21").exit_code == 0
    assert vendor.check("date,amount\n", "--from", "2026-11-22", "--to", "2026-11-22").exit_code == 1
