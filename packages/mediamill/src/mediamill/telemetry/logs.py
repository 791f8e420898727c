"""Log lines: JSON, one object per line, for machines; plain text where a person looks at the terminal."""

import asyncio
import logging
import sys
from collections.abc import Callable, Mapping
from typing import Literal

import orjson

from mediamill import clock
from mediamill.telemetry.tracing import trace_id

LogFormat = Literal["auto", "json", "text"]
TEXT = "{at} {level:<7} {log}: {message}"
FACTS = "facts"  # the attribute of a log record that holds its members
HTTP = "mediamill.http"
READS = frozenset({"GET", "HEAD"})
BAD_REQUEST = 400
FLUSH_SECONDS = 0.2  # request lines are written together: a system call for each would cost more than the request


def set_up_logs(level: str, log_format: LogFormat = "auto") -> None:
    """One line per event on stderr; other packages speak only when something is wrong."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLine() if is_json(log_format) else TextLine())
    logging.basicConfig(handlers=[handler], level=logging.WARNING)
    logging.captureWarnings(True)
    logging.getLogger("mediamill").setLevel(level.upper())


def is_json(log_format: LogFormat) -> bool:
    """Whether lines are JSON: by default where no person watches."""
    return log_format == "json" or (log_format == "auto" and not sys.stderr.isatty())


def log_event(log: logging.Logger, event: str, *, trace: str | None, **facts: object) -> None:
    """One event with its facts at level info: members of a JSON line, `name=value` in a text one.

    Its `request` is the id of the trace that it belongs to.
    """
    say(log, logging.INFO, event, trace, facts)


def log_warning(log: logging.Logger, event: str, *, trace: str | None, **facts: object) -> None:
    """The same at level warning: an operator may have to act."""
    say(log, logging.WARNING, event, trace, facts)


def say(log: logging.Logger, level: int, event: str, trace: str | None, facts: Mapping[str, object]) -> None:
    """One event with its facts."""
    if log.isEnabledFor(level):
        facts = {"request": trace_id(trace) if trace else None, **facts}
        log.log(level, "%s", as_text(event, facts), extra={FACTS: {"event": event, **facts}})


def as_text(event: str, facts: Mapping[str, object]) -> str:
    """An event for people."""
    return " ".join((event, *(f"{name}={value}" for name, value in facts.items() if value is not None)))


class TextLine(logging.Formatter):
    """A record as a line for people, its time written as in JSON lines."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 (the name is logging's)
        """The line, before what an exception adds."""
        at = clock.iso(round(record.created * 1_000))
        return TEXT.format(at=at, level=record.levelname, log=record.name, message=record.message)


class JsonLine(logging.Formatter):
    """A record as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, without its end."""
        line: dict[str, object] = {
            "at": clock.iso(round(record.created * 1_000)),
            "level": record.levelname.lower(),
            "log": record.name,
        }
        facts = getattr(record, FACTS, None)
        line |= facts if facts is not None else {"message": record.getMessage()}
        if record.exc_info:
            line["trouble"] = self.formatException(record.exc_info)
        return orjson.dumps(line, default=str).decode()


class AccessLog:
    """One line per request in the format of the other lines, gathered for a moment and written together."""

    def __init__(
        self,
        write: Callable[[str], object] = sys.stderr.write,
        *,
        enabled: bool = True,
        json: bool = True,
        successful_reads: bool = True,
    ) -> None:
        self.write = write
        self.enabled = enabled
        self.json = json
        self.successful_reads = successful_reads  # whether they get a line at all
        self.lines: list[str] = []

    def note(self, *, request: str, method: str, route: str, status: int, seconds: float, account: str | None) -> None:
        """Remember one request; the line follows within FLUSH_SECONDS. The route stands for the path: no id of a file
        that grants access to its holder is ever written down.
        """
        if not self.enabled or not (self.successful_reads or status >= BAD_REQUEST or method not in READS):
            return
        if not self.lines:
            asyncio.get_running_loop().call_later(FLUSH_SECONDS, self.flush)
        facts: dict[str, object] = {
            "request": request,
            "method": method,
            "route": route,
            "status": status,
            "ms": round(seconds * 1_000, 2),
        }
        if account is not None:
            facts["account"] = account
        self.lines.append(self.line(facts))

    def line(self, facts: dict[str, object]) -> str:
        """As JsonLine and TextLine write it, without their detours: this is done for every request."""
        at = clock.iso(clock.now())
        if not self.json:
            return TEXT.format(at=at, level="INFO", log=HTTP, message=as_text("request", facts))
        return orjson.dumps({"at": at, "level": "info", "log": HTTP, "event": "request", **facts}).decode()

    def flush(self) -> None:
        """Write what has gathered."""
        if self.lines:
            text = "\n".join(self.lines) + "\n"
            self.lines.clear()
            self.write(text)


def open_access_log(level: str, log_format: LogFormat) -> AccessLog:
    """The request lines that these settings ask for. A person at a terminal is spared successful reads, most of which
    are somebody's polling; `debug` shows them.
    """
    return AccessLog(
        enabled=level in ("debug", "info"),
        json=is_json(log_format),
        successful_reads=level == "debug" or not sys.stderr.isatty(),
    )
