"""The schemas of what the admin API answers."""

from mediamill.admin import AdminScope
from mediamill.credits import EntryKind
from mediamill.generations import Status
from mediamill.http.endpoint import JsonObject
from mediamill.http.openapi.schemas import COUNT, INSTANT, closed, pagination_schema, ref
from mediamill.plan import Plan

TEXT: JsonObject = {"type": "string"}
NULLABLE_TEXT: JsonObject = {"type": ["string", "null"]}
NULLABLE_COUNT: JsonObject = {"type": ["integer", "null"], "minimum": 0}
NULLABLE_INSTANT: JsonObject = {**INSTANT, "type": ["string", "null"]}


def admin_schemas() -> JsonObject:
    """Every schema of `/admin/` by its name."""
    return {**key_schemas(), **money_schemas(), **account_schemas()}


def key_schemas() -> JsonObject:
    """Admin keys and the audit log."""
    facts = {"type": ["object", "null"], "additionalProperties": True}
    return {
        "AdminKey": closed(
            {
                "id": TEXT,
                "name": TEXT,
                "scopes": {"type": "array", "items": {"type": "string", "enum": [*AdminScope]}},
                "ceiling": {**COUNT, "description": "Credits that its acts may move within a UTC day."},
                "movedToday": COUNT,
                "createdAt": INSTANT,
            }
        ),
        "AuditEntry": closed(
            {
                "id": TEXT,
                "createdAt": INSTANT,
                "actor": {**TEXT, "description": "`key:` and the id of an admin key, or `user:` and a login name."},
                "act": TEXT,
                "subject": TEXT,
                "before": {**facts, "description": "Facts of the subject before the act."},
                "after": {**facts, "description": "Facts of the subject after the act."},
            }
        ),
        **page_schema("AuditEntry", "AuditPage"),
    }


def money_schemas() -> JsonObject:
    """Balances and entries of ledgers."""
    return {
        "AdminBalance": closed({"credits": {**COUNT, "description": "Available credits."}, "held": COUNT}),
        "AdminLedgerEntry": closed(
            {
                "id": TEXT,
                "account": TEXT,
                "kind": {"type": "string", "enum": [*EntryKind]},
                "credits": {"type": "integer", "description": "Negative where an adjustment took credits away."},
                "generation": NULLABLE_TEXT,
                "reference": {**NULLABLE_TEXT, "description": "Of an adjustment."},
                "note": NULLABLE_TEXT,
                "createdAt": INSTANT,
            }
        ),
    }


def account_schemas() -> JsonObject:
    """Accounts."""
    days = {"type": ["number", "null"], "minimum": 0}
    limits = closed({"createsPerMinute": NULLABLE_COUNT, "runningMax": COUNT, "retentionDays": days})
    own = closed({"createsPerMinute": NULLABLE_COUNT, "runningMax": NULLABLE_COUNT, "retentionDays": days})
    account = {
        "id": TEXT,
        "email": {**NULLABLE_TEXT, "description": "Null once the account is deleted."},
        "plan": {"type": "string", "enum": [*Plan]},
        "credits": {**COUNT, "description": "Available credits."},
        "held": COUNT,
        "createdAt": INSTANT,
        "suspendedAt": NULLABLE_INSTANT,
        "suspendedReason": TEXT,
        "deletedAt": NULLABLE_INSTANT,
        "erasedAt": {**NULLABLE_INSTANT, "description": "When nothing of a deleted account was left."},
        "limits": {**limits, "description": "In force; null: none."},
        "ownLimits": {**own, "description": "Where they differ from the plan's; null: they do not."},
    }
    detail = {
        **account,
        "generations": closed({status.value: COUNT for status in Status}),
        "caps": closed({"day": NULLABLE_COUNT, "month": NULLABLE_COUNT, "total": NULLABLE_COUNT}),
        "keys": {**COUNT, "description": "In force."},
    }
    return {
        "AdminAccount": closed(account),
        "AdminNewAccount": closed({**account, "apiKey": TEXT}),
        "AdminAccountDetail": closed(detail),
        **page_schema("AdminAccount", "AdminAccountPage"),
        **page_schema("AdminLedgerEntry", "AdminLedgerPage"),
    }


def page_schema(item: str, name: str) -> JsonObject:
    """A page of these."""
    return {name: closed({"data": {"type": "array", "items": ref(item)}, "pagination": pagination_schema()})}
