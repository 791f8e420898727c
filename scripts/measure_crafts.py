"""Measure how fast every built-in craft is and how much memory it takes; written to docs/benchmarks.md.

Processor time of one engine process, not the clock on the wall: what else the machine does is then no part of it.
"""

import argparse
import asyncio
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from mediamill.catalogue import Model, load
from mediamill.codecs import probe
from mediamill.config import read
from mediamill.engines import EngineEntry, EngineHost, Registry, installed_engines
from scripts.benches.goals import Finding, at_least, at_most, short
from scripts.benches.machine import Machine, this_machine
from scripts.benches.page import table, write_part
from scripts.crafts.witness import Spent
from scripts.crafts.workshop import engine_of, running

ONE_CORE = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
AUDIO_TIMES_REAL, SLOW_AUDIO_TIMES_REAL = 5.0, 1.0
IMAGE_SECONDS, FILM_SECONDS, OBJECT_SECONDS, MOTION_SECONDS, THUMBNAIL_SECONDS = 2.5, 12.0, 5.0, 1.5, 1.5
WARM_RUNS = 3  # the median of them; the first run, with its imports, is told apart
KERNEL_DRIFT_MAX = 0.25  # between its two measurements; with more, figures of this run say little
SPEECH = (
    "The mill by the river has been turning for two hundred years. Every morning the miller opens the gate, and the "
    "water begins to push the great wheel. Children come to watch it after school, and in the summer there are guests. "
    "In winter the river freezes and the wheel stands still until the first warm days of the spring. "
)
WITHOUT_LENGTH = (".png", ".glb", ".fbx")
INTRODUCTION = """## The crafts

Each in an engine process of its own, with the environment that the service gives it: one core, films two. Seconds are
processor time of all its threads, so that other work on the machine does not count: the median of {runs} runs after the
first one. The first run also imports what the craft needs; "Peak MB" is the most that its process held. A kernel is a
fixed load of numpy and scipy (`scripts/crafts/kernel.py`), measured before and after:
{before:.2f} s and {after:.2f} s."""
BUSY = (
    "**The machine was busy with other work** (a load of {load:.1f} before the run): processor time rises where cores "
    "and caches are shared, so these figures are on the slow side."
)


@dataclass(frozen=True, slots=True)
class Work:
    """One thing to have made, by "tool/model"; `files` are names of earlier works, by input field."""

    name: str
    what: str
    input: Mapping[str, str | int | float] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    most_seconds: float | None = None  # of an item; sound is measured against real time
    times_real: float = AUDIO_TIMES_REAL

    @property
    def tool(self) -> str:
        return self.name.partition("/")[0]


@dataclass(frozen=True, slots=True)
class Cost:
    """What a work took: the first run, the later ones, the seconds of sound or film that came of it."""

    work: Work
    first: Spent
    warm: Spent
    media_seconds: float | None


