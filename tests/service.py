"""A mediamill that really runs, for tests that judge it from outside: a process, a data folder, people with keys."""

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import httpx2
from click.testing import CliRunner, Result

from mediamill import accounts, config
from mediamill import credits as ledger
from mediamill.accounts import Account
from mediamill.assembly import api_key_pepper
from mediamill.cli.main import cli
from mediamill.config import Settings
from mediamill.db import Transaction, open_database
from mediamill.plan import Plan

MEDIAMILL = Path(sys.executable).with_name("mediamill")
GREETING = "mediamill is at http://localhost:"
START_SECONDS = 120.0  # two cores shared by everybody, and a cold disk
STOP_SECONDS = 40.0  # what runs is finished or handed back within 30 s
FINISH_SECONDS = 60.0
LOOK_AFTER_SECONDS = 0.01  # at first
LOOK_EVERY_SECONDS = 0.1  # later: to look costs the service time
FINAL = ("success", "error")
ONE_SLOT = {"slots_cpu": "1"}  # each more is a process that starts, and imports an engine's craft anew

Seen = TypeVar("Seen")


def until(look: Callable[[], Seen], *, seconds: float, what: str) -> Seen:
    """What `look` sees as soon as it is true. Fails when it takes longer than `seconds`."""
    pause, wait = threading.Event(), LOOK_AFTER_SECONDS
    deadline = time.monotonic() + seconds
    while not (seen := look()):
        assert time.monotonic() < deadline, f"after {seconds} s still not: {what}"
        pause.wait(wait)
        wait = min(1.5 * wait, LOOK_EVERY_SECONDS)
    return seen


@dataclass
class Program:
    """One `mediamill` process that keeps running, with its output in files beside its data folder."""

    command: Sequence[str]
    folder: Path
    settings: Mapping[str, str]
    process: subprocess.Popen[bytes] = field(init=False)
    program: Sequence[str] = field(default=(str(MEDIAMILL),), init=False)

    def begin(self) -> None:
        """Start it; what it says is appended."""
        with self.out_file.open("ab") as out, self.log_file.open("ab") as log:
            self.process = subprocess.Popen(
                [*self.program, *self.command],
                stdout=out,
                stderr=log,
                cwd=self.folder.parent,
                env=environment(self.settings),
            )

    @property
    def out_file(self) -> Path:
        return self.folder.parent / f"{self.folder.name}.{self.command[0]}.out"

    @property
    def log_file(self) -> Path:
        return self.folder.parent / f"{self.folder.name}.{self.command[0]}.log"

    @property
    def log(self) -> str:
        return self.log_file.read_text(errors="replace")

    @property
    def runs(self) -> bool:
        return self.process.poll() is None

    def terminate(self) -> int:
        """SIGTERM, and its exit code once it is gone."""
        self.process.terminate()
        return self.process.wait(STOP_SECONDS)

    def kill(self) -> None:
        """SIGKILL: no goodbye."""
        self.process.kill()
        self.process.wait(STOP_SECONDS)

    def descendants(self) -> list[int]:
        """The ids of all processes below it, grandchildren included."""
        below: list[int] = []
        front = [self.process.pid]
        parents = {pid: parent_of(pid) for pid in every_process()}
        while front:
            front = [pid for pid, parent in parents.items() if parent in front]
            below += front
        return below

    def memory_bytes(self) -> int:
        """Its resident memory, without its children's."""
        fields = Path(f"/proc/{self.process.pid}/statm").read_text().split()
        return int(fields[1]) * os.sysconf("SC_PAGE_SIZE")

    def close(self) -> None:
        """Make sure that it is gone."""
        if self.runs:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.kill()


