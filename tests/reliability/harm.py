"""A service whose disks are small, fail or are taken away, and callers who write down what they were told."""

import errno
import json
import mmap
import shutil
import struct
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import httpx2

from tests.places import PYTHONPATH, REPOSITORY
from tests.reliability.invariants import broken_invariants
from tests.service import MEDIAMILL, Person, Service, environment, parent_of

MOUNTS = """
set -e
mount -t tmpfs -o size=$1 none .
cd "$PWD"
mkdir media work
mount -t tmpfs -o size=$2 none media
mount -t tmpfs -o size=$3 none work
echo mounted
read ending
"""
SHIM = Path(__file__).with_name("fsync_fault.c")
CONTROL = struct.Struct("qqqq64s")
PAUSE_SECONDS = 0.03  # between a caller's requests: what they start has to be made, too
CHUNKS = (1 << 20, 4_096, 1)


class HarmedService(Service):
    """`mediamill serve`, run inside something that harms it."""

    def __init__(
        self,
        folder: Path,
        *,
        prefix: Sequence[str] = (),
        program: Sequence[str] = (str(MEDIAMILL),),
        inside: Path | None = None,
        **settings: str,
    ) -> None:
        """`folder` is the data folder as it is seen from here, `inside` as the service sees it."""
        common = {"rate_limit": "off", "rehearsal": "true", "slots_cpu": "2", "running_pro": "50", "lease_seconds": "2"}
        super().__init__(folder, **{**common, **settings})
        self.prefix = prefix
        self.program = program
        self.inside = inside or folder

    def arguments(self, program: Sequence[str], arguments: Sequence[str]) -> list[str]:
        seen = [str(self.inside) if one == str(self.folder) else one for one in arguments]
        return [*self.prefix, *program, *seen]

    def begin(self) -> None:
        """Start it; what it says is appended."""
        with self.out_file.open("ab") as out, self.log_file.open("ab") as log:
            self.process = subprocess.Popen(
                self.arguments(self.program, self.command),
                stdout=out,
                stderr=log,
                cwd=self.inside.parent,
                env=environment(self.settings),
            )

    def open_account(self, name: str, *, plan: str = "pro", credits: int = 0) -> Person:
        """By a command where the service is: SQLite does not open files of other rooms."""
        if self.inside == self.folder:
            return super().open_account(name, plan=plan, credits=credits)
        email = f"{name}@example.com"
        done = self.run_command("accounts", "create", email, "--plan", plan, "--credits", str(credits), "--json")
        opened = json.loads(done.stdout)
        return Person(self, opened["id"], opened["email"], opened["apiKey"])

    def run_command(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """An operator's command, unharmed except for the room it is in."""
        rooms = self.prefix if self.prefix[:1] == ["nsenter"] else []
        command = [*rooms, str(MEDIAMILL), *arguments, "--data-dir", str(self.inside)]
        return subprocess.run(
            command,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
            cwd=self.inside.parent,
            env=environment(self.settings),
        )


class SmallDisks:
    """A mount namespace of our own in which data, media and work folder are small disks; no root needed."""

    def __init__(self, inside: Path, *, data: str, media: str, work: str) -> None:
        """Raises PermissionError where the system does not let us have one."""
        inside.mkdir()
        self.inside = inside
        command = ["unshare", "-Urm", "sh", "-c", MOUNTS, "sh", data, media, work]
        self.keeper = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=inside
        )
        assert self.keeper.stdout is not None
        if self.keeper.stdout.readline() != b"mounted\n":
            raise PermissionError(self.keeper.communicate()[1].decode().strip() or "no private mount namespace")

    @property
    def prefix(self) -> list[str]:
        """What runs a command in there."""
        return ["nsenter", f"--target={self.keeper.pid}", "--user", "--preserve-credentials", "--mount", "--"]

    @property
    def seen(self) -> Path:
        """The data folder as it is seen from here."""
        return Path(f"/proc/{self.keeper.pid}/root{self.inside}")

    def disk(self, name: str) -> Path:
        """The folder at which one of them is mounted."""
        return self.seen if name == "data" else self.seen / name

    def fill(self, name: str) -> None:
        """Not a byte more fits."""
        with (self.disk(name) / "ballast").open("ab", buffering=0) as ballast:
            for size in CHUNKS:
                try:
                    while ballast.write(b"\0" * size):
                        pass
                except OSError as error:
                    if error.errno != errno.ENOSPC:
                        raise

    def free(self, name: str) -> None:
        """There is room again."""
        (self.disk(name) / "ballast").unlink()

    def remount(self, name: str, how: str) -> None:
        """`ro` or `rw`."""
        folder = self.inside if name == "data" else self.inside / name
        subprocess.run(
            [*self.prefix, "mount", "-o", f"remount,bind,{how}", str(folder)], check=True, capture_output=True
        )

    def close(self) -> None:
        """The disks are gone."""
        self.keeper.communicate(b"\n")


