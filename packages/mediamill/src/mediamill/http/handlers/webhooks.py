"""The account's webhook deliveries, the secret that signs them, and a delivery to try a receiver with."""

from typing import Any

from starlette.responses import Response

from mediamill import clock, outbound, webhooks
from mediamill.accounts import Account
from mediamill.catalogue import FaultCode, FieldFault
from mediamill.db import Transaction
from mediamill.http.context import AppContext, Call, answer
from mediamill.http.json_body import read_object
from mediamill.http.paging import number, page_size, paginated, query_of, text_of_query
from mediamill.http.problems import DELIVERY_NOT_FOUND, DELIVERY_UNDER_WAY, Refusal, validation_failed
from mediamill.http.run_request import url_fault, url_faults
from mediamill.outbound import WEBHOOK_RULES
from mediamill.webhooks import Delivery, DeliveryAttempt, DeliveryStatus, SecretInForce

STATUSES = tuple(status.value for status in DeliveryStatus)
STATUS_CHARACTERS_MAX = 20


async def list_deliveries(call: Call) -> Response:
    """A page of the account's deliveries, newest first. 400."""
    faults: list[FieldFault] = []
    query = query_of(call.request)
    limit, offset = page_size(query, faults), number(query, "offset", 0, faults)
    text = text_of_query(query, "status", faults, STATUS_CHARACTERS_MAX)
    if text is not None and text not in STATUSES:
        faults.append(FieldFault("status", f"Must be one of: {', '.join(STATUSES)}", FaultCode.NOT_ALLOWED))
    if faults:
        raise Refusal(validation_failed(faults))
    status = DeliveryStatus(text) if text else None
    found, total = await call.context.database.read_in_thread(
        lambda tx: webhooks.page(tx, call.account.id, status=status, limit=limit, offset=offset)
    )
    return paginated([delivery_item(one) for one in found], total=total, limit=limit, offset=offset)


async def get_delivery(call: Call) -> Response:
    """One delivery with its body and every attempt that is remembered. 404."""

    def find(tx: Transaction) -> tuple[Delivery, list[DeliveryAttempt]]:
        delivery = own_delivery(tx, call)
        return delivery, webhooks.attempts_of(tx, delivery.generation_id)

    delivery, attempts = await call.context.database.read(find)
    shown = {**delivery_item(delivery), "body": delivery.body}
    return answer({**shown, "attempts": [attempt_item(attempt) for attempt in attempts]})


async def resend_delivery(call: Call) -> Response:
    """Send it again now, with the whole schedule of retries. 404, 409."""

    def resend(tx: Transaction) -> Delivery | None:
        return webhooks.resend(tx, own_delivery(tx, call).generation_id)

    delivery = await call.context.database.write(resend)
    if delivery is None:
        raise Refusal(DELIVERY_UNDER_WAY)
    return answer(delivery_item(delivery))


async def test_delivery(call: Call) -> Response:
    """One signed sample, posted now to a URL that a run could name, and what came back. 400."""
    context = call.context
    body, _ = await read_object(call.request)
    url = await checked_url(body, context, call.account.id)
    now = clock.now()
    secrets = await secrets_in_force(context, call.account)
    sample = webhooks.sample_delivery(context.settings.media_base, now)
    headers = webhooks.webhook_headers(
        sample.generation_id, sample.body, secrets=[text_of(context, call.account, one) for one in secrets], at=now
    )
    posted = await outbound.post(context.guard, url, sample.body.encode(), headers, account_id=call.account.id)
    outcome = webhooks.outcome_of(posted)
    return answer(
        {
            "status": outcome.status,
            "milliseconds": outcome.duration_ms,
            "error": outcome.trouble and outcome.trouble.value,
            "answer": outcome.answer,
            "headers": headers,
            "body": sample.body,
        }
    )


async def get_secret(call: Call) -> Response:
    """The secret that signs the account's webhooks."""
    return answer(secret_item(call, await secrets_in_force(call.context, call.account)))


async def rotate_secret(call: Call) -> Response:
    """A new secret; for a day the one before signs beside it."""

    def rotate(tx: Transaction) -> list[SecretInForce]:
        webhooks.rotate(tx, call.account.id)
        return webhooks.secrets_of(tx, call.account.id)

    return answer(secret_item(call, await call.context.database.write(rotate)))


def own_delivery(tx: Transaction, call: Call) -> Delivery:
    """The account's delivery that the path names. Raises 404."""
    delivery = webhooks.delivery_of(tx, call.path["id"])
    if delivery is None or delivery.account_id != call.account.id:
        raise Refusal(DELIVERY_NOT_FOUND)
    return delivery


async def checked_url(body: dict[str, Any], context: AppContext, account_id: str) -> str:
    """The URL to try. Raises 400."""
    url = body.get("url")
    faults = [FieldFault(name, "Is not a known field", FaultCode.UNKNOWN_FIELD) for name in body if name != "url"]
    if not isinstance(url, str):
        is_there = "url" in body
        code = FaultCode.INVALID_TYPE if is_there else FaultCode.MISSING
        faults.append(FieldFault("url", "Must be a string" if is_there else "Is required", code))
        raise Refusal(validation_failed(faults))
    faults += url_faults("url", url, WEBHOOK_RULES, context)
    if not faults and (fault := await context.guard.judge_name(url, account_id=account_id)):
        faults.append(url_fault("url", fault, WEBHOOK_RULES))
    if faults:
        raise Refusal(validation_failed(faults))
    return url


async def secrets_in_force(context: AppContext, account: Account) -> list[SecretInForce]:
    """Every secret that signs now, newest first."""
    return await context.database.read(lambda tx: webhooks.secrets_of(tx, account.id))


def text_of(context: AppContext, account: Account, secret: SecretInForce) -> str:
    """The secret as a receiver keeps it."""
    return webhooks.secret_text(context.secrets, account.id, secret.number)


def secret_item(call: Call, in_force: list[SecretInForce]) -> dict[str, Any]:
    """The newest secret, and until when others sign beside it."""
    newest, *older = in_force
    ends = [one.ends_at for one in older if one.ends_at is not None]
    created_at = call.account.created_at if newest.created_at is None else newest.created_at
    return {
        "secret": text_of(call.context, call.account, newest),
        "createdAt": clock.iso(created_at),
        "previousUntil": clock.iso(max(ends)) if ends else None,
    }


def delivery_item(delivery: Delivery) -> dict[str, Any]:
    """A delivery as its owner sees it."""
    is_pending = delivery.status is DeliveryStatus.PENDING
    return {
        "id": delivery.generation_id,
        "url": delivery.url,
        "status": delivery.status.value,
        "attempts": delivery.attempt,
        "createdAt": clock.iso(delivery.created_at),
        "nextAttemptAt": clock.iso(delivery.due_at) if is_pending else None,
        "finishedAt": clock.iso_or_none(delivery.finished_at),
    }


def attempt_item(attempt: DeliveryAttempt) -> dict[str, Any]:
    """An attempt as its owner sees it; without status and error it is under way."""
    return {
        "number": attempt.number,
        "startedAt": clock.iso(attempt.started_at),
        "milliseconds": attempt.duration_ms,
        "status": attempt.status,
        "error": attempt.trouble,
        "answer": attempt.answer,
    }
