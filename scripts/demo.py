"""Make one thing with every tool and model, through the public interface; ./out/index.html shows them all."""

import argparse
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from scripts.demos.making import Result, State, make_all
from scripts.demos.montage import write_montage
from scripts.demos.sheet import all_made, size_of, write_sheet
from scripts.demos.wishes import WISHES, Wish
from scripts.stage import running_service

STYLES = {State.MADE: "green", State.FAILED: "red", State.NO_ENGINE: "yellow"}


def main() -> None:
    options = arguments()
    chosen = [wish for wish in WISHES if not options.only or wish.tool in options.only]
    started = time.monotonic()
    results = made(chosen, options.out)
    summary = summary_of(results, time.monotonic() - started)
    page = write_sheet(results, options.out, summary)
    console = Console()
    console.print(table(results))
    for result in results:
        if result.state is not State.MADE:
            console.print(f"{result.wish.name}: {result.why}", markup=False)
    console.print(f"{summary}\n{page.resolve().as_uri()}", markup=False, soft_wrap=True)
    if options.montage:
        write_montage(results, options.montage)
    sys.exit(0 if all_made(results) else 1)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m scripts.demo", description=__doc__)
    tools = sorted({wish.tool for wish in WISHES})
    parser.add_argument("--out", type=Path, default=Path("out"), help="the folder for files and page (default: out)")
    parser.add_argument("--only", action="append", choices=tools, metavar="TOOL", help="this tool (again for more)")
    parser.add_argument("--montage", type=Path, metavar="PATH", help="also draw a picture of everything, as .webp")
    return parser.parse_args()


def made(wishes: Sequence[Wish], out: Path) -> list[Result]:
    """Every wish made by a service of its own, and what it is made from; the files are in `out`."""
    sources = {wish.made_from for wish in wishes}
    wanted = [*wishes, *(wish for wish in WISHES if wish.name in sources and wish not in wishes)]
    columns = (TextColumn("{task.fields[name]:41}", markup=False), BarColumn(12), TextColumn("{task.fields[stage]}"))
    with (
        Progress(*columns, TimeElapsedColumn(), console=Console(stderr=True)) as progress,
        running_service(MEDIAMILL_LOG_LEVEL="warning") as stage,
    ):
        bars = {wish.name: progress.add_task("", total=1.0, name=wish.name, stage="waits") for wish in wanted}

        def hear(wish: Wish, fraction: float, stage: str) -> None:
            progress.update(bars[wish.name], completed=fraction, stage=stage)

        return make_all(stage, wanted, out, hear)


def table(results: Sequence[Result]) -> Table:
    """What was made, and what it took."""
    shown = Table("Made", box=SIMPLE_HEAD, pad_edge=False)
    for head in ("Seconds", "Credits", "Size", ""):
        shown.add_column(head, justify="right" if head else "left")
    for result in results:
        took = ("", "", "")
        if result.file is not None:
            took = (f"{result.seconds:.1f}", str(result.credits), size_of(result.file))
        state = f"[{STYLES[result.state]}]{result.state.value}[/]"
        shown.add_row(result.wish.name, *took, state)
    return shown


def summary_of(results: Sequence[Result], seconds: float) -> str:
    """How many of each kind, and how long it took."""
    counts = [(state, sum(result.state is state for result in results)) for state in State]
    told = ", ".join(f"{count} {state.value}" for state, count in counts if count)
    return f"{told}, in {seconds:.0f} s on {len(os.sched_getaffinity(0))} cores."


if __name__ == "__main__":
    main()
