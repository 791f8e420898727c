"""The webhook in the OpenAPI document: what is sent when a generation has succeeded."""

from mediamill.http.endpoint import JsonObject
from mediamill.http.openapi.schemas import INSTANT, NULLABLE_URL, TYPES, closed, ref

WEBHOOKS = "webhooks"  # the tag
HEADERS = {
    "X-Webhook-Source": "Always `generation-service`.",
    "X-Media-Id": "The generation's id.",
    "webhook-id": "The generation's id (Standard Webhooks): the same in every attempt.",
    "webhook-timestamp": "Unix time of this attempt, in seconds.",
    "webhook-signature": "`v1,` and the signature of id, timestamp and body; several are separated by spaces.",
}


def webhook_paths() -> JsonObject:
    """The webhooks of the document."""
    return {
        "generationSucceeded": {
            "post": {
                "operationId": "generationSucceeded",
                "tags": [WEBHOOKS],
                "summary": "A generation has succeeded",
                "description": "Sent to the `webhook` URL of the run, and retried up to nine times, after 5 seconds to "
                "24 hours, until it is answered with 200 within 5 seconds. It may arrive more than once: compare ids.",
                "security": [],
                "parameters": [
                    {"name": name, "in": "header", "required": True, "schema": {"type": "string"}, "description": text}
                    for name, text in HEADERS.items()
                ],
                "requestBody": {"required": True, "content": {"application/json": {"schema": ref("Succeeded")}}},
                "responses": {"200": {"description": "Delivered; any other answer leads to another attempt"}},
            }
        }
    }


def webhook_schemas() -> JsonObject:
    """The body of the webhook."""
    return {
        "Succeeded": closed(
            {
                "id": {"type": "string"},
                "status": {"type": "string", "const": "success"},
                "tool": {"type": "string"},
                "type": {"type": "string", "enum": TYPES},
                "output": {"type": "string", "format": "uri"},
                "thumbnail": {**NULLABLE_URL, "description": "Null for audio."},
                "createdAt": INSTANT,
            }
        )
    }
