"""Looking at deliveries: one with its attempts, or the latest."""

from dataclasses import dataclass

from mediamill import ids
from mediamill.db import Transaction, named_queries
from mediamill.webhooks import attempt, delivery
from mediamill.webhooks.attempt import DeliveryAttempt
from mediamill.webhooks.delivery import Delivery, DeliveryStatus

SQL = named_queries(__file__)

TOTAL_MAX = 10_000  # a page of everybody's says of a longer list that it has more than this
FAILING_LOOKED_AT = 10_000  # undelivered webhooks, the newest


@dataclass(frozen=True, slots=True)
class FailingHost:
    """A receiver that does not take webhooks: how many, and since when the oldest of them is owed."""

    host: str
    webhooks: int
    since: int


def delivery_of(tx: Transaction, generation_id: str) -> Delivery | None:
    """The delivery of a generation, if it has one."""
    row = tx.one(SQL.delivery_of, generation_id=generation_id)
    return delivery.from_row(row) if row else None


def attempts_of(tx: Transaction, generation_id: str) -> list[DeliveryAttempt]:
    """Every attempt of a delivery, oldest first."""
    return [attempt.from_row(row) for row in tx.all(SQL.attempts_of, generation_id=generation_id)]


def page_of_all(
    tx: Transaction, *, status: DeliveryStatus | None, account_id: str | None, limit: int, offset: int
) -> tuple[list[Delivery], int]:
    """A page of everybody's deliveries or of one account's, newest first, and how many: TOTAL_MAX + 1 stands for more
    where no account is named. Read it aside.
    """
    if account_id is not None:
        return page(tx, account_id, status=status, limit=limit, offset=offset)
    where: dict[str, str] = {}
    match status:
        case None:
            count, rows_of = SQL.count_of_all, SQL.page_of_all
        case DeliveryStatus.DELIVERED:
            count, rows_of = SQL.count_of_delivered, SQL.page_of_delivered
        case _:
            count, rows_of, where = SQL.count_of_undelivered, SQL.page_of_undelivered, {"status": status.value}
    total = tx.one(count, most=TOTAL_MAX + 1, **where)
    assert total is not None
    return [delivery.from_row(row) for row in tx.all(rows_of, limit=limit, offset=offset, **where)], total["total"]


def page(
    tx: Transaction, account_id: str, *, status: DeliveryStatus | None, limit: int, offset: int
) -> tuple[list[Delivery], int]:
    """A page of an account's deliveries, newest first, and how many there are. It takes milliseconds: read it aside."""
    where = {"account_id": account_id, "status": status and status.value}
    total = tx.one(SQL.count_of_account, **where)
    assert total is not None
    rows = tx.all(SQL.page_of_account, limit=limit, offset=offset, **where) if offset < total["total"] else []
    return [delivery.from_row(row) for row in rows], total["total"]


def counts_since(tx: Transaction, since: int) -> dict[str, int]:
    """How many deliveries of generations accepted since then are in each status. Read it aside."""
    found = {row["status"]: row["total"] for row in tx.all(SQL.counts_since, first=ids.first_at("gen", since))}
    return {status.value: found.get(status.value, 0) for status in DeliveryStatus}


def failing_hosts(tx: Transaction, since: int, least: int) -> list[FailingHost]:
    """Receivers that have refused so many webhooks of generations accepted since then. Read it aside."""
    rows = tx.all(SQL.failing_hosts, first=ids.first_at("gen", since), least=least, limit=FAILING_LOOKED_AT)
    return [FailingHost(row["host"], row["failing"], row["since"]) for row in rows]
