"""The queue: requests submitted, looked at, followed, canceled, their results had; and the door that waits."""

import asyncio
from collections.abc import AsyncIterator

import orjson
from starlette.responses import Response, StreamingResponse

from mediamill.compat.asking import ModelCall, ask, refuse_steering
from mediamill.compat.fal.problems import FINAL_ERROR, JSON, error, no_application
from mediamill.compat.fal.shapes import COMPLETED, addresses, error_type_of, result_of, state_of, status_of
from mediamill.compat.fal.table import NAME, TABLE, app_of
from mediamill.compat.fal.uploads import with_own_files
from mediamill.compat.own import own_request
from mediamill.compat.waiting import ended_for, held, refuse_too_many
from mediamill.generations import CANCELED, DoorGeneration, Status
from mediamill.http import Call, Problem, Refusal, cancel, read_object, until_next_look, wait_for

WEBHOOK = "fal_webhook"  # of the query
UNKNOWN = Problem(404, "Request not found")
WAIT_SECONDS = 590.0
STREAM_SECONDS = 600.0
POLL_SECONDS = 0.5  # between looks at what other processes do
STREAM = "/stream"  # at the end of an endpoint that is run: its result as an event


async def submit(call: Call) -> Response:
    """Accept a request."""
    found = await accepted(call, call.path["endpoint"], call.request.query_params.get(WEBHOOK))
    if isinstance(found, Response):
        return found
    shown = {"status": "IN_QUEUE", "queue_position": 0, **addresses(found, call.context.settings)}
    return answer(shown, found)


async def run(call: Call) -> Response:
    """Accept a request and answer with its result; with `/stream` behind the endpoint as an event."""
    endpoint = call.path["endpoint"]
    async with held(call):
        begun = await accepted(call, endpoint.removesuffix(STREAM), None)
        if isinstance(begun, Response):
            return begun
        await ended_for(call, begun.generation.id, WAIT_SECONDS)
    found = await own_request(call, NAME, begun.generation.id, UNKNOWN)
    response = result(call, found)
    if endpoint.endswith(STREAM) and response.status_code == 200:
        return Response(b"data: %s\n\n" % bytes(response.body), media_type="text/event-stream")
    return response


async def accepted(call: Call, endpoint: str, webhook: str | None) -> DoorGeneration | Response:
    """The request, accepted; or 404 for an endpoint that we do not have."""
    mapping = TABLE.find(endpoint)
    if mapping is None:
        return no_application(endpoint)
    refuse_steering(call, "authorization", frozenset({WEBHOOK}))
    body, _ = await read_object(call.request)
    fields = await with_own_files(call, mapping, body)
    begun = await ask(call, ModelCall(NAME, endpoint, mapping, fields, webhook))
    return await own_request(call, NAME, begun.id, UNKNOWN)


async def get_status(call: Call) -> Response:
    """How far it is: 202, and 200 when it has ended. 404."""
    found = await in_path(call)
    code = 200 if state_of(found) == COMPLETED else 202
    return answer(status_of(found, call.context.settings), found, code)


async def follow_status(call: Call) -> Response:
    """The same as events, until it has ended. 404, 429."""
    found = await in_path(call)
    refuse_too_many(call)
    return StreamingResponse(changes(call, found), media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})


async def changes(call: Call, found: DoorGeneration) -> AsyncIterator[bytes]:
    """An event for the state now, and for each one after it."""
    loop = asyncio.get_running_loop()
    ends_at, id, told = loop.time() + STREAM_SECONDS, found.generation.id, ""
    async with held(call):
        with call.context.database.notifier.listening(id) as news:
            while loop.time() < ends_at:
                news.clear()
                found = await own_request(call, NAME, id, UNKNOWN)
                if (state := state_of(found)) != told:
                    told = state
                    yield b"data: %s\n\n" % orjson.dumps(status_of(found, call.context.settings))
                if state == COMPLETED:
                    return
                await wait_for(news, until_next_look(POLL_SECONDS))


async def get_result(call: Call) -> Response:
    """What came of it. 400 before its end, 404."""
    return result(call, await in_path(call))


def result(call: Call, found: DoorGeneration) -> Response:
    """The output, or why there is none."""
    made = found.generation
    if made.status is Status.SUCCESS:
        return answer(result_of(found, call.context.settings), found)
    if made.status is Status.ERROR:
        code = 400 if made.error == CANCELED else 500
        response = error(code, made.error, kind=error_type_of(found), headers=FINAL_ERROR)
    else:
        response = error(400, "Request is still in progress", kind="bad_request")
    response.headers["x-fal-request-id"] = made.id
    return response


async def cancel_request(call: Call) -> Response:
    """End it: 202; 400 when it has ended, 404."""
    found = await in_path(call)
    if await cancel(call.context, found.generation.id) is None:
        return Response(orjson.dumps({"status": "ALREADY_COMPLETED"}), 400, media_type=JSON)
    return Response(orjson.dumps({"status": "CANCELLATION_REQUESTED"}), 202, media_type=JSON)


async def in_path(call: Call) -> DoorGeneration:
    """The caller's request whose application and id are in the path. Raises 404."""
    found = await own_request(call, NAME, call.path["id"], UNKNOWN)
    if app_of(found.asked.model) != f"{call.path['owner']}/{call.path['app']}":
        raise Refusal(UNKNOWN)
    return found


def answer(shown: object, found: DoorGeneration, code: int = 200) -> Response:
    """JSON, with the request's id in the head."""
    return Response(orjson.dumps(shown), code, {"x-fal-request-id": found.generation.id}, JSON)
