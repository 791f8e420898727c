"""What a peer is: packages, programs that serve it, a request that hands in a job; and its life as processes."""

import contextlib
import http.client
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from scripts.benches.requests import post

PROGRAMS = Path(__file__).with_name("programs")
CACHE = Path.home() / ".cache" / "mediamill" / "peers"  # where their environments are kept
READY_SECONDS = 60.0
STOP_SECONDS = 20.0
LOOK_SECONDS = 0.05
LIFE = "PEER_LIFE"  # the variable that marks every process of one life


@dataclass(frozen=True, slots=True)
class Stage:
    """Where one life of a peer takes place."""

    bin: Path  # of its environment
    folder: Path  # its data
    port: int
    side_port: int  # for what stands behind it
    works: bool  # whether what was accepted is also done, where that is for the user to start
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Program:
    """A process of a peer."""

    command: Sequence[str | Path]
    environment: Mapping[str, str] = field(default_factory=dict)
    folder: Path = PROGRAMS


@dataclass(frozen=True, slots=True)
class Peer:
    """Something else that takes jobs over HTTP."""

    name: str
    packages: tuple[str, ...]
    programs: Callable[[Stage], list[Program]]
    path: str
    body: bytes
    done: Callable[[Stage], int]  # how many jobs have been done
    goal: float | None = None  # how many times as much the service should accept
    headers: Mapping[str, str] = field(default_factory=dict)
    refused: int = 0  # the status of "come again"
    missing: Callable[[], str | None] = lambda: None  # what has to be installed first
    prepare: Callable[[Path], str] = lambda _: ""  # makes its data folder ready; gives the key to call with

    def request(self, key: str) -> bytes:
        """One that hands in a job."""
        return post(key, self.body, self.path, **self.headers)


class NotSetUp(Exception):
    """A peer that cannot be measured here, and why."""


def set_up(peer: Peer, cache: Path) -> Path:
    """The `bin` folder of the peer's environment, made if need be. Raises NotSetUp."""
    if missing := peer.missing():
        raise NotSetUp(missing)
    if not peer.packages:
        return Path(sys.executable).parent
    home = home_of(peer, cache)
    if not (home / "ready").exists():
        shutil.rmtree(home, ignore_errors=True)
        subprocess.run([sys.executable, "-m", "venv", home], check=True)
        command: list[str | Path] = [
            home / "bin" / "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            *peer.packages,
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise NotSetUp(f"pip install {' '.join(peer.packages)} failed: {done.stderr.strip()[-200:]}")
        (home / "ready").touch()
    return home / "bin"


def home_of(peer: Peer, cache: Path) -> Path:
    """The peer's environment; it has a file `ready` once it is whole."""
    return cache / "-".join(peer.packages).replace("==", "-").replace("[", "-").replace("]", "")


@contextlib.contextmanager
def alive(peer: Peer, stage: Stage, key: str) -> Iterator[str]:
    """The peer as it serves, from its first accepted job on; gives the name of this life, by which it can be killed."""
    life = uuid.uuid4().hex
    processes: list[subprocess.Popen[bytes]] = []
    with (stage.folder / "output.log").open("ab") as log:
        try:
            for program in peer.programs(stage):
                processes.append(start(program, stage, life, log.fileno()))
            wait_until_it_accepts(peer, stage, key, processes)
            yield life
        finally:
            end(processes, life)


def start(program: Program, stage: Stage, life: str, log: int) -> subprocess.Popen[bytes]:
    """With its environment's programs before all others."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("MEDIAMILL_")}
    path = {"PATH": f"{stage.bin}:{inherited.get('PATH', '')}", "PYTHONDONTWRITEBYTECODE": "1", LIFE: life}
    environment = {**inherited, **path, **stage.environment, **program.environment}
    return subprocess.Popen(program.command, cwd=program.folder, env=environment, stdout=log, stderr=log)


def end(processes: Sequence[subprocess.Popen[bytes]], life: str) -> None:
    """Asked first, then killed with all they started."""
    for process in reversed(processes):
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(STOP_SECONDS)
    kill(life)
    for process in processes:
        process.wait()


def kill(life: str) -> None:
    """SIGKILL for every process of one life, those that left its group or session included."""
    for pid in members(life):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def members(life: str) -> list[int]:
    """The processes that inherited the mark of this life."""
    mark = f"{LIFE}={life}".encode()
    found = []
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if entry.name.isdigit() and mark in (entry / "environ").read_bytes().split(b"\0"):
                found.append(int(entry.name))
    return found


def wait_until_it_accepts(peer: Peer, stage: Stage, key: str, processes: Sequence[subprocess.Popen[bytes]]) -> None:
    """Raises NotSetUp when it does not within READY_SECONDS."""
    deadline = time.monotonic() + READY_SECONDS
    while time.monotonic() < deadline and all(process.poll() is None for process in processes):
        if hand_in(stage.port, peer.request(key)):
            return
        time.sleep(LOOK_SECONDS)
    said = (stage.folder / "output.log").read_text(errors="replace").strip()[-300:]
    raise NotSetUp(f"it did not accept a job: {said}")


def hand_in(port: int, request: bytes) -> bool:
    """Whether a job was accepted."""
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=5.0) as connection:
        connection.sendall(request)
        answer = http.client.HTTPResponse(connection)
        answer.begin()
        answer.read()
        return answer.status in (200, 201, 202)
    return False


def free_ports() -> tuple[int, int]:
    """Two ports that nobody listens at."""
    with socket.create_server(("127.0.0.1", 0)) as one, socket.create_server(("127.0.0.1", 0)) as other:
        return one.getsockname()[1], other.getsockname()[1]
