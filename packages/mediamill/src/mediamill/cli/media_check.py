"""MEDIAMILL_MEDIA_URL examined for `mediamill doctor`: a file is stored, fetched from there, and its headers read."""

import asyncio
import tempfile
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path

from mediamill import ids
from mediamill.http.handlers.media import HEADERS
from mediamill.storage import Storage, file_headers, new_key

FETCH_SECONDS = 15.0
WANTED = (
    "Content-Type",
    "Cache-Control",
    "X-Content-Type-Options",
    "Content-Security-Policy",
    "Access-Control-Allow-Origin",
)
A_FILE = b"mediamill doctor\n"


def media_url_fault(storage: Storage, media_url: str) -> str | None:
    """What has to be changed where outputs are given out; None when nothing has. Raises StorageFailed."""
    key = new_key(ids.new("gen"), ".png")  # were it left over, it would be swept as an orphan
    try:
        asyncio.run(store(storage, key))
        return fetched_fault(f"{media_url}/{key}", {**HEADERS, **file_headers(key)})
    finally:
        asyncio.run(storage.delete([key]))


async def store(storage: Storage, key: str) -> None:
    """A file to be fetched."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(A_FILE)
        file.flush()
        await storage.put(key, Path(file.name))


def fetched_fault(url: str, wanted: Mapping[str, str]) -> str | None:
    """What is wrong with the answer that a page in a browser would get."""
    request = urllib.request.Request(url, headers={"Origin": "https://example.com"})
    try:
        with urllib.request.urlopen(request, timeout=FETCH_SECONDS) as answer:
            content, headers = answer.read(len(A_FILE) + 1), answer.headers
    except urllib.error.HTTPError as error:
        return f"It answers {error.code}: outputs have to be readable without a key, below the prefix of the storage."
    except (OSError, ValueError) as error:
        return f"It cannot be fetched from: {getattr(error, 'reason', error)}."
    if content != A_FILE:
        return "It gives something else than what was stored: the address has to end with the prefix of the storage."
    missing = [name for name in WANTED if headers.get(name) != wanted[name]]
    said = ", ".join(f"{name}: {wanted[name]}" for name in missing)
    return f"Have it send these headers (docs/bucket.md): {said}" if missing else None
