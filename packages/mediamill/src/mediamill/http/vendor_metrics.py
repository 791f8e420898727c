"""Levels and counters of vendors' engines, read from the database at each scrape."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily

from mediamill import alerts, purchases
from mediamill.alerts import AlertKind
from mediamill.db import Transaction
from mediamill.dispatch import EngineStanding, standings
from mediamill.engines import RemoteSetup
from mediamill.purchases import POSSIBLE_DOUBLE
from mediamill.units import MILLIONTHS

Family = GaugeMetricFamily | CounterMetricFamily
KEYED = ("engine", "key")


@dataclass(frozen=True, slots=True)
class VendorLevels:
    """What the database knows of vendors, at one moment."""

    standings: list[EngineStanding]
    open_alerts: Mapping[AlertKind, int]
    counts: Mapping[tuple[str, str], int]  # of purchases, by engine and event


def read_vendors(tx: Transaction, setups: Mapping[str, RemoteSetup]) -> VendorLevels:
    """Everything."""
    is_open = [alert.kind for alert in alerts.open_ones(tx)]
    by_kind = {kind: is_open.count(kind) for kind in AlertKind}
    return VendorLevels(standings(tx, setups), by_kind, purchases.counts(tx))


def vendor_families(levels: VendorLevels) -> list[Family]:
    """As Prometheus reads them."""
    return [*standing_families(levels.standings), *purchase_families(levels.counts), alert_family(levels.open_alerts)]


def standing_families(standings: Iterable[EngineStanding]) -> list[Family]:
    """Breakers, pauses, jobs and money of each engine and key."""
    breakers = GaugeMetricFamily(
        "mediamill_vendor_breakers_open",
        "Breakers that are open, of the engine, its keys or models.",
        labels=["engine"],
    )
    paused = GaugeMetricFamily("mediamill_vendor_paused", "Whether the engine is paused.", labels=["engine"])
    jobs = GaugeMetricFamily("mediamill_vendor_jobs", "Jobs under way; the key is empty for all.", labels=KEYED)
    money = GaugeMetricFamily("mediamill_vendor_money_today", "Money booked today (UTC).", labels=KEYED)
    cap = GaugeMetricFamily("mediamill_vendor_money_cap_today", "The cap of a day, where there is one.", labels=KEYED)
    for one in standings:
        breakers.add_metric([one.engine], len(one.breakers))
        paused.add_metric([one.engine], int(one.pause is not None))
        for key in (one.total, *one.keys):
            jobs.add_metric([one.engine, key.key_id], key.jobs)
            money.add_metric([one.engine, key.key_id], key.today.used / MILLIONTHS)
            if key.today.cap is not None:
                cap.add_metric([one.engine, key.key_id], key.today.cap / MILLIONTHS)
    return [breakers, paused, jobs, money, cap]


def purchase_families(counts: Mapping[tuple[str, str], int]) -> list[Family]:
    """How many purchases reached each state, and how many may have been made twice."""
    states = CounterMetricFamily(
        "mediamill_vendor_purchases", "Purchases that reached each state.", labels=["engine", "state"]
    )
    doubles = CounterMetricFamily(
        "mediamill_vendor_possible_double",
        "Purchases made although an earlier one for the same generation may have been accepted.",
        labels=["engine"],
    )
    for (engine, event), total in counts.items():
        if event == POSSIBLE_DOUBLE:
            doubles.add_metric([engine], total)
        else:
            states.add_metric([engine, event], total)
    return [states, doubles]


def alert_family(open_alerts: Mapping[AlertKind, int]) -> Family:
    """How many alerts of each kind are open."""
    family = GaugeMetricFamily("mediamill_alerts_open", "Alerts that are open.", labels=["kind"])
    for kind, count in open_alerts.items():
        family.add_metric([kind.value], count)
    return family
