"""Measure the service beside its peers: jobs accepted a second, and accepted jobs that outlive a kill -9.

Each peer is installed with pip, pinned, into an environment of its own below --cache. Written to docs/benchmarks.md.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from scripts.benches import disk, machine, page, servers
from scripts.benches.goals import at_least, short
from scripts.benches.machine import Machine
from scripts.peers.contest import CONNECTIONS, JOBS, Result, compete
from scripts.peers.known import PEERS, SERVICE
from scripts.peers.peer import CACHE, NotSetUp, set_up

ROUNDS = 3
SECONDS = 3.0
HEAD = ("", *(f"accepted/s, {n} connections" for n in CONNECTIONS), "mediamill accepts", "Goal", "", "outlived kill -9")
INTRODUCTION = f"""## Beside its peers

Every one takes the same trivial job over HTTP and answers with an id, alone on the machine, in turn with the others
({{rounds}} rounds, medians). mediamill runs with key, rate limit, strict validation, credits, exact totals and a sync
before every answer; none of the others has these in its path. Then {JOBS} jobs are accepted, every process is killed
with `kill -9` before their work is done, and started again: the last column says how many of them were ever done."""


def main() -> None:
    options = arguments()
    if options.install:
        sys.exit(install(options.install, options.cache))
    servers.allow_connections()
    here = machine.this_machine()
    started = time.monotonic()

    def say(what: str) -> None:
        print(f"[{time.monotonic() - started:4.0f} s] {what} …", file=sys.stderr, flush=True)

    options.cache.mkdir(parents=True, exist_ok=True)
    rounds, seconds = (1, 1.0) if options.quick else (ROUNDS, SECONDS)
    with tempfile.TemporaryDirectory(prefix="mediamill-peers-", dir=options.folder) as name:
        sync_ms = disk.sync_ms(Path(name))
        results = compete((SERVICE, *PEERS), Path(name), options.cache, rounds=rounds, seconds=seconds, say=say)
    text = peers_part(here, sync_ms, results, rounds)
    print(text)
    if not options.no_page:
        page.write_part("peers", text)


def install(name: str, cache: Path) -> str | None:
    """Set one peer up and measure nothing; what is wrong where that fails."""
    (peer,) = [peer for peer in PEERS if peer.name == name]
    cache.mkdir(parents=True, exist_ok=True)
    try:
        set_up(peer, cache)
    except NotSetUp as fault:
        return str(fault)
    return None


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m scripts.peers", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one short round")
    parser.add_argument("--install", metavar="NAME", choices=[peer.name for peer in PEERS], help="install one, no more")
    parser.add_argument("--cache", type=Path, default=CACHE, help="where the peers' environments are kept")
    parser.add_argument("--folder", type=Path, help="where data folders are made: name the disk you mean to use")
    parser.add_argument("--no-page", action="store_true", help="print only")
    return parser.parse_args()


def peers_part(here: Machine, sync_ms: float, results: list[Result], rounds: int) -> str:
    """The part of the page."""
    versions = ", ".join(result.peer.packages[0].replace("==", " ") for result in results if result.peer.packages)
    return "\n\n".join(
        (
            INTRODUCTION.format(rounds=rounds),
            page.facts(here, "make bench-peers", sync_ms),
            page.table(HEAD, (cells(result) for result in results)),
            f"Versions: {versions}. Cog runs without its container, {CONNECTIONS[-1] * 2} predictions at once.",
        )
    )


def cells(result: Result) -> tuple[str, ...]:
    """One row."""
    name = result.peer.name
    if result.skipped:
        return (name, *("–" for _ in CONNECTIONS), "–", "", "skipped", " ".join(result.skipped.split())[:200])
    rates = tuple(f"{result.rates[n]:,.0f}" for n in CONNECTIONS)
    outlived = f"{result.survived} of {result.accepted}"
    if result.peer.goal is None or not result.ratios:
        return (name, *rates, "", "", "", outlived)
    goal = at_least(result.peer.goal)
    times = " / ".join(f"{short(result.ratios[n])} ×" for n in CONNECTIONS)
    verdict = "reached" if goal.reached(result.ratios[CONNECTIONS[0]]) else "**missed**"
    return (name, *rates, times, f"≥ {goal.figure:g} × ({CONNECTIONS[0]})", verdict, outlived)


if __name__ == "__main__":
    main()
