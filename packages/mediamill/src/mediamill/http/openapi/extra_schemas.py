"""The schemas of what `/ext/` answers."""

from mediamill.http.endpoint import JsonObject
from mediamill.http.openapi.inspection import inspection_schemas
from mediamill.http.openapi.schemas import COUNT, INSTANT, closed, pagination_schema, ref


def extra_schemas() -> JsonObject:
    """What the extras answer."""
    nullable_text = {"type": ["string", "null"]}
    return {
        **inspection_schemas(),
        "Quote": closed(
            {
                "tool": {"type": "string"},
                "model": {"type": "string"},
                "credits": {**COUNT, "description": "What would be held."},
                "isFinal": {
                    "type": "boolean",
                    "description": "False where the length of the input sets the price later.",
                },
                "balance": {**COUNT, "description": "The credits of the account now."},
                "available": {
                    "type": "boolean",
                    "description": "Whether an engine of this installation can do it; if not, the run would end in "
                    "`error` at once and cost nothing.",
                },
                "reason": {**nullable_text, "description": "What is offered and what to install; null if available."},
                "status": {"type": "integer", "enum": [200, 402], "description": "What POST /api/run would answer."},
            }
        ),
        "LedgerEntry": closed(
            {
                "id": {"type": "string"},
                "kind": {"type": "string", "enum": ["grant", "hold", "capture", "release"]},
                "credits": {"type": "integer"},
                "generation": nullable_text,
                "note": nullable_text,
                "createdAt": INSTANT,
            }
        ),
        "LedgerPage": closed(
            {"data": {"type": "array", "items": ref("LedgerEntry")}, "pagination": pagination_schema()}
        ),
        "File": closed(
            {
                "id": {"type": "string"},
                "url": {
                    "type": "string",
                    "format": "uri",
                    "description": "Works as an input of this account; whoever has it can read the file until then.",
                },
                "type": {"type": "string", "enum": ["image", "audio"]},
                "sizeBytes": COUNT,
                "createdAt": INSTANT,
                "expiresAt": INSTANT,
            }
        ),
        "FilePage": closed({"data": {"type": "array", "items": ref("File")}, "pagination": pagination_schema()}),
    }
