"""Dubbing: begun, looked at until it is done, then had."""

import orjson
from starlette.responses import Response

from mediamill import clock
from mediamill.compat.asking import address_of, ask, refuse_steering
from mediamill.compat.elevenlabs.problems import JSON, error
from mediamill.compat.elevenlabs.sounds import KEY_HEADER, model_call
from mediamill.compat.elevenlabs.table import DUBBING, NAME, TABLE
from mediamill.compat.forms import read_form
from mediamill.compat.output import streamed
from mediamill.compat.own import delete_request, own_request
from mediamill.generations import DoorGeneration, Status
from mediamill.http import Call, Problem, Refusal

FILE = "file"  # the part of the form with the recording
UNKNOWN = Problem(404, "Dubbing not found")
STATES = {Status.SUCCESS: "dubbed", Status.ERROR: "failed"}  # all others: dubbing


async def create(call: Call) -> Response:
    """Begin to dub the recording in the form, or the one at `source_url`."""
    refuse_steering(call, KEY_HEADER)
    form = await read_form(call, frozenset({FILE}))
    files = {name: address_of(call, upload) for name, upload in form.files.items()}
    accepted = await ask(call, model_call(DUBBING, {**form.fields, **files}))
    # How long it will be is known only when the recording has been decoded.
    return Response(orjson.dumps({"dubbing_id": accepted.id, "expected_duration_sec": 0.0}), media_type=JSON)


async def get(call: Call) -> Response:
    """How far it is. 404."""
    found = await own(call)
    asked, made = orjson.loads(found.asked.input), found.generation
    shown = {
        "dubbing_id": made.id,
        "name": asked.get("name") or made.id,
        "status": STATES.get(made.status, "dubbing"),
        "source_language": asked.get("source_lang"),
        "target_languages": [asked["target_lang"]],
        "editable": False,
        "created_at": clock.iso(made.created_at),
        "media_metadata": None,
        "error": made.error,
    }
    return Response(orjson.dumps(shown), media_type=JSON)


async def get_audio(call: Call) -> Response:
    """The dubbed recording. 404, 425 before it is there."""
    found = await own(call)
    if call.path["language"] != orjson.loads(found.asked.input)["target_lang"]:
        raise Refusal(UNKNOWN)
    made = found.generation
    if made.status is Status.ERROR:
        return error(400, "dubbing_failed", made.error or "The dubbing failed.")
    if made.status is not Status.SUCCESS:
        return error(425, "dubbing_not_ready", "The dubbing is not ready yet.")
    return await streamed(call, made)


async def delete(call: Call) -> Response:
    """Delete it with its file; one under way is canceled first. 404."""
    found = await own(call)
    await delete_request(call, found)
    return Response(orjson.dumps({"status": "ok"}), media_type=JSON)


async def own(call: Call) -> DoorGeneration:
    """The caller's dubbing whose id is in the path. Raises 404, also for what is none, or somebody else's."""
    found = await own_request(call, NAME, call.path["id"], UNKNOWN)
    if TABLE.find(found.asked.model, DUBBING) is None:
        raise Refusal(UNKNOWN)
    return found
