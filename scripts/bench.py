"""Measure the service beside what it could be at best: ratios, each beside its goal; written to docs/benchmarks.md.

E is a bare ASGI echo on the same uvicorn, V the service's own POST with its store switched off, F a synced append.
"""

import argparse
import shutil
import sys
import tempfile
import time
from pathlib import Path

from scripts.benches import disk, machine, measures, page, servers
from scripts.benches.goals import Finding, Report
from scripts.benches.machine import Machine

PARTS = {
    "throughput": measures.throughput,
    "lists": measures.lists,
    "slow-disk": measures.slow_disk,
    "turnaround": measures.turnaround,
    "start": measures.starting,
    "reports": measures.reports,
    "jobs": measures.vendor_jobs,
    "history": measures.old_history,
}
INTRODUCTION = """## The service

E is a bare ASGI application that answers the path as JSON, on the same uvicorn, event loop and protocol class. V is
`POST /api/run` with the store switched off, everything else on: key, rate limit, validation, price, log lines. A
durable POST is answered after the commit that holds it was synced. Loads come from a process of their own; they take
turns, and ratios are medians over the rounds ({rounds}). Services that are posted to run with `--no-worker`, so that
only accepting is measured."""
DISK_ROOM_BYTES = 3_000_000_000  # for a million rows twice


def main() -> None:
    options = arguments()
    servers.allow_connections()
    scale = measures.QUICK if options.quick else measures.FULL
    here = machine.this_machine()
    started = time.monotonic()

    def say(what: str) -> None:
        print(f"[{time.monotonic() - started:4.0f} s] {what} …", file=sys.stderr, flush=True)

    with tempfile.TemporaryDirectory(prefix="mediamill-bench-", dir=options.folder) as name:
        folder = Path(name)
        if shutil.disk_usage(folder).free < DISK_ROOM_BYTES:
            raise SystemExit(f"{folder} has too little room: name another folder with --folder.")
        sync_ms = disk.sync_ms(folder)
        reports = [PARTS[part](measures.new_folder(folder / part), scale, say) for part in options.only or PARTS]
    text = service_part(here, scale, sync_ms, reports, command(options))
    print(text)
    if not options.no_page:
        page.write_part("service", text)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m scripts.bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a minute instead of five: fewer rows, one short round")
    parser.add_argument("--only", action="append", choices=PARTS, help="this part only (again for more); no page")
    parser.add_argument("--folder", type=Path, help="where data folders are made: name the disk you mean to use")
    parser.add_argument("--no-page", action="store_true", help="print only")
    options = parser.parse_args()
    options.no_page |= bool(options.only)
    return options


def command(options: argparse.Namespace) -> str:
    """How to do it again."""
    return "make bench" if not options.quick else "python -m scripts.bench --quick"


def service_part(here: Machine, scale: measures.Scale, sync_ms: float, reports: list[Report], how: str) -> str:
    """The part of the page."""
    findings: list[Finding] = [finding for report in reports for finding in report.findings]
    loads = [seen for report in reports for seen in report.loads]
    return "\n\n".join(
        (
            INTRODUCTION.format(rounds=scale.rounds),
            page.facts(here, how, sync_ms),
            page.findings_table(findings),
            "In absolute figures, on that machine at that time:",
            page.loads_table(loads),
        )
    )


if __name__ == "__main__":
    main()
