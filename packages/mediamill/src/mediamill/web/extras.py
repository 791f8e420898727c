"""What clients expect beside the interface: cancel, delete, quote, ledger. All of it under /ext/."""

from typing import Any

from starlette.responses import Response

from mediamill import clock, credits, generations
from mediamill.catalogue import Fault
from mediamill.credits import Entry
from mediamill.db import Transaction
from mediamill.generations import CANCELED, Generation
from mediamill.web.call import Call, answer
from mediamill.web.json_body import read_object
from mediamill.web.problems import ENDED, GENERATION_NOT_FOUND, UNDER_WAY, Refusal, validation_failed
from mediamill.web.reads import number, page_size, paginated, query_of
from mediamill.web.run import check, judge_names
from mediamill.web.waiting import own_generation

ACCEPTED, UNPAID = 200, 402  # what POST /api/run would answer


async def cancel(call: Call) -> Response:
    """POST /ext/generations/{id}/cancel: error "Canceled", the credits are free again; 409 when it has ended."""
    generation = await own_generation(call)

    def cancel(tx: Transaction) -> Generation | None:
        canceled = generations.cancel(tx, generation.id)
        if canceled:
            tx.on_commit(lambda: call.shop.work.give_up(generation.id))
        return canceled

    canceled = await call.shop.database.write(cancel)
    if canceled is None:
        canceled = await call.shop.database.read(lambda tx: generations.find(tx, generation.id))
        if canceled is None:
            raise Refusal(GENERATION_NOT_FOUND)
        if canceled.error != CANCELED:
            raise Refusal(ENDED)
    else:
        call.shop.meters.generations.labels(canceled.tool, canceled.model, canceled.status.value).inc()
    return answer(generations.detail(canceled, call.shop.settings.base_url))


async def delete(call: Call) -> Response:
    """DELETE /ext/generations/{id}: it and its files are gone; 409 while it is under way."""
    generation = await own_generation(call)
    keys = await call.shop.database.write(lambda tx: generations.delete(tx, generation))
    if keys is None:
        raise Refusal(UNDER_WAY)
    await call.shop.storage.delete(keys)
    return Response(status_code=204)


async def quote(call: Call) -> Response:
    """POST /ext/quote: the body of POST /api/run, judged as there; what it would cost, and nothing is written."""
    body, _ = await read_object(call.request)
    wanted = check(body, call.shop)
    await judge_names(wanted, call)
    cost = wanted.model.quote(wanted.values.drawn().values)
    reason = await call.shop.registry.unable(wanted.tool.slug, wanted.model.slug, wanted.values.values)
    balance = await call.shop.database.read(lambda tx: credits.balance(tx, call.account.id))
    return answer(
        {
            "tool": wanted.tool.slug,
            "model": wanted.model.slug,
            "credits": cost,
            "isFinal": not wanted.model.priced_by_input,
            "balance": balance.available,
            "available": reason is None,
            "reason": reason,
            "status": ACCEPTED if cost <= balance.available else UNPAID,
        }
    )


async def ledger(call: Call) -> Response:
    """GET /ext/ledger: every grant, hold, capture and release of the account, newest first."""
    faults: list[Fault] = []
    query = query_of(call.request)
    limit = page_size(query, faults)
    offset = number(query, "offset", 0, faults)
    if faults:
        raise Refusal(validation_failed(faults))
    entries, total = await call.shop.database.read_aside(
        lambda tx: credits.page(tx, call.account.id, limit=limit, offset=offset)
    )
    return paginated([shown(entry) for entry in entries], total=total, limit=limit, offset=offset)


def shown(entry: Entry) -> dict[str, Any]:
    """A line of the ledger as its owner sees it."""
    return {
        "id": entry.id,
        "kind": entry.kind.value,
        "credits": entry.credits,
        "generation": entry.generation_id,
        "note": entry.note,
        "createdAt": clock.iso(entry.created_at),
    }
