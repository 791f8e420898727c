"""What a stored file is given out with, by this service, by a bucket or by what stands before it."""

from mediamill.formats import format_of

FOREVER = "public, max-age=31536000, immutable"  # a name is never given twice
SHORTLY = "private, max-age=300"  # of uploads: no shared cache keeps them, for their owner may delete them
UPLOAD = "upl_"  # how the names of uploads begin
NO_TYPE = "application/octet-stream"


def is_private(key: str) -> bool:
    """Whether only its owner may read the file: an upload."""
    return key.startswith(UPLOAD)


def file_headers(key: str) -> dict[str, str]:
    """The headers that go with a file wherever it lies."""
    kind = format_of(key)
    return {
        "Content-Type": kind.media_type if kind else NO_TYPE,
        "Cache-Control": SHORTLY if is_private(key) else FOREVER,
        "Content-Disposition": f'inline; filename="{key.replace("/", "-")}"',
    }
