"""The schemas of responses. Each is closed: exactly these fields."""

from mediamill.catalogue import FaultCode
from mediamill.generations import Status
from mediamill.http.endpoint import JsonObject
from mediamill.plan import Plan

TYPES = ["image", "video", "audio", "text", "object"]
NULLABLE_URL = {"type": ["string", "null"], "format": "uri"}
INSTANT = {"type": "string", "format": "date-time", "examples": ["2026-01-31T09:30:00.125Z"]}
COUNT = {"type": "integer", "minimum": 0}


def resource_schemas() -> JsonObject:
    """Every schema of `/api/` by its name."""
    return {**generation_schemas(), **tool_schemas(), "Account": account_schema(), "Problem": problem_schema()}


def generation_schemas() -> JsonObject:
    """A generation as accepted, read and listed."""
    shown = {
        "id": {"type": "string"},
        "status": {"type": "string", "enum": [*Status]},
        "tool": {"type": "string"},
        "output": {**NULLABLE_URL, "description": "URL of the media; null until `success`."},
        "thumbnail": NULLABLE_URL,
        "error": {"type": ["string", "null"], "description": "What went wrong; null unless `error`."},
        "type": {"type": "string", "enum": TYPES},
        "createdAt": INSTANT,
    }
    items = {"type": "array", "items": ref("GenerationItem")}
    return {
        "Accepted": closed({name: shown[name] for name in ("id", "status", "tool", "createdAt")}),
        "Generation": closed({**shown, "payload": {"type": "object", "description": "The input as it was sent."}}),
        "GenerationItem": closed(shown),
        "GenerationPage": closed({"data": items, "pagination": pagination_schema()}),
    }


def pagination_schema() -> JsonObject:
    """The position of a page in its list."""
    return closed({"total": COUNT, "limit": COUNT, "offset": COUNT, "hasMore": {"type": "boolean"}})


def tool_schemas() -> JsonObject:
    """A tool as listed and read."""
    tool = {
        "slug": {"type": "string"},
        "name": {"type": "string"},
        "description": {"type": "string"},
        "type": {"type": "string", "enum": ["image", "video", "audio", "3d"]},
        "outputType": {"type": "string", "enum": TYPES},
        "thumbnail": {"type": "string", "format": "uri"},
    }
    model = closed({"slug": {"type": "string"}, "name": {"type": "string"}})
    return {
        "ToolItem": closed(tool),
        "ToolList": closed({"data": {"type": "array", "items": ref("ToolItem")}}),
        "ToolDetail": closed({**tool, "models": {"type": "array", "items": model}}),
    }


def account_schema() -> JsonObject:
    """The caller's account."""
    return closed(
        {
            "id": {"type": "string"},
            "email": {"type": "string"},
            "credits": {**COUNT, "description": "Available credits."},
            "plan": {"type": "string", "enum": [*Plan]},
            "createdAt": INSTANT,
        }
    )


def problem_schema() -> JsonObject:
    """An error: `message`, and `errors` where fields can be named."""
    fault = closed(
        {"field": {"type": "string"}, "message": {"type": "string"}, "code": {"type": "string", "enum": [*FaultCode]}}
    )
    return {
        "type": "object",
        "required": ["message"],
        "additionalProperties": False,
        "properties": {"message": {"type": "string"}, "errors": {"type": "array", "items": fault}},
    }


def closed(properties: JsonObject) -> JsonObject:
    """An object that has exactly these properties."""
    return {
        "type": "object",
        "required": list(properties),
        "additionalProperties": False,
        "properties": properties,
    }


def ref(name: str) -> JsonObject:
    """A schema by its name."""
    return {"$ref": f"#/components/schemas/{name}"}
