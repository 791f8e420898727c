"""The schemas of what an account's owner manages and looks up under `/ext/`."""

from mediamill.accounts import KeyScope
from mediamill.credits import CAP_MAX
from mediamill.http.endpoint import JsonObject
from mediamill.http.key_request import CREATES_PER_MINUTE_MAX, LISTED_MAX, NAME_CHARACTERS_MAX
from mediamill.http.openapi.delivery_schemas import delivery_schemas
from mediamill.http.openapi.schemas import COUNT, INSTANT, closed, generation_schemas, pagination_schema, ref

NULLABLE_INSTANT = {**INSTANT, "type": ["string", "null"]}
NULLABLE_COUNT = {**COUNT, "type": ["integer", "null"]}
NULLABLE_TEXTS = {"type": ["array", "null"], "items": {"type": "string"}}
SCOPES = {"type": "array", "items": {"type": "string", "enum": [*KeyScope]}}


def account_schemas() -> JsonObject:
    """Every one of these schemas by its name."""
    return {**key_schemas(), **found_schemas(), **usage_schemas(), **delivery_schemas()}


def key_schemas() -> JsonObject:
    """A key as listed, asked for and made."""
    key = {
        "id": {"type": "string"},
        "name": {"type": "string"},
        "prefix": {"type": "string", "description": "How the key begins: `mm_live_` and its id."},
        "createdAt": INSTANT,
        "lastUsedAt": {**NULLABLE_INSTANT, "description": "To the minute."},
        "expiresAt": NULLABLE_INSTANT,
        "revokedAt": NULLABLE_INSTANT,
        "scopes": SCOPES,
        "tools": {**NULLABLE_TEXTS, "description": "The only tools it may run; null: all."},
        "models": {**NULLABLE_TEXTS, "description": "The only models it may run, as `tool/model`; null: all."},
        "networks": {**NULLABLE_TEXTS, "description": "The only networks it may be used from (CIDR); null: all."},
        "caps": ref("CreditCaps"),
        "used": ref("CreditsUsed"),
        "left": ref("CreditCaps"),
        "renewsAt": closed({"day": INSTANT, "month": INSTANT}),
        "createsPerMinute": NULLABLE_COUNT,
        "isCurrent": {"type": "boolean", "description": "Whether this request was made with it."},
    }
    return {
        "Redeemed": closed({"credits": COUNT, "balance": {**COUNT, "description": "Available credits then."}}),
        "CreditCaps": windows(NULLABLE_COUNT, "Credits of a UTC day, a UTC month and in total; null: no cap."),
        "CreditsUsed": windows(
            COUNT, "Captured in the day, the month and since the key was made, each with what is held now."
        ),
        "Key": closed(key),
        "NewKey": closed({**key, "apiKey": {"type": "string", "description": "The key itself: shown only here."}}),
        "KeyList": closed({"data": {"type": "array", "items": ref("Key")}}),
        "KeyRequest": key_request_schema(),
    }


def key_request_schema() -> JsonObject:
    """What a new key may do; what is left out is as it is for the calling key."""
    listed = {"type": ["array", "null"], "maxItems": LISTED_MAX}
    cap = {"type": ["integer", "null"], "minimum": 0, "maximum": CAP_MAX}
    return {
        "type": "object",
        "required": ["name"],
        "additionalProperties": False,
        "description": "What is left out is as it is for the calling key.",
        "properties": {
            "name": {"type": "string", "minLength": 1, "maxLength": NAME_CHARACTERS_MAX, "pattern": "[!-~]"},
            "scopes": {**SCOPES, "minItems": 1, "maxItems": LISTED_MAX},
            "expiresAt": NULLABLE_INSTANT,
            "tools": {**listed, "items": {"type": "string"}},
            "models": {**listed, "items": {"type": "string"}, "description": "As `tool/model`."},
            "networks": {**listed, "items": {"type": "string"}, "description": "Addresses or networks (CIDR)."},
            "caps": {
                "type": "object",
                "additionalProperties": False,
                "properties": {"day": cap, "month": cap, "total": cap},
            },
            "createsPerMinute": {"type": ["integer", "null"], "minimum": 1, "maximum": CREATES_PER_MINUTE_MAX},
        },
    }


def found_schemas() -> JsonObject:
    """A generation as it is found."""
    found = closed(
        {
            **generation_schemas()["Generation"]["properties"],
            "model": {"type": "string"},
            "credits": {**COUNT, "description": "Charged; held while it is under way."},
            "runSeconds": {"type": ["number", "null"], "minimum": 0},
            "engine": {"type": ["string", "null"]},
            "seed": {"type": ["number", "null"]},
        }
    )
    items = {"type": "array", "items": ref("FoundGeneration")}
    refused = {"type": "array", "items": closed({"id": {"type": "string"}, "message": {"type": "string"}})}
    deleted = closed({"deleted": {"type": "array", "items": {"type": "string"}}, "refused": refused})
    page = closed({"data": items, "pagination": pagination_schema()})
    sample = {"type": "number", "minimum": -1, "maximum": 1}
    pair = {"type": "array", "items": sample, "minItems": 2, "maxItems": 2}
    peaks = closed(
        {
            "seconds": {"type": "number", "minimum": 0},
            "channels": {"type": "integer", "minimum": 1, "maximum": 2},
            "peaks": {
                "type": "array",
                "items": pair,
                "description": "The least and the greatest sample of each of 800 parts, over all channels.",
            },
        }
    )
    return {"Peaks": peaks, "FoundGeneration": found, "FoundPage": page, "SeveralDeleted": deleted}


def usage_schemas() -> JsonObject:
    """The lines of an account's usage."""
    line = {
        "type": "object",
        "required": ["runs", "errors", "seconds", "credits"],
        "additionalProperties": False,
        "properties": {
            "day": {"type": "string", "format": "date"},
            "tool": {"type": "string"},
            "model": {"type": "string"},
            "keyId": {"type": ["string", "null"], "description": "Null where no key is known."},
            "keyName": {"type": ["string", "null"]},
            "runs": {**COUNT, "description": "That became a success."},
            "errors": COUNT,
            "seconds": {"type": "number", "minimum": 0, "description": "That the successful runs took."},
            "credits": COUNT,
        },
    }
    return {"UsageLine": line, "Usage": closed({"data": {"type": "array", "items": ref("UsageLine")}})}


def windows(schema: JsonObject, description: str) -> JsonObject:
    """Credits by window."""
    return {**closed(dict.fromkeys(("day", "month", "total"), schema)), "description": description}
