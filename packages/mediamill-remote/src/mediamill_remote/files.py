"""Callers' files on their way to a vendor."""

import asyncio
import base64
from pathlib import Path

DATA_URL_BYTES_MAX = 256 * 1024  # of a file inside the body; a larger one is uploaded
TYPES = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".webp": "image/webp",
    ".wav": "audio/wav",
    ".mp3": "audio/mpeg",
}


def media_type(file: Path) -> str:
    """What a file is, by its suffix."""
    return TYPES.get(file.suffix, "application/octet-stream")


async def data_url(file: Path, bytes_max: int | None = DATA_URL_BYTES_MAX) -> str | None:
    """What the file holds, as a data URL; None where that is more than `bytes_max`. Raises OSError."""
    return await asyncio.to_thread(encoded, file, bytes_max)


def encoded(file: Path, bytes_max: int | None) -> str | None:
    """The same; it blocks."""
    if bytes_max is not None and file.stat().st_size > bytes_max:
        return None
    return f"data:{media_type(file)};base64,{base64.b64encode(file.read_bytes()).decode()}"
