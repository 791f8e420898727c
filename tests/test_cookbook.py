"""The cookbook's programs, run as a reader would run them, on a running service."""

import ast
import itertools
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import av
import httpx2
import pytest
from standardwebhooks import Webhook

from mediamill_client import Client
from tests.fleet.balanced import start_service
from tests.places import REPOSITORY
from tests.ports import free_port
from tests.service import Person, Service, until

COOKBOOK = REPOSITORY / "docs/cookbook"
PROGRAM = re.compile(r"`(\w+\.py)`[^`]*?\n```python\n(.*?)^```", re.M | re.S)
TIMEOUT_SECONDS = 180
START_SECONDS = 60
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("cookbook")]


@dataclass
class Reader:
    """Somebody with a key, in a folder with the cookbook's programs."""

    folder: Path
    environment: dict[str, str]
    client: Client

    def command(self, *words: str) -> list[str]:
        """A program, or a module, of the page."""
        return [sys.executable, *words]

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run a program to its end."""
        return subprocess.run(
            self.command(*words),
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=TIMEOUT_SECONDS,
            check=False,
        )

    @contextmanager
    def running(self, *words: str) -> Iterator[subprocess.Popen[str]]:
        """A program that goes on, until the block ends."""
        with subprocess.Popen(
            self.command(*words), cwd=self.folder, env=self.environment, stdout=subprocess.PIPE, text=True
        ) as process:
            try:
                yield process
            finally:
                process.send_signal(signal.SIGKILL)


@pytest.fixture(scope="module")
def mill(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    started = start_service(tmp_path_factory.mktemp("cookbook"), rate_limit="off")
    yield started
    started.close()


@pytest.fixture
def ada(mill: Service, request: pytest.FixtureRequest) -> Person:
    name = re.sub(r"\W+", "-", request.node.name).lower()
    return mill.open_account(f"ada-{name}", credits=1_000)


@pytest.fixture
def reader(mill: Service, ada: Person, tmp_path: Path) -> Iterator[Reader]:
    for path in COOKBOOK.glob("*.md"):
        for name, text in PROGRAM.findall(path.read_text()):
            (tmp_path / name).write_text(text)
    with Client(ada.key, mill.address) as client:
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("MEDIAMILL_")}
        settings = {
            "MEDIAMILL_API_KEY": ada.key,
            "MEDIAMILL_BASE_URL": mill.address,
            "MEDIAMILL_WEBHOOK_SECRET": client.webhooks.secret().secret,
        }
        yield Reader(tmp_path, {**inherited, **settings}, client)


def kind_of(file: Path) -> set[str]:
    """What is in a file of media: audio, video."""
    with av.open(str(file)) as opened:
        return {stream.type for stream in opened.streams}


# Webhooks

RECEIVERS = {
    "fastapi": ("-m", "uvicorn", "fastapi_receiver:app", "--port"),
    "django": ("django_receiver.py", "runserver", "--noreload"),
}


@pytest.mark.parametrize("kind", RECEIVERS)
def test_receivers_take_what_is_genuine_once(reader: Reader, kind: str) -> None:
    port = free_port()
    address = f"http://127.0.0.1:{port}/hooks/mediamill"
    with reader.running(*RECEIVERS[kind], str(port)):
        until(lambda: answers(address), seconds=START_SECONDS, what="the receiver listens")
        with reader.running("forward.py", address) as forwarding:
            assert forwarding.stdout is not None
            made = reader.client.drum_generator(seed=1)
            first = forwarded(reader, forwarding)
        body, headers = signed(reader, made.raw)
        posted = [httpx2.post(address, content=body, headers=headers, trust_env=False) for _ in range(2)]
        forged = httpx2.post(address, content=body + b" ", headers=headers, trust_env=False)

    assert first == '200 {"isNew":true}'
    assert [answer.status_code for answer in posted] == [200, 200]
    assert posted[1].json() == {"isNew": False}
    assert (forged.status_code, "was not signed with this secret" in forged.text) == (400, True)


def answers(address: str) -> bool:
    """Whether somebody listens there."""
    try:
        return httpx2.get(address, trust_env=False).status_code == 405
    except httpx2.TransportError:
        return False


def forwarded(reader: Reader, forwarding: subprocess.Popen[str]) -> str:
    """What the receiver said to the first success since the inbox is open."""
    assert forwarding.stdout is not None
    os.set_blocking(forwarding.stdout.fileno(), False)
    heard = ""

    def look() -> bool:
        nonlocal heard
        heard += forwarding.stdout.readline() if forwarding.stdout else ""
        if not heard:
            reader.client.drum_generator(seed=time.monotonic_ns() % 1_000_000)
        return heard.endswith("\n")

    until(look, seconds=START_SECONDS, what="a webhook is forwarded")
    return heard.strip().replace('": ', '":')


def signed(reader: Reader, generation: Any) -> tuple[bytes, dict[str, str]]:
    """A webhook of a generation, as the service's own."""
    secret = reader.environment["MEDIAMILL_WEBHOOK_SECRET"]
    body = httpx2.Request("POST", "http://x", json={name: generation[name] for name in generation if name != "payload"})
    content = body.read()
    now = int(time.time())
    signature = Webhook(secret).sign(generation["id"], datetime.fromtimestamp(now, UTC), content.decode())
    return content, {
        "webhook-id": generation["id"],
        "webhook-timestamp": str(now),
        "webhook-signature": signature,
        "content-type": "application/json",
    }


