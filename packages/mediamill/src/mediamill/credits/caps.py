"""Spending caps of accounts and API keys: so much in a UTC day, in a UTC month and in total, kept to the last credit.

What counts is what was captured in the window and what unfinished generations hold now. Both are read from rows under
the account's lock, so that no two orders spend the same credit. A key that was made with a capped key spends under the
caps of both.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

import orjson

from mediamill.clock import day_of
from mediamill.credits.balance import GRANT_MAX
from mediamill.db import Row, Transaction, lock_account, named_queries
from mediamill.errors import MediamillError
from mediamill.units import DAY_MS

SQL = named_queries(__file__)

CAP_MAX = GRANT_MAX
ACCOUNT = ""  # in place of a key's id: the account as a whole


class InvalidCap(MediamillError):
    """{credits} is not a valid cap: name a whole number of credits from 0 to 1000000000000."""

    code = "invalid_cap"


@dataclass(frozen=True, slots=True)
class Caps:
    """The most credits that may be spent in a UTC day, in a UTC month and in total; None: no cap."""

    day: int | None = None
    month: int | None = None
    total: int | None = None

    def __bool__(self) -> bool:
        """Whether anything is capped."""
        return self != NO_CAPS

    def covers(self, other: "Caps") -> bool:
        """Whether the other caps allow no more than these in any window."""
        windows = ((self.day, other.day), (self.month, other.month), (self.total, other.total))
        return all(mine is None or (theirs is not None and theirs <= mine) for mine, theirs in windows)

    def left(self, spent: "CreditsSpent") -> "Caps":
        """What may still be spent in each window, never below 0."""
        return Caps(_left(self.day, spent.day), _left(self.month, spent.month), _left(self.total, spent.total))

    def least(self, other: "Caps") -> "Caps":
        """The smaller one of each window."""
        return Caps(_least(self.day, other.day), _least(self.month, other.month), _least(self.total, other.total))


NO_CAPS = Caps()


@dataclass(frozen=True, slots=True)
class CreditsSpent:
    """Credits captured in the day, the month and in total, each with what is held now."""

    day: int = 0
    month: int = 0
    total: int = 0

    def __add__(self, other: "CreditsSpent") -> "CreditsSpent":
        """Both together."""
        return CreditsSpent(self.day + other.day, self.month + other.month, self.total + other.total)


@dataclass(frozen=True, slots=True)
class KeySpending:
    """What counts against a key's caps, and what it may still spend."""

    caps: Caps
    used: CreditsSpent
    left: Caps  # under its own caps and those of the keys that it descends from


@dataclass(frozen=True, slots=True)
class Renewals:
    """When the windows begin anew, in milliseconds."""

    day: int
    month: int


Payer = tuple[str, str]  # account id, and a key's id or ACCOUNT


@dataclass(slots=True)
class Allowances:
    """What payers may still spend, while orders are decided one after the other. Without caps there is no end to it."""

    left: dict[Payer, int]  # of everybody who has caps
    capped_by: Mapping[Payer, tuple[str, ...]]  # for keys, the ones under whose caps they spend besides their own

    def covers(self, account_id: str, key_id: str | None, credits: int) -> bool:
        """Whether so many credits are within every cap; nothing is always."""
        return not credits or all(
            self.left[payer] >= credits for payer in self.payers(account_id, key_id) if payer in self.left
        )

    def spend(self, account_id: str, key_id: str | None, credits: int) -> None:
        """So many fewer are left."""
        for payer in self.payers(account_id, key_id):
            if payer in self.left:
                self.left[payer] -= credits

    def payers(self, account_id: str, key_id: str | None) -> list[Payer]:
        """Whose caps an order of this key counts against."""
        if not key_id:
            return [(account_id, ACCOUNT)]
        line = self.capped_by.get((account_id, key_id), ())
        return [(account_id, one) for one in (ACCOUNT, key_id, *line)]


NOTHING_CAPPED = Allowances({}, {})


