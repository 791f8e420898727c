"""The README's code blocks, run as a newcomer would, against a service that really runs."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

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


@pytest.mark.parametrize("block", [block for language, block in BLOCKS if language == "python"])
def test_the_python_blocks_run(block: str, stage: Stage, tmp_path: Path) -> None:
    output = run([sys.executable, "-c", block], stage, tmp_path)
    made = Path(tmp_path, output.splitlines()[-1])

    assert f"{stage.base_url}/media/" in output
    assert made.read_bytes()[:4] == b"RIFF"
