"""Putting a backup back: everything is read and judged beside the data folder's own names, then takes its place."""

import contextlib
import gzip
import hashlib
import os
import secrets
import shutil
import tarfile
import zlib
from collections.abc import Iterator
from io import BufferedReader
from pathlib import Path
from typing import IO, cast

from mediamill.backups import manifest as manifests
from mediamill.backups.manifest import DATABASE, FORMAT, MANIFEST, MEDIA, SECRETS, Entry, Manifest
from mediamill.backups.members import Member, members
from mediamill.backups.saving import PRIVATE
from mediamill.db import NewerSchema, StoreFailed, schema_of
from mediamill.errors import MediamillError
from mediamill.fsync import make_folder, sync
from mediamill.storage import is_key

GZIP = b"\x1f\x8b"
CHUNK_BYTES = 1 << 20
MANIFEST_BYTES_MAX = 1 << 30  # some seven million files
MANIFEST_BYTES_MIN, MANIFEST_BYTES_PER_FILE = 1 << 16, 1_024
STAGING = ".restoring-"  # inside the data folder, so that the last step is a rename within one file system


class NotRestorable(MediamillError):
    """This backup cannot be restored: {fault}. Nothing was changed."""

    code = "not_restorable"


class BackupNewer(MediamillError):
    """The backup was made by a newer mediamill: {fault}. Restore it with that version."""

    code = "backup_newer"


class FolderTaken(MediamillError):
    """{folder} {fault}: restore into an empty folder, and start the service on it."""

    code = "folder_taken"


def restore(archive: BufferedReader, folder: Path) -> Manifest:
    """Put an archive back into a folder that holds nothing of mediamill's; the caller has locked the folder.

    All of it or nothing. Raises FolderTaken, BackupNewer, NotRestorable.
    """
    refuse_taken(folder)
    for left in folder.glob(f"{STAGING}*"):
        shutil.rmtree(left)  # of a restore that was killed: this one holds the lock
    staging = folder / f"{STAGING}{secrets.token_hex(8)}"
    with failures():
        staging.mkdir(mode=0o700)
        try:
            manifest = judged(unpacked(archive, staging), staging)
            put_in_place(staging, folder)
        finally:
            shutil.rmtree(staging)
    return manifest


def refuse_taken(folder: Path) -> None:
    """Raises FolderTaken."""
    for name in (DATABASE, f"{DATABASE}-wal", *SECRETS):
        if (folder / name).exists():
            raise FolderTaken(folder=folder, fault=f"has {name} already")
    if (folder / MEDIA).is_dir() and any((folder / MEDIA).iterdir()):
        raise FolderTaken(folder=folder, fault="has media already")


def unpacked(archive: BufferedReader, staging: Path) -> dict[str, Entry]:
    """Every file of the archive, written below `staging` and synced."""
    is_packed = archive.peek(len(GZIP)).startswith(GZIP)
    found: dict[str, Entry] = {}
    stream = cast("IO[bytes]", gzip.GzipFile(fileobj=archive) if is_packed else archive)
    for member in members(stream):
        refuse_strange(member, found)
        found[member.name] = write(member, staging / member.name)
    for parent, _, _ in os.walk(staging):
        sync(Path(parent))
    return found


def refuse_strange(member: Member, found: dict[str, Entry]) -> None:
    """Only plain files under names that a backup gives, each once, the manifest last."""
    name = member.name
    known = name in (MANIFEST, DATABASE, *SECRETS) or (
        name.startswith(f"{MEDIA}/") and is_key(name.removeprefix(f"{MEDIA}/"))
    )
    if not known:
        raise NotRestorable(fault=f"it holds {name[:100]!r}, which no backup holds")
    if name in found or MANIFEST in found:
        raise NotRestorable(fault="it is not in the order that a backup is written in")
    if name == MANIFEST and member.size > manifest_bytes_max(found):
        raise NotRestorable(fault="its manifest is too large")


def manifest_bytes_max(found: dict[str, Entry]) -> int:
    """How large the manifest of these files can be: an entry for each, and names of rows whose files were missing."""
    database = found[DATABASE].size if DATABASE in found else 0
    return min(MANIFEST_BYTES_MAX, MANIFEST_BYTES_MIN + MANIFEST_BYTES_PER_FILE * len(found) + database)


def write(member: Member, path: Path) -> Entry:
    """One file, synced, its digest taken on the way."""
    make_folder(path.parent)
    digest = hashlib.sha256()
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE), "wb") as out:
        while data := member.content.read(CHUNK_BYTES):
            digest.update(data)
            out.write(data)
        out.flush()
        os.fsync(out.fileno())
        size = out.tell()
    return Entry(member.name, size, digest.hexdigest())


def judged(found: dict[str, Entry], staging: Path) -> Manifest:
    """The manifest, once every file is what it says."""
    if MANIFEST not in found:
        raise NotRestorable(fault="it ends before its manifest, so it is not whole")
    try:
        manifest = manifests.read((staging / MANIFEST).read_bytes())
    except ValueError as error:
        raise NotRestorable(fault="its manifest cannot be read") from error
    if manifest.format > FORMAT:
        raise BackupNewer(fault=f"mediamill {manifest.mediamill}, archive format {manifest.format}")
    listed = {entry.name: entry for entry in manifest.files}
    for name in sorted({*listed, *found} - {MANIFEST}):
        if name not in listed or name not in found or listed[name] != found[name]:
            raise NotRestorable(fault=f"{name} is not as it was backed up")
    if DATABASE not in found:
        raise NotRestorable(fault="it has no database")
    try:
        schema_of(staging / DATABASE)
    except NewerSchema as error:
        schemas = "schema {found}, this one knows {known}".format(**error.facts)
        raise BackupNewer(fault=f"mediamill {manifest.mediamill}, {schemas}") from None
    except StoreFailed as error:
        raise NotRestorable(fault="its database cannot be read") from error
    return manifest


def put_in_place(staging: Path, folder: Path) -> None:
    """By renames, the database last: a folder without one is nothing that anybody would go on with."""
    moved: list[str] = []
    try:
        for name in (MEDIA, *SECRETS, DATABASE):
            if (staging / name).exists():
                (staging / name).rename(folder / name)
                moved.append(name)
                sync(folder)
    except OSError:
        for name in reversed(moved):
            (folder / name).rename(staging / name)
        raise


@contextlib.contextmanager
def failures() -> Iterator[None]:
    """What the archive or the system says, as one sentence."""
    try:
        yield
    except (tarfile.TarError, EOFError, zlib.error, gzip.BadGzipFile, UnicodeError) as error:
        raise NotRestorable(fault=f"it is no whole archive ({error})") from error
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        raise NotRestorable(fault=f"{where}{error.strerror or error}") from error
