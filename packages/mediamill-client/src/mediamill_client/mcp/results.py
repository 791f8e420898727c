"""A generation as an agent gets it: a sentence, a link, and the picture or the sound itself where it is small."""

import base64
import logging
from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urlsplit

import httpx2
from mcp_types import AudioContent, CallToolResult, ContentBlock, ImageContent, ResourceLink, TextContent

from mediamill_client import Generation, Inspection, OutputType, Status
from mediamill_client.mcp.budget import Budget

MEDIA_TYPES = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".webp": "image/webp",
    ".gif": "image/gif",
    ".avif": "image/avif",
    ".mp4": "video/mp4",
    ".webm": "video/webm",
    ".mp3": "audio/mpeg",
    ".wav": "audio/wav",
    ".flac": "audio/flac",
    ".ogg": "audio/ogg",
    ".m4a": "audio/mp4",
    ".aac": "audio/aac",
    ".aiff": "audio/aiff",
    ".glb": "model/gltf-binary",
    ".fbx": "application/octet-stream",
}
logger = logging.getLogger(__name__)


def failure(sentence: str) -> CallToolResult:
    """What went wrong, for the agent to read and to correct."""
    return CallToolResult(content=[TextContent(text=sentence)], is_error=True)


def told(sentences: Sequence[str], facts: dict[str, Any]) -> CallToolResult:
    """An answer of sentences alone, with the same as data."""
    return CallToolResult(content=[TextContent(text=" ".join(sentences))], structured_content=facts)


def facts_of(seen: Inspection) -> dict[str, Any]:
    """A generation as data."""
    generation = seen.generation
    return {
        "id": generation.id,
        "status": str(generation.status),
        "tool": generation.tool,
        "model": seen.model,
        "output": generation.output,
        "thumbnail": generation.thumbnail,
        "error": generation.error,
        "credits": seen.credits_captured,
        "seed": seen.seed,
        "notUnderstood": list(seen.not_understood),
    }


async def finished(
    http: httpx2.AsyncClient, seen: Inspection, budget: Budget, saved: str, bytes_max: int
) -> CallToolResult:
    """The result of a generation that has ended. `saved` says where its media was written, if it was."""
    generation = seen.generation
    if generation.status == Status.ERROR:
        return failure(f"{generation.id} failed and costs nothing: {generation.error}")
    sentences = [f"{generation.id} is ready: {generation.output}", f"It cost {seen.credits_captured:g} credits."]
    if saved:
        sentences.append(saved)
    if seen.not_understood:
        sentences.append(f"These words had no effect: {', '.join(seen.not_understood)}.")
    if budget.left is not None:
        sentences.append(f"{budget.left:g} of the {budget.limit} credits of this session are left.")
    content: list[ContentBlock] = [TextContent(text=" ".join(sentences)), link_of(generation)]
    content += await media_of(http, generation, bytes_max)
    return CallToolResult(content=content, structured_content=facts_of(seen))


def link_of(generation: Generation) -> ResourceLink:
    """Where the media is; the address needs no key."""
    return ResourceLink(
        uri=str(generation.output),
        name=f"{generation.tool}-{generation.id}{suffix_of(generation.output)}",
        description=f"The {generation.type} made by {generation.tool}",
        mime_type=media_type_of(generation.output),
    )


async def media_of(http: httpx2.AsyncClient, generation: Generation, bytes_max: int) -> list[ContentBlock]:
    """A picture or a sound itself where it is small enough, else the small picture of it; nothing where that fails."""
    tried = [generation.output] if generation.type in (OutputType.IMAGE, OutputType.AUDIO) else []
    for address in [*tried, generation.thumbnail] if bytes_max else []:
        content = None if address is None else await small(http, address, bytes_max)
        if content is not None:
            return [block_of(content, media_type_of(address))]
    return []


async def small(http: httpx2.AsyncClient, address: str, bytes_max: int) -> bytes | None:
    """What stands at an address; None where it is longer than that or cannot be had."""
    content = b""
    try:
        async with http.stream("GET", address, follow_redirects=True) as response:
            response.raise_for_status()
            async for chunk in response.aiter_bytes():
                content += chunk
                if len(content) > bytes_max:
                    return None
    except (httpx2.HTTPError, httpx2.InvalidURL) as error:
        logger.warning("Linked but not shown: %s: %s", address, error)
        return None
    return content


def block_of(content: bytes, media_type: str) -> ContentBlock:
    """Media within an answer."""
    data = base64.b64encode(content).decode()
    if media_type.startswith("audio/"):
        return AudioContent(data=data, mime_type=media_type)
    return ImageContent(data=data, mime_type=media_type)


def media_type_of(address: str | None) -> str:
    """The media type by the end of an address."""
    return MEDIA_TYPES.get(suffix_of(address), "application/octet-stream")


def suffix_of(address: str | None) -> str:
    """The end of an address: `.png`."""
    return PurePosixPath(urlsplit(address or "").path).suffix.lower()
