"""POST /api/run: everything that is wrong is said at once; what is right is accepted durably before the answer."""

import asyncio
import hashlib
import logging
import re
from dataclasses import dataclass, replace
from typing import Any

import orjson
from starlette.responses import Response

from mediamill import clock, generations, telemetry
from mediamill.catalogue import Checked, Fault, FaultCode, Model, Tool, model_fault
from mediamill.db import Transaction
from mediamill.generations import Accepted, Declined, Once, Order, Status
from mediamill.outbound import INPUT_RULES, WEBHOOK_RULES, UrlFault, UrlRules, judge_url
from mediamill.web.call import Call, Shop, answer
from mediamill.web.json_body import read_object, text_of
from mediamill.web.problems import (
    INSUFFICIENT_CREDITS,
    MISSING_PARAMETERS,
    MODEL_NOT_FOUND,
    OTHER_BODY,
    TOOL_NOT_FOUND,
    Refusal,
    too_many_waiting,
    validation_failed,
)
from mediamill.web.room import refuse_without_room
from mediamill.web.waiting import answer_after, asked_wait
from mediamill.web.watching import TRACE

log = logging.getLogger("mediamill.web")

IDEMPOTENCY_KEY = "Idempotency-Key"
KEY = re.compile(r"[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?")
REPLAYED = "Idempotent-Replayed"  # in the answer to a key that was used before
MEMBERS = frozenset({"tool", "input", "webhook"})
URL_MESSAGES = {
    UrlFault.TOO_LONG: "Must be at most 2048 characters",
    UrlFault.INVALID: "Must be a valid {schemes} URL without user name, password and fragment",
    UrlFault.FORBIDDEN: "Must point to a public address on an allowed port",
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """A body found right."""

    tool: Tool
    model: Model
    values: Checked
    webhook: str | None


async def run(call: Call) -> Response:
    """Accept a generation: 200 with its id; 400, 402, 404."""
    body, raw = await read_object(call.request)
    wanted = check(body, call.shop)
    await judge_names(wanted, call)
    values = wanted.values.drawn().values
    once = once_of(call, body)
    refuse_without_room(call.shop)
    order = Order(
        account_id=call.account.id,
        tool=wanted.tool.slug,
        model=wanted.model.slug,
        type=wanted.tool.output_type,
        payload=text_of("input", raw),
        input=orjson.dumps(values).decode(),
        webhook=wanted.webhook,
        pool=wanted.model.pool,
        credits=wanted.model.quote(values),
        seed=wanted.model.seed_in(values),
        trace=call.request.scope.get(TRACE),
    )
    accepted = await asyncio.shield(accept(call.shop, order, once))
    wait = asked_wait(call.request)
    if wait is None:
        response = answer(
            {
                "id": accepted.id,
                "status": Status.PROCESSING.value,
                "tool": order.tool,
                "createdAt": clock.iso(accepted.created_at),
            }
        )
    else:
        response = await answer_after(call, accepted.id, wait)
    if accepted.is_repeat:
        response.headers[REPLAYED] = "true"
    return response


def once_of(call: Call, body: dict[str, Any]) -> Once | None:
    """The caller's key for this body, if there is one; equal JSON is the same body. Raises 400 for a strange key."""
    keys = call.request.headers.getlist(IDEMPOTENCY_KEY)
    if not keys:
        return None
    if len(keys) > 1 or not KEY.fullmatch(keys[0]):
        fault = Fault(IDEMPOTENCY_KEY, "Must be 1 to 255 printable ASCII characters, once", FaultCode.NOT_ALLOWED)
        raise Refusal(validation_failed([fault]))
    digest = hashlib.sha256(orjson.dumps(body, option=orjson.OPT_SORT_KEYS)).hexdigest()
    return Once(keys[0], digest)


async def judge_names(wanted: Wanted, call: Call) -> None:
    """Look up the names in URLs, last of all and once nothing else is wrong. A forbidden address now is a 400."""
    own = own_media(call.shop)
    urls = {} if wanted.webhook is None else {"webhook": wanted.webhook}
    for field in wanted.model.url_fields:
        url = wanted.values.values.get(field.name)
        if isinstance(url, str) and not url.startswith(own):
            urls[f"input.{field.name}"] = url
    if not urls:
        return
    guard, account_id = call.shop.guard, call.account.id
    found = await asyncio.gather(*(guard.judge_name(url, account_id=account_id) for url in urls.values()))
    faults = [url_fault(name, fault) for name, fault in zip(urls, found, strict=True) if fault]
    if faults:
        raise Refusal(validation_failed(faults))


async def accept(shop: Shop, order: Order, once: Once | None) -> Accepted:
    """Hold, row, counter and wake in one transaction. Raises 402, 409, 429."""
    waiting_max = shop.settings.waiting_max

    def accept(tx: Transaction) -> Accepted | Declined:
        accepted = generations.accept(tx, order, once=once, waiting_max=waiting_max)
        if isinstance(accepted, Accepted):
            shop.dispatch(tx, accepted.intents)
        return accepted

    match await shop.database.write(accept):
        case Accepted() as accepted:
            if not accepted.is_repeat:
                note_accepted(shop, order, accepted)
            return accepted
        case Declined.TOO_POOR:
            raise Refusal(INSUFFICIENT_CREDITS)
        case Declined.OTHER_BODY:
            raise Refusal(OTHER_BODY)
        case Declined.TOO_MANY:
            raise Refusal(too_many_waiting(waiting_max))


def note_accepted(shop: Shop, order: Order, accepted: Accepted) -> None:
    """Counted, and one line in the log."""
    shop.meters.generations.labels(order.tool, order.model, "accepted").inc()
    names = {"generation": accepted.id, "account": order.account_id, "tool": order.tool, "model": order.model}
    telemetry.log_event(log, "accepted", trace=order.trace, **names)


def check(body: dict[str, Any], shop: Shop) -> Wanted:
    """The order of checks: shape, tool, model, then every fault of input, webhook and members at once."""
    check_shape(body)
    tool = shop.catalogue.tools.get(body["tool"])
    if tool is None:
        raise Refusal(TOOL_NOT_FOUND)
    envelope = envelope_faults(body, shop)
    if fault := model_fault(tool, body["input"]):
        raise Refusal(validation_failed([fault, *envelope]))
    model = tool.models.get(body["input"].get("model", tool.primary))
    if model is None:
        raise Refusal(MODEL_NOT_FOUND)
    checked = model.check(body["input"])
    faults = [*envelope] if isinstance(checked, Checked) else [*checked, *envelope]
    faults += input_url_faults(model, body["input"], faults, shop)
    if faults or not isinstance(checked, Checked):
        raise Refusal(validation_failed(faults))
    return Wanted(tool, model, checked, body.get("webhook"))


def check_shape(body: dict[str, Any]) -> None:
    """An object with `tool`, a string, and `input`, an object. Raises the generic 400 when one is absent."""
    absent = tuple(Fault(name, "Is required", FaultCode.MISSING) for name in ("tool", "input") if name not in body)
    wrong = []
    if "tool" in body and not isinstance(body["tool"], str):
        wrong.append(Fault("tool", "Must be a string", FaultCode.INVALID_TYPE))
    elif body.get("tool") == "":
        wrong.append(Fault("tool", "Must not be empty", FaultCode.TOO_SHORT))
    if "input" in body and not isinstance(body["input"], dict):
        wrong.append(Fault("input", "Must be an object", FaultCode.INVALID_TYPE))
    if absent:
        raise Refusal(replace(MISSING_PARAMETERS, faults=(*absent, *wrong)))
    if wrong:
        raise Refusal(validation_failed(wrong))


def envelope_faults(body: dict[str, Any], shop: Shop) -> list[Fault]:
    """What is wrong beside `tool` and `input`."""
    faults = [Fault(name, "Is not a known field", FaultCode.UNKNOWN_FIELD) for name in body if name not in MEMBERS]
    if "webhook" in body:
        if not isinstance(body["webhook"], str):
            faults.append(Fault("webhook", "Must be a string", FaultCode.INVALID_TYPE))
        else:
            faults += url_faults("webhook", body["webhook"], WEBHOOK_RULES, shop)
    return faults


def input_url_faults(model: Model, given: dict[str, Any], known: list[Fault], shop: Shop) -> list[Fault]:
    """What is wrong with the input's URLs, of those that are strings at all; our own media are no outside address."""
    own = own_media(shop)
    at_fault = {fault.field for fault in known}
    return [
        fault
        for name in (field.name for field in model.url_fields)
        if name in given and f"input.{name}" not in at_fault and not given[name].startswith(own)
        for fault in url_faults(f"input.{name}", given[name], INPUT_RULES, shop)
    ]


def url_faults(field: str, url: str, rules: UrlRules, shop: Shop) -> list[Fault]:
    """None or one."""
    fault = judge_url(url, rules, shop.settings.allowed_networks)
    return [url_fault(field, fault, rules)] if fault else []


def url_fault(field: str, fault: UrlFault, rules: UrlRules = INPUT_RULES) -> Fault:
    """What is wrong with a URL, in words."""
    message = URL_MESSAGES[fault].format(schemes=" or ".join(rules.ports))
    return Fault(field, message, FaultCode(fault.value))


def own_media(shop: Shop) -> str:
    """How the URLs of our own outputs and uploads begin."""
    return f"{shop.settings.base_url}/media/"
