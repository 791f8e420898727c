"""The key of the request, and the audit log."""

from typing import Any

from starlette.responses import Response

from mediamill import admin, audit, clock
from mediamill.audit import AuditEntry, AuditFilter
from mediamill.db import Transaction
from mediamill.http.admin.listing import Listed, listed, text_in
from mediamill.http.context import Call, answer


async def get_key(call: Call) -> Response:
    """The key that was sent, without its secret."""
    key = call.operator.key
    assert key is not None, "over HTTP an operator has a key"
    moved = await call.context.database.read(lambda tx: admin.spent(tx, key))
    return answer(
        {
            "id": key.id,
            "name": key.name,
            "scopes": sorted(key.scopes),
            "ceiling": key.ceiling,
            "movedToday": moved,
            "createdAt": clock.iso(key.created_at),
        }
    )


async def list_audit(call: Call) -> Response:
    """A page of the audit log, newest first."""

    def find(tx: Transaction, wanted: Listed) -> tuple[list[dict[str, Any]], int]:
        chosen = AuditFilter(*(text_in(wanted.query, name) for name in ("actor", "act", "subject")))
        entries, total = audit.page(tx, chosen, limit=wanted.limit, offset=wanted.offset)
        return [audit_item(entry) for entry in entries], total

    return await listed(call, find)


def audit_item(entry: AuditEntry) -> dict[str, Any]:
    """A line of the log."""
    return {
        "id": entry.id,
        "createdAt": clock.iso(entry.created_at),
        "actor": entry.actor,
        "act": entry.act,
        "subject": entry.subject,
        "before": entry.before,
        "after": entry.after,
    }
