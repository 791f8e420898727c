"""Both contests: who accepts more in a second, and whose accepted jobs outlive a kill -9."""

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from scripts.benches.load import Group, apply
from scripts.benches.measures import IDLE_ENGINE
from scripts.benches.servers import ROOT
from scripts.peers.known import MARKS, SERVICE
from scripts.peers.peer import NotSetUp, Peer, Stage, alive, free_ports, hand_in, kill, set_up

CONNECTIONS = (32, 256)
JOBS = 100  # accepted before the kill
JOB_SECONDS = "3"  # one job's work in the life that is killed: none is done before it
AFTERLIFE_SECONDS = 20.0  # for what was accepted to be done after the restart
QUIET_SECONDS = 5.0  # in which nothing more is done: the rest is lost
LOOK_SECONDS = 0.25

Rates = dict[int, list[float]]  # accepted a second in each round, by connections


@dataclass(frozen=True, slots=True)
class Result:
    """What a peer came to; `skipped` says why it did not compete."""

    peer: Peer
    rates: dict[int, float]  # accepted a second, by connections
    ratios: dict[int, float]  # the service's rate over this one's
    accepted: int = 0
    survived: int = 0
    skipped: str | None = None


def compete(
    peers: Sequence[Peer], folder: Path, cache: Path, *, rounds: int, seconds: float, say: Callable[[str], None]
) -> list[Result]:
    """Everybody alone on the machine in turn, the service among them in every round; then each is killed."""
    rates, skipped, bins = race(peers, folder, cache, rounds=rounds, seconds=seconds, say=say)
    results = []
    for peer in peers:
        if peer.name in skipped:
            results.append(Result(peer, {}, {}, skipped=skipped[peer.name]))
            continue
        say(f"{peer.name}: kill -9")
        accepted, survived = survival(peer, bins[peer.name], folder / f"killed-{peers.index(peer)}")
        own = rates[peer.name]
        results.append(Result(peer, typical(own), ratios(rates[SERVICE.name], own), accepted, survived))
    return results


def race(
    peers: Sequence[Peer], folder: Path, cache: Path, *, rounds: int, seconds: float, say: Callable[[str], None]
) -> tuple[dict[str, Rates], dict[str, str], dict[str, Path]]:
    """The rates of each peer round by round, why some did not compete, and where the programs of the others are."""
    skipped: dict[str, str] = {}
    bins: dict[str, Path] = {}
    for peer in peers:
        say(f"{peer.name}: setting up")
        try:
            bins[peer.name] = set_up(peer, cache)
        except NotSetUp as reason:
            skipped[peer.name] = str(reason)
    rates: dict[str, Rates] = {peer.name: {n: [] for n in CONNECTIONS} for peer in peers}
    for number in range(rounds):
        for peer in peers:
            if peer.name in skipped:
                continue
            say(f"{peer.name}: round {number + 1} of {rounds}")
            home = folder / f"{len(rates)}-{number}-{peers.index(peer)}"
            try:
                for connections, rate in measured(peer, bins[peer.name], home, seconds).items():
                    rates[peer.name][connections].append(rate)
            except (NotSetUp, RuntimeError) as reason:
                skipped[peer.name] = str(reason)
                say(f"{peer.name}: skipped: {reason}")
    return rates, skipped, bins


def typical(own: Rates) -> dict[int, float]:
    """The medians of the rounds."""
    return {connections: statistics.median(found) for connections, found in own.items()}


def ratios(ours: Rates, own: Rates) -> dict[int, float]:
    """How many times as much we accept: the median over the rounds, each of which saw both."""
    return {n: statistics.median(a / b for a, b in zip(ours[n], own[n], strict=True)) for n in CONNECTIONS if ours[n]}


def measured(peer: Peer, bin: Path, home: Path, seconds: float) -> dict[int, float]:
    """Accepted jobs a second, by connections, in a life of its own. Raises NotSetUp, RuntimeError."""
    home.mkdir()
    stage = Stage(bin, home, *free_ports(), works=False)
    key = peer.prepare(home)
    with alive(peer, stage, key):
        groups = [
            Group(peer.name, ("127.0.0.1", stage.port), (peer.request(key),), n, peer.refused) for n in CONNECTIONS
        ]
        return {group.connections: apply(group, seconds=seconds)[0].rate for group in groups}


def survival(peer: Peer, bin: Path, home: Path) -> tuple[int, int]:
    """How many jobs were accepted before a kill -9 of all its processes, and how many of them were ever done."""
    home.mkdir()
    key = peer.prepare(home)
    slow = {"PEER_SECONDS": JOB_SECONDS, "PEER_MARKS": str(home / MARKS)}
    first = Stage(bin, home, *free_ports(), works=False, environment=slow)
    accepted = 1  # the job that told that it listens
    with alive(peer, first, key) as life:
        accepted += sum(hand_in(first.port, peer.request(key)) for _ in range(JOBS - 1))
        kill(life)
    own = {**IDLE_ENGINE, "PYTHONPATH": str(ROOT)} if peer is SERVICE else {}
    quick = {"PEER_SECONDS": "0", "PEER_MARKS": str(home / MARKS), **own}
    second = Stage(bin, home, *free_ports(), works=True, environment=quick)
    try:
        with alive(peer, second, key):
            # The job by which the second life shows that it listens is not one of those that were to survive.
            return accepted, min(accepted, max(0, done_at_last(peer, second, accepted + 1) - 1))
    except NotSetUp:  # it does not come back at all
        return accepted, 0


def done_at_last(peer: Peer, stage: Stage, wanted: int) -> int:
    """How many jobs are done when all are, or when nothing more happens."""
    deadline = time.monotonic() + AFTERLIFE_SECONDS
    last, changed_at = -1, time.monotonic()
    while time.monotonic() < deadline and time.monotonic() - changed_at < QUIET_SECONDS:
        if (done := peer.done(stage)) >= wanted:
            return done
        if done != last:
            last, changed_at = done, time.monotonic()
        time.sleep(LOOK_SECONDS)
    return peer.done(stage)
