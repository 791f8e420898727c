"""mediamill engines: who makes what here."""

from pathlib import Path

import click

from mediamill.cli.options import as_json, data_dir, settings_of
from mediamill.cli.output import say_json, say_table


@click.command()
@as_json
@data_dir
def engines(as_json: bool, data_dir: Path | None) -> None:
    """Which engine serves which model, and what is missing."""
    from mediamill.app import engine_registry, load_catalogue
    from mediamill.cli.optional import optional_parts

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
    more = {part.engine: f"ready; {part.advice}" for part in optional_parts() if part.advice}
    say_table(
        ("tool", "model", "engine", "state"),
        [
            (
                row.tool,
                row.model,
                row.engine or "-",
                row.missing or state_of(row.note, more.get(row.engine or "", "ready")),
            )
            for row in rows
        ],
    )


def state_of(note: str, state: str) -> str:
    """Ready, and for what where not for everything."""
    return f"{state}: {note}" if note else state
