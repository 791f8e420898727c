"""Images and speech: answered when they are made."""

import asyncio
import base64
from typing import Any

import orjson
from starlette.responses import Response

from mediamill import generations
from mediamill.compat.asking import ModelCall
from mediamill.compat.making import made_while_waiting
from mediamill.compat.openai.problems import JSON, NO_RETRY, error, generation_failed, model_not_found
from mediamill.compat.openai.table import TABLE, asked_for
from mediamill.compat.output import bytes_of, streamed
from mediamill.generations import Generation, Status
from mediamill.http import Call, read_object

WAIT_SECONDS = 590.0  # OpenAI's clients give up after 600
IMAGE_MODEL = "dall-e-2"  # where none is named, as there
B64 = "b64_json"


async def create_image(call: Call) -> Response:
    """An image, as an address or in base64."""
    body, _ = await read_object(call.request)
    name = body.get("model", IMAGE_MODEL)
    mapping = TABLE.find(str(name), "image")
    if mapping is None:
        return model_not_found(name)
    made = await made_for(call, asked_for(call, body, mapping, str(name)))
    if isinstance(made, Response):
        return made
    wanted = body.get("response_format") or mapping.output
    answer: dict[str, Any] = {"created": made.created_at // 1_000, "data": [await image(call, made, wanted)]}
    if mapping.output == B64:
        answer["output_format"] = (made.output_key or "").rpartition(".")[2]
    return Response(orjson.dumps(answer), media_type=JSON)


async def create_speech(call: Call) -> Response:
    """The sound itself."""
    body, _ = await read_object(call.request)
    mapping = TABLE.find(str(body.get("model")), "speech")
    if mapping is None:
        return model_not_found(body.get("model"))
    made = await made_for(call, asked_for(call, body, mapping, str(body["model"])))
    return made if isinstance(made, Response) else await streamed(call, made)


async def made_for(call: Call, asked: ModelCall) -> Generation | Response:
    """What was made of it, or the error that it ended in."""
    made = await made_while_waiting(call, asked, WAIT_SECONDS)
    if made.status is Status.SUCCESS:
        return made
    if made.status is Status.ERROR:
        return generation_failed(made.error or "The generation failed.")
    return error(504, f"{made.id} is still being made; it goes on.", kind="server_error", headers=NO_RETRY)


async def image(call: Call, made: Generation, wanted: str) -> dict[str, str | None]:
    """The image as it was asked for."""
    if wanted == B64:
        content = await bytes_of(call, made)
        return {B64: (await asyncio.to_thread(base64.b64encode, content)).decode()}
    return {"url": generations.media_url(made.output_key, call.context.settings.media_base)}
