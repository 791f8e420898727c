"""Thousands of vendor jobs under way on one worker: its memory, how late looks are, and a caller beside them."""

import contextlib
import http.client
import json
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from mediamill import clock
from scripts.benches import servers
from scripts.benches.goals import Finding, Report, at_most
from scripts.benches.load import Seen, percentile
from scripts.benches.servers import Server

MEGABYTE = 1_000_000
SLOW_JOBS, SLOW_LOOK_SECONDS = 100, 30.0
GET_EVERY_SECONDS = 0.02  # one caller that asks politely
LATE_EVERY = 10  # of those
SUBMIT_SECONDS_MAX = 600.0
POSTERS = 16
SLOTS = "8 submits at once"
QUICK_ENGINE, SLOW_ENGINE = "fal", "fal.slow"
QUICK_MODEL, SLOW_MODEL = "nano-banana", "flux-2-flex"
SETTINGS = """
[engines]
"create-image/nano-banana" = "fal"
"create-image/flux-2-flex" = "fal.slow"
[engine."fal"]
key_env = "FAL_KEY"
base_url = "http://127.0.0.1:{quick}"
timeout_seconds = 86400
[engine."fal.slow"]
key_env = "FAL_KEY"
base_url = "http://127.0.0.1:{slow}"
timeout_seconds = 86400
"""
# The most overdue job; a job that is being looked at is not late.
MOST_OVERDUE = "SELECT MAX(:now - look_at) FROM jobs WHERE engine = :engine AND looker IS NULL"
UNDER_WAY = "SELECT COUNT(*) FROM jobs WHERE engine = :engine"


@dataclass(frozen=True, slots=True)
class Watched:
    """What was seen for a while."""

    gets: Seen
    late_seconds: float  # p99 of the most overdue job, each time one looked


@dataclass(frozen=True, slots=True)
class Submits:
    """What was seen while jobs were submitted."""

    seconds: float  # from the first order to the last job
    late_seconds: float  # as above


@dataclass(frozen=True, slots=True)
class Watch:
    """A caller of the service who also reads its table of jobs."""

    service: Server
    key: str
    table: sqlite3.Connection

    def have_submitted(self, model: str, engine: str, count: int) -> Submits:
        """Order so many and wait until all are jobs of the engine."""
        started, late = time.monotonic(), list[float]()
        with ThreadPoolExecutor(POSTERS) as posters:
            share, rest = divmod(count, POSTERS)
            posting = [posters.submit(self.order, model, share + (number < rest)) for number in range(POSTERS)]
            while self.table.execute(UNDER_WAY, {"engine": engine}).fetchone()[0] < count:
                if time.monotonic() > started + SUBMIT_SECONDS_MAX:
                    raise RuntimeError(f"{engine}: fewer than {count} jobs after {SUBMIT_SECONDS_MAX:g} s")
                late.append(self.late())
                time.sleep(LATE_EVERY * GET_EVERY_SECONDS)
            for posted in posting:
                posted.result()
        return Submits(time.monotonic() - started, percentile(late, 0.99))

    def order(self, model: str, count: int) -> None:
        """Have so many generations accepted, on a connection of one's own."""
        headers = {"Authorization": self.key, "Content-Type": "application/json"}
        wish = json.dumps({"tool": "create-image", "input": {"model": model, "prompt": "a heron"}})
        with contextlib.closing(http.client.HTTPConnection(*self.service.address, timeout=60)) as connection:
            for _ in range(count):
                connection.request("POST", "/api/run", wish, headers)
                answer = connection.getresponse()
                if (text := answer.read()) and answer.status != 200:
                    raise RuntimeError(f"not accepted: {text.decode(errors='replace')[:300]}")

    def see(self, name: str, seconds: float) -> Watched:
        """GET /api/account again and again, with pauses."""
        times, late, started = list[float](), list[float](), time.perf_counter()
        with contextlib.closing(http.client.HTTPConnection(*self.service.address, timeout=60)) as connection:
            while (now := time.perf_counter()) < started + seconds:
                connection.request("GET", "/api/account", headers={"Authorization": self.key})
                connection.getresponse().read()
                times.append((time.perf_counter() - now) * 1_000)
                if len(times) % LATE_EVERY == 0:
                    late.append(self.late())
                time.sleep(max(0.0, GET_EVERY_SECONDS - (time.perf_counter() - now)))
        p50, p95, p99 = (percentile(times, share) for share in (0.50, 0.95, 0.99))
        return Watched(Seen(name, len(times), seconds, p50, p95, p99), percentile(late, 0.99))

    def late(self) -> float:
        """By how many seconds the most overdue job of the quick vendor is overdue."""
        found = self.table.execute(MOST_OVERDUE, {"now": clock.now(), "engine": QUICK_ENGINE}).fetchone()[0]
        return max(0, found or 0) / 1_000


