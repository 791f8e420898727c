"""A real Gradio app in a process of its own, with a folder in which it leaves marks."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx2

from scripts.peers.peer import free_ports
from tests.service import until

APP = Path(__file__).with_name("app") / "app.py"
PYTHON = os.environ.get("GRADIO_PYTHON", "")  # of an environment with gradio
NOT_INSTALLED = "GRADIO_PYTHON does not name the Python of an environment with gradio"
# Nothing but loopback, and nobody is told of anything.
ALONE = {
    "GRADIO_ANALYTICS_ENABLED": "False",
    "HF_HUB_OFFLINE": "1",
    "NO_PROXY": "*",
    "OMP_NUM_THREADS": "1",
    "PYTHONPATH": "",
}
READY_SECONDS = 120.0
STOP_SECONDS = 20.0


def is_installed() -> bool:
    """Whether there is a Gradio to start."""
    return Path(PYTHON).is_file()


@dataclass(frozen=True)
class GradioApp:
    """One that runs."""

    base: str
    stage: Path

    def is_up(self) -> bool:
        """Whether it describes itself."""
        try:
            return httpx2.get(f"{self.base}/gradio_api/info", trust_env=False).status_code == 200
        except httpx2.HTTPError:
            return False

    def wait_for_queue(self, waiting: int) -> None:
        """Until so many calls wait for their turn."""
        until(lambda: self.waiting() == waiting, seconds=READY_SECONDS, what=f"{waiting} wait")

    def wait_for_streams(self, count: int) -> None:
        """Until so many runs have somebody who listens: from then on the app notices who leaves."""
        until(
            lambda: len([*self.stage.glob("heard-*")]) == count, seconds=READY_SECONDS, what=f"{count} are listened to"
        )

    def waiting(self) -> int:
        """How many calls wait for their turn."""
        told = httpx2.get(f"{self.base}/gradio_api/queue/status", trust_env=False)
        return int(told.json()["queue_size"])

    def wait_for_mark(self, name: str) -> None:
        """Until the app has left this mark."""
        until((self.stage / name).exists, seconds=READY_SECONDS, what=name)

    def let_go(self) -> None:
        """Whatever waits has waited long enough."""
        (self.stage / "go").touch()

    def clear(self) -> None:
        """No marks of an earlier test."""
        for mark in self.stage.iterdir():
            mark.unlink()


@contextmanager
def gradio_app(folder: Path, program: Path = APP) -> Iterator[GradioApp]:
    """An app, by default that of the tests, ready."""
    stage, port = folder / "stage", free_ports()[0]
    stage.mkdir()
    environment = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    environment |= ALONE | {
        "APP_STAGE": str(stage),
        "GRADIO_SERVER_PORT": str(port),
        "GRADIO_TEMP_DIR": str(folder / "files"),
        "PORT": str(port),
    }
    with (folder / "app.log").open("wb") as log:
        process = subprocess.Popen(
            [PYTHON, str(program)], cwd=folder, env=environment, stdout=log, stderr=log, start_new_session=True
        )
    app = GradioApp(f"http://127.0.0.1:{port}", stage)
    try:
        until(app.is_up, seconds=READY_SECONDS, what="the app is up")
        yield app
    finally:
        app.let_go()
        os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
