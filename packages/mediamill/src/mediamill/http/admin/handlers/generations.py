"""Generations of all accounts, failures by cause, and deliveries."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

from starlette.responses import Response

from mediamill import accounts, admin, clock, generations, webhooks
from mediamill.admin import RETRIED_MAX
from mediamill.catalogue import FieldFault
from mediamill.db import Transaction
from mediamill.generations import (
    FailureCause,
    Generation,
    GenerationFilter,
    OverseenGeneration,
    Status,
    UnknownGeneration,
)
from mediamill.http.admin.fields import fields_of
from mediamill.http.admin.handlers.usage import day_in
from mediamill.http.admin.listing import Listed, choice_in, listed, text_in
from mediamill.http.context import Call, answer
from mediamill.http.handlers.webhooks import attempt_item, delivery_item
from mediamill.http.inspection import beyond_public
from mediamill.http.paging import number, query_of
from mediamill.http.problems import DELIVERY_NOT_FOUND, Refusal, validation_failed
from mediamill.units import DAY_MS, HOUR_MS
from mediamill.webhooks import Delivery, DeliveryStatus

DAYS_DEFAULT = 30  # that a list goes back
HOURS_DEFAULT = 24  # that failures are looked for in
HOURS_MAX = 24 * 365
CAUSES_MAX = 200


async def list_generations(call: Call) -> Response:
    """A page of generations of all accounts, newest first."""
    query = query_of(call.request)
    faults: list[FieldFault] = []
    last = day_in(query, "to", date.fromisoformat(clock.day_of(clock.now())), faults)
    first = day_in(query, "from", last - timedelta(days=DAYS_DEFAULT - 1), faults)
    if faults:
        raise Refusal(validation_failed(faults))

    def find(tx: Transaction, wanted: Listed) -> tuple[list[dict[str, Any]], int]:
        account = text_in(wanted.query, "account")
        chosen = GenerationFilter(
            status=choice_in(wanted.query, "status", [*Status]),
            account_id=accounts.named(tx, account).id if account else "",
            **{name: text_in(wanted.query, name) for name in ("tool", "model", "engine", "reason")},
        )
        found, total = generations.page_of_all(
            tx,
            chosen,
            since=start_of(first),
            until=start_of(last) + DAY_MS,
            limit=wanted.limit,
            offset=wanted.offset,
        )
        return [overseen_item(one) for one in found], total

    return await listed(call, find)


async def get_generation(call: Call) -> Response:
    """Everything that is known of one, whoever's it is."""
    context, id = call.context, call.path["id"]
    live = context.work.progress_of(id)
    media_base = context.settings.media_base
    return answer(await context.database.read_in_thread(lambda tx: everything_of(tx, id, media_base, live)))


async def cancel_generation(call: Call) -> Response:
    """End it, free of charge."""

    def cancel(tx: Transaction) -> Generation:
        canceled = admin.cancel(tx, call.operator, call.path["id"])
        tx.on_commit(lambda: call.context.work.give_up(canceled.id))
        call.context.work.make_room(tx, canceled.account_id)
        return canceled

    canceled = await call.context.database.write(cancel)
    call.context.metrics.generations.labels(canceled.tool, canceled.model, canceled.status.value).inc()
    return answer({"id": canceled.id, "status": canceled.status.value})


async def retry_generation(call: Call) -> Response:
    """Make a failed one again."""
    offer_of = admin.offers(call.context.catalogue, call.context.registry)

    def retry(tx: Transaction) -> dict[str, Any]:
        accepted = admin.retry(tx, call.operator, call.path["id"], offer_of)
        made = generations.find(tx, accepted.id)
        assert made is not None
        call.context.work.make_room(tx, made.account_id)
        return {"id": accepted.id, "retryOf": call.path["id"]}

    return answer(await call.context.database.write(retry))


async def list_failures(call: Call) -> Response:
    """What failed in the last hours, by tool, engine and reason."""
    query = query_of(call.request)
    faults: list[FieldFault] = []
    hours = number(query, "hours", HOURS_DEFAULT, faults, minimum=1)
    if faults:
        raise Refusal(validation_failed(faults))

    def find(tx: Transaction) -> list[FailureCause]:
        return generations.failure_causes(tx, tx.now() - min(hours, HOURS_MAX) * HOUR_MS, CAUSES_MAX)

    return answer({"data": [cause_item(one) for one in await call.context.database.read_in_thread(find)]})