def under_way(folder: Path, count: int, seconds: float, say: Callable[[str], None]) -> Report:
    """So many jobs of one vendor, and then a second vendor beside it whose looks take half a minute each."""
    with watching(folder) as watch:
        before, idle = watch.service.memory_bytes(), watch.see("GET /api/account, no jobs, 1 connection", seconds)
        say(f"{count:,} jobs at a vendor")
        submits = watch.have_submitted(QUICK_MODEL, QUICK_ENGINE, count)
        say(f"{seconds:g} s of looks at them")
        beside = watch.see(f"… beside {count:,} jobs", seconds)
        after = watch.service.memory_bytes()
        say(f"{SLOW_JOBS} jobs at a vendor that answers looks after {SLOW_LOOK_SECONDS:g} s")
        watch.have_submitted(SLOW_MODEL, SLOW_ENGINE, SLOW_JOBS)
        slowed = watch.see(f"… beside those and {SLOW_JOBS} of a slow vendor", seconds)
    what = f"{count:,} vendor jobs under way on one worker"
    among = f"{beside.gets.p50_ms / idle.gets.p50_ms:.1f} × the p50 without jobs"
    findings = (
        Finding(f"{what}: memory over idle", (after - before) / MEGABYTE, "MB", at_most(150.0)),
        Finding("lateness of their looks, p99", beside.late_seconds, "s", at_most(2.0), "the most overdue one"),
        Finding(
            f"the same beside {SLOW_JOBS} jobs of a vendor that takes {SLOW_LOOK_SECONDS:g} s for each look",
            slowed.late_seconds,
            "s",
            at_most(2.0),
        ),
        Finding("the same while they are submitted", submits.late_seconds, "s"),
        Finding("accepted and submitted to a vendor", count / submits.seconds, "per second", None, SLOTS),
        Finding("`GET /api/account` beside them, p99", beside.gets.p99_ms, "ms", None, among),
    )
    return Report(findings, (idle.gets, beside.gets, slowed.gets))


@contextlib.contextmanager
def watching(folder: Path) -> Iterator[Watch]:
    """A service with two vendors, and an account of it."""
    vendor = [sys.executable, "-m", "scripts.benches.vendor"]
    key = servers.open_account(folder)[1]
    with contextlib.ExitStack() as stack:
        quick = stack.enter_context(servers.running([*vendor, "0"], folder / "quick.log"))
        slow = stack.enter_context(servers.running([*vendor, str(SLOW_LOOK_SECONDS)], folder / "slow.log"))
        settings = folder / "mediamill.toml"
        settings.write_text(SETTINGS.format(quick=quick.address[1], slow=slow.address[1]))
        here = {"MEDIAMILL_CONFIG": str(settings), "MEDIAMILL_RUNNING_PRO": "1000000", "FAL_KEY": "a:key"}
        service = stack.enter_context(servers.serving(folder, **here))
        table = stack.enter_context(contextlib.closing(sqlite3.connect(folder / "mediamill.db", timeout=30)))
        yield Watch(service, key, table)
