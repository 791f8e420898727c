"""mediamill list, get, wait, cancel, delete, download: the generations of the account."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import click

from mediamill_client.cli.failures import explained, not_names
from mediamill_client.cli.following import followed
from mediamill_client.cli.options import NOTHING_CHANGED, Access, as_json, of_service, opened
from mediamill_client.cli.output import cell, say_json, say_table
from mediamill_client.cli.since import Since
from mediamill_client.cli.writing import STDOUT, downloaded, say_path, writable

if TYPE_CHECKING:
    from mediamill_client import Client

LISTED = 20
PAGE_MAX = 100  # the service's own
STATUSES = ("pending", "processing", "uploading", "success", "error")
COLUMNS = {"id": "id", "status": "status", "tool": "tool", "model": "model", "created": "createdAt"}
COLUMNS |= {"credits": "credits", "output": "output", "error": "error"}

id_argument = click.argument("id", metavar="ID")
ids_argument = click.argument("ids", metavar="ID...", nargs=-1, required=True)


@click.command("list")
@click.option("--status", type=click.Choice(STATUSES), help="Only in this status.")
@click.option("--tool", help="Only of this tool.")
@click.option("--model", help="Only of this model.")
@click.option("--search", metavar="TEXT", help="Only with this text in the input.")
@click.option("--since", type=Since(), metavar="WHEN", help="Only from then on: 30m, 6h, 2d or 2026-11-22.")
@click.option("--limit", type=click.IntRange(1), default=LISTED, show_default=True, help="How many at most.")
@as_json
@of_service
def list(
    *,
    status: str | None,
    tool: str | None,
    model: str | None,
    search: str | None,
    since: str | None,
    limit: int,
    as_json: bool,
    access: Access,
) -> None:
    """List generations, newest first."""
    wanted = {"status": status, "tool": tool, "model": model, "q": search, "from": since}
    query = {name: value for name, value in wanted.items() if value is not None}
    with opened(access) as client, explained(NOTHING_CHANGED):
        shown = found(client, query, limit)
    if as_json:
        say_json(shown)
    else:
        say_table(tuple(COLUMNS), [[cell(one.get(name)) for name in COLUMNS.values()] for one in shown])


def found(client: "Client", query: dict[str, str], limit: int) -> "Sequence[dict[str, Any]]":
    """The newest generations that fit, in as many pages as that takes; one that moved to a later page counts once."""
    shown: dict[str, dict[str, Any]] = {}
    offset, more = 0, True
    while more and len(shown) < limit:
        page = {**query, "limit": str(min(limit, PAGE_MAX)), "offset": str(offset)}
        answer = client.request("GET", f"/ext/generations?{urlencode(page)}")
        shown.update((one["id"], one) for one in answer["data"] if one["id"] not in shown)
        offset += len(answer["data"])
        more = answer["pagination"]["hasMore"] and bool(answer["data"])
    return [*shown.values()][:limit]


@click.command()
@id_argument
@as_json
@of_service
def get(id: str, as_json: bool, access: Access) -> None:
    """Show all that is known of a generation."""
    with opened(access) as client, explained(NOTHING_CHANGED), not_names():
        seen = client.generations.inspect(id).raw
    if as_json:
        say_json(seen)
    else:
        say_table(("what", "value"), [(name, cell(value)) for name, value in seen.items()])


@click.command()
@id_argument
@click.option("--timeout", type=click.FloatRange(min=0), metavar="SECONDS", help="How long to wait.")
@click.option("--out", metavar="FILE|FOLDER|-", help="Where to write the media; else only its address is printed.")
@as_json
@of_service
def wait(
    *,
    id: str,
    timeout: float | None,
    out: str | None,
    as_json: bool,
    access: Access,
) -> None:
    """Wait for a generation; print the address of its media, or write it with --out.

    Exit codes are those of `mediamill generate`: 6 where it failed, 7 where it was not ready in time.
    """
    target = None if out is None else writable(out, as_json=as_json)
    with opened(access) as client, not_names():
        generation = followed(client, id, timeout, as_json=as_json)
        path = None if target is None else downloaded(client, generation, target)
    if as_json:
        say_json(generation.raw)
    elif path is not None:
        say_path(path)
    elif target is None:
        click.echo(generation.output)


@click.command()
@ids_argument
@as_json
@of_service
def cancel(
    ids: tuple[str, ...],
    as_json: bool,
    access: Access,
) -> None:
    """Cancel generations; they end in error "Canceled" and cost nothing. One that has ended stays as it is."""
    done = []
    with opened(access) as client:
        for id in ids:
            with explained(f"{id} may have been canceled.", also=f"The generation was {id}."), not_names():
                done.append(client.cancel(id).raw)
            if not as_json:
                click.echo(f"The generation {id} is canceled.")
    if as_json:
        say_json(done)


@click.command()
@ids_argument
@click.option("--yes", is_flag=True, help="Do not ask.")
@as_json
@of_service
def delete(
    *,
    ids: tuple[str, ...],
    yes: bool,
    as_json: bool,
    access: Access,
) -> None:
    """Delete generations that have ended, with their media. Links to the media stop working."""
    if not yes:
        if not sys.stdin.isatty():
            raise click.UsageError("nobody can be asked here whether to delete: give --yes")
        click.confirm(f"Delete {', '.join(ids)} with all media?", abort=True, err=True)
    with opened(access) as client:
        for id in ids:
            with explained(f"{id} may have been deleted.", also=f"The generation was {id}."), not_names():
                client.delete(id)
            if not as_json:
                click.echo(f"The generation {id} is deleted.")
    if as_json:
        say_json([{"id": id, "deleted": True} for id in ids])


@click.command()
@ids_argument
@click.option("--out", metavar="FILE|FOLDER|-", default=".", help="Where to write the media; else the current folder.")
@as_json
@of_service
def download(
    *,
    ids: tuple[str, ...],
    out: str,
    as_json: bool,
    access: Access,
) -> None:
    """Download the media of generations, and print where each was written."""
    target = writable(out, as_json=as_json, several=len(ids) > 1)
    written = []
    with opened(access) as client:
        for id in ids:
            with explained("Nothing was written.", also=f"The generation was {id}."), not_names():
                generation = client.generations.get(id)
            path = downloaded(client, generation, target)
            if target != STDOUT and not as_json:
                say_path(path)
            written.append({"id": id, "path": str(path)})
    if as_json:
        say_json(written)