DUCK = "create-image/nano-banana"
SONG, VOICE = "create-music/voicevendor-music", "text-to-speech/voicevendor-tts"
LIGHTHOUSE: Mapping[str, str | int | float] = {
    "prompt": "A lighthouse on a cliff at dusk, soft fog over the sea, oil painting",
    "seed": 7,
}
WALK: Mapping[str, str | int | float] = {"prompt": "Walk forward, then jump and wave", "duration": 5}
DOOR = {"prompt": "A wooden door creaks open and falls shut", "duration": "10"}
CREAK = "sound-effects/voicevendor-sound-effects"
READ, OF_DUCK = {"audio_url": VOICE}, {"image_url": DUCK}
WORKS = (
    Work(DUCK, "1024 × 1024", {"prompt": "A yellow rubber duck, flat vector logo", "seed": 1}, {}, IMAGE_SECONDS),
    Work("create-image/flux-2-flex", "1024 × 1024", LIGHTHOUSE, {}, IMAGE_SECONDS),
    Work("create-video/ltx-video", "5 s", {**LIGHTHOUSE, "duration": 5}, {}, FILM_SECONDS),
    Work("text-to-3d/alpha3d-v3", "an object", {"prompt": "A wooden sailing ship, white sails"}, {}, OBJECT_SECONDS),
    Work("text-to-3d/beta-v6", "an object", {"prompt": "A small red rocket with white fins"}, {}, OBJECT_SECONDS),
    Work("text-to-3d/trellis-2", "an object", {}, OF_DUCK, OBJECT_SECONDS),
    Work("image-to-3d-object/alpha3d-v21", "an object", {}, OF_DUCK, OBJECT_SECONDS),
    Work("image-to-3d-object/instantmesh", "an object", {}, OF_DUCK, OBJECT_SECONDS),
    Work("image-to-3d-object/triposr", "an object", {}, OF_DUCK, OBJECT_SECONDS),
    Work("motion-3d/alpha-motion", "5 s of motion", WALK, {}, MOTION_SECONDS),
    Work(SONG, "30 s", {"prompt": "Calm piano and strings in a minor key", "duration": 30}),
    Work(VOICE, "a page", {"prompt": SPEECH * 2}),
    Work("sound-effects/audiogen", "its own length", {"prompt": "Heavy rain on a tin roof with distant thunder"}),
    Work(CREAK, "10 s", DOOR),
    Work("drum-generator/drumgen", "a loop", {"seed": 42}),
    Work("song-splitter/demucs", "30 s", {"instrument": "vocals"}, {"file": SONG}, None, SLOW_AUDIO_TIMES_REAL),
    Work("voice-isolator/voicevendor-voice-isolator", "a page", {}, READ),
    Work("translate-audio/voicevendor-dubbing", "a page", {"target_lang": "en"}, READ, None, SLOW_AUDIO_TIMES_REAL),
)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m scripts.measure_crafts", description=__doc__)
    parser.add_argument("--no-page", action="store_true", help="print only")
    options = parser.parse_args()
    here, before = this_machine(), kernel_seconds()
    with tempfile.TemporaryDirectory(prefix="mediamill-crafts-") as name:
        costs = asyncio.run(measured(WORKS, Path(name)))
    after = kernel_seconds()
    findings = [finding for cost in costs for finding in findings_of(cost)]
    text = part(here, costs, findings, before, after)
    print(text)
    if not options.no_page:
        write_part("crafts", text)
    missed = [finding.what for finding in findings if finding.verdict == "**missed**"]
    if missed:
        print(f"\nMissed: {', '.join(missed)}", file=sys.stderr)


def kernel_seconds() -> float:
    """The kernel, in a process of its own that uses one core."""
    command = [sys.executable, "-m", "scripts.crafts.kernel"]
    return float(subprocess.run(command, env={**os.environ, **ONE_CORE}, check=True, capture_output=True).stdout)


async def measured(works: Sequence[Work], folder: Path) -> list[Cost]:
    """The works whose engines are ready, one after another."""
    catalogue, registry = load(), Registry(installed_engines(), read().engines)
    costs: list[Cost] = []
    made: dict[str, Path] = {}
    for work in works:
        tool, _, slug = work.name.partition("/")
        model = catalogue.tools[tool].models[slug]
        entry = engine_of(registry, model)
        if entry is None or not set(work.files.values()) <= set(made):
            print(f"{work.name}: left out, no engine is ready for it", file=sys.stderr)
            continue
        files = {name: made[source] for name, source in work.files.items()}
        spent, made[work.name] = await done(work, model, entry, files, folder)
        seconds = None if made[work.name].suffix in WITHOUT_LENGTH else probe(made[work.name]).seconds
        costs.append(Cost(work, spent[0], middle(spent[1:]), seconds))
        print(f"{work.name}: {costs[-1].warm.cpu_seconds:.2f} s", file=sys.stderr, flush=True)
    return costs