async def retry_failures(call: Call) -> Response:
    """Make again what failed of one cause."""
    fields = await fields_of(call)
    tool, reason = fields.text("tool"), fields.text("reason", characters_max=2_000)
    engine = fields.text("engine", default="")
    hours = fields.integer("hours", 1, HOURS_MAX, default=HOURS_DEFAULT)
    limit = fields.integer("limit", 1, RETRIED_MAX, default=RETRIED_MAX)
    fields.check()
    offer_of = admin.offers(call.context.catalogue, call.context.registry)

    def retry(tx: Transaction) -> dict[str, Any]:
        since = tx.now() - hours * HOUR_MS
        done = admin.retry_all(tx, call.operator, tool, engine, reason, since, limit, offer_of)
        for accepted in done.retried:
            made = generations.find(tx, accepted.id)
            assert made is not None
            call.context.work.make_room(tx, made.account_id)
        return {
            "retried": [accepted.id for accepted in done.retried],
            "refused": [{"id": one.facts["id"], "message": str(one)} for one in done.refused],
        }

    return answer(await call.context.database.write(retry))


async def list_deliveries(call: Call) -> Response:
    """A page of deliveries of all accounts, newest first."""

    def find(tx: Transaction, wanted: Listed) -> tuple[list[dict[str, Any]], int]:
        status, account = choice_in(wanted.query, "status", [*DeliveryStatus]), text_in(wanted.query, "account")
        found, total = webhooks.page_of_all(
            tx,
            status=DeliveryStatus(status) if status else None,
            account_id=accounts.named(tx, account).id if account else None,
            limit=wanted.limit,
            offset=wanted.offset,
        )
        return [overseen_delivery_item(one) for one in found], total

    return await listed(call, find)


async def get_delivery(call: Call) -> Response:
    """One delivery with its body and every attempt that is remembered."""

    def find(tx: Transaction) -> dict[str, Any]:
        delivery = webhooks.delivery_of(tx, call.path["id"])
        if delivery is None:
            raise Refusal(DELIVERY_NOT_FOUND)
        attempts = [attempt_item(one) for one in webhooks.attempts_of(tx, delivery.generation_id)]
        return {**overseen_delivery_item(delivery), "body": delivery.body, "attempts": attempts}

    return answer(await call.context.database.read(find))


async def resend_delivery(call: Call) -> Response:
    """Owe it anew, due now."""
    delivery = await call.context.database.write(lambda tx: admin.resend(tx, call.operator, call.path["id"]))
    return answer(overseen_delivery_item(delivery))


def start_of(day: date) -> int:
    """The instant at which a day begins, in UTC."""
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()) * 1_000


def overseen_item(found: OverseenGeneration) -> dict[str, Any]:
    """A generation in a list of operators."""
    generation = found.generation
    return {
        "id": generation.id,
        "account": generation.account_id,
        "tool": generation.tool,
        "model": generation.model,
        "engine": found.engine,
        "pool": generation.pool,
        "status": generation.status.value,
        "error": generation.error,
        "attempts": generation.attempt,
        "createdAt": clock.iso(generation.created_at),
        "finishedAt": clock.iso_or_none(found.finished_at),
        "retriedAs": found.retried_as,
    }


def everything_of(
    tx: Transaction, generation_id: str, media_base: str, live: tuple[float, str] | None = None
) -> dict[str, Any]:
    """A generation in full; `live` says how far it is where it runs in this process. Raises UnknownGeneration."""
    inspection = generations.inspect(tx, generation_id)
    if inspection is None:
        raise UnknownGeneration(id=generation_id)
    found = inspection.generation
    return {
        **generations.detail(found, media_base),
        **beyond_public(inspection, live),
        "account": found.account_id,
        "key": found.api_key_id,
        "pool": found.pool,
        "webhook": found.webhook,
        "retriedAs": generations.retried_as(tx, found.id),
        "retryOf": generations.retry_of(tx, found.id),
    }


def cause_item(cause: FailureCause) -> dict[str, Any]:
    """Failures of one cause."""
    return {
        "tool": cause.tool,
        "engine": cause.engine,
        "reason": cause.reason,
        "count": cause.total,
        "lastAt": clock.iso(cause.last_at),
        "lastId": cause.last_id,
    }


def overseen_delivery_item(delivery: Delivery) -> dict[str, Any]:
    """A delivery in a list of operators."""
    return {**delivery_item(delivery), "account": delivery.account_id}
