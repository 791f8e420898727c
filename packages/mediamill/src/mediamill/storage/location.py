"""Which storage a location is."""

import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

from mediamill.errors import MediamillError
from mediamill.storage.bucket import BucketStorage
from mediamill.storage.folder import FolderStorage
from mediamill.storage.objects import Storage

BUCKET = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{1,254}")
PREFIX = re.compile(r"([A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*)?")


class UnknownStorage(MediamillError):
    """{url!r} is not a storage location: give a folder or s3://bucket/prefix."""

    code = "unknown_storage"


def open_storage(location: str | Path) -> Storage:
    """The storage at a folder (made if absent), a `file://` URL or an `s3://bucket/prefix` URL.

    S3 takes its region, endpoint and credentials from the standard AWS_* variables. Raises UnknownStorage,
    StorageFailed.
    """
    folder = storage_folder(location)
    if folder is not None:
        return FolderStorage(folder)
    url = urlsplit(str(location))
    return BucketStorage(url.netloc, url.path.strip("/"))


def storage_folder(location: str | Path) -> Path | None:
    """The folder that a storage is; None for a bucket. Raises UnknownStorage."""
    if isinstance(location, Path) or "://" not in location:
        return Path(location)
    url = urlsplit(location)
    if url.scheme == "file" and url.path and not url.netloc:
        return Path(unquote(url.path))
    plain = not url.query and not url.fragment
    if url.scheme == "s3" and plain and BUCKET.fullmatch(url.netloc) and PREFIX.fullmatch(url.path.strip("/")):
        return None
    raise UnknownStorage(url=location)
