"""An alert: a row from its opening to its end."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from mediamill import clock, ids
from mediamill.db import Row, Transaction, named_queries

SQL = named_queries(__file__)


class AlertKind(StrEnum):
    """What is the matter."""

    KEY_REFUSED = "key_refused"  # a key, or the money of its account
    MODEL_GONE = "model_gone"
    ENGINE_PAUSED = "engine_paused"  # by the service itself
    CAP_NEAR = "cap_near"
    CAP_REACHED = "cap_reached"
    PURCHASE_UNKNOWN = "purchase_unknown"  # nobody knows whether it was made
    PURCHASE_ORPHANED = "purchase_orphaned"  # nobody waits for it, and the vendor does not say what it costs
    JOB_WITHOUT_KEY = "job_without_key"  # it cannot be looked at
    ENGINE_OPEN = "engine_open"  # its calls keep failing
    BALANCE_LOW = "balance_low"  # a vendor's account is nearly empty
    POSSIBLE_DOUBLE = "possible_double"  # bought although an earlier purchase may have been accepted
    MARGIN_NEGATIVE = "margin_negative"  # a model costs more than it brings
    OLDEST_WAIT = "oldest_wait"
    UNSERVED = "unserved"  # nobody runs a model that something waits for, or works for its pool
    PROCESSES_DIFFER = "processes_differ"
    WEBHOOK_FAILING = "webhook_failing"
    DISK_LOW = "disk_low"


class Told(StrEnum):
    """What the operator was told of an alert."""

    NOTHING = "nothing"
    OPENING = "opening"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Alert:
    """One alert. Instants in milliseconds."""

    id: str
    kind: AlertKind
    subject: str
    sentence: str
    count: int  # of what it is about, the most at one time
    opened_at: int
    resolved_at: int | None
    told: Told
    tell_at: int | None
    tries: int


def rise(tx: Transaction, kind: AlertKind, subject: str, sentence: str, count: int | None = None) -> None:
    """Open it, or note what has changed of the one that is open; without a `count` it happened once more."""
    if count is None:
        before = tx.one(SQL.find_open, kind=kind.value, subject=subject)
        count = before["count"] + 1 if before else 1
    tx.run(
        SQL.rise,
        id=ids.new("alr", tx.now()),
        kind=kind.value,
        subject=subject,
        sentence=sentence,
        count=count,
        now=tx.now(),
    )


def resolve(tx: Transaction, alert: Alert) -> bool:
    """It is over; False when it was resolved before."""
    return tx.run(SQL.resolve, id=alert.id, now=tx.now()) == 1


def open_ones(tx: Transaction) -> list[Alert]:
    """Those that are open, the oldest first."""
    return [from_row(row) for row in tx.all(SQL.open_ones)]


def latest(tx: Transaction, limit: int) -> list[Alert]:
    """The newest, resolved ones included."""
    return [from_row(row) for row in tx.all(SQL.latest, limit=limit)]


def from_row(row: Row) -> Alert:
    """An alert from its row."""
    values = {name: row[name] for name in Alert.__slots__}
    return Alert(**{**values, "kind": AlertKind(row["kind"]), "told": Told(row["told"])})


def alert_item(alert: Alert) -> dict[str, Any]:
    """An alert as operators see it."""
    return {
        "id": alert.id,
        "kind": alert.kind.value,
        "subject": alert.subject,
        "sentence": alert.sentence,
        "count": alert.count,
        "openedAt": clock.iso(alert.opened_at),
        "resolvedAt": clock.iso_or_none(alert.resolved_at),
    }
