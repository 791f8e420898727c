"""What is built beside the service, the page and the guide: their files, and what browsers may do with them."""

import base64
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

BUILT = Path(__file__).parent / "static" / "page"
BUILT_GUIDE = Path(__file__).parent / "static" / "guide"
INDEX, ASSETS = "index.html", "assets/"
MEDIA_TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".svg": "image/svg+xml",
    ".webp": "image/webp",
    ".mp3": "audio/mpeg",
    ".md": "text/markdown",
    ".json": "application/json",
    ".png": "image/png",
    ".txt": "text/plain",
}
ORIGIN = re.compile(r"https?://[^/]+")
INLINE_SCRIPT = re.compile(rb"<script>(.*?)</script>", re.S)
ETAG_CHARACTERS = 20


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file of the built page."""

    content: bytes
    media_type: str
    etag: str
    gzipped: bytes | None


class BuiltPage:
    """What `make page` or `make guide` built in a folder, read again whenever it was built again."""

    def __init__(self, folder: Path = BUILT) -> None:
        self.folder = folder
        self.read_at: int | None = None
        self.known: Mapping[str, PageFile] = {}

    @property
    def files(self) -> Mapping[str, PageFile]:
        """Every file by its path in the folder; none where nothing is built."""
        try:
            built_at = (self.folder / INDEX).stat().st_mtime_ns
        except OSError:
            return {}
        if built_at != self.read_at:
            found = (path for path in self.folder.rglob("*") if path.is_file() and path.suffix in MEDIA_TYPES)
            self.known = {path.relative_to(self.folder).as_posix(): page_file(path) for path in found}
            self.read_at = built_at
        return self.known

    @property
    def index(self) -> PageFile | None:
        """The first document; None where nothing is built."""
        return self.files.get(INDEX)


def page_file(path: Path) -> PageFile:
    """The file, with the copy that the build compressed."""
    content, gzipped = path.read_bytes(), path.with_name(f"{path.name}.gz")
    etag = f'"{hashlib.sha256(content).hexdigest()[:ETAG_CHARACTERS]}"'
    packed = gzipped.read_bytes() if gzipped.is_file() else None
    return PageFile(content, MEDIA_TYPES[path.suffix], etag, packed)


def page_policy(*media_bases: str) -> str:
    """The Content-Security-Policy of the page: itself, and media from where this installation has its media."""
    media = " ".join(dict.fromkeys(found[0] for base in media_bases if (found := ORIGIN.match(base))))
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; "
        f"img-src 'self' blob: data: {media}; media-src 'self' blob: {media}; connect-src 'self' blob: {media}; "
        "worker-src 'self'; font-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
    )


def guide_policy(document: bytes) -> str:
    """The Content-Security-Policy of a page of the guide: itself, and the scripts that were built into it.

    Its search brings styles of its own; nothing that callers wrote ever stands there.
    """
    digests = (hashlib.sha256(script).digest() for script in INLINE_SCRIPT.findall(document))
    hashes = " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)
    return (
        f"default-src 'none'; script-src 'self' {hashes}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "connect-src 'self'; worker-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
    )
