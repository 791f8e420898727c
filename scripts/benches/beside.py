"""A fleet beside what people use for the same: accepted jobs a second, each alone on the machine in turn."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from scripts.benches import servers
from scripts.benches.goals import Finding, Report
from scripts.benches.ground import BenchServer, postgres, shared
from scripts.benches.measures import Note, Scale
from scripts.peers.contest import CONNECTIONS, race, ratios, typical
from scripts.peers.known import CELERY, KEY, RAY_SERVE, SERVICE
from scripts.peers.peer import CACHE, Peer, Program, Stage


def beside_others(folder: Path, scale: Scale, say: Note) -> Report:
    """One API process on PostgreSQL, Celery with Redis, and Ray Serve, which keeps nothing."""
    CACHE.mkdir(parents=True, exist_ok=True)
    with postgres() as server:
        ours = on_postgres(server)
        rates, skipped, _ = race(
            (ours, CELERY, RAY_SERVE), folder, CACHE, rounds=scale.rounds, seconds=scale.seconds, say=say
        )
    for name, reason in skipped.items():
        say(f"{name} is left out: {reason}")
    findings = []
    for peer in (CELERY, RAY_SERVE):
        if {peer.name, ours.name} & skipped.keys():
            continue
        own, mine = typical(rates[peer.name]), typical(rates[ours.name])
        for connections, times in ratios(rates[ours.name], rates[peer.name]).items():
            subject = f"accepts/s on PostgreSQL / {peer.name}, {connections} connections"
            note = f"{mine[connections]:,.0f}/s beside {own[connections]:,.0f}/s"
            findings.append(Finding(subject, times, "", None, note))
    assert all(len(own) == len(CONNECTIONS) for own in rates.values())
    return Report(tuple(findings), ())


def on_postgres(server: BenchServer) -> Peer:
    """An API process of a fleet, with a database of its own in each life."""
    settings: dict[Path, dict[str, str]] = {}

    def prepare(home: Path) -> str:
        settings[home] = {**servers.SETTINGS, **shared(server, f"life_{len(settings)}")}
        key = servers.open_account(home, **settings[home])[1]
        (home / KEY).write_text(key)
        return key

    return replace(SERVICE, name="mediamill on PostgreSQL", programs=programs_with(settings), prepare=prepare)


def programs_with(settings: dict[Path, dict[str, str]]) -> Callable[[Stage], list[Program]]:
    """What serves in a folder that was prepared."""

    def programs(stage: Stage) -> list[Program]:
        command: list[str | Path] = [servers.MEDIAMILL, "serve", "--port", str(stage.port), "--data-dir", stage.folder]
        return [Program([*command, "--no-worker"], settings[stage.folder], servers.ROOT)]

    return programs
