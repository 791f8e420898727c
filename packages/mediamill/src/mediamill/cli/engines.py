"""mediamill engines: who makes what here."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mediamill.cli.options import as_json, data_dir, settings_of
from mediamill.cli.output import say_json, say_table

if TYPE_CHECKING:
    from mediamill.engines import EngineRow


@click.command()
@as_json
@data_dir
def engines(as_json: bool, data_dir: Path | None) -> None:
    """Which engine serves which model, and what is missing."""
    from mediamill.assembly import engine_registry, load_catalogue
    from mediamill.engines import broken_engines

    settings = settings_of(data_dir=data_dir)
    offered = load_catalogue(settings)
    rows = engine_registry(settings, offered).table(offered)
    if as_json:
        say_json(
            [
                {
                    "tool": row.tool,
                    "model": row.model,
                    "engine": row.engine,
                    "ready": row.missing is None,
                    "missing": row.missing,
                    "note": row.note or None,
                }
                for row in rows
            ]
        )
        return
    say_table(
        ("tool", "model", "engine", "state"),
        [
            (
                row.tool,
                row.model,
                row.engine or "-",
                row.missing or state_of(row),
            )
            for row in rows
        ],
    )
    for broken in broken_engines():
        click.echo(f"The engine {broken.name} of {broken.package} is left out. {broken.fault}", err=True)


def state_of(row: "EngineRow") -> str:
    """Ready, what would make it better, and for what where not for everything."""
    state = "; ".join(["ready", *(program.advice for program in row.programs if program.advice)])
    return f"{state}: {row.note}" if row.note else state