class SyncFaults:
    """Makes syncs of a program fail that runs with `prefix`; see fsync_fault.c."""

    def __init__(self, folder: Path, word: str) -> None:
        """For files whose path holds `word`. Raises FileNotFoundError where there is no C compiler."""
        compiler = shutil.which("cc")
        if compiler is None:
            raise FileNotFoundError("no C compiler")
        library, control = folder / "fsync_fault.so", folder / "fsync_fault.control"
        subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, SHIM, "-ldl"], check=True)
        control.write_bytes(CONTROL.pack(0, 0, 0, 0, word.encode()))
        self.prefix = ["env", f"LD_PRELOAD={library}", f"FSYNC_FAULTS={control}"]
        self.word = word
        with control.open("r+b") as file:
            self.shared = mmap.mmap(file.fileno(), CONTROL.size)

    @property
    def calls(self) -> int:
        """Syncs so far."""
        return int(CONTROL.unpack(self.shared)[0])

    @property
    def failed(self) -> int:
        """Syncs that failed so far."""
        return int(CONTROL.unpack(self.shared)[3])

    def fail(self, nth: int, times: int) -> None:
        """From now on, the n-th sync and those after it, so many in all."""
        struct.pack_into("qqq", self.shared, 8, self.calls + nth, times, 0)


def judged(service: HarmedService, promised: Collection[str]) -> list[str]:
    """Every invariant that does not hold, judged where the service is: SQLite does not open files of other rooms."""
    if service.inside == service.folder:
        return broken_invariants(service, promised=promised)
    command = [*service.prefix, sys.executable, "-m", __name__]
    done = subprocess.run(
        command,
        input=json.dumps([str(service.inside), service.process.pid, [*promised]]),
        capture_output=True,
        text=True,
        check=True,
        cwd=REPOSITORY,
        env={**environment(service.settings), "PYTHONPATH": PYTHONPATH},
    )
    broken = json.loads(done.stdout)
    assert isinstance(broken, list)
    return broken


class Standing(HarmedService):
    """A service that another process started and waits for."""

    def __init__(self, folder: Path, pid: int) -> None:
        super().__init__(folder)
        self.process = SimpleNamespace(pid=pid)  # type: ignore[assignment]

    @property
    def runs(self) -> bool:
        return parent_of(self.process.pid) is not None


def narrow(module: str, **constants: int) -> list[str]:
    """`mediamill` where a module of the database has other limits."""
    lines = "; ".join(f"{module}.{name} = {value}" for name, value in constants.items())
    code = f"from mediamill.db import {module}; {lines}; from mediamill.cli import main; main()"
    return [sys.executable, "-c", code]


class Callers:
    """Several at once, who start a generation again and again and write down every answer."""

    def __init__(self, person: Person, count: int) -> None:
        self.person = person
        self.accepted: list[str] = []
        self.answers: Counter[int] = Counter()
        self.faults: list[str] = []
        self.stopping = threading.Event()
        self.threads = [threading.Thread(target=self.call) for _ in range(count)]

    def call(self) -> None:
        own = Person(self.person.service, self.person.id, self.person.email, self.person.key)
        while not self.stopping.wait(PAUSE_SECONDS):
            try:
                response = own.run("rehearsal", {"model": "flaky", "failures": 0})
            except httpx2.TransportError as error:
                if not self.stopping.is_set():
                    self.faults.append(f"no answer: {error!r}")
                return
            self.answers[response.status_code] += 1
            if response.status_code == 200:
                self.accepted.append(response.json()["id"])
            elif fault := untrue(response):
                self.faults.append(fault)

    @contextmanager
    def calling(self) -> Iterator[None]:
        """All the while."""
        for thread in self.threads:
            thread.start()
        try:
            yield
        finally:
            self.stop()

    def stop(self) -> None:
        self.stopping.set()
        for thread in self.threads:
            thread.join(60)


def untrue(response: httpx2.Response) -> str | None:
    """What is wrong with an answer of a service whose disk gives nothing; None when it is as promised."""
    if response.status_code != 503:
        return f"{response.status_code}: {response.text}"
    if response.headers.get("Retry-After") != "5" or set(response.json()) != {"message"}:
        return f"503 without JSON or Retry-After: {response.headers} {response.text}"
    return None


def open_descriptors(pid: int) -> int:
    """How many files a process has open."""
    return sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir())


if __name__ == "__main__":
    folder, pid, promised = json.load(sys.stdin)
    print(json.dumps(broken_invariants(Standing(Path(folder), pid), promised=promised)))
