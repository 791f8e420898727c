"""Alerts: what an operator has to know, once when it begins and once when it is over."""

from mediamill.alerts.alert import Alert, AlertKind, Told, alert_item, latest, open_ones, resolve, rise
from mediamill.alerts.condition import Condition
from mediamill.alerts.secret import secret_text
from mediamill.alerts.telling import bring_nearer, due, forget, give_up_or_retry, told

__all__ = [
    "Alert",
    "AlertKind",
    "Condition",
    "Told",
    "alert_item",
    "bring_nearer",
    "due",
    "forget",
    "give_up_or_retry",
    "latest",
    "open_ones",
    "resolve",
    "rise",
    "secret_text",
    "told",
]
