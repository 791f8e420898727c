"""Speech, effects, music and isolated voices: answered with the sound when it is made."""

from typing import Any

from starlette.responses import Response

from mediamill.catalogue import FaultCode, FieldFault
from mediamill.compat.asking import ModelCall, address_of, refuse_steering
from mediamill.compat.elevenlabs.problems import error
from mediamill.compat.elevenlabs.table import DEFAULTS, EFFECTS, ISOLATION, MUSIC, NAME, SPEECH, TABLE
from mediamill.compat.forms import read_form
from mediamill.compat.making import made_while_waiting
from mediamill.compat.output import streamed
from mediamill.generations import Status
from mediamill.http import Call, Refusal, read_object, validation_failed

WAIT_SECONDS = 230.0  # their clients give up after 240
QUERY = frozenset({"output_format", "enable_logging", "optimize_streaming_latency"})
AUDIO = "audio"  # the part of a form with the recording
KEY_HEADER = "xi-api-key"


async def speak(call: Call) -> Response:
    """The text as said by the voice in the path."""
    voice = call.path["voice_id"]
    if voice not in TABLE.voices:
        return error(404, "voice_not_found", f"A voice with the voice_id {voice} was not found.")
    body, _ = await read_object(call.request)
    if "voice" in body:
        raise Refusal(validation_failed([FieldFault("voice", "Is in the path", FaultCode.UNKNOWN_FIELD)]))
    return await sound(call, SPEECH, {**body, "voice": TABLE.voices[voice]})


async def make_effect(call: Call) -> Response:
    """A sound effect."""
    body, _ = await read_object(call.request)
    return await sound(call, EFFECTS, body)


async def compose(call: Call) -> Response:
    """Music."""
    body, _ = await read_object(call.request)
    return await sound(call, MUSIC, body)


async def isolate(call: Call) -> Response:
    """The voice of the recording in a form."""
    refuse_steering(call, KEY_HEADER, QUERY)
    form = await read_form(call, frozenset({AUDIO}))
    fields: dict[str, Any] = dict(form.fields)
    fields |= {name: address_of(call, upload) for name, upload in form.files.items()}
    return await sound(call, ISOLATION, fields)


async def sound(call: Call, kind: str, body: dict[str, Any]) -> Response:
    """What was asked for, as a file; 400 where it failed, 425 where it takes too long (their clients ask again for
    nothing else than what was not accepted).
    """
    refuse_steering(call, KEY_HEADER, QUERY)
    asked = model_call(kind, {**body, **call.request.query_params})
    made = await made_while_waiting(call, asked, WAIT_SECONDS)
    if made.status is Status.ERROR:
        return error(400, "generation_failed", made.error or "The generation failed.")
    if made.status is not Status.SUCCESS:
        return error(425, "generation_pending", f"{made.id} is still being made; it goes on.")
    return await streamed(call, made, {"request-id": made.id, "song-id": made.id, "history-item-id": made.id})


def model_call(kind: str, fields: dict[str, Any]) -> ModelCall:
    """The model that the fields name, or the default one. Raises 422 for one that we do not have."""
    name = fields.get("model_id") or DEFAULTS[kind]
    mapping = TABLE.find(str(name), kind)
    if mapping is None:
        known = ", ".join(name for one in TABLE.models if one.kind == kind for name in one.names)
        raise Refusal(validation_failed([FieldFault("model_id", f"Must be one of: {known}", FaultCode.NOT_ALLOWED)]))
    return ModelCall(NAME, str(name), mapping, fields)