async def done(
    work: Work, model: Model, entry: EngineEntry, files: Mapping[str, Path], folder: Path
) -> tuple[list[Spent], Path]:
    """One work in a fresh process, again and again; what each run took, and the file."""
    host = EngineHost(slots=1, folder=folder / "spool")
    await host.start()
    spent: list[Spent] = []
    kept = folder / work.name.replace("/", "-")
    try:
        for number in range(1 + WARM_RUNS):
            name = f"work_{number}"
            async with running(host, entry, model, work.input, name=name, files=files, thumbnail=True) as run:
                if run.file is None or run.spent is None:
                    raise SystemExit(f"{work.name}: {run.outcome}")
                spent.append(run.spent)
                kept = Path(shutil.copy(run.file, kept.with_name(f"{kept.name}{run.file.suffix}")))
    finally:
        await host.stop()
    return spent, kept


def middle(spent: Sequence[Spent]) -> Spent:
    """The median run."""
    return sorted(spent, key=lambda run: run.cpu_seconds)[len(spent) // 2]


def findings_of(cost: Cost) -> list[Finding]:
    """What a work took, beside its goal; and its thumbnail, where it has one."""
    work, warm = cost.work, cost.warm
    if work.most_seconds is None:
        assert cost.media_seconds is not None, f"{work.name} makes sound"
        times = cost.media_seconds / warm.cpu_seconds
        return [Finding(work.name, times, "× real time", at_least(work.times_real), work.what)]
    # Of two cores: no less than the main thread takes, no less than half of all threads.
    two_cores = max(warm.main_thread_seconds, warm.cpu_seconds / 2)
    seconds = two_cores if work.tool == "create-video" else warm.cpu_seconds
    found = [Finding(work.name, seconds, "s", at_most(work.most_seconds), work.what)]
    thumbnail = Finding(f"{work.name}: thumbnail", warm.thumbnail_seconds, "s", at_most(THUMBNAIL_SECONDS))
    return [*found, thumbnail]


def part(here: Machine, costs: Sequence[Cost], findings: Sequence[Finding], before: float, after: float) -> str:
    """The part of the page."""
    kernel = statistics.mean((before, after))
    goals = {finding.what: finding for finding in findings}
    rows = [row(cost, goals, kernel) for cost in costs]
    head = ("Model", "Made", "CPU s", "Kernels", "Speed", "Goal", "", "First run s", "Peak MB", "Thumbnail s")
    missed = [finding.what for finding in findings if finding.verdict == "**missed**"]
    facts = (
        f"Taken with `python -m scripts.measure_crafts`, mediamill {here.version}, on {here.cores} cores of "
        f"{here.cpu}, {here.kernel}, {here.python}."
    )
    if here.was_busy or abs(after - before) > KERNEL_DRIFT_MAX * before:
        facts += f"\n{BUSY.format(load=here.load_before)}"
    verdict = f"Missed: {', '.join(missed)}." if missed else "Every goal is reached."
    verdict += f" The goal of a thumbnail is ≤ {THUMBNAIL_SECONDS} s."
    introduction = INTRODUCTION.format(runs=WARM_RUNS, before=before, after=after)
    return "\n\n".join((introduction, facts, table(head, rows), verdict))


def row(cost: Cost, goals: Mapping[str, Finding], kernel: float) -> tuple[str, ...]:
    """A work as a row of the table."""
    finding, warm = goals[cost.work.name], cost.warm
    _, speed, goal, verdict, _ = finding.cells()
    if finding.unit == "s":
        speed = f"{speed} on two cores" if cost.work.tool == "create-video" else ""
    thumbnail = goals.get(f"{cost.work.name}: thumbnail")
    return (
        f"`{cost.work.name}`",
        cost.work.what if cost.media_seconds is None else f"{cost.media_seconds:.1f} s",
        short(warm.cpu_seconds),
        short(warm.cpu_seconds / kernel),
        speed,
        goal,
        verdict,
        short(cost.first.cpu_seconds),
        f"{cost.first.peak_mb:.0f}",
        "–" if thumbnail is None or thumbnail.measured is None else short(thumbnail.measured),
    )


if __name__ == "__main__":
    main()
