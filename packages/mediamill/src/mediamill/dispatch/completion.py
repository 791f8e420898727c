"""An artifact becomes a success: its content judged, stored, charged and settled, whatever kind of engine made it."""

import asyncio
from enum import Enum, auto

import orjson

from mediamill.catalogue import Model
from mediamill.dispatch.attempt_writer import AttemptWriter
from mediamill.dispatch.findings import findings_of
from mediamill.dispatch.results import ResultStore
from mediamill.engines import Artifact
from mediamill.formats import content_matches
from mediamill.generations import EngineUsed, Generation


class Completion(Enum):
    """What came of it."""

    DONE = auto()
    WRONG_FILE = auto()  # its content is not what its suffix says; nothing was stored
    STORAGE_AWAY = auto()  # for too long; nothing was settled


async def complete(
    write: AttemptWriter,
    results: ResultStore,
    generation: Generation,
    model: Model,
    artifact: Artifact,
    used: EngineUsed,
    input_seconds: float | None,
) -> Completion:
    """End the generation in success. Raises LeaseLost, FileNotFoundError."""
    if not await asyncio.to_thread(content_matches, artifact.path, artifact.path.suffix):
        return Completion.WRONG_FILE
    stored = await results.put(generation, artifact)
    if stored is None:
        return Completion.STORAGE_AWAY
    seconds = input_seconds if model.priced_by_input else artifact.seconds
    charge = model.charge(orjson.loads(generation.input), seconds)
    await write.succeed(generation, stored, charge, findings_of(artifact, used))
    return Completion.DONE