class Service(Program):
    """`mediamill serve` at a free port of 127.0.0.1."""

    def __init__(self, folder: Path, *flags: str, **settings: str) -> None:
        super().__init__((), folder, {**ONE_SLOT, **settings})
        self.flags = flags
        self.port = 0
        self.clients: list[httpx2.Client] = []

    def start(self) -> "Service":
        """Start it, at the port it had before if there was one, and wait until it says that it listens."""
        self.command = ("serve", "--host", "127.0.0.1", "--port", str(self.port), "--data-dir", str(self.folder))
        self.command = (*self.command, *self.flags)
        before = len(self.greetings())
        self.begin()
        until(
            lambda: not self.runs or len(self.greetings()) > before, seconds=START_SECONDS, what="the service listens"
        )
        assert self.runs, f"the service ended at its start: {self.log}"
        self.port = int(self.greetings()[-1].removeprefix(GREETING).split()[0])
        return self

    def close(self) -> None:
        """Make sure that it is gone, and everybody's connections with it."""
        for client in self.clients:
            client.close()
        super().close()

    def greetings(self) -> list[str]:
        lines = self.out_file.read_text().splitlines(keepends=True) if self.out_file.exists() else []
        return [line for line in lines if line.startswith(GREETING) and line.endswith("\n")]

    @property
    def address(self) -> str:
        """Where to reach it."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def public_url(self) -> str:
        """What it calls itself."""
        return f"http://localhost:{self.port}"

    def run_command(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """An operator's command on the service's data folder, as a program."""
        return subprocess.run(
            [MEDIAMILL, *arguments, "--data-dir", str(self.folder)],
            capture_output=True,
            text=True,
            check=False,
            timeout=STOP_SECONDS,
            cwd=self.folder.parent,
            env=environment(self.settings),
        )

    def call_command(self, *arguments: str) -> Result:
        """The same command in this process, one at a time: to start one takes longer than most tests."""
        others: dict[str, str | None] = {name: None for name in os.environ if name.startswith("MEDIAMILL_")}
        runner = CliRunner(env={**others, **environment(self.settings)})
        with contextlib.chdir(self.folder.parent):
            return runner.invoke(cli, [*arguments, "--data-dir", str(self.folder)])

    def told(self, *arguments: str) -> Any:
        """The JSON that a command prints."""
        done = self.call_command(*arguments, "--json")
        assert done.exit_code == 0, f"{done.output} {done.exception!r}"
        return json.loads(done.stdout)

    def open_account(self, name: str, *, plan: str = "pro", credits: int = 0) -> "Person":
        """Open an account and be its owner. Without a process, which would take longer than most tests."""
        email, pepper = f"{name}@example.com", api_key_pepper(self.known_settings)

        def opened(tx: Transaction) -> tuple[Account, str]:
            account = accounts.open_account(tx, email, Plan(plan), credits)
            return account, accounts.issue_key(tx, account.id, "first key", pepper)[1]

        account, key = self.write(opened)
        return Person(self, account.id, account.email, key)

    def key_of(self, person: "Person") -> str:
        """The id of somebody's only key."""
        (key,) = self.write(lambda tx: accounts.keys_of(tx, person.id))
        return key.id

    def grant(self, person: "Person", credits: int) -> None:
        """Give credits."""
        self.write(lambda tx: ledger.grant(tx, person.id, credits, "the operator's"))

    def write(self, work: Callable[[Transaction], Seen]) -> Seen:
        """Change what the service keeps, as an operator's command beside it would."""

        async def run() -> Seen:
            database = open_database(self.known_settings)
            await database.start()
            try:
                return await database.write(work)
            finally:
                await database.stop()

        return asyncio.run(run())

    @property
    def known_settings(self) -> Settings:
        """Of its settings those that say where its data are."""
        given = {name: self.settings[name] for name in ("database_url", "secret_key") if name in self.settings}
        return config.read(data_dir=self.folder, **given)

    def is_exact(self) -> bool:
        """What `mediamill reconcile` says of the books."""
        done = self.call_command("reconcile")
        assert done.exit_code in (0, 1), done.stderr
        return done.exit_code == 0 and done.stdout.startswith("exact")

    def hire(self, *flags: str, **settings: str) -> Program:
        """Start a `mediamill worker` on the service's data folder."""
        command = ("worker", "--data-dir", str(self.folder), *flags)
        worker = Program(command, self.folder, {**self.settings, **settings})
        worker.begin()
        return worker


