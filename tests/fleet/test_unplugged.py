"""The cable of a worker's machine is pulled while it works, for longer than its lease, and plugged in again."""

import json
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest

from tests.fleet.fleet import late_seconds
from tests.fleet.harmed import LEASE, STILL_SECONDS
from tests.fleet.unplugged import inside, unavailable
from tests.places import REPOSITORY
from tests.postgres import PostgresServer

pytestmark = [pytest.mark.fleet]

STORY_SECONDS = 300.0


@pytest.mark.slow
def test_a_worker_whose_cable_is_pulled_is_replaced_and_works_again(tmp_path: Path) -> None:
    if reason := unavailable():
        pytest.skip(f"no other machine here: {reason}")
    folder = tmp_path / "fleet"
    folder.mkdir()
    server = PostgresServer()
    server.settings = (f"unix_socket_directories={server.folder}",)
    server.folder.chmod(0o777)  # the server runs as somebody else
    server.make()
    server.folder.chmod(0o777)
    server.start()
    try:
        command = inside(
            sys.executable, "-m", "tests.fleet.unplugged", str(folder), f"{server.folder}/.s.PGSQL.{server.port}"
        )
        ended = subprocess.run(command, capture_output=True, text=True, cwd=REPOSITORY, timeout=STORY_SECONDS)
        assert ended.returncode == 0, ended.stderr
        story = json.loads(ended.stdout)
    finally:
        server.close()
    second = datetime.fromisoformat(story["attempts"][1]["startedAt"]).timestamp()

    assert story["healed_after"] > LEASE
    assert [attempt["outcome"] for attempt in story["attempts"]] == ["lost", "success"]
    assert second - story["cut_at"] <= STILL_SECONDS + late_seconds()
    assert story["ended"]["status"] == story["again"] == "success"
    assert story["now"] == story["ended"]
    assert story["credits"] == 8
    assert story["is_exact"]
    assert story["strays"] == []  # what the cut-off worker made is nowhere
