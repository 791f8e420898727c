"""The schemas of an account's webhook deliveries."""

from mediamill.http.endpoint import JsonObject
from mediamill.http.openapi.schemas import COUNT, INSTANT, closed, pagination_schema, ref
from mediamill.webhooks import DeliveryStatus

NULLABLE_INSTANT = {**INSTANT, "type": ["string", "null"]}
ANSWER_STATUS = {"type": ["integer", "null"], "description": "Of the receiver's answer; 200 is delivered."}
ERROR = {"type": ["string", "null"], "description": "One word for why there is no answer."}
BODY = {"type": "string", "description": "Byte for byte what is posted and signed."}


def delivery_schemas() -> JsonObject:
    """Every one of them by its name."""
    delivery = {
        "id": {"type": "string", "description": "The generation's id, and the webhook's."},
        "url": {"type": "string", "format": "uri"},
        "status": {"type": "string", "enum": [*DeliveryStatus]},
        "attempts": {**COUNT, "description": "How many have begun."},
        "createdAt": INSTANT,
        "nextAttemptAt": {**NULLABLE_INSTANT, "description": "Null unless `pending`."},
        "finishedAt": NULLABLE_INSTANT,
    }
    attempt = {
        "number": {"type": "integer", "minimum": 1},
        "startedAt": INSTANT,
        "milliseconds": {"type": ["integer", "null"], "minimum": 0, "description": "Null while it is under way."},
        "status": ANSWER_STATUS,
        "error": ERROR,
        "answer": {"type": "string", "description": "How the answer's body begins."},
    }
    attempts = {"type": "array", "items": ref("DeliveryAttempt")}
    tried = {
        "status": ANSWER_STATUS,
        "milliseconds": COUNT,
        "error": ERROR,
        "answer": {"type": "string"},
        "headers": {"type": "object", "additionalProperties": {"type": "string"}},
        "body": BODY,
    }
    secret = {
        "secret": {"type": "string", "pattern": "^whsec_"},
        "createdAt": INSTANT,
        "previousUntil": {**NULLABLE_INSTANT, "description": "Until when older secrets sign beside it."},
    }
    return {
        "Delivery": closed(delivery),
        "DeliveryPage": closed(
            {"data": {"type": "array", "items": ref("Delivery")}, "pagination": pagination_schema()}
        ),
        "DeliveryAttempt": closed(attempt),
        "DeliveryDetail": closed({**delivery, "attempts": attempts, "body": BODY}),
        "TestDelivery": closed(tried),
        "WebhookSecret": closed(secret),
        "Notifications": closed({"url": {"type": ["string", "null"], "format": "uri"}, "createdAt": NULLABLE_INSTANT}),
    }
