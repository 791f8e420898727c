"""The servers that are measured, each a process of its own that ends with its `with` block."""

import contextlib
import json
import os
import re
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

MEDIAMILL = Path(sys.executable).with_name("mediamill")
ROOT = Path(__file__).resolve().parents[2]
GREETING = re.compile(r"(?:mediamill is at http://localhost:|listening at )(\d+)")
STOP_SECONDS = 30.0
OPEN_FILES = 8_192
# The limiter is on and counts; the numbers only never stop anybody.
SETTINGS = {
    "MEDIAMILL_RATE_LIMIT": "1000000000/s",
    "MEDIAMILL_WAITING_MAX": "1000000000",
    "MEDIAMILL_DISK_FREE_MEGABYTES_MIN": "0",
}


@dataclass(frozen=True, slots=True)
class Server:
    """A process that listens."""

    address: tuple[str, int]
    pid: int
    start_seconds: float  # from its start to its greeting

    def memory_bytes(self) -> int:
        """Resident, without its children's."""
        fields = Path(f"/proc/{self.pid}/statm").read_text().split()
        return int(fields[1]) * resource.getpagesize()


@contextlib.contextmanager
def running(command: Sequence[str | Path], log: Path, **environment: str) -> Iterator[Server]:
    """A program that says where it listens on its first line; its other words go to `log`."""
    started = time.perf_counter()
    with (
        log.open("ab") as stderr,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=stderr, cwd=ROOT, env=clean(environment)) as process,
    ):
        try:
            assert process.stdout is not None
            line = process.stdout.readline().decode()
            took = time.perf_counter() - started
            if (match := GREETING.search(line)) is None:
                raise RuntimeError(f"{command[0]} did not start: {log.read_text(errors='replace')[-2_000:]}")
            yield Server(("127.0.0.1", int(match[1])), process.pid, took)
        finally:
            process.terminate()
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()


def serving(folder: Path, *flags: str, **environment: str) -> contextlib.AbstractContextManager[Server]:
    """`mediamill serve` on this data folder, logging as it does by default."""
    return running([MEDIAMILL, *serve(folder, flags)], folder / "bench.log", **{**SETTINGS, **environment})


def storeless(folder: Path, *flags: str) -> contextlib.AbstractContextManager[Server]:
    """V."""
    command = [sys.executable, "-m", "scripts.benches.storeless", *serve(folder, flags)]
    return running(command, folder / "bench.log", **SETTINGS)


def echoing(folder: Path) -> contextlib.AbstractContextManager[Server]:
    """E."""
    return running([sys.executable, "-m", "scripts.benches.echo"], folder / "echo.log")


def one_by_one(folder: Path, **environment: str) -> contextlib.AbstractContextManager[Server]:
    """The one-transaction-per-request way."""
    command = [sys.executable, "-m", "scripts.benches.one_by_one", str(folder)]
    return running(command, folder / "one-by-one.log", **environment)


def serve(folder: Path, flags: Sequence[str]) -> list[str]:
    """The arguments of `mediamill`."""
    return ["serve", "--host", "127.0.0.1", "--port", "0", "--data-dir", str(folder), *flags]


def open_account(folder: Path, **environment: str) -> tuple[str, str]:
    """A pro account with credits enough in this data folder: its id and its key."""
    owner = ("bench@localhost", "--plan", "pro", "--credits", "100000000000")
    made = told(folder, "accounts", "create", *owner, "--json", **environment)
    account = json.loads(made)
    return account["id"], account["apiKey"]


def told(folder: Path, *arguments: str, **environment: str) -> str:
    """What an operator's command prints."""
    done = subprocess.run(
        [MEDIAMILL, *arguments, "--data-dir", folder],
        capture_output=True,
        text=True,
        check=False,
        env=clean(environment),
    )
    if done.returncode:
        raise RuntimeError(f"mediamill {' '.join(arguments)}: {done.stdout}{done.stderr}")
    return done.stdout


def clean(environment: Mapping[str, str]) -> dict[str, str]:
    """This process's environment, without settings of mediamill but these."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("MEDIAMILL_")}
    return {**inherited, **environment}


def allow_connections() -> None:
    """Many connections need many files, here and in what is started from here."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, OPEN_FILES)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
