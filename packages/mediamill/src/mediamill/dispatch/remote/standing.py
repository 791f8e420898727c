"""How each remote engine stands: paused or not, its breakers, the jobs under way and the money used, by key."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from mediamill import breakers, clock, jobs, purchases
from mediamill.breakers import Breaker, Pause
from mediamill.clock import day_of
from mediamill.db import Transaction
from mediamill.engines import RemoteSetup, SpendingCap
from mediamill.purchases import ALL_KEYS, MONTH_LENGTH


@dataclass(frozen=True, slots=True)
class Spent:
    """What was spent in a day or a month, in millionths of the currency, and the cap; None for no limit."""

    period: str  # 2026-11-22 or 2026-11
    used: int
    cap: int | None


@dataclass(frozen=True, slots=True)
class KeyStanding:
    """One key of an engine, or all of them together."""

    key_id: str  # ALL_KEYS for all
    jobs: int
    today: Spent
    this_month: Spent


@dataclass(frozen=True, slots=True)
class EngineStanding:
    """One remote engine."""

    engine: str
    is_configured: bool  # False: jobs of it are under way, and the settings know it no more
    pause: Pause | None
    breakers: tuple[Breaker, ...]  # the open ones
    total: KeyStanding
    keys: tuple[KeyStanding, ...]  # those that have names, and those of jobs under way that are gone


def standings(tx: Transaction, setups: Mapping[str, RemoteSetup]) -> list[EngineStanding]:
    """Every engine that is configured or has jobs under way."""
    paused = {pause.engine: pause for pause in breakers.pauses(tx)}
    is_open = breakers.open_breakers(tx)
    names = dict.fromkeys([*setups, *jobs.engines(tx)])
    return [standing(tx, name, setups.get(name), paused.get(name), is_open) for name in names]


def standing(
    tx: Transaction, engine: str, setup: RemoteSetup | None, paused: Pause | None, is_open: Iterable[Breaker]
) -> EngineStanding:
    """One of them."""
    under_way = jobs.under_way(tx, engine)
    day = day_of(tx.now())
    month = day[:MONTH_LENGTH]

    def key(key_id: str, cap: SpendingCap, count: int) -> KeyStanding:
        used_today, used_this_month = (purchases.used(tx, engine, key_id, period) for period in (day, month))
        return KeyStanding(key_id, count, Spent(day, used_today, cap.day), Spent(month, used_this_month, cap.month))

    caps = {key.id: key.cap for key in setup.keys} if setup else {}
    named = [key_id for key_id in dict.fromkeys([*caps, *sorted(under_way)]) if key_id != ALL_KEYS]
    return EngineStanding(
        engine=engine,
        is_configured=setup is not None,
        pause=paused,
        breakers=tuple(one for one in is_open if one.engine == engine),
        total=key(ALL_KEYS, setup.cap if setup else SpendingCap(), sum(under_way.values())),
        keys=tuple(key(key_id, caps.get(key_id, SpendingCap()), under_way.get(key_id, 0)) for key_id in named),
    )


def unused(setups: Mapping[str, RemoteSetup]) -> list[EngineStanding]:
    """The same where nothing was ever bought: there is no database."""
    day = day_of(clock.now())

    def key(key_id: str, cap: SpendingCap) -> KeyStanding:
        return KeyStanding(key_id, 0, Spent(day, 0, cap.day), Spent(day[:MONTH_LENGTH], 0, cap.month))

    return [
        EngineStanding(
            engine=name,
            is_configured=True,
            pause=None,
            breakers=(),
            total=key(ALL_KEYS, setup.cap),
            keys=tuple(key(one.id, one.cap) for one in setup.keys if one.id != ALL_KEYS),
        )
        for name, setup in setups.items()
    ]
