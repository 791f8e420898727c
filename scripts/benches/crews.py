"""What workers complete: real loops on one PostgreSQL, with engines that only sleep."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from mediamill import generations
from mediamill.db.postgres import PostgresDatabase
from mediamill.generations import Submission
from scripts.benches import servers
from scripts.benches.goals import Finding, Report, at_least
from scripts.benches.ground import BenchServer, order, payer, postgres
from scripts.benches.measures import Note, Scale

ACCOUNTS = 100
PROCESSES = (1, 2, 4)
WORK_MS = 50  # that a pretended engine takes, asleep
SLOTS = 8
SECONDS_PER_ROUND = 3  # a claim more or less counts for little


@dataclass(frozen=True, slots=True)
class Done:
    """What a crew completed in a second, and the processor time that one generation took, in milliseconds."""

    rate: float
    server_ms: float
    worker_ms: float


def workers(_folder: Path, scale: Scale, say: Note) -> Report:
    """Generations a second that workers complete whose work is asleep: what the database and the claims allow."""
    seconds = scale.seconds * SECONDS_PER_ROUND
    done = {}
    with postgres() as server:
        for count in PROCESSES:
            say(f"{count} workers")
            done[count] = completed(server, count, seconds, WORK_MS)
    one, two, four = (done[count] for count in PROCESSES)
    ideal = SLOTS * 1_000 / WORK_MS
    note = f"{SLOTS} slots each, work of {WORK_MS} ms asleep: at most {ideal:,.0f}/s a worker"
    findings = [
        growth("completed generations/s, 2 workers / 1", two.rate, one.rate, note),
        Finding("completed generations/s, 4 workers / 1", four.rate / one.rate, "", None, f"{four.rate:,.0f}/s"),
        Finding("PostgreSQL's CPU for one of them, 1 worker", one.server_ms, "ms", None, facts(done, "server_ms")),
        Finding("the worker's CPU for one of them, 1 worker", one.worker_ms, "ms", None, facts(done, "worker_ms")),
    ]
    return Report(tuple(findings), ())


def facts(done: dict[int, Done], name: str) -> str:
    """The figure with more workers."""
    return ", ".join(f"{getattr(done[count], name):.2f} with {count}" for count in PROCESSES[1:])


def completed(server: BenchServer, count: int, seconds: float, work_ms: int) -> Done:
    """So many workers for so long, all at once, on a database of their own."""
    url = server.create(f"workers_{count}_{work_ms}")
    asyncio.run(fill(url, round(count * SLOTS * 1_000 / max(work_ms, 10) * (seconds + 2))))
    command = [sys.executable, "-m", "scripts.benches.fleet_worker", url, str(SLOTS), str(work_ms), str(seconds)]
    crew = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=servers.ROOT) for _ in range(count)
    ]
    before = server.cpu_seconds()
    told = together(crew)
    used = server.cpu_seconds() - before
    total = sum(one["done"] for one in told)
    return Done(total / seconds, used * 1_000 / total, sum(one["cpu_seconds"] for one in told) * 1_000 / total)


def together(crew: Sequence["subprocess.Popen[bytes]"]) -> list[dict[str, float]]:
    """Let them begin at the same moment; what each has to tell at its end."""
    for one in crew:
        assert one.stdout is not None
        assert one.stdout.readline() == b"ready\n"
    for one in crew:
        assert one.stdin is not None
        one.stdin.write(b"go\n")
        one.stdin.flush()
    return [json.loads(one.communicate()[0]) for one in crew]


async def fill(url: str, count: int) -> None:
    """So many that wait, of a hundred accounts: those of one account are claimed and settled one after the other."""
    database = PostgresDatabase(url)
    await database.start()
    payers = [await payer(database, f"{number}@example.com") for number in range(ACCOUNTS)]
    waiting = [Submission(order(payers[number % ACCOUNTS])) for number in range(1_000)]
    for _ in range(0, count, 1_000):
        await database.write(lambda tx: generations.accept_all(tx, waiting))
    await database.stop()


def growth(what: str, more: float, one: float, note: str) -> Finding:
    return Finding(what, more / one, "", at_least(1.7), f"{more:,.0f}/s beside {one:,.0f}/s; {note}")
