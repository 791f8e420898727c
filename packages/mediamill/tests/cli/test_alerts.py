"""`mediamill alerts`: what opened, what is over, and what signs the posts."""

import base64

from mediamill import alerts
from mediamill.alerts import AlertKind
from mediamill.db import Transaction
from tests.cli.operator import Operator


def two_alerts(tx: Transaction) -> None:
    alerts.rise(tx, AlertKind.MODEL_GONE, "studio, a/b", "studio, a/b: 404: it is gone.")
    alerts.resolve(tx, alerts.open_ones(tx)[0])
    for _ in range(2):
        alerts.rise(tx, AlertKind.CAP_REACHED, "studio, 2026-11-22, cap 5.00", "studio: nothing is left.")


def test_alerts_are_listed_and_the_open_ones_alone_if_asked(operator: Operator) -> None:
    operator.opens_shop()
    assert operator.reads("alerts", "list") == []
    operator.changes(two_alerts)
    everything, still_open = operator.reads("alerts", "list"), operator.reads("alerts", "list", "--open")

    assert [(one["kind"], one["count"], one["resolvedAt"] is None) for one in everything] == [
        ("cap_reached", 2, True),
        ("model_gone", 1, False),
    ]
    assert still_open == everything[:1]
    assert operator.reads("alerts", "list", "--limit", "1") == everything[:1]
    line = operator.runs("alerts", "list", "--open").stdout
    assert line.split("\t")[1:] == ["open", "cap_reached", "2", "studio: nothing is left.\n"]


def test_the_secret_is_printed_for_the_receiver(operator: Operator) -> None:
    operator.opens_shop()
    text = operator.runs("alerts", "secret").stdout.strip()

    assert len(base64.b64decode(text.removeprefix("whsec_"))) == 32
    assert operator.reads("alerts", "secret") == {"secret": text}


def test_without_a_database_there_is_nothing_to_list(operator: Operator) -> None:
    assert "There is no database" in operator.hears("alerts", "list")
