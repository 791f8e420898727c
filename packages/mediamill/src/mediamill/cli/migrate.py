"""mediamill migrate: an installation in a data folder becomes one on PostgreSQL, its media in a bucket if wanted."""

import asyncio
from pathlib import Path

import click

from mediamill.cli.options import as_json
from mediamill.cli.output import say_json
from mediamill.config import POSTGRES_URLS, SQLITE_URL, InvalidSettings

NEXT = """
Start every process with these settings from now on:

  MEDIAMILL_DATABASE_URL={database}
  MEDIAMILL_SECRET_KEY=<the content of {secret}, or what it was set to>{storage}

The old database is unchanged. Once the new one serves, keep it as a backup and never start it again."""


@click.command()
@click.option("--from", "source", required=True, metavar="URL", help="What is moved: sqlite:///path/to/mediamill.db")
@click.option("--to", "target", required=True, metavar="URL", help="An empty database: postgresql://…")
@click.option("--media-from", metavar="URL", help="Where the media are (default: `media` beside the SQLite file).")
@click.option("--media-to", metavar="URL", help="Where they go, such as s3://bucket/prefix (default: they stay).")
@as_json
def migrate(source: str, target: str, media_from: str | None, media_to: str | None, as_json: bool) -> None:
    """Move accounts, keys, ledger, generations, deliveries and media to PostgreSQL and a bucket.

    Nothing may run on the old database meanwhile. Media go first and may be resumed; the database follows in one
    transaction, which is read back and whose books are proven before it commits.
    """
    from mediamill import backups, secret
    from mediamill.storage import open_storage

    file = source_file(source)
    if not target.startswith(POSTGRES_URLS):
        raise InvalidSettings(fault=f"--to: {target} is no PostgreSQL database: write postgresql://user@host/database")
    files = None
    if media_to is not None:
        old = open_storage(media_from or file.parent / backups.MEDIA)
        files = asyncio.run(backups.move_media(old, open_storage(media_to)))
    tables = backups.move_database(file, target)
    if as_json:
        say_json({"tables": {table.name: table.rows for table in tables}, "files": files})
        return
    for table in tables:
        click.echo(f"{table.rows:>12,}  {table.name}")
    click.echo("The media stay where they are." if files is None else f"{files:>12,}  files")
    storage = f"\n  MEDIAMILL_STORAGE_URL={media_to}" if media_to else ""
    click.echo(NEXT.format(database=target, secret=file.parent / secret.FILE, storage=storage))


def source_file(source: str) -> Path:
    """The file of an embedded installation. Raises InvalidSettings."""
    if not source.startswith(SQLITE_URL):
        raise InvalidSettings(fault=f"--from: {source} is no SQLite database: write sqlite:///path/to/mediamill.db")
    return Path(source.removeprefix(SQLITE_URL))
