"""What a number of generations a day takes, by arithmetic on what was measured; and what a generation costs."""

import math
from dataclasses import dataclass

from scripts.simulate.costs import (
    CHORES,
    GET_MS,
    MESSAGE_EVERY,
    POST_MS,
    Costs,
    Work,
)
from scripts.simulate.erlang import servers_for

DAY_SECONDS = 86_400
PEAK = 3.0  # the busiest minutes beside the day's mean
POLLS = 5  # GETs for each generation
BUSY_MAX = 0.6  # of a core that callers wait for
SLOT_WAIT_SECONDS_MAX = 0.5  # for a free slot, on the average
ENGINE_SECONDS = 2.0
SLOTS, MANY_SLOTS = 8, 64  # of a worker: a small machine, a large one
GROUP = 4  # requests that are accepted together at a peak
PAGE_BYTES = 8_192
HISTORY_SHARE = ("generation_events", "attempts")  # tables that are thinned after MEDIAMILL_RETENTION_DAYS_HISTORY
IDLE_CONNECTIONS, FEW_CONNECTIONS = 8, 2  # the default of MEDIAMILL_DATABASE_CONNECTIONS, and the least that is of use
ASIDE_CONNECTIONS = 4  # of a worker: two for reports, two for messages
PATHS = ("claim", "upload", "succeed")  # what a worker writes for each generation, besides the accept


@dataclass(frozen=True, slots=True)
class Plan:
    """What it takes at the peak of a day."""

    per_day: float
    per_second: float
    apis: int
    slots: int
    workers: int
    cores: float  # of PostgreSQL, to be busy for BUSY_MAX of the time
    looks: float  # per second, of workers that a message woke
    transactions: float  # per second
    wal_megabytes: float  # per second
    writes: float  # 8 KiB each second, of log and pages
    gigabytes_a_day: float
    puts: float  # per second


def plan(per_day: float, costs: Costs, slots_each: int = SLOTS) -> Plan:
    """For so many generations a day, with a peak of PEAK times the mean, by workers of so many slots."""
    rate = per_day / DAY_SECONDS * PEAK
    slots = servers_for(rate, ENGINE_SECONDS, SLOT_WAIT_SECONDS_MAX)
    workers = max(2, math.ceil(slots / slots_each))
    written = [accepted(costs), *(costs.work[name] for name in PATHS)]
    wal = rate * sum(work.wal_bytes for work in written)
    apis = max(2, math.ceil(rate * api_seconds(costs) / BUSY_MAX))
    idle, looks = idle_load(workers, costs), woken_looks(rate, apis, workers)
    return Plan(
        per_day=per_day,
        per_second=rate,
        apis=apis,
        slots=slots,
        workers=workers,
        cores=(rate * server_seconds(costs) + looks * costs.work["look"].server_ms / 1_000 + idle.cores) / BUSY_MAX,
        looks=looks,
        transactions=rate * (len(written) - 1 + 1 / GROUP + POLLS + 1) + looks + idle.transactions,
        wal_megabytes=wal / 1e6,
        writes=2 * wal / PAGE_BYTES,  # once to the log, and about once more when pages are written back
        gigabytes_a_day=per_day * costs.bytes_per_generation / 1e9,
        puts=2 * rate,
    )


def woken_looks(rate: float, apis: int, workers: int) -> float:
    """Per second: every worker with a free slot looks after every message, and an API process sends few."""
    return min(rate, apis / MESSAGE_EVERY) * workers


def accepted(costs: Costs) -> Work:
    """The share of one generation in the transaction that accepts GROUP of them."""
    whole = costs.work["accept"].grown(costs.work["accept_16"], 16, GROUP)
    return Work(whole.statements / GROUP, whole.server_ms / GROUP, whole.client_ms / GROUP, whole.wal_bytes / GROUP)


def server_seconds(costs: Costs) -> float:
    """Processor time of PostgreSQL for one generation, its polls included."""
    work = costs.work
    writes = accepted(costs).server_ms + sum(work[name].server_ms for name in PATHS)
    return (writes + work["look"].server_ms + POLLS * work["get"].server_ms) / 1_000


def api_seconds(costs: Costs) -> float:
    """Processor time of an API process for one generation."""
    return (POST_MS + accepted(costs).client_ms + POLLS * (GET_MS + costs.work["get"].client_ms)) / 1_000


@dataclass(frozen=True, slots=True)
class Idle:
    """What workers ask while there is nothing to do."""

    workers: int
    transactions: float  # per second
    cores: float
    connections: int  # with the default of each process
    connections_few: int  # with FEW_CONNECTIONS


def idle_load(workers: int, costs: Costs) -> Idle:
    """Of workers of one pool each."""
    return Idle(
        workers=workers,
        transactions=workers * sum(1 / every for _, every in CHORES),
        cores=workers * sum(costs.work[name].server_ms / 1_000 / every for name, every in CHORES),
        connections=workers * (IDLE_CONNECTIONS + ASIDE_CONNECTIONS),
        connections_few=workers * (FEW_CONNECTIONS + ASIDE_CONNECTIONS),
    )


@dataclass(frozen=True, slots=True)
class Prices:
    """The operator's, in one currency."""

    core_hour: float  # of a worker
    database_hour: float  # the whole machine, with its copy
    api_hour: float  # of a process
    storage_month: float  # of a gigabyte in the bucket
    put: float
    egress: float  # of a gigabyte
    database_month: float  # of a gigabyte of its disk


@dataclass(frozen=True, slots=True)
class Making:
    """What is made, on the average."""

    core_seconds: float  # of engines
    megabytes: float  # output and thumbnail
    months_kept: float
    downloads: float


def cost_of_one(making: Making, prices: Prices, planned: Plan, costs: Costs, busy: float) -> dict[str, float]:
    """Of one generation, by what it goes to; `busy` is the share of the time that workers' cores are."""
    an_hour = planned.per_day / 24
    gigabytes = making.megabytes / 1_000
    return {
        "workers": making.core_seconds / 3_600 / busy * prices.core_hour,
        "API processes": planned.apis * prices.api_hour / an_hour,
        "database": prices.database_hour / an_hour,
        "database's disk": costs.bytes_per_generation / 1e9 * prices.database_month * making.months_kept,
        "bucket": 2 * prices.put + gigabytes * prices.storage_month * making.months_kept,
        "downloads": gigabytes * making.downloads * prices.egress,
    }
