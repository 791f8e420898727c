"""What vendors' accounts have left, where a vendor says so."""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass

from mediamill.alerts import AlertKind, Condition
from mediamill.dispatch.remote.conditions import Situation, place_of
from mediamill.dispatch.remote.vendors import Vendors
from mediamill.engines import AnswerLost, NotSent, Remaining, RemoteSetup, VendorKey
from mediamill.outbound import Guard
from mediamill.thresholds import Thresholds

ASK_SECONDS = 20.0
SILENT = "silent"

log = logging.getLogger("mediamill.alerts")


@dataclass(frozen=True, slots=True)
class BalancesTold:
    """What vendors said, by engine and key."""

    left: Mapping[str, Remaining]
    silent: frozenset[str] = frozenset()  # those that could not be asked just now


async def ask_balances(setups: Mapping[str, RemoteSetup], guard: Guard) -> BalancesTold:
    """Ask whoever can say it, with each key, by one free call."""
    vendors = Vendors(guard)
    asked = [
        (place_of(setup.name, key.id), setup, key)
        for setup in setups.values()
        if setup.missing is None
        for key in setup.usable_keys()
    ]
    try:
        answers = await asyncio.gather(*(ask(setup, key, vendors) for _, setup, key in asked))
    finally:
        await vendors.aclose()
    by_place = {place: answer for (place, _, _), answer in zip(asked, answers, strict=True)}
    return BalancesTold(
        {place: answer for place, answer in by_place.items() if isinstance(answer, Remaining)},
        frozenset(place for place, answer in by_place.items() if answer is SILENT),
    )


async def ask(setup: RemoteSetup, key: VendorKey, vendors: Vendors) -> Remaining | str | None:
    """One free call with this key; SILENT where nothing was heard."""
    try:
        async with asyncio.timeout(ASK_SECONDS):
            return await setup.engine.remaining(vendors.client(setup, key))
    except (TimeoutError, NotSent, AnswerLost):
        return SILENT
    except Exception:
        log.warning("%s could not say what its account has left", setup.name, exc_info=True)
        return SILENT


def of_balances(told: BalancesTold, thresholds: Thresholds) -> Situation:
    """Accounts that are nearly empty. What was open of one that is silent now stays open."""
    low = [
        Condition(AlertKind.BALANCE_LOW, place, f"{place}: {sentence_of(has)}")
        for place, has in told.left.items()
        if is_low(has, thresholds)
    ]
    return Situation(tuple(low), unknown=frozenset((AlertKind.BALANCE_LOW, place) for place in told.silent))


def is_low(has: Remaining, thresholds: Thresholds) -> bool:
    """Whether that is less than the operator wants; with a total the share of it counts."""
    if has.total is None:
        return has.left < thresholds.alert_balance
    return has.left < thresholds.alert_balance_share * has.total


def sentence_of(has: Remaining) -> str:
    """How much it is."""
    of = "" if has.total is None else f" of {has.total:,.0f}"
    return f"{has.left:,.0f}{of} {has.unit} are left with the vendor"
