"""What an operator has to know of vendors' engines at this moment, out of the database and the settings."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from mediamill import jobs, purchases
from mediamill.alerts import AlertKind
from mediamill.breakers import Breaker
from mediamill.db import Transaction
from mediamill.dispatch.remote.standing import EngineStanding, KeyStanding, Spent, standings
from mediamill.engines import RemoteSetup
from mediamill.purchases import PurchaseState
from mediamill.units import DAY_MS, MINUTE_MS

NEAR_SHARE = 0.8  # of a cap
QUESTIONS_MS = DAY_MS  # purchases of which it is still open what they cost are of interest for so long
ORPHANED_MS = 15 * MINUTE_MS  # a vendor usually says by then what a cancelled job costs
MICROS = 1_000_000


@dataclass(frozen=True, slots=True)
class Condition:
    """Something that holds; kind and subject say what it is, the sentence how it stands."""

    kind: AlertKind
    subject: str
    sentence: str
    count: int = 1

    @property
    def place(self) -> tuple[AlertKind, str]:
        """What an open alert about it is known by."""
        return self.kind, self.subject


@dataclass(frozen=True, slots=True)
class Situation:
    """Everything that holds at one moment."""

    conditions: tuple[Condition, ...]
    caps: frozenset[str]  # the subjects that alerts about caps may have now: of this day and month, as configured


def situation(tx: Transaction, setups: Mapping[str, RemoteSetup], currency: str) -> Situation:
    """As it is now."""
    found: list[Condition] = []
    caps: set[str] = set()
    for standing in standings(tx, setups):
        caps.update(subject for subject, _, _ in caps_of(standing))
        found += of_breakers(standing.breakers)
        if standing.pause and standing.pause.by_itself:
            found.append(Condition(AlertKind.ENGINE_PAUSED, standing.engine, standing.pause.reason))
        found += of_caps(standing, currency)
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


def of_caps(standing: EngineStanding, currency: str) -> Iterator[Condition]:
    """Budgets of which not much is left, or nothing."""
    for subject, key, spent in caps_of(standing):
        cap = spent.cap or 0
        if spent.used < NEAR_SHARE * cap:
            continue
        amounts = f"{spent.used / MICROS:.2f} of {cap / MICROS:.2f} {currency}"
        share = f"{100 * spent.used / cap:.0f} % of the cap of {spent.period}"
        sentence = f"{place_of(standing.engine, key.key_id)}: {share} are spent, {amounts}"
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
    return f"{place_of(engine, key_id)}, {period}, cap {cap / MICROS:.2f}"


def place_of(engine: str, key_id: str) -> str:
    """An engine, or one of its keys."""
    return f"{engine}, key {key_id}" if key_id else engine
