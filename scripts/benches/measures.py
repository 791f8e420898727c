"""What is measured, a function for each part of the page."""

import contextlib
import http.client
import json
import random
import re
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from scripts.benches import disk, history, jobs, seed, servers, sums
from scripts.benches.disk import SlowSync
from scripts.benches.goals import Finding, Report, at_least, at_most
from scripts.benches.load import Group, Seen, apply, percentile
from scripts.benches.requests import IDLE_BODY, get, gets, post
from scripts.benches.rounds import Rounds, in_turns, middle, ratio, slowdown, thrift, typical
from scripts.benches.servers import ROOT, Server

MEGABYTE = 1_000_000
IDS = 10_000  # different generations that are asked for
FEW_ROWS = 1_000
IDLE_ENGINE = {"MEDIAMILL_ENGINES": '{"drum-generator/drumgen":"scripts.benches.idle_engine:IdleEngine"}'}
WARM_RUNS = 20  # before turnarounds are measured: every engine process has started by then
METRIC = re.compile(r"^(\w+)(?:\{[^}]*\})? ([0-9.e+]+)$", re.MULTILINE)

Note = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Scale:
    """How much of everything."""

    rows: int
    rounds: int
    seconds: float
    turnarounds: int
    starts: int
    jobs: int
    jobs_seconds: float  # that each state of them is watched


FULL = Scale(rows=1_000_000, rounds=3, seconds=2.0, turnarounds=400, starts=5, jobs=5_000, jobs_seconds=30.0)
QUICK = Scale(rows=100_000, rounds=1, seconds=1.0, turnarounds=100, starts=2, jobs=500, jobs_seconds=10.0)


def throughput(folder: Path, scale: Scale, say: Note) -> Report:
    """Reads and durable writes beside a bare echo, and beside the same service without its store."""
    key, ids = seeded(folder / "many", scale.rows, say)
    bare = new_folder(folder / "storeless")
    bare_key = servers.open_account(bare)[1]
    with contextlib.ExitStack() as stack:
        echo = stack.enter_context(servers.echoing(folder))
        without = stack.enter_context(servers.storeless(bare, "--no-worker"))
        service = stack.enter_context(servers.serving(folder / "many", "--no-worker"))
        reads = gets([f"/api/generations/{id}" for id in ids], key)
        groups = [
            Group("E: bare echo, 32 connections", echo.address, (get("/api/generations/gen_0"),), pid=echo.pid),
            Group("GET /api/generations/{id}, 32 connections", service.address, reads, pid=service.pid),
            Group("V: POST without the store, 32 connections", without.address, (post(bare_key),), pid=without.pid),
            Group("POST /api/run, 32 connections", service.address, (post(key),), pid=service.pid),
            Group(
                "V: POST without the store, 256 connections", without.address, (post(bare_key),), 256, pid=without.pid
            ),
            Group("POST /api/run, 256 connections", service.address, (post(key),), 256, pid=service.pid),
            Group("POST /api/run, 1 connection", service.address, (post(key),), 1, pid=service.pid),
        ]
        e, read, v32, post32, v256, post256, post1 = (group.name for group in groups)
        say(f"{len(groups)} loads in turns, {scale.rounds} times")
        rounds = in_turns(groups, rounds=scale.rounds, seconds=scale.seconds)
        syncs = syncs_per_accept(service, groups[5], scale.seconds)
        mixed_loads = mixed(service, key, reads, scale, say)
        memory = service.memory_bytes() / MEGABYTE
    findings = (
        Finding(
            f"`GET /api/generations/{{id}}` among {scale.rows:,} rows, 32 connections",
            ratio(rounds, read, e),
            "E",
            at_least(0.40),
            by_cpu(rounds, read, e),
        ),
        Finding(
            "durable `POST /api/run`, 32 connections",
            ratio(rounds, post32, v32),
            "V",
            at_least(0.40),
            by_cpu(rounds, post32, v32),
        ),
        Finding(
            "durable `POST /api/run`, 256 connections",
            ratio(rounds, post256, v256),
            "V",
            at_least(0.33),
            by_cpu(rounds, post256, v256),
        ),
        Finding("durable `POST /api/run`, 1 connection", ratio(rounds, post1, v32), "V"),
        Finding("syncs for each accepted generation, 256 connections", syncs, "", at_most(1 / 16), "from `/metrics`"),
        Finding(f"memory of a process that serves {scale.rows:,} rows, after all that", memory, "MB", at_most(90.0)),
    )
    return Report(findings, (*typical(rounds), *mixed_loads))


