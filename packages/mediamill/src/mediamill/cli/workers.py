"""mediamill workers: the processes that share the database; drain them and have them work again."""

import socket
from collections.abc import Callable
from pathlib import Path

import click

from mediamill import admin, clock, dispatch
from mediamill import workers as processes
from mediamill.admin import Operator
from mediamill.cli.acting import operator
from mediamill.cli.options import as_json, data_dir, read, settings_with_database, write
from mediamill.cli.output import say_json, say_table
from mediamill.db import Transaction
from mediamill.dispatch import ProcessListing
from mediamill.workers import Worker

all_of_host = click.option("--all", "all_of_host", is_flag=True, help="Every one of a machine.")
host = click.option("--host", help="The machine that --all means.  [default: this one]")


@click.group()
def workers() -> None:
    """List the processes that share the database, drain them, and have them work again."""


@workers.command("list")
@as_json
@data_dir
def list_workers(as_json: bool, data_dir: Path | None) -> None:
    """Every process that is alive: where it runs, its pools with their slots, what it holds, and its last beat."""

    found = read(settings_with_database(data_dir), dispatch.list_processes)
    if as_json:
        say_json([found.item_of(worker) for worker in found.alive])
        return
    columns = ("name", "host", "version", "pools", "running", "state", "last beat")
    say_table(columns, [line_of(found, worker) for worker in found.alive])
    for pause in found.paused:
        because = f": {pause.reason}" if pause.reason else ""
        click.echo(f"The pool {pause.pool} is paused since {clock.iso(pause.since)}{because}", err=True)


@workers.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@all_of_host
@host
@as_json
@data_dir
def drain(names: tuple[str, ...], all_of_host: bool, host: str | None, as_json: bool, data_dir: Path | None) -> None:
    """Have processes finish what runs and claim nothing more; they stay until they are stopped or resumed."""
    changed = change(admin.drain_workers, names, all_of_host, host, data_dir)
    say_changed(changed, "draining", as_json)


@workers.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@all_of_host
@host
@as_json
@data_dir
def resume(names: tuple[str, ...], all_of_host: bool, host: str | None, as_json: bool, data_dir: Path | None) -> None:
    """Have processes that drain claim again."""
    changed = change(admin.resume_workers, names, all_of_host, host, data_dir)
    say_changed(changed, "resumed", as_json)


def change(
    order: Callable[[Transaction, Operator, list[str]], None],
    names: tuple[str, ...],
    all_of_host: bool,
    host: str | None,
    data_dir: Path | None,
) -> list[str]:
    """Give the order to the processes that are meant: their names. Raises WorkerNotFound."""
    if bool(names) == all_of_host:
        raise click.UsageError("Name processes, or say --all.")
    if host is not None and not all_of_host:
        raise click.UsageError("--host goes with --all.")

    def give(tx: Transaction) -> list[str]:
        meant = list(names) or working_at(tx, host or socket.gethostname())
        order(tx, operator(), meant)
        return meant

    return write(settings_with_database(data_dir), give)


def working_at(tx: Transaction, host: str) -> list[str]:
    """The processes of one machine that work for some pool."""
    return [worker.name for worker in processes.alive(tx) if worker.host == host and worker.pools]


def say_changed(names: list[str], state: str, as_json: bool) -> None:
    """What was ordered."""
    if as_json:
        say_json([{"name": name, "state": state} for name in names])
        return
    for name in names:
        click.echo(f"{name}: {state}")
    if not names:
        click.echo("No worker of that machine is alive.", err=True)


def line_of(found: ProcessListing, worker: Worker) -> tuple[str, ...]:
    """A process as people read it."""
    pools = " ".join(f"{pool}={slots}" for pool, slots in worker.slots_of_pools().items())
    running, age = len(found.running.get(worker.name, [])), max(0, found.now - worker.beat_at) // 1_000
    state = found.state_of(worker)
    return (worker.name, worker.host, worker.version, pools, str(running), state, f"{age} s ago")
