"""Cog's own HTTP server without its container: a process with a folder in which its predictor leaves marks."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx2

from scripts.peers.known import PEERS
from scripts.peers.peer import CACHE, free_ports, home_of
from tests.service import until

CONTAINER = Path(__file__).with_name("container")
HOME = home_of(next(peer for peer in PEERS if peer.name == "Cog"), CACHE)
NOT_INSTALLED = f"Cog is not in {HOME}: make cog"
READY_SECONDS = 60.0
STOP_SECONDS = 20.0


def is_installed() -> bool:
    """Whether there is a Cog to start."""
    return (HOME / "ready").exists()


@dataclass(frozen=True)
class CogServer:
    """One that runs."""

    address: str
    stage: Path

    def health(self) -> str:
        """Its own word for how it feels; empty where it says none."""
        try:
            return str(httpx2.get(f"{self.address}/health-check", trust_env=False).json()["status"])
        except httpx2.HTTPError:
            return ""

    def wait_for(self, health: str) -> None:
        """Until it feels so."""
        until(lambda: self.health() == health, seconds=READY_SECONDS, what=f"the server is {health}")

    def wait_for_mark(self, name: str) -> None:
        """Until the predictor has left this mark."""
        until((self.stage / name).exists, seconds=READY_SECONDS, what=name)

    def let_go(self) -> None:
        """Whatever waits has waited long enough."""
        (self.stage / "go").touch()

    def clear(self) -> None:
        """No marks of an earlier test."""
        self.wait_for("READY")
        for mark in self.stage.iterdir():
            mark.unlink()


@contextmanager
def cog_server(folder: Path, container: Path = CONTAINER) -> Iterator[CogServer]:
    """A server with a container's program, by default that of the tests, ready."""
    stage, port = folder / "stage", free_ports()[0]
    stage.mkdir()
    environment = os.environ | {
        "PATH": f"{HOME / 'bin'}:{os.environ.get('PATH', '')}",  # it starts a bare `python`
        "PORT": str(port),
        "COG_PREDICT_TYPE_STUB": "predict.py:Predictor",
        "COG_STAGE": str(stage),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONPATH": "",
    }
    command: list[str | Path] = [HOME / "bin" / "python", "-m", "cog.server.http", "--host", "127.0.0.1"]
    with (folder / "cog.log").open("wb") as log:
        process = subprocess.Popen(
            command, cwd=container, env=environment, stdout=log, stderr=log, start_new_session=True
        )
    server = CogServer(f"http://127.0.0.1:{port}", stage)
    try:
        server.wait_for("READY")
        yield server
    finally:
        server.let_go()
        process.terminate()
        try:
            process.wait(STOP_SECONDS)
        finally:
            stop_rest(process.pid)


def stop_rest(group: int) -> None:
    """What is left of a group of processes."""
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        return
