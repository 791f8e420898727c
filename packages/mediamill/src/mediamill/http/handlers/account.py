"""The caller's account and its ledger."""

from typing import Any

from starlette.responses import Response

from mediamill import clock, credits
from mediamill.catalogue import FieldFault
from mediamill.credits import LedgerEntry
from mediamill.http.context import Call, answer
from mediamill.http.paging import number, page_size, paginated, query_of
from mediamill.http.problems import Refusal, validation_failed


async def get_account(call: Call) -> Response:
    """The account of the key, with the credits that it can spend now."""
    balance = await call.context.database.read(lambda tx: credits.balance(tx, call.account.id))
    return answer(
        {
            "id": call.account.id,
            "email": call.account.email,
            "credits": balance.available,
            "plan": call.account.plan.value,
            "createdAt": clock.iso(call.account.created_at),
        }
    )


async def list_ledger(call: Call) -> Response:
    """A page of what moved the account's credits, newest first."""
    faults: list[FieldFault] = []
    query = query_of(call.request)
    limit = page_size(query, faults)
    offset = number(query, "offset", 0, faults)
    if faults:
        raise Refusal(validation_failed(faults))
    entries, total = await call.context.database.read_in_thread(
        lambda tx: credits.page(tx, call.account.id, limit=limit, offset=offset)
    )
    return paginated([entry_item(entry) for entry in entries], total=total, limit=limit, offset=offset)


def entry_item(entry: LedgerEntry) -> dict[str, Any]:
    """A ledger entry as its owner sees it."""
    return {
        "id": entry.id,
        "kind": entry.kind.value,
        "credits": entry.credits,
        "generation": entry.generation_id,
        "note": entry.note,
        "createdAt": clock.iso(entry.created_at),
    }
