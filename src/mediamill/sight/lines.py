"""Log lines: JSON, one object per line, for machines; plain text where a person looks at the terminal."""

import asyncio
import logging
import sys
from collections.abc import Callable
from typing import Literal

import orjson

from mediamill import clock
from mediamill.sight.spans import trace_id

LogFormat = Literal["auto", "json", "text"]
TEXT = "%(asctime)s %(levelname)-7s %(name)s: %(message)s"
FACTS = "facts"  # the attribute of a log record that holds its members
FLUSH_SECONDS = 0.2  # request lines are written together: a system call for each would cost more than the request


def set_up_logs(level: str, log_format: LogFormat = "auto") -> None:
    """One line per event on stderr; other packages speak only when something is wrong."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLine() if is_json(log_format) else logging.Formatter(TEXT))
    logging.basicConfig(handlers=[handler], level=logging.WARNING)
    logging.getLogger("mediamill").setLevel(level.upper())


def is_json(log_format: LogFormat) -> bool:
    """Whether lines are JSON: by default where no person watches."""
    return log_format == "json" or (log_format == "auto" and not sys.stderr.isatty())


def tell(log: logging.Logger, event: str, *, trace: str | None, **facts: object) -> None:
    """One event with its facts at level info: members of a JSON line, `name=value` in a text one.

    Its `request` is the id of the trace that it belongs to.
    """
    if log.isEnabledFor(logging.INFO):
        facts = {"request": trace_id(trace) if trace else None, **facts}
        text = " ".join(f"{name}={value}" for name, value in facts.items() if value is not None)
        log.info("%s %s", event, text, extra={FACTS: {"event": event, **facts}})


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
    """One line per request, gathered for a moment and written together."""

    def __init__(self, write: Callable[[str], object] = sys.stderr.write, *, enabled: bool = True) -> None:
        self.write = write
        self.enabled = enabled
        self.lines: list[bytes] = []

    def note(self, *, request: str, method: str, route: str, status: int, seconds: float, account: str | None) -> None:
        """Remember one request; the line follows within FLUSH_SECONDS. The route stands for the path: no id of a file
        that whoever knows it may read is ever written down.
        """
        if not self.enabled:
            return
        if not self.lines:
            asyncio.get_running_loop().call_later(FLUSH_SECONDS, self.flush)
        line: dict[str, object] = {
            "at": clock.iso(clock.now()),
            "level": "info",
            "log": "mediamill.web",
            "event": "request",
            "request": request,
            "method": method,
            "route": route,
            "status": status,
            "ms": round(seconds * 1_000, 2),
        }
        if account is not None:
            line["account"] = account
        self.lines.append(orjson.dumps(line))

    def flush(self) -> None:
        """Write what has gathered."""
        if self.lines:
            text = b"\n".join(self.lines).decode() + "\n"
            self.lines.clear()
            self.write(text)
