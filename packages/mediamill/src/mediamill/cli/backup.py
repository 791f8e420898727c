"""mediamill backup: everything in one archive, while the service runs."""

import sys
from pathlib import Path

import click

from mediamill import backups
from mediamill.backups import Manifest, Source
from mediamill.cli.options import as_json, data_dir, settings_with_database
from mediamill.cli.output import say_json
from mediamill.config import InvalidSettings, Settings
from mediamill.storage import storage_folder
from mediamill.units import MEGABYTE

# What a bucket has to do itself.
BUCKET_KEEPS = "The bucket itself has to keep what is deleted there (versioning) or have a copy (replication)."
STREAM = "-"  # in place of a file: stdout, stdin
SERVER = (
    "the database is a server: save it with `pg_dump --format=custom` (docs/operating.md says what else belongs to a"
    " backup)"
)


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True))
@as_json
@data_dir
def backup(file: str, as_json: bool, data_dir: Path | None) -> None:
    """Write database, media and secrets into FILE (.tar, .tar.gz, or - for stdout) while the service runs."""
    source = source_of(settings_with_database(data_dir))
    if file != STREAM:
        manifest = backups.back_up(source, Path(file))
    elif sys.stdout.isatty():
        raise click.UsageError(
            "Refusing to write a backup to a terminal: name a file, or pipe it into another program."
        )
    else:
        manifest = backups.back_up_to(source, sys.stdout.buffer)
    if as_json and file != STREAM:
        say_json(summary(manifest))
    for line in lines_of(manifest):
        click.echo(line, err=True)


def source_of(settings: Settings) -> Source:
    """What the settings name. Raises InvalidSettings for a server, which has tools of its own."""
    from mediamill.assembly import media_location

    if settings.database_file is None:
        raise InvalidSettings(fault=SERVER)
    location = media_location(settings)
    folder = storage_folder(location)
    return Source(settings.data_dir, settings.database_file, str(location) if folder is None else folder)


def summary(manifest: Manifest) -> dict[str, object]:
    """For programs: all but the list of files, which is in the archive."""
    return {
        "mediamill": manifest.mediamill,
        "schemaVersion": manifest.schema_version,
        "createdAt": manifest.created_at,
        "counts": manifest.counts,
        "media": len(manifest.media),
        "bytes": sum(entry.size for entry in manifest.files),
        "mediaIn": manifest.media_in,
        "missing": list(manifest.missing),
        "holdsSecret": manifest.holds_secret,
    }


def lines_of(manifest: Manifest) -> list[str]:
    """For people: what is in the archive and, more important, what is not."""
    counts = ", ".join(f"{total} {name}" for name, total in manifest.counts.items())
    size = sum(entry.size for entry in manifest.files) / MEGABYTE
    lines = [f"the state of {manifest.created_at}: {counts}, {len(manifest.media)} media files, {size:.1f} MB"]
    if manifest.media_in:
        lines.append(f"The media stay in {manifest.media_in} and are not in the archive. {BUCKET_KEEPS}")
    if manifest.missing:
        lines.append(f"{len(manifest.missing)} media files were deleted meanwhile and are not in the archive.")
    if not manifest.holds_secret:
        lines.append(
            "The secret comes from MEDIAMILL_SECRET_KEY or MEDIAMILL_SECRET_KEY_FILE, not from the archive: "
            "keys are of use only with both."
        )
    return lines
