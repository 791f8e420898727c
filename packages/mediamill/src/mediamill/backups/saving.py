"""Taking a backup: the database at one moment, the secrets, then exactly the media that this database points at."""

import contextlib
import fcntl
import glob
import hashlib
import io
import os
import secrets
import shutil
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, BinaryIO, Literal

from mediamill import __version__, clock
from mediamill.backups import manifest as manifests
from mediamill.backups.manifest import DATABASE, FORMAT, MANIFEST, MEDIA, SECRETS, Entry, Manifest
from mediamill.db import Query, Transaction, named_queries, read_copy, snapshot
from mediamill.errors import MediamillError
from mediamill.fsync import sync

SQL = named_queries(__file__)

UPLOADS_SINCE = 3  # the schema that brought uploads
PAGE_ROWS = 10_000  # of keys in memory at once
PRIVATE = 0o600  # the archive holds secrets and everybody's work
COMPRESSED = (".gz", ".tgz")  # endings of names
DRAFT_SUFFIX = ".partial"  # of the folders that backups under way are made in


class BackupFailed(MediamillError):
    """The backup was not made: {reason}."""

    code = "backup_failed"


@dataclass(frozen=True, slots=True)
class Source:
    """What is backed up."""

    folder: Path  # the data folder
    database: Path
    media: Path | str  # a folder, or the URL of a bucket, whose files stay there


def back_up(source: Source, target: Path) -> Manifest:
    """Write an archive of a data folder that may be in use; under its name once whole and synced, replacing another.

    Raises BackupFailed, NoDatabase, NewerSchema, StoreBusy, StoreFailed; then the target is as it was.
    """
    mode: Literal["w|gz", "w|"] = "w|gz" if target.suffix in COMPRESSED else "w|"
    with failures(), workplace(target.parent, target.name) as place:
        draft = place / "archive"
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE), "wb") as file:
            manifest = pack(source, file, place, mode)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(target)
        sync(target.parent)
    return manifest


def back_up_to(source: Source, stream: BinaryIO) -> Manifest:
    """The same into a stream, uncompressed. Who reads it knows that it is whole by the manifest at its end."""
    with failures(), workplace(source.folder, "backup") as place:
        manifest = pack(source, stream, place, "w|")
        stream.flush()
    return manifest


def pack(source: Source, file: BinaryIO, place: Path, mode: Literal["w|gz", "w|"]) -> Manifest:
    """The whole archive; `place` has room for a copy of the database."""
    copy = place / DATABASE
    created_at = clock.iso(clock.now())
    schema = snapshot(source.database, copy)
    missing: list[str] = []
    with tarfile.open(fileobj=file, mode=mode, format=tarfile.PAX_FORMAT) as archive:
        entries = [add(archive, DATABASE, copy)]
        entries += [add(archive, name, source.folder / name) for name in SECRETS if (source.folder / name).exists()]
        if isinstance(source.media, Path):
            for key in read_copy(copy, lambda tx: keys_in(tx, schema)):
                try:
                    entries.append(add(archive, f"{MEDIA}/{key}", source.media / key))
                except FileNotFoundError:
                    missing.append(key)
        manifest = Manifest(
            format=FORMAT,
            mediamill=__version__,
            schema_version=schema,
            created_at=created_at,
            counts=read_copy(copy, lambda tx: counts_in(tx, schema)),
            media_in=None if isinstance(source.media, Path) else source.media,
            missing=tuple(missing),
            files=tuple(entries),
        )
        text = manifests.written(manifest)
        archive.addfile(member(MANIFEST, len(text)), io.BytesIO(text))
    return manifest


def keys_in(tx: Transaction, schema: int) -> list[str]:
    """The storage keys of every file that a row points at."""
    queries = [SQL.outputs, *([SQL.uploads] if schema >= UPLOADS_SINCE else [])]
    return [key for query in queries for key in keys_by(tx, query)]


def keys_by(tx: Transaction, query: Query) -> Iterator[str]:
    """The keys that one kind of row names."""
    after = ""
    while rows := tx.all(query, after=after, limit=PAGE_ROWS):
        yield from (row[column] for row in rows for column in ("output_key", "thumbnail_key") if row[column])
        after = rows[-1]["id"]


def counts_in(tx: Transaction, schema: int) -> dict[str, int]:
    """How much there is."""
    queries = {"accounts": SQL.account_count, "generations": SQL.generation_count}
    if schema >= UPLOADS_SINCE:
        queries["uploads"] = SQL.upload_count
    found = {name: tx.one(query) for name, query in queries.items()}
    return {name: int(row["total"]) for name, row in found.items() if row}


def add(archive: tarfile.TarFile, name: str, path: Path) -> Entry:
    """One file, its digest taken on the way. Raises FileNotFoundError, and then nothing is written."""
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        digested = Digested(file)
        archive.addfile(member(name, size), digested)
    return Entry(name, size, digested.digest.hexdigest())


def member(name: str, size: int) -> tarfile.TarInfo:
    """A file of the archive; who owned it here means nothing elsewhere."""
    info = tarfile.TarInfo(name)
    info.size, info.mode, info.mtime = size, PRIVATE, clock.now() // 1_000
    return info


class Digested(io.RawIOBase):
    """A file whose SHA-256 is known once it has been read."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file
        self.digest = hashlib.sha256()

    def read(self, size: int = -1) -> bytes:
        """The next bytes."""
        data = self.file.read(size)
        self.digest.update(data)
        return data


@contextlib.contextmanager
def workplace(folder: Path, name: str) -> Iterator[Path]:
    """A private folder that goes away at the end; those of killed backups of the same name go too.

    It is locked for as long as its process lives: so the folder of a dead process is recognised.
    """
    for left in folder.glob(f".{glob.escape(name)}.*{DRAFT_SUFFIX}"):
        with contextlib.suppress(BlockingIOError, FileNotFoundError), locked(left):
            shutil.rmtree(left)
    made = folder / f".{name}.{secrets.token_hex(8)}{DRAFT_SUFFIX}"
    made.mkdir(mode=0o700)
    try:
        with locked(made):
            yield made
    finally:
        shutil.rmtree(made)


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Alone in a folder. Raises BlockingIOError."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def failures() -> Iterator[None]:
    """What the system refuses, as one sentence."""
    try:
        yield
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        raise BackupFailed(reason=f"{where}{error.strerror or error}") from error
