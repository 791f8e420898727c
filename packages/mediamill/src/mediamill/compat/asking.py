"""What programs ask for through a door is accepted as `POST /api/run` accepts it: checks, credits, keys, limits."""

import base64
import binascii
from dataclasses import dataclass, replace
from typing import Any

import orjson

from mediamill.catalogue import FaultCode, FieldFault
from mediamill.compat.table import Mapping, translate
from mediamill.generations import Accepted, DoorRequest
from mediamill.http import Call, Problem, Refusal, receiving, start, validation_failed
from mediamill.storage import Upload

DATA_URL = "data:"
# Headers by which callers of gateways and clients choose an address, a key or an engine. Here the operator does.
STEERING = frozenset(
    {
        "api-base",
        "api-key",
        "base-url",
        "engine",
        "provider",
        "x-api-base",
        "x-base-url",
        "x-engine",
        "x-fal-runner-hint",
        "x-fal-target-url",
        "x-goog-api-key",
        "x-model-provider",
        "x-provider",
        "x-proxy-url",
        "x-target-url",
        "x-upstream",
        "x-upstream-url",
    }
)
STEERING_PREFIXES = ("helicone-", "x-bf-", "x-litellm-", "x-portkey-")
CREDENTIALS = frozenset({"authorization", "x-api-key", "xi-api-key"})  # of which a request has the door's own alone


@dataclass(frozen=True, slots=True)
class ModelCall:
    """A model as the door calls it, what is sent to it, and who is told of its end."""

    door: str
    name: str  # of the model, as it is called there
    mapping: Mapping
    fields: dict[str, Any]
    webhook: str | None = None


async def ask(call: Call, asked: ModelCall) -> Accepted:
    """Accept it, charged as any run. Raises what `start` raises; faults name the fields as they are called there."""
    mapping = asked.mapping
    input, faults = translate(mapping, asked.fields)
    if faults:
        raise Refusal(validation_failed(faults))
    for name, field in mapping.fields.items():
        value = input.get(field.to or "")
        if field.file and isinstance(value, str) and value.startswith(DATA_URL):
            input[str(field.to)] = await stored(call, name, value)
    body: dict[str, Any] = {"tool": mapping.tool, "input": input}
    if asked.webhook is not None:
        body["webhook"] = asked.webhook
    try:
        return await start(
            call,
            body,
            lambda: orjson.dumps(input).decode(),
            sent={"model": asked.name, "input": asked.fields, "webhook": asked.webhook},
            asked=DoorRequest(asked.door, asked.name, orjson.dumps(asked.fields).decode()),
        )
    except Refusal as refusal:
        raise Refusal(in_their_names(refusal.problem, mapping)) from None


def in_their_names(problem: Problem, mapping: Mapping) -> Problem:
    """The same, its fields called as they are there."""
    faults = tuple(replace(fault, field=mapping.theirs(fault.field)) for fault in problem.faults)
    return replace(problem, faults=faults)


def refuse_steering(call: Call, own: str, query: frozenset[str] = frozenset()) -> None:
    """Raises 400 where a header names an address, a key or an engine, or the query has more than it may.

    `own` is the header that the door's clients send their key in.
    """
    headers = {name.lower() for name in call.request.headers}
    steering = {name for name in headers if name in STEERING or name.startswith(STEERING_PREFIXES)}
    steering |= (headers & CREDENTIALS) - {own}
    unknown = steering | (set(call.request.query_params) - query)
    if unknown:
        raise Refusal(
            validation_failed(FieldFault(name, "Is not allowed", FaultCode.UNKNOWN_FIELD) for name in sorted(unknown))
        )


async def stored(call: Call, name: str, data_url: str) -> str:
    """The address of a file that came as a data URL. Raises 400, 413, 415."""
    head, _, text = data_url.removeprefix(DATA_URL).partition(",")
    try:
        if not head.endswith(";base64"):
            raise ValueError(head)
        content = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        fault = FieldFault(name, "Must be an address, or a data URL in base64", FaultCode.INVALID_URL)
        raise Refusal(validation_failed([fault])) from None
    return address_of(call, await kept(call, content))


async def kept(call: Call, content: bytes) -> Upload:
    """Bytes as an upload of the caller's. Raises 400, 413, 415, 429, 503."""
    async with receiving(call.context, call.account.id, len(content)) as file:
        file.write(content)
        return await file.keep()


def address_of(call: Call, upload: Upload) -> str:
    """The address that stands for an upload in an input of its owner's."""
    return f"{call.context.settings.base_url}/media/{upload.storage_key}"
