"""mediamill restore: a backup back into a folder, ready to be served."""

import contextlib
import os
import signal
import sys
from collections.abc import Iterator
from io import BufferedReader
from pathlib import Path

import click

from mediamill import backups
from mediamill.backups import FolderTaken
from mediamill.cli.backup import STREAM, lines_of
from mediamill.cli.options import data_dir, settings_of
from mediamill.config import InvalidSettings, Settings
from mediamill.fsync import make_data_folder
from mediamill.storage import storage_folder

TWO_SERVICES = (
    "Where the service that was backed up still runs, give this one a copy of the bucket instead: "
    "with one bucket each deletes what the other makes."
)
EXIT_TERMINATED = 128 + signal.SIGTERM


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@data_dir
def restore(file: str, data_dir: Path | None) -> None:
    """Restore the backup FILE (or - for stdin) into an empty data folder."""
    settings = settings_of(data_dir=data_dir)
    refuse_elsewhere(settings)
    with cleaning_up_when_terminated(), alone_in(settings.data_dir), opened(file) as archive:
        manifest = backups.restore(archive, settings.data_dir)
    for line in lines_of(manifest):
        click.echo(line, err=True)
    click.echo(f"restored into {settings.data_dir}: mediamill serve --data-dir {settings.data_dir}")
    if manifest.media_in:
        if settings.storage_url != manifest.media_in:
            click.echo(f"Set MEDIAMILL_STORAGE_URL={manifest.media_in} first: the media are there.", err=True)
        click.echo(TWO_SERVICES, err=True)


def refuse_elsewhere(settings: Settings) -> None:
    """A backup goes into the data folder; settings that look elsewhere would not find it. Raises InvalidSettings."""
    if settings.database_url:
        raise InvalidSettings(fault="a backup is restored into the data folder: unset MEDIAMILL_DATABASE_URL")
    if settings.storage_url and storage_folder(settings.storage_url):
        raise InvalidSettings(fault="a backup is restored into the data folder: unset MEDIAMILL_STORAGE_URL")


@contextlib.contextmanager
def cleaning_up_when_terminated() -> Iterator[None]:
    """SIGTERM ends the command as an error does."""
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(EXIT_TERMINATED))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextlib.contextmanager
def opened(file: str) -> Iterator[BufferedReader]:
    """The archive."""
    if file == STREAM:
        assert isinstance(sys.stdin.buffer, BufferedReader)
        yield sys.stdin.buffer
    else:
        with Path(file).open("rb") as archive:
            yield archive


@contextlib.contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Nobody serves this folder, nor starts to; what was made for nothing is gone again."""
    from mediamill.app import AlreadyServing, lock_folder

    made = make_data_folder(folder)
    had_lock = (folder / "serve.lock").exists()
    try:
        lock = lock_folder(folder)
    except AlreadyServing:
        raise FolderTaken(folder=folder, fault="is being served") from None
    try:
        yield
    except BaseException:
        if not had_lock:
            (folder / "serve.lock").unlink()
        for empty in reversed(made):
            empty.rmdir()
        raise
    finally:
        os.close(lock)
