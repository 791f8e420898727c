"""The engine process: takes orders, keeps imported engines, and reports the result of each request."""

import errno
import importlib
import os
import resource
import socket
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from mediamill.engines.causes import causes, is_out_of_memory
from mediamill.engines.engine import Artifact, Engine, EngineFailed, EngineRefused, EngineUnavailable, Request
from mediamill.engines.host import jail, wire
from mediamill.engines.host.findings import WrongFindings, bounded_facts, bounded_words
from mediamill.engines.host.outcome import Refused, RunFailure, Unavailable
from mediamill.formats import MediaKind, NotMedia, format_of

# Progress reports beyond these are dropped: a burst of a few stages passes, a report per sample does not.
PROGRESS_AT_ONCE = 20
PROGRESS_PER_SECOND = 10.0


def serve(end: int, *, cell: Mapping[str, Any]) -> None:
    """Run the orders that come over the socket `end`, one after another, until the host hangs up."""
    enter_jail(cell)
    host = Host(socket.socket(fileno=end))
    engines: dict[str, Engine] = {}
    while isinstance(order := host.order(), wire.RunOrder):
        report = LiveReport(host, order.run)
        report.send(run(order, partial(_made_by, engines, order, report)), last=True)


def enter_jail(cell: Mapping[str, Any]) -> None:
    """Enter the jail, before any engine is imported; private folders are left out of the search path."""
    home = Path(cell["home"])
    found = jail.readable_paths(sys.path, private=(home, *map(Path, cell["private"])), workplace=home)
    sys.path[:] = found.search
    jail.enter(
        jail.Profile(
            home=home,
            uid=cell["uid"],
            readable=(*found.paths, *map(Path, cell["readable"])),
            devices=tuple(map(Path, cell["devices"])),
            ports=tuple(cell["ports"]),
        )
    )


def _made_by(engines: dict[str, Engine], order: wire.RunOrder, report: "LiveReport") -> Artifact:
    """What the engine of the order makes."""
    if order.target not in engines:
        engines[order.target] = class_at(order.target)()
    report.send(wire.Started())
    return engines[order.target].generate(order.request, report)


class RunCancelled(BaseException):
    """Nobody wants the run any more: raised where an engine reports progress, and no `except Exception` catches it."""


def run(order: wire.RunOrder, make: Callable[[], Artifact]) -> wire.Message:
    """Run the order; returns the final message, whatever the engine does."""
    try:
        _enter(order.request.folder)
        _limit_files(order.file_bytes_max)
        return _finish(order.request, make())
    except RunCancelled:
        return wire.Cancelled()
    except EngineRefused as refusal:
        return Refused(str(refusal))
    except EngineUnavailable as outage:
        return Unavailable(str(outage), outage.retry_after, outage.scope)
    except EngineFailed as failure:
        return wire.Broke(RunFailure.RAISED, str(failure), detail_of(failure))
    except UnusableArtifact as fault:
        return wire.Broke(RunFailure.BAD_ARTIFACT, None, str(fault))
    except BaseException as fault:  # noqa: BLE001 (whatever an engine raises, SystemExit too, is reported)
        return wire.Broke(reason_of(fault), None, detail_of(fault))
    finally:
        _leave()


def _enter(folder: Path) -> None:
    """Make the request's folder the current and the temporary one."""
    os.chdir(folder)
    tempfile.tempdir = str(folder)
    os.environ["TMPDIR"] = str(folder)  # noqa: TID251 (not a setting of ours: for the programs an engine starts)


def _leave() -> None:
    os.chdir("/")
    _limit_files(None)


def _limit_files(bytes_max: int | None) -> None:
    """How large one file may grow; writing beyond it is an OSError (EFBIG)."""
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    unlimited = hard == resource.RLIM_INFINITY
    soft = hard if bytes_max is None else bytes_max if unlimited else min(bytes_max, hard)
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def class_at(target: str) -> Callable[..., Any]:
    """The engine class at `package.module:ClassName`."""
    module, _, name = target.partition(":")
    found: Callable[..., Any] = getattr(importlib.import_module(module), name)
    return found


