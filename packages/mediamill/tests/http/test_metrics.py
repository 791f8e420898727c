"""/metrics waits for nobody's engine."""

import asyncio

import pytest

from mediamill.db import SqliteDatabase
from mediamill.http import Process, metrics
from mediamill.http.metrics import ready_engines
from mediamill.telemetry import Metrics


async def test_an_engine_that_does_not_answer_keeps_its_last_answer(
    database: SqliteDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metrics, "ENGINES_SECONDS", 0.05)
    answers = iter([True])

    async def falls_silent() -> bool:
        for answer in answers:
            return answer
        await asyncio.Event().wait()
        return False

    async def misses_something() -> bool:
        return False

    async def is_silent() -> bool:
        await asyncio.Event().wait()
        return True

    engines = {"a": falls_silent, "b": misses_something, "c": is_silent}
    process = Process(Metrics(), database, lambda: 0, engines)

    assert await ready_engines(process) == {"a": True, "b": False}
    assert await ready_engines(process) == {"a": True, "b": False}
