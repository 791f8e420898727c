"""Predictions, models and files as Replicate shows them, from our rows."""

from typing import Any

import orjson

from mediamill import clock, generations
from mediamill.compat.replicate.table import NAME, TABLE, version_of
from mediamill.compat.table import Mapping
from mediamill.config import Settings
from mediamill.generations import CANCELED, FINAL, DoorGeneration, Status

STARTING, PROCESSING, SUCCEEDED, FAILED, CANCELED_STATE = "starting", "processing", "succeeded", "failed", "canceled"


def base_of(settings: Settings) -> str:
    """Where everything is."""
    return f"{settings.base_url}/compat/{NAME}/v1"


def prediction(found: DoorGeneration, settings: Settings) -> dict[str, Any]:
    """A prediction."""
    made = found.generation
    address = f"{base_of(settings)}/predictions/{made.id}"
    return {
        "id": made.id,
        "model": found.asked.model,
        "version": "hidden",
        "input": orjson.loads(found.asked.input),
        "output": output_of(found, settings),
        "logs": "",
        "error": made.error if state_of(found) == FAILED else None,
        "status": state_of(found),
        "metrics": metrics_of(found),
        "created_at": clock.iso(made.created_at),
        "started_at": iso_or_none(found.started_at),
        "completed_at": iso_or_none(found.finished_at),
        "data_removed": made.status is Status.SUCCESS and made.output_key is None,
        "source": "api",
        "urls": {"get": address, "cancel": f"{address}/cancel", "web": address},
    }


def prediction_body(found: DoorGeneration, settings: Settings) -> str:
    """The body of a webhook."""
    return orjson.dumps(prediction(found, settings)).decode()


def state_of(found: DoorGeneration) -> str:
    """Their word for its state."""
    match found.generation.status:
        case Status.SUCCESS:
            return SUCCEEDED
        case Status.ERROR:
            return CANCELED_STATE if found.generation.error == CANCELED else FAILED
        case Status.PENDING:
            return STARTING
        case _:
            return PROCESSING if found.started_at is not None else STARTING


def output_of(found: DoorGeneration, settings: Settings) -> Any:
    """The address of the output, in the form that the model gives it."""
    url = generations.media_url(found.generation.output_key, settings.media_base)
    mapping = TABLE.find(found.asked.model)
    form = mapping.output if mapping else ""
    if url is None or not form:
        return url
    return [url] if form == "list" else {form: url}


def metrics_of(found: DoorGeneration) -> dict[str, float]:
    """How long it took, in seconds."""
    if found.generation.status not in FINAL or found.finished_at is None:
        return {}
    total = {"total_time": (found.finished_at - found.generation.created_at) / 1_000}
    if found.started_at is None:
        return total
    return {"predict_time": (found.finished_at - found.started_at) / 1_000, **total}


def model(name: str, mapping: Mapping, settings: Settings) -> dict[str, Any]:
    """A model with its only version."""
    owner, _, short = name.partition("/")
    return {
        "url": f"{settings.base_url}/docs",
        "owner": owner,
        "name": short,
        "description": f"Made by {mapping.tool} {mapping.model}.",
        "visibility": "public",
        "github_url": None,
        "paper_url": None,
        "license_url": None,
        "run_count": 0,
        "cover_image_url": None,
        "default_example": None,
        "latest_version": version(name, mapping),
    }


def version(name: str, mapping: Mapping) -> dict[str, Any]:
    """Its only version, with the fields that it takes."""
    address = {"type": "string", "format": "uri"}
    output: dict[str, Any] = address
    if mapping.output == "list":
        output = {"type": "array", "items": address}
    elif mapping.output:
        output = {"type": "object", "properties": {mapping.output: address}}
    properties = {field: {"title": field} for field in mapping.fields}
    required = [field for field, mapped in mapping.fields.items() if mapped.required]
    inputs = {"type": "object", "title": "Input", "properties": properties, "required": required}
    schemas = {"Input": inputs, "Output": {"title": "Output", **output}}
    return {
        "id": version_of(name),
        "created_at": clock.iso(0),
        "cog_version": "0.23.1",
        "openapi_schema": {"openapi": "3.0.2", "components": {"schemas": schemas}},
    }


def iso_or_none(instant: int | None) -> str | None:
    """An instant that may not have come."""
    return clock.iso(instant) if instant is not None else None
