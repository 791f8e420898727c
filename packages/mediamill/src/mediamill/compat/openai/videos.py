"""Videos: made while the caller looks now and then."""

from dataclasses import replace
from typing import Any

import orjson
from starlette.responses import Response

from mediamill import generations
from mediamill.catalogue import FaultCode, FieldFault
from mediamill.compat.asking import ask
from mediamill.compat.forms import read_form
from mediamill.compat.openai.problems import JSON, error, model_not_found
from mediamill.compat.openai.table import NAME, TABLE, asked_for
from mediamill.compat.output import streamed
from mediamill.compat.own import delete_request, own_request
from mediamill.generations import DoorGeneration, Status
from mediamill.http import Call, Problem, Refusal, read_object, validation_failed

MODEL = "sora-2"  # where none is named, as there
TOOL = "create-video"  # of ours, which makes all of them
NOT_FOUND = Problem(404, "Video with the id was not found.")
NOT_READY = Problem(400, "Video is not ready yet, use GET /v1/videos/{video_id} to check status.")
PAGE_MAX = 100
STATES = {
    Status.PENDING: "queued",
    Status.PROCESSING: "queued",
    Status.UPLOADING: "in_progress",
    Status.SUCCESS: "completed",
    Status.ERROR: "failed",
}


async def create_video(call: Call) -> Response:
    """Begin one."""
    body = await body_of(call)
    name = body.get("model", MODEL)
    mapping = TABLE.find(str(name), "video")
    if mapping is None:
        return model_not_found(name)
    accepted = await ask(call, asked_for(call, body, mapping, str(name)))
    found = await own_request(call, NAME, accepted.id, NOT_FOUND)
    return Response(orjson.dumps(video(call, found)), media_type=JSON)


async def get_video(call: Call) -> Response:
    """How far it is. 404."""
    return Response(orjson.dumps(video(call, await own(call))), media_type=JSON)


async def get_content(call: Call) -> Response:
    """The film, or its still picture. 400, 404."""
    found = await own(call)
    variant = call.request.query_params.get("variant", "video")
    if variant not in ("video", "thumbnail"):
        return error(400, "variant: Must be one of: video, thumbnail", param="variant", code="not_allowed")
    made = found.generation
    if made.status is not Status.SUCCESS:
        raise Refusal(NOT_READY)
    return await streamed(call, made if variant == "video" else replace(made, output_key=made.thumbnail_key))


async def list_videos(call: Call) -> Response:
    """A page, newest first."""
    query = call.request.query_params
    limit, order = query.get("limit", "20"), query.get("order", "desc")
    faults = []
    if not (limit.isascii() and limit.isdigit() and 1 <= int(limit) <= PAGE_MAX):
        faults.append(FieldFault("limit", f"Must be a number from 1 to {PAGE_MAX}", FaultCode.OUT_OF_RANGE))
    if order != "desc":
        faults.append(FieldFault("order", "Must be one of: desc", FaultCode.NOT_ALLOWED))
    if faults:
        raise Refusal(validation_failed(faults))
    page = await call.context.database.read(
        lambda tx: generations.door_page(
            tx, NAME, call.account.id, limit=int(limit) + 1, before=query.get("after"), tool=TOOL
        )
    )
    shown = [video(call, one) for one in page[: int(limit)]]
    answer = {
        "object": "list",
        "data": shown,
        "first_id": shown[0]["id"] if shown else None,
        "last_id": shown[-1]["id"] if shown else None,
        "has_more": len(page) > int(limit),
    }
    return Response(orjson.dumps(answer), media_type=JSON)


async def delete_video(call: Call) -> Response:
    """Delete it with its files; one under way is canceled first. 404."""
    found = await own(call)
    await delete_request(call, found)
    answer = {"id": found.generation.id, "object": "video.deleted", "deleted": True}
    return Response(orjson.dumps(answer), media_type=JSON)


async def body_of(call: Call) -> dict[str, Any]:
    """The fields, as JSON or as a form: OpenAI's clients send either."""
    if call.request.headers.get("content-type", "").lower().startswith("multipart/"):
        return dict((await read_form(call)).fields)
    body, _ = await read_object(call.request)
    return body


async def own(call: Call) -> DoorGeneration:
    """The video whose id is in the path. Raises 404, also for what is no video, or somebody else's."""
    found = await own_request(call, NAME, call.path["id"], NOT_FOUND)
    if TABLE.find(found.asked.model, "video") is None:
        raise Refusal(NOT_FOUND)
    return found


def video(call: Call, found: DoorGeneration) -> dict[str, Any]:
    """A video as OpenAI shows it, from our row."""
    made, asked = found.generation, orjson.loads(found.asked.input)
    live = call.context.work.progress_of(made.id)
    fraction = live[0] if live else made.progress
    is_running = found.started_at is not None and STATES[made.status] == "queued" and made.status is Status.PROCESSING
    failed = {"code": "generation_failed", "message": made.error} if made.error else None
    return {
        "id": made.id,
        "object": "video",
        "model": found.asked.model,
        "status": "in_progress" if is_running else STATES[made.status],
        "progress": 100 if made.status is Status.SUCCESS else round(100 * fraction),
        "created_at": made.created_at // 1_000,
        "completed_at": found.finished_at // 1_000 if found.finished_at else None,
        "expires_at": None,
        "error": failed,
        "prompt": asked.get("prompt"),
        "remixed_from_video_id": None,
        "seconds": str(orjson.loads(made.input)["duration"]),
        "size": asked.get("size") or size_of(found),
    }


def size_of(found: DoorGeneration) -> str | None:
    """The size that is meant where none was named."""
    mapping = TABLE.find(found.asked.model, "video")
    return str(mapping.fields["size"].default) if mapping else None