class Person:
    """The owner of an account, calling the service over HTTP."""

    def __init__(self, service: Service, id: str, email: str, key: str) -> None:
        self.service = service
        self.id = id
        self.email = email
        self.key = key
        self.client = httpx2.Client(trust_env=False, timeout=30.0)
        service.clients.append(self.client)

    def at(self, service: Service) -> "Person":
        """The same person, calling another process of the service."""
        return Person(service, self.id, self.email, self.key)

    def request(
        self, method: str, path: str, *, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> httpx2.Response:
        """Any request, with this person's key."""
        sent = {"Authorization": self.key, **(headers or {})}
        return self.client.request(method, f"{self.service.address}{path}", content=body, headers=sent)

    def get(self, path: str) -> httpx2.Response:
        """GET."""
        return self.request("GET", path)

    def post(self, body: bytes | str, content_type: str = "application/json") -> httpx2.Response:
        """POST /api/run with just these bytes."""
        raw = body.encode() if isinstance(body, str) else body
        return self.request("POST", "/api/run", body=raw, headers={"Content-Type": content_type})

    def run(self, tool: object, input: object, **members: object) -> httpx2.Response:
        """POST /api/run with this tool and input; `members` stand beside them."""
        return self.post(json.dumps({"tool": tool, "input": input, **members}))

    def start(self, tool: str, **input: object) -> str:
        """Start a generation that is accepted: its id."""
        response = self.run(tool, input)
        assert response.status_code == 200, response.text
        id = response.json()["id"]
        assert isinstance(id, str)
        return id

    def generation(self, id: str) -> dict[str, Any]:
        """A generation of one's own."""
        response = self.get(f"/api/generations/{id}")
        assert response.status_code == 200, response.text
        shown = response.json()
        assert isinstance(shown, dict)
        return shown

    def generation_facts(self, id: str) -> dict[str, Any]:
        """The same with everything that is known of it."""
        response = self.get(f"/ext/generations/{id}")
        assert response.status_code == 200, response.text
        shown = response.json()
        assert isinstance(shown, dict)
        return shown

    def wait(self, id: str, *, seconds: float = FINISH_SECONDS) -> dict[str, Any]:
        """The generation as soon as it has ended."""

        def look() -> dict[str, Any] | None:
            shown = self.generation(id)
            return shown if shown["status"] in FINAL else None

        found = until(look, seconds=seconds, what=f"{id} has ended")
        assert found is not None
        return found

    def credits(self) -> int:
        """What is available."""
        response = self.get("/api/account")
        assert response.status_code == 200, response.text
        available = response.json()["credits"]
        assert type(available) is int
        return available

    def total(self, status: str = "") -> int:
        """How many generations there are, in this status if one is named."""
        response = self.get(f"/api/generations?limit=1{f'&status={status}' if status else ''}")
        assert response.status_code == 200, response.text
        total = response.json()["pagination"]["total"]
        assert type(total) is int
        return total


def environment(settings: Mapping[str, str]) -> dict[str, str]:
    """This process's environment with these settings and no others of mediamill."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("MEDIAMILL_")}
    return {**inherited, **{f"MEDIAMILL_{name.upper()}": value for name, value in settings.items()}}


def every_process() -> list[int]:
    """The ids of all processes of this machine."""
    return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]


def parent_of(pid: int) -> int | None:
    """Its parent's id; None when it is gone or only waits to be collected."""
    try:
        state, parent = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[:2]
    except OSError:
        return None
    return None if state == "Z" else int(parent)


def alive(pids: Sequence[int]) -> list[int]:
    """Those that still live."""
    return [pid for pid in pids if parent_of(pid) is not None]
