"""Starting a generation, and its price beforehand."""

import asyncio
import hashlib
import logging
import re
from collections.abc import Callable
from typing import Any

import orjson
from starlette.requests import Request
from starlette.responses import Response

from mediamill import clock, credits, telemetry
from mediamill.accounts import Caller
from mediamill.catalogue import FaultCode, FieldFault
from mediamill.credits import Balance
from mediamill.db import Transaction
from mediamill.generations import (
    Accepted,
    DoorRequest,
    IdempotencyKey,
    NewGeneration,
    NotAccepted,
    Status,
    Submission,
)
from mediamill.http.context import AppContext, Call, answer
from mediamill.http.disk_space import require_disk_space
from mediamill.http.halting import refuse_halted
from mediamill.http.json_body import read_object, text_of
from mediamill.http.prefer_wait import answer_after, wait_seconds
from mediamill.http.problems import (
    FORBIDDEN,
    INSUFFICIENT_CREDITS,
    OTHER_BODY,
    SPENDING_LIMIT_REACHED,
    SUSPENDED,
    Refusal,
    too_many_waiting,
    validation_failed,
)
from mediamill.http.run_request import RunRequest, checked_request
from mediamill.http.telemetry import TRACE

IDEMPOTENCY_KEY = "Idempotency-Key"
KEY = re.compile(r"[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?")
REPLAYED = "Idempotent-Replayed"  # in the answer to a key that was used before
ACCEPTED, UNPAID = 200, 402  # the statuses of POST /api/run that a quote foretells

log = logging.getLogger("mediamill.http")


async def run(call: Call) -> Response:
    """Accept a generation durably, then answer 200 with its id; 400, 402, 403, 404, 409, 429, 503 without writing."""
    body, raw = await read_object(call.request)
    accepted = await start(call, body, lambda: text_of("input", raw))
    response = await accepted_answer(call, accepted, body["tool"])
    if accepted.is_repeat:
        response.headers[REPLAYED] = "true"
    return response


async def start(
    call: Call,
    body: dict[str, Any],
    payload: Callable[[], str],
    *,
    sent: dict[str, Any] | None = None,
    asked: DoorRequest | None = None,
) -> Accepted:
    """Accept what a body of `POST /api/run` asks for, durably; `payload` gives its input as sent.

    Through a door something else was sent and asked for, which an idempotency key stands for. Raises 400, 402, 403,
    404, 409, 429, 503 without writing.
    """
    request = await allowed_request(call, body)
    pool = call.context.registry.pools_of(request.model)[0]
    await refuse_halted(call.context.halts, request.tool, request.model, pool)
    values = request.values.drawn().values
    key = idempotency_key(call.request, body if sent is None else sent)
    require_disk_space(call.context.disk)
    new = NewGeneration(
        account_id=call.account.id,
        tool=request.tool.slug,
        model=request.model.slug,
        type=request.tool.output_type,
        payload=payload(),
        input=orjson.dumps(values).decode(),
        webhook=request.webhook,
        pool=pool,
        credits=request.model.quote(values),
        seed=request.model.seed_in(values),
        trace=call.request.scope.get(TRACE),
        api_key_id=call.known_caller.api_key_id,
        asked=asked,
    )
    return await asyncio.shield(accept(call.context, new, key))


async def quote(call: Call) -> Response:
    """The price of a body of `POST /api/run`, checked as there; nothing is written."""
    body, _ = await read_object(call.request)
    request = await allowed_request(call, body)
    cost = request.model.quote(request.values.drawn().values)
    reason = await call.context.registry.unable(request.tool.slug, request.model.slug, request.values.values)
    balance, is_within_caps = await call.context.database.read(lambda tx: purse_of(tx, call.known_caller, cost))
    return answer(
        {
            "tool": request.tool.slug,
            "model": request.model.slug,
            "credits": cost,
            "isFinal": not request.model.priced_by_input,
            "balance": balance.available,
            "available": reason is None,
            "reason": reason,
            "status": ACCEPTED if cost <= balance.available and is_within_caps else UNPAID,
        }
    )


async def allowed_request(call: Call, body: dict[str, Any]) -> RunRequest:
    """The checked request, of a model that the caller's key may run. Raises 400, 403, 404."""
    request = await checked_request(body, call.context, call.account.id)
    if not call.known_caller.rights.may_run(request.tool.slug, request.model.slug):
        raise Refusal(FORBIDDEN)
    return request


def purse_of(tx: Transaction, caller: Caller, cost: int) -> tuple[Balance, bool]:
    """The account's balance, and whether the caps of key and account leave so much."""
    account_id = caller.account.id
    allowances = credits.allowances(tx, [account_id])
    return credits.balance(tx, account_id), allowances.covers(account_id, caller.api_key_id, cost)


def idempotency_key(request: Request, body: dict[str, Any]) -> IdempotencyKey | None:
    """The caller's key for this body, if it sent one; equal JSON is the same body. Raises 400 for an invalid key."""
    keys = request.headers.getlist(IDEMPOTENCY_KEY)
    if not keys:
        return None
    if len(keys) > 1 or not KEY.fullmatch(keys[0]):
        fault = FieldFault(IDEMPOTENCY_KEY, "Must be 1 to 255 printable ASCII characters, once", FaultCode.NOT_ALLOWED)
        raise Refusal(validation_failed([fault]))
    digest = hashlib.sha256(orjson.dumps(body, option=orjson.OPT_SORT_KEYS)).hexdigest()
    return IdempotencyKey(keys[0], digest)


async def accept(context: AppContext, new: NewGeneration, key: IdempotencyKey | None) -> Accepted:
    """Hold, row, counter and wake, durably. Raises 402, 409, 429."""
    waiting_max = context.settings.waiting_max
    match await context.accepts.submit(Submission(new, key, waiting_max)):
        case Accepted() as accepted:
            if not accepted.is_repeat:
                record_accepted(context, new, accepted)
            return accepted
        case NotAccepted.SUSPENDED:
            raise Refusal(SUSPENDED)
        case NotAccepted.TOO_POOR:
            raise Refusal(INSUFFICIENT_CREDITS)
        case NotAccepted.CAPPED:
            raise Refusal(SPENDING_LIMIT_REACHED)
        case NotAccepted.OTHER_BODY:
            raise Refusal(OTHER_BODY)
        case NotAccepted.TOO_MANY:
            raise Refusal(too_many_waiting(waiting_max))


def record_accepted(context: AppContext, new: NewGeneration, accepted: Accepted) -> None:
    """Count an accepted generation and log one line."""
    context.metrics.generations.labels(new.tool, new.model, "accepted").inc()
    names = {"generation": accepted.id, "account": new.account_id, "tool": new.tool, "model": new.model}
    telemetry.log_event(log, "accepted", trace=new.trace, **names)


async def accepted_answer(call: Call, accepted: Accepted, tool: str) -> Response:
    """The id at once; with `Prefer: wait=N` the whole generation once it has ended."""
    wait = wait_seconds(call.request)
    if wait is not None:
        return await answer_after(call.context, accepted.id, wait)
    return answer(
        {
            "id": accepted.id,
            "status": Status.PROCESSING.value,
            "tool": tool,
            "createdAt": clock.iso(accepted.created_at),
        }
    )
