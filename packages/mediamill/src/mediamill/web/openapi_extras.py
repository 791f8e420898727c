"""The extras in the OpenAPI document, under a tag of their own: no client of the written interface needs them."""

from mediamill.catalogue import Catalogue
from mediamill.generations import Status
from mediamill.web.openapi_inspection import inspection_schemas
from mediamill.web.openapi_parts import in_path, operation, query, run_bodies
from mediamill.web.problems import (
    ENDED,
    FORBIDDEN,
    GENERATION_NOT_FOUND,
    MISSING_PARAMETERS,
    TOOL_NOT_FOUND,
    UNDER_WAY,
    Problem,
)
from mediamill.web.reads import LIMIT_DEFAULT, LIMIT_MAX
from mediamill.web.schemas import COUNT, INSTANT, JsonObject, closed, pagination_schema, ref
from mediamill.web.uploads import EMPTY, FILE_NOT_FOUND, NO_MEDIA

TAG = "extras"
BY_ID = [in_path("id", "The generation's id.")]
PAGE = [
    query(
        "limit",
        {"type": "integer", "minimum": 1, "default": LIMIT_DEFAULT},
        f"Results per page; more than {LIMIT_MAX} is used as {LIMIT_MAX}.",
    ),
    query("offset", {"type": "integer", "minimum": 0, "default": 0}, "Results to skip."),
]


def extra_paths(catalogue: Catalogue) -> JsonObject:
    """Every path under /ext/ that needs a key."""
    return {
        "/ext/quote": {"post": quote_operation(catalogue)},
        "/ext/ledger": {
            "get": operation(
                "listLedger",
                TAG,
                "Every grant, hold, capture and release, newest first",
                ref("LedgerPage"),
                problems=(MISSING_PARAMETERS,),
                parameters=PAGE,
            )
        },
        "/ext/generations/{id}": {
            "get": operation(
                "inspectGeneration",
                TAG,
                "Everything about a generation: attempts, times, credits, seed, provenance, what was not understood",
                ref("Inspection"),
                problems=(FORBIDDEN, GENERATION_NOT_FOUND),
                parameters=BY_ID,
            ),
            "delete": delete_operation(),
        },
        "/ext/generations/{id}/cancel": {
            "post": operation(
                "cancelGeneration",
                TAG,
                "Stop a generation: it ends in error “Canceled” and costs nothing",
                ref("Generation"),
                problems=(FORBIDDEN, GENERATION_NOT_FOUND, ENDED),
                parameters=BY_ID,
            )
        },
        "/ext/generations/{id}/events": {"get": events_operation()},
        "/ext/files": {"get": list_files_operation(), "post": upload_operation()},
        "/ext/files/{id}": {"delete": delete_file_operation()},
    }  # fmt: skip


def quote_operation(catalogue: Catalogue) -> JsonObject:
    """POST /ext/quote takes what POST /api/run takes."""
    described = operation(
        "quote",
        TAG,
        "What a run would cost; nothing is written",
        ref("Quote"),
        problems=(MISSING_PARAMETERS, TOOL_NOT_FOUND),
    )
    described["requestBody"] = run_bodies(catalogue)
    return described


def delete_operation() -> JsonObject:
    """DELETE answers without a body."""
    described = operation(
        "deleteGeneration",
        TAG,
        "Delete a generation that has ended, with its media",
        {},
        problems=(FORBIDDEN, GENERATION_NOT_FOUND, UNDER_WAY),
        parameters=BY_ID,
    )
    del described["responses"]["200"]
    described["responses"]["204"] = {"description": "Deleted"}
    return described


def events_operation() -> JsonObject:
    """Server-sent events."""
    described = operation(
        "followGeneration",
        TAG,
        "States and progress as server-sent events, until the generation has ended",
        {},
        problems=(FORBIDDEN, GENERATION_NOT_FOUND),
        parameters=[
            *BY_ID,
            {
                "name": "Last-Event-ID",
                "in": "header",
                "schema": {"type": "string"},
                "description": "The last event seen: what came after it is sent.",
            },
        ],
    )
    described["responses"]["200"] = {
        "description": f"`status` events ({', '.join(Status)}), kept and numbered, and `progress` events between them.",
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
    }
    described["responses"]["204"] = {"description": "The end was seen: do not come back"}
    return described


def upload_operation() -> JsonObject:
    """POST /ext/files takes the bytes of a file."""
    described = operation(
        "uploadFile",
        TAG,
        "Upload an image or a recording; its URL works as an input of this account",
        ref("File"),
        problems=(EMPTY, Problem(413, "The file is larger than 50 MB."), NO_MEDIA),
    )
    described["requestBody"] = {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
    return described


def list_files_operation() -> JsonObject:
    """GET /ext/files."""
    return operation(
        "listFiles",
        TAG,
        "Uploaded files that have not expired, newest first",
        ref("FilePage"),
        problems=(MISSING_PARAMETERS,),
        parameters=PAGE,
    )


def delete_file_operation() -> JsonObject:
    """DELETE /ext/files/{id} answers without a body."""
    described = operation(
        "deleteFile",
        TAG,
        "Delete an uploaded file; a generation that has not read it yet ends in error",
        {},
        problems=(FORBIDDEN, FILE_NOT_FOUND),
        parameters=[in_path("id", "The file's id.")],
    )
    del described["responses"]["200"]
    described["responses"]["204"] = {"description": "Deleted"}
    return described


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
