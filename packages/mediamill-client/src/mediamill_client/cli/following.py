"""A generation followed to its end, with a line on the terminal that says what it is doing."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from mediamill_client.cli.failures import EXIT_GENERATION_FAILED, Stopped, explained
from mediamill_client.cli.output import say_json

if TYPE_CHECKING:
    from mediamill_client import Client, Generation

Show = Callable[[str, float | None], None]  # a sentence, and how much is done, 0 to 1, where that is known


def followed(client: "Client", target: "Generation | str", timeout: float | None, *, as_json: bool) -> "Generation":
    """The generation when it has ended well."""
    from mediamill_client import GenerationFailed

    id = target if isinstance(target, str) else target.id
    follow = f"To follow it: mediamill wait {id}"
    begin = id if isinstance(target, str) else line_of(target)
    with explained(f"{id} goes on. {follow}", also=follow), progress_shown(begin) as show:
        try:
            return client.wait(
                target,
                timeout,
                on_update=lambda seen: show(line_of(seen), None),
                on_progress=lambda share, stage: show(f"{id}: {stage or 'working'}", share),
            )
        except GenerationFailed as error:
            if as_json:
                say_json(error.generation.raw)
            raise Stopped(EXIT_GENERATION_FAILED, str(error)) from error


def line_of(generation: "Generation") -> str:
    """A generation and its status, in a line."""
    return f"{generation.tool} {generation.id}: {generation.status}"


def nowhere(text: str, share: float | None) -> None:
    """Show nothing."""


@contextmanager
def progress_shown(text: str) -> Iterator[Show]:
    """A line on stderr with what goes on, how far it is and for how long, if that is a terminal."""
    if not sys.stderr.isatty():
        yield nowhere
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=20),
        TaskProgressColumn(),
        TimeElapsedColumn(),
    )
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False) as progress:
        task = progress.add_task(text, total=None)

        def show(text: str, share: float | None) -> None:
            progress.update(task, description=text, total=None if share is None else 1.0, completed=share or 0.0)

        yield show
