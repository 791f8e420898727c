"""Whether a purchase may be made now, and with which key: breakers, limits and budgets, in one transaction."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from mediamill import alerts, breakers, credits, purchases
from mediamill.alerts import AlertKind
from mediamill.db import Transaction, lock_name
from mediamill.dispatch.remote.conditions import cap_subject
from mediamill.dispatch.remote.learned import LearnedLimits
from mediamill.engines import RemoteSetup, SpendingCap, VendorKey
from mediamill.purchases import ALL_KEYS, CapReached, NewPurchase, NoPrice, Purchase
from mediamill.units import HOUR_MS, MILLIONTHS, MINUTE_MS

ADMISSION_LOCK = "admission of {engine}"  # limits hold for all processes: one at a time counts and adds
BUSY_SECONDS = 2.0  # until a slot with the vendor may be free: jobs take longer
CAP_PAUSE_SECONDS = HOUR_MS / 1_000  # a cap may be raised before midnight
BUSY = "{engine}: as many jobs as it may have are under way"
TOO_FAST = "{engine}: as many submits as it may have in a minute were made"
CAP = "{engine}: the spending cap of {period} is reached ({used:.2f} of {cap:.2f} {currency} spent)"
MARGIN = (
    "{engine}: {model} would cost {cost:.4f} {currency} and brings {credits} credits, which leaves less than min_margin"
)
NO_PRICE = "{engine} has no price for {model}, and under a spending cap nothing is bought without one"


@dataclass(frozen=True, slots=True)
class Admitted:
    """A purchase that is about to be made with this key."""

    purchase: Purchase
    key: VendorKey


@dataclass(frozen=True, slots=True)
class NotNow:
    """Nothing was bought, and neither input nor engine is to blame: wait, or let another engine do it."""

    reason: str  # for the operator
    seconds: float  # until it is worth asking again
    passes_over: bool = False  # waiting is of no use: another engine may take it at once
    is_fault_of_key: bool = False  # another key may do
    is_about_engine: bool = False  # everything else that the model has waiting would be told the same
    may_fall_over: bool = True  # False: whatever else could do it, this engine may be about to


def admit(tx: Transaction, setup: RemoteSetup, new: NewPurchase, learned: LearnedLimits) -> Admitted | NotNow:
    """Intend the purchase with the least busy key that may be used; with none of them, say why."""
    model = f"{new.tool}/{new.model}"
    lock_name(tx, ADMISSION_LOCK.format(engine=setup.name))
    busy = purchases.under_way(tx, setup.name)
    recent = recent_of(tx, setup)
    limit = over_limit(setup.name, setup.concurrency, setup.per_minute, sum(busy.values()), sum(recent.values()))
    if limit is not None:
        return limit
    held = credits.hold_of(tx, new.generation_id)
    if setup.least_margin and new.estimate is not None and not setup.least_margin.allows(held, new.estimate):
        return NotNow(margin_sentence(setup.name, new, held), CAP_PAUSE_SECONDS, passes_over=True)
    refusals: list[NotNow] = []
    for key in sorted(setup.usable_keys(), key=lambda one: share_of(one, busy)):
        at_once, place = learned.limit(setup.name, key.id, key.concurrency), name_of(setup, key)
        limit = over_limit(place, at_once, key.per_minute, busy.get(key.id, 0), recent.get(key.id, 0))
        if limit is not None:
            refusals.append(limit)
            continue
        if (barred := breakers.admit(tx, setup.name, key.id, model)) is not None:
            seconds = barred.wait_ms / 1_000
            refusals.append(NotNow(barred.reason, seconds, passes_over=barred.is_paused, is_about_engine=True))
            continue
        match purchases.intend(tx, with_key(new, key), caps_of(setup)):
            case Purchase() as purchase:
                return Admitted(purchase, key)
            case CapReached() as reached:
                sentence = cap_sentence(reached, new.currency)
                if reached.cap > 0:
                    place = cap_subject(reached.engine, reached.key_id, reached.period, reached.cap)
                    alerts.rise(tx, AlertKind.CAP_REACHED, place, sentence)
                refusals.append(NotNow(sentence, CAP_PAUSE_SECONDS, passes_over=True))
            case NoPrice():
                return NotNow(NO_PRICE.format(engine=setup.name, model=model), CAP_PAUSE_SECONDS, passes_over=True)
    return soonest(refusals) if refusals else NotNow(setup.missing or "", CAP_PAUSE_SECONDS, passes_over=True)


def recent_of(tx: Transaction, setup: RemoteSetup) -> Mapping[str, int]:
    """Submits of the last minute by key; nothing is counted where nothing limits them."""
    if setup.per_minute is None and all(key.per_minute is None for key in setup.keys):
        return {}
    return purchases.made_since(tx, setup.name, tx.now() - MINUTE_MS)


def over_limit(name: str, at_once: int | None, per_minute: int | None, busy: int, recent: int) -> NotNow | None:
    """Why nothing more may be submitted just now; None when there is room."""
    if at_once is not None and busy >= at_once:
        return NotNow(BUSY.format(engine=name), BUSY_SECONDS, is_about_engine=True)
    if per_minute is not None and recent >= per_minute:
        return NotNow(TOO_FAST.format(engine=name), BUSY_SECONDS, is_about_engine=True)
    return None


def share_of(key: VendorKey, busy: Mapping[str, int]) -> float:
    """How busy a key is, beside what it may do."""
    return busy.get(key.id, 0) / (key.concurrency or 1_000)


def with_key(new: NewPurchase, key: VendorKey) -> NewPurchase:
    """The same purchase with this key."""
    return replace(new, key_id=key.id)


def caps_of(setup: RemoteSetup) -> Mapping[str, SpendingCap]:
    """The caps of the engine and of each of its keys."""
    return {**{key.id: key.cap for key in setup.keys}, ALL_KEYS: setup.cap}


def cap_sentence(reached: CapReached, currency: str) -> str:
    """What the operator reads."""
    name = f"{reached.engine}, key {reached.key_id}" if reached.key_id else reached.engine
    return CAP.format(
        engine=name,
        period=reached.period,
        used=reached.used / MILLIONTHS,
        cap=reached.cap / MILLIONTHS,
        currency=currency,
    )


def margin_sentence(engine: str, new: NewPurchase, held: int) -> str:
    """What the operator reads of a purchase that would not pay."""
    cost = (new.estimate or 0) / MILLIONTHS
    return MARGIN.format(engine=engine, model=f"{new.tool}/{new.model}", cost=cost, currency=new.currency, credits=held)


def name_of(setup: RemoteSetup, key: VendorKey) -> str:
    """The engine, with the key where it has several."""
    return f"{setup.name}, key {key.id}" if key.id else setup.name


def soonest(refusals: list[NotNow]) -> NotNow:
    """Of several keys' reasons, the one that ends first; what follows from it, only as far as all agree."""
    return replace(
        min(refusals, key=lambda one: one.seconds),
        passes_over=all(one.passes_over for one in refusals),
        is_about_engine=all(one.is_about_engine for one in refusals),
    )
