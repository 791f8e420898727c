"""What the simulation is calibrated with: costs.toml, which `python -m scripts.simulate measure` writes."""

import platform
import tomllib
from dataclasses import asdict, dataclass
from pathlib import Path

from scripts.simulate.measuring import GENERATIONS, Measured

FILE = Path(__file__).with_name("costs.toml")
# Of docs/benchmarks.md ("In absolute figures"): processor time of one request without the database's part.
POST_MS = 0.153  # V: POST without the store
GET_MS = 0.106  # GET by id, less about 0.02 for the row
# What a worker asks again and again, in seconds between two: looks for work and (by three statements) for webhooks,
# while messages wake it; looks for lost leases of both; its beat.
CHORES = (("look", 5.0), ("look_webhooks", 5.0 / 3), ("rescue", 2.5), ("beat", 5.0))
# Between two messages of one API process about one pool, after each of which every worker with a free slot looks.
MESSAGE_EVERY = 0.1


@dataclass(frozen=True, slots=True)
class Work:
    """One transaction: what it takes of the database and of the process."""

    statements: float
    server_ms: float
    client_ms: float
    wal_bytes: float

    @property
    def round_trips(self) -> float:
        """With BEGIN and COMMIT."""
        return self.statements + 2

    def grown(self, group: "Work", members: int, wanted: float) -> "Work":
        """For `wanted` at once, between one and the `members` that `group` was measured with."""
        share = (wanted - 1) / (members - 1)

        def mixed(one: float, many: float) -> float:
            return one + (many - one) * share

        return Work(
            mixed(self.statements, group.statements),
            mixed(self.server_ms, group.server_ms),
            mixed(self.client_ms, group.client_ms),
            mixed(self.wal_bytes, group.wal_bytes),
        )


@dataclass(frozen=True, slots=True)
class Costs:
    """Every transaction by its name, and the bytes that a generation leaves in each table."""

    work: dict[str, Work]
    row_bytes: dict[str, float]
    machine: str

    @property
    def bytes_per_generation(self) -> float:
        """In all tables with their indexes."""
        return sum(self.row_bytes.values())


def read_costs() -> Costs:
    """Those that were measured last."""
    content = tomllib.loads(FILE.read_text())
    return Costs(
        work={name: Work(**one) for name, one in content["work"].items()},
        row_bytes=content["row_bytes"],
        machine=content["machine"],
    )


def write_costs(measured: Measured) -> None:
    """As they were just measured."""
    lines = [
        "# Written by `python -m scripts.simulate measure`.",
        f'machine = "{machine()}, {GENERATIONS:,} generations"',
        "",
        "[row_bytes]",
        *(f"{table} = {size:.0f}" for table, size in sorted(measured.row_bytes.items())),
    ]
    for name, cost in measured.costs.items():
        lines += ["", f"[work.{name}]", *(f"{part} = {value:.3f}" for part, value in asdict(cost).items())]
    FILE.write_text("\n".join(lines) + "\n")


def machine() -> str:
    """What it was measured on."""
    found = [line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
    model = found[0].partition(": ")[2] if found else platform.machine()
    return f"{len(found)} cores of {model}, CPython {platform.python_version()}"
