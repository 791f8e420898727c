"""Measure PostgreSQL beside SQLite and one process beside several; written to docs/benchmarks.md."""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from scripts.benches import crews, disk, fleet, ground, machine, measures, page, servers

INTRODUCTION = """## A fleet

PostgreSQL runs on the same machine with its default durability, and shares the cores with everything else. Accepts are
measured inside one process ({callers} callers, both databases in turn, medians of {rounds} rounds), API processes over
HTTP, workers by their own loop with an engine that sleeps for {work_ms} ms in each of {slots} slots."""


def main() -> None:
    options = arguments()
    servers.allow_connections()
    scale = measures.QUICK if options.quick else measures.FULL
    here = machine.this_machine()
    started = time.monotonic()

    def say(what: str) -> None:
        print(f"[{time.monotonic() - started:4.0f} s] {what} …", file=sys.stderr, flush=True)

    with tempfile.TemporaryDirectory(prefix="mediamill-bench-") as name:
        folder = Path(name)
        sync_ms = disk.sync_ms(folder)
        reports = [fleet.PARTS[part](ground.new(folder / part), scale, say) for part in options.only or fleet.PARTS]
    introduction = INTRODUCTION.format(
        callers=fleet.CALLERS, rounds=scale.rounds, work_ms=crews.WORK_MS, slots=crews.SLOTS
    )
    loads = [load for report in reports for load in report.loads]
    text = "\n\n".join(
        [
            introduction,
            page.facts(here, "make bench-fleet", sync_ms),
            page.findings_table([finding for report in reports for finding in report.findings]),
            *([page.loads_table(loads)] if loads else []),
        ]
    )
    print(text)
    if not (options.no_page or options.only or options.quick):
        page.write_part("fleet", text)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m scripts.bench_fleet", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one short round; no page")
    parser.add_argument("--only", action="append", choices=fleet.PARTS, help="this part only (again for more); no page")
    parser.add_argument("--no-page", action="store_true", help="print only")
    return parser.parse_args()


if __name__ == "__main__":
    main()
