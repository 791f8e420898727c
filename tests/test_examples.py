"""The README's code blocks, run as a newcomer would, against a service that really runs."""

import base64
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import httpx2
import pytest
from standardwebhooks import Webhook

from scripts.stage import PROGRAM, Stage, running_service

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
BLOCKS = re.findall(r"^```(sh|python)\n(.*?)^```", README, re.M | re.S)
COMMANDS = [
    command.replace("\\\n", " ")
    for language, block in BLOCKS
    if language == "sh"
    for command in re.split(r"(?<!\\)\n", block.strip())
]
TIMEOUT_SECONDS = 60

pytestmark = pytest.mark.xdist_group("examples")


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    with running_service() as running:
        yield running


def run(arguments: list[str], stage: Stage, folder: Path) -> str:
    environment = {**os.environ, "MEDIAMILL_API_KEY": stage.api_key, "MEDIAMILL_BASE_URL": stage.base_url}
    done = subprocess.run(
        arguments, env=environment, cwd=folder, capture_output=True, text=True, timeout=TIMEOUT_SECONDS, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_kind_of_example_is_there() -> None:
    assert [command.split()[0] for command in COMMANDS] == [
        "make",
        "make",
        "export",
        "curl",
        "curl",
        "curl",
        ".venv/bin/mediamill",
    ]


@pytest.mark.parametrize("command", [command for command in COMMANDS if command.startswith("make")])
def test_make_has_what_the_readme_says(command: str) -> None:
    target = command.split()[1]

    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.M)


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
@pytest.mark.parametrize("command", [command for command in COMMANDS if command.startswith("curl")])
def test_the_curl_lines_work(command: str, stage: Stage, tmp_path: Path) -> None:
    output = run(["sh", "-c", command.replace("http://localhost:8000", stage.base_url)], stage, tmp_path)

    assert '"status":"processing"' in output or '"pagination"' in output


def test_the_command_line_makes_a_file(stage: Stage, tmp_path: Path) -> None:
    command = next(command for command in COMMANDS if "mediamill generate" in command)
    run(["sh", "-c", command.replace(".venv/bin/mediamill", str(PROGRAM))], stage, tmp_path)

    assert (tmp_path / "hello.mp3").read_bytes()[:3] in (b"ID3", b"\xff\xfb\x90")


PYTHON = [block for language, block in BLOCKS if language == "python"]
CLIENTS = [block for block in PYTHON if "mediamill.client" in block]
(RECEIVER,) = (block for block in PYTHON if block not in CLIENTS)


@pytest.mark.parametrize("block", CLIENTS)
def test_the_python_blocks_run(block: str, stage: Stage, tmp_path: Path) -> None:
    output = run([sys.executable, "-c", block], stage, tmp_path)
    made = Path(tmp_path, output.splitlines()[-1])

    assert f"{stage.base_url}/media/" in output
    assert made.read_bytes()[:4] == b"RIFF"


def test_the_receiver_believes_only_what_is_signed() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    secret = "whsec_" + base64.b64encode(b"a secret of twenty-four.").decode()
    body = '{"tool":"drum-generator","output":"https://media.example.com/media/loop.wav"}'
    now = datetime.now(UTC)
    genuine = {
        "webhook-id": "gen_1",
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": Webhook(secret).sign("gen_1", now, body),
    }
    command = [sys.executable, "-c", RECEIVER.replace("3000", str(port))]
    environment = {**os.environ, "MEDIAMILL_WEBHOOK_SECRET": secret}
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as told:
        try:
            answers = [posted(port, body, headers) for headers in (genuine | {"webhook-signature": "v1,no"}, genuine)]
            assert told.stdout is not None
            line = told.stdout.readline()
        finally:
            told.kill()

    assert answers == [None, 200]
    assert line == "drum-generator https://media.example.com/media/loop.wav\n"


def posted(port: int, body: str, headers: dict[str, str]) -> int | None:
    """The status of the answer; None when the receiver hung up without one. Waits until it listens."""
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while True:
        try:
            return httpx2.post(f"http://127.0.0.1:{port}/", content=body, headers=headers, trust_env=False).status_code
        except httpx2.ConnectError:
            assert time.monotonic() < deadline, "the receiver never listened"
        except httpx2.RemoteProtocolError:
            return None
