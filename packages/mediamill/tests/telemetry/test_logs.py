"""Log lines: one JSON object each, nothing secret in them."""

import asyncio
import json
import logging
import re

import pytest

from mediamill.telemetry import AccessLog, log_event, open_access_log
from mediamill.telemetry.logs import JsonLine, TextLine, is_json

TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


def line_of(record: logging.LogRecord) -> dict[str, object]:
    text = JsonLine().format(record)
    assert "\n" not in text
    line: dict[str, object] = json.loads(text)
    return line


def test_an_event_is_an_object_with_its_facts(caplog: pytest.LogCaptureFixture) -> None:
    log = logging.getLogger("mediamill.test")
    with caplog.at_level(logging.INFO, "mediamill.test"):
        log_event(log, "generation", generation="gen_1", status="success", trace=None)
    line = line_of(caplog.records[0])

    assert (line["event"], line["generation"], line["status"]) == ("generation", "gen_1", "success")
    assert "generation generation=gen_1 status=success" == caplog.records[0].getMessage()


def test_trouble_brings_its_trace_in_the_same_line() -> None:
    try:
        raise ValueError("two\nlines")
    except ValueError as error:
        info = (ValueError, error, error.__traceback__)
    line = line_of(logging.LogRecord("mediamill", logging.ERROR, "", 1, "it %s", ("broke",), info))

    assert ("error", "it broke") == (line["level"], line["message"])
    assert "ValueError: two\nlines" in str(line["trouble"])


async def test_request_lines_are_written_together() -> None:
    written: list[str] = []
    flushed = asyncio.Event()

    def write(text: str) -> None:
        written.append(text)
        flushed.set()

    lines = AccessLog(write)
    for status in (200, 404):
        lines.note(request="a" * 32, method="GET", route="/api/run", status=status, seconds=0.0125, account="acc_1")
    assert not written
    async with asyncio.timeout(5):
        await flushed.wait()
    first, second = (json.loads(line) for line in written[0].splitlines())

    assert (200, 404, 12.5) == (first["status"], second["status"], first["ms"])
    assert {"request", "account", "route", "method", "at"} <= set(first)


def test_the_format_follows_the_terminal_unless_it_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)

    assert (False, True, False) == (is_json("auto"), is_json("json"), is_json("text"))


def test_a_text_line_looks_the_same_whoever_writes_it() -> None:
    written: list[str] = []
    lines = AccessLog(written.append, json=False)
    record = logging.LogRecord("mediamill.http", logging.INFO, "", 1, "request method=GET", (), None)
    lines.lines.append(lines.line({"method": "GET"}))
    lines.flush()

    assert [TIME.sub("T", text) for text in (TextLine().format(record), written[0].rstrip())] == [
        "T INFO    mediamill.http: request method=GET"
    ] * 2


@pytest.mark.parametrize(
    ("level", "terminal", "kept"),
    [
        ("info", True, [404, 201]),
        ("info", False, [200, 404, 201]),
        ("debug", True, [200, 404, 201]),
        ("error", False, []),
    ],
)
async def test_a_person_at_a_terminal_is_spared_successful_reads(
    level: str, terminal: bool, kept: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: terminal)
    log = open_access_log(level, "json")
    for method, status in (("GET", 200), ("GET", 404), ("POST", 201)):
        log.note(request="a" * 32, method=method, route="/api/run", status=status, seconds=0.01, account=None)

    assert [json.loads(line)["status"] for line in log.lines] == kept
    log.lines.clear()
