"""An engine round an engine: passes the request on, and keeps what is reported before the host smooths it."""

import importlib
import json
from collections.abc import Mapping
from dataclasses import replace

from mediamill.engines import Artifact, Report, Request
from mediamill.engines.engine import InputValue

TARGET = "tests.conformance.recording:Recording"
RECORD = "recorded.json"  # in the request's folder
ENGINE = "engine under test"  # the key in the input that names its target


def with_recording(input: Mapping[str, InputValue], target: str) -> Mapping[str, InputValue]:
    """The input that has `Recording` run the engine at `target`."""
    return {**input, ENGINE: target}


class Recording:
    """Runs the engine that the input names."""

    def generate(self, request: Request, report: Report) -> Artifact:
        input = dict(request.input)
        module, _, name = str(input.pop(ENGINE)).partition(":")
        engine = getattr(importlib.import_module(module), name)()
        recorder = Recorder(report)
        artifact: Artifact = engine.generate(replace(request, input=input), recorder)
        (request.folder / RECORD).write_text(json.dumps(recorder.told))
        return artifact


class Recorder:
    """A Report that remembers."""

    def __init__(self, report: Report) -> None:
        self.told: list[tuple[float, str]] = []
        self._report = report

    def progress(self, fraction: float, stage: str = "") -> None:
        self.told.append((fraction, stage))
        self._report.progress(fraction, stage)

    def checkpoint(self, text: str) -> None:
        self._report.checkpoint(text)
