"""What moves credits."""

from typing import Any

from starlette.responses import Response

from mediamill import admin, clock
from mediamill.credits import GRANT_MAX, REFERENCE_CHARACTERS_MAX, LedgerEntry
from mediamill.http.admin.fields import fields_of
from mediamill.http.context import Call, answer


async def grant(call: Call) -> Response:
    """Give credits to an account."""
    fields = await fields_of(call)
    credits = fields.integer("credits", 1, GRANT_MAX)
    note = fields.text("note", default="granted by an operator")
    fields.check()
    account = call.path["id"]
    balance = await call.context.database.write(lambda tx: admin.grant(tx, call.operator, account, credits, note))
    return answer({"credits": balance.available, "held": balance.held})


async def adjust(call: Call) -> Response:
    """Add or take credits under a reference; the same again answers the same."""
    fields = await fields_of(call)
    credits = fields.integer("credits", -GRANT_MAX, GRANT_MAX)
    reference = fields.text("reference", characters_max=REFERENCE_CHARACTERS_MAX)
    note = fields.text("note", default="")
    fields.check()
    account = call.path["id"]
    entry = await call.context.database.write(
        lambda tx: admin.adjust(tx, call.operator, account, credits, reference, note)
    )
    return answer(entry_item(entry))


async def refund(call: Call) -> Response:
    """Give back what a generation was charged."""
    fields = await fields_of(call)
    credits = fields.optional_integer("credits", 1, GRANT_MAX)
    note = fields.text("note", default="")
    fields.check()
    generation = call.path["id"]
    entry = await call.context.database.write(lambda tx: admin.refund(tx, call.operator, generation, credits, note))
    return answer(entry_item(entry))


def entry_item(entry: LedgerEntry) -> dict[str, Any]:
    """An entry of a ledger as operators see it."""
    return {
        "id": entry.id,
        "account": entry.account_id,
        "kind": entry.kind.value,
        "credits": entry.credits,
        "generation": entry.generation_id,
        "reference": entry.reference,
        "note": entry.note,
        "createdAt": clock.iso(entry.created_at),
    }
