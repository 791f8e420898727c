"""An engine round an engine: it writes down what the run cost its process."""

import importlib
import json
import os
import resource
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from mediamill.engines import Artifact, Report, Request
from mediamill.engines.engine import InputValue

TARGET = "scripts.crafts.witness:Witness"
SPENT = "testimony.json"  # in the request's folder
ENGINE = "engine under test"  # the key in the input that names its target
MEASURE_THUMBNAIL = "thumbnail under test"  # the key that asks for a thumbnail to be drawn and measured


@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds of processor time, of all threads and of the main one, imports included; `peak_mb` since the start."""

    cpu_seconds: float
    main_thread_seconds: float
    thumbnail_seconds: float
    peak_mb: float


def witnessed(input: Mapping[str, InputValue], target: str, *, thumbnail: bool = False) -> Mapping[str, InputValue]:
    """The input that has `Witness` run the engine at `target`."""
    return {**input, ENGINE: target, MEASURE_THUMBNAIL: int(thumbnail)}


def spent_in(folder: Path) -> Spent | None:
    """What was written down; None where the run did not come so far."""
    file = folder / SPENT
    return Spent(**json.loads(file.read_text())) if file.exists() else None


class Witness:
    """Runs the engine that the input names."""

    def generate(self, request: Request, report: Report) -> Artifact:
        """As the engine does; also when it refuses, the costs are written down."""
        given = dict(request.input)
        module, _, name = str(given.pop(ENGINE)).partition(":")
        draws = bool(given.pop(MEASURE_THUMBNAIL))
        plain = Request(request.generation_id, request.tool, request.model, given, request.folder, request.files)
        cpu, main, thumbnail = processor_seconds(), time.thread_time(), 0.0
        assert threading.current_thread() is threading.main_thread(), "engines work in the main thread"
        try:
            artifact: Artifact = getattr(importlib.import_module(module), name)().generate(plain, report)
        finally:
            cpu, main = processor_seconds() - cpu, time.thread_time() - main
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1_024
            told = {"cpu_seconds": cpu, "main_thread_seconds": main, "peak_mb": peak}
            (request.folder / SPENT).write_text(json.dumps({**told, "thumbnail_seconds": thumbnail}))
        if draws:
            thumbnail = seconds_for_thumbnail(artifact.path, request.folder)
            (request.folder / SPENT).write_text(json.dumps({**told, "thumbnail_seconds": thumbnail}))
        return artifact


def processor_seconds() -> float:
    """Of this process and the programs it ran."""
    used = os.times()
    return time.process_time() + used.children_user + used.children_system


def seconds_for_thumbnail(path: Path, folder: Path) -> float:
    """Processor time of the second of two thumbnails: the first one imports what it needs."""
    from mediamill.codecs import thumbnail_of  # noqa: PLC0415 - not needed by whoever measures something else

    aside = folder / "thumbnails"
    aside.mkdir()
    thumbnail_of(path, aside)
    began = time.process_time()
    thumbnail_of(path, aside)
    return time.process_time() - began
