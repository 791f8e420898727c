"""mediamill maintenance: begin, end, show."""

from pathlib import Path

import click

from mediamill import admin, clock, workers
from mediamill.cli.acting import operator
from mediamill.cli.options import as_json, data_dir, read, settings_with_database, write
from mediamill.cli.output import say_json
from mediamill.workers import SERVICE, HaltKind


@click.group()
def maintenance() -> None:
    """Accept nothing new for a while; what waits is worked off, and reads go on."""


@maintenance.command()
@click.option("--sentence", default="", help="What callers are told.")
@as_json
@data_dir
def begin(sentence: str, as_json: bool, data_dir: Path | None) -> None:
    """Answer everything that would start something with 503 and a sentence."""
    halt = write(settings_with_database(data_dir), lambda tx: admin.begin_maintenance(tx, operator(), sentence))
    if as_json:
        say_json({"active": True, "since": clock.iso(halt.since), "sentence": halt.reason})
    else:
        click.echo("Maintenance: nothing new is accepted; every process knows within a second.")


@maintenance.command()
@as_json
@data_dir
def end(as_json: bool, data_dir: Path | None) -> None:
    """Accept new generations again."""
    changed = write(settings_with_database(data_dir), lambda tx: admin.end_maintenance(tx, operator()))
    if as_json:
        say_json({"active": False, "changed": changed})
    else:
        click.echo("The maintenance is over." if changed else "There is no maintenance.")


@maintenance.command()
@as_json
@data_dir
def show(as_json: bool, data_dir: Path | None) -> None:
    """Say whether there is maintenance."""
    halt = read(settings_with_database(data_dir), workers.halts).of(HaltKind.SERVICE, SERVICE)
    if as_json:
        since = clock.iso(halt.since) if halt else None
        say_json({"active": halt is not None, "since": since, "sentence": halt.reason if halt else ""})
    else:
        click.echo(f"Maintenance since {clock.iso(halt.since)}." if halt else "There is no maintenance.")
