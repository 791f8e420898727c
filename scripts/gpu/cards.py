"""The cards of this machine, asked of the driver's own program: from outside of the processes that use them."""

import subprocess
import time
from dataclasses import dataclass

MEGABYTE = 1_000_000
MEBIBYTE = 2**20
ASKED_SECONDS_MAX = 20.0


@dataclass(frozen=True, slots=True)
class Card:
    """One GPU."""

    number: int
    name: str
    driver: str
    megabytes: float

    @property
    def device(self) -> str:
        """As engines know it."""
        return f"cuda:{self.number}"


def cards() -> list[Card]:
    """Every card that the driver shows; none where there is no driver."""
    told = ask("index,name,driver_version,memory.total")
    rows = [[cell.strip() for cell in line.split(",")] for line in told.splitlines()]
    return [Card(int(number), name, driver, float(size) * MEBIBYTE / MEGABYTE) for number, name, driver, size in rows]


def used_megabytes(card: Card) -> float:
    """How much of its memory is in use, by anybody."""
    return float(ask("memory.used", "--id", str(card.number))) * MEBIBYTE / MEGABYTE


def seconds_until_free(card: Card, megabytes: float, seconds_max: float) -> float | None:
    """How long it takes from now until no more than this is in use; None where that takes too long."""
    began = time.perf_counter()
    while used_megabytes(card) > megabytes:
        if time.perf_counter() - began > seconds_max:
            return None
    return time.perf_counter() - began


def ask(query: str, *flags: str) -> str:
    """What nvidia-smi says; nothing where it is not there or cannot talk to the driver."""
    command = ["nvidia-smi", f"--query-gpu={query}", "--format=csv,noheader,nounits", *flags]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=ASKED_SECONDS_MAX)
    except FileNotFoundError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
