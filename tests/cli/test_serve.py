"""What `serve --demo` prints works as printed."""

import json
import re
import shlex
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts.stage import PROGRAM

SECONDS_MAX = 30


@pytest.fixture
def printed(tmp_path: Path) -> Iterator[str]:
    """Everything up to the last line to copy."""
    command = [str(PROGRAM), "serve", "--port", "0", "--demo", "--data-dir", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        lines = []
        for line in process.stdout:
            lines.append(line)
            if "/api/generations?limit=2" in line:
                break
        yield "".join(lines)
        process.send_signal(signal.SIGTERM)
        assert process.wait(SECONDS_MAX) == 0


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
def test_every_curl_line_works_as_printed(printed: str) -> None:
    lines = [line.strip() for line in printed.splitlines() if line.strip().startswith("curl")]
    answers = [
        json.loads(subprocess.run(shlex.split(line), capture_output=True, timeout=SECONDS_MAX, check=True).stdout)
        for line in lines
    ]

    assert [answer.get("status") for answer in answers] == ["processing", "processing", None]
    assert answers[2]["pagination"]["total"] == 2


def test_the_demo_key_is_kept_private_and_stays_the_same(printed: str, tmp_path: Path) -> None:
    kept = tmp_path / "demo.key"
    key = re.search(r"mm_live_\S+", printed)

    assert key is not None
    assert kept.read_text().strip() == key[0]
    assert kept.stat().st_mode & 0o777 == 0o600


def test_a_port_in_use_is_one_sentence(printed: str, tmp_path: Path) -> None:
    port = re.search(r"localhost:(\d+)", printed)
    assert port is not None
    command = [PROGRAM, "serve", "--port", port[1], "--data-dir", tmp_path / "second"]
    second = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS_MAX, check=False)

    assert second.returncode == 1
    assert second.stderr == f"Error: Cannot listen at 127.0.0.1:{port[1]}: Address already in use.\n"
