"""Predictions: created, waited for, looked at, listed, canceled."""

import re
from typing import Any

import orjson
from starlette.responses import Response

from mediamill import generations
from mediamill.catalogue import FaultCode, FieldFault
from mediamill.compat.asking import ModelCall, ask, refuse_steering
from mediamill.compat.own import own_request
from mediamill.compat.replicate.problems import VERSION
from mediamill.compat.replicate.shapes import PROCESSING, STARTING, base_of, prediction, state_of
from mediamill.compat.replicate.table import NAME, find
from mediamill.compat.waiting import ended_for, held
from mediamill.generations import DoorGeneration
from mediamill.http import MODEL_NOT_FOUND, NOT_FOUND, Call, Refusal, cancel, read_object, validation_failed

JSON = "application/json"
MEMBERS = frozenset({"version", "input", "webhook", "webhook_completed", "webhook_events_filter", "stream"})
EVENTS = ("start", "output", "logs", "completed")
TOLD = "completed"  # the one event that is posted
WAIT = re.compile(r"wait(?:\s*=\s*\"?([0-9]{1,4})\"?)?", re.IGNORECASE)
WAIT_SECONDS_MAX = 60
PAGE = 100
DEADLINE = "cancel-after"  # a header: we have no deadline of a caller's


async def create_prediction(call: Call) -> Response:
    """Of the model or version that the body names."""
    body, _ = await read_object(call.request)
    found = find(str(body.get("version", "")))
    if found is None:
        raise Refusal(VERSION)
    return await created(call, body, *found)


async def create_of_model(call: Call) -> Response:
    """Of the model in the path."""
    body, _ = await read_object(call.request)
    name = f"{call.path['owner']}/{call.path['name']}"
    found = find(name)
    if found is None or ":" in name:
        raise Refusal(MODEL_NOT_FOUND)
    if "version" in body:
        raise Refusal(validation_failed([FieldFault("version", "Is in the path already", FaultCode.UNKNOWN_FIELD)]))
    return await created(call, body, *found)


async def created(call: Call, body: dict[str, Any], name: str, mapping: Any) -> Response:
    """Accept it: 201, at once or when it has ended, if the caller waits for that."""
    refuse_steering(call, "authorization")
    check_envelope(call, body)
    webhook = body.get("webhook", body.get("webhook_completed"))
    asked = ModelCall(NAME, name, mapping, body["input"], webhook)
    seconds = wait_of(call)
    if seconds is None:
        accepted = await ask(call, asked)
        return answer(await own_request(call, NAME, accepted.id, NOT_FOUND), call, 201)
    async with held(call):
        accepted = await ask(call, asked)
        await ended_for(call, accepted.id, seconds)
    found = await own_request(call, NAME, accepted.id, NOT_FOUND)
    # What has not ended is `starting` to who waited: their client takes any other word for the end.
    response = answer(found, call, 201, status=STARTING if state_of(found) == PROCESSING else None)
    response.headers["Preference-Applied"] = f"wait={seconds}"
    return response


async def get_prediction(call: Call) -> Response:
    """How far it is. 404."""
    return answer(await own_request(call, NAME, call.path["id"], NOT_FOUND), call)


async def cancel_prediction(call: Call) -> Response:
    """End it; one that has ended stays as it is. 404."""
    found = await own_request(call, NAME, call.path["id"], NOT_FOUND)
    await cancel(call.context, found.generation.id)
    return answer(await own_request(call, NAME, found.generation.id, NOT_FOUND), call)


async def list_predictions(call: Call) -> Response:
    """A page, newest first, with the address of the next one."""
    before = call.request.query_params.get("cursor")
    page = await call.context.database.read(
        lambda tx: generations.door_page(tx, NAME, call.account.id, limit=PAGE + 1, before=before)
    )
    settings = call.context.settings
    shown = page[:PAGE]
    has_more = len(page) > PAGE
    next_page = f"{base_of(settings)}/predictions?cursor={shown[-1].generation.id}" if has_more else None
    results = [prediction(one, settings) for one in shown]
    return Response(orjson.dumps({"previous": None, "next": next_page, "results": results}), media_type=JSON)


def answer(found: DoorGeneration, call: Call, code: int = 200, status: str | None = None) -> Response:
    """The prediction, in this state if it is not to be shown in its own."""
    shown = prediction(found, call.context.settings)
    if status is not None:
        shown["status"] = status
    return Response(orjson.dumps(shown), code, media_type=JSON)


def check_envelope(call: Call, body: dict[str, Any]) -> None:
    """Raises 422 with everything that is wrong beside the model's own fields."""
    faults = [FieldFault(name, "Is not a known field", FaultCode.UNKNOWN_FIELD) for name in body if name not in MEMBERS]
    if not isinstance(body.get("input"), dict):
        faults.append(FieldFault("input", "Must be an object", FaultCode.INVALID_TYPE))
    if "webhook" in body and "webhook_completed" in body:
        faults.append(FieldFault("webhook_completed", "Is another word for webhook", FaultCode.NOT_ALLOWED))
    events = body.get("webhook_events_filter", [TOLD])
    if not isinstance(events, list) or TOLD not in events or any(event not in EVENTS for event in events):
        message = f"Must have {TOLD}, which is told of, and else only: {', '.join(EVENTS)}"
        faults.append(FieldFault("webhook_events_filter", message, FaultCode.NOT_ALLOWED))
    if DEADLINE in call.request.headers:
        faults.append(FieldFault("Cancel-After", "Is not offered; cancel the prediction", FaultCode.NOT_ALLOWED))
    if faults:
        raise Refusal(validation_failed(faults))


def wait_of(call: Call) -> int | None:
    """How many seconds the caller waits (`Prefer: wait`, or `wait=5`), if it does."""
    for header in call.request.headers.getlist("prefer"):
        for preference in header.split(","):
            if found := WAIT.fullmatch(preference.strip()):
                return max(1, min(int(found[1] or WAIT_SECONDS_MAX), WAIT_SECONDS_MAX))
    return None