def by_cpu(rounds: Rounds, name: str, to: str) -> str:
    """The same ratio as CPU time has it, for who compares on a machine that others use."""
    return f"{thrift(rounds, name, to):.2f} by CPU time"


def mixed(service: Server, key: str, reads: tuple[bytes, ...], scale: Scale, say: Note) -> list[Seen]:
    """Pollers and posters at once."""
    say("pollers and posters at once")
    groups = (
        Group("mixed: GET of 32 pollers …", service.address, reads),
        Group("… and POST of 32 posters", service.address, (post(key),)),
    )
    rounds = [apply(*groups, seconds=scale.seconds) for _ in range(scale.rounds)]
    return [middle(seen) for seen in zip(*rounds, strict=True)]


def syncs_per_accept(service: Server, group: Group, seconds: float) -> float:
    """Synced commits over accepted generations, by the service's own meters."""
    before = metrics(service)
    apply(group, seconds=seconds)
    after = metrics(service)
    commits, accepted = (after[name] - before[name] for name in COUNTED)
    return commits / accepted


COUNTED = ("mediamill_store_commits_total", "mediamill_generations_total")


def metrics(service: Server) -> dict[str, float]:
    """The sums of its meters."""
    connection = http.client.HTTPConnection(*service.address, timeout=60)
    connection.request("GET", "/metrics")
    text = connection.getresponse().read().decode()
    connection.close()
    return meters_in(text)


def meters_in(text: str) -> dict[str, float]:
    """Every meter in a page of /metrics; those with labels added up."""
    sums: dict[str, float] = {}
    for name, value in METRIC.findall(text):
        sums[name] = sums.get(name, 0.0) + float(value)
    return sums


