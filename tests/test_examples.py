"""The README's code lines, run in order and as printed by a newcomer with a service of their own on another port."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import httpx2
import pytest
from standardwebhooks import Webhook

from tests.places import REPOSITORY
from tests.ports import free_port

README = (REPOSITORY / "README.md").read_text()
COMMANDS = [
    command.replace("\\\n", " ")
    for block in re.findall(r"^```sh\n(.*?)^```", README, re.M | re.S)
    for command in re.split(r"(?<!\\)\n", block.strip())
]
PROGRAMS = dict(re.findall(r"`(\w+\.py)`[^`]*\n```python\n(.*?)^```", README, re.M | re.S))
MAKE = [command for command in COMMANDS if command.startswith("make ")]
PRINTED = [command for command in COMMANDS if re.match(r"export MEDIAMILL_(API_KEY|BASE_URL)=", command)]
RECEIVER = ".venv/bin/python receiver.py"
TIMEOUT_SECONDS = 60
ENTER = re.compile(r"^  (export (\w+)=\S+)$", re.M)  # in what `serve --demo` prints

pytestmark = [
    pytest.mark.xdist_group("examples"),
    pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed"),
]


@dataclass
class Newcomer:
    """Somebody in a folder that looks like a clone after `make run`, with another terminal beside the service."""

    folder: Path
    environment: dict[str, str]
    banner: str

    def type(self, command: str) -> str:
        """Run a line as printed; what it exports stays."""
        keep = "; env -0 >.environment" if command.startswith("export ") else ""
        done = subprocess.run(
            ["sh", "-ec", command + keep],
            env=self.environment,
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=TIMEOUT_SECONDS,
            check=False,
        )
        assert done.returncode == 0, (command, done.stdout, done.stderr)
        if keep:
            entries = (self.folder / ".environment").read_text().split("\0")
            self.environment = dict(entry.split("=", 1) for entry in entries if entry)
        return done.stdout


@pytest.fixture(scope="module")
def newcomer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Newcomer]:
    folder = tmp_path_factory.mktemp("clone")
    (folder / ".venv").symlink_to(Path(sys.executable).parents[1])
    for name, text in PROGRAMS.items():
        (folder / name).write_text(text)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MEDIAMILL_")}
    environment |= {"MEDIAMILL_SLOTS_CPU": "1"}
    port = free_port()
    command = [".venv/bin/mediamill", "serve", "--port", str(port), "--data-dir", ".data", "--demo"]
    with subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        lines: list[str] = []
        for line in process.stdout:
            lines.append(line)
            if "/api/generations" in line:
                break
        try:
            yield Newcomer(folder, environment, "".join(lines))
        finally:
            process.send_signal(signal.SIGTERM)


@pytest.fixture(scope="module")
def typed(newcomer: Newcomer) -> dict[str, str]:
    """Every line of the README but `make` and the receiver, in order, with what it printed."""
    for line, _ in ENTER.findall(newcomer.banner):
        newcomer.type(line)
    return {command: newcomer.type(command) for command in COMMANDS if command not in (*MAKE, *PRINTED, RECEIVER)}


def the(typed: dict[str, str], words: str) -> str:
    """What the one line with these words printed."""
    (output,) = (output for command, output in typed.items() if words in command)
    return output


def test_every_kind_of_line_is_there() -> None:
    assert [re.split(r"[ =]", command)[:2] for command in COMMANDS] == [
        ["make", "run"],
        ["make", "test"],
        ["export", "MEDIAMILL_API_KEY"],
        ["export", "MEDIAMILL_BASE_URL"],
        ["curl", "-s"],
        ["curl", "-s"],
        ["curl", "-s"],
        [".venv/bin/mediamill", "generate"],
        [".venv/bin/python", "loop.py"],
        ["curl", "-s"],
        [".venv/bin/mediamill", "generate"],
        ["export", "MEDIAMILL_WEBHOOK_SECRET"],
        [".venv/bin/python", "receiver.py"],
    ]
    assert list(PROGRAMS) == ["loop.py", "receiver.py"]


def test_no_line_but_the_printed_ones_names_a_port_of_the_service() -> None:
    lines = [command for command in COMMANDS if command not in (*MAKE, *PRINTED)]

    assert [line for line in (*lines, *PROGRAMS.values()) if "8000" in line] == []


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
@pytest.mark.parametrize("command", MAKE)
def test_make_has_what_the_readme_says(command: str) -> None:
    arguments = command.split("#")[0].split()[1:]
    asked = ["make", "--dry-run", "--assume-old=.venv/installed", *arguments, "PORT=8123"]
    ran = subprocess.run(asked, cwd=REPOSITORY, capture_output=True, text=True, timeout=TIMEOUT_SECONDS, check=True)

    assert ("mediamill serve --port 8123" if arguments == ["run"] else "pytest") in ran.stdout


@pytest.mark.slow
def test_what_is_printed_is_what_the_readme_exports(newcomer: Newcomer) -> None:
    assert [name for _, name in ENTER.findall(newcomer.banner)] == [
        re.split(r"[ =]", command)[1] for command in PRINTED
    ]


@pytest.mark.slow
def test_the_curl_lines_work(typed: dict[str, str]) -> None:
    started = [output for command, output in typed.items() if "/api/run" in command]

    assert [json.loads(output)["status"] for output in started] == ["processing", "processing"]
    assert json.loads(the(typed, "/api/generations"))["pagination"]["total"] >= 1


@pytest.mark.slow
def test_the_command_line_makes_a_file(typed: dict[str, str], newcomer: Newcomer) -> None:
    assert the(typed, "--out hello.mp3") == "hello.mp3\n"
    assert (newcomer.folder / "hello.mp3").read_bytes()[:3] in (b"ID3", b"\xff\xfb\x90")


@pytest.mark.slow
def test_the_python_program_makes_a_file(typed: dict[str, str], newcomer: Newcomer) -> None:
    url, name = the(typed, "loop.py").splitlines()

    assert url.startswith(f"{newcomer.environment['MEDIAMILL_BASE_URL']}/media/")
    assert (newcomer.folder / name).read_bytes()[:4] == b"RIFF"


@pytest.mark.slow
def test_the_upload_gives_what_the_readme_says(typed: dict[str, str], newcomer: Newcomer) -> None:
    (shown,) = re.findall(r'`(\{"id": "upl_.*?\})`', README)
    uploaded = json.loads(the(typed, "/ext/files"))

    assert list(uploaded) == re.findall(r'"(\w+)":', shown)
    assert (uploaded["type"], uploaded["sizeBytes"]) == ("audio", (newcomer.folder / "hello.mp3").stat().st_size)
    assert (newcomer.folder / "voice.flac").read_bytes()[:4] == b"fLaC"


@pytest.mark.slow
def test_the_receiver_accepts_only_what_is_signed(typed: dict[str, str], newcomer: Newcomer) -> None:
    assert "webhooks secret" in "".join(typed)
    port = free_port()
    (newcomer.folder / "receiver.py").write_text(PROGRAMS["receiver.py"].replace("3000", str(port)))
    body = '{"tool":"drum-generator","output":"https://media.example.com/media/loop.wav"}'
    now = datetime.now(UTC)
    genuine = {
        "webhook-id": "gen_1",
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": Webhook(newcomer.environment["MEDIAMILL_WEBHOOK_SECRET"]).sign("gen_1", now, body),
    }
    with subprocess.Popen(
        RECEIVER.split(),
        cwd=newcomer.folder,
        env=newcomer.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as receiver:
        try:
            answers = [posted(port, body, headers) for headers in (genuine | {"webhook-signature": "v1,no"}, genuine)]
            assert receiver.stdout is not None
            line = receiver.stdout.readline()
        finally:
            receiver.kill()

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
