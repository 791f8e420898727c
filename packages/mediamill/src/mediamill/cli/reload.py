"""mediamill reload: running processes read their engines, keys and limits again."""

import asyncio
import os
import re
import signal
import socket
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import click

from mediamill import __version__, workers
from mediamill.cli.options import as_json, data_dir, settings_with_database
from mediamill.cli.output import say_json
from mediamill.config import InvalidSettings, Settings
from mediamill.db import Database, open_database
from mediamill.errors import MediamillError
from mediamill.workers import Worker

NAME = re.compile(r"(?:serve:(?:[0-9a-f]+:)?|front:|worker:)(\d+)_.*")
ANSWER_SECONDS = 20.0  # for all processes: each reads some files and writes a row
LOOK_SECONDS = 0.05
EXIT_NOT_RELOADED = 1
ELSEWHERE = "not a process of this machine: run `mediamill reload` there"
OLDER = "it runs mediamill {version}: restart it"
NOT_OURS = "it belongs to another user: run `mediamill reload` as that user"
SILENT = f"no answer within {ANSWER_SECONDS:g} seconds: see its log"


class NotReloaded(MediamillError):
    """Nothing was reloaded. {fault}"""

    code = "not_reloaded"


@dataclass(frozen=True, slots=True)
class Reloaded:
    """What became of one process."""

    process: str
    fault: str | None


@click.command()
@as_json
@data_dir
def reload(as_json: bool, data_dir: Path | None) -> None:
    """Have the processes of the data folder on this machine read engines, keys, limits and caps again.

    What is faulty changes nothing in any of them. Jobs under way keep their engine, key and address.
    """
    settings = usable_settings(data_dir)
    found = asyncio.run(reload_all(settings))
    if as_json:
        say_json([{"process": one.process, "reloaded": one.fault is None, "fault": one.fault} for one in found])
    for one in () if as_json else found:
        click.echo(f"{one.process}: {one.fault or 'reloaded'}")
    if not found and not as_json:
        click.echo("No process of this data folder is running; the next one reads the settings at its start.", err=True)
    if any(one.fault for one in found):
        sys.exit(EXIT_NOT_RELOADED)


def usable_settings(data_dir: Path | None) -> Settings:
    """The settings as they are now. Raises NotReloaded where they could not be used, NoDatabase."""
    from mediamill.app import read_again
    from mediamill.assembly import load_catalogue, open_guard

    try:
        settings = settings_with_database(data_dir)
        read_again(settings, load_catalogue(settings), open_guard(settings))
        return settings
    except InvalidSettings as error:
        raise NotReloaded(fault=error) from None


async def reload_all(settings: Settings) -> list[Reloaded]:
    """Signal every process that is alive, and wait for what they say."""
    database = open_database(settings)
    await database.start()
    try:
        alive = await database.read(workers.alive)
        faults = {worker.name: signalled(worker) for worker in alive}
        waiting = {worker.name: worker for worker in alive if faults[worker.name] is None}
        faults.update(await answers(database, waiting))
        return [Reloaded(name, fault) for name, fault in faults.items()]
    finally:
        await database.stop()


def signalled(worker: Worker) -> str | None:
    """Send the signal; why it was not sent, or None."""
    match = NAME.fullmatch(worker.name)
    is_here = worker.host in ("", socket.gethostname())  # one of an older version does not say where it is
    if match is None or not is_here or not is_mediamill(int(match[1])):
        return ELSEWHERE
    if worker.version != __version__:
        return OLDER.format(version=worker.version)  # one that does not know the signal would end
    try:
        os.kill(int(match[1]), signal.SIGHUP)
    except ProcessLookupError:
        return ELSEWHERE
    except PermissionError:
        return NOT_OURS
    return None


def is_mediamill(process: int) -> bool:
    """Whether the process of that number, here, is one that would know the signal."""
    try:
        arguments = Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return False
    return any(Path(os.fsdecode(one)).name == "mediamill" for one in arguments) and bool(
        {b"serve", b"worker"} & set(arguments)
    )


async def answers(database: Database, waiting: Mapping[str, Worker]) -> dict[str, str | None]:
    """What each of them says: what is wrong, or None."""
    found: dict[str, str | None] = {}
    deadline = time.monotonic() + ANSWER_SECONDS
    while len(found) < len(waiting) and time.monotonic() < deadline:
        await asyncio.sleep(LOOK_SECONDS)
        for now in await database.read(workers.alive):
            before = waiting.get(now.name)
            if before is not None and now.reloaded_at != before.reloaded_at:
                found[now.name] = now.reload_fault
    return {name: found.get(name, SILENT) for name in waiting}