def allowances(tx: Transaction, account_ids: Iterable[str]) -> Allowances:
    """What the caps of these accounts and their keys leave. The caller has locked the accounts."""
    accounts = orjson.dumps(sorted(account_ids)).decode()
    found = {(row["account_id"], row["api_key_id"]): row for row in tx.all(SQL.caps, account_ids=accounts)}
    if not found:
        return NOTHING_CAPPED
    caps = {payer: caps_from(row) for payer, row in found.items()}
    capped = sorted({account_id for account_id, _ in caps})
    lines = lines_of(tx, capped)
    spent = spent_of(tx, capped, since=first_day(tx.now(), caps.values()))
    held = held_of(tx, {account_id for account_id, key_id in caps if key_id != ACCOUNT})
    left = {}
    for payer, theirs in caps.items():
        holds = found[payer]["held"] if payer[1] == ACCOUNT else held_under(payer, held, lines)
        used = spent_under(payer, spent, lines) + CreditsSpent(holds, holds, holds)
        windows = ((theirs.day, used.day), (theirs.month, used.month), (theirs.total, used.total))
        left[payer] = min(cap - total for cap, total in windows if cap is not None)
    return Allowances(left, lines)


def spending_of_keys(tx: Transaction, account_id: str, key_ids: Iterable[str]) -> dict[str, KeySpending]:
    """Of each of these keys, what it used and what its caps leave. Of a capped one, what keys that it made used counts.

    It reads the account's sums of all days: read it aside.
    """
    accounts = orjson.dumps([account_id]).decode()
    caps = {row["api_key_id"]: caps_from(row) for row in tx.all(SQL.caps, account_ids=accounts)}
    lines = lines_of(tx, [account_id])
    spent = spent_of(tx, [account_id], since="")
    held = held_of(tx, {account_id})

    def used_by(key_id: str) -> CreditsSpent:
        payer = (account_id, key_id)
        holds = held_under(payer, held, lines)
        return spent_under(payer, spent, lines) + CreditsSpent(holds, holds, holds)

    found = {}
    for key_id in key_ids:
        left = NO_CAPS
        for one in (key_id, *lines.get((account_id, key_id), ())):
            left = left.least(caps.get(one, NO_CAPS).left(used_by(one)))
        found[key_id] = KeySpending(caps.get(key_id, NO_CAPS), used_by(key_id), left)
    return found


def account_caps(tx: Transaction, account_id: str) -> Caps:
    """The caps of an account as a whole."""
    return caps_of(tx, account_id, ACCOUNT)


def set_account_caps(tx: Transaction, account_id: str, caps: Caps) -> None:
    """Cap what an account may spend from now on; NO_CAPS ends that. Raises InvalidCap."""
    lock_account(tx, account_id)
    write_caps(tx, account_id, ACCOUNT, caps)


def set_key_caps(tx: Transaction, account_id: str, key_id: str, caps: Caps, origin: str | None = None) -> None:
    """Cap a new key, which spends under the caps of the key that it was made with as well. Raises InvalidCap."""
    write_caps(tx, account_id, key_id, caps)
    if origin is None:
        return
    line = lines_of(tx, [account_id]).get((account_id, origin), ())
    above = [*line, origin] if caps_of(tx, account_id, origin) else line
    rows = [{"account_id": account_id, "api_key_id": key_id, "capped_by": one} for one in above]
    tx.send_many(SQL.add_capped_key, rows)


def forget_account(tx: Transaction, account_id: str) -> None:
    """The caps of an account that is gone, and of its keys, go as well."""
    tx.run(SQL.forget_account_caps, account_id=account_id)
    tx.run(SQL.forget_capped_keys, account_id=account_id)


def caps_of(tx: Transaction, account_id: str, key_id: str) -> Caps:
    """The caps of one key."""
    row = tx.one(SQL.caps_of, account_id=account_id, api_key_id=key_id)
    return caps_from(row) if row else NO_CAPS


