"""The tables of docs/scale.md, written between its marks."""

import re
from collections.abc import Iterable, Sequence

from scripts.simulate.costs import Costs
from scripts.simulate.model import Demand, Fleet, Outcome, Simulation
from scripts.simulate.planning import (
    HISTORY_SHARE,
    MANY_SLOTS,
    PEAK,
    SLOTS,
    Making,
    Prices,
    cost_of_one,
    idle_load,
    plan,
    server_seconds,
)
from tests.places import REPOSITORY

PAGE = REPOSITORY / "docs/scale.md"
DAYS = (1e6, 1e7, 1e8)
WORKERS = (10, 100, 1_000)
# What is there, generations per second, and how long it is watched after a warm-up.
FLEETS = (
    ("2 API processes, 10 workers of 8 slots, 2 cores", Fleet(apis=2, workers=10, slots=8, cores=2), 30.0, 40.0),
    ("2 API processes, 100 workers of 8 slots, 8 cores", Fleet(apis=2, workers=100, slots=8, cores=8), 350.0, 15.0),
    ("the same with 3 cores", Fleet(apis=2, workers=100, slots=8, cores=3), 350.0, 15.0),
    ("the same with 8 cores and 75 workers", Fleet(apis=2, workers=75, slots=8, cores=8), 350.0, 15.0),
    ("the same with 8 cores and 25 workers of 32 slots", Fleet(apis=2, workers=25, slots=32, cores=8), 350.0, 15.0),
    ("2 API processes, 1,000 workers of 1 slot, 8 cores", Fleet(2, 1_000, 1, 8), 35.0, 6.0),
)
WARM_UP_SECONDS = 8.0
KEPT_UP = 0.95  # of what is asked: less, and the queue grows
# Round figures to show the formula, nobody's prices.
EXAMPLE = Prices(
    core_hour=0.04,
    database_hour=1.0,
    api_hour=0.04,
    storage_month=0.02,
    put=0.000_005,
    egress=0.05,
    database_month=0.12,
)
PICTURE = Making(core_seconds=1.5, megabytes=1.5, months_kept=3, downloads=1)


def tables(costs: Costs) -> dict[str, str]:
    """Every table that takes no simulation, by its mark."""
    return {"costs": costs_table(costs), "days": days_table(costs), "idle": idle_table(costs), "price": price(costs)}


def simulated(costs: Costs) -> str:
    """The table of simulated fleets; a minute or two."""
    rows = [
        fleet_row(name, rate, Simulation(fleet, Demand(rate), costs).run(seconds, WARM_UP_SECONDS))
        for name, fleet, rate, seconds in FLEETS
    ]
    head = (
        "fleet", "asked /s", "done /s", "POST ms", "until success s", "API busy", "slots busy", "database busy",
        "commits /s", "flushes /s",
    )  # fmt: skip
    return table(head, rows)


def fleet_row(name: str, rate: float, seen: Outcome) -> Sequence[str]:
    until = seen.generations.mean_sojourn()
    return (
        name,
        f"{rate:.0f}",
        f"{seen.done_per_second:.0f}",
        f"{seen.accepted.mean_sojourn() * 1_000:.0f}" if seen.accepted.mean_sojourn() < 1 else "grows",
        f"{until:.1f}" if seen.generations.departures > KEPT_UP * seen.generations.arrivals else "grows",
        *(f"{share:.0%}" for share in (seen.api, seen.slots, seen.database)),
        f"{seen.commits:,.0f}",
        f"{seen.flushes:,.0f}",
    )


