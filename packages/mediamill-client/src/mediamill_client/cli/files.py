"""mediamill files: list and delete uploaded files, over the public interface."""

import click

from mediamill_client.cli.failures import explained
from mediamill_client.cli.options import Access, as_json, of_service, opened
from mediamill_client.cli.output import say_json, say_table

FIELDS = {  # as the service answers them, under the names of the columns
    "id": "id",
    "type": "type",
    "bytes": "sizeBytes",
    "created": "createdAt",
    "expires": "expiresAt",
    "url": "url",
}
NOTHING_DELETED = "Nothing was deleted."
MAYBE_DELETED = "it may have been deleted; `mediamill files list` shows what is left."


@click.group()
def files() -> None:
    """List and delete the files you uploaded."""


@files.command("list")
@as_json
@of_service
def list_files(as_json: bool, access: Access) -> None:
    """Your uploaded files that have not expired, newest first."""
    with opened(access, NOTHING_DELETED) as client, explained(NOTHING_DELETED):
        found = client.files.list()
    shown = [upload.raw for upload in found]
    if as_json:
        say_json(shown)
    else:
        say_table(tuple(FIELDS), [[one[name] for name in FIELDS.values()] for one in shown])


@files.command()
@click.argument("ids", metavar="ID...", nargs=-1, required=True)
@of_service
def delete(ids: tuple[str, ...], access: Access) -> None:
    """Delete uploaded files by their ids; a generation that has not read its file yet ends in error.

    Exit codes are those of `mediamill generate`: 3 for a file that is not there, 4 for somebody else's.
    """
    with opened(access, NOTHING_DELETED) as client:
        for id in ids:
            with explained(f"{id}: {MAYBE_DELETED}", also=f"The file was {id}."):
                try:
                    client.files.delete(id)
                except ValueError as fault:
                    raise click.UsageError(str(fault)) from fault
            click.echo(f"The file {id} is deleted.")
