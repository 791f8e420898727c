"""What `serve --demo` prints works as printed."""

import contextlib
import json
import os
import pty
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from scripts.stage import PROGRAM

SECONDS_MAX = 60  # machines that run tests are busy


pytestmark = pytest.mark.xdist_group("serve")  # one demo for all of them


@pytest.fixture(scope="module", autouse=True)
def _one_slot() -> Iterator[None]:
    """Hardly anything is made here, and each slot is a process that starts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MEDIAMILL_SLOTS_CPU", "1")
        yield


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("demo")


@pytest.fixture(scope="module")
def printed(folder: Path) -> Iterator[str]:
    """Everything up to the last line to copy."""
    command = [str(PROGRAM), "serve", "--port", "0", "--demo", "--data-dir", str(folder)]
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
def test_every_line_works_as_printed(printed: str) -> None:
    lines = [line for line in printed.splitlines() if line.startswith("  ") and "#code=" not in line]
    exports = [line for line in lines if line.startswith("  export")]
    answers = [
        json.loads(
            subprocess.run(
                ["sh", "-ec", "\n".join([*exports, line])], capture_output=True, timeout=SECONDS_MAX, check=True
            ).stdout
        )
        for line in lines
        if line not in exports
    ]

    assert [answer.get("status") for answer in answers] == ["processing", "processing", None]
    assert answers[2]["pagination"]["total"] == 2


def test_the_demo_key_is_kept_private_and_stays_the_same(printed: str, folder: Path) -> None:
    kept = folder / "demo.key"
    key = re.search(r"mm_live_\S+", printed)

    assert key is not None
    assert kept.read_text().strip() == key[0]
    assert kept.stat().st_mode & 0o777 == 0o600


@pytest.mark.slow
def test_a_port_in_use_is_one_sentence(printed: str, tmp_path: Path) -> None:
    port = re.search(r"localhost:(\d+)", printed)
    assert port is not None
    command = [PROGRAM, "serve", "--port", port[1], "--data-dir", tmp_path / "second"]
    second = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS_MAX, check=False)

    assert second.returncode == 1
    assert second.stderr == f"mediamill: Cannot listen at 127.0.0.1:{port[1]}: Address already in use.\n"


@pytest.mark.slow
def test_too_few_files_are_one_sentence(tmp_path: Path) -> None:
    command = f"ulimit -n 200; exec {PROGRAM} serve --port 0 --data-dir {tmp_path / 'data'}"
    refused = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=SECONDS_MAX, check=False)

    assert refused.returncode == 1
    assert refused.stdout == ""
    assert "This process may open only 200 files and needs 256: raise its hard limit." in refused.stderr


@pytest.mark.slow
def test_a_service_without_accounts_says_how_to_get_a_key(tmp_path: Path) -> None:
    command = [str(PROGRAM), "serve", "--port", "0", "--no-worker", "--data-dir", str(tmp_path / "my data")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        line = next(line.strip() for line in process.stdout if "accounts create" in line)
        made = subprocess.run(["sh", "-ec", line], capture_output=True, text=True, timeout=SECONDS_MAX, check=True)
        process.send_signal(signal.SIGTERM)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as again:
        assert again.stdout is not None
        greeting = again.stdout.readline()
        again.send_signal(signal.SIGTERM)
        rest = again.stdout.read()

    assert "mm_live_" in made.stdout
    assert greeting.startswith("mediamill is at ")
    assert "accounts create" not in rest


@pytest.mark.slow
def test_on_a_terminal_lines_are_text_and_successful_reads_get_none(tmp_path: Path) -> None:
    shown = on_a_terminal([str(PROGRAM), "serve", "--port", "0", "--no-worker", "--data-dir", str(tmp_path)])

    assert "{" not in shown
    assert re.search(r"Z INFO    mediamill\.http: request request=\w{32} method=GET route=other status=404 ms=", shown)
    assert "status=200" not in shown


def on_a_terminal(command: list[str]) -> str:
    """What a service shows on a terminal while two reads come, one of them in vain."""
    ours, theirs = pty.openpty()
    shown = ""
    with subprocess.Popen(command, stdout=theirs, stderr=theirs, stdin=theirs) as process:
        os.close(theirs)
        while not (address := re.search(r"listening at (\S+)\s", shown)):
            shown += os.read(ours, 65_536).decode()
        for path in ("/healthz", "/nowhere", "/healthz"):
            httpx2.get(f"http://{address[1]}{path}", trust_env=False)
        while "/nowhere" not in shown and "status=404" not in shown:
            shown += os.read(ours, 65_536).decode()
        process.send_signal(signal.SIGTERM)
        with contextlib.suppress(OSError):  # how Linux says that nobody holds the other end any more
            while more := os.read(ours, 65_536):
                shown += more.decode()
    os.close(ours)
    return shown
