"""Reading, inspecting, canceling and deleting generations."""

from starlette.responses import Response

from mediamill import generations
from mediamill.catalogue import FieldFault
from mediamill.db import Transaction
from mediamill.generations import CANCELED, Generation
from mediamill.http.context import AppContext, Call, answer
from mediamill.http.handlers.own import own_generation
from mediamill.http.inspection import beyond_public
from mediamill.http.paging import number, page_size, paginated, query_of, status_of
from mediamill.http.prefer_wait import answer_after, wait_seconds
from mediamill.http.problems import ENDED, GENERATION_NOT_FOUND, UNDER_WAY, Refusal, validation_failed


async def get_generation(call: Call) -> Response:
    """One generation; with `Prefer: wait=N` once it has ended, or after N seconds."""
    generation = await own_generation(call)
    wait = wait_seconds(call.request)
    if wait is None:
        return answer(generations.detail(generation, call.context.settings.media_base))
    return await answer_after(call.context, generation.id, wait)


async def list_generations(call: Call) -> Response:
    """A page of the account's generations, newest first."""
    faults: list[FieldFault] = []
    query = query_of(call.request)
    limit = page_size(query, faults)
    offset = number(query, "offset", 0, faults)
    status = status_of(query, faults)
    if faults:
        raise Refusal(validation_failed(faults))
    database = call.context.database
    read = database.read_in_thread if generations.is_deep(offset) else database.read
    found = await read(lambda tx: generations.page(tx, call.account.id, status=status, limit=limit, offset=offset))
    media_base = call.context.settings.media_base
    data = [generations.item(generation, media_base) for generation in found.generations]
    return paginated(data, total=found.total, limit=found.limit, offset=found.offset)


async def inspect_generation(call: Call) -> Response:
    """The generation with its attempts, times, credits, seed, place in the queue and its engine's findings."""
    generation = await own_generation(call)
    # In a reader thread, because a place in the queue takes some thousand rows of an index.
    inspection = await call.context.database.read_in_thread(lambda tx: generations.inspect(tx, generation.id))
    if inspection is None:
        raise Refusal(GENERATION_NOT_FOUND)
    public = generations.detail(inspection.generation, call.context.settings.media_base)
    live = call.context.work.progress_of(generation.id)
    return answer({**public, **beyond_public(inspection, live)})


async def cancel_generation(call: Call) -> Response:
    """End a generation in error "Canceled" and release its credits; 409 when it has ended otherwise."""
    generation = await own_generation(call)
    canceled = await cancel(call.context, generation.id)
    if canceled is None:
        canceled = await call.context.database.read(lambda tx: generations.find(tx, generation.id))
        if canceled is None:
            raise Refusal(GENERATION_NOT_FOUND)
        if canceled.error != CANCELED:
            raise Refusal(ENDED)
    return answer(generations.detail(canceled, call.context.settings.media_base))


async def cancel(context: AppContext, generation_id: str) -> Generation | None:
    """End it in error, wherever it is worked on; None, and nothing changed, when it has ended or is unknown."""

    def cancel(tx: Transaction) -> Generation | None:
        canceled = generations.cancel(tx, generation_id)
        if canceled:
            tx.on_commit(lambda: context.work.give_up(generation_id))
            context.work.make_room(tx, canceled.account_id)
        return canceled

    canceled = await context.database.write(cancel)
    if canceled is not None:
        context.metrics.generations.labels(canceled.tool, canceled.model, canceled.status.value).inc()
    return canceled


async def delete_generation(call: Call) -> Response:
    """Delete a generation that has ended, with its files; 409 while it is under way."""
    generation = await own_generation(call)
    keys = await call.context.database.write(lambda tx: generations.delete(tx, generation))
    if keys is None:
        raise Refusal(UNDER_WAY)
    await call.context.storage.delete(keys)
    return Response(status_code=204)