# Batch


def test_a_batch_that_is_killed_goes_on(reader: Reader) -> None:
    (reader.folder / "lines.txt").write_text("One.\nTwo, three.\nFour.\n")
    with reader.running("batch.py") as first:
        assert first.stdout is not None
        spoken = first.stdout.readline().strip()
    second = reader.run("batch.py")

    assert spoken == "spoken/001.mp3"
    assert (second.returncode, second.stderr) == (0, "")
    assert set(second.stdout.split()) <= {"spoken/002.mp3", "spoken/003.mp3"}
    assert [kind_of(file) for file in (reader.folder / "spoken").glob("00[123].mp3")] == [{"audio"}] * 3
    assert reader.client.generations.page().total == 3
    assert sorted(entry.credits for entry in reader.client.ledger() if entry.kind == "capture") == [1, 1, 2]


# Chain


def test_speech_is_cleaned_and_dubbed(reader: Reader) -> None:
    done = reader.run("chain.py")
    if "Not here: " in done.stderr:
        pytest.skip(done.stderr.splitlines()[-1])

    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["1-text-to-speech.audio", "2-voice-isolator.audio", "3-translate-audio.audio"]
    assert all(kind_of(reader.folder / name) == {"audio"} for name in done.stdout.split())
    assert "100%" in done.stderr


# Notebook


def test_a_notebook_shows_what_was_made(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("MEDIAMILL_API_KEY", "MEDIAMILL_BASE_URL"):
        monkeypatch.setenv(name, reader.environment[name])
    cells = re.findall(r"^```python\n(.*?)^```", (COOKBOOK / "notebook.md").read_text(), re.M | re.S)
    names: dict[str, Any] = {}
    picture, sound, model, _ = [shown(cell, names) for cell in cells]
    names["client"].close()

    assert fetched(picture, r'<img src="(.*?)"').headers["content-type"].startswith("image/")
    assert fetched(sound, r'<audio src="(.*?)" controls').headers["content-type"].startswith("audio/")
    assert fetched(model, r'<a href="(.*?)" download>').content.startswith(b"glTF")
    assert fetched(model, r'<img src="(.*?)"').headers["content-type"].startswith("image/")


async def test_a_notebook_runs_many_at_once(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("MEDIAMILL_API_KEY", "MEDIAMILL_BASE_URL"):
        monkeypatch.setenv(name, reader.environment[name])
    cell = re.findall(r"^```python\n(.*?)^```", (COOKBOOK / "notebook.md").read_text(), re.M | re.S)[-1]
    names: dict[str, Any] = {}
    shown(cell, names)
    players = await names["loops"](1, 2, 3)

    assert [player.startswith("<audio src=") for player in players] == [True] * 3


def shown(cell: str, names: dict[str, Any]) -> str:
    """Run a cell as a notebook does, and show its last expression; empty where it has none."""
    *statements, last = ast.parse(cell).body
    exec(compile(ast.Module(statements, []), "cell", "exec"), names)
    if not isinstance(last, ast.Expr):
        exec(compile(ast.Module([last], []), "cell", "exec"), names)
        return ""
    return str(eval(compile(ast.Expression(last.value), "cell", "eval"), names)._repr_html_())


def fetched(html: str, pattern: str) -> httpx2.Response:
    """What is behind an address that the HTML shows."""
    found = re.search(pattern, html)
    assert found is not None, html
    return httpx2.get(found[1], trust_env=False)


# The page of the client


def test_the_first_program_of_the_clients_page(reader: Reader) -> None:
    [(name, text)] = PROGRAM.findall((REPOSITORY / "docs/client.md").read_text())
    (reader.folder / name).write_text(text)
    done = reader.run(name)
    *progress, path = done.stdout.splitlines()

    assert (done.returncode, progress[-1].split()) == (0, ["100%"])
    assert kind_of(reader.folder / path) == {"audio"}


def test_every_program_is_run_by_a_test() -> None:
    names = list(itertools.chain(*(dict(PROGRAM.findall(page.read_text())) for page in COOKBOOK.glob("*.md"))))

    assert sorted(names) == ["batch.py", "chain.py", "django_receiver.py", "fastapi_receiver.py", "forward.py"]
