"""Grace does what the pages say, block after block, in a folder of her own with a service of her own beside it."""

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.blocks import Block, blocks_of, is_shell, pages
from tests.places import REPOSITORY
from tests.test_blocks import TOLD_BY, name_of

PROGRAMS = Path(sys.executable).parent
SERVE = re.compile(r"(?:[A-Z_]+=\S+ )*mediamill serve\b.*")
LISTENS = "mediamill is at http"
ENTERED = re.compile(r"^  export (\w+)=(\S+)$", re.M)  # in what `serve --demo` prints
SECONDS = 120
SETTINGS = {"MEDIAMILL_SLOTS_CPU": "1", "MEDIAMILL_LOG_LEVEL": "warning"}
# What a page supposes of its reader.
SUPPOSED = {
    "docs/tasks/failed.md": "mediamill generate drum-generator --out loop.wav",
    "docs/operating.md": "export MEDIAMILL_REHEARSAL=true",
}
RUN = [page for page in pages() if any(is_shell(one) and one.reason is None for one in blocks_of(page))]
RUN = [page for page in RUN if name_of(page) not in TOLD_BY]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed"),
]


@dataclass
class Reader:
    """Somebody with a folder, a terminal, and the services that were started in it."""

    folder: Path
    environment: dict[str, str]
    services: list[subprocess.Popen[str]] = field(default_factory=list)

    def do(self, block: Block) -> None:
        """Write the file, or type the lines."""
        if block.file is not None:
            (self.folder / block.file).write_text(block.text)
        elif is_shell(block) and block.reason is None:
            for lines, serves in parts_of(block):
                self.serve(lines) if serves else self.type(lines, block.place)

    def type(self, lines: str, place: str) -> str:
        """Run lines as printed; the variables that they set stay."""
        done = subprocess.run(
            ["bash", "-eac", f"{lines}\nenv -0 >.environment"],
            env=self.environment,
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
        assert done.returncode == 0, f"{place}: {lines}\n{done.stdout}\n{done.stderr}"
        assert '"message":' not in done.stdout, f"{place}: {lines}\n{done.stdout}"  # an error of the service
        entries = (self.folder / ".environment").read_text().split("\0")
        self.environment = dict(entry.split("=", 1) for entry in entries if entry)
        return done.stdout

    def serve(self, line: str) -> None:
        """Start a service at a free port, as the line says; what it prints to be exported is."""
        log = (self.folder / f"serve-{len(self.services)}.log").open("w")
        with log:
            process = subprocess.Popen(
                ["bash", "-c", f"exec env {line} --port 0"],
                env=self.environment,
                cwd=self.folder,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        self.services.append(process)
        assert process.stdout is not None
        timer = threading.Timer(SECONDS, process.kill)
        timer.start()
        printed = ""
        for text in process.stdout:
            printed += text
            if LISTENS in text and "--demo" not in line:
                break
            if len(ENTERED.findall(printed)) == 2:
                break
        timer.cancel()
        assert LISTENS in printed, f"{line}\n{printed}\n{Path(log.name).read_text()}"
        self.environment |= dict(ENTERED.findall(printed))


def parts_of(block: Block) -> Iterator[tuple[str, bool]]:
    """The lines that start a service each by itself, those between them together."""
    lines: list[str] = []
    for command in block.commands:
        if SERVE.fullmatch(command):
            if lines:
                yield "\n".join(lines), False
            yield re.sub(r"\s+#.*$", "", command), True
            lines = []
        else:
            lines.append(command)
    if lines:
        yield "\n".join(lines), False


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[Reader]:
    (tmp_path / ".venv").symlink_to(PROGRAMS.parent)
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("MEDIAMILL_")}
    grace = Reader(tmp_path, {**inherited, **SETTINGS, "PATH": f"{PROGRAMS}:{os.environ['PATH']}"})
    yield grace
    for process in grace.services:
        process.send_signal(signal.SIGTERM)
    for process in grace.services:
        process.communicate(timeout=SECONDS)


@pytest.mark.parametrize("page", RUN, ids=name_of)
def test_what_the_page_says_can_be_done(reader: Reader, page: Path) -> None:
    blocks = list(blocks_of(page))
    supposed = SUPPOSED.get(name_of(page), "")
    if supposed.startswith("export "):
        reader.type(supposed, "supposed")
    if not starts_its_own(blocks):
        reader.serve("mediamill serve --demo")
    if supposed and not supposed.startswith("export "):
        reader.type(supposed, "supposed")
    for block in blocks:
        reader.do(block)


def starts_its_own(blocks: list[Block]) -> bool:
    """Whether the page has its reader start the service in the folder that everything else is done in."""
    commands = [command for block in blocks if is_shell(block) and block.reason is None for command in block.commands]
    return any(SERVE.fullmatch(command) and "--data-dir" not in command for command in commands)


def test_pages_are_run() -> None:
    assert {REPOSITORY / "docs/start.md", REPOSITORY / "docs/tasks/engine.md", REPOSITORY / "docs/admin.md"} <= set(RUN)
    assert len(RUN) >= 10
