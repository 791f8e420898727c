"""Voices and models."""

from typing import Any

import orjson
from starlette.responses import Response

from mediamill.compat.elevenlabs.problems import JSON, error
from mediamill.compat.elevenlabs.table import SPEECH, TABLE
from mediamill.http import Call


async def list_voices(call: Call) -> Response:  # noqa: ARG001 (every handler has the call)
    """All of them, on one page."""
    voices = [voice(id) for id in TABLE.voices]
    shown = {"voices": voices, "has_more": False, "total_count": len(voices), "next_page_token": None}
    return Response(orjson.dumps(shown), media_type=JSON)


async def get_voice(call: Call) -> Response:
    """One of them. 404."""
    id = call.path["id"]
    if id not in TABLE.voices:
        return error(404, "voice_not_found", f"A voice with the voice_id {id} was not found.")
    return Response(orjson.dumps(voice(id)), media_type=JSON)


async def list_models(call: Call) -> Response:  # noqa: ARG001
    """Those that speak."""
    names = [name for mapping in TABLE.models if mapping.kind == SPEECH for name in mapping.names]
    shown = [{"model_id": name, "name": name, "can_do_text_to_speech": True, "languages": []} for name in names]
    return Response(orjson.dumps(shown), media_type=JSON)


def voice(id: str) -> dict[str, Any]:
    """A voice as ElevenLabs shows it."""
    return {"voice_id": id, "name": TABLE.voices[id], "category": "premade", "labels": {}, "preview_url": None}
