"""Measuring several loads in turns, again and again: what disturbs a shared machine then disturbs all of them alike."""

import os
import statistics
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from scripts.benches.load import Group, Seen, apply

Rounds = dict[str, list[Seen]]


def in_turns(groups: Sequence[Group], *, rounds: int, seconds: float) -> Rounds:
    """What each group saw in each round, by its name."""
    seen: Rounds = {group.name: [] for group in groups}
    for _ in range(rounds):
        for group in groups:
            seen[group.name].append(timed(group, seconds))
    return seen


def timed(group: Group, seconds: float) -> Seen:
    """One group alone, with the CPU time that the serving process used for each answer."""
    if not group.pid:
        return apply(group, seconds=seconds)[0]
    before = cpu_seconds(group.pid)
    seen = apply(group, seconds=seconds)[0]
    return replace(seen, cpu_us=(cpu_seconds(group.pid) - before) / seen.total * 1e6)


def cpu_seconds(pid: int, *, ended: bool = False) -> float:
    """What a process has used so far, its threads included; on demand with its children that have ended."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(int(ticks) for ticks in fields[11 : 15 if ended else 13]) / os.sysconf("SC_CLK_TCK")


def thrift(rounds: Rounds, name: str, to: str) -> float:
    """The ratio by CPU time alone: what the other process uses for an answer over what this one does."""
    return statistics.median(b.cpu_us / a.cpu_us for a, b in zip(rounds[name], rounds[to], strict=True))


def ratio(rounds: Rounds, name: str, to: str) -> float:
    """Of two rates: the median over the rounds, each compared within its round."""
    return statistics.median(a.rate / b.rate for a, b in zip(rounds[name], rounds[to], strict=True))


def slowdown(rounds: Rounds, name: str, to: str) -> float:
    """Of two median times, likewise."""
    return statistics.median(a.p50_ms / b.p50_ms for a, b in zip(rounds[name], rounds[to], strict=True))


def typical(rounds: Rounds) -> list[Seen]:
    """For each load, medians over the rounds."""
    return [middle(seen) for seen in rounds.values()]


def middle(seen: Sequence[Seen]) -> Seen:
    """Each figure's median."""
    median = statistics.median
    return replace(
        seen[0],
        answers=round(median(one.answers for one in seen)),
        seconds=median(one.seconds for one in seen),
        p50_ms=median(one.p50_ms for one in seen),
        p95_ms=median(one.p95_ms for one in seen),
        p99_ms=median(one.p99_ms for one in seen),
        cpu_us=median(one.cpu_us for one in seen),
    )
