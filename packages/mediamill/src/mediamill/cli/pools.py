"""mediamill pools: pause, drain and resume a pool, on every machine."""

from pathlib import Path

import click

from mediamill import admin
from mediamill.catalogue import Pool
from mediamill.cli.acting import operator
from mediamill.cli.options import as_json, data_dir, settings_with_database, write
from mediamill.cli.output import say_json

POOL = click.Choice([pool.value for pool in Pool])


@click.group()
def pools() -> None:
    """Pause and resume pools: of one that is paused nobody claims anything, for one that drains nothing is accepted."""


@pools.command()
@click.argument("pool", type=POOL)
@click.option("--reason", default="", help="Shown to other operators.")
@as_json
@data_dir
def pause(pool: str, reason: str, as_json: bool, data_dir: Path | None) -> None:
    """Claim nothing more of POOL anywhere: new generations wait, what runs goes on."""
    write(settings_with_database(data_dir), lambda tx: admin.pause_pool(tx, operator(), pool, reason))
    if as_json:
        say_json({"pool": pool, "paused": True})
    else:
        click.echo(f"The pool {pool} is paused; every worker knows within a second.")


@pools.command()
@click.argument("pool", type=POOL)
@click.option("--reason", default="", help="Shown to other operators.")
@as_json
@data_dir
def drain(pool: str, reason: str, as_json: bool, data_dir: Path | None) -> None:
    """Accept nothing new for POOL; what waits there is worked off."""
    write(settings_with_database(data_dir), lambda tx: admin.drain_pool(tx, operator(), pool, reason))
    if as_json:
        say_json({"pool": pool, "draining": True})
    else:
        click.echo(f"The pool {pool} is draining; every process knows within a second.")


@pools.command()
@click.argument("pool", type=POOL)
@as_json
@data_dir
def resume(pool: str, as_json: bool, data_dir: Path | None) -> None:
    """Accept for POOL and claim from it again."""
    was_stopped = write(settings_with_database(data_dir), lambda tx: admin.resume_pool(tx, operator(), pool))
    if as_json:
        say_json({"pool": pool, "paused": False})
    else:
        click.echo(f"The pool {pool} is {'resumed' if was_stopped else 'not stopped'}.")
