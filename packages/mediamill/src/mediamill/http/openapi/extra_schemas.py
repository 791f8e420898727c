"""The schemas of what `/ext/` answers."""

from mediamill.credits import EntryKind
from mediamill.http.endpoint import JsonObject
from mediamill.http.openapi.inspection import inspection_schemas
from mediamill.http.openapi.schemas import COUNT, INSTANT, closed, pagination_schema, ref


def extra_schemas() -> JsonObject:
    """Every schema of `/ext/` by its name."""
    nullable_text = {"type": ["string", "null"]}
    return {
        **inspection_schemas(),
        "Quote": closed(
            {
                "tool": {"type": "string"},
                "model": {"type": "string"},
                "credits": {**COUNT, "description": "Credits that would be held."},
                "isFinal": {
                    "type": "boolean",
                    "description": "False if the price depends on the length of the input.",
                },
                "balance": {**COUNT, "description": "Available credits."},
                "available": {
                    "type": "boolean",
                    "description": "Whether this installation has an engine for it; if not, the run would end in "
                    "`error` immediately, without charge.",
                },
                "reason": {**nullable_text, "description": "Why not, and what to install; null if it is available."},
                "status": {
                    "type": "integer",
                    "enum": [200, 402],
                    "description": "The status that `POST /api/run` would return.",
                },
            }
        ),
        "SignedIn": closed({"apiKey": {"type": "string", "description": "Shown once; keep it in memory."}}),
        "LedgerEntry": closed(
            {
                "id": {"type": "string"},
                "kind": {"type": "string", "enum": [*EntryKind]},
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
                    "description": "An input of this account; anyone who has it can read the file until it expires.",
                },
                "type": {"type": "string", "enum": ["image", "audio"]},
                "sizeBytes": COUNT,
                "createdAt": INSTANT,
                "expiresAt": INSTANT,
            }
        ),
        "FilePage": closed({"data": {"type": "array", "items": ref("File")}, "pagination": pagination_schema()}),
    }
