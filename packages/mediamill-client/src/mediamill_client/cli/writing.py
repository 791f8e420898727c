"""Media written where the caller wants it: a file, a folder, or standard output."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mediamill_client.cli.failures import EXIT_UNEXPECTED, Stopped, explained
from mediamill_client.cli.following import progress_shown

if TYPE_CHECKING:
    from mediamill_client import Client, Generation

STDOUT = "-"


def writable(out: str, *, as_json: bool = False, several: bool = False) -> str:
    """The target as given. Raises UsageError while it costs nothing, if no file can be written there."""
    if out == STDOUT:
        if as_json or several:
            raise click.UsageError(f"--out -: standard output takes one medium{' and no JSON' if as_json else ''}")
        if sys.stdout.isatty():
            raise click.UsageError("--out -: standard output is a terminal; pipe it, or name a file")
        return out
    try:
        folder = folder_of(out)
        usable = folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)
    except OSError as error:
        raise click.UsageError(f"--out: {error}") from error
    if not usable:
        raise click.UsageError(
            f"--out: nothing can be written in {str(folder)!r}; a new folder's name ends with {os.sep}"
        )
    if several and not (out.endswith(os.sep) or Path(out).is_dir()):
        raise click.UsageError(f"--out: several media need a folder, and {out!r} is none")
    return out


def folder_of(out: str) -> Path:
    """The folder that has to be there before the target can be written."""
    folder = Path(out)
    if not out.endswith(os.sep):
        return folder if folder.is_dir() else folder.parent
    return next(found for found in (folder, *folder.parents) if found.exists())


def downloaded(client: "Client", generation: "Generation", target: str) -> Path:
    """Where the media was written. To standard output it goes at once, whole."""
    hint = f"The media stays at {generation.output}" if generation.output else ""
    with explained(hint, also=hint), progress_shown(f"{generation.tool} {generation.id}: downloading"):
        try:
            if target != STDOUT:
                return client.download(generation, target)
            out = sys.stdout.buffer
            out.write(client.read(generation))
            out.flush()
            return Path(STDOUT)
        except OSError as error:
            raise Stopped(EXIT_UNEXPECTED, f"{error}\n{hint}".rstrip()) from error


def say_path(path: Path) -> None:
    """A path on a line of its own; the name of a file need not be text."""
    click.echo(os.fsencode(path))