def renewals(now: int) -> Renewals:
    """When the day and the month of this instant are over."""
    instant = datetime.fromtimestamp(now // 1_000, UTC)
    midnight = instant.replace(hour=0, minute=0, second=0)
    month = midnight.replace(year=midnight.year + midnight.month // 12, month=midnight.month % 12 + 1, day=1)
    return Renewals(int(midnight.timestamp()) * 1_000 + DAY_MS, int(month.timestamp()) * 1_000)


def month_of(day: str) -> str:
    """The first day of a day's month."""
    return f"{day[:7]}-01"


def first_day(now: int, caps: Iterable[Caps]) -> str:
    """The first day of the longest window that anybody's caps look at; "" for all days."""
    today = day_of(now)
    found = today
    for one in caps:
        if one.total is not None:
            return ""
        if one.month is not None:
            found = month_of(today)
    return found


def write_caps(tx: Transaction, account_id: str, key_id: str, caps: Caps) -> None:
    """Raises InvalidCap."""
    for credits in (caps.day, caps.month, caps.total):
        if credits is not None and not 0 <= credits <= CAP_MAX:
            raise InvalidCap(credits=credits)
    tx.run(SQL.forget_caps, account_id=account_id, api_key_id=key_id)
    if caps:
        tx.run(SQL.add_caps, account_id=account_id, api_key_id=key_id, day=caps.day, month=caps.month, total=caps.total)


def lines_of(tx: Transaction, account_ids: Iterable[str]) -> dict[Payer, tuple[str, ...]]:
    """Under whose caps each key of these accounts spends, besides its own."""
    found: dict[Payer, list[str]] = defaultdict(list)
    for row in tx.all(SQL.capped_keys, account_ids=orjson.dumps(sorted(account_ids)).decode()):
        found[row["account_id"], row["api_key_id"]].append(row["capped_by"])
    return {payer: tuple(line) for payer, line in found.items()}


def spent_of(tx: Transaction, account_ids: Iterable[str], *, since: str) -> dict[Payer, CreditsSpent]:
    """What was captured by each key of these accounts; '' is what no key is known of."""
    today = day_of(tx.now())
    return {
        (account_id, row["api_key_id"]): CreditsSpent(int(row["day"]), int(row["month"]), int(row["total"]))
        for account_id in account_ids
        for row in tx.all(SQL.spent, account_id=account_id, since=since, today=today, month=month_of(today))
    }


def held_of(tx: Transaction, account_ids: Iterable[str]) -> dict[Payer, int]:
    """What the unfinished generations of each key of these accounts hold."""
    return {
        (account_id, row["api_key_id"]): int(row["held"])
        for account_id in account_ids
        for row in tx.all(SQL.held_by_key, account_id=account_id)
    }


def spent_under(
    payer: Payer, spent: Mapping[Payer, CreditsSpent], lines: Mapping[Payer, tuple[str, ...]]
) -> CreditsSpent:
    """What counts against the caps of an account or a key."""
    return sum((one for other, one in spent.items() if counts_for(payer, other, lines)), CreditsSpent())


def held_under(payer: Payer, held: Mapping[Payer, int], lines: Mapping[Payer, tuple[str, ...]]) -> int:
    """What is held and counts against the caps of a key."""
    return sum(one for other, one in held.items() if counts_for(payer, other, lines))


def counts_for(payer: Payer, spender: Payer, lines: Mapping[Payer, tuple[str, ...]]) -> bool:
    """Whether what the one spends counts against the caps of the other."""
    if payer[0] != spender[0]:
        return False
    return payer[1] in (ACCOUNT, spender[1], *lines.get(spender, ()))


def caps_from(row: Row) -> Caps:
    """Caps from their row."""
    return Caps(row["day"], row["month"], row["total"])


def _left(cap: int | None, spent: int) -> int | None:
    return None if cap is None else max(0, cap - spent)


def _least(one: int | None, other: int | None) -> int | None:
    return min((cap for cap in (one, other) if cap is not None), default=None)


def by_window(amounts: Caps | CreditsSpent) -> dict[str, int | None]:
    """Credits by window, as people are shown them."""
    return {"day": amounts.day, "month": amounts.month, "total": amounts.total}
