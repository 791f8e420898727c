"""Files that a vendor puts into its answer as `data:` URLs."""

import asyncio
import base64
import binascii
from pathlib import Path
from urllib.parse import unquote

from mediamill.outbound import FailureReason, RequestFailed, landing


async def save_data_url(url: str, folder: Path, bytes_max: int) -> Path:
    """Its content in a private file. Raises RequestFailed for one that is not base64, is empty or is too large."""
    head, comma, content = url.partition(",")
    if not comma or not head.lower().endswith(";base64"):
        raise RequestFailed(FailureReason.BAD_ANSWER, "a data URL that is not in base64")
    if len(content) > encoded_max(bytes_max):
        raise RequestFailed(FailureReason.TOO_LARGE)
    return await asyncio.to_thread(save, content, folder, bytes_max)


def encoded_max(bytes_max: int) -> int:
    """Characters that so many bytes may take: 4 for 3, each of which may be escaped."""
    return (bytes_max + 2) // 3 * 4 * len("%2B")


def save(content: str, folder: Path, bytes_max: int) -> Path:
    """Decode and write; blocks."""
    try:
        decoded = base64.b64decode(unquote(content), validate=True)
    except (binascii.Error, ValueError):
        raise RequestFailed(FailureReason.BAD_ANSWER, "a data URL with broken base64") from None
    if not decoded:
        raise RequestFailed(FailureReason.EMPTY)
    if len(decoded) > bytes_max:
        raise RequestFailed(FailureReason.TOO_LARGE)
    with landing(folder) as (path, file):
        file.write(decoded)
    return path
