"""mediamill settings: what is in force, and where it comes from."""

from pathlib import Path

import click

from mediamill import config
from mediamill.cli.options import as_json, data_dir, settings_of
from mediamill.cli.output import say_json, say_table


@click.command()
@as_json
@data_dir
def settings(as_json: bool, data_dir: Path | None) -> None:
    """Every setting in force with its source: default, file, environment or flag. Secrets are masked."""
    found = config.in_force(settings_of(data_dir=data_dir))
    if as_json:
        say_json(found)
    else:
        say_table(("setting", "value", "from"), [[cell or "" for cell in one.values()] for one in found])
