"""An engine round the engine under test: it passes the request on and writes down what the host smooths over."""

import errno
import importlib
import json
import math
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from mediamill.engines import (
    Artifact,
    EngineFailed,
    EngineRefused,
    EngineUnavailable,
    InputValue,
    Report,
    Request,
    WrongFindings,
    bounded_facts,
    bounded_words,
    causes,
)
from mediamill.testing.attempts import watched

TARGET = "mediamill.testing.probe:ProbeEngine"
ENGINE = "mediamill.testing engine"  # the key in the input that names the target of the engine under test
RECORD = ".mediamill-probe.json"  # in the request's folder
REPORTS_MAX = 10_000  # kept of one run
SET_BY_THE_SERVICE = ("engine", "version")  # never by the engine


@dataclass
class EngineException:
    """The exception that ended a run."""

    kind: str  # "refused", "failed", "unavailable", or "raised" for every other
    type: str
    message: str
    missing: str | None = None  # the module or file that was not there
    denied: str | None = None  # the path that could not be reached


@dataclass
class Record:
    """What one run of an engine did."""

    progress: list[tuple[float | str, str]] = field(default_factory=list)  # as reported; a str is no number
    writes: list[str] = field(default_factory=list)  # paths outside the folder
    left: list[str] = field(default_factory=list)  # names of new files beside the folder
    network: list[str] = field(default_factory=list)
    artifact: list[str] = field(default_factory=list)  # what is wrong with what it returned
    provenance: list[str] = field(default_factory=list)
    fault: EngineException | None = None


def probed(input: Mapping[str, InputValue], target: str) -> Mapping[str, InputValue]:
    """The input with which `Probe` runs the engine at `target`."""
    return {**input, ENGINE: target}


def read_record(folder: Path) -> Record | None:
    """What the probe wrote; None where the process ended before it could."""
    try:
        read = json.loads((folder / RECORD).read_text())
    except (OSError, ValueError):
        return None
    return Record(**{**read, "fault": EngineException(**read["fault"]) if read["fault"] else None})


class ProbeEngine:
    """Runs the engine that the input names."""

    def generate(self, request: Request, report: Report) -> Artifact:
        """What the engine made."""
        input = dict(request.input)
        module, _, name = str(input.pop(ENGINE)).partition(":")

        def generate(recorder: Report) -> Artifact:
            engine = getattr(importlib.import_module(module), name)()
            made: Artifact = engine.generate(replace(request, input=input), recorder)
            return made

        return recorded(request, report, generate)


def recorded(request: Request, report: Report, generate: Callable[[Report], Artifact]) -> Artifact:
    """What `generate` made; what it did meanwhile is written into the request's folder."""
    record = Record()
    beside = set(names_in(request.folder.parent))
    try:
        with watched(request.folder) as attempts:
            artifact = generate(Recorder(report, record))
        record.artifact = list(artifact_faults(artifact, request.folder))
        record.provenance = [] if record.artifact else list(provenance_faults(artifact))
        return artifact
    except BaseException as fault:
        record.fault = described(fault)
        raise
    finally:
        record.writes, record.network = attempts.writes, attempts.network
        record.left = sorted(set(names_in(request.folder.parent)) - beside)
        (request.folder / RECORD).write_text(json.dumps(asdict(record)))


class Recorder:
    """A Report that remembers."""

    def __init__(self, report: Report, record: Record) -> None:
        self._report = report
        self._record = record

    def progress(self, fraction: float, stage: str = "") -> None:
        """Remember and pass on."""
        if len(self._record.progress) < REPORTS_MAX:
            number = isinstance(fraction, int | float) and math.isfinite(fraction)
            self._record.progress.append((float(fraction) if number else repr(fraction), str(stage)))
        self._report.progress(fraction, stage)

    def checkpoint(self, text: str) -> None:
        """Pass on."""
        self._report.checkpoint(text)


def names_in(folder: Path) -> Iterator[str]:
    """Of the files and folders beside the request's; none where the folder cannot be listed."""
    try:
        yield from (path.name for path in folder.iterdir())
    except OSError:
        return


def artifact_faults(artifact: object, folder: Path) -> Iterator[str]:
    """What keeps this from being a plain, filled file in the folder."""
    if not isinstance(artifact, Artifact):
        yield f"generate() returned {type(artifact).__name__}, not an Artifact."
        return
    for what, path in (("file", artifact.path), ("thumbnail", artifact.thumbnail)):
        if path is not None and (fault := file_fault(folder / path, folder)):
            yield f"Its {what} {fault}"


def file_fault(path: Path, folder: Path) -> str | None:
    """What is wrong with one file, as the end of a sentence."""
    if not path.resolve().is_relative_to(folder.resolve()):
        return f"lies outside request.folder: {path}."
    if path.is_symlink() or path.parent.resolve() != folder.resolve() / path.parent.relative_to(folder):
        return f"is reached by a link, `{path.name}`: write the file itself."
    if not path.exists():
        return f"is missing: it returned `{path.name}`, which does not exist."
    if not path.is_file():
        return f"is no file: `{path.name}`."
    return None if path.stat().st_size else f"is empty: `{path.name}`."


def provenance_faults(artifact: Artifact) -> Iterator[str]:
    """What keeps provenance and the words not understood from being plain facts."""
    if not isinstance(artifact.provenance, Mapping):
        yield f"The provenance is {type(artifact.provenance).__name__}, not a mapping."
        return
    try:
        bounded_facts(artifact.provenance)
        bounded_words(artifact.not_understood)
    except WrongFindings as fault:
        yield f"{str(fault)[0].upper()}{str(fault)[1:]}."
    if not isinstance(artifact.provenance.get("method"), str):
        yield "The provenance has no `method`: say in a few words how the file was made."
    for name in SET_BY_THE_SERVICE:
        if name in artifact.provenance:
            yield f"The provenance has `{name}`, which the service says by itself."


def described(fault: BaseException) -> EngineException:
    """An exception, and what of its causes explains it."""
    kinds = {EngineRefused: "refused", EngineFailed: "failed", EngineUnavailable: "unavailable"}
    kind = next((name for known, name in kinds.items() if isinstance(fault, known)), "raised")
    described = EngineException(kind, type(fault).__name__, str(fault))
    for cause in causes(fault):
        if isinstance(cause, ModuleNotFoundError):
            described.missing = described.missing or cause.name
        elif isinstance(cause, OSError) and cause.filename is not None and is_of_the_system(cause):
            if cause.errno == errno.ENOENT:
                described.missing = described.missing or os.fsdecode(cause.filename)
            elif cause.errno in (errno.EACCES, errno.EPERM):
                described.denied = described.denied or os.fsdecode(cause.filename)
    return described


def is_of_the_system(fault: OSError) -> bool:
    """Whether it speaks of a program, or of a file outside the request's folder, which is the current one."""
    trace = fault.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    by_subprocess = trace is not None and trace.tb_frame.f_globals.get("__name__") == "subprocess"
    return by_subprocess or not Path(os.fsdecode(fault.filename)).absolute().is_relative_to(Path.cwd())
