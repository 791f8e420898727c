"""Requests and results as fal shows them, from our rows."""

from typing import Any

import orjson

from mediamill import generations
from mediamill.compat.fal.table import QUEUE, TABLE, app_of
from mediamill.config import Settings
from mediamill.formats import format_of
from mediamill.generations import CANCELED, DoorGeneration, Status

IN_QUEUE, IN_PROGRESS, COMPLETED = "IN_QUEUE", "IN_PROGRESS", "COMPLETED"
ASKED_STEM = "stem"  # an output that is named as the input asks


def addresses(found: DoorGeneration, settings: Settings) -> dict[str, str]:
    """Where a request is looked at, canceled and its result had."""
    base = f"{settings.base_url}{QUEUE}/{app_of(found.asked.model)}/requests/{found.generation.id}"
    return {
        "request_id": found.generation.id,
        "response_url": base,
        "status_url": f"{base}/status",
        "cancel_url": f"{base}/cancel",
    }


def status_of(found: DoorGeneration, settings: Settings) -> dict[str, Any]:
    """How far it is."""
    state, made = state_of(found), found.generation
    shown: dict[str, Any] = {"status": state, **addresses(found, settings)}
    if state == IN_QUEUE:
        return {**shown, "queue_position": 0}
    shown["logs"] = []
    if state == COMPLETED:
        since = found.started_at if found.started_at is not None else made.created_at
        shown["metrics"] = {"inference_time": ((found.finished_at or since) - since) / 1_000}
    if made.status is Status.ERROR:
        shown |= {"error": made.error, "error_type": error_type_of(found)}
    return shown


def state_of(found: DoorGeneration) -> str:
    """Their word for its state."""
    match found.generation.status:
        case Status.SUCCESS | Status.ERROR:
            return COMPLETED
        case Status.PENDING:
            return IN_QUEUE
        case _:
            return IN_PROGRESS if found.started_at is not None else IN_QUEUE


def error_type_of(found: DoorGeneration) -> str:
    """Their word for why it failed."""
    return "client_cancelled" if found.generation.error == CANCELED else "internal_error"


def result_of(found: DoorGeneration, settings: Settings) -> dict[str, Any]:
    """What the endpoint gives when it has succeeded."""
    made = found.generation
    mapping = TABLE.find(found.asked.model)
    name = mapping.output if mapping else "file"
    given, used = orjson.loads(found.asked.input), orjson.loads(made.input)
    if name == ASKED_STEM:
        name = given["stems"][0]
    shown: dict[str, Any] = {name: file_of(found, settings)}
    if name == "images":
        shown = {
            name: [{**file_of(found, settings), "width": None, "height": None}],
            "timings": {},
            "has_nsfw_concepts": [False],
            "prompt": given.get("prompt", ""),
            "description": "",
        }
    return {**shown, "seed": used["seed"]} if "seed" in used else shown


def file_of(found: DoorGeneration, settings: Settings) -> dict[str, Any]:
    """The output as a file of theirs."""
    key = found.generation.output_key or ""
    kind = format_of(key)
    return {
        "url": generations.media_url(found.generation.output_key, settings.media_base),
        "content_type": kind.media_type if kind else "application/octet-stream",
        "file_name": key.rpartition("/")[2],
        "file_size": None,
    }


def callback(found: DoorGeneration, settings: Settings) -> str:
    """The body of a webhook."""
    id, made = found.generation.id, found.generation
    body: dict[str, Any] = {"request_id": id, "gateway_request_id": id}
    if made.status is Status.SUCCESS:
        body |= {"status": "OK", "payload": result_of(found, settings)}
    else:
        body |= {"status": "ERROR", "error": made.error, "payload": {"detail": made.error}}
    return orjson.dumps(body).decode()