def _finish(request: Request, artifact: Artifact) -> wire.RunFinished:
    """The engine's result: the duration measured, a thumbnail added where the kind of media has one."""
    path = request.folder / artifact.path
    seconds = _measure(path, artifact.seconds)
    thumbnail, warning = None if artifact.thumbnail is None else request.folder / artifact.thumbnail, ""
    if thumbnail is None:
        thumbnail, warning = _draw_thumbnail(path, request.folder)
    try:
        provenance, not_understood = bounded_facts(artifact.provenance), bounded_words(artifact.not_understood)
    except WrongFindings as fault:
        raise UnusableArtifact(str(fault)) from fault
    exact = None if seconds is None else float(seconds)  # numpy's floats are not JSON
    return wire.RunFinished(Artifact(path, exact, thumbnail, provenance, not_understood), warning)


def _draw_thumbnail(path: Path, folder: Path) -> tuple[Path | None, str]:
    """A thumbnail, or None and a warning; a file without one is still a success."""
    known = format_of(path.name)
    pictureless = (MediaKind.AUDIO, MediaKind.TEXT)
    if known is None or known.kind in pictureless or not path.is_file():
        return None, ""
    from mediamill.codecs import thumbnail_of  # noqa: PLC0415 (only where it is needed: it brings scipy and OpenCV)

    try:
        return thumbnail_of(path, folder), ""
    except Exception as fault:  # noqa: BLE001 (the file is complete without it)
        return None, f"There is no thumbnail of {path.name}: {fault or type(fault).__name__}"


class UnusableArtifact(Exception):
    """The content of the artifact does not match its suffix."""


def _measure(path: Path, declared: float | None) -> float | None:
    """The duration of audio or video as decoded; of other files, as the engine gave it. Raises UnusableArtifact."""
    known = format_of(path.name)
    if known is None or known.kind not in (MediaKind.AUDIO, MediaKind.VIDEO):
        return declared
    if not path.is_file() or not path.stat().st_size:
        return declared  # missing, not a file or empty: the host validates that
    from mediamill.codecs import probe  # noqa: PLC0415 (only where it is needed: it brings PyAV)

    try:
        return probe(path).seconds
    except NotMedia as fault:
        raise UnusableArtifact(str(fault)) from fault


def reason_of(fault: BaseException) -> RunFailure:
    """What an exception that nobody caught means."""
    if is_out_of_memory(fault):
        return RunFailure.MEMORY
    if any(isinstance(cause, OSError) and cause.errno == errno.EFBIG for cause in causes(fault)):
        return RunFailure.OUTPUT
    return RunFailure.RAISED


def detail_of(fault: BaseException) -> str:
    """An exception for the log."""
    return "".join(traceback.format_exception(fault))


class Host:
    """The connection to the host."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._lines = connection.makefile("rb")

    def order(self) -> wire.Order | None:
        """The next order; None when the host has hung up."""
        line = self._lines.readline()
        return wire.read_order(line) if line else None

    def send(self, run: int, message: wire.Message) -> None:
        """Send a message; blocks while the host does not read."""
        self._connection.sendall(wire.message_line(run, message))


class LiveReport:
    """The Report of one run. Its methods may be called from any thread of the engine."""

    def __init__(self, host: Host, run: int) -> None:
        self._host = host
        self._run = run
        self._lock = threading.RLock()
        self._over = False
        self._allowance = float(PROGRESS_AT_ONCE)
        self._allowed_at = time.monotonic()

    def progress(self, fraction: float, stage: str = "") -> None:
        """Report progress to the host, within the rate limit."""
        now = time.monotonic()
        earned = (now - self._allowed_at) * PROGRESS_PER_SECOND
        self._allowance = min(PROGRESS_AT_ONCE, self._allowance + earned)
        self._allowed_at = now
        if self._allowance < 1:
            return
        self._allowance -= 1
        within = min(1.0, float(fraction)) if fraction > 0 else 0.0  # of NaN, too, becomes 0
        self.send(wire.Progressed(within, stage))

    def checkpoint(self, text: str) -> None:
        """Return when the host has made the text durable."""
        self.ask(text)

    def ask(self, text: str) -> str:
        """The same, with the service's answer: for engines of its own."""
        if not wire.fits_a_checkpoint(text):
            raise ValueError(f"a checkpoint is at most {wire.CHECKPOINT_BYTES_MAX} bytes of text without NUL")
        with self._lock:
            if self._over:
                raise RuntimeError("a checkpoint after the end of its run")
            self.send(wire.Checkpointed(text))
            order = self._host.order()
            if not isinstance(order, wire.Durable):
                raise SystemExit  # the host has hung up
            return order.answer

    def send(self, message: wire.Message, *, last: bool = False) -> None:
        """Send a message; nothing is sent after the last one."""
        with self._lock:
            if not self._over:
                self._over = last
                self._host.send(self._run, message)
