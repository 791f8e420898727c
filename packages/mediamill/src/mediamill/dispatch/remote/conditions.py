"""What an operator has to know of vendors' engines at this moment, out of the database and the settings."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from mediamill import clock, jobs, purchases
from mediamill.alerts import AlertKind, Condition
from mediamill.breakers import Breaker
from mediamill.db import Transaction
from mediamill.dispatch.remote.standing import EngineStanding, KeyStanding, Spent, standings
from mediamill.engines import RemoteSetup
from mediamill.purchases import PurchaseState
from mediamill.thresholds import DEFAULTS, Thresholds
from mediamill.units import DAY_MS, MILLIONTHS, MINUTE_MS

QUESTIONS_MS = DAY_MS  # purchases of which it is still open what they cost are of interest for so long
ORPHANED_MS = 15 * MINUTE_MS  # a vendor usually says by then what a cancelled job costs


@dataclass(frozen=True, slots=True)
class Situation:
    """Everything that holds at one moment."""

    conditions: tuple[Condition, ...]
    # The subjects that alerts about caps may have now: of this day and month, as configured.
    caps: frozenset[str] = frozenset()
    unknown: frozenset[tuple[AlertKind, str]] = frozenset()  # of which nobody can say just now whether they hold


def situation(
    tx: Transaction, setups: Mapping[str, RemoteSetup], currency: str, thresholds: Thresholds = DEFAULTS
) -> Situation:
    """As it is now."""
    found: list[Condition] = []
    caps: set[str] = set()
    for standing in standings(tx, setups):
        caps.update(subject for subject, _, _ in caps_of(standing))
        found += of_breakers(standing.breakers)
        found += of_outages(standing.breakers, tx.now(), thresholds.engine_ms)
        if standing.pause and standing.pause.by_itself:
            found.append(Condition(AlertKind.ENGINE_PAUSED, standing.engine, standing.pause.reason))
        found += of_caps(standing, currency, thresholds.alert_cap_share)
        found += of_purchases(tx, standing.engine)
        found += of_jobs(tx, standing.engine, setups.get(standing.engine))
    return Situation(tuple(found), frozenset(caps))


def of_breakers(breakers: Iterable[Breaker]) -> Iterator[Condition]:
    """Keys that are refused, accounts without money, models that are gone."""
    for breaker in breakers:
        if not breaker.for_operator:
            continue
        if breaker.model:
            subject = f"{breaker.engine}, {breaker.model}"
            yield Condition(AlertKind.MODEL_GONE, subject, f"{subject}: {breaker.reason}", breaker.times)
        else:
            subject = place_of(breaker.engine, breaker.key_id)
            yield Condition(AlertKind.KEY_REFUSED, subject, f"{subject}: {breaker.reason}", breaker.times)


def of_outages(breakers: Iterable[Breaker], now: int, patience_ms: int) -> Iterator[Condition]:
    """What has not worked for longer than that, and may work again by itself."""
    for breaker in breakers:
        if breaker.for_operator or not patience_ms or now - breaker.opened_at < patience_ms:
            continue
        place = place_of(breaker.engine, breaker.key_id)
        subject = f"{place}, {breaker.model}" if breaker.model else place
        since = f"has not worked since {clock.iso(breaker.opened_at)}"
        yield Condition(AlertKind.ENGINE_OPEN, subject, f"{subject}: {since}: {breaker.reason}")


def of_caps(standing: EngineStanding, currency: str, near_share: float) -> Iterator[Condition]:
    """Budgets of which not much is left, or nothing; with a share of 0 only of nothing."""
    for subject, key, spent in caps_of(standing):
        cap = spent.cap or 0
        if spent.used < (near_share or 1) * cap:
            continue
        amounts = f"{spent.used / MILLIONTHS:.2f} of {cap / MILLIONTHS:.2f} {currency}"
        share = f"{100 * spent.used / cap:.0f} % of the cap of {spent.period}"
        sentence = f"{place_of(standing.engine, key.key_id)}: {share} are spent, {amounts}"
        if near_share:
            yield Condition(AlertKind.CAP_NEAR, subject, sentence)
        if spent.used >= cap:
            yield Condition(AlertKind.CAP_REACHED, subject, sentence)


def caps_of(standing: EngineStanding) -> Iterator[tuple[str, KeyStanding, Spent]]:
    """Every cap above 0 of an engine and its keys, each with its subject."""
    for key in (standing.total, *standing.keys):
        for spent in (key.today, key.this_month):
            if spent.cap:
                yield cap_subject(standing.engine, key.key_id, spent.period, spent.cap), key, spent


def of_purchases(tx: Transaction, engine: str) -> Iterator[Condition]:
    """Purchases of which nobody knows what they cost."""
    now = tx.now()
    found = purchases.open_questions(tx, engine, now - QUESTIONS_MS, now - ORPHANED_MS)
    if unknown := found.get(PurchaseState.UNKNOWN):
        sentence = f"{engine}: of {unknown} purchases the answer was lost; they may have been made and billed"
        yield Condition(AlertKind.PURCHASE_UNKNOWN, engine, sentence, unknown)
    if orphaned := found.get(PurchaseState.ORPHANED):
        sentence = f"{engine}: nobody waits for {orphaned} purchases any more, and it is not known what they cost"
        yield Condition(AlertKind.PURCHASE_ORPHANED, engine, sentence, orphaned)


def of_jobs(tx: Transaction, engine: str, setup: RemoteSetup | None) -> Iterator[Condition]:
    """Jobs that nobody can look at."""
    for key_id, waiting in jobs.under_way(tx, engine).items():
        if setup is None or setup.key(key_id) is None:
            subject = place_of(engine, key_id)
            what = "its key" if setup else f'[engine."{engine}"]'
            sentence = f"{subject}: {waiting} jobs under way wait for {what}: put it back until they have ended"
            yield Condition(AlertKind.JOB_WITHOUT_KEY, subject, sentence, waiting)


def cap_subject(engine: str, key_id: str, period: str, cap: int) -> str:
    """What an alert about a cap is known by; one that is raised is another cap."""
    return f"{place_of(engine, key_id)}, {period}, cap {cap / MILLIONTHS:.2f}"


def place_of(engine: str, key_id: str) -> str:
    """An engine, or one of its keys."""
    return f"{engine}, key {key_id}" if key_id else engine
