"""The list of models."""

from typing import Any

import orjson
from starlette.responses import Response

from mediamill.compat.openai.problems import JSON, model_not_found
from mediamill.compat.openai.table import TABLE
from mediamill.http import Call

CREATED = 1_700_000_000  # seconds; ours have no birthday


async def list_models(call: Call) -> Response:  # noqa: ARG001 (every handler has the call)
    """Every name in the table."""
    data = [item(name) for mapping in TABLE.models for name in mapping.names]
    return Response(orjson.dumps({"object": "list", "data": data}), media_type=JSON)


async def get_model(call: Call) -> Response:
    """One of them. 404."""
    name = call.path["id"]
    if TABLE.find(name) is None:
        return model_not_found(name)
    return Response(orjson.dumps(item(name)), media_type=JSON)


def item(name: str) -> dict[str, Any]:
    """A model as OpenAI shows it."""
    return {"id": name, "object": "model", "created": CREATED, "owned_by": "mediamill"}
