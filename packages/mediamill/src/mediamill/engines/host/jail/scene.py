"""A small data folder with neighbours, for attacks to be tried on: nothing in it is anybody's."""

import json
import os
import socket
import stat
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

SECRET = b"secret"


@dataclass(frozen=True, slots=True)
class AttackScene:
    """Where everything is that an engine must leave alone."""

    data: str  # a data folder, in the middle of which the engine works
    library: str  # code that it may read
    service: int  # pid of another process of the service's user
    port: int  # something listens there, on loopback
    abstract: str  # the abstract name of a socket that listens
    disk: str  # a block device of the machine; "" where there is none to be seen

    def as_text(self) -> str:
        """For `from_text`."""
        return json.dumps(asdict(self))

    @classmethod
    def from_text(cls, text: str) -> "AttackScene":
        """The scene that `as_text` wrote."""
        return cls(**json.loads(text))


@contextmanager
def set_up(data: Path, library: Path) -> Iterator[AttackScene]:
    """The scene below two empty folders, with a process and listeners that end with it. It forks: before threads."""
    with ExitStack() as ends:
        service = ends.enter_context(_service())
        for name in ("secret.key", "mediamill.db", "media/x.png", "work/neighbour/theirs.png"):
            _write(data / name, mode=0o600)
        _write(library / "module.py", mode=0o644)
        (data / "work").chmod(0o711)
        (data / "work/neighbour").chmod(0o700)
        named, abstract = (ends.enter_context(socket.socket(socket.AF_UNIX)) for _ in range(2))
        # A path for a socket has 108 bytes: the folder may be deeper, what leads to it through /proc is not.
        with _short(data) as folder:
            named.bind(f"{folder}/unix")
        (data / "unix").chmod(0o777)
        abstract.bind(b"")  # the kernel finds a free name
        listener = ends.enter_context(socket.create_server(("127.0.0.1", 0)))
        named.listen()
        abstract.listen()
        yield AttackScene(
            data=str(data),
            library=str(library),
            service=service,
            port=listener.getsockname()[1],
            abstract=_name_of(abstract),
            disk=_disk(),
        )


@contextmanager
def _service() -> Iterator[int]:
    """A process that waits for its end."""
    wait, end = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(end)
        os.read(wait, 1)
        os._exit(0)
    os.close(wait)
    try:
        yield pid
    finally:
        os.close(end)
        os.waitpid(pid, 0)


def _write(path: Path, *, mode: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(SECRET)
    path.chmod(mode)


def _name_of(end: socket.socket) -> str:
    name: bytes = end.getsockname()
    return name.decode("latin-1")


@contextmanager
def _short(folder: Path) -> Iterator[str]:
    handle = os.open(folder, os.O_PATH | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{handle}"
    finally:
        os.close(handle)


def _disk() -> str:
    for path in sorted(Path("/dev").iterdir()):
        if stat.S_ISBLK(path.lstat().st_mode):
            return str(path)
    return ""