def lists(folder: Path, scale: Scale, say: Note) -> Report:
    """A page with its exact total, of few rows and of many, and pages far down."""
    few_key, _ = seeded(folder / "few", FEW_ROWS, say)
    many_key, _ = seeded(folder / "listed", scale.rows, say)
    with (
        servers.serving(folder / "few", "--no-worker") as few,
        servers.serving(folder / "listed", "--no-worker") as many,
    ):
        path = "/api/generations"
        groups = [
            Group(f"list among {FEW_ROWS:,} rows, 1 connection", few.address, (get(path, few_key),), 1),
            Group(f"list among {scale.rows:,} rows, 1 connection", many.address, (get(path, many_key),), 1),
        ]
        deep = [
            Group(f"the same at offset {offset:,}", many.address, (get(f"{path}?offset={offset}", many_key),), 1)
            for offset in (1_000, scale.rows // 10, scale.rows // 2, scale.rows - 20)
        ]
        say("lists, and far down in them")
        rounds = in_turns([*groups, *deep], rounds=scale.rounds, seconds=scale.seconds / 2)
    what = f"list page with its exact total among {scale.rows:,} rows, beside {FEW_ROWS:,}"
    finding = Finding(what, slowdown(rounds, groups[1].name, groups[0].name), "×", at_most(1.3), "median times")
    return Report((finding,), tuple(typical(rounds)))


def slow_disk(folder: Path, scale: Scale, say: Note) -> Report:
    """Every sync takes 4 ms longer: the service beside one transaction for each request."""
    goals = {32: at_least(10.0), 256: at_least(20.0)}
    whats = {
        n: f"with {disk.ADDED_MS:g} ms added to every sync, beside one transaction per request, {n} connections"
        for n in goals
    }
    shim = SlowSync.build(folder)
    if isinstance(shim, str):
        return Report(tuple(Finding(whats[n], None, "×", goal, f"skipped: {shim}") for n, goal in goals.items()), ())
    ours, theirs = new_folder(folder / "slow"), new_folder(folder / "one-by-one")
    key, counter = servers.open_account(ours)[1], folder / "syncs"
    with (
        servers.serving(ours, "--no-worker", **shim.environment(counter)) as service,
        servers.one_by_one(theirs, **shim.environment(folder / "their-syncs")) as one_by_one,
    ):
        groups = [
            group
            for n in goals
            for group in (
                Group(
                    f"slow disk: one transaction per request, {n} connections", one_by_one.address, (post("key"),), n
                ),
                Group(f"slow disk: POST /api/run, {n} connections", service.address, (post(key),), n),
            )
        ]
        say("a slow disk")
        rounds = in_turns(groups, rounds=scale.rounds, seconds=scale.seconds)
        before, accepted = disk.counted(counter), metrics(service)[COUNTED[1]]
        apply(groups[-1], seconds=scale.seconds)
        syncs = (disk.counted(counter) - before) / (metrics(service)[COUNTED[1]] - accepted)
    findings = [
        Finding(whats[n], ratio(rounds, groups[2 * i + 1].name, groups[2 * i].name), "×", goal)
        for i, (n, goal) in enumerate(goals.items())
    ]
    what = "syncs for each accepted generation on that disk, 256 connections"
    findings.append(Finding(what, syncs, "", at_most(1 / 16), "counted below the process"))
    return Report(tuple(findings), tuple(typical(rounds)))


def turnaround(folder: Path, scale: Scale, say: Note) -> Report:
    """From the answer that accepts to `success`, with an engine that does nothing, all in one `mediamill serve`."""
    home = new_folder(folder / "idle")
    key = servers.open_account(home)[1]
    with servers.serving(home, PYTHONPATH=str(ROOT), **IDLE_ENGINE) as service:
        before = service.memory_bytes() / MEGABYTE
        say(f"{scale.turnarounds} generations by an engine that does nothing, one after the other")
        for _ in range(WARM_RUNS):
            one_turn(service, key)
        times, syncs = [], [disk.sync_ms(home)]
        for number in range(scale.turnarounds):
            times.append(one_turn(service, key))
            if number % 100 == 99:
                syncs.append(disk.sync_ms(home))
        after = service.memory_bytes() / MEGABYTE
    f = statistics.median(syncs)
    p50, p99 = percentile(times, 0.50), percentile(times, 0.99)
    note = f"5 ms + 4 F, F = {f:.2f} ms then"
    seen = Seen("accepted → success", len(times), sum(times) / 1_000, p50, percentile(times, 0.95), p99)
    findings = (
        Finding("accepted → `success` with an idle engine, p50", p50, "ms", at_most(5.0 + 4 * f), note),
        Finding("accepted → `success` with an idle engine, p99", p99, "ms", at_most(4 * (5.0 + 4 * f)), "4 × that"),
        Finding("memory of `mediamill serve` after its start", before, "MB", at_most(90.0), "engines apart"),
        Finding("memory of `mediamill serve` after those generations", after, "MB", at_most(90.0), "engines apart"),
    )
    return Report(findings, (seen,))


def one_turn(service: Server, key: str) -> float:
    """Milliseconds between the answer to POST and the `success` that a waiting GET is answered with."""
    connection = http.client.HTTPConnection(*service.address, timeout=60)
    headers = {"Authorization": key, "Content-Type": "application/json"}
    connection.request("POST", "/api/run", IDLE_BODY, headers)
    accepted = json.loads(connection.getresponse().read())
    started = time.perf_counter()
    connection.request("GET", f"/api/generations/{accepted['id']}", headers={"Authorization": key, "Prefer": "wait=30"})
    ended = json.loads(connection.getresponse().read())
    took = time.perf_counter() - started
    connection.close()
    if ended["status"] != "success":
        raise RuntimeError(f"the idle engine: {ended}")
    return took * 1_000


def starting(folder: Path, scale: Scale, say: Note) -> Report:
    """How long `mediamill serve` takes until it listens."""
    say("starts")
    home = new_folder(folder / "started")
    servers.open_account(home)
    times = []
    for _ in range(scale.starts):
        with servers.serving(home) as service:
            times.append(service.start_seconds)
    what = "start of `mediamill serve`, until it listens"
    return Report((Finding(what, statistics.median(times), "s", at_most(1.5), f"median of {len(times)}"),), ())


def reports(folder: Path, scale: Scale, say: Note) -> Report:  # noqa: ARG001 (a year has the same days at any scale)
    """How long the report of a month takes among the sums of a year."""
    return sums.reports(new_folder(folder / "reported"), say)


def vendor_jobs(folder: Path, scale: Scale, say: Note) -> Report:
    """What thousands of jobs at vendors cost."""
    return jobs.under_way(new_folder(folder / "vendors"), scale.jobs, scale.jobs_seconds, say)


def old_history(folder: Path, scale: Scale, say: Note) -> Report:
    """What millions of attempts cost, and taking them away."""
    return history.pruning(new_folder(folder / "old"), scale.rows, scale.rounds, scale.jobs_seconds / 3, say)


def seeded(folder: Path, rows: int, say: Note) -> tuple[str, list[str]]:
    """A new data folder with so many generations, its books exact: the key of their account, and some ids, shuffled."""
    account, key = servers.open_account(new_folder(folder))
    took = seed.seed(folder, account, rows)
    books = servers.told(folder, "reconcile").strip()
    say(f"{rows:,} rows written in {took:.1f} s; the books: {books}")
    ids = seed.some_ids(folder, rows, IDS)
    random.Random(7).shuffle(ids)
    return key, ids


def new_folder(folder: Path) -> Path:
    """Made."""
    folder.mkdir(parents=True)
    return folder
