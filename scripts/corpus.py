"""Run 200 prompts that nobody tuned to through everything that takes text: no failure, no two alike, within limits.

Prompts come from tests/corpus/prompts.txt; engines run in their own processes, under the limits of their models; what
they make is judged by other readers than ours.
"""

import argparse
import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from mediamill.catalogue import FaultCode, Model, load
from mediamill.config import read
from mediamill.engines import EngineEntry, EngineHost, Failed, Refused, Registry, installed_engines
from scripts.crafts.judging import Poor, alike, judge
from scripts.crafts.prompts import read_prompts
from scripts.crafts.workshop import Run, engine_of, running

NAMED_MAX = 6  # prompts, in one line of a report
FILM_PROMPTS = 20  # films take long: every tenth prompt


@dataclass(frozen=True, slots=True)
class Trial:
    """A model, what it is asked for beside the prompt, and how long the result has to be."""

    tool: str
    model: str
    input: dict[str, str | int | float] = field(default_factory=dict)
    seconds: float | None = None
    prompts_max: int | None = None
    may_refuse: bool = False

    @property
    def name(self) -> str:
        return f"{self.tool}/{self.model}"


TRIALS = (
    Trial("create-image", "nano-banana"),
    Trial("create-image", "flux-2-flex", {"aspect_ratio": "4:3"}),
    Trial("text-to-3d", "alpha3d-v3"),
    Trial("text-to-3d", "beta-v6"),
    Trial("motion-3d", "alpha-motion", {"duration": 3}, seconds=3),
    Trial("create-music", "voicevendor-music", {"duration": 5}, seconds=5),
    Trial("text-to-speech", "voicevendor-tts", may_refuse=True),
    Trial("sound-effects", "audiogen"),
    Trial("sound-effects", "voicevendor-sound-effects", {"duration": "2"}, seconds=2),
    Trial("create-video", "ltx-video", {"duration": 3}, seconds=3, prompts_max=FILM_PROMPTS),
)


@dataclass(slots=True)
class Tally:
    """What a model made of all prompts."""

    trial: Trial
    made: int = 0
    refused: int = 0
    faults: list[str] = field(default_factory=list)
    essences: dict[str, str] = field(default_factory=dict)
    cpu_seconds: list[float] = field(default_factory=list)
    wall_seconds: list[float] = field(default_factory=list)
    peak_mb: float = 0.0


def main() -> None:
    options = arguments()
    catalogue, registry = load(), Registry(installed_engines(), read().engines)
    prompts = [prompt for group in read_prompts().values() for prompt in group][:: options.every]
    console, tallies = Console(width=120), []
    for trial in TRIALS:
        if options.only and trial.tool not in options.only:
            continue
        model = catalogue.tools[trial.tool].models[trial.model]
        entry = engine_of(registry, model)
        if entry is None:
            console.print(f"{trial.name}: no engine is ready", style="yellow")
            continue
        began = time.monotonic()
        tally = asyncio.run(tried(trial, model, entry, prompts, options.slots))
        tallies.append(tally)
        console.print(f"{trial.name}: {tally.made} made in {time.monotonic() - began:.0f} s", markup=False)
        for fault in tally.faults:
            console.print(f"  {fault}", markup=False, style="red")
    console.print(table(tallies))
    sys.exit(any(tally.faults for tally in tallies))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m scripts.corpus", description=__doc__)
    tools = sorted({trial.tool for trial in TRIALS})
    parser.add_argument("--only", action="append", choices=tools, metavar="TOOL", help="this tool (again for more)")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every Nth prompt")
    parser.add_argument("--slots", type=int, default=os.cpu_count() or 1, help="engine processes (default: the cores)")
    return parser.parse_args()


async def tried(trial: Trial, model: Model, entry: EngineEntry, prompts: Sequence[str], slots: int) -> Tally:
    """All prompts through one model, as many at once as there are slots."""
    chosen = list(prompts)
    if trial.prompts_max is not None:
        chosen = chosen[:: max(1, len(chosen) // trial.prompts_max)][: trial.prompts_max]
    tally = Tally(trial)
    with tempfile.TemporaryDirectory(prefix="mediamill-corpus-") as name:
        host = EngineHost(slots=slots, folder=Path(name))
        await host.start()
        places = asyncio.Semaphore(slots)  # a run is looked at before another one takes its place on the disk

        async def one(number: int, prompt: str) -> None:
            fitting = cut(prompt, model)
            if trial.may_refuse and is_too_short(fitting, trial, model):
                tally.refused += 1
                return
            async with (
                places,
                running(host, entry, model, {**trial.input, "prompt": fitting}, name=f"prompt_{number}") as run,
            ):
                await asyncio.to_thread(note, tally, fitting, run)

        try:
            await asyncio.gather(*(one(number, prompt) for number, prompt in enumerate(chosen)))
        finally:
            await host.stop()
    for names in alike(tally.essences):
        more = ", …" if len(names) > NAMED_MAX else ""
        tally.faults.append(f"{len(names)} give the same: {', '.join(names[:NAMED_MAX])}{more}")
    return tally


def cut(prompt: str, model: Model) -> str:
    """As much of the prompt as the model takes."""
    longest = next(field.length_max for field in model.fields if field.name == "prompt")
    return prompt if longest is None else prompt[: int(longest)]


def is_too_short(prompt: str, trial: Trial, model: Model) -> bool:
    """Whether the interface refuses the prompt: speech needs a letter or a digit."""
    checked = model.check({"model": model.slug, **trial.input, "prompt": prompt})
    return isinstance(checked, tuple) and [fault.code for fault in checked] == [FaultCode.TOO_SHORT]


def note(tally: Tally, prompt: str, run: Run) -> None:
    """Judge one run and keep what is to be told of it."""
    called = repr(prompt if len(prompt) <= 60 else f"{prompt[:58]}…")
    if run.spent is not None:
        tally.cpu_seconds.append(run.spent.cpu_seconds)
        tally.peak_mb = max(tally.peak_mb, run.spent.peak_mb)
    tally.wall_seconds.append(run.wall_seconds)
    match run.outcome:
        case Refused(sentence) if tally.trial.may_refuse and sentence.endswith("."):
            tally.refused += 1
        case Refused(sentence) | Failed(_, sentence):
            tally.faults.append(f"{called}: {sentence}")
        case _:
            assert run.file is not None, "what was made is a file"
            try:
                judged = judge(run.file, tally.trial.seconds)
            except Poor as fault:
                tally.faults.append(f"{called}: {fault}")
            else:
                tally.made += 1
                tally.essences[called] = judged.essence


def table(tallies: Sequence[Tally]) -> Table:
    """A row for every model: processor seconds (median, most), time (most), memory of its largest engine process."""
    shown = Table("Model", box=SIMPLE_HEAD)
    for head in ("made", "refused", "faults", "CPU s", "most CPU s", "most s", "of", "MB", "of"):
        shown.add_column(head, justify="right")
    catalogue = load()
    for tally in tallies:
        limits = catalogue.tools[tally.trial.tool].models[tally.trial.model].limits
        cpu = tally.cpu_seconds or [0.0]
        figures = (f"{statistics.median(cpu):.2f}", f"{max(cpu):.2f}", f"{max(tally.wall_seconds):.1f}")
        memory = (f"{limits.seconds:.0f}", f"{tally.peak_mb:.0f}", str(limits.memory_mb))
        counts = (str(tally.made), str(tally.refused), str(len(tally.faults)))
        shown.add_row(tally.trial.name, *counts, *figures, *memory)
    return shown


if __name__ == "__main__":
    main()