def costs_table(costs: Costs) -> str:
    """What was measured."""
    names = {
        "accept": "accept one request",
        "accept_16": "accept 16 together",
        "claim": "claim",
        "upload": "begin to store",
        "succeed": "success: capture, sums, history",
        "get": "`GET` by id",
        "look": "a worker looks for work",
        "look_webhooks": "a worker looks for webhooks",
        "rescue": "a worker looks for lost leases",
        "beat": "a worker's beat",
    }
    rows = [
        (
            text,
            f"{costs.work[name].statements:.0f}",
            f"{costs.work[name].server_ms:.2f}",
            f"{costs.work[name].client_ms:.2f}",
            f"{costs.work[name].wal_bytes:,.0f}",
        )
        for name, text in names.items()
    ]
    history = sum(costs.row_bytes.get(one, 0) for one in HISTORY_SHARE)
    sizes = ", ".join(
        f"`{name}` {size:,.0f}" for name, size in sorted(costs.row_bytes.items(), key=lambda one: -one[1])
    )
    return (
        table(("transaction", "statements", "PostgreSQL CPU ms", "our CPU ms", "WAL bytes"), rows)
        + f"\n\nMeasured on {costs.machine}. A generation leaves {costs.bytes_per_generation:,.0f} bytes with its"
        f" indexes ({sizes}); {history:,.0f} of them are history. PostgreSQL spends"
        f" {server_seconds(costs) * 1_000:.1f} ms of processor time on it, five polls included."
    )


def days_table(costs: Costs) -> str:
    """What a number of generations a day takes."""
    plans = [*(plan(per_day, costs) for per_day in DAYS), plan(DAYS[-1], costs, MANY_SLOTS)]
    rows = [
        (f"at the peak ({PEAK:g} × the mean), per second", *(f"{one.per_second:,.0f}" for one in plans)),
        ("API processes", *(f"{one.apis:,}" for one in plans)),
        ("slots of 2 s work", *(f"{one.slots:,}" for one in plans)),
        ("workers", *(f"{one.workers:,}" for one in plans)),
        ("PostgreSQL cores", *(f"{one.cores:,.1f}" for one in plans)),
        ("looks of workers that a message woke, per second", *(f"{one.looks:,.0f}" for one in plans)),
        ("transactions per second", *(f"{one.transactions:,.0f}" for one in plans)),
        ("WAL, MB/s", *(f"{one.wal_megabytes:,.1f}" for one in plans)),
        ("writes of 8 KiB per second", *(f"{one.writes:,.0f}" for one in plans)),
        ("database grows, GB a day", *(f"{one.gigabytes_a_day:,.0f}" for one in plans)),
        ("… TB a year", *(f"{one.gigabytes_a_day * 365 / 1_000:,.1f}" for one in plans)),
        ("puts into the bucket per second", *(f"{one.puts:,.0f}" for one in plans)),
    ]
    few, many = (f", {slots} slots a worker" for slots in (SLOTS, MANY_SLOTS))
    head = ("generations a day", *(f"{per_day:,.0f}{few}" for per_day in DAYS), f"{DAYS[-1]:,.0f}{many}")
    return table(head, rows)


def idle_table(costs: Costs) -> str:
    """What workers ask of the database without any work."""
    rows = [
        (
            f"{one.workers:,}",
            f"{one.transactions:,.0f}",
            f"{one.cores:.2f}",
            f"{one.connections:,}",
            f"{one.connections_few:,}",
        )
        for one in (idle_load(workers, costs) for workers in WORKERS)
    ]
    return table(("workers of one pool", "transactions/s", "cores", "connections", "with 2 each"), rows)


def price(costs: Costs) -> str:
    """The example of the formula."""
    rows = []
    for per_day in DAYS[:2]:
        parts = cost_of_one(PICTURE, EXAMPLE, plan(per_day, costs), costs, busy=0.5)
        rows.append((f"{per_day:,.0f}", *(f"{part * 1_000:.4f}" for part in (*parts.values(), sum(parts.values())))))
    head = ("generations a day", *parts, "a thousand of them")
    return table(head, rows)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """As Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def write(parts: dict[str, str]) -> None:
    """Into the page, between its marks."""
    text = PAGE.read_text()
    for name, part in parts.items():
        mark = re.compile(rf"(<!-- {name} -->\n).*?(\n<!-- /{name} -->)", re.S)
        assert mark.search(text), f"{PAGE} has no place for {name}"
        text = mark.sub(lambda found, part=part: found[1] + part + found[2], text)  # type: ignore[misc]
    PAGE.write_text(text)
