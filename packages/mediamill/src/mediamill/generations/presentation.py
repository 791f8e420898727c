"""A generation as the world sees it: exactly the documented fields, URLs built from storage keys."""

from typing import Any

import orjson

from mediamill import clock
from mediamill.generations.generation import Generation


def item(generation: Generation, media_base: str) -> dict[str, Any]:
    """The fields of a list item, in the interface's order."""
    return {
        "id": generation.id,
        "status": generation.status.value,
        "tool": generation.tool,
        "output": media_url(generation.output_key, media_base),
        "thumbnail": media_url(generation.thumbnail_key, media_base),
        "error": generation.error,
        "type": generation.type,
        "createdAt": clock.iso(generation.created_at),
    }


def detail(generation: Generation, media_base: str) -> dict[str, Any]:
    """The list item and the input object as it was sent, character by character."""
    return {**item(generation, media_base), "payload": orjson.Fragment(generation.payload)}


def webhook_body(generation: Generation, media_base: str) -> str:
    """The seven fields of section 6, as JSON."""
    shown = item(generation, media_base)
    names = ("id", "status", "tool", "type", "output", "thumbnail", "createdAt")
    return orjson.dumps({name: shown[name] for name in names}).decode()


def media_url(key: str | None, media_base: str) -> str | None:
    """Where the world finds a stored file."""
    return f"{media_base}/{key}" if key else None
